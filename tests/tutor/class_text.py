"""What the tests of the classroom share: a small class with an assignment, and answers of its students."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import tutor
from tutor.assignment import Assignment
from tutor.assignment_check import tasks_of
from tutor.classroom import RESULT, Given, Key, read_key
from tutor.puzzle import games

GAME = games()[0]
CLASS = ("anna", "bert", "cleo")
DUE = "2100-01-01T12:00+00:00"


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
    return folder / f"{made.id}{RESULT}"


def write_cell(made: Assignment, alias: str, number: int, text: str) -> Path:
    """Let a student write into the answer cell of the notebook."""
    path = made.notebooks[alias]
    document = json.loads(path.read_text("utf-8"))
    for cell in document["cells"]:
        if cell["id"] == f"answer-{number}":
            cell["source"] = text
    path.write_text(json.dumps(document), "utf-8")
    return path
