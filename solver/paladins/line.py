"""Lines: moves fixed in advance, walked through everything that the hidden cards may bring.

A line is a tuple of the seat's own moves. Nothing that a hidden card might bring is used to pay for a later move of it:
a move stands in a line only if it is legal whatever the cards show. What a card asks by itself (a wall card that lets
one choose between silver and a settled debt) is answered by a fixed policy, the side that is worth most at once. So
the value of a line is an exact expectation, and its worst end is known as well.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.findings import IllegalMove
from rules.paladins.moves import Activate, Build, Choose, Clear, Hire, Keep, Move, Pass
from rules.paladins.values import Position
from solver.run import NoAnswer

from .table import ended, idle, value, worth

if TYPE_CHECKING:
    from solver.control import Control
    from solver.request import Request

#: What may happen so far: positions in which the seat decides, or the horizon has ended, with their probabilities.
Belief = dict[Position, Fraction]
ANSWERS = (Choose, Clear, Build, Hire, Activate, Keep)  #: moves that answer a question within a turn
ONE = Fraction(1)


def own_question(request: Request, position: Position) -> bool:
    """Say whether the seat is asked something within a turn."""
    return bool(position.pending) and position.pending[0][0] == request.seat


def answer(request: Request, position: Position) -> Move:
    """Return the seat's answer to a question by the policy: what is worth most at once, the first of equals."""
    legal = position.legal_moves()
    if len(legal) == 1 or not own_question(request, position):
        return next((move for move in legal if isinstance(move, Pass)), legal[0])
    if isinstance(legal[0], Keep):
        return legal[0]
    return max(legal, key=lambda move: worth(request, position.play(move)))


def meanwhile(request: Request, position: Position, move: Move) -> Move | None:
    """Answer a question for which the line's next move is not meant; None when that move is due."""
    if own_question(request, position) and move not in position.legal_moves():
        return answer(request, position)
    return None


def passes(request: Request, position: Position, move: Move) -> bool:
    """Say whether the line's next move answers a question that is not asked here."""
    return isinstance(move, ANSWERS) and not own_question(request, position)


class Halted(NoAnswer):
    """Say that a control stopped the work amid a step that has no part of a result."""


class Walker:
    """Walk lines of one request; remembers what follows each position until the seat is asked again.

    Raises :class:`Halted` where its control stops it, if it has one: a line may meet thousands of positions.
    """

    def __init__(self, request: Request, control: Control | None = None) -> None:
        self.request, self.control = request, control
        self.known: dict[Position, tuple[tuple[Position, Fraction], ...]] = {}
        self.values: dict[Position, Fraction] = {}

    def start(self) -> Belief:
        """Return the belief in which a line begins."""
        return dict(self.settled(self.request.position))  # type: ignore[arg-type]

    def settled(self, position: Position) -> tuple[tuple[Position, Fraction], ...]:
        """Run on until the seat is asked or the horizon has ended, over every outcome of chance."""
        found = self.known.get(position)
        if found is None:
            found = self.known[position] = tuple(self._settle(position))
        return found

    def _settle(self, position: Position) -> list[tuple[Position, Fraction]]:
        request = self.request
        done: Belief = {}
        waiting: list[tuple[Position, Fraction]] = [(position, ONE)]
        while waiting:
            self._look()
            position, weight = waiting.pop()
            if ended(request, position) or position.actor == request.seat:
                done[position] = done.get(position, 0) + weight
            elif outcomes := position.chance():
                waiting += [(position.play(outcome), weight * chance) for outcome, chance in outcomes]
            else:
                waiting.append((position.play(idle(position)), weight))
        return list(done.items())

    def _look(self) -> None:
        if self.control is not None and self.control.stopped:
            raise Halted

    def play(self, belief: Belief, move: Move) -> Belief | None:
        """Play one move of a line in every position of a belief; None where it is not legal in one of them."""
        request = self.request
        after: Belief = {}
        for position, weight in belief.items():
            self._look()
            waiting = [(position, weight)]
            while waiting:
                here, share = waiting.pop()
                if passes(request, here, move):
                    after[here] = after.get(here, 0) + share
                    continue
                if ended(request, here):
                    return None
                between = meanwhile(request, here, move)
                try:
                    next_ = here.play(between or move)
                except IllegalMove:
                    return None
                settled = self.settled(next_)
                for there, chance in settled:
                    if between is not None:
                        waiting.append((there, share * chance))
                    else:
                        after[there] = after.get(there, 0) + share * chance
        return after

    def finish(self, belief: Belief) -> Belief:
        """Let the policy play on to the end: it answers what is asked, and passes."""
        request = self.request
        done: Belief = {}
        waiting = list(belief.items())
        while waiting:
            self._look()
            position, weight = waiting.pop()
            if ended(request, position):
                done[position] = done.get(position, 0) + weight
            else:
                settled = self.settled(position.play(answer(request, position)))
                waiting += [(there, weight * chance) for there, chance in settled]
        return done

    def value(self, belief: Belief) -> Fraction:
        """Return the expected gain of a line that stops here."""
        return sum((weight * self.gain(end) for end, weight in self.finish(belief).items()), Fraction(0))

    def gain(self, end: Position) -> Fraction:
        """Return the gain at one end, remembered."""
        found = self.values.get(end)
        if found is None:
            found = self.values[end] = value(self.request, end)
        return found

    def walk(self, moves: tuple[Move, ...]) -> Belief | None:
        """Walk a whole line; None where a move of it is not legal in some case."""
        belief: Belief | None = self.start()
        for move in moves:
            if belief is None:
                return None
            belief = self.play(belief, move)
        return belief
