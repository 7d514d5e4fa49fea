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


def minimax(position: Any) -> dict[str, Any]:
    """Return the value of every move by plain minimax over the rules core."""
    room = rooms.find(position)
    request = make_request(position, room, rivals="worst")
    search = Minimax(request.seat, lambda p: room.ended(request, p), lambda p: room.value(request, p), None)
    search.request, search.room = request, room
    return search.moves(request.position)


def compare(position: Any) -> None:
    """Hold every function that speaks of a move against everybody to its value by minimax."""
    known = minimax(position)
    best = max(known.values())
    plan = solver.solve(position, rivals="worst", seconds=60)
    assert (plan.value, plan.status) == (best, "optimal"), position.to_code()
    assert plan.bound == best
    ranking = solver.rank_moves(position, rivals="worst", seconds=60)
    assert {move.key: value for move, value in ranking.values} == known, position.to_code()
    assert {move.key for move in ranking.optimal} == {key for key, value in known.items() if value == best}
    for key in ("pass", min(known)):
        assert solver.regret(position, key, rivals="worst", seconds=60) == best - known[key]
        reasons = solver.why_not(position, known[key], key, rivals="worst", seconds=60)
        assert (reasons.reachable, reasons.best) == (True, known[key])
    over = solver.why_not(position, points=best + 1, rivals="worst", seconds=60)
    assert (over.reachable, over.best) == (False, best)


@pytest.mark.parametrize("seed", range(12))
def test_guaranteed_value_is_minimax(seed: int) -> None:
    found = positions(seed, dice=4)
    for position in Random(seed).sample(found, min(1, len(found))):
        compare(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12, 120))
def test_guaranteed_value_is_minimax_with_more_dice(seed: int) -> None:
    found = positions(seed, dice=5)
    for position in Random(seed).sample(found, min(3, len(found))):
        compare(position)


def test_after_a_pass_the_dice_that_lie_count_no_more() -> None:
    """Seat 0 has passed on nothing yet: its last die brings 1 point, and a pass gives that up."""
    position = rules.parse(PASSED)
    assert solver.regret(position, "pass", rivals="worst") == 1
    assert solver.rank_moves(position, rivals="worst").margin == 1
    compare(position)


#: Two seats, spring of year 2: seat 1 stands on 13, seat 0 on 12 and has one die left; everybody else is done.
PASSED = """
game = "kingsburg"
version = 1
year = 2
phase = 2
step = "influence"
order = [1, 0]
queue = [0]

[[placements]]
advisor = 13
seat = 1
dice = [4, 4, 5]

[[placements]]
advisor = 12
seat = 0
dice = [6, 6]

[[seats]]
gold = 4
dice = [1]

[[seats]]
"""


def test_the_duchess_can_be_taken_from_the_duke() -> None:
    """The Duke counts on moving to the Duchess only where no rival can still reach her with dice of its own."""
    text = PASSED.replace("queue = [0]", 'queue = [0, 1]\nmodules = ["governors"]').replace(
        'dice = [6, 6]', "dice = [6, 5]"
    ).replace("advisor = 12", "advisor = 11")
    mine = 'gold = 4\ndice = [1]\ngovernor = "duke"'
    text = text.replace("gold = 4\ndice = [1]", mine).replace("advisor = 13", "advisor = 1").replace("[4, 4, 5]", "[1]")
    for face, free in ((6, False), (5, True)):
        position = rules.parse(text.rstrip() + f'\ndice = [6, {face}]\ngovernor = "scribe"\n')
        plan = solver.solve(position, rivals="worst")
        assert plan.value == max(minimax(position).values())
        assert ("use duke" in plan.keys) is free, plan.keys


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
