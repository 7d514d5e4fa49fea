"""The greedy policy: it plays decently, and what it does not look at could not have been better."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

import rules
from rules import playout
from rules.paladins import shortlist, weigh
from rules.paladins.merits import Merits, Prices, ahead

GAME = rules.load("paladins")


def decisions(players: int, seed: int) -> list[Any]:
    """Give the positions of a greedy game in which somebody decides."""
    record = playout(GAME.setup(players, seed), "greedy", seed)
    return [position for position in record.positions() if position.actor is not None]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_best_move_is_on_the_shortlist(players: int) -> None:
    shorter = 0
    for position in decisions(players, 17 + players):
        legal, short = position.legal_moves(), shortlist(position)
        assert [move for move in legal if move in set(short)] == list(short), "the order is that of all moves"
        weights, few = weigh(position, legal), weigh(position, short)
        assert short[few.index(max(few))] == legal[weights.index(max(weights))]
        shorter += len(short) < len(legal)
    assert shorter > 20


def test_greedy_games_of_two_bring_decent_points() -> None:
    """Plans reach 68 points; the judgement before this one brought 22 on average."""
    totals = [score.total for seed in range(6) for score in playout(GAME.setup(2, seed), "greedy", seed).end.scores()]
    assert mean(totals) > 40 and min(totals) >= 20


def test_orders_and_workshops_are_what_it_plays_for() -> None:
    ends = [playout(GAME.setup(2, seed), "greedy", seed).end for seed in range(3)]
    assert sum(score.sources["orders"] for end in ends for score in end.scores()) >= 6 * 6
    assert sum(seat.developed for end in ends for seat in end.seats) >= 6 * 2


def test_a_weight_is_a_whole_number() -> None:
    for position in decisions(2, 5)[::7]:
        assert all(type(weight) is int for weight in weigh(position, position.legal_moves()))


def test_points_count_for_the_steps_that_lead_to_them() -> None:
    early, late = ahead((0, 0, 0, 0, 4), 6, 1.0, 0.5), ahead((0, 0, 0, 0, 4), 0, 1.0, 0.5)
    assert early == (50, 100, 200, 400)
    assert late[3] == 400 and late[0] < early[0]


def test_the_cheapest_group_of_each_size_is_chosen_the_first_of_several() -> None:
    prices = Prices({"L": 1, "S": 2, "M": 2, "F": 2, "C": 2, "X": 9})
    groups = ("S", "M", "L", "SM", "LS", "LM")
    assert prices.cheapest(groups) == ("L", "LS")
    assert prices.cheapest(groups) == ("L", "LS")


def test_what_does_nothing_is_worth_nothing() -> None:
    position = next(
        position
        for position in decisions(2, 5)
        if position.step == "action" and not position.pending and not position.seats[position.actor].unpaid
    )
    merits = Merits(position, position.actor)
    assert merits["settle"] == merits["destroy"] == 0
    assert merits["settle/silver+silver"] == 2 * merits["silver"] > 0
    assert merits.silver(0) == 0 and merits.silver(-1) < 0 < merits.silver(1)
