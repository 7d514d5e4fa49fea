"""What a student's notebook does with an answer: keep it in a file beside the notebook, and say whether it is legal.

Nothing here knows the best line. Under nbgrader's autograde, and only there, the teacher's key is read and the credit
comes back as a number; the key lies where no student's folder is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import msgspec

from rules import BadInput
from rules.arguments import check_path
from rules.files import read_bytes
from rules.findings import refuse
from rules.printable import composed, shown
from rules.quantities import whole_number
from rules.saving import free_name, reason, write_whole

from .classroom import (
    LARGEST_RESULT,
    RESULT,
    Entry,
    Given,
    Result,
    move_defects,
    read_key,
    read_result,
    result_name,
    sealed,
)
from .grading_formula import mark
from .language import say
from .puzzle import Task
from .puzzle_judge import HOUSE, played_out, signed

if TYPE_CHECKING:
    from .classroom import Key
    from .puzzle_panel import Solving

VARIABLE: Final = "MAGISTER_KEY"
"""The environment variable that names the teacher's key."""

KEYS: Final = "keys"
"""The folder of a course in which keys are looked for, under the name of the assignment."""

EXECUTION: Final = "NBGRADER_EXECUTION"
"""The environment variable by which nbgrader says what it runs a notebook for."""

NARROW: Final = 68
"""Characters of a line that nbgrader's validation shows uncut."""

ABOVE: Final = 5
"""How many folders upwards that folder is looked for."""


def answer(
    task: Given, moves: Sequence[str] | Solving, number: int | None = None, folder: str | Path | None = None
) -> float | None:
    """Keep an answer beside the notebook, and say whether its moves are legal and what they bring.

    ``moves`` are the moves in their order, as text, or the panel of this task, on which they were played. Whether more
    was possible is not known here. Under nbgrader's autograde the credit from the teacher's key, from 0 to 1, is
    returned instead. Under its validation a task passes only with an answer whose moves are all legal.

    Raises:
        rules.BadInput: this is no task of an assignment, no list of moves, or the panel shows another puzzle.
    """
    if not isinstance(task, Given):
        raise refuse("task", f"is {shown(task)}, but must be a task of an assignment: run the cells above first.")
    if number is not None and whole_number(number) != task.number:
        text = f"is number {task.number} of the assignment, but this cell is for number {shown(number)}."
        raise refuse("task", text)
    here = Path.cwd() if folder is None else check_path(folder, "folder", "the path of the folder to keep it in")
    keys = _moves(moves, task)
    execution = os.environ.get(EXECUTION)
    if execution == "autograde":
        return _graded(task, keys or _kept_moves(task, here), here)
    lines, passed = _said(task, keys, here)
    for line in lines:
        print(line)
    if execution == "validate" and not passed:
        # A cell passes there unless it fails or writes to standard error; what it writes is shown to the student.
        for line in (*lines, say("This task is not passed.")):
            print("\n".join(wrap(line, NARROW)), file=sys.stderr)
    return None


def _said(task: Given, keys: tuple[str, ...], here: Path) -> tuple[list[str], bool]:
    """Check and keep an answer; return what there is to say, and whether there is one whose moves are all legal."""
    if not keys:
        kept = _kept_moves(task, here)
        if not kept:
            return [say("There is no answer yet: play on the board, or write moves into the list.")], False
        lines, legal = _checks(task, kept)
        return [say("Nothing new was played. This answer is kept: {moves}", moves=_list(kept)), *lines], legal
    lines, legal = _checks(task, keys)
    return [*lines, _keep(task, keys, here)], legal


def _checks(task: Given, keys: tuple[str, ...]) -> tuple[list[str], bool]:
    """Say which checks ran and what is checked later, and whether every move is legal."""
    seen, _, _, findings = played_out(task, keys)
    ring = HOUSE if task.house else ""
    if findings:
        lines = [say("Checked: not every move is legal."), *findings]
        lines.append(say("What was legal before it brings {points}.", points=signed(seen.value) + ring))
    else:
        lines = [say("Checked: every move is legal. Your line brings {points}.", points=signed(seen.value) + ring)]
    later = say("Whether more was possible is not checked here: your teacher finds out when all have handed in.")
    return [*lines, later], not findings


def _keep(task: Given, keys: tuple[str, ...], here: Path) -> str:
    """Write an answer into the result file, and say so."""
    path = here / result_name(task.assignment, task.alias)
    entry = Entry(task.id, keys, datetime.now(UTC).isoformat(timespec="seconds"))
    entries = (*(one for one in _kept(task, here) if one.task != task.id), entry)
    aside = _unreadable(path, task)
    result = sealed(Result(assignment=task.assignment, alias=task.alias, entries=tuple(sorted(entries, key=_by_task))))
    try:
        if aside is not None:
            path.rename(aside)
        write_whole(path, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    except OSError as error:
        return say(
            "Your answer could not be written to {path} ({reason}). Put it into the answer cell, and save the "
            "notebook: {moves}",
            path=path.name,
            reason=reason(error),
            moves=_list(keys),
        )
    if aside is not None:
        return say(
            "Kept in {path}. The file that was there could not be read; it is now {aside}.",
            path=path.name,
            aside=aside.name,
        )
    return say("Kept in {path}: {moves}", path=path.name, moves=_list(keys))


def _by_task(entry: Entry) -> tuple[int, str]:
    return (len(entry.task), entry.task)


def _list(keys: tuple[str, ...]) -> str:
    """Print moves as they can be put into the answer cell."""
    return repr(list(keys))


def _result(path: Path) -> Result:
    return read_result(read_bytes(path, LARGEST_RESULT))


def _kept(task: Given, here: Path) -> tuple[Entry, ...]:
    """Return the answers of this student that are kept here; nothing where there is no file that can be read.

    Where the student's own file is not there, one without an alias in its name is looked at: earlier releases wrote
    such, and two students who share a folder shared it.
    """
    for name in (result_name(task.assignment, task.alias), f"{task.assignment}{RESULT}"):
        path = here / name
        try:
            result = _result(path)
        except BadInput:
            if os.path.exists(path):  # which takes a name that is too long, too
                return ()
            continue
        if _of(result, task):
            return result.entries
    return ()


def _of(result: Result, task: Given) -> bool:
    """Say whether a result file is of the student who has this task."""
    return result.assignment == task.assignment and composed(result.alias) == composed(task.alias)


def _unreadable(path: Path, task: Given) -> Path | None:
    """Return under which name a file has to be kept that no answer can be added to; None where there is no such."""
    if not os.path.exists(path):
        return None
    try:
        return None if _of(_result(path), task) else free_name(path, "unreadable")
    except BadInput:
        return free_name(path, "unreadable")


def _kept_moves(task: Given, here: Path) -> tuple[str, ...]:
    """Return the answer that is kept; nothing where there is none."""
    return next((entry.moves for entry in _kept(task, here) if entry.task == task.id), ())


def _moves(given: object, task: Given) -> tuple[str, ...]:
    """Return the moves of a list, or of the panel on which they were played; a panel must show just this task."""
    moves = getattr(given, "answer", given)
    if moves is not given and not _same(getattr(given, "task", None), task):
        again = f"panel_{task.number}.begin(task_{task.number})"
        text = say(
            "is a board that shows another puzzle than task {number}. Nothing was kept or taken away. Run the cell of "
            "the task again, or {again}, play your moves there, and run this cell once more.",
            number=task.number,
            again=again,
        )
        raise refuse("answer", text)
    if not isinstance(moves, list | tuple):
        raise refuse("answer", f"is {shown(moves)}, but must be a list of moves as texts, such as ['one', 'two'].")
    if defects := move_defects(moves):
        raise refuse("answer", defects[0])
    return tuple(moves)


def _same(shown_task: object, task: Given) -> bool:
    """Say whether a panel shows a task: the same question about the same position, whatever it is called."""
    if not isinstance(shown_task, Task):
        return False
    return all(
        getattr(shown_task, name) == getattr(task, name)
        for name in ("game", "position", "seat", "horizon", "objective")
    )


# --- under nbgrader -----------------------------------------------------------------------------------------------


def _graded(task: Given, keys: tuple[str, ...], here: Path) -> float:
    """Return the credit of an answer by the teacher's key; what is printed holds nothing of the best line."""
    key = find_key(task.assignment, here)
    alias = key.alias(task.alias)
    owner = next((one for part in reversed(here.resolve().parts) if (one := key.alias(part))), alias)
    if owner != alias:
        raise refuse("task", f"is that of {shown(task.alias)}, but this is the folder of {shown(owner)}.")
    puzzles = key.puzzles_of(alias)
    if not 1 <= task.number <= len(puzzles):
        raise refuse("task", f"is number {task.number} of {shown(task.alias)}, of which the key knows nothing.")
    puzzle = puzzles[task.number - 1]
    # The first line alone: what the rules say of a refused move may name other moves, as an example.
    print(_checks(_asked(task, puzzle.position), keys)[0][0] if keys else say("There is no answer."))
    return float(mark(puzzle, keys)[1])


def _asked(task: Given, position: str) -> Given:
    """Return the task with the position that was handed out: what stands in the notebook may have been changed."""
    return msgspec.structs.replace(task, position=position)


def find_key(assignment: str, here: Path) -> Key:
    """Return the teacher's key: the file that `VARIABLE` names, or ``keys/<assignment>.json`` in a folder above.

    Raises:
        rules.BadInput: there is none, or it is of another assignment.
    """
    named = os.environ.get(VARIABLE)
    places = (
        [Path(named)] if named else [up / KEYS / f"{assignment}.json" for up in list(here.resolve().parents)[:ABOVE]]
    )
    for place in places:
        if place.is_file():
            key = read_key(place)
            if key.assignment != assignment:
                raise refuse("key", f"is of {shown(key.assignment)}, but the notebook is of {shown(assignment)}.")
            return key
    raise refuse("key", f"is missing: put it at {KEYS}/{assignment}.json in the course, or name it in {VARIABLE}.")
