"""Dice on advisors in the season model: each rule with a tiny instance that holds and one that does not."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from solver.kingsburg.model_dice import Placing, Slot, add_dice
from solver.kingsburg.model_rows import Rows, Sum
from solver.kingsburg.totals import reachable

from .rows import solution


def can(
    dice: tuple[int, ...],
    bonus: tuple[int, ...],
    *slots: Slot,
    taken: tuple[int, ...] = (),
    private: tuple[int, ...] = (),
    envoy: bool = False,
    marker: bool = False,
    bend: int = 0,
    marked: bool | None = None,
) -> bool:
    """Say whether groups of these dice can stand on all these slots at once."""
    rows = Rows()
    placing = add_dice(rows, dice, bonus, set(taken), set(private), envoy=envoy, marker=marker, bend=bend)
    return stand(rows, placing, slots, marked)


def stand(rows: Rows, placing: Placing, slots: tuple[Slot, ...], marked: bool | None = None) -> bool:
    """Ask for one group on each slot."""
    if any(slot not in placing.slots for slot in slots):
        return False
    for slot in set(slots):
        rows.keep(placing.number(slot), slots.count(slot), slots.count(slot), "test")
    if marked is not None:
        rows.keep(placing.marked(), int(marked), int(marked), "test")
    return solution(rows, Sum()) is not None


def on(rank: int) -> Slot:
    return Slot(rank, False, False)


def opened(rank: int) -> Slot:
    return Slot(rank, False, True)


def own(rank: int) -> Slot:
    return Slot(rank, True, False)


def test_influence_dice__each_die_is_used_once() -> None:
    assert can((3, 5), (), on(3), on(5))
    assert can((3, 5), (), on(8))
    assert not can((3, 5), (), on(3), on(8))


def test_influence_exact__the_total_is_the_rank() -> None:
    assert can((2, 3, 4), (), on(7), on(2))
    assert not can((2, 3, 4), (), on(8))


def test_influence_player_die__bonus_dice_do_not_go_alone() -> None:
    assert can((1,), (6, 6), on(13))
    assert can((1,), (6, 6), on(7))
    assert not can((1,), (6, 6), on(6))
    assert not can((1,), (6, 6), on(7), on(1))


def test_influence_free__a_seat_takes_an_advisor_once() -> None:
    assert can((4, 4), (), on(4))
    assert not can((4, 4), (), on(4), on(4))
    assert not can((4,), (), on(4), taken=(4,))


def test_envoy_occupied__opens_what_others_or_the_seat_itself_have_taken() -> None:
    assert can((4,), (), opened(4), taken=(4,), envoy=True)
    assert can((4, 4), (), on(4), opened(4), envoy=True)
    assert not can((4, 4), (), on(4), opened(4))
    assert not can((4,), (), opened(4), envoy=True)


def test_envoy_held__he_serves_once() -> None:
    assert can((4, 5), (), opened(4), on(5), taken=(4,), envoy=True)
    assert not can((4, 5), (), opened(4), opened(5), taken=(4, 5), envoy=True)


def test_governor_politician__own_advisors_stand_beside_those_of_the_board() -> None:
    assert can((5, 5), (), on(5), own(5), private=(5,))
    assert not can((5, 5, 5), (), own(5), own(5), private=(5,))
    assert not can((5,), (), own(5))


def test_marker_once__one_marker_for_one_group() -> None:
    assert can((3, 5), (), on(7), on(3), marker=True, marked=True)
    assert not can((3, 5), (), on(7), on(3))
    assert not can((3, 6), (), on(5), on(8), marker=True)
    assert not can((3,), (), on(3), marker=True, marked=True)


def test_market_once__one_group_is_bent_by_one() -> None:
    assert can((3, 5), (), on(2), on(5), bend=1)
    assert can((3,), (), on(6), marker=True, bend=1)
    assert not can((3, 5), (), on(2), on(6), bend=1)
    assert not can((3,), (), on(5), bend=1)
    assert can((3,), (), on(5), bend=2)


@pytest.mark.parametrize("seed", range(12))
def test_the_same_sets_are_reached_as_by_bits(seed: int) -> None:
    rng = random.Random(seed)
    dice = tuple(sorted(rng.randint(1, 6) for _ in range(rng.randint(1, 3))))
    bonus = tuple(sorted(rng.randint(1, 6) for _ in range(rng.randint(0, 4))))
    marker, bend = rng.random() < 0.5, rng.choice((0, 0, 1))
    size = rng.randint(1, len(dice))
    plain, helped = reachable(dice, bonus, marker, bend, size)
    different = list(combinations(range(1, 19), size))
    there = [ranks for ranks in different if ranks in plain | helped]
    for ranks in rng.sample(different, 4) + rng.sample(there, min(4, len(there))):
        found = can(dice, bonus, *map(on, ranks), marker=marker, bend=bend)
        assert found == (ranks in plain | helped), (dice, bonus, marker, bend, ranks)
        if marker:
            assert can(dice, bonus, *map(on, ranks), marker=True, bend=bend, marked=False) == (ranks in plain)
