"""Whole-number rows: variables with bounds, linear rows between them, one sum to be made as large as possible.

Everything that the planner says about a round is linear, so the same rows serve CP-SAT and, in the benchmark, any
solver for mixed-integer programs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

INFINITE = 10**9


class Sum:
    """Be a linear expression: whole coefficients by variable, and a constant."""

    __slots__ = ("constant", "terms")

    def __init__(self, constant: int = 0, terms: dict[int, int] | None = None) -> None:
        self.constant = constant
        self.terms: dict[int, int] = terms if terms is not None else {}

    def add(self, other: Sum | int, times: int = 1) -> Sum:
        """Add a variable, a sum or a number, ``times`` times, in place; return self."""
        if isinstance(other, Sum):
            self.constant += times * other.constant
            terms = self.terms
            for name, factor in other.terms.items():
                terms[name] = terms.get(name, 0) + times * factor
        else:
            self.constant += times * other
        return self

    def __add__(self, other: Sum | int) -> Sum:
        return Sum(self.constant, dict(self.terms)).add(other)

    def __sub__(self, other: Sum | int) -> Sum:
        return Sum(self.constant, dict(self.terms)).add(other, -1)

    def __mul__(self, times: int) -> Sum:
        return Sum(self.constant * times, {name: times * factor for name, factor in self.terms.items()})

    def at(self, values: list[int] | tuple[int, ...]) -> int:
        """Return the value under values of the variables."""
        return self.constant + sum(factor * values[name] for name, factor in self.terms.items())


def total(parts: Iterable[Sum]) -> Sum:
    """Add up sums."""
    whole = Sum()
    for part in parts:
        whole.add(part)
    return whole


class Rows:
    """Collect variables and rows. A variable is a :class:`Sum` of one term."""

    def __init__(self) -> None:
        self.bounds: list[tuple[int, int]] = []
        self.names: list[str] = []
        self.rows: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []  #: variables, factors, least value
        self.objective = Sum()
        self.objective_parts: dict[str, Sum] = {}

    def whole(self, name: str, low: int, high: int) -> Sum:
        """Make a whole-number variable."""
        self.bounds.append((low, max(low, high)))
        self.names.append(name)
        return Sum(0, {len(self.bounds) - 1: 1})

    def flag(self, name: str) -> Sum:
        """Make a variable that is 0 or 1."""
        return self.whole(name, 0, 1)

    def nonnegative(self, sum_: Sum) -> None:
        """Ask that a sum is not below 0."""
        terms = {name: factor for name, factor in sum_.terms.items() if factor}
        if terms:
            self.rows.append((tuple(terms), tuple(terms.values()), -sum_.constant))
        elif sum_.constant < 0:
            self.rows.append(((), (), -sum_.constant))

    def most(self, sum_: Sum, limit: Sum | int) -> None:
        """Ask that a sum is at most another one."""
        self.nonnegative(Sum().add(limit).add(sum_, -1))

    def least(self, sum_: Sum, limit: Sum | int) -> None:
        """Ask that a sum is at least another one."""
        self.nonnegative(sum_ - limit)

    def same(self, one: Sum, other: Sum | int) -> None:
        """Ask that two sums are equal."""
        self.most(one, other)
        self.least(one, other)

    def ladder(self, name: str, sum_: Sum, most: int) -> list[Sum]:
        """Make flags: flag j (from 1 on, at index j - 1) may be set only when the sum is at least j; rising order.

        Where flags earn something the sum fills them; rows that need them set ask :meth:`filled` besides.
        """
        flags = [self.flag(f"{name}>={step}") for step in range(1, most + 1)]
        for before, after in itertools.pairwise(flags):
            self.most(after, before)
        self.most(total(flags), sum_)
        return flags

    def filled(self, flags: list[Sum], sum_: Sum) -> None:
        """Ask besides that as many flags are set as the sum says."""
        self.least(total(flags), sum_)

    def high(self, sum_: Sum) -> int:
        """Return the greatest value that the bounds of the variables allow a sum."""
        return sum_.constant + sum(
            factor * self.bounds[name][1 if factor > 0 else 0] for name, factor in sum_.terms.items()
        )

    def low(self, sum_: Sum) -> int:
        """Return the least value that the bounds of the variables allow a sum."""
        return -self.high(sum_ * -1)
