"""What of a seat's points rests on house values: sums carry the mark ° as the values do that they are made of."""

from __future__ import annotations

from rules.paladins.naming import RING, ring
from rules.paladins.scoring import sources
from rules.paladins.values import Position

COUNTED = {
    "monks": "commission",
    "outposts": "garrison",
    "walls": "fortify",
    "absolutions": "absolve",
    "workshops": "develop",
}
"""The sources of points that an action's row of the catalogue counts."""


def house_sources(position: Position, number: int) -> frozenset[str]:
    """Return the sources of a side's points that rest on house values (see `rules.paladins.scoring.SOURCES`).

    The shipped cards print all that is counted at the end; an owner's cards may not. ``number`` is a seat or, one after
    the last, the opponent of the solo mode.

    >>> import rules
    >>> house_sources(rules.load("paladins").setup(players=2, seed=7), 0)
    frozenset()
    """
    owner = position.seats[number] if number < len(position.seats) else position.opponent
    assert owner is not None, "a side that plays"
    rows, points = position.catalogue, sources(position, owner)
    found = {name for name, action in COUNTED.items() if points[name] and ring(rows.actions[action], "points")}
    if any(ring(rows.walls[card], "points") for card in owner.walls):
        found.add("walls")
    if any(ring(rows.orders[card], "action", "at_least") for card in position.orders):
        found.add("orders")
    if any(ring(rows.outsiders[card], "scoring") for card in owner.converted):
        found.add("outsiders")
    kinds = {rows.outsiders[card].scoring for card in owner.converted}
    if any(ring(rows.outsiders[card], "kind") and rows.outsiders[card].kind in kinds for card in owner.attacked):
        found.add("outsiders")
    return frozenset(found)


def total_ring(position: Position, number: int) -> str:
    """Return the mark of a house value where a side's points rest on one."""
    return RING if house_sources(position, number) else ""
