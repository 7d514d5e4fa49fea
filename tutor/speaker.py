"""Who speaks German for the panels of the floor below: what `widgets.language` asks for is given from here.

`widgets.play`, `widgets.solve`, `widgets.edit` and `widgets.Board` speak German by it once a German session has
imported the tutor; `widgets.catalogue` has German words of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from rules.protocol import Game
from widgets.picture import Picture
from widgets.views import View

from .amounts import speaking
from .language import language
from .local import LocalView, edition, mark_titles, translated, translated_picture

P = TypeVar("P")


def panel(kind: type[P]) -> type[P]:
    """Return the panel that speaks the language of the session in the place of an English one.

    >>> from widgets.play_panel import Play
    >>> panel(Play).__name__, panel(int).__name__
    ('Local', 'int')
    """
    from widgets.board import Board
    from widgets.edit_panel import Edit
    from widgets.play_panel import Play
    from widgets.solve_panel import Solve

    from .local_board import LocalBoard
    from .local_edit import LocalEdit
    from .local_panel import Local
    from .local_solve import LocalSolve

    mine: dict[type[object], type[object]] = {Board: LocalBoard, Play: Local, Solve: LocalSolve, Edit: LocalEdit}
    return cast("type[P]", mine.get(kind, kind))


def card(draw: Callable[[Game], Picture | None], game: Game, code: str) -> Picture | None:
    """Return a picture that is drawn for a game, with its words in a language, whatever the session speaks."""
    with speaking(code):
        if language() == "en":
            return draw(game)
        found = draw(edition(game))
        return None if found is None else translated_picture(game.name, found)


def phrase(game: str, text: str, code: str) -> str:
    """Return words of a game, such as its title, in a language."""
    with speaking(code):
        return translated(game, text)


def titles(game: str, code: str) -> dict[str, str]:
    """Return what the marks of a game are called in a language, by what they are called in English."""
    return {} if code == "en" else mark_titles(game)


def view(of: View) -> View:
    """Return a view that draws and tells in the language of the session."""
    return LocalView(of)
