"""What the tests of pictures share: what every picture holds to, and how two of them or two of its places compare."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec

from rules.playouts import find_policy
from widgets import export
from widgets.picture import PRINTED, Picture, Place

SVG = "{http://www.w3.org/2000/svg}"
KNOWN_TAGS = set("svg desc style defs g use rect path circle ellipse text tspan title".split())  # noqa: SIM905
MARKUP = "</text><script>alert('x')</script><b title=\"y\">&"


def tags(root: ElementTree.Element) -> set[str]:
    """Return the names of all tags of a document."""
    return {node.tag.removeprefix(SVG) for node in root.iter()}


def hold_together(picture: Picture, width: int) -> None:
    """Hold that a picture is well-formed: known tags and classes, no name twice, and all that it refers to is there."""
    css = export.static("marks.css")
    root = ElementTree.fromstring(export.styled(picture))
    assert root.get("viewBox") == f"0 0 {width} {picture.height}"
    assert tags(root) <= KNOWN_TAGS
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {node.get("href", "")[1:] for node in root.iter(f"{SVG}use")} <= set(ids)
    classes = {name for node in root.iter() for name in node.get("class", "").split()}
    assert all(name.startswith("ml-") for name in classes)
    assert not {name for name in classes - {"ml-root", "ml-picture"} if f".{name}{{" not in css}
    names = [node.get("data-key") for node in root.iter() if node.get("data-key")]
    assert len(names) == len(set(names))
    assert not [node for node in root.iter() if node.get("data-key") and node.get("transform")]


def lie_inside(picture: Picture, more_than: int) -> None:
    """Hold that all places lie inside the picture, and so do its marks and texts, which are more than so many."""
    keys = [place.key for place in picture.places]
    assert len(keys) == len(set(keys))
    for place in picture.places:
        assert 0 <= place.x <= place.x + place.w <= picture.width, place
        assert 0 <= place.y <= place.y + place.h <= picture.height, place
        assert place.label
    found = re.findall(r'<(?:use|text)[^>]*? x="([0-9.-]+)" y="([0-9.-]+)"', picture.under + picture.over)
    assert len(found) > more_than
    assert all(-1 <= float(x) <= picture.width and -1 <= float(y) <= picture.height for x, y in found)


def can_be_hit(picture: Picture) -> None:
    """Hold that no place is too small for a finger or a mouse."""
    for place in picture.places:
        assert place.w >= 18, place
        assert place.h >= 18, place


def apart(one: Place, other: Place) -> bool:
    """Say whether two places do not lie on each other."""
    return (
        one.x + one.w <= other.x + 0.2
        or other.x + other.w <= one.x + 0.2
        or one.y + one.h <= other.y + 0.2
        or other.y + other.h <= one.y + 0.2
    )


def grown(place: Place, by: float) -> Place:
    """Return a place with a border around it."""
    grown: Place = msgspec.structs.replace(
        place, x=place.x - by, y=place.y - by, w=place.w + 2 * by, h=place.h + 2 * by
    )
    return grown


def same(first: Picture, second: Picture) -> bool:
    """Say whether two pictures are the same in every part that leaves Python."""
    equal: bool = msgspec.to_builtins(first) == msgspec.to_builtins(second)
    return equal


def together(picture: Picture) -> str:
    """Put the picture together as the front end does."""
    first, *rest = picture.moving.split(PRINTED)
    return first + "".join(block + part for block, part in zip(picture.standing, rest, strict=True))


def stays_text(picture: Picture) -> None:
    """Hold that the names in a picture, which are all ``MARKUP``, are text wherever the picture goes."""
    for document in (picture.to_svg(), export.styled(picture), together(picture)):
        root = ElementTree.fromstring(document)
        assert tags(root) <= KNOWN_TAGS
        assert "script" in "".join(root.itertext())
    page = picture.to_html()
    assert "<script" not in page
    assert "<b title" not in page


def is_png(data: bytes, width: int) -> None:
    """Hold that this is a PNG of a width in pixels."""
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == width


def named(cards: Any, name: str) -> dict[str, Any]:
    """Return rows of a catalogue that give each card this name in both languages."""
    return {key: {"name": {"en": name, "de": name}} for key in cards}


def step_sizes(panel: Any, sent: list[dict[str, Any]]) -> list[int]:
    """Play greedily at a panel, and return how many bytes each of fifty steps of the middle of a game sends."""
    choose, random, sizes = find_policy("greedy"), Random(1), []
    for number in range(110):
        sent.clear()
        panel.play(choose(panel.position, random))
        if number > 60:
            sizes.append(sum(len(json.dumps(message).encode()) for message in sent))
    return sizes
