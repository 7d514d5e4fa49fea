"""Functions of our own run in worker processes: what mining and grading give away. Also the program of those processes.

The executor of the standard library runs the main program a second time in each of its processes, so that a script
needs a guard around its work; and it does not say why no process could be started. This one does neither.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import IO, Any, Final, ParamSpec, TypeVar

from rules.findings import RulesError
from solver.process import NoProcess, how_ended, launch

from .language import say
from .plan_words import plan_words

P = ParamSpec("P")
T = TypeVar("T")

READY: Final = "ready"
SIZE: Final = 8
"""Bytes that hold the length of a message."""


class ProcessDied(RulesError, RuntimeError):
    """Say in a sentence that a worker process ended over its work, twice."""


class Processes(Executor):
    """Run functions of modules in at most so many worker processes; they are started when there is work for them.

    Where none can be started the result of a piece of work is `NoProcess`, and the one who asked does it. A process
    that dies over its work is replaced, once; then the result is `ProcessDied`. It needs no guard in a script.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._work: queue.SimpleQueue[tuple[Future[Any], bytes] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._running: set[Talk] = set()
        self._closed = False
        self._given_up = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a function away, with what it is called with; both must be such as can be pickled."""
        future: Future[T] = Future()
        message = pickle.dumps((fn, args, kwargs))
        with self._lock:
            if self._closed:
                raise RuntimeError("the worker processes have been closed")
            self._work.put((future, message))
            if len(self._threads) < self._number:
                thread = threading.Thread(target=self._serve, name="processes", daemon=True)
                self._threads.append(thread)
                thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; with ``cancel_futures`` leave undone what is not done yet, and end the processes now."""
        with self._lock:
            self._closed = True
            self._given_up = self._given_up or cancel_futures
            threads, running = list(self._threads), list(self._running) if cancel_futures else []
        for _ in threads:
            self._work.put(None)
        for talk in running:
            talk.end()
        if wait:
            for thread in threads:
                thread.join()

    def _serve(self) -> None:
        """Keep one process busy."""
        talk: Talk | None = None
        while (item := self._work.get()) is not None:
            future, message = item
            if self._given_up:
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                talk, (fine, result) = self._ask(talk, message)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits for the result
                talk, fine, result = None, False, error
            if fine:
                future.set_result(result)
            else:
                future.set_exception(result)
        self._let_go(talk)

    def _ask(self, talk: Talk | None, message: bytes) -> tuple[Talk, tuple[bool, Any]]:
        """Let a process do a piece of work, and a second one where the first dies over it."""
        how = ""
        for _ in range(2):
            if talk is None:
                talk = Talk()
                with self._lock:
                    self._running.add(talk)
                if self._given_up:
                    talk.end()
            answer = talk.ask(message)
            if answer is not None:
                return talk, answer
            how = self._let_go(talk)
            talk = None
            if self._given_up:
                break
        raise ProcessDied(
            say(
                "A worker process ended {how} over its work, twice; perhaps there is too little memory.",
                how=plan_words("", how),
            )
        )

    def _let_go(self, talk: Talk | None) -> str:
        """End a process; say how it ended."""
        if talk is None:
            return ""
        with self._lock:
            self._running.discard(talk)
        return talk.end()


class Talk:
    """Hold one worker process and what is said to it.

    Raises:
        NoProcess: none can be started, or what was started is no worker of ours.
    """

    def __init__(self) -> None:
        self.process = launch("tutor.processes", errors=subprocess.DEVNULL)
        assert self.process.stdout is not None and self.process.stdin is not None
        self._out, self._in = self.process.stdout, self.process.stdin
        if self._out.read(len(READY)) != READY.encode():
            raise NoProcess(f"it ended {self.end()} before it said a word")

    def ask(self, message: bytes) -> tuple[bool, Any] | None:
        """Return whether the work went well, and its result or the error; None where the process is gone."""
        try:
            send(self._in, message)
            answer = receive(self._out)
        except (OSError, ValueError):  # its pipe is closed
            return None
        return None if answer is None else pickle.loads(answer)

    def end(self) -> str:
        """End the process; say how it ended, if it did so by itself."""
        self._close(self._in)  # which ends it, also in the middle of its work
        try:
            code = self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._close(self._out)  # not before: a thread that reads it holds it
        return how_ended(code)

    def _close(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            pipe.close()


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write a message with its length."""
    pipe.write(len(message).to_bytes(SIZE, "big") + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Read a message; None where there are no more."""
    head = pipe.read(SIZE)
    if len(head) < SIZE:
        return None
    message: bytes = pipe.read(int.from_bytes(head, "big"))
    return message


def main() -> None:
    """Do what comes on standard input, piece by piece; end when that closes, also in the middle of the work."""
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints must not get between the answers
    channel.write(READY.encode())
    channel.flush()
    work: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        while (message := receive(sys.stdin.buffer)) is not None:
            work.put(message)
        os._exit(0)  # the parent has gone, or wants no more

    threading.Thread(target=listen, daemon=True).start()
    while True:
        try:
            function, given, named = pickle.loads(work.get())
            answer = pickle.dumps((True, function(*given, **named)))
        except Exception as error:  # noqa: BLE001 - told to the parent, who raises it
            answer = failed(error)
        send(channel, answer)


def failed(error: Exception) -> bytes:
    """Return an error as a message; one that cannot be pickled as its text."""
    try:
        message = pickle.dumps((False, error))
        pickle.loads(message)
    except Exception:  # noqa: BLE001 - an error of whatever kind must reach the parent
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return message
