"""The way in to lessons: `tutor.learn`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rules
from rules.arguments import check_name, wrong_kind
from rules.findings import refuse
from rules.printable import LARGEST, shown
from rules.quantities import whole_number

from . import courses
from .language import set_language
from .lesson import Lesson

if TYPE_CHECKING:
    from .learn_panel import Learn


def learn(
    game: str | None = None,
    lesson: str | int | Path | Lesson | None = None,
    language: str | None = None,
    width: int | None = None,
    theme: str = "auto",
) -> Learn:
    """Learn a game, lesson by lesson, on the live board.

    Without a game the panel offers the courses there are, without a lesson the lessons of the game. ``lesson`` is a
    lesson's name or number, the path of a lesson file of your own, or a lesson that was read. ``language`` is "en" or
    "de"; without it, the system's. ``width`` and ``theme`` are as for `widgets.Board`. What you have done is kept, and
    a lesson goes on where it was left.

    Raises:
        rules.BadInput: there is no such game, lesson or language, or the file is no lesson.
    """
    if language is not None:
        set_language(language)
    if game is not None:
        game = check_name(game, "game", rules.games())
    chosen = find_lesson(game, lesson)
    from .learn_panel import Learn

    return Learn(chosen.game if chosen is not None else game, chosen, width=width, theme=theme)


def find_lesson(game: str | None, lesson: str | int | Path | Lesson | None) -> Lesson | None:
    """Return the lesson that somebody asked for; None where none was.

    Raises:
        rules.BadInput: there is no such lesson, or the file is no lesson.
    """
    if lesson is None or isinstance(lesson, Lesson):
        return lesson
    if isinstance(lesson, Path) or (isinstance(lesson, str) and ("\n" in lesson or lesson.endswith(".toml"))):
        return Lesson.read(lesson)
    number = whole_number(lesson)
    if number is None and not isinstance(lesson, str):
        raise wrong_kind("lesson", lesson, "the name or number of a lesson, a file, or a lesson that was read")
    if number is not None and not 0 <= number <= LARGEST:
        raise refuse("lesson", f"is {shown(lesson)}; give the number of a lesson, from 1.")
    wanted = str(lesson if number is None else number)
    if game is None:
        return next(
            (one for name in courses.games() for one in courses.course(name) if one.id == wanted), None
        ) or (courses.find(rules.games()[0], wanted))
    return courses.find(game, wanted)
