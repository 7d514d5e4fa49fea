"""The work of a review: value one decision after the other, then the luck. Also the program of its worker processes."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules import Record, RulesError
from rules.protocol import Position
from rules.reading import record_of

from .judge import UNKNOWN, Judge, Memory, question, remembering, watched
from .review import Decision, Entry, Luck, difference

if TYPE_CHECKING:
    from solver import Answer, Control, Request
    from solver.rooms import Room

MOST_SOLVES: Final = 130
"""A roll or draw that takes more solves is not measured: what is measured must not hang on the clock."""

GLANCE: Final = 3.0
"""Seconds in which the first outcome must be proved; where it is not, the others are not tried."""

SHORT: Final = 0.1
"""The same, once `PATIENCE` outcomes were not proved in that time: this game's are too hard."""

PATIENCE: Final = 2
LUCK_SECONDS: Final = 30.0
LEAST: Final = 0.04
"""Seconds that a solve gets at least."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Hold a part of the work: steps of a record, and whether they are decisions or chance.

    ``seconds`` are its share of the time; ``limit`` is when the whole review must end, in seconds from now.
    """

    number: int
    steps: tuple[int, ...]
    seats: tuple[int, ...]
    luck: bool
    seconds: float
    limit: float


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what came out of one step of a task, or that the task is done (no entry)."""

    number: int
    decision: Decision | None = None
    luck: tuple[Luck, ...] = ()
    step: int = -1
    done: bool = False
    fault: str = ""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what a worker must know: the game, and what is counted."""

    record: str
    objective: str


class Worker:
    """Value steps of one game."""

    def __init__(self, record: Record, objective: str) -> None:
        """Replay the game."""
        self.record, self.objective = record, objective
        self.positions: tuple[Position, ...] = tuple(record.positions())
        self.failures = 0

    def run(self, task: Task, tell: Callable[[Found], None], stopped: Callable[[], bool] = lambda: False) -> None:
        """Do a task, and tell of each step as it is done; the last ones first, so that nothing is solved twice.

        A step that fails is told of, and the others are looked at all the same.
        """
        memory: Memory = {}
        end, last = time.monotonic() + task.seconds, time.monotonic() + task.limit

        def over() -> bool:
            return stopped() or time.monotonic() > last

        for left, step in zip(range(len(task.steps), 0, -1), reversed(task.steps), strict=True):
            if over():
                break
            share = max(LEAST, (end - time.monotonic()) / left)
            try:
                if task.luck:
                    found = Found(number=task.number, step=step, luck=self.luck(step, task.seats, last, over))
                else:
                    found = Found(number=task.number, step=step, decision=self.decision(step, share, memory, over))
            except Exception as error:  # noqa: BLE001 - told to the person, beside what the other steps give
                found = Found(number=task.number, step=step, fault=f"{type(error).__name__}: {error}")
            tell(found)
        tell(Found(number=task.number, done=True))

    # --- decisions ------------------------------------------------------------------------------------------------

    def decision(
        self, step: int, seconds: float, memory: Memory, stopped: Callable[[], bool] | None = None
    ) -> Decision:
        """Value a decision, and say what the better line does differently."""
        position, move = self.positions[step], self.record.steps[step]
        seat = position.actor
        assert seat is not None
        try:
            judge = Judge(position, objective=self.objective, seconds=seconds / 2, memory=memory, stopped=stopped)
            loss = judge.loss(move)
            best = judge.best()
            own = None if loss.nothing else judge.after(move)
        except RulesError:  # the solver takes no question here
            return Decision(step=step, seat=seat, played=move.key, loss=UNKNOWN)
        given = {"step": step, "seat": seat, "played": move.key, "loss": loss, "horizon": judge.request.horizon}
        if best is None or own is None or loss.nothing:
            return Decision(**given, valued=None if best is None else best.value)
        sources, holdings, house = self.compare(judge, best, own)
        better = tuple(one.key for one in best.moves)
        return Decision(**given, valued=best.value, better=better, sources=sources, holdings=holdings, house=house)

    def compare(
        self, judge: Judge, best: Answer, own: Answer
    ) -> tuple[dict[str, Fraction], dict[str, Fraction], tuple[str, ...]]:
        """Return what the best line brings more than the best line with the move that was played."""
        from solver import ReplayMismatch
        from solver.replay import measure

        if not judge.checked:
            return {}, {}, best.house
        try:
            first = measure(judge.request, best, judge.room)
            second = measure(judge.request, own, judge.room)
        except (ReplayMismatch, RulesError):
            return {}, {}, best.house
        return difference(first.sources, second.sources), difference(first.holdings, second.holdings), best.house

    # --- luck -----------------------------------------------------------------------------------------------------

    def luck(
        self, step: int, seats: Sequence[int], end: float, stopped: Callable[[], bool] | None = None
    ) -> tuple[Luck, ...]:
        """Say what an outcome was worth to whom, compared with what was to be expected."""
        position, outcome = self.positions[step], self.record.steps[step]
        asked = [(seat, *found) for seat in range(len(position.seats)) if (found := self.question(step, seat))]
        if len(asked) > 1:  # it matters to more than one: it is the luck of who decides next
            follower = self.follower(step)
            asked = [one for one in asked if one[0] == follower]
        return tuple(
            Luck(
                step=step,
                seat=seat,
                outcome=outcome.key,
                value=self.surplus(request, room, outcome, end, stopped),
                outcomes=len(position.chance()),
            )
            for seat, request, room in asked
            if seat in seats
        )

    def follower(self, step: int) -> int | None:
        """Return the seat that decides next."""
        return next((one.actor for one in self.positions[step + 1 :] if one.actor is not None), None)

    def question(self, step: int, seat: int) -> tuple[Request, Room] | None:
        """Return the question that a seat has before an outcome; None where the outcome cannot matter to its plan."""
        for number in range(step + 1, len(self.positions)):
            then = self.positions[number]
            if then.actor != seat:
                continue
            try:
                request, room, checked = question(then, None, self.objective, LUCK_SECONDS)
            except RulesError:
                return None
            before: Any = room.table(self.positions[step].view(seat), seat)
            request = msgspec.structs.replace(request, position=before)
            if not checked or any(room.ended(request, one) for one in self.positions[step : number + 1]):
                return None
            return None if room.settle(request, before) is not None else (request, room)
        return None

    def surplus(
        self, request: Request, room: Room, outcome: Any, end: float, stopped: Callable[[], bool] | None = None
    ) -> Fraction | None:
        """Return the value after an outcome less the expectation; None where it cannot be had exactly."""
        from solver.after import after
        from solver.run import in_thread

        outcomes = tuple(request.position.chance())
        left = end - time.monotonic()
        if len(outcomes) > MOST_SOLVES or left <= 0:
            return None
        memory: Memory = {}
        known = few(remembering(room, memory), memory)
        glance = watched(min(left, GLANCE if self.failures < PATIENCE else SHORT), stopped)
        first = in_thread(lambda: after(request, known, outcome, glance), glance)
        if first is None or first.bound != first.value:
            self.failures += 1
            return None
        if len(memory) * len(outcomes) > MOST_SOLVES:
            return None
        control = watched(min(LUCK_SECONDS, max(LEAST, end - time.monotonic())), stopped)

        def expectation() -> Fraction | None:
            expected = Fraction(0)
            for other, chance in outcomes:
                one = after(request, known, other, control)
                if one is None or one.bound != one.value:
                    return None
                expected += chance * one.value
            return expected

        expected = in_thread(expectation, control)
        return None if expected is None else first.value - expected


def few(room: Room, memory: Memory) -> Room:
    """Return a room that gives no answer once its memory holds as many as may be solved."""

    def solve(request: Request, control: Control) -> Answer:
        from solver import NoAnswer

        if len(memory) >= MOST_SOLVES:
            raise NoAnswer
        return room.solve(request, control)

    return msgspec.structs.replace(room, solve=solve)


# --- the worker process --------------------------------------------------------------------------------------------


def encode(value: object) -> bytes:
    """Write a value as one line; fractions are text."""
    return msgspec.json.encode(value, enc_hook=str) + b"\n"


def decode(line: bytes, kind: type[Any]) -> Any:
    """Read a value back."""
    return msgspec.json.decode(line, type=kind, dec_hook=lambda wanted, text: wanted(text))


def main() -> None:
    """Answer tasks on standard input until it closes: the parent has gone, or wants no more."""
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what native code prints must not get between the answers

    lines = iter(sys.stdin.buffer)
    start: Start = decode(next(lines), Start)
    worker = Worker(record_of(start.record), start.objective)
    gone = threading.Event()
    tasks: list[bytes] = []
    more = threading.Condition()

    def listen() -> None:
        for line in lines:
            with more:
                tasks.append(line)
                more.notify()
        gone.set()
        os._exit(0)  # a solve may be deep in native code

    def tell(found: Found) -> None:
        channel.write(encode(found))
        channel.flush()

    tell(Found(number=-1))  # the first word: this process works
    threading.Thread(target=listen, daemon=True).start()
    while not gone.is_set():
        with more:
            while not tasks:
                more.wait()
            task: Task = decode(tasks.pop(0), Task)
        try:
            worker.run(task, tell, gone.is_set)
        except BaseException as error:  # noqa: BLE001 - told to the parent, who says it to the person
            tell(Found(number=task.number, done=True, fault=f"{type(error).__name__}: {error}"))


__all__ = ["Entry", "Found", "Start", "Task", "Worker", "decode", "encode", "main"]
