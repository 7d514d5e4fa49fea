"""Measure the plan of a season for 3 to 12 dice: ours beside CP-SAT, HiGHS, SCIP and exhaustive enumeration.

    python -P bench/season.py [--quick] [--instances 12] [--seconds 10] [--dice 3 12]

All methods get the same seeded instances in one run, one after the other, and all must prove the same value (in
floating point within a part in a million). The instances are moments of real games before the seat has placed: three
player dice and the rest bonus dice are rolled anew, some goods and +2 markers are added, in a third of them the seat
holds the envoy and in a third it owns the Market. Half of them count points alone, half count goods, too. Caches are
emptied before each measurement. Times are processor time of the whole process, building the model and (for
"solve") the replay included; every solver has one worker.
"""

from __future__ import annotations

import argparse
import random
import sys
from fractions import Fraction
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from _exhaustive import Method, Run, exhausted, measure, shown
from _masters import silence
from _measure import machine, say, table

import rules
import solver
import solver.kingsburg as room
from rules.kingsburg import influence
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position
from solver import rooms
from solver.control import Control
from solver.kingsburg import model, model_rows
from solver.kingsburg.exact import solve_exact
from solver.kingsburg.season import Season
from solver.kingsburg.totals import reachable, stages
from solver.request import Request, make_request

GAME = rules.load("kingsburg")
MODULES: tuple[tuple[str, ...], ...] = ((), (), ("buildings",), ("governors",), ("buildings", "governors", "army"))
WORTHS = {"gold": Fraction(1, 2), "wood": Fraction(1, 2), "stone": Fraction(1, 2), "markers": Fraction(3, 5)}
STATES = 300_000  #: what the enumeration may meet

OURS = "our solve, replayed"
SEARCH = "our search"
TUNED = "CP-SAT, our rows"
PLAIN = "CP-SAT untuned"
HIGHS, SCIP = "HiGHS", "SCIP"
ENUMERATION = "enumeration"
OTHERS = (PLAIN, HIGHS, SCIP, ENUMERATION)


def instance(dice: int, seed: int) -> Request:
    """Return the request of a seed."""
    rng = random.Random(f"season {dice} {seed}")
    while True:
        start = GAME.setup(players=rng.choice((2, 3, 4, 5)), seed=rng.randrange(10**6), modules=rng.choice(MODULES))
        record = rules.playout(start, policy="greedy", seed=rng.randrange(10**6))
        there = [
            position
            for position in record.positions()
            if position.step == "influence" and len(position.seats[position.queue[0]].dice) == 3
        ]
        if there:
            break
    position = prepare(rng.choice(there), dice, rng)
    objective = "points" if seed % 2 else dict(WORTHS)
    return make_request(position, rooms.find(position), horizon="season", objective=objective)


def prepare(position: Position, dice: int, rng: random.Random) -> Position:
    """Roll the dice of the seat anew and give it goods, sometimes the envoy, sometimes the Market."""
    number = position.queue[0]
    own = position.seats[number]
    built = list(own.built)
    market = position.sheet.by_effect["market"][0]
    if rng.random() < 1 / 3:
        built[market.row] = max(built[market.row], market.column + 1)
    own = replace(
        own,
        dice=tuple(sorted(rng.randint(1, 6) for _ in range(3))),
        bonus=tuple(sorted(rng.randint(1, 6) for _ in range(dice - 3))),
        bonus_dice=dice - 3,
        gold=own.gold + rng.randint(0, 2),
        wood=own.wood + rng.randint(0, 2),
        stone=own.stone + rng.randint(0, 2),
        markers=own.markers + rng.randint(0, 1),
        built=tuple(built),
    )
    seats = (*position.seats[:number], own, *position.seats[number + 1 :])
    return replace(position, seats=seats, envoy=number if rng.random() < 1 / 3 else position.envoy)


# --- the methods -------------------------------------------------------------------------------------------------


def by_solve(request: Request, seconds: float) -> Fraction | None:
    """Solve as a user does."""
    objective = dict(request.worths) if request.worths else "points"
    plan = solver.solve(request.position, horizon="season", objective=objective, seconds=seconds)
    return plan.value if plan.status == "optimal" else None


def by_search(request: Request, seconds: float) -> Fraction | None:
    """Search exactly, without the replay."""
    answer = solve_exact(request, Control(seconds))
    return answer.value if answer.bound == answer.value else None


def by_model(request: Request, seconds: float) -> Fraction | None:
    """Solve our rows by CP-SAT with our parameters."""
    answer = model.solve_model(request, Control(seconds))
    return answer.value if answer.bound == answer.value else None


def by_plain_model(request: Request, seconds: float) -> Fraction | None:
    """Solve the same rows by CP-SAT without the redundant ones and with its default parameters."""
    from ortools.sat.python import cp_model

    season, rows = rows_of(request)
    cp, variables, objective = model_rows.to_cp_sat(rows, redundant=False)
    cp.maximize(objective)
    tool = cp_model.CpSolver()
    tool.parameters.num_workers = 1
    tool.parameters.max_time_in_seconds = seconds
    if tool.solve(cp) != cp_model.OPTIMAL:
        return None
    return Fraction(rows.gain.value([tool.value(variable) for variable in variables]), season.weights.denominator)


def by_linear(name: str) -> Method:
    """Return a method that solves the same rows by a solver of linear programs."""

    def solve(request: Request, seconds: float) -> Fraction | None:
        from ortools.linear_solver.python import model_builder

        season, rows = rows_of(request)
        linear, variables = model_rows.to_linear(rows)
        tool = model_builder.Solver(name)
        tool.set_time_limit_in_seconds(seconds)
        with silence():
            status = tool.solve(linear)
        if status != model_builder.SolveStatus.OPTIMAL:
            return None
        values = [round(tool.value(variable)) for variable in variables]
        return Fraction(rows.gain.value(values), season.weights.denominator)

    return solve


def rows_of(request: Request) -> tuple[Season, model_rows.Rows]:
    """Make the season's model."""
    season = Season(request)
    return season, model.make(season).rows


def by_enumeration(request: Request, seconds: float) -> Fraction | None:
    """Try everything over the rules core, with memory."""

    return exhausted(room, room.value, request, seconds, STATES)


METHODS: dict[str, Method] = {
    OURS: by_solve,
    SEARCH: by_search,
    TUNED: by_model,
    PLAIN: by_plain_model,
    HIGHS: by_linear("HIGHS"),
    SCIP: by_linear("SCIP"),
    ENUMERATION: by_enumeration,
}


def forget() -> None:
    """Empty the caches that a second solve of the same dice would profit from."""
    stages.cache_clear()
    reachable.cache_clear()
    influence.reachable.cache_clear()
    influence.with_envoy.cache_clear()
    influence.on_card.cache_clear()


# --- the tables --------------------------------------------------------------------------------------------------


def size(dice: int, instances: int, seconds: float, names: list[str]) -> dict[str, list[Run]]:
    """Measure all methods on the instances of a size, in turn."""
    found: dict[str, list[Run]] = {name: [] for name in names}
    for seed in range(instances):
        request = instance(dice, seed)
        for name in names:
            found[name].append(measure(METHODS[name], request, seconds, forget))
        values = {run[-1].value for run in found.values() if run[-1].value is not None}
        if len(values) > 1:
            raise SystemExit(f"The methods differ on {dice} dice, seed {seed}: {values}; {request.position.to_code()}")
    return found


def centile(runs: list[Run], share: float) -> float:
    """Return a centile of the times in ms; a run that proved nothing counts as it took."""
    times = sorted(run.seconds * 1e3 for run in runs)
    return times[min(len(times) - 1, int(share * len(times)))]


def shown_centile(runs: list[Run]) -> str:
    """Print median and 95th percentile in ms."""
    return shown(runs, centile(runs, 0.95))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="three sizes, four instances each")
    parser.add_argument("--instances", type=int, default=12, help="instances per size")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for each solve")
    parser.add_argument("--dice", type=int, nargs=2, default=(3, 12), metavar=("FROM", "TO"))
    asked = parser.parse_args()
    sizes = [3, 6, 9] if asked.quick else list(range(asked.dice[0], asked.dice[1] + 1))
    instances = 4 if asked.quick else asked.instances
    machine("ortools", "msgspec")
    warm = instance(3, 999)
    for method in METHODS.values():  # imports, and first calls of native code
        method(warm, asked.seconds)

    names = list(METHODS)
    rows, ratios, missed = [], [], []
    for dice in sizes:
        found = size(dice, instances, asked.seconds, names)
        rows.append([dice, *(shown_centile(found[name]) if name in found else "-" for name in METHODS)])
        best = {share: min(centile(found[name], share) for name in OTHERS if name in found) for share in (0.5, 0.95)}
        mine = {share: centile(found[OURS], share) for share in (0.5, 0.95)}
        ratios.append([dice, *(f"{mine[share] / best[share]:.2f}" for share in best)])
        missed += [f"{dice} dice at {share:.0%}" for share in best if mine[share] > best[share]]
        if any(run.value is None for run in found[OURS]):
            missed.append(f"{dice} dice: not all proved")
        for name in OTHERS:
            if name in names and not any(run.value for run in found[name]):
                names.remove(name)
    say(f"Median / 95th percentile in ms over {instances} instances; in brackets how many were proved.")
    say()
    table(["dice", *METHODS], rows)
    say("Our solve, replay included, as a share of the fastest of the others (1.00 or less is the aim):")
    say()
    table(["dice", "median", "95th percentile"], ratios)
    say("The aim holds everywhere." if not missed else f"Missed: {'; '.join(missed)}.")


if __name__ == "__main__":
    main()
