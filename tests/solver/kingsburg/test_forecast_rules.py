"""Every group of rows of the building plan: a tiny plan that it allows, and one that it forbids."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from forecast_table import best, feasible, stands, table

RICH = {"gold": 9, "wood": 9, "stone": 9}


def test_build_left_a_building_waits_for_its_left_neighbour() -> None:
    position = table(5, 4, **RICH)
    assert feasible(position, lambda m: [stands(m, 0, "inn") == 1, stands(m, 1, "market") == 1])
    assert not feasible(position, lambda m: [stands(m, 0, "inn") == 0, stands(m, 1, "market") == 1])


def test_build_one_one_building_a_season_and_a_second_with_the_envoy() -> None:
    def both(m):  # type: ignore[no-untyped-def]
        return [stands(m, 0, "inn") == 1, stands(m, 0, "statue") == 1]

    def three(m):  # type: ignore[no-untyped-def]
        return [*both(m), stands(m, 1, "palisade") == 1, stands(m, 1, "market") == 1]

    assert feasible(table(5, 2, envoy=True, **RICH), both)
    assert not feasible(table(5, 2, envoy=False, **RICH), both)
    assert not feasible(table(5, 2, envoy=True, **RICH), three)  # he goes only once


def test_envoy_is_taken_back_in_phase_5() -> None:
    def two_in(turn):  # type: ignore[no-untyped-def]
        return lambda m: (
            [stands(m, turn - 1, n) == 0 for n in ("inn", "statue")]
            + [stands(m, turn, n) == 1 for n in ("inn", "statue")]
        )

    assert feasible(table(5, 2, envoy=True, **RICH), two_in(1))
    assert not feasible(table(5, 2, envoy=True, **RICH), two_in(2))
    assert feasible(table(4, 6, envoy=True, **RICH), two_in(2))  # from autumn he stays until the next summer


def test_build_cost_goods_must_have_come() -> None:
    position = table(5, 4, gold=1)
    assert feasible(position, lambda m: stands(m, 1, "inn") == 1, {"wood": 1})
    assert not feasible(position, lambda m: stands(m, 1, "inn") == 1, {"wood": Fraction(1, 2)})
    assert not feasible(position, lambda m: stands(m, 0, "inn") == 1, {"wood": 1})


def test_parts_of_goods_add_up_to_whole_ones() -> None:
    position = table(5, 2, gold=1)
    assert feasible(position, lambda m: stands(m, 2, "inn") == 1, {"wood": Fraction(1, 2)})
    assert not feasible(position, lambda m: stands(m, 1, "inn") == 1, {"wood": Fraction(1, 2)})


def test_gift_choice_open_goods_fill_any_kind_once() -> None:
    position = table(5, 4, gold=1)
    assert feasible(position, lambda m: stands(m, 1, "inn") == 1, {"any": 1})
    assert not feasible(table(5, 4), lambda m: stands(m, 1, "inn") == 1, {"any": 1})


def test_crane_discount_from_the_season_after() -> None:
    owned = ("chapel", "barricade")
    stocks = {"gold": 2, "wood": 2, "stone": 3}

    def church(m):  # type: ignore[no-untyped-def]
        return [stands(m, 0, "crane") == 1, stands(m, 1, "church") == 1]

    assert feasible(table(5, 4, buildings=owned, **stocks), church)
    assert not feasible(table(5, 4, buildings=owned, **stocks | {"gold": 1}), church)
    assert not feasible(
        table(5, 4, buildings=owned, **stocks), lambda m: stands(m, 1, "church") - stands(m, 1, "crane") == 1
    )


def test_guild_gold_from_the_next_season() -> None:
    position = table(5, 2, buildings=("farms",), gold=3, wood=1, stone=2)
    assert feasible(position, lambda m: [stands(m, 0, "merchants_guild") == 1, stands(m, 2, "statue") == 1])
    assert not feasible(position, lambda m: [stands(m, 0, "merchants_guild") == 1, stands(m, 1, "statue") == 1])


def test_farms_bring_the_forecast_of_a_die_from_the_next_season() -> None:
    position = table(5, 2, buildings=("market",), gold=2, wood=3, stone=1)
    assert feasible(position, lambda m: [stands(m, 0, "farms") == 1, stands(m, 2, "statue") == 1], {"die": 1})
    assert not feasible(position, lambda m: [stands(m, 0, "farms") == 1, stands(m, 1, "statue") == 1], {"die": 1})


def test_town_hall_takes_one_good_or_marker_a_season() -> None:
    owned = ("town_hall",)
    assert feasible(table(5, 4, buildings=owned, gold=1), lambda m: m._get("hall_good", 0) == 1)
    assert not feasible(table(5, 4, buildings=owned, gold=0), lambda m: m._get("hall_good", 0) == 1)
    assert not feasible(table(5, 4, gold=1), lambda m: m._get("hall_good", 0) == 1)
    assert not feasible(
        table(5, 4, buildings=owned, gold=1, markers=1),
        lambda m: m._get("hall_good", 0) + m._get("hall_marker", 0) == 2,
    )


def test_inn_marker_in_summer_pays_the_town_hall() -> None:
    owned = ("inn", "town_hall")
    assert feasible(table(5, 2, buildings=owned), lambda m: m._get("hall_marker", 1) == 1)
    assert not feasible(table(5, 2, buildings=owned[1:]), lambda m: m._get("hall_marker", 1) == 1)


def test_marker_spent_on_dice_must_be_held_before() -> None:
    figures = {"marker": 1, "markers": 1}
    assert feasible(table(5, 4, markers=1), lambda m: m._get("marker", 1) == 1, figures)
    assert not feasible(table(5, 4, markers=0), lambda m: m._get("marker", 1) == 1, figures)


def test_barracks_halve_the_price_of_soldiers() -> None:
    assert feasible(table(5, 4, buildings=("barracks",), gold=2), lambda m: m._get("bought", 1) == 2)
    assert not feasible(table(5, 4, gold=2), lambda m: m._get("bought", 1) == 2)
    assert feasible(table(5, 4, gold=2), lambda m: m._get("bought", 1) == 1)


def test_embassy_scores_in_every_season_and_in_its_own() -> None:
    position = table(5, 4, buildings=("town_hall",), gold=2, wood=2, stone=2, soldiers=12)
    now = best(position, fix=lambda m: stands(m, 0, "embassy") == 1)
    later = best(position, fix=lambda m: stands(m, 1, "embassy") - stands(m, 0, "embassy") == 1)
    assert now == later + 1


def test_cathedral_scores_two_goods_a_point() -> None:
    poor, rich = (best(table(5, 4, buildings=("cathedral",), soldiers=9, gold=n)) for n in (0, 1))
    assert rich == poor
    # Soldiers of an earlier season of the year still stand in autumn, so nothing has to be recruited.
    assert best(table(5, 4, buildings=("cathedral",), soldiers=9, stone=2)) == poor + 1


def test_battle_more_strength_never_hurts_and_a_wall_wins_the_equal_fight() -> None:
    values = [best(table(5, 4, soldiers=n)) for n in range(0, 12, 2)]
    assert values == sorted(values) and values[0] < values[-1]
    assert best(table(5, 4, buildings=("stone_wall",), soldiers=3)) > best(
        table(5, 4, buildings=("stable",), soldiers=4)
    )


def test_army_markers_are_used_once_and_score_when_left() -> None:
    position = table(5, 4, modules=("army",), army=(0, 4), soldiers=12)
    spent = best(table(5, 4, modules=("army",), army=(4,), soldiers=12))
    assert best(position) == spent + 4  # 12 soldiers win by themselves: the 4 is kept


def test_workshop_once_a_season_from_the_season_after() -> None:
    position = table(5, 4, modules=("buildings",), buildings=("sawmill",), wood=1)
    assert feasible(position, lambda m: m._get("work", 1, "sawmill") == 1)
    other = table(5, 4, modules=("buildings",), wood=3, stone=1)
    assert feasible(other, lambda m: m._get("work", 1, "sawmill") == 1)  # built now, it works in the next season
    late = [lambda m: stands(m, 0, "sawmill") == 0, lambda m: m._get("work", 1, "sawmill") == 1]
    assert not feasible(other, lambda m: [row(m) for row in late])
