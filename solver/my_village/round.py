"""Exact answers for a round of two players with two turns of the seat ahead.

Between them the other seat takes a pair of dice and nothing else. What a village can do in its second turn depends on
the pool only through the pairs that are left; so for each village that the first turn can leave, every way to make a
value is valued once, and each pair of the other seat only says which ways are left.

The first turn is searched twice: first with a bound on the second turn (``Round.limits``), then exactly, the most
promising first, and only as long as its bound is above the best. The best plan so far is kept at every decision, so
that a stop leaves one whose second turns are exact; the first such plan is the best one for the first turn by itself.
Values are counted in units (see ``ends``).
"""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from rules.my_village.dice import price, takes
from rules.my_village.moves import Move, Take
from rules.my_village.steps import CHANCES, DECISIONS, replace, run
from rules.my_village.values import Position
from solver.search import SearchStopped

from .customers import choices
from .ends import Ends, Value
from .exact import MARKET, Turn, at_a_glance, cheapest, turns_up, unordered
from .hope import hopes
from .second import FAR, Second, Way
from .table import is_free, on_table, plain

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from solver.control import Control
    from solver.request import Request

MOST = 4  #: searches that are kept for what follows after chance
ENDLESS = 10**12
DARK = (0, 1, 2)  #: black dice in a pair


def way(move: Take) -> Way:
    """Return what the village remembers of a pair of dice."""
    cost, black = price(move)
    return move.value, move.markers, black, cost


@lru_cache(maxsize=20_000)
def _ways(legal: tuple[Take, ...]) -> tuple[tuple[Way, Take], ...]:
    return tuple((way(move), move) for move in cheapest(legal))  # type: ignore[arg-type, misc]


#: What may come next: its probability, or None; the position; and the move of the seat, if it is one.
Children = list[tuple[Fraction | None, Position, Move | None]]


class Round:
    """Search both turns of a round."""

    def __init__(self, request: Request) -> None:
        self.request, self.seat = request, request.seat
        self.start = on_table(request)
        self.worst = request.rivals == "worst"
        self.ends = Ends(request)
        self.now = Turn(request)  #: the first turn by itself
        self.second = Second(request)
        self.second.turn = self.start.turn + len(self.start.seats)
        self.coin = self.ends.worths.get("coins", 0)
        self.control: Control | None = None
        self.states = 0
        self._upper: dict[Position, Value] = {}
        self._exact: dict[Position, Value] = {}
        self._ends: dict[Hashable, Value] = {}
        self._limits: dict[Position, dict[tuple[int, int], Value]] = {}
        self._hoped: dict[Position, Value] = {}
        self._fewest: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
        self._best: dict[Position, tuple[Value, Move]] = {}  #: the best plan so far at decisions of the first turn
        self.given_up = False  #: after a stop without any plan both turns are played at a glance

    def watched(self, control: Control | None) -> None:
        """Let a control stop the search."""
        self.control = self.second.control = self.now.control = control

    # --- the second turn ---------------------------------------------------------------------------------------

    def remembered(self, position: Position) -> Position:
        """Return a position of the second turn without what was turned up since the start."""
        start, own = self.start, position.seats[self.seat]
        own = replace(own, served=tuple(sorted(own.served)), customers=tuple(sorted(own.customers)))
        return replace(
            position,
            customers=tuple([card if card in start.customers else "" for card in position.customers]),
            customer_deck=(),
            monks=tuple(
                [card if card == before else "" for card, before in zip(position.monks, start.monks, strict=True)]
            ),
            monk_decks=((),) * len(start.monk_decks),
            rat=position.rat if self.ends.story else FAR,
            seats=tuple([own if number == self.seat else start.seats[number] for number in range(len(position.seats))]),
        )

    def village(self, position: Position) -> Position:
        """Return the village with which the second turn begins; the dice are left out."""
        reached = self.remembered(position)
        return replace(reached, turn=self.second.turn, step="dice", value=0, used=(), white=(), black=(), pending=())

    def best(
        self, village: Position, white: tuple[int, ...], black: tuple[int, ...], beyond: Value = -ENDLESS
    ) -> Value:
        """Return what the second turn is worth with such a pool, or ``beyond`` where it is not above that."""
        return self.best_way(village, white, black, beyond)[0]

    def best_way(
        self, village: Position, white: tuple[int, ...], black: tuple[int, ...], beyond: Value = -ENDLESS
    ) -> tuple[Value, Take | None]:
        """Return the best value of a second turn with the pair of dice that brings it; none is above ``beyond``."""
        limits = self.limits(village)
        best, chosen = beyond, None
        hoped = [(limits[found[0], found[2]] - found[3] * self.coin, found, move)
                 for found, move in self.ways(village, white, black)]  # fmt: skip
        for limit, found, move in sorted(hoped, key=lambda entry: -entry[0]):
            if limit <= best:
                break
            worth = self.second.value(village, found)
            if worth > best:
                best, chosen = worth, move
        return best, chosen

    def ways(self, village: Position, white: tuple[int, ...], black: tuple[int, ...]) -> tuple[tuple[Way, Take], ...]:
        """List the ways to make a value of a pool, the cheapest of each kind."""
        return _ways(takes(replace(village, white=white, black=black)))

    def left(self, position: Position) -> list[tuple[Take, tuple[int, ...], tuple[int, ...]]]:
        """List the pairs that the other seat can take as they lie, with the pool that is left."""
        found = []
        for move in takes(position):
            if isinstance(move, Take) and is_free(move):
                white, black = list(position.white), list(position.black)
                for name in move.dice:
                    (white if name[0] == "w" else black).remove(int(name[1]))
                found.append((move, tuple(white), tuple(black)))
        return found

    def between(self, position: Position, beyond: Value = -ENDLESS) -> Value:
        """Return the value of a first turn's end, or ``beyond`` where it is not above that."""
        village = self.village(position)
        if not self.worst:  # whichever pair is the best one, there are always two dice besides
            return self.best(village, position.white, position.black, beyond)
        least: Value = ENDLESS
        for _, white, black in self.left(position):
            least = min(least, self.best(village, white, black, beyond))
            if least <= beyond:
                break
        return least

    def pair(self, position: Position) -> Take:
        """Return the pair that the other seat takes, the first of equals."""
        village, answers = self.village(position), self.left(position)
        if not self.worst:
            best = self.best_way(village, position.white, position.black)[1]
            assert best is not None
            wanted = way(best)
            return next(
                move
                for move, white, black in answers
                if any(found == wanted for found, _ in self.ways(village, white, black))
            )
        goal = self.end(position)
        return next(move for move, white, black in answers if self.best(village, white, black) == goal)

    # --- the first turn ----------------------------------------------------------------------------------------

    def limits(self, village: Position) -> dict[tuple[int, int], Value]:
        """Return a bound on what can be reached with each value and number of black dice of the second turn.

        For points a quick one is enough; else it is what the value brings without a coin or marker paid.
        """
        known = self._limits.get(village)
        if known is None:
            if self.ends.worths:
                known = self.second.limits(village, self.fewest(village))
            else:
                gain, point = self.ends.count(village), self.ends.point
                hoped = hopes(village, self.seat)
                known = {(value, dark): gain + point * most for value, most in hoped.items() for dark in DARK}
            self._limits[village] = known
        return known

    def fewest(self, village: Position) -> dict[tuple[int, int], int]:
        """Return the fewest coins for each value and number of black dice, with all dice that lie in the pool now."""
        own = village.seats[self.seat]
        key = own.coins, min(own.sets, 2)
        known = self._fewest.get(key)
        if known is None:
            known = self._fewest[key] = {}
            for found, _ in self.ways(village, self.start.white, self.start.black):
                each = found[0], found[2]
                known[each] = min(known.get(each, found[3]), found[3])
        return known

    def hoped(self, village: Position) -> Value:
        """Return a bound on the value of a first turn's end."""
        known = self._hoped.get(village)
        if known is None:
            limits = self.limits(village)
            known = max([limits[each] - coins * self.coin for each, coins in self.fewest(village).items()])
            self._hoped[village] = known
        return known

    def first(self, position: Position) -> bool:
        """Say whether a position belongs to the first turn."""
        return position.turn == self.start.turn and position.round == self.start.round

    def children(self, position: Position, only: Move | None = None) -> Children:
        """List what may come next: with its probability, or None and the move where the seat decides."""
        question = position.question
        if turns_up(position):
            return [(None, self.tidy(run(replace(position, pending=position.pending[1:]))), None)]
        if (chance := CHANCES.get(question)) is not None:
            found = chance.outcomes(position)
            return [(share, self.tidy(run(chance.apply(position, outcome))), None) for outcome, share in found]
        decision = DECISIONS[question]
        if position.actor != self.seat:
            return [(None, self.tidy(run(decision.apply(position, plain(position)))), None)]
        moves: Sequence[Move] = decision.moves(position) if only is None else (only,)
        if question in MARKET:
            moves = choices(position, self.seat, moves)
        return [(None, self.tidy(run(decision.apply(position, move))), move) for move in moves]

    def tidy(self, position: Position) -> Position:
        """Return a position of the first turn without the order in which white banners were activated."""
        return unordered(position, self.seat) if len(position.used) > 1 else position

    def upper(self, position: Position) -> Value:
        """Return a bound on a position of the first turn: its best end with what the second turn may bring."""
        if not self.first(position):
            return self.ends.count(position) if position.step == "over" else self.hoped(self.village(position))
        key = replace(position, white=(), black=()) if position.value else position
        known = self._upper.get(key)
        if known is None:
            self.look()
            after = [(share, self.upper(child)) for share, child, _ in self.children(key)]
            if after[0][0] is None:
                known = max([bound for _, bound in after])
            else:
                known = sum([share * bound for share, bound in after if share])
            self._upper[key] = known
        return known

    def worth(self, position: Position, beyond: Value = -ENDLESS) -> Value:
        """Return the exact value of a position, or, where it is not above ``beyond``, any bound that is not either."""
        if not self.first(position):
            return self.end(position, beyond)
        known = self._exact.get(position)
        if known is not None:
            return known
        if self.upper(position) <= beyond:
            return beyond
        self.look()
        children = self.children(position)
        by_chance = children[0][0] is not None
        worth = self.expected(position, children, beyond) if by_chance else self.most(position, children, beyond)
        if worth > beyond:
            self._exact[position] = worth
        return worth

    def expected(self, position: Position, children: Children, beyond: Value) -> Value:
        """Value a position where chance decides; it ends as soon as the rest cannot bring it above ``beyond``."""
        total = self.upper(position)
        for share, child, _ in children:
            if share:
                hope = self.upper(child)
                total -= share * hope
                least = -ENDLESS if beyond <= -ENDLESS else (beyond - total) / Fraction(share)
                worth = self.worth(child, least)
                if worth <= least:
                    return beyond
                total += share * worth
        return total

    def most(self, position: Position, children: Children, beyond: Value) -> Value:
        """Value a position where the seat decides, or another that does not interfere."""
        best = beyond
        children = sorted(children, key=lambda entry: self.upper(entry[1]), reverse=True)
        for _, child, move in children:
            if self.upper(child) <= best:
                break
            try:
                worth = self.worth(child, best)
            except SearchStopped:
                self.note(position, self.lower(child), move)
                raise
            if worth > best:
                best = worth
                self.note(position, worth, move)
        return best

    def note(self, position: Position, worth: Value | None, move: Move | None) -> None:
        """Keep a plan at a decision if it is the best so far."""
        if worth is not None and move is not None and (position not in self._best or worth > self._best[position][0]):
            self._best[position] = worth, move

    def lower(self, position: Position) -> Value | None:
        """Return the value of the best plan so far; None where there is none."""
        if not self.first(position):
            return self.ends.count(position) if position.step == "over" else self._ends.get(self.place(position))
        if (known := self._exact.get(position)) is not None:
            return known
        if position in self._best:
            return self._best[position][0]
        if position.actor == self.seat:
            return None
        each = [(share, self.lower(child)) for share, child, _ in self.children(position)]
        if any(worth is None for _, worth in each):
            return None
        return sum([(1 if share is None else share) * worth for share, worth in each])  # type: ignore[operator, misc]

    def glide(self, position: Position) -> Value:
        """Play the first turn as if it were the only one; return what such a plan brings with exact second turns."""
        if not self.first(position):
            return self.end(position)
        self.look()
        children = self.children(position, self.now.move(position) if position.actor == self.seat else None)
        each = [(share, self.glide(child)) for share, child, _ in children]
        worth = sum([(1 if share is None else share) * worth for share, worth in each])
        self.note(position, worth, children[0][2])
        return worth

    def end(self, position: Position, beyond: Value = -ENDLESS) -> Value:
        """Return the value of an end of the first turn, where the other seat chooses dice; see :meth:`worth`."""
        if position.step == "over":
            return self.ends.count(position)
        key = self.place(position)
        known = self._ends.get(key)
        if known is None:
            known = self.between(position, beyond)
            if known > beyond:
                self._ends[key] = known
        return known

    def look(self) -> None:
        """Look at the control: a state here may stand for a whole second turn."""
        self.states += 1
        if self.control is not None and self.control.stopped:
            raise SearchStopped(f"The search was stopped after {self.states} states.")

    # --- what a replay asks ------------------------------------------------------------------------------------

    def move(self, position: Position) -> Move:
        """Return the best move of the seat in either turn, the first of equals."""
        if self.given_up:
            return at_a_glance(position)
        if self.first(position):
            return self.chosen(position)
        seen = self.remembered(position)
        if position.question == "dice" and position.actor == self.seat:
            best = self.best_way(self.village(position), position.white, position.black)[1]
            assert best is not None
            return best
        return self.second.move(seen)

    def chosen(self, position: Position) -> Move:
        """Return the best move of the first turn that the search has found."""
        position = self.tidy(position)
        if position not in self._best:
            self.worth(position)
        return self._best[position][1]

    def place(self, position: Position) -> tuple[Position, tuple[int, ...], tuple[int, ...]]:
        """Return what an end of the first turn is remembered by."""
        return self.village(position), position.white, position.black

    def reply(self, position: Position) -> Move:
        """Return the pair of dice that the other seat takes between the turns; otherwise what does not interfere."""
        if position.question == "dice" and self.start.turn < position.turn < self.second.turn and not self.given_up:
            return self.pair(position)
        return plain(position)


_kept: OrderedDict[Hashable, Round] = OrderedDict()
_lock = Lock()


def kept(request: Request, control: Control | None = None) -> Round:
    """Return the search of a request, begun anew or with what it has found before."""
    key = (request.position, request.seat, request.worths, request.rivals)
    with _lock:
        found = _kept.pop(key, None) or Round(request)
        _kept[key] = found
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    if control is not None:
        found.watched(control)
    return found
