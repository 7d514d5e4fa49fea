"""Public values survive pickling and copying as equals: they go to other processes, into caches and into notebooks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rules
import solver
import tutor
from tutor.language import set_language
from tutor.puzzle import shipped, strip
from tutor.puzzle_judge import judge
from tutor.review_job import start
from tutor.trying import try_move

WAYS = {"pickled": lambda value: pickle.loads(pickle.dumps(value)), "copied": copy.copy, "copied whole": copy.deepcopy}


@pytest.fixture(scope="module", autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language(None)


@cache
def of_rules(name: str) -> dict[str, Any]:
    """Return values of the rules core."""
    game = rules.load(name)
    record = rules.playout(game.setup(game.players[-1], 3, game.modules), "greedy", seed=3)
    decision = next(position for position in record.positions() if position.actor is not None)
    chance = next(position for position in record.positions() if position.chance())
    late = [position for position in record.positions() if position.actor is not None][-1]
    refused = next(move for move in record.steps if hasattr(move, "parts") and late.why_not(move))
    return {
        "game": game,
        "position": decision,
        "view": decision.view(decision.actor),
        "end": record.end,
        "moves": decision.legal_moves(),
        "choices": decision.choices(()),
        "chance": chance.chance(),
        "record": record,
        "scores": record.end.scores(),
        "findings": late.why_not(refused),
    }


@cache
def of_solver() -> dict[str, Any]:
    """Return values of the solver."""
    position = solver.advance(rules.load("kingsburg").setup(2, seed=1))
    plan = solver.solve(position, seconds=600)
    return {
        "plan": plan,
        "ranking": solver.rank_moves(position, seconds=600),
        "reasons": solver.why_not(position, points=40, seconds=5),
        "reached": solver.why_not(position, points=plan.value, seconds=5),
    }


@cache
def of_tutor() -> dict[str, Any]:
    """Return values of the tutor."""
    record = rules.playout(rules.load("kingsburg").setup(2, seed=3), "greedy", seed=3)
    position = solver.advance(rules.load("kingsburg").setup(2, seed=1))
    review = start(rules.Record(record.start, record.steps[:12]), seconds=600, jobs=0).result()
    assert review.positions, "what was worked out on the way is copied, too"
    puzzle = shipped("kingsburg")[0]
    return {
        "hint": tutor.hint(position, 5),
        "review": review,
        "puzzle": puzzle,
        "task": strip(puzzle),
        "verdict": judge(puzzle, puzzle.line),
        "tried": try_move(position, position.legal_moves()[0], 600.0, {}),
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", rules.games())
def test_values_of_the_rules(name: str, way: str) -> None:
    for what, value in of_rules(name).items():
        assert WAYS[way](value) == value, what


@pytest.mark.parametrize("way", WAYS)
def test_values_of_the_solver(way: str) -> None:
    for what, value in of_solver().items():
        found = WAYS[way](value)
        assert found == value, what
        assert str(found) == str(value)


@pytest.mark.parametrize("way", WAYS)
def test_values_of_the_tutor(way: str) -> None:
    for what, value in of_tutor().items():
        assert WAYS[way](value) == value, what


def test_a_plan_is_equal_to_the_same_plan_and_to_no_other() -> None:
    plan = of_solver()["plan"]
    again = solver.solve(plan.position, seconds=600)
    assert again == plan and hash(again) == hash(plan), "however long it took"
    assert len({plan, again}) == 1
    other = solver.solve(plan.position, objective="worth", seconds=600)
    assert other != plan and plan != plan.moves
