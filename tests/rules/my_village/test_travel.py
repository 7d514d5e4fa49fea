"""Journeys (rulebook page 9)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.my_village.values import LETTERS, Position

from .table import banner, keys, load, play, refused, seat
from .test_black import RICH, rows, without


def on_the_way(travel: str = "", **fields: Any) -> Position:
    """Lay out a position in which the next journey's value has been made."""
    letter = LETTERS[len(travel.split())] if len(travel.split()) < 5 else "e"
    return banner(seat(travel=travel, **{**RICH, **fields}), rows("travel_stacks")[letter].values[0])


def test_travel_villager__the_traveller_must_be_there() -> None:
    position = on_the_way(villagers=without("traveller"))
    assert "travel-villager" in refused(position, "travel a")


def test_travel_order__alphabetical() -> None:
    position = on_the_way()
    assert {key.split()[1] for key in keys(position, "travel")} == {"a"}
    assert "travel-order" in refused(position, "travel b")


def test_travel_one__one_card_of_each_letter() -> None:
    assert "travel-one" in refused(on_the_way("a_1"), "travel a")


def test_travel_top__the_light_side_is_seen_after_paying() -> None:
    position = on_the_way()
    after = play(position, min(keys(position, "travel a")))
    assert after.actor is None
    outcomes = after.chance()
    assert {outcome.card for outcome, _ in outcomes} == {"a_1", "a_2", "a_3", "a_4"}
    assert {chance.denominator for _, chance in outcomes} == {4}
    laid = after.play(outcomes[2][0])
    assert laid.seats[0].travel == ("a_3",) and "a_3" not in laid.travel_decks[0]


def test_travel_ways__c_costs_7_two_time_and_a_wagon_or_2_coins() -> None:
    position = banner(seat(travel="a_1 b_1", coins=2, goods={"wagon": 1}, crafts="wainwright_1"), 7)
    assert keys(position, "travel") == {"travel c wagon", "travel c coin coin"}
    after = play(position, "travel c wagon")
    assert (after.seats[0].time, after.seats[0].coins, after.seats[0].goods[4]) == (2, 2, 0)


def test_travel_ways__where_nothing_is_to_choose_no_payment_is_named() -> None:
    """A free journey, and a price in coins alone, which is paid by itself."""
    start = banner(seat(coins=3), rows("travel_stacks")["a"].values[0])
    (free,) = keys(start, "travel")
    found = refused(start, f"{free} coin")["banner-cost"]
    assert found.text == "This costs nothing, and you name 1 coin."
    assert found.change == "Name no payment: there is nothing to choose."


def test_travel_grey__beer_on_the_last_card_is_paid_on_top() -> None:
    beer = next(card for card, row in rows("travel").items() if row.letter == "b" and row.goods == ("beer",))
    fields: dict[str, Any] = {"travel": f"a_1 {beer}", "coins": 2, "crafts": "wainwright_1 brewery_1"}
    position = banner(seat(goods={"wagon": 1, "beer": 1}, **fields), 7)
    assert keys(position, "travel") == {"travel c beer wagon", "travel c beer coin coin"}
    dry = banner(seat(goods={"wagon": 1}, **fields), 7)
    assert set(refused(dry, "travel c wagon")) == {"travel-grey"}


def test_travel_grey__time_and_coins_too_and_only_of_the_last_card() -> None:
    for card, row in rows("travel").items():
        letter = LETTERS.index(row.letter)
        if letter == 4 or row.ends:
            continue
        before = " ".join(f"{name}_1" for name in LETTERS[:letter])
        position = on_the_way(f"{before} {card}".strip(), crafts="stable_1 brewery_1 wainwright_1")
        pay = min(keys(position, "travel"))
        after = play(position, pay).seats[0]
        stack = rows("travel_stacks")[LETTERS[letter + 1]]
        assert (after.time + 10 * after.crossed) == stack.time + row.time
        listed = pay.split()[2:].count("coin")
        own = stack.ways[0].coins if len(stack.ways) == 1 else 0
        assert RICH["coins"] - after.coins == listed + own + row.coins


def test_travel_end__after_e_and_at_the_chapel() -> None:
    chapel = next(card for card, row in rows("travel").items() if row.letter == "d" and row.ends)
    assert rows("travel")[chapel].fame == 8
    at_chapel = on_the_way(f"a_1 b_1 c_1 {chapel}")
    assert not keys(at_chapel, "travel")
    assert "travel-end" in refused(at_chapel, "travel e")
    assert "travel-end" in refused(on_the_way("a_1 b_1 c_1 d_1 e_1"), "travel e")


# --- the Mission church (rules church-mission, church-mission-once) --------------------------------------------------


def looked(**fields: Any) -> Position:
    """Look at a travel card with the Mission church."""
    position = on_the_way(church="mission", **fields)
    after = play(position, min(keys(position, "travel a")))
    return after.play(after.chance()[0][0])


def test_church_mission__keep_or_put_under_the_stack_and_take_the_next() -> None:
    position = looked()
    assert keys(position) == {"journey keep", "journey again"}
    assert play(position, "journey keep").seats[0].travel == (position.drawn,)
    again = play(position, "journey again")
    others = {outcome.card for outcome, _ in again.chance()}
    assert others == {"a_1", "a_2", "a_3", "a_4"} - {position.drawn}
    after = again.play(again.chance()[0][0])
    assert after.question != "journey", "the second one is kept in any case"
    assert position.drawn in after.travel_decks[0], "the first one is in the stack again"


def test_church_mission__others_do_not_see_the_card() -> None:
    position = looked()
    assert position.view(0).drawn == position.drawn
    assert position.view(1).drawn == "?"


def test_church_mission_once__once_for_each_stack() -> None:
    position = on_the_way(church="mission", missions="a")
    after = play(position, min(keys(position, "travel a")))
    assert after.play(after.chance()[0][0]).seats[0].travel, "laid at once"
    used = play(looked(), "journey again")
    assert used.seats[0].missions == ("a",)


def test_church_mission__a_single_card_comes_back() -> None:
    position = on_the_way(church="mission")
    alone = position.__class__(**{**{name: getattr(position, name) for name in position.__struct_fields__},
                                  "travel_decks": (("a_2",), *position.travel_decks[1:])})  # fmt: skip
    after = play(alone, min(keys(alone, "travel a")), "travel a_2", "journey again")
    assert [outcome.card for outcome, _ in after.chance()] == ["a_2"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_stacks__four_of_a_to_d_and_three_of_e(players: int) -> None:
    position = load().setup(players, 3)
    assert [len(deck) for deck in position.travel_decks] == [4, 4, 4, 4, 3]
    assert [len(deck) for deck in position.monk_decks] == [2, 3, 4]
    assert len(position.customers) == 6 and len(position.customer_deck) == 27
