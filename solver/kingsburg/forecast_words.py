"""A building plan in sentences: what is built when, how the battles stand, what is left, and what is assumed."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.kingsburg.moves import GOODS, Build, Move
from rules.kingsburg.values import PHASES
from rules.wording import count, joined
from solver.plan import number, points

from .exact import IDLE_TEXT
from .forecast_frame import COUNTED, Frame
from .forecast_play import Play
from .forecast_values import Fight, Played, Schedule
from .house import house_values

if TYPE_CHECKING:
    from rules.kingsburg.catalogue import Cell

FORECAST_TEXT = "This is a forecast: income of later seasons is an average, not a promise."
LEFT_OUT_TEXT = (
    "Not in the forecast: the King's favour, the King's reward of later years, a new envoy, the point of the "
    "strongest victor, and the use of a look at an enemy card."
)
PER_SEASON = {
    "gold": "gold",
    "wood": "wood",
    "stone": "stone",
    "any": "goods of your choice",
    "soldiers": "soldiers",
    "markers": "+2 markers",
    "points": "points from advisors",
}
#: Effects, their figure's name, and what it counts.
EXTRAS = (
    ("farms", "die", "goods of your choice"),
    ("statue", "statue", "goods of your choice"),
    ("chapel", "chapel", "goods of your choice"),
    ("market", "market", "goods of your choice"),
    ("mint", "mint", "goods of your choice"),
    ("stable", "stable", "soldiers"),
)


def assumptions(frame: Frame) -> tuple[str, ...]:
    """Say what a plan takes for granted, the whole forecast included."""
    figures, position = frame.figures, frame.position
    texts = [FORECAST_TEXT, IDLE_TEXT]
    income = [f"{number(figures[name])} {words}" for name, words in PER_SEASON.items() if figures[name]]
    texts.append(f"Forecast for each later season: {joined(income) or 'nothing'}.")
    extras = [
        f"{cell.building.name.en} {number(figures[name])} {words}"
        for effect, name, words in EXTRAS
        for cell in frame.sheet.by_effect.get(effect, ())
        if figures[name]
    ]
    if extras:
        texts.append(f"Forecast for each season after the building stands: {joined(extras)}.")
    if figures["marker"]:
        texts.append(f"A +2 marker spent on the dice brings {number(figures['marker'])} goods of your choice.")
    texts.append(
        f"A destroyed building costs {points(figures['lost_building'])} and stands on in the plan; a good lost or won "
        f"in battle counts {points(figures['good_worth'])}."
    )
    first = frame.years[0]
    if position.enemy:
        texts.append(f"You have seen the enemy card: {first.cards[0].name.en}, strength {first.cards[0].strength}.")
    texts.append("Each other enemy card of a year is equally likely.")
    if frame.army is None:
        texts.append("Each face of the King's die is equally likely.")
    texts.append(LEFT_OUT_TEXT)
    if frame.governor is not None and frame.effect not in COUNTED:
        texts.append(f"What your governor, {frame.governor.name.en}, brings in later seasons is not in the forecast.")
    return tuple(texts)


def outline(play: Play, schedule: Schedule, played: Played) -> tuple[str, ...]:
    """Say season by season what a plan does, and how its battles stand."""
    frame = play.frame
    lines: list[str] = []
    built = frame.own.built
    fights = {fight.year: fight for fight in played.fights}
    for turn, (when, act) in enumerate(zip(frame.turns, schedule.acts, strict=True)):
        deeds: list[str] = []
        if act.marker:
            deeds.append("spend a +2 marker on the dice")
        deeds += [f"use the {cell.building.name.en}" for cell in act.works]
        for cell in act.cells if turn else schedule.option.cells:
            gold, wood, stone = frame.cost[cell.id]
            if frame.sheet.has(built, "crane"):
                gold -= frame.discount[cell.id]
            price = [f"{n} {good}" for n, good in zip((gold, wood, stone), GOODS, strict=True) if n]
            deeds.append(f"build the {cell.building.name.en} for {joined(price) or 'nothing'}")
            built = (*built[: cell.row], cell.column + 1, *built[cell.row + 1 :])
        if act.hall:
            deeds.append(f"pay the Town Hall a {'+2 marker' if act.hall == 'marker' else 'good'}")
        if turn or not frame.recruiting:
            now = ", now" if not turn else ""
            lines.append(f"Year {when.year}, {PHASES[when.phase]}{now}: {', '.join(deeds) or 'build nothing'}.")
        if when.year in fights and frame.turns[turn] == max(t for t in frame.turns if t.year == when.year):
            lines.append(_battle(frame, fights[when.year]))
    end = played.end
    goods = zip((end.gold, end.wood, end.stone), GOODS, strict=True)
    left = [f"{amount // frame.scale} {good}" for amount, good in goods if amount >= frame.scale]
    for amount, words in ((end.any // frame.scale, "goods of your choice"), (end.markers // frame.scale, "+2 markers")):
        if amount:
            left.append(f"{amount} {words}")
    lines.append(f"Left at the end: {joined(left) or 'nothing'}.")
    return tuple(lines)


def _battle(frame: Frame, fight: Fight) -> str:
    """Say how one battle stands."""
    recruits = f"recruit {fight.recruited}, " if fight.recruited else ""
    force = count(fight.soldiers, "soldier")
    with_what = "before the King's die" if frame.army is None else f"and the army marker {fight.army}"
    chances = [f"won with a chance of {_share(fight.win)}"]
    if fight.draw:
        chances.append(f"drawn with {_share(fight.draw)}")
    hope = f"{', '.join(chances)}; {points(fight.worth)} expected"
    return f"Year {fight.year}, winter: {recruits}{force} {with_what}: {hope}."


def _share(chance: Fraction) -> str:
    """Print a chance.

    >>> _share(Fraction(2, 3))
    '67 %'
    """
    return f"{round(chance * 100)} %"


def house(frame: Frame, schedule: Schedule, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """List the house values of the seat and of every building that the plan builds."""
    planned: list[Cell] = [cell for act in schedule.acts for cell in act.cells]
    return house_values(frame.request, (*moves, *(Build(cell.id) for cell in planned)))
