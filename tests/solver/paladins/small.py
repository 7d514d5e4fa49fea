"""Small seeded positions from real games: few workers, and fewer things to do, so that every line can be tried."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import rules
from rules.paladins.steps import replace, run
from rules.paladins.values import ROUNDS, Position
from rules.paladins.workers import LETTERS
from solver import rooms
from solver.request import Request, make_request

GAME: Any = rules.load("paladins")
Objective = str | dict[str, int | Fraction]
OBJECTIVES: tuple[Objective, ...] = (
    "points",
    "points",
    "worth",
    {"silver": Fraction(1, 2), "provisions": Fraction(2, 5), "workers": Fraction(3, 4), "suspicion": Fraction(-1, 2)},
    {"points": Fraction(1, 2), "faith": 1, "strength": Fraction(1, 3), "influence": 1, "debts": -1},
    {"townsfolk": 1, "workshops": Fraction(3, 2), "silver": 1, "points": 0},
)
STEPS = ("action", "action", "action", "action", "question", "question", "tavern", "paladin")
ASKED = ("welcome", "keep")


def asks(position: Position) -> str:
    """Name the kind of a decision: a turn, a question within one, a tavern, a paladin; "" for those not planned."""
    if position.actor is None or position.actor >= len(position.seats):
        return ""
    if position.pending:
        return "" if position.pending[0][1] in ASKED else "question"
    return position.step


def cut(position: Position, rng: random.Random, most: int) -> Position:
    """Set the number of workers, and block things to do: actions, spaces, favours, and cards of the rows."""
    number = position.actor
    assert number is not None
    own = position.seats[number]
    workers = own.workers
    wanted = rng.randint(min(3, most), most)
    if position.step in ("tavern", "paladin"):
        wanted = max(0, wanted - 4)
    workers = "".join(rng.sample(workers, min(wanted, len(workers))))
    workers += "".join(rng.choices(LETTERS, k=wanted - len(workers)))
    workers = "".join(sorted(workers, key=LETTERS.index))
    block = rng.choice((0.2, 0.5, 0.8))
    placed = tuple(
        group or ("L" if index < 6 and rng.random() < block else "") for index, group in enumerate(own.placed)
    )
    own = replace(own, workers=workers, placed=placed)
    if rng.random() < 0.5:
        own = replace(own, silver=rng.randint(0, 8), provisions=rng.randint(0, 5))
    if rng.random() < 0.3:
        own = replace(own, unpaid=rng.randint(0, 3), suspicion=own.suspicion[: rng.randint(0, 2)])
    if rng.random() < 0.3:
        own = replace(own, faith=rng.randint(0, 11), strength=rng.randint(0, 11), influence=rng.randint(0, 11))
    seats = (*position.seats[:number], own, *position.seats[number + 1 :])

    def thinned(row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple("" if rng.random() < block else card for card in row)

    other = 1 + 2 * ((number + 1) % max(2, len(position.seats)))
    position = replace(
        position,
        seats=seats,
        townsfolk=thinned(position.townsfolk),
        outsiders=thinned(position.outsiders),
        hired=tuple(guest or ("L" if rng.random() < block else "") for guest in position.hired),
        board=tuple(
            tuple(piece or (other if rng.random() < block else 0) for piece in area) for area in position.board
        ),
        tax=rng.randint(1, position.tax) if position.tax and rng.random() < 0.5 else position.tax,
    )
    return run(position)  # a question about the row may have answered itself


def small(seed: int, most: int = 6) -> tuple[Position, Objective]:
    """Return the position and the objective of a seed: a moment of a random or greedy game, cut down."""
    rng = random.Random(f"paladins {seed}")
    while True:
        start = GAME.setup(players=rng.choice((1, 2, 3, 4)), seed=rng.randrange(10**6))
        record = rules.playout(start, policy=rng.choice(("random", "greedy")), seed=rng.randrange(10**6))
        kind, round_ = rng.choice(STEPS), rng.randint(1, ROUNDS)
        there = [position for position in record.positions() if position.round == round_ and asks(position) == kind]
        if not there:
            continue
        position = cut(rng.choice(there), rng, most)
        if asks(position):
            return position, rng.choice(OBJECTIVES)


def ask(position: Position, objective: Objective, method: str = "auto") -> Request:
    """Make the request that all methods answer."""
    return make_request(position, rooms.find(position), horizon="round", objective=objective, method=method)
