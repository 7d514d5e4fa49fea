"""The oracle of a round: every line of moves is tried by the rules core, with a memory, and the best one is returned.

What a line is worth is said in ``line.py``. Searched are its moves on turns, and its answers to questions that a move
brings by itself; a question that follows a card revealed in the same turn is left to the policy there. The search
knows nothing of worth in Paladins: it only leaves out what provably cannot be better (see ``same.py``).
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules.paladins.greedy import weigh
from rules.paladins.moves import Move, Pass
from rules.paladins.outcomes import Suspicion
from rules.paladins.values import Position, Seat
from solver.search import SearchTooLarge

from .line import ONE, answer, meanwhile, own_question, passes
from .same import Same, Scarce, cheapest
from .table import CHOOSING, ended, idle, on_table, value

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

#: A position in which the seat decides (or the horizon has ended), its probability, and whether a card was revealed
#: since the seat's last turn: the policy answers what is asked then.
Branch = tuple[Position, Fraction, bool]
#: Branches, by what their future depends on.
Node = dict[Hashable, Branch]
LOOK = 16  #: steps between two looks at the control


class Stopped(Exception):
    """Say that the control stopped the search."""


class Lines:
    """Search the lines of one request; remembers the value of every node and the move that reaches it."""

    def __init__(
        self,
        request: Request,
        control: Control | None = None,
        same: Same | None = None,
        limit: int | None = None,
    ) -> None:
        self.request = request
        self.control = control
        self.limit = limit
        self.same = same if same is not None else Same(request)
        self.memory: dict[Hashable, Fraction] = {}
        self.gains: dict[Seat, Fraction] = {}
        self.path: list[Move] = []
        self.best: tuple[Fraction, tuple[Move, ...]] | None = None
        self.steps = 0
        self.states = 0  #: positions that the rules core has played
        self.finished = False  #: whether every line was looked at
        self.drawn = False  #: whether a hidden card was met on the way

    # --- from node to node, as ``line.Walker`` does ---------------------------------------------------------------

    def look(self) -> None:
        """Count a step of the work; stop where the control says so."""
        self.steps += 1
        if self.steps % LOOK == 0 and self.control is not None and self.control.stopped:
            raise Stopped

    def count(self) -> None:
        """Count a position that the rules core has played; stop at the limit."""
        self.look()
        self.states += 1
        if self.limit is not None and self.states > self.limit:
            raise SearchTooLarge(f"The search met more than {self.limit} positions.")

    def settled(self, position: Position, weight: Fraction, revealed: bool) -> list[Branch]:
        """Run on until the seat is asked or the horizon has ended, over every outcome of chance."""
        request = self.request
        done: list[Branch] = []
        waiting = [(position, weight, revealed)]
        while waiting:
            position, weight, revealed = waiting.pop()
            self.count()
            if ended(request, position) or position.actor == request.seat:
                done.append((position, weight, revealed and own_question(request, position)))
            elif outcomes := position.chance():
                self.drawn = True
                for outcome, chance in outcomes:
                    after = position.play(outcome)
                    self.same.watch(position, after, drawn=isinstance(outcome, Suspicion))
                    waiting.append((after, weight * chance, True))
            else:
                waiting.append((position.play(idle(position)), weight, revealed))
        return done

    def gather(self, branches: list[Branch]) -> Node:
        """Join branches with the same future."""
        if len(branches) == 1:
            return {self.same.key(branches[0][0], branches[0][2]): branches[0]}
        node: Node = {}
        for branch in branches:
            self.look()
            key = self.same.key(branch[0], branch[2])
            known = node.get(key)
            node[key] = branch if known is None else (known[0], known[1] + branch[1], known[2])
        return node

    def answered(self, node: Node) -> Node:
        """Let the policy answer what is asked in every branch, until each is at a turn or at its end."""
        request = self.request
        if not any(own_question(request, position) for position, _, _ in node.values()):
            return node
        done: list[Branch] = []
        waiting = list(node.values())
        while waiting:
            position, weight, revealed = waiting.pop()
            if own_question(request, position):
                waiting += self.settled(position.play(answer(request, position)), weight, revealed)
            else:
                done.append((position, weight, False))
        return self.gather(done)

    def play(self, node: Node, move: Move) -> Node:
        """Play one move of a line in every branch; raises IllegalMove where it is not legal in one."""
        request = self.request
        done: list[Branch] = []
        waiting = list(node.values())
        while waiting:
            position, weight, revealed = waiting.pop()
            if passes(request, position, move):
                done.append((position, weight, revealed))
                continue
            between = meanwhile(request, position, move)
            branches = self.settled(position.play(between or move), weight, revealed)
            if between is None:
                done += branches
            else:
                waiting += branches
        return self.gather(done)

    def stop(self, node: Node) -> Fraction:
        """Return the exact gain of a line that stops here: the policy answers, and passes."""
        request = self.request
        total = Fraction(0)
        waiting = list(node.values())
        while waiting:
            position, weight, revealed = waiting.pop()
            if ended(request, position):
                total += weight * self.gain(position)
            else:
                waiting += self.settled(position.play(answer(request, position)), weight, revealed)
        return total

    def gain(self, end: Position) -> Fraction:
        """Return the gain at one end: of the table it depends on the seat alone."""
        own = end.seats[self.request.seat]
        found = self.gains.get(own)
        if found is None:
            found = self.gains[own] = value(self.request, end)
        return found

    # --- the search -----------------------------------------------------------------------------------------------

    def candidates(self, node: Node) -> list[Move]:
        """List the moves that a line may go on with, all but to stop: answers where a move asks, else moves of a turn.

        A move of a turn stands in a line only if it is legal in every branch.
        """
        request = self.request
        asked = [
            position for position, _, revealed in node.values() if not revealed and own_question(request, position)
        ]
        if asked:
            found: dict[Move, None] = {}
            for position in asked:
                self.look()
                found.update(dict.fromkeys(position.legal_moves()))
            return list(found)
        positions = [position for position, _, _ in node.values()]
        first = positions[0]
        legal: Any = first.legal_moves()
        for position in positions[1:]:
            here = set(position.legal_moves())
            legal = [move for move in legal if move in here]
            self.look()
        moves = cheapest(positions, request.seat, [move for move in legal if not isinstance(move, Pass)], self.same)
        worths = dict(zip(moves, weigh(first, moves), strict=True))
        return sorted(moves, key=lambda move: -worths[move])

    def worth(self, node: Node) -> Fraction:
        """Return the value of the best line that goes on from a node."""
        request = self.request
        asks = any(not revealed and own_question(request, position) for position, _, revealed in node.values())
        if not asks:
            node = self.answered(node)
        name = next(iter(node)) if len(node) == 1 else frozenset([(key, row[1]) for key, row in node.items()])
        known = self.memory.get(name)
        if known is not None:
            return known
        best: Fraction | None = None
        position = next(iter(node.values()))[0]
        over = not asks and ended(request, position)
        if over or (position.step not in CHOOSING and not asks):
            best = self.stop(node)
            self.improve(best, () if over else (Pass(),))
        if not over:
            for move in self.candidates(node):
                self.path.append(move)
                found = self.worth(self.play(node, move))
                self.path.pop()
                if best is None or found > best:
                    best = found
        assert best is not None
        self.memory[name] = best
        return best

    def improve(self, worth: Fraction, last: tuple[Move, ...]) -> None:
        """Keep a line that is better than all before, and tell the control."""
        if self.best is None or worth > self.best[0]:
            self.best = worth, (*self.path, *last)
            if self.control is not None:
                self.control.offer(claim(*self.best, complete=False))

    def search(self) -> tuple[Fraction, tuple[Move, ...]]:
        """Return the value of the best line, and the first such line that was met.

        The value of a node does not depend on the way to it, so the best end that was met is the best there is.
        Raises :class:`Stopped`, and :class:`Scarce` where the search must be done again with full keys.
        """
        root = self.gather(self.settled(on_table(self.request), ONE, False))
        if on_table(self.request).step in CHOOSING:
            self.improve(self.stop(root), ())
        worth = self.worth(root)
        assert self.best is not None and self.best[0] == worth
        return self.best


def claim(worth: Fraction, moves: tuple[Move, ...], *, complete: bool) -> Answer:
    """Make the answer."""
    from solver.answer import Answer

    bound = worth if complete else None
    return Answer(moves=moves, value=worth, bound=bound, complete=complete, method="search")


def search(request: Request, control: Control | None = None, limit: int | None = None) -> Lines:
    """Search every line of a request; the result is in ``best`` of what is returned, and ``finished`` says so.

    Raises :class:`solver.search.SearchTooLarge` after ``limit`` positions.
    """
    for full in (False, True):
        lines = Lines(request, control, Same(request, full=full), limit)
        try:
            lines.search()
            lines.finished = True
        except Scarce:
            continue
        except Stopped:
            pass
        break
    return lines


def solve_exact(request: Request, control: Control) -> Answer:
    """Answer by trying every line; the value is the bound where the search came to its end."""
    from solver.run import NoAnswer

    lines = search(request, control)
    if lines.best is None:
        raise NoAnswer
    return claim(*lines.best, complete=lines.finished)
