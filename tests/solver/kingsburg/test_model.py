"""The CP-SAT model, group by group: one tiny question with an answer and one without, each named after its rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
import solver
from solver import rooms
from solver.kingsburg import model, model_rows
from solver.kingsburg.model_dice import add_dice
from solver.kingsburg.model_rows import Rows, Sum
from solver.kingsburg.season import Season
from solver.request import make_request

GAME = rules.load("kingsburg")
replace = msgspec.structs.replace


def can(rows: Rows, **fixed: int) -> bool:
    """Say whether the rows have a solution in which the named variables have these values."""
    from ortools.sat.python import cp_model

    made, variables, _ = model_rows.to_cp_sat(rows)
    for name, value in fixed.items():
        made.add(variables[rows.names.index(name)] == value)
    engine = cp_model.CpSolver()
    engine.parameters.num_workers = 1
    return engine.solve(made) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def reach(
    rank: int, dice: tuple[int, ...], bonus: tuple[int, ...] = (), taken: set[int] | None = None, **helpers: Any
) -> bool:
    """Say whether one group can stand on ``rank`` by the rows of influencing."""
    rows = Rows()
    placing = add_dice(rows, dice, bonus, taken or set(), helpers.pop("private", set()), **helpers)
    total = Sum()
    for slot in placing.slots:
        if slot.rank == rank:
            total.add(placing.number(slot))
    rows.keep(total, 1, None, "asked for")
    return can(rows)


def test_influence_exact() -> None:
    assert reach(8, (3, 5))
    assert not reach(7, (3, 5))


def test_influence_player_die() -> None:
    assert reach(6, (2,), (4,))
    assert not reach(4, (2,), (4,))


def test_influence_free() -> None:
    assert reach(8, (3, 5), taken={7})
    assert not reach(8, (3, 5), taken={8})


def test_marker_once() -> None:
    assert reach(7, (5,), marker=True)
    assert not reach(9, (5,), marker=True)


def test_market_once() -> None:
    assert reach(6, (5,), bend=1) and reach(4, (5,), bend=1)
    assert not reach(7, (5,), bend=1)


def test_marker_and_market_on_one_group() -> None:
    assert reach(8, (5,), marker=True, bend=1)
    assert not reach(9, (5,), marker=True, bend=1)


def test_envoy_occupied() -> None:
    assert reach(8, (3, 5), taken={8}, envoy=True)
    rows = Rows()
    add_dice(rows, (3, 5), (), set(), set(), envoy=True)
    assert not can(rows, **{"group 0 on 3 envoy": 1})  # nobody stands there, so there is nothing to open
    assert can(rows, **{"group 0 on 3": 1})


def test_governor_politician() -> None:
    assert reach(5, (5,), taken={5}, private={5})
    assert not reach(5, (5,), taken={5})


def season_of(step: str, **own: Any) -> Season:
    """Make a season for a seat with just these holdings, in a step of spring of year 2."""
    start = GAME.setup(3, 1)
    seat = replace(start.seats[0], **own)
    others = tuple(replace(other, dice=(1, 1, 1) if step == "influence" else ()) for other in start.seats[1:])
    position = replace(
        start, year=2, phase=2, step=step, owed=(), order=(0, 1, 2), queue=(0, 1, 2), seats=(seat, *others)
    )
    assert position.problems() == ()
    return Season(make_request(position, rooms.find(position)))


def building(season: Season, name: str) -> bool:
    """Say whether the model can build."""
    rows = model.make(season).rows
    wanted = f"build {name}"
    return wanted in rows.names and can(rows, **{wanted: 1})


def test_build_cost() -> None:
    assert building(season_of("build", gold=2), "statue")
    assert not building(season_of("build", gold=1, stone=5), "statue")


def test_build_left() -> None:
    rich: dict[str, int] = {"gold": 9, "wood": 9, "stone": 9}
    assert building(season_of("build", built=(1, 0, 0, 0, 0), **rich), "chapel")
    assert not building(season_of("build", **rich), "chapel")


def test_crane_discount() -> None:
    goods: dict[str, int] = {"gold": 1, "wood": 3, "stone": 1}
    assert building(season_of("build", built=(0, 2, 0, 0, 2), **goods), "farms")
    assert not building(season_of("build", built=(0, 2, 0, 0, 1), **goods), "farms")


def test_town_hall() -> None:
    season = season_of("town_hall", wood=1, built=(0, 0, 0, 0, 3))
    rows = model.make(season).rows
    pays = [name for name in rows.names if name.startswith("pay wood")]
    assert len(pays) == 1 and can(rows, **{pays[0]: 1})
    stones = [name for name in rows.names if name.startswith("pay stone")]
    assert not stones or not can(rows, **{stones[0]: 1})


def test_alchemist() -> None:
    """The trade pays with a good that is held by then: an Architect's wood, but not a Champion's stone."""
    rows = model.make(season_of("influence", dice=(1, 3, 6))).rows
    names = {"group 2 on 6": 1, "exchange 1": 1}
    assert can(rows, **names, **{"group 1 on 3": 1})
    assert not can(rows, **names, **{"group 1 on 3": 0, "group 0 on 1": 1})


@pytest.mark.parametrize("soldiers", range(0, 12, 3))
def test_king_die_and_enemies_in_expectation(soldiers: int) -> None:
    start = GAME.setup(3, 4)
    seat = replace(start.seats[0], soldiers=soldiers, built=(0, 0, 1, 1, 1))
    position = replace(
        start,
        year=3,
        phase=7,
        step="recruit",
        owed=(),
        order=(0, 1, 2),
        queue=(0, 1, 2),
        seats=(seat, *start.seats[1:]),
    )
    exact = solver.solve(position, horizon="year", method="search")
    written = solver.solve(position, horizon="year", method="cp-sat")
    assert written.status == "optimal" and written.method == "cp-sat"
    assert written.value == exact.value == written.bound


@pytest.mark.parametrize("method", ["search", "cp-sat"])
def test_same_request_same_plan(method: str) -> None:
    record = rules.playout(GAME.setup(4, 9, ("buildings",)), "greedy", 9)
    position = next(p for p in record.positions() if p.year == 3 and p.step == "influence")
    plans = [solver.solve(position, method=method, objective="worth") for _ in range(3)]
    assert len({plan.keys for plan in plans}) == 1


def test_minstrel_is_solved_by_search_and_says_so() -> None:
    """His points hang on everybody's totals, which no row can hold."""
    record = rules.playout(GAME.setup(3, 5, ("governors",)), "greedy", 5)
    position = next(p for p in record.positions() if p.year == 2 and p.phase == 6 and p.step == "influence")
    seats = list(position.seats)
    seats[position.actor] = replace(seats[position.actor], governor="minstrel")
    clash = [number for number, seat in enumerate(seats) if seat.governor == "minstrel" and number != position.actor]
    for number in clash:
        seats[number] = replace(seats[number], governor="fairy")
    plan = solver.solve(replace(position, seats=tuple(seats)), horizon="year", method="cp-sat")
    assert plan.method == "search"
    assert any("search" in text for text in plan.assumptions)
