"""What may stand in the way of a goal in Kingsburg: rules and shortages, each of which can be lifted by itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.kingsburg.influence import MARKER, market_bend
from rules.kingsburg.moves import goods_text
from rules.kingsburg.steps import replace, with_seat
from rules.kingsburg.values import Position

from .rivals import idle, on_table
from .season import Season, Stopped
from .tail import Freedom

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.blockers import Blocker, Goal
    from solver.control import Control
    from solver.request import Request

PLENTY = 12  #: goods, soldiers: more of them than any one building or battle asks for


def blockers(request: Request) -> Sequence[Blocker]:
    """List the rules and shortages that bind here; what cannot bind in this position is left out."""
    from solver.blockers import Blocker

    position = on_table(request)
    own = position.seats[request.seat]
    rows: list[tuple[str, str, str]] = []
    if position.step == "influence":
        others = sorted({group.rank for group in position.placements if group.seat != request.seat})
        if others:
            names = ", ".join(f"{position.game.advisors[rank - 1].name.en} ({rank})" for rank in others)
            rows.append(("taken", f"Advisors are taken by others this season: {names}.", "influence-free"))
        shown = ", ".join([*map(str, own.dice), *(f"bonus {face}" for face in own.bonus)])
        rows.append(
            ("dice", f"The totals of your dice ({shown}) must be the advisors' ranks exactly.", "influence-exact")
        )
        if MARKER in own.used:
            rows.append(("marker", "You have used your one +2 marker of this season.", "marker-once"))
        elif not own.markers:
            rows.append(("marker", "You have no +2 marker.", "marker-held"))
        if not market_bend(position, own):
            owned = position.sheet.has(own.built, "market")
            text = "You have used the Market this season." if owned else "You do not own the Market."
            rows.append(("market", text, "market-once" if owned else "market-owned"))
    if position.phase in (2, 4, 6):
        goods = goods_text(own.gold, own.wood, own.stone)
        rows.append(
            ("goods", f"You hold {goods} besides what advisors give you, and buildings have a price.", "build-cost")
        )
        if position.step != "town_hall":
            rows.append(("neighbours", "A building needs all its left neighbours.", "build-left"))
            if position.envoy != request.seat:
                rows.append(("second", "You may build one building; only the envoy allows a second one.", "build-one"))
    if request.horizon != "season":
        rows.append(
            ("soldiers", f"You have {own.soldiers} soldiers, and more must be won or recruited.", "recruit-cost")
        )
    return tuple(Blocker(name=name, text=text, rule=rule) for name, text, rule in rows)


def lifted(position: Position, seat: int, kept: frozenset[str], named: frozenset[str]) -> tuple[Position, Freedom]:
    """Return the position and the freedom when the named obstacles that are not kept are lifted."""
    gone = named - kept
    own = position.seats[seat]
    if "taken" in gone:
        own_groups = tuple(group for group in position.placements if group.seat == seat)
        paid = sum(group.seat == seat for group in position.placements[: position.paid])
        position = replace(position, placements=own_groups, paid=paid)
    if "marker" in gone:
        own = replace(own, markers=own.markers + 1, used=tuple(name for name in own.used if name != MARKER))
    if "goods" in gone:
        own = replace(own, gold=own.gold + PLENTY, wood=own.wood + PLENTY, stone=own.stone + PLENTY)
    if "soldiers" in gone:
        own = replace(own, soldiers=own.soldiers + PLENTY)
    freedom = Freedom("dice" in gone, 1 if "market" in gone else 0, "neighbours" in gone, "second" in gone)
    return with_seat(position, seat, own), freedom


def reach(request: Request, goal: Goal, kept: frozenset[str], control: Control) -> Answer:
    """Return how much can be gained when only the kept obstacles stand in the way."""
    from solver.answer import Answer
    from solver.run import NoAnswer

    from . import ended, value

    position = on_table(request)
    won = Fraction(0)
    if goal.move:
        after = position.play(position.move(goal.move))
        while not after.over and not after.chance() and not ended(request, after) and after.actor != request.seat:
            after = after.play(idle(after))
        won = value(request, after)
        if after.over or ended(request, after) or after.chance():
            return Answer(moves=(), value=won, bound=won)
        position = after
    named = frozenset(blocker.name for blocker in blockers(request))
    free, freedom = lifted(position, request.seat, kept, named)
    season = Season(replace(request, position=free), control, freedom)
    try:
        found = season.search()
    except Stopped:
        raise NoAnswer from None
    best = won + season.exact(found)
    return Answer(moves=(), value=best, bound=best)
