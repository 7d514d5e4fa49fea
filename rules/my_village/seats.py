"""What every phase does to a village: time passes, villagers are asked for, markers find a free space."""

from __future__ import annotations

from rules.findings import Finding
from rules.wording import joined

from .steps import finding, replace
from .values import PROFESSIONS, Position, Seat


def passed(position: Position, seat: Seat, clouds: int) -> Seat:
    """Move the time marker on; passing the bridge puts the reaper on it (rules banner-time, death-cross)."""
    if not clouds:
        return seat
    time = seat.time + clouds
    every = position.game.clouds
    return replace(seat, time=time % every, crossed=seat.crossed or time >= every)


def needs(position: Position, seat: Seat, profession: int, rule: str) -> list[Finding]:
    """Refuse what needs a villager who is not there."""
    if seat.villagers[profession]:
        return []
    name = position.catalogue.professions[PROFESSIONS[profession]].name.en
    text = f"Your {name.lower()} is not there, so his area is not active."
    return [finding(rule, text, f"Send a descendant from the school to the place of the {name.lower()}.")]


def values_text(values: tuple[int, ...]) -> str:
    """Say banner values in words, in order, each once.

    >>> values_text((3, 11, 2, 12)), values_text(())
    ('2, 3, 11 or 12', 'any value')
    """
    return joined([str(value) for value in sorted(set(values))], "or") or "any value"


def off_value(position: Position, values: tuple[int, ...], name: str, rule: str) -> list[Finding]:
    """Refuse a banner that does not show the value that was made."""
    if not values or position.value in values:
        return []
    text = f"{name} shows {values_text(values)}, and your dice make {position.value}."
    return [finding(rule, text, f"Make {values_text(values)} of two dice.", value=position.value)]


def stored(seat: Seat, kind: int, slots: int) -> Seat:
    """Put one good on a craft building; without a free space it is lost (rule slot-full)."""
    if seat.goods[kind] >= slots:
        return seat
    goods = (*seat.goods[:kind], seat.goods[kind] + 1, *seat.goods[kind + 1 :])
    return replace(seat, goods=goods)
