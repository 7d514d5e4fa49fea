"""The process that solves jobs: reads questions from its standard input, writes news to its standard output.

It is started by ``solver.job`` with the parent's module path and nothing of its main program, so a script or
notebook is never run a second time. It ends when its input closes or its parent is gone, and leaves interrupts
to the parent.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import queue
import signal
import sys
import threading
import time
from typing import BinaryIO

from . import rooms, wire
from .control import Control
from .job import failure
from .plan import Plan
from .run import ask, run

#: The parent ends a process that does not answer long before this, so no solver is left behind in a warm process.
GRACE = 60.0
WATCH = 0.25  #: seconds between two looks at the parent


class Worker:
    """Serve one parent over two pipes."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source, self.sink = source, sink
        self.questions: queue.SimpleQueue[wire.Question | wire.Warm] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._write = threading.Lock()
        self._control: Control | None = None
        self._job = -1
        self._stopped: set[int] = set()

    def send(self, message: wire.FromWorker) -> None:
        """Write a message; a parent that does not listen any more ends this process."""
        try:
            with self._write:
                self.sink.write(wire.write(message))
                self.sink.flush()
        except OSError:
            os._exit(0)

    def listen(self) -> None:
        """Read messages until the input closes, which ends the process. Runs in a thread of its own."""
        for line in self.source:
            try:
                message = wire.read_in_worker(line)
            except ValueError as error:  # nothing that is said may leave a job without an answer
                job = wire.job_of(line)
                if job is not None:
                    text = f"The question could not be read: {error}"
                    self.send(wire.Failed(job=job, text=text, end=False))
                continue
            if isinstance(message, wire.Stop):
                self.stop(message.job)
            else:
                self.questions.put(message)
        os._exit(0)

    def stop(self, job: int) -> None:
        """Stop a job that is being solved, or remember to stop one that has not begun."""
        with self._lock:
            control = self._control if self._job == job else None
            if control is None:
                self._stopped.add(job)
        if control is not None:
            control.stop()

    def serve(self) -> None:
        """Solve one question after the other, for ever."""
        while True:
            message = self.questions.get()
            if isinstance(message, wire.Warm):
                for module in message.modules:
                    with contextlib.suppress(ImportError):  # a job that needs it will say so
                        importlib.import_module(module)
            else:
                self.solve(message)

    def solve(self, question: wire.Question) -> None:
        """Solve one question and send what comes of it."""
        control = Control(question.seconds)
        control.wants_log = True
        with self._lock:
            self._control, self._job = control, question.job
            early = question.job in self._stopped
            self._stopped.discard(question.job)
        if early:
            control.stop()
        try:
            limit_memory(question.memory)
            self.send(wire.Started(job=question.job))
            plan = self._plan(question, control)
        except MemoryError as error:
            self.send(wire.Failed(job=question.job, text=failure(error, question.memory), end=True))
            os._exit(1)
        except Exception as error:  # noqa: BLE001 - whatever it is, the parent must hear of it
            self.send(wire.Failed(job=question.job, text=failure(error, question.memory), end=False))
        else:
            done = wire.Done(
                job=question.job,
                seconds=control.seconds,
                bound=plan.bound,
                lines=control.lines,
                plan=wire.plan_text(plan),
            )
            self.send(done)
        finally:
            with self._lock:
                self._control, self._job = None, -1

    def _plan(self, question: wire.Question, control: Control) -> Plan:
        """Read the position, solve, and report on the way."""
        if rooms.registered().get(question.game, f"solver.{question.game}") != question.room:
            rooms.register(question.game, question.room)
        request, room = ask(
            rooms.load(question.game).parse(question.position),
            horizon=question.horizon,
            objective=wire.objective(question),
            rivals=question.rivals,
            method=question.method,
            seconds=question.seconds,
            workers=question.workers,
            seed=question.seed,
            effort=question.effort,
            forecast=question.forecast,
        )

        def report(plan: Plan | None) -> None:
            text = None if plan is None else wire.plan_text(plan)
            news = wire.News(
                job=question.job, seconds=control.seconds, bound=control.bound, lines=control.lines, plan=text
            )
            self.send(news)

        return run(request, room, control, report, grace=GRACE)


def limit_memory(mebibytes: int) -> None:
    """Bound this process's memory where the system can: beyond it, asking for more fails."""
    try:
        import resource
    except ImportError:  # Windows
        return
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    hard = resource.getrlimit(kind)[1]
    soft = mebibytes << 20
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(kind, (soft, hard))


def watch_parent(parent: int) -> None:
    """End this process when its parent is gone, even if a relative still holds the pipe open."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    os._exit(0)


def main(parent: str) -> None:
    """Run the worker; called in a fresh process with the number of the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What native code or a stray print writes to standard output must not get between the messages.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(sys.stdin.buffer, sink)
    threading.Thread(target=worker.listen, name="listen", daemon=True).start()
    if hasattr(os, "getppid") and sys.platform != "win32":
        threading.Thread(target=watch_parent, args=(int(parent),), name="watch", daemon=True).start()
    worker.serve()
