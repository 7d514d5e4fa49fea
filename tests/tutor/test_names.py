"""Names on the boards stay within their cards: all of both games, in both languages, on narrow and on wide boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any, NamedTuple

import msgspec
import pytest

import rules
from tests.widgets.paladins.games import GAME as PALADINS
from tutor.language import set_language
from tutor.local import edition, view_of
from widgets.marks_text import width

replace = msgspec.structs.replace
SIZES = {"name": 14.0, "small": 13.0, "strong": 15.0}
"""The classes in which names are written, with their size (see ``marks.css``)."""

CARDS = ("card", "card-own", "slot", "spent", "owned", "locked")
PART = re.compile(r"<g(?: [^>]*)?>|</g>|<rect [^>]*/>|<text [^>]*>[^<]*(?:<tspan[^>]*>[^<]*</tspan>)?</text>")


@pytest.fixture(autouse=True)
def back() -> Iterator[None]:
    yield
    set_language(None)


class Box(NamedTuple):
    """Hold a rectangle or a line of text: its left and right edge, top and bottom."""

    left: float
    right: float
    top: float
    bottom: float
    words: str = ""


def number(tag: str, name: str) -> float:
    found = re.search(rf'\b{name}="([-\d.]+)', tag)
    return float(found[1]) if found else 0.0


def line_box(tag: str, words: str, x: float, y: float) -> Box | None:
    """Measure a line of text as wide as it can be in a common font; None for what is no name by its class."""
    kind = re.search(r'class="ml-t-(\w+)"', tag)
    if kind is None or kind[1] not in SIZES:
        return None
    size = re.search(r"font-size:([\d.]+)px", tag)
    narrow = number(tag, "textLength")
    taken = narrow or width(words, float(size[1]) if size else SIZES[kind[1]], "serif", kind[1] == "strong")
    left = x - (taken / 2 if "middle" in tag else 0)
    return Box(left, left + taken, y, y, words)


def drawn(picture: Any) -> tuple[list[Box], list[Box]]:
    """Return the cards and the lines of a picture, where they stand on the page."""
    cards, lines, at = [], [], [(0.0, 0.0)]
    for found in PART.finditer(picture.layers(picture.printed)):
        tag, (x, y) = found.group(), at[-1]
        if tag.startswith("</g"):
            at.pop()
        elif tag.startswith("<g"):
            moved = re.search(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", tag)
            at.append((x + float(moved[1]), y + float(moved[2])) if moved else (x, y))
        elif tag.startswith("<rect"):
            kind = re.search(r'class="ml-([\w-]+)', tag)
            if kind and kind[1] in CARDS:
                left, top = x + number(tag, "x"), y + number(tag, "y")
                cards.append(Box(left, left + number(tag, "width"), top, top + number(tag, "height")))
        else:
            words = unescape(re.sub(r"<tspan.*?</tspan>|<[^>]*>", "", tag))
            box = line_box(tag.partition(">")[0], words, x + number(tag, "x"), y + number(tag, "y"))
            if box is not None:
                lines.append(box)
    return cards, lines


def names_of(game: Any) -> set[str]:
    """List every name of a catalogue, and each piece of one that a line can hold."""
    found = set()
    for table in game.catalogue.__struct_fields__:
        rows = getattr(game.catalogue, table)
        for row in rows.values() if isinstance(rows, dict) else rows if isinstance(rows, tuple | list) else ():
            if (name := getattr(row, "name", None)) is not None:
                words = name.en.split()
                found |= {" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}
    return found


def outside(position: Any, size: int, seen: set[str]) -> list[tuple[str, float]]:
    """List the names that go over the edge of their cards, and by how much; ``seen`` collects what was measured."""
    names = names_of(edition(position.game) if size < 0 else position.game)
    cards, lines = drawn(view_of(position).draw(position, 0, None, abs(size)))
    over = []
    for line in lines:
        if line.words.rstrip("°…. ") not in names:
            continue
        middle = (line.left + line.right) / 2
        around = [card for card in cards if card.left <= middle <= card.right and card.top <= line.top <= card.bottom]
        if around:
            card = min(around, key=lambda each: each.right - each.left)
            seen.add(line.words.rstrip("°"))
            over += [(line.words, past) for past in (card.left - line.left, line.right - card.right) if past > 0]
    return over


def paladins_tables() -> Iterator[Any]:
    """Lay out all townsfolk and outsiders in the rows and before a seat, and all paladins in the hand and in use."""
    rows = PALADINS.catalogue
    town, strangers, knights = sorted(rows.townsfolk), sorted(rows.outsiders), sorted(rows.paladins)
    for at in range(0, 48, 3):
        position = PALADINS.setup(players=1 + at % 4, seed=2)
        hand = tuple((knights * 5)[at + place] for place in range(3))
        own = replace(position.seats[0], townsfolk=tuple((town * 3)[at : at + 6]), hand=hand)
        if at % 2:
            own = replace(own, hand=(), paladin=hand[0])
        yield replace(
            position,
            seats=(own, *position.seats[1:]),
            townsfolk=tuple((town * 3)[at + 6 : at + 11]),
            outsiders=tuple((strangers * 3)[at : at + 6]),
        )


def kingsburg_tables() -> Iterator[Any]:
    """Lay out every sheet, with all governors and enemies one after the other."""
    game = rules.load("kingsburg")
    for seed in range(8):
        start = game.setup(3, seed, game.modules if seed % 2 else ())
        record = rules.playout(start, "greedy", seed)
        yield from list(record.positions())[:: len(record.steps) // 4]


@pytest.mark.parametrize("size", [640, 720, 1100])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("tables", [paladins_tables, kingsburg_tables])
def test_names_stay_within_their_cards(tables: Any, language: str, size: int) -> None:
    set_language(language)
    seen: set[str] = set()
    over: dict[str, float] = {}
    for position in tables():
        for words, past in outside(position, -size if language == "de" else size, seen):
            over[words] = max(past, over.get(words, 0))
    assert len(seen) > 40, seen
    assert over == {}
