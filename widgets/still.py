"""What a notebook stores beside a live panel: a still picture for whoever opens or exports it without a kernel.

A panel that shows no board, such as a list of lessons, is drawn in words. Below stands that one runs the cell again.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from typing import Final

import msgspec

from widgets.export import fitting
from widgets.findings import finding_words
from widgets.language import language
from widgets.picture import Picture
from widgets.scene import Control, Scene, Section

AGAIN: Final = "This is a picture of the panel as it was. Run this cell again to use the panel."
LONGEST: Final = 84
"""So many letters stand in a line of a picture in words."""

MOST: Final = 60
"""So many lines a picture in words has at most; the last one says how many more there are."""

STEP: Final = 22
NOTE: Final = 30
WIDTH: Final = 720
PRESSED: Final = ("button", "toggle", "link")
FACE: Final = "system-ui,sans-serif"


def still(scene: Scene, name: str) -> str:
    """Return a scene as an SVG document that is found again by its name."""
    picture = scene.picture if scene.picture.places or scene.picture.height > 1 else in_words(scene)
    note = finding_words("", AGAIN, language())
    more = _line(note, 12, picture.height + 20, "ml-note")
    return fitting(msgspec.structs.replace(picture, over=picture.over + more, height=picture.height + NOTE), name)


def in_words(scene: Scene) -> Picture:
    """Draw a scene without a board: its sentences one below the other, as far as they are no pictures."""
    found = list(lines(scene))
    if len(found) > MOST:
        found = [*found[: MOST - 1], ("", f"… {len(found) - MOST + 1}")]
    title = next((text for _, text in found), scene.picture.title)
    drawn = "".join(_line(text, 12, 26 + STEP * at, kind) for at, (kind, text) in enumerate(found))
    height = 20 + STEP * len(found)
    return Picture(drawn, (), (), "", WIDTH, height, title, "\n".join(text for _, text in found))


def lines(scene: Scene) -> Iterator[tuple[str, str]]:
    """Give the lines of a scene in the order in which one reads them, each with what kind of line it is."""
    for area in ("head", "top", "side", "bottom"):
        for section in scene.sections:
            if section.area == area and not section.folded:
                yield from _section(section)
        if area == "top" and scene.status:
            yield from _wrapped(scene.status)
        labels = [_label(control) for control in scene.controls if control.area == area and control.kind in PRESSED]
        if labels:
            yield from _wrapped(" ".join(labels))


def _label(control: Control) -> str:
    return f"[{control.label}]"


def _section(section: Section) -> Iterator[tuple[str, str]]:
    if section.title:
        yield "title", section.title
    for part in section.text.split("\n"):
        yield from _wrapped(part)
    for item in section.items:
        yield from _wrapped(f"• {item.text}")
        yield from _wrapped(item.detail, "   ")
    for row in ((section.head,) if section.head else ()) + section.rows:
        yield from _wrapped(" | ".join(row))


def _wrapped(text: str, before: str = "") -> Iterator[tuple[str, str]]:
    for line in textwrap.wrap(text, LONGEST - len(before)):
        yield "", before + line


def _line(text: str, x: int, y: int, kind: str) -> str:
    weight = ' font-weight="600"' if kind == "title" else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{FACE}" font-size="15"{weight} style="fill:var(--ml-ink)">'
        f"{escape(text)}</text>"
    )
