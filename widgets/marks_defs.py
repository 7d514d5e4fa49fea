"""The marks that recur, each drawn once around the point (0, 0); pictures refer to them by ``<use>``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Final

from widgets.marks_seat import coloured, strokes
from widgets.marks_text import number
from widgets.marks_village import VILLAGE
from widgets.marks_west import WEST

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
    crossing = "M-6 1L6 -5" if seat == 4 else ""
    return coloured(seat, "M-7 -9H7V10L0 6L-7 10Z", strokes(min(seat + 1, 4), "-6V2") + crossing)


def _laurel() -> str:
    """Draw two branches that leave room for a number of two digits."""
    leaves = []
    for side in (-1, 1):
        for x, y, turn in ((7.5, 8.5, 40), (11, 4, 8), (12, -1.5, -12), (10.5, -7, -38)):
            at = f"translate({number(side * x)} {number(y)}) rotate({number(side * turn)})"
            leaves.append(f'<ellipse class="ml-leaf" rx="1.9" ry="3.6" transform="{at}"/>')
    stems = "M-9.5 -8.5C-14 0 -10 9 -2 11M9.5 -8.5C14 0 10 9 2 11"
    return f'<path class="ml-stem" d="{stems}"/>{"".join(leaves)}'


DEFINED: Final[dict[str, str]] = {
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
    **WEST,
    **VILLAGE,
}


def definitions(body: str) -> str:
    """Return ``<defs>`` with the marks that ``body`` refers to, and no others."""
    used = sorted(set(re.findall(r'href="#ml-([\w-]+)"', body)))
    return "<defs>" + "".join(f'<g id="ml-{name}">{DEFINED[name]}</g>' for name in used) + "</defs>" if used else ""


def called(definitions: str, titles: Mapping[str, str]) -> str:
    """Return marks under other names: ``titles`` has the name in another language for each that stands here."""
    if not titles:
        return definitions
    return re.sub(
        "<title>([^<]*)</title>",
        lambda found: f"<title>{escape(titles.get(unescape(found[1]), unescape(found[1])))}</title>",
        definitions,
    )


ALL: Final = "<defs>" + "".join(f'<g id="ml-{name}">{drawn}</g>' for name, drawn in DEFINED.items()) + "</defs>"
"""Every mark: what a panel sends once."""
