"""What a second turn of a round adds is shared by villages that are alike in what it can use: nothing else may count.

Each way to make a value is compared with the plain search of that turn, on moments of real games with rich villages.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from rules.my_village.steps import replace
from rules.my_village.values import Position
from rules.playouts import draw, greedy_policy
from solver.my_village.round import Round
from solver.my_village.second import Second

from .small import GAME, OBJECTIVES, ask, rich

MORE: tuple[Any, ...] = (
    "worth",
    {"clouds": 2, "stories": Fraction(1, 2), "villagers": 1, "plow": 2, "jokers": Fraction(1, 3), "sets": 1},
    {"points": 0, "coins": 1, "horse": 1, "crafts": Fraction(1, 7), "stories": 1, "descendants": 2},
)


def village(seed: int) -> tuple[Position, Any]:
    """Return the first or second turn of a round of two players, rich, with half of the dice; and an objective."""
    rng = random.Random(f"second turn {seed}")
    position: Position = GAME.setup(players=2, seed=rng.randrange(10**6))
    wanted = rng.randint(1, 25), rng.choice((0, 1))
    last = None
    while not position.over and (position.round, position.turn) <= wanted:
        if position.question == "dice" and position.turn < 2:
            last = position
        outcomes = position.chance()
        position = position.play(draw(outcomes, rng) if outcomes else greedy_policy(position, rng))
    assert last is not None
    number = last.acting
    seat = rich(last, last.seats[number], rng) if rng.random() < 0.8 else last.seats[number]
    customers = tuple(rng.sample(last.customer_deck, min(2, len(last.customer_deck))))
    coins = rng.randint(0, 4)
    seat = replace(seat, coins=coins, customers=(*seat.customers, *customers), headman=rng.randint(0, 2))
    last = replace(
        last,
        seats=tuple(seat if one == number else other for one, other in enumerate(last.seats)),
        white=tuple(sorted(rng.sample(last.white, 4))),
        black=last.black[:1],
        churches=tuple(card for card in last.churches if card != seat.church),
        halls=tuple(card for card in last.halls if card != seat.hall),
        customer_deck=tuple(card for card in last.customer_deck if card not in customers),
        rat=rng.randint(1, 9),
    )
    return last, rng.choice((*OBJECTIVES, *MORE))


def differing(seeds: Iterable[int]) -> list[str]:
    """Compare the ways of some seeds; all of one seed share their memory."""
    wrong = []
    for seed in seeds:
        position, objective = village(seed)
        search = Round(ask(position, objective, "round"))
        begun = search.village(position)
        for found, move in search.ways(begun, position.white, position.black):
            plain = Second(search.request)
            plain.turn = search.second.turn
            dice = replace(begun, white=position.white, black=position.black)
            expected = plain.units(plain.after(dice, move))
            if (got := search.second.value(begun, found)) != expected:
                wrong.append(f"seed {seed}, {objective}, {move.key}: {got}, not {expected}; {position.to_code()}")
    return wrong


def too_low(seeds: Iterable[int]) -> list[str]:
    """Compare what each way to make a value brings with the quick bound on it."""
    wrong = []
    for seed in seeds:
        position, objective = village(seed)
        for wanted in (objective, MORE[seed % len(MORE)]):
            search = Round(ask(position, wanted, "round"))
            begun = search.village(position)
            limits = search.limits(begun)
            for found, move in search.ways(begun, position.white, position.black):
                most = limits[found[0], found[2]] - found[3] * search.coin
                if (got := search.second.value(begun, found)) > most:
                    wrong.append(f"seed {seed}, {wanted}, {move.key}: {got}, above {most}; {position.to_code()}")
    return wrong


def test_a_quick_bound_is_never_too_low() -> None:
    wrong = too_low(range(16))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_a_quick_bound_is_never_too_low_often() -> None:
    wrong = too_low(range(100, 400))
    assert not wrong, "\n".join(wrong)


def test_what_is_shared_is_what_the_plain_search_says() -> None:
    wrong = differing(range(12))
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_what_is_shared_is_what_the_plain_search_says_often() -> None:
    wrong = differing(range(100, 500))
    assert not wrong, "\n".join(wrong)
