"""Two methods, one value: every line tried by the rules core, and rows with cuts, on seeded small positions.

The search (``solver/paladins/exact.py``) knows the rules core and what a line is, and nothing of worth in this game.
Every plan is replayed by ``solver.solve``, which raises where the replay differs from what was claimed.
"""

from __future__ import annotations

import os

import pytest

import solver
from solver.paladins.exact import search
from solver.search import SearchTooLarge

from .small import ask, small

NUMBER = 1_000  #: positions in the full set
SAMPLE = 24
PARTS = 3
LIMIT = 6_000  #: positions that the search may play in the sample
SECONDS = 5.0  #: for each plan by rows
UNPROVED = 10  #: in a hundred plans at most may not be proved within that time


def compare(seed: int, limit: int, seconds: float) -> tuple[str | None, bool]:
    """Compare the two methods on one seed: what differs, if anything, and whether both are proved.

    A plan that is not proved in time may be worth less, but neither it nor its bound may contradict the search.
    Raises SearchTooLarge.
    """
    position, objective = small(seed)
    lines = search(ask(position, objective), limit=limit)
    assert lines.finished and lines.best is not None
    best = lines.best[0]
    found, proved = [], True
    for method in ("search", "cp-sat"):
        try:
            plan = solver.solve(position, horizon="round", objective=objective, method=method, seconds=seconds)
        except solver.ReplayMismatch as mismatch:
            found.append(f"{method}: {mismatch}")
            continue
        done = plan.status == "optimal"
        proved = proved and done
        if plan.value > best or (plan.bound is not None and plan.bound < best) or (done and plan.value != best):
            found.append(f"{method} {plan.value} ({plan.status}, bound {plan.bound}): {' / '.join(plan.keys)}")
    if not found:
        return None, proved
    line = " / ".join(move.key for move in lines.best[1])
    return f"seed {seed}, {objective}: best line {best} ({line}); {'; '.join(found)}; {position.to_code()}", proved


def run(first: int, number: int, limit: int, seconds: float) -> tuple[list[str], int, int]:
    """Compare so many positions from a seed on; return what differs, and how many were unproved and too large."""
    wrong, compared, unproved, large, seed = [], 0, 0, 0, first
    while compared < number:
        try:
            found, proved = compare(seed, limit, seconds)
            compared += 1
            unproved += not proved
            if found is not None:
                wrong.append(found)
        except SearchTooLarge:
            large += 1
        seed += 1
        if os.environ.get("MAGISTER_TELL") and seed % 50 == 0:
            print(f"{compared} compared, {large} too large, {unproved} unproved, {len(wrong)} differ", flush=True)
    return wrong, unproved, large


@pytest.mark.parametrize("part", range(PARTS))
def test_methods_agree_on_a_sample(part: int) -> None:
    number = SAMPLE // PARTS
    wrong, unproved, _ = run(100_000 * part, number, LIMIT, SECONDS)
    assert not wrong, "\n".join(wrong)
    assert unproved <= 3, f"{unproved} of {number} plans were not proved in {SECONDS} s"


@pytest.mark.slow
def test_methods_agree_on_a_thousand() -> None:
    wrong, unproved, large = run(0, NUMBER, 5 * LIMIT, SECONDS)
    print(f"{NUMBER} compared, {large} too large for {5 * LIMIT} positions, {unproved} unproved, {len(wrong)} differ")
    assert not wrong, "\n".join(wrong)
    assert unproved <= NUMBER * UNPROVED // 100
