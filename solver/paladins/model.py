"""Make a CP-SAT model of rows. OR-Tools is imported here, and only when a model is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .linear import Rows, Sum

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def compiled(rows: Rows) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Make a CP-SAT model of rows."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables: list[cp_model.IntVar] = []
    grow(model, variables, rows, 0)
    return model, variables


def grow(model: cp_model.CpModel, variables: list[cp_model.IntVar], rows: Rows, known: int) -> None:
    """Add the rows that have come after the first ``known`` ones, with their variables."""
    from ortools.sat.python import cp_model

    for place in range(len(variables), len(rows.bounds)):
        variables.append(model.new_int_var(*rows.bounds[place], rows.names[place]))
    for names, factors, least in rows.rows[known:]:
        if names:
            model.add(cp_model.LinearExpr.weighted_sum([variables[name] for name in names], factors) >= least)
        elif least > 0:
            model.add_bool_or([])


def weighted(variables: list[cp_model.IntVar], sum_: Sum) -> cp_model.LinearExpr:
    """Make a linear expression of a sum."""
    from ortools.sat.python import cp_model

    names = list(sum_.terms)
    expression = cp_model.LinearExpr.weighted_sum([variables[name] for name in names], [sum_.terms[n] for n in names])
    return expression + sum_.constant
