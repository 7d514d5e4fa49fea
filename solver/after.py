"""The value of a line that begins with a given move: solved again from where the seat decides next."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from . import rooms
from .answer import Answer
from .contract import Move, Position
from .control import Control, NoAnswer
from .request import Request
from .run import begin, best_of

BY_OUTCOME = "a solve for each outcome"


def after(request: Request, room: rooms.Room, move: Move, control: Control) -> Answer | None:
    """Answer a request with ``move`` as the first move; None when the time was too short.

    What follows is solved from where the seat decides again; chance in between is valued exactly, and the
    others play as the request says. This rests on the value being additive along a line, as points are.
    """
    if control.stopped:
        return None
    # A room knows moves of the seat; where chance comes first, an outcome stands in the place of the move.
    if room.after_move is not None and request.position.actor is not None:
        own = share(control)
        try:
            answer = room.after_move(request, move, own)
        except NoAnswer:
            return None
        finally:
            control.forget_stop(own.stop)
        if answer is not None:
            return answer
    value, bound, line, rest = _continue(request, room, request.position.play(move), control)
    if value is None:
        return None
    if rest is None:
        return Answer(moves=(move,), value=value, bound=bound, method=BY_OUTCOME)
    return msgspec.structs.replace(rest, moves=(move, *line), value=value, bound=bound)


def _continue(
    request: Request, room: rooms.Room, position: Position, control: Control
) -> tuple[Fraction | None, Fraction | None, tuple[Move, ...], Answer | None]:
    """Value a later position of a request: value, bound, the moves of the line, the answer they come from."""
    if position.over or room.ended(request, position):
        value = room.value(request, position)
        return value, value, (), None
    if outcomes := position.chance():
        settled = room.settle(request, position)
        if settled is not None:
            return _continue(request, room, position.play(settled), control)
        total: Fraction | None = Fraction(0)
        bound: Fraction | None = Fraction(0)
        for outcome, chance in outcomes:
            one, limit, _, _ = _continue(request, room, position.play(outcome), control)
            total = None if one is None or total is None else total + chance * one
            bound = None if limit is None or bound is None else bound + chance * limit
            if total is None and bound is None:  # the time is up; thousands of outcomes may be left
                break
        return total, bound, (), None
    if position.actor == request.seat:
        answer = solve_part(msgspec.structs.replace(request, position=position), room, control)
        if answer is None:
            return None, None, (), None
        won = room.value(request, position)
        return won + answer.value, None if answer.bound is None else won + answer.bound, answer.moves, answer
    if request.rivals == "idle":
        return _continue(request, room, position.play(room.rival(request, position)), control)
    return _worst(request, room, position, control)


def _worst(
    request: Request, room: rooms.Room, position: Position, control: Control
) -> tuple[Fraction | None, Fraction | None, tuple[Move, ...], Answer | None]:
    """Value a decision of another seat that does its worst."""
    worst: Fraction | None = None
    limit: Fraction | None = None
    for move in position.legal_moves():
        value, bound, _, _ = _continue(request, room, position.play(move), control)
        if value is None:
            return None, None, (), None
        worst = value if worst is None or value < worst else worst
        if bound is not None and (limit is None or bound < limit):
            limit = bound
    return worst, limit, (), None


def solve_part(request: Request, room: rooms.Room, control: Control) -> Answer | None:
    """Solve with the time that is left; None when that was too short for an answer."""
    if control.stopped:
        return None
    own = share(control)
    begin(request, room, own)
    try:
        return best_of(room.solve(request, own), own)
    except NoAnswer:
        return own.best
    finally:
        control.forget_stop(own.stop)


def share(control: Control, seconds: float = 0.0) -> Control:
    """Make a control for one solve among several: the same stop, its own answers.

    Its deadline is the same, or comes after so many seconds, if that is earlier.
    """
    own = Control(min(seconds, control.remaining) if seconds else control.remaining)
    control.at_stop(own.stop)
    return own


def exact(request: Request, answer: Answer | None) -> Fraction:
    """Return a proved value; raise TimeoutError when it is not proved."""
    if answer is None or answer.bound != answer.value:
        raise too_short(request)
    return answer.value


def too_short(request: Request) -> TimeoutError:
    """Say that the time was too short."""
    return TimeoutError(f"{request.seconds:g} seconds were too short for exact values; give more.")
