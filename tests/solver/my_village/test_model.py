"""The turn's CP-SAT master: tiny cases of each group of rows, and agreement with exact search on played positions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
import solver
from rules.findings import BadInput
from tests.rules.my_village.table import banner, seat, table

#: Worths of everything that is held, all different, so that no mistake in a total cancels another.
OWN = {
    "points": 1, "coins": "0.6", "horse": "0.9", "beer": "0.8", "plow": "0.7", "scroll": "0.95", "wagon": "1.1",
    "jokers": "1.2", "stories": "0.45", "villagers": "1.5", "descendants": "0.7", "customers": "0.8", "crafts": "2.3",
    "sets": "0.9", "clouds": "0.3",
}  # fmt: skip
WORTHS = {name: Fraction(worth) for name, worth in OWN.items()}


def both(position: Any, objective: Any = "points") -> Fraction:
    """Return the value by CP-SAT, which is proved and the same as by exact search."""
    plans = [
        solver.solve(position, horizon="turn", objective=objective, method=method, seconds=30)
        for method in ("cp-sat", "search")
    ]
    assert [plan.status for plan in plans] == ["optimal", "optimal"]
    assert plans[0].value == plans[1].value, (plans[0].keys, plans[1].keys)
    return plans[0].value


def played(seed: int) -> list[Any]:
    """Return some decisions of a game with which the model can begin."""
    start = rules.load("my_village").setup(players=2 + seed % 3, seed=seed)
    record = rules.playout(start, "greedy" if seed % 3 else "random", seed=seed)
    found = [position for position in record.positions() if getattr(position, "question", "") in ("dice", "banner")]
    return found[5::41]


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_is_worth_the_same_by_both_methods(seed: int) -> None:
    for position in played(seed):
        both(position)
        both(position, WORTHS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 60))
def test_a_turn_is_worth_the_same_by_both_methods_in_many_games(seed: int) -> None:
    for position in played(seed):
        both(position)
        both(position, WORTHS)


def test_dice_coins__a_value_out_of_reach_brings_nothing() -> None:
    """Finance hall (banner 3): in reach with 2 coins, out of reach with none."""
    fields: dict[str, Any] = {"white": (1, 4, 6, 6), "black": ()}
    near = table(seat(coins=2), seat(), **fields)
    far = table(seat(), seat(), **fields)
    fame = rules.load("my_village").catalogue.halls["finance"].fame  # type: ignore[attr-defined]
    assert both(near) >= fame > 0
    assert both(far) < both(near) or fame == 0


def test_customer_goods__a_good_that_is_missing() -> None:
    with_scrolls = banner(seat(customers="scholar", goods={"scroll": 2}, crafts="scriptorium_1"), 10)
    without = banner(seat(customers="scholar", goods={"scroll": 1}, crafts="scriptorium_1"), 10)
    assert both(with_scrolls) == 3 > both(without)


def test_white_order__a_good_that_is_made_pays_for_a_customer() -> None:
    mine = seat(customers="scholar", goods={"scroll": 1}, crafts="scriptorium_1")
    assert both(banner(mine, 5)) == 3


def test_slot_full__serve_first_then_make() -> None:
    full = rules.load("my_village").catalogue.craft_kinds["scriptorium"].slots  # type: ignore[attr-defined]
    at_home = (True, True, False, True, True)
    mine = seat(customers="scholar", goods={"scroll": full}, crafts="scriptorium_1", villagers=at_home)
    position = banner(mine, 5, churches=(), monks=("", "", ""), crafts=((), (), (), (), ()))
    assert both(position, {"points": 1, "scroll": 1}) == 3 - 2 + 1


def test_school_place__a_villager_from_the_school_opens_his_area() -> None:
    mine = seat(
        customers="scholar", goods={"scroll": 2}, crafts="scriptorium_1", school=(True, False),
        villagers=(True, True, True, True, False),
    )  # fmt: skip
    offer: dict[str, Any] = {"halls": (), "monks": ("", "", "")}
    assert both(banner(mine, 11, **offer)) == 3
    assert both(banner(mine, 10, **offer)) < 3


def test_death_choose__the_marked_villager_does_not_die() -> None:
    amount = rules.load("my_village").catalogue.halls["population"].amount  # type: ignore[attr-defined]
    mine = seat(hall="population", marks="abbot", time=9, villagers=(True, True, False, False, False))
    assert both(banner(mine, 2)) >= 0
    alone = seat(hall="population", marks="abbot", time=9, villagers=(True, False, False, False, False))
    assert both(banner(alone, 2)) >= -amount - 5


def test_it_begins_with_dice_or_a_banner_only() -> None:
    start = banner(seat(time=9), 2)
    position = start.play(start.move("headman coin"))
    assert position.question == "dies"
    with pytest.raises(BadInput, match="cp-sat"):
        solver.solve(position, horizon="turn", method="cp-sat")
