"""No plan hides a house value: whatever changes what its moves bring is named."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import rules
import solver
from rules.findings import RulesError
from solver import rooms
from solver.answer import Answer
from solver.plan import Plan, make_plan
from solver.request import Request, make_request
from solver.run import policy_answer
from tests.solver.house_trace import others, seen, walked_plans

from .small import GAME, fits, with_few_dice

MODULES = (("buildings",), ("governors",), ("buildings", "governors", "army"))


@cache
def editions(known: frozenset[str]) -> dict[str, Any]:
    """Return editions in which a field of every house value but the known ones is another one."""
    tables = msgspec.to_builtins(GAME.catalogue)
    fields: dict[str, dict[str, Any]] = {}
    for value in GAME.house_values():
        table, key, field = value.split(".", 2)
        if field.startswith("name") or value in known:
            continue
        now = getattr(getattr(GAME.catalogue, table)[key], field)
        for place, other in enumerate(others(field, now, tables[table], field)):
            made = fields.setdefault(f"{table}, {field} {place}", {})
            made.setdefault(table, {}).setdefault(key, {})[field] = other
    found = {}
    for name, overlay in fields.items():
        try:
            found[name] = rules.load("kingsburg", overlay)
        except RulesError:
            continue  # no such sheet could be printed
    assert len(found) > 10
    return found


def missing(request: Request, plan: Plan) -> set[str]:
    """Name the fields of house values that count in a plan and that it does not name."""
    room = rooms.find(request.position)
    answer = Answer(moves=plan.moves, value=plan.value, bound=None)
    real = seen(request, answer, room)
    assert real is not None
    position: Any = request.position
    found = set()
    for name, edition in editions(frozenset(plan.house)).items():
        elsewhere = msgspec.structs.replace(request, position=msgspec.structs.replace(position, game=edition))
        other = seen(elsewhere, answer, room)
        if other is None or (other.value, other.sources, other.holdings) != (real.value, real.sources, real.holdings):
            found.add(name)
    return found


def moments(seed: int) -> Iterator[Any]:
    """Give decisions of a season in a game of a seed, in which house values lie on the table."""
    rng = random.Random(f"house {seed}")
    start = GAME.setup(2 + seed % 3, seed, MODULES[seed % len(MODULES)])
    record = rules.playout(start, policy="greedy", seed=seed)
    there = [position for position in record.positions() if fits(position, "season") and position.year >= 2]  # type: ignore[arg-type, attr-defined]
    for position in rng.sample(there, 3):
        yield with_few_dice(position, rng, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(3))
def test_plans_name_every_house_value_that_counts(seed: int) -> None:
    for position in moments(seed):
        plan = solver.solve(position, "season", "worth", seconds=5)
        request = make_request(position, rooms.find(position), horizon="season", objective="worth")
        assert missing(request, plan) == set(), (plan.keys, plan.house)


@pytest.mark.parametrize("seed", range(6, 8))
def test_lines_by_chance_name_every_house_value_that_counts(seed: int) -> None:
    for request, plan in walked_plans(moments(seed), "season", seed):
        assert missing(request, plan) == set(), (plan.keys, plan.house)


def test_house_values_are_named_as_the_edition_names_them() -> None:
    known = set(GAME.house_values())
    named = set()
    for seed in range(12):
        for position in moments(seed):
            request = make_request(position, rooms.find(position), horizon="season")
            named |= set(
                make_plan(request, rooms.find(position), policy_answer(request, rooms.find(position)), 0).house
            )
    assert named and named <= known
