"""The shipped table: what one of each holding is worth at the end of a round, beyond the points it makes at once.

It is made by ``bench/worths_paladins.py`` from games of the greedy policy and stands beside this file as TOML; it says
with which seeds. Every number is an exact decimal with a denominator of 20 at most, so that exact sums stay small.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rules.paladins.values import ROUNDS, Position

from .table import HOLDINGS


@cache
def read_table(name: str) -> Mapping[str, Mapping[str, str]]:
    """Read a shipped table."""
    document = tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
    return {key: dict(rows) for key, rows in document.items()}


def shipped_worths(position: Position, horizon: str) -> dict[str, Fraction]:
    """Return what one of each holding is worth in points when a horizon has ended.

    At the end of the game nothing that is held is worth more than the points it makes.

    >>> import rules
    >>> position = rules.load("paladins").setup(players=2, seed=1)
    >>> sorted(shipped_worths(position, "round"))[:3]
    ['debts', 'faith', 'influence']
    >>> any(shipped_worths(position, "game").values())
    False
    """
    if horizon == "game" or position.round == ROUNDS:
        return dict.fromkeys(HOLDINGS, Fraction(0))
    row = read_table("worths.toml")[f"round_{position.round}"]
    return {name: Fraction(row[name]) for name in HOLDINGS}
