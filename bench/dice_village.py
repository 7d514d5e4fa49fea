"""Count what the forecast of My Village expects of later turns: coins for a value, black dice, and deaths.

    python -P bench/dice_village.py [--throws 2000] [--games 60]

Method. For 2, 3 and 4 players pools are thrown by lot, and as many pairs of white dice taken away as others may have
taken before. Of the pairs that are left, the one that makes a value for fewest coins is taken, where the two clouds of
a black die are given for a coin and a half. Deaths in a turn are those of greedy games. Of the defaults in
solver/my_village/forecast.py those of the dice are the means of 2 and 4 players, rounded to quarters.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent))

from _measure import machine, table

import rules
from rules.my_village.dice import names_of, price
from rules.my_village.moves import Take
from rules.my_village.rounds import turns

GIVEN = 1.5  #: coins that a person gives for not taking a black die
EDGE = (2, 3, 11, 12)


def thrown(players: int, throws: int, seed: int) -> tuple[float, float, float]:
    """Return mean coins for 4 to 10, mean coins for the values at the edge, and mean clouds of black dice."""
    row = rules.load("my_village").table(players)  # type: ignore[attr-defined]
    random = Random(seed)
    middle = edge = clouds = 0
    for _ in range(throws):
        white = sorted(random.choices(range(1, 7), k=row.white - 2 * random.randrange(turns(players))))
        black = sorted(random.choices(range(1, 7), k=row.black))
        pairs = list(combinations(names_of(tuple(white), tuple(black)), 2))
        for value in range(2, 13):
            cost, dark = min((price(Take(pair, value)) for pair in pairs), key=lambda one: one[0] + GIVEN * one[1])
            clouds += 2 * dark
            if value in EDGE:
                edge += cost
            else:
                middle += cost
    return middle / throws / 7, edge / throws / len(EDGE), clouds / throws / 11


def died(players: int, games: int) -> float:
    """Return the deaths in a turn of a seat, in greedy games."""
    deaths = taken = 0
    for seed in range(games):
        position = rules.load("my_village").setup(players, seed)
        record = rules.playout(position, "greedy", seed)
        end = record.end
        deaths += end.coffins  # type: ignore[attr-defined]
        taken += end.round * turns(players)  # type: ignore[attr-defined]
    return deaths / taken


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first-seed", type=int, default=0)
    given = parser.parse_args()
    machine()
    rows = []
    for players in (2, 3, 4):
        means = thrown(players, given.throws, given.first_seed + players)
        rows.append([players, *(f"{mean:.2f}" for mean in means), f"{died(players, given.games):.2f}"])
    table(["players", "coins for 4 to 10", "coins for 2, 3, 11, 12", "clouds of black dice", "deaths a turn"], rows)


if __name__ == "__main__":
    main()
