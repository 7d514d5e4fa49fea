"""Module 2: the cards that act when building, in the events, in winter and at the end of a year (pages 9 and 11)."""

from __future__ import annotations

import pytest

import rules
from rules.kingsburg.moves import Build
from rules.kingsburg.steps import replace
from rules.kingsburg.values import BATTLES, GOVERNORS, Position

from .table import (
    AUTUMN,
    RECRUIT,
    SPRING,
    SUMMER,
    WINTER,
    goods,
    keys,
    load,
    owned,
    play,
    quiet,
    refused,
    seat,
    table,
    totals,
)

MODULE = ("governors",)
ROW_F = "barricade crane town_hall"
CARDS = load().catalogue.governors


def building(*seats: dict[str, object], **fields: object) -> Position:
    """Lay out step d of spring with module 2."""
    return table(*seats, **{"phase": SPRING, "step": "build", "modules": MODULE, **fields})


def battle(enemy: str, *seats: dict[str, object], year: int, **fields: object) -> Position:
    """Reveal an enemy card with module 2 in play."""
    return play(table(*seats, phase=WINTER, step="reveal", year=year, modules=MODULE, **fields), f"enemy {enemy}")


# --- building -----------------------------------------------------------------------------------------------------


def test_governor_tax_collector__a_good_at_once_that_can_be_spent() -> None:
    builder = seat(gold=1, wood=2, stone=2, buildings=ROW_F)
    position = building(builder, seat(governor="tax_collector", gold=1))
    position = play(position, "build embassy")
    assert (position.actor, keys(position)) == (1, {"take 1 gold", "take 1 wood", "take 1 stone"})
    position = play(position, "take 1 wood")
    assert "build inn" in keys(position)


def test_governor_tax_collector__each_time_but_not_for_oneself_or_other_columns() -> None:
    builder = {"gold": 9, "wood": 9, "stone": 9}
    own = building(seat(governor="tax_collector", **builder, buildings=ROW_F), seat())
    assert not play(own, "build embassy").owed
    third = building(seat(**builder, buildings="barricade crane"), seat(governor="tax_collector"))
    assert not play(third, "build town_hall").owed
    rows = "inn market farms " + ROW_F
    twice = building(seat(**builder, buildings=rows), seat(governor="tax_collector"), envoy=0)
    twice = play(twice, "build embassy", "take 1 gold", "build merchants_guild", "take 1 gold")
    assert goods(twice, 1) == (2, 0, 0)


def test_governor_preacher__a_point_when_somebody_builds_nothing() -> None:
    position = building(seat(gold=2), seat(governor="preacher"), seat(), queue=(0, 2))
    built = play(position, "build statue")
    assert built.seats[1].points[GOVERNORS] == 0
    passed = play(built, "pass")
    assert passed.seats[1].points[GOVERNORS] == 1


def test_governor_preacher__also_when_it_is_you_and_once_a_season() -> None:
    position = building(seat(governor="preacher"), seat(), seat())
    position = play(position, "pass")
    assert position.seats[0].points[GOVERNORS] == 1
    position = play(position, "pass", "pass")
    assert position.seats[0].points[GOVERNORS] == 1
    summer = quiet(quiet(position, phase=SUMMER), until="build")
    assert play(summer, "pass").seats[0].points[GOVERNORS] == 2


def test_governor_architect__points_when_an_opponent_owns_more() -> None:
    behind = building(seat(governor="architect", gold=2), seat(buildings="inn statue"))
    assert play(behind, "build statue").seats[0].points[GOVERNORS] == CARDS["architect"].points > 0
    level = building(seat(governor="architect", gold=2), seat(buildings="inn"))
    assert play(level, "build statue").seats[0].points[GOVERNORS] == 0


def test_governor_architect__only_buildings_finished_before_ones_turn_count() -> None:
    later = building(seat(governor="architect", gold=2), seat(gold=2, buildings="inn"))
    later = play(later, "build statue", "build statue")
    assert later.seats[0].points[GOVERNORS] == 0
    earlier = building(seat(governor="architect", gold=2), seat(gold=2, buildings="inn"), order=(1, 0), queue=(1, 0))
    earlier = play(earlier, "build statue", "build statue")
    assert earlier.seats[0].points[GOVERNORS] == CARDS["architect"].points


def test_governor_carpenter__one_wood_less_each_time_from_the_cards_column_on() -> None:
    rows = "barricade crane town_hall inn market farms"
    embassy, guild = (load().catalogue.buildings[name] for name in ("embassy", "merchants_guild"))
    stock = {
        "gold": embassy.gold + guild.gold - 2,  # the Crane takes one off each
        "wood": embassy.wood + guild.wood - 2 * CARDS["carpenter"].count,
        "stone": embassy.stone + guild.stone,
    }
    position = play(building(seat(governor="carpenter", buildings=rows, **stock), seat(), envoy=0), "build embassy")
    position = play(position, "build merchants_guild")
    assert {"embassy", "merchants_guild"} <= owned(position, 0)
    assert goods(position, 0) == (0, 0, 0)
    other = building(seat(buildings=rows, gold=9, wood=embassy.wood - 1, stone=9), seat())
    refused(other, Build("embassy"), "build-cost")


def test_governor_carpenter__the_full_price_left_of_the_cards_column() -> None:
    assert CARDS["carpenter"].column == 4
    position = building(seat(governor="carpenter", gold=9, stone=9, buildings="barricade crane"), seat())
    refused(position, Build("inn"), "build-cost")
    refused(position, Build("town_hall"), "build-cost")


def test_governor_sculptor__a_point_for_each_building_of_column_one() -> None:
    rich = {"gold": 9, "wood": 9, "stone": 9}
    position = building(seat(governor="sculptor", **rich), seat(), envoy=0)
    position = play(position, "build statue")
    assert position.seats[0].points[GOVERNORS] == 1
    assert play(position, "build chapel").seats[0].points[GOVERNORS] == 1
    assert play(position, "build inn").seats[0].points[GOVERNORS] == 2


# --- events -------------------------------------------------------------------------------------------------------


def end_of_spring(card: str, own: str, other: str) -> Position:
    """Play the last decision of spring."""
    position = building(seat(governor=card, buildings=own), seat(buildings=other), seat(), queue=(1,))
    return play(position, "pass")


def test_governor_damsel__a_good_in_phase_3_for_who_has_not_the_most() -> None:
    behind = end_of_spring("damsel", "inn", "inn statue")
    assert (behind.actor, behind.phase) == (0, 3)
    assert keys(behind) == {"take 1 gold", "take 1 wood", "take 1 stone"}
    assert not end_of_spring("damsel", "inn statue", "inn").owed
    assert not end_of_spring("damsel", "inn", "statue").owed


def test_governor_chamberlain__goods_with_the_kings_point() -> None:
    given = CARDS["chamberlain"].goods
    assert given > 0
    assert end_of_spring("chamberlain", "inn statue", "inn").owed == ((0, given),)
    assert end_of_spring("chamberlain", "inn", "statue").owed == ((0, given),)
    assert not end_of_spring("chamberlain", "inn", "inn statue").owed


@pytest.mark.parametrize(("phase", "gold"), [(SPRING, 0), (SUMMER, 1)])
def test_governor_miner__gold_at_the_start_of_autumn_if_the_catalogue_says_so(phase: int, gold: int) -> None:
    assert CARDS["miner"].gold == 0, "the shipped card brings a good at the end of the year alone"
    richer = rules.load("kingsburg", catalogue={"governors": {"miner": {"gold": 1}}})
    position = building(seat(governor="miner"), seat(), seat(), phase=phase, queue=(1,))
    assert play(position, "pass").seats[0].gold == 0
    assert play(replace(position, game=richer), "pass").seats[0].gold == gold


def test_governor_general__a_soldier_at_the_start_of_phase_7() -> None:
    position = building(seat(governor="general"), seat(), phase=AUTUMN, queue=(1,))
    position = play(position, "pass")
    assert position.phase == RECRUIT
    assert [person.soldiers for person in position.seats] == [1, 0]


# --- winter -------------------------------------------------------------------------------------------------------


def test_governor_damsel__one_strength_in_every_battle() -> None:
    after = battle("zombies_1_4", seat(governor="damsel", soldiers=4), seat(soldiers=4), year=1)
    assert [person.points[BATTLES] for person in after.seats] == [2, 0]


def test_governor_quartermaster__goods_for_a_victory() -> None:
    won = battle("zombies_1_4", seat(governor="quartermaster", soldiers=5), seat(buildings="inn", soldiers=4), year=1)
    goods_won = CARDS["quartermaster"].goods
    assert goods_won > 0
    assert won.owed == ((0, goods_won),)
    card = battle("orcs_4_7", seat(governor="quartermaster", soldiers=9), seat(buildings="inn", soldiers=7), year=4)
    assert card.owed == ((0, 1 + goods_won),)
    held = battle("zombies_1_4", seat(governor="quartermaster", soldiers=4), seat(buildings="inn", soldiers=4), year=1)
    assert not held.owed


def test_governor_constable__a_defeat_destroys_nothing() -> None:
    people = (seat(governor="constable", buildings="inn"), seat(governor="general", buildings="inn"), seat(soldiers=9))
    after = battle("demons_5_8", *people, year=5)
    assert [person.buildings for person in after.seats] == [1, 0, 0]
    assert after.seats[0].points[BATTLES] == -2


# --- the end of a year --------------------------------------------------------------------------------------------


GAINS = {"carpenter": (0, 1, 0), "miner": (0, 0, 1), "sculptor": (0, 0, 1)}


@pytest.mark.parametrize("card", GAINS)
@pytest.mark.parametrize("year", [1, 4])
def test_governor_carpenter__miner_and_sculptor_get_a_good_every_year(card: str, year: int) -> None:
    enemy = {1: "barbarians_1_2", 4: "goblins_4_5"}[year]
    soldiers = {1: 2, 4: 5}[year]
    people = (seat(governor=card, soldiers=soldiers), seat(buildings="inn", soldiers=soldiers))
    assert goods(battle(enemy, *people, year=year), 0) == GAINS[card]


@pytest.mark.parametrize("card", GAINS)
def test_cathedral_points__count_the_good_of_the_end_of_year_5(card: str) -> None:
    people = (seat(governor=card, gold=1, soldiers=8, buildings="statue chapel church cathedral"), seat(soldiers=8))
    end = battle("barbarians_5_8", *people, year=5)
    assert end.over
    assert totals(end) == [1, 0]
    assert sum(goods(end, 0)) == 2


def minstrel(points: tuple[int, ...], place: int = 0, year: int = 1, **own: object) -> int:
    """Say what the Minstrel at ``place`` gets at the end of a year that changes no points otherwise."""
    enemy, soldiers = {1: ("barbarians_1_2", 2), 5: ("barbarians_5_8", 8)}[year]
    people = [seat(points=number, soldiers=soldiers, buildings="inn") for number in points]
    people[place] = {**people[place], "governor": "minstrel", **own}
    return battle(enemy, *people, year=year).seats[place].points[GOVERNORS]


def test_governor_minstrel__two_points_for_the_last_also_when_tied() -> None:
    assert minstrel((1, 5, 9)) == 2
    assert minstrel((1, 1, 9)) == 2
    assert minstrel((4, 4)) == 2


def test_governor_minstrel__one_in_the_lower_half_nothing_above() -> None:
    assert minstrel((3, 2, 8, 9)) == 1
    assert minstrel((5, 2, 4, 9)) == 0
    assert minstrel((9, 2, 4, 8)) == 0
    assert minstrel((9, 2)) == 0


def test_governor_minstrel__the_very_last_effect_of_the_game() -> None:
    """Its place is taken after the Cathedral has scored: 1 + 3 points are more than 3."""
    cathedral = {"gold": 6, "buildings": ["statue", "chapel", "church", "cathedral"]}
    assert minstrel((1, 3), year=5) == 2
    assert minstrel((1, 3), year=5, **cathedral) == 0


def test_governor_minstrel__after_the_army_marker() -> None:
    people = (
        seat(governor="minstrel", points=0, soldiers=8, army=(4,)),
        seat(points=3, soldiers=8, army=(0,)),
    )
    position = table(*people, phase=WINTER, step="reveal", year=5, modules=("governors", "army"))
    end = play(position, "enemy barbarians_5_8")
    assert end.seats[0].points[GOVERNORS] == 0
    assert totals(end) == [4, 3]


def test_governor_chronicler__points_for_each_complete_row() -> None:
    rows = "statue chapel church cathedral barricade crane town_hall embassy inn"
    people = (seat(governor="chronicler", soldiers=8, buildings=rows), seat(soldiers=8))
    end = battle("barbarians_5_8", *people, year=5)
    assert end.seats[0].points[GOVERNORS] == 2 * CARDS["chronicler"].points > 0
