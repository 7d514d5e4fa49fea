"""The courses that this installation holds: one folder of lessons per game, and which lesson covers which rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import rules
from rules import Problem, UnknownName
from rules.printable import shown

from .lesson import Lesson, game_rules

FOLDER = Path(__file__).parent / "lessons"


def lesson_files(game: str) -> tuple[Path, ...]:
    """List the lesson files of a game, by name."""
    return tuple(sorted((FOLDER / game).glob("*.toml")))


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in their order.

    Raises:
        rules.UnknownName: there is no such game.
        rules.BadInput: a file is no lesson.
    """
    rules.load(game)
    return tuple(sorted((Lesson.read(path) for path in lesson_files(game)), key=lambda lesson: lesson.number))


def games() -> tuple[str, ...]:
    """List the games that have a course."""
    return tuple(game for game in rules.games() if lesson_files(game))


def find(game: str, wanted: str) -> Lesson:
    """Return a lesson of a game by its id or its number.

    Raises:
        rules.UnknownName: there is none; the sentence names those there are.
    """
    lessons = course(game)
    for lesson in lessons:
        if wanted in (lesson.id, str(lesson.number)):
            return lesson
    known = ", ".join(lesson.id for lesson in lessons) or "none yet"
    raise UnknownName((Problem("lesson", f"is {shown(wanted)}; the lessons of {game} are {known}."),))


def after(lesson: Lesson) -> Lesson | None:
    """Return the lesson of the course that follows; None after the last, and for one that is in no course."""
    if lesson.game not in games() or lesson not in course(lesson.game):
        return None
    later = [one for one in course(lesson.game) if one.number > lesson.number]
    return later[0] if later else None


def coverage(game: str, lessons: Sequence[Lesson] | None = None) -> dict[str, tuple[str, ...]]:
    """Return for every rule of a game the ids of the lessons that cover it; nothing where none does."""
    taught = course(game) if lessons is None else lessons
    return {rule: tuple(one.id for one in taught if rule in one.covers) for rule in game_rules(game)}


def course_problems(game: str, lessons: Iterable[tuple[str, Lesson]]) -> tuple[Problem, ...]:
    """List what is wrong with a course as a whole, where each lesson comes with the stem of its file's name."""
    found = []
    numbers: dict[int, str] = {}
    for stem, lesson in lessons:
        if stem != lesson.id:
            found.append(Problem(f"{stem}.toml", f"has the id {lesson.id!r}; file and id have the same name."))
        if lesson.game != game:
            found.append(Problem(f"{stem}.toml", f"is about {lesson.game}, but lies in the folder of {game}."))
        if (other := numbers.setdefault(lesson.number, stem)) != stem:
            found.append(Problem(f"{stem}.toml", f"has number {lesson.number}, as {other}.toml has."))
    return tuple(found)
