"""Small seeded positions from real games: few dice and short stacks, so that every line can be tried."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import rules
from rules.my_village.steps import replace, run
from rules.my_village.values import KINDS, Position, Seat
from rules.playouts import draw, greedy_policy, random_policy
from solver import rooms
from solver.request import Request, make_request

GAME: Any = rules.load("my_village")
Objective = str | dict[str, int | Fraction]
OBJECTIVES: tuple[Objective, ...] = (
    "points",
    "points",
    {"coins": Fraction(1, 2), "stories": Fraction(3, 5), "villagers": 2, "clouds": Fraction(1, 4), "customers": 1},
    {"points": Fraction(1, 2), "horse": 1, "beer": 1, "plow": Fraction(1, 2), "scroll": 1, "wagon": 1, "jokers": 2},
    {"stories": 1, "sets": 1, "descendants": Fraction(3, 2), "crafts": 3, "coins": 1},
    {"points": 0, "customers": 2, "clouds": 1, "stories": Fraction(1, 3)},
)


def asks(position: Position) -> bool:
    """Say whether a seat decides in its own turn."""
    return position.actor is not None and position.actor == position.acting


def rich(position: Position, seat: Seat, rng: random.Random) -> Seat:
    """Give a village goods, markers and stories by chance, sometimes a church or a hall, so that much can be done."""
    goods = list(seat.goods)
    for kind, name in enumerate(KINDS):
        if seat.crafts[kind]:
            goods[kind] = rng.randint(0, position.catalogue.craft_kinds[name].slots)  # type: ignore[index]
    fields: dict[str, Any] = {"goods": tuple(goods), "coins": rng.randint(0, 2), "tree": rng.randint(0, 5)}
    fields["time"] = rng.randrange(position.game.clouds)
    fields["villagers"] = tuple(rng.random() < 0.7 for _ in seat.villagers)
    if not any(fields["villagers"]):
        fields["villagers"] = seat.villagers
    if not seat.church and position.churches and rng.random() < 0.5:
        fields["church"] = rng.choice(position.churches)
    if not seat.hall and position.halls and rng.random() < 0.5:
        fields["hall"] = rng.choice(position.halls)
    hall = position.catalogue.halls.get(fields.get("hall", seat.hall))
    if hall is not None and hall.effect == "guild":
        fields["jokers"] = rng.randint(0, 2)
    if seat.meeting:
        fields["sets"] = rng.randint(0, 2)
    return replace(seat, **fields)


def cut(position: Position, rng: random.Random, dice: int) -> Position:
    """Leave few dice in the pool and few cards in the stacks."""
    number = position.acting
    seat = position.seats[number]
    if not position.pending and rng.random() < 0.8:
        seat = rich(position, seat, rng)
    row = list(position.customers)
    for index in range(len(row)):
        if rng.random() < 0.4:
            row[index] = ""
    seats = (*position.seats[:number], seat, *position.seats[number + 1 :])
    pale = max(dice - 1, 2 - min(len(position.black), 1))  # two dice can always be taken
    white = tuple(sorted(rng.sample(position.white, min(len(position.white), pale))))
    black = tuple(sorted(rng.sample(position.black, min(len(position.black), 1))))
    return run(
        replace(
            position,
            seats=seats,
            white=white,
            black=black,
            customers=tuple(row) if "" in row or len(row) <= 6 else position.customers,
            churches=tuple(card for card in position.churches if card != seat.church),
            halls=tuple(card for card in position.halls if card != seat.hall),
            customer_deck=tuple(sorted(rng.sample(position.customer_deck, min(len(position.customer_deck), 2)))),
            monk_decks=tuple(deck[:1] for deck in position.monk_decks),
            rat=rng.randint(1, 8),
        )
    )


def small(seed: int, dice: int = 3, game: Any = GAME) -> tuple[Position, Objective]:
    """Return the position and the objective of a seed: a moment of a random or greedy game, cut down."""
    rng = random.Random(f"my village {seed}")
    policy = rng.choice((random_policy, greedy_policy))
    position: Position = game.setup(players=rng.choice((2, 2, 3, 4)), seed=rng.randrange(10**6))
    wait, seen = rng.randint(5, 120), 0
    last = position
    while not position.over:
        if asks(position) and (position.question == "dice" or rng.random() < 0.3):
            last, seen = position, seen + 1
            if seen >= wait:
                break
        outcomes = position.chance()
        position = position.play(draw(outcomes, rng) if outcomes else policy(position, rng))
    return cut(last, rng, dice), rng.choice(OBJECTIVES)


def ask(position: Position, objective: Objective, horizon: str = "turn", **more: Any) -> Request:
    """Make the request that all methods answer."""
    return make_request(position, rooms.find(position), horizon=horizon, objective=objective, **more)
