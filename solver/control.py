"""The switchboard between the one who waits and the one who solves."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.findings import BadInput

from .numbers import refusal, within

if TYPE_CHECKING:
    from .answer import Answer

LOG_LINES = 200
LARGEST = 10**9  #: seconds; a limit beyond it is none
NEWS_INTERVAL = 0.05  #: seconds between two reports of progress: at most 20 a second


class NoAnswer(Exception):
    """Say that a solver was stopped before it had any answer; raised by a room, answered by its policy's line."""


class Control:
    """Carry a stop to the solver, and answers, bounds and log lines back. Safe to use from any thread.

    It has its own clock: :attr:`stopped` turns true at the deadline even if nobody waits any more.
    """

    def __init__(self, seconds: float = 10.0) -> None:
        if not within(seconds, -LARGEST, LARGEST):
            raise BadInput((refusal("seconds", seconds, 0, LARGEST),))
        seconds = float(seconds)
        self.limit = seconds
        self._start = time.monotonic()
        self.deadline = self._start + seconds  #: on the clock of ``time.monotonic``
        self.wants_log = False  #: whether anybody reads the log; keeping one costs a small solve a few milliseconds
        self.on_progress: Callable[[], None] | None = None  #: called by the waiting thread, at most 20 times a second
        self._lock = threading.Lock()
        self._asked = False
        self._best: Answer | None = None
        self._bound: Fraction | None = None
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._at_stop: list[Callable[[], None]] = []
        self._news = False
        self._told = 0.0

    # --- for the solver ---------------------------------------------------------------------------------

    @property
    def stopped(self) -> bool:
        """Say whether to come to an end: a stop was asked, or the time is up. Cheap; ask every few hundred states."""
        return self._asked or time.monotonic() >= self.deadline

    @property
    def remaining(self) -> float:
        """Return the seconds that are left; never below 0."""
        return 0.0 if self._asked else max(0.0, self.deadline - time.monotonic())

    def look(self) -> None:
        """Raise :class:`NoAnswer` once it is time to come to an end; for the depths of a search."""
        if self._asked or time.monotonic() >= self.deadline:
            raise NoAnswer

    def offer(self, answer: Answer) -> bool:
        """Hand over an answer; keep it if it is better than the best so far, and say whether it was."""
        with self._lock:
            best = self._best
            if best is not None and answer.value < best.value:
                return False
            if answer.bound is not None and (self._bound is None or answer.bound < self._bound):
                self._bound = answer.bound
            better = best is None or answer.value > best.value or (answer.complete and not best.complete)
            if better:
                self._best = answer
            self._news = True
            return better

    def tighten(self, bound: Fraction) -> None:
        """Note that no line can be worth more than ``bound``."""
        with self._lock:
            if self._bound is None or bound < self._bound:
                self._bound = bound
                self._news = True

    def log(self, line: str) -> None:
        """Keep a line of the solver's log; the last 200 are kept."""
        with self._lock:
            self._log.extend(part for part in line.splitlines() if part.strip())
            self._news = True

    def at_stop(self, function: Callable[[], None]) -> None:
        """Name a function that interrupts native code.

        It is called when a stop is due and again every 20 ms until the solve has returned, because a stop
        that comes before the search has begun is ignored by the solver.
        """
        with self._lock:
            self._at_stop.append(function)
        if self.stopped:
            function()

    def forget_stop(self, function: Callable[[], None]) -> None:
        """Take back a function named with :meth:`at_stop`: its solve has returned."""
        with self._lock:
            if function in self._at_stop:
                self._at_stop.remove(function)

    # --- for the one who waits --------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        """Say whether somebody asked to stop (the deadline does not count)."""
        return self._asked

    @property
    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self._start

    @property
    def best(self) -> Answer | None:
        """Return the best answer so far, with the best bound so far."""
        with self._lock:
            best, bound = self._best, self._bound
        if best is None or bound is None or (best.bound is not None and best.bound <= bound):
            return best
        return msgspec.structs.replace(best, bound=bound)

    @property
    def bound(self) -> Fraction | None:
        """Return the best bound so far."""
        return self._bound

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the last lines of the log."""
        with self._lock:
            return tuple(self._log)

    def stop(self) -> None:
        """Ask the solver to come to an end and give its best answer. May be called at any time, and again."""
        self._asked = True
        self.press()

    def press(self) -> None:
        """Call the functions of :meth:`at_stop` if a stop is due."""
        if self.stopped:
            with self._lock:
                functions = tuple(self._at_stop)
            for function in functions:
                function()

    def tick(self) -> None:
        """Do what is due while waiting: repeat a stop, report progress. Called about every 20 ms."""
        self.press()
        now = time.monotonic()
        if self._news and self.on_progress is not None and now - self._told >= NEWS_INTERVAL:
            self._news = False
            self._told = now
            self.on_progress()
