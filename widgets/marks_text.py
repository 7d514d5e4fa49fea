"""Text in pictures: escaping, and widths good enough to wrap and align by.

Pictures use the reader's own fonts, so no width is exact. The tables below are those of the DejaVu fonts, the widest
that are common: what fits in them fits everywhere.
"""

from __future__ import annotations

from html import escape
from typing import Final, Literal

Face = Literal["sans", "serif"]
Anchor = Literal["start", "middle", "end"]
Named = Literal["name", "small", "strong"]

# Widths in hundredths of the font size, for the characters from space to tilde.
_SANS: Final = (
    "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 "
    "77 63 58 77 75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 "
    "63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84"
)
_SERIF: Final = (
    "32 40 46 84 64 95 89 27 39 39 50 84 32 34 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 54 100 72 73 77 "
    "80 73 69 80 87 40 40 75 66 102 88 82 67 82 75 69 67 84 72 103 71 66 69 39 34 39 84 50 50 60 64 56 64 59 37 "
    "64 64 32 31 61 32 95 64 60 64 64 48 51 40 64 56 86 56 56 53 64 34 64 84"
)
_WIDTHS: Final[dict[Face, tuple[int, ...]]] = {
    "sans": tuple(map(int, _SANS.split())),
    "serif": tuple(map(int, _SERIF.split())),
}
_OTHER: Final = 66
_NAMED: Final[dict[Named, tuple[float, bool]]] = {"name": (14, False), "small": (13, False), "strong": (15, True)}
_BOLD: Final = 1.1


def width(text: str, size: float, face: Face = "sans", bold: bool = False) -> float:
    """Return how many pixels the text takes at most in a common font.

    >>> width("King", 100, "serif") > width("King", 100, "sans")
    True
    """
    table = _WIDTHS[face]
    hundredths = sum(table[ord(c) - 32] if 32 <= ord(c) < 127 else _OTHER for c in text)
    return hundredths * size / 100 * (_BOLD if bold else 1)


def wrap(text: str, room: float, size: float, face: Face = "sans", bold: bool = False) -> tuple[str, ...]:
    """Break the text into lines that fit; a single word that is too long stands alone.

    >>> wrap("All dice equal: reroll one", 120, 13)
    ('All dice equal:', 'reroll one')
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, face, bold) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return (*lines, line) if line else tuple(lines)


def number(value: float) -> str:
    """Print a coordinate as short as it can be, to a tenth of a pixel.

    >>> number(12.0), number(3.14159), number(-0.01)
    ('12', '3.1', '0')
    """
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def text(
    words: str,
    x: float,
    y: float,
    kind: str = "body",
    anchor: Anchor = "start",
    size: float | None = None,
) -> str:
    """Write one line with its baseline at ``y``. ``kind`` is one of the classes ``ml-t-...`` of ``marks.css``."""
    at = f'x="{number(x)}" y="{number(y)}"'
    how = "" if anchor == "start" else f' text-anchor="{anchor}"'
    big = "" if size is None else f' font-size="{number(size)}"'
    return f'<text class="ml-t-{kind}" {at}{how}{big}>{escape(words)}</text>'


SQUEEZE: Final = 1.6
"""So many times wider than its room may a word be to be written narrower."""


def fitted(
    words: str, x: float, y: float, room: float, size: float = 13, least: float = 11, anchor: Anchor = "middle"
) -> str:
    """Write words at ``x`` that are too long for their room: in smaller letters, and narrower ones if need be.

    What would not be read even so is cut, and the whole word is its title.

    >>> 'font-size:11px" textLength="60"' in fitted("Waffenmeister", 0, 0, 60)
    True
    """
    whole = words
    while len(words) > 2 and width(words, least, "serif") > SQUEEZE * room:
        words = words.rstrip("…")[:-1] + "…"
    size = max(least, min(size, size * room / width(words, size, "serif")))
    narrow = ""
    if width(words, size, "serif") > room:
        narrow = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'
    where = "" if anchor == "start" else f'text-anchor="{anchor}" '
    how = f'{where}style="font-size:{number(size)}px"{narrow}'
    title = f"<title>{escape(whole)}</title>" if words != whole else ""
    said = f'<text class="ml-t-small" x="{number(x)}" y="{number(y)}" {how}>{escape(words)}</text>'
    return f"<g>{title}{said}</g>" if title else said


def named(words: str, x: float, y: float, room: float, kind: Named = "name", anchor: Anchor = "start") -> str:
    """Write a name in one line of a class that names are written in, smaller or narrower where it needs more room.

    >>> "font-size" in named("Tavern", 0, 0, 90), "font-size" in named("Provisorische Verteidigung", 0, 0, 90)
    (False, True)
    """
    size, bold = _NAMED[kind]
    if width(words, size, "serif", bold) <= room:
        return text(words, x, y, kind, anchor)
    return fitted(words, x, y, room, anchor=anchor)


def noted(name: str, note: str, x: float, y: float, kind: str = "strong") -> str:
    """Write a name and, right behind it whatever the font, a quiet note."""
    gap = 8 if kind == "strong" else 4
    behind = f'<tspan class="ml-t-mute" dx="{gap}">{escape(note)}</tspan>' if note else ""
    return f'<text class="ml-t-{kind}" x="{number(x)}" y="{number(y)}">{escape(name)}{behind}</text>'


def lines(
    words: tuple[str, ...],
    x: float,
    y: float,
    pitch: float,
    kind: str = "body",
    anchor: Anchor = "start",
) -> str:
    """Write several lines, the first with its baseline at ``y``."""
    return "".join(text(line, x, y + index * pitch, kind, anchor) for index, line in enumerate(words))
