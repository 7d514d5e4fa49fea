"""Two other models of a round, in which order is part of the model: by steps, and by phases.

Both copy the planner's rows once for each layer. In layer t stands what has been done up to then; what is taken in
layer t must be there after layer t - 1. With one item a layer these are steps, in the order in which they are done;
with several items a layer these are phases, and all items of a phase are paid from the stock at its start.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from solver.control import Control
from solver.paladins.cuts import chosen
from solver.paladins.frame import Frame
from solver.paladins.items import Key
from solver.paladins.merit import Merit
from solver.paladins.rehearsal import Rehearsal
from solver.paladins.rounds import Planner, compiled, weighted
from solver.paladins.table import on_table
from solver.request import Request

STOCKS = ("_debts", "_questions", "_frees", "_workers", "_money", "_needs", "_kept")
LATE = ("workshop>=", "pays ", "draws>=")  #: these bring something, too, and it can be used from the next layer on


class Marked(Frame):
    """Be the planner's rows, and note which of them say what must be in stock."""

    stock: set[int]

    def __init__(self, request: Request) -> None:
        self.stock = set()
        position = on_table(request)
        seat = position.seats[request.seat]
        words = tuple(what for number, what in position.pending if number == request.seat)
        super().__init__(position, seat, words)

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in STOCKS:
            return found

        def noted() -> None:
            first = len(self.rows.rows)
            found()
            self.stock |= set(range(first, len(self.rows.rows)))

        return noted


def solve(request: Request, control: Control, layers: int, single: bool) -> Fraction | None:
    """Solve the layered model by CP-SAT, and play its choice; return the value that the model proves."""
    from ortools.sat.python import cp_model

    frame = Marked(request)
    own = len(frame.rows.rows)
    merit = Merit(frame, request)
    rows = frame.rows
    model, last = compiled(rows)
    inside = sorted({name for names, _, _ in rows.rows[:own] for name in names} | _marks(frame))
    acts = _marks(frame)
    before: dict[int, Any] = dict.fromkeys(inside, 0)
    for layer in range(layers + 1):
        here = {
            name: last[name] if layer == layers else model.new_int_var(0, rows.bounds[name][1], "") for name in inside
        }
        for name in inside:
            if layer:
                model.add(here[name] >= before[name])
        if layer == layers:  # nothing more is done: what the last item brings still counts
            for name in acts:
                model.add(here[name] == before[name])
        elif single:
            items = [name for name in acts if not rows.names[name].startswith("free ")]
            model.add(sum(here[name] - before[name] for name in items) <= 1)
        for place, (names, factors, least) in enumerate(rows.rows[:own]):
            stock = place in frame.stock
            if stock and _rate(frame, names, factors):
                # What a workshop saves or a card pays now comes from what is done now.
                model.add(sum(f * (here[n] - before[n]) for n, f in zip(names, factors, strict=True)) >= 0)
                continue
            late = {n for n, f in zip(names, factors, strict=True) if stock and f > 0 and _late(frame, acts, n)}
            terms = [f * (before[n] if n in late else here[n]) for n, f in zip(names, factors, strict=True)]
            model.add(sum(terms) >= least)
        before = here
    tool = cp_model.CpSolver()
    tool.parameters.num_workers = 1
    tool.parameters.max_time_in_seconds = max(0.01, control.remaining)

    model.maximize(weighted(last, rows.objective))
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


def _marks(frame: Frame) -> set[int]:
    """List the variables that say what is done."""
    found: set[int] = set()
    for sum_ in frame.counts.values():
        found |= set(sum_.terms)
    return found


def _late(frame: Frame, acts: set[int], name: int) -> bool:
    return name in acts or frame.rows.names[name].startswith(LATE)


def _verb(frame: Frame, name: int) -> str:
    return frame.rows.names[name].split()[0]


def _rate(frame: Frame, names: tuple[int, ...], factors: tuple[int, ...]) -> bool:
    """Say whether a row limits what is saved or paid by how often its action is done."""
    taken = [name for name, factor in zip(names, factors, strict=True) if factor < 0]
    if len(taken) != 1:
        return False
    name = frame.rows.names[taken[0]]
    givers = {_verb(frame, other) for other in names if other != taken[0]}
    if " saves " in name:
        return not givers & {"develop", "build"}
    return name.startswith("pays ") and not name.startswith("pays for ") and not givers & {"recruit", "hire"}


def total_items(request: Request) -> int:
    """Guess how many items a round has at most: one for each worker, and some answers and favours."""
    return len(on_table(request).seats[request.seat].workers) + 5
