"""Where the marks and texts of a picture lie, by the widest of the common fonts: what reaches out of its card or meets.

Texts are measured by the widths of the DejaVu fonts, which a browser takes where it has none of those that a picture
asks for; no common font is wider.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from typing import Any
from xml.etree import ElementTree

from tutor.local import local, translated_picture
from widgets import export
from widgets.canvas import Canvas
from widgets.drawing import edge_of
from widgets.marks_defs import DEFINED
from widgets.marks_text import width
from widgets.picture import Mark, Picture

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the picture."""

WIDER = {"×": 84, "−": 84, "…": 100, "→": 84, "—": 100, "°": 50}
"""Signs that are wider or narrower than `widgets.marks_text.width` takes them to be, in hundredths of the font size."""
CARDS = {"card", "card-own", "slot", "lent", "locked", "page", "empty"}
"""Classes of what texts stand on."""
COVERS = {"card", "spent", "slot", "next", "lent", "solid"}
"""Classes that let nothing through of what lies below them."""
NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+)")


class Text:
    """Hold one text as it is drawn."""

    def __init__(self, words: str, box: Box, card: Box) -> None:
        self.words, self.box, self.card = words, box, card

    def __repr__(self) -> str:
        left, top, right, bottom = (round(each) for each in self.box)
        return f"{self.words!r} at {left}–{right}, {top}–{bottom}"


@cache
def styles() -> dict[str, tuple[float, str, bool]]:
    """Return size, face and weight of each class of texts."""
    found = {}
    for name, rules in re.findall(r"\.ml-t-([\w-]+)\{([^}]*)\}", export.static("marks.css")):
        size = re.search(r"font-size:(\d+)px", rules)
        weight = re.search(r"font-weight:(\d+)", rules)
        face = "serif" if "serif" in rules else "sans"
        found[name] = (float(size[1]) if size else 13.0, face, bool(weight and int(weight[1]) >= 600))
    return found


def long(words: str, size: float, face: str, bold: bool) -> float:
    """Return how wide a text is at most."""
    more = sum(WIDER[sign] - 66 for sign in words if sign in WIDER) * size / 100
    return width(words, size, face, bold) + more * (1.1 if bold else 1)  # type: ignore[arg-type]


# --- marks ------------------------------------------------------------------------------------------------------------


def points(path: str) -> Iterator[tuple[float, float]]:
    """Yield the points of a path, those that steer its curves among them."""
    x = y = begin_x = begin_y = 0.0
    for command, given in re.findall(r"([MLHVCSQAZmlhvcsqaz])([^MLHVCSQAZmlhvcsqaz]*)", path):
        values = [float(each) for each in NUMBER.findall(given)]
        small, step = (
            command.islower(),
            {"H": 1, "V": 1, "A": 7, "C": 6, "S": 4, "Q": 4, "Z": 1}.get(command.upper(), 2),
        )
        if command in "Zz":
            x, y = begin_x, begin_y
        for at in range(0, len(values) - step + 1, step):
            part = values[at : at + step]
            ox, oy = (x, y) if small else (0.0, 0.0)
            if command in "Hh":
                x = part[0] + ox
            elif command in "Vv":
                y = part[0] + oy
            else:
                pairs = part[-2:] if command in "Aa" else part
                for index in range(0, len(pairs), 2):
                    yield pairs[index] + ox, pairs[index + 1] + oy
                x, y = pairs[-2] + ox, pairs[-1] + oy
            if command in "Mm" and at == 0:
                begin_x, begin_y = x, y
            yield x, y


@cache
def size_of(mark: str) -> Box:
    """Return the box of a mark around the point (0, 0)."""
    root = ElementTree.fromstring(f"<g>{DEFINED[mark]}</g>")
    return around([box for _, box, _ in walk(root, (1.0, 0.0, 0.0))])


def around(boxes: list[Box]) -> Box:
    """Return the box around boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


# --- a whole picture --------------------------------------------------------------------------------------------------

At = tuple[float, float, float]
"""Scale, and where the point (0, 0) lies."""


def moved(at: At, change: str) -> At:
    """Return where things lie after a transform; what is turned stays about where it is."""
    scale, x, y = at
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", change):
        values = [float(each) for each in NUMBER.findall(given)]
        if name == "translate":
            x, y = x + scale * values[0], y + scale * (values[1] if len(values) > 1 else 0)
        elif name == "scale":
            scale *= values[0]
    return scale, x, y


def walk(node: ElementTree.Element, at: At) -> Iterator[tuple[str, Box, ElementTree.Element]]:
    """Yield what is drawn: the kind, the box and the element."""
    kind = node.tag.rpartition("}")[2]
    if kind in ("defs", "title", "desc", "style"):
        return
    scale, x, y = at = moved(at, node.get("transform", ""))

    def value(name: str) -> float:
        return float(node.get(name, 0))

    def placed(left: float, top: float, right: float, bottom: float) -> Box:
        return x + scale * left, y + scale * top, x + scale * right, y + scale * bottom

    if kind == "rect":
        left, top = value("x"), value("y")
        yield kind, placed(left, top, left + value("width"), top + value("height")), node
    elif kind in ("circle", "ellipse"):
        across, high = value("r") or value("rx"), value("r") or value("ry")
        left, top = value("cx"), value("cy")
        yield kind, placed(left - across, top - high, left + across, top + high), node
    elif kind == "path":
        drawn = list(points(node.get("d", "")))
        yield kind, placed(*around([(px, py, px, py) for px, py in drawn])), node
    elif kind == "use":
        left, top, right, bottom = size_of(node.get("href", "")[4:])
        dx, dy = value("x"), value("y")
        yield kind, placed(left + dx, top + dy, right + dx, bottom + dy), node
    elif kind == "text":
        yield kind, placed(*written(node)), node
    if kind not in ("text", "use"):
        for child in node:
            yield from walk(child, at)


def written(node: ElementTree.Element) -> Box:
    """Return the box of a text before transforms: from its baseline up to the height of a capital letter."""
    left, right, size = 0.0, 0.0, 13.0
    for part in (node, *node):
        name = next(name[5:] for name in part.get("class", "ml-t-body").split() if name.startswith("ml-t-"))
        usual, face, bold = styles()[name]
        given = re.search(r"font-size:([\d.]+)px", part.get("style", ""))
        now = float(given[1]) if given else usual
        words = (part.text or "") + ((part.get("dx") and " ") or "")
        right += float(part.get("dx", 0)) + long(words.strip(), now, face, bold)
        size = max(size, now) if part is not node else now
    if node.get("textLength"):
        right = float(node.get("textLength", 0))
    anchor = {"middle": right / 2, "end": right}.get(node.get("text-anchor", ""), 0.0)
    x, y = float(node.get("x", 0)), float(node.get("y", 0))
    return x + left - anchor, y - 0.73 * size, x + right - anchor, y + 0.05 * size


def meet(one: Box, other: Box, by: float) -> bool:
    """Say whether two boxes lie on each other by more than so many pixels."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return across > by and high > by


def holds(box: Box, x: float, y: float) -> bool:
    """Say whether a point lies in a box."""
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def faults(picture: Picture) -> list[str]:
    """List the texts of a picture that reach out of their cards, or lie on another text or on a mark beside them."""
    root = ElementTree.fromstring(picture.bare)
    drawn = list(walk(root, (1.0, 0.0, 0.0)))
    cards = [
        box
        for kind, box, node in drawn
        if kind == "rect" and set(node.get("class", "").replace("ml-", "").split()) & CARDS
    ]
    covers = [
        (number, box)
        for number, (kind, box, node) in enumerate(drawn)
        if kind == "rect" and set(node.get("class", "").replace("ml-", "").split()) & COVERS
    ]

    def seen(number: int, box: Box) -> bool:
        """Say whether nothing that is drawn later hides what lies in a box."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return not any(later > number and holds(cover, x, y) for later, cover in covers)

    marks = [
        (node.get("href", "")[4:], box)
        for number, (kind, box, node) in enumerate(drawn)
        if kind == "use" and seen(number, box)
    ]
    found, texts = [], []
    for number, (kind, box, node) in enumerate(drawn):
        if kind != "text" or not seen(number, box):
            continue
        words = "".join(node.itertext())
        x = {"middle": (box[0] + box[2]) / 2, "end": box[2] - 0.1}.get(node.get("text-anchor", ""), box[0] + 0.1)
        y = (box[1] + box[3]) / 2
        holding = [card for card in cards if holds(card, x, y)]
        card = min(holding, key=lambda each: (each[2] - each[0]) * (each[3] - each[1]), default=(-inf, -inf, inf, inf))
        texts.append(Text(words, box, card))
        if box[0] < card[0] - 0.5 or box[2] > card[2] + 0.5:
            found.append(f"{texts[-1]} reaches out of its card at {round(card[0])}–{round(card[2])}")
    for number, one in enumerate(texts):
        found += [
            f"{one} lies on {other}"
            for other in texts[number + 1 :]
            if one.words != other.words and meet(one.box, other.box, 1)
        ]
        middle = (one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2
        for mark, box in marks:
            if holds(box, *middle) and abs(middle[0] - (box[0] + box[2]) / 2) < 0.3 * (box[2] - box[0]):
                if one.box[0] < box[0] - 1 or one.box[2] > box[2] + 1:
                    found.append(f"{one} is wider than the {mark} that it stands on")
            elif meet(one.box, box, 1):
                found.append(
                    f"{one} lies on a {mark} at {round(box[0])}–{round(box[2])}, {round(box[1])}–{round(box[3])}"
                )
    return found


# --- narrow boards ----------------------------------------------------------------------------------------------------


def assert_fits_above(game: str, header: Callable[..., float], position: Any, width: int) -> None:
    """Hold that what is asked fits above a board, in three lines at most."""
    edge, canvas = edge_of(width), Canvas()
    high = header(canvas, local(position), edge, edge, float(width - 2 * edge))
    picture = translated_picture(game, canvas.picture(width, edge + high, "what is asked", ""))
    assert not faults(picture), position.question
    assert picture.over.count("ml-t-asked") <= 3, "more lines would leave the picture"


def wide_and_narrow(draw: Callable[..., Picture], position: Any) -> tuple[Picture, Picture]:
    """Draw a position wide and narrow, and hold that places, words and marks of house values are the same."""
    tokens = {token for move in position.legal_moves() for token in move.parts} if position.actor is not None else ()
    marks = {token: Mark("legal") for token in tokens}
    wide, narrow = (draw(position, position.actor, marks, width) for width in (1100, 420))
    assert {place.key: (place.label, place.state) for place in narrow.places} == {
        place.key: (place.label, place.state) for place in wide.places
    }
    assert narrow.text == wide.text
    assert narrow.body.count("°") == wide.body.count("°")
    return wide, narrow
