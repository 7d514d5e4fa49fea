"""What stands in the cells of a student's notebook: the answers, and whatever looks like one and is not read.

Nothing is executed. A cell is read as Python's own parser reads it; what a person may have meant as an answer, and what
is none by that, is named, so that no answer gets lost without a word.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from rules.printable import escaped, hidden, shown

from .classroom import move_defects
from .language import say

LONGEST_CELL: Final = 40_000
"""Characters of a cell in which an answer is looked for; a longer one is no answer."""

ASSIGNED: Final = re.compile(r"^answer_(\d{1,3})$")
SIMILAR: Final = re.compile(r"(?i)^_*(?:my_*)?answers?_*(\d{1,3})_*$")
"""Names that somebody takes for that of an answer."""

TOGETHER: Final = re.compile(r"(?i)^_*(?:my_*)?answers?_*$")
"""Names that somebody takes for all answers at once."""

BEGUN: Final = re.compile(r"(?m)^\s*answer_(\d{1,3})\s*(?::[^=\n]*)?=")
WRITTEN: Final = re.compile(r"(?i)\banswers?[_ ]?(\d{1,3})\s*(?::[^=\n]*)?\+?=\s*[\[(]\s*[^\s\])]")
"""An answer with at least one move, wherever it stands."""

COMMENT: Final = re.compile(r"#[^\n]*")
BOARD: Final = re.compile(r"^panel_(\d{1,3})$")
TASK: Final = re.compile(r"^task_(\d{1,3})$")

RUNNING: Final = ("%%time", "%%capture", "%%prun")
"""Magics that run the rest of their cell where the notebook runs, so that an answer in it is one."""


class Lost(msgspec.Struct, frozen=True):
    """Say what of an answer is not read, or not as it stands; ``number`` is that of the task, 0 where nobody knows.

    ``idle``: it is worth a word only where no other answer to this task is found.
    """

    number: int
    text: str
    idle: bool = False


class Cell(msgspec.Struct):
    """Hold what a cell says: answers in their order, what is not read, and of whom the tasks in it are."""

    answers: list[tuple[int, tuple[str, ...]]] = msgspec.field(default_factory=list)
    lost: list[Lost] = msgspec.field(default_factory=list)
    tasks: list[tuple[str, str]] = msgspec.field(default_factory=list)


def read_cell(cell: Mapping[str, Any], index: int) -> Cell:
    """Read a cell of a notebook, the one with this index.

    >>> read_cell({"cell_type": "code", "source": "answer_1 = ['pass']"}, 0).answers
    [(1, ('pass',))]
    """
    source, found = source_of(cell), Cell()
    spelled = unicodedata.normalize("NFKC", source)  # as Python reads a name, in whatever letters it is written
    if "answer" not in spelled.lower() and "panel_" not in spelled and "task_" not in spelled:
        return found
    place = f"cells[{index}]"
    if len(source) > LONGEST_CELL:
        text = say(
            "{place} is {size} characters long; at most {most} are read.",
            place=place,
            size=len(source),
            most=LONGEST_CELL,
        )
        found.lost.append(_refused(_number(source), text))
    elif cell.get("cell_type") == "code":
        _read_code(source, place, found)
    else:
        kind = say("{place} is no code cell, and an answer in it does not count.", place=place)
        found.lost += [Lost(number, kind) for number in _written(source)]
    return found


def source_of(cell: Mapping[str, Any]) -> str:
    """Return the text of a cell."""
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _refused(number: int, why: str) -> Lost:
    return Lost(number, say("Cannot be read, and does not count: {why}", why=why))


def _number(source: str) -> int:
    """Return the task that a text is about; 0 where nobody knows."""
    found = BEGUN.search(source) or WRITTEN.search(source)
    return int(found[1]) if found else 0


def _written(source: str) -> list[int]:
    """List the tasks to which a text that is no Python holds an answer."""
    return list(dict.fromkeys(int(number) for number in WRITTEN.findall(source)))


# --- Python -------------------------------------------------------------------------------------------------------


def _read_code(source: str, place: str, found: Cell) -> None:
    python, magic = _without_magics(source)
    if magic and magic not in RUNNING:
        text = say(
            "{place} is for {magic} and not for Python, and an answer in it does not count.", place=place, magic=magic
        )
        found.lost += [Lost(number, text) for number in _written(source)]
        return
    try:
        tree = ast.parse(python)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if BEGUN.search(source) or WRITTEN.search(source):
            text = say("{place} is no Python: {error}.", place=place, error=escaped(str(error)))
            found.lost.append(_refused(_number(source), text))
        return
    read = _read_assignments(tree, place, found)
    if magic or python != source:
        behind = say("{place} holds magics of the notebook. An answer among them is read all the same.", place=place)
        found.lost += [
            Lost(number, behind) for number in dict.fromkeys(number for number, moves in found.answers if moves)
        ]
    found.lost += _unread(tree, read, place)
    aside = say("{place} holds an answer in a comment or a text, where it does not count.", place=place)
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    commented = [*COMMENT.findall(source), *texts]
    found.lost += [Lost(number, aside) for number in dict.fromkeys(n for text in commented for n in _written(text))]


def _without_magics(source: str) -> tuple[str, str]:
    """Return a cell without what only a notebook understands, and the magic to which the whole cell belongs."""
    lines = source.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = ""
    if lines[first].startswith("%%"):
        magic = lines[first].split()[0]
        lines[first] = ""
        if magic not in RUNNING:
            return source, magic
    python = "\n".join(lines)
    try:
        ast.parse(python)
    except SyntaxError:
        python = re.sub(r"(?m)^([ \t]*)%time[ \t]+", r"\1", python)
        python = re.sub(r"(?m)^([ \t]*)(?:%(?!%)|!|\?)[^\n]*", r"\1pass", python)
        python = re.sub(r"(?m)^([ \t]*)[\w.]+\?{1,2}[ \t]*$", r"\1pass", python)
    except (ValueError, RecursionError, MemoryError):
        pass  # the caller says so
    return python, magic


def _read_assignments(tree: ast.Module, place: str, found: Cell) -> set[int]:
    """Read the plain assignments of a cell; return the names in it that are read, or refused with a reason."""
    read: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        if not isinstance(target, ast.Name):
            continue
        if TASK.match(target.id) and (task := _task(value)):
            found.tasks.append(task)
        elif name := ASSIGNED.match(target.id):
            read.add(id(target))
            moves, why = _moves(value)
            if why:
                found.lost.append(_refused(int(name[1]), f"{place}: {why}"))
            else:
                found.answers.append((int(name[1]), moves))
    return read


def _moves(node: ast.expr) -> tuple[tuple[str, ...], str]:
    """Return the moves that an expression spells, or why it spells none."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return (), say("gives an answer that is no plain list of moves.")
    if not isinstance(value, list | tuple):
        return (), say("gives {value} as an answer, but it must be a list of moves.", value=shown(value))
    if defects := move_defects(value):
        return (), say("gives an answer that {defect}", defect=defects[0])
    if sign := next((sign for move in value if (sign := hidden(move))), ""):
        return (), say(
            "gives an answer that holds the character U+{code}, which cannot be shown.", code=f"{ord(sign):04X}"
        )
    return tuple(value), ""


def _task(node: ast.expr) -> tuple[str, str] | None:
    """Return the assignment and the alias of a task that a cell makes."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "given"):
        return None
    try:
        task = ast.literal_eval(node.args[0]) if node.args else None
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    if not isinstance(task, dict):
        return None
    assignment, alias = task.get("assignment"), task.get("alias")
    return (assignment, alias) if isinstance(assignment, str) and isinstance(alias, str) else None


def _unread(tree: ast.Module, read: set[int], place: str) -> Iterator[Lost]:
    """Find what may be meant as an answer and is none: other names, other ways to give one, moves elsewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) or id(node) in read:
                continue
            if name := ASSIGNED.match(node.id):
                yield _in_another_way(int(name[1]), place)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                called = isinstance(target, ast.Name) and not ASSIGNED.match(target.id) and SIMILAR.match(target.id)
                if called and isinstance(node.value, ast.List | ast.Tuple) and node.value.elts:
                    yield _misnamed(int(called[1]), called[0], place)
                if isinstance(target, ast.Name) and TOGETHER.match(target.id) and isinstance(node.value, ast.Dict):
                    keys = [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
                    for number in (key for key in keys if type(key) is int):
                        yield _misnamed(number, f"{target.id}[{number}]", place)
        elif isinstance(node, ast.Attribute | ast.Subscript):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                yield from _entry(node, place)
            changed = isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load)
            if changed and isinstance(node.value, ast.Name) and (name := ASSIGNED.match(node.value.id)):
                yield _in_another_way(int(name[1]), place)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _call(node, node.func, place)


def _entry(node: ast.Subscript, place: str) -> Iterator[Lost]:
    """Find an answer that is put into a table of answers, or into that of all names."""
    at = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if isinstance(at, str) and (name := ASSIGNED.match(at)):
        yield _in_another_way(int(name[1]), place)
    elif type(at) is int and isinstance(node.value, ast.Name) and TOGETHER.match(node.value.id):
        yield _misnamed(at, f"{node.value.id}[{at}]", place)


def _misnamed(number: int, name: str, place: str) -> Lost:
    text = say(
        "{place} calls an answer {name}, and so it does not count; the name is answer_{number}.",
        place=place,
        name=escaped(name),
        number=number,
    )
    return Lost(number, text)


def _in_another_way(number: int, place: str) -> Lost:
    name = f"answer_{number}"
    why = say(
        "{place}: gives {name} in a way that is not read; write it as {name} = ['one', 'two'].", place=place, name=name
    )
    return _refused(number, why)


def _call(node: ast.Call, function: ast.Attribute, place: str) -> Iterator[Lost]:
    """Find moves that are played by a call, or handed over in one."""
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    if function.attr == "play" and (board := BOARD.match(owner)):
        text = say(
            "{place} plays on the board of task {number}. Such moves count only where the cell that keeps them was "
            "run.",
            place=place,
            number=int(board[1]),
        )
        yield Lost(int(board[1]), text, idle=True)
    if function.attr != "answer" or owner != "tutor":
        return
    given = [*node.args[1:2], *(word.value for word in node.keywords if word.arg == "moves")]
    lists = [part for one in given for part in ast.walk(one) if isinstance(part, ast.List | ast.Tuple) and part.elts]
    if lists:
        names = [one.id for one in node.args[:1] if isinstance(one, ast.Name)]
        number = next((int(name[1]) for one in names if (name := TASK.match(one))), 0)
        text = say(
            "{place} holds moves in the call of tutor.answer. They count only where the cell was run.", place=place
        )
        yield Lost(number, text)
