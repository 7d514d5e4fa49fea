"""What is printed on the boards and cards of My Village, as data with its origin.

The values stand in ``catalogue/*.toml``. The rulebook prints few of them, so most are house values: ``house`` lists the
fields of a row whose values are our own because no source states the printed ones; whatever shows or counts such a
value marks it. An owner's file is laid over the shipped one by :func:`rules.load`, and the fields it states are no
longer house values.

``values`` are the one or two banner values of a card; black and white side show the same. Time is counted in clouds.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.catalogue import Row
from rules.wording import Name

Value = Annotated[int, msgspec.Meta(ge=2, le=12)]
Values = Annotated[tuple[Value, ...], msgspec.Meta(min_length=1, max_length=2)]
Time = Annotated[int, msgspec.Meta(ge=0, le=9)]
WhiteTime = Annotated[int, msgspec.Meta(ge=0, le=1)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=9)]
Fame = Annotated[int, msgspec.Meta(ge=0, le=30)]
Slots = Annotated[int, msgspec.Meta(ge=1, le=9)]
Good = Literal["horse", "beer", "plow", "scroll", "wagon"]
Goods = Annotated[tuple[Good, ...], msgspec.Meta(max_length=4)]
Kind = Literal["stable", "brewery", "smithy", "scriptorium", "wainwright"]
Letter = Literal["a", "b", "c", "d", "e"]
Symbol = Literal["quill", "jug", "rosary"]


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one way to pay: coins and goods together."""

    coins: Amount = 0
    goods: Goods = ()


#: Ways to pay of which one is chosen; none means that nothing but time is paid.
Ways = Annotated[tuple[Cost, ...], msgspec.Meta(max_length=3)]


class Church(Row, frozen=True, kw_only=True):
    """Hold one church; it has no white banner."""

    name: Name
    values: Values
    time: Time
    ways: Ways = ()
    fame: Fame
    effect: Literal["salvation", "abbey", "trade", "mission"]


class Monk(Row, frozen=True, kw_only=True):
    """Hold one monk: its stack, and the bonus it gives once. ``amount`` are story points, or how often."""

    name: Name
    symbol: Symbol
    values: Values
    time: Time
    ways: Ways = ()
    effect: Literal["stories", "headman", "school", "bailiff"]
    amount: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class Hall(Row, frozen=True, kw_only=True):
    """Hold one town hall. ``slots`` limits the markers of the Guild hall; the others have one space per category."""

    name: Name
    values: Values
    time: Time
    ways: Ways = ()
    white_time: WhiteTime
    fame: Fame
    effect: Literal["finance", "area", "population", "guild"]
    amount: Amount = 1  #: coins of the Finance hall; points per card or villager; markers of the Guild hall
    slots: Slots = 5


class Alike(Row, frozen=True, kw_only=True):
    """Hold what is printed on every copy of a card of which there are several."""

    name: Name
    copies: Slots
    values: Values
    time: Time
    white_time: WhiteTime
    fame: Fame


class MeetingPlace(Alike, frozen=True, kw_only=True):
    """Hold the meeting place (all four are alike)."""

    stories: Amount
    slots: Slots
    tile: Values  #: the values on the tile


class Field(Alike, frozen=True, kw_only=True):
    """Hold the field (all eight are alike)."""

    coins: Amount
    plow: Amount  #: more coins with a plow


class CraftKind(Row, frozen=True, kw_only=True):
    """Hold what the four buildings of one kind have in common."""

    name: Name
    good: Good
    good_name: Name
    time: Time
    ways: Ways = ()
    white_time: WhiteTime
    slots: Slots


class Craft(Row, frozen=True, kw_only=True):
    """Hold one craft building: it differs from the others of its kind in its banner values only."""

    kind: Kind
    values: Values


class TravelStack(Row, frozen=True, kw_only=True):
    """Hold the black side of the travel cards of one letter."""

    name: Name
    values: Values
    time: Time
    ways: Ways = ()


class Travel(Row, frozen=True, kw_only=True):
    """Hold the light side of one travel card: fame, what its grey banner asks of the next journey, and whether the
    journey ends here."""

    letter: Letter
    name: Name
    fame: Fame
    time: Time = 0
    coins: Amount = 0
    goods: Goods = ()
    ends: bool = False


class Customer(Row, frozen=True, kw_only=True):
    """Hold one customer; ``values`` are empty where the banner shows "?" (any value)."""

    name: Name
    values: Annotated[tuple[Value, ...], msgspec.Meta(max_length=2)] = ()
    time: WhiteTime = 0
    goods: Annotated[tuple[Good, ...], msgspec.Meta(min_length=1, max_length=4)]
    fame: Fame


class Board(Row, frozen=True, kw_only=True):
    """Hold one village board: the values of its game banner."""

    name: Name
    values: Values


class Place(Row, frozen=True, kw_only=True):
    """Hold a banner that is printed on a board: starting player's hand, bailiff, school, headman (no values: any)."""

    name: Name
    values: Annotated[tuple[Value, ...], msgspec.Meta(max_length=2)] = ()
    time: Time = 0
    stories: Amount = 0  #: what the right place of the school, or the headman's last field, gives


class Price(Row, frozen=True, kw_only=True):
    """Hold what the bailiff asks for so many customers."""

    customers: Annotated[int, msgspec.Meta(ge=1, le=4)]
    time: Time
    coins: Amount


class Players(Row, frozen=True, kw_only=True):
    """Hold what depends on the number of players: dice, where the rat starts (fields to the plague), and the end."""

    white: Annotated[int, msgspec.Meta(ge=1, le=8)]
    black: Annotated[int, msgspec.Meta(ge=0, le=3)]
    rat: Annotated[int, msgspec.Meta(ge=1, le=40)]
    coffins: Annotated[int, msgspec.Meta(ge=1, le=40)]


class Profession(Row, frozen=True, kw_only=True):
    """Hold one profession: the story points of its two spaces of the chronicle."""

    name: Name
    area: Name
    stories: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=2)], ...], msgspec.Meta(min_length=2, max_length=2)]


class Track(Row, frozen=True, kw_only=True):
    """Hold the numbers of the boards' tracks: clouds, points by church windows (from 0), start coins by turn order."""

    clouds: Annotated[int, msgspec.Meta(ge=4, le=30)]
    windows: Annotated[tuple[Fame, ...], msgspec.Meta(min_length=7, max_length=7)]
    coins: Annotated[tuple[Amount, ...], msgspec.Meta(min_length=4, max_length=4)]
    laborer: Amount  #: points lost for each day laborer
    hand: Amount  #: points for the hand
    black_die: Time  #: time for each black die


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold everything printed, by id."""

    churches: dict[str, Church]
    monks: dict[str, Monk]
    halls: dict[str, Hall]
    meeting: dict[str, MeetingPlace]
    fields: dict[str, Field]
    craft_kinds: dict[Kind, CraftKind]
    crafts: dict[str, Craft]
    travel_stacks: dict[Letter, TravelStack]
    travel: dict[str, Travel]
    customers: dict[str, Customer]
    boards: dict[str, Board]
    places: dict[str, Place]
    bailiff: dict[str, Price]
    players: dict[str, Players]
    professions: dict[str, Profession]
    tracks: dict[str, Track]
