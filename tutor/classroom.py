"""What goes between a teacher and a class as data: the tasks of a student, the teacher's key, a student's result file.

A student is known by an alias alone. What comes from students is read strictly, within limits, and never executed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from rules import BadInput, Problem
from rules.arguments import check_list, check_path
from rules.files import decoded, read_bytes
from rules.findings import refuse
from rules.printable import composed, shown

from .puzzle import LONGEST_LINE, Puzzle, Task, plain, read_one
from .structs import Reading, of_file, read_json, read_struct

SCHEMA: Final = 1
"""The version of key and result files that this release reads."""

LARGEST_RESULT: Final = 1_000_000
LARGEST_NOTEBOOK: Final = 5_000_000
LARGEST_KEY: Final = 20_000_000
LONGEST_MOVE: Final = 400
LONGEST_ALIAS: Final = 40
LONGEST_ASSIGNMENT: Final = 60
MOST_STUDENTS: Final = 5_000
MOST_TASKS: Final = 50
RESULT: Final = ".answers.json"
"""How the name of a result file ends; see `result_name`."""

RESERVED: Final = {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))}

FOLDER: Final = "the path of a folder"
END: Final = time(23, 59, 59)
"""When a day ends that is named without a time."""

S = TypeVar("S", bound=msgspec.Struct)


class Given(Task, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold a task as a student gets it: of which assignment, for whom, and which number it has there."""

    assignment: str
    alias: str
    number: int
    due: str = ""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say which puzzles a student got, in the order of the tasks."""

    alias: str
    puzzles: tuple[str, ...]


class Key(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold what the teacher keeps: who got which puzzle, and the puzzles with their answers."""

    schema: int = SCHEMA
    assignment: str
    title: str
    seed: int
    due: str = ""
    versions: tuple[str, ...] = ()
    students: tuple[Row, ...]
    puzzles: tuple[Puzzle, ...]

    def puzzle(self, id: str) -> Puzzle:
        """Return a puzzle by its id."""
        return next(puzzle for puzzle in self.puzzles if puzzle.id == id)

    def puzzles_of(self, alias: str) -> tuple[Puzzle, ...]:
        """Return the puzzles of a student; none for somebody who is not in the class."""
        by_id = {puzzle.id: puzzle for puzzle in self.puzzles}
        return next((tuple(by_id[id] for id in row.puzzles) for row in self.students if row.alias == alias), ())

    def alias(self, name: object) -> str:
        """Return the alias that a name from a file or a folder stands for; empty for nobody of the class.

        An accent may be spelled in either way: a Mac does it otherwise than a keyboard.
        """
        if not isinstance(name, str):
            return ""
        return next((row.alias for row in self.students if composed(row.alias) == composed(name)), "")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one answer: the id of the task, the keys of the moves, and when it was written (ISO 8601, UTC)."""

    task: str
    moves: tuple[str, ...]
    time: str


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold what a student hands in.

    ``seal`` is a checksum of the rest: it shows a careless change, and is no proof against a skilled one.
    """

    schema: int = SCHEMA
    assignment: str
    alias: str
    entries: tuple[Entry, ...]
    seal: str = ""


# --- names and times ----------------------------------------------------------------------------------------------


def check_aliases(students: Iterable[str]) -> tuple[str, ...]:
    """Return the aliases of a class, each of which can be the name of a folder on every system.

    Raises:
        rules.BadInput: with every defect at once.
    """
    found: list[Problem] = []
    aliases: list[str] = []
    seen: dict[str, str] = {}
    for index, alias in enumerate(check_list(students, "students", "a list of aliases, such as ['blue-07', 'red-02']")):
        path = f"students[{index}]"
        if index >= MOST_STUDENTS:
            found.append(Problem("students", f"holds more than {MOST_STUDENTS:,} aliases."))
            break
        if isinstance(alias, str) and alias.casefold() in RESERVED:
            text = f"is {shown(alias)}, which some systems keep for devices, so that no folder can be called so."
            found.append(Problem(path, f"{text} Choose another alias."))
            continue
        if not isinstance(alias, str) or not _is_alias(alias):
            text = (
                f"is {shown(alias)}, but an alias is 1 to {LONGEST_ALIAS} letters, digits, hyphens and "
                "underscores, and begins with a letter or digit. Use no real names or addresses."
            )
            found.append(Problem(path, text))
            continue
        alias = composed(alias)
        same = alias.casefold()
        if same in seen:
            found.append(Problem(path, f"is {shown(alias)}, as another one's; each needs its own."))
        seen[same] = alias
        aliases.append(alias)
    if not aliases and not found:
        found.append(Problem("students", "names nobody; give at least one alias."))
    if found:
        raise BadInput(found)
    return tuple(aliases)


def _is_alias(text: str) -> bool:
    """Say whether a text can be an alias.

    >>> [_is_alias(text) for text in ("blue-07", "Jörg_2", "../x", "a@b.org", "con", "-x", "")]
    [True, True, False, False, False, False, False]
    """
    text = composed(text)
    signs = text.replace("-", "").replace("_", "")
    return text[:1].isalnum() and signs.isalnum() and len(text) <= LONGEST_ALIAS and text.casefold() not in RESERVED


def _is_assignment(text: str) -> bool:
    """Say whether a text can be the name of an assignment, which names files and folders.

    >>> [_is_assignment(text) for text in ("homework-ec7122", "../../x", "", "a/b")]
    [True, False, False, False]
    """
    return text.replace("-", "").isalnum() and text.isascii() and len(text) <= LONGEST_ASSIGNMENT


def _look_at_names(assignment: str, aliases: Sequence[str], paths: Sequence[str], reading: Reading) -> None:
    """Note names that could lead out of the folder of the class: files and folders are called by them."""
    if not _is_assignment(assignment):
        text = f"is {shown(assignment)}, but must be letters, digits and hyphens, at most {LONGEST_ASSIGNMENT}."
        reading.add("assignment", text)
    seen: set[str] = set()
    for alias, path in zip(aliases, paths, strict=True):
        if not _is_alias(alias):
            reading.add(path, f"is {shown(alias)}, which is no alias: letters, digits, hyphens and underscores.")
        elif composed(alias).casefold() in seen:
            reading.add(path, f"is {shown(alias)}, as another one's; each needs its own.")
        seen.add(composed(alias).casefold())


def check_due(due: str | date | None) -> str:
    """Return a time in ISO 8601 with its offset; one without an offset is that of this machine. Empty: no time.

    A date alone, as text or as `datetime.date`, means the end of that day.

    >>> check_due("2026-12-01T18:00+01:00")
    '2026-12-01T18:00:00+01:00'
    >>> check_due("2026-12-01")[:19]
    '2026-12-01T23:59:59'

    Raises:
        rules.BadInput: it is no time.
    """
    if due is None or (isinstance(due, str) and not due.strip()):
        return ""
    try:
        if isinstance(due, str):
            when: datetime | None = _end_of_day(due.strip()) or read_time(due.strip())
        elif isinstance(due, datetime):
            when = due if due.utcoffset() is not None else due.replace(tzinfo=None).astimezone()
        else:
            when = datetime.combine(due, END).astimezone() if isinstance(due, date) else None
    except (ValueError, OverflowError, OSError):  # years that no clock of a machine knows
        when = None
    if when is None or read_time(when.isoformat(timespec="seconds")) is None:
        text = (
            f"is {shown(due)}, but must be a time such as '2026-12-01 18:00' or '2026-12-01T18:00+01:00', a date such "
            "as '2026-12-01' (the end of that day), or a datetime."
        )
        raise refuse("due", text)
    return when.isoformat(timespec="seconds")


def _end_of_day(text: str) -> datetime | None:
    """Return the end of a day that is given as a date alone; None where a text is none."""
    try:
        return datetime.combine(date.fromisoformat(text), END).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def read_time(text: str) -> datetime | None:
    """Read a time with its offset in ISO 8601; None where a text is none."""
    try:
        when = datetime.fromisoformat(text)
        return when if when.utcoffset() is not None else when.astimezone()
    except (ValueError, OverflowError, OSError):
        return None


# --- the files ----------------------------------------------------------------------------------------------------


def result_name(assignment: str, alias: str) -> str:
    """Return the name of a student's result file; two students who share a folder have two files."""
    return f"{assignment}.{alias}{RESULT}"


def given(document: object) -> Given:
    """Read a task from the plain data in a student's notebook.

    Raises:
        rules.BadInput: with every defect at once.
    """
    task = read_one(document, Given)
    reading = Reading([])
    _look_at_names(task.assignment, (task.alias,), ("alias",), reading)
    if reading.found:
        raise BadInput(reading.found)
    task.start()
    return task


def beside(folder: Path) -> Path:
    """Return where the key of a folder lies unless something else is said."""
    return folder.with_name(f"{folder.name}.key.json") if folder.name else folder.absolute() / "assignment.key.json"


def read_key(path: str | Path) -> Key:
    """Read the teacher's key.

    Raises:
        rules.BadInput: it cannot be read, or is no key.
    """
    path = check_path(path, "key")
    with of_file(path):
        return _key(read_bytes(path, LARGEST_KEY))


def _key(data: bytes) -> Key:
    key = _decoded(data, Key)
    known = {puzzle.id for puzzle in key.puzzles}
    reading = Reading([])
    paths = [f"students[{index}].alias" for index in range(len(key.students))]
    _look_at_names(key.assignment, [row.alias for row in key.students], paths, reading)
    for index, row in enumerate(key.students):
        if missing := [id for id in row.puzzles if id not in known]:
            reading.add(f"students[{index}].puzzles", f"names {shown(missing[0])}, which the key does not hold.")
    for index, puzzle in enumerate(key.puzzles):
        try:
            read_one(plain(puzzle), Puzzle, f"puzzles[{index}]")
        except BadInput as error:
            reading.found += error.problems
    if reading.found:
        raise BadInput(reading.found)
    return key


def read_result(data: bytes) -> Result:
    """Read a result file of a student.

    Raises:
        rules.BadInput: with every defect at once.
    """
    result = _decoded(data, Result)
    reading = Reading([])
    if len(result.entries) > MOST_TASKS:
        reading.add("entries", f"holds more than {MOST_TASKS} answers.")
    for index, entry in enumerate(result.entries[:MOST_TASKS]):
        for sentence in move_defects(entry.moves):
            reading.add(f"entries[{index}].moves", sentence)
    if reading.found:
        raise BadInput(reading.found)
    return result


def move_defects(moves: Sequence[object]) -> list[str]:
    """Say why a list cannot be an answer, whatever the rules say of its moves; empty where it can be one."""
    if len(moves) > LONGEST_LINE:
        return [f"holds {len(moves):,} moves; at most {LONGEST_LINE} are read."]
    wrong = [move for move in moves if not isinstance(move, str) or len(move) > LONGEST_MOVE or not move.strip()]
    return [f"holds {shown(wrong[0])}, but every move is a text of at most {LONGEST_MOVE} characters."] if wrong else []


def sealed(result: Result) -> Result:
    """Return a result with the checksum of what is in it."""
    return msgspec.structs.replace(result, seal=seal_of(result))


def seal_of(result: Result) -> str:
    """Return the checksum of what is in a result."""
    data = msgspec.json.encode(msgspec.structs.replace(result, seal=""))
    return hashlib.sha256(data).hexdigest()[:32]


def _decoded(data: bytes, kind: type[S]) -> S:
    reading = Reading([])
    found = read_struct(read_json(decoded(data)), kind, reading)
    if found is not None and (schema := getattr(found, "schema", SCHEMA)) != SCHEMA:
        reading.add("schema", f"is {schema}, but this release reads version {SCHEMA}.")
    if found is None or reading.found:
        raise BadInput(reading.found)
    return found
