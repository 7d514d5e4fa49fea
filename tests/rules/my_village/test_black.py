"""Black banners: what they ask for, the hand, and the cards of the offer (rulebook pages 4, 5 and 8 to 11).

Values that no source prints are read from the catalogue, so that these tests hold for an owner's box too.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.my_village.values import PROFESSIONS, Position, Seat

from .table import banner, keys, load, play, refused, replace, seat, table

RICH = {"coins": 12, "goods": (3, 3, 2, 3, 2)}


def alive(*names: str) -> tuple[bool, ...]:
    """Say which villagers are there."""
    return tuple(name in names for name in PROFESSIONS)


def without(name: str) -> tuple[bool, ...]:
    """Say that one villager is missing."""
    return tuple(other != name for other in PROFESSIONS)


def rows(table_: str) -> Any:
    """Return a table of the catalogue."""
    return getattr(load().catalogue, table_)


def offer(mine: Seat, kind: str, card: str, **fields: Any) -> Position:
    """Lay out a position in which the value of a card has been made."""
    return banner(mine, rows(kind)[card].values[0], **fields)


def first(position: Position, start: str) -> str:
    """Return the first legal move that begins so."""
    return next(move.key for move in position.legal_moves() if f"{move.key} ".startswith(f"{start} "))


# --- what every black banner asks for (rules banner-*) ---------------------------------------------------------------


def test_banner_must__the_value_has_to_be_used() -> None:
    position = banner(seat(), 2)
    assert set(refused(position, "done")) == {"banner-must"}
    assert {"headman coin", "headman stay"} <= keys(position), "the banner '?' is always possible"


def test_banner_value__the_value_must_be_shown_exactly() -> None:
    shown = rows("fields")["field"].values
    assert "field" in keys(banner(seat(), shown[0]))
    other = next(value for value in range(2, 13) if value not in shown)
    assert set(refused(banner(seat(), other), "field")) == {"banner-value"}


def test_banner_one_black__none_after_a_white_one_and_one_only() -> None:
    mine = seat(board="board_1", school=(False, False))
    position = play(banner(mine, 11, white=(1, 1)), "school train")
    again = replace(position, step="white")
    assert set(refused(again, "headman coin")) == {"banner-one-black"}
    assert set(refused(again, "hand")) == {"banner-one-black"}
    assert play(banner(seat(), 2), "headman coin").turn == 1, "after one black banner the turn is over"


def test_banner_cost__coins_and_goods_must_be_there() -> None:
    church = next(card for card, row in rows("churches").items() if any(way.coins for way in row.ways))
    poor = offer(seat(), "churches", church)
    assert set(refused(poor, f"church {church}")) == {"banner-cost"}
    rich = offer(seat(**RICH), "churches", church)
    after = play(rich, first(rich, f"church {church}"))
    assert after.seats[0].coins == 12 - rows("churches")[church].ways[0].coins


def test_banner_time__is_paid_at_once_and_can_always_be_paid() -> None:
    row = rows("halls")["finance"]
    position = offer(seat(time=9), "halls", "finance")
    after = play(position, "hall finance")
    assert after.seats[0].crossed is False or after.question == "dies"
    assert after.question == "dies", "the marker has passed the bridge"
    assert after.seats[0].time == (9 + row.time) % load().clouds


def test_banner_area__a_missing_villager_makes_his_area_useless() -> None:
    position = offer(seat(villagers=without("councilman")), "halls", "finance")
    found = refused(position, "hall finance")
    assert set(found) == {"hall-villager"}
    mine = seat(crafts="stable_1", villagers=without("craftsman"))
    white = banner(mine, rows("crafts")["stable_1"].values[0])
    assert set(refused(white, "use stable")) == {"craft-villager"}
    assert set(refused(white, "use brewery")) == {"banner-area"}, "there is no such banner in the village"


def test_waive__what_may_matter_can_be_let_go() -> None:
    assert "headman stay" in keys(banner(seat(), 2))
    after = play(banner(seat(headman=2), 2), "headman stay")
    assert (after.seats[0].headman, after.seats[0].time) == (2, 1), "the cost is paid all the same"


def test_cards_limited__what_is_gone_cannot_be_had() -> None:
    value = rows("fields")["field"].values[0]
    assert set(refused(banner(seat(), value, fields=0), "field")) == {"cards-limited"}
    taken = offer(seat(), "halls", "finance", halls=("area",))
    assert set(refused(taken, "hall finance")) == {"cards-limited"}


def test_card_stays__a_card_lies_in_the_village_for_good() -> None:
    position = offer(seat(church="abbey", **RICH), "churches", "trade")
    assert set(refused(position, "church trade coin")) >= {"church-one"}


# --- the hand (rules hand-*) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [4, 10])
def test_hand_value__four_or_ten(value: int) -> None:
    assert "hand" in keys(banner(seat(), value, turn=1))
    assert set(refused(banner(seat(), value - 1, turn=1), "hand")) == {"hand-value"}


def test_hand_take__stories_to_the_tree_and_the_next_round() -> None:
    mine = seat(tree=1)
    position = table(seat(), mine, step="banner", value=4, turn=1, hand_stories=3)
    after = play(position, "hand")
    assert (after.seats[1].tree, after.hand, after.hand_back, after.hand_stories) == (4, 1, True, 0)
    assert (after.start, after.acting) == (0, 0), "this round goes on as it began"


def test_hand_own__not_the_starting_player_but_in_the_second_turn_of_two() -> None:
    assert set(refused(banner(seat(), 4), "hand")) == {"hand-own"}
    assert set(refused(banner(seat(), 4, seat(), seat()), "hand")) == {"hand-own"}
    assert "hand" in keys(banner(seat(), 4, turn=2)), "with two players in the second turn"


def test_hand_back__not_while_its_back_is_up() -> None:
    position = banner(seat(), 4, turn=2, hand_back=True, hand_stories=0, hand=1)
    assert set(refused(position, "hand")) == {"hand-back"}


# --- churches and monks (rules church-*, monk-*) ----------------------------------------------------------------------


def test_church_villager__the_abbot_must_be_there() -> None:
    position = offer(seat(villagers=without("abbot"), **RICH), "churches", "abbey")
    assert "church-villager" in refused(position, "church abbey")
    assert keys(offer(seat(**RICH), "churches", "abbey"), "church abbey")


def test_church_one__only_one() -> None:
    position = offer(seat(church="trade", **RICH), "churches", "abbey")
    assert "church-one" in refused(position, "church abbey")


def test_church_power__only_while_the_abbot_is_there() -> None:
    both = [seat(church="trade", villagers=villagers) for villagers in ((True,) * 5, without("abbot"))]
    with_abbot, alone = (banner(mine, 4, turn=1, start=1) for mine in both)
    assert keys(with_abbot, "bailiff") == {"bailiff"}
    assert "bailiff" not in keys(alone), "customers are named at once"


def test_monk_villager__the_abbot_must_be_there() -> None:
    card = rows("monks")["jug_1"]
    mine = seat(church="abbey", villagers=without("abbot"), **RICH)
    position = banner(mine, card.values[0], monks=("quill_1", "jug_1", "rosary_1"))
    assert "monk-villager" in refused(position, "monk jug")


def test_monk_church__none_without_a_church() -> None:
    position = banner(seat(**RICH), rows("monks")["jug_1"].values[0], monks=("quill_1", "jug_1", "rosary_1"))
    assert "monk-church" in refused(position, "monk jug")


def test_monk_windows__six_at_most_and_the_abbey_counts() -> None:
    five = "quill_1 quill_2 quill_3 jug_2 jug_3"
    value = rows("monks")["jug_1"].values[0]
    tops = ("", "jug_1", "rosary_1")
    plain = banner(seat(church="trade", monks=five, **RICH), value, monks=tops)
    assert keys(plain, "monk jug"), "the sixth window"
    abbey = banner(seat(church="abbey", monks=five, **RICH), value, monks=tops)
    assert "monk-windows" in refused(abbey, "monk jug")
    six = banner(seat(church="trade", monks=f"{five} jug_4", **RICH), value, monks=tops)
    assert "monk-windows" in refused(six, "monk jug")


def monk(card: str, **fields: Any) -> Position:
    """Take one monk from its stack; the bonus is asked for, if it asks anything."""
    row = rows("monks")[card]
    tops = tuple(card if symbol == row.symbol else f"{symbol}_{9 if symbol == row.symbol else 3}" for symbol in
                 ("quill", "jug", "rosary"))  # fmt: skip
    mine = seat(**{"church": "mission", **RICH, **fields})
    position = banner(mine, row.values[0], monks=tops)
    return play(position, first(position, f"monk {row.symbol}"))


def of(effect: str, amount: int = 1) -> str:
    """Return a monk with this bonus."""
    return next(card for card, row in rows("monks").items() if (row.effect, row.amount) == (effect, amount))


def test_monk_top__the_open_card_of_a_stack_and_the_next_is_turned_up() -> None:
    after = monk(of("stories", 2))
    assert after.seats[0].monks == (of("stories", 2),)
    assert after.actor is None and after.question.startswith("monk/")
    outcomes = after.chance()
    assert sum(chance for _, chance in outcomes) == 1
    shown = after.play(outcomes[0][0])
    assert outcomes[0][0].card in shown.monks
    last = banner(seat(church="mission", **RICH), rows("monks")["jug_1"].values[0],
                  monks=("quill_1", "jug_1", "rosary_1"), monk_decks=((), (), ()))  # fmt: skip
    assert play(last, first(last, "monk jug")).monks[1] == "", "the stack is empty"


@pytest.mark.parametrize("amount", [2, 3])
def test_monk_stories__two_or_three_to_the_tree(amount: int) -> None:
    assert monk(of("stories", amount)).seats[0].tree == amount


def test_monk_headman__the_banner_once_for_its_time() -> None:
    position = monk(of("headman"))
    assert keys(position) == {"headman coin", "skip"}
    before = position.seats[0]
    after = play(position, "headman coin").seats[0]
    assert (after.time - before.time) % load().clouds == 1
    assert after.coins == before.coins + 1
    assert play(position, "skip").seats[0] == before, "the bonus may be let go, and costs nothing then"


def test_monk_school__once_or_twice_and_no_other_white_banner() -> None:
    once = monk(of("school"))
    assert keys(once) == {"school train", "skip"}
    assert play(once, "school train").question.startswith("monk/")
    twice = monk(of("school", 2))
    after = play(twice, "school train")
    assert keys(after) == {"school advance", "skip"}
    assert play(after, "school advance").seats[0].school == (False, True)


def test_monk_bailiff__one_or_two_at_the_usual_price() -> None:
    position = monk(of("bailiff"))
    groups = [key.split()[1:] for key in keys(position, "bailiff")]
    assert {len(group) for group in groups} == {1, 2}
    row = position.customers
    assert "bailiff-take" in refused(position, f"bailiff {' '.join(sorted(row[:3]))}")
    after = play(position, f"bailiff {' '.join(sorted(row[:2]))}")
    assert set(after.seats[0].customers) == set(row[:2])


# --- town halls (rules hall-*) ---------------------------------------------------------------------------------------


def test_hall_villager__the_councilman_must_be_there() -> None:
    position = offer(seat(villagers=without("councilman")), "halls", "finance")
    assert set(refused(position, "hall finance")) == {"hall-villager"}


def test_hall_one__only_one_but_a_meeting_place_beside_it() -> None:
    position = offer(seat(hall="area"), "halls", "finance")
    assert "hall-one" in refused(position, "hall finance")
    both = offer(seat(meeting=True, tile="game"), "halls", "finance")
    assert "hall finance" in keys(both)


def test_hall_finance__banner_3_costs_4_time_and_brings_2_coins() -> None:
    after = play(banner(seat(coins=1), 3), "hall finance")
    assert (after.seats[0].coins, after.seats[0].time, after.seats[0].hall) == (3, 4, "finance")
    again = play(banner(seat(hall="finance"), 3), "use hall")
    assert (again.seats[0].coins, again.seats[0].time) == (2, 1)


def test_hall_guild__a_joker_on_taking_and_each_time() -> None:
    row = rows("halls")["guild"]
    after = play(offer(seat(), "halls", "guild"), "hall guild")
    assert after.seats[0].jokers == 1
    more = play(banner(seat(hall="guild", jokers=1), row.values[0]), "use hall")
    assert more.seats[0].jokers == 2


def test_hall_joker__stands_for_any_good() -> None:
    customer = next(card for card, row in rows("customers").items() if row.goods == ("scroll", "scroll"))
    mine = seat(hall="guild", jokers=2, customers=customer, goods={"scroll": 1}, crafts="scriptorium_1")
    assert keys(banner(mine, 7), "serve") == {
        f"serve {customer} joker joker",
        f"serve {customer} joker scroll",
    }
    after = play(banner(mine, 7), f"serve {customer} joker scroll")
    assert (after.seats[0].jokers, after.seats[0].goods[3]) == (1, 0)


@pytest.mark.parametrize(("hall", "slots"), [("area", 5), ("population", 5)])
def test_hall_marks__each_space_once_and_they_stay(hall: str, slots: int) -> None:
    position = play(offer(seat(**RICH), "halls", hall), f"hall {hall}")
    free = keys(position, "mark")
    assert len(free) == slots
    chosen = min(free)
    after = play(position, chosen)
    assert after.seats[0].marks == (chosen.split()[1],)
    mine = seat(hall=hall, marks=after.seats[0].marks)
    again = play(banner(mine, rows("halls")[hall].values[0]), "use hall")
    assert keys(again, "mark") == free - {chosen}
    assert "hall-marks" in refused(again, chosen)


def test_marker_stays__goods_and_markers_count_without_their_villager() -> None:
    customer = next(card for card, row in rows("customers").items() if row.goods == ("scroll", "scroll"))
    mine = seat(customers=customer, goods={"scroll": 2}, crafts="scriptorium_1", villagers=alive("merchant"))
    assert keys(banner(mine, 7), "serve") == {f"serve {customer} scroll scroll"}
    sets = seat(meeting=True, tile="game", sets=1, villagers=alive("merchant"))
    assert any("markers" in key for key in keys(table(sets, seat(), step="dice", white=(1, 1, 1, 1), black=(1,))))


# --- the meeting place and its tile (rules meeting-*, tile-*) ---------------------------------------------------------


def test_meeting_villager__the_councilman_must_be_there() -> None:
    assert set(refused(banner(seat(villagers=without("councilman")), 2), "meeting")) == {"meeting-villager"}
    mine = seat(meeting=True, tile="game", villagers=without("councilman"))
    assert set(refused(banner(mine, 12), "use meeting")) == {"meeting-villager"}


def test_meeting_one__only_one() -> None:
    assert "meeting-one" in refused(banner(seat(meeting=True, tile="game"), 2), "meeting")


@pytest.mark.parametrize("value", [2, 12])
def test_meeting_first_tile__a_new_tile_must_be_laid(value: int) -> None:
    position = play(banner(seat(), value), "meeting")
    assert keys(position) == {"tile game", "tile school"}
    assert "meeting-first-tile" in refused(position, "tile stay")


def test_meeting_story__one_story_comes_after_the_tile() -> None:
    after = play(banner(seat(tree=2), 12), "meeting", "tile school")
    assert (after.seats[0].tree, after.seats[0].tile, after.meetings) == (3, "school", 3)
    again = play(banner(seat(meeting=True, tile="school"), 12), "use meeting", "tile stay")
    assert again.seats[0].tree == 1


def test_meeting_marker__one_marker_as_long_as_there_is_a_space() -> None:
    slots = load().meeting.slots
    assert play(banner(seat(), 2), "meeting", "tile game").seats[0].sets == 1
    full = seat(meeting=True, tile="game", sets=slots)
    assert play(banner(full, 2), "use meeting", "tile stay").seats[0].sets == slots


def test_meeting_tile__moves_to_another_white_banner_or_stays() -> None:
    mine = seat(meeting=True, tile="school", fields=(False,), crafts="stable_1", hall="guild")
    position = play(banner(mine, 2), "use meeting")
    assert keys(position) == {"tile game", "tile field1", "tile stable", "tile hall", "tile stay"}
    assert play(position, "tile stable").seats[0].tile == "stable"
    assert "meeting-tile" in refused(position, "tile meeting")


# --- fields and craft buildings (rules field-*, craft-*) -----------------------------------------------------------


def test_field_always__needs_no_villager_and_has_no_limit() -> None:
    row = rows("fields")["field"]
    mine = seat(villagers=alive("merchant"), fields=(False,) * 3)
    after = play(banner(mine, row.values[0]), "field")
    assert len(after.seats[0].fields) == 4


def test_field_coin__one_on_taking_and_one_each_time() -> None:
    value = rows("fields")["field"].values[0]
    assert play(banner(seat(), value), "field").seats[0].coins == 1
    assert play(banner(seat(fields=(False,)), value), "use field1").seats[0].coins == 1


def test_field_plow__one_coin_more_from_that_field_and_the_plow_stays() -> None:
    value = rows("fields")["field"].values[0]
    mine = seat(fields=(False, True))
    after = play(banner(mine, value), "use field2").seats[0]
    assert (after.coins, after.fields) == (2, (False, True))
    assert play(banner(mine, value), "use field1").seats[0].coins == 1


def test_plow_place__at_any_time_of_the_own_turn_from_smithy_or_guild_hall() -> None:
    mine = seat(fields=(False,), crafts="smithy_1", goods={"plow": 1}, hall="guild", jokers=1)
    position = banner(mine, 2)
    assert keys(position, "plow") == {"plow smithy 1", "plow hall 1"}
    after = play(position, "plow smithy 1")
    assert (after.seats[0].fields, after.seats[0].goods[2], after.question) == ((True,), 0, "banner")
    assert play(position, "plow hall 1").seats[0].jokers == 0
    assert "plow-place" in refused(banner(seat(fields=(False,)), 2), "plow smithy 1")
    assert "plow-place" in refused(position, "plow smithy 2")


def test_plow_stays__it_does_not_move_on_but_pays_as_a_plow() -> None:
    mine = seat(fields=(True, False), crafts="smithy_1", goods={"plow": 1})
    assert "plow-stays" in refused(banner(mine, 2), "plow smithy 1")
    customer = next(card for card, row in rows("customers").items() if row.goods == ("plow",))
    poor = seat(fields=(True,), customers=customer)
    value = (rows("customers")[customer].values or (7,))[0]
    after = play(banner(poor, value), f"serve {customer} field1")
    assert (after.seats[0].fields, after.seats[0].served) == ((False,), (customer,))


def test_craft_villager__the_craftsman_must_be_there() -> None:
    position = offer(seat(villagers=without("craftsman")), "crafts", "brewery_1")
    assert set(refused(position, "craft brewery_1")) == {"craft-villager"}


def test_craft_one__one_of_each_kind() -> None:
    position = offer(seat(crafts="brewery_2"), "crafts", "brewery_1")
    assert set(refused(position, "craft brewery_1")) == {"craft-one"}
    assert any(key.startswith("craft stable") for key in keys(position))


@pytest.mark.parametrize("kind", ["stable", "brewery", "smithy", "scriptorium", "wainwright"])
def test_craft_good__one_on_taking_and_one_each_time(kind: str) -> None:
    card = f"{kind}_1"
    after = play(offer(seat(), "crafts", card), f"craft {card}").seats[0]
    assert sum(after.goods) == 1
    again = play(offer(seat(crafts=card), "crafts", card), f"use {kind}").seats[0]
    assert again.goods == after.goods


def test_craft_row__any_card_of_the_row_that_shows_the_value() -> None:
    position = banner(seat(), 5)
    shown = {card for card, row in rows("crafts").items() if 5 in row.values}
    assert {key.split()[1] for key in keys(position, "craft")} == shown


def test_slot_full__the_banner_may_be_used_and_the_marker_is_lost() -> None:
    slots = rows("craft_kinds")["brewery"].slots
    mine = seat(crafts="brewery_1", goods={"beer": slots})
    assert play(banner(mine, 5), "use brewery").seats[0].goods[1] == slots
    full = seat(hall="guild", jokers=rows("halls")["guild"].slots)
    value = rows("halls")["guild"].values[0]
    assert play(banner(full, value), "use hall").seats[0].jokers == rows("halls")["guild"].slots


def test_supply_unlimited__markers_and_stories_never_run_out() -> None:
    mine = seat(coins=60, tree=130)
    after = play(banner(mine, 2), "headman coin")
    assert after.seats[0].coins == 61


def test_turn_step__only_what_is_asked() -> None:
    position = table(seat(), seat(), white=(1, 2, 3, 4), black=(5,))
    assert set(refused(position, "hand")) == {"turn-step"}
    assert set(refused(banner(seat(), 4), "dice w1 w2 3")) == {"turn-step"}


def test_open_information__nothing_is_hidden_but_a_card_that_is_looked_at() -> None:
    position = load().setup(3, 4)
    assert position.view(0) == position.view(2) == position
