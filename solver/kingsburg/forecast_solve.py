"""A building plan over all seasons that remain, for the seat to move, under a forecast of income.

The present season is solved on its real dice: every mix of gifts that they reach is an alternative of the plan, so
today's placements are chosen for the whole of it. Later seasons bring what the forecast says, a table that a person
can see and change. What is proved is proved under that forecast, and every plan says so.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

import msgspec

from rules.findings import Problem
from rules.kingsburg.moves import Build, Decline, Move, Pay, Recruit
from rules.kingsburg.steps import replace

from .exact import SEARCHED, walk
from .forecast_frame import DEFAULTS, LARGEST, Frame
from .forecast_play import Play
from .forecast_search import Beam, Exhaustive, Stopped, small
from .forecast_values import Act, Last, Schedule
from .forecast_words import assumptions, house, outline
from .rivals import idle, on_table
from .season import Found
from .tail import Decision
from .walk import Walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

WIDTHS = (6, 40)  #: schedules that the first plans keep from season to season
PATIENCE = 0.5  #: seconds after which a search that was thought to be the faster method gives way to CP-SAT


def starts_here(request: Request) -> list[Problem]:
    """Say why no building plan can start in this position, or rest on this forecast."""
    position = on_table(request)
    found: list[Problem] = []
    if position.owed:
        found.append(
            Problem(
                "horizon",
                "a building plan for the rest of the game cannot start while goods are owed to you; take them first, "
                "or ask for 'season'.",
            )
        )
    elif position.step not in SEARCHED - {"army"}:
        found.append(
            Problem(
                "horizon",
                "a building plan for the rest of the game starts from dice that have been rolled and changed, or from "
                f"recruiting; this is the step {position.step!r} of phase {position.phase}. Go on to the next season's "
                "influencing, or ask for 'season' or 'year'.",
            )
        )
    figures = DEFAULTS | dict(request.forecast)
    for name, value in figures.items():
        if value < 0 and name != "points":
            found.append(Problem(f"forecast.{name}", f"is {value}; give a number that is not below 0."))
        elif value > 20:
            found.append(Problem(f"forecast.{name}", f"is {value}; give a number up to 20."))
        elif value.denominator > LARGEST:
            found.append(Problem(f"forecast.{name}", f"is {float(value)}; give a number with at most 4 decimals."))
    if not found and Frame.common(figures) > LARGEST:
        text = f"needs parts smaller than 1/{LARGEST} to add up exactly; give decimals, such as 0.33 and not 1/3."
        found.append(Problem("forecast", text))
    return found


class Finish:
    """Turn schedules into answers: moves of the present season, the forecast's part, sentences."""

    def __init__(self, request: Request, play: Play, last: Move | None = None) -> None:
        self.request = request
        self.last = last
        self.play = play
        self.sentences = assumptions(play.frame)

    def moves(self, schedule: Schedule, kinds: Sequence[int]) -> tuple[Move, ...]:
        """Return the moves of the present season; open goods become what the plan uses them for first."""
        if self.last is not None:
            return (self.last,)
        frame, start, act = self.play.frame, schedule.start, schedule.acts[0]
        if frame.season is None:
            return (Recruit(*act.paid, act.markers),)
        decision = Decision(start.works, schedule.option, act.hall, None, 0)
        found = Found(0, start.candidate, frame.settle(start, list(kinds)), decision)
        return walk(frame.season, Walk(frame.season, found))[0]

    def answer(self, schedule: Schedule, method: str, proved: bool = False) -> Answer:
        """Make an answer whose present moves have been replayed; the rest of its value is the forecast's."""
        from solver import rooms
        from solver.answer import Answer
        from solver.replay import measure

        play, frame = self.play, self.play.frame
        played = play.play(schedule)
        value = Fraction(played.value, frame.denominator)
        moves = self.moves(schedule, played.kinds)
        answer = Answer(
            moves=moves,
            value=value,
            bound=value if proved else None,
            complete=proved,
            method=method,
            outline=outline(play, schedule, played),
            assumptions=self.sentences,
            house=house(frame, schedule, moves),
        )
        now = measure(self.request, answer, rooms.find(self.request.position)).value
        return msgspec.structs.replace(answer, beyond=value - now)


def after_forecast(request: Request, move: Move, control: Control) -> Answer:
    """Answer with the best plan under the forecast that begins with a legal move.

    What others see of the enemy card on the way stays unknown, as in the plan of the whole request; and where the move
    is the season's last, the forecast goes on from what it leaves.
    """
    from . import ended, settle, value

    start = on_table(request)
    position = start.play(move)
    while position.actor != request.seat and not position.over and not ended(request, position):
        if outcomes := position.chance():
            position = position.play(settle(request, position) or outcomes[0][0])
            position = replace(position, enemy=start.enemy, peeked=start.peeked)
        else:
            position = position.play(idle(position))
    if position.over or ended(request, position):
        return solve_forecast(request, control, move)
    rest = solve_forecast(replace(request, position=position), control)
    won = value(request, position)
    bound = None if rest.bound is None else won + rest.bound
    return msgspec.structs.replace(rest, moves=(move, *rest.moves), value=won + rest.value, bound=bound)


def last_move(move: Move) -> Last:
    """Return what the last move of a season fixes."""
    if isinstance(move, Recruit):
        return Last(recruits=Act(paid=(move.gold, move.wood, move.stone), markers=move.markers))
    if isinstance(move, Pay | Decline):
        return Last(hall=move.what if isinstance(move, Pay) else "")
    return Last(cells=(move.building,) if isinstance(move, Build) else (), hall="")


def solve_forecast(request: Request, control: Control, last: Move | None = None) -> Answer:
    """Answer with the best plan under the forecast: by search where few seasons are left, else by CP-SAT.

    With ``last`` that is the one move that is left of the present season.
    """
    from solver.run import NoAnswer

    play = Play(Frame(request, control, None if last is None else last_move(last)))
    finish = Finish(request, play, last)
    first = None
    for width in WIDTHS[: 1 if small(play.frame) else 2]:
        found = Beam(play, width).best(control)
        if found is not None:
            control.offer(finish.answer(found, "beam"))
            if first is None or play.play(found).value > play.play(first).value:
                first = found
    if first is None:
        raise NoAnswer
    if request.method == "search" or (request.method == "auto" and small(play.frame)):
        try:
            seconds = PATIENCE if request.method == "auto" else inf
            return finish.answer(Exhaustive(play, control, seconds).best()[1], "search", proved=True)
        except Stopped:
            if request.method == "search" or control.stopped:
                return finish.answer(first, "beam")
    return _by_model(request, control, finish, first)


def _by_model(request: Request, control: Control, finish: Finish, first: Schedule) -> Answer:
    """Answer by CP-SAT, which begins with the first plan."""
    from solver.cpsat import maximise

    from .forecast_model import Model

    play = finish.play
    model = Model(play)
    model.hint(first)

    def read(numbers: tuple[int, ...], value: Fraction) -> Answer:
        return finish.answer(model.read(numbers), "cp-sat")

    unit = Fraction(1, play.frame.denominator)
    solved = maximise(model.model, model.objective, model.variables, request, control, read, unit=unit)
    best = control.best
    assert best is not None  # the first plan was offered
    if solved.values is not None:
        answer = solved.answer(read)
        if answer.value >= best.value:
            return answer
    return msgspec.structs.replace(best, bound=solved.bound if solved.values is not None else best.bound)


__all__ = ["after_forecast", "solve_forecast", "starts_here"]
