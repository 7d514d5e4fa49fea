"""What the end of a turn is worth: death and rat without branching, and the gain of a village.

The rat's die matters to a turn only through the plague, and the plague only through the stories on the tree; so its six
faces are two: the plague comes, or not. Nobody else's village counts.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from rules.my_village.death import can_ward
from rules.my_village.scoring import sources
from rules.my_village.steps import DECISIONS, run
from rules.my_village.values import Position

from .table import HELD, on_table

if TYPE_CHECKING:
    from solver.request import Request

Value = int | Fraction  #: in units: whole as long as no chance weighs it
PIPS = 6  #: faces of the rat's die
MOST = 8  #: valuations that are kept


class Ends:
    """Value ends of turns for a request: points won, and changes in holdings by their worths.

    Searches count in whole ``unit``s of a point, so that only chance brings fractions.
    """

    def __init__(self, request: Request) -> None:
        self.seat = request.seat
        start = on_table(request)
        worths = {name: worth for name, worth in request.worths if worth and name != "points"}
        point = request.worth("points")
        self.unit = lcm(point.denominator, *[worth.denominator for worth in worths.values()])
        self.point = int(point * self.unit)
        self.worths = {name: int(worth * self.unit) for name, worth in worths.items()}  #: in units
        self.story = self.worths.get("stories", 0)
        self._terms = tuple([(worth, HELD[name]) for name, worth in self.worths.items() if name in HELD])
        self.before = 0
        self.before = self.count(start)

    def count(self, position: Position) -> int:
        """Return the gain of the seat from the request's position to this one, in units."""
        total = self.point * points(position, self.seat) if self.point else 0
        if self._terms:
            own = position.seats[self.seat]
            for worth, held in self._terms:
                total += worth * held(position, own)
        return total - self.before

    def gain(self, position: Position) -> Fraction:
        """Return the gain of the seat from the request's position to this one."""
        return Fraction(self.count(position), self.unit)

    def plague(self, position: Position) -> Fraction:
        """Return the chance that the rat reaches the plague field."""
        return Fraction(max(0, min(PIPS, PIPS + 1 - position.rat)), PIPS)

    def after_rat(self, position: Position) -> Value:
        """Value, in units, a position in which the rat's die is due and nothing else matters to the horizon."""
        worth = self.count(position)
        if not self.story:
            return worth
        seat = position.seats[self.seat]
        if seat.tree < 2 or can_ward(position, seat):  # a space of the Salvation church costs nothing that counts
            return worth
        return worth - self.plague(position) * self.story * (seat.tree // 2)

    def after_death(self, position: Position) -> Value:
        """Value, in units, a question within the death: who dies, and where the day laborer begins."""
        if position.question not in ("dies", "laborer"):
            return self.after_rat(position)
        question = DECISIONS[position.question]
        return max(
            [self.after_death(run(question.apply(position, move))) for move in question.moves(position)],
        )


def points(position: Position, number: int) -> int:
    """Return the fame of a seat as if the game ended now."""
    return sum(sources(position, number).values())


_kept: OrderedDict[Hashable, Ends] = OrderedDict()


def ends(request: Request) -> Ends:
    """Return the valuation of a request, kept for those who ask again and again."""
    key = (request.position, request.seat, request.worths)
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = Ends(request)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return found
