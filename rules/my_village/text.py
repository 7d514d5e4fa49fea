"""Print a position as TOML and as a one-line code, and read both back with every defect named.

The document form uses the words of the game. Unseen stacks are not printed: what lies open or in the villages is, and
the rest is in the stacks. Fields with their usual value are left out; what is missing is read as that value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from rules.fields import Reader, as_plain, by_name, in_row, less, short, wrong_seats
from rules.findings import BadPosition, Problem
from rules.toml_text import Plain

from .game import PLAYERS, Game, load
from .problems import problems
from .values import GOODS, HEADMAN, KINDS, PROFESSIONS, Position, Seat

VERSION = 1
Stock = Annotated[int, msgspec.Meta(ge=0, le=999)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]


class WaitText(msgspec.Struct, forbid_unknown_fields=True):
    """Hold one question that is still to be settled."""

    seat: SeatNumber
    question: str


class SeatText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold one village as it is printed; ``missing`` are the professions without a villager, ``plows`` the fields
    with a plow, counted from 1, ``fields`` how many there are, ``crafts`` and ``goods`` name cards and goods."""

    board: str
    coins: Stock = 0
    missing: tuple[str, ...] = ()
    school: tuple[str, ...] = ()
    time: Small = 0
    crossed: bool = False
    headman: str = "house"
    tree: Stock = 0
    safe: Stock = 0
    laborers: Small = 0
    church: str = ""
    wards: Small = 0
    missions: tuple[str, ...] = ()
    monks: tuple[str, ...] = ()
    hall: str = ""
    marks: tuple[str, ...] = ()
    jokers: Small = 0
    meeting: bool = False
    sets: Small = 0
    tile: str = ""
    fields: Small = 0
    plows: tuple[Small, ...] = ()
    crafts: tuple[str, ...] = ()
    goods: dict[str, Small] = {}
    travel: tuple[str, ...] = ()
    customers: tuple[str, ...] = ()
    served: tuple[str, ...] = ()


class PositionText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold a position as it is printed; ``chronicle`` counts filled spaces by profession."""

    round: Annotated[int, msgspec.Meta(ge=1, le=99)]
    step: str
    start: SeatNumber
    turn: Annotated[int, msgspec.Meta(ge=0, le=3)]
    hand: SeatNumber
    rat: Annotated[int, msgspec.Meta(ge=0, le=40)]
    game: str = "my_village"
    version: int = VERSION
    value: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    used: tuple[str, ...] = ()
    drawn: str = ""
    hand_back: bool = False
    hand_stories: Stock = 0
    white: tuple[Face, ...] = ()
    black: tuple[Face, ...] = ()
    chronicle: dict[str, Small] = {}
    graves: Small = 0
    monks: tuple[str, ...] = ("", "", "")
    customers: tuple[str, ...] = ()
    options: dict[str, bool | str] = {}
    catalogue: dict[str, Any] = {}
    pending: tuple[WaitText, ...] = ()
    seats: tuple[SeatText, ...] = ()


READER = Reader(PositionText, {"seats": SeatText, "pending": WaitText})
SIDES = ("left", "right")
#: Fields of a seat that are printed otherwise than they are kept.
OTHERWISE = frozenset({"missing", "school", "headman", "fields", "plows", "crafts", "goods"})


def _same(seat: Any) -> dict[str, Any]:
    """Copy the fields that are printed as they are."""
    return {name: getattr(seat, name) for name in SeatText.__struct_fields__ if name not in OTHERWISE}


def _seat_text(seat: Seat) -> SeatText:
    """Print one village."""
    return SeatText(
        missing=tuple([name for name, there in zip(PROFESSIONS, seat.villagers, strict=True) if not there]),
        school=tuple(by_name(SIDES, seat.school)),
        headman=HEADMAN[seat.headman],
        fields=len(seat.fields),
        plows=tuple([index + 1 for index, there in enumerate(seat.fields) if there]),
        crafts=tuple([card for card in seat.crafts if card]),
        goods=by_name(GOODS, seat.goods),
        **_same(seat),
    )


def document(position: Position) -> dict[str, Plain]:
    """Return the position as plain values in the order in which a person reads them."""
    game = position.game
    text = PositionText(
        round=position.round,
        step=position.step,
        start=position.start,
        turn=position.turn,
        hand=position.hand,
        rat=position.rat,
        game=game.name,
        value=position.value,
        used=position.used,
        drawn=position.drawn,
        hand_back=position.hand_back,
        hand_stories=position.hand_stories,
        white=position.white,
        black=position.black,
        chronicle=by_name(PROFESSIONS, position.chronicle),
        graves=position.graves,
        monks=position.monks,
        customers=position.customers,
        options=game.chosen_options(),
        catalogue=game.overlay,
        pending=tuple(WaitText(seat, question) for seat, question in position.pending),
        seats=tuple(_seat_text(seat) for seat in position.seats),
    )
    return as_plain(text)


TABLES = ("options", "catalogue", "pending", "seats")  #: fields that are printed as tables


# --- reading -----------------------------------------------------------------------------------------------------


def convert(document: dict[str, Any]) -> Position:
    """Check a document and make the position; raise :class:`rules.BadPosition` with every defect."""
    found: list[Problem] = []
    text, game = READER.begin(document, load, VERSION, found)
    if wrong := wrong_seats(len(text.seats), PLAYERS, "My Village"):
        found += wrong
        raise BadPosition(found)
    position = _position(game, text, found)
    if not found:
        found += problems(position)
    if found:
        raise BadPosition(found)
    return position


def _named(given: Iterable[str], names: tuple[str, ...], path: str, found: list[Problem]) -> tuple[bool, ...]:
    """Read a list of names as a row of yes and no."""
    seen: list[str] = []
    for index, name in enumerate(given):
        if name not in names:
            found.append(Problem(f"{path}[{index}]", f"is {short(name)!r}, none of {', '.join(names)}."))
        elif name in seen:
            found.append(Problem(f"{path}[{index}]", f"names {name!r} twice."))
        seen.append(name)
    return tuple([name in seen for name in names])


def _crafts(game: Game, cards: tuple[str, ...], path: str, found: list[Problem]) -> tuple[str, ...]:
    """Read craft buildings: at most one of each kind."""
    row = [""] * len(KINDS)
    for index, card in enumerate(cards):
        if (known := game.catalogue.crafts.get(card)) is None:
            found.append(Problem(f"{path}[{index}]", f"is {short(card)!r}, no craft building."))
        elif row[KINDS.index(known.kind)]:
            found.append(Problem(f"{path}[{index}]", f"is a second {known.kind}.", "craft-one"))
        else:
            row[KINDS.index(known.kind)] = card
    return tuple(row)


def _seat(game: Game, text: SeatText, path: str, found: list[Problem]) -> Seat:
    """Read one village."""
    missing = _named(text.missing, PROFESSIONS, f"{path}.missing", found)
    left, right = _named(text.school, SIDES, f"{path}.school", found)
    if text.headman not in HEADMAN:
        known = ", ".join(HEADMAN)
        found.append(Problem(f"{path}.headman", f"is {short(text.headman)!r}, none of {known}.", "headman-path"))
    for index, number in enumerate(text.plows):
        if not 1 <= number <= text.fields or number in text.plows[:index]:
            said = f"is {number}; plows stand on different fields from 1 to {text.fields}."
            found.append(Problem(f"{path}.plows[{index}]", said, "field-plow"))
    fields = {name: value for name, value in _same(text).items() if name not in ("marks", "missions")}
    return Seat(
        villagers=tuple([not gone for gone in missing]),
        school=(left, right),
        headman=HEADMAN.index(text.headman) if text.headman in HEADMAN else 0,
        fields=tuple([number + 1 in text.plows for number in range(text.fields)]),
        crafts=_crafts(game, text.crafts, f"{path}.crafts", found),
        goods=in_row(text.goods, GOODS, 0, f"{path}.goods", found),
        marks=tuple(sorted(text.marks)),
        missions=tuple(sorted(text.missions)),
        **fields,
    )


def _position(game: Game, text: PositionText, found: list[Problem]) -> Position:
    """Make the position; unseen stacks are what lies nowhere else."""
    seats = tuple(_seat(game, seat, f"seats[{number}]", found) for number, seat in enumerate(text.seats))
    taken = [card for seat in seats for card in (*seat.customers, *seat.served, *seat.monks, *seat.travel)]
    churches = [seat.church for seat in seats]
    halls = [seat.hall for seat in seats]
    crafts = [card for seat in seats for card in seat.crafts]
    return Position(
        game=game,
        round=text.round,
        step=text.step,
        start=text.start,
        turn=text.turn,
        seats=seats,
        hand=text.hand,
        value=text.value,
        used=text.used,
        pending=tuple((row.seat, row.question) for row in text.pending),
        drawn=text.drawn,
        hand_back=text.hand_back,
        hand_stories=text.hand_stories,
        white=tuple(sorted(text.white)),
        black=tuple(sorted(text.black)),
        rat=text.rat,
        chronicle=in_row(text.chronicle, PROFESSIONS, 0, "chronicle", found),
        graves=text.graves,
        churches=less(game.catalogue.churches, churches),
        halls=less(game.catalogue.halls, halls),
        meetings=max(0, game.meeting.copies - sum(seat.meeting for seat in seats)),
        fields=max(0, game.field.copies - sum(len(seat.fields) for seat in seats)),
        crafts=tuple(less(row, crafts) for row in game.crafts),
        monks=text.monks,
        monk_decks=tuple(less(stack, taken, text.monks) for stack in game.monks),
        travel_decks=tuple(less(stack, taken) for stack in game.travel),
        customers=text.customers,
        customer_deck=less(game.customers, taken, text.customers),
    )
