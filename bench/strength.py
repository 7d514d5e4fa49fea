"""How strong the advice is: one seat plays by a policy, all others by another, over rotated seats and seeded games.

    python -P bench/strength.py kingsburg --games 400
    python -P bench/strength.py kingsburg --players 2 3 --policy coach --against rollouts --games 100

Policies: "coach" plays the fourth rung of the hint at every decision, "greedy" the quick policy, "rollouts" the best of
the quick policy's few best moves by as many of its own games played to the end as fit into the seconds of a move,
"random" any legal move. A win is more points than every other seat has; shared wins count in parts.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from math import sqrt
from random import Random
from typing import Any

import msgspec

import rules
from rules.playouts import draw, greedy_policy, random_policy
from rules.rooms import room as rules_room

SECONDS = 1.0  #: for a decision
WIDTH = 6  #: moves that rollouts try


class Result(msgspec.Struct, frozen=True):
    """One game: its seed, the share of the win, the margin to the best other seat, points, and seconds a decision."""

    seed: int
    win: float
    margin: float
    points: float
    seconds: float


def rollouts(position: Any, random: Random, seconds: float) -> Any:
    """Return the best of the few moves that look best at once, by games played to the end while time is left."""
    legal = position.legal_moves()
    if len(legal) == 1:
        return legal[0]
    seat = position.actor
    weights = rules_room(position.game.name).weigh(position, legal)
    tried = [legal[place] for place in sorted(range(len(legal)), key=lambda place: -weights[place])[:WIDTH]]
    sums = [0.0] * len(tried)
    until, turns = time.process_time() + seconds, 0
    while not turns or time.process_time() < until:
        for place, move in enumerate(tried):
            again = Random(f"{seat}/{turns}")
            imagined = position.imagine(seat, again)
            current = (imagined if not imagined.why_not(move) else position).play(move)
            while not current.over:
                outcomes = current.chance()
                current = current.play(draw(outcomes, again) if outcomes else greedy_policy(current, again))
            sums[place] += margin([score.total for score in current.scores()], seat)
        turns += 1
    return tried[max(range(len(tried)), key=sums.__getitem__)]


def choose(policy: str, position: Any, random: Random, seconds: float) -> Any:
    """Return the move of a policy."""
    if policy == "coach":
        import tutor

        if len(position.legal_moves()) == 1:
            return position.legal_moves()[0]
        return position.move(tutor.hint(position, 4, seconds=seconds, language="en").moves[0])
    if policy == "rollouts":
        return rollouts(position, random, seconds)
    return {"greedy": greedy_policy, "random": random_policy}[policy](position, random)


def margin(totals: list[int], seat: int) -> float:
    """Return the points of a seat less those of the best other one; alone, the points."""
    others = [total for place, total in enumerate(totals) if place != seat]
    return totals[seat] - max(others) if others else totals[seat]


def play(
    name: str, players: int, setup: dict[str, Any], seed: int, policy: str, against: str, seconds: float
) -> Result:
    """Play one game and return its result for the seat that is measured."""
    position: Any = rules.load(name).setup(players=players, seed=seed, **setup)
    random = Random(f"{name}/{seed}")
    own = seed % players
    spent, asked = 0.0, 0
    while not position.over:
        if outcomes := position.chance():
            position = position.play(draw(outcomes, random))
            continue
        if position.actor == own:
            began = time.process_time()
            move = choose(policy, position, random, seconds)
            if len(position.legal_moves()) > 1:
                spent, asked = spent + time.process_time() - began, asked + 1
        else:
            move = choose(against, position, random, seconds)
        position = position.play(move)
    totals = [score.total for score in position.scores()]
    lead = margin(totals, own)
    win = 1.0 if lead > 0 else 1 / totals.count(totals[own]) if lead == 0 else 0.0
    return Result(seed, win, lead, totals[own], spent / max(1, asked))


def interval(values: list[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("inf")
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


def pairing(
    executor: Executor,
    name: str,
    players: int,
    setup: dict[str, Any],
    policies: tuple[str, str],
    games: int,
    first: int,
    seconds: float,
) -> list[Result]:
    """Play the games of a pairing, with progress on the error stream."""
    started = time.monotonic()
    work = [
        executor.submit(play, name, players, setup, seed, *policies, seconds) for seed in range(first, first + games)
    ]
    found = []
    for future in as_completed(work):
        found.append(future.result())
        left = (time.monotonic() - started) / len(found) * (games - len(found))
        print(f"\r{len(found)} of {games}, about {left:.0f} s left   ", end="", file=sys.stderr)
    print(file=sys.stderr)
    return sorted(found, key=lambda result: result.seed)


def row(players: int, setup: dict[str, Any], policies: tuple[str, str], found: list[Result]) -> str:
    """Print a row of the table."""
    wins, half = interval([result.win for result in found])
    lead, spread = interval([result.margin for result in found])
    points = sum(result.points for result in found) / len(found)
    seconds = sum(result.seconds for result in found) / len(found)
    what = ", ".join(f"{value}" for value in setup.values()) or "base"
    return (
        f"| {policies[0]} : {policies[1]} | {players} | {what} | {len(found)} | {100 * wins:.0f} ± {100 * half:.0f} % "
        f"| {100 / players:.0f} % | {lead:+.1f} ± {spread:.1f} | {points:.1f} | {1000 * seconds:.0f} |"
    )


def main() -> None:
    """Play the pairings and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 2])
    parser.add_argument("--policy", default="coach")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first-seed", type=int, default=900_000)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--module", action="append", default=[])
    options = parser.parse_args()
    setup: dict[str, Any] = {"modules": tuple(options.module)} if options.module else {}
    heads = ("who : others", "players", "set-up", "games", "wins", "fair", "margin to the best other", "points")
    print("| " + " | ".join((*heads, "ms a decision")) + " |")
    print("| --- " * (len(heads) + 1) + "|")
    with ProcessPoolExecutor(options.jobs) as executor:
        for players in options.players:
            policies = (options.policy, options.against)
            found = pairing(
                executor, options.game, players, setup, policies, options.games, options.first_seed, options.seconds
            )
            print(row(players, setup, policies, found), flush=True)


if __name__ == "__main__":
    main()
