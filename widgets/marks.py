"""The shared marks: small drawings that all games are made of. Pure functions from sizes in pixels to SVG.

A mark that recurs is drawn once in ``<defs>`` around the point (0, 0) and used by reference; `definitions` collects
those that a body uses. A thing that travels between positions carries a ``data-key`` on a group that has no transform
of its own, so the front end can move it. All classes begin with ``ml-``; the colours stand in ``static/marks.css``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape
from typing import Final

from widgets.marks_text import number, text
from widgets.picture import State

HOUSE: Final = "°"
"""Stands behind a house value: a value of ours, where no source states the printed one."""
SHIELD: Final = "M-8.5 -9H8.5V0C8.5 5 4.5 8.5 0 10.5C-4.5 8.5 -8.5 5 -8.5 0Z"
_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
DIE: Final = 26
"""The side of a die as it is defined, in pixels."""


def _die(face: int) -> str:
    pips = "".join(f'<circle cx="{x * 6.5}" cy="{y * 6.5}" r="2.5"/>' for x, y in _PIPS[face])
    return f'<rect class="ml-die" x="-12.2" y="-12.2" width="24.4" height="24.4" rx="5.5"/>{pips}'


def _flag(seat: int) -> str:
    """Draw a hanging banner, 14 wide and 19 high, with one stroke per number of the seat; the fifth crosses four."""
    cloth = f'<path class="ml-flag ml-s{seat}" d="M-7 -9H7V10L0 6L-7 10Z"/>'
    strokes = min(seat + 1, 4)
    marks = "".join(f"M{number((i - (strokes - 1) / 2) * 3)} -6V2" for i in range(strokes))
    if seat == 4:
        marks += "M-6 1L6 -5"
    return f'{cloth}<path class="ml-etch ml-on-s{seat}" stroke-width="1.6" d="{marks}"/>'


def _laurel() -> str:
    """Draw two branches that leave room for a number of two digits."""
    leaves = []
    for side in (-1, 1):
        for x, y, turn in ((7.5, 8.5, 40), (11, 4, 8), (12, -1.5, -12), (10.5, -7, -38)):
            at = f"translate({number(side * x)} {number(y)}) rotate({number(side * turn)})"
            leaves.append(f'<ellipse class="ml-leaf" rx="1.9" ry="3.6" transform="{at}"/>')
    stems = "M-9.5 -8.5C-14 0 -10 9 -2 11M9.5 -8.5C14 0 10 9 2 11"
    return f'<path class="ml-stem" d="{stems}"/>{"".join(leaves)}'


_DEFINED: Final[dict[str, str]] = {
    "gold": '<circle class="ml-piece ml-gold" r="8.2"/><circle class="ml-etch ml-on-gold" r="5"/>',
    "wood": '<path class="ml-piece ml-wood" d="M-9 -1L6 -7L9 1L-6 7Z"/>'
    '<path class="ml-etch ml-on-wood" d="M-5 0.5L4.5 -3.3M-3.5 3.5L6 -0.3"/>',
    "stone": '<path class="ml-piece ml-stone" d="M-9 7L-5.5 -6.5H5.5L9 7Z"/>'
    '<path class="ml-etch ml-on-stone" d="M-6 0.5H6M0 -5V0.5M-3.5 0.5V6M4 0.5V6"/>',
    "any": '<path class="ml-gold" d="M0 0V-8.2A8.2 8.2 0 0 1 7.1 4.1Z"/>'
    '<path class="ml-wood" d="M0 0L7.1 4.1A8.2 8.2 0 0 1 -7.1 4.1Z"/>'
    '<path class="ml-stone" d="M0 0L-7.1 4.1A8.2 8.2 0 0 1 0 -8.2Z"/>'
    '<path class="ml-piece" fill="none" d="M0 0V-8.2M0 0L7.1 4.1M0 0L-7.1 4.1"/>'
    '<path class="ml-piece" fill="none" d="M8.2 0A8.2 8.2 0 1 1 -8.2 0A8.2 8.2 0 1 1 8.2 0Z"/>',
    "soldier": f'<path class="ml-piece ml-soldier" d="{SHIELD}"/>'
    '<path class="ml-etch ml-on-soldier" d="M-6 -2H6M0 -2V6.5"/>',
    "plus": '<path class="ml-piece ml-plus" d="M0 -11.5L11.5 0L0 11.5L-11.5 0Z"/>'
    '<text class="ml-t-glyph ml-on-plus" y="4" text-anchor="middle">+2</text>',
    "eye": '<path class="ml-eye" d="M-9 0C-5 -6.5 5 -6.5 9 0C5 6.5 -5 6.5 -9 0Z"/><circle class="ml-solid" r="2.8"/>',
    "laurel": _laurel(),
    "shield": f'<path class="ml-outline" d="{SHIELD}" transform="scale(1.3)"/>',
    "crest": '<path class="ml-outline" d="M-14 -13H14V1C14 8 8 13 0 16C-8 13 -14 8 -14 1Z"/>',
    "envoy": '<path class="ml-outline" d="M-8 -8H6A3 3 0 0 1 9 -5V-3H5V6A3 3 0 0 1 2 9H-6A3 3 0 0 0 -4 6V-5"/>'
    '<path class="ml-fine" d="M-1 -4H3M-1 -1H3M-1 2H3"/><circle class="ml-piece ml-soldier" cx="4" cy="7" r="3"/>',
    "army": '<path class="ml-outline" d="M-11 0L-5.5 -10H5.5L11 0L5.5 10H-5.5Z"/>',
    "arrow": '<path class="ml-fine" d="M-6 0H5M1 -4L5.5 0L1 4"/>',
    **{f"die-{face}": _die(face) for face in _PIPS},
    **{f"flag-{seat}": _flag(seat) for seat in range(5)},
}


def definitions(body: str) -> str:
    """Return ``<defs>`` with the marks that ``body`` refers to, and no others."""
    used = sorted(set(re.findall(r'href="#ml-([\w-]+)"', body)))
    return "<defs>" + "".join(f'<g id="ml-{name}">{_DEFINED[name]}</g>' for name in used) + "</defs>" if used else ""


def use(name: str, x: float, y: float, scale: float = 1, kind: str = "") -> str:
    """Put a defined mark with its middle at (x, y)."""
    if name not in _DEFINED:
        raise KeyError(f"There is no mark {name!r}. There are: {', '.join(_DEFINED)}.")
    cls = f' class="{kind}"' if kind else ""
    if scale == 1:
        return f'<use href="#ml-{name}" x="{number(x)}" y="{number(y)}"{cls}/>'
    at = f"translate({number(x)} {number(y)}) scale({round(scale, 2)})"
    return f'<use href="#ml-{name}" transform="{at}"{cls}/>'


def keyed(key: str, fragment: str) -> str:
    """Give what travels its name; the front end matches pieces of two pictures by it."""
    return f'<g data-key="{escape(key)}">{fragment}</g>'


def titled(title: str, fragment: str) -> str:
    """Say in words, for the pointer and for readers of the file, what a fragment shows."""
    return f"<g><title>{escape(title)}</title>{fragment}</g>"


def moved(x: float, y: float, fragment: str) -> str:
    """Draw a fragment elsewhere."""
    return f'<g transform="translate({number(x)} {number(y)})">{fragment}</g>'


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


def laurel(points: int, x: float, y: float, scale: float = 1) -> str:
    """Draw points: the number in a wreath. The figure keeps its size when the wreath grows to hold three digits."""
    label = str(points).replace("-", "−")
    wreath = scale if len(label) < 3 else max(scale, 1.25)
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
    """Draw the state of a place around it; idle, taken and refused places have no ring."""
    if state not in ("legal", "chosen", "hint"):
        return ""
    grown = 3.0
    return rect(x - grown, y - grown, w + 2 * grown, h + 2 * grown, f"ring-{state}", radius + grown)


def faded(state: State, fragment: str) -> str:
    """Draw what cannot be used now in half ink."""
    return f'<g class="ml-not-now">{fragment}</g>' if state == "refused" else fragment


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
    labels: Sequence[str], current: int, x: float, y: float, w: float, h: float, main: Collection[int] = ()
) -> str:
    """Draw a row of named fields, the marker on field ``current`` (0-based; -1: on none); ``main`` fields are darker."""
    size = w / len(labels)
    out, at = [rect(x, y, w, h, "card", h / 2)], x
    for index, label in enumerate(labels):
        here = index == current
        if here:
            out.append(keyed(f"track:{labels[0]}", rect(at + 2, y + 2, size - 4, h - 4, "solid", h / 2 - 2)))
        elif index and index - 1 != current:
            out.append(path(f"M{number(at)} {number(y + 7)}v{number(h - 14)}", "hair"))
        kind = "inverse" if here else "body" if index in main else "mute"
        out.append(text(label, at + size / 2, y + h / 2 + 4.5, kind, "middle"))
        at += size
    return "".join(out)
