"""The bailiff, the Trade church and the customers (rulebook pages 5, 8 and 9)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rules.my_village.values import SYMBOLS, Position

from .table import banner, keys, load, play, refused, seat
from .test_black import rows, without


def market(value: int = 4, **fields: Any) -> Position:
    """Lay out a position in which the bailiff can be asked."""
    return banner(seat(**{"coins": 3, **fields}), value)


def names(position: Position, number: int) -> str:
    """Name the first open customers in alphabetical order."""
    return " ".join(sorted(card for card in position.customers if card)[:number])


@pytest.mark.parametrize("value", [4, 10])
def test_bailiff_value__four_or_ten(value: int) -> None:
    position = market(value)
    assert len(keys(position, "bailiff")) == sum(len(list(combinations(range(6), number))) for number in (1, 2, 3, 4))
    assert "bailiff-value" in refused(market(value + 1), f"bailiff {names(position, 1)}")


@pytest.mark.parametrize(("number", "time", "coins"), [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 3, 1)])
def test_bailiff_price__by_the_number_taken(number: int, time: int, coins: int) -> None:
    position = market()
    after = play(position, f"bailiff {names(position, number)}")
    assert (after.seats[0].time, after.seats[0].coins) == (time, 3 - coins)
    assert len(after.seats[0].customers) == number


def test_bailiff_price__three_need_a_coin() -> None:
    position = market(coins=0)
    found = refused(position, f"bailiff {names(position, 3)}")
    assert set(found) == {"bailiff-price"}
    assert found["bailiff-price"].numbers == (("coins", 1), ("there", 0))


def test_bailiff_take__open_customers_one_to_four_without_merchant_or_goods() -> None:
    position = market(villagers=without("merchant"))
    assert keys(position, "bailiff")
    assert set(refused(position, f"bailiff {names(position, 5)}")) == {"bailiff-take"}
    assert set(refused(position, "bailiff nobody")) == {"bailiff-take"}
    assert set(refused(position, "bailiff")) == {"bailiff-take"}


def test_bailiff_refill__the_row_is_filled_to_six_card_by_card() -> None:
    position = market()
    after = play(position, f"bailiff {names(position, 3)}")
    for left in (3, 2, 1):
        assert after.question == "refill" and after.customers.count("") == left
        after = after.play(after.chance()[0][0])
    assert "" not in after.customers and after.turn == 1


def test_bailiff_empty__without_a_stack_the_gaps_stay() -> None:
    game = load()
    row = tuple(game.customers[:6])
    position = banner(seat(coins=3), 4, customers=row, customer_deck=(game.customers[6],))
    after = play(position, f"bailiff {row[0]} {row[1]}")
    after = after.play(after.chance()[0][0])
    assert after.customers.count("") == 1 and after.turn == 1


# --- the Trade church (rules church-trade, church-free-only) ---------------------------------------------------------


def test_church_trade__seven_open_one_free_and_up_to_four_more() -> None:
    position = play(market(church="trade"), "bailiff")
    assert position.question == "extra"
    position = position.play(position.chance()[0][0])
    assert len(position.customers) == 7
    assert len(keys(position, "free")) == 8, "seven customers, or none"
    chosen = min(keys(position, "free") - {"free none"})
    position = play(position, chosen)
    assert position.seats[0].time == 0, "it costs nothing"
    after = play(position, f"buy {names(position, 4)}")
    assert (len(after.seats[0].customers), after.seats[0].time, after.seats[0].coins) == (5, 3, 2)
    for gaps in (4, 3, 2, 1):
        assert (after.question, len(after.customers), after.customers.count("")) == ("refill", 6, gaps)
        after = after.play(after.chance()[0][0])
    assert len(after.customers) == 6 and "" not in after.customers


def test_church_trade__customers_are_not_named_before_the_seventh_is_seen() -> None:
    position = market(church="trade")
    assert set(refused(position, f"bailiff {names(position, 1)}")) == {"church-trade"}


def test_church_trade__without_a_stack_the_free_one_comes_from_the_row() -> None:
    position = banner(seat(church="trade"), 4, customer_deck=())
    after = play(position, "bailiff")
    assert after.question == "free" and len(after.customers) == 6


@pytest.mark.parametrize("fields", [{}, {"customer_deck": ("weaver",)}])
def test_bailiff_refill__six_lie_open_again_even_where_nobody_was_taken(fields: dict[str, Any]) -> None:
    """The customer that the church turned up goes back into the stack: it is one of the unseen ones again."""
    row = tuple([card for card in load().customers if card != "weaver"][:6])
    pool: dict[str, Any] = {"white": (1, 2, 3, 4, 5, 6, 6), "black": (1, 2)}
    position = banner(seat(church="trade"), 4, customers=row, **pool, **fields)
    deck = position.customer_deck
    position = play(position, "bailiff")
    position = position.play(position.chance()[0][0])
    after = play(position, "free none", "buy none")
    assert (after.customers, after.customer_deck, after.turn) == (row, deck, 1)
    assert after.problems() == ()
    one = play(position, f"free {position.customers[-1]}", "buy none")
    assert (one.customers, len(one.customer_deck)) == (row, len(deck) - 1)


def test_monk_bailiff__the_trade_church_helps_here_too() -> None:
    """One more is turned up and one is free, but only one or two are bought; then the next monk is turned up."""
    card = next(name for name, row in rows("monks").items() if row.effect == "bailiff")
    row = rows("monks")[card]
    tops = tuple(card if symbol == row.symbol else "" for symbol in SYMBOLS)
    mine = seat(church="trade", coins=9, goods=(2, 2, 2, 2, 2))
    position = banner(mine, row.values[0], monks=tops)
    position = play(position, min(keys(position, f"monk {row.symbol}")))
    assert keys(position) == {"bailiff", "skip"}
    assert set(refused(position, f"bailiff {names(position, 1)}")) == {"church-trade"}
    before = position.seats[0]
    position = play(position, "bailiff")
    position = position.play(position.chance()[0][0])
    assert len(keys(position, "free")) == 8
    position = play(position, f"free {names(position, 1)}")
    groups = {len(key.split()) - 1 for key in keys(position, "buy") - {"buy none"}}
    assert groups == {1, 2}
    assert set(refused(position, f"buy {names(position, 3)}")) == {"bailiff-take"}
    position = play(position, f"buy {names(position, 2)}")
    after = position.seats[0]
    assert (len(after.customers), after.coins, (after.time - before.time) % load().clouds) == (3, before.coins, 2)
    while position.question == "refill":
        position = position.play(position.chance()[0][0])
    assert position.question == f"monk/{row.symbol}" and len(position.customers) == 6


def test_church_free_only__none_may_be_bought_after_the_free_one() -> None:
    position = play(market(church="trade"), "bailiff")
    position = position.play(position.chance()[0][0])
    position = play(position, f"free {names(position, 1)}")
    assert "buy none" in keys(position)
    strict = banner(seat(church="trade", coins=1), 4, options={"free_customer_only": False})
    strict = play(strict, "bailiff")
    strict = strict.play(strict.chance()[0][0])
    strict = play(strict, "free none")
    assert set(refused(strict, "buy none")) == {"church-free-only"}


# --- serving (rules customer-*) --------------------------------------------------------------------------------------


def served(goods: tuple[str, ...]) -> str:
    """Return a customer who asks for exactly these goods."""
    return next(card for card, row in rows("customers").items() if sorted(row.goods) == sorted(goods))


def test_customer_villager__the_merchant_must_be_there() -> None:
    card = served(("scroll", "scroll"))
    mine = seat(customers=card, goods={"scroll": 2}, crafts="scriptorium_1", villagers=without("merchant"))
    assert set(refused(banner(mine, 9), f"serve {card} scroll scroll")) == {"customer-villager"}


def test_customer_goods__all_of_them_from_the_buildings() -> None:
    card = served(("scroll", "scroll"))
    poor = seat(customers=card, goods={"scroll": 1}, crafts="scriptorium_1")
    assert set(refused(banner(poor, 9), f"serve {card} scroll scroll")) == {"customer-goods"}
    rich = seat(customers=card, goods={"scroll": 3}, crafts="scriptorium_1", villagers=without("craftsman"))
    after = play(banner(rich, 9), f"serve {card} scroll scroll")
    assert after.seats[0].goods[3] == 1


def test_customer_served__only_then_he_counts() -> None:
    card = served(("scroll", "scroll"))
    mine = seat(customers=card, goods={"scroll": 2}, crafts="scriptorium_1")
    position = banner(mine, 9)
    assert position.scores()[0].sources["customers"] == 0
    after = play(position, f"serve {card} scroll scroll")
    assert after.scores()[0].sources["customers"] == rows("customers")[card].fame
    again = seat(served=card)
    assert set(refused(banner(again, 9), f"serve {card} scroll scroll")) == {"customer-served"}


def test_score_customers__only_the_served_pile() -> None:
    cards = [card for card, row in rows("customers").items()][:3]
    position = banner(seat(served=" ".join(cards[:2]), customers=cards[2]), 2)
    fame = sum(rows("customers")[card].fame for card in cards[:2])
    assert position.scores()[0].sources["customers"] == fame


def test_score_fields__one_each() -> None:
    assert banner(seat(fields=(True, False, False)), 2).scores()[0].sources["fields"] == 3


def test_score_travel__the_light_sides() -> None:
    fame = rows("travel")["a_1"].fame + rows("travel")["b_2"].fame
    assert banner(seat(travel="a_1 b_2"), 2).scores()[0].sources["travel"] == fame


def test_score_windows__by_the_table() -> None:
    mine = seat(church="abbey", monks="quill_1 jug_1 rosary_1")
    assert banner(mine, 2).scores()[0].sources["windows"] == 10


def test_score_nothing__stories_on_the_tree_coins_and_goods() -> None:
    poor, rich = (banner(one, 2) for one in (seat(), seat(tree=9, coins=7, goods={"beer": 2}, crafts="brewery_1")))
    assert poor.scores()[0].total == rich.scores()[0].total
