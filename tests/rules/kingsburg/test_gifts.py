"""Step c of a season: what the advisors give, and in which order (pages 5, 6 and 11)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kingsburg.moves import Decline, Exchange, Take
from rules.kingsburg.values import UNKNOWN, Placement, Position, Seat

from .table import SPRING, goods, keys, outcomes, play, quiet, refused, seat, table, totals


def gifts(*groups: tuple[int, int], people: tuple[dict[str, object], ...] = (), **fields: object) -> Position:
    """Lay out dice of (rank, seat) and let all pass, so that the advisors give."""
    people = people or (seat(), seat(), seat())
    placements = tuple(Placement(rank=rank, seat=number, dice=(1,)) for rank, number in groups)
    position = table(*people, **{"phase": SPRING, "step": "influence", "placements": placements, **fields})
    return play(position, *["pass"] * len(people))


def gained(position: Position, number: int) -> tuple[int, int, int, int, int, int]:
    """Give gold, wood, stone, soldiers, markers and points of a seat that began with nothing."""
    person = position.seats[number]
    return person.gold, person.wood, person.stone, person.soldiers, person.markers, person.total


FIXED = {
    1: (0, 0, 0, 0, 0, 1),
    2: (1, 0, 0, 0, 0, 0),
    3: (0, 1, 0, 0, 0, 0),
    5: (0, 0, 0, 1, 0, 0),
    8: (2, 0, 0, 0, 0, 0),
    10: (0, 0, 0, 2, 0, 0),
    13: (0, 0, 3, 0, 0, 0),
    15: (1, 1, 1, 0, 0, 0),
    16: (4, 0, 0, 0, 0, 0),
    18: (1, 1, 1, 1, 0, 0),
}


@pytest.mark.parametrize("rank", sorted(FIXED))
def test_gifts_rising__fixed_gifts(rank: int) -> None:
    position = gifts((rank, 0))
    if position.actor is None:
        position = play(position, next(iter(outcomes(position))))
    assert position.step == "build"
    assert gained(position, 0) == FIXED[rank]
    assert gained(position, 1) == (0,) * 6


CHOICES = {
    4: {"take 1 gold": (1, 0, 0, 0, 0, 0), "take 1 wood": (0, 1, 0, 0, 0, 0)},
    7: {
        "take 1 gold": (1, 0, 0, 0, 1, 0),
        "take 1 wood": (0, 1, 0, 0, 1, 0),
        "take 1 stone": (0, 0, 1, 0, 1, 0),
    },
    9: {"take 1 gold 1 wood": (1, 1, 0, 0, 0, 0), "take 1 wood 1 stone": (0, 1, 1, 0, 0, 0)},
    11: {"take 1 gold 1 stone": (1, 0, 1, 0, 0, 0), "take 1 wood 1 stone": (0, 1, 1, 0, 0, 0)},
    12: {
        "take 2 gold": (2, 0, 0, 0, 1, 0),
        "take 2 wood": (0, 2, 0, 0, 1, 0),
        "take 2 stone": (0, 0, 2, 0, 1, 0),
        "take 1 gold 1 wood": (1, 1, 0, 0, 1, 0),
        "take 1 gold 1 stone": (1, 0, 1, 0, 1, 0),
        "take 1 wood 1 stone": (0, 1, 1, 0, 1, 0),
    },
}


@pytest.mark.parametrize("rank", sorted(CHOICES))
def test_gift_choice__exactly_what_is_offered(rank: int) -> None:
    position = gifts((rank, 1))
    assert position.actor == 1
    assert keys(position) == set(CHOICES[rank])
    for key, gain in CHOICES[rank].items():
        after = play(position, key)
        assert gained(after, 1) == gain
        assert after.step == "build"


def test_gift_choice__the_smuggler_and_the_queen() -> None:
    assert len(keys(gifts((14, 0)), "take")) == 10
    queen = gifts((17, 0))
    assert len(keys(queen)) == 6
    after = play(queen, "take 1 gold 1 stone")
    assert after.step == "peek"
    assert gained(play(after, next(iter(outcomes(after)))), 0) == (1, 0, 1, 0, 0, 3)


def test_gift_choice__more_less_or_something_else_is_refused() -> None:
    refused(gifts((7, 0)), Take(gold=1, wood=1), "gift-choice")
    refused(gifts((12, 0)), Take(gold=1), "gift-choice")
    refused(gifts((12, 0)), Take(), "gift-choice")
    refused(gifts((9, 0)), Take(gold=1, stone=1), "gift-choice")
    refused(gifts((4, 0)), Take(stone=1), "gift-choice")
    refused(gifts((12, 0)), Decline(), "gift-choice")
    refused(gifts((12, 0)), Take(gold=3, wood=-1), "gift-choice", typed=False)


# --- the order of gifts -------------------------------------------------------------------------------------------


def test_gifts_rising__only_when_all_have_passed() -> None:
    people = (seat(dice=(2,)), seat(), seat())
    position = table(*people, phase=SPRING, step="influence")
    position = play(position, "place 2: 2")
    assert goods(position, 0) == (0, 0, 0)
    position = play(position, "pass", "pass", "pass")
    assert goods(position, 0) == (1, 0, 0)


def test_gifts_rising__by_rank_whoever_they_belong_to() -> None:
    position = gifts((12, 0), (4, 1), (9, 2), (7, 0))
    asked = []
    while position.step == "gifts":
        asked.append((position.actor, len(position.legal_moves())))
        position = position.play(position.legal_moves()[0])
    assert asked == [(1, 2), (0, 3), (2, 2), (0, 6)]


def test_gifts_rising__earlier_goods_pay_the_alchemist() -> None:
    """Edge case 1: gifts of ranks 1 to 5 can pay the Alchemist in the same step."""
    position = gifts((6, 0), (2, 0))
    assert keys(position) == {"exchange gold", "decline"}
    later = gifts((6, 0), (8, 0))
    assert goods(later, 0) == (2, 0, 0), "the Treasurer pays after the Alchemist, who was worth nothing"


def test_alchemist__one_good_for_the_two_others() -> None:
    position = gifts((6, 0), people=(seat(gold=1, wood=1, stone=1), seat()))
    assert keys(position) == {"exchange gold", "exchange wood", "exchange stone", "decline"}
    assert goods(play(position, "exchange gold"), 0) == (0, 2, 2)
    assert goods(play(position, "exchange wood"), 0) == (2, 0, 2)
    assert goods(play(position, "exchange stone"), 0) == (2, 2, 0)
    assert goods(play(position, "decline"), 0) == (1, 1, 1)


def test_alchemist__without_goods_there_is_nothing() -> None:
    """Edge case 2: the dice may lie there; the gift is lost."""
    assert goods(quiet(gifts((6, 0)), until="build"), 0) == (0, 0, 0)


def test_alchemist__a_good_one_does_not_have() -> None:
    position = gifts((6, 0), people=(seat(gold=1), seat()))
    refused(position, Exchange("wood"), "alchemist")
    refused(position, Exchange("silver"), "alchemist")
    refused(position, Take(gold=1), "alchemist")


def test_alchemist__not_at_another_advisor() -> None:
    position = gifts((7, 0), people=(seat(gold=1), seat()))
    refused(position, Exchange("gold"), "alchemist")


@pytest.mark.parametrize("points", [3, 0, -2])
def test_smuggler__one_point_for_three_goods_also_at_0_or_below(points: int) -> None:
    position = gifts((14, 0), people=(seat(points=points), seat()))
    after = play(position, "take 1 gold 2 stone")
    assert goods(after, 0) == (1, 0, 2)
    assert totals(after) == [points - 1, 0]


def test_smuggler__may_be_declined_by_default() -> None:
    position = gifts((14, 0))
    assert "decline" in keys(position)
    after = play(position, "decline")
    assert gained(after, 0) == (0,) * 6


def test_smuggler__must_be_paid_when_the_option_says_so() -> None:
    position = gifts((14, 0), options={"smuggler_may_decline": False})
    assert "decline" not in keys(position)
    refused(position, Decline(), "smuggler")
    assert totals(play(position, "take 3 wood"))[0] == -1


# --- a look at the enemy ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", [10, 17])
def test_peek_secret__that_seat_alone_sees_the_top_card(rank: int) -> None:
    position = quiet(gifts((rank, 1), year=3), until="peek")
    chance = outcomes(position)
    assert set(chance.values()) == {Fraction(1, 5)}
    assert len(chance) == 5
    assert all("_3_" in key for key in chance), "one of the five cards of this year"
    position = quiet(play(position, "enemy orcs_3_5"), until="build")
    assert (position.enemy, position.peeked) == ("orcs_3_5", (1,))
    assert position.view(1).enemy == "orcs_3_5"
    for other in (0, 2):
        assert position.view(other).enemy in ("", UNKNOWN)
        assert "orcs_3_5" not in position.view(other).to_text()
        assert position.view(other).peeked == (1,), "that somebody looked is open"


def test_peek_secret__a_second_look_is_at_the_same_card() -> None:
    position = play(quiet(gifts((10, 1), (17, 0)), until="peek"), "enemy orcs_1_3")
    position = quiet(position, until="build")
    assert (position.enemy, position.peeked) == ("orcs_1_3", (0, 1))
    assert position.view(0).enemy == position.view(1).enemy == "orcs_1_3"
    assert position.view(2).enemy != "orcs_1_3"


def test_peek_secret__the_card_stays_on_top_until_winter() -> None:
    position = play(quiet(gifts((10, 1), phase=6), until="peek"), "enemy orcs_1_3")
    position = quiet(position, until="king")
    assert position.enemy == "orcs_1_3"
    after = play(position, "king 3")
    if after.step == "reveal":
        assert outcomes(after) == {"enemy orcs_1_3": Fraction(1)}
        after = play(after, "enemy orcs_1_3")
    assert after.year == 2
    assert (after.enemy, after.peeked) == ("", ())


# --- Stable, return of dice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "soldiers"), [(5, 2), (10, 3), (18, 2), (2, 0), (15, 0)])
def test_stable_soldier__one_more_from_each_advisor_that_gives_soldiers(rank: int, soldiers: int) -> None:
    position = gifts((rank, 0), people=(seat(buildings="palisade stable"), seat()), year=1)
    assert quiet(position, until="build").seats[0].soldiers == soldiers


def test_stable_soldier__each_time() -> None:
    position = gifts((5, 0), (10, 0), (18, 0), (5, 0), people=(seat(buildings="palisade stable"), seat()))
    assert quiet(position, until="build").seats[0].soldiers == 2 + 3 + 2 + 2


def test_stable_soldier__not_when_recruiting_or_from_the_king() -> None:
    """Edge case 23: advisors only."""
    position = table(seat(gold=2, buildings="palisade stable"), seat(), phase=7, step="recruit")
    position = quiet(play(position, "recruit 2 gold"), until="king")
    assert position.seats[0].soldiers == 1
    position = play(position, "king 4")
    if position.step == "reveal":
        assert [person.soldiers for person in position.seats] == [5, 4]


def test_dice_return__player_dice_back_bonus_dice_and_markers_to_the_supply() -> None:
    people = (seat(dice=(1, 2, 6), bonus=(3,), bonus_dice=1, markers=2), seat(dice=(4, 5, 6)))
    position = table(*people, phase=SPRING, step="influence")
    position = quiet(play(position, "place 4: 2 +2"), until="build")
    person = position.seats[0]
    assert isinstance(person, Seat)
    assert (person.dice, person.bonus, person.bonus_dice, person.markers) == ((), (), 0, 1)
    assert position.placements == ()
