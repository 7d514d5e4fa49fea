"""Every engine knows every value that a catalogue may hold: on catalogues at random all say what brute force says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
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
from .test_round import SMALL, Brute, moment

SAMPLE = 5
MOMENTS = 2  #: positions of each catalogue
RIVALS = ("idle", "worst")
FEW, MANY = 1_000, 12_000  #: states of brute force


def turns(seed: int, game: Any, limit: int) -> Iterable[str]:
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


def rounds(seed: int, game: Any, rivals: str, limit: int) -> Iterable[str]:
    """Compare a round with brute force: say what differs. Raises SearchTooLarge."""
    position, objective = moment(seed, game)
    request = ask(position, objective, "round", rivals=rivals)
    best = Brute(request, limit).worth(on_table(request))
    what = f"seed {seed}, {rivals}, {objective}: best {best}"
    if (bound := first_bound(request)) < best:
        yield f"{what}, above the first bound {bound}"
    plan = solver.solve(position, "round", objective, rivals=rivals, seconds=100)
    if plan.status != "optimal" or plan.value != best:
        yield f"{what}; {plan.value} ({plan.status}): {' / '.join(plan.keys)}"
    first = after_move(request, on_table(request).move(plan.keys[0]), Control(100))
    if first.value != best or first.bound != best:
        yield f"{what}; beginning with {plan.keys[0]} {first.value} ({first.bound})"


def compared_turns(seeds: Iterable[int], limit: int) -> tuple[list[str], int]:
    """Compare turns of catalogues: return what differs, and how many were compared."""
    wrong, number = [], 0
    for seed in seeds:
        game = catalogue(seed)
        for place in range(seed * MOMENTS, (seed + 1) * MOMENTS):
            try:
                wrong += [f"catalogue {seed}: {text}" for text in turns(place, game, limit)]
                number += 1
            except SearchTooLarge:
                continue
    return wrong, number


def compared_rounds(seeds: Iterable[int], moments: Sequence[int]) -> tuple[list[str], int]:
    """Compare a round of each catalogue, by turns one of the moments: return what differs, and how many there were."""
    wrong, number = [], 0
    for seed in seeds:
        game = catalogue(seed)
        for rivals in RIVALS:
            try:
                place = moments[seed % len(moments)]
                wrong += [f"catalogue {seed}: {text}" for text in rounds(place, game, rivals, MANY)]
                number += 1
            except SearchTooLarge:
                continue
    return wrong, number


def test_engines_agree_on_turns_of_catalogues_at_random() -> None:
    wrong, number = compared_turns(range(SAMPLE), FEW)
    assert not wrong, "\n".join(wrong)
    assert number > SAMPLE


def test_rounds_of_catalogues_at_random_are_what_brute_force_says() -> None:
    wrong, number = compared_rounds(range(2), SMALL)
    assert not wrong, "\n".join(wrong)
    assert number


@pytest.mark.slow
def test_engines_agree_on_many_catalogues_at_random() -> None:
    wrong, turn = compared_turns(range(100, 400), MANY)
    more, round_ = compared_rounds(range(100, 200), SMALL)
    print(f"{turn} turns and {round_} rounds compared, {len(wrong)} and {len(more)} differ")
    assert not wrong + more, "\n".join(wrong + more)


def test_nobody_need_be_taken_for_nothing() -> None:
    """The Trade church lets one take nobody for nothing and buy more: time then passes the bridge, which may pay."""
    position, objective = small(13, dice=2, game=catalogue(4))
    plans = [solver.solve(position, "turn", objective, method=method, seconds=100) for method in ("auto", "cp-sat")]
    assert [plan.value for plan in plans] == [Fraction(92, 9)] * 2
