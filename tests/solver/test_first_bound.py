"""The bound that is there before any search: finite in every room, never below what is proved, shown at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
import toy_orchard

import rules
import solver
from rules.findings import BadInput
from solver import rooms
from solver.answer import Answer
from solver.control import Control
from solver.plan import make_plan
from solver.run import ask, policy_answer, run

#: The games whose rooms have a first bound; one that lacks it fails here. A room that learns it is added here.
BOUNDED = ("kingsburg", "my_village", "paladins", "toy_orchard")
#: Tables of a user's own: each sign on each kind of thing.
SIGNS = (Fraction(1), Fraction(0), Fraction(-1), Fraction(5, 3))


def game_of(name: str) -> Any:
    return toy_orchard.Orchard() if name == "toy_orchard" else rules.load(name)


def starts(name: str, seed: int) -> list[Any]:
    """Return positions of one seeded game of each number of players, spread over the whole of it."""
    if name == "toy_orchard":
        game = toy_orchard.Orchard()
        return [game.setup(rounds, basket) for rounds, basket in ((1, 0), (2, 5), (3, 2))]
    game = game_of(name)
    found = []
    for players in game.players:
        record = rules.playout(game.setup(players, seed), "greedy", seed)
        decisions = [position for position in record.positions() if position.actor is not None]
        found += Random(f"{name} {players} {seed}").sample(decisions, 6)
    return found


def requests(name: str, position: Any, seed: int) -> list[tuple[Any, rooms.Room]]:
    """Ask each horizon, each kind of rivals, and objectives of every sign; leave out what the game refuses."""
    room = rooms.find(position)
    random = Random(f"{name} {seed}")
    names = ("points", *room.holdings(position, position.actor))
    tables: list[Any] = ["points", "worth", *({key: random.choice(SIGNS) for key in names} for _ in range(2))]
    found = []
    for horizon, rivals, objective in product(room.horizons, ("idle", "worst"), tables):
        try:
            found.append(ask(position, horizon=horizon, rivals=rivals, objective=objective, seconds=0))
        except BadInput:
            continue
    return found


@pytest.mark.parametrize("name", BOUNDED)
def test_every_room_has_a_first_bound_and_no_line_of_the_policy_beats_it(name: str) -> None:
    for place, position in enumerate(starts(name, seed=1)):
        for request, room in requests(name, position, place):
            assert room.first_bound is not None, f"the room of {name} has no first_bound"
            bound = room.first_bound(request)
            assert isinstance(bound, Fraction)
            if request.horizon in ("round", "season", "game", "year") and name != "toy_orchard":
                assert policy_answer(request, room).value <= bound, (request.horizon, request.worths)


def test_the_first_bound_of_the_toy_is_never_below_what_is_proved() -> None:
    for place, position in enumerate(starts("toy_orchard", seed=0)):
        for request, room in requests("toy_orchard", position, place):
            if request.horizon in ("round", "game"):
                plan = run(request, room, Control(60))
                assert room.first_bound is not None
                assert plan.status == "optimal"
                assert plan.value <= room.first_bound(request)


@pytest.mark.parametrize("name", BOUNDED)
def test_a_plan_without_any_time_has_a_finite_bound(name: str) -> None:
    for position in starts(name, seed=2)[:3]:
        for request, room in requests(name, position, 0)[:4]:
            if request.horizon in ("deaf", "crash", "greedy", "wrong", "hard"):
                continue
            assert run(request, room, Control(0)).bound is not None


def test_an_answer_that_comes_without_a_bound_is_shown_with_the_first_one() -> None:
    request, room = ask(toy_orchard.Orchard().setup(), horizon="game")
    plan = make_plan(request, room, policy_answer(request, room), 0.0)
    assert plan.bound == toy_bound(request)
    claimed = Answer(moves=plan.moves, value=plan.value, bound=plan.value)
    assert make_plan(request, room, claimed, 0.0).bound == plan.value, "its own bound is kept"


def test_the_bound_is_there_while_a_solver_that_offers_nothing_works() -> None:
    request, room = ask(toy_orchard.Orchard().setup(), horizon="game")
    seen = []

    def solve(request: Any, control: Control) -> Answer:
        seen.append(control.bound)
        raise solver.NoAnswer

    plan = run(request, msgspec.structs.replace(room, solve=solve), Control(5))
    assert seen == [toy_bound(request)]
    assert plan.bound == toy_bound(request)


def toy_bound(request: Any) -> Fraction:
    room = rooms.find(request.position)
    assert room.first_bound is not None
    return room.first_bound(request)
