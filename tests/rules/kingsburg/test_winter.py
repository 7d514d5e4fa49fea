"""Phases 7 and 8: recruiting, reinforcements, the battle and its penalties (pages 7, 8 and 10)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

import rules
from rules.kingsburg.moves import Lose, Recruit
from rules.kingsburg.values import BATTLES, BUILDINGS, EFFECTS, Position

from .table import RECRUIT, WINTER, goods, keys, load, outcomes, owned, play, quiet, refused, seat, table, totals

BARRACKS = "guard_tower blacksmith barracks"
WALL = "palisade stable stone_wall"


def recruiting(*seats: dict[str, object], **fields: object) -> Position:
    """Lay out phase 7."""
    return table(*seats, **{"phase": RECRUIT, "step": "recruit", **fields})


def battle(enemy: str, *seats: dict[str, object], **fields: object) -> Position:
    """Reveal an enemy card; soldiers of seats already hold the reinforcement."""
    year = load().catalogue.enemies[enemy].year
    position = table(*seats, **{"phase": WINTER, "step": "reveal", "year": year, **fields})
    return play(position, f"enemy {enemy}")


# --- phase 7 ------------------------------------------------------------------------------------------------------


def test_recruit_cost__two_goods_of_any_kind_each() -> None:
    position = recruiting(seat(gold=2, wood=1, stone=1), seat())
    assert keys(position) == {
        "recruit nothing",
        "recruit 2 gold",
        "recruit 1 gold 1 wood",
        "recruit 1 gold 1 stone",
        "recruit 1 wood 1 stone",
        "recruit 2 gold 1 wood 1 stone",
    }
    after = play(position, "recruit 2 gold 1 wood 1 stone")
    assert after.seats[0].soldiers == 2
    assert goods(after, 0) == (0, 0, 0)
    assert after.actor == 1


def test_recruit_cost__an_odd_number_is_refused() -> None:
    findings = refused(recruiting(seat(gold=3), seat()), Recruit(gold=3), "recruit-cost")
    assert {2, 3} <= set(dict(findings[0].numbers).values())


def test_recruit_have__goods_one_does_not_have() -> None:
    refused(recruiting(seat(gold=1), seat()), Recruit(gold=2), "recruit-have")
    refused(recruiting(seat(gold=2), seat()), Recruit(gold=1, wood=1), "recruit-have")
    refused(recruiting(seat(gold=2), seat()), Recruit(gold=3, wood=-1), "recruit-have", typed=False)


def test_recruit_cost__in_turn_order() -> None:
    position = recruiting(seat(gold=2), seat(gold=2), seat(), order=(1, 2, 0), queue=(1, 2, 0))
    asked = []
    while position.step == "recruit":
        asked.append(position.actor)
        position = play(position, "recruit nothing")
    assert asked == [1, 2, 0]


def test_barracks_cost__one_good_each_time() -> None:
    position = recruiting(seat(gold=2, stone=1, buildings=BARRACKS), seat())
    after = play(position, "recruit 2 gold 1 stone")
    assert after.seats[0].soldiers == 3
    assert play(position, "recruit 1 stone").seats[0].soldiers == 1


def test_recruiting_markers__not_without_the_building() -> None:
    refused(recruiting(seat(gold=2, markers=2), seat()), Recruit(markers=1), "recruiting-markers")


# --- reinforcements -----------------------------------------------------------------------------------------------


def test_king_die__one_die_for_all_before_the_enemy_is_revealed() -> None:
    position = recruiting(seat(soldiers=1), seat(), seat(), queue=(0,))
    position = play(position, "recruit nothing")
    assert (position.phase, position.step, position.enemy) == (WINTER, "king", "")
    assert outcomes(position) == {f"king {face}": Fraction(1, 6) for face in range(1, 7)}
    position = play(position, "king 5")
    assert position.step == "reveal"
    assert [person.soldiers for person in position.seats] == [6, 5, 5]
    assert position.reinforcement == 5


@pytest.mark.parametrize("year", [1, 2, 3, 4, 5])
def test_king_die__then_one_of_the_five_cards_of_the_year(year: int) -> None:
    position = table(seat(), seat(), phase=WINTER, step="reveal", year=year)
    chance = outcomes(position)
    assert chance == {
        f"enemy {key}": Fraction(1, 5) for key, card in load().catalogue.enemies.items() if card.year == year
    }
    low, high = {1: (2, 4), 2: (3, 5), 3: (4, 6), 4: (5, 7), 5: (7, 9)}[year]
    strengths = {load().catalogue.enemies[key.removeprefix("enemy ")].strength for key in chance}
    assert (min(strengths), max(strengths)) == (low, high)


# --- strength -----------------------------------------------------------------------------------------------------

MODIFIERS = {
    "guard_tower": 1, "guard_tower blacksmith": 2, BARRACKS + " wizards_guild": 4, "palisade": 1, WALL: 2,
    WALL + " fortress": 3, "inn market farms": -1, "barricade": 0, "statue chapel church": 0,
    "barricade crane town_hall embassy": 0, "inn market farms merchants_guild": -1,
}  # fmt: skip


@pytest.mark.parametrize("buildings", MODIFIERS)
def test_battle_strength__soldiers_and_modifiers(buildings: str) -> None:
    """Against barbarians of strength 7: one more than needed wins, one less loses."""
    needed = 7 - MODIFIERS[buildings]
    results = []
    for soldiers in (needed - 1, needed, needed + 1):
        after = battle("barbarians_5_7", seat(soldiers=soldiers, buildings=buildings), seat(soldiers=7))
        results.append(after.seats[0].points[BATTLES])
    held = 2 if "stone_wall" in buildings else 0
    assert results == [-8, held, 2]


def test_battle_strength__modifiers_never_become_soldiers() -> None:
    """R16: they are added only in the comparison."""
    strong = "guard_tower blacksmith barracks wizards_guild palisade barricade"
    position = table(seat(soldiers=1, buildings=strong), seat(), phase=WINTER, step="king")
    assert [person.soldiers for person in play(position, "king 2").seats] == [3, 2]
    recruits = recruiting(seat(gold=4, buildings=strong), seat())
    assert play(recruits, "recruit 1 gold").seats[0].soldiers == 1


def test_farms_weak__mandatory_in_every_battle() -> None:
    after = battle("barbarians_5_7", seat(soldiers=7, buildings="inn market farms"), seat(soldiers=7))
    assert after.seats[0].points[BATTLES] == -8


KINDS = [
    ("goblins_1_2", "barricade", 1),
    ("orcs_1_3", "barricade", 0),
    ("zombies_1_4", "barricade", 0),
    ("zombies_1_4", "palisade", 2),
    ("goblins_1_2", "palisade", 1),
    ("demons_3_6", "statue chapel church", 1),
    ("zombies_3_6", "statue chapel church", 0),
    ("dragons_5_9", "statue chapel church", 0),
    ("demons_3_6", "palisade barricade", 1),
]


@pytest.mark.parametrize(("enemy", "buildings", "extra"), KINDS)
def test_kind_strength__church_palisade_and_barricade(enemy: str, buildings: str, extra: int) -> None:
    """Edge case 24: the Palisade gives 2 in all against Zombies, not 3."""
    needed = load().catalogue.enemies[enemy].strength - extra
    rival = seat(soldiers=20)
    draw = battle(enemy, seat(soldiers=needed, buildings=buildings), rival)
    assert draw.seats[0].points[BATTLES] == 0
    assert draw.seats[0].buildings == len(buildings.split())
    win = battle(enemy, seat(soldiers=needed + 1, buildings=buildings), rival)
    card = load().catalogue.enemies[enemy]
    assert win.seats[0].points[BATTLES] == card.win_points
    loss = battle(enemy, seat(soldiers=needed - 1, buildings=buildings), rival)
    assert loss.seats[0].points[BATTLES] == -card.lose_points


# --- results ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", sorted(load().catalogue.enemies))
def test_battle_win__the_cards_reward(enemy: str) -> None:
    card = load().catalogue.enemies[enemy]
    after = battle(enemy, seat(soldiers=card.strength + 1), seat(soldiers=card.strength + 2, buildings="inn"))
    if card.win_goods:
        assert after.owed == ((0, card.win_goods), (1, card.win_goods))
        after = play(after, *[f"take {card.win_goods} wood"] * 2)
    assert not after.owed
    assert goods(after, 0) == (card.win_gold, card.win_wood + card.win_goods, card.win_stone)
    assert after.seats[0].points[BATTLES] == card.win_points
    assert after.seats[1].points[BATTLES] == card.win_points + 1


def test_battle_win__a_good_of_ones_choice() -> None:
    after = battle("orcs_4_7", seat(soldiers=8), seat(soldiers=7, buildings="inn"), seat(soldiers=7, buildings="inn"))
    assert (after.actor, keys(after)) == (0, {"take 1 gold", "take 1 wood", "take 1 stone"})


def test_battle_equal__nothing_happens() -> None:
    after = battle("goblins_2_3", seat(soldiers=3, gold=1, buildings="inn"), seat(soldiers=3, gold=2))
    assert totals(after) == [0, 0]
    assert (goods(after, 0), owned(after, 0)) == ((1, 0, 0), {"inn"})


def test_battle_lose__points_and_goods() -> None:
    after = battle("demons_3_6", seat(soldiers=5, gold=3, wood=3, stone=3, points=5, buildings="inn"), seat(soldiers=6))
    assert goods(after, 0) == (1, 2, 2)
    assert totals(after)[0] == 4
    assert owned(after, 0) == {"inn"}


def test_battle_strongest__one_point_more_for_the_strongest_victor() -> None:
    after = battle("zombies_1_4", seat(soldiers=5), seat(soldiers=6), seat(soldiers=4))
    assert [person.points[BATTLES] for person in after.seats] == [1, 2, 0]


def test_battle_strongest__all_tied_get_it() -> None:
    after = battle("zombies_1_4", seat(soldiers=6), seat(soldiers=5, buildings="guard_tower"), seat(soldiers=5))
    assert [person.points[BATTLES] for person in after.seats] == [2, 2, 1]


def test_battle_strongest__nobody_who_did_not_win() -> None:
    """Edge case 26: the strongest of all gets nothing for a draw or a defeat."""
    after = battle("zombies_1_4", seat(soldiers=4), seat(soldiers=4), seat(soldiers=2))
    assert [person.points[BATTLES] for person in after.seats] == [0, 0, -2]
    after = battle("zombies_1_4", seat(soldiers=3), seat(soldiers=2))
    assert [person.points[BATTLES] for person in after.seats] == [-2, -2]


def test_stone_wall__equal_is_a_victory_with_all_that_belongs_to_it() -> None:
    after = battle("zombies_3_6", seat(soldiers=3, buildings=WALL), seat(soldiers=6))
    assert [person.points[BATTLES] for person in after.seats] == [2, 0]
    fort = battle("zombies_3_6", seat(soldiers=2, buildings=WALL + " fortress"), seat(soldiers=6))
    assert fort.seats[0].points[BATTLES] + fort.seats[0].points[EFFECTS] == 3


def test_stone_wall__less_is_still_a_defeat() -> None:
    after = battle("zombies_3_6", seat(soldiers=2, buildings=WALL), seat(soldiers=6))
    assert after.seats[0].points[BATTLES] == -2


def test_fortress_point__only_when_winning_and_besides_the_reward() -> None:
    win = battle("barbarians_5_7", seat(soldiers=5, buildings=WALL + " fortress"), seat(soldiers=12))
    assert (win.seats[0].points[BATTLES], win.seats[0].points[EFFECTS]) == (1, 1)
    lost = battle("barbarians_5_7", seat(soldiers=3, buildings=WALL + " fortress"), seat(soldiers=12))
    assert lost.seats[0].points[EFFECTS] == 0


# --- penalties ----------------------------------------------------------------------------------------------------


def test_loss_goods__missing_kinds_are_not_replaced() -> None:
    after = battle("goblins_2_4", seat(soldiers=0, gold=1, wood=5, stone=5), seat(soldiers=4, buildings="inn"))
    assert goods(after, 0) == (0, 5, 5)


def test_loss_choice__exactly_as_many_as_asked() -> None:
    position = battle("orcs_1_3", seat(gold=2, wood=1, stone=0), seat(soldiers=3, buildings="inn"))
    assert (position.step, position.actor) == ("losses", 0)
    assert keys(position) == {"lose 2 gold", "lose 1 gold 1 wood"}
    refused(position, Lose(gold=1), "loss-choice")
    refused(position, Lose(gold=2, wood=1), "loss-choice")
    refused(position, Lose(stone=2), "loss-choice")
    assert goods(play(position, "lose 1 gold 1 wood"), 0) == (1, 0, 0)


def test_loss_choice__all_one_has_when_it_is_fewer() -> None:
    after = battle("orcs_1_3", seat(gold=1), seat(soldiers=3, buildings="inn"))
    assert after.step != "losses"
    assert goods(after, 0) == (0, 0, 0)


def test_loss_choice__each_loser_in_turn_order() -> None:
    position = battle("orcs_1_3", seat(gold=3), seat(wood=3), order=(1, 0))
    assert position.actor == 1
    position = play(position, "lose 2 wood")
    assert position.actor == 0


def test_loss_choice__after_the_goods_of_a_named_kind() -> None:
    """R17, with a card of an owner's own that takes both kinds: first 2 gold, then 1 good of what is left."""
    card = {"lose_gold": 2, "lose_goods": 1, "lose_points": 0, "lose_building": False}
    game = rules.load("kingsburg", catalogue={"enemies": {"orcs_1_3": card}})
    people = (seat(gold=3, wood=1), seat(soldiers=3, buildings="inn"))
    position = msgspec.structs.replace(table(*people, phase=WINTER, step="reveal"), game=game)
    position = play(position, "enemy orcs_1_3")
    assert goods(position, 0) == (1, 1, 0)
    assert keys(position) == {"lose 1 gold", "lose 1 wood"}


def test_loss_building__rightmost_column_then_topmost_row() -> None:
    after = battle(
        "barbarians_5_8", seat(buildings="statue inn market palisade stable barricade crane"), seat(soldiers=8)
    )
    assert owned(after, 0) == {"statue", "inn", "palisade", "stable", "barricade", "crane"}
    after = battle("barbarians_5_8", seat(buildings="inn guard_tower barricade"), seat(soldiers=8))
    assert owned(after, 0) == {"guard_tower", "barricade"}
    after = battle("barbarians_5_8", seat(buildings="statue inn palisade stable stone_wall"), seat(soldiers=8))
    assert owned(after, 0) == {"statue", "inn", "palisade", "stable"}


def test_loss_building__its_printed_points_are_lost_others_stay() -> None:
    """Edge case 28: points earned by its effect stay."""
    person = seat(buildings="barricade crane town_hall embassy", points=(0, 7, 6, 0, 0, 0, 0, 0))
    after = battle("barbarians_5_8", person, seat(soldiers=8))
    assert after.seats[0].points[BUILDINGS] == 3
    assert after.seats[0].points[EFFECTS] == 6


def test_loss_building__without_one_nothing() -> None:
    after = battle("barbarians_5_8", seat(), seat(soldiers=8))
    assert totals(after) == [0, 0]


def test_loss_building__may_be_built_again_for_cost_and_points() -> None:
    position = table(seat(gold=2), seat(), phase=2, step="build", year=2)
    assert totals(play(position, "build statue"))[0] == 3


def test_loss_building__its_effect_stops() -> None:
    after = battle("goblins_1_3", seat(soldiers=0, buildings="inn market farms merchants_guild"), seat(soldiers=3))
    after = quiet(after, until="roll")
    assert (after.year, after.phase) == (2, 2)
    assert after.seats[0].gold == 0, "the Merchants' Guild is gone before spring"


def test_loss_points__also_below_0() -> None:
    after = battle("barbarians_5_7", seat(points=3), seat(soldiers=7))
    assert totals(after)[0] == -5


def test_soldiers_return__none_is_carried_over() -> None:
    after = battle("zombies_1_4", seat(soldiers=9), seat(soldiers=4), seat(soldiers=1))
    assert [person.soldiers for person in after.seats] == [0, 0, 0]
    assert (after.year, after.enemy, after.reinforcement) == (2, "", 0)


@pytest.mark.parametrize(("version", "loses", "wins"), [("points", (1, 0), 1), ("building", (0, 1), 0)])
def test_battle_lose__demons_of_year_4_in_both_versions(version: str, loses: tuple[int, int], wins: int) -> None:
    options = {"demons_of_year_4": version}
    lost = battle("demons_4_6", seat(gold=4, buildings="inn guard_tower"), seat(soldiers=6), options=options)
    assert goods(lost, 0) == (0, 0, 0)
    assert lost.seats[0].points[BATTLES] == -loses[0]
    assert lost.seats[0].buildings == 2 - loses[1]
    won = battle("demons_4_6", seat(soldiers=7, buildings="inn"), seat(soldiers=8, buildings="inn"), options=options)
    assert won.seats[0].points[BATTLES] == wins
    assert won.seats[0].gold == 1
