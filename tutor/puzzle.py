"""Puzzles as data: a position with a clear best turn, what its best value is, and how that was proved.

A `Task` is what somebody is given who is to solve it; a `Puzzle` adds the answer. `strip` makes the one of the other,
so that a student's file never holds what is asked for. A file of puzzles is read strictly: nothing in it is executed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

import rules
from rules import BadInput, Problem
from rules.arguments import check_path
from rules.files import read_text
from rules.printable import shown
from rules.protocol import Position
from rules.quantities import whole_number
from rules.reading import position_of

from .language import Text
from .structs import Reading, of_file, read_json, read_struct

if TYPE_CHECKING:
    from .puzzle_judge import Verdict

SCHEMA: Final = 1
"""The version of the format that this release reads."""

LEVELS: Final = (1, 2, 3)
FOLDER: Final = Path(__file__).parent / "puzzles"
LONGEST_FILE: Final = 4_000_000
MOST_PUZZLES: Final = 5_000
LONGEST_LINE: Final = 200
"""Moves of one answer that are read at most; no turn of a game is that long."""

S = TypeVar("S", bound=msgspec.Struct)


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say where a position comes from: ``step`` steps into the greedy playout of a game for so many players."""

    seed: int
    players: int
    step: int
    modules: tuple[str, ...] = ()


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say how the value was proved, and by which second method it was found again; with the versions that did it."""

    method: str
    checked: str
    versions: tuple[str, ...] = ()


class Task(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold what is asked: a puzzle without its answer.

    ``position`` is the code of what the seat may know; ``horizon`` and ``objective`` are those of `solver.solve`.
    ``difficulty`` is a number from 0 on, of which the level is the coarse form. ``house`` says that values of our own,
    not printed ones, count in it.
    """

    schema: int = SCHEMA
    id: str
    game: str
    level: int
    position: str
    seat: int
    horizon: str
    objective: str = "points"
    features: tuple[str, ...] = ()
    difficulty: int = 0
    source: Source | None = None
    house: bool = False

    def start(self) -> Position:
        """Return the position; raise `rules.BadInput` where the code is no position of this seat's turn."""
        return _start(self.game, self.position, self.seat)


class Puzzle(Task, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold a task with its answer.

    ``value`` is the exact gain of the best line (a fraction as text), ``best`` are the keys of all first moves with
    which it can still be reached, ``line`` is one line that reaches it, and ``margin`` is what the best of the other
    first moves loses.
    """

    value: str
    best: tuple[str, ...]
    line: tuple[str, ...]
    margin: str
    proof: Proof

    @property
    def optimum(self) -> Fraction:
        """Return the exact gain of the best line."""
        return Fraction(self.value)


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold a file of puzzles; ``mined`` is the command that made it."""

    schema: int
    game: str
    mined: str = ""
    puzzles: tuple[Puzzle, ...]


def strip(puzzle: Task) -> Task:
    """Return the task alone: no value, no move of the answer, no margin, no proof."""
    return Task(**{name: getattr(puzzle, name) for name in Task.__struct_fields__})


def judge(puzzle: Puzzle, keys: Iterable[str]) -> Verdict:
    """Say what an answer is worth: see `tutor.puzzle_judge.judge`."""
    from .puzzle_judge import judge as judged

    return judged(puzzle, tuple(keys))


# --- reading and writing ------------------------------------------------------------------------------------------


def read(source: str | Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles, given by its path or as text.

    Raises:
        rules.BadInput: with every defect at once, each with the path to its field.
    """
    text = _text_of(source)
    if text is not source:
        with of_file(Path(source)):
            return _puzzles(text)
    return _puzzles(text)


def _puzzles(text: str) -> tuple[Puzzle, ...]:
    reading = Reading([])
    file = read_struct(_document(text), File, reading)
    if file and file.schema != SCHEMA:
        reading.add("schema", f"is {file.schema}, but this release reads version {SCHEMA}.")
    puzzles = file.puzzles if file else ()
    if len(puzzles) > MOST_PUZZLES:
        reading.add("puzzles", f"holds {len(puzzles):,} entries; at most {MOST_PUZZLES:,} are read.")
    seen: set[str] = set()
    for index, puzzle in enumerate(puzzles):
        _look(puzzle, f"puzzles[{index}]", reading)
        _look_at_answer(puzzle, f"puzzles[{index}]", reading)
        if file and puzzle.game != file.game:
            reading.add(f"puzzles[{index}].game", f"is {shown(puzzle.game)}, but the file is of {shown(file.game)}.")
        if puzzle.id in seen:
            reading.add(f"puzzles[{index}].id", f"is {shown(puzzle.id)}, as another one's; each needs its own.")
        seen.add(puzzle.id)
    if reading.found:
        raise BadInput(reading.found)
    return puzzles


def read_one(document: object, kind: type[S], path: str = "") -> S:
    """Read one puzzle or task from plain data, such as a cell of a notebook holds.

    Raises:
        rules.BadInput: with every defect at once.
    """
    reading = Reading([])
    found = read_struct(document, kind, reading, path)
    if isinstance(found, Task):
        _look(found, path, reading)
    if isinstance(found, Puzzle):
        _look_at_answer(found, path, reading)
    if found is None or reading.found:
        raise BadInput(reading.found)
    return found


def plain(task: Task) -> dict[str, Any]:
    """Return a puzzle or task as plain data: what `read_one` reads."""
    document: dict[str, Any] = msgspec.to_builtins(task)
    given = {name: value for name, value in document.items() if value is not None}  # a field that is left out is None
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}


def write(puzzles: Iterable[Puzzle], game: str, mined: str = "") -> str:
    """Print a file of puzzles as JSON, a puzzle a line."""
    head = [("schema", SCHEMA), ("game", game), ("mined", mined)]
    lines = [f" {msgspec.json.encode(name).decode()}: {msgspec.json.encode(value).decode()}," for name, value in head]
    rows = ",\n".join(f"  {msgspec.json.encode(puzzle).decode()}" for puzzle in puzzles)
    return "\n".join(("{", *lines, ' "puzzles": [', rows, " ]", "}\n"))


def _text_of(source: str | Path) -> str:
    """Return the text of a file, or the text that was given."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        text = source
    else:
        path = check_path(source, "puzzles", "the path of a file of puzzles, or its text")
        text = read_text(path, 4 * LONGEST_FILE)  # bytes of a letter at most
    if len(text) > LONGEST_FILE:
        raise BadInput((Problem("", f"the file is longer than {LONGEST_FILE:,} characters; no more are read."),))
    return text


def _document(text: str) -> object:
    """Read JSON."""
    return read_json(text)


def _look(task: Task, path: str, reading: Reading) -> None:
    """Note what a type cannot say about a task."""
    at = f"{path}." if path else ""
    if task.schema != SCHEMA:
        reading.add(f"{at}schema", f"is {task.schema}, but this release reads version {SCHEMA}.")
    if task.level not in LEVELS:
        reading.add(f"{at}level", f"is {task.level}, but must be one of {', '.join(map(str, LEVELS))}.")
    if not task.id or len(task.id) > 60 or not task.id.replace("-", "").isalnum():
        reading.add(f"{at}id", f"is {shown(task.id)}, but must be letters, digits and hyphens, at most 60.")
    if task.game not in rules.games():
        reading.add(f"{at}game", f"is {shown(task.game)}; there are {', '.join(rules.games())}.")
    if task.difficulty < 0:
        reading.add(f"{at}difficulty", f"is {task.difficulty}, but must be 0 or more.")


def _look_at_answer(puzzle: Puzzle, path: str, reading: Reading) -> None:
    """Note what a type cannot say about an answer."""
    at = f"{path}." if path else ""
    for name in ("value", "margin"):
        if not _is_number(getattr(puzzle, name)):
            text = f"is {shown(getattr(puzzle, name))}, but must be a number as text, such as '7' or '22/3'."
            reading.add(f"{at}{name}", text)
    for name in ("best", "line"):
        if not 0 < len(getattr(puzzle, name)) <= LONGEST_LINE:
            reading.add(f"{at}{name}", f"must hold between 1 and {LONGEST_LINE} moves.")
    if puzzle.line and puzzle.line[0] not in puzzle.best:
        reading.add(f"{at}line[0]", f"is {shown(puzzle.line[0])}, which is not among the best first moves.")


def _is_number(text: str) -> bool:
    """Say whether a text is an exact number of a sensible size.

    >>> _is_number("22/3"), _is_number("7"), _is_number("1/0"), _is_number("1e999999999")
    (True, True, False, False)
    """
    top, _, bottom = text.removeprefix("-").partition("/")
    digits = top.isascii() and top.isdigit() and len(top) <= 40
    return digits and ("/" not in text or (bottom.isascii() and bottom.isdigit() and 0 < len(bottom.lstrip("0")) <= 40))


@cache
def _start(game: str, code: str, seat: int) -> Position:
    """Read the position of a task, and see that it is what the task says."""
    position = position_of(code)
    if position.game.name != game:
        text = f"is a position of {shown(position.game.name)}, but the puzzle is of {shown(game)}."
        raise BadInput((Problem("position", text),))
    if position.actor != seat:
        state = "nobody decides in it" if position.actor is None else f"seat {position.actor} decides in it"
        raise BadInput((Problem("seat", f"is {seat}, but {state}."),))
    return position


# --- what is shipped ----------------------------------------------------------------------------------------------


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say which positions of a game the miner looks at, and in which words the puzzle is asked.

    ``least`` and ``most`` bound what the seat holds, ``moves`` how many first moves there are; ``players`` and
    ``modules`` are those of the playouts, each as often as it stands there. ``method`` is that of `solver.solve`, and
    ``seconds`` is how long one solve may take before the position counts as unproved; ``looks`` (0: no such limit) is
    how often the search may look at its clock, a limit that is the same on every machine. A first move that is not
    best must lose ``margin`` points at least. ``levels`` are the difficulties above which a puzzle is of level 2, and
    of level 3; of all playouts ``share`` in turn are for this kind.
    """

    horizon: str
    ask: Text
    players: tuple[int, ...]
    objective: str = "points"
    modules: tuple[tuple[str, ...], ...] = ((),)
    least: dict[str, int] = {}
    most: dict[str, int] = {}
    moves: tuple[int, int] = (4, 60)
    levels: tuple[int, int] = (28, 42)
    method: str = "auto"
    seconds: float = 10.0
    looks: int = 0
    margin: str = "1"
    share: int = 1


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what a game says about its puzzles."""

    schema: int
    kind: tuple[Kind, ...]


@cache
def profile(game: str) -> Profile:
    """Return what a game says about its puzzles.

    Raises:
        rules.UnknownName: it says nothing, or there is no such game.
    """
    from rules.toml_text import read_toml

    path = FOLDER / f"{game}.toml"
    if game not in rules.games() or not path.is_file():
        known = ", ".join(games()) or "none"
        raise rules.UnknownName((Problem("game", f"{shown(game)} has no puzzles; games that have: {known}."),))
    reading = Reading([])
    found = read_struct(read_toml(path.read_text(encoding="utf-8"), "puzzles"), Profile, reading)
    if found is None or reading.found:
        raise BadInput(reading.found)
    return found


def games() -> tuple[str, ...]:
    """List the games for which there are puzzles."""
    return tuple(game for game in rules.games() if (FOLDER / f"{game}.toml").is_file())


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that come with this release, easy ones first; none where none were mined yet."""
    profile(game)
    path = FOLDER / f"{game}.json"
    puzzles = read(path) if path.is_file() else ()
    return tuple(sorted(puzzles, key=lambda puzzle: (puzzle.level, puzzle.difficulty, puzzle.id)))


def find(id: str, game: str | None = None) -> Puzzle:
    """Return a shipped puzzle by its id.

    Raises:
        rules.UnknownName: there is none.
    """
    for name in games() if game is None else (game,):
        for puzzle in shipped(name):
            if puzzle.id == id:
                return puzzle
    text = f"{shown(id)} is no shipped puzzle; `magister puzzle list` prints them all."
    raise rules.UnknownName((Problem("id", text),))


def check_level(level: object) -> int:
    """Return a level that there is; raise `rules.BadInput` for anything else."""
    number = whole_number(level)
    if number is None or number not in LEVELS:
        raise rules.BadInput((Problem("level", f"is {shown(level)}; levels are {', '.join(map(str, LEVELS))}."),))
    return number


def ask(task: Task) -> str:
    """Say what is asked, in the language of this session."""
    if task.game in games():
        for kind in profile(task.game).kind:
            if (kind.horizon, kind.objective) == (task.horizon, task.objective):
                return kind.ask.say()
    from solver import rooms

    from .language import say
    from .plan_words import plan_words

    covers = plan_words(task.game, rooms.load(task.game).horizons[task.horizon])
    said = say("Win as much as you can in: {covers}. The other seats do not interfere.", covers=covers)
    return said if task.objective == "points" else f"{said} {worths(task)}"


def worths(task: Task) -> str:
    """Say what counts besides points, for a task whose objective is a table of worths."""
    from .amounts import name_of
    from .language import say
    from .puzzle_judge import asked
    from .puzzle_scene import number

    table = asked(task)[0].worths
    each = ", ".join(f"{name_of(task.game, name)} {number(worth)}" for name, worth in table if worth)
    return say("What is held at the end counts, too, in points for one of each: {table}.", table=each)
