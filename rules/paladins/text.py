"""Print a position as TOML and as a one-line code, and read both back with every defect named.

The document form uses the words of the game. Decks are not printed: what lies open, on boards and on discard piles is,
and the rest is in the deck. Fields with their usual value are left out; what is missing is read as that value.
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
from .right import find_space
from .values import ACTIONS, MONK, OUTPOST, RIGHT, Opponent, Position, Seat
from .workers import added

VERSION = 2
OLDER = 1  #: a version that is still read: it counts the fields of the opponent's resource track from 0
Stock = Annotated[int, msgspec.Meta(ge=0, le=999)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Group = Annotated[str, msgspec.Meta(pattern=r"^[LSMFCX]*\Z", max_length=99)]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]


class PieceText(msgspec.Struct, forbid_unknown_fields=True):
    """Hold one monk or outpost on the board; seat 1 is the opponent in a solo game."""

    space: str
    seat: SeatNumber
    piece: str


class WaitText(msgspec.Struct, forbid_unknown_fields=True):
    """Hold one gain that is still to be settled."""

    seat: SeatNumber
    gain: str


class SeatText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold one seat as it is printed; ``placed`` and ``workshops`` name actions."""

    silver: Stock = 0
    provisions: Stock = 0
    faith: Stock = 0
    strength: Stock = 0
    influence: Stock = 0
    workers: Group = ""
    placed: dict[str, Group] = {}
    workshops: dict[str, Annotated[int, msgspec.Meta(ge=0, le=3)]] = {}
    monks: Number = 0
    outposts: Number = 0
    walls: tuple[str, ...] = ()
    jars: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()
    townsfolk: tuple[str, ...] = ()
    suspicion: tuple[Number, ...] = ()
    unpaid: Number = 0
    paid: Number = 0
    paladin: str = ""
    used: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    top: str = ""
    under: tuple[str, ...] = ()


class OpponentText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold the solo opponent as it is printed; ``placed`` and ``workshops`` name actions and count.

    ``marker`` is the field of the resource track from 1 on, as it is printed and as a plan says it.
    """

    workers: Number = 0
    marker: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    faith: Stock = 0
    strength: Stock = 0
    influence: Stock = 0
    stack: tuple[str, ...] = ("influence", "faith", "strength")
    placed: dict[str, Number] = {}
    workshops: dict[str, Annotated[int, msgspec.Meta(ge=0, le=2)]] = {}
    monks: Number = 0
    outposts: Number = 0
    walls: tuple[str, ...] = ()
    jars: Number = 0
    attacked: tuple[str, ...] = ()
    converted: tuple[str, ...] = ()
    suspicion: tuple[Number, ...] = ()
    unpaid: Number = 0
    paid: Number = 0
    resting: bool = False
    schemes_out: tuple[str, ...] = ()


class PositionText(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold a position as it is printed."""

    round: Annotated[int, msgspec.Meta(ge=1, le=7)]
    step: str
    start: SeatNumber
    tax: Number
    game: str = "paladins"
    version: int = VERSION
    queue: tuple[SeatNumber, ...] = ()
    fired: tuple[str, ...] = ()
    townsfolk: tuple[str, ...] = ()
    townsfolk_out: tuple[str, ...] = ()
    outsiders: tuple[str, ...] = ()
    outsiders_out: tuple[str, ...] = ()
    taverns: tuple[str, ...] = ()
    guests: tuple[Annotated[int, msgspec.Meta(ge=-1, le=3)], ...] = ()
    taverns_out: tuple[str, ...] = ()
    suspicion_out: tuple[Number, ...] = ()
    orders: tuple[str, ...] = ()
    favours: tuple[str, ...] = ()
    hired: tuple[Group, ...] = ()
    options: dict[str, bool | str] = {}
    catalogue: dict[str, Any] = {}
    pending: tuple[WaitText, ...] = ()
    board: tuple[PieceText, ...] = ()
    opponent: OpponentText | None = None
    seats: tuple[SeatText, ...] = ()


READER = Reader(
    PositionText,
    {"seats": SeatText, "board": PieceText, "pending": WaitText},
    {"opponent": OpponentText},
    patterns="is no group of workers: letters out of LSMFCX.",
)


def _held(position: Position, field: str) -> list[str]:
    """List the cards of one kind that lie before seats and opponent."""
    owners: list[Any] = [*position.seats]
    if position.opponent is not None:
        owners.append(position.opponent)
    return [card for owner in owners for card in getattr(owner, field, ())]


def _same(kind: type[SeatText] | type[OpponentText], owner: Any) -> dict[str, Any]:
    """Copy the fields that are printed as they are."""
    return {name: getattr(owner, name) for name in kind.__struct_fields__ if name not in ("placed", "workshops")}


def document(position: Position) -> dict[str, Plain]:
    """Return the position as plain values in the order in which a person reads them."""
    game, rows = position.game, position.catalogue
    names = game.spaces[len(position.seats) - 1]
    owner = position.opponent
    outsiders = [*position.outsiders, *_held(position, "attacked"), *_held(position, "converted")]
    text = PositionText(
        round=position.round,
        step=position.step,
        start=position.start,
        tax=position.tax,
        game=game.name,
        queue=position.queue,
        fired=position.fired,
        townsfolk=position.townsfolk,
        townsfolk_out=less(
            sorted(rows.townsfolk), position.townsfolk_deck, position.townsfolk, _held(position, "townsfolk")
        ),
        outsiders=position.outsiders,
        outsiders_out=less(sorted(rows.outsiders), position.outsider_deck, outsiders),
        taverns=position.taverns,
        guests=position.guests,
        taverns_out=less(game.taverns, position.tavern_deck, position.taverns),
        suspicion_out=position.suspicion_out if any(position.suspicion_out) else (),
        orders=position.orders,
        favours=position.favours,
        hired=position.hired,
        options=game.chosen_options(),
        catalogue=game.overlay,
        pending=tuple(WaitText(seat, gain) for seat, gain in position.pending),
        board=tuple(
            PieceText(name, (piece - 1) // 2, MONK if piece % 2 else OUTPOST)
            for area, pieces in zip(names, position.board, strict=True)
            for name, piece in zip(area, pieces, strict=True)
            if piece
        ),
        opponent=None
        if owner is None
        else OpponentText(
            placed=by_name(ACTIONS, owner.placed),
            workshops=by_name(RIGHT, owner.workshops),
            **{**_same(OpponentText, owner), "marker": owner.marker + 1},
        ),
        seats=tuple(
            SeatText(
                placed=by_name(ACTIONS, seat.placed),
                workshops=by_name(RIGHT, seat.workshops),
                **_same(SeatText, seat),
            )
            for seat in position.seats
        ),
    )
    return as_plain(text)


TABLES = ("options", "catalogue", "pending", "board", "opponent", "seats")  #: fields that are printed as tables


# --- reading -----------------------------------------------------------------------------------------------------


def _board(position: Position, pieces: tuple[PieceText, ...], found: list[Problem]) -> tuple[tuple[int, ...], ...]:
    board = [list(area) for area in position.board]
    for index, row in enumerate(pieces):
        path = f"board[{index}]"
        where = find_space(position, row.space)
        if where is None:
            text = f"is {short(row.space)!r}, no space that is used with this number of players."
            found.append(Problem(f"{path}.space", text, "space-players"))
        elif board[where[0]][where[1]]:
            found.append(Problem(f"{path}.space", "holds a piece already.", "space-free"))
        if row.piece not in (MONK, OUTPOST):
            found.append(Problem(f"{path}.piece", f"must be {MONK!r} or {OUTPOST!r}."))
        elif where is not None:
            board[where[0]][where[1]] = 1 + 2 * row.seat + (row.piece == OUTPOST)
    return tuple(tuple(area) for area in board)


def _discards(path: str, cards: tuple[str, ...], known: Iterable[str], found: list[Problem]) -> None:
    """Refuse unknown and doubled cards of a discard pile."""
    names = set(known)
    for index, card in enumerate(cards):
        if card not in names:
            found.append(Problem(f"{path}[{index}]", f"is {short(card)!r}, no card of this pile."))
        elif card in cards[:index]:
            found.append(Problem(f"{path}[{index}]", f"names {card!r} twice."))


def upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of the older version as one of this version, and any other as it is.

    >>> upgraded({"version": 1, "opponent": {"marker": 4}})
    {'version': 2, 'opponent': {'marker': 5}}
    """
    version, opponent = document.get("version", VERSION), document.get("opponent")
    if type(version) is not int or version != OLDER:
        return document
    if isinstance(opponent, dict) and type(marker := opponent.get("marker")) is int:
        opponent = {**opponent, "marker": marker + 1}
        document = {**document, "opponent": opponent}
    return {**document, "version": VERSION}


def convert(document: dict[str, Any]) -> Position:
    """Check a document and make the position; raise :class:`rules.BadPosition` with every defect."""
    found: list[Problem] = []
    text, game = READER.begin(upgraded(document), load, VERSION, found)
    if wrong := wrong_seats(len(text.seats), PLAYERS, "Paladins"):
        found += wrong
        raise BadPosition(found)
    if (len(text.seats) == 1) != (text.opponent is not None):
        found.append(Problem("opponent", "belongs to the game of one player, and to that alone."))
        raise BadPosition(found)
    position = _position(game, text, found)
    found += problems(position)
    if found:
        raise BadPosition(found)
    return position


def _placed(seat: SeatText, number: int, found: list[Problem]) -> tuple[str, ...]:
    return in_row(seat.placed, ACTIONS, "", f"seats[{number}].placed", found)


def _position(game: Game, text: PositionText, found: list[Problem]) -> Position:
    seats = tuple(
        Seat(
            placed=tuple([added("", group) for group in _placed(seat, number, found)]),
            workshops=in_row(seat.workshops, RIGHT, 0, f"seats[{number}].workshops", found),
            **{
                **_same(SeatText, seat),
                "workers": added("", seat.workers),
                "hand": tuple(sorted(seat.hand)),
            },
        )
        for number, seat in enumerate(text.seats)
    )
    owner = None
    if text.opponent is not None:
        fields = {**_same(OpponentText, text.opponent), "marker": text.opponent.marker - 1}
        out = tuple(sorted(text.opponent.schemes_out))
        schemes = less(sorted((*game.schemes, *("favour",) * len(text.favours))), out)
        owner = Opponent(
            placed=in_row(text.opponent.placed, ACTIONS, 0, "opponent.placed", found),
            workshops=in_row(text.opponent.workshops, RIGHT, 0, "opponent.workshops", found),
            schemes=schemes,
            **{**fields, "schemes_out": out},
        )
    position = Position(
        game=game,
        round=text.round,
        step=text.step,
        start=text.start,
        seats=seats,
        queue=text.queue,
        pending=tuple((row.seat, row.gain) for row in text.pending),
        fired=tuple(sorted(text.fired)),
        tax=text.tax,
        townsfolk=text.townsfolk,
        outsiders=text.outsiders,
        taverns=text.taverns,
        guests=text.guests,
        suspicion_out=text.suspicion_out or (0,) * len(game.suspicion_values),
        orders=text.orders,
        favours=text.favours,
        hired=text.hired,
        board=tuple((0,) * len(area) for area in game.spaces[len(seats) - 1]),
        opponent=owner,
    )
    rows = game.catalogue
    _discards("townsfolk_out", text.townsfolk_out, rows.townsfolk, found)
    _discards("outsiders_out", text.outsiders_out, rows.outsiders, found)
    _discards("taverns_out", text.taverns_out, rows.taverns, found)
    lying = {
        "townsfolk_out": {*text.townsfolk, *_held(position, "townsfolk")},
        "outsiders_out": {*text.outsiders, *_held(position, "attacked"), *_held(position, "converted")},
        "taverns_out": set(text.taverns),
    }
    for name, cards in lying.items():
        found += [
            Problem(name, f"holds {card!r}, which lies elsewhere too.") for card in getattr(text, name) if card in cards
        ]
    outsiders = [*text.outsiders, *_held(position, "attacked"), *_held(position, "converted")]
    townsfolk = less(sorted(rows.townsfolk), text.townsfolk, text.townsfolk_out, _held(position, "townsfolk"))
    return msgspec.structs.replace(
        position,
        board=_board(position, text.board, found),
        townsfolk_deck=townsfolk,
        outsider_deck=less(sorted(rows.outsiders), outsiders, text.outsiders_out),
        tavern_deck=less(game.taverns, text.taverns, text.taverns_out),
        wall_deck=less(game.walls, _held(position, "walls")),
    )
