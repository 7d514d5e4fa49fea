"""Turns: as much work at once as there are cores, the rest in the order in which it came.

Every panel may ask for a solve, and a page may hold many panels. Processes beyond the cores only take each other's
time and memory; so whoever wants to work asks for a turn, waits for it, and gives it back.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable

VARIABLE = "MAGISTER_PROCESSES"  #: the environment variable that says how many processes may work at once
MOST = 1024  #: more than this is no number of processes but a slip


def cores() -> int:
    """Return how many processes may work at once: what `VARIABLE` says, or the cores that this process may use."""
    said = os.environ.get(VARIABLE, "").strip()
    if said.isascii() and said.isdigit() and 1 <= int(said[:9]) <= MOST:
        return int(said[:9])
    own = getattr(os, "process_cpu_count", None)  # from Python 3.13 on
    if own is not None:
        return own() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Turns:
    """Hand out turns, at most as many at once as there are cores, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._working: set[Turn] = set()
        self._waiting: deque[Turn] = deque()
        if hasattr(os, "register_at_fork"):
            # What works and waits in the parent is nothing to a forked copy of it.
            os.register_at_fork(after_in_child=self._forget)

    def ask(self, turn: Turn) -> None:
        """Begin a turn now, or when those before it have given theirs back."""
        with self._lock:
            self._waiting.append(turn)
        self._go_on()

    def give_back(self, turn: Turn) -> None:
        """End a turn, or leave the queue; nothing happens the second time."""
        with self._lock:
            self._working.discard(turn)
            if turn in self._waiting:
                self._waiting.remove(turn)
        self._go_on()

    def ahead(self, turn: Turn) -> int:
        """Return how many wait that asked before a turn."""
        with self._lock:
            return self._waiting.index(turn) if turn in self._waiting else 0

    def waits(self, turn: Turn) -> bool:
        """Say whether a turn is still to come."""
        with self._lock:
            return turn in self._waiting

    def _go_on(self) -> None:
        """Begin what may begin, outside the lock: to begin may mean to start a process."""
        while True:
            with self._lock:
                if not self._waiting or len(self._working) >= cores():
                    return
                turn = self._waiting.popleft()
                self._working.add(turn)
            turn.begin()

    def _forget(self) -> None:
        """Forget the parent's turns, in a forked copy."""
        self._lock = threading.Lock()
        self._working, self._waiting = set(), deque()


class Turn:
    """Hold one place in the queue; ``begin`` is called once, by whoever makes room for it, and must not raise."""

    def __init__(self, begin: Callable[[], None], turns: Turns | None = None) -> None:
        self.begin = begin
        self._turns = TURNS if turns is None else turns

    @property
    def waiting(self) -> bool:
        """Say whether the turn is still to come."""
        return self._turns.waits(self)

    @property
    def ahead(self) -> int:
        """Return how many others wait before it."""
        return self._turns.ahead(self)

    def ask(self) -> None:
        """Ask for the turn; ``begin`` may be called before this returns."""
        self._turns.ask(self)

    def give_back(self) -> None:
        """End the turn, or do without it. May be called at any time, and again."""
        self._turns.give_back(self)


TURNS = Turns()


class Place:
    """Wait for a turn in a ``with``, and give it back at its end; ``given`` says whether it has come.

    ``enough`` is asked ten times a second; when it says so, nobody waits any longer.
    """

    def __init__(self, enough: Callable[[], bool] = lambda: False) -> None:
        self._came = threading.Event()
        self._turn = Turn(self._came.set)
        self._enough = enough

    @property
    def given(self) -> bool:
        """Say whether the turn has come."""
        return self._came.is_set()

    def __enter__(self) -> Place:
        """Wait for the turn."""
        self._turn.ask()
        while not self._came.wait(0.1) and not self._enough():
            pass
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self._turn.give_back()
