"""What lies on the table: seats, the solo opponent, and the position of a game of Paladins of the West Kingdom.

All values are immutable; equality and hash are generated. They can hold no cycles, so the collector skips them. A
position holds no random generator. It is a decision of one seat, a chance node, or over: which of these it is, is
said by the first entry of ``pending`` if there is one, else by the step (see ``steps.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules.position import Waiting

from .moves import Move
from .outcomes import Outcome

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .game import Game

ACTIONS = (
    "develop",
    "recruit",
    "hunt",
    "trade",
    "pray",
    "conspire",
    "commission",
    "fortify",
    "garrison",
    "absolve",
    "attack",
    "convert",
)
DEVELOP, RECRUIT, HUNT, TRADE, PRAY, CONSPIRE, COMMISSION, FORTIFY, GARRISON, ABSOLVE, ATTACK, CONVERT = range(12)
LEFT = 6  #: the first six actions stand on the left of the player board
RIGHT = ACTIONS[LEFT:]
INDEX = {name: number for number, name in enumerate(ACTIONS)}
ATTRIBUTES = ("faith", "strength", "influence")
UNKNOWN = "?"  #: a card that the viewing seat may not see
OPPONENT = 1  #: the number of the solo opponent, which has no seat
ROUNDS = 7
MONK, OUTPOST = "monk", "outpost"


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Hold what one player owns and what lies before them.

    ``workers`` are unused, ``placed`` stand on the twelve actions (in the order of :data:`ACTIONS`). ``workshops``
    says for the six right-hand actions which spaces are covered: 1 the first, 2 the second, 3 both. ``monks``,
    ``outposts``, ``walls``, ``jars``, ``converted`` say what was done with them so far. ``suspicion`` are the taxes on
    the suspicion cards, oldest first. ``paladin`` is the card in use (face down until all have chosen), ``used`` those
    of earlier rounds, ``hand`` the drawn ones, ``top`` the known top card of the deck and ``under`` the known cards at
    its bottom, the highest first; the rest of the deck is a multiset.
    """

    silver: int = 0
    provisions: int = 0
    faith: int = 0
    strength: int = 0
    influence: int = 0
    workers: str = ""
    placed: tuple[str, ...] = ("",) * 12
    workshops: tuple[int, ...] = (0,) * 6
    monks: int = 0
    outposts: int = 0
    walls: tuple[str, ...] = ()
    jars: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()
    townsfolk: tuple[str, ...] = ()
    suspicion: tuple[int, ...] = ()
    unpaid: int = 0
    paid: int = 0
    paladin: str = ""
    used: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    top: str = ""
    under: tuple[str, ...] = ()

    @property
    def developed(self) -> int:
        """Count the workshops that are placed."""
        return 6 - self.workshops.count(0) + self.workshops.count(3)


COVERED = (0, 1, 1, 2)  #: how many spaces a value of ``workshops`` covers


class Opponent(msgspec.Struct, frozen=True, gc=False):
    """Hold the solo opponent.

    ``workers`` are all alike. ``marker`` stands on field 0 to 4 of the resource track. ``stack`` lists the attributes
    in the order in which their markers arrived where they are: of markers on one field, the last listed lies on top.
    ``placed`` counts workers on the twelve actions, ``workshops`` on the six right-hand ones. ``schemes`` are the
    unseen scheme cards, ``schemes_out`` those face up, each sorted. ``resting`` says that it has passed this round.
    """

    workers: int = 0
    marker: int = 0
    faith: int = 0
    strength: int = 0
    influence: int = 0
    stack: tuple[str, ...] = ("influence", "faith", "strength")
    placed: tuple[int, ...] = (0,) * 12
    workshops: tuple[int, ...] = (0,) * 6
    monks: int = 0
    outposts: int = 0
    walls: tuple[str, ...] = ()
    jars: int = 0
    attacked: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()
    suspicion: tuple[int, ...] = ()
    unpaid: int = 0
    paid: int = 0
    resting: bool = False
    schemes: tuple[str, ...] = ()
    schemes_out: tuple[str, ...] = ()


CHANCE_STEPS = frozenset(
    {"order", "favour_card", "tavern_card", "paladins", "townsfolk_card", "outsider_card"}
    | {"suspicion", "wall", "scheme"}
)


class Position(Waiting[Move, Outcome], frozen=True, gc=False):
    """Hold a whole position.

    ``start`` is the starting player, ``queue`` the seats that still act in this step, next first. ``pending`` lists
    what must be settled before the step goes on, as (seat, gain or question), first first. ``fired`` are townsfolk
    already used in the inquisition under way. ``townsfolk`` and ``outsiders`` are the open rows ("" where a card is
    gone); ``townsfolk_deck``, ``outsider_deck``, ``tavern_deck`` and ``wall_deck`` the unseen cards, sorted.
    ``suspicion_out`` counts discarded suspicion cards by tax. ``board`` holds, area by area, 0 for a free space, else
    1 + 2 x seat for a monk and 2 + 2 x seat for an outpost. ``favours`` are the open ones, ``hired`` the worker on
    each ("" if none). ``taverns`` are the open ones, ``guests`` who took each (-1 nobody).
    """

    chance_steps = CHANCE_STEPS
    game: Game
    round: int
    step: str
    start: int
    seats: tuple[Seat, ...]
    queue: tuple[int, ...] = ()
    pending: tuple[tuple[int, str], ...] = ()
    fired: tuple[str, ...] = ()
    tax: int = 0
    townsfolk: tuple[str, ...] = ()
    townsfolk_deck: tuple[str, ...] = ()
    outsiders: tuple[str, ...] = ()
    outsider_deck: tuple[str, ...] = ()
    taverns: tuple[str, ...] = ()
    guests: tuple[int, ...] = ()
    tavern_deck: tuple[str, ...] = ()
    wall_deck: tuple[str, ...] = ()
    suspicion_out: tuple[int, ...] = ()
    orders: tuple[str, ...] = ()
    favours: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()
    board: tuple[tuple[int, ...], ...] = ()
    opponent: Opponent | None = None

    # --- what the game's own modules ask again and again --------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """Return what is printed on boards and cards."""
        return self.game.catalogue

    @property
    def acting(self) -> int:
        """Return the seat whose turn it is."""
        return self.queue[0]
