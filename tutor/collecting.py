"""What a class handed in: found in a folder, read as data within limits, and put under the aliases of the key.

Nothing is executed. Every file that is found counts, or is named with the reason why it does not: nothing is lost.
"""

from __future__ import annotations

import ast
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from rules import BadInput
from rules.files import decoded, read_bytes
from rules.printable import escaped, hidden, shown

from .amounts import joined
from .classroom import (
    LARGEST_NOTEBOOK,
    LARGEST_RESULT,
    Entry,
    Key,
    Result,
    move_defects,
    read_result,
    read_time,
    seal_of,
)
from .language import say
from .structs import read_json

LONGEST_CELL: Final = 40_000
"""Characters of a cell in which an answer is looked for; a longer one is no answer."""

MOST_FILES: Final = 100_000
IGNORED: Final = {".ipynb_checkpoints", "__pycache__", ".git", ".DS_Store", "Thumbs.db", "desktop.ini"}
COPIES: Final = (".~", "._")
"""How copies begin that Jupyter makes while it saves, and a Mac beside each file."""

ASSIGNED: Final = re.compile(r"^answer_(\d{1,3})$")


class Notice(msgspec.Struct, frozen=True):
    """Say of a file what a teacher should look at, and whose it is; ``alias`` is empty where that is not known."""

    file: str
    alias: str
    text: str


class Answer(msgspec.Struct, frozen=True):
    """Hold the answer to one task: its moves, when it was written (empty: not known), and in which file it stands."""

    moves: tuple[str, ...]
    time: str
    file: str


class Paper(msgspec.Struct, frozen=True):
    """Hold what one student handed in: answers by the number of the task."""

    alias: str
    answers: dict[int, Answer]
    late: str = ""


class Handed(msgspec.Struct):
    """Hold one file of a student while it is read; ``astray``: it lies in the folder of another one."""

    file: str
    alias: str
    answers: dict[int, Answer]
    result: bool
    astray: bool = False


def collect(folder: Path, key: Key) -> tuple[tuple[Paper, ...], tuple[Notice, ...]]:
    """Read what was handed in; return a paper for every alias of the key, in its order, and what is to be looked at.

    Raises:
        rules.BadInput: there is no such folder.
    """
    if not folder.is_dir():
        raise BadInput((_problem(f"{shown(str(folder))} is no folder; name the one with what was handed in."),))
    notices: list[Notice] = []
    handed: dict[str, list[Handed]] = {row.alias: [] for row in key.students}
    for path in _files(folder, notices):
        one = _read(path, folder, key, notices)
        if one is not None:
            handed[one.alias].append(one)
    papers = tuple(_paper(row.alias, handed[row.alias], key, notices) for row in key.students)
    return papers, tuple(sorted(notices, key=lambda notice: (notice.alias, notice.file, notice.text)))


def _problem(text: str) -> Any:
    from rules import Problem

    return Problem("folder", text)


def _files(folder: Path, notices: list[Notice]) -> Iterator[Path]:
    """List the files below a folder in a stable order; links are named and not followed."""
    waiting, count = [folder], 0
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(here.iterdir(), key=lambda path: path.name)
        except OSError as error:
            notices.append(Notice(_name(here, folder), "", say("Cannot be opened: {reason}.", reason=error.strerror)))
            continue
        for path in entries:
            if path.name in IGNORED or path.name.startswith(COPIES):
                continue
            try:
                kind = path.lstat().st_mode
            except OSError as error:
                text = say("Cannot be opened: {reason}.", reason=error.strerror)
                notices.append(Notice(_name(path, folder), "", text))
                continue
            if stat.S_ISLNK(kind):
                notices.append(Notice(_name(path, folder), "", say("Is a link to elsewhere, which is not followed.")))
            elif stat.S_ISDIR(kind):
                waiting.append(path)
            elif not stat.S_ISREG(kind):
                notices.append(Notice(_name(path, folder), "", say("Is no file; it was not opened.")))
            elif (count := count + 1) > MOST_FILES:
                text = say("There are more than {most} files; those after this one were not read.", most=MOST_FILES)
                notices.append(Notice(_name(path, folder), "", text))
                return
            else:
                yield path


def _name(path: Path, folder: Path) -> str:
    return escaped(path.relative_to(folder).as_posix())


def _read(path: Path, folder: Path, key: Key, notices: list[Notice]) -> Handed | None:
    """Read one file; None after noting why it does not count."""
    name, owner = _name(path, folder), _owner(path, folder, key)

    def note(text: str, alias: str = owner) -> None:
        notices.append(Notice(name, alias, text))

    try:
        if path.suffix.lower() == ".ipynb":
            found = _notebook(read_bytes(path, LARGEST_NOTEBOOK, ""), name, owner, key, note)
        elif path.suffix.lower() == ".json":
            found = _result(read_bytes(path, LARGEST_RESULT, ""), name, key, note)
        else:
            note(say("Is neither a notebook nor a result file; it was not read."))
            return None
    except BadInput as error:
        note(say("Cannot be read, and does not count: {why}", why=" ".join(str(error).split())))
        return None
    if not found.alias:
        note(say("Is not from this class: nobody in the key has this alias."))
        return None
    if owner and found.alias != owner:
        found.astray = True
        note(
            say(
                "Names {alias}, but lies in the folder of {owner}. It counts for {alias} only where nothing else does.",
                alias=found.alias,
                owner=owner,
            )
        )
    return found


def _owner(path: Path, folder: Path, key: Key) -> str:
    """Return the alias whose folder a file lies in, or with which its name begins; empty where there is none."""
    aliases = {row.alias for row in key.students}
    parts = path.relative_to(folder).parts
    for part in reversed(parts[:-1]):
        if part in aliases:
            return part
    stem = parts[-1].partition(".")[0]
    return stem if stem in aliases else ""


def _result(data: bytes, name: str, key: Key, note: Any) -> Handed:
    """Read a result file."""
    result = read_result(data)
    if result.assignment != key.assignment:
        text = f"is of the assignment {shown(result.assignment)}, but the key is of {shown(key.assignment)}."
        raise BadInput((_problem(text),))
    alias = result.alias if any(row.alias == result.alias for row in key.students) else ""
    if alias and result.seal != seal_of(result):
        note(say("Was changed by hand after it was written. It counts as it is."), alias)
    answers: dict[int, Answer] = {}
    for entry in result.entries:
        number = _number(entry, result, key)
        if not number:
            note(say("Holds an answer to {task}, which is no task of this student.", task=shown(entry.task)), alias)
        elif number in answers and answers[number].moves != entry.moves:
            note(say("Answers task {number} twice; the later answer counts.", number=number), alias)
            answers[number] = max(answers[number], Answer(entry.moves, entry.time, name), key=_when)
        else:
            answers[number] = Answer(entry.moves, entry.time, name)
        if read_time(entry.time) is None:
            note(say("Says {time} for task {number}, which is no time.", time=shown(entry.time), number=number), alias)
    return Handed(name, alias, answers, result=True)


def _number(entry: Entry, result: Result, key: Key) -> int:
    """Return the number of the task that an entry answers; 0 where it is none."""
    count = len(key.puzzles_of(result.alias))
    return next((number for number in range(1, count + 1) if entry.task == f"{key.assignment}-{number}"), 0)


def _notebook(data: bytes, name: str, owner: str, key: Key, note: Any) -> Handed:
    """Read the answer cells of a notebook; what cannot be read in one cell does not take the others along."""
    document = read_json(decoded(data), unique=False)
    cells = document.get("cells") if isinstance(document, Mapping) else None
    if not isinstance(cells, list):
        raise BadInput((_problem("is no notebook: it has no list of cells."),))
    mark = document.get("metadata", {})
    mark = mark.get("magister", {}) if isinstance(mark, Mapping) else {}
    mark = mark if isinstance(mark, Mapping) else {}
    if mark.get("assignment", key.assignment) != key.assignment:
        text = f"is of the assignment {shown(mark['assignment'])}, but the key is of {shown(key.assignment)}."
        raise BadInput((_problem(text),))
    said = mark.get("alias", owner)
    alias = said if isinstance(said, str) and any(row.alias == said for row in key.students) else ""
    answers: dict[int, Answer] = {}
    for index, cell in enumerate(cells):
        if isinstance(cell, Mapping) and cell.get("cell_type") == "code":
            try:
                given = _literals(_source(cell), index)
            except BadInput as error:
                note(say("Cannot be read, and does not count: {why}", why=" ".join(str(error).split())), alias or owner)
                continue
            for number, moves in given.items():
                if 1 <= number <= len(key.puzzles_of(alias)) and moves:
                    answers[number] = Answer(moves, "", name)
    return Handed(name, alias, answers, result=False)


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _literals(source: str, index: int) -> dict[int, tuple[str, ...]]:
    """Return the lists of moves that a cell gives to ``answer_1``, ``answer_2``...; nothing in it is executed.

    >>> _literals("answer_1 = ['pass']", 0)
    {1: ('pass',)}

    Raises:
        rules.BadInput: an answer is given that is no plain list of texts.
    """
    if "answer_" not in source:
        return {}
    if len(source) > LONGEST_CELL:
        text = f"is {len(source):,} characters long; at most {LONGEST_CELL:,} are read."
        raise BadInput((_at(index, text),))
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if re.search(r"(?m)^\s*answer_\d+\s*=", source):
            raise BadInput((_at(index, f"is no Python: {escaped(str(error))}."),)) from None
        return {}
    found: dict[int, tuple[str, ...]] = {}
    read: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target = node.target
        else:
            continue
        if isinstance(target, ast.Name) and (name := ASSIGNED.match(target.id)):
            assert node.value is not None
            read.add(id(target))
            try:
                value = ast.literal_eval(node.value)
            except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                raise BadInput((_at(index, "gives an answer that is no plain list of moves."),)) from None
            if not isinstance(value, list | tuple):
                raise BadInput((_at(index, f"gives {shown(value)} as an answer, but it must be a list of moves."),))
            defects = move_defects(value) or [
                f"holds the character U+{ord(sign):04X}, which cannot be shown."
                for move in value
                if (sign := hidden(move))
            ]
            if defects:
                raise BadInput((_at(index, f"gives an answer that {defects[0]}"),))
            found[int(name[1])] = tuple(value)
    for inner in ast.walk(tree):  # an answer that is given in any other way must not get lost without a word
        stored = isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and id(inner) not in read
        if stored and isinstance(inner, ast.Name) and ASSIGNED.match(inner.id):
            text = f"gives {inner.id} in a way that is not read; write it as {inner.id} = ['one', 'two']."
            raise BadInput((_at(index, text),))
    return found


def _at(index: int, text: str) -> Any:
    from rules import Problem

    return Problem(f"cells[{index}]", text)


def _when(answer: Answer) -> tuple[float, str]:
    """Order answers by the time at which they were written; what has none comes first."""
    time = read_time(answer.time)
    return (time.timestamp() if time is not None else 0.0, answer.file)


def _paper(alias: str, handed: Sequence[Handed], key: Key, notices: list[Notice]) -> Paper:
    """Put together what one student handed in: the latest result file, and where it says nothing the notebook."""
    handed = [one for one in handed if not one.astray] or handed
    results = [one for one in handed if one.result]
    notebooks = [one for one in handed if not one.result]
    answers: dict[int, Answer] = {}
    for number in range(1, len(key.puzzles_of(alias)) + 1):
        kept = sorted((one.answers[number] for one in results if number in one.answers), key=_when)
        cells = [one.answers[number] for one in notebooks if number in one.answers]
        if kept or cells:
            answers[number] = counted = kept[-1] if kept else cells[-1]
            others = [one for one in (*kept, *cells) if one.moves != counted.moves]
            if others:
                files = joined(sorted({other.file for other in others}))
                notices.append(
                    Notice(
                        counted.file,
                        alias,
                        say(
                            "Task {number}: {files} says something else; this file counts.", number=number, files=files
                        ),
                    )
                )
    for kind in (results, notebooks):
        if len(kind) > 1:
            files = joined(sorted(one.file for one in kind[1:]))
            notices.append(Notice(kind[0].file, alias, say("Handed in more than once: also {files}.", files=files)))
    undated = [number for number, answer in answers.items() if not answer.time]
    if key.due and undated:
        text = say("Does not say when it was written, so nobody can say whether it is late.")
        notices.append(Notice(answers[undated[0]].file, alias, text))
    if not handed:
        notices.append(Notice("", alias, say("Nothing that can be read was handed in.")))
    return Paper(alias, answers, _late(alias, answers, key, notices))


def _late(alias: str, answers: Mapping[int, Answer], key: Key, notices: list[Notice]) -> str:
    """Return by how much a paper is late, in words; empty where it is not, or nobody can say."""
    due = read_time(key.due) if key.due else None
    times = [time for answer in answers.values() if (time := read_time(answer.time)) is not None]
    if due is None or not times or max(times) <= due:
        return ""
    late = _span(due, max(times))
    text = say("Late by {span}, by the clock of the student's machine; it counts in full.", span=late)
    notices.append(Notice(answers[next(iter(answers))].file, alias, text))
    return late


def _span(begin: datetime, end: datetime) -> str:
    minutes = int((end - begin).total_seconds() // 60)
    if minutes < 120:
        return say("{number} minutes", number=max(1, minutes))
    if minutes < 2 * 24 * 60:
        return say("{number} hours", number=minutes // 60)
    return say("{number} days", number=minutes // (24 * 60))
