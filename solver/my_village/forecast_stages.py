"""Where the present turn can leave a village: every line of moves by the rules core, and the state after it.

A card that chance shows on the way is taken to be the one nearest the mean fame; its fame counts as the mean, which is
the exact expectation. The rat's die is taken to show 3. So each line leads to one state, and later turns start there.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, cast

from rules.my_village.moves import Move, Take
from rules.my_village.outcomes import Outcome, Rat, Reveal
from rules.my_village.scoring import sources
from rules.my_village.steps import DECISIONS, replace, run
from rules.my_village.values import Position, Seat

from .exact import cheapest, follow_turn, settle_turn
from .table import ended, on_table, plain

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from solver.control import Control
    from solver.request import Request

MOST = 20_000  #: positions that are met at most
STAGES = 1_500  #: states among which the plan chooses
#: What the seat's answers after chance go by: rough worths, in points, of what is left for later turns.
EYE = {
    "coins": Fraction(1, 4),
    "stories": Fraction(1, 2),
    "villagers": Fraction(1),
    "customers": Fraction(1),
    "jokers": Fraction(1, 2),
    "clouds": Fraction(1, 5),
}


class Stage(NamedTuple):
    """Hold one way through the present turn: its moves, the state that it leaves, and the points that it brings."""

    line: tuple[Move, ...]
    end: Position
    gain: Fraction

    def seat(self, number: int) -> Seat:
        """Return the village that is left."""
        return self.end.seats[number]


def eye(request: Request) -> Request:
    """Return the request whose exact turn answers after chance: points, and rough worths of what is left."""
    worths = (("points", request.worth("points")), *EYE.items())
    return replace(request, horizon="turn", worths=worths)


def nearest(position: Position) -> Outcome:
    """Return the outcome that stands for all: the rat's 3, or the travel card nearest the mean that goes on."""
    outcomes = [outcome for outcome, _ in position.chance()]
    if isinstance(outcomes[0], Rat):
        return outcomes[2]
    if position.question.startswith("travel/"):
        cards = [cast("Reveal", outcome).card for outcome in outcomes]
        return Reveal("travel", middle(position, cards))
    return outcomes[len(outcomes) // 2]


def middle(position: Position, cards: Sequence[str]) -> str:
    """Return the travel card whose fame is nearest the mean; one that ends the journey only where there is no other."""
    mean = mean_fame(position, cards)
    rows = position.catalogue.travel
    return min(cards, key=lambda card: (rows[card].ends, abs(rows[card].fame - mean), card))


def mean_fame(position: Position, cards: Sequence[str]) -> Fraction:
    """Return the mean fame of travel cards."""
    return Fraction(sum(position.game.travel_fame[card] for card in cards), len(cards))


class Stages:
    """Go through all lines of the present turn, or those that begin with a move; ``complete``: none was left out."""

    def __init__(self, request: Request, control: Control, first: Move | None = None) -> None:
        self.request, self.control = request, control
        self.seat = request.seat
        self.eye = eye(request)
        self.start = on_table(request)
        self.before = sum(sources(self.start, self.seat).values())
        self.complete = True
        self.met = 0
        self._seen: set[Hashable] = set()
        self._best: dict[Hashable, list[Stage]] = {}
        if first is None:
            self._go(self.start, (), Fraction(0), frozen=False)
        else:
            self._play(self.start, first, (), Fraction(0))
        self.found = [stage for rows in self._best.values() for stage in rows]
        self.found.sort(key=lambda stage: promise(stage, self.seat), reverse=True)
        if len(self.found) > STAGES:
            self.complete = False
            del self.found[STAGES:]

    def _go(self, position: Position, line: tuple[Move, ...], more: Fraction, *, frozen: bool) -> None:
        """Follow a line on; ``frozen`` says that the moves of the seat are no longer part of it."""
        while not (position.over or ended(self.request, position)):
            if position.actor is None:
                position, more, frozen = self._chance(position, more, frozen)
                continue
            if position.actor != self.seat:
                position = position.play(plain(position))
                continue
            if frozen:
                position = position.play(follow_turn(self.eye, position))
                continue
            self.met += 1
            if self.met > MOST or (self._best and self.control.stopped):
                self.complete = False
                return
            decision = DECISIONS[position.question]
            moves = cast("tuple[Move, ...]", decision.moves(position))
            if position.question == "dice":
                moves = tuple(cheapest(cast("tuple[Take, ...]", moves)))
            for move in moves:
                self._play(position, move, line, more)
            return
        self._note(Stage(line, position, self._gain(position) + more))

    def _play(self, position: Position, move: Move, line: tuple[Move, ...], more: Fraction) -> None:
        """Follow a line on with a move, if no other one has come to the same."""
        after = run(DECISIONS[position.question].apply(position, move))
        if after.value:  # the dice in the pool matter to later turns only
            after = replace(after, white=(), black=(), used=tuple(sorted(after.used)))
        key = (after, more)
        if key not in self._seen:
            self._seen.add(key)
            self._go(after, (*line, move), more, frozen=False)

    def _chance(self, position: Position, more: Fraction, frozen: bool) -> tuple[Position, Fraction, bool]:
        """Let chance answer: by what stands for all, with the mean fame of a travel card that is laid at once."""
        outcome = settle_turn(position)
        if outcome is not None:
            return position.play(outcome), more, frozen
        outcome = nearest(position)
        after = position.play(outcome)
        if position.question.startswith("travel/") and after.question != "journey":
            cards = [cast("Reveal", other).card for other, _ in position.chance()]
            mean = mean_fame(position, cards) - position.game.travel_fame[cast("Reveal", outcome).card]
            return after, more + mean * self.request.worth("points"), frozen
        return after, more, True

    def _gain(self, position: Position) -> Fraction:
        return (sum(sources(position, self.seat).values()) - self.before) * self.request.worth("points")

    def _note(self, stage: Stage) -> None:
        """Keep a state that no other one covers: the same village with as much of everything that only helps."""
        seat = stage.seat(self.seat)
        bare = replace(seat, coins=0, sets=0, tree=0, served=tuple(sorted(seat.served)))
        rows = self._best.setdefault((bare, stage.end.chronicle), [])
        mine = (stage.gain, seat.coins, seat.sets, seat.tree)
        others = [(row, self._amounts(row)) for row in rows]
        if any(_covers(row, mine) for _, row in others):
            return
        rows[:] = [stage, *(known for known, row in others if not _covers(mine, row))]

    def _amounts(self, stage: Stage) -> tuple[Fraction, int, int, int]:
        seat = stage.seat(self.seat)
        return stage.gain, seat.coins, seat.sets, seat.tree


def _covers(row: Sequence[Fraction | int], other: Sequence[Fraction | int]) -> bool:
    """Say whether a row of amounts has as much of everything as another."""
    return all(have >= want for have, want in zip(row, other, strict=True))


def promise(stage: Stage, number: int) -> Fraction:
    """Say roughly what a state is worth: only for the order in which states are kept."""
    seat = stage.seat(number)
    things = sum(map(bool, seat.crafts)) + len(seat.customers) + sum(seat.school) + seat.sets + len(seat.fields)
    things += sum(seat.goods) + seat.jokers + sum(map(bool, (seat.church, seat.hall, seat.meeting)))
    rough = Fraction(things) + Fraction(seat.coins, 4) + Fraction(seat.tree, 2)
    return stage.gain + rough + sum(seat.villagers) - Fraction(seat.time, 4)


__all__ = ["Stage", "Stages", "eye", "mean_fame", "middle"]
