"""What the seats of a table are called: by the colours of their pieces, in the rules' sentences and on the boards."""

from __future__ import annotations

from typing import Final

SEAT_COLOURS: Final = ("blue", "red", "green", "yellow", "grey")
"""What the seats are called: seat 0 is blue, and so on."""


def seat_colour(seat: int) -> str:
    """Return the name of a seat as it stands in a sentence.

    >>> seat_colour(0), seat_colour(4)
    ('Blue', 'Grey')
    """
    return SEAT_COLOURS[seat].capitalize()
