"""The shipped tables: worths of holdings, and the income that a seat can expect from the advisors.

Both are made by ``bench/worths.py`` from games of the greedy policy and stand beside this file as TOML; they say with
which seeds. Every number is an exact decimal with a denominator of 20 at most, so that exact sums stay small.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rules.kingsburg.values import Position

HOLDINGS = ("gold", "wood", "stone", "soldiers", "markers")
INCOME = ("gold", "wood", "stone", "any", "soldiers", "markers", "points")


@cache
def read_table(name: str) -> dict[str, dict[str, object]]:
    """Read a shipped table."""
    document = tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
    return {key: dict(rows) for key, rows in document.items()}


def moment(phase: int, horizon: str) -> str:
    """Name the moment at which a horizon ends: the season that a phase lies in or follows, or the whole year."""
    if horizon != "season":
        return "winter"
    return "spring" if phase <= 3 else "summer" if phase <= 5 else "autumn"


def shipped_worths(position: Position, horizon: str) -> dict[str, Fraction]:
    """Return what one gold, wood, stone, soldier and +2 marker is worth in points when a horizon has ended.

    At the end of the game nothing that is held is worth anything.

    >>> import rules
    >>> position = rules.load("kingsburg").setup(players=3, seed=1)
    >>> sorted(shipped_worths(position, "season"))
    ['gold', 'markers', 'soldiers', 'stone', 'wood']
    """
    if horizon == "game" or (horizon == "year" and position.year == 5):
        return dict.fromkeys(HOLDINGS, Fraction(0))
    row = read_table("worths.toml")[f"year_{position.year}"][moment(position.phase, horizon)]
    assert isinstance(row, dict)
    return {name: Fraction(row[name]) for name in HOLDINGS}


def shipped_forecast(position: Position) -> dict[str, Fraction]:
    """Return what advisors can be expected to give a seat in one productive season, by the number of players.

    "any" are goods of one's choice (the Alchemist's trade counts as one); "soldiers", "markers" and "points" are
    those of the advisors alone, the Smuggler's price taken off.

    >>> import rules
    >>> position = rules.load("kingsburg").setup(players=3, seed=1)
    >>> list(shipped_forecast(position))
    ['gold', 'wood', 'stone', 'any', 'soldiers', 'markers', 'points']
    """
    row = read_table("forecast.toml")[f"players_{len(position.seats)}"]
    return {name: Fraction(str(row[name])) for name in INCOME}
