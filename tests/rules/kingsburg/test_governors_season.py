"""Module 2: the cards that act in the roll and on the advisors (pages 9 to 11)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kingsburg.moves import Change, Decline, Place, Use
from rules.kingsburg.values import GOVERNORS, Placement, Position

from .table import (
    AUTUMN,
    SPRING,
    SUMMER,
    goods,
    keys,
    load,
    outcomes,
    play,
    quiet,
    refused,
    seat,
    table,
    totals,
)

MODULE = ("governors",)


def governed(
    card: str, *others: dict[str, object], phase: int = SPRING, step: str = "change", **own: object
) -> Position:
    """Lay out a table whose seat 0 has this governor; dice of seat 1 lie too where dice are needed."""
    fields = {key: own.pop(key) for key in ("year", "queue", "placements", "envoy", "options", "order") if key in own}
    people = others or (seat(dice=(6, 6, 6)) if step in ("change", "influence") else seat(),)
    return table(seat(governor=card, **own), *people, phase=phase, step=step, modules=MODULE, **fields)


def next_season(card: str, phase: int, *others: dict[str, object], **own: object) -> Position:
    """Play the last decision of a season with this governor at seat 0; three seats, so no neutral dice."""
    people = others or (seat(), seat())
    return play(governed(card, *people, phase=phase, step="build", queue=(1,), **own), "pass")


def test_governor_optional__other_effects_cannot_be_used() -> None:
    position = governed("duke", step="influence", dice=(2, 2, 6))
    position = quiet(play(position, "place 10: 2 2 6"), until="duke")
    assert keys(position) == {"use duke", "decline"}
    refused(position, Use("priest"), "governor-optional")


# --- the roll -----------------------------------------------------------------------------------------------------


def test_governor_prince__sets_player_dice_to_3_4_and_6() -> None:
    position = governed("prince", dice=(1, 2, 2), bonus=(3,))
    assert keys(position) == {"change prince", "keep"}
    after = play(position, "change prince")
    assert (after.seats[0].dice, after.seats[0].bonus) == ((3, 4, 6), (3,))


def test_governor_prince__only_at_8_or_less_with_bonus_dice() -> None:
    refused(
        governed(
            "prince",
            seat(dice=(1, 1, 1), buildings="statue"),
            dice=(1, 2, 3),
            bonus=(3,),
            buildings="statue",
            queue=(0, 1),
        ),
        Change("prince"),
        "governor-prince",
    )
    assert governed("prince", dice=(1, 1, 6)).why_not(Change("prince")) == ()


def test_governor_prince__after_the_rerolls_of_chapel_and_statue() -> None:
    position = governed("prince", dice=(1, 1, 1), buildings="statue chapel")
    position = play(position, "change statue 1", "roll 0: 2", "change chapel", "roll 0: 2 2 2")
    assert keys(position) == {"change prince", "keep"}
    after = play(position, "change prince")
    assert after.step != "change" or after.actor != 0
    assert after.seats[0].dice == (3, 4, 6)


def test_governor_prince__the_new_total_counts_for_the_order() -> None:
    position = governed("prince", seat(dice=(3, 4, 5)), dice=(1, 1, 1))
    assert quiet(play(position, "change prince"), until="influence").order == (1, 0)
    assert quiet(play(position, "keep"), until="influence").order == (0, 1)


def test_governor_trickster__a_two_becomes_one_or_three() -> None:
    position = governed("trickster", dice=(2, 2, 5), bonus=(2,))
    assert len(keys(position, "change trickster")) == 4
    after = play(position, "change trickster 2 to 3")
    assert after.seats[0].dice == (2, 3, 5)
    assert play(position, "change trickster w2 to 1").seats[0].bonus == (1,)
    refused(position, Change("trickster", 5, to=6), "governor-trickster")
    refused(position, Change("trickster", 2, to=4), "governor-trickster")


def test_governor_trickster__once_a_season_and_not_without_a_two() -> None:
    position = governed("trickster", dice=(2, 2, 2), buildings="statue")
    after = play(position, "change trickster 2 to 3")
    assert after.step != "change" or after.actor != 0, "the dice differ, and the Trickster is spent"
    assert governed("trickster", dice=(1, 3, 5)).why_not(Change("trickster", 2, to=1))


def test_governor_philosopher__rerolls_at_10_or_less_for_a_point() -> None:
    position = governed("philosopher", dice=(2, 3, 5))
    assert keys(position) == {"change philosopher", "keep"}
    position = play(position, "change philosopher")
    assert len(outcomes(position)) == 56
    low = quiet(play(position, "roll 0: 1 4 5"), until="influence")
    assert low.seats[0].points[GOVERNORS] == 1
    high = quiet(play(position, "roll 0: 1 4 6"), until="influence")
    assert high.seats[0].points[GOVERNORS] == 0


def test_governor_philosopher__no_point_without_using_it() -> None:
    position = quiet(play(governed("philosopher", dice=(1, 1, 2)), "keep"), until="influence")
    assert totals(position) == [0, 0]


def test_governor_philosopher__not_above_10() -> None:
    refused(governed("philosopher", dice=(5, 5, 5), buildings="statue"), Change("philosopher"), "governor-philosopher")


def test_governor_philosopher__a_later_change_forfeits_the_point() -> None:
    position = governed("philosopher", dice=(2, 3, 5), buildings="statue chapel")
    position = play(position, "change philosopher", "roll 0: 1 2 3")
    kept = quiet(play(position, "keep"), until="influence")
    assert kept.seats[0].points[GOVERNORS] == 1
    spoilt = quiet(play(position, "change chapel", "roll 0: 1 2 4"), until="influence")
    assert spoilt.seats[0].points[GOVERNORS] == 0


def test_governor_philosopher__after_the_statue_it_counts() -> None:
    position = governed("philosopher", dice=(3, 3, 3), buildings="statue")
    position = play(position, "change statue 3", "roll 0: 2", "change philosopher", "roll 0: 1 1 2")
    assert quiet(position, until="influence").seats[0].points[GOVERNORS] == 1


def test_governor_philosopher__again_next_season() -> None:
    position = quiet(governed("philosopher", seat(dice=(6, 6, 6)), seat(dice=(6, 6, 5)), dice=(1, 2, 3)), until="build")
    summer = quiet(play(quiet(position, phase=SUMMER)), until="roll")
    while summer.step == "roll":
        number = summer.queue[0]
        summer = play(summer, f"roll {number}: 2 3 4")
    assert "change philosopher" in keys(summer)


@pytest.mark.parametrize(("dice", "gold"), [((4, 4, 4), 1), ((3, 4, 4), 0), ((6, 6, 6), 1)])
def test_governor_heiress__a_gold_at_12_or_more(dice: tuple[int, int, int], gold: int) -> None:
    roll = governed("heiress", seat(), phase=SPRING, step="roll", queue=(0, 1))
    after = quiet(play(roll, "roll 0: " + " ".join(map(str, dice)), "roll 1: 1 2 3"), until="influence")
    assert after.seats[0].gold == gold


def test_governor_heiress__after_all_rerolls() -> None:
    position = governed("heiress", dice=(4, 4, 4), buildings="statue")
    lower = quiet(play(position, "change statue 4", "roll 0: 1"), until="influence")
    assert lower.seats[0].gold == 0


# --- bonus dice ---------------------------------------------------------------------------------------------------


def test_governor_fairy__a_bonus_die_in_summer_only() -> None:
    assert next_season("fairy", SPRING).seats[0].bonus_dice == 1
    assert next_season("fairy", SUMMER).seats[0].bonus_dice == 0


def test_governor_priest__a_die_for_who_has_none_a_point_for_who_has() -> None:
    farms = seat(buildings="inn market farms")
    position = next_season("priest", SPRING, farms, seat())
    assert (position.step, position.actor) == ("blessing", 0)
    assert keys(position) == {"use priest", "decline"}
    refused(position, Use("duke"), "governor-optional")
    before = totals(position)
    after = play(position, "use priest")
    assert [person.bonus_dice for person in after.seats] == [1, 1, 1], "the Farms' die was settled first"
    assert [now - then for now, then in zip(totals(after), before, strict=True)] == [0, 1, 0]


def test_governor_priest__once_a_year() -> None:
    position = play(next_season("priest", SPRING), "use priest")
    autumn = quiet(position, phase=AUTUMN)
    assert autumn.step != "blessing"
    declined = quiet(play(next_season("priest", SPRING), "decline"), phase=AUTUMN)
    assert declined.step == "blessing"
    spring = quiet(autumn, until="blessing", limit=200)
    assert (spring.year, spring.phase) == (2, SPRING)


def test_governor_priest__the_other_version_is_an_option() -> None:
    options = {"priest": "six"}
    position = governed("priest", seat(dice=(1, 2, 6)), seat(dice=(1, 2, 5)), dice=(1, 2, 3), options=options)
    assert "change priest" in keys(position)
    after = play(position, "change priest")
    assert [6 in person.dice for person in after.seats] == [True, True, True]
    assert [person.points[GOVERNORS] for person in after.seats] == [0, 1, 0]
    bonus = load(priest="bonus_die").setup(players=3, seed=1)
    assert bonus.game.options.priest == load().options.priest == "bonus_die"
    refused(governed("priest", dice=(1, 1, 1), buildings="statue"), Change("priest"), "governor-priest")


# --- advisors -----------------------------------------------------------------------------------------------------


def test_governor_politician__two_advisors_for_the_owner_alone() -> None:
    position = governed("politician", step="influence", dice=(1, 4, 5))
    assert {"place private 5: 5", "place private 5: 1 4", "place 5: 5"} <= keys(position)
    other = play(position, "pass")
    assert not keys(other, "place private")
    refused(governed("duke", step="influence", dice=(1, 4, 5)), Place(5, (5,), private=True), "governor-politician")
    refused(position, Place(4, (4,), private=True), "governor-politician")


def test_governor_politician__besides_the_boards_advisor_of_the_same_rank() -> None:
    position = governed("politician", step="influence", dice=(1, 4, 5), placements=(Placement(5, 1, (5,)),), queue=(0,))
    assert "place private 5: 5" in keys(position)
    assert "place 5: 5" not in keys(position)
    position = play(position, "place private 5: 5", "pass")
    assert keys(position) == {"take 1 gold", "take 1 wood", "take 1 stone"}
    after = play(position, "take 1 stone")
    assert goods(after, 0) == (0, 0, 1)
    assert [person.soldiers for person in after.seats] == [0, 1]


def test_envoy_occupied__not_by_dice_on_a_private_advisor() -> None:
    position = governed("politician", step="influence", dice=(4, 5, 5), envoy=0, queue=(0,))
    position = play(position, "place private 5: 5")
    refused(position, Place(5, (5,), envoy=True), "envoy-occupied")
    assert "place 5: 5" in keys(position)


def test_governor_politician__each_once_a_season_and_at_its_rank() -> None:
    position = governed("politician", step="influence", dice=(5, 5, 6), queue=(0,))
    position = play(position, "place private 5: 5")
    refused(position, Place(5, (5,), private=True), "governor-politician")
    position = play(position, "place private 11: 5 6", "pass")
    assert position.step == "gifts"
    first, second = (advisor.gift for advisor in load().catalogue.governors["politician"].advisors)
    position = play(position, f"take {first.any} gold", f"take {second.any} wood")
    assert goods(position, 0) == (first.any, second.any, 0)
    assert position.seats[0].points[GOVERNORS] == first.points + second.points > 0


def test_governor_politician__own_dice_and_exact_totals() -> None:
    position = governed("politician", step="influence", dice=(1, 4, 6), bonus=(5,), queue=(0,))
    refused(position, Place(5, (), (5,), private=True), "influence-player-die")
    refused(position, Place(5, (6,), private=True), "influence-exact")
    refused(position, Place(5, (5,), private=True), "influence-dice")


def test_governor_duke__moves_the_highest_to_the_duchess() -> None:
    position = governed("duke", step="influence", dice=(1, 4, 6), queue=(0,))
    position = play(position, "place 10: 4 6", "place 1: 1", "pass")
    assert (position.step, position.actor) == ("duke", 0)
    after = play(position, "use duke")
    assert {(group.rank, group.dice) for group in after.placements} == {(1, (1,)), (12, (4, 6))}
    assert after.seats[0].total == 1, "the Jester stays"
    assert play(after, "take 2 stone").seats[0].markers == 1
    plain = quiet(play(position, "decline"), until="build")
    assert plain.seats[0].soldiers == 2


def test_governor_duke__a_single_die_counts_as_a_group() -> None:
    position = governed("duke", step="influence", dice=(3,), queue=(0,))
    after = play(position, "place 3: 3", "pass", "use duke")
    assert after.step == "gifts"
    assert len(keys(after)) == 6


def test_governor_duke__not_when_the_duchess_is_taken_or_nothing_lies() -> None:
    taken = (Placement(12, 1, (6, 6)),)
    position = governed("duke", step="influence", dice=(3,), queue=(0,), placements=taken)
    assert quiet(play(position, "place 3: 3", "pass"), until="build").seats[0].wood == 1
    idle = governed("duke", step="influence", dice=(3,), queue=(0,))
    assert play(idle, "pass").step == "build"


def test_governor_optional__an_unmet_condition_means_no_effect() -> None:
    position = governed("prince", dice=(4, 5, 6))
    assert position.why_not(Decline()), "a decline is no answer to a question about dice"
    assert Fraction(1) == sum(outcomes(table(seat(), seat(), phase=SPRING, step="roll")).values())
