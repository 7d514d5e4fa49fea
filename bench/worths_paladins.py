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

import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, seeded
from worths import UNIT, Row, fitted, following, gathered, origin, report

import rules
from rules.paladins.steps import replace
from rules.paladins.values import ATTRIBUTES, ROUNDS, Position, Seat
from rules.paladins.workers import LETTERS, added
from rules.saving import write_whole
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
        _, after = following(position, random)
        if after.round != position.round:
            seats = tuple(gifted(after, seat, lots) for seat in after.seats)
            given = replace(after, seats=seats)
            gained[position.round] = [
                points(given, richer) - points(after, poorer) for poorer, richer in zip(after.seats, seats, strict=True)
            ]
            seen[position.round] = observe(given)
            after = given
        position = after
    totals = [points(position, seat) for seat in position.seats]
    rows: dict[int, list[Row]] = {}
    for round_, observed in seen.items():
        later = [sum(gained[other][seat] for other in gained if other > round_) for seat in range(players)]
        rows[round_] = [(terms, totals[seat] - so_far - later[seat]) for seat, (terms, so_far) in enumerate(observed)]
    return rows


def rounded(name: str, value: Fraction) -> Fraction:
    """Round to the unit of the table; a good is worth 0 or more, a burden 0 or less."""
    number = Fraction(round(value * UNIT), UNIT)
    return min(Fraction(0), number) if name in BURDENS else max(Fraction(0), number)


def main() -> None:
    """Play, fit, print and write."""
    parser = seeded(__doc__, 1500)
    parser.add_argument("--write", action="store_true", help="write the table to solver/paladins/worths.toml")
    given = parser.parse_args()
    machine("msgspec", "numpy")
    observations = gathered(play, PLAYERS, given)
    fits, errors = fitted(observations, range(1, ROUNDS))
    say("Worths in points at the end of a round: rounded and smoothed (fit ± standard error).")
    say()
    places = {name: index for index, name in enumerate(HOLDINGS)}
    lines = report("round", observations, fits, errors, places, rounded)
    if given.write:
        heading = origin("worths_paladins.py", given, "with 1, 2, 3 and 4 players", GAME, "a round")
        write_whole(FILE, "\n".join([heading, *lines]) + "\n")


if __name__ == "__main__":
    main()
