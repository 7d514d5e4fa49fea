"""The notebook of a student: tasks as plain data, a board for each, a cell for the answer and one that checks it.

Its cells carry what nbgrader needs (a solution cell and a graded cell for each task), and mean the same without it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pprint import pformat
from typing import Any, Final

from .classroom import Given, read_time, result_name
from .grading_formula import formula
from .language import say
from .local import title_of
from .puzzle import ask, plain

NBGRADER_SCHEMA: Final = 3
SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]#|$~"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"})


def notebook_text(title: str, tasks: Sequence[Given], language: str | None) -> str:
    """Return the notebook of one student as text, in the language of this session."""
    first = tasks[0]
    cells = [_markdown("title", _opening(title, first)), _code("begin", _begin(language))]
    for task in tasks:
        number = task.number
        cells += [
            _markdown(f"ask-{number}", _asked(task)),
            _code(
                f"task-{number}",
                f"task_{number} = tutor.given({_literal(task)})\n"
                f"panel_{number} = tutor.puzzle(task=task_{number})\npanel_{number}",
            ),
            _markdown(
                f"how-{number}",
                say(
                    "Your answer: the moves in their order, as texts in the list, such as "
                    '`["first move", "second move"]`. '
                    "Leave the list empty to hand in what you played on the board above."
                ),
            ),
            _code(f"answer-{number}", f"answer_{number} = []", _marks(f"answer-{number}", solution=True)),
            _markdown(f"then-{number}", say("This cell keeps your answer and says whether its moves are legal.")),
            _code(
                f"check-{number}",
                f"tutor.answer(task_{number}, answer_{number} or panel_{number}, {number})",
                _marks(f"check-{number}", points=1),
            ),
        ]
    cells.append(
        _markdown(
            "end",
            say(
                "Hand in this notebook and the file `{file}` beside it. Both hold your alias and your moves, and "
                "nothing else about you.",
                file=result_name(first.assignment, first.alias),
            ),
        )
    )
    document: dict[str, Any] = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "magister": {"assignment": first.assignment, "alias": first.alias},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _opening(title: str, task: Given) -> str:
    due = say("Due: {time}.", time=_time(task.due)) if task.due else ""
    parts = (
        f"# {title.translate(SIGNS)}",
        " ".join(part for part in (say("For **{alias}**.", alias=task.alias.translate(SIGNS)), due) if part),
        say(
            "Solve each task on its board: play your moves there, then run the two cells below it. You are told "
            "whether your moves are legal and what they bring; whether more was possible, you learn when all have "
            "handed in."
        ),
        say("How it is marked: {formula}", formula=formula()),
    )
    return "\n\n".join(parts)


def _time(due: str) -> str:
    """Print a time for a person.

    >>> _time("2026-12-01T18:00:00+01:00")
    '2026-12-01 18:00 (UTC+01:00)'
    """
    time = read_time(due)
    return due if time is None else f"{time:%Y-%m-%d %H:%M} ({time.tzname()})"


def _begin(language: str | None) -> str:
    return "import tutor" + (f"\n\ntutor.set_language({language!r})" if language is not None else "")


def _asked(task: Given) -> str:
    title = title_of(task.game)
    house = say("Values of our own, marked °, count in it.") if task.house else ""
    heading = say("Task {number}: {game}, level {level}", number=task.number, game=title, level=task.level)
    return "\n\n".join(part for part in (f"## {heading}", ask(task), house) if part)


def _literal(task: Given) -> str:
    """Print a task as the literal that a cell holds; what is left at its default is left out."""
    document = {
        name: value for name, value in plain(task).items() if value not in (None, [], "") and name != "difficulty"
    }
    return pformat(document, width=110, sort_dicts=False)


def _marks(id: str, *, solution: bool = False, points: int = 0) -> dict[str, Any]:
    """Return what nbgrader reads of a cell: a solution of the student's, or a graded cell that nobody changes."""
    marks: dict[str, Any] = {
        "grade": not solution,
        "grade_id": id,
        "locked": not solution,
        "schema_version": NBGRADER_SCHEMA,
        "solution": solution,
        "task": False,
    }
    return marks | ({} if solution else {"points": points})


def _markdown(id: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(id: str, text: str, marks: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": id,
        "metadata": {} if marks is None else {"nbgrader": marks},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }
