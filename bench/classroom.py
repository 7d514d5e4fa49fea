"""Measure how long it takes to make an assignment for a class, and to grade what it hands in.

    python -P bench/classroom.py [--game NAME] [--students 300] [--tasks 3] [--seed 1] [--jobs 1 2]

Every student plays a line of random legal moves (from the seed, so that hardly two answers are the same), three of ten
the best line. Times are wall time, because that is what a teacher waits for. Every number of processes must give the
same report, or the bench fails.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent))

import msgspec
from _measure import machine, say, table

import tutor
from tutor.assignment import given_task
from tutor.classroom import RESULT, Entry, Key, Result, read_key, sealed
from tutor.puzzle import Puzzle, games
from tutor.puzzle_panel import PuzzleTable
from tutor.store import Store


def random_line(puzzle: Puzzle, random: Random) -> tuple[str, ...]:
    """Play legal moves by lot until the line is over, and return those of the seat."""
    board = PuzzleTable(puzzle)
    while not board.complete:
        mine = board.position.actor == puzzle.seat
        board.play(random.choice(board.position.legal_moves()) if mine else board.automatic())
    return tuple(move.key for move in board.moves)


def hand_in(key: Key, folder: Path, seed: int) -> int:
    """Write a result file for each student; return how many different answers there are."""
    random = Random(f"class/{seed}")
    seen = set()
    for row in key.students:
        entries = []
        for number, puzzle in enumerate(key.puzzles_of(row.alias), 1):
            moves = puzzle.line if random.random() < 0.3 else random_line(puzzle, random)
            task = given_task(puzzle, key.assignment, row.alias, number, key.due)
            entries.append(Entry(task.id, moves, "2026-01-01T00:00:00+00:00"))
            seen.add((puzzle.id, moves))
        result = sealed(Result(assignment=key.assignment, alias=row.alias, entries=tuple(entries)))
        path = folder / row.alias / key.assignment / f"{key.assignment}{RESULT}"
        path.write_bytes(msgspec.json.encode(result))
    return len(seen)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=games(), action="append")
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--tasks", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, *range(2, (os.cpu_count() or 1) + 1)])
    given = parser.parse_args()

    machine("magister-ludi")
    for game in given.game or games():
        rows: list[tuple[object, ...]] = []
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "class"
            aliases = [f"s{number:03}" for number in range(given.students)]
            start = time.perf_counter()
            made = tutor.assignment(game, aliases, given.seed, folder, "Bench", count=given.tasks)
            rows.append((f"make {given.students} notebooks", time.perf_counter() - start))
            answers = hand_in(read_key(made.key), folder, given.seed)
            first = None
            for jobs in given.jobs:
                start = time.perf_counter()
                report = tutor.grade(folder, jobs=jobs, store=Store(":memory:"))
                rows.append((f"grade, {jobs} process{'es' if jobs > 1 else ''}", time.perf_counter() - start))
                first = first or report
                if report != first:
                    sys.exit(f"{jobs} processes gave another report: this must never be.")
            start = time.perf_counter()
            written = report.write(Path(place) / "report")
            rows.append((f"write {len(written)} files", time.perf_counter() - start))
        solved = sum(one.solved for student in report.students for one in student.marks)
        say(
            f"{game}: {given.students} students, {given.tasks} tasks each, {answers} different answers, {solved} solved"
        )
        say()
        table(("what", "seconds"), rows)
        say()


if __name__ == "__main__":
    main()
