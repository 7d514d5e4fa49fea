"""Whatever value the schema of an owner's catalogue takes: every engine knows it, or it is refused with a path.

Catalogues are drawn at random, each effect on each card, and all engines are held against the oracle, which knows the
rules core and nothing of the game.
"""

from __future__ import annotations

from random import Random

import pytest

import solver
from solver import rooms
from solver.search import SearchTooLarge

from ..random_catalogue import random_game
from .small import Oracle, ask, small

HORIZONS = ("season", "year", "game")
METHODS = ("auto", "search", "cp-sat")
SAMPLE = {"season": 8, "year": 3, "game": 3}  #: catalogues of the normal run
LIMIT = 2_500  #: states that the oracle may meet


def differences(horizon: str, seed: int) -> str | None:
    """Compare all engines on one drawn catalogue and position; None: they agree. Raises SearchTooLarge."""
    random = Random(f"catalogue {horizon} {seed}")
    options = {"priest": random.choice(("bonus_die", "six")), "smuggler_may_decline": random.random() < 0.5}
    game = random_game("kingsburg", random, options=options)
    position, objective = small(horizon, seed, game)
    request = ask(position, horizon, objective)
    oracle = Oracle(request, LIMIT).worth(request.position)
    found = []
    room = rooms.find(position)
    assert room.first_bound is not None
    if room.first_bound(request) < oracle:
        found.append(f"first bound {room.first_bound(request)}")
    for method in METHODS:
        try:
            plan = solver.solve(position, horizon, objective, method=method, seconds=60)
        except solver.ReplayMismatch as mismatch:
            found.append(f"{method}: {mismatch}")
            continue
        if plan.value != oracle or plan.status != "optimal":
            found.append(f"{method} {plan.value} ({plan.status}, bound {plan.bound}, {' / '.join(plan.keys)})")
    return f"{horizon} {seed} {objective}: oracle {oracle}, {'; '.join(found)}\n{position.to_text()}" if found else None


def compare(horizon: str, seeds: range) -> None:
    """Compare a range of seeds; some are too large for the oracle, most must not be."""
    wrong, compared = [], 0
    for seed in seeds:
        try:
            found = differences(horizon, seed)
        except SearchTooLarge:
            continue
        compared += 1
        if found is not None:
            wrong.append(found)
    assert not wrong, "\n\n".join(wrong)
    assert 2 * compared > len(seeds), f"only {compared} of {len(seeds)} were small enough to compare"


@pytest.mark.parametrize("horizon", HORIZONS)
def test_drawn_catalogues_on_a_sample(horizon: str) -> None:
    compare(horizon, range(SAMPLE[horizon]))


@pytest.mark.slow
@pytest.mark.parametrize("horizon", HORIZONS)
def test_drawn_catalogues(horizon: str) -> None:
    compare(horizon, range(SAMPLE[horizon], 400))
