"""What a building plan under a forecast is made of: the seat between two seasons, the acts of each, what came of it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rules.kingsburg.catalogue import Cell

    from .forecast_frame import Start
    from .tail import Option


class Held(NamedTuple):
    """Hold a seat between two seasons: goods (``any``: still open), soldiers and markers in parts, all else whole."""

    gold: int
    wood: int
    stone: int
    any: int
    soldiers: int
    markers: int
    built: tuple[int, ...]
    envoy: bool
    army: tuple[int, ...]

    @property
    def goods(self) -> tuple[int, int, int]:
        """Return gold, wood and stone in parts."""
        return self.gold, self.wood, self.stone


class Act(NamedTuple):
    """Hold what a seat does in one season. ``paid`` are the goods by kind that recruiting costs, ``markers`` the +2
    markers paid for soldiers, ``army`` the army marker of the battle; where a kind is short, open goods fill it."""

    marker: bool = False
    works: tuple[Cell, ...] = ()
    cells: tuple[Cell, ...] = ()
    hall: str = ""
    paid: tuple[int, int, int] = (0, 0, 0)
    markers: int = 0
    army: int = -1


class Last(NamedTuple):
    """Hold the last move of the present season where it is given: what it builds, pays the Town Hall or recruits with.

    None leaves that open, since the move is none of this kind.
    """

    cells: tuple[str, ...] | None = None
    hall: str | None = None
    recruits: Act | None = None


class Schedule(NamedTuple):
    """Hold a whole plan: the present gifts, what is built now, and what is done in every season (the present one
    first: there only the Town Hall and what follows is read)."""

    start: Start
    option: Option
    acts: tuple[Act, ...]


class Fight(NamedTuple):
    """Hold one battle of a plan: soldiers before the reinforcement, the chances to win and not to lose, points."""

    year: int
    soldiers: int
    recruited: int
    army: int
    win: Fraction
    draw: Fraction
    worth: Fraction


class Refused(Exception):
    """Say that a schedule cannot be paid or built; the text says what is missing."""


class Played(NamedTuple):
    """Hold what a schedule brings: its value in parts, the battles, the kinds that open goods became in the order
    of their use, and the seat at the end."""

    value: int
    fights: tuple[Fight, ...]
    kinds: tuple[int, ...]
    end: Held
