"""What of a seat's points rests on house values: sums carry the mark ° as the values do that they are made of."""

from __future__ import annotations

from rules.kingsburg.values import BUILDINGS, GOVERNORS, SOURCES, Position
from widgets.marks import HOUSE


def house_sources(position: Position, number: int) -> frozenset[str]:
    """Return the sources of a seat's points that rest on house values (see `rules.kingsburg.values.SOURCES`).

    Points were counted when they came. They rest on a house value where a building that stands is worth one, or where a
    governor brought them of whom anything but the name is ours.

    >>> import rules
    >>> house_sources(rules.load("kingsburg").setup(players=3, seed=7), 0)
    frozenset()
    """
    seat = position.seats[number]
    found = set()
    if any("points" in cell.building.house for cell in position.sheet.owned(seat.built)):
        found.add(SOURCES[BUILDINGS])
    governor = position.catalogue.governors.get(seat.governor)
    ours = governor is not None and any(not field.startswith("name") for field in governor.house)
    if ours and seat.points[GOVERNORS]:
        found.add(SOURCES[GOVERNORS])
    return frozenset(found)


def total_ring(position: Position, number: int) -> str:
    """Return the mark of a house value where a seat's points rest on one."""
    return HOUSE if house_sources(position, number) else ""
