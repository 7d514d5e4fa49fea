"""Worker processes: how they are started, kept warm, recycled and ended."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from . import wire

if TYPE_CHECKING:
    from .job import Job

RECYCLE = 50  #: jobs after which a process is replaced: native memory grows over many solves
IDLE = 1  #: idle processes that are kept warm
LAST_WORDS = 20  #: lines of a process's error output that are kept


class NoProcess(RuntimeError):
    """Say why no worker process can be started here: a phrase that fits into brackets."""


def launch(module: str, *arguments: str, errors: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start ``main`` of one of our modules in a worker process, with pipes to talk to it.

    The process gets this program's module path, nothing of its main program and no file of its folder: a script or
    notebook is never run a second time. It has a session of its own, so that an interrupt of the notebook or the
    terminal does not reach it.

    Raises:
        NoProcess: the system refuses, or Python does not say where its own program lies.
    """
    if not sys.executable:
        raise NoProcess("Python does not say where its own program lies")
    try:
        # "" stands for the folder the program was started in: the worker must find the same modules.
        path = [entry or os.getcwd() for entry in sys.path]
        house = str(Path(__file__).resolve().parent.parent)
        if house not in path:
            path.append(house)
        program = (
            f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main(*sys.argv[2:])"
        )
        return subprocess.Popen(
            [sys.executable, "-P", "-c", program, json.dumps(path), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=os.name == "posix",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except (OSError, ValueError) as error:
        raise NoProcess(_reason(error)) from error


def _reason(error: Exception) -> str:
    """Return what the system says of a process that it does not start."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"the system says: {said}"


class Process:
    """Hold one worker process and the threads that read its messages.

    Raises:
        NoProcess: none can be started here.
    """

    def __init__(self) -> None:
        self.popen = launch("solver.worker", str(os.getpid()))
        self.job: Job | None = None
        self.count = 0
        self._killed = False
        self._over = False
        self._code: int | None = None
        self._hand = threading.Lock()
        self._write = threading.Lock()
        self._last: deque[str] = deque(maxlen=LAST_WORDS)
        self._errors = threading.Thread(target=self._read_errors, name="worker's errors", daemon=True)
        try:
            self._errors.start()
            threading.Thread(target=self._read, name="worker's messages", daemon=True).start()
        except RuntimeError as error:  # no more threads may be started
            self.kill()
            raise NoProcess(_reason(error)) from error

    @property
    def alive(self) -> bool:
        """Say whether the process still runs, as far as its pipes tell."""
        return not self._killed and not self._over

    def send(self, message: wire.ToWorker) -> bool:
        """Write a message; say whether the process took it."""
        assert self.popen.stdin is not None
        try:
            with self._write:
                self.popen.stdin.write(wire.write(message))
                self.popen.stdin.flush()
        except (OSError, ValueError):  # the process is gone, or its pipe is closed
            return False
        return True

    def take(self, job: Job) -> bool:
        """Work on a job from here on; say whether the process is still there to do so."""
        with self._hand:
            if self._code is not None:
                return False
            self.job = job
        return True

    def let_go(self) -> bool:
        """Work on no job any more; say whether there was one that nobody has been told about."""
        with self._hand:
            job, self.job = self.job, None
        return job is not None

    @property
    def ended(self) -> str:
        """Say how the process has ended; empty while it runs."""
        return "" if self._code is None else how_ended(self._code)

    def drop(self, job: Job) -> None:
        """End the process if it still works on ``job``; it may have another one by now."""
        with self._hand:
            mine = self.job is job
            self._killed = self._killed or mine
        if mine:
            self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        with contextlib.suppress(OSError):
            self.popen.kill()

    def close(self) -> None:
        """Let the process end by itself: its input closes."""
        self._killed = True
        with contextlib.suppress(OSError), self._write:
            if self.popen.stdin is not None:
                self.popen.stdin.close()

    def _read_errors(self) -> None:
        """Keep the last lines of the error output."""
        assert self.popen.stderr is not None
        with self.popen.stderr as lines:
            for line in lines:
                if text := line.decode(errors="replace").strip():
                    self._last.append(text)

    def _read(self) -> None:
        """Read messages until the process ends, and hand them to the job."""
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            job = self.job
            try:
                message = wire.read_from_worker(line)
                if job is None or message.job != job.number:
                    continue
                over = isinstance(message, wire.Done | wire.Failed)
                if over:
                    with self._hand:
                        self.job = None
                    self.count += 1
                    if not (isinstance(message, wire.Failed) and message.end):
                        POOL.take_back(self)
                job.receive(message)
            except Exception as error:  # noqa: BLE001 - said in the job instead of lost in a thread
                if job is not None:
                    job.garbled(error)
        self._over = True
        self.popen.stdout.close()
        with contextlib.suppress(OSError), self._write:
            if self.popen.stdin is not None:
                self.popen.stdin.close()
        code = self.popen.wait()
        self._errors.join(1)
        with self._hand:  # whoever gives it a job later is told by `take`
            self._code = code
            job, self.job = self.job, None
        if job is not None and not self._killed:
            job.lost(how_ended(code), tuple(self._last))


def how_ended(code: int) -> str:
    """Say how a process came to its end, by what the system tells of it.

    >>> how_ended(3), how_ended(-9)
    ('with code 3', 'by signal 9 (SIGKILL)')
    """
    if code >= 0:
        return f"with code {code}"
    try:
        return f"by signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"by signal {-code}"


class Pool:
    """Hand out processes, keep one of them warm, end them all when the program ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[Process] = []
        self._all: list[Process] = []
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            # A forked copy of this program must not talk over its parent's pipes.
            os.register_at_fork(after_in_child=self._forget)

    def give(self, job: Job, message: wire.Question) -> Process:
        """Give a job to an idle process, or to a new one; raise `NoProcess` where none can be started."""
        while True:
            process, fresh = self._take()
            if process.take(job):
                # One that has gone with the job reports it itself.
                if process.send(message) or fresh or not process.let_go():
                    return process
                process.kill()
            elif fresh:
                raise NoProcess(f"it ended {process.ended} before it said a word")

    def warm(self, modules: tuple[str, ...]) -> None:
        """Have an idle process that has loaded some modules; where none can be started, the first job will say so."""
        try:
            process, _ = self._take()
        except NoProcess:
            return
        process.send(wire.Warm(modules=modules))
        self.take_back(process)

    def _take(self) -> tuple[Process, bool]:
        """Take an idle process that lives, or start one; say whether it is fresh."""
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.alive:
                    return process, False
            process = Process()
            self._all = [other for other in self._all if other.alive] + [process]
            return process, True

    def take_back(self, process: Process) -> None:
        """Keep a process for the next job, or end it when there are enough or it has done its share."""
        with self._lock:
            keep = process.alive and process.count < RECYCLE and len(self._idle) < IDLE
            if keep:
                self._idle.append(process)
        if not keep:
            process.close()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            everyone, self._all, self._idle = self._all, [], []
        for process in everyone:
            process.close()
        for process in everyone:
            try:
                process.popen.wait(0.5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.popen.wait()

    def _forget(self) -> None:
        """Forget the parent's processes, in a forked copy."""
        self._lock = threading.Lock()
        self._idle, self._all = [], []


POOL = Pool()
