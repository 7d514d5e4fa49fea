"""No plan hides a house value: whatever changes what its moves bring is named."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import rules
import solver
from rules.paladins.moves import Move
from rules.paladins.steps import replace
from rules.paladins.values import Position
from solver import rooms
from solver.answer import Answer
from solver.plan import make_plan
from solver.request import make_request
from solver.run import policy_answer
from tests.solver.house_trace import counted, missing, walked_plans

from .lay import line, quiet, request
from .small import GAME, asks, small


def rich(position: Position, rng: random.Random) -> Position:
    """Give the seat that decides what every action asks for, and a tax supply that a few suspicion cards empty."""
    number = position.actor
    assert number is not None
    own = position.seats[number]
    own = replace(own, silver=12, provisions=6, influence=rng.choice((1, 5, 11)), workers="LLSSMMFFCCC", unpaid=1)
    seats = (*position.seats[:number], own, *position.seats[number + 1 :])
    return replace(position, seats=seats, tax=rng.choice((1, 2, position.tax)))


def moments(seed: int, number: int = 5) -> list[Position]:
    """Return some decisions of a seat in a game of a seed."""
    rng = random.Random(f"house {seed}")
    start = GAME.setup(players=1 + seed % 4, seed=seed)
    record = rules.playout(start, policy=("greedy", "random")[seed // 4 % 2], seed=seed)
    there = rng.sample([position for position in record.positions() if asks(position)], number)
    return [rich(position, rng) if rng.random() < 0.8 else position for position in there]  # type: ignore[arg-type]


def hidden(seed: int) -> set[object]:
    """Return the lines of a seed that leave out house values which count."""
    plans = walked_plans(moments(seed), "round", seed)
    return {(plan.keys, name) for request_, plan in plans for name in missing(request_, plan)}


@pytest.mark.parametrize("seed", range(3))
def test_lines_by_chance_name_every_house_value_that_counts(seed: int) -> None:
    assert hidden(seed) == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 120))
def test_more_lines_by_chance_name_every_house_value_that_counts(seed: int) -> None:
    assert hidden(seed) == set()


@pytest.mark.parametrize("seed", [0, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, *range(3, 20)))])
def test_plans_name_every_house_value_that_counts(seed: int) -> None:
    position, objective = small(seed + 700)
    plan = solver.solve(position, "round", objective, seconds=5)
    asked = make_request(position, rooms.find(position), horizon="round", objective=objective)
    assert missing(asked, plan) == set(), plan.keys


LINES: tuple[tuple[dict[str, Any], tuple[str, ...], str], ...] = (
    ({"jars": "faith", "influence": 1}, ("absolve MCC labourer", "pass"), "actions.absolve.needs"),
    ({"influence": 1}, ("absolve MCC labourer", "pass"), "jars.labourer.reward"),
    ({"strength": 9, "outsiders": ("champion_saracen", *("",) * 5)}, ("attack SSF champion_saracen", "pass"),
     "outsiders.champion_saracen.attack"),
    ({}, ("develop LL absolve 1", "pass"), "workshops.workshop_1.worker"),
    ({"tax": 2, "townsfolk": ("squire_3",), "favours": ("pardon",), "hired": ("",)}, ("favour C pardon", "pass"),
     "townsfolk.squire_3.ongoing"),
)  # fmt: skip


@pytest.mark.parametrize(("fields", "keys", "value"), LINES, ids=lambda each: str(each)[-30:])
def test_the_trial_sees_what_counts(fields: dict[str, Any], keys: tuple[str, ...], value: str) -> None:
    """A trial that saw nothing would let everything pass."""
    fields = {"workers": "LLSSMMFFCC", "silver": 9, "round": 3, **fields}
    asked = request(quiet("absolve", "develop", "attack", "conspire", **fields))
    answer = Answer(moves=line(*keys), value=Fraction(0), bound=None)
    assert value in set(counted(asked, answer, rooms.find(asked.position)))


def test_the_first_jar_asks_for_what_is_printed() -> None:
    """The rulebook prints 0 on the first jar; the numbers of the others are ours."""
    first = request(quiet("absolve", workers="MCC", silver=9))
    answer = Answer(moves=line("absolve MCC labourer"), value=Fraction(0), bound=None)
    assert "actions.absolve.needs" not in set(counted(first, answer, rooms.find(first.position)))


def test_every_way_to_a_plan_names_them() -> None:
    """Also a line of the policy, and one that was only on its way when the solve was stopped, rest on house values."""
    position = quiet("absolve", workers="MCC", silver=9, influence=9, jars="faith")
    asked = request(position)
    room = rooms.find(position)
    moves: tuple[Move, ...] = line("absolve MCC debt_1", "pass")
    raw = Answer(moves=moves, value=Fraction(0), bound=None)
    value = rooms_value(asked, raw)
    for answer in (Answer(moves=moves, value=value, bound=None), policy_answer(asked, room)):
        plan = make_plan(asked, room, answer, 0.0)
        assert ("jars.debt_1.reward" in plan.house) == any(key.startswith("absolve") for key in plan.keys)
        assert plan.assumptions


def rooms_value(asked: Any, answer: Answer) -> Fraction:
    """Return what the moves of an answer bring by the rules."""
    from solver.replay import measure

    return measure(asked, answer, rooms.find(asked.position)).value
