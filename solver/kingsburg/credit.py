"""Charge advisors' gifts to the placements that earned them: they arrive later, when everybody has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kingsburg.gifts import advisor_of, asks, give, start_gifts
from rules.kingsburg.moves import Place, Take
from rules.kingsburg.values import SOURCES, Placement, Position

if TYPE_CHECKING:
    from solver.request import Request

Credits = dict[str, tuple[dict[str, int], dict[str, int]]]


def place_key(group: Placement) -> str:
    """Return the key of the move that placed a group."""
    return Place(group.rank, group.dice, group.bonus, group.marker, group.market, group.envoy, group.private).key


def credit(request: Request, before: Position, after: Position) -> Credits:
    """Return, by the key of the placement, what gifts without a choice were paid between two positions.

    A gift that asks something stays with the move that answers.
    """
    from . import holdings

    if before.step in ("influence", "duke") and after.step not in ("influence", "duke"):
        groups, first = start_gifts(before).placements, 0
    elif before.step in ("gifts", "peek"):
        groups, first = before.placements, before.paid + (before.step == "gifts")
    else:
        return {}
    same = after.step in ("gifts", "peek") and after.phase == before.phase
    last = after.paid if same else len(groups)
    found: Credits = {}
    for group in groups[first:last]:
        advisor = advisor_of(before, group) if group.seat == request.seat else None
        if advisor is None or advisor.exchange or asks(before, group):
            continue
        paid = give(before, group, advisor.gift, Take())
        points = zip(SOURCES, before.seats[group.seat].points, paid.seats[group.seat].points, strict=True)
        had, has = holdings(before, group.seat), holdings(paid, group.seat)
        found[place_key(group)] = (
            {source: new - old for source, old, new in points if new != old},
            {name: number - had[name] for name, number in has.items() if number != had[name]},
        )
    return found
