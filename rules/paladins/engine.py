"""The methods behind a position: the table of its questions at work, and views."""

from __future__ import annotations

from random import Random

from rules.arguments import check_seat

from . import free, inquisition, rounds, solo, turn  # noqa: F401  (they register their questions)
from .steps import replace
from .values import UNKNOWN, Position


def view(position: Position, seat: int) -> Position:
    """Hide what a seat may not know (rule paladin-secret): others' hands, decks, and paladins not yet revealed."""
    seat = check_seat(seat, len(position.seats))
    choosing = position.step == "paladin"
    seats = tuple(
        other
        if number == seat
        else replace(
            other,
            hand=(UNKNOWN,) * len(other.hand),
            top=UNKNOWN if other.top else "",
            under=(UNKNOWN,) * len(other.under),
            paladin=UNKNOWN if choosing and other.paladin else other.paladin,
        )
        for number, other in enumerate(position.seats)
    )
    return replace(position, seats=seats)


def imagine(position: Position, seat: int, random: Random) -> Position:
    """Deal anew what a seat may not know: which of their unused paladins the others hold, and where these lie."""
    choosing = position.step == "paladin"
    seats = []
    for number, other in enumerate(position.seats):
        if number != seat:
            shown = {*other.used, *(() if choosing else (other.paladin,))}
            pool = sorted(set(position.catalogue.paladins) - shown)
            random.shuffle(pool)
            other = replace(
                other,
                paladin=pool.pop() if choosing and other.paladin else other.paladin,
                hand=tuple(sorted(pool.pop() for _ in other.hand)),
                top=pool.pop() if other.top else "",
                under=tuple(pool.pop() for _ in other.under),
            )
        seats.append(other)
    return replace(position, seats=tuple(seats))
