"""The way in to puzzles: `tutor.puzzle`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.arguments import check_text

from . import rating
from .language import set_language
from .puzzle import Task, check_level, games, profile, shipped
from .puzzle_own import find_any

if TYPE_CHECKING:
    from .puzzle_panel import Puzzles


def puzzle(
    game: str | None = None,
    level: int | None = None,
    id: str | None = None,
    language: str | None = None,
    task: Task | None = None,
    width: int | None = None,
    theme: str = "auto",
) -> Puzzles:
    """Solve a puzzle: find the best line of a position, and have it checked.

    Without a game the panel offers what there is; with one it opens the puzzle that suits you, of ``level`` 1 to 3 if
    you name one. ``id`` opens a certain puzzle, ``task`` one of your own or one that somebody gave you. ``language`` is
    "en" or "de"; without it, the system's. ``width`` and ``theme`` are as for `widgets.Board`. What you have solved,
    and your rating, are kept.

    Raises:
        rules.BadInput: there is no such game, level, puzzle or language.
    """
    if language is not None:
        set_language(language)
    from .puzzle_panel import Puzzles

    chosen = choose(game, level, id) if task is None else task
    return Puzzles(chosen, game=game, level=level, width=width, theme=theme)


def choose(game: str | None, level: int | None, id: str | None) -> Task | None:
    """Return the puzzle that somebody asked for; None where none was, or the game has none yet.

    Raises:
        rules.BadInput: there is no such game, level or puzzle.
    """
    if level is not None:
        level = check_level(level)
    if game is not None:
        profile(check_text(game, "game", f"the name of a game: {', '.join(games())}"))
    if id is not None:
        return find_any(check_text(id, "id", "the id of a puzzle"), game)
    if game is None:
        return None
    return rating.suited(tuple(one for one in shipped(game) if level in (None, one.level)))
