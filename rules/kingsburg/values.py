"""What lies on the table: seats, groups of dice on advisors, and the position of a game of Kingsburg.

All values are immutable; equality and hash are generated. A position holds nothing that can be derived and no
random generator. It is a decision of one seat, a chance node, or over; which of these it is, and what may come
next, is said by the step it stands in (see ``steps.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules.position import Table

from .moves import Move, Outcome

if TYPE_CHECKING:
    from .catalogue import Catalogue, Sheet
    from .game import Game

#: Where points come from, in the order in which a seat stores them. "earlier" are points whose source a
#: position that was typed in does not state.
SOURCES = ("advisors", "buildings", "effects", "king", "battles", "governors", "army", "earlier")
ADVISORS, BUILDINGS, EFFECTS, KING, BATTLES, GOVERNORS, ARMY, EARLIER = range(len(SOURCES))
NO_POINTS = (0,) * len(SOURCES)

NEUTRAL = -1  #: the seat of neutral dice, and of the envoy while nobody holds it
UNKNOWN = "?"  #: a card that the viewing seat may not see
UNKNOWN_MARKER = -2  #: an army marker that the viewing seat may not see
NO_MARKER = -1  #: no army marker chosen

PHASES = (
    "setup",
    "favour",
    "spring",
    "reward",
    "summer",
    "envoy",
    "autumn",
    "recruit",
    "winter",
)  #: names by number
SPRING, SUMMER, AUTUMN = 2, 4, 6


class Seat(msgspec.Struct, frozen=True):
    """Hold what one governor owns and what lies before them.

    ``built`` counts the buildings per row, from column I: a row is always built from the left, and what an
    enemy destroys is always the last of its row. ``dice`` and ``bonus`` are faces not yet placed, sorted;
    ``bonus_dice`` is how many bonus dice the seat rolls this season. ``used`` names effects spent this season
    (those that begin with "year:" this year, "game:" this game), sorted. ``points`` are by source, in the
    order of :data:`SOURCES`, and may be negative (rule negative-points). No stock has an upper limit (rule
    supply-unlimited).
    """

    gold: int = 0
    wood: int = 0
    stone: int = 0
    soldiers: int = 0
    markers: int = 0
    built: tuple[int, ...] = (0, 0, 0, 0, 0)
    dice: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    bonus_dice: int = 0
    used: tuple[str, ...] = ()
    points: tuple[int, ...] = NO_POINTS
    governor: str = ""
    hand: tuple[str, ...] = ()
    army: tuple[int, ...] = ()
    chosen: int = NO_MARKER

    @property
    def goods(self) -> int:
        """Count gold, wood and stone together."""
        return self.gold + self.wood + self.stone

    @property
    def buildings(self) -> int:
        """Count the buildings."""
        return sum(self.built)

    @property
    def total(self) -> int:
        """Return the points on the track."""
        return sum(self.points)


class Placement(msgspec.Struct, frozen=True):
    """Hold one group of dice on an advisor; ``seat`` is :data:`NEUTRAL` for the two-player game's dice."""

    rank: int
    seat: int
    dice: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    marker: bool = False
    market: int = 0
    envoy: bool = False
    private: bool = False


class Position(Table[Move, Outcome], frozen=True):
    """Hold a whole position.

    ``order`` is the turn order, ``queue`` the seats that still act in this step, next first. ``paid`` counts
    the groups on advisors that have already paid in the step "gifts". ``owed`` lists seats that must take
    goods of their choice before the step goes on, as (seat, number). ``enemy`` is the top enemy card once it
    has been drawn (looked at or revealed), ``peeked`` the seats that have looked at it.
    """

    game: Game
    modules: tuple[str, ...]
    year: int
    phase: int
    step: str
    order: tuple[int, ...]
    seats: tuple[Seat, ...]
    queue: tuple[int, ...] = ()
    placements: tuple[Placement, ...] = ()
    paid: int = 0
    owed: tuple[tuple[int, int], ...] = ()
    envoy: int = NEUTRAL
    enemy: str = ""
    peeked: tuple[int, ...] = ()
    reinforcement: int = 0

    # --- the contract of every game (see rules/position.py) ----------------------------------------------

    @property
    def actor(self) -> int | None:
        """Return the seat that decides, or None at a chance node and at the end."""
        if self.owed:
            return self.owed[0][0]
        if self.step in CHANCE_STEPS or self.step == "over":
            return None
        return self.queue[0]

    # --- what the game's own modules ask again and again --------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """Return what is printed on cards and sheets."""
        return self.game.catalogue

    @property
    def sheet(self) -> Sheet:
        """Return the province sheet in use: five rows, or seven with module 1."""
        return self.game.long_sheet if "buildings" in self.modules else self.game.short_sheet


CHANCE_STEPS = frozenset({"neutral", "roll", "reroll", "peek", "king", "academy", "reveal"})
