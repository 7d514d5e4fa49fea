"""What a class handed in: found in a folder, read as data within limits, and put under the aliases of the key.

Nothing is executed. Every file that is found counts, or is named with the reason why it does not: nothing is lost.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from rules import BadInput
from rules.files import decoded, read_bytes
from rules.printable import composed, escaped, shown

from .amounts import joined
from .answer_cells import Lost, read_cell
from .classroom import (
    LARGEST_NOTEBOOK,
    LARGEST_RESULT,
    Entry,
    Key,
    read_result,
    read_time,
    seal_of,
)
from .language import say
from .structs import read_json

MOST_FILES: Final = 100_000
IGNORED: Final = {".ipynb_checkpoints", "__pycache__", ".git", ".DS_Store", "Thumbs.db", "desktop.ini"}
COPIES: Final = (".~", "._")
"""How copies begin that Jupyter makes while it saves, and a Mac beside each file."""


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
    """Hold one file of a student while it is read; ``astray``: it lies in the folder of another one.

    ``lost`` is what may have been meant as an answer and is not read, or not alone.
    """

    file: str
    alias: str
    answers: dict[int, Answer]
    result: bool
    astray: bool = False
    lost: list[Lost] = msgspec.field(default_factory=list)


class Class:
    """Be the class of a key: who is in it, by whatever spelling, and how many tasks each has."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self._aliases = {composed(row.alias): row.alias for row in key.students}
        self._tasks = {row.alias: len(row.puzzles) for row in key.students}

    def alias(self, name: object) -> str:
        """Return the alias that a name from a file or a folder stands for; empty for nobody."""
        return self._aliases.get(composed(name), "") if isinstance(name, str) else ""

    def tasks(self, alias: str) -> int:
        """Return how many tasks a student has; none for nobody."""
        return self._tasks.get(alias, 0)


def collect(folder: Path, key: Key) -> tuple[tuple[Paper, ...], tuple[Notice, ...]]:
    """Read what was handed in; return a paper for every alias of the key, in its order, and what is to be looked at.

    Raises:
        rules.BadInput: there is no such folder.
    """
    if not folder.is_dir():
        raise BadInput((_problem(f"{shown(str(folder))} is no folder; name the one with what was handed in."),))
    notices: list[Notice] = []
    handed: dict[str, list[Handed]] = {row.alias: [] for row in key.students}
    known = Class(key)
    for path in _files(folder, notices):
        one = _read(path, folder, known, notices)
        if one is not None:
            handed[one.alias].append(one)
    papers = tuple(_paper(row.alias, handed[row.alias], known, notices) for row in key.students)
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


def _read(path: Path, folder: Path, known: Class, notices: list[Notice]) -> Handed | None:
    """Read one file; None after noting why it does not count."""
    name, owner = _name(path, folder), _owner(path, folder, known)

    def note(text: str, alias: str = owner) -> None:
        notices.append(Notice(name, alias, text))

    try:
        if path.suffix.lower() == ".ipynb":
            found = _notebook(read_bytes(path, LARGEST_NOTEBOOK, ""), name, owner, known, note)
        elif path.suffix.lower() == ".json":
            found = _result(read_bytes(path, LARGEST_RESULT, ""), name, known, note)
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


def _owner(path: Path, folder: Path, known: Class) -> str:
    """Return the alias whose folder a file lies in, or with which its name begins; empty where there is none."""
    parts = path.relative_to(folder).parts
    return next((alias for part in reversed(parts[:-1]) if (alias := known.alias(part))), "") or known.alias(
        parts[-1].partition(".")[0]
    )


def _result(data: bytes, name: str, known: Class, note: Any) -> Handed:
    """Read a result file."""
    result, key = read_result(data), known.key
    if result.assignment != key.assignment:
        text = f"is of the assignment {shown(result.assignment)}, but the key is of {shown(key.assignment)}."
        raise BadInput((_problem(text),))
    alias = known.alias(result.alias)
    if alias and result.seal != seal_of(result):
        note(say("Was changed by hand after it was written. It counts as it is."), alias)
    answers: dict[int, Answer] = {}
    for entry in result.entries:
        number = _number(entry, key, known.tasks(alias))
        if not number:
            note(say("Holds an answer to {task}, which is no task of this student.", task=shown(entry.task)), alias)
        elif not entry.moves:
            continue  # no answer; the notebook may hold one
        elif number in answers and answers[number].moves != entry.moves:
            note(say("Answers task {number} twice; the later answer counts.", number=number), alias)
            answers[number] = max(answers[number], Answer(entry.moves, entry.time, name), key=_when)
        else:
            answers[number] = Answer(entry.moves, entry.time, name)
        if read_time(entry.time) is None:
            note(say("Says {time} for task {number}, which is no time.", time=shown(entry.time), number=number), alias)
    return Handed(name, alias, answers, result=True)


def _number(entry: Entry, key: Key, count: int) -> int:
    """Return the number of the task that an entry answers, of so many; 0 where it is none."""
    return next((number for number in range(1, count + 1) if entry.task == f"{key.assignment}-{number}"), 0)


def _notebook(data: bytes, name: str, owner: str, known: Class, note: Any) -> Handed:
    """Read the answer cells of a notebook; what cannot be read in one cell does not take the others along."""
    document = read_json(decoded(data), unique=False)
    listed = document.get("cells") if isinstance(document, Mapping) else None
    if not isinstance(listed, list):
        raise BadInput((_problem("is no notebook: it has no list of cells."),))
    cells = [(index, read_cell(cell, index)) for index, cell in enumerate(listed) if isinstance(cell, Mapping)]
    assignment, alias = _belongs(document, [task for _, cell in cells for task in cell.tasks], owner, known, note)
    if assignment != known.key.assignment:
        text = f"is of the assignment {shown(assignment)}, but the key is of {shown(known.key.assignment)}."
        raise BadInput((_problem(text),))
    places: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
    for index, cell in cells:
        for number, moves in cell.answers:
            places.setdefault(number, []).append((index, moves))
    lost = [one for _, cell in cells for one in cell.lost]
    answers: dict[int, Answer] = {}
    for number, given in places.items():
        moves = next((moves for _, moves in reversed(given) if moves), ())
        if not moves:
            continue
        if not 1 <= number <= known.tasks(alias):
            if alias:
                note(
                    say("Holds an answer to {task}, which is no task of this student.", task=f"answer_{number}"), alias
                )
            continue
        answers[number] = Answer(moves, "", name)
        first = next(at for at, (_, one) in enumerate(given) if one)
        if len({one for _, one in given[first:]}) > 1:
            where = joined(list(dict.fromkeys(f"cells[{index}]" for index, _ in given[first:])))
            text = say("Task {number} is answered more than once: {where}.", number=number, where=where)
            lost.append(Lost(number, text))
    return Handed(name, alias, answers, result=False, lost=lost)


def _belongs(
    document: Mapping[str, Any], tasks: Sequence[tuple[str, str]], owner: str, known: Class, note: Any
) -> tuple[str, str]:
    """Return the assignment and the alias of a notebook: as it says, else as the tasks in it do.

    What a notebook says of itself gets lost in editors that do not know it; the tasks stand in its cells.
    """
    mark = document.get("metadata", {})
    mark = mark.get("magister", {}) if isinstance(mark, Mapping) else {}
    mark = mark if isinstance(mark, Mapping) else {}
    here = [task for task in tasks if task[0] == known.key.assignment] or tasks
    assignment = mark.get("assignment", here[0][0] if here else known.key.assignment)
    named = [alias for _, one in here if (alias := known.alias(one))]
    said = mark.get("alias", named[0] if named else here[0][1] if here else owner)
    alias = known.alias(said)
    if alias and (others := sorted({one for one in named if one != alias})):
        text = say("Holds tasks of {others}. It counts for {alias} alone.", others=joined(others), alias=alias)
        note(text, alias)
    return str(assignment), alias


def _when(answer: Answer) -> tuple[float, str]:
    """Order answers by the time at which they were written; what has none comes first."""
    time = read_time(answer.time)
    return (time.timestamp() if time is not None else 0.0, answer.file)


def _paper(alias: str, handed: Sequence[Handed], known: Class, notices: list[Notice]) -> Paper:
    """Put together what one student handed in: the latest result file, and where it says nothing the notebook.

    What lies in the folder of another one counts for the tasks to which nothing else is an answer.
    """
    own = [one for one in handed if not one.astray]
    answers: dict[int, Answer] = {}
    for number in range(1, known.tasks(alias) + 1):
        kept, cells = _found(own, number)
        if not kept and not cells:
            kept, cells = _found(handed, number)
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
    for one in handed:
        notices += [Notice(one.file, alias, text) for text in _lost(one, answers)]
    results = [one for one in own or handed if one.result]
    notebooks = [one for one in own or handed if not one.result]
    for kind in (results, notebooks):
        if len(kind) > 1:
            files = joined(sorted(one.file for one in kind[1:]))
            notices.append(Notice(kind[0].file, alias, say("Handed in more than once: also {files}.", files=files)))
    undated = [number for number, answer in answers.items() if not answer.time]
    if known.key.due and undated:
        text = say("Does not say when it was written, so nobody can say whether it is late.")
        notices.append(Notice(answers[undated[0]].file, alias, text))
    if not handed:
        notices.append(Notice("", alias, say("Nothing that can be read was handed in.")))
    return Paper(alias, answers, _late(alias, answers, known.key, notices))


def _found(handed: Sequence[Handed], number: int) -> tuple[list[Answer], list[Answer]]:
    """Return the answers to a task in result files, the latest last, and in notebooks."""
    kept = sorted((one.answers[number] for one in handed if one.result and number in one.answers), key=_when)
    return kept, [one.answers[number] for one in handed if not one.result and number in one.answers]


def _lost(one: Handed, answers: Mapping[int, Answer]) -> list[str]:
    """Say what in a file is not read as an answer, or not alone, and what counts in its place."""
    said = []
    for lost in one.lost:
        counted = answers.get(lost.number)
        if counted is not None and lost.idle:
            continue
        if counted is not None:
            moves = ", ".join(counted.moves)
            tail = say(
                "What counts for task {number}: {moves} ({file}).", number=lost.number, moves=moves, file=counted.file
            )
        else:
            tail = say("No answer to task {number} counts.", number=lost.number) if lost.number else ""
        said.append(f"{lost.text} {tail}".rstrip())
    return list(dict.fromkeys(said))


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
