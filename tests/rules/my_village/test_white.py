"""White banners, the school, the headman and the tile (rulebook pages 5 to 7 and 10)."""

from __future__ import annotations

import pytest

from rules.my_village import banners
from rules.my_village.values import PROFESSIONS
from rules.my_village.white import VERBS

from .table import banner, keys, load, play, refused, replace, seat
from .test_black import alive, rows, without

ANY = "scholar"  #: a customer with the banner "?" (2 scrolls)


# --- one or several white banners (rules white-*) ---------------------------------------------------------------------


def test_white_value__each_banner_must_show_the_value() -> None:
    mine = seat(board="board_1", crafts="stable_2")
    for banner_, values in (("game", rows("boards")["board_1"].values), ("stable", rows("crafts")["stable_2"].values)):
        for value in range(2, 13):
            found = keys(banner(mine, value), f"use {banner_}")
            assert found == ({f"use {banner_}"} if value in values else set())
            if value not in values:
                assert set(refused(banner(mine, value), f"use {banner_}")) == {"white-value"}


def test_white_once__the_same_banner_once_in_a_turn() -> None:
    value = rows("boards")["board_1"].values[0]
    mine = seat(board="board_1", crafts="stable_1 smithy_1")
    position = play(banner(mine, value), "use game")
    assert "use stable" in keys(position) and "use game" not in keys(position)
    assert set(refused(position, "use game")) == {"white-once"}
    school = play(banner(seat(customers=ANY, goods={"scroll": 2}, crafts="scriptorium_1"), 11), "school train")
    assert set(refused(school, "school advance")) == {"white-once"}


def test_white_order__any_order_and_what_one_brings_pays_for_the_next() -> None:
    card = "scriptorium_1"
    mine = seat(crafts=card, goods={"scroll": 1}, customers=ANY)
    value = rows("crafts")[card].values[0]
    start = banner(mine, value)
    assert not keys(start, "serve"), "one scroll is missing"
    after = play(start, "use scriptorium", f"serve {ANY} scroll scroll")
    assert after.seats[0].served == (ANY,)


def test_white_last__the_meeting_place_ends_the_turn() -> None:
    mine = seat(meeting=True, tile="school", crafts="stable_1")
    position = banner(mine, 12)
    assert {"school train", "use meeting"} <= keys(position)
    after = play(position, "use meeting", "tile stay")
    assert after.turn == 1, "nothing can follow"
    before = play(position, "school train")
    assert keys(before) == {"use meeting", "done"}


def test_white_time__is_paid_for_each_banner() -> None:
    row = rows("halls")["finance"]
    after = play(banner(seat(hall="finance"), 3), "use hall")
    assert after.seats[0].time == row.white_time <= 1
    for table_ in ("halls", "craft_kinds"):
        assert all(one.white_time <= 1 for one in rows(table_).values())


def test_white_joker_value__a_question_mark_fits_every_value() -> None:
    mine = seat(crafts="scriptorium_1", goods={"scroll": 2}, customers=ANY)
    for value in range(2, 13):
        assert keys(banner(mine, value), "serve") == {f"serve {ANY} scroll scroll"}


def test_game_banner__one_story_and_no_villager_needed() -> None:
    value = rows("boards")["board_3"].values[1]
    mine = seat(board="board_3", villagers=alive("merchant"), tree=4)
    after = play(banner(mine, value), "use game")
    assert (after.seats[0].tree, after.seats[0].time) == (5, 0)


# --- the school (rules school-*) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [3, 11])
def test_school_value__three_or_eleven(value: int) -> None:
    assert keys(banner(seat(), value), "school") == {"school train"}
    assert set(refused(banner(seat(), value - 1), "school train")) == {"school-value"}


def test_school_empty__a_new_marker_on_the_left_for_nothing() -> None:
    position = banner(seat(), 3)
    after = play(position, "school train")
    assert (after.seats[0].school, after.seats[0].time) == ((True, False), 0)
    assert set(refused(position, "school advance")) == {"school-empty"}


def test_school_left__to_the_right_for_nothing_or_to_an_empty_place_for_1_time() -> None:
    mine = seat(school=(True, False), villagers=without("merchant"))
    position = banner(mine, 3)
    assert keys(position, "school") == {"school advance", "school left merchant"}
    advanced = play(position, "school advance").seats[0]
    assert (advanced.school, advanced.time) == ((False, True), 0)
    sent = play(position, "school left merchant").seats[0]
    assert (sent.school, sent.time, sent.tree, all(sent.villagers)) == ((False, False), 1, 0, True)
    assert set(refused(position, "school train")) == {"school-left"}


def test_school_right__to_an_empty_place_with_2_stories_or_a_new_one_left() -> None:
    mine = seat(school=(False, True), villagers=without("abbot"))
    position = banner(mine, 11)
    assert keys(position, "school") == {"school train", "school right abbot"}
    sent = play(position, "school right abbot").seats[0]
    assert (sent.school, sent.time, sent.tree) == ((False, False), 1, 2)
    assert play(position, "school train").seats[0].school == (True, True)
    assert set(refused(position, "school advance")) == {"school-right"}


def test_school_both__one_of_the_two_for_1_time() -> None:
    mine = seat(school=(True, True), villagers=alive("merchant", "abbot", "traveller"))
    position = banner(mine, 11)
    assert keys(position, "school") == {
        f"school {side} {name}" for side in ("left", "right") for name in ("councilman", "craftsman")
    }
    assert set(refused(position, "school train")) == {"school-both"}
    assert set(refused(position, "school advance")) == {"school-both"}
    left, right = (play(position, f"school {side} craftsman").seats[0] for side in ("left", "right"))
    assert (left.school, left.tree, right.school, right.tree) == ((False, True), 0, (True, False), 2)
    assert left.time == right.time == 1


def test_school_place__any_empty_place_and_no_other() -> None:
    mine = seat(school=(True, False), villagers=without("merchant"))
    assert set(refused(banner(mine, 3), "school left abbot")) == {"school-place"}
    assert set(refused(banner(mine, 3), "school left king")) == {"school-place"}
    every = seat(school=(True, False), villagers=(False,) * 4 + (True,))
    assert keys(banner(every, 3), "school left") == {f"school left {name}" for name in PROFESSIONS[:4]}


def test_school_stories__the_right_one_brings_two() -> None:
    assert rows("places")["school"].stories == 2


# --- the headman (rules headman-*) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("value", range(2, 13))
def test_headman_cost__any_two_dice_and_1_time(value: int) -> None:
    after = play(banner(seat(), value), "headman coin").seats[0]
    assert after.time == 1


@pytest.mark.parametrize(
    ("field", "ways"), [(0, {"coin", "stay"}), (1, {"house", "stories", "stay"}), (2, {"coin", "stay"})]
)
def test_headman_path__to_the_next_field_only(field: int, ways: set[str]) -> None:
    position = banner(seat(headman=field), 2)
    assert keys(position, "headman") == {f"headman {way}" for way in ways}
    for way in {"house", "coin", "stories"} - ways:
        assert set(refused(position, f"headman {way}")) == {"headman-path"}


@pytest.mark.parametrize("field", [0, 2])
def test_headman_coin__one_coin_from_either_side(field: int) -> None:
    after = play(banner(seat(headman=field, coins=2), 2), "headman coin").seats[0]
    assert (after.coins, after.headman) == (3, 1)


def test_headman_stories__three_to_the_tree() -> None:
    after = play(banner(seat(headman=1, tree=2), 2), "headman stories").seats[0]
    assert (after.tree, after.safe, after.headman) == (5, 0, 2)


def test_headman_home__all_stories_of_the_tree_are_safe() -> None:
    after = play(banner(seat(headman=1, tree=7, safe=2), 2), "headman house").seats[0]
    assert (after.tree, after.safe, after.headman) == (0, 9, 0)


# --- the 2/12 tile (rules tile-*) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [2, 3, 12])
def test_tile_values__beside_a_banner_3_it_is_used_with_2_3_or_12(value: int) -> None:
    mine = seat(hall="finance", meeting=True, tile="hall")
    after = play(banner(mine, value), "use hall").seats[0]
    assert (after.coins, after.time) == (2, 1), "the cost stays"
    plain = seat(hall="finance", meeting=True, tile="game")
    assert ("use hall" in keys(banner(plain, value))) == (value == 3)


def test_tile_values__the_villager_is_needed_all_the_same() -> None:
    mine = seat(hall="finance", meeting=True, tile="hall", villagers=without("councilman"))
    assert "hall-villager" in refused(banner(mine, 12), "use hall")


def test_tile_no_effect__on_the_meeting_place_and_beside_a_banner_2_12() -> None:
    away = seat(meeting=True, tile="meeting")
    assert keys(banner(away, 2), "use") == {"use meeting"}
    both = next((card for card, row in rows("customers").items() if set(row.values) == {2, 12}), "")
    if both:
        mine = seat(meeting=True, tile=both, customers=both, goods=(2, 3, 2, 3, 2))
        assert keys(banner(mine, 12), "serve") and not keys(banner(mine, 7), "serve")


def test_tile_back__a_served_customer_sends_it_to_the_meeting_place() -> None:
    customer = next(card for card, row in rows("customers").items() if row.values and 12 not in row.values)
    mine = seat(meeting=True, tile=customer, customers=customer, goods=(2, 3, 2, 3, 2))
    position = banner(mine, 12)
    after = play(position, min(keys(position, f"serve {customer}")))
    assert (after.seats[0].served, after.seats[0].tile) == ((customer,), "meeting")


def test_round_two_players__each_has_two_turns_one_after_the_other() -> None:
    position = replace(banner(seat(), 2), turn=0, white=(1, 1, 1, 1, 1, 1), black=(1, 1, 1))
    order = []
    for _ in range(3):
        order.append(position.acting)
        position = play(position, "headman stay")
        position = play(position, position.legal_moves()[0].key)
    assert order == [0, 1, 0]


def test_game_end_round__the_round_is_played_to_its_end() -> None:
    full = load().table(2).coffins
    position = replace(banner(seat(), 2), chronicle=(2, 2, 2, 2, 2), graves=full - 10, white=(1, 1), black=())
    after = play(position, "headman stay")
    assert not after.over and after.turn == 1
    last = replace(position, turn=3)
    assert play(last, "headman stay").over


def test_moves_are_listed_in_one_order_whichever_module_was_imported_first() -> None:
    for verbs in (banners.BLACK, banners.WHITE):
        turned = dict(reversed(verbs.items()))
        verbs.clear()
        verbs.update(turned)
    banners.ask(VERBS)
    assert (*banners.BLACK, *banners.WHITE, *banners.ANYTIME) == VERBS
