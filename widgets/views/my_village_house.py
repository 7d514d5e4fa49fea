"""What of a village's fame rests on house values: sums carry the mark ° as the values do that they are made of."""

from __future__ import annotations

from collections.abc import Iterable

from rules.catalogue import Row
from rules.my_village.catalogue import Catalogue
from rules.my_village.scoring import hall_points
from rules.my_village.values import Position
from widgets.views.my_village_words_names import RING, ours


def fame_ring(rows: Iterable[Row], *fields: str) -> str:
    """Return the mark of a house value where one of these rows has one among the fields; without fields, its fame.

    >>> import rules
    >>> customers = rules.load("my_village").catalogue.customers
    >>> fame_ring([customers["widow"]]), fame_ring([])
    ('°', '')
    """
    wanted = fields or ("fame",)
    return RING if any(field in wanted for row in rows for field in row.house) else ""


def stack_ring(catalogue: Catalogue, letter: str, stack: Iterable[str]) -> str:
    """Return the mark of a house value for the fame of a stack whose black side, and so its name, carries none."""
    black = catalogue.travel_stacks[letter]  # type: ignore[index]
    return "" if ours(black) else fame_ring(catalogue.travel[card] for card in stack)


def hall_ring(position: Position, number: int) -> str:
    """Return the mark of a house value where the fame of a town hall, with what its markers count, is one."""
    seat = position.seats[number]
    if not seat.hall:
        return ""
    row = position.catalogue.halls[seat.hall]
    counted = hall_points(position, seat) != row.fame
    return fame_ring([row], "fame", *(["amount"] if counted else []))


def served_ring(position: Position, number: int) -> str:
    """Return the mark of a house value where the fame of a served customer is one."""
    return fame_ring(position.catalogue.customers[card] for card in position.seats[number].served)


def windows_ring(position: Position) -> str:
    """Return the mark of a house value where the fame of church windows is one."""
    return fame_ring([position.catalogue.tracks["tracks"]], "windows")


def laborers_ring(position: Position) -> str:
    """Return the mark of a house value where the fame that day laborers cost is one."""
    return fame_ring([position.catalogue.tracks["tracks"]], "laborer")


def house_sources(position: Position, number: int) -> frozenset[str]:
    """Return the sources of a seat's fame that rest on house values (see `rules.my_village.scoring.SOURCES`).

    Stories in the main house are counted as they lie there: what once brought them does not matter any more.
    """
    seat, rows = position.seats[number], position.catalogue
    rings = {
        "church": fame_ring([rows.churches[seat.church]] if seat.church else []),
        "windows": windows_ring(position),
        "meeting": fame_ring([position.game.meeting] if seat.meeting else []),
        "hall": hall_ring(position, number),
        "fields": fame_ring([position.game.field] if seat.fields else []),
        "travel": fame_ring(rows.travel[card] for card in seat.travel),
        "customers": served_ring(position, number),
        "laborers": laborers_ring(position) if seat.laborers else "",
        "hand": fame_ring([rows.tracks["tracks"]], "hand") if number == position.hand else "",
    }
    return frozenset(source for source, ring in rings.items() if ring)


def total_ring(position: Position, number: int) -> str:
    """Return the mark of a house value where a seat's fame rests on one."""
    return RING if house_sources(position, number) else ""
