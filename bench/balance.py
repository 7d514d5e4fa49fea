"""Show that the house cards are balanced: the 24 governors (module 2) and the buildings of rows A and G (module 1).

    python -P bench/balance.py [--games 600] [--first-seed 0] [--catalogue my_cards.toml]

Every seat plays greedily. For 2, 3, 4 and 5 players as many games are played as --games says, once with the governors
and once with the long sheet; game number n is set up with seed n and its chance drawn by Python's
random.Random(n). Governor cards are kept at random among the three dealt, so that no card profits from being chosen
by those who can use it. Stated are, for each governor, its owner's points less the mean of the table, with the standard
error, and its share of the wins (ties shared) against the share that falls to everybody; for each building how often it
is built, and its builders' points less the mean of the table.

Limits: no governor with house numbers worse than -4 or better than +4 points (cards whose numbers are all stated by
sources are measured and reported, but are not ours to change); no building of module 1 built by nobody or by everybody
(2 % to 98 % of the seats).
"""

from __future__ import annotations

import statistics
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, seeded, seeds, table, verdict

import rules
from rules.kingsburg.values import Position
from rules.playouts import draw, greedy_policy, random_policy

PLAYERS = (2, 3, 4, 5)
MOST_POINTS = 4.0
LEAST_SHARE, MOST_SHARE = 0.02, 0.98


def play(game: rules.Game, players: int, seed: int, module: str) -> Position:
    """Play one game to its end; governor cards are kept at random."""
    random = Random(seed)
    position: Position = game.setup(players, seed, (module,))  # type: ignore[assignment]
    while not position.over:
        outcomes = position.chance()
        if outcomes:
            position = position.play(draw(outcomes, random))
        else:
            policy = random_policy if position.step == "governor" else greedy_policy
            position = position.play(policy(position, random))
    return position


def gains(position: Any) -> list[tuple[float, float]]:
    """Return per seat its points less the mean of the table, and its share of the win less an equal share."""
    scores = position.scores()
    mean = statistics.mean(score.total for score in scores)
    winners = sum(score.rank == 1 for score in scores)
    return [(score.total - mean, (score.rank == 1) / winners - 1 / len(scores)) for score in scores]


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    if len(values) < 2:
        return (values[0] if values else 0.0), float("inf")
    return statistics.mean(values), statistics.stdev(values) / len(values) ** 0.5


def governors(game: rules.Game, games: int, first: int) -> tuple[float, float]:
    """Print the governors, best first; return the greatest distance from the mean among cards with house numbers,
    and among those whose numbers are all stated by sources."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    own: dict[str, list[float]] = defaultdict(list)
    for players in PLAYERS:
        for seed in range(first, first + games):
            position = play(game, players, seed, "governors")
            for seat, gain, score in zip(position.seats, gains(position), position.scores(), strict=True):
                found[seat.governor].append(gain)
                own[seat.governor].append(score.sources["governors"])
    cards = position.catalogue.governors
    rows = []
    for card in cards:
        mean, error = mean_and_error([points for points, _ in found[card]])
        wins = statistics.mean(share for _, share in found[card])
        direct = statistics.mean(own[card])
        house = ", ".join(cards[card].house) or "none"
        cells = [cards[card].name.en, len(found[card]), signed(mean), f"{error:.2f}", f"{100 * wins:+.0f} %"]
        rows.append((mean, [*cells, signed(direct), house]))
    rows.sort(key=lambda row: -row[0])
    say("Governors: points less the mean of the table.")
    say()
    header = ["governor", "seats", "points", "± error", "wins over equal share", "by its own text", "house values"]
    table(header, [row for _, row in rows])
    far = {True: 0.0, False: 0.0}
    for card in cards:
        ours = bool(set(cards[card].house) - {"name.en", "name.de"})
        far[ours] = max(far[ours], abs(statistics.mean(points for points, _ in found[card])))
    return far[True], far[False]


def buildings(game: rules.Game, games: int, first: int) -> tuple[float, float]:
    """Print the buildings of module 1 (and the others below), and return the least and greatest share of builders."""
    seats = 0
    found: dict[str, list[float]] = defaultdict(list)
    totals: list[int] = []
    for players in PLAYERS:
        for seed in range(first, first + games):
            position = play(game, players, seed, "buildings")
            totals += [score.total for score in position.scores()]
            for seat, (points, _) in zip(position.seats, gains(position), strict=True):
                seats += 1
                for cell in position.sheet.owned(seat.built):
                    found[cell.id].append(points)
    rows, shares = [], []
    for cell in sorted(position.sheet.cells, key=lambda cell: (not cell.building.module, cell.row, cell.column)):
        mean, error = mean_and_error(found[cell.id])
        share = len(found[cell.id]) / seats
        if cell.building.module:
            shares.append(share)
        place = f"{cell.building.row}{cell.building.column}"
        rows.append([cell.building.name.en, place, f"{100 * share:.1f} %", signed(mean), f"{error:.2f}"])
    say("Buildings on the long sheet: how often each stands at the end; its builders' points less the table's mean.")
    say()
    table(["building", "place", "built", "points", "± error"], rows)
    say(f"Mean points of a seat with the long sheet: {statistics.mean(totals):.1f}.")
    say()
    return min(shares), max(shares)


def signed(value: float) -> str:
    """Print a number of points with its sign."""
    return f"{value:+.2f}"


def main() -> None:
    """Play, print and say whether the limits hold."""
    parser = seeded(__doc__, 600, "number of players and module")
    parser.add_argument("--catalogue", help="a TOML file with other values, to try them out")
    given = parser.parse_args()
    machine("msgspec")
    last = seeds(given)[-1]
    say(f"Greedy games, seeds {given.first_seed} to {last} for each of 2, 3, 4 and 5 players, random.Random(seed).")
    say()
    game = rules.load("kingsburg", catalogue=given.catalogue)
    farthest, stated = governors(game, given.games, given.first_seed)
    least, most = buildings(game, given.games, given.first_seed)
    held = verdict(farthest, MOST_POINTS)
    say(f"Farthest governor with house numbers: {farthest:.2f} points; limit {MOST_POINTS:g}: {held}.")
    say(f"With numbers that sources state: {stated:.2f} (not ours to change).")
    say(f"Share of builders in module 1: {100 * least:.1f} % to {100 * most:.1f} %.")
    say(
        f"Limits {100 * LEAST_SHARE:.0f} % and {100 * MOST_SHARE:.0f} %: "
        f"{verdict(least, LEAST_SHARE, True)}, {verdict(most, MOST_SHARE)}."
    )


if __name__ == "__main__":
    main()
