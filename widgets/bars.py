"""A small bar chart in our own marks: gains and losses by name. It needs no other package and no script in the page."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import text, width
from widgets.picture import Picture

ROW: Final = 30
BAR: Final = 18
EDGE: Final = 8


def figure(value: Fraction) -> str:
    """Print a number with its sign in words of type: at most two decimals, and a minus as long as a plus.

    >>> figure(Fraction(7, 2)), figure(Fraction(-4)), figure(Fraction(1, 3))
    ('3.5', '−4', '0.33')
    """
    short = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return short.replace("-", "−") if short != "-0" else "0"


def bars(rows: Sequence[tuple[str, Fraction]], title: str, unit: str = "points", room: int = 380) -> Picture:
    """Draw one bar per row, to the right for gains and to the left, hatched, for losses.

    >>> picture = bars([("advisors", Fraction(3)), ("battles", Fraction(-1))], "Gains by source")
    >>> print(picture.text)
    Gains by source
    advisors: 3 points
    battles: a loss of 1 point
    """
    canvas = Canvas()
    names = max((width(name, 13) for name, _ in rows), default=0.0)
    most = max((value for _, value in rows), default=Fraction(0))
    least = min((value for _, value in rows), default=Fraction(0))
    most, least = max(most, Fraction(0)), min(least, Fraction(0))
    left = EDGE + names + 14
    # A figure stands at the end of its bar, so both ends keep room for one.
    figures = 44.0
    begin = left + (figures if least < 0 else 0)
    scale = max(0.0, room - EDGE - figures - begin) / float(most - least) if most > least else 0.0
    zero = begin - float(least) * scale
    for index, (name, value) in enumerate(rows):
        y = EDGE + index * ROW
        long = abs(float(value)) * scale
        at = zero - long if value < 0 else zero
        canvas.add(text(name, EDGE + names, y + BAR - 4, "body", "end"))
        if long:
            canvas.add(marks.rect(at, y, long, BAR, "bar-loss" if value < 0 else "bar", 2))
        end, anchor = (at - 6, "end") if value < 0 else (at + long + 6, "start")
        canvas.add(text(figure(value), end, y + BAR - 4, "bold", "end" if anchor == "end" else "start"))
    high = EDGE + max(1, len(rows)) * ROW
    if not rows:
        canvas.add(text("Nothing is gained or lost.", EDGE, EDGE + BAR - 4, "mute"))
    canvas.add(marks.path(f"M{round(zero, 1)} {EDGE - 4}V{high - 4}", "rule"))
    told = [title, *(f"{name}: {_in_words(value, unit)}" for name, value in rows)]
    return canvas.picture(room, high, title, "\n".join(told))


def _in_words(value: Fraction, unit: str) -> str:
    """Say an amount; a loss in words, for a sign is easily overlooked or misread."""
    size = f"{figure(abs(value))} {unit if abs(value) != 1 else unit.removesuffix('s')}"
    return f"a loss of {size}" if value < 0 else size
