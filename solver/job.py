"""Solve in a process of its own: start, watch, stop, and take the result.

The process is started once and kept warm. It solves one job at a time, is replaced when it crashes and
recycled after some jobs, and dies with its parent. Whoever waits for a job has a clock of their own: a stop
and a time limit hold even where the process is deep in native code, because after a grace it is killed and
the best plan so far, already replayed, is the result.

As many jobs work at once as there are cores (`turns`); the others wait in the order in which they were started. Where
no process can be started, a job says so; one that may solves in this process instead.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.arguments import check_flag
from rules.findings import BadInput, RulesError, refuse
from rules.printable import shown

from . import rooms, wire
from .control import Control
from .interrupts import Interrupts
from .numbers import refusal, whole, within
from .plan import Plan, make_plan
from .replay import ReplayMismatch
from .request import LONGEST
from .run import ask, policy_answer, run
from .turns import Turn

if TYPE_CHECKING:
    from .contract import Position
    from .process import Process
    from .request import Request, Table

WAITING, STARTING, RUNNING, STOPPING, DONE, FAILED = "waiting", "starting", "running", "stopping", "done", "failed"

GRACE = 0.8  #: seconds between a soft stop and the end of the process
START_ALLOWANCE = 15.0  #: seconds that a fresh process may take until it begins; not counted as solving
SILENT = f"none answered within {START_ALLOWANCE:g} seconds"
MEMORY = 2048  #: mebibytes that a worker process may use unless the caller says otherwise
LEAST_MEMORY, MOST_MEMORY = 128, 1 << 24
LOOK = 0.05  #: seconds between two looks at the clock

_numbers = itertools.count(1)


class JobFailed(RuntimeError):
    """Say in a sentence why a job has no result."""


class Job:
    """Watch one solve in a worker process; made by :func:`start`.

    ``state`` is "waiting" (for its turn), "starting", "running", "stopping", "done" or "failed". All attributes may be
    read at any time and from any thread. ``on_change`` functions are called from another thread and must only take
    note, for instance by putting something into a queue; ``changes`` counts the same events for those who poll.
    """

    def __init__(self, request: Request, room: rooms.Room, memory: int, here: bool = False) -> None:
        self.request = request
        self.number = next(_numbers)
        self.changes = 0
        self._room = room
        self._memory = memory
        self._may_be_here = here
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._listeners: list[Callable[[], None]] = []
        self._state = WAITING
        self._best: Plan | None = None
        self._bound: Fraction | None = None
        self._log: tuple[str, ...] = ()
        self._text = ""
        self._note = ""
        self._turn = Turn(self._come)
        self._given: float | None = None
        self._begun: float | None = None
        self._asked: float | None = None
        self._ended: float | None = None
        self._again = False
        self._process: Process | None = None
        self._control: Control | None = None

    # --- what is shown ----------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """Return the state of the job."""
        return self._state

    @property
    def best(self) -> Plan | None:
        """Return the best plan so far; the rules core has replayed it."""
        return self._best

    @property
    def bound(self) -> Fraction | None:
        """Return what no plan can exceed; None while nothing is known."""
        return self._bound

    @property
    def gap(self) -> Fraction | None:
        """Return how much more than the best plan's value may be possible; None while not known."""
        best, bound = self._best, self._bound
        return None if best is None or bound is None else bound - best.value

    @property
    def seconds(self) -> float:
        """Return the seconds since its turn came, or how long the job took once it has ended; 0 while it waits."""
        return 0.0 if self._given is None else (self._ended or time.monotonic()) - self._given

    @property
    def ahead(self) -> int:
        """Return how many other jobs and reviews wait for their turn before this one."""
        return self._turn.ahead

    @property
    def log(self) -> tuple[str, ...]:
        """Return the last lines of the solver's log, at most 200."""
        return self._log

    @property
    def text(self) -> str:
        """Return the sentence that says why the job has failed; empty otherwise."""
        return self._text

    @property
    def note(self) -> str:
        """Return a sentence for the person where the job does not run as usual: in this process; empty otherwise."""
        return self._note

    @property
    def ended(self) -> bool:
        """Say whether the job is done or has failed."""
        return self._done.is_set()

    def __repr__(self) -> str:
        """Print state, best value and bound."""
        best = "no plan yet" if self._best is None else f"value {self._best.value}"
        return f"<Job {self.number}: {self._state}, {best}, bound {self._bound}, {self.seconds:.1f} s>"

    # --- what is done -----------------------------------------------------------------------------------

    def on_change(self, function: Callable[[], None]) -> None:
        """Call ``function`` after every change, from another thread; an error in it goes to the log."""
        if not callable(function):
            raise refuse("function", f"is {shown(function)}; give a function without arguments.")
        self._listeners.append(function)

    def stop(self) -> None:
        """Ask for the best plan so far; it is there within about a second. May be called at any time, and again."""
        with self._lock:
            if self._done.is_set() or self._asked is not None:
                return
            self._asked = time.monotonic()
            self._state = STOPPING
            process, control = self._process, self._control
        if control is not None:
            control.stop()
        elif process is not None:
            process.send(wire.Stop(job=self.number))
        self._tell()

    def result(self, timeout: float | None = None) -> Plan:
        """Wait for the plan. An interrupt ends the job, and the best plan so far is the result.

        Raises TimeoutError after ``timeout`` seconds, while the job goes on, and :class:`JobFailed` when the job
        has failed.
        """
        if timeout is not None and not within(timeout, 0, threading.TIMEOUT_MAX):
            raise BadInput((refusal("timeout", timeout, 0, LONGEST, "a number of seconds", ", or None to wait on"),))
        until = None if timeout is None else time.monotonic() + float(timeout)
        asked: float | None = None
        with Interrupts() as interrupts:
            while not self._done.wait(LOOK if until is None else max(0.0, min(LOOK, until - time.monotonic()))):
                if interrupts.count and asked is None:
                    asked, until = time.monotonic(), None
                    self.stop()
                elif asked is not None and time.monotonic() > asked + 2 * GRACE:
                    raise KeyboardInterrupt
                if until is not None and time.monotonic() >= until:
                    raise TimeoutError(f"job {self.number} has no result after {timeout} seconds; it is {self._state}")
        if self._state == FAILED or self._best is None:
            raise JobFailed(self._text)
        return self._best

    # --- what the process and the clock report ------------------------------------------------------------

    def _launch(self) -> None:
        """Ask for a turn, and begin to watch the clock."""
        self._turn.ask()
        threading.Thread(target=self._watch, name=f"job {self.number}", daemon=True).start()

    def _come(self) -> None:
        """Begin: the turn has come. Called by whoever has given one back, or by the one who starts the job."""
        with self._lock:
            if self._done.is_set() or self._asked is not None:  # stopped while it waited
                return
            self._state = STARTING
            self._given = time.monotonic()
        self._tell()
        try:
            self._give()
        except Exception as error:  # noqa: BLE001 - who has made room for this job must not suffer from it
            self.fail(f"The solver has a fault ({type(error).__name__}: {error}).")

    def _give(self) -> None:
        """Give the job to a process."""
        from .process import POOL, NoProcess

        message = wire.question(self.number, self.request, self._room, self.request.seconds, self._memory)
        try:
            process = self._process = POOL.give(self, message)
        except NoProcess as error:
            self._without(str(error))
            return
        if self._asked is not None:  # a stop from a second thread may have come before there was a process
            process.send(wire.Stop(job=self.number))

    def _without(self, why: str, log: tuple[str, ...] = ()) -> None:
        """Solve in this process, for no other can be started; or fail with a sentence where that was not asked for."""
        none = f"No worker process could be started here ({why})"
        if not self._may_be_here:
            self.fail(f"{none}. solver.solve(position) solves without one.", log)
            return
        with self._lock:
            if self._done.is_set() or self._control is not None:
                return
            self._note = f"{none}; this process solves by itself, and its memory is not bounded."
            self._log += log
            self._process = None
            self._control = control = Control(self.request.seconds)
            self._begun = self._given = time.monotonic()
            if self._asked is not None:
                control.stop()
            else:
                self._state = RUNNING
        control.wants_log = True
        self._tell()
        threading.Thread(target=self._solve, args=(control,), name="solver", daemon=True).start()

    def _solve(self, control: Control) -> None:
        """Solve in this process; runs in a thread of its own."""

        def report(plan: Plan | None) -> None:
            self._news(plan, control.bound, control.lines)

        try:
            plan = run(self.request, self._room, control, report, grace=GRACE)
        except Exception as error:  # noqa: BLE001 - said in the job instead of lost in a thread
            self.fail(failure(error), control.lines)
        else:
            self._news(plan, plan.bound, control.lines, end=True)

    def receive(self, message: wire.FromWorker) -> None:
        """Take a message of the worker process; called by the thread that reads its pipe."""
        if isinstance(message, wire.Failed):
            self.fail(message.text)
            return
        if isinstance(message, wire.Started):
            with self._lock:
                self._begun = time.monotonic()
                if self._state == STARTING:
                    self._state = RUNNING
            self._tell()
            return
        plan = None if message.plan is None else wire.read_plan(message.plan, self.request, self._room)
        self._news(plan, message.bound, message.lines, end=isinstance(message, wire.Done))

    def _news(self, plan: Plan | None, bound: Fraction | None, log: tuple[str, ...], end: bool = False) -> None:
        """Take a better plan, a tighter bound and new lines of the log; with ``end`` the job is done."""
        with self._lock:
            if self._done.is_set():
                return
            self._log = log
            self._bound = bound
            if plan is not None:
                self._best = plan
        if end:
            self._end(DONE)
        else:
            self._tell()

    def lost(self, how: str, log: tuple[str, ...]) -> None:
        """Take note that the process has gone; ``how`` says in which way.

        A job that had not begun is begun anew, once; one that is being stopped ends with what there is. Where two
        processes in a row never said a word there is none to be had, and any other job fails.
        """
        if self._asked is not None:
            self._kill()
        elif self._begun is not None:
            self.fail(
                f"The solver's process ended {how} before the job was done. The position is kept and a new process "
                "is started for the next job: start it again, perhaps with a shorter horizon or more memory.",
                log,
            )
        elif self._again:
            self._without(f"it ended {how} before it said a word", log)
        else:
            self._again = True
            self._give()

    def garbled(self, error: Exception) -> None:
        """Take note that a message of the process could not be read; before it has begun, it is no worker of ours."""
        if self._begun is None and self._asked is None:
            self._drop()
            self._without("what it says cannot be read")
        else:
            self.fail(f"A message of the solver's process could not be read ({type(error).__name__}: {error}).")

    def fail(self, text: str, log: tuple[str, ...] = ()) -> None:
        """End the job with a sentence that says why."""
        with self._lock:
            if self._done.is_set():
                return
            self._text = text
            self._log += log
        self._end(FAILED)

    def _end(self, state: str) -> None:
        """Note the end, once."""
        with self._lock:
            if self._done.is_set():
                return
            self._state = state
            self._ended = time.monotonic()
            self._done.set()
        self._tell()
        self._turn.give_back()

    def _tell(self) -> None:
        """Count a change and call the listeners."""
        self.changes += 1
        for function in tuple(self._listeners):
            try:
                function()
            except Exception as error:  # noqa: BLE001 - a listener's fault must not end the reading thread
                self._log += (f"a listener has failed: {type(error).__name__}: {error}",)

    def _watch(self) -> None:
        """Hold the time limit and the stop, whatever the process does."""
        while not self._done.wait(LOOK):
            now = time.monotonic()
            if self._asked is not None:
                late = self._given is None or now > self._asked + GRACE
            elif self._begun is not None:
                late = now > self._begun + self.request.seconds + GRACE
            else:
                late = False
                if self._given is not None and now > self._given + START_ALLOWANCE:
                    self._drop()
                    self._without(SILENT)
            if late:
                self._kill()
                return

    def _drop(self) -> None:
        """Let go of the process that does not answer."""
        if self._process is not None:
            self._process.drop(self)

    def _kill(self) -> None:
        """End the process that does not answer, and end the job with the best plan there is."""
        self._drop()
        try:
            if self._best is None:
                plan = make_plan(self.request, self._room, policy_answer(self.request, self._room), self.seconds)
                with self._lock:
                    self._best = self._best or plan
        except Exception as error:  # noqa: BLE001 - said in the job instead of lost in a thread
            self.fail(f"The solver was ended before it had a plan, and there is no simple one either ({error}).")
        else:
            self._end(DONE)


def failure(error: Exception, memory: int = 0) -> str:
    """Say in a sentence why a solve has failed; ``memory`` is what it might use, in MiB (0: what there is)."""
    if isinstance(error, MemoryError) and memory:
        return (
            f"The solver needed more than the {memory} MiB it may use and was ended. "
            "Ask for a shorter horizon, or allow more memory."
        )
    if isinstance(error, MemoryError):
        return "The solver needed more memory than there is. Ask for a shorter horizon."
    if isinstance(error, RulesError):
        return str(error)
    if isinstance(error, ReplayMismatch):
        return f"The plan was not confirmed by the rules and is not shown. {error}"
    return f"The solver has a fault ({type(error).__name__}: {error})."


def start(
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
    memory: int = MEMORY,
    here: bool = False,
) -> Job:
    """Begin to solve in a worker process and return at once; the arguments are those of :func:`solver.solve`.

    ``memory`` bounds the process in MiB, where the system can. Where no process can be started the job fails; with
    ``here`` it is solved in a thread of this process instead, without that bound, and its ``note`` says so. Raises
    :class:`rules.BadInput` for arguments that do not fit; whatever goes wrong later is the job's state "failed" with a
    sentence.
    """
    if not whole(memory, LEAST_MEMORY, MOST_MEMORY):
        raise BadInput((refusal("memory", memory, LEAST_MEMORY, MOST_MEMORY, "a whole number of MiB"),))
    check_flag(here, "here")
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
    job = Job(request, room, int(memory), here)
    job._launch()
    return job


def warm(game: str = "", models: bool = True) -> None:
    """Start a worker process before it is needed: load a game in it and, with ``models``, OR-Tools.

    Returns at once. Without this the first job takes a few tenths of a second longer, and the first one that
    needs a model another one. A game that has no solver does no harm; a job for it will say so.
    """
    from .process import POOL

    if not isinstance(game, str):
        raise refuse("game", f"is {shown(game)}; give the name of a game, or '' for none.")
    models = check_flag(models, "models")
    modules = (rooms.registered().get(game, f"solver.{game}"),) if game.isidentifier() else ()
    POOL.warm(modules + (("ortools.sat.python.cp_model",) if models else ()))
