"""Solve in a process of its own: start, watch, stop, and take the result.

The process is started once and kept warm. It solves one job at a time, is replaced when it crashes and
recycled after some jobs, and dies with its parent. Whoever waits for a job has a clock of their own: a stop
and a time limit hold even where the process is deep in native code, because after a grace it is killed and
the best plan so far, already replayed, is the result.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.arguments import check_flag
from rules.findings import BadInput, refuse
from rules.printable import shown

from . import rooms, wire
from .interrupts import Interrupts
from .numbers import refusal, whole, within
from .plan import Plan, make_plan
from .request import LONGEST
from .run import ask, policy_answer

if TYPE_CHECKING:
    from .contract import Position
    from .process import Process
    from .request import Request, Table

STARTING, RUNNING, STOPPING, DONE, FAILED = "starting", "running", "stopping", "done", "failed"

GRACE = 0.8  #: seconds between a soft stop and the end of the process
START_ALLOWANCE = 15.0  #: seconds that a fresh process may take until it begins; not counted as solving
MEMORY = 2048  #: mebibytes that a worker process may use unless the caller says otherwise
LEAST_MEMORY, MOST_MEMORY = 128, 1 << 24
LOOK = 0.05  #: seconds between two looks at the clock

_numbers = itertools.count(1)


class JobFailed(RuntimeError):
    """Say in a sentence why a job has no result."""


class Job:
    """Watch one solve in a worker process; made by :func:`start`.

    ``state`` is "starting", "running", "stopping", "done" or "failed". All attributes may be read at any time and
    from any thread. ``on_change`` functions are called from another thread and must only take note, for
    instance by putting something into a queue; ``changes`` counts the same events for those who poll.
    """

    def __init__(self, request: Request, room: rooms.Room, memory: int) -> None:
        self.request = request
        self.number = next(_numbers)
        self.changes = 0
        self._room = room
        self._memory = memory
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._listeners: list[Callable[[], None]] = []
        self._state = STARTING
        self._best: Plan | None = None
        self._bound: Fraction | None = None
        self._log: tuple[str, ...] = ()
        self._text = ""
        self._created = time.monotonic()
        self._begun: float | None = None
        self._asked: float | None = None
        self._ended: float | None = None
        self._again = False
        self._process: Process | None = None

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
        """Return the seconds since the start, or how long the job took once it has ended."""
        return (self._ended or time.monotonic()) - self._created

    @property
    def log(self) -> tuple[str, ...]:
        """Return the last lines of the solver's log, at most 200."""
        return self._log

    @property
    def text(self) -> str:
        """Return the sentence that says why the job has failed; empty otherwise."""
        return self._text

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
            process = self._process
        if process is not None:
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
        """Give the job to a process and begin to watch the clock."""
        self._give()
        threading.Thread(target=self._watch, name=f"job {self.number}", daemon=True).start()

    def _give(self) -> None:
        """Give the job to a process."""
        from .process import POOL

        message = wire.question(self.number, self.request, self._room, self.request.seconds, self._memory)
        process = self._process = POOL.give(self, message)
        if self._asked is not None:  # a stop from a second thread may have come before there was a process
            process.send(wire.Stop(job=self.number))

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
        with self._lock:
            if self._done.is_set():
                return
            self._log = message.lines
            self._bound = message.bound
            if plan is not None:
                self._best = plan
        if isinstance(message, wire.Done):
            self._end(DONE)
        else:
            self._tell()

    def lost(self, text: str, log: tuple[str, ...]) -> None:
        """Take note that the process has gone.

        A job that had not begun is begun anew, once; one that is being stopped ends with what there is; any
        other fails.
        """
        if self._begun is None and self._asked is None and not self._again:
            self._again = True
            self._give()
        elif self._asked is not None:
            self._kill()
        else:
            self.fail(text, log)

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
            begun = self._begun if self._begun is not None else self._created + START_ALLOWANCE
            if (self._asked is not None and now > self._asked + GRACE) or now > begun + self.request.seconds + GRACE:
                self._kill()
                return

    def _kill(self) -> None:
        """End the process that does not answer, and end the job with the best plan there is."""
        if self._process is not None:
            self._process.drop(self)
        try:
            if self._best is None:
                plan = make_plan(self.request, self._room, policy_answer(self.request, self._room), self.seconds)
                with self._lock:
                    self._best = self._best or plan
        except Exception as error:  # noqa: BLE001 - said in the job instead of lost in a thread
            self.fail(f"The solver was ended before it had a plan, and there is no simple one either ({error}).")
        else:
            self._end(DONE)


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
) -> Job:
    """Begin to solve in a worker process and return at once; the arguments are those of :func:`solver.solve`.

    ``memory`` bounds the process in MiB, where the system can. Raises :class:`rules.BadInput` for arguments
    that do not fit; whatever goes wrong later is the job's state "failed" with a sentence.
    """
    if not whole(memory, LEAST_MEMORY, MOST_MEMORY):
        raise BadInput((refusal("memory", memory, LEAST_MEMORY, MOST_MEMORY, "a whole number of MiB"),))
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
    job = Job(request, room, int(memory))
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
