"""Whether the rows and the sweep know all that the cards on the table can do.

Both count what inquisitions, settled debts and walls bring by chance, each kind of gain in its own way, and they were
made for what such cards bring: workers, goods, attributes, discarded suspicion. An owner's card may bring anything else.
What a card is asked for is named here where it is known to be counted; all the rest goes to the search by the rules core
(see ``unfamiliar.py``), which needs to know nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rules.paladins.catalogue import Gains
from rules.paladins.inquisition import TRIGGERS as INQUISITION
from rules.paladins.values import ATTRIBUTES, Position, Seat

from .chances import unseen_walls
from .table import on_table

if TYPE_CHECKING:
    from solver.request import Request

#: Gains that change a number and nothing else.
SIMPLE = frozenset({*"LSMFC", "silver", "provision", *ATTRIBUTES})


def familiar(request: Request) -> bool:
    """Say whether the rows and the sweep know all that can come up in the rest of this round."""
    position = on_table(request)
    seat = position.seats[request.seat]
    if unseen_walls(position).strange:
        return False
    return all(_known(trigger, gains) for trigger, gains in _ongoing(position, seat))


def _ongoing(position: Position, seat: Seat) -> Iterator[tuple[str, Gains]]:
    """List what townsfolk pay that the seat has, or may keep."""
    cards = position.catalogue.townsfolk
    for card in (*seat.townsfolk, *position.townsfolk):
        if card in cards:
            yield cards[card].trigger, cards[card].ongoing


def _known(trigger: str, gains: Iterable[str]) -> bool:
    if trigger == "settle":
        return SIMPLE.issuperset(gains)
    if trigger in INQUISITION:
        return (SIMPLE | {"pardon"}).issuperset(gains)
    return True
