"""The shipped table: what one of each holding is worth at the end of a turn, beyond the points it makes at once.

It is made by ``bench/worths_village.py`` from games of the greedy policy and stands beside this file as TOML; it says
with which seeds. Every number is an exact decimal with a denominator of 20 at most, so that exact sums stay small.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rules.my_village.values import Position

from .table import HOLDINGS, final

STAGES = 4  #: parts of a game, by how many of the coffins that end it are filled


@cache
def read_table(name: str) -> Mapping[str, Mapping[str, str]]:
    """Read a shipped table."""
    document = tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
    return {key: dict(rows) for key, rows in document.items()}


def stage(position: Position) -> int:
    """Return the part of the game, counted from 0: by how many of the coffins that end it are filled.

    >>> import rules
    >>> stage(rules.load("my_village").setup(players=2, seed=1))
    0
    """
    wanted = position.game.table(len(position.seats)).coffins
    return min(STAGES - 1, STAGES * position.coffins // wanted)


def shipped_worths(position: Position, horizon: str) -> dict[str, Fraction]:
    """Return what one of each holding is worth in points when a horizon has ended.

    At the end of the game nothing that is held is worth more than the points it makes.

    >>> import rules
    >>> position = rules.load("my_village").setup(players=2, seed=1)
    >>> any(shipped_worths(position, "turn").values()), any(shipped_worths(position, "game").values())
    (True, False)
    """
    if horizon == "game" or (position.actor is not None and final(position, position.actor)):
        return dict.fromkeys(HOLDINGS, Fraction(0))
    row = read_table("worths.toml")[f"stage_{stage(position)}"]
    return {name: Fraction(row[name]) for name in HOLDINGS}
