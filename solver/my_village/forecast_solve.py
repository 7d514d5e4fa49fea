"""A plan for the rest of the game under a forecast: the way through this turn that serves the later ones best.

The moves of this turn are the rules core's and are replayed; what the later turns add is the forecast's part, and the
plan says so. Value and bound are those of the rows: proved under the forecast, not for the game.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from solver.search import SearchStopped

from .forecast_cards import Cards
from .forecast_ceiling import forecast_bound
from .forecast_stages import Stage, Stages
from .forecast_words import assumptions, house, outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.my_village.moves import Move
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

METHOD = "forecast: CP-SAT over the turns to come"
#: Without relaxations CP-SAT finds good plans fast, with them it proves how far they are from the best: its most work
#: on each, in its unit, where the request gives no limit.
GLANCE, FIXED = 0.1, "fix_variables_to_their_hinted_value: true"  #: a first plan, in which only the headman acts
RUNS = (("linearization_level: 0", 0.1), ("linearization_level: 2", 0.7), ("linearization_level: 0", 0.3))


class Finish:
    """Turn solutions into answers whose moves have been replayed."""

    def __init__(self, request: Request, stages: Stages) -> None:
        self.request, self.complete = request, stages.complete
        self._gains: dict[int, Fraction] = {}

    def gain(self, stage: Stage) -> Fraction:
        """Return what the moves of a way through this turn bring by the rules."""
        from solver import rooms
        from solver.answer import Answer
        from solver.replay import measure

        if id(stage) not in self._gains:
            claim = Answer(moves=stage.line, value=stage.gain, bound=None)
            self._gains[id(stage)] = measure(self.request, claim, rooms.find(self.request.position)).value
        return self._gains[id(stage)]

    def quick(self, stage: Stage) -> Answer:
        """Answer with a way through this turn alone."""
        from solver.answer import Answer

        return Answer(
            moves=stage.line,
            value=self.gain(stage),
            bound=None,
            complete=False,
            method=METHOD,
            outline=("Nothing has been planned yet for later turns.",),
            assumptions=assumptions(self.request, self.complete),
        )

    def answer(self, rows: Cards, numbers: Sequence[int], value: Fraction) -> Answer:
        """Answer with a solution of the rows."""
        from ortools.sat.python import cp_model

        from solver.answer import Answer

        solution = list(numbers)

        def read(expr: object) -> int:
            if isinstance(expr, int):
                return expr
            flat = cp_model.FlatIntExpr(expr)  # type: ignore[arg-type]
            terms = zip(flat.vars, flat.coeffs, strict=True)
            return int(flat.offset + sum(solution[variable.index] * factor for variable, factor in terms))

        stage = next(stage for stage, flag in zip(rows.stages, rows.begins, strict=True) if read(flag))
        return Answer(
            moves=stage.line,
            value=value,
            bound=None,
            complete=False,
            method=METHOD,
            beyond=value - self.gain(stage),
            outline=outline(rows, read),
            assumptions=assumptions(self.request, self.complete),
            house=house(rows, read),
        )


def solve_forecast(request: Request, control: Control, first: Move | None = None) -> Answer:
    """Answer with the way through this turn that brings most together with the turns to come.

    With ``first`` only the ways that begin with this move count.
    """
    from solver.cpsat import OPTIMAL, maximise
    from solver.run import NoAnswer

    ceiling = forecast_bound(request)
    control.tighten(ceiling)
    stages = Stages(request, control, first)
    if not stages.found:
        raise NoAnswer
    finish = Finish(request, stages)
    quick = msgspec.structs.replace(finish.quick(max(stages.found, key=lambda stage: stage.gain)), bound=ceiling)
    if control.stopped:
        return quick
    try:
        rows = Cards(request, stages.found, control)
    except SearchStopped:
        return quick
    objective, unit = rows.worth()
    variables = rows.variables()

    def read(numbers: tuple[int, ...], value: Fraction) -> Answer:
        return finish.answer(rows, numbers, value)

    told = read if stages.complete else None
    found: list[Answer] = []
    rows.only_headman()
    asked = msgspec.structs.replace(request, effort=GLANCE if request.effort is None else request.effort)
    solved = maximise(rows.model, objective, variables, asked, control, unit=unit, parameters=FIXED)
    if solved.values is not None:  # what bounds the headman bounds nothing else
        found.append(msgspec.structs.replace(solved.answer(read), bound=None, complete=False))
        control.offer(found[-1])
        rows.hint(solved.values)
    else:  # what is not planned for later turns can be compared with no bound of the rows
        return quick
    for parameters, share in RUNS:
        effort = share if request.effort is None else share * request.effort
        asked = msgspec.structs.replace(request, effort=effort)
        solved = maximise(rows.model, objective, variables, asked, control, told, unit=unit, parameters=parameters)
        if solved.values is not None:
            found.append(solved.answer(read))
            rows.hint(solved.values)
        if solved.status == OPTIMAL or control.stopped:
            break
    best = max(found, key=lambda answer: answer.value)
    bounds = [answer.bound for answer in found if answer.bound is not None and stages.complete]
    bound = min([ceiling, *bounds])
    return msgspec.structs.replace(best, bound=bound, complete=bound == best.value)


__all__ = ["solve_forecast"]
