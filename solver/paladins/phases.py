"""A model of a round in which order plays a part: the rows once for each layer, as the source of good first lines.

In layer t stands what has been done up to then; what is taken in layer t must be there after layer t - 1. With several
items a layer these are phases, and all items of a phase are paid from the stock at its start. Most good rounds fit into
three phases, so the best choice of this model nearly always has an order, which cannot be said of the rows alone. It
proves nothing: a round may need more phases. With one item a layer these would be steps (``bench/_layers.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from solver.answer import Answer
from solver.control import Control

from .frame import Frame
from .linear import Rows
from .model import compiled, weighted

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from solver.request import Request

PHASES = 3
SHARE, MOST = 0.1, 1.0  #: effort in CP-SAT's own measure: so much for each second of the request, and at most;
#: no clock takes part, so that the same request gives the same lines unless its time is up
LATE = ("workshop>=", "pays ", "draws>=")  #: these bring something, too, and it can be used from the next layer on


class Marked(Frame):
    """Be the rows of a round, and note which of them say what must be in stock."""

    own = 0  #: the first rows, before those that say what an end is worth
    stock: set[int]

    def _noted(self, part: Callable[[], None]) -> None:
        first = len(self.rows.rows)
        part()
        self.own = len(self.rows.rows)
        self.stock |= set(range(first, self.own))

    def _items(self) -> None:
        self.stock = set()
        super()._items()

    def _debts(self) -> None:
        self._noted(super()._debts)

    def _questions(self) -> None:
        self._noted(super()._questions)

    def _frees(self) -> None:
        self._noted(super()._frees)

    def _workers(self) -> None:
        self._noted(super()._workers)

    def _money(self) -> None:
        self._noted(super()._money)

    def _kept(self) -> None:
        self._noted(super()._kept)

    def _needs(self) -> None:
        self._noted(super()._needs)  # the last of all


class Aside(Control):
    """Be the clock of another control, and keep to itself what a model claims about a round."""

    def __init__(self, whole: Control) -> None:
        super().__init__(whole.remaining)
        self.whole = whole

    @property
    def stopped(self) -> bool:
        """Say whether the whole is stopped."""
        return super().stopped or self.whole.stopped

    def at_stop(self, function: Callable[[], None]) -> None:
        """Have a function called when the whole is stopped."""
        self.whole.at_stop(function)

    def forget_stop(self, function: Callable[[], None]) -> None:
        """Take back a function."""
        self.whole.forget_stop(function)

    def offer(self, answer: Answer) -> bool:
        """Keep nothing."""
        return False

    def tighten(self, bound: Fraction) -> None:
        """Tell nobody: the bound of this model is no bound of the round."""


def layered(frame: Marked, layers: int, single: bool = False) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Make the model of so many layers; return it with the variables of the last one, which are those of the rows."""
    rows = frame.rows
    model, last = compiled(rows)
    acts = {name for sum_ in frame.counts.values() for name in sum_.terms}
    inside = sorted({name for names, _, _ in rows.rows[: frame.own] for name in names} | acts)
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
        for place, (names, factors, least) in enumerate(rows.rows[: frame.own]):
            stock = place in frame.stock
            if stock and _rate(rows, names, factors):
                # What a workshop saves or a card pays now comes from what is done now.
                model.add(sum(f * (here[n] - before[n]) for n, f in zip(names, factors, strict=True)) >= 0)
                continue
            late = {n for n, f in zip(names, factors, strict=True) if stock and f > 0 and _late(rows, acts, n)}
            terms = [f * (before[n] if n in late else here[n]) for n, f in zip(names, factors, strict=True)]
            model.add(sum(terms) >= least)
        before = here
    return model, last


def phased(
    frame: Marked, floor: int, request: Request, control: Control, tell: Callable[[tuple[int, ...]], None]
) -> None:
    """Look for good choices by phases, above a floor of the objective; ``tell`` gets the values of each."""
    from solver.cpsat import maximise

    model, last = layered(frame, PHASES)
    objective = weighted(last, frame.rows.objective)
    model.add(objective >= floor)

    def read(values: tuple[int, ...], value: Fraction) -> Answer:
        tell(values)
        return Answer(moves=(), value=value, bound=None)

    effort = min(MOST, SHARE * request.seconds, request.effort or MOST)
    limited = msgspec.structs.replace(request, effort=effort)
    maximise(model, objective, last, limited, Aside(control), read)


def _late(rows: Rows, acts: set[int], name: int) -> bool:
    return name in acts or rows.names[name].startswith(LATE)


def _rate(rows: Rows, names: tuple[int, ...], factors: tuple[int, ...]) -> bool:
    """Say whether a row limits what is saved or paid by how often its action is done."""
    taken = [name for name, factor in zip(names, factors, strict=True) if factor < 0]
    if len(taken) != 1:
        return False
    name = rows.names[taken[0]]
    givers = {rows.names[other].split()[0] for other in names if other != taken[0]}
    if " saves " in name:
        return not givers & {"develop", "build"}
    return name.startswith("pays ") and not name.startswith("pays for ") and not givers & {"recruit", "hire"}
