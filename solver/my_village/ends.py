"""What the end of a turn is worth: death and rat without branching, and the gain of a village.

The rat's die matters to a turn only through the plague, and the plague only through the stories on the tree; so its six
faces are two: the plague comes, or not. Nobody else's village counts.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.my_village.death import can_ward
from rules.my_village.scoring import sources
from rules.my_village.steps import DECISIONS, run
from rules.my_village.values import Position

from .table import holdings, on_table

if TYPE_CHECKING:
    from solver.request import Request

NOTHING = Fraction(0)
PIPS = 6  #: faces of the rat's die
MOST = 8  #: valuations that are kept


class Ends:
    """Value ends of turns for a request: points won, and changes in holdings by their worths."""

    def __init__(self, request: Request) -> None:
        self.seat = request.seat
        start = on_table(request)
        self.worths = {name: worth for name, worth in request.worths if worth and name != "points"}
        self.point = request.worth("points")
        self.story = self.worths.get("stories", NOTHING)
        self.before = sum(sources(start, self.seat).values()) * self.point
        if self.worths:
            self.before += self._held(start)

    def _held(self, position: Position) -> Fraction:
        held = holdings(position, self.seat)
        return sum([worth * held[name] for name, worth in self.worths.items() if held[name]], NOTHING)

    def gain(self, position: Position) -> Fraction:
        """Return the gain of the seat from the request's position to this one."""
        now = sum(sources(position, self.seat).values()) * self.point
        return now - self.before + self._held(position) if self.worths else now - self.before

    def plague(self, position: Position) -> Fraction:
        """Return the chance that the rat reaches the plague field."""
        return Fraction(max(0, min(PIPS, PIPS + 1 - position.rat)), PIPS)

    def after_rat(self, position: Position) -> Fraction:
        """Value a position in which the rat's die is due and nothing else matters to the horizon."""
        worth = self.gain(position)
        if not self.story:
            return worth
        seat = position.seats[self.seat]
        if seat.tree < 2 or can_ward(position, seat):  # a space of the Salvation church costs nothing that counts
            return worth
        return worth - self.plague(position) * self.story * (seat.tree // 2)

    def after_death(self, position: Position) -> Fraction:
        """Value a question within the death: who dies, and where the day laborer begins."""
        if position.question not in ("dies", "laborer"):
            return self.after_rat(position)
        question = DECISIONS[position.question]
        return max(
            [self.after_death(run(question.apply(position, move))) for move in question.moves(position)],
        )


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
