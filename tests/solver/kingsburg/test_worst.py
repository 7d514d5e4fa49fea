"""The plan against everybody: the guaranteed value equals plain minimax over the rules core."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rules
import solver
from solver import rooms
from solver.request import make_request
from solver.search import Search

MODULES = ((), ("buildings",), ("governors",), ("army",), ("buildings", "governors", "army"))


class Minimax(Search):
    """Let the others choose what is worst while advisors are influenced, and be idle elsewhere."""

    request: Any
    room: Any

    def _forced(self, position: Any) -> Any:
        if position.actor == self.seat or position.step == "influence":
            return None
        return self.room.rival(self.request, position)

    def _expand(self, position: Any) -> Any:
        if position.chance():
            outcome = self.room.settle(self.request, position)
            if outcome is not None:
                return self.worth(position.play(outcome))
        return super()._expand(position)


def positions(seed: int, dice: int) -> list[Any]:
    """Return positions of one seeded game in which advisors are influenced and few dice are left."""
    random = Random(seed)
    start = rules.load("kingsburg").setup(random.choice((2, 3, 4, 5)), seed, random.choice(MODULES))
    record = rules.playout(start, random.choice(("random", "greedy")), seed)
    return [
        position
        for position in record.positions()
        if position.actor is not None
        and position.step == "influence"
        and len(position.queue) > 1
        and position.seats[position.actor].dice
        and sum(len(seat.dice) + len(seat.bonus) for seat in position.seats) <= dice
    ]


@pytest.mark.parametrize("seed", range(40))
def test_guaranteed_value_is_minimax(seed: int) -> None:
    found = positions(seed, dice=5)
    for position in Random(seed).sample(found, min(2, len(found))):
        plan = solver.solve(position, rivals="worst")
        room = rooms.find(position)
        request = make_request(position, room, rivals="worst")
        search = Minimax(
            request.seat,
            lambda p, request=request, room=room: room.ended(request, p),
            lambda p, request=request, room=room: room.value(request, p),
            None,
        )
        search.request, search.room = request, room
        assert plan.status == "optimal"
        assert plan.value == search.worth(request.position), position.to_code()


@pytest.mark.parametrize("seed", range(8))
def test_worst_is_never_better_than_idle(seed: int) -> None:
    found = positions(100 + seed, dice=99)
    for position in Random(seed).sample(found, min(3, len(found))):
        worst, idle = solver.solve(position, rivals="worst"), solver.solve(position)
        assert worst.value <= idle.value
        assert worst.bound is not None and worst.bound >= worst.value


def test_a_plan_that_was_stopped_is_not_called_optimal() -> None:
    position = positions(3, dice=99)[0]
    plan = solver.solve(position, rivals="worst", seconds=0)
    assert plan.status == "best so far" or plan.bound == plan.value


def test_worst_outside_influencing_is_refused_with_a_sentence() -> None:
    position = rules.load("kingsburg").setup(3, 7)
    with pytest.raises(rules.BadInput, match="season"):
        solver.solve(position, horizon="season", rivals="worst")
