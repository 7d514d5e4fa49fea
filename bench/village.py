"""Measure My Village: a turn beside exhaustive search, CP-SAT, HiGHS and SCIP; a round and a game under a clock.

    python -P bench/village.py [--instances 20] [--seconds 10] [--only turn|round|game]

The instances are moments of real games before the seat has taken its dice, by part of the game. What the rows leave out
is taken out for all methods alike: the hand lies with its back up, and no instance has the Trade or the Mission church.
The rows are those of the forecast with this turn as the only one: a pair of dice is one of the first states, and points
count alone. All of them are linear, so each solver gets the same. All methods get the same instances in one run, one
after the other, and all must prove the same value. Times are processor time of the whole process, making the rows and
(for "our solve") the replay included; every solver has one worker.

Rounds of two players are solved for points and by the shipped worths, with idle rivals and such that do their worst, in
moments of real games by thirds. Each is solved anew for every limit, by a clock of processor time, and its plan is
replayed. A plan counts as whole from when it is offered: its second turn is searched, and it has been played through.
The rest of the game is planned in such moments under the shipped forecast (five later turns, or what is left). The gap
is the bound less the plan's value, in points of the objective.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parent))

from _exhaustive import Method, Run, exhausted, measure, shown
from _masters import by_linear
from _measure import machine, say, table

import rules
import solver
import solver.my_village as room
from rules.my_village.steps import DECISIONS, replace
from solver import cpsat, rooms
from solver.answer import Answer
from solver.control import Control
from solver.my_village import exact
from solver.my_village import round as round_search
from solver.my_village.forecast_cards import Cards
from solver.my_village.forecast_stages import Stage
from solver.my_village.table import on_table
from solver.replay import measure as replayed
from solver.request import Request, make_request

GAME = rules.load("my_village")
STATES = 200_000  #: what the exhaustive search may meet
PARTS = (("first third", 0.0), ("second third", 1 / 3), ("last third", 2 / 3))
FIGURES = tuple({"turns": 1, "coins": 0, "edge": 0, "clouds": 0, "plague": 0}.items())

OURS, SEARCH, ROWS, HIGHS, SCIP = "our solve, replayed", "our search", "CP-SAT, rows", "HiGHS, rows", "SCIP, rows"
EXHAUSTIVE = "exhaustive search"
TICK = 0.02  #: seconds between two looks at a solve that may be in native code
LIMITS = (0.3, 1.0, 3.0, 10.0)  #: seconds of processor time for a round or a game


def instance(part: float, seed: int) -> Request:
    """Return the request of a seed."""
    rng = random.Random(f"village {part} {seed}")
    while True:
        start = GAME.setup(players=rng.choice((2, 3, 4)), seed=rng.randrange(10**6))
        record = rules.playout(start, policy="greedy", seed=rng.randrange(10**6))
        there = [one for one in record.positions() if one.question == "dice"]
        there = there[int(part * len(there)) : int((part + 1 / 3) * len(there))]
        there = [one for one in there if one.seats[one.acting].church not in (one.game.trade, one.game.mission)]
        if there:
            position = replace(rng.choice(there), hand_back=True)
            return make_request(position, rooms.find(position), horizon="turn")


def rows_of(request: Request) -> Cards:
    """Make the rows of a turn: each way to take dice is one of the states with which it begins."""
    position = on_table(request)
    decision = DECISIONS["dice"]
    takes: Any = exact.cheapest(decision.moves(position))
    stages = [Stage((move,), decision.apply(position, move), Fraction(0)) for move in takes]
    asked = replace(request, horizon="game", forecast=tuple((name, Fraction(value)) for name, value in FIGURES))
    cards = Cards(asked, stages)
    for value, flag in cards.columns[0].value.items():
        made = [begin for begin, move in zip(cards.begins, takes, strict=True) if move.value == value]
        cards.model.add(flag <= sum(made))
    return cards


def by_solve(request: Request, seconds: float) -> Fraction | None:
    """Solve as a user does."""
    plan = solver.solve(request.position, horizon="turn", seconds=seconds)
    return plan.value if plan.status == "optimal" else None


def by_search(request: Request, seconds: float) -> Fraction | None:
    """Search exactly, without the replay."""
    answer = exact.solve_turn(request, Control(seconds))
    return answer.value if answer.bound == answer.value else None


def by_rows(maximise: Callable[..., cpsat.Solved]) -> Method:
    """Return a method that solves the rows."""

    def solve(request: Request, seconds: float) -> Fraction | None:
        cards = rows_of(request)
        objective, unit = cards.worth()
        solved = maximise(cards.model, objective, cards.variables(), request, Control(seconds))
        return None if solved.status != cpsat.OPTIMAL or solved.value is None else solved.value * unit

    return solve


def by_exhaustion(request: Request, seconds: float) -> Fraction | None:
    """Try everything over the rules core, with memory; chance that cannot matter does not branch."""

    return exhausted(room, worth, request, seconds, STATES)


def worth(request: Request, position: Any) -> Fraction:
    """Value the end of a turn."""
    return rooms.plain_value(request, position, room.holdings)


METHODS: dict[str, Method] = {
    OURS: by_solve,
    SEARCH: by_search,
    ROWS: by_rows(cpsat.maximise),
    HIGHS: by_rows(by_linear("HIGHS")),
    SCIP: by_rows(by_linear("SCIP")),
    EXHAUSTIVE: by_exhaustion,
}


def shown_longest(runs: list[Run]) -> str:
    """Print median and longest time in ms."""
    return shown(runs, 1e3 * max(run.seconds for run in runs))


class Clock(Control):
    """Stop after so many seconds of processor time; keep when the first plan was offered."""

    def __init__(self, seconds: float) -> None:
        super().__init__(1e6)
        self.begun, self.allowed = time.process_time(), seconds
        self.first: float | None = None

    @property
    def passed(self) -> float:
        """Return the seconds since the start."""
        return time.process_time() - self.begun

    @property
    def stopped(self) -> bool:
        """Say whether the time is up."""
        return self.passed >= self.allowed

    def offer(self, answer: Answer) -> bool:
        """Note the time of the first plan."""
        self.first = self.passed if self.first is None else self.first
        return super().offer(answer)


class Stopped(NamedTuple):
    """Hold how a solve stood after so many seconds: the plan's value, the bound, and when there was a first plan."""

    value: float
    bound: float
    first: float


def rounds(number: int) -> list[tuple[str, Any]]:
    """Return moments of greedy games of two players with two turns of a seat ahead, and what counts in each."""
    found = []
    for index in range(number):
        rng = random.Random(f"round bench {index}")
        start = GAME.setup(players=2, seed=rng.randrange(10**6))
        record = rules.playout(start, policy="greedy", seed=rng.randrange(10**6))
        there: list[Any] = [one for one in record.positions() if one.question == "dice" and one.turn < 2]
        part = index % 3
        position = rng.choice(there[len(there) * part // 3 : len(there) * (part + 1) // 3])
        found.append(("points" if index // 3 % 2 == 0 else "worth", position))
    return found


def under_clock(request: Request, seconds: float) -> Stopped:
    """Solve a round or a game with nothing remembered, stop in time, and replay the plan."""
    round_search._kept.clear()
    exact._kept.clear()
    clock = Clock(seconds)
    answers: list[Answer] = []
    worker = threading.Thread(target=lambda: answers.append(room.solve(request, clock)))
    worker.start()
    while worker.is_alive():  # what runs in native code is stopped from here
        worker.join(TICK)
        clock.press()
    answer = answers[0]
    first = clock.passed if clock.first is None else clock.first
    if replayed(request, answer, rooms.find(request.position)).value != answer.value - answer.beyond:
        raise SystemExit(f"The plan is not what it says: {request.position.to_code()}")
    bounds = [float(bound) for bound in (answer.bound, clock.bound) if bound is not None]
    return Stopped(float(answer.value), min(bounds), first)


def measure_rounds(number: int) -> None:
    """Measure rounds and print."""
    moments = rounds(number)
    shares, plans = [], []
    for objective in ("points", "worth"):
        for rivals in ("idle", "worst"):
            there = [position for wanted, position in moments if wanted == objective]
            found: dict[float, list[Stopped]] = {limit: [] for limit in LIMITS}
            for position in there:
                request = make_request(
                    position, rooms.find(position), horizon="round", objective=objective, rivals=rivals
                )
                for limit in LIMITS:
                    known = found[LIMITS[0]][-1] if limit != LIMITS[0] else None
                    done = known is not None and known.bound == known.value
                    found[limit].append(known if done else under_clock(request, limit))  # type: ignore[arg-type]
            proved = [sum(one.bound == one.value for one in found[limit]) for limit in LIMITS]
            values = [statistics.mean(one.value for one in found[limit]) for limit in LIMITS]
            gaps = [gap(found[limit]) for limit in LIMITS]
            firsts = [1e3 * one.first for one in found[LIMITS[0]]]
            name = f"{objective}, {rivals}"
            shares.append([name, len(there), *proved, *gaps])
            plans.append(
                [name, f"{statistics.median(firsts):.1f} / {max(firsts):.0f}", *(f"{one:.2f}" for one in values)]
            )
    named = [f"{limit:g} s" for limit in LIMITS]
    say("Rounds proved within so many seconds of processor time, and the gap then (mean / largest).")
    say()
    table(["round", "positions", *named, *(f"gap, {name}" for name in named)], shares)
    say("First whole plan in ms (median / longest), and what the plan brings in the mean when the search is stopped.")
    say()
    table(["round", "first plan", *named], plans)


def gap(there: list[Stopped]) -> str:
    """Print the mean and the largest gap."""
    gaps = [one.bound - one.value for one in there]
    return f"{statistics.mean(gaps):.1f} / {max(gaps):.1f}"


def measure_games(number: int) -> None:
    """Measure plans for the rest of the game and print."""
    rows = []
    for name, part in PARTS:
        there = [instance(part, seed).position for seed in range(number)]
        asked = [make_request(position, rooms.find(position), horizon="game") for position in there]
        found = {limit: [under_clock(request, limit) for request in asked] for limit in LIMITS}
        proved = [sum(one.bound == one.value for one in found[limit]) for limit in LIMITS]
        firsts = [1e3 * one.first for one in found[LIMITS[0]]]
        values = [f"{statistics.mean(one.value for one in found[limit]):.1f}" for limit in LIMITS]
        gaps = [gap(found[limit]) for limit in LIMITS]
        rows.append([name, number, f"{statistics.median(firsts):.0f} / {max(firsts):.0f}", *proved, *values, *gaps])
    named = [f"{limit:g} s" for limit in LIMITS]
    say("The rest of the game under the shipped forecast: first plan in ms (median / longest), how many are proved,")
    say("what the plan brings in the mean, and the gap (mean / largest), after so many seconds of processor time.")
    say()
    head = [f"{what}, {name}" for what in ("proved", "value", "gap") for name in named]
    table(["part of the game", "positions", "first plan", *head], rows)


def measure_turns(instances: int, seconds: float) -> None:
    """Measure turns by all methods and print."""
    warm = instance(0.0, 999)
    for method in METHODS.values():  # imports, and first calls of native code
        method(warm, seconds)
    rows, ratios = [], []
    for name, part in PARTS:
        found: dict[str, list[Run]] = {method: [] for method in METHODS}
        for seed in range(instances):
            request = instance(part, seed)
            for method, solve in METHODS.items():
                found[method].append(measure(solve, request, seconds, exact._kept.clear))
            values = {runs[-1].value for runs in found.values() if runs[-1].value is not None}
            if len(values) > 1:
                told = {method: str(runs[-1].value) for method, runs in found.items()}
                raise SystemExit(f"The methods differ, {name}, seed {seed}: {told}; {request.position.to_code()}")
        rows.append([name, *map(shown_longest, found.values())])
        mine = statistics.median(run.seconds for run in found[OURS])
        others = [statistics.median(run.seconds for run in found[method]) for method in METHODS]
        ratios.append([name, *(f"{other / mine:.1f}" for other in others)])
    say(f"Median / longest in ms over {instances} instances; in brackets how many were proved.")
    say()
    table(["part of the game", *METHODS], rows)
    say("Medians as multiples of our solve, replay included:")
    say()
    table(["part of the game", *METHODS], ratios)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--instances", type=int, default=20, help="instances per part of the game")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for each solve of a turn")
    parser.add_argument("--rounds", type=int, default=30, help="positions for rounds, half of them for points")
    parser.add_argument("--games", type=int, default=5, help="positions per part of the game for the rest of it")
    parser.add_argument("--only", choices=("turn", "round", "game"), help="measure this alone")
    asked = parser.parse_args()
    machine("ortools", "msgspec")
    if asked.only in (None, "turn"):
        measure_turns(asked.instances, asked.seconds)
    if asked.only in (None, "round"):
        measure_rounds(asked.rounds)
    if asked.only in (None, "game"):
        measure_games(asked.games)


if __name__ == "__main__":
    main()
