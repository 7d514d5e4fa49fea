"""Show that the house values of My Village are balanced: scores by source, cards taken, and ways to play.

    python -P bench/balance_village.py [--games 400] [--first-seed 0] [--catalogue my_cards.toml]

For 2, 3 and 4 players as many games are played as --games says: game number n is set up with seed n, and its chance and
the leanings of its seats are drawn by Python's random.Random(n). Every seat is a sensible player who looks one turn
ahead (bench/_villagers.py) with a leaning of its own: religion, council, travel, market, fields and stories are each
worth 0.6 to 1.4 times as much to it, so that seats go different ways. Stated are the points by source, the length of
a game, how often each card is taken and its owners' points less the mean of the table, and the same for the seats by
the area that they lean to most.

Limits: a mean of 40 to 75 points for each number of players; no card with house values in fewer than 3 % or more than
97 % of the games (of the seats, for what everybody may have); no leaning worth more than 4 points more or less than
the mean.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, seeded, seeds, table, verdict
from _villagers import AREAS, Villager, leaning
from balance import gains, mean_and_error

import rules
from rules.my_village.outcomes import Rat
from rules.my_village.values import LETTERS, Position
from rules.playouts import draw

PLAYERS = (2, 3, 4)
LEAST_POINTS, MOST_POINTS = 40.0, 75.0
LEAST_SHARE, MOST_SHARE = 0.03, 0.97
MOST_LEANING = 4.0
TABLES = (
    *("churches", "monks", "halls", "meeting", "fields"),
    *("craft_kinds", "crafts", "letters", "travel", "customers"),
)
PER_SEAT = {"meeting", "fields", "craft_kinds", "letters"}  #: what everybody may have


class Tally:
    """Collect what the games show."""

    def __init__(self) -> None:
        self.games: Counter[int] = Counter()
        self.totals: dict[int, list[int]] = defaultdict(list)
        self.sources: dict[int, Counter[str]] = defaultdict(Counter)
        self.winning: list[int] = []
        self.rounds: dict[int, list[int]] = defaultdict(list)
        self.plagues: dict[int, int] = defaultdict(int)
        self.taken: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.leaning: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.verbs: Counter[str] = Counter()

    def add(self, position: Position, likes: list[dict[str, float]]) -> None:
        """Count the end of a game."""
        players = len(position.seats)
        self.games[players] += 1
        self.rounds[players].append(position.round)
        for gain, score, seat, like in zip(gains(position), position.scores(), position.seats, likes, strict=True):
            self.totals[players].append(score.total)
            self.sources[players].update(score.sources)
            if score.rank == 1:
                self.winning.append(score.total)
            self.leaning[max(AREAS, key=like.__getitem__)].append(gain)
            for card in cards_of(seat):
                self.taken[card].append(gain)


def cards_of(seat: Any) -> list[str]:
    """List what a village holds, by table and id; what is waited for (customers not served) is listed apart."""
    found = [f"churches.{seat.church}"] * bool(seat.church) + [f"halls.{seat.hall}"] * bool(seat.hall)
    found += ["meeting.meeting"] * seat.meeting + ["fields.field"] * bool(seat.fields)
    found += [f"monks.{key}" for key in seat.monks] + [f"crafts.{key}" for key in seat.crafts if key]
    found += [f"craft_kinds.{key.split('_')[0]}" for key in seat.crafts if key]
    found += [f"travel.{key}" for key in seat.travel] + [f"customers.{key}" for key in seat.served]
    found += [f"letters.{letter}" for letter in LETTERS[: len(seat.travel)]]
    return found


def play(game: rules.Game, players: int, seed: int, tally: Tally) -> None:
    """Play one game to its end."""
    random = Random(seed)
    position: Position = game.setup(players, seed)  # type: ignore[assignment]
    likes = [leaning(random) for _ in range(players)]
    seats = [Villager(like) for like in likes]
    while not position.over:
        outcomes = position.chance()
        move: Any
        if outcomes:
            move = draw(outcomes, random)
            if isinstance(move, Rat) and move.pips >= position.rat:
                tally.plagues[players] += 1
        else:
            number = position.actor
            assert number is not None
            move = seats[number].choose(position)
            tally.verbs[move.key.split()[0]] += 1
        position = position.play(move)
    tally.add(position, likes)


def show_scores(tally: Tally) -> list[float]:
    """Print points by source and the length of the games; return the means."""
    say("Mean points of a seat by source, and the length of a game.")
    say()
    sources = list(tally.sources[PLAYERS[0]])
    header = ["players", "games", "points", "10 to 90 %", *sources, "turns", "plagues"]
    rows, means = [], []
    for players in PLAYERS:
        totals = sorted(tally.totals[players])
        mean = statistics.mean(totals)
        means.append(mean)
        spread = f"{totals[len(totals) // 10]}-{totals[len(totals) * 9 // 10]}"
        parts = [f"{tally.sources[players][name] / len(totals):.1f}" for name in sources]
        turns = statistics.mean(tally.rounds[players]) * (2 if players == 2 else 1)
        games = tally.games[players]
        rows.append(
            [players, games, f"{mean:.1f}", spread, *parts, f"{turns:.1f}", f"{tally.plagues[players] / games:.1f}"]
        )
    table(header, rows)
    say(f"Winners have {statistics.mean(tally.winning):.1f} points.")
    say()
    return means


def show_leanings(tally: Tally) -> float:
    """Print what the seats have that lean to each area most; return the farthest from the mean."""
    say("Seats by the area that they lean to most: points less the mean of the table.")
    say()
    rows, far = [], 0.0
    for area in AREAS:
        seats = tally.leaning[area] or [(0.0, 0.0)]
        mean, error = mean_and_error([points for points, _ in seats])
        far = max(far, abs(mean))
        wins = statistics.mean(share for _, share in seats)
        rows.append([area, len(seats), f"{mean:+.2f}", f"{error:.2f}", f"{100 * wins:+.0f} %"])
    table(["leaning", "seats", "points", "± error", "wins over equal share"], rows)
    return far


def show_cards(game: rules.Game, tally: Tally) -> tuple[float, float]:
    """Print how often each card is taken; return the least and greatest share among those with house values."""
    games, seats = sum(tally.games.values()), sum(len(totals) for totals in tally.totals.values())
    shares = []
    for name in TABLES:
        rows = []
        keys = LETTERS if name == "letters" else getattr(game.catalogue, name)  # type: ignore[attr-defined]
        for key in keys:
            owners = tally.taken[f"{name}.{key}"]
            share = len(owners) / (seats if name in PER_SEAT else games)
            row = None if name == "letters" else keys[key]
            if row is not None and row.house:
                shares.append(share)
            mean, error = mean_and_error([points for points, _ in owners])
            wins = f"{100 * statistics.mean(share for _, share in owners):+.0f} %" if owners else "-"
            said = [f"{mean:+.2f}", f"{error:.2f}"] if owners else ["-", "-"]
            rows.append([key, f"{100 * share:.0f} %", *said, wins])
        of = "seats" if name in PER_SEAT else "games"
        say(f"{name}: in how many of the {of}, and the owners' points less the mean of the table.")
        say()
        table([name, "taken", "points", "± error", "wins over equal share"], rows)
    return min(shares), max(shares)


def main() -> None:
    """Play, print and say whether the limits hold."""
    parser = seeded(__doc__, 400)
    parser.add_argument("--catalogue", help="a TOML file with other values, to try them out")
    given = parser.parse_args()
    machine("msgspec")
    last = seeds(given)[-1]
    say(f"Sensible players with leanings, seeds {given.first_seed} to {last} for each of 2, 3 and 4 players.")
    say()
    game = rules.load("my_village", catalogue=given.catalogue)
    tally = Tally()
    for players in PLAYERS:
        for seed in seeds(given):
            play(game, players, seed, tally)
    means = show_scores(tally)
    far = show_leanings(tally)
    least, most = show_cards(game, tally)
    verbs = sum(tally.verbs.values())
    say(
        "Choices by verb: "
        + ", ".join(f"{verb} {100 * n / verbs:.1f} %" for verb, n in tally.verbs.most_common())
        + "."
    )
    say()
    say(
        f"Mean points {min(means):.1f} to {max(means):.1f}; limits {LEAST_POINTS:g} and {MOST_POINTS:g}: "
        f"{verdict(min(means), LEAST_POINTS, True)}, {verdict(max(means), MOST_POINTS)}."
    )
    say(f"Farthest leaning: {far:.2f} points; limit {MOST_LEANING:g}: {verdict(far, MOST_LEANING)}.")
    say(
        f"Cards taken in {100 * least:.1f} % to {100 * most:.1f} %; limits {100 * LEAST_SHARE:.0f} % and "
        f"{100 * MOST_SHARE:.0f} %: {verdict(least, LEAST_SHARE, True)}, {verdict(most, MOST_SHARE)}."
    )


if __name__ == "__main__":
    main()
