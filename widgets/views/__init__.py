"""One module per game, found by the game's name: ``widgets.views.kingsburg`` draws Kingsburg.

A view module has ``draw(position, seat=None, marks=None, width=1100) -> Picture`` and ``status(position) -> str``.
It may have ``LAYOUTS``: the widths in pixels for which it lays boards out, narrowest first. One that has none does so
for `widgets.panel.WIDTHS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rules import Position
from rules.arguments import POSITION, is_position, wrong_kind
from rules.findings import Problem, UnknownName
from widgets.picture import Mark, Picture, State


class View(Protocol):
    """Be a view module."""

    def draw(
        self,
        position: Position,
        seat: int | None = None,
        marks: Mapping[str, Mark | State] | None = None,
        width: int = 1100,
    ) -> Picture:
        """Draw a position."""

    def status(self, position: Position) -> str:
        """Say in one sentence whose turn it is and what is asked."""


def has_view(game: str) -> bool:
    """Say whether a game has a board picture."""
    return game.isidentifier() and not game.startswith("_") and find_spec(f"{__name__}.{game}") is not None


def find(game: str) -> View:
    """Return the view module of a game.

    Raises:
        UnknownName: no view has that name.
    """
    if not has_view(game):
        text = f"There is no board picture for a game named {game!r}; its rules can be used from Python alone."
        raise UnknownName((Problem("game", text),))
    return cast(View, import_module(f"{__name__}.{game}"))


def view_of(position: object) -> View:
    """Return the view module for a position.

    Raises:
        rules.WrongKind: it is not a position.
        UnknownName: its game has no view.
    """
    game = getattr(getattr(position, "game", None), "name", None)
    if not isinstance(game, str) or not is_position(position):
        raise wrong_kind("position", position, f"what a board shows: {POSITION}")
    return find(game)
