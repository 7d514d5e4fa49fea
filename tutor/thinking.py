"""Work that a panel does not wait for: it goes on in a thread, and the panel looks for the result when it is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

AT_ONCE: Final = 0.25
"""Seconds that a panel may stand still for an answer; what takes longer comes with a later tick."""

LOOK: Final = 150
"""Milliseconds between two looks of the front end."""


class Thinking(Generic[T]):
    """Do work in a thread. ``ended`` turns true once `result` has something to return or to raise.

    >>> Thinking(lambda: 6 * 7).result()
    42
    """

    def __init__(self, work: Callable[[], T]) -> None:
        """Begin."""
        self._work = work
        self._done = threading.Event()
        self._found: list[T] = []
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name="thinking", daemon=True).start()

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as error:  # noqa: BLE001 - raised again for the one who asks for the result
            self._error = error
        finally:
            self._done.set()

    @property
    def ended(self) -> bool:
        """Say whether there is a result."""
        return self._done.is_set()

    def soon(self, seconds: float = AT_ONCE) -> bool:
        """Wait a moment, and say whether there is a result."""
        return self._done.wait(seconds)

    def result(self) -> T:
        """Wait for the result and return it; raises what the work has raised."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        return self._found[0]
