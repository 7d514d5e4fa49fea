"""From any position to one that a plan begins with: in Python, by the command line, and as the refusals say."""

from __future__ import annotations

from typing import Any

import pytest

import rules
import solver
from rules.findings import BadInput
from solver import rooms
from solver.request import make_request


@pytest.mark.parametrize("name", rules.games())
@pytest.mark.parametrize("seed", range(3))
def test_from_the_set_up_one_comes_to_a_plan(name: str, seed: int) -> None:
    game: Any = rules.load(name)
    for players in game.players:
        start = game.setup(players=players, seed=seed)
        there = solver.advance(start, seed=seed)
        room = rooms.find(there)
        for horizon in (None, *room.horizons):
            position = solver.advance(there, horizon, seed)
            assert make_request(position, room, horizon=horizon).seat == position.actor
            assert solver.advance(position, horizon, seed) is position, "it fits already"
        assert solver.advance(start, seed=seed) == there, "the same seed gives the same position"


@pytest.mark.parametrize("name", rules.games())
def test_a_refusal_of_the_position_says_how_one_comes_to_another(name: str) -> None:
    """Whatever step of a game is no beginning of a plan: the sentence names the way that works."""
    record = rules.playout(rules.load(name).setup(players=2, seed=4), policy="greedy", seed=4)
    refused = 0
    for position in record.positions():
        try:
            make_request(position, rooms.find(position))
        except BadInput as error:
            said = [problem.text for problem in error.problems if problem.path == "position"]
            refused += len(said)
            for text in said:
                assert position.over or "solver.advance(position)" in text, text
                assert position.over or "`magister solve --advance`" in text, text
    assert refused


def test_what_cannot_be_advanced() -> None:
    game: Any = rules.load(rules.games()[0])
    start = game.setup(players=2, seed=1)
    over = rules.playout(start, policy="greedy", seed=1).end
    with pytest.raises(BadInput, match="followed by no decision that a plan can begin with; the game ends"):
        solver.advance(over)
    for seed in (-1, True, 10**400, 1.5, None):
        with pytest.raises(BadInput, match=r"seed: is .*; give a whole number from 0"):
            solver.advance(start, seed=seed)  # type: ignore[arg-type]
    for horizon in ("no", 5, float("nan")):
        with pytest.raises(BadInput, match=r"horizon: is .*; there are"):
            solver.advance(start, horizon)  # type: ignore[arg-type]
