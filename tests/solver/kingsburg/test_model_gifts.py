"""Gifts in the season model: each rule with a tiny instance that holds and one that does not."""

from __future__ import annotations

import rules
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position, Seat
from solver.kingsburg.gifts import Gifts
from solver.kingsburg.model_gifts import Held, Paying, add_duke, add_gifts, held_at_first
from solver.kingsburg.model_rows import Rows, Sum

from .rows import best, built, solution, table


def gifts(position: Position, *ranks: int) -> tuple[Rows, Held]:
    """Let the first seat's groups on these advisors pay."""
    rows = Rows()
    unfolded = Gifts(position, 0)
    held = held_at_first(unfolded.start)
    add_gifts(rows, unfolded, [Paying(rank, False, Sum(1)) for rank in ranks], held)
    return rows, held


def can_hold(rows: Rows, held: Held, gold: int, wood: int, stone: int) -> bool:
    """Say whether exactly these goods can be held."""
    for total, number in zip(held.goods, (gold, wood, stone), strict=True):
        rows.keep(total.copy(), number, number, "test")
    return solution(rows, Sum()) is not None


def test_gift_choice__one_of_the_merchants_goods() -> None:
    assert can_hold(*gifts(table(Seat()), 4), 1, 0, 0)
    assert can_hold(*gifts(table(Seat()), 4), 0, 1, 0)
    assert not can_hold(*gifts(table(Seat()), 4), 1, 1, 0)
    assert not can_hold(*gifts(table(Seat()), 4), 0, 0, 1)


def test_gift_choice__goods_of_any_kind_are_shared_out() -> None:
    assert can_hold(*gifts(table(Seat()), 7, 12), 1, 0, 2)
    assert not can_hold(*gifts(table(Seat()), 7, 12), 1, 1, 2)


def test_alchemist__pays_what_is_held_by_then() -> None:
    assert can_hold(*gifts(table(Seat()), 2, 6), 0, 1, 1)
    assert can_hold(*gifts(table(Seat()), 2, 6), 1, 0, 0)
    assert not can_hold(*gifts(table(Seat()), 6, 8), 1, 1, 1)
    assert not can_hold(*gifts(table(Seat(wood=1)), 6), 0, 2, 1)


def test_alchemist__a_second_one_sees_what_the_first_gave() -> None:
    assert can_hold(*gifts(table(Seat(gold=1)), 6, 6), 1, 0, 2)
    assert not can_hold(*gifts(table(Seat(gold=1)), 6, 6), 0, 2, 2)


def smuggler(may_decline: bool) -> tuple[Rows, Held]:
    game = rules.load("kingsburg", options={"smuggler_may_decline": may_decline})
    return gifts(replace(table(Seat()), game=game), 14)


def test_smuggler__is_taken_unless_the_option_lets_one_decline() -> None:
    rows, held = smuggler(False)
    assert best(rows, held.points) == -1
    assert can_hold(*smuggler(False), 1, 1, 1)
    assert not can_hold(*smuggler(False), 0, 0, 0)
    rows, held = smuggler(True)
    assert best(rows, held.points) == 0
    assert can_hold(*smuggler(True), 0, 0, 0)
    rows, held = smuggler(True)
    rows.keep(held.points.copy(), 0, 0, "test")
    assert not can_hold(rows, held, 1, 1, 1)


def test_stable_soldier_and_mint_gold__are_in_the_gifts() -> None:
    position = table(Seat())
    stable = table(Seat(built=built(position, "stable")))
    assert best(gifts(position, 5)[0], gifts(position, 5)[1].soldiers) == 1
    rows, held = gifts(stable, 5)
    assert best(rows, held.soldiers) == 2
    long = table(Seat(), modules=("buildings",))
    rows, held = gifts(table(Seat(built=built(long, "mint")), modules=("buildings",)), 2)
    assert best(rows, held.goods[0]) == 2


def duke(*ranks: int, moves: bool) -> Rows:
    """Hold that the Duke moves, or that he does not."""
    rows = Rows()
    groups, flag = add_duke(rows, [Paying(rank, False, Sum(1)) for rank in ranks])
    rows.keep(Sum().plus(flag), int(moves), int(moves), "test")
    assert [group.rank for group in groups] == sorted((*ranks, 12))
    return rows


def test_governor_duke__moves_the_highest_advisor_to_a_free_duchess() -> None:
    assert solution(duke(3, 8, moves=True), Sum()) is not None
    assert solution(duke(3, 8, moves=False), Sum()) is not None
    assert solution(duke(8, 12, moves=True), Sum()) is None
    assert solution(duke(moves=True), Sum()) is None
    rows = Rows()
    groups, flag = add_duke(rows, [Paying(3, False, Sum(1)), Paying(8, False, Sum(1))])
    rows.keep(Sum().plus(flag), 1, 1, "test")
    values = solution(rows, Sum())
    assert values is not None
    assert [(group.rank, group.pays.value(values)) for group in groups] == [(3, 1), (8, 0), (12, 1)]
