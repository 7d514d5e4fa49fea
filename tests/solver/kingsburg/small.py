"""Small seeded positions from real games, and the oracle that values them: search over the rules core alone."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import rules
import solver.kingsburg as room
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position
from solver import rooms
from solver.contract import Position as AnyPosition
from solver.kingsburg.exact import SEARCHED
from solver.request import Request, make_request
from solver.search import Search

GAME = rules.load("kingsburg")
MODULES = ((), ("buildings",), ("governors",), ("army",), ("buildings", "governors", "army"))
WORTHS: tuple[str | dict[str, int | Fraction], ...] = (
    "points",
    "points",
    {"gold": Fraction(3, 5), "wood": Fraction(1, 2), "stone": Fraction(7, 10), "soldiers": Fraction(2, 5)},
    {"gold": Fraction(1, 2), "wood": Fraction(1, 2), "stone": Fraction(1, 2), "markers": Fraction(3, 5)},
    {"points": Fraction(1, 2), "wood": 1, "stone": Fraction(1, 3), "markers": 1},
)
Objective = str | dict[str, int | Fraction]


class Oracle(Search):
    """Search with the room's word for chance that cannot matter, so that its rolls make no branches."""

    def __init__(self, request: Request, limit: int) -> None:
        super().__init__(
            request.seat,
            lambda position: room.ended(request, position),
            lambda position: room.value(request, position),
            lambda position: room.rival(request, position),
            limit=limit,
        )
        self.request = request

    def _expand(self, position: AnyPosition) -> Fraction:
        outcome = room.settle(self.request, position) if position.chance() else None
        return super()._expand(position) if outcome is None else self.worth(position.play(outcome))


def fits(position: Position, horizon: str) -> bool:
    """Say whether a horizon can start in a position that the models know."""
    if position.actor is None or position.owed or position.step not in SEARCHED:
        return False
    if horizon == "season":
        return position.phase in room.SEASONS
    return position.phase >= 6 and (horizon == "year" or position.year == 5)


def with_few_dice(position: Position, rng: random.Random, most: int) -> Position:
    """Take dice away from the seat that influences: the oracle tries every order of placing them."""
    seat = position.actor
    if position.step != "influence" or seat is None:
        return position
    own = position.seats[seat]
    dice = tuple(sorted(rng.sample(own.dice, min(len(own.dice), rng.choice((1, 2, 2, most))))))
    bonus = tuple(sorted(rng.sample(own.bonus, min(len(own.bonus), rng.choice((0, 1, most - 2))))))
    seats = list(position.seats)
    seats[seat] = replace(own, dice=dice, bonus=bonus, bonus_dice=len(bonus))
    return replace(position, seats=tuple(seats))


def small(horizon: str, seed: int, game: Any = GAME) -> tuple[Position, Objective]:
    """Return the position and the objective of a seed: a moment of a random or greedy game."""
    rng = random.Random(f"{horizon} {seed}")
    while True:
        start = game.setup(players=rng.choice((2, 3, 4, 5)), seed=rng.randrange(10**6), modules=rng.choice(MODULES))
        record = rules.playout(start, policy=rng.choice(("random", "greedy")), seed=rng.randrange(10**6))
        there = [position for position in record.positions() if fits(position, horizon)]
        placing = [position for position in there if position.step == "influence"]
        if placing and rng.random() < 0.6:
            there = placing
        if there:
            return with_few_dice(rng.choice(there), rng, 4 if horizon == "season" else 3), rng.choice(WORTHS)


def ask(position: Position, horizon: str, objective: Objective) -> Request:
    """Make the request that all three methods answer."""
    return make_request(position, rooms.find(position), horizon=horizon, objective=objective)
