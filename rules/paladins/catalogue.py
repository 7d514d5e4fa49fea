"""What is printed on the boards and cards of Paladins of the West Kingdom, as data with its origin.

The values stand in ``catalogue/*.toml``. ``house`` lists the fields of a row whose values are our own because no source
states the printed ones; whatever shows or counts such a value marks it. An owner's file is laid over the shipped one by
:func:`rules.load`, and the fields it states are no longer house values.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.catalogue import Row
from rules.wording import Name

from .workers import added

Count = Annotated[int, msgspec.Meta(ge=0, le=40)]
#: Costs, what is lent, levels: none of them is higher than an attribute can be.
Level = Annotated[int, msgspec.Meta(ge=0, le=12)]
LETTER = r"^[LSMFCX]\Z"
GROUP = r"^[LSMFCX]+\Z"
SPACES = r"^[LSMFCX*]{1,3}\Z"
SPACE = r"^[LSMFCX*]\Z"
Letter = Annotated[str, msgspec.Meta(pattern=LETTER)]
Group = Annotated[str, msgspec.Meta(pattern=GROUP, min_length=1, max_length=8)]
Spaces = Annotated[str, msgspec.Meta(pattern=SPACES)]
#: Silver out of the tax supply, by the word for it.
TAXES = {f"tax{number}": number for number in range(1, 10)}
_ONE = "([LSMFCX]|silver|provision|faith|strength|influence|tax[1-9]|pardon|destroy|settle|debt|pray|recruit|workshop)"
_SIDE = rf"{_ONE}([+]{_ONE}){{0,3}}"
#: One gain: a word, or a choice "settle/silver+silver" whose sides are up to four words joined by "+".
GAIN = rf"^({_ONE}|{_SIDE}(/{_SIDE})+)\Z"
Gain = Annotated[str, msgspec.Meta(pattern=GAIN, max_length=60)]
Gains = Annotated[tuple[Gain, ...], msgspec.Meta(min_length=1, max_length=6)]
#: What a text must look like, in a sentence, by its pattern.
PATTERNS = {
    LETTER: "must be one worker: a letter out of LSMFCX.",
    GROUP: "must be workers: letters out of LSMFCX.",
    SPACES: "must be 1 to 3 worker spaces: letters out of LSMFCX, or * for any worker.",
    SPACE: "must be one worker space: a letter out of LSMFCX, or * for any worker.",
    GAIN: "must be a gain: a letter out of LSMFCX, silver, provision, faith, strength, influence, tax1 to tax9, "
    "pardon, destroy, settle, debt, pray, recruit or workshop; '/' stands between the sides of a choice, in which '+' "
    "joins up to four words. What comes together without a choice is a list of gains.",
}
Ability = Literal[
    "fortify_free",
    "garrison_free",
    "commission_free",
    "convert_free",
    "absolve_free",
    "pray_free",
    "recruit_free",
    "develop_less",
    "attack_silver",
    "conspire_silver",
    "hunt_more",
    "trade_more",
]
RightAction = Literal["commission", "fortify", "garrison", "absolve", "attack", "convert"]
Trigger = Literal[
    "commission",
    "fortify",
    "garrison",
    "absolve",
    "attack",
    "convert",
    "develop",
    "settle",
    "inquisition",
    "suspected",
    "innocent",
]
Kind = Literal["saracen", "viking", "byzantine"]
Scoring = Literal[
    "commission",
    "fortify",
    "garrison",
    "absolve",
    "develop",
    "recruit",
    "faith",
    "strength",
    "influence",
    "saracen",
    "viking",
    "byzantine",
    "orders",
    "mercenaries",
    "paid",
    "unpaid",
    "suspicion",
]


def in_order(row: Paladin | Tavern) -> None:
    """Put the letters of the workers that a card brings in their usual order; they may be given in any."""
    msgspec.structs.force_setattr(row, "workers", added("", row.workers))


class Paladin(Row, frozen=True, kw_only=True):
    """Hold one paladin: workers it brings, what it lends to the attributes, and its ability this round."""

    name: Name
    workers: Group
    ability: Ability
    faith: Level = 0
    strength: Level = 0
    influence: Level = 0
    amount: Level = 0

    def __post_init__(self) -> None:
        """Put the workers in order."""
        in_order(self)


class Townsfolk(Row, frozen=True, kw_only=True):
    """Hold one townsfolk card: what it pays when it is dismissed or recruited, and each time ``trigger`` comes."""

    name: Name
    dismiss: Gains
    trigger: Trigger
    ongoing: Gains
    recruit: Annotated[tuple[Gain, ...], msgspec.Meta(max_length=6)] = ()


class Outsider(Row, frozen=True, kw_only=True):
    """Hold one outsider: what an attack brings, how much strength a conversion gives, and how it scores."""

    name: Name
    kind: Kind
    attack: Gains
    strength: Level
    scoring: Scoring


class Order(Row, frozen=True, kw_only=True):
    """Hold one order of the king: fulfilled by doing ``action`` at least ``at_least`` times."""

    name: Name
    action: RightAction
    at_least: Annotated[int, msgspec.Meta(ge=1, le=7)]


class Favour(Row, frozen=True, kw_only=True):
    """Hold one favour of the king: the worker space, other costs (``debt``: unpaid debts taken), and the gains."""

    name: Name
    worker: Annotated[str, msgspec.Meta(pattern=SPACE)]
    gain: Gains
    silver: Level = 0
    provisions: Level = 0
    debt: Level = 0


class Wall(Row, frozen=True, kw_only=True):
    """Hold one kind of wall card."""

    copies: Count
    gain: Gains
    points: Level = 0


class Tavern(Row, frozen=True, kw_only=True):
    """Hold one tavern card."""

    workers: Group

    def __post_init__(self) -> None:
        """Put the workers in order."""
        in_order(self)


class SuspicionCards(Row, frozen=True, kw_only=True):
    """Hold the suspicion cards of one value."""

    tax: Annotated[int, msgspec.Meta(ge=0, le=9)]
    copies: Count


class Area(Row, frozen=True, kw_only=True):
    """Hold the two flags of an area of the main board, and of the outsider's place below it."""

    faith: Level
    strength: Level


class Space(Row, frozen=True, kw_only=True):
    """Hold one space of the main board; it is used from ``players`` players on."""

    area: Annotated[int, msgspec.Meta(ge=1, le=6)]
    players: Annotated[int, msgspec.Meta(ge=1, le=4)]
    reward: Gains


class Action(Row, frozen=True, kw_only=True):
    """Hold one of the twelve actions: worker spaces; costs and needed attribute by slot; points by number done."""

    name: Name
    spaces: Spaces
    provisions: tuple[Level, ...] = ()
    silver: tuple[Level, ...] = ()
    needs: tuple[Level, ...] = ()
    points: tuple[Count, ...] = ()


class Workshop(Row, frozen=True, kw_only=True):
    """Hold the worker that one workshop uncovers."""

    worker: Letter


class Jar(Row, frozen=True, kw_only=True):
    """Hold one space for a jar."""

    reward: Gains


class Place(Row, frozen=True, kw_only=True):
    """Hold what a townsfolk card costs at one place of the row; ``debt``: a debt may be taken instead."""

    silver: Level
    debt: bool


class Levels(Row, frozen=True, kw_only=True):
    """Hold the points by level of an attribute."""

    points: tuple[Count, ...]


class Tax(Row, frozen=True, kw_only=True):
    """Hold the tax supply for one number of players."""

    silver: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Start(Row, frozen=True, kw_only=True):
    """Hold what a seat starts with."""

    silver: Level
    provisions: Level


class Scheme(Row, frozen=True, kw_only=True):
    """Hold the scheme cards of one kind."""

    name: Name
    copies: Count


class OpponentAction(Row, frozen=True, kw_only=True):
    """Hold how many workers one left-hand action takes on the opponent's board."""

    workers: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Difficulty(Row, frozen=True, kw_only=True):
    """Hold how many workshops the opponent starts with."""

    workshops: Annotated[int, msgspec.Meta(ge=0, le=6)]


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold everything printed, by id."""

    paladins: dict[str, Paladin]
    townsfolk: dict[str, Townsfolk]
    outsiders: dict[str, Outsider]
    orders: dict[str, Order]
    favours: dict[str, Favour]
    walls: dict[str, Wall]
    taverns: dict[str, Tavern]
    suspicion: dict[str, SuspicionCards]
    areas: dict[str, Area]
    spaces: dict[str, Space]
    actions: dict[str, Action]
    workshops: dict[str, Workshop]
    jars: dict[str, Jar]
    row: dict[str, Place]
    levels: dict[str, Levels]
    taxes: dict[str, Tax]
    start: dict[str, Start]
    schemes: dict[str, Scheme]
    opponent: dict[str, OpponentAction]
    difficulties: dict[str, Difficulty]
