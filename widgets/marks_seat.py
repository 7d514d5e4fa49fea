"""Pieces in the colour of a seat, with one stroke per number of the seat: the colour alone never tells them apart."""

from __future__ import annotations

from widgets.marks_text import number


def strokes(count: int, line: str) -> str:
    """Return the path of so many strokes side by side; each is the ``line``, which begins with its height.

    >>> strokes(2, "-6V2")
    'M-1.5 -6V2M1.5 -6V2'
    """
    return "".join(f"M{number((index - (count - 1) / 2) * 3)} {line}" for index in range(count))


def coloured(seat: int, outline: str, marked: str) -> str:
    """Draw an outline in the colour of a seat, and what is etched on it."""
    cloth = f'<path class="ml-flag ml-s{seat}" d="{outline}"/>'
    return f'{cloth}<path class="ml-etch ml-on-s{seat}" stroke-width="1.6" d="{marked}"/>'


def piece(title: str, outline: str, top: float, seat: int) -> str:
    """Draw a named piece of a seat; its strokes begin at the height ``top``."""
    return f"<title>{title}</title>{coloured(seat, outline, strokes(seat + 1, f'{number(top)}v6.5'))}"
