"""Derive the shipped table of worths of Paladins of the West Kingdom from games of the greedy policy.

    python -P bench/worths_paladins.py [--games 1500] [--first-seed 0] [--write]

Method. For 1, 2, 3 and 4 players as many games are played as --games says (every seat greedy, one seed per game). When
a round has ended (rounds 1 to 6), every seat gives one observation: a least-squares fit explains the points that it
still wins, above what it would have if the game ended then, by its holdings. The greedy policy seldom keeps workers,
and a seat that plays well holds more of everything; so at the end of every round each seat is given, by lot, one more
of some holdings (workers up to the three that may stay; workshops, townsfolk, suspicion and debts as they come), and
what the points of the gift itself are worth at once is not counted as won later. So that a seat that stands better
anyway does not lend its strength to its goods, the fit also has a term for each kind of piece and card laid so far,
for the points so far, for the starting player and for each number of players. The fit is exact (normal equations in
whole numbers, solved in fractions): the same seeds give the same table on every machine. The coefficient of a holding
is its worth beyond the points that it makes at once.

A single round is noisy, so that each worth is averaged with its neighbours (round before, round, round after; weights
1, 2, 1; the first and the last round stand alone), cut off at 0 (goods below, burdens above) and rounded to
twentieths. Without --write the table is only printed; with it, it goes to solver/paladins/worths.toml.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, table
from worths import UNIT, Row, least_squares, text

import rules
from rules.paladins.steps import replace
from rules.paladins.values import ATTRIBUTES, ROUNDS, Position, Seat
from rules.paladins.workers import LETTERS, added
from rules.playouts import draw, greedy_policy
from solver.paladins.table import BURDENS, HOLDINGS, holdings, points

FILE = Path(__file__).parent.parent / "solver" / "paladins" / "worths.toml"
PLAYERS = (1, 2, 3, 4)
GAME: Any = rules.load("paladins")
STAY = 3  #: so many unused workers may stay for the next round
#: What is given by lot at the end of a round; what lies in cards and pieces comes by play alone.
GIFTS = ("silver", "provisions", "faith", "strength", "influence", "unpaid")


def gifted(position: Position, seat: Seat, random: Random) -> Seat:
    """Give a seat one more of some holdings, each with a chance of one in four; attributes as far as they go."""
    given = [name for name in GIFTS if random.random() < 0.25]
    fields: dict[str, Any] = {name: getattr(seat, name) + 1 for name in given}
    for name in ATTRIBUTES:
        if name in fields:
            fields[name] = min(fields[name], position.game.cap)
    if random.random() < 0.25 and len(seat.workers) < STAY:
        fields["workers"] = added(seat.workers, random.choice(LETTERS))
    return replace(seat, **fields)


def observe(position: Position) -> list[tuple[list[int], int]]:
    """Return for each seat the terms of an observation, and the points so far."""
    rows = []
    for number, seat in enumerate(position.seats):
        so_far = points(position, seat)
        held = holdings(position, number)
        terms = [held[name] for name in HOLDINGS]
        terms += [seat.monks, seat.outposts, len(seat.walls), len(seat.jars), len(seat.attacked), len(seat.converted)]
        terms += [seat.paid, so_far, int(position.start == number)]
        terms += [int(len(position.seats) == other) for other in PLAYERS]
        rows.append((terms, so_far))
    return rows


def play(players: int, seed: int) -> dict[int, list[Row]]:
    """Play one greedy game; return for each round that ended the observations of the seats."""
    random, lots = Random(seed), Random(f"gifts {seed}")
    position: Position = GAME.setup(players, seed)
    seen: dict[int, list[tuple[list[int], int]]] = {}
    gained: dict[int, list[int]] = {}
    while not position.over:
        outcomes = position.chance()
        step = draw(outcomes, random) if outcomes else greedy_policy(position, random)
        following = position.play(step)
        if following.round != position.round:
            seats = tuple(gifted(following, seat, lots) for seat in following.seats)
            given = replace(following, seats=seats)
            gained[position.round] = [
                points(given, after) - points(following, before)
                for before, after in zip(following.seats, seats, strict=True)
            ]
            seen[position.round] = observe(given)
            following = given
        position = following
    totals = [points(position, seat) for seat in position.seats]
    rows: dict[int, list[Row]] = {}
    for round_, observed in seen.items():
        later = [sum(gained[other][seat] for other in gained if other > round_) for seat in range(players)]
        rows[round_] = [(terms, totals[seat] - so_far - later[seat]) for seat, (terms, so_far) in enumerate(observed)]
    return rows


def smooth(fits: dict[int, list[Fraction]], round_: int, index: int) -> Fraction:
    """Average a worth with its neighbours in the rounds beside it; the first and the last stand alone."""
    weights = {round_ - 1: 1, round_: 2, round_ + 1: 1} if 1 < round_ < ROUNDS - 1 else {round_: 1}
    return sum((weight * fits[other][index] for other, weight in weights.items()), Fraction(0)) / sum(weights.values())


def rounded(name: str, value: Fraction) -> Fraction:
    """Round to the unit of the table; a good is worth 0 or more, a burden 0 or less."""
    number = Fraction(round(value * UNIT), UNIT)
    return min(Fraction(0), number) if name in BURDENS else max(Fraction(0), number)


def main() -> None:
    """Play, fit, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1500, help="games for each number of players")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="write the table to solver/paladins/worths.toml")
    given = parser.parse_args()
    machine("msgspec", "numpy")
    observations: dict[int, list[Row]] = defaultdict(list)
    for players in PLAYERS:
        for seed in range(given.first_seed, given.first_seed + given.games):
            for round_, rows in play(players, seed).items():
                observations[round_] += rows
    fits, errors = {}, {}
    for round_ in range(1, ROUNDS):
        fits[round_], errors[round_] = least_squares(observations[round_])
    lines, shown = [heading(given)], []
    for round_ in range(1, ROUNDS):
        worths = {name: rounded(name, smooth(fits, round_, index)) for index, name in enumerate(HOLDINGS)}
        lines += [f"[round_{round_}]", *(f'{name} = "{text(worths[name])}"' for name in HOLDINGS), ""]
        shown.append(
            [f"round {round_}", len(observations[round_])]
            + [
                f"{text(worths[name])} ({float(fits[round_][index]):.2f} ± {errors[round_][index]:.2f})"
                for index, name in enumerate(HOLDINGS)
            ]
        )
    say("Worths in points at the end of a round: rounded and smoothed (fit ± standard error).")
    say()
    table(["moment", "seats", *HOLDINGS], shown)
    if given.write:
        FILE.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")


def heading(given: argparse.Namespace) -> str:
    """Say in the made file where it comes from."""
    last = given.first_seed + given.games - 1
    how = f"--games {given.games} --first-seed {given.first_seed} --write"
    return (
        f"# Made by bench/worths_paladins.py {how}, not by hand.\n"
        f"# Greedy games with 1, 2, 3 and 4 players, seeds {given.first_seed} to {last} for each.\n"
        f"# Edition {GAME!r}. The method is stated in the script.\n\n"
        "# Worth in points of one of each holding at the end of a round, beyond the points that it makes at once.\n"
    )


if __name__ == "__main__":
    main()
