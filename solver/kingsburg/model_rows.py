"""Linear rows over whole numbers: one neutral form of a model that CP-SAT, SCIP and HiGHS all read.

A model is variables with bounds, rows ``low <= sum <= high``, and two sums to maximise: what is gained, in whole
numbers of a common unit, and what breaks ties among equal gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ortools.linear_solver.python import model_builder
    from ortools.sat.python import cp_model


class Sum:
    """Add up variables times whole numbers, and a constant. Grows in place.

    >>> Sum(3).plus(0, 2).plus(1).value((5, 1))
    14
    """

    __slots__ = ("constant", "terms")

    def __init__(self, constant: int = 0) -> None:
        self.terms: dict[int, int] = {}
        self.constant = constant

    def plus(self, variable: int, factor: int = 1) -> Sum:
        """Add a variable times ``factor``; return the sum itself."""
        if factor:
            self.terms[variable] = self.terms.get(variable, 0) + factor
        return self

    def add(self, other: Sum, factor: int = 1) -> Sum:
        """Add another sum times ``factor``; return the sum itself."""
        if factor:
            self.constant += other.constant * factor
            for variable, number in other.terms.items():
                self.terms[variable] = self.terms.get(variable, 0) + number * factor
        return self

    def copy(self) -> Sum:
        """Return an equal sum that grows by itself."""
        other = Sum(self.constant)
        other.terms = dict(self.terms)
        return other

    def value(self, values: Sequence[int]) -> int:
        """Return the number that the values of the variables give."""
        return self.constant + sum(values[variable] * factor for variable, factor in self.terms.items())


class Row(NamedTuple):
    """Hold ``low <= sum of factor times variable <= high``; None leaves a side open.

    A redundant row follows from the others for whole numbers; it only shortens the proof.
    """

    variables: tuple[int, ...]
    factors: tuple[int, ...]
    low: int | None
    high: int | None
    rule: str
    redundant: bool


class Rows:
    """Collect the variables and rows of a model, and the sums to maximise."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.bounds: list[tuple[int, int]] = []
        self.rows: list[Row] = []
        self.gain = Sum()
        self.ties = Sum()

    def variable(self, name: str, low: int, high: int) -> int:
        """Make a whole number between bounds and return its index."""
        self.names.append(name)
        self.bounds.append((low, max(low, high)))
        return len(self.names) - 1

    def flag(self, name: str) -> int:
        """Make a variable that is 0 or 1."""
        return self.variable(name, 0, 1)

    def keep(self, total: Sum, low: int | None, high: int | None, rule: str, redundant: bool = False) -> None:
        """Add a row that holds ``low <= total <= high``."""
        terms = {variable: factor for variable, factor in total.terms.items() if factor}
        low = None if low is None else low - total.constant
        high = None if high is None else high - total.constant
        if not terms and (low is None or low <= 0) and (high is None or high >= 0):
            return
        self.rows.append(Row(tuple(terms), tuple(terms.values()), low, high, rule, redundant))

    def most(self, total: Sum) -> int:
        """Return what a sum cannot exceed by the bounds of its variables."""
        return total.constant + sum(
            factor * self.bounds[variable][factor > 0] for variable, factor in total.terms.items()
        )

    def least(self, total: Sum) -> int:
        """Return what a sum cannot fall below by the bounds of its variables."""
        return total.constant + sum(
            factor * self.bounds[variable][factor < 0] for variable, factor in total.terms.items()
        )

    def objective(self) -> tuple[Sum, int]:
        """Join gain and ties in one sum and return it with its factor: gain times the factor, and ties from 0 up
        to below the factor, so that they decide among equal gains alone."""
        lowest = self.least(self.ties)
        factor = self.most(self.ties) - lowest + 1
        return Sum(-lowest).add(self.ties).add(self.gain, factor), factor


def to_cp_sat(
    rows: Rows, redundant: bool = True
) -> tuple[cp_model.CpModel, list[cp_model.IntVar], cp_model.LinearExprT]:
    """Make a CP-SAT model; return it with its variables and the objective."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    make = model.new_int_var
    variables = [make(low, high, name) for name, (low, high) in zip(rows.names, rows.bounds, strict=True)]
    weighted = cp_model.LinearExpr.weighted_sum
    for row in rows.rows:
        if row.redundant and not redundant:
            continue
        if not row.variables:
            model.add_bool_or([])
            continue
        total = weighted([variables[index] for index in row.variables], row.factors)
        if row.low is not None and row.low == row.high:
            model.add(total == row.low)
        elif row.low is None and row.high is not None:
            model.add(total <= row.high)
        elif row.low is not None and row.high is None:
            model.add(total >= row.low)
        elif row.low is not None and row.high is not None:
            model.add_linear_constraint(total, row.low, row.high)
    aim, _ = rows.objective()
    objective = weighted([variables[index] for index in aim.terms], list(aim.terms.values())) + aim.constant
    return model, variables, objective


def to_linear(rows: Rows) -> tuple[model_builder.Model, list[model_builder.Variable]]:
    """Make the same model for a solver of linear programs in whole numbers; ties are left out.

    Gains are divided by their greatest common divisor, since such solvers count in floating point.
    """
    from ortools.linear_solver.python import model_builder

    model = model_builder.Model()  # type: ignore[no-untyped-call]
    variables = [model.new_int_var(low, high, name) for name, (low, high) in zip(rows.names, rows.bounds, strict=True)]
    weighted = model_builder.LinearExpr.weighted_sum
    for row in rows.rows:
        low = -float("inf") if row.low is None else row.low
        high = float("inf") if row.high is None else row.high
        if not row.variables:
            nothing = model.new_int_var(0, 0, row.rule)
            model.add_linear_constraint(nothing, low, high)
            continue
        model.add_linear_constraint(
            weighted([variables[index] for index in row.variables], list(row.factors)), low, high
        )
    share = unit(rows)
    terms = {index: factor // share for index, factor in rows.gain.terms.items() if factor}
    model.maximize(weighted([variables[index] for index in terms], list(terms.values())))
    return model, variables


def unit(rows: Rows) -> int:
    """Return the greatest common divisor of all gains."""
    return gcd(*rows.gain.terms.values()) or 1


__all__ = ["Row", "Rows", "Sum", "to_cp_sat", "to_linear", "unit"]
