"""Play on to a decision that a plan can begin with."""

from __future__ import annotations

from typing import TypeVar

from rules.arguments import check_position
from rules.findings import BadInput, Problem
from rules.playouts import draw, find_policy
from rules.printable import shown

from . import rooms
from .contract import Position
from .numbers import refusal, whole
from .request import MOST_SEEDS, make_request

P = TypeVar("P", bound=Position)

POLICY = "greedy"


def advance(position: P, horizon: str | None = None, seed: int = 0) -> P:
    """Return the first decision from ``position`` on that :func:`solver.solve` takes; that may be itself.

    Decisions before it are made by the greedy policy, and chance is drawn with ``seed``: the same seed gives the same
    position. ``horizon`` is that of the question to come. Raises :class:`rules.BadInput` where no such decision comes
    before the game is over.

    >>> import rules
    >>> position = rules.load("paladins").setup(players=1, seed=7)
    >>> position.question, advance(position, seed=7).question
    ('welcome', 'paladin')
    """
    from random import Random

    check_position(position)
    if not whole(seed, 0, MOST_SEEDS):
        raise BadInput((refusal("seed", seed, 0, MOST_SEEDS, "a whole number"),))
    room = rooms.find(position)
    if horizon is not None and (not isinstance(horizon, str) or horizon not in room.horizons):
        known = ", ".join(map(repr, room.horizons))
        raise BadInput((Problem("horizon", f"is {shown(horizon)}; there are {known}."),))
    random, policy = Random(int(seed)), find_policy(POLICY)
    while not position.over:
        if outcomes := tuple(position.chance()):
            position = position.play(draw(outcomes, random))  # type: ignore[assignment]
            continue
        try:
            make_request(position, room, horizon=horizon)
        except BadInput:
            position = position.play(policy(position, random))  # type: ignore[assignment]
        else:
            return position
    raise BadInput((Problem("position", "is followed by no decision that a plan can begin with; the game ends."),))
