"""The methods behind a position: the table of its questions at work, and views."""

from __future__ import annotations

from random import Random

from rules.arguments import check_seat

from . import (  # noqa: F401  (they register their questions)
    banners,
    black,
    death,
    dice,
    headman,
    market,
    plow,
    rounds,
    school,
    travel,
    white,
)
from .steps import replace
from .values import LETTERS, UNKNOWN, Position


def view(position: Position, seat: int) -> Position:
    """Hide what a seat may not know: the travel card that another one has looked at and may still put back.

    Everything else lies open (rule open-information), and nobody knows the order of the stacks.
    """
    seat = check_seat(seat, len(position.seats))
    if not position.drawn or seat == position.acting:
        return position
    return replace(position, drawn=UNKNOWN)


def imagine(position: Position, seat: int, random: Random) -> Position:
    """Deal anew what a seat may not know: the travel card that another one has looked at."""
    seen = view(position, seat)
    if seen.drawn != UNKNOWN:
        return seen
    # The card stays in its stack until it is laid, so the stack holds all that it may be.
    stack = seen.travel_decks[LETTERS.index(letter(seen))]
    return replace(seen, drawn=random.choice(stack))


def letter(position: Position) -> str:
    """Return the letter of the journey that goes on: the next one after the cards that the acting seat has laid."""
    return LETTERS[len(position.seats[position.acting].travel)]
