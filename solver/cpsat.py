"""Run a CP-SAT model under a control. OR-Tools is imported here, and only when a model is run.

A model is maximised by one worker with a fixed seed, unless the request says otherwise, and never handles the
interrupt signal itself: in a thread that would end the process. Callbacks copy plain integers and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from .answer import Answer

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from .control import Control
    from .request import Request

OPTIMAL, FEASIBLE, INFEASIBLE, UNKNOWN = "optimal", "feasible", "infeasible", "unknown"

#: Make an answer from the values of the chosen variables and the value of the objective.
Read = Callable[[tuple[int, ...], Fraction], Answer]


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what a run has brought.

    ``status`` is "optimal" only where the bound meets the value, whatever the library says after a stop;
    "feasible", "infeasible" (proved) or "unknown" otherwise. ``values`` belong to the chosen variables, in
    their order. ``value`` and ``bound`` are in points. ``effort`` is the deterministic time.
    """

    status: str
    values: tuple[int, ...] | None
    value: Fraction | None
    bound: Fraction | None
    effort: float
    seconds: float

    def answer(self, read: Read) -> Answer:
        """Make the answer with its bound; raise ValueError when the run has brought no solution."""
        if self.values is None or self.value is None:
            raise ValueError(f"the run has brought no solution: {self.status}")
        answer = read(self.values, self.value)
        return msgspec.structs.replace(answer, bound=self.bound, complete=self.status == OPTIMAL)


def maximise(
    model: cp_model.CpModel,
    objective: cp_model.LinearExprT,
    variables: Sequence[cp_model.LinearExprT],
    request: Request,
    control: Control,
    read: Read | None = None,
    *,
    unit: Fraction = Fraction(1),
    offset: Fraction = Fraction(0),
    ties: cp_model.LinearExprT | None = None,
    parameters: str = "",
) -> Solved:
    """Maximise a linear objective and return the values of the chosen variables.

    One of the objective counts ``unit`` points, and ``offset`` points come on top. With ``read`` each better
    solution and each tighter bound goes to the control while the search goes on; leave it out where the model
    is only a part of the question, whose bound says nothing about the whole. ``ties`` is a second objective that is
    maximised among the optimal solutions, so that the answer is always the same one; it is left alone when
    the time is up. ``parameters`` is text of CP-SAT's parameters, such as "linearization_level: 0", set
    before our own. Call this from the thread that :func:`solver.run.run` has made.
    """

    def points(number: float) -> Fraction:
        return unit * math.floor(number + 1e-6) + offset

    def offer(numbers: tuple[int, ...], number: int) -> None:
        assert read is not None
        control.offer(msgspec.structs.replace(read(numbers, points(number)), bound=control.bound, complete=False))

    def bound(number: float) -> None:
        control.tighten(points(number))

    model.maximize(objective)
    told = (None, None) if read is None else (offer, bound)
    first = _solve(model, objective, variables, request, control, parameters, *told)
    if first.name == "MODEL_INVALID":
        raise ValueError(f"the CP-SAT model is not valid: {model.validate()}")
    numbers, best, effort, seconds = first.numbers, first.best, first.effort, first.seconds
    if numbers is None or best is None:
        status = INFEASIBLE if first.name == "INFEASIBLE" else UNKNOWN
        return Solved(status=status, values=None, value=None, bound=None, effort=effort, seconds=seconds)
    # The bound decides, not the status: after a stop the library may call "optimal" what is not.
    top = max(best, math.floor(first.limit + 1e-6))
    if top == best and ties is not None and not control.stopped:
        model.add(objective >= best)
        model.maximize(ties)
        again = _solve(model, objective, variables, request, control, parameters, None, None)
        numbers, effort, seconds = again.numbers or numbers, effort + again.effort, seconds + again.seconds
    return Solved(
        status=OPTIMAL if top == best else FEASIBLE,
        values=numbers,
        value=points(best),
        bound=points(top),
        effort=effort,
        seconds=seconds,
    )


class _Raw(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what one run of the library has said, in its own words."""

    name: str
    numbers: tuple[int, ...] | None
    best: int | None
    limit: float
    effort: float
    seconds: float


def _solve(
    model: cp_model.CpModel,
    objective: cp_model.LinearExprT,
    variables: Sequence[cp_model.LinearExprT],
    request: Request,
    control: Control,
    parameters: str,
    offer: Callable[[tuple[int, ...], int], None] | None,
    bound: Callable[[float], None] | None,
) -> _Raw:
    """Run the library once."""
    from ortools.sat.python import cp_model

    class Watch(cp_model.CpSolverSolutionCallback):
        """Copy each solution as plain integers."""

        def on_solution_callback(self) -> None:
            """Hand over the values of one solution."""
            if offer is not None:
                offer(tuple(self.value(variable) for variable in variables), self.value(objective))

    remaining = control.remaining
    if remaining == 0:  # a run without time would report a bound that nobody has proved
        return _Raw(name="UNKNOWN", numbers=None, best=None, limit=math.inf, effort=0.0, seconds=0.0)
    solver = cp_model.CpSolver()
    if parameters:
        solver.parameters.parse_text_format(parameters)
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers = request.workers
    solver.parameters.random_seed = request.seed
    solver.parameters.max_time_in_seconds = remaining
    if request.effort is not None:
        solver.parameters.max_deterministic_time = request.effort
    if control.wants_log:
        solver.parameters.log_search_progress = True
        solver.parameters.log_to_stdout = False
        solver.log_callback = control.log
    if bound is not None:
        solver.best_bound_callback = bound
    stop = solver.stop_search
    control.at_stop(stop)
    try:
        status = solver.solve(model, Watch() if offer is not None else None)
    finally:
        control.forget_stop(stop)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return _Raw(
        name=solver.status_name(status),
        numbers=tuple(solver.value(variable) for variable in variables) if found else None,
        best=solver.value(objective) if found else None,
        limit=solver.best_objective_bound if found else math.inf,
        effort=solver.deterministic_time,
        seconds=solver.wall_time,
    )
