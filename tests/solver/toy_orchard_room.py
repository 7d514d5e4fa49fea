"""The solver's room of the toy game: exact search, and a CP-SAT model that takes long on purpose."""

from __future__ import annotations

import os
import time
from fractions import Fraction

import toy_orchard

from rules.findings import Problem
from solver.answer import Answer
from solver.control import Control
from solver.request import Request
from solver.run import NoAnswer
from solver.search import Search, SearchStopped

HORIZONS = {
    "round": "the rest of this round",
    "game": "the rest of the game",
    "hard": "the rest of the game, with a proof that takes far too long",
    "loop": "the rest of the game, by a solver that looks at nothing but its stop",
    "deaf": "the rest of the game, by a solver that never looks up",
    "crash": "the rest of the game, by a solver that crashes after its first answer",
    "greedy": "the rest of the game, by a solver that takes all memory it gets",
    "wrong": "the rest of the game, by a model that is wrong",
}
HARD = "cp_model_presolve: false linearization_level: 0"
Position = toy_orchard.Position
parse = toy_orchard.parse


def holdings(position: Position, seat: int) -> dict[str, int]:
    return {"apples": position.apples[seat]}


def worths(position: Position, horizon: str) -> dict[str, Fraction]:
    return {"apples": Fraction(1, 2)}


def check(request: Request) -> list[Problem]:
    if request.horizon == "round" and request.rivals == "worst":
        return [Problem("rivals", "'worst' makes no difference within a round.")]
    return []


def ended(request: Request, position: Position) -> bool:
    return request.horizon == "round" and position.round > request.position.round


def rival(request: Request, position: Position) -> toy_orchard.Act:
    if request.rivals == "worst":
        return search(request).line(position)[1][0]
    return toy_orchard.Act("rest")


def search(request: Request, control: Control | None = None) -> Search:
    from solver.rooms import plain_value

    return Search(
        request.seat,
        lambda position: ended(request, position),
        lambda position: plain_value(request, position, holdings),
        None if request.rivals == "worst" else lambda position: rival(request, position),
        control=control,
    )


def first_bound(request: Request) -> Fraction:
    """Bound by the most that each turn that is left can bring or avoid, whatever the signs of the worths are.

    A turn shakes or picks at most three apples, sells one for a point, or turns two of them into three points.
    """
    position = request.position
    last = position.round if request.horizon == "round" else position.rounds
    point, apple = request.worth("points"), request.worth("apples")
    # An apple in the basket may be picked by either seat: rivals that do their worst may leave the seat no choice but
    # one, and the most of all choices is still a bound.
    most = max(Fraction(0), apple, 2 * apple, 3 * apple, point - apple, 3 * point - 2 * apple)
    return (last - position.round + 1) * most


def follow(request: Request, position: Position) -> toy_orchard.Act:
    """Play the best move after chance, but only where that is cheap; else the first legal one."""
    if position.rounds > 8:
        return position.legal_moves()[-1]
    return search(request).line(position)[0][0]


def first(request: Request) -> Answer:
    """Claim the cheapest line there is: rest to the end."""
    rests = sum(position_round >= request.position.round for position_round in range(1, request.position.rounds + 1))
    return Answer(
        moves=(toy_orchard.Act("rest"),) * rests,
        value=Fraction(0),
        bound=Fraction(100),
        complete=False,
        method="rest",
    )


def solve(request: Request, control: Control) -> Answer:
    if request.horizon == "hard":
        return hard(request, control)
    if request.horizon == "wrong":
        return Answer(moves=first(request).moves, value=Fraction(1), bound=Fraction(1), method="a wrong model")
    if request.horizon in ("loop", "deaf", "crash", "greedy"):
        control.offer(first(request))
        control.log(f"this is {os.getpid()}")
        if request.horizon == "loop":
            while not control.stopped:
                time.sleep(0.005)
            return first(request)
        if request.horizon == "crash":
            time.sleep(0.3)
            os.abort()
        if request.horizon == "greedy":
            time.sleep(0.2)
            print(len([bytearray(1 << 20) for _ in range(6_000)]))
        time.sleep(60)
    exact = search(request, control)
    try:
        value = exact.worth(request.position)
    except SearchStopped:
        raise NoAnswer from None
    moves, replies = exact.line(request.position)
    return Answer(
        moves=moves,
        replies=replies if request.rivals == "worst" else (),
        value=value,
        bound=value,
        assumptions=("The other seat rests." if request.rivals == "idle" else "The other seat does its worst.",),
    )


def hard(request: Request, control: Control) -> Answer:
    """Pick apples by a CP-SAT model that hides its last point behind a market split, which nobody proves soon."""
    from random import Random

    from ortools.sat.python import cp_model

    from solver import cpsat

    random = Random(request.seed)
    position = request.position
    turns = position.rounds - position.round + 1
    model = cp_model.CpModel()
    picks = [model.new_int_var(0, 2, f"pick {turn}") for turn in range(turns)]
    model.add(cp_model.LinearExpr.sum(picks) <= position.basket)
    # Rows of random weights that are to be halved exactly; the last apple may be picked only if all of them are.
    flags = [model.new_bool_var(f"flag {number}") for number in range(40)]
    halved = model.new_bool_var("halved")
    for _ in range(5):
        weights = [random.randint(0, 99) for _ in flags]
        split = cp_model.LinearExpr.weighted_sum(flags, weights)
        model.add(split == sum(weights) // 2).only_enforce_if(halved)
    model.add(cp_model.LinearExpr.sum(picks) <= position.basket - 1).only_enforce_if(~halved)
    for variable in (*picks, *flags, halved):
        model.add_hint(variable, 0)

    def read(numbers: tuple[int, ...], value: Fraction) -> Answer:
        moves = tuple(toy_orchard.Act(f"pick {number}" if number else "rest") for number in numbers)
        return Answer(moves=moves, value=value, bound=None, complete=False, method="cp-sat")

    apple = request.worth("apples")
    solved = cpsat.maximise(
        model, cp_model.LinearExpr.sum(picks), picks, request, control, read, unit=apple or Fraction(1), parameters=HARD
    )
    if solved.values is None:
        raise NoAnswer
    return solved.answer(read)
