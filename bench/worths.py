"""Derive the shipped tables of worths and of income from games of the greedy policy.

    python -P bench/worths.py [--games 800] [--first-seed 0] [--write]

Method. For 2, 3, 4 and 5 players as many games are played as --games says (base game, every seat greedy, one seed
per game). At the end of each productive season and of each year, every seat gives one observation. For each of
these twenty moments a least-squares fit explains the points that the seat still wins until the end of the game by
its gold, wood, stone, soldiers and +2 markers; so that a seat that stands better anyway does not lend its strength to
its goods, the fit also has one term for each building owned, one for the envoy, one for bonus dice on offer, one for
the points so far and one for each number of players. The fit is exact (normal equations in whole numbers, solved in
fractions): the same seeds give the same table on every machine. The coefficient of a holding is its worth.

A single moment is noisy, so that each worth is averaged with its neighbours of the same kind of moment (year before,
year, year after; weights 1, 2, 1; the last year stands alone), cut off below at 0 and rounded to twentieths.
The income is the mean over seats and seasons of what advisors gave, rounded to twentieths.
Without --write the tables are only printed; with it they go to solver/kingsburg/.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, seeded, seeds, table

import rules
from rules.kingsburg.gifts import advisor_of
from rules.kingsburg.moves import Decline, Exchange, Place, Take
from rules.kingsburg.values import Position
from rules.playouts import draw, greedy_policy
from rules.saving import write_whole

FOLDER = Path(__file__).parent.parent / "solver" / "kingsburg"
HOLDINGS = ("gold", "wood", "stone", "soldiers", "markers")
INCOME = ("gold", "wood", "stone", "any", "soldiers", "markers", "points")
PLAYERS = (2, 3, 4, 5)
MOMENTS = {3: "spring", 5: "summer", 7: "autumn", 8: "winter"}  #: the phase that begins at the moment, or ends
PLAYED = "of the base game with 2, 3, 4 and 5 players"
UNIT = 20  #: worths are rounded to parts of this size

Row = tuple[list[int], int]  #: the terms of an observation, and the points so far
Fits = dict[int, list[Fraction]]  #: coefficients by part of the game


def following(position: Any, random: Random) -> tuple[Any, Any]:
    """Take one step of a game in which every seat plays greedily; return the step and the position after it."""
    outcomes = position.chance()
    step = draw(outcomes, random) if outcomes else greedy_policy(position, random)
    return step, position.play(step)


class Game:
    """Play one greedy game and keep what the tables need."""

    def __init__(self, players: int, seed: int) -> None:
        self.rows: dict[tuple[int, int], list[Row]] = defaultdict(list)
        self.income: dict[str, int] = defaultdict(int)
        random = Random(seed)
        position: Position = rules.load("kingsburg").setup(players, seed)  # type: ignore[assignment]
        begun: set[tuple[int, int]] = set()
        while not position.over:
            step, after = following(position, random)
            self._gifts(position, step)
            moment = (position.year, 8) if after.year != position.year else (after.year, after.phase)
            if moment[1] in MOMENTS and moment not in begun and (moment[1] != 8 or after.year != position.year):
                begun.add(moment)
                self._observe(after, moment)
            # Spring and summer end without a question, so the next season may have begun within one step.
            passed = (position.year, position.phase + 1)
            if after.phase == position.phase + 2 and passed not in begun and passed[1] in MOMENTS:
                begun.add(passed)
                self._observe(after, passed)
            position = after
        totals = [score.total for score in position.scores()]
        self.observations = {
            moment: [(terms, totals[seat] - points) for seat, (terms, points) in enumerate(rows)]
            for moment, rows in self.rows.items()
        }

    def _observe(self, position: Position, moment: tuple[int, int]) -> None:
        players = len(position.seats)
        for number, seat in enumerate(position.seats):
            terms = [getattr(seat, name) for name in HOLDINGS]
            terms += [int(seat.built[cell.row] > cell.column) for cell in position.sheet]
            terms += [int(position.envoy == number), seat.bonus_dice, seat.total]
            terms += [int(players == other) for other in PLAYERS]
            self.rows[moment].append((terms, seat.total))

    def _gifts(self, position: Position, step: object) -> None:
        """Count what advisors give, by the placements and the choices made."""
        if isinstance(step, Place):
            advisor = position.game.advisors[step.rank - 1]
            gift = advisor.gift
            for name in INCOME:
                if name != "any":
                    self.income[name] += getattr(gift, name)
        elif position.step == "gifts" and not position.owed and isinstance(step, Take | Exchange | Decline):
            advisor = advisor_of(position, position.placements[position.paid])
            if isinstance(step, Exchange):
                self.income["any"] += 1
            elif isinstance(step, Take) and advisor.choose:
                for name in ("gold", "wood", "stone"):
                    self.income[name] += getattr(step, name)
            elif isinstance(step, Take):
                self.income["any"] += step.gold + step.wood + step.stone
                self.income["points"] -= advisor.pays_points


def least_squares(rows: list[Row]) -> tuple[list[Fraction], list[float]]:
    """Return the exact coefficients of a least-squares fit and their standard errors.

    A term that is a sum of others (or never occurs) is left out, and its coefficient is 0.
    """
    import numpy

    terms = numpy.array([row for row, _ in rows], dtype=numpy.int64)
    goal = numpy.array([value for _, value in rows], dtype=numpy.int64)
    size = terms.shape[1]
    normal = [[Fraction(int(value)) for value in line] for line in terms.T @ terms]
    right = [Fraction(int(value)) for value in terms.T @ goal]
    kept: list[int] = []
    matrix = [[*line, right[index]] for index, line in enumerate(normal)]
    for column in range(size):
        if matrix[column][column] == 0:
            continue
        kept.append(column)
        pivot = matrix[column][column]
        matrix[column] = [value / pivot for value in matrix[column]]
        for other in range(size):
            if other != column and (factor := matrix[other][column]):
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], matrix[column], strict=True)]
    solution = [matrix[column][size] if column in kept else Fraction(0) for column in range(size)]
    rest = goal - terms @ numpy.array([float(value) for value in solution])
    variance = float(rest @ rest) / max(1, len(rows) - len(kept))
    inverse = numpy.linalg.pinv((terms.T @ terms).astype(float))
    return solution, [float(value) ** 0.5 for value in numpy.maximum(0, numpy.diag(inverse) * variance)]


def rounded(value: Fraction) -> Fraction:
    """Round to the unit of the tables, not below 0."""
    return max(Fraction(0), Fraction(round(value * UNIT), UNIT))


def smooth(fits: dict[tuple[int, int], list[Fraction]], year: int, phase: int, index: int) -> Fraction:
    """Average a worth with its neighbours in the years beside it; the last year stands alone."""
    weights = {year: 2} | ({year - 1: 1, year + 1: 1} if year < 5 else {})
    known = [
        (weight, fits[(other, phase)][index]) for other, weight in weights.items() if 1 <= other <= 4 or other == year
    ]
    return sum((weight * value for weight, value in known), Fraction(0)) / sum(weight for weight, _ in known)


def fitted(observations: dict[int, list[Row]], parts: Iterable[int]) -> tuple[Fits, dict[int, list[float]]]:
    """Fit each part of the game; return coefficients and standard errors."""
    found = {part: least_squares(observations[part]) for part in parts}
    return {part: fit for part, (fit, _) in found.items()}, {part: errors for part, (_, errors) in found.items()}


def gathered(
    play: Callable[[int, int], dict[int, list[Row]]], players: Iterable[int], given: argparse.Namespace
) -> dict[int, list[Row]]:
    """Play the games that are asked for with each number of players; collect the observations by part of the game."""
    found: dict[int, list[Row]] = defaultdict(list)
    for number in players:
        for seed in seeds(given):
            for part, rows in play(number, seed).items():
                found[part] += rows
    return found


def averaged(fits: Fits, part: int, index: int) -> Fraction:
    """Average a worth with its neighbours in the parts beside it; the first and the last part stand alone."""
    inside = min(fits) < part < max(fits)
    weights = {part - 1: 1, part: 2, part + 1: 1} if inside else {part: 1}
    return sum((weight * fits[other][index] for other, weight in weights.items()), Fraction(0)) / sum(weights.values())


def report(
    name: str,
    observations: dict[int, list[Row]],
    fits: Fits,
    errors: dict[int, list[float]],
    places: dict[str, int],
    rounded: Callable[[str, Fraction], Fraction],
) -> list[str]:
    """Print the worths of each part of the game, called ``name``, and return the lines of the made file."""
    lines, shown = [], []
    for part, fit in fits.items():
        worths = {good: rounded(good, averaged(fits, part, index)) for good, index in places.items()}
        lines += [f"[{name}_{part}]", *(f'{good} = "{text(worth)}"' for good, worth in worths.items()), ""]
        shown.append(
            [f"{name} {part}", len(observations[part])]
            + [
                f"{text(worths[good])} ({float(fit[index]):.2f} ± {errors[part][index]:.2f})"
                for good, index in places.items()
            ]
        )
    table(["moment", "seats", *places], shown)
    return lines[:-1]


def origin(script: str, given: argparse.Namespace, players: str, edition: object, end: str = "") -> str:
    """Say in a made file where it comes from, and at the end of what its worths hold."""
    each = f"\n# Worth in points of one of each holding at the end of {end}, beyond the points that it makes at once.\n"
    return (
        f"# Made by bench/{script} --games {given.games} --first-seed {given.first_seed} --write, not by hand.\n"
        f"# Greedy games {players}, seeds {given.first_seed} to {seeds(given)[-1]} for each.\n"
        f"# Edition {edition!r}. The method is stated in the script.\n"
    ) + (each if end else "")


def text(value: Fraction) -> str:
    """Print an exact decimal."""
    return f"{float(value):.2f}"


def main() -> None:
    """Play, fit, print and write."""
    parser = seeded(__doc__, 800)
    parser.add_argument("--write", action="store_true", help="write the tables to solver/kingsburg/")
    given = parser.parse_args()
    machine("msgspec", "numpy")
    observations: dict[tuple[int, int], list[Row]] = defaultdict(list)
    income: dict[int, dict[str, Fraction]] = {}
    for players in PLAYERS:
        sums: dict[str, int] = defaultdict(int)
        for seed in seeds(given):
            game = Game(players, seed)
            for moment, rows in game.observations.items():
                observations[moment] += rows
            for name, number in game.income.items():
                sums[name] += number
        seasons = given.games * players * 15
        income[players] = {name: Fraction(sums[name], seasons) for name in INCOME}
    edition = rules.load("kingsburg")
    report_worths(given, edition, observations)
    report_income(given, edition, income)


def report_worths(given: argparse.Namespace, edition: object, observations: dict[tuple[int, int], list[Row]]) -> None:
    """Fit every moment, print the worths with their standard errors, and write them."""
    fits, errors = {}, {}
    for moment in sorted(observations):
        fits[moment], errors[moment] = least_squares(observations[moment])
    lines, rows = [origin("worths.py", given, PLAYED, edition)], []
    lines.append("# Worth in points of one of each holding at the end of a season, or of the whole year (winter).\n")
    for year, phase in sorted(fits):
        worths = {name: rounded(smooth(fits, year, phase, index)) for index, name in enumerate(HOLDINGS)}
        if phase == 8:
            worths["soldiers"] = Fraction(0)  # they go back to the supply
        rows.append(
            [f"year {year}, {MOMENTS[phase]}", len(observations[(year, phase)])]
            + [
                f"{text(worths[name])} ({float(fits[(year, phase)][index]):.2f} ± {errors[(year, phase)][index]:.2f})"
                for index, name in enumerate(HOLDINGS)
            ]
        )
        numbers = ", ".join(f'{name} = "{text(worths[name])}"' for name in HOLDINGS)
        if phase == 3:
            lines.append(f"\n[year_{year}]" if year > 1 else "[year_1]")
        lines.append(f"{MOMENTS[phase]} = {{ {numbers} }}")
    say("Worths in points: rounded and smoothed (fit ± standard error).")
    say()
    table(["moment", "seats", *HOLDINGS], rows)
    if given.write:
        write_whole(FOLDER / "worths.toml", "\n".join(lines) + "\n")


def report_income(given: argparse.Namespace, edition: object, income: dict[int, dict[str, Fraction]]) -> None:
    """Print what advisors give a seat per productive season, and write it."""
    lines = [origin("worths.py", given, PLAYED, edition)]
    lines.append("# What advisors give a seat in one productive season, by the number of players.\n")
    rows = []
    for players, means in income.items():
        values = {name: rounded(means[name]) for name in INCOME}
        rows.append([f"{players} players", *(f"{text(values[name])} ({float(means[name]):.3f})" for name in INCOME)])
        lines.append(f"[players_{players}]")
        lines += [f'{name} = "{text(values[name])}"' for name in INCOME]
        lines.append("")
    say("Income of a seat from advisors per productive season: rounded (mean).")
    say()
    table(["game", *INCOME], rows)
    if given.write:
        write_whole(FOLDER / "forecast.toml", "\n".join(lines[:-1]) + "\n")


if __name__ == "__main__":
    main()
