"""Assignments: who of a class gets which puzzles, the notebooks to hand out, and the key that the teacher keeps.

A notebook holds tasks only, under new ids, so that nothing in it leads to an answer. The key lies beside the folder and
never in it: the folder can be handed out as it is.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Final

import msgspec

import rules
from rules import BadInput, Problem
from rules.arguments import check_list, check_path, check_title
from rules.files import read_bytes
from rules.findings import refuse
from rules.printable import LARGEST, composed, shown
from rules.quantities import whole_number
from rules.saving import save

from .amounts import speaking
from .assignment_notebook import notebook_text
from .classroom import (
    FOLDER,
    LARGEST_KEY,
    MOST_TASKS,
    Given,
    Key,
    Row,
    beside,
    check_aliases,
    check_due,
)
from .language import check_language, say, say_number
from .puzzle import Puzzle, Task, read, shipped, strip
from .puzzle_judge import best_replay

LONGEST_TITLE: Final = 80
Kind = tuple[int, str, str, str]
"""What makes puzzles alike: level, game, horizon, objective."""


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """Say what was made: a notebook for each alias, the key, and in sentences which puzzles had to be given twice."""

    id: str
    title: str
    folder: Path
    key: Path
    notebooks: dict[str, Path]
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        """Print what was made."""
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        """Print what was made."""
        return str(self)

    def course(self, folder: str | Path) -> Path:
        """Lay the assignment out for nbgrader: a folder with ``source`` and ``keys`` that a course can begin with.

        The notebooks of the students go to ``submitted/<alias>/<assignment>/`` when they come back.

        Raises:
            rules.BadInput: the folder is none, or cannot be written.
        """
        folder = check_path(folder, "folder", FOLDER)
        first = next(iter(self.notebooks.values()))
        source, keys = folder / "source" / self.id / first.name, folder / "keys" / f"{self.id}.json"
        save(source, read_bytes(first, LARGEST_KEY), "folder", parents=True)
        save(keys, read_bytes(self.key, LARGEST_KEY), "folder", private=True, parents=True)
        return folder


def assignment(
    puzzles: str | Path | Iterable[Puzzle],
    students: Iterable[str],
    seed: int = 0,
    folder: str | Path = "assignment",
    title: str = "",
    due: str | date | None = None,
    count: int = 3,
    language: str | None = None,
    key: str | Path | None = None,
) -> Assignment:
    """Make a notebook for each student, with tasks and no answers, and a key for the teacher.

    ``puzzles`` is a game (its shipped puzzles), a file of puzzles, or puzzles. ``students`` are aliases; nothing else
    about a person is kept. Each student gets ``count`` tasks, the same ones in level and kind but from other positions;
    the same seed gives the same. The notebooks go to ``folder/<alias>/<assignment>/``, the key to the file ``key``,
    which lies outside of ``folder``: without one, to ``<folder>.key.json`` beside it. ``due`` is a time in ISO
    8601 or a datetime; without an offset it is that of this machine, and a date alone means the end of that day.
    ``language`` is that of the notebooks.

    Raises:
        rules.BadInput: there are no such puzzles, or too few; an alias, time, title or path is wrong; what must not be
            overwritten is there already.
    """
    if language is not None:
        check_language(language)
    aliases, until = check_aliases(students), check_due(due)
    folder = check_path(folder, "folder", FOLDER)
    key_path = check_path(key, "key") if key is not None else beside(folder)
    pool = _pool(puzzles)
    title = check_title(title, "title", LONGEST_TITLE)
    count, seed = _check(count, seed, pool)
    title = title or say("Puzzles: {game}", game=", ".join(dict.fromkeys(_title(one.game) for one in pool)))
    if Path(composed(str(key_path.resolve()))).is_relative_to(composed(str(folder.resolve()))):
        raise refuse("key", f"is {shown(str(key_path))}, inside the folder that is handed out; keep it elsewhere.")
    slots = _slots(pool, count)
    dealt = deal(pool, slots, aliases, seed)
    rows = tuple(Row(alias, tuple(one.id for one in dealt[alias])) for alias in aliases)
    used = {one.id: one for puzzles_of in dealt.values() for one in puzzles_of}
    _prove(used.values())
    ordered = tuple(one for one in pool if one.id in used)
    id = _id(title, seed, until, rows, ordered)
    document = Key(
        assignment=id, title=title, seed=seed, due=until, versions=_versions(), students=rows, puzzles=ordered
    )
    paths = {alias: folder / alias / id / f"{id}.ipynb" for alias in aliases}
    data = msgspec.json.format(msgspec.json.encode(document), indent=1)
    _keep_what_is_there(key_path, data, "key")
    save(key_path, data, "key", private=True, parents=True)
    with speaking(language):
        for alias in aliases:
            tasks = tuple(given_task(one, id, alias, number, until) for number, one in enumerate(dealt[alias], 1))
            text = notebook_text(title, tasks, language)
            _keep_what_is_there(paths[alias], text.encode(), "folder")
            save(paths[alias], text, "folder", parents=True)
    said = (
        say_number("{number} notebook in {folder}.", "{number} notebooks in {folder}.", len(aliases), folder=folder),
        say("The key is {path}: keep it, and do not hand it out.", path=key_path),
        *_repeats(slots, dealt),
    )
    return Assignment(id=id, title=title, folder=folder, key=key_path, notebooks=paths, sentences=said)


def given_task(puzzle: Task, assignment: str, alias: str, number: int, due: str) -> Given:
    """Return a puzzle as a student gets it: no answer, no id or source under which the answer could be looked up."""
    task = strip(puzzle)
    fields = {name: getattr(task, name) for name in Task.__struct_fields__}
    fields |= {"id": f"{assignment}-{number}", "source": None, "features": (), "difficulty": 0}
    return Given(**fields, assignment=assignment, alias=alias, number=number, due=due)


def deal(pool: Sequence[Puzzle], slots: Sequence[Kind], students: Sequence[str], seed: int) -> dict[str, list[Puzzle]]:
    """Deal the puzzles of each kind out like cards, in an order that the seed fixes; at the end of the pile anew.

    So no puzzle is given again before every other of its kind was, and no student gets one twice.
    """
    random = Random(f"deal/{seed}")
    piles: dict[Kind, list[Puzzle]] = {}
    for kind in sorted(set(slots)):
        pile = [puzzle for puzzle in pool if kind_of(puzzle) == kind]
        random.shuffle(pile)
        piles[kind] = pile
    order = list(students)
    random.shuffle(order)
    taken: Counter[Kind] = Counter()
    dealt: dict[str, list[Puzzle]] = {student: [] for student in students}
    for student in order:
        for kind in slots:
            pile = piles[kind]
            dealt[student].append(pile[taken[kind] % len(pile)])
            taken[kind] += 1
    return dealt


def kind_of(puzzle: Task) -> Kind:
    """Return what makes a puzzle like another."""
    return (puzzle.level, puzzle.game, puzzle.horizon, puzzle.objective)


def _slots(pool: Sequence[Puzzle], count: int) -> list[Kind]:
    """Choose the kind of each task: the levels in turn, and in a level the kind of which most is left for each task."""
    sizes = Counter(kind_of(puzzle) for puzzle in pool)
    levels = sorted({kind[0] for kind in sizes})
    chosen: Counter[Kind] = Counter()
    for number in range(count):
        free = [kind for kind in sizes if chosen[kind] < sizes[kind]]
        wanted = levels[number % len(levels)]
        at_level = [kind for kind in free if kind[0] == wanted] or free
        chosen[min(at_level, key=lambda kind: (-sizes[kind] / (chosen[kind] + 1), kind))] += 1
    return sorted(chosen.elements())


def _repeats(slots: Sequence[Kind], dealt: dict[str, list[Puzzle]]) -> list[str]:
    """Say for each kind of task whether puzzles had to be given more than once."""
    said = []
    for kind, tasks in sorted(Counter(slots).items()):
        given = Counter(one.id for puzzles in dealt.values() for one in puzzles if kind_of(one) == kind)
        most = max(given.values())
        numbers = ", ".join(str(number) for number, slot in enumerate(slots, 1) if slot == kind)
        if most == 1:
            said.append(say("Task {tasks}: nobody has the same position as another.", tasks=numbers))
        else:
            said.append(
                say(
                    "Task {tasks}: the set has {puzzles} positions of this kind for {needed} places, so each is given "
                    "up to {most} times.",
                    tasks=numbers,
                    puzzles=len(given),
                    needed=len(dealt) * tasks,
                    most=most,
                )
            )
    return said


def _pool(puzzles: str | Path | Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    if isinstance(puzzles, str) and puzzles in rules.games():
        return shipped(puzzles)
    if isinstance(puzzles, str | Path):
        return read(puzzles)
    found = check_list(puzzles, "puzzles", f"a game ({', '.join(rules.games())}), a file of puzzles, or puzzles")
    if wrong := [one for one in found if not isinstance(one, Puzzle)]:
        raise refuse("puzzles", f"holds {shown(wrong[0])}, but must be a game, a file or puzzles with their answers.")
    if again := [id for id, times in Counter(one.id for one in found).items() if times > 1]:
        raise refuse("puzzles", f"holds {shown(again[0])} twice; each needs its own id.")
    return found


def _check(count: object, seed: object, pool: Sequence[Puzzle]) -> tuple[int, int]:
    """Return how many tasks are wanted, and the seed."""
    found = []
    number, chosen = whole_number(count), whole_number(seed)
    if number is None or not 1 <= number <= MOST_TASKS:
        found.append(Problem("count", f"is {shown(count)}, but must be a number from 1 to {MOST_TASKS}."))
    elif number > len(pool):
        found.append(Problem("count", f"is {number}, but there are {len(pool)} puzzles in the set."))
    if chosen is None or abs(chosen) > LARGEST:
        found.append(Problem("seed", f"is {shown(seed)}, but must be a whole number."))
    if found:
        raise BadInput(found)
    assert number is not None and chosen is not None
    return number, chosen


def _prove(puzzles: Iterable[Puzzle]) -> None:
    """See that every answer that students are measured by is reached by the rules."""
    for puzzle in puzzles:
        puzzle.start()
        best_replay(puzzle)


def _keep_what_is_there(path: Path, data: bytes, name: str) -> None:
    """Refuse to overwrite a file that says something else: a student may have worked in it."""
    try:
        differs = path.exists() and (not path.is_file() or path.read_bytes() != data)
    except OSError as error:
        raise refuse(name, f"{shown(str(path), 200)} cannot be read: {error.strerror}.") from None
    if differs:
        raise refuse(name, f"{shown(str(path), 200)} is there already and differs; choose another {name}, or move it.")


def _id(title: str, seed: int, due: str, rows: Sequence[Row], puzzles: Sequence[Puzzle]) -> str:
    """Name an assignment by its title and a checksum of what was dealt; answers have no part in it."""
    slug = "-".join("".join(sign if sign.isascii() and sign.isalnum() else " " for sign in title.lower()).split())
    dealt = msgspec.json.encode((title, seed, due, rows, tuple(strip(puzzle) for puzzle in puzzles)))
    return f"{slug[:30].strip('-') or 'assignment'}-{hashlib.sha256(dealt).hexdigest()[:6]}"


def _title(game: str) -> str:
    return str(rules.load(game).title)


def _versions() -> tuple[str, ...]:
    return tuple(f"{name} {metadata.version(name)}" for name in ("magister-ludi",))
