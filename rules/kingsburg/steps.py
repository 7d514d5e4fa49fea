"""The table of steps: what each one asks, what chance does in it, and what runs by itself.

A step is a decision (somebody is asked), a chance node, or automatic. Each module of this room registers the
steps of its phase here and names the step that follows; :func:`run` goes on until somebody is asked, chance
must answer, or the game is over. So the phases need not import each other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from rules.questions import Chance, Decision, register, with_seat
from rules.rule_table import finding as table_finding
from rules.wording import plain

from .values import Position, Seat

replace = msgspec.structs.replace
DECISIONS: dict[str, Decision] = {}
CHANCES: dict[str, Chance] = {}
AUTOMATIC: dict[str, Callable[[Position], Position]] = {}


finding = partial(table_finding, __package__)  #: makes a finding by a rule of this game's table
automatic = partial(register, AUTOMATIC)  #: registers a function as the automatic step of a name


def run(position: Position) -> Position:
    """Go through automatic steps until a decision, a chance node or the end."""
    while not position.owed and (function := AUTOMATIC.get(position.step)) is not None:
        position = function(position)
    return position


def goods_count(number: int) -> str:
    """Return a number of goods.

    >>> goods_count(1), goods_count(2)
    ('1 good', '2 goods')
    """
    return f"{number} {'good' if number == 1 else 'goods'}"


def called(position: Position, key: str) -> str:
    """Return what a building, a governor or an effect is called; a key that is none of them in plain words.

    >>> import rules
    >>> position = rules.load("kingsburg").setup(players=3, seed=1)
    >>> called(position, "town_hall"), called(position, "no_such_thing")
    ('Town Hall', 'No such thing')
    """
    cell = position.game.long_sheet.by_id.get(key)
    if cell is not None:
        return cell.building.name.en
    card = position.catalogue.governors.get(key)
    return card.name.en if card is not None else plain(key)


def with_points(seat: Seat, source: int, points: int, **changes: Any) -> Seat:
    """Add points of one source to a seat (and replace other fields)."""
    old = seat.points
    return replace(seat, points=(*old[:source], old[source] + points, *old[source + 1 :]), **changes)


def with_used(seat: Seat, effect: str) -> tuple[str, ...]:
    """Return the names of used effects with one more."""
    return tuple(sorted((*seat.used, effect)))


def governor_of(position: Position, effect: str) -> int:
    """Return the seat whose revealed governor has this effect, or -1."""
    if "governors" in position.modules:
        governors = position.game.catalogue.governors
        for number, seat in enumerate(position.seats):
            if seat.governor and seat.governor in governors and governors[seat.governor].effect == effect:
                return number
    return -1


__all__ = ["Chance", "Decision", "with_seat"]
