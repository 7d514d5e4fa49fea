"""What the end of a first turn is worth by what can be done in the second one: exactly, or by a quick bound.

The other seat takes a pair of dice between. What a village can do depends on the pool only through the pairs that are
left; so for each village every way to make a value is valued once, and each pair of the other seat only says which ways
are left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.my_village.dice import price, takes
from rules.my_village.moves import Take
from rules.my_village.steps import replace
from rules.my_village.values import Position

from .ends import Ends, Value
from .exact import ENDLESS, Turn, cheapest
from .hope import Hopes, most_stories
from .second import FAR, Second, Way
from .table import is_free, on_table

if TYPE_CHECKING:
    from collections.abc import Hashable

    from solver.control import Control
    from solver.request import Request

DARK = (0, 1, 2)  #: black dice in a pair


def way(move: Take) -> Way:
    """Return what the village remembers of a pair of dice."""
    cost, black = price(move)
    return move.value, move.markers, black, cost


@lru_cache(maxsize=20_000)
def _ways(legal: tuple[Take, ...]) -> tuple[tuple[Way, Take], ...]:
    return tuple((way(move), move) for move in cheapest(legal))  # type: ignore[arg-type, misc]


class Between:
    """Value the ends of first turns."""

    def __init__(self, request: Request) -> None:
        self.request, self.seat = request, request.seat
        self.start = on_table(request)
        self.worst = request.rivals == "worst"
        self.ends = Ends(request)
        self.now = Turn(request)  #: the first turn by itself
        self.second = Second(request)
        self.hope = Hopes(self.ends, self.seat)
        self.second.turn = self.start.turn + len(self.start.seats)
        self.coin = self.ends.worths.get("coins", 0)
        self.control: Control | None = None
        self._ends: dict[Hashable, Value] = {}
        self._capped: dict[Hashable, Value] = {}  #: what positions and ends have been found not to exceed
        self._limits: dict[tuple[Position, bool], dict[tuple[int, int], Value]] = {}
        self._hoped: dict[tuple[Position, bool], Value] = {}
        self._fewest: dict[tuple[int, int], dict[tuple[int, int], int]] = {}

    def watched(self, control: Control | None) -> None:
        """Let a control stop the search."""
        self.control = self.second.control = self.now.control = control

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

    def limits(self, village: Position, loose: bool = False) -> dict[tuple[int, int], Value]:
        """Return a quick bound on what can be reached with each value and number of black dice of the second turn.

        It is what the value brings without a coin or marker paid. ``loose``: also after any death.
        """
        known = self._limits.get((village, loose))
        if known is None:
            count, parts, own = self.ends.count(village), self.second.parts(village), village.seats[self.seat]
            known = {}
            for dark in DARK:
                begun = count + self.second.taken(own, (0, 0, dark, 0))
                for value, most in enumerate(self.hope.more(village, parts, self.second.purse, dark, loose), 2):
                    known[value, dark] = begun + most
            self._limits[village, loose] = known
        return known

    def fewest(self, village: Position) -> dict[tuple[int, int], int]:
        """Return the fewest coins for each value and number of black dice, with all dice that lie in the pool now."""
        own = village.seats[self.seat]
        key = own.coins, min(own.sets, 2)
        known = self._fewest.get(key)
        if known is None:
            known = {}
            for found, _ in self.ways(village, self.start.white, self.start.black):
                each = found[0], found[2]
                known[each] = min(known.get(each, found[3]), found[3])
            self._fewest[key] = known
        return known

    def hoped(self, village: Position, loose: bool = False) -> Value:
        """Return a bound on the value of a first turn's end."""
        known = self._hoped.get((village, loose))
        if known is None:
            limits = self.limits(village, loose)
            known = max([limits[each] - coins * self.coin for each, coins in self.fewest(village).items()])
            self._hoped[village, loose] = known
        return known

    def deadly(self, position: Position) -> Value:
        """Return a bound on a first turn that ends with a death, without asking who dies and what the rat does.

        The second turn may begin with everybody still there (and a place free all the same), and the story told.
        """
        village = self.village(position)
        own = village.seats[self.seat]
        there = own.villagers if own.villagers.count(True) > 1 else (True,) * len(own.villagers)
        after = replace(own, villagers=there, tree=own.tree + most_stories(position))
        seats = tuple([after if seat is own else seat for seat in village.seats])
        begun = replace(village, seats=seats)
        more = self.hoped(begun, loose=True) - self.ends.count(begun)
        return self.ends.count(village) + self.hope.death(position) + more

    def place(self, position: Position) -> tuple[Position, tuple[int, ...], tuple[int, ...]]:
        """Return what an end of the first turn is remembered by."""
        return self.village(position), position.white, position.black

    def end(self, position: Position, beyond: Value = -ENDLESS) -> Value:
        """Return the value of an end of the first turn, where the other seat chooses dice; see :meth:`worth`."""
        if position.step == "over":
            return self.ends.count(position)
        key = self.place(position)
        known = self._ends.get(key)
        if known is None:
            if self._capped.get(key, ENDLESS) <= beyond:
                return beyond
            known = self.between(position, beyond)
            if known > beyond:
                self._ends[key] = known
            else:
                self._capped[key] = beyond
        return known
