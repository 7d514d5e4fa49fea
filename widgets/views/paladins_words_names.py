"""Names and amounts of Paladins of the West Kingdom as the board says them, and what seats are called.

The words for cards, spaces and gains are those of the rules floor (``rules.paladins.naming``), so that plans and boards
speak alike.
"""

from __future__ import annotations

from typing import Final

from rules.paladins.naming import (
    ABILITIES,
    DEEDS,
    KINDS,
    NOUNS,
    PIECES,
    RING,
    SCORINGS,
    TRIGGER_NAMES,
    TRIGGERS,
    Printed,
    action_name,
    both,
    capital,
    count,
    favour_name,
    favour_words,
    gain_words,
    jar_name,
    joined,
    name,
    needs_ring,
    order_words,
    outsider_name,
    outsider_words,
    paladin_name,
    paladin_words,
    plain,
    ring,
    scheme_name,
    space_name,
    spaces_words,
    tavern_name,
    townsfolk_name,
    townsfolk_words,
    wall_words,
    workers_words,
)
from rules.paladins.values import Position
from rules.seats import seat_colour as seat_name

OPPONENT_NAME: Final = "the opponent"


def side(position: Position, number: int) -> str:
    """Return what a seat is called, or the solo opponent, which has the number after the last seat."""
    return seat_name(number) if number < len(position.seats) else OPPONENT_NAME


__all__ = [
    "ABILITIES",
    "DEEDS",
    "KINDS",
    "NOUNS",
    "OPPONENT_NAME",
    "PIECES",
    "RING",
    "SCORINGS",
    "TRIGGERS",
    "TRIGGER_NAMES",
    "Printed",
    "action_name",
    "both",
    "capital",
    "count",
    "favour_name",
    "favour_words",
    "gain_words",
    "jar_name",
    "joined",
    "name",
    "needs_ring",
    "order_words",
    "outsider_name",
    "outsider_words",
    "paladin_name",
    "paladin_words",
    "plain",
    "ring",
    "scheme_name",
    "seat_name",
    "side",
    "space_name",
    "spaces_words",
    "tavern_name",
    "townsfolk_name",
    "townsfolk_words",
    "wall_words",
    "workers_words",
]
