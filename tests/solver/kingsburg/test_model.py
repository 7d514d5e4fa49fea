"""The season model as a whole: known positions, the look at the enemy, the same rows for other solvers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
import solver
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Placement, Position, Seat
from solver.kingsburg.model import make, models
from solver.kingsburg.model_rows import Rows, Sum, to_cp_sat, to_linear, unit
from solver.kingsburg.season import Season

from .rows import solution, table
from .small import ask, small

EXAMPLE = Path(__file__).parents[3] / "notebooks" / "kingsburg" / "influence.toml"


def test_influence_exact__example_page_4() -> None:
    """Rina shows 1, 3, 5 and owns nothing: the Jester's point, the Treasurer's 2 gold for a Statue of 3 points, and
    the King's point for most buildings, 5 in all."""
    position = rules.parse(EXAMPLE.read_text(encoding="utf-8"))
    assert isinstance(position, Position)
    plan = solver.solve(position, method="cp-sat")
    assert plan.method == "cp-sat" and plan.status == "optimal" and plan.bound == plan.value
    assert plan.value == 5 and plan.keys == ("place 8: 3 5", "place 1: 1", "pass", "build statue")


def test_by_hand__a_jester_and_nothing_to_build() -> None:
    """One die that shows 1: the Jester's point. With a +2 marker the Architect's one wood would build nothing."""
    plan = solver.solve(table(Seat(dice=(1,), markers=1), phase=4), method="cp-sat")
    assert plan.keys[0] == "place 1: 1"
    assert plan.value == 1


def test_by_hand__a_building_and_one_good_short_of_it() -> None:
    sheet = table(Seat()).sheet
    statue = sheet.by_id["statue"].building
    enough = Seat(gold=statue.gold, wood=statue.wood, stone=statue.stone)
    plan = solver.solve(table(enough, phase=4, step="build"), method="cp-sat")
    assert (plan.keys[0], plan.value) == ("build statue", statue.points)
    short = replace(enough, gold=enough.gold - 1)
    assert solver.solve(table(short, phase=4, step="build"), method="cp-sat").value < statue.points


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_the_same_request_gives_the_same_plan(seed: int) -> None:
    position, objective = small("year", seed)
    first, second = (
        solver.solve(position, horizon="year", objective=objective, method="cp-sat", seconds=60) for _ in range(2)
    )
    assert (first.keys, first.value, first.bound) == (second.keys, second.value, second.bound)


def looking() -> Position:
    """Lay out the last autumn with a General on the table and five unseen cards."""
    return table(
        Seat(gold=1), year=5, phase=6, step="gifts", queue=(0,), placements=(Placement(7, 0), Placement(10, 0))
    )


def test_peek_secret__what_is_decided_after_a_look_may_follow_the_card() -> None:
    position = looking()
    season = Season(ask(position, "year", "points"))
    found = models(season)
    assert len(found) == 1  # the General surely pays
    assert found[0].after is None  # so the plan ends at the look
    plan = solver.solve(position, horizon="year", method="cp-sat")
    assert plan.status == "optimal"
    assert plan.value == solver.solve(position, horizon="year", method="search").value
    blind = replace(season.request, position=replace(position, peeked=(0,)))
    without = make(Season(blind)).rows
    values = solution(without)
    assert values is not None
    assert plan.value > season.weights.value(without.gain.value(values) * 1_000_000)


def test_peek_secret__an_advisor_that_cannot_be_reached_makes_no_model() -> None:
    own = Seat(dice=(1,), gold=3)
    season = Season(ask(table(own, year=3, phase=6), "year", "points"))
    assert len(models(season)) == 1
    rich = Seat(dice=(4, 6), gold=3)
    assert len(models(Season(ask(table(rich, year=3, phase=6), "year", "points")))) == 2


@pytest.mark.parametrize("name", ("SCIP", "HIGHS"))
@pytest.mark.parametrize("horizon", ("season", "game"))
def test_other_solvers_read_the_same_rows(name: str, horizon: str) -> None:
    from ortools.linear_solver.python import model_builder

    for seed in range(4):
        position, objective = small(horizon, seed)
        season = Season(ask(position, horizon, objective))
        best = None
        for model in models(season):
            linear, variables = to_linear(model.rows)
            tool = model_builder.Solver(name)
            status = tool.solve(linear)
            assert status == model_builder.SolveStatus.OPTIMAL
            gain = model.rows.gain.value([round(tool.value(variable)) for variable in variables])
            assert abs(tool.objective_value * unit(model.rows) + model.rows.gain.constant - gain) < 1
            best = gain if best is None else max(best, gain)
        assert best is not None
        assert season.weights.value(best * 1_000_000) == season.exact(season.search())


def test_redundant_rows__change_nothing() -> None:
    from ortools.sat.python import cp_model

    for seed in range(6):
        position, objective = small("season", seed)
        rows = make(Season(ask(position, "season", objective))).rows
        found = []
        for redundant in (True, False):
            model, _, aim = to_cp_sat(rows, redundant)
            model.maximize(aim)
            tool = cp_model.CpSolver()
            tool.parameters.num_workers = 1
            assert tool.solve(model) == cp_model.OPTIMAL
            found.append(tool.objective_value)
        assert found[0] == found[1]


def test_rows__hold_what_they_say() -> None:
    rows = Rows()
    one, two = rows.flag("one"), rows.variable("two", 0, 5)
    rows.keep(Sum().plus(one, 2).plus(two), 3, 6, "test")
    rows.gain.plus(one, 1)
    rows.ties.plus(two, 1)
    assert solution(rows) == [1, 4]
    rows.keep(Sum(1).plus(one), 3, None, "test")
    assert solution(rows) is None
    empty = Rows()
    empty.keep(Sum(2), 0, 1, "test")
    assert solution(empty) is None
