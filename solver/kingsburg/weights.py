"""Count everything in whole numbers: points, holdings and chances under the objective, with ties broken.

One whole number holds the exact value (in units of 1/``denominator`` points) times ``TIE``, plus a small number
that only breaks ties: among plans of equal value the one that keeps more goods, markers and soldiers.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from solver.request import Request

TIE = 1_000_000
TIES = {"gold": 10, "wood": 10, "stone": 10, "soldiers": 8, "markers": 9}
HOLDINGS = ("gold", "wood", "stone", "soldiers", "markers")


class Weights(msgspec.Struct, frozen=True):
    """Hold what one of each thing adds to the whole number; ``chances`` is the number of equally likely ends."""

    points: int
    gold: int
    wood: int
    stone: int
    soldiers: int
    markers: int
    chances: int
    denominator: int

    @property
    def goods(self) -> tuple[int, int, int]:
        """Return the weights of gold, wood and stone."""
        return self.gold, self.wood, self.stone

    @property
    def per_end(self) -> int:
        """Return what one point adds in one of the equally likely ends."""
        return self.points // self.chances

    def value(self, number: int) -> Fraction:
        """Return the exact value that a whole number holds, without the part that breaks ties."""
        return Fraction((number + TIE // 2) // TIE, self.denominator)


def make_weights(request: Request, chances: int) -> Weights:
    """Turn the request's table of worths into whole numbers."""
    worths = {name: request.worth(name) for name in ("points", *HOLDINGS)}
    common = lcm(*(worth.denominator for worth in worths.values()))
    scaled = {name: int(worth * common) * chances * TIE for name, worth in worths.items()}
    ties = {name: number + TIES.get(name, 0) for name, number in scaled.items()}
    return Weights(**ties, chances=chances, denominator=common * chances)
