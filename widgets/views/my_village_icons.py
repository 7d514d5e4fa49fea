"""Small drawings of My Village that recur: banners with their values, prices in a row, things that flow into lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from rules.my_village.catalogue import Cost
from widgets import marks
from widgets.marks_text import text, width

ANY: Final = "?"
PITCH: Final = {"time": 13.0, "gold": 17.0, "/": 11.0}
SCALE: Final = {"time": 0.92, "gold": 0.88, "laurel": 0.9, "story": 0.85, "tile": 0.8, "marker": 0.85, "slot": 0.85}


def banner(values: Sequence[int], x: float, y: float, colour: str = "black", tile: Sequence[int] = ()) -> str:
    """Draw a banner with its left edge at ``x`` and its middle at ``y``; without values it shows "?".

    ``tile`` are values that a tile beside it adds.
    """
    ink = "ml-white" if colour == "black" else "ml-ink-bone"
    shown = [str(value) for value in values] or [ANY]
    if len(shown) == 1:
        out = marks.use(f"{colour}-1", x + 13, y) + text(shown[0], x + 13, y + 4, f"num {ink}", "middle")
    else:
        out = marks.use(f"{colour}-2", x + 24, y)
        out += text(shown[0], x + 12.5, y + 4, f"num {ink}", "middle")
        out += text(shown[1], x + 35.5, y + 4, f"num {ink}", "middle")
    if tile:
        out += marks.use("tile", x + banner_width(values) + 15, y, SCALE["tile"])
    return out


def banner_width(values: Sequence[int], tile: Sequence[int] = ()) -> float:
    """Return the width of a banner and of the tile beside it.

    >>> banner_width((3,)), banner_width((3, 11)), banner_width(())
    (26.0, 48.0, 26.0)
    """
    return (48.0 if len(values) > 1 else 26.0) + (32.0 if tile else 0.0)


# --- prices and gains -----------------------------------------------------------------------------------------------


def price(time: int = 0, coins: int = 0, goods: Iterable[str] = (), ways: Sequence[Cost] = ()) -> list[str]:
    """List the marks of a price: time, coins and goods, then the ways to pay with "/" between.

    >>> price(2, ways=(Cost(goods=("wagon",)), Cost(coins=2)))
    ['time', 'time', 'wagon', '/', 'gold', 'gold']
    """
    found = ["time"] * time + ["gold"] * coins + list(goods)
    for index, way in enumerate(ways):
        found += ["/"] if index else []
        found += ["gold"] * way.coins + list(way.goods)
    return found


def _pitch(mark: str) -> float:
    if mark[0] in "0123456789+":
        return width(mark, 15, bold=True) + 1
    return PITCH.get(mark, 22.0)


def span(found: Sequence[str]) -> float:
    """Return the width of marks in a row."""
    listed = marks.runs(found)
    gaps = sum(4.0 for one, other in pairwise(listed) if one != other and "time" in (one, other))
    return sum(map(_pitch, listed)) + gaps


def row(found: Sequence[str], x: float, y: float, room: float = 0) -> tuple[str, float]:
    """Draw marks in a row, beginning at ``x``; return the fragment and its width.

    What begins with a digit or "+" is a number, "/" stands between ways. With ``room`` it is drawn smaller if it must.
    """
    out, at, before = [], x, ""
    for each in marks.runs(found):
        if before and each != before and "time" in (each, before):
            at += 4
        pitch = _pitch(each)
        if each[0] in "0123456789+":
            out.append(text(each, at, y + 5, "num"))
        elif each == "/":
            out.append(text("/", at + pitch / 2, y + 5, "mute", "middle"))
        else:
            out.append(marks.use(each, at + pitch / 2, y, SCALE.get(each, 0.84)))
        at += pitch
        before = each
    drawn, taken = "".join(out), at - x
    if room and taken > room:
        scale = round(room / taken, 3)
        shift = f"translate({round(x * (1 - scale), 1)} {round(y * (1 - scale), 1)}) scale({scale})"
        return f'<g transform="{shift}">{drawn}</g>', room
    return drawn, taken


def counted(mark: str, number: int, x: float, y: float, scale: float = 0.9, words: str = "") -> tuple[str, float]:
    """Draw a mark and how many there are behind it; none is quiet. Return the fragment and its width."""
    drawn = marks.use(mark, x + 11, y, scale)
    said, kind = words or str(number), "num"
    if not number and not words:
        drawn, kind = f'<g class="ml-none">{drawn}</g>', "mute"
    begin = x + 13 + 14 * scale
    return drawn + text(said, begin, y + 5, kind), begin - x + 2 + width(said, 15, bold=True)


class Flow:
    """Put boxes one beside the other, and into a new line where the room ends."""

    def __init__(
        self, x: float, y: float, room: float, high: float, gap: float = 8, below: float | None = None
    ) -> None:
        self.x, self.y, self.room, self.high, self.gap = x, y, room, high, gap
        self.below = gap if below is None else below
        self.at, self.line, self.column = 0.0, 0, 0

    def take(self, w: float) -> tuple[float, float]:
        """Return the corner of the next box of this width."""
        if self.at and self.at + w > self.room + 0.5:
            self.at, self.line, self.column = 0.0, self.line + 1, 0
        corner = self.x + self.at, self.y + self.line * (self.high + self.below)
        self.at += w + self.gap
        self.column += 1
        return corner

    @property
    def cell(self) -> tuple[int, int]:
        """Return line and column of the box taken last, for the arrow keys."""
        return self.line, self.column - 1

    @property
    def taken(self) -> float:
        """Return the height of all lines, one at least."""
        return (self.line + 1) * self.high + self.line * self.below


def columns(room: float, number: int, least: float, gap: float = 8) -> tuple[int, float]:
    """Return how many boxes of equal width lie side by side, none narrower than ``least``, and their whole width.

    They are shared evenly: six boxes where five would fit make three and three.

    >>> columns(600, 6, 110)
    (3, 194)
    """
    most = max(1, int((room + gap) // (least + gap)))
    lines = -(-number // most)
    across = -(-number // lines)
    return across, (room - (across - 1) * gap) // across
