"""What the rounds to come are worth: points at the end as the rules count them, and holdings by their worths."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from rules.paladins.scoring import ORDER_POINTS, PAID, UNPAID
from rules.paladins.values import ABSOLVE, ATTRIBUTES, COMMISSION, CONVERT, DEVELOP, FORTIFY, GARRISON, INDEX

from .forecast_figures import HUNDRED
from .linear import Sum

if TYPE_CHECKING:
    from .forecast_rows import Outlook

#: Variables that a sum fills, one for so much of it: flags in rising order, or one number.
Fill = tuple[list[Sum], Sum, int]


def weigh(outlook: Outlook) -> tuple[int, list[Fill]]:
    """Make the objective of the rows: the gain of the line now, and what the end counts against the end of the line.

    Returns the units of a point, and the variables that only count what there is.
    """
    request, rows = outlook.request, outlook.rows
    point = request.worth("points")
    fractions = [point, *(worth for _, worth in request.worths)]
    fractions += [number for stage in outlook.stages for number in (stage.gain, stage.before)]
    scale = min(10**9, HUNDRED * lcm(*(value.denominator for value in fractions)))
    sum_ = rows.objective

    def add(what: Sum, each: Fraction) -> None:
        """Add a sum of whole things."""
        sum_.add(what, int(each * scale // 1))

    last = len(outlook.rounds) - 1
    for begins, stage in zip(outlook.begins, outlook.stages, strict=True):
        walls = sum(outlook.position.catalogue.walls[card].points for card in stage.seat.walls)
        fixed = (walls + stage.outsiders + PAID * stage.seat.paid) * point
        add(begins, stage.gain - stage.before + fixed)
    for index in (COMMISSION, FORTIFY, GARRISON, ABSOLVE):
        steps = itertools.pairwise(outlook.game.actions[index].points)
        for flag, (low, high) in zip(outlook.ladders[index][-1], steps, strict=True):
            add(flag, (high - low) * point)
    workshops = rows.ladder("workshops", outlook.developed[last], 8)
    fills: list[Fill] = [(workshops, outlook.developed[last], 1)]
    for flag, (low, high) in zip(workshops, itertools.pairwise(outlook.game.actions[DEVELOP].points), strict=True):
        add(flag, (high - low) * point)
    add(outlook.since[FORTIFY][last], Fraction(outlook.deals.wall_points, HUNDRED) * point)
    add(outlook.since[CONVERT][last], Fraction(outlook.figures["outsider"], HUNDRED) * point)
    for place, card in enumerate(outlook.position.orders):
        row = outlook.position.catalogue.orders[card]
        add(outlook.ladders[INDEX[row.action]][-1][row.at_least - 1], ORDER_POINTS[place] * point)
    for name in ATTRIBUTES:
        flags = [rows.flag(f"{name}>={step}") for step in range(1, len(outlook.game.levels))]
        for step, (flag, (low, high)) in enumerate(
            zip(flags, itertools.pairwise(outlook.game.levels), strict=True), start=1
        ):
            rows.most(flag * (step * HUNDRED), outlook.levels[name][last])
            add(flag, (high - low) * point)
        fills.append((flags, outlook.levels[name][last], HUNDRED))
        held = rows.whole(f"{name} at the end", 0, outlook.game.cap * HUNDRED)
        rows.most(held, outlook.levels[name][last])
        add(held, request.worth(name) / HUNDRED)
    goods = rows.whole("goods in threes", 0, 60)
    left = outlook.silver[last] + outlook.provisions[last]
    rows.most(goods * (3 * HUNDRED), left)
    fills.append(([goods], left, 3 * HUNDRED))
    add(goods, point)
    add(outlook.unpaid, UNPAID * point / HUNDRED)
    add(outlook.settled, PAID * point / HUNDRED)
    for name, what in (
        ("silver", outlook.silver[last]),
        ("provisions", outlook.provisions[last]),
        ("debts", outlook.unpaid),
    ):
        add(what, request.worth(name) / HUNDRED)
    add(outlook.developed[last], request.worth("workshops"))
    cards = outlook.begun(lambda stage: len(stage.seat.townsfolk)) + outlook.ways["recruit"][last]
    add(cards, request.worth("townsfolk"))
    add(outlook.begun(lambda stage: len(stage.seat.suspicion)), request.worth("suspicion"))
    add(outlook.criminals[last], request.worth("suspicion") / HUNDRED)
    return scale, fills
