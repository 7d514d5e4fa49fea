"""A plan over the rounds that remain, under a forecast: the line of this round that serves the later ones best.

Lines of this round come from the round planner and from the ends of a beam; each leaves the seat somewhere. Rows of the
later rounds begin with one of these ends, so that one solve chooses the line and what is done after it. The line's own
gain is exact and replayed; what the later rounds add is the forecast's, and every plan says so.
"""

from __future__ import annotations

from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import msgspec

from rules.paladins.values import Position
from solver.answer import Answer
from solver.control import Control, NoAnswer

from .beam import beam
from .dress import hidden, others
from .forecast_figures import eye
from .forecast_rows import Outlook
from .forecast_stage import Line, Sight, Stage, Values, stage_of
from .forecast_words import assumptions, house, outline
from .house import house_values
from .limits import Limits
from .limits_later import Anywhere
from .line import Belief, Walker, own_question
from .model import compiled, weighted
from .rounds import PARAMETERS, Planner, finished
from .solving import FIXED, _openings, solve_plan
from .table import CHOOSING, on_table
from .tighten import Tightener

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.request import Request

METHOD = "forecast: CP-SAT over rows of the later rounds"
NARROW, WIDE = 3, 12  #: lines that the first and the later beams keep
#: The part of the time that first beam, later beams and round planner may take, and the most seconds.
GLANCE, BEAMS, PLANNER = (0.1, 0.15), (0.2, 1.5), (0.4, 2.5)
EFFORT = 1.0  #: the most work on the rows of the later rounds, in CP-SAT's unit
STAGES = 16  #: lines among which the rows of the later rounds choose


class Choosing:
    """Gather lines of this round, and choose among them by the rows of the later ones."""

    def __init__(self, request: Request, control: Control) -> None:
        self.request, self.control = request, control
        self.eye = eye(request)
        self.walker, self.sight = Walker(self.eye), Sight(request)
        self.sight.known = self.walker.known
        self.stages: list[Stage] = []

    def take(self, line: Line, belief: Belief) -> Stage | None:
        """Note where a line leaves the seat; None where another line leaves it there and brings as much."""
        line = finished(self.walker, line, belief)
        end = self.walker.walk(line)
        assert end is not None
        stage = stage_of(self.sight, line, end)
        for known in self.stages:
            if known.seat == stage.seat and known.gain >= stage.gain:
                return None
        self.stages.append(stage)
        return stage

    def openings(self) -> list[Line]:
        """Return what each line begins with: nothing, or the choices of paladin and tavern."""
        position = on_table(self.request)
        if position.step not in CHOOSING or position.pending:
            return [()]
        return _openings(Planner(self.eye, self.control, self.walker), position)

    @contextmanager
    def within(self, limit: tuple[float, float]) -> Iterator[Control]:
        """Lend a control for a part of the time, and so many seconds at most."""
        share, most = limit
        own = Control(min(most, self.control.remaining * share))
        self.control.at_stop(own.stop)
        try:
            yield own
        finally:
            self.control.forget_stop(own.stop)

    def beams(self, openings: Sequence[Line], width: int, limit: tuple[float, float]) -> None:
        """Take the ends of beams that continue some openings, about as many from each."""
        width = max(NARROW, width // len(openings))
        with self.within(limit) as own:
            for place, line in enumerate(openings):
                if place and own.stopped:
                    break
                for _, moves, belief in beam(self.walker, line, own, width):
                    self.take(moves, belief)

    def planned(self) -> None:
        """Take the line of the round planner under the shipped worths, if its part of the time was enough for one."""
        with self.within(PLANNER) as own:
            try:
                answer = solve_plan(self.eye, own)
            except NoAnswer:  # the beams have lines, and the later rounds wait
                return
        line = cast("Line", answer.moves)
        belief = self.walker.walk(line)
        if belief is not None:
            self.take(line, belief)

    def narrow(self) -> None:
        """Keep the lines that promise most by the shipped worths."""
        self.stages.sort(key=lambda stage: stage.promise, reverse=True)
        del self.stages[STAGES:]

    def limit(self) -> None:
        """Tell a first good bound: what this round brings at most, and what all later ones add, by linear programs."""
        request, control = self.request, self.control
        position = on_table(request)
        later = Anywhere(request)
        most = Tightener(later.rows, later.scale).most(control)
        now = Limits(request).bound()
        if position.step not in CHOOSING and position.question not in FIXED and not control.stopped:
            words = tuple(what for number, what in position.pending if number == request.seat)
            seat = position.seats[request.seat]
            now = min(now, Planner(request, control).straight(seat, words))
        control.tighten(now + Fraction(most, later.scale))

    # --- answers ----------------------------------------------------------------------------------------

    def first(self) -> Answer:
        """Answer with the best of the stages so far, with nothing done in later rounds."""
        stage = max(self.stages, key=lambda stage: stage.promise)
        outlook = Outlook(self.request, [stage])
        values = outlook.idle(0)
        return self.answer(outlook, values)

    def best(self) -> Answer | None:
        """Answer with the stage and the later rounds that bring most together; None where there was no time."""
        from solver.cpsat import maximise

        outlook = Outlook(self.request, self.stages)
        model, variables = compiled(outlook.rows)
        objective = weighted(variables, outlook.rows.objective)
        for variable, value in zip(variables, outlook.idle(0), strict=True):
            model.add_hint(variable, value)
        request = self.request
        if request.effort is None:
            request = msgspec.structs.replace(request, effort=EFFORT)
        solved = maximise(model, objective, variables, request, self.control, parameters=PARAMETERS)
        if solved.values is None:
            return None
        return self.answer(outlook, solved.values)

    def answer(self, outlook: Outlook, values: Values) -> Answer:
        """Make the answer of values of the rows."""
        chosen = next(place for place, flag in enumerate(outlook.begins) if flag.at(values))
        stage = outlook.stages[chosen]
        value = outlook.value(outlook.rows.objective.at(values))
        rests = dict.fromkeys([*house_values(self.eye, stage.line), *house(outlook, values)])
        return Answer(
            moves=stage.line,
            value=value,
            bound=None,
            complete=False,
            method=METHOD,
            beyond=value - stage.gain,
            outline=outline(outlook, values),
            assumptions=(
                *assumptions(outlook, stage),
                *others(self.request),
                *hidden(self.request, stage.line, self.sight),
            ),
            house=tuple(rests),
        )


def solve_forecast(request: Request, control: Control) -> Answer:
    """Answer with the line of this round that brings most together with the later rounds under the forecast."""
    choosing = Choosing(request, control)
    choosing.limit()
    position: Position = on_table(request)
    if not (own_question(request, position) and position.question in FIXED):
        openings = choosing.openings()
        choosing.beams(openings[:1], NARROW, GLANCE)
        if choosing.stages:
            control.offer(choosing.first())
        if not control.stopped:
            choosing.stages.clear()  # how far the glance came depends on the clock
            choosing.beams(openings, WIDE, BEAMS)
    if not control.stopped or not choosing.stages:
        choosing.planned()
    if not choosing.stages:
        raise NoAnswer
    choosing.narrow()
    control.offer(choosing.first())
    found = choosing.best() if not control.stopped else None
    best = control.best
    assert best is not None  # one has just been offered
    return found if found is not None and found.value >= best.value else best


__all__ = ["solve_forecast"]
