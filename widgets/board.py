"""A position to look at: the board picture with every place readable by keyboard, and nothing to press."""

from __future__ import annotations

from os import PathLike
from typing import cast

from rules import Position
from rules.reading import position_given
from widgets.language import spoken, view_of
from widgets.panel import Panel
from widgets.scene import Scene


class Board(Panel):
    """Show a position as a board; it may be given by its text, code or file, too.

    ``seat`` is who looks: the board then holds what that seat may know and no more; without it, what everybody may
    know. ``width`` fixes the layout in pixels, otherwise it follows the page. The arrow keys walk over the board.

    The last line of a cell shows the board by itself; elsewhere use `show`. `save` writes it to a file.

    Raises:
        TypeError: this is no position, or an argument is not known.
        ValueError: there is no such seat, width or theme.

    >>> import rules
    >>> board = Board(rules.load("kingsburg").setup(players=3, seed=7))
    >>> board.picture.title.startswith("Kingsburg, year I")
    True
    """

    def __new__(cls, *given: object, **more: object) -> Board:
        """Make the board that speaks the language of the session."""
        return cast(Board, super().__new__(spoken(cls), *given, **more))

    def __init__(
        self,
        position: Position | str | PathLike[str],
        seat: int | None = None,
        *,
        width: int | None = None,
        theme: str = "auto",
        **unknown: object,
    ) -> None:
        """Show ``position`` as ``seat`` may see it."""
        super().__init__(width=width, theme=theme, **unknown)
        self._position = position_given(position)
        self.view = view_of(self._position)
        self._seat = seat
        self.handle("place", self._read)
        self.refresh()

    @property
    def position(self) -> Position:
        """Return the position that is shown; assign another to show that."""
        return self._position

    @position.setter
    def position(self, position: Position | str | PathLike[str]) -> None:
        shown = position_given(position)
        self.view = view_of(shown)
        self._position = shown
        self.refresh(self.view.status(self._position))

    def scene(self) -> Scene:
        """Return the picture of the position."""
        return Scene(self.view.draw(self._position, self._seat, None, self.width))

    def _read(self, payload: object) -> str:
        """Read a place aloud: there is nothing to do here, but a press is answered."""
        key = payload.get("key") if isinstance(payload, dict) else None
        return next((place.label for place in self.picture.places if place.key == key), "There is nothing here.")
