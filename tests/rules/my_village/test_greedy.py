"""The greedy policy's judgement: sensible at a glance, from open information alone, and far better than chance."""

from __future__ import annotations

from statistics import mean

import rules
from rules.my_village import weigh
from rules.my_village.values import Position

from .table import banner, keys, load, replace, seat, table


def best(position: Position) -> str:
    """Return the key of the move that is thought most of."""
    legal = position.legal_moves()
    weights = weigh(position, legal)
    return max(zip(weights, (move.key for move in legal), strict=True))[1]


def test_a_customer_is_served_rather_than_the_headman_moved() -> None:
    mine = seat(board="board_1", customers="scholar", goods={"scroll": 2}, crafts="scriptorium_1", tree=2)
    value = next(value for value in range(4, 10) if len(keys(banner(mine, value), "use ")) == 0)
    assert best(banner(mine, value)) == "serve scholar scroll scroll"


def test_dice_that_are_near_cost_least() -> None:
    """Of two pairs that make the same value, the one without coins and time is preferred."""
    legal = [move.key for move in table(seat(coins=3), seat(), white=(1, 3, 4), black=(2,)).legal_moves()]
    position = table(seat(coins=3), seat(), white=(1, 3, 4), black=(2,))
    weights = dict(zip(legal, weigh(position, position.legal_moves()), strict=True))
    assert weights["dice w3 w4 7"] > weights["dice w1 w4 7"]
    assert weights["dice w1 w4 5"] > weights["dice w3 b2 5"]


def test_the_headman_goes_home_with_many_stories() -> None:
    position = table(seat(headman=1, tree=12), seat(), step="banner", value=2)
    assert best(position) == "headman house"
    assert best(replace(position, seats=(seat(board="board_1", headman=1), position.seats[1]))) != "headman house"


def test_a_villager_with_a_place_in_the_chronicle_dies_first() -> None:
    position = table(seat(), seat(), step="rat", pending=((0, "dies"),), chronicle=(0, 2, 2, 2, 2), graves=3)
    assert best(position) == "dies abbot"


def test_it_is_far_better_than_chance() -> None:
    """Mean scores of a few games; a policy that judged backwards would fail this by far."""
    points = {
        policy: mean(
            score.total
            for seed in range(4)
            for score in rules.playout(load().setup(3, seed), policy, seed).end.scores()
        )
        for policy in ("random", "greedy")
    }
    assert points["greedy"] > points["random"] + 20
    assert points["greedy"] > 30


def test_the_better_travel_card_is_kept_and_the_worse_put_back() -> None:
    rows = load().catalogue.travel
    cards = sorted((card for card in rows if card.startswith("b_")), key=lambda card: rows[card].fame)
    looking = table(seat(church="mission", travel="a_1"), seat(), step="death", value=8, pending=((0, "journey"),))
    assert best(replace(looking, drawn=cards[-1])) == "journey keep"
    assert best(replace(looking, drawn=cards[0])) == "journey again"
