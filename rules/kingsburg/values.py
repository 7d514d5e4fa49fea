"""What lies on the table: seats, groups of dice on advisors, and the position of a game of Kingsburg.

All values are immutable; equality and hash are generated. A position holds nothing that can be derived and no
random generator. It is a decision of one seat, a chance node, or over; which of these it is, and what may come
next, is said by the step it stands in (see ``steps.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from .moves import Move, Outcome

if TYPE_CHECKING:
    from rules.choices import Choices
    from rules.findings import Finding, Problem
    from rules.score import Score

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


class Position(msgspec.Struct, frozen=True):
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

    # --- the contract of every game ---------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """Return the seat that decides, or None at a chance node and at the end."""
        if self.owed:
            return self.owed[0][0]
        if self.step in CHANCE_STEPS or self.step == "over":
            return None
        return self.queue[0]

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.step == "over"

    def legal_moves(self) -> tuple[Move, ...]:
        """List the legal moves in a stable order; empty at a chance node and at the end."""
        return flow.legal_moves(self)

    def why_not(self, move: Move) -> tuple[Finding, ...]:
        """Say every rule that ``move`` breaks here; empty when it is legal."""
        return flow.why_not(self, move)

    def choices(self, partial: tuple[str, ...] = ()) -> Choices[Move]:
        """Offer the tokens that still lead from ``partial`` to a legal move (see ``rules.choices``)."""
        from rules.choices import choices

        return choices(self.legal_moves(), partial)

    def play(self, move: Move | Outcome) -> Position:
        """Return the position after a move or, at a chance node, after an outcome.

        Raises :class:`rules.IllegalMove` with the findings when the move is not legal here, or the outcome
        cannot happen.
        """
        return flow.play(self, move)

    def chance(self) -> tuple[tuple[Outcome, Fraction], ...]:
        """List what may happen at a chance node with exact probabilities; empty elsewhere."""
        return flow.chance(self)

    def scores(self) -> tuple[Score, ...]:
        """Return every seat's points by source; at the end with the final ranking."""
        return flow.scores(self)

    def view(self, seat: int) -> Position:
        """Return the position as ``seat`` may know it."""
        return flow.view(self, seat)

    def problems(self) -> tuple[Problem, ...]:
        """List every defect that makes this position impossible on a table."""
        return flow.problems(self)

    def move(self, key: str) -> Move:
        """Read a typed move; raise with the reason when it is unknown or not legal here."""
        return flow.read_move(self, key)

    def outcome(self, key: str) -> Outcome:
        """Read a typed chance outcome; raise with the reason when it cannot happen here."""
        return flow.read_outcome(self, key)

    def to_text(self) -> str:
        """Print the position as TOML that a person can edit and :func:`rules.parse` reads back."""
        return flow.to_text(self)

    def to_code(self) -> str:
        """Print the position as one line without spaces, for links and tests."""
        return flow.to_code(self)

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


class Flow:
    """Carry the functions behind a position's methods; ``rules.kingsburg`` fills it when it is imported.

    The position is the lowest module of the room and the steps stand above it, so the methods reach them
    through this one object instead of importing upward.
    """

    legal_moves: Callable[[Position], tuple[Move, ...]]
    why_not: Callable[[Position, Move], tuple[Finding, ...]]
    play: Callable[[Position, Move | Outcome], Position]
    chance: Callable[[Position], tuple[tuple[Outcome, Fraction], ...]]
    scores: Callable[[Position], tuple[Score, ...]]
    view: Callable[[Position, int], Position]
    problems: Callable[[Position], tuple[Problem, ...]]
    read_move: Callable[[Position, str], Move]
    read_outcome: Callable[[Position, str], Outcome]
    to_text: Callable[[Position], str]
    to_code: Callable[[Position], str]


flow = Flow()
