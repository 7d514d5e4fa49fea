"""Two other models of a round, in which order is part of the model: by steps, and by phases.

Both are the planner's model by layers (``solver/paladins/phases.py``). With one item a layer these are steps, in the
order in which they are done; with several items a layer these are phases.
"""

from __future__ import annotations

from fractions import Fraction

from solver.control import Control
from solver.paladins.cuts import chosen
from solver.paladins.frame import Frame
from solver.paladins.items import Key
from solver.paladins.merit import Merit
from solver.paladins.model import weighted
from solver.paladins.phases import Marked, layered
from solver.paladins.rehearsal import Rehearsal
from solver.paladins.rounds import Planner
from solver.paladins.table import on_table
from solver.request import Request


def solve(request: Request, control: Control, layers: int, single: bool) -> Fraction | None:
    """Solve the layered model by CP-SAT, and play its choice; return the value that the model proves."""
    from ortools.sat.python import cp_model

    position = on_table(request)
    words = tuple(what for number, what in position.pending if number == request.seat)
    frame = Marked(position, position.seats[request.seat], words)
    merit = Merit(frame, request)
    model, last = layered(frame, layers, single)
    tool = cp_model.CpSolver()
    tool.parameters.num_workers = 1
    tool.parameters.max_time_in_seconds = max(0.01, control.remaining)
    model.maximize(weighted(last, frame.rows.objective))
    status = tool.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    values = [tool.value(variable) for variable in last]
    perform(request, control, frame, {key: sum_.at(values) for key, sum_ in frame.counts.items()})
    return merit.value(round(tool.objective_value)) if status == cp_model.OPTIMAL else None


def perform(request: Request, control: Control, frame: Frame, counts: dict[Key, int]) -> None:
    """Play a choice by the rules core, in an order that the planner's rehearsal finds, and offer the line."""
    planner = Planner(request, control)
    rehearsed = Rehearsal(frame).look(chosen(counts))
    planner._perform(planner.walker.start(), (), rehearsed.order or rehearsed.longest)


def total_items(request: Request) -> int:
    """Guess how many items a round has at most: one for each worker, and some answers and favours."""
    return len(on_table(request).seats[request.seat].workers) + 5
