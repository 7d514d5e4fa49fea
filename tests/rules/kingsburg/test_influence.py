"""Step b of a season: influencing advisors with dice, +2 markers, the Market and the envoy (pages 4 to 6, 10)."""

from __future__ import annotations

from rules.kingsburg.moves import Pass, Place
from rules.kingsburg.values import Placement, Position

from .table import SPRING, goods, keys, play, quiet, refused, seat, table

MARKET = "inn market"


def influence(*seats: dict[str, object], **fields: object) -> Position:
    """Lay out step b with dice on the table; seat 0 is next."""
    return table(*seats, **{"phase": SPRING, "step": "influence", **fields})


def one(envoy: bool = False, others: str = "", **fields: object) -> Position:
    """Lay out step b for one seat with dice; the others have none but for a building or two."""
    people = [seat(**fields), seat(dice=(6, 6, 6), buildings=others), seat(dice=(1, 1, 1))]
    return influence(*people, envoy=0 if envoy else -1)


def taken(rank: int, number: int, *dice: int) -> tuple[Placement, ...]:
    """Put one group of dice on an advisor."""
    return (Placement(rank=rank, seat=number, dice=tuple(dice)),)


# --- dice and totals ----------------------------------------------------------------------------------------------


def test_influence_exact__every_sum_of_ones_dice_and_no_other() -> None:
    position = one(dice=(1, 3, 5))
    assert keys(position) == {
        "pass",
        "place 1: 1",
        "place 3: 3",
        "place 5: 5",
        "place 4: 1 3",
        "place 6: 1 5",
        "place 8: 3 5",
        "place 9: 1 3 5",
    }
    findings = refused(position, Place(7, (3, 5)), "influence-exact")
    assert {7, 8} <= set(dict(findings[0].numbers).values())
    refused(position, Place(9, (3, 5)), "influence-exact")


def test_influence_exact__equal_dice_are_one_decision() -> None:
    position = one(dice=(2, 2, 2))
    assert keys(position) == {"pass", "place 2: 2", "place 4: 2 2", "place 6: 2 2 2"}
    assert position.move("place 4: 2 2") == Place(4, (2, 2))


def test_influence_exact__dice_may_be_typed_in_any_order() -> None:
    assert one(dice=(1, 3, 5)).move("place 8: 5 3") == Place(8, (3, 5))


def test_influence_exact__above_18_there_is_nobody() -> None:
    position = one(dice=(6, 6, 6), bonus=(6,))
    assert position.why_not(Place(24, (6, 6, 6), (6,)))
    assert max(move.rank for move in position.legal_moves() if isinstance(move, Place)) == 18


def test_influence_dice__dice_one_does_not_have() -> None:
    position = one(dice=(1, 3, 5))
    refused(position, Place(4, (4,)), "influence-dice")
    refused(position, Place(6, (3, 3)), "influence-dice")
    refused(position, Place(7, (1, 3), (3,)), "influence-dice")
    white = one(dice=(1, 3, 5), bonus=(2,))
    assert "place 7: 5 w2" in keys(white)
    refused(white, Place(9, (5,), (2, 2)), "influence-dice")
    refused(white, Place(7, (2, 5)), "influence-dice")


def test_influence_dice__a_placed_die_is_gone() -> None:
    position = play(one(dice=(1, 3, 5)), "place 8: 3 5", "pass", "pass")
    assert position.seats[0].dice == (1,)
    refused(position, Place(3, (3,)), "influence-dice")


def test_influence_player_die__bonus_dice_alone_are_not_enough() -> None:
    position = one(dice=(1,), bonus=(2, 4), markers=1)
    refused(position, Place(6, (), (2, 4)), "influence-player-die")
    refused(position, Place(6, (), (4,), marker=True), "influence-player-die")
    assert "place 7: 1 w2 w4" in keys(position)
    assert "place 9: 1 w2 w4 +2" in keys(position)


def test_influence_player_die__any_number_of_bonus_dice_may_join() -> None:
    assert "place 18: 1 w2 w4 w5 w6" in keys(one(dice=(1,), bonus=(2, 4, 5, 6)))


def test_influence_player_die__left_bonus_dice_force_a_pass() -> None:
    assert keys(one(dice=(), bonus=(6,), markers=1)) == {"pass"}


# --- free advisors ------------------------------------------------------------------------------------------------


def test_influence_free__another_seats_dice() -> None:
    position = play(one(dice=(6, 3, 5)), "pass", "place 6: 6", "pass")
    assert position.actor == 1
    position = influence(seat(dice=(1, 3, 5)), seat(dice=()), seat(), placements=taken(8, 1, 2, 6))
    refused(position, Place(8, (3, 5)), "influence-free")
    assert not keys(position, "place 8")


def test_influence_free__ones_own_dice_too() -> None:
    position = play(one(dice=(2, 2, 5)), "place 2: 2", "pass", "pass")
    assert position.actor == 0
    refused(position, Place(2, (2,)), "influence-free")


def test_influence_free__who_has_dice_there_is_named_as_on_the_board() -> None:
    position = play(influence(seat(dice=(5, 6)), seat(dice=(1, 5)), order=(0, 1)), "place 5: 5")
    found = position.why_not("place 5: 5")
    assert [each.text for each in found if each.rule == "influence-free"] == [
        "The Sergeant (5) is taken: Blue has dice there this season."
    ]


def test_influence_free__every_advisor_is_free_again_next_season() -> None:
    position = quiet(play(one(dice=(2, 2, 5)), "place 2: 2"), phase=4)
    assert position.placements == ()


# --- turns and passes ---------------------------------------------------------------------------------------------


def test_influence_pass__turns_go_round_and_a_pass_is_final() -> None:
    position = influence(seat(dice=(1, 2, 3)), seat(dice=(1, 2, 3)), seat(dice=(4, 5, 6)), order=(2, 0, 1))
    position = play(position, "place 4: 4", "pass", "place 1: 1")
    assert position.actor == 2
    position = play(position, "place 5: 5")
    assert position.actor == 1, "seat 0 has passed and is not asked again"
    position = play(position, "pass", "place 6: 6")
    assert position.actor == 2
    assert keys(position) == {"pass"}


def test_influence_pass__with_dice_left_is_allowed() -> None:
    assert "pass" in keys(one(dice=(1, 2, 3)))
    assert one(dice=(1, 2, 3)).why_not(Pass()) == ()


def test_influence_pass__forced_without_dice_or_without_a_free_advisor() -> None:
    assert keys(one(dice=())) == {"pass"}
    blocked = influence(seat(dice=(2,)), seat(dice=(6,)), placements=taken(2, 1, 2))
    assert keys(blocked) == {"pass"}


def test_influence_pass__when_all_have_passed_the_step_ends() -> None:
    position = one(dice=(1, 2, 3))
    assert play(position, "pass", "pass").step == "influence"
    assert play(position, "pass", "pass", "pass").step == "build"


# --- +2 markers ---------------------------------------------------------------------------------------------------


def test_marker_held__one_must_have_it() -> None:
    refused(one(dice=(1, 3, 5)), Place(7, (5,), marker=True), "marker-held")


def test_marker_once__one_a_season_for_each_seat() -> None:
    position = one(dice=(1, 3, 5), markers=3)
    assert "place 7: 5 +2" in keys(position)
    refused(position, Place(9, (5,), marker=True), "influence-exact")
    later = play(position, "place 7: 5 +2", "pass", "pass")
    assert later.seats[0].markers == 2
    refused(later, Place(3, (1,), marker=True), "marker-once")
    assert keys(later) == {"pass", "place 1: 1", "place 3: 3", "place 4: 1 3"}


def test_marker_once__another_seat_has_its_own() -> None:
    position = influence(seat(dice=(1, 3), markers=1), seat(dice=(2, 3), markers=1))
    position = play(position, "place 3: 1 +2")
    assert "place 4: 2 +2" in keys(position)


def test_marker_once__not_a_die() -> None:
    refused(one(dice=(), bonus=(1,), markers=1), Place(3, (), (1,), marker=True), "influence-player-die")
    assert one(dice=(2,), markers=1).why_not(Place(2, (), marker=True))


# --- the Market ---------------------------------------------------------------------------------------------------


def test_market_owned__only_its_owner() -> None:
    position = one(dice=(4, 5, 6), others=MARKET)
    refused(position, Place(8, (4, 5), market=-1), "market-owned")
    refused(one(dice=(4, 5, 6), buildings="inn"), Place(10, (4, 5), market=1), "market-owned")


def test_market_once__one_up_or_down() -> None:
    position = one(dice=(4, 5), buildings=MARKET)
    assert {"place 8: 4 5 market-1", "place 10: 4 5 market+1", "place 9: 4 5"} <= keys(position)
    refused(position, Place(11, (4, 5), market=2), "market-once")
    refused(position, Place(11, (4, 5), market=1), "influence-exact")


def test_market_once__once_a_season() -> None:
    position = play(one(dice=(2, 4, 5), buildings=MARKET), "place 8: 4 5 market-1", "pass", "pass")
    refused(position, Place(3, (2,), market=1), "market-once")
    assert keys(position) == {"pass", "place 2: 2"}


def test_market_once__a_blocked_total_can_still_be_moved() -> None:
    position = influence(seat(dice=(2,), buildings=MARKET), seat(dice=()), placements=taken(2, 1, 2))
    assert keys(position) == {"pass", "place 1: 2 market-1", "place 3: 2 market+1"}


def test_market_once__there_is_no_rank_0_or_19() -> None:
    assert not keys(one(dice=(1,), buildings=MARKET), "place 0")
    assert not keys(one(dice=(6, 6, 6), buildings=MARKET), "place 19")


def test_market_once__joins_a_marker_in_one_placement() -> None:
    """R7: +2 and Market may act on one placement."""
    position = one(dice=(4, 5), markers=1, buildings=MARKET)
    assert {"place 10: 4 5 +2 market-1", "place 12: 4 5 +2 market+1"} <= keys(position)


# --- the envoy ----------------------------------------------------------------------------------------------------


def test_envoy_held__only_its_holder() -> None:
    position = influence(seat(dice=(1, 3, 5)), seat(dice=(6,)), placements=taken(8, 1, 2, 6), envoy=1)
    refused(position, Place(8, (3, 5), envoy=True), "envoy-held")


def test_envoy_occupied__opens_an_advisor_with_dice_on_it() -> None:
    position = influence(seat(dice=(1, 3, 5)), seat(dice=(6,)), placements=taken(8, 1, 2, 6), envoy=0)
    assert keys(position, "place 8") == {"place 8: 3 5 envoy"}
    refused(position, Place(8, (3, 5)), "influence-free")
    assert play(position, "place 8: 3 5 envoy").envoy == -1


def test_envoy_occupied__not_on_a_free_advisor() -> None:
    position = one(dice=(1, 3, 5), envoy=True)
    refused(position, Place(8, (3, 5), envoy=True), "envoy-occupied")
    other = influence(seat(dice=(1, 3, 5)), seat(dice=(6,)), placements=taken(7, 1, 1, 6), envoy=0)
    refused(other, Place(8, (3, 5), envoy=True), "envoy-occupied")


def test_envoy_occupied__dice_rules_stay() -> None:
    position = influence(seat(dice=(1, 3, 5), bonus=(2,)), seat(), placements=taken(7, 1, 1, 6), envoy=0)
    refused(position, Place(7, (3, 5), envoy=True), "influence-exact")
    refused(position, Place(7, (), (2,), envoy=True), "influence-player-die", "influence-exact")
    assert "place 7: 5 w2 envoy" in keys(position)


def test_envoy_occupied__with_a_marker_and_the_market() -> None:
    position = influence(seat(dice=(4, 5), markers=1, buildings=MARKET), seat(), placements=taken(10, 1, 4, 6), envoy=0)
    assert "place 10: 4 5 +2 market-1 envoy" in keys(position)


def test_envoy_held__it_is_spent_by_one_use() -> None:
    position = influence(seat(dice=(3, 5, 6)), seat(dice=(1,)), placements=taken(8, 1, 2, 6), envoy=0)
    position = play(position, "place 8: 3 5 envoy", "pass", "pass")
    assert position.envoy == -1
    assert position.step != "influence"


def test_envoy_twice__the_advisor_pays_each_group() -> None:
    position = influence(seat(dice=(3, 5)), seat(), placements=taken(8, 1, 2, 6), envoy=0)
    position = quiet(play(position, "place 8: 3 5 envoy"), until="build")
    assert [goods(position, number) for number in (0, 1)] == [(2, 0, 0), (2, 0, 0)]


def test_envoy_twice__on_ones_own_advisor_one_gets_it_twice() -> None:
    position = influence(seat(dice=(3, 5)), seat(), placements=taken(8, 0, 2, 6), envoy=0)
    position = quiet(play(position, "place 8: 3 5 envoy"), until="build")
    assert goods(position, 0) == (4, 0, 0)


def test_envoy_twice__neutral_dice_receive_nothing() -> None:
    position = influence(seat(dice=(3, 5)), seat(), placements=taken(8, -1, 1, 1, 6), envoy=0)
    position = quiet(play(position, "place 8: 3 5 envoy"), until="build")
    assert [goods(position, number) for number in (0, 1)] == [(2, 0, 0), (0, 0, 0)]


def test_two_blocked__a_neutral_advisor_is_not_free() -> None:
    position = influence(seat(dice=(3, 5)), seat(), placements=taken(8, -1, 1, 1, 6))
    refused(position, Place(8, (3, 5)), "two-blocked")
