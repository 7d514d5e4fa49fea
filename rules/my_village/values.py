"""What lies on the table: villages and the position of a game of My Village.

All values are immutable; equality and hash are generated. They can hold no cycles, so the collector skips them. A
position holds no random generator. Stacks and offers follow from what lies open and in the villages (``text.py`` reads
them so), and are kept because every turn asks for them. It is a decision of one seat, a chance node, or
over: which of these it is, is said by the first entry of ``pending`` if there is one, else by the step (``steps.py``).
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

PROFESSIONS = ("abbot", "councilman", "traveller", "craftsman", "merchant")
ABBOT, COUNCILMAN, TRAVELLER, CRAFTSMAN, MERCHANT = range(5)
GOODS = ("horse", "beer", "plow", "scroll", "wagon")
KINDS = ("stable", "brewery", "smithy", "scriptorium", "wainwright")  #: the buildings, in the order of their goods
HORSE, BEER, PLOW, SCROLL, WAGON = range(5)
SYMBOLS = ("quill", "jug", "rosary")
LETTERS = ("a", "b", "c", "d", "e")
AREAS = ("travel", "crafts", "customers", "religion", "fields")  #: the categories of the Area hall
HEADMAN = ("house", "coin", "stories")  #: the headman's path
HOUSE, COIN, STORIES = range(3)
ROW = 6  #: open customers
WINDOWS = 6  #: at most so many church windows
UNKNOWN = "?"  #: a card that the viewing seat may not see


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Hold one village and what belongs to it.

    ``board`` is the village board. ``villagers`` says by profession who is there. ``school`` says which of its two
    spaces (left, right) hold a marker. ``time`` is the cloud of the time marker (0 the first right of the bridge),
    ``crossed`` whether it has passed the bridge in this turn. ``headman`` is his field of :data:`HEADMAN`. ``tree`` are
    story points that are not safe, ``safe`` those on the main house. ``church`` and ``hall`` are "" while there is
    none; ``wards`` counts the used spaces of the Salvation church, ``missions`` are the letters for which the Mission
    church has been used. ``marks`` are the marked categories (professions) of the Area (Population) hall, sorted;
    ``jokers`` the markers on the Guild hall. ``meeting`` says whether there is a meeting place, ``sets`` counts the
    markers on it, ``tile`` is the white banner beside which the 2/12 tile lies ("" if there is none). ``fields`` says
    for each field whether a plow stands on it. ``crafts`` are the building cards by kind ("" for none), ``goods`` what
    stands on them. ``travel`` are the travel cards in order, ``customers`` those not yet served, ``served`` the others.
    """

    board: str = ""
    coins: int = 0
    villagers: tuple[bool, ...] = (True,) * 5
    school: tuple[bool, bool] = (False, False)
    time: int = 0
    crossed: bool = False
    headman: int = HOUSE
    tree: int = 0
    safe: int = 0
    laborers: int = 0
    church: str = ""
    wards: int = 0
    missions: tuple[str, ...] = ()
    monks: tuple[str, ...] = ()
    hall: str = ""
    marks: tuple[str, ...] = ()
    jokers: int = 0
    meeting: bool = False
    sets: int = 0
    tile: str = ""
    fields: tuple[bool, ...] = ()
    crafts: tuple[str, ...] = ("",) * 5
    goods: tuple[int, ...] = (0,) * 5
    travel: tuple[str, ...] = ()
    customers: tuple[str, ...] = ()
    served: tuple[str, ...] = ()


#: ``roll_white`` and ``roll_black`` roll the pool; ``monk`` turns up the next monk of a stack, ``travel`` the light
#: side of a travel card, ``extra`` the seventh customer of the Trade church, ``refill`` one customer of the row.
CHANCE_STEPS = frozenset(
    {"roll_white", "roll_black", "rat", "extra", "refill"}
    | {f"monk/{symbol}" for symbol in SYMBOLS}
    | {f"travel/{letter}" for letter in LETTERS}
)


class Position(Waiting[Move, Outcome], frozen=True, gc=False):
    """Hold a whole position.

    ``start`` is the starting player of this round and ``turn`` counts its turns from 0. ``value`` is the banner value
    that was made in this turn (0 before), ``used`` the white banners already activated in it. ``pending`` lists what
    must be settled before the step goes on, as (seat, question), first first. ``hand`` is the seat that holds the
    starting player's hand, ``hand_back`` says that its back is up, ``hand_stories`` are the story points on it.
    ``white`` and ``black`` are the faces of the dice in the pool, sorted. ``rat`` counts the fields up to the plague
    field. ``chronicle`` counts the filled spaces by profession, ``graves`` the filled anonymous graves. ``churches``,
    ``halls`` and ``crafts`` (by kind) are the cards still on offer, ``meetings`` and ``fields`` how many there are.
    ``monks`` are the open top cards of the three stacks ("" for none), ``monk_decks`` the cards below, ``travel_decks``
    the five stacks, ``customers`` the open row ("" for a gap), ``customer_deck`` the unseen ones: unseen cards are
    sorted, for nobody knows their order. ``drawn`` is the travel card that the acting seat has just looked at; it stays
    in its stack of ``travel_decks`` until it is laid, so that a view of the others tells nothing of it.
    """

    chance_steps = CHANCE_STEPS
    game: Game
    round: int
    step: str
    start: int
    turn: int
    seats: tuple[Seat, ...]
    hand: int
    value: int = 0
    used: tuple[str, ...] = ()
    pending: tuple[tuple[int, str], ...] = ()
    drawn: str = ""
    hand_back: bool = False
    hand_stories: int = 0
    white: tuple[int, ...] = ()
    black: tuple[int, ...] = ()
    rat: int = 0
    chronicle: tuple[int, ...] = (0,) * 5
    graves: int = 0
    churches: tuple[str, ...] = ()
    halls: tuple[str, ...] = ()
    meetings: int = 0
    fields: int = 0
    crafts: tuple[tuple[str, ...], ...] = ()
    monks: tuple[str, ...] = ()
    monk_decks: tuple[tuple[str, ...], ...] = ()
    travel_decks: tuple[tuple[str, ...], ...] = ()
    customers: tuple[str, ...] = ()
    customer_deck: tuple[str, ...] = ()

    # --- what the game's own modules ask again and again --------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """Return what is printed on boards and cards."""
        return self.game.catalogue

    @property
    def acting(self) -> int:
        """Return the seat whose turn it is."""
        return (self.start + self.turn) % len(self.seats)

    @property
    def coffins(self) -> int:
        """Count the filled coffin spaces: chronicle and graves."""
        return sum(self.chronicle) + self.graves
