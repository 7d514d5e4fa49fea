"""What later rounds can add at most under a forecast, wherever this round ends.

The rows of the later rounds begin at stages. Here they begin anywhere between the least and the most that this round
may leave, each thing for itself; and what the seat has then is taken off what it has at the end. Together with the most
that this round brings that is a bound of every plan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.scoring import ORDER_POINTS, UNPAID
from rules.paladins.steps import replace
from rules.paladins.values import ABSOLVE, ATTACK, ATTRIBUTES, COMMISSION, CONVERT, FORTIFY, GARRISON, INDEX, Seat
from rules.paladins.workers import LETTERS

from .forecast_figures import HUNDRED
from .forecast_rows import Outlook
from .forecast_stage import Stage
from .limits import WORKSHOPS, Limits
from .linear import Sum
from .table import kept, on_table

if TYPE_CHECKING:
    from solver.request import Request

ACTIONS = {
    COMMISSION: "commission",
    FORTIFY: "fortify",
    GARRISON: "garrison",
    ABSOLVE: "absolve",
    ATTACK: "attack",
    CONVERT: "convert",
}


class Anywhere(Outlook):
    """Hold the rows of the later rounds, beginning anywhere between some extreme stages."""

    def __init__(self, request: Request) -> None:
        limits = Limits(request)
        blank = _least(limits)
        #: A stage for each thing, which has one more of it than the least.
        self.probes = {name: _stage(limits, _one_more(blank.seat, name)) for name in (*_COUNTED, "developed")}
        self.blank = blank
        self.reads: dict[str, list[Sum]] = {}  #: what stages have of each thing, as often as it was asked
        super().__init__(request, _extremes(limits, blank))
        self._take_off()

    def begun(self, read: Callable[[Stage], int]) -> Sum:
        """Return a number that a stage may have, whatever else it has."""
        numbers = [read(stage) for stage in self.stages]
        low, high = min(numbers), max(numbers)
        found = Sum(low) if low == high else self.rows.whole("begun", low, high)
        for name, probe in self.probes.items():
            if read(probe) != read(self.blank):
                self.reads.setdefault(name, []).append(found)
        return found

    def _take_off(self) -> None:
        """Take what a stage counts at least off the objective."""
        request, game, objective = self.request, self.game, self.rows.objective
        point = request.worth("points")

        def less(what: Sum, each: Fraction) -> None:
            """Take off so much for each of a thing."""
            objective.add(what, -math.floor(each * self.scale))

        for index in (COMMISSION, FORTIFY, GARRISON, ABSOLVE):
            points = game.actions[index].points
            for flag, low, high in zip(self.ladders[index][0], points, points[1:], strict=False):
                less(flag, (high - low) * point)
        for place, card in enumerate(self.position.orders):
            row = self.position.catalogue.orders[card]
            less(self.ladders[INDEX[row.action]][0][row.at_least - 1], ORDER_POINTS[place] * point)
        seat = self.blank.seat
        developed = self.reads["developed"][0]
        slope, base = below(game.actions[0].points, seat.developed)
        less(developed, slope * point + request.worth("workshops"))
        less(Sum(1), base * point)
        for name in ATTRIBUTES:
            slope, base = below(game.levels, getattr(seat, name))
            less(self.reads[name][0], (slope * point + request.worth(name)) / HUNDRED)
            less(Sum(1), base * point)
        for name in ("silver", "provisions"):
            less(self.reads[name][0], (point / 3 + request.worth(name)) / HUNDRED)
        less(Sum(1), Fraction(-2, 3) * point)  # two goods may count nothing
        debt = (UNPAID * point + request.worth("debts")) / HUNDRED
        objective.add(self.reads["unpaid"][0], math.ceil(-debt * self.scale))
        if request.worth("townsfolk"):
            less(self.reads["townsfolk"][-1], request.worth("townsfolk"))
        if request.worth("suspicion"):
            objective.add(self.reads["suspicion"][0], math.ceil(-request.worth("suspicion") * self.scale))


def below(points: Sequence[int], first: int) -> tuple[Fraction, Fraction]:
    """Return slope and height at 0 of a line that is nowhere above some points from one place on.

    >>> below((0, 1, 1, 3), 0)
    (Fraction(1, 2), Fraction(0, 1))
    >>> below((5,), 3)
    (Fraction(0, 1), Fraction(5, 1))
    """
    first = min(first, len(points) - 1)
    slopes = [Fraction(point - points[first], place - first) for place, point in enumerate(points) if place > first]
    slope = min(slopes, default=Fraction(0))
    return slope, points[first] - slope * first


_COUNTED = ("silver", "provisions", "unpaid", "townsfolk", "suspicion", *ATTRIBUTES)


def _one_more(seat: Seat, name: str) -> Seat:
    """Return a seat that has one more of a thing."""
    if name == "developed":
        covered = next((place for place, mask in enumerate(seat.workshops) if mask != 3), 0)
        masks = list(seat.workshops)
        masks[covered] |= 2 if masks[covered] & 1 else 1
        return replace(seat, workshops=tuple(masks))
    if name == "townsfolk":
        return replace(seat, townsfolk=(*seat.townsfolk, ""))
    if name == "suspicion":
        return replace(seat, suspicion=(*seat.suspicion, 0))
    return replace(seat, **{name: getattr(seat, name) + 1})


def _stage(limits: Limits, seat: Seat, more: int = 0, workers: str = "") -> Stage:
    """Make a stage of a seat, with all or nothing done that can be done in this round."""
    own = limits.seat
    done = {
        COMMISSION: own.monks,
        FORTIFY: len(own.walls),
        GARRISON: own.outposts,
        ABSOLVE: len(own.jars),
        ATTACK: len(own.attacked),
        CONVERT: len(own.converted),
    }
    nothing = Fraction(0)
    return Stage(
        line=(),
        gain=nothing,
        promise=nothing,
        before=nothing,
        seat=seat,
        workers=workers,
        done={index: number + more * limits.uses[ACTIONS[index]] for index, number in done.items()},
        outsiders=0,
        chance=Fraction(1),
    )


def _least(limits: Limits) -> Stage:
    """Return the stage at which a seat has least of everything; what counts the same at the end is left out."""
    bare = replace(limits.seat, silver=0, provisions=0, unpaid=0, paid=0, walls=(), suspicion=(), workers="")
    return _stage(limits, bare)


def _extremes(limits: Limits, blank: Stage) -> list[Stage]:
    """Return stages between whose numbers all stages lie: the least, and the most with each kind of workers."""
    seat, words = limits.seat, limits.words
    cap = limits.position.game.cap
    much = replace(
        blank.seat,
        silver=seat.silver + words["silver"] + limits.taxes,
        provisions=seat.provisions + words["provision"],
        unpaid=seat.unpaid + words["debt"] + words["debt inquisition"],
        townsfolk=(*seat.townsfolk, *limits.row),
        suspicion=(0,) * (len(seat.suspicion) + limits.draws),
        workshops=(3,) * len(seat.workshops) if seat.developed < WORKSHOPS else seat.workshops,
        **{name: min(cap, getattr(seat, name) + words[name]) for name in ATTRIBUTES},
    )
    stay = kept(on_table(limits.request), 3)
    return [blank, *(_stage(limits, much, 1, letter * stay) for letter in LETTERS)]


def later_bound(request: Request) -> Fraction:
    """Return what later rounds add at most, by the bounds of the numbers alone."""
    rows = Anywhere(request)
    return Fraction(rows.rows.high(rows.rows.objective), rows.scale)


__all__ = ["Anywhere", "later_bound"]
