"""Every engine knows every value that a catalogue may hold: on catalogues at random all say what brute force says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import solver
from solver.control import Control
from solver.my_village import after_move, first_bound, values
from solver.my_village.model import STARTS
from solver.my_village.table import on_table
from solver.search import SearchTooLarge

from .catalogues import catalogue
from .small import ask, small
from .test_oracle import oracle
from .test_round import Brute, moment

SAMPLE = 12
MOMENTS = 3  #: positions of each catalogue


def turns(seed: int, game: Any, limit: int = 3_000) -> Iterable[str]:
    """Compare the engines on a turn: say what differs. Raises SearchTooLarge."""
    position, objective = small(seed, dice=2, game=game)
    request = ask(position, objective)
    search = oracle(request, limit)
    best, each = search.worth(request.position), search.moves(request.position)
    what = f"seed {seed}, {position.question}, {objective}: best {best}"
    if (bound := first_bound(request)) < best:
        yield f"{what}, above the first bound {bound}"
    if (found := values(request, Control())) != each:
        yield f"{what}; values {found}, not {each}"
    methods = ("auto", "search", "cp-sat") if position.question in STARTS else ("auto",)
    for method in methods:
        plan = solver.solve(position, horizon="turn", objective=objective, method=method, seconds=100)
        if plan.status != "optimal" or plan.value != best or each[plan.keys[0]] != best:
            yield f"{what}; {method} {plan.value} ({plan.status}): {' / '.join(plan.keys)}"


def rounds(seed: int, game: Any, rivals: str) -> Iterable[str]:
    """Compare a round with brute force: say what differs. Raises SearchTooLarge."""
    position, objective = moment(seed, game)
    request = ask(position, objective, "round", rivals=rivals)
    best = Brute(request).worth(on_table(request))
    what = f"seed {seed}, {rivals}, {objective}: best {best}"
    if (bound := first_bound(request)) < best:
        yield f"{what}, above the first bound {bound}"
    plan = solver.solve(position, "round", objective, rivals=rivals, seconds=100)
    if plan.status != "optimal" or plan.value != best:
        yield f"{what}; {plan.value} ({plan.status}): {' / '.join(plan.keys)}"
    first = after_move(request, on_table(request).move(plan.keys[0]), Control(100))
    if first.value != best or first.bound != best:
        yield f"{what}; beginning with {plan.keys[0]} {first.value} ({first.bound})"


def compared(seeds: Iterable[int]) -> tuple[list[str], int, int]:
    """Compare catalogues: return what differs, and how many turns and rounds were compared."""
    wrong, turn, round_ = [], 0, 0
    for seed in seeds:
        game = catalogue(seed)
        for number in range(seed * MOMENTS, (seed + 1) * MOMENTS):
            try:
                wrong += [f"catalogue {seed}: {text}" for text in turns(number, game)]
                turn += 1
            except SearchTooLarge:
                pass
            for rivals in ("idle", "worst"):
                try:
                    wrong += [f"catalogue {seed}: {text}" for text in rounds(number, game, rivals)]
                    round_ += 1
                except SearchTooLarge:
                    pass
    return wrong, turn, round_


def test_engines_agree_on_catalogues_at_random() -> None:
    wrong, turn, round_ = compared(range(SAMPLE))
    assert not wrong, "\n".join(wrong)
    assert turn > SAMPLE and round_ > SAMPLE // 4, (turn, round_)


@pytest.mark.slow
def test_engines_agree_on_many_catalogues_at_random() -> None:
    wrong, turn, round_ = compared(range(100, 400))
    print(f"{turn} turns and {round_} rounds compared, {len(wrong)} differ")
    assert not wrong, "\n".join(wrong)


