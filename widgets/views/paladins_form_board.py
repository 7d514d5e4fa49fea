"""Monks and outposts on the main board, as they are set up in the form; how many a seat has sent follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rules.paladins.values import MONK, OPPONENT, OUTPOST
from widgets.form_fields import Document, number_in, put, seats_of, tables_of, text_in
from widgets.scene import Refusal
from widgets.views.paladins_form_arrange import game_of

COUNTS: Final = {MONK: "monks", OUTPOST: "outposts"}


def side_of(document: Document, side: int) -> Document | None:
    """Return the seat of a number, or the solo opponent, which has the number after the only seat."""
    seats = seats_of(document)
    if 0 <= side < len(seats):
        return seats[side]
    opponent = document.get("opponent")
    return opponent if side == OPPONENT and isinstance(opponent, dict) else None


def piece_on(document: Document, space: str) -> tuple[int, str] | None:
    """Return whose piece stands on a space, and which; None where none stands."""
    row = next((each for each in tables_of(document, "board") if each.get("space") == space), None)
    return None if row is None else (number_in(row.get("seat")), str(row.get("piece", "")))


def set_piece(document: Document, space: str, piece: tuple[int, str] | None) -> None:
    """Put a piece on a space or take it away, and count it with its owner."""
    if space not in game_of(document).catalogue.spaces:
        raise Refusal("Press a space of the main board first.")
    gone = piece_on(document, space)
    rows: list[Any] = [row for row in tables_of(document, "board") if row.get("space") != space]
    if piece is not None:
        rows.append({"space": space, "seat": piece[0], "piece": piece[1]})
    put(document, "board", rows, [])
    for each, step in ((gone, -1), (piece, 1)):
        owner = side_of(document, each[0]) if each is not None else None
        if each is not None and owner is not None and each[1] in COUNTS:
            name = COUNTS[each[1]]
            put(owner, name, max(0, number_in(owner.get(name)) + step), 0)


def keep_pieces(document: Document, areas: Iterable[Iterable[str]], sides: int) -> None:
    """Take away pieces of sides that have gone and on spaces that are not used, and count those that stay."""
    spaces = {space for area in areas for space in area}
    rows = [
        row
        for row in tables_of(document, "board")
        if text_in(row.get("space")) in spaces and number_in(row.get("seat"), -1) in range(sides)
    ]
    put(document, "board", rows, [])
    for side in range(len(seats_of(document)) + 1):
        owner = side_of(document, side)
        if owner is None:
            continue
        for piece, name in COUNTS.items():
            standing = [row for row in rows if row.get("seat") == side and row.get("piece") == piece]
            put(owner, name, len(standing), 0)


def cycled(document: Document, space: str, side: int) -> None:
    """Go on from nothing to a monk, from a monk to an outpost of this side, and from there to nothing."""
    now = piece_on(document, space)
    after = {(side, MONK): (side, OUTPOST), (side, OUTPOST): None}
    set_piece(document, space, after.get(now, (side, MONK)) if now is not None else (side, MONK))


def change_piece(document: Document, space: str, value: str) -> None:
    """Set what stands on the space in focus: "" or a number and a piece, such as "0 monk"."""
    side, _, piece = value.partition(" ")
    if not value:
        set_piece(document, space, None)
    elif side.isdigit() and piece in COUNTS and side_of(document, int(side)) is not None:
        set_piece(document, space, (int(side), piece))
    else:
        raise Refusal(f"{value[:20]!r} is no piece; pieces are the monks and outposts of those who play.")
