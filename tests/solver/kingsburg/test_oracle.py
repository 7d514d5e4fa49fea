"""Three methods, one value: exact search, CP-SAT and the oracle, on seeded small positions of every kind.

The oracle (``solver/search.py``) knows the rules core and nothing of the game. Every plan is replayed by
``solver.solve``, which raises where the replay differs from what was claimed.
"""

from __future__ import annotations

import os

import pytest

import solver
from solver.search import SearchTooLarge

from .small import Oracle, ask, small

HORIZONS = ("season", "year", "game")
NUMBER = 1_000  #: positions per horizon in the full set
LIMIT = 10_000  #: states that the oracle may meet
SAMPLE = {"season": 125, "year": 40, "game": 40}
"""Of them in the normal run, spread over the full set."""


def differences(horizon: str, seed: int) -> str | None:
    """Compare the three methods on one seed; None: they agree. Raises SearchTooLarge."""
    position, objective = small(horizon, seed)
    request = ask(position, horizon, objective)
    oracle = Oracle(request, LIMIT).worth(request.position)
    found = []
    for method in ("search", "cp-sat"):
        try:
            plan = solver.solve(position, horizon=horizon, objective=objective, method=method, seconds=60)
        except solver.ReplayMismatch as mismatch:
            found.append(f"{method}: {mismatch}")
            continue
        if plan.value != oracle or plan.status != "optimal":
            found.append(f"{method} {plan.value} ({plan.status}, bound {plan.bound}, {' / '.join(plan.keys)})")
    if not found:
        return None
    return f"{horizon} {seed} {objective}: oracle {oracle}, {'; '.join(found)}; {position.to_code()}"


@pytest.mark.parametrize("horizon", HORIZONS)
def test_methods_agree_on_a_sample(horizon: str) -> None:
    wrong, compared, large = [], 0, 0
    for seed in range(0, NUMBER, NUMBER // SAMPLE[horizon]):
        try:
            found = differences(horizon, seed)
        except SearchTooLarge:
            large += 1
            continue
        compared += 1
        if found is not None:
            wrong.append(found)
    assert not wrong, "\n".join(wrong)
    assert large <= compared // 8, f"{large} positions were too large for the oracle, only {compared} were compared"


@pytest.mark.slow
@pytest.mark.parametrize("horizon", HORIZONS)
def test_methods_agree_on_a_thousand(horizon: str) -> None:
    wrong, compared, large, seed = [], 0, 0, 0
    while compared < NUMBER:
        try:
            found = differences(horizon, seed)
            compared += 1
        except SearchTooLarge:
            found, large = None, large + 1
        seed += 1
        if found is not None:
            wrong.append(found)
        if os.environ.get("MAGISTER_TELL") and seed % 50 == 0:
            print(f"{horizon}: {compared} compared, {large} too large, {len(wrong)} differ", flush=True)
    print(f"{horizon}: {compared} compared, {large} too large for {LIMIT} states, {len(wrong)} differ")
    assert not wrong, "\n".join(wrong)
