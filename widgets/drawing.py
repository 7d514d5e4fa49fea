"""What the boards of all games share: who looks, how wide it is, the sentence above it, grounds, and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar, cast

from rules.findings import refuse
from rules.printable import shown
from rules.protocol import Position
from rules.quantities import any_number
from widgets import marks
from widgets.canvas import Canvas
from widgets.marks_text import lines, text, width, wrap

WIDTHS: Final = (420, 520, 640, 720, 900, 1060, 1200, 1400)
"""The widths in pixels for which boards are laid out; the first is that of a phone."""
USUAL: Final = 1060
"""The width of a picture before a page has said how much room there is."""
LEAST: Final = WIDTHS[0]
MOST: Final = 2000
TIGHT: Final = 540.0
ROOMY: Final = 640
"""From this width on a board has a broad edge."""
TWO_COLUMNS: Final = 1060
EDGE: Final = 16
SLIM: Final = 8
LONGER: Final = (1.55, 1.35, 1.2)
"""So many times longer may what is asked be in another language, if there is room for it."""

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
        rules.BadInput: there is no such seat, or no layout for the width.
    """
    room = any_number(width)
    if room is None or not LEAST <= room <= MOST:
        raise refuse("width", f"{board} cannot be drawn {shown(width)} pixels wide; choose {LEAST} to {MOST}.")
    if seat is None:
        return public(position)
    return cast(P, position.view(seat))


def seat_drawn(*seats: int | None) -> int:
    """Return the first that is a seat: the one that looks, else the one that acts, else the one that stands for none.

    >>> seat_drawn(None, 2, 0), seat_drawn(0, 2, 1)
    (2, 0)
    """
    return next(seat for seat in seats if seat is not None)


def edge_of(width: float) -> int:
    """Return how much is left free around a board, in pixels.

    >>> edge_of(420), edge_of(1100)
    (8, 16)
    """
    return EDGE if width >= ROOMY else SLIM


def narrow(w: float) -> bool:
    """Say whether things have to be spread over more lines in so much room: that of the two narrowest layouts.

    >>> [narrow(width - 2 * edge_of(width)) for width in WIDTHS[:4]]
    [True, True, False, False]
    """
    return w < TIGHT


def others_around(position: Position, own: int) -> list[int]:
    """List the other seats as around a table: the next to act after the own one comes first."""
    number = len(position.seats)
    return [(own + step) % number for step in range(1, number)]


def headline(canvas: Canvas, said: str, actor: int | None, x: float, y: float, w: float, beside: float) -> float:
    """Draw the sentence that says what is asked, behind the flag of the seat that acts; return the height taken.

    ``beside`` is the width that is kept free at its right; a narrow board has nothing beside it.
    """
    left = x if actor is None else x + 30
    # The height does not depend on the sentence: a board must not jump from turn to turn.
    high = 30.0 if w > 900 else 56.0
    room = w - beside - (left - x)
    told, kind, pitch = wrap(said, room, 21, "serif"), "title", 26
    if len(told) * pitch > high:
        told, kind, pitch = wrap(said, room, 16, "serif"), "asked", 18
    if narrow(w):  # nothing is beside it, and a language that needs more room must find it here
        tries = (wrap(said, w / longer - (left - x), 16, "serif") for longer in (*LONGER, 1))
        told, kind, pitch = next((each for each in tries if len(each) <= 3), told), "asked", 18
    first = y + high / 2 - pitch * (len(told) - 1) / 2 + 6
    canvas.add(lines(told, left, first, pitch, kind))
    if actor is not None:
        canvas.add(marks.flag(actor, x + 10, y + high / 2, 1.5))
    return high


def ground(canvas: Canvas, acts: bool, x: float, y: float, w: float, h: float) -> None:
    """Draw what the things of a seat lie on; ``acts`` says whether it is asked now."""
    canvas.under(marks.rect(x, y, w, h, "card-own" if acts else "card", 6))
    if acts:
        canvas.under(marks.rect(x, y + 8, 5, h - 16, "solid"))


def legend(
    canvas: Canvas, entries: Sequence[tuple[str, str, float]], columns: int, note: str, x: float, y: float, w: float
) -> float:
    """Explain marks in columns, each by its name, its words and its scale; return the height taken.

    ``note`` stands behind the last where there is room, else below; without one nothing does.
    """
    canvas.block(x, y)
    pitch = w / columns
    for index, (mark, label, scale) in enumerate(entries):
        row, column = divmod(index, columns)
        left, top = column * pitch, row * 25 + 12
        canvas.print(marks.use(mark, left + 11, top, scale), text(label, left + 28, top + 5, "mute"))
    high = 25.0 * -(-len(entries) // columns)
    if not note:
        return high + 2
    at = len(entries) % columns * pitch
    if not at or at + width(note, 13) > w:
        at, high = 0, high + 25
    canvas.print(text(note, at + 2, high - 8, "mute"))
    return high + 2
