"""Seeded moments of Paladins games in which a seat plans its round."""

from __future__ import annotations

import random
from typing import Any

import rules
from rules.paladins.steps import replace
from rules.paladins.values import Position
from rules.paladins.workers import LETTERS
from solver import rooms
from solver.request import Request, make_request

GAME: Any = rules.load("paladins")
PLAYED = "as played"
KINDS: dict[str, tuple[int, int] | None] = {PLAYED: None, "easy": (6, 8), "middle": (9, 11), "hard": (12, 14)}
ROUNDS = (1, 4, 7)


def instance(kind: str, round_: int, seed: int) -> Request:
    """Return the request of a kind, a round and a seed."""
    rng = random.Random(f"round {kind} {round_} {seed}")
    while True:
        start = GAME.setup(players=rng.choice((1, 2, 3, 4)), seed=rng.randrange(10**6))
        record = rules.playout(start, policy="greedy", seed=rng.randrange(10**6))
        there = [position for position in record.positions() if position.round == round_ and begins(position)]
        if there:
            break
    position = rng.choice(there)
    if sizes := KINDS[kind]:
        position = handed(position, rng.randint(*sizes), rng)
    return make_request(
        position, rooms.find(position), horizon="round", objective="points" if seed % 2 else "worth", seconds=600
    )


def begins(position: Any) -> bool:
    """Say whether a seat is at its first turn of a round."""
    number = position.actor
    if number is None or number >= len(position.seats) or position.step != "action" or position.pending:
        return False
    return not any(position.seats[number].placed)


def handed(position: Position, size: int, rng: random.Random) -> Position:
    """Bring the hand of the seat to a size: more workers from tavern cards, fewer by lot."""
    number = position.actor
    assert number is not None
    own = position.seats[number]
    hand = list(own.workers)
    taverns = [row.workers for row in position.catalogue.taverns.values()]
    rng.shuffle(taverns)
    hand += "".join(taverns)[: max(0, size - len(hand))]
    workers = "".join(sorted(rng.sample(hand, size), key=LETTERS.index))
    seats = (*position.seats[:number], replace(own, workers=workers), *position.seats[number + 1 :])
    return replace(position, seats=seats)
