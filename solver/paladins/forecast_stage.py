"""What a line of this round leaves for the rounds to come: the seat at its likeliest end, and what the line brings."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.paladins.moves import Move
from rules.paladins.scoring import counts, outsider_points
from rules.paladins.values import ABSOLVE, ATTACK, COMMISSION, CONVERT, FORTIFY, GARRISON, Position, Seat

from .forecast_figures import eye
from .line import Belief, Walker
from .table import kept, on_table, value, worth

if TYPE_CHECKING:
    from solver.request import Request

Line = tuple[Move, ...]
Values = list[int] | tuple[int, ...]  #: of the variables of rows


class Sight(Walker):
    """Walk lines with chance answered by the worths of goods, and value them under the request's own objective."""

    def __init__(self, request: Request) -> None:
        super().__init__(eye(request))
        self.asked = request

    def gain(self, end: Position) -> Fraction:
        """Return the gain at one end, remembered."""
        found = self.values.get(end)
        if found is None:
            found = self.values[end] = value(self.asked, end)
        return found


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Hold where the later rounds begin.

    ``gain`` is what the line brings in this round, exactly, over all that hidden cards may show, and ``promise`` the
    same with goods at their shipped worths; ``before`` is what the likeliest end counts so far. ``workers`` are those
    that stay; ``chance`` is how likely this end is.
    """

    line: Line
    gain: Fraction
    promise: Fraction
    before: Fraction
    seat: Seat
    workers: str
    done: dict[int, int]  #: by action: pieces, cards and jars so far
    outsiders: int  #: points of the converted outsiders now
    chance: Fraction

    @property
    def unpaid(self) -> int:
        """Return the unpaid debts."""
        return self.seat.unpaid


def stage_of(sight: Sight, line: Line, belief: Belief) -> Stage:
    """Return what a line leaves when it stops here."""
    request = sight.asked
    ends = sight.finish(belief)
    gain = sum((weight * sight.gain(end) for end, weight in ends.items()), Fraction(0))
    end = max(ends, key=lambda position: ends[position])
    seat = end.seats[request.seat]
    number = counts(seat)
    done = {
        COMMISSION: seat.monks,
        FORTIFY: len(seat.walls),
        GARRISON: seat.outposts,
        ABSOLVE: len(seat.jars),
        ATTACK: len(seat.attacked),
        CONVERT: len(seat.converted),
    }
    return Stage(
        line=line,
        gain=gain,
        promise=sum((weight * value(sight.request, position) for position, weight in ends.items()), Fraction(0)),
        before=worth(request, end),
        seat=seat,
        workers=seat.workers[: kept(on_table(request), len(seat.workers))],
        done=done,
        outsiders=outsider_points(end, seat, number),
        chance=ends[end],
    )
