"""Whatever is asked in any position of whole games is answered, or refused by a sentence, and all answers agree.

Every horizon, objective and kind of rivals is asked; the slow tests ask in every position of more games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

import rules
import solver
from rules.findings import BadInput
from rules.my_village.values import Position
from solver import rooms
from solver.control import Control
from solver.my_village import after_move, first_bound
from solver.my_village.exact import Outlook, Turn
from solver.my_village.table import on_table
from solver.request import Request, make_request

OBJECTIVES: tuple[Any, ...] = (
    "points",
    "worth",
    {"coins": Fraction(1, 2), "stories": Fraction(3, 5), "villagers": 2, "clouds": Fraction(1, 4), "customers": 1},
    {"points": Fraction(1, 3), "plow": 3, "jokers": Fraction(1, 7), "sets": 2},
    {"points": 0},
    {},
    {"coins": -1},
    {"points": -2, "stories": 1},
)
HORIZONS = ("turn", "round", "game")
GAMES = ((2, 0, "greedy", True), (2, 4, "random", False), (3, 1, "greedy", False), (4, 5, "random", True))


def decisions(players: int, seed: int, policy: str, free: bool) -> list[Position]:
    """Return the decisions of a game."""
    game = rules.load("my_village", options={"free_customer_only": free})
    record = rules.playout(game.setup(players=players, seed=seed), policy, seed=seed)
    return [position for position in record.positions() if position.actor is not None]  # type: ignore[misc]


def ask(position: Position, horizon: str, objective: Any, rivals: str, method: str = "auto") -> Request | None:
    """Make a request; None where it is refused by a sentence."""
    try:
        return make_request(
            position, rooms.find(position), horizon=horizon, objective=objective, rivals=rivals, method=method
        )
    except BadInput:
        return None


def answers(position: Position, rng: random.Random, seconds: float, count: Counter[str]) -> Iterable[str]:
    """Ask all horizons in a position: say what is wrong."""
    for horizon in HORIZONS:
        objective, rivals = rng.choice(OBJECTIVES), rng.choice(("idle", "worst"))
        method = rng.choice(("auto", "auto", "search", "cp-sat"))
        request = ask(position, horizon, objective, rivals, method)
        what = f"{position.question}, {horizon}, {objective}, {rivals}, {method}"
        if request is None:
            count["refused"] += 1
            continue
        plan = solver.solve(position, horizon, objective, rivals=rivals, method=method, seconds=seconds)
        count[plan.status] += 1
        bound = first_bound(request)
        if plan.value > bound:
            yield f"{what}: {plan.value} is above the first bound {bound}"
        if plan.status == "optimal" and horizon != "game":
            yield from agree(position, what, horizon, objective, rivals, plan, rng)


def agree(
    position: Position, what: str, horizon: str, objective: Any, rivals: str, plan: Any, rng: random.Random
) -> Iterable[str]:
    """Compare the value of a plan with those of all moves, of each of them alone, and with what is told of a goal."""
    asked = {"horizon": horizon, "objective": objective, "rivals": rivals, "seconds": 100.0}
    ranking = solver.rank_moves(position, **asked)
    if ranking.best != plan.value:
        yield f"{what}: {plan.value}, but the best move brings {ranking.best}"
    moves = {move.key: value for move, value in ranking.values}
    if plan.keys[0] not in [move.key for move in solver.optimal_moves(position, **asked)]:
        yield f"{what}: {plan.keys[0]} is no optimal move"
    key = rng.choice(sorted(moves))
    request = ask(position, horizon, objective, rivals)
    assert request is not None
    alone = after_move(request, request.position.move(key), Control(100.0))  # type: ignore[arg-type]
    if (alone.value, alone.bound) != (moves[key], moves[key]):
        yield f"{what}: {key} brings {alone.value} ({alone.bound}), not {moves[key]}"
    if (lost := solver.regret(position, key, **asked)) != ranking.best - moves[key]:
        yield f"{what}: {key} gives away {lost}, not {ranking.best - moves[key]}"
    reasons = solver.why_not(position, points=ranking.best, move=key, **asked)
    if reasons.reachable is not (moves[key] == ranking.best) or reasons.best != moves[key]:
        yield f"{what}: {key} reaches {reasons.best} ({reasons.reachable}), not {moves[key]}"


def asked_in(positions: Iterable[Position], seconds: float) -> tuple[list[str], Counter[str]]:
    """Ask in positions: return what is wrong, and how often there was which kind of answer."""
    rng, wrong, count = random.Random("every position"), [], Counter[str]()
    for position in positions:
        wrong += [f"{text}; {position.to_code()}" for text in answers(position, rng, seconds, count)]
    return wrong, count


def test_a_round_of_two_turns_is_solved_where_banners_were_used_in_any_order() -> None:
    """Banners that were used in another order than that of their names lead to the same village."""
    position = list(rules.playout(rules.load("my_village").setup(2, 0), "greedy", 0).positions())[62]
    assert position.used == ("stable", "brewery")  # type: ignore[attr-defined]
    plan = solver.solve(position, "round", seconds=100)  # type: ignore[arg-type]
    assert plan.status == "optimal"


def test_no_move_is_worth_more_than_what_it_promises() -> None:
    """What one village can do says nothing of another one, in which a villager more has come from school."""
    count = 0
    for position in decisions(2, 4, "random", False) + decisions(3, 1, "greedy", False):
        if position.question not in ("banner", "white") or position.round < 5:
            continue
        request = ask(position, "turn", "points", "idle")
        if request is None:
            continue
        search, table = Turn(request), on_table(request)
        moves = list(search.moves(table))
        promised = Outlook(request).promised(table, moves)
        for move, most in zip(moves, promised, strict=True):
            assert search.units(search.after(table, move)) <= most, f"{move.key}; {position.to_code()}"
        count += len(moves)
    assert count > 100


def test_what_is_asked_in_a_game_is_answered() -> None:
    positions = [position for game in GAMES for position in decisions(*game)[7::53]]
    wrong, count = asked_in(positions, 1.0)
    assert not wrong, "\n".join(wrong)
    assert count["optimal"] and count["refused"], count


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_asked_in_any_position_of_a_game_is_answered(game: tuple[int, int, str, bool]) -> None:
    wrong, count = asked_in(decisions(*game), 1.0)
    print(count)
    assert not wrong, "\n".join(wrong)


def test_a_forecast_gives_each_move_the_one_value_that_the_plan_compares() -> None:
    """With one later turn all is soon proved: the best of the moves brings what the plan brings."""
    figures = {"turns": 1}
    for position in [each for each in decisions(2, 3, "greedy", True)[20:] if each.question == "white"][:2]:
        plan = solver.solve(position, "game", forecast=figures, seconds=100)  # type: ignore[arg-type]
        ranking = solver.rank_moves(position, "game", forecast=figures, seconds=100)  # type: ignore[arg-type]
        assert plan.status == "optimal" and ranking.best == plan.value
        assert len(ranking.values) > 1 and plan.keys[0] in [move.key for move in ranking.optimal]


def test_why_not_says_so_where_no_shortage_is_told_apart() -> None:
    """Under a forecast nothing can be lifted: the goal is said to be out of reach, and by how much."""
    position = decisions(2, 3, "greedy", True)[25]
    reasons = solver.why_not(position, points=500, horizon="game", forecast={"turns": 1}, seconds=100)  # type: ignore[arg-type]
    assert reasons.reachable is False and reasons.blockers == ()


def test_no_plan_under_a_forecast_is_above_the_first_bound() -> None:
    for position in decisions(2, 6, "greedy", True)[5::90] + decisions(3, 7, "random", True)[9::150]:
        for turns in (0, 1, 3):
            request = ask(position, "game", "points", "idle")
            if request is not None and request.forecast:
                plan = solver.solve(position, "game", forecast={"turns": turns}, seconds=0.5)  # type: ignore[arg-type]
                request = make_request(position, rooms.find(position), horizon="game", forecast={"turns": turns})
                assert plan.value <= first_bound(request)
                assert plan.bound is not None and plan.bound <= first_bound(request)
