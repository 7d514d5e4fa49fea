"""Step a of a season: its start, rolling, changing dice, the new turn order; neutral dice (pages 3, 8 and 10)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.kingsburg.moves import Change, RollBonus
from rules.kingsburg.values import Position

from .table import AUTUMN, FAVOUR, SPRING, SUMMER, keys, outcomes, play, quiet, refused, seat, table

FARMS = "inn market farms"
GUILD = "inn market farms merchants_guild"
CHAPEL = "statue chapel"


def spring(*seats: dict[str, object], **fields: object) -> Position:
    """Lay out a spring whose dice are about to be rolled."""
    return table(*seats, **{"phase": SPRING, "step": "roll", **fields})


def changing(*seats: dict[str, object], **fields: object) -> Position:
    """Lay out a spring whose dice lie on the table; seat 0 is asked for its effects."""
    return table(*seats, **{"phase": SPRING, "step": "change", "queue": tuple(range(len(seats))), **fields})


def next_season(*seats: dict[str, object], phase: int = SPRING, **fields: object) -> Position:
    """Play the last decision of a season, so that the next one begins."""
    return play(table(*seats, phase=phase, step="build", queue=(0,), **fields), "pass")


def faces(position: Position, number: int) -> list[int]:
    """List all dice of a seat that are not placed."""
    person = position.seats[number]
    return sorted(person.dice + person.bonus)


# --- the start of a season ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [SPRING, SUMMER])
def test_guild_gold__before_the_roll_of_every_productive_season(phase: int) -> None:
    summer = next_season(seat(buildings=GUILD), seat(buildings="statue"), seat(), phase=phase)
    assert summer.phase == phase + 2
    assert [person.gold for person in summer.seats] == [1, 0, 0]
    assert all(not person.dice for person in summer.seats)


def test_guild_gold__in_spring_too_but_not_twice_a_season() -> None:
    winter = table(
        seat(soldiers=3, buildings=GUILD), seat(soldiers=2), seat(soldiers=2, gold=1), phase=8, step="reveal"
    )
    spring_ = play(winter, "enemy barbarians_1_2")
    assert spring_.seats[0].gold == 1
    assert quiet(spring_, until="influence").seats[0].gold == 1


@pytest.mark.parametrize("phase", [SPRING, SUMMER])
def test_farms_die__one_bonus_die_on_offer_in_every_productive_season(phase: int) -> None:
    season = next_season(seat(buildings=FARMS), seat(), phase=phase)
    season = quiet(season, until="bonus")
    assert season.actor == 0
    assert keys(season) == {"bonus 0", "bonus 1"}
    rolled = quiet(play(season, "bonus 1"), until="influence")
    assert [(len(person.dice), len(person.bonus)) for person in rolled.seats] == [(3, 1), (3, 0)]


def test_farms_die__adds_to_the_kings_favour() -> None:
    winter = table(
        seat(soldiers=3, buildings=FARMS),
        seat(soldiers=2, buildings="statue inn palisade barricade"),
        phase=8,
        step="reveal",
    )
    spring_ = quiet(play(winter, "enemy barbarians_1_2"), until="bonus")
    assert keys(spring_) == {"bonus 0", "bonus 1", "bonus 2"}
    rolled = quiet(play(spring_, "bonus 2"), until="influence")
    assert len(rolled.seats[0].bonus) == 2


def test_bonus_optional__more_than_on_offer_is_refused() -> None:
    season = table(seat(bonus_dice=1), seat(), phase=SPRING, step="bonus", queue=(0,))
    findings = refused(season, RollBonus(2), "bonus-optional")
    assert {1, 2} <= set(dict(findings[0].numbers).values())
    refused(season, RollBonus(-1), "bonus-optional")


def test_bonus_optional__a_die_not_rolled_is_gone_for_the_season() -> None:
    season = table(seat(bonus_dice=1), seat(), phase=SPRING, step="bonus", queue=(0,))
    after = quiet(play(season, "bonus 0"), until="influence")
    assert after.seats[0].bonus == ()
    summer = quiet(after, phase=SUMMER)
    assert summer.seats[0].bonus_dice == 0


# --- rolling ------------------------------------------------------------------------------------------------------


def test_roll_all__one_outcome_per_sorted_throw_with_exact_chances() -> None:
    position = spring(seat(), seat(bonus_dice=1), order=(1, 0), queue=(1, 0))
    first = outcomes(position)
    expected = Counter((tuple(sorted(throw[:3])), throw[3]) for throw in product(range(1, 7), repeat=4))
    assert first == {
        f"roll 1: {' '.join(map(str, dice))} w{white}": Fraction(number, 1296)
        for (dice, white), number in expected.items()
    }
    second = outcomes(play(position, "roll 1: 1 2 3 w6"))
    assert len(second) == 56
    assert second["roll 0: 1 2 3"] == Fraction(6, 216)
    assert second["roll 0: 4 4 4"] == Fraction(1, 216)
    assert sum(second.values()) == 1


def test_roll_all__an_impossible_throw_is_refused() -> None:
    position = spring(seat(), seat(), seat())
    for key in ("roll 0: 1 2 7", "roll 0: 1 2", "roll 1: 1 2 3", "roll 0: 1 2 3 w4", "king 3", "roll"):
        with pytest.raises(ValueError, match=r"\w+.*\."):
            position.outcome(key)


def test_roll_all__dice_are_open_as_they_fall() -> None:
    position = play(spring(seat(), seat(), seat()), "roll 0: 2 2 5")
    assert position.seats[0].dice == (2, 2, 5)
    assert position.view(1).seats[0].dice == (2, 2, 5)


# --- changing dice ------------------------------------------------------------------------------------------------


def test_change_order__in_the_old_turn_order() -> None:
    position = spring(seat(buildings="statue"), seat(buildings="statue"), seat(), order=(1, 2, 0), queue=(1, 2, 0))
    position = play(position, "roll 1: 6 6 6", "roll 2: 1 1 2", "roll 0: 1 1 1")
    position = quiet(position, until="change")
    assert position.actor == 1
    position = play(position, "change statue 6", "roll 1: 1")
    assert faces(position, 1) == [1, 6, 6]
    while position.actor != 0:
        position = play(position, "keep")
    assert keys(position) == {"change statue 1", "keep"}
    position = quiet(play(position, "keep"), until="influence")
    assert position.order == (0, 2, 1)


def test_change_owned__an_effect_one_does_not_own() -> None:
    position = changing(seat(dice=(2, 2, 2), buildings="inn"), seat(dice=(1, 2, 3)))
    refused(position, Change("statue", 2), "change-owned")
    refused(position, Change("chapel"), "change-owned")
    # The other seat's Statue is not one's own.
    position = changing(seat(dice=(2, 2, 2), buildings=CHAPEL), seat(dice=(3, 3, 3), buildings="statue"))
    position = position.play(position.move("keep"))
    if position.actor == 1 and position.step == "change":
        refused(position, Change("chapel"), "change-owned")


def test_change_owned__an_effect_that_does_not_exist() -> None:
    position = changing(seat(dice=(2, 2, 2), buildings="statue"), seat(dice=(1, 2, 3)))
    refused(position, Change("magic", 2), "change-owned")
    refused(position, Change("inn", 2), "change-owned")


def test_change_once__each_effect_once_a_season() -> None:
    position = changing(seat(dice=(2, 2, 2), buildings=CHAPEL), seat(dice=(1, 2, 3)))
    again = play(position, "change statue 2", "roll 0: 2")
    refused(again, Change("statue", 2), "change-once")
    again = play(again, "change chapel", "roll 0: 1 1 1")
    if again.step == "change" and again.actor == 0:
        refused(again, Change("chapel"), "change-once")
        assert keys(again) == {"keep"}


def test_change_once__fresh_again_next_season() -> None:
    position = changing(seat(dice=(2, 2, 2), buildings="statue"), seat(dice=(1, 2, 3), buildings="inn"))
    summer = quiet(play(position, "change statue 2", "roll 0: 2"), phase=SUMMER)
    summer = quiet(summer, until="roll")
    while summer.step == "roll":
        number = summer.queue[0]
        summer = play(summer, f"roll {number}: {'4 4 4' if number == 0 else '1 2 3'}")
    assert summer.step == "change"
    assert "change statue 4" in keys(summer)


def test_statue_reroll__exactly_one_die() -> None:
    position = changing(seat(dice=(3, 3, 3), buildings="statue"), seat(dice=(1, 2, 3)))
    assert keys(position) == {"change statue 3", "keep"}
    chance = outcomes(play(position, "change statue 3"))
    assert chance == {f"roll 0: {face}": Fraction(1, 6) for face in range(1, 7)}
    after = play(position, "change statue 3", "roll 0: 5")
    assert after.seats[0].dice == (3, 3, 5)


def test_statue_reroll__bonus_dice_must_match_too_and_may_be_the_one() -> None:
    position = changing(seat(dice=(3, 3, 3), bonus=(4,), buildings="statue"), seat(dice=(1, 2, 3)))
    findings = refused(position, Change("statue", 3), "statue-reroll")
    assert findings[0].page == 10
    same = changing(seat(dice=(3, 3, 3), bonus=(3,), buildings="statue"), seat(dice=(1, 2, 3)))
    assert keys(same) == {"change statue 3", "change statue w3", "keep"}
    after = play(same, "change statue w3", "roll 0: w1")
    assert (after.seats[0].dice, after.seats[0].bonus) == ((3, 3, 3), (1,))


def test_statue_reroll__a_die_one_does_not_have() -> None:
    position = changing(seat(dice=(3, 3, 3), buildings="statue"), seat(dice=(1, 2, 3)))
    for move in (Change("statue", 4), Change("statue", 3, white=True), Change("statue"), Change("statue", 3, to=5)):
        assert position.why_not(move), move.key
        assert move not in position.legal_moves()


def test_chapel_reroll__all_dice_when_they_total_7_or_less() -> None:
    position = changing(seat(dice=(1, 2, 3), bonus=(1,), buildings=CHAPEL), seat(dice=(1, 2, 3)))
    assert keys(position) == {"change chapel", "keep"}
    chance = outcomes(play(position, "change chapel"))
    assert sum(chance.values()) == 1
    assert chance["roll 0: 1 2 3 w6"] == Fraction(6, 1296)
    after = play(position, "change chapel", "roll 0: 4 5 6 w2")
    assert (after.seats[0].dice, after.seats[0].bonus) == ((4, 5, 6), (2,))


def test_chapel_reroll__eight_is_too_many_and_bonus_dice_count() -> None:
    position = changing(seat(dice=(1, 2, 3), bonus=(2,), buildings=CHAPEL), seat(dice=(1, 2, 3)))
    findings = refused(position, Change("chapel"), "chapel-reroll")
    assert 8 in dict(findings[0].numbers).values()
    assert "7" in findings[0].text


# --- the new order ------------------------------------------------------------------------------------------------


def test_order_rising__final_totals_bonus_dice_included() -> None:
    position = spring(seat(bonus_dice=1), seat(buildings="statue"), seat())
    position = play(position, "roll 0: 1 1 1 w6", "roll 1: 1 1 1", "roll 2: 1 2 5")
    position = quiet(position, until="change")
    position = quiet(play(position, "change statue 1", "roll 1: 5"), until="influence")
    # 9, 7 and 8: the rerolled die counts, and so does the bonus die.
    assert position.order == (1, 2, 0)
    assert position.actor == 1


def test_order_rising__a_season_without_effects() -> None:
    position = play(spring(seat(), seat(), seat()), "roll 0: 6 6 6", "roll 1: 1 1 2", "roll 2: 1 1 1")
    assert quiet(position, until="influence").order == (2, 1, 0)


def test_order_tie__old_relative_order_stays() -> None:
    position = spring(seat(), seat(), seat(), seat(), order=(3, 1, 0, 2), queue=(3, 1, 0, 2))
    position = play(position, "roll 3: 3 3 3", "roll 1: 2 3 4", "roll 0: 1 2 3", "roll 2: 3 3 3")
    assert quiet(position, until="influence").order == (0, 3, 1, 2)


# --- two players --------------------------------------------------------------------------------------------------


def two(**fields: object) -> Position:
    """Lay out a season of two that begins with the neutral dice."""
    return table(seat(), seat(), **{"phase": SPRING, "step": "neutral", "queue": (), **fields})


def neutral_ranks(position: Position) -> set[int]:
    """List the advisors with neutral dice."""
    return {group.rank for group in position.placements if group.seat == -1}


@pytest.mark.parametrize("phase", [FAVOUR, SPRING, SUMMER])
def test_two_neutral__before_anything_else_in_every_season(phase: int) -> None:
    if phase == FAVOUR:
        position = play(table(seat(soldiers=2), seat(soldiers=2, gold=1), phase=8, step="reveal"), "enemy goblins_1_2")
    else:
        position = next_season(seat(gold=1), seat(buildings=GUILD), phase=phase)
    assert position.step == "neutral"
    assert all(person.bonus == () == person.dice for person in position.seats)
    three = outcomes(position)
    assert len(three) == 56
    assert sum(three.values()) == 1
    two_dice = outcomes(play(position, "neutral 2 3 6"))
    assert len(two_dice) == 21
    assert two_dice["neutral 1 2"] == Fraction(1, 18)


def test_two_neutral__three_dice_on_their_total_then_two() -> None:
    position = play(two(), "neutral 2 3 6", "neutral 2 5")
    assert neutral_ranks(position) == {11, 7}
    placed = {group.rank: group.dice for group in position.placements}
    assert placed == {11: (2, 3, 6), 7: (2, 5)}


def test_two_neutral__not_with_three_players_and_gone_after_the_season() -> None:
    assert next_season(seat(), seat(), seat()).step != "neutral"
    position = play(two(), "neutral 2 3 6", "neutral 2 5")
    position = quiet(position, until="build")
    assert position.placements == ()


def test_two_equal__the_two_dice_go_to_their_own_faces() -> None:
    position = play(two(), "neutral 1 2 4", "neutral 2 5")
    assert neutral_ranks(position) == {7, 2, 5}


def test_two_equal__of_a_double_only_one_is_placed() -> None:
    position = play(two(), "neutral 1 1 4", "neutral 3 3")
    assert neutral_ranks(position) == {6, 3}
    assert [group.dice for group in position.placements if group.rank == 3] == [(3,)]


def test_two_blocked__only_the_envoy_opens_them() -> None:
    position = play(two(envoy=0), "neutral 1 2 4", "neutral 2 3", "roll 0: 2 5 5", "roll 1: 6 6 6")
    position = quiet(position, until="influence")
    assert position.actor == 0
    assert not keys(position, "place 7: 2 5") - {"place 7: 2 5 envoy"}
    assert "place 7: 2 5 envoy" in keys(position)


def test_two_neutral__autumn_as_well() -> None:
    assert next_season(seat(buildings="inn"), seat(), phase=SUMMER).step == "neutral"
    assert next_season(seat(buildings="inn"), seat(), phase=SUMMER).phase == AUTUMN
