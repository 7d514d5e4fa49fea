"""What the edit panel asks of a game: its usual fields as controls, and what a change or a press on the board does.

A document is the position's TOML as plain values, right or wrong: a form reads it with care and never loses what
it does not know. The form of a game stands in ``widgets.views.<game>_form``; a game without one is edited as
text alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from widgets.picture import Mark
from widgets.scene import Control

Document = dict[str, Any]


class Form(Protocol):
    """Be the form of a game. ``focus`` is what is being filled in, such as a seat and an advisor, by name."""

    def blank(self) -> str:
        """Return the text of a position to begin with."""

    def to_text(self, document: Document) -> str:
        """Print a document as its text."""

    def controls(self, document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
        """Return the fields; the keys of those that change the document begin with "form:"."""

    def change(self, document: Document, focus: Mapping[str, str], name: str, value: str) -> Document:
        """Return the document with one field changed.

        Raises:
            widgets.scene.Refusal: the value cannot be meant; the sentence says what would be right.
        """

    def press(self, document: Document, focus: Mapping[str, str], place: str) -> tuple[Document, dict[str, str]]:
        """Return document and focus after a press on a place of the board."""

    def marks(self, document: Document, focus: Mapping[str, str]) -> dict[str, Mark]:
        """Say which places are in focus and which can be pressed."""


def form_of(game: str) -> Form | None:
    """Return the form of a game by its name, or None."""
    if game.isidentifier() and find_spec(f"widgets.views.{game}_form") is not None:
        return cast(Form, import_module(f"widgets.views.{game}_form"))
    return None
