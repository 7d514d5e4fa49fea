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

#: The program of a worker: the parent's module path, nothing of its main program and no file of its folder.
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from solver.worker import main; main(int(sys.argv[2]))"
)


class Process:
    """Hold one worker process and the thread that reads its messages."""

    def __init__(self) -> None:
        # "" stands for the folder the program was started in: the worker must find the same modules.
        path = [entry or os.getcwd() for entry in sys.path]
        house = str(Path(__file__).resolve().parent.parent)
        if house not in path:
            path.append(house)
        # Its own session, so that an interrupt of the notebook or the terminal does not reach it.
        self.popen = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, json.dumps(path), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.job: Job | None = None
        self.count = 0
        self._killed = False
        self._over = False
        self._hand = threading.Lock()
        self._write = threading.Lock()
        self._last: deque[str] = deque(maxlen=LAST_WORDS)
        self._errors = threading.Thread(target=self._read_errors, name="worker's errors", daemon=True)
        self._errors.start()
        threading.Thread(target=self._read, name="worker's messages", daemon=True).start()

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
                    job.fail(f"A message of the solver's process could not be read ({type(error).__name__}: {error}).")
        self._over = True
        self.popen.stdout.close()
        with contextlib.suppress(OSError), self._write:
            if self.popen.stdin is not None:
                self.popen.stdin.close()
        code = self.popen.wait()
        self._errors.join(1)
        if self.job is not None and not self._killed:
            self.job.lost(_sentence(code), tuple(self._last))


def _sentence(code: int) -> str:
    """Say how a process ended that should have gone on."""
    how = f"with code {code}"
    if code < 0:
        try:
            how = f"by signal {-code} ({signal.Signals(-code).name})"
        except ValueError:
            how = f"by signal {-code}"
    return (
        f"The solver's process ended {how} before the job was done. The position is kept and a new process is "
        "started for the next job: start it again, perhaps with a shorter horizon or more memory."
    )


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
        """Give a job to an idle process, or to a new one."""
        while True:
            process, fresh = self._take()
            process.job = job
            if process.send(message) or fresh:  # a fresh one that is gone already reports it itself
                return process
            process.job = None
            process.kill()

    def warm(self, modules: tuple[str, ...]) -> None:
        """Have an idle process that has loaded some modules."""
        process, _ = self._take()
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
