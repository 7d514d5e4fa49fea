"""Mine puzzles: playouts give positions, the solver their exact values, and everything that is not clear is rejected.

One playout is one piece of work, a pure function of the game, the seed and its number; pieces are taken in the order of
their numbers, so the result is the same whatever runs them: this process, several, or a cluster. A search
is limited by the steps it may make. Only a second proof that takes longer than its seconds could make a difference on
another machine: then the position is rejected, and the log says that it was the clock.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import msgspec

import rules
from rules import BadInput, Problem
from rules.arguments import check_seed
from rules.findings import refuse
from rules.printable import shown
from rules.quantities import whole_number
from solver.process import NoProcess

from .language import say
from .plan_words import plan_words
from .processes import ProcessDied, Processes
from .puzzle import LEVELS, Puzzle, Source, profile
from .puzzle_assess import assess
from .puzzle_judge import asked

TRIES: Final = 12
"""Positions of one playout that are solved at most."""

KEPT: Final = 2
"""Puzzles that one playout gives at most, so that a set does not tell one game over and over."""

PLAYOUTS: Final = 60
"""Playouts for each puzzle that is wanted, before mining gives up."""


class Rejection(msgspec.Struct, frozen=True):
    """Say why a position of a playout is no puzzle."""

    playout: int
    step: int
    reason: str

    def __str__(self) -> str:
        """Print a line of the log."""
        return f"playout {self.playout}, step {self.step}: {self.reason}"


class Found(msgspec.Struct, frozen=True):
    """Hold what one playout gave."""

    puzzles: tuple[Puzzle, ...]
    rejections: tuple[Rejection, ...]


class Mined(msgspec.Struct, frozen=True):
    """Hold what was mined: puzzles by level, why everything else was rejected, and how many playouts it took.

    ``stopped`` says that an interrupt ended it early, or a worker process that died again and again. ``notice`` says in
    a sentence where the work did not go as it was asked for, such as without the processes.
    """

    puzzles: tuple[Puzzle, ...]
    rejections: tuple[Rejection, ...]
    playouts: int
    stopped: bool = False
    notice: str = ""

    def reasons(self) -> Mapping[str, int]:
        """Count the rejections by reason, the most frequent first; what stands behind a colon is left out."""
        return dict(Counter(rejection.reason.partition(":")[0] for rejection in self.rejections).most_common())


def _counted(name: str, value: object) -> int:
    """Return a number of things, 1 at least."""
    number = whole_number(value)
    if number is None or number < 1:
        raise refuse(name, f"is {shown(value)}; give a whole number, 1 or more.")
    return number


def mine(
    game: str,
    count: int,
    seed: int,
    jobs: int = 1,
    scheduler: str | None = None,
    executor: Executor | None = None,
    tell: Callable[[str], None] | None = None,
) -> Mined:
    """Mine ``count`` puzzles of a game, equally many of each level.

    ``jobs`` processes work on it; or the cluster of the Dask scheduler at the address ``scheduler``; or any
    ``executor``. ``tell`` is called with a line of progress after each playout. Fewer puzzles come back where the
    playouts run out, or where an interrupt stops it after the first puzzle was found. What processes or a cluster do
    not do, because there are none or they fail, this process does, and ``notice`` of the result says so. A script needs
    no guard against being run twice.

    Raises:
        rules.BadInput: a number that makes no sense, a game without puzzles, or a cluster that cannot do the work.
        tutor.processes.ProcessDied: a worker process died over its work, again and again, before anything was found.
    """
    count, jobs, seed = _counted("count", count), _counted("jobs", jobs), check_seed(seed)
    profile(game)
    wanted = {level: (count + len(LEVELS) - level) // len(LEVELS) for level in LEVELS}
    kept: dict[str, Puzzle] = {}
    rejections: list[Rejection] = []
    taken = 0
    stopped = False
    line: Line | None = None
    try:
        with _executor(jobs, scheduler, executor) as pool:
            line = Line(pool, game, seed)
            for found in line.found(4 * jobs if scheduler is None else 64, count * PLAYOUTS):
                for puzzle in found.puzzles:
                    if wanted[puzzle.level] and puzzle.id not in kept:
                        kept[puzzle.id] = puzzle
                        wanted[puzzle.level] -= 1
                    else:
                        reason = f"enough of level {puzzle.level}" if puzzle.id not in kept else "found twice"
                        step = puzzle.source.step if puzzle.source else 0
                        rejections.append(Rejection(taken, step, reason))
                rejections += found.rejections
                taken += 1
                if tell is not None:
                    tell(f"{taken} playouts, {len(kept)} of {count} puzzles")
                if not any(wanted.values()):
                    break
    except (KeyboardInterrupt, ProcessDied) as error:
        if not kept:
            raise
        stopped = True
        if line is not None and isinstance(error, ProcessDied):
            line.notice = str(error)
    puzzles = sorted(kept.values(), key=lambda puzzle: (puzzle.level, puzzle.difficulty, puzzle.id))
    return Mined(tuple(puzzles), tuple(rejections), taken, stopped, "" if line is None else line.notice)


@contextmanager
def _executor(jobs: int, scheduler: str | None, executor: Executor | None) -> Iterator[Executor | None]:
    """Offer what runs the playouts; None: this process."""
    if executor is not None:
        yield executor
    elif scheduler is not None:
        try:
            from distributed import Client
        except ImportError:
            text = f"{scheduler!r} needs Dask, which is not installed: pip install 'magister-ludi[cluster]'."
            raise refuse("scheduler", text) from None
        try:
            client = Client(scheduler, timeout=10)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise refuse("scheduler", f"{scheduler!r} does not answer: {error}.") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=10)
            except TimeoutError:
                text = f"{scheduler!r} has no workers; start some with: dask worker {scheduler}."
                raise BadInput((Problem("scheduler", text),)) from None
            yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    elif jobs > 1:
        pool = Processes(jobs)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
    else:
        yield None


class Line:
    """Give what the playouts find in the order of their numbers, whoever does the work."""

    def __init__(self, pool: Executor | None, game: str, seed: int) -> None:
        """Begin with nothing; without a pool this process does the work."""
        self.pool, self.game, self.seed = pool, game, seed
        self.notice = ""

    def found(self, ahead: int, most: int) -> Iterator[Found]:
        """Give what is found, with some playouts ahead."""
        waiting: deque[tuple[int, Future[Found] | None]] = deque()
        try:
            for number in range(most):
                waiting.append((number, self._given(number)))
                if len(waiting) >= ahead or waiting[0][1] is None:
                    yield self._taken(*waiting.popleft())
            while waiting:
                yield self._taken(*waiting.popleft())
        finally:
            for _, future in waiting:
                if future is not None:
                    future.cancel()

    def _given(self, number: int) -> Future[Found] | None:
        """Give a playout away; None where nobody takes it any more."""
        if self.pool is None:
            return None
        try:
            return self.pool.submit(look, self.game, self.seed, number)
        except (BrokenExecutor, RuntimeError) as error:
            self._broken(error)
            return None

    def _taken(self, number: int, future: Future[Found] | None) -> Found:
        """Return what a playout gave; one that came to nothing is played here."""
        if future is not None:
            try:
                return future.result()
            except NoProcess as error:
                self.notice = say(
                    "No worker process could be started here ({why}); this process does the work by itself.",
                    why=plan_words(self.game, str(error)),
                )
            except (BrokenExecutor, CancelledError, OSError) as error:
                self._broken(error)
            except ImportError as error:
                text = f"cannot do the work: its workers lack a part of this program ({error}). Install it there, too."
                raise BadInput((Problem("executor", text),)) from None
            except Exception as error:
                if type(error).__name__ == "KilledWorker":  # Dask gives up a piece of work that ended its workers
                    raise ProcessDied(str(error)) from error
                raise
        return look(self.game, self.seed, number)

    def _broken(self, error: BaseException) -> None:
        """Do without the executor from here on."""
        self.pool = None
        self.notice = say(
            "The executor has failed ({error}); this process did the rest. A script that makes its own process pool "
            "needs {guard} around its work.",
            error=f"{type(error).__name__}: {error}" if str(error) else type(error).__name__,
            guard='if __name__ == "__main__":',
        )


# --- one playout --------------------------------------------------------------------------------------------------


def look(game: str, seed: int, number: int) -> Found:
    """Play one game and look at its positions; the same numbers give the same puzzles on every machine."""
    kinds = [kind for kind in profile(game).kind for _ in range(kind.share)]
    kind = kinds[number % len(kinds)]
    random = Random(f"{game}/{seed}/{number}")
    players, modules = random.choice(kind.players), random.choice(kind.modules)
    own = random.randrange(2**31)
    record = rules.playout(rules.load(game).setup(players, own, modules), policy="greedy", seed=own)
    steps = [step for step, position in enumerate(record.positions()) if position.actor is not None]
    random.shuffle(steps)
    positions = list(record.positions())
    puzzles: list[Puzzle] = []
    rejections: list[Rejection] = []
    tried = 0
    for step in steps:
        if tried >= TRIES or len(puzzles) >= KEPT:
            break
        if any(_same_turn(positions, step, puzzle) for puzzle in puzzles):
            rejections.append(Rejection(number, step, "the same turn as another puzzle"))
            continue
        source = Source(own, players, step, tuple(modules))
        found = assess(game, positions[step], kind, source)
        if isinstance(found, Puzzle):
            puzzles.append(found)
        elif found:
            rejections.append(Rejection(number, step, found))
        tried += found != ""
    return Found(tuple(puzzles), tuple(rejections))


def _same_turn(positions: list[Any], step: int, puzzle: Puzzle) -> bool:
    """Say whether a position of a playout lies in the turn that a puzzle of it is about, or leads into that turn."""
    assert puzzle.source is not None
    request, room = asked(puzzle)
    first, last = sorted((step, puzzle.source.step))
    if positions[step].actor != puzzle.seat:
        return False
    start = msgspec.structs.replace(request, position=positions[first])
    return not any(room.ended(start, position) for position in positions[first : last + 1])
