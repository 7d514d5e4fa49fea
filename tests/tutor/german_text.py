"""What a panel says, whole: every text that somebody can see or hear, so that a test can look for English in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

import rules
from widgets.panel import Panel

STOP = frozenset(("the", "of", "and", "you", "with"))
"""Words that stand in nearly every English sentence and in no German one."""

CODE = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'|“[^”]*”|„[^“]*“")
"""What is quoted stands as somebody has typed it or as it is to be typed."""


def english(texts: Iterable[str], names: Iterable[str] = ()) -> list[str]:
    """Return the texts that hold an English stop word, outside of what is quoted and of names in brackets."""
    both = re.compile("|".join(rf"\({re.escape(name)}\)" for name in names if STOP & {*name.lower().split()}) or "(?!)")
    found = set()
    for text in texts:
        if STOP & {*re.findall(r"[\w'’-]+", CODE.sub(" ", both.sub(" ", text)).lower())}:
            found.add(text)
    return sorted(found)


def names_of(game: str) -> list[str]:
    """Return the English names of a game's catalogue: the form shows them in brackets behind the German ones."""

    def walk(value: object) -> Iterator[str]:
        if isinstance(name := getattr(value, "en", None), str):
            yield name
            return
        rows = value.values() if isinstance(value, dict) else ()
        for part in (*rows, *(getattr(value, field) for field in getattr(value, "__struct_fields__", ()))):
            yield from walk(part)

    return list(walk(getattr(rules.load(game), "catalogue", None)))


def drawn(svg: str) -> Iterator[str]:
    """Yield what is written on a picture, its titles and descriptions included."""
    for text in re.findall(r">([^<>]+)<", svg):
        if text.strip():
            yield unescape(text)
    for text in re.findall(r'aria-(?:label|description)="([^"]*)"', svg):
        yield unescape(text)


def texts_of(panel: Panel) -> Iterator[str]:
    """Yield all that a panel shows or says at this moment; code and the solver's log are no words for a reader."""
    yield from (panel.status, panel.announce, panel.title, panel.words, *panel.speech.values())
    yield panel.error.get("text", "")
    for control in panel.controls:
        for name in ("label", "reason", "help", "problem", "placeholder"):
            yield control.get(name, "")
        for option in control.get("options", ()):
            yield option["label"]
    for section in panel.sections:
        yield section.get("title", "")
        if section["kind"] == "code":
            continue
        yield section.get("text", "")
        yield from drawn(section.get("svg", ""))
        yield from section.get("head", ())
        for row in section.get("rows", ()):
            yield from row
        for item in section.get("items", ()):
            yield from (item["text"], item.get("detail", ""))
    for place in panel.places:
        yield from (place.get("label", ""), place.get("group", ""), place.get("reason", ""))
    yield from drawn(panel.svg)
    for block in panel.picture.standing:
        yield from drawn(block)
