"""Solve now: the game's solver works in a thread, the caller waits on an event and can interrupt at any time.

A native solver that runs in the main thread ignores an interrupt until its limit, and one that handles the
signal itself leaves the interpreter without a handler, so that the next interrupt kills the process. Waiting
on an event in short slices, while the signal only counts, has neither fault.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import msgspec

from rules.arguments import check_position

from . import rooms
from .answer import Answer
from .contract import Move, Position
from .control import Control
from .control import NoAnswer as NoAnswer  # where rooms look for it
from .interrupts import Interrupts
from .plan import BEST_SO_FAR, OPTIMAL, Plan, make_plan
from .replay import measure, walk_policy
from .request import Request, Table, make_request

T = TypeVar("T")

SLICE = 0.02  #: seconds between two looks at the clock
GRACE = 1.0  #: seconds that a solve may take to come to an end after a stop
LATE = 0.15  #: seconds, or this share of the limit, that it may take after its deadline; as much is left for a replay
LATE_SHARE = 0.05


def allowance(seconds: float) -> float:
    """Return how long after a deadline a solve may still bring its answer: half of what a limit may be overrun.

    >>> allowance(1), allowance(60)
    (0.15, 3.0)
    """
    return max(LATE, LATE_SHARE * seconds)


class _Outcome:
    """Collect what the working thread has brought; written there, read by the one who waits."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.solved = False
        self.shown: Plan | None = None  #: the best plan that was replayed on the way
        self.plan: Plan | None = None
        self.error: BaseException | None = None


def solve(
    position: Position,
    horizon: str | None = None,
    objective: str | Table = "points",
    rivals: str = "idle",
    method: str = "auto",
    seconds: float = 10.0,
    workers: int = 1,
    seed: int = 0,
    forecast: Table | None = None,
    effort: float | None = None,
) -> Plan:
    """Find the best plan of the seat to move, from what that seat may know.

    ``horizon`` names how far the plan looks (the game's room says which there are), ``objective`` what counts:
    "points", "worth" (points, and goods by the shipped table) or your own table of worths. ``rivals`` is "idle"
    or "worst". ``method`` is "auto", "search" or "cp-sat". ``seconds`` limits the time; ``effort`` limits
    CP-SAT's work in its deterministic unit, for the same answer on any machine. With one worker and one seed
    the same version gives the same plan.

    An interrupt returns the best plan found so far; KeyboardInterrupt is raised only if there is none. Raises
    :class:`rules.BadInput` for arguments that do not fit, :class:`ReplayMismatch` when a model and the rules
    core disagree.
    """
    request, room = ask(
        position,
        horizon=horizon,
        objective=objective,
        rivals=rivals,
        method=method,
        seconds=seconds,
        workers=workers,
        seed=seed,
        forecast=forecast,
        effort=effort,
    )
    return run(request, room, Control(request.seconds))


def ask(
    position: Position,
    *,
    horizon: str | None = None,
    objective: str | Table = "points",
    rivals: str = "idle",
    method: str = "auto",
    seconds: float = 10.0,
    workers: int = 1,
    seed: int = 0,
    forecast: Table | None = None,
    effort: float | None = None,
) -> tuple[Request, rooms.Room]:
    """Check the arguments of :func:`solve` and return the request with its game's room."""
    check_position(position)
    room = rooms.find(position)
    request = make_request(
        position,
        room,
        horizon=horizon,
        objective=objective,
        rivals=rivals,
        method=method,
        seconds=seconds,
        workers=workers,
        seed=seed,
        forecast=forecast,
        effort=effort,
    )
    return request, room


def run(
    request: Request,
    room: rooms.Room,
    control: Control,
    on_plan: Callable[[Plan | None], None] | None = None,
    grace: float | None = None,
) -> Plan:
    """Solve a request under a control and return the replayed plan.

    A solver that does not come back within ``grace`` seconds after a stop or its deadline is left behind; without it
    that is :data:`GRACE` after a stop, and after a deadline the :func:`allowance` of the limit.

    ``on_plan`` is called by this thread, at most 20 times a second, when there is news: with a new replayed
    plan, or with None when only bound or log have changed.
    """
    outcome = _Outcome()
    if on_plan is not None:
        control.on_progress = _reporter(request, room, control, outcome, on_plan)
    worker = threading.Thread(target=_work, args=(request, room, control, outcome), name="solver", daemon=True)
    with Interrupts() as interrupts:
        try:
            worker.start()
            _wait(outcome, control, interrupts, grace)
            if outcome.plan is not None:
                return outcome.plan
            if outcome.error is not None:
                raise outcome.error
            return _rescue(request, room, control, outcome, interrupts.count > 0)
        finally:
            control.stop()


def _wait(outcome: _Outcome, control: Control, interrupts: Interrupts, grace: float | None) -> None:
    """Wait until there is a plan or an error, or nothing is to be hoped for any more.

    What was solved in time is waited for while it is replayed, unless a plan that is replayed already can stand in.
    """
    interrupted = False
    until: float | None = None
    while until is None or time.monotonic() < until or (outcome.solved and not interrupted and not outcome.shown):
        if interrupts.count and not interrupted:
            interrupted = True
            until = None  # whoever asks to stop waits one grace from here on, and not for a replay that hangs
            control.stop()
        if outcome.done.wait(SLICE):
            return
        control.tick()
        if until is None and control.stopped:
            late = GRACE if control.asked else allowance(control.limit)
            until = time.monotonic() + (late if grace is None else grace)


def _work(request: Request, room: rooms.Room, control: Control, outcome: _Outcome) -> None:
    """Solve and replay; runs in the working thread."""
    try:
        begin(request, room, control)
        try:
            answer = best_of(room.solve(request, control), control)
        except NoAnswer:
            answer = control.best or policy_answer(request, room, control.bound)
        outcome.solved = True
        outcome.plan = make_plan(request, room, answer, control.seconds)
    except BaseException as error:  # noqa: BLE001 - handed to the one who waits, who raises it
        outcome.error = error
    finally:
        outcome.done.set()


def begin(request: Request, room: rooms.Room, control: Control) -> None:
    """Give the control the bound that is there before any search."""
    bound = rooms.first_bound(request, room)
    if bound is not None:
        control.tighten(bound)


def best_of(answer: Answer, control: Control) -> Answer:
    """Join what a solver returned with what it offered on the way: the better value, the tighter bound."""
    best = control.best
    if best is not None and answer.feasible and best.value > answer.value:
        answer = best
    bound = control.bound
    if bound is not None and (answer.bound is None or bound < answer.bound):
        answer = msgspec.structs.replace(answer, bound=bound)
    return answer


def _rescue(request: Request, room: rooms.Room, control: Control, outcome: _Outcome, interrupted: bool) -> Plan:
    """Return the best plan so far when a solver does not come back in time."""
    best, shown, bound = control.best, outcome.shown, control.bound
    if shown is not None and (best is None or best.value <= shown.value or outcome.solved):
        if bound is None or (shown.bound is not None and shown.bound <= bound):
            return shown
        status = OPTIMAL if bound == shown.value else BEST_SO_FAR
        return msgspec.structs.replace(shown, bound=bound, status=status, seconds=control.seconds)
    if best is None and interrupted:
        raise KeyboardInterrupt
    return make_plan(request, room, best or policy_answer(request, room, bound), control.seconds)


def _reporter(
    request: Request, room: rooms.Room, control: Control, outcome: _Outcome, on_plan: Callable[[Plan | None], None]
) -> Callable[[], None]:
    """Make the function that turns news into replayed plans."""

    def report() -> None:
        best = control.best
        if best is None or (outcome.shown is not None and best.value <= outcome.shown.value):
            on_plan(None)
            return
        outcome.shown = make_plan(request, room, best, control.seconds)
        on_plan(outcome.shown)

    return report


def in_thread(work: Callable[[], T], control: Control, late: Callable[[], T] | None = None) -> T:
    """Do work in a thread while this one waits; an interrupt stops the control and is then raised.

    The work must come to an end soon after ``control.stopped`` turns true. With ``late`` it is left behind when it does
    not do so within the :func:`allowance` of the limit, and what ``late`` returns, or raises, is the outcome.
    """
    outcome: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def target() -> None:
        try:
            outcome.append(work())
        except BaseException as error:  # noqa: BLE001 - handed to the one who waits, who raises it
            errors.append(error)
        finally:
            done.set()

    worker = threading.Thread(target=target, name="solver", daemon=True)
    with Interrupts() as interrupts:
        try:
            worker.start()
            until: float | None = None
            while until is None or time.monotonic() < until:
                if interrupts.count and until is None:
                    control.stop()
                    until = time.monotonic() + GRACE
                if done.wait(SLICE):
                    break
                control.tick()
                if until is None and late is not None and control.seconds > control.limit + allowance(control.limit):
                    return late()
            if interrupts.count:
                raise KeyboardInterrupt
            if errors:
                raise errors[0]
            return outcome[0]
        finally:
            control.stop()


def policy_answer(request: Request, room: rooms.Room, bound: Fraction | None = None) -> Answer:
    """Answer with what the room's own policy plays: legal, valued by the rules, and with what bound is known."""
    moves: tuple[Move, ...] = walk_policy(request, room) if room.stopgap is None else room.stopgap(request)
    answer = Answer(
        moves=moves,
        value=Fraction(0),
        bound=bound,
        complete=False,
        method="the room's policy",
        idle=room.stopgap is not None,
    )
    return msgspec.structs.replace(answer, value=measure(request, answer, room).value)
