"""Ask whether rows of a model can be held, and what they gain: the mini instances of the tests need no more."""

from __future__ import annotations

from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position, Seat
from solver.kingsburg.model_rows import Rows, Sum, to_cp_sat

from .small import GAME


def solution(rows: Rows, aim: Sum | None = None) -> list[int] | None:
    """Return values that hold all rows (and are best for ``aim``), or None where there are none."""
    from ortools.sat.python import cp_model

    model, variables, objective = to_cp_sat(rows)
    if aim is None:
        model.maximize(objective)
    else:
        model.maximize(aim.constant + sum(factor * variables[index] for index, factor in aim.terms.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return [solver.value(variable) for variable in variables] if status == cp_model.OPTIMAL else None


def best(rows: Rows, aim: Sum) -> int:
    """Return the most that a sum can be."""
    values = solution(rows, aim)
    assert values is not None
    return aim.value(values)


def table(own: Seat, *, modules: tuple[str, ...] = (), **fields: object) -> Position:
    """Lay out a position of three seats, the first of which is ``own``; the others hold nothing."""
    position = GAME.setup(players=3, seed=1, modules=modules)
    built = own.built if len(own.built) == len(position.sheet.empty) else position.sheet.empty
    idle = replace(position.seats[1], dice=(), bonus=(), hand=(), governor="")
    own = replace(own, built=built)
    start = {"year": 1, "phase": 2, "step": "influence", "order": (0, 1, 2), "queue": (0, 1, 2), "owed": ()}
    return replace(position, seats=(own, idle, idle), **(start | fields))


def built(position: Position, *names: str) -> tuple[int, ...]:
    """Return the rows of a sheet with these buildings and everything to their left."""
    rows = list(position.sheet.empty)
    for name in names:
        cell = position.sheet.by_id[name]
        rows[cell.row] = max(rows[cell.row], cell.column + 1)
    return tuple(rows)
