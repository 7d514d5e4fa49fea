"""Other solvers for the planner's own rows: the CP-SAT model of a round, handed to a solver of linear programs.

Every row of the planner is linear, so that its model can be solved by HiGHS or SCIP as it stands. Put in the place of
CP-SAT they get the same rows, the same lowered bounds and the same cuts, and the same loop around them.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from solver.control import Control
from solver.cpsat import FEASIBLE, INFEASIBLE, OPTIMAL, UNKNOWN, Solved

LARGE = 1_000  #: rows with greater coefficients are divided, so that a solver's tolerances mean the same in all of them
EXACT = {"HIGHS": "mip_rel_gap=0\nmip_abs_gap=0.0001", "SCIP": "limits/gap = 0"}


@contextmanager
def silence() -> Iterator[None]:
    """Keep native code from printing: HiGHS prints its name however it is asked not to."""
    sys.stdout.flush()
    kept, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nothing)


def linear(proto: Any) -> tuple[Any, list[Any], list[int], int]:
    """Make a mixed-integer program of a CP-SAT model with linear rows; return it, its variables and the objective."""
    from ortools.linear_solver.python import model_builder

    program = model_builder.Model()
    variables = [program.new_int_var(v.domain[0], v.domain[1], "") for v in proto.variables]
    for row in proto.constraints:
        if not row.linear.vars:  # an empty clause: the rows contradict each other
            program.add(program.new_int_var(0, 0, "") >= 1)
            continue
        factors = list(row.linear.coeffs)
        divide = max(1, max(abs(factor) for factor in factors) / LARGE)
        low, high = row.linear.domain[0] / divide, row.linear.domain[1] / divide
        row_sum = model_builder.LinearExpr.weighted_sum(
            [variables[name] for name in row.linear.vars], [factor / divide for factor in factors]
        )
        program.add_linear_constraint(row_sum, low if low > -1e15 else -math.inf, high if high < 1e15 else math.inf)
    factors = [0] * len(variables)
    for name, factor in zip(proto.objective.vars, proto.objective.coeffs, strict=True):
        factors[name] = -factor  # CP-SAT holds what is to be made as small as possible
    divide = max(1, max((abs(factor) for factor in factors), default=1) / LARGE)
    program.maximize(model_builder.LinearExpr.weighted_sum(variables, [factor / divide for factor in factors]))
    return program, variables, factors, -int(proto.objective.offset)


def by_linear(name: str) -> Callable[..., Solved]:
    """Return what stands in the place of :func:`solver.cpsat.maximise` and solves by a linear solver."""

    def maximise(
        model: Any, objective: Any, variables: Sequence[Any], request: Any, control: Control, *rest: Any, **more: Any
    ) -> Solved:
        from ortools.linear_solver.python import model_builder

        start = time.process_time()
        model.maximize(objective)
        program, names, factors, constant = linear(model.proto)
        tool = model_builder.Solver(name)
        tool.set_solver_specific_parameters(EXACT[name])
        tool.set_time_limit_in_seconds(max(0.01, control.remaining))
        with silence():
            status = tool.solve(program)
        spent = time.process_time() - start
        optimal = status == model_builder.SolveStatus.OPTIMAL
        if optimal or status == model_builder.SolveStatus.FEASIBLE:
            values = [round(tool.value(variable)) for variable in names]
            number = constant + sum(factor * value for factor, value in zip(factors, values, strict=True))
            return Solved(
                status=OPTIMAL if optimal else FEASIBLE,
                values=tuple(values[variable.index] for variable in variables),
                value=Fraction(number),
                bound=Fraction(number) if optimal else None,
                effort=0.0,
                seconds=spent,
            )
        found = INFEASIBLE if status == model_builder.SolveStatus.INFEASIBLE else UNKNOWN
        return Solved(status=found, values=None, value=None, bound=None, effort=0.0, seconds=spent)

    return maximise
