"""Bounds that are there at once: no plan is worth more, whatever is asked, and they fall as the solve goes on."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

import rules
import solver.paladins as room
from rules.paladins.values import ROUNDS, Position
from solver import rooms
from solver.blockers import Goal
from solver.control import Control
from solver.paladins import first_bound, solve
from solver.paladins.exact import search
from solver.paladins.frame import Frame
from solver.paladins.limits_later import Anywhere
from solver.paladins.merit import Merit
from solver.paladins.phases import Marked
from solver.paladins.rounds import Planner, Start
from solver.paladins.solving import FIXED
from solver.paladins.sweep import swept
from solver.paladins.table import CHOOSING, on_table
from solver.paladins.tighten import Tightener
from solver.request import Request, make_request
from solver.run import NoAnswer
from solver.search import SearchTooLarge

from .claims import played
from .lay import quiet
from .lay import request as laid
from .small import GAME, OBJECTIVES, ask, asks, small

EACH = 5
LIMIT = 700  #: positions that the search through all lines may play


def told(request: Request, planner: Planner) -> Fraction | None:
    """Return what the rows' linear program says of a position with one start."""
    position = on_table(request)
    if position.step in CHOOSING or position.question in FIXED:
        return None
    words = tuple(what for number, what in position.pending if number == request.seat)
    return planner.straight(position.seats[request.seat], words)


@pytest.mark.parametrize("part", range(4))
def test_no_line_is_worth_more_than_the_first_bounds(part: int) -> None:
    seed, compared = 70_000 + 1_000 * part, 0
    while compared < EACH:
        seed += 1
        request = ask(*small(seed, most=3))
        try:
            best = search(request, limit=LIMIT).best
        except SearchTooLarge:
            continue
        assert best is not None
        assert best[0] <= first_bound(request), f"seed {seed}"
        straight = told(request, Planner(request, Control(60)))
        assert straight is None or best[0] <= straight, f"seed {seed}"
        compared += 1


def test_the_linear_program_is_below_the_bounds_of_the_numbers() -> None:
    asked = played(3)
    frame = Frame(on_table(asked), on_table(asked).seats[asked.seat])
    merit = Merit(frame, asked)
    high, most = frame.rows.high(frame.rows.objective), Tightener(frame.rows, merit.scale).most(Control(60))
    assert most < high / 2
    assert Tightener(frame.rows, merit.scale).most(Control(0)) == high  # without time the numbers' own bounds hold


def test_any_prices_prove_a_bound() -> None:
    asked, rng = played(4), random.Random(4)
    frame = Frame(on_table(asked), on_table(asked).seats[asked.seat])
    merit = Merit(frame, asked)
    linear = Tightener(frame.rows, merit.scale)
    best = linear.most(Control(60)) - frame.rows.objective.constant
    for _ in range(20):
        prices = [rng.choice((0, 0, 0, rng.random())) for _ in linear.with_terms]
        assert linear._proved(prices) * merit.scale >= best - 1


def moments(seed: int, players: int) -> list[Position]:
    """Return the positions of one game in which a plan may begin."""
    record = rules.playout(GAME.setup(players=players, seed=seed), policy="greedy", seed=seed)
    return [position for position in record.positions() if asks(position)]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_answer_has_a_bound(players: int) -> None:
    rng = random.Random(players)
    for position in rng.sample(moments(players, players), 3):
        horizon, objective = rng.choice(("round", "turn", "game")), rng.choice(OBJECTIVES)
        request = make_request(position, rooms.find(position), horizon=horizon, objective=objective)
        control = Control(0.2)
        answer = solve(request, control)
        assert answer.bound is not None and answer.value <= answer.bound <= first_bound(request)


class Counting(Control):
    """Stop after so many looks, whatever the clock says."""

    def __init__(self, looks: int) -> None:
        super().__init__(600)
        self.left = looks
        self.heard: list[Fraction] = []

    @property
    def stopped(self) -> bool:
        """Count a look."""
        self.left -= 1
        return self.left < 0

    def tighten(self, bound: Fraction) -> None:
        """Note each bound."""
        super().tighten(bound)
        self.heard.append(bound)


@pytest.mark.parametrize("looks", [0, 1, 5, 30, 100, 300])
def test_a_solve_that_is_stopped_anywhere_has_a_bound_and_no_failure(looks: int) -> None:
    request, control = played(5), Counting(looks)
    answer = solve(request, control)
    assert answer.bound is not None and answer.value <= answer.bound


@pytest.mark.parametrize("seed", [12, 19])
def test_a_stopped_sweep_of_relaxed_states_bounds_what_a_whole_one_proves(seed: int) -> None:
    found = []
    for few in (40_000, 600):
        request = ask(*small(seed * 1_000, most=6))
        position = on_table(request)
        assert asks(position) == "action"
        control = Counting(10**9)
        planner = Planner(request, control)
        planner.states = few
        seat = position.seats[request.seat]
        swept(planner, Marked(position, seat), Start(line=(), seat=seat), planner.walker.start())
        found.append((planner.value, min(control.heard, default=None)))
    (best, _), (value, bound) = found
    assert bound is None or max(best, value) <= bound


def game(position: Position, seed: int) -> Request:
    """Return the request of a plan over the rest of the game."""
    objective = OBJECTIVES[seed % len(OBJECTIVES)]
    return make_request(position, rooms.find(position), horizon="game", objective=objective, seconds=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_no_forecast_is_above_its_bounds(seed: int) -> None:
    rng = random.Random(f"later {seed}")
    there = [position for position in moments(seed, rng.choice((1, 2, 3, 4))) if position.round < ROUNDS]
    request = game(rng.choice(there), seed)
    control = Control(6)
    answer = solve(request, control)
    assert answer.bound is not None and answer.value <= answer.bound <= first_bound(request)


@pytest.mark.parametrize("seed", range(4))
def test_later_rounds_that_begin_at_a_stage_add_no_more_than_anywhere(seed: int) -> None:
    from solver.paladins.forecast_rows import Outlook
    from solver.paladins.forecast_solve import Choosing

    rng = random.Random(f"anywhere {seed}")
    there = [position for position in moments(seed, 2) if position.round < ROUNDS and asks(position) == "action"]
    request = game(rng.choice(there), seed)
    choosing = Choosing(request, Control(60))
    choosing.beams([()], 3, (1.0, 60.0))
    later = Anywhere(request)
    most = Fraction(Tightener(later.rows, later.scale).most(Control(60)), later.scale)
    assert choosing.stages
    for stage in choosing.stages:
        rows = Outlook(request, [stage])
        linear = Fraction(Tightener(rows.rows, rows.scale).most(Control(60)), rows.scale)
        assert linear - stage.gain <= most + Fraction(1, 100)  # numbers are rounded to units, each for itself


def test_a_debt_with_a_worth_counts_in_the_first_bound() -> None:
    position = quiet("hunt", "trade", workers="LL", unpaid=2)
    request = laid(position, {"points": 1, "debts": Fraction(-5)})
    best = search(request, limit=LIMIT).best
    assert best is not None and best[0] <= first_bound(request)


def test_a_turn_hears_of_plans_and_bounds_while_it_is_planned() -> None:
    request = msgspec.structs.replace(played(6), horizon="turn")
    control = Counting(400)
    heard: list[Fraction] = []
    offer = control.offer
    control.offer = lambda answer: heard.append(answer.value) or offer(answer)  # type: ignore[method-assign,func-returns-value]
    solve(request, control)
    assert len(heard) > 1 and len(control.heard) > 1




@pytest.mark.parametrize("looks", [0, 3, 20, 200])
def test_a_question_of_blockers_that_is_stopped_anywhere_is_no_failure(looks: int) -> None:
    request = played(7)
    names = frozenset(blocker.name for blocker in room.blockers(request))
    try:
        found = room.reach(request, Goal(points=Fraction(99)), names, Counting(looks))
    except NoAnswer:
        return
    assert found.bound is None or found.value <= found.bound
