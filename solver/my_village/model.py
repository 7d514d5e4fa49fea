"""The turn as a CP-SAT model without order, and the rules core that orders its choice.

The master chooses a class of dice pairs, one black banner or a set of white ones, and who dies; it knows totals of
coins, goods and clouds and not in which order they come. So its value is a bound. The choice is then played by the
rules core; where that brings less, the class is cut down to what it really brings and the master chooses again. At the
end bound and value meet.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, cast

from rules.my_village.moves import Move, Take
from rules.my_village.steps import replace
from rules.my_village.values import Position

from .exact import Turn, cheapest, kept, line
from .model_rows import Rows
from .table import on_table

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

STARTS = ("dice", "banner", "white")  #: questions with which the model can begin


def unit_of(request: Request, position: Position) -> int:
    """Return the number of parts into which a point is divided, so that every value is whole."""
    parts = [worth.denominator for _, worth in request.worths]
    decks = [len(deck) for deck in position.travel_decks if deck]
    # A mean over the travel cards of a stack, or over those that are left after one was put back, and the rat's die.
    more = [number for size in decks for number in (size, max(1, size - 1))]
    return lcm(*parts) * lcm(6, *[one * two for one, two in zip(more[::2], more[1::2], strict=True)])


def solve_model(request: Request, control: Control) -> Answer:
    """Answer by master and rules core; the value is proved when no class of dice can bring more."""
    from ortools.sat.python import cp_model

    from solver.answer import Answer
    from solver.cpsat import maximise
    from solver.replay import ReplayMismatch
    from solver.run import NoAnswer
    from solver.search import SearchStopped

    position = on_table(request)
    search = kept(request, control)
    search.given_up = False
    takes = classes(position)
    unit = unit_of(request, position)
    model: Any = cp_model.CpModel()
    rows = Rows(model, request, position, takes, unit)
    best: Answer | None = None
    bound: Fraction | None = None
    while True:
        solved = maximise(model, rows.objective, rows.chosen, request, control, unit=Fraction(1, unit))
        if solved.values is None or solved.bound is None:
            break
        bound = solved.bound if bound is None else min(bound, solved.bound)
        index = solved.values.index(1)
        try:
            worth, moves = played(request, search, takes[index])
        except SearchStopped:
            break
        if worth > solved.bound:
            said = f"The master promises {solved.bound} at most, and the rules core reaches {worth}."
            raise ReplayMismatch(said)
        if best is None or worth > best.value:
            best = Answer(moves=moves, value=worth, bound=None, complete=False, method="cp-sat")
            control.offer(best)
        if bound <= best.value or control.stopped:
            break
        model.add(rows.objective <= int(worth * unit)).only_enforce_if(rows.chosen[index])
    search.control = None  # what the best class opens has been searched, so a replay finds it at once
    if best is None:
        search.given_up = True
        raise NoAnswer
    proved = bound is not None and bound <= best.value
    return replace(best, bound=best.value if proved else bound, complete=proved)


def classes(position: Position) -> list[Take | None]:
    """List one pair of dice for each way on, the cheapest; None where the dice have been taken already."""
    if position.question != "dice":
        return [None]
    return list(cast("list[Take]", cheapest(cast("tuple[Take, ...]", position.legal_moves()))))


def played(request: Request, search: Turn, take: Take | None) -> tuple[Fraction, tuple[Move, ...]]:
    """Play on by the rules core from a choice of dice; return what it brings, and the moves up to chance."""
    first = search.move(on_table(request)) if take is None else take
    worth = search.worth(search.after(on_table(request), first))
    return worth, line(search, request, first)
