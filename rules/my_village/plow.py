"""Plows: from the smithy, or as a joker from the Guild hall, to a field, at any time of one's own turn.

Source: rulebook page 8.
"""

from __future__ import annotations

from rules.findings import Finding

from .banners import ANYTIME, Verb
from .moves import Move, Plow
from .steps import finding, replace, with_seat
from .values import PLOW, Position, Seat

SOURCES = ("smithy", "hall")
GIVERS = {"smithy": "smithy", "hall": "Guild hall"}


def at(seat: Seat, source: str) -> int:
    """Count what a source can give."""
    return seat.goods[PLOW] if source == "smithy" else seat.jokers


def plows(position: Position, seat: Seat) -> list[Move]:
    """List where a plow can go."""
    free = [index + 1 for index, there in enumerate(seat.fields) if not there]
    return [Plow(source, field) for source in SOURCES if at(seat, source) for field in free]


def check_plow(position: Position, seat: Seat, move: Plow) -> list[Finding]:
    """Refuse a plow that is not there, and a field that is not there or has one (rules plow-place, field-plow)."""
    wrong = []
    if move.source not in SOURCES or not at(seat, move.source):
        giver = f"the {GIVERS[move.source]}" if move.source in GIVERS else f"'{move.source}'"
        change = "It takes a plow of the smithy or a joker of the Guild hall."
        wrong.append(finding("plow-place", f"No plow comes from {giver}.", change))
    if not 1 <= move.field <= len(seat.fields):
        wrong.append(finding("plow-place", f"You have no field {move.field}.", fields=len(seat.fields)))
    elif seat.fields[move.field - 1]:
        text = f"A plow stands on field {move.field} already, and there it stays."
        wrong.append(finding("plow-stays", text, "Choose a field without one."))
    return wrong


def place(position: Position, number: int, move: Plow) -> Position:
    """Put a plow on a field."""
    seat = position.seats[number]
    fields = (*seat.fields[: move.field - 1], True, *seat.fields[move.field :])
    if move.source == "hall":
        return with_seat(position, number, replace(seat, fields=fields, jokers=seat.jokers - 1))
    goods = (*seat.goods[:PLOW], seat.goods[PLOW] - 1, *seat.goods[PLOW + 1 :])
    return with_seat(position, number, replace(seat, fields=fields, goods=goods))


ANYTIME[Plow] = Verb(plows, check_plow, place)
