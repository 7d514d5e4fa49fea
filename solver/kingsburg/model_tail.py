"""The part of the season model after the gifts: workshops, building, the Town Hall, recruiting.

What a building costs and brings is asked of ``tail.py``; the rows here say what can be paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from rules.kingsburg import winter
from rules.kingsburg.moves import GOODS

from .model_gifts import KINDS, Held
from .model_rows import Rows, Sum
from .stock import workshop_price
from .tail import ARMY, TOWN_HALL, WORKS, Decision, Option, Tail
from .weights import TIE, Weights


def split(number: int) -> tuple[int, int]:
    """Split a weighted number into the exact value and what only breaks ties."""
    value = (number + TIE // 2) // TIE
    return value, number - value * TIE


def count(rows: Rows, total: Sum, weight: int) -> None:
    """Add a sum times a weight to what is maximised."""
    value, tie = split(weight)
    rows.gain.add(total, value)
    rows.ties.add(total, tie)


class Work(NamedTuple):
    """Hold workshops in the order of their use: what must be there first, and what they add in all."""

    ids: tuple[str, ...]
    need: tuple[int, int, int]
    goods: tuple[int, int, int]
    soldiers: int
    markers: int
    points: int


class After(NamedTuple):
    """Hold how to read what follows the gifts."""

    works: list[tuple[Work, int]]
    options: list[tuple[Option, int]]
    pays: list[tuple[str, int]]
    kept: tuple[Sum, Sum, Sum]
    markers: int | None
    recruits: bool

    def read(self, values: Sequence[int]) -> Decision:
        """Return the decision."""
        return Decision(
            next((work.ids for work, flag in self.works if values[flag]), ()),
            next(option for option, flag in self.options if values[flag]),
            next((what for what, flag in self.pays if values[flag]), ""),
            (self.kept[0].value(values), self.kept[1].value(values), self.kept[2].value(values))
            if self.recruits
            else None,
            0 if self.markers is None else values[self.markers],
        )


# --- workshops ---------------------------------------------------------------------------------------------------


def orders(tail: Tail) -> list[Work]:
    """List the orders in which workshops can be used that differ in what they need; the first uses none."""
    found = [Work((), (0, 0, 0), (0, 0, 0), 0, 0, 0)]
    if tail.first > WORKS or "buildings" not in tail.position.modules:
        return found
    cells = [
        cell
        for cell in tail.position.sheet.by_effect.get("workshop", ())
        if tail.own.built[cell.row] > cell.column and cell.id not in tail.own.used
    ]
    for size in range(1, len(cells) + 1):
        for chosen in permutations(cells, size):
            need, have = [0, 0, 0], [0, 0, 0]
            for cell in chosen:
                gain = (cell.building.gain.gold, cell.building.gain.wood, cell.building.gain.stone)
                for kind in KINDS:
                    have[kind] -= workshop_price(cell)[kind]
                    need[kind] = max(need[kind], -have[kind])
                    have[kind] += gain[kind]
            gains = [cell.building.gain for cell in chosen]
            found.append(
                Work(
                    tuple(cell.id for cell in chosen),
                    (need[0], need[1], need[2]),
                    (have[0], have[1], have[2]),
                    sum(gain.soldiers for gain in gains),
                    sum(gain.markers for gain in gains),
                    sum(gain.points for gain in gains),
                )
            )
    return [work for work in found if not any(_better(other, work) for other in found)]


def _better(one: Work, other: Work) -> bool:
    """Say whether an order of the same workshops needs less, or the same and is named first."""
    if sorted(one.ids) != sorted(other.ids) or one.ids == other.ids:
        return False
    less = all(a <= b for a, b in zip(one.need, other.need, strict=True))
    return less and (one.need != other.need or one.ids < other.ids)


def add_works(rows: Rows, works: Iterable[Work], held: Held, name: str = "") -> list[tuple[Work, int]]:
    """Hold rules workshop-use and workshop-pay: one order of workshops, each paid from what is there by then."""
    chosen = [(work, rows.flag(f"works {' '.join(work.ids)}{name}")) for work in works if work.ids]
    if not chosen:
        return []
    total = Sum()
    for _, flag in chosen:
        total.plus(flag)
    rows.keep(total, None, 1, "workshop-use")
    for kind in KINDS:
        needed = held.goods[kind].copy()
        for work, flag in chosen:
            needed.plus(flag, -work.need[kind])
        rows.keep(needed, 0, None, "workshop-pay")
    for work, flag in chosen:
        for kind in KINDS:
            held.goods[kind].plus(flag, work.goods[kind])
        held.soldiers.plus(flag, work.soldiers)
        held.markers.plus(flag, work.markers)
        held.points.plus(flag, work.points)
    return chosen


# --- building and the Town Hall ----------------------------------------------------------------------------------


def cheapest(options: Iterable[Option]) -> list[Option]:
    """Leave out ways to build that bring the same and cost more."""
    best: dict[tuple[object, ...], list[Option]] = {}
    for option in options:
        same = best.setdefault((option.seat.built, *option[2:7]), [])
        if not any(all(a <= b for a, b in zip(other.cost, option.cost, strict=True)) for other in same):
            same[:] = [o for o in same if not all(a <= b for a, b in zip(option.cost, o.cost, strict=True))]
            same.append(option)
    return [option for same in best.values() for option in same]


def add_building(
    rows: Rows, options: Sequence[Option], held: Held, second: Sum, name: str = ""
) -> list[tuple[Option, int]]:
    """Hold rules build-one, build-left, build-cost and envoy-second: one way to build, paid from what is held.

    ``second`` says how often a second building is allowed (a sum that is 0 or 1).
    """
    ids = ["+".join(cell.id for cell in option.cells) or "nothing" for option in options]
    chosen = [(option, rows.flag(f"build {id_}{name}")) for option, id_ in zip(options, ids, strict=True)]
    total, two = Sum(), Sum()
    for option, flag in chosen:
        total.plus(flag)
        if len(option.cells) > 1:
            two.plus(flag)
        for kind in KINDS:
            held.goods[kind].plus(flag, -option.cost[kind])
        held.points.plus(flag, option.points)
        held.markers.plus(flag, option.markers)
        held.soldiers.plus(flag, option.soldiers)
    rows.keep(total, 1, 1, "build-one")
    if two.terms:
        rows.keep(two.add(second, -1), None, 0, "envoy-second")
    for kind in KINDS:
        rows.keep(held.goods[kind].copy(), 0, None, "build-cost")
    return chosen


def add_town_hall(
    rows: Rows, chosen: Sequence[tuple[Option, int]], held: Held, open_still: bool, name: str = ""
) -> list[tuple[str, int]]:
    """Hold rules town-hall and town-hall-pay: one good or +2 marker for points, if the Town Hall is owned."""
    pays: list[tuple[str, int]] = []
    if not open_still:
        return pays
    for points in sorted({option.town_hall for option, _ in chosen} - {0}):
        total = Sum()
        for what in (*GOODS, "marker"):
            flag = rows.flag(f"pay {what} for {points}{name}")
            pays.append((what, flag))
            total.plus(flag)
            held.points.plus(flag, points)
            (held.markers if what == "marker" else held.goods[GOODS.index(what)]).plus(flag, -1)
        for option, flag in chosen:
            if option.town_hall == points:
                total.plus(flag, -1)
        rows.keep(total, None, 0, "town-hall")
    if pays:
        for kind in KINDS:
            rows.keep(held.goods[kind].copy(), 0, None, "town-hall-pay")
        rows.keep(held.markers.copy(), 0, None, "town-hall-pay")
    return pays


# --- recruiting --------------------------------------------------------------------------------------------------


def add_recruiting(
    rows: Rows, tail: Tail, chosen: Sequence[tuple[Option, int]], held: Held, name: str = ""
) -> int | None:
    """Hold rules recruit-cost, barracks-cost, recruit-have and recruiting-markers; return the markers paid."""
    assert tail.winter is not None
    if tail.first == ARMY:
        return None
    camp = tail.winter.camp
    paid = Sum()
    by_price: dict[int, Sum] = {}
    by_office: dict[int, Sum] = {}
    for option, flag in chosen:
        by_price.setdefault(winter.price(camp, option.seat), Sum()).plus(flag)
        by_office.setdefault(winter.soldiers_per_marker(camp, option.seat), Sum()).plus(flag)
    goods = sum(rows.most(total) for total in held.goods)
    for price, there in by_price.items():
        number = rows.variable(f"soldiers for {price}{name}", 0, max(0, goods // price))
        if len(by_price) > 1:
            rows.keep(Sum().plus(number).add(there, -max(0, goods // price)), None, 0, "recruit-cost")
        paid.plus(number, price)
        held.soldiers.plus(number)
    for kind, good in enumerate(GOODS):
        most = max(0, rows.most(held.goods[kind]))
        spent = rows.variable(f"recruit for {good}{name}", 0, most)
        paid.plus(spent, -1)
        held.goods[kind].plus(spent, -1)
        rows.keep(held.goods[kind].copy(), 0, None, "recruit-have")
    rows.keep(paid, 0, 0, "recruit-cost")
    return _add_office(rows, by_office, held, name)


def _add_office(rows: Rows, by_office: dict[int, Sum], held: Held, name: str) -> int | None:
    """Hold rule recruiting-markers."""
    if set(by_office) == {0}:
        return None
    most = max(0, rows.most(held.markers))
    used = rows.variable(f"recruit for markers{name}", 0, most)
    shares = Sum().plus(used, -1)
    for soldiers, there in by_office.items():
        if soldiers:
            number = rows.variable(f"markers for {soldiers}{name}", 0, most)
            rows.keep(Sum().plus(number).add(there, -most), None, 0, "recruiting-markers")
            held.soldiers.plus(number, soldiers)
            shares.plus(number)
    rows.keep(shares, 0, 0, "recruiting-markers")
    held.markers.plus(used, -1)
    rows.keep(held.markers.copy(), 0, None, "recruit-have")
    return used


def still_open(tail: Tail) -> bool:
    """Say whether the Town Hall is still to come."""
    return tail.first <= TOWN_HALL


def count_holdings(rows: Rows, held: Held, weights: Weights, season: bool) -> None:
    """Count points and what is held at the end of the season; over the winter goods and markers alone are kept."""
    count(rows, held.points, weights.points)
    count(rows, held.markers, weights.markers)
    if season:
        count(rows, held.soldiers, weights.soldiers)
    for kind in KINDS:
        count(rows, held.goods[kind], weights.goods[kind])


__all__ = ["After", "Work", "add_building", "add_recruiting", "add_town_hall", "add_works", "cheapest", "count"]
__all__ += ["count_holdings", "orders", "split", "still_open"]
