"""What drawing a board begins with in every game: who looks, how wide it is, and the sentence above it."""

from __future__ import annotations

from typing import Final, TypeVar, cast

from rules.protocol import Position
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import lines, wrap

LEAST: Final = 640
MOST: Final = 2000
TWO_COLUMNS: Final = 1060
EDGE: Final = 16

P = TypeVar("P", bound=Position)


def public(position: P) -> P:
    """Return what everybody at the table may know: what is left when each seat's view is taken in turn."""
    for seat in range(len(position.seats)):
        position = cast(P, position.view(seat))
    return position


def seen_by(position: P, seat: int | None, width: int, board: str) -> P:
    """Return what a seat may know, or without one what everybody may, where there is such a seat and such a width.

    ``board`` is what a sentence calls the picture, ``width`` is in pixels.

    Raises:
        ValueError: there is no such seat, or no layout for the width.
    """
    if not LEAST <= width <= MOST:
        raise ValueError(f"{board} cannot be drawn {width} pixels wide: choose {LEAST} to {MOST}.")
    if seat is None:
        return public(position)
    if not 0 <= seat < len(position.seats):
        raise ValueError(f"There is no seat {seat}: this game has the seats 0 to {len(position.seats) - 1}.")
    return cast(P, position.view(seat))


def headline(canvas: Canvas, said: str, actor: int | None, x: float, y: float, w: float, beside: float) -> float:
    """Draw the sentence that says what is asked, behind the flag of the seat that acts; return the height taken.

    ``beside`` is the width that is kept free at its right.
    """
    left = x if actor is None else x + 30
    # The height does not depend on the sentence: a board must not jump from turn to turn.
    high = 30.0 if w > 900 else 56.0
    room = w - beside - (left - x)
    told, kind, pitch = wrap(said, room, 21, "serif"), "title", 26
    if len(told) * pitch > high:
        told, kind, pitch = wrap(said, room, 16, "serif"), "asked", 18
    first = y + high / 2 - pitch * (len(told) - 1) / 2 + 6
    canvas.add(lines(told, left, first, pitch, kind))
    if actor is not None:
        canvas.add(marks.flag(actor, x + 10, y + high / 2, 1.5))
    return high
