"""The room's answers for a turn are those of exhaustive search by the rules core, on seeded small positions.

The oracle (``solver/search.py``) plays every move and every outcome, merges nothing and knows nothing of the game.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import solver
from rules.my_village.values import Position
from solver import rooms
from solver.my_village import ended, holdings
from solver.my_village.table import on_table
from solver.request import Request
from solver.search import Search, SearchTooLarge

from .small import ask, small

NUMBER, SAMPLE = 1_000, 45
LIMIT = 25_000  #: states of the oracle


def oracle(request: Request, limit: int = LIMIT) -> Search:
    """Return the exhaustive search of a request; other seats do their worst, for there is nothing they could do."""
    return Search(
        request.seat,
        lambda position: ended(request, position),  # type: ignore[arg-type]
        lambda position: rooms.plain_value(request, position, holdings),  # type: ignore[arg-type]
        None,
        limit=limit,
    )


def compare(seed: int, limit: int, methods: tuple[str, ...] = ("auto",)) -> str:
    """Compare the answers on one seed: what differs, or nothing. Raises SearchTooLarge."""
    position, objective = small(seed)
    request = ask(position, objective)
    search = oracle(request, limit)
    best = search.worth(request.position)
    each = search.moves(request.position)
    wrong = []
    for method in methods:
        plan = solver.solve(position, horizon="turn", objective=objective, method=method)
        if plan.status != "optimal" or plan.value != best or each[plan.keys[0]] != best:
            wrong.append(f"{method} {plan.value} ({plan.status}): {' / '.join(plan.keys)}")
    if not wrong:
        return ""
    keys = [key for key, worth in each.items() if worth == best]
    return f"seed {seed}, {objective}: best {best} ({keys[:3]}); {'; '.join(wrong)}; {position.to_code()}"


def run(first: int, number: int, limit: int) -> tuple[list[str], int]:
    """Compare so many positions from a seed on; return what differs, and how many were too large."""
    wrong, compared, large, seed = [], 0, 0, first
    while compared < number:
        try:
            found = compare(seed, limit)
            compared += 1
            if found:
                wrong.append(found)
        except SearchTooLarge:
            large += 1
        seed += 1
    return wrong, large


def test_answers_agree_with_exhaustive_search_on_a_sample() -> None:
    wrong, large = run(50_000, SAMPLE, 3_000)
    assert not wrong, "\n".join(wrong)
    assert large < 4 * SAMPLE


@pytest.mark.slow
def test_answers_agree_with_exhaustive_search_on_a_thousand() -> None:
    wrong, large = run(0, NUMBER, LIMIT)
    print(f"{NUMBER} compared, {large} too large for {LIMIT} states, {len(wrong)} differ")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("seed", range(60_000, 60_006))
def test_the_value_of_every_move_is_that_of_exhaustive_search(seed: int) -> None:
    position, objective = small(seed, dice=2)
    request = ask(position, objective)
    from solver.control import Control
    from solver.my_village import values

    found = values(request, Control())
    try:
        expected = oracle(request).moves(request.position)
    except SearchTooLarge:
        pytest.skip("too large for the oracle")
    assert found == expected


def test_other_seats_do_not_move_the_rat_in_a_turn() -> None:
    """Whatever stands in other villages, a turn is worth the same."""
    position, _ = small(3)
    request = ask(position, "points")
    start: Position = on_table(request)
    assert all(seat.tree == 0 and not seat.crossed for number, seat in enumerate(start.seats) if number != request.seat)
    assert solver.solve(position, horizon="turn").value == solver.solve(start, horizon="turn").value
    assert isinstance(solver.solve(position, horizon="turn").value, Fraction)
