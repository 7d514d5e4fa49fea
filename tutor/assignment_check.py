"""See that a folder can be handed out: every student has a sound notebook, and nothing in it is an answer."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rules import BadInput
from rules.arguments import check_path
from rules.files import decoded, read_bytes
from rules.printable import composed, shown

from .assignment import given_task
from .classroom import FOLDER, LARGEST_NOTEBOOK, Given, Key, beside, given, read_key
from .puzzle import Puzzle, Task
from .structs import read_json

SECRET = frozenset(Puzzle.__struct_fields__) - frozenset(Task.__struct_fields__)
"""The fields of a puzzle that no student's file has."""


def check(folder: str | Path, key: str | Path | None = None) -> list[str]:
    """Return in sentences what is wrong with a folder that is to be handed out; nothing where all is well.

    Raises:
        rules.BadInput: there is no key that can be read.
    """
    folder = check_path(folder, "folder", FOLDER)
    answers = read_key(beside(folder) if key is None else key)
    found = []
    files = {composed(str(path)): path for path in sorted(folder.rglob("*")) if path.is_file()}
    expected = set()
    for row in answers.students:
        wanted = folder / row.alias / answers.assignment / f"{answers.assignment}.ipynb"
        path = files.get(composed(str(wanted)))
        if path is None:
            found.append(f"{row.alias}: has no notebook; {wanted} is missing.")
            continue
        expected.add(path)
        try:
            found += [f"{path}: {text}" for text in _look(path, row.alias, answers)]
        except BadInput as error:
            found.append(f"{path}: {' '.join(str(error).split())}")
    for path in files.values():
        if path not in expected:
            found.append(f"{path}: is no notebook of this assignment; do not hand it out unseen.")
            try:
                found += [f"{path}: {text}" for text in leaks(decoded(read_bytes(path, LARGEST_NOTEBOOK, "")), answers)]
            except BadInput:
                found.append(f"{path}: could not be searched for answers.")
    return found


def _look(path: Path, alias: str, key: Key) -> list[str]:
    import nbformat

    text = decoded(read_bytes(path, LARGEST_NOTEBOOK, ""))
    document = read_json(text, unique=False)
    try:
        nbformat.validate(document)
    except nbformat.ValidationError as error:
        return [f"is no notebook: {str(error).splitlines()[0]}"]
    found = leaks(text, key, key.puzzles_of(alias))
    tasks = tasks_of(document)
    wanted = {
        number: given_task(puzzle, key.assignment, alias, number, key.due)
        for number, puzzle in enumerate(key.puzzles_of(alias), 1)
    }
    if tasks != wanted:
        wrong = sorted(number for number in {*tasks, *wanted} if tasks.get(number) != wanted.get(number))
        found.append(f"differs from the key in task {', '.join(map(str, wrong))}.")
    if any(cell.get("outputs") for cell in document["cells"]) or "widgets" in document["metadata"]:
        found.append("holds what a run has left in it: outputs, or the state of widgets.")
    return found


def tasks_of(document: dict[str, object]) -> dict[int, Given]:
    """Return the tasks in the cells of a notebook, by their number; nothing is executed.

    Raises:
        rules.BadInput: a task in it cannot be read.
    """
    cells = document.get("cells")
    found = {}
    for cell in cells if isinstance(cells, list) else []:
        source = "".join(cell.get("source", ""))
        if match := re.match(r"task_\d+ = tutor\.given\(", source):
            call = ast.parse(source).body[0]
            assert isinstance(call, ast.Assign) and isinstance(call.value, ast.Call), match
            task = given(ast.literal_eval(call.value.args[0]))
            found[task.number] = task
    return found


def leaks(text: str, key: Key, puzzles: tuple[Puzzle, ...] | None = None) -> list[str]:
    """Say which parts of an answer a text holds: a move of a best line, an exact value, a field or a puzzle's id.

    A word alone or a whole number counts only where it stands by itself as a text, for a page may well say "pass" or 3.
    """
    found = []
    for puzzle in key.puzzles if puzzles is None else puzzles:
        for move in dict.fromkeys((*puzzle.best, *puzzle.line)):
            if _quoted(move, text) or (" " in move and move in text):
                found.append(f"holds {shown(move)}, a move of the answer of {puzzle.id}.")
        for number in (puzzle.value, puzzle.margin):
            if _quoted(number, text) or ("/" in number and re.search(rf"(?<![\d/]){re.escape(number)}(?![\d/])", text)):
                found.append(f"holds {shown(number)}, a value of {puzzle.id}.")
        if puzzle.id in text:
            found.append(f"holds {shown(puzzle.id)}, under which the answer can be looked up.")
    found += [f"has the field {name!r} of an answer." for name in sorted(SECRET) if _quoted(name, text)]
    return found


def _quoted(word: str, text: str) -> bool:
    return any(f"{sign}{word}{end}" in text for sign, end in (('"', '"'), ("'", "'"), ('\\"', '\\"')))
