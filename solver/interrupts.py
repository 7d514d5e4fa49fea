"""Count interrupts instead of being torn out of a wait by them.

Python's own handler raises KeyboardInterrupt between any two instructions, also between taking a lock and giving it
back: two interrupts without a pause can so leave an event with a broken lock, whatever stands in a ``try``. While
somebody waits for a solve, the signal therefore only counts, and the wait looks at the count.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType


class Interrupts:
    """Count the interrupts that come inside a ``with``; the handler from before is put back at its end.

    Inside another one it begins with the interrupts that the other has counted.
    Only the main thread gets signals, so in any other this does nothing. Where interrupts are ignored, or handled
    by somebody who is not Python, that is left as it is.

    >>> import os
    >>> with Interrupts() as interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    ...     signal.raise_signal(signal.SIGINT)
    >>> interrupts.count
    2
    """

    def __init__(self, keep: bool = False) -> None:
        """Make the counter; with ``keep`` it goes on to count after the ``with``, to the end of the process."""
        self.count = 0
        self._keep = keep
        self._before: object = None
        self._set = False

    def __enter__(self) -> Interrupts:
        """Begin to count."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.getsignal(signal.SIGINT)
            if callable(self._before):
                around = getattr(self._before, "__self__", None)
                if isinstance(around, Interrupts):
                    self.count = around.count  # they came while nobody looked, and are meant for this wait
                signal.signal(signal.SIGINT, self._note)
                self._set = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put back the handler from before."""
        if self._set and not self._keep and callable(self._before):
            self._set = False
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.count += 1


def ignore() -> None:
    """Let no interrupt end the process from here on: it is about to end by itself, with its own exit code."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
