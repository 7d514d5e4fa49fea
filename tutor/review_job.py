"""A review as a job: worker processes value the decisions, and whoever waits sees how far it is and can stop it.

Each part of the work takes a turn (`solver.turns`), so that reviews and solves together keep to the cores there are.
The time begins with the first turn. Where no process can be started, this process does the work and the review says so.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from rules import BadInput, Problem, Record
from rules.arguments import check_list, check_number, wrong_kind
from rules.printable import shown
from rules.quantities import any_number, whole_number
from solver.process import NoProcess, how_ended, launch
from solver.turns import Place, cores

from .judge import OBJECTIVE
from .language import say
from .plan_words import plan_words
from .review import FAULT, STOP, TIME, Decision, Luck, Review, chances_of, decisions_of
from .review_work import Found, Start, Task, Worker, decode, encode

SECONDS: Final = 50.0
"""How long a review takes at most unless something else is said; what is solved sooner is done sooner."""

JOBS: Final = 2
GRACE: Final = 0.2
"""Seconds after the limit before work that has not come to an end is left behind, or its process ended."""
LONGEST: Final = 86_400
"""Seconds of a review: a day."""

TOGETHER: Final = 8
"""Decisions of a seat in one task: neighbours share what was solved."""

SAFE: Final = 0.7
"""Part of the time that is shared out to decisions: a solve ends a little after its limit, and doubts come after."""

DOUBTS: Final = 6
"""So many of the largest losses that are not proved are looked at again."""

DOUBTED: Final = 1
"""Points from which on a loss that is not proved is worth a second look."""

ENOUGH: Final = 6.0
"""Seconds of a second look at most."""

CHOICES, AGAIN, LUCK = "choices", "again", "luck"

LOOK: Final = 0.1


class ReviewJob:
    """Watch a review; made by `start`. All attributes may be read at any time and from any thread."""

    def __init__(self, record: Record, seats: Sequence[int], objective: str, seconds: float, jobs: int) -> None:
        self.record, self.seats, self.objective = record, tuple(seats), objective
        self.limit, self.jobs = seconds, jobs
        self.fault = self.note = ""
        self._begun: float | None = None
        self._ended_at: float | None = None
        self._stopped = False
        self._lock = threading.Lock()
        self._decisions: dict[int, Decision] = {}
        self._lucks: dict[int, tuple[Luck, ...]] = {}
        self._steps = decisions_of(record, self.seats)
        self._chances = chances_of(record)
        self._doubted = False
        self._waiting = self._tasks()
        self._lost: set[int] = set()
        self._worked = False
        self._hands = max(1, min(jobs, cores()))
        self._none = ""
        self._running: list[subprocess.Popen[bytes]] = []
        self._spoke: set[subprocess.Popen[bytes]] = set()
        self._done = threading.Event()

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """Return how many steps there are to look at."""
        return len(self._steps) + len(self._chances)

    @property
    def done(self) -> int:
        """Return how many steps were looked at."""
        return len(self._decisions) + len(self._lucks)

    @property
    def ended(self) -> bool:
        """Say whether the review is finished or was stopped."""
        return self._done.is_set()

    @property
    def seconds(self) -> float:
        """Return the seconds since the first turn came, or how long it took; 0 while it waits for that."""
        return 0.0 if self._begun is None else (self._ended_at or time.monotonic()) - self._begun

    @property
    def waiting(self) -> bool:
        """Say whether it waits for its first turn."""
        return self._begun is None and not self.ended

    @property
    def remaining(self) -> float:
        """Return the seconds that are left of the limit; below 0 once it is over."""
        return self.limit - self.seconds

    @property
    def cause(self) -> str:
        """Return why decisions are missing: "time", "stop" or "fault"; empty while it is at work."""
        if not self.ended:
            return ""
        return STOP if self._stopped else FAULT if self.fault and self.remaining > 0 else TIME

    @property
    def review(self) -> Review:
        """Return what is known so far."""
        with self._lock:
            decisions = tuple(self._decisions[step] for step in sorted(self._decisions))
            lucks = tuple(luck for step in sorted(self._lucks) for luck in self._lucks[step])
        return Review(
            record=self.record,
            seats=self.seats,
            objective=self.objective,
            decisions=decisions,
            lucks=lucks,
            missing=len(self._steps) - len(decisions),
            cause=self.cause,
            seconds=self.seconds,
        )

    def __repr__(self) -> str:
        """Print how far it is."""
        return f"<ReviewJob: {self.done} of {self.total} steps, {self.seconds:.1f} s>"

    # --- what is done ---------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the review; what was found so far is kept. May be called at any time, and again."""
        with self._lock:
            self._stopped = True
            self._waiting.clear()
            running = tuple(self._running)
        for process in running:
            with contextlib.suppress(OSError):
                process.kill()

    def result(self, timeout: float | None = None) -> Review:
        """Wait for the review; an interrupt ends it, and what was found so far is the result.

        Raises:
            TimeoutError: it takes longer than ``timeout`` seconds; it goes on.
        """
        from solver.interrupts import Interrupts

        if timeout is not None:
            timeout = float(check_number(timeout, "timeout", 0, LONGEST, " of seconds, or None to wait on"))
        until = None if timeout is None else time.monotonic() + timeout
        with Interrupts() as interrupts:
            while not self._done.wait(LOOK):
                if interrupts.count:
                    self.stop()
                if until is not None and time.monotonic() >= until:
                    raise TimeoutError(
                        f"the review is not finished after {timeout} seconds: {self.done} of {self.total}"
                    )
        return self.review

    # --- the work -------------------------------------------------------------------------------------------------

    def _tasks(self) -> list[tuple[str, tuple[int, ...]]]:
        """Cut the work into parts: first decisions, neighbours of a seat together, then luck."""
        found: list[tuple[str, tuple[int, ...]]] = []
        positions = tuple(self.record.positions())
        for seat in self.seats:
            mine = [step for step in self._steps if positions[step].actor == seat]
            found += [(CHOICES, tuple(mine[at : at + TOGETHER])) for at in range(0, len(mine), TOGETHER)]
        found.sort(key=lambda part: part[1])
        found += [(LUCK, self._chances[at : at + TOGETHER]) for at in range(0, len(self._chances), TOGETHER)]
        return found

    def _doubts(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the largest losses that are not proved: they are looked at again before anybody is told of them."""
        found = [one for one in self._decisions.values() if not one.loss.exact and (one.loss.about or 0) >= DOUBTED]
        found.sort(key=lambda one: (-one.weight[0], one.step))
        return [(AGAIN, (one.step,)) for one in found[:DOUBTS]]

    def _next(self, number: int) -> Task | None:
        """Return the next part, with its share of the time that is left."""
        with self._lock:
            if not self._doubted and self._waiting and all(kind != CHOICES for kind, _ in self._waiting):
                self._doubted = True
                self._waiting = self._doubts() + self._waiting
            if not self._waiting or self._stopped:
                return None
            kind, steps = self._waiting.pop(0)
            left = len(steps) + sum(len(rest) for other, rest in self._waiting if other == kind)
        remaining = self.remaining
        if remaining <= 0:
            return None
        share = remaining
        if kind != LUCK:
            share *= (SAFE if kind == CHOICES else 1) * self._hands * len(steps) / left
        if kind == AGAIN:
            share = min(share, ENOUGH)
        share = min(share, remaining)
        luck = kind == LUCK
        return Task(number=number, steps=steps, seats=self.seats, luck=luck, seconds=share, limit=remaining)

    def _take(self, found: Found) -> None:
        """Keep what came out of a step."""
        with self._lock:
            if self._done.is_set():  # it was left behind
                return
            if found.fault:
                self.fault = found.fault if found.step < 0 else at_step(found.step, found.fault)
            elif found.decision is not None:
                known = self._decisions.get(found.step)
                if known is None or found.decision.loss.about is not None:
                    self._decisions[found.step] = found.decision
            elif found.step >= 0:
                self._lucks[found.step] = found.luck

    def _over(self) -> bool:
        """Say whether to come to an end: a stop was asked, or the time is up."""
        return self._stopped or (self._begun is not None and self.remaining <= 0)

    def _run(self) -> None:
        """Do the work, and note the end."""
        try:
            if self.jobs:
                threads = [threading.Thread(target=self._guarded, args=(self._serve,)) for _ in range(self.jobs)]
                for thread in threads:
                    thread.daemon = True
                    thread.start()
                for thread in threads:
                    thread.join()
                if self._none and not self._worked:
                    self.note = without_processes(self.record.start.game.name, self._none)
            if self._waiting and not self._over():
                self._work_here()
        except Exception as error:  # noqa: BLE001 - said in the review instead of lost in a thread
            self.fault = f"{type(error).__name__}: {error}"
        finally:
            self._end_now()

    def _end_now(self) -> None:
        with self._lock:
            self._ended_at = time.monotonic()
            self._begun = self._ended_at if self._begun is None else self._begun
            self._done.set()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do work in a thread, and say what goes wrong in it."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - said in the review instead of lost in a thread
            self.fault = f"{type(error).__name__}: {error}"

    def _begin(self) -> None:
        """Note that the first turn has come: from here on the time counts."""
        with self._lock:
            self._begun = time.monotonic() if self._begun is None else self._begun

    # --- in this process ------------------------------------------------------------------------------------------

    def _work_here(self) -> None:
        """Do in this process what is left to do. What does not look up at the end is left behind."""
        with Place(lambda: self._stopped) as place:
            if not place.given:
                return
            self._begin()
            self._hands = 1
            thread = threading.Thread(target=self._guarded, args=(self._drain,), name="solver", daemon=True)
            thread.start()
            while thread.is_alive() and not self._stopped and self.remaining > -GRACE:
                thread.join(LOOK)

    def _drain(self) -> None:
        worker = Worker(self.record, self.objective)
        number = 0
        while (task := self._next(number)) is not None:
            worker.run(task, self._take, self._over)
            number += 1

    # --- in processes ---------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        """Keep one process busy, and replace it when it dies over a task."""
        process: subprocess.Popen[bytes] | None = None
        number = 0
        try:
            while self._waiting and not self._over():
                with Place(lambda: self._over() or not self._waiting) as place:
                    if not place.given:
                        return
                    self._begin()
                    task = self._next(number)
                    if task is None:
                        return
                    number += 1
                    try:
                        process = process or self._launch()
                    except NoProcess as error:
                        self._none = str(error)
                        self._put_back(task, task.steps)
                        return
                    done, spoke, steps = self._ask(process, task)
                    if done:
                        continue
                    how = how_ended(process.wait())
                    self._end(process)
                    process = None
                    if self._over():
                        return
                    if not spoke:
                        self._none = f"it ended {how} before it said a word"
                        self._put_back(task, task.steps)
                        return
                    self._take_again(task, steps, how)
        finally:
            if process is not None:
                self._end(process)

    def _put_back(self, task: Task, steps: Sequence[int]) -> None:
        """Leave steps of a task to others."""
        kind = LUCK if task.luck else AGAIN if self._doubted else CHOICES
        with self._lock:
            if not self._stopped:
                self._waiting.insert(0, (kind, tuple(steps)))

    def _take_again(self, task: Task, steps: Sequence[int], how: str) -> None:
        """Look at what a process left undone that died over it, each step by itself; what brings two down is left."""
        for step in steps:
            if step in self._lost:
                why = say("A worker process ended {how} over it.", how=plan_words("", how))
                self.fault = at_step(step, why)
            else:
                self._lost.add(step)
                self._put_back(task, (step,))

    def _launch(self) -> subprocess.Popen[bytes]:
        """Start a process; raises `NoProcess` where none can be started."""
        process = launch("tutor.review_work", errors=subprocess.DEVNULL)
        with self._lock:
            self._running.append(process)
            stopped = self._stopped
        if stopped:
            process.kill()
        self._write(process, encode(Start(record=self.record.to_text(), objective=self.objective)))
        return process

    def _write(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # the process has gone: its answer will be missing
            process.stdin.write(line)
            process.stdin.flush()

    def _ask(self, process: subprocess.Popen[bytes], task: Task) -> tuple[bool, bool, Sequence[int]]:
        """Let a process do a task; say whether it came to its end, whether it ever spoke, and what it left undone."""
        assert process.stdout is not None
        timer = threading.Timer(max(0.0, self.remaining) + GRACE, process.kill)
        timer.daemon = True
        timer.start()
        left = list(task.steps)
        spoke = process in self._spoke
        try:
            self._write(process, encode(task))
            for line in process.stdout:
                found: Found = decode(line, Found)
                self._worked = spoke = True
                self._spoke.add(process)
                self._take(found)
                if found.step in left:
                    left.remove(found.step)
                if found.done:
                    return True, True, ()
        except msgspec.MsgspecError:  # no worker of ours says this
            process.kill()
        finally:
            timer.cancel()
        return False, spoke, left

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """End a process and close its pipes."""
        with contextlib.suppress(OSError):
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()
        with self._lock:
            self._spoke.discard(process)
            if process in self._running:
                self._running.remove(process)


def without_processes(game: str, why: str) -> str:
    """Say that this process does what worker processes should have done, and why."""
    return say(
        "No worker process could be started here ({why}); this process does the work by itself.",
        why=plan_words(game, why),
    )


def at_step(step: int, what: str) -> str:
    """Say at which step something happened."""
    return say("Step {step}: {what}", step=step + 1, what=what)


def start(
    record: Record,
    seat: int | Sequence[int] | None = None,
    seconds: float = SECONDS,
    objective: str = OBJECTIVE,
    jobs: int = JOBS,
) -> ReviewJob:
    """Begin to review a game and return at once.

    ``seat`` is whose decisions are looked at: one, several, or all (None). ``seconds`` limits the time; the solves
    share it, so more of it proves more. ``objective`` is "worth" or "points". ``jobs`` are worker processes, of which
    as many work at once as there are cores; 0 works in a thread of this process, as does a review where none can be
    started.

    Raises:
        rules.WrongKind: this is no record.
        rules.BadInput: an argument does not fit, or the game has no decision to look at.
    """
    if not isinstance(record, Record):
        raise wrong_kind("record", record, "a record, such as panel.record or rules.parse_record(text)")
    number = len(record.start.seats)
    seats = (
        range(number)
        if seat is None
        else (seat,)
        if whole_number(seat) is not None or isinstance(seat, bool)
        else check_list(seat, "seat", f"a seat from 0 to {number - 1}, or a list of seats")
    )
    known = [whole_number(one) for one in seats]
    problems = [
        Problem("seat", f"is {shown(given)}; the seats are 0 to {number - 1}.")
        for given, one in zip(seats, known, strict=True)
        if one is None or not 0 <= one < number
    ]
    limit, processes = any_number(seconds), whole_number(jobs)
    if limit is None or not 0 < limit <= LONGEST:
        problems.append(Problem("seconds", f"is {shown(seconds)}; give a number above 0, up to {LONGEST}."))
    if not isinstance(objective, str) or objective not in ("worth", "points"):
        problems.append(Problem("objective", f"is {shown(objective)}; give 'worth' or 'points'."))
    if processes is None or not 0 <= processes <= 64:
        problems.append(Problem("jobs", f"is {shown(jobs)}; give a whole number from 0 to 64."))
    if problems:
        raise BadInput(problems)
    assert limit is not None and processes is not None
    job = ReviewJob(record, tuple(one for one in known if one is not None), objective, float(limit), processes)
    if not job._steps:
        raise BadInput((Problem("record", "holds no decision between several moves, so there is nothing to review."),))
    threading.Thread(target=job._run, name="review", daemon=True).start()
    return job


def progress(job: ReviewJob) -> str:
    """Say in a sentence how far a review is."""
    if job.waiting:
        return say("Waiting for a core that is free; the review then begins by itself.")
    return say(
        "{done} of {total} steps looked at, {seconds} s of at most {limit}.",
        done=job.done,
        total=job.total,
        seconds=round(job.seconds),
        limit=round(job.limit),
    )
