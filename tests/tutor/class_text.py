"""What the tests of the classroom share: a small class with an assignment, and answers of its students."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

import tutor
from tutor.assignment import Assignment
from tutor.assignment_check import tasks_of
from tutor.class_report import Report
from tutor.classroom import Entry, Given, Key, Result, read_key, result_name, sealed
from tutor.collecting import collect
from tutor.puzzle import Puzzle, games
from tutor.puzzle_judge import judge
from tutor.store import Store

GAME = games()[0]
CLASS = ("anna", "bert", "cleo")
DUE = "2100-01-01T12:00+00:00"

Made = tuple[Assignment, Key]


def make(folder: Path, students: Sequence[str] = CLASS, **options: object) -> tuple[Assignment, Key]:
    """Make an assignment of the first game, and read its key."""
    given = {"puzzles": GAME, "seed": 5, "title": "Homework", "due": DUE} | options
    made = tutor.assignment(students=students, folder=folder / "class", **given)  # type: ignore[arg-type]
    return made, read_key(made.key)


def tasks(made: Assignment, alias: str) -> dict[int, Given]:
    """Return the tasks in the notebook of a student."""
    return tasks_of(json.loads(made.notebooks[alias].read_text("utf-8")))


def hand_in(made: Assignment, alias: str, number: int, moves: Sequence[str]) -> Path:
    """Let a student run the cell that keeps an answer; return the result file."""
    folder = made.notebooks[alias].parent
    assert tutor.answer(tasks(made, alias)[number], list(moves), number, folder) is None
    return folder / result_name(made.id, alias)


def write_cell(made: Assignment, alias: str, number: int, text: str) -> Path:
    """Let a student write into the answer cell of the notebook."""
    path = made.notebooks[alias]
    document = json.loads(path.read_text("utf-8"))
    for cell in document["cells"]:
        if cell["id"] == f"answer-{number}":
            cell["source"] = text
    path.write_text(json.dumps(document), "utf-8")
    return path


def grade(made: Made) -> Report:
    """Grade what lies in the folder of an assignment."""
    return tutor.grade(made[0].folder, jobs=1, store=Store(":memory:"))


def notices(made: Made, file: str = "") -> list[str]:
    """Return what is to be looked at, of one file or of all."""
    return [one.text for one in collect(made[0].folder, made[1])[1] if file in one.file]


def put(made: Made, name: str, data: bytes | str) -> Path:
    """Put a file into the folder of an assignment."""
    path = made[0].folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def result(
    made: Made, alias: str, moves: tuple[str, ...], time: str = "2026-01-01T00:00+00:00", number: int = 1
) -> bytes:
    """Return a result file with one answer."""
    task = f"{made[0].id}-{number}"
    return msgspec.json.encode(sealed(Result(assignment=made[0].id, alias=alias, entries=(Entry(task, moves, time),))))


def partly_right(puzzle: Puzzle) -> tuple[tuple[str, ...], Fraction]:
    """Return a legal first move with which less is reached, and what it brings."""
    for move in puzzle.start().legal_moves():
        verdict = judge(puzzle, (move.key,))
        if verdict.legal and 0 < verdict.value < puzzle.optimum:
            return (move.key,), verdict.value
    raise AssertionError(f"{puzzle.id} has no such move")
