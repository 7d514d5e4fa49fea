"""The shared marks: small drawings that all games are made of. Pure functions from sizes in pixels to SVG.

A mark that recurs is drawn once (see ``marks_defs.py``) around the point (0, 0) and used by reference. A thing that
travels between positions carries a ``data-key`` on a group that has no transform of its own, so the front end can move
it. All classes begin with ``ml-``; the colours stand in ``static/marks.css``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from itertools import groupby
from typing import Final

from widgets.marks_defs import DEFINED, DIE
from widgets.marks_text import number, text, width
from widgets.picture import State

HOUSE: Final = "°"
"""Stands behind a house value: a value of ours, where no source states the printed one."""


def use(name: str, x: float, y: float, scale: float = 1, kind: str = "") -> str:
    """Put a defined mark with its middle at (x, y)."""
    if name not in DEFINED:
        raise KeyError(f"There is no mark {name!r}. There are: {', '.join(DEFINED)}.")
    cls = f' class="{kind}"' if kind else ""
    if scale == 1:
        return f'<use href="#ml-{name}" x="{number(x)}" y="{number(y)}"{cls}/>'
    at = f"translate({number(x)} {number(y)}) scale({round(scale, 2)})"
    return f'<use href="#ml-{name}" transform="{at}"{cls}/>'


def keyed(key: str, fragment: str) -> str:
    """Give what travels its name; the front end matches pieces of two pictures by it."""
    return f'<g data-key="{escape(key)}">{fragment}</g>'


def moved(x: float, y: float, fragment: str, scale: float = 1) -> str:
    """Draw a fragment elsewhere, and smaller if need be."""
    size = "" if scale == 1 else f" scale({round(scale, 2)})"
    return f'<g transform="translate({number(x)} {number(y)}){size}">{fragment}</g>'


def die(face: int, x: float, y: float, seat: int | None, size: float = DIE) -> str:
    """Draw a die with its middle at (x, y). ``seat`` colours it; None is a bonus die, -1 neutral."""
    kind = "ml-sw" if seat is None else "ml-sn" if seat < 0 else f"ml-s{seat}"
    return use(f"die-{face}", x, y, size / DIE, kind)


def flag(seat: int, x: float, y: float, scale: float = 1) -> str:
    """Draw the banner of a seat, hanging, with its middle at (x, y)."""
    return use(f"flag-{seat}", x, y, scale)


def counted(name: str, count: int, x: float, y: float) -> tuple[str, float]:
    """Draw a number and the piece it counts, beginning at ``x``; return the fragment and the width taken."""
    digits = len(str(count))
    figure = text(str(count), x + 9 * digits, y + 5, "num", "end")
    return figure + use(name, x + 9 * digits + 12, y), 9 * digits + 23


def amount(name: str, count: int, x: float, y: float) -> tuple[str, float]:
    """Draw up to three pieces side by side, more as a number and a piece; return the fragment and the width taken."""
    if count > 3:
        return counted(name, count, x, y)
    return "".join(use(name, x + 9.5 + 19 * i, y) for i in range(count)), 19 * count


def runs(names: Sequence[str], times: str = "") -> list[str]:
    """Shorten what stands there more than three times to a number, behind the sign ``times``, and one mark.

    >>> runs(["time"] * 4), runs(["silver"] * 4 + ["gold"] * 2, "×")
    (['4', 'time'], ['×4', 'silver', 'gold', 'gold'])
    """
    found: list[str] = []
    for name, group in groupby(names):
        number = len(list(group))
        found += [f"{times}{number}", name] if number > 3 else [name] * number
    return found


def laurel(points: int, x: float, y: float, scale: float = 1, ring: str = "") -> str:
    """Draw points: the number in a wreath, behind it the mark of a house value.

    The figure keeps its size when the wreath grows to hold three digits.
    """
    label = str(points).replace("-", "−")
    if ring:
        wreath = max(scale, (1, 1, 1.2, 1.45, 1.7)[min(len(label) + 1, 4)])
        return use("laurel", x, y, wreath) + text(label + ring, x, y + 5, "num" if len(label) < 2 else "bold", "middle")
    wreath = max(scale, (1, 1, 1.1, 1.3, 1.5)[min(len(label), 4)])
    return use("laurel", x, y, wreath) + text(label, x, y + 5, "num", "middle")


def strength(value: int, x: float, y: float) -> str:
    """Draw a strength in battle: a signed number on a shield."""
    label = f"+{value}" if value > 0 else str(value).replace("-", "−")
    return use("shield", x, y) + text(label, x, y + 4, "body", "middle")


def crest(rank: int, x: float, y: float) -> str:
    """Draw a rank on a coat of arms."""
    return use("crest", x, y) + text(str(rank), x, y + 6, "rank", "middle")


def rect(x: float, y: float, w: float, h: float, kind: str, radius: float = 0) -> str:
    """Draw a rectangle of a class of ``marks.css``."""
    corner = f' rx="{number(radius)}"' if radius else ""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    return f'<rect class="ml-{kind}" {box}{corner}/>'


def path(d: str, kind: str) -> str:
    """Draw a path of a class of ``marks.css``."""
    return f'<path class="ml-{kind}" d="{d}"/>'


def ring(state: State, x: float, y: float, w: float, h: float, radius: float = 6) -> str:
    """Draw the state of a place: a ring around it, or a veil over what cannot be used now."""
    if state == "refused":
        return rect(x - 1, y - 1, w + 2, h + 2, "veil", radius)
    if state not in ("legal", "chosen", "hint"):
        return ""
    grown = 3.0
    return rect(x - grown, y - grown, w + 2 * grown, h + 2 * grown, f"ring-{state}", radius + grown)


def step_disc(step: int, x: float, y: float) -> str:
    """Draw the number of a plan's step."""
    return f'<circle class="ml-disc" cx="{number(x)}" cy="{number(y)}" r="11"/>' + text(
        str(step), x, y + 4.5, "inverse", "middle"
    )


def thread(points: Sequence[tuple[float, float]]) -> str:
    """Join the steps of a plan by a thin line."""
    if len(points) < 2:
        return ""
    return path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points), "thread")


def track(
    labels: Sequence[str],
    current: int,
    x: float,
    y: float,
    w: float,
    h: float,
    main: Collection[int] = (),
    key: str = "",
    *,
    even: bool = True,
) -> str:
    """Draw a row of named fields, the marker on field ``current`` (from 0; -1: on none); ``main`` ones are darker.

    ``key`` names the marker where two tracks of a picture begin with the same label. Fields are of one width; ``even``
    says no where there is so little room that a long name must have more of it.
    """
    spare = (w - sum(width(label, 13) for label in labels)) / len(labels)
    out, at = [rect(x, y, w, h, "card", h / 2)], x
    for index, label in enumerate(labels):
        here = index == current
        size = w / len(labels) if even else spare + width(label, 13)
        if here:
            out.append(keyed(f"track:{key or labels[0]}", rect(at + 2, y + 2, size - 4, h - 4, "solid", h / 2 - 2)))
        elif index and index - 1 != current:
            out.append(path(f"M{number(at)} {number(y + 7)}v{number(h - 14)}", "hair"))
        kind = "inverse" if here else "body" if index in main else "mute"
        out.append(text(label, at + size / 2, y + h / 2 + 4.5, kind, "middle"))
        at += size
    return "".join(out)
