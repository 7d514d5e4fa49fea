"""No plan hides a house value: whatever changes what its moves bring is named."""

from __future__ import annotations

import pytest

import solver
from rules.my_village.values import Position
from solver import rooms
from solver.answer import Answer
from solver.request import make_request
from tests.solver.house_trace import counted, missing, walked_plans

from .small import small


def moments(seed: int, number: int = 2) -> list[Position]:
    """Return some decisions of a seat in games of a seed."""
    return [small(1_000 * seed + index, dice=4)[0] for index in range(number)]


def hidden(seed: int) -> set[object]:
    """Return the lines of a seed that leave out house values which count."""
    plans = walked_plans(moments(seed), "turn", seed)
    return {(plan.keys, name) for request, plan in plans for name in missing(request, plan)}


@pytest.mark.parametrize("seed", range(101, 102))
def test_lines_by_chance_name_every_house_value_that_counts(seed: int) -> None:
    assert hidden(seed) == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(102, 142))
def test_more_lines_by_chance_name_every_house_value_that_counts(seed: int) -> None:
    assert hidden(seed) == set()


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 40))])
def test_plans_name_every_house_value_that_counts(seed: int) -> None:
    position, objective = small(seed + 700, dice=4)
    plan = solver.solve(position, "turn", objective)
    asked = make_request(position, rooms.find(position), horizon="turn", objective=objective)
    assert missing(asked, plan) == set(), plan.keys


def test_the_trial_sees_what_counts() -> None:
    """A trial that saw nothing would let everything pass."""
    for seed in range(700, 760):
        position, _ = small(seed, dice=4)
        plan = solver.solve(position, "turn")
        served = [key.split()[1] for key in plan.keys if key.startswith("serve")]
        if served:
            asked = make_request(position, rooms.find(position), horizon="turn")
            answer = Answer(moves=plan.moves, value=plan.value, bound=None)
            found = set(counted(asked, answer, rooms.find(position)))
            assert f"customers.{served[0]}.fame" in found & set(plan.house)
            return
    pytest.fail("no plan serves a customer")
