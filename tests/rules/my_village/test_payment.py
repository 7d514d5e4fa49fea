"""What a refusal says about costs and values: what is missing, in numbers, and the smallest change."""

from __future__ import annotations

from typing import Any

import pytest

from rules.my_village.catalogue import Cost
from rules.my_village.payment import NOTHING, Bill, cannot_pay
from rules.my_village.seats import values_text

from .table import banner, keys, load, refused, seat

WAGON, COINS = Cost(0, ("wagon",)), Cost(2)
BOTH = (Cost(2, ("horse",)), Cost(2, ("wagon",)))  #: 2 coins and (1 horse or 1 wagon), as on page 9


def missing(mine: dict[str, Any], ways: tuple[Cost, ...], more: Cost = NOTHING) -> tuple[str, dict[str, int]]:
    """Refuse to pay a bill with nothing, and return the change that is proposed and the numbers."""
    (found,) = cannot_pay(seat(**mine), Bill(ways, more), ())
    assert found.rule == "banner-cost"
    return found.change, dict(found.numbers)


@pytest.mark.parametrize(
    ("mine", "ways", "more", "change", "number"),
    [
        ({}, (WAGON,), NOTHING, "You lack 1 wagon.", 1),
        ({"coins": 1}, (COINS,), NOTHING, "You lack 1 coin.", 1),
        ({"coins": 0}, (COINS, WAGON), NOTHING, "You lack 1 wagon, or 2 coins.", 1),
        ({"coins": 1}, (COINS, WAGON), NOTHING, "You lack 1 coin, or 1 wagon.", 1),
        ({"coins": 1}, BOTH, NOTHING, "You lack 1 coin and 1 horse, or 1 coin and 1 wagon.", 2),
        ({"coins": 1, "goods": {"horse": 1}}, BOTH, NOTHING, "You lack 1 coin.", 1),
        ({"goods": {"wagon": 1}}, (WAGON,), Cost(0, ("beer",)), "You lack 1 beer.", 1),
        ({"coins": 1}, (COINS,), Cost(1), "You lack 2 coins.", 2),
        ({"jokers": 1, "hall": "guild"}, (Cost(0, ("scroll", "scroll")),), NOTHING, "You lack 1 scroll.", 1),
        ({"jokers": 1, "hall": "guild"}, (Cost(0, ("beer", "horse")),), NOTHING, "You lack 1 of beer or horse.", 1),
        ({"fields": (True,)}, (Cost(0, ("plow", "plow")),), NOTHING, "You lack 1 plow.", 1),
    ],
)
def test_banner_cost__says_what_is_missing(
    mine: dict[str, Any], ways: tuple[Cost, ...], more: Cost, change: str, number: int
) -> None:
    said, numbers = missing(mine, ways, more)
    assert (said, numbers["missing"]) == (change, number)


def test_banner_cost__what_is_said_to_be_missing_is_enough() -> None:
    """With the coins and goods that are named, and not with one less, the bill can be paid."""
    for coins in range(3):
        for goods in ({}, {"horse": 1}, {"beer": 1}, {"horse": 1, "beer": 1}):
            for jokers in range(2):
                mine = seat(coins=coins, goods=goods, jokers=jokers, hall="guild")
                bill = Bill((Cost(2, ("horse", "beer")),))
                if bill.payments(mine):
                    continue
                (found,) = cannot_pay(mine, bill, ())
                short = dict(found.numbers)["missing"]
                lack = max(0, 2 - coins)
                helped = seat(coins=coins + lack, goods=goods, jokers=jokers + short - lack, hall="guild")
                assert bill.payments(helped)
                if short > lack:
                    poorer = seat(coins=coins + lack, goods=goods, jokers=jokers + short - lack - 1, hall="guild")
                    assert not bill.payments(poorer)


def test_customer_goods__names_the_good_that_is_missing() -> None:
    rows = load().catalogue.customers
    card = next(card for card, row in rows.items() if row.values and len(set(row.goods)) == 2)
    have, lacking = rows[card].goods
    position = banner(seat(customers=card, goods={have: 1}), rows[card].values[0])
    assert not keys(position, f"serve {card}")
    found = refused(position, f"serve {card} {have}")["customer-goods"]
    assert found.change == f"You lack 1 {lacking}."
    assert dict(found.numbers) == {"coins": 0, "missing": 1}


def test_customer_goods__a_joker_that_is_not_there_is_known_all_the_same() -> None:
    rows = load().catalogue.customers
    card = next(card for card, row in rows.items() if row.values and len(set(row.goods)) == 2)
    have, lacking = rows[card].goods
    position = banner(seat(customers=card, goods={have: 1, lacking: 1}), rows[card].values[0])
    assert keys(position, f"serve {card}")
    (found,) = refused(position, f"serve {card} {have} joker").values()
    assert found.text == "You have 0 jokers, not 1."


def test_white_value__values_are_said_in_order_each_once() -> None:
    assert values_text((3, 2, 12)) == "2, 3 or 12"
    assert values_text((3, 11, 2, 12)) == "2, 3, 11 or 12"
    assert values_text((2, 12, 2, 12)) == "2 or 12"
    mine = seat(meeting=True, tile="school")
    found = refused(banner(mine, 5), "school train")["school-value"]
    assert "2, 3, 11 or 12" in found.text and found.numbers == (("value", 5),)
