"""A drawn board as a value: its SVG, its words, and the places on it that one can point at.

A view (``widgets.views.<game>``) draws a position to a `Picture` once; the same value serves the interactive panel, the
static output of a cell, files, tests and the screen reader. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import Final, Literal

import msgspec

from rules.findings import Problem, UnknownName
from rules.printable import shown
from widgets import export
from widgets.marks_defs import ALL, called, definitions
from widgets.marks_text import number
from widgets.theme import Theme

State = Literal["idle", "legal", "chosen", "hint", "refused", "taken"]

STATE_WORDS: Final[dict[State, str]] = {
    "idle": "",
    "legal": "can be chosen",
    "chosen": "chosen",
    "hint": "suggested",
    "refused": "not now",
    "taken": "taken",
}


PRINTED: Final = "<!--printed-->"
"""Where a part of `Picture.standing` goes into `Picture.moving`."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold one thing on a picture that can be pointed at.

    ``key`` is unique on the picture. Where the place stands for a part of a move it is that part's token, with ``#2``,
    ``#3`` behind it when the same token lies there more than once (two dice that both show a 3). ``x``, ``y``, ``w``,
    ``h`` are in pixels of the picture. ``label`` is what a screen reader says, ``reason`` why it cannot be used now.
    ``group``, ``row`` and ``col`` order the places for the arrow keys.
    """

    key: str
    x: float
    y: float
    w: float
    h: float
    label: str
    state: State = "idle"
    reason: str = ""
    group: str = ""
    row: int = 0
    col: int = 0

    @property
    def token(self) -> str:
        """Return the part of a move that this place stands for.

        >>> Place("die:3#2", 0, 0, 32, 32, "a 3").token
        'die:3'
        """
        return self.key.partition("#")[0]

    @property
    def spoken(self) -> str:
        """Return the label with the state and the reason, as it is read aloud."""
        words = [self.label, STATE_WORDS[self.state], self.reason]
        return ". ".join(word.rstrip(".") for word in words if word)


class Mark(msgspec.Struct, frozen=True):
    """Hold what a caller wants shown at a place: a state, the reason for it, a step number of a plan (0: none)."""

    state: State = "idle"
    reason: str = ""
    step: int = 0


class Picture(msgspec.Struct, frozen=True):
    """Hold a drawn board.

    ``under``, ``printed`` and ``over`` are three layers of SVG without root and style sheet, every text in them
    escaped: the ground; what is printed on boards and cards; and what lies on top. The printed layer comes in blocks,
    each to be put at its point of ``origins``: a block stays the same from position to position, so a panel sends it
    once. ``width`` and ``height`` are in pixels. ``title`` names the picture in a few words, ``text`` says in plain
    lines all that it shows. ``titles`` names the marks in another language, by what they are called in English;
    ``language`` is that of all its words.
    """

    under: str
    printed: tuple[str, ...]
    origins: tuple[tuple[float, float], ...]
    over: str
    width: int
    height: int
    title: str
    text: str
    places: tuple[Place, ...] = ()
    titles: dict[str, str] = {}
    language: str = "en"

    def place(self, key: str) -> Place:
        """Return the place with this key.

        Raises:
            rules.UnknownName: there is none; the message lists those there are.
        """
        for place in self.places:
            if isinstance(key, str) and place.key == key:
                return place
        known = ", ".join(place.key for place in self.places) or "none"
        raise UnknownName((Problem("key", f"the picture has no place {shown(key)}; it has {known}."),))

    def layers(self, blocks: tuple[str, ...]) -> str:
        """Return the three layers with these blocks as the printed one."""
        pairs = zip(self.origins, blocks, strict=True)
        printed = "".join(f'<g transform="translate({number(x)} {number(y)})">{block}</g>' for (x, y), block in pairs)
        return self.under + printed + self.over

    @property
    def body(self) -> str:
        """Return the three layers, and before them the marks that they refer to."""
        layers = self.layers(self.printed)
        return called(definitions(layers), self.titles) + layers

    def root(self, body: str) -> str:
        """Return the SVG element around a body."""
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        name = f'role="img" aria-label="{escape(self.title)}"'
        if self.language != "en":
            name += f' lang="{escape(self.language)}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" class="ml-root ml-picture" {size} {name}>{body}</svg>'

    @property
    def bare(self) -> str:
        """Return the SVG without a style sheet, for a page that has the sheet already."""
        return self.root(self.body)

    @property
    def moving(self) -> str:
        """Return the bare SVG with `PRINTED` where marks and printed blocks belong: what a panel sends each time.

        The quotes are single ones: JSON would write a backslash before each of the other kind.
        """
        return self.root(PRINTED + self.layers((PRINTED,) * len(self.printed))).replace('"', "'")

    @property
    def standing(self) -> tuple[str, ...]:
        """Return all marks and the printed blocks, in the order in which `PRINTED` stands for them."""
        return tuple(part.replace('"', "'") for part in (called(ALL, self.titles), *self.printed))

    def to_svg(self, theme: Theme = "auto") -> str:
        """Return a complete SVG document as text, for any program: colours and letters are plain attributes.

        ``theme`` is "light" or "dark"; a document has one, and "auto" is the light one. A page (`to_html`) can
        follow its reader.
        """
        return export.svg_document(self, theme)

    def to_png(self, path: str | Path | None = None, theme: Theme = "light", width: int | None = None) -> bytes:
        """Return the picture as PNG, and write it to ``path`` if one is given.

        ``width`` is in pixels; twice the picture's own width by default, which is sharp on paper and on dense screens.

        Raises:
            RuntimeError: the package that converts (resvg-py) is not installed.
        """
        return export.png(self, path, theme, width)

    def to_html(self, theme: Theme = "auto") -> str:
        """Return a page that stands by itself: no script, nothing fetched, prints on one sheet."""
        return export.page(self, theme)

    def save(self, path: str | Path, theme: Theme = "auto") -> Path:
        """Write the picture as the ending of ``path`` says: ``.svg``, ``.png``, ``.html`` or ``.txt``.

        With the theme "auto" a page follows its reader, and pictures are light.

        Raises:
            ValueError: another ending.
        """
        return export.save(self, path, theme)

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """Offer text and SVG to a notebook, whichever its front end prefers."""
        return export.bundle(self, include, exclude)
