"""Seconds are kept: a stop is heard in the depths of every search, and there is a plan with a bound whenever it comes.

No test looks at a clock on the wall: stops are counted in looks at the control, or processor time is compared with far
more than is allowed.
"""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import rules
import solver
from rules.findings import BadInput
from rules.kingsburg.values import Position
from solver import rooms
from solver.control import Control, NoAnswer
from solver.plan import Plan
from solver.run import ask, run

GAME: Any = rules.load("kingsburg")
ALL = ("buildings", "governors", "army")


class Looks(Control):
    """Turn stopped after so many looks, whatever the clock says; at once where it is made so."""

    def __init__(self, looks: int) -> None:
        super().__init__(10_000)
        self.left = looks

    @property
    def stopped(self) -> bool:
        self.left -= 1
        return self.left < 0 or self.asked

    @property
    def remaining(self) -> float:
        return 0.0 if self.left <= 0 else 10_000.0

    def look(self) -> None:
        if self.stopped:
            raise NoAnswer


def moments(seed: int, modules: tuple[str, ...] = ALL) -> list[Position]:
    """Return decisions of a seeded game, every kind of step in its order."""
    record = rules.playout(GAME.setup(3, seed, modules), "greedy", seed)
    found: dict[tuple[str, int], Position] = {}
    for position in record.positions():
        if position.actor is not None:
            found.setdefault((position.step, position.phase), position)  # type: ignore[arg-type]
            if position.year == 5:  # type: ignore[attr-defined]
                found[position.step, position.phase] = position  # type: ignore[index,assignment,attr-defined]
    return list(found.values())


def stopped_after(position: Position, horizon: str, looks: int) -> Plan | None:
    """Return the plan of a solve that is stopped after so many looks; None where the horizon does not fit."""
    try:
        request, room = ask(position, horizon=horizon, objective="worth", seconds=0)
    except BadInput:
        return None
    return run(request, room, Looks(looks))


@pytest.mark.parametrize("horizon", ["season", "year", "game"])
def test_whenever_a_stop_comes_there_is_a_plan_with_a_bound_that_falls(horizon: str) -> None:
    asked = 0
    for position in Random(horizon).sample(moments(3), 6):
        bounds = [stopped_after(position, horizon, looks) for looks in (0, 1, 7, 60)]
        plans = [plan for plan in bounds if plan is not None]
        asked += len(plans)
        known = [plan.bound for plan in plans]
        assert None not in known
        assert known == sorted(known, key=lambda bound: -bound)  # type: ignore[operator]
    assert asked > 4


def test_the_first_plan_before_a_roll_is_replayed_without_any_search() -> None:
    """What is asked of the dice in some rolls alone is left out in the others."""
    kinds = set()
    for seed in range(2):
        for position in moments(seed):
            if position.phase in (2, 4, 6) and position.step in ("blessing", "bonus", "change"):
                plan = stopped_after(position, "season", 0)
                assert plan is not None
                assert plan.bound is not None
                assert plan.moves
                kinds.add(position.step)
    assert len(kinds) > 1


def test_why_not_ends_where_all_lifted_rules_together_make_a_huge_question() -> None:
    """With every rule lifted at once this position took minutes, whatever the seconds were."""
    position = rules.parse(HUGE)
    for horizon in ("year", "game"):
        begun = time.process_time()
        reasons = solver.why_not(position, points=9, horizon=horizon, seconds=0.5)
        assert time.process_time() - begun < 5
        assert reasons.goal.points == 9
        assert reasons.reachable is not True


def test_a_lifted_rule_of_advisors_counts_those_that_have_paid_already() -> None:
    """The move leads on to the gifts, of which some are paid: what others took is lifted there, too."""
    for position in moments(7, ()):
        if position.step == "influence":
            room = rooms.find(position)
            request = ask(position, horizon="season")[0]
            names = frozenset(blocker.name for blocker in (room.blockers or (lambda request: ()))(request))
            goal = solver.why_not(position, 99, "pass", "season", seconds=20)
            assert goal.reachable is False
            assert {blocker.name for blocker in goal.blockers} <= names
            assert goal.best is not None
            assert goal.best < Fraction(99)


#: Autumn of the last year with all modules; seat 1 may still place three dice.
HUGE = """
game = "kingsburg"
version = 1
year = 5
phase = 6
step = "influence"
order = [2, 1, 0]
modules = ["buildings", "governors", "army"]
queue = [1, 0, 2]
envoy = 0
enemy = "dragons_5_9"
peeked = [2]

[[placements]]
advisor = 7
seat = 2
dice = [1, 4]
marker = true

[[seats]]
gold = 4
markers = 1
buildings = ["statue", "inn", "barricade", "recruiting_office"]
dice = [1, 6, 6]
governor = "priest"
army = [1, 2]

[[seats]]
gold = 3
wood = 1
markers = 1
buildings = ["statue", "chapel", "guard_tower", "blacksmith", "barricade", "crane", "recruiting_office"]
dice = [1, 4, 5]
governor = "scribe"
army = [1, 3]

[[seats]]
gold = 3
wood = 1
soldiers = 2
buildings = ["statue", "inn", "guard_tower", "palisade", "barricade", "recruiting_office"]
dice = [2]
used = ["game:sorcerer:guard_tower", "game:sorcerer:inn", "game:sorcerer:statue", "marker"]
governor = "sorcerer"
army = [0, 4]
"""
