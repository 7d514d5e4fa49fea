"""Whether the rows and the sweep know all that the cards on the table can do.

Both count what inquisitions, settled debts and walls bring by chance, each kind of gain in its own way, and know what
such cards usually bring: workers, goods, attributes, discarded suspicion. An owner's card may bring anything else. What
is counted is named here; with all the rest a round is searched by the rules core, which needs to know nothing.
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
    for number, other in enumerate(position.seats):
        # How much suspicion others hold when debts are given is counted by what they surely discard.
        for trigger, gains in _owned(position, other) if number != request.seat else ():
            if trigger in INQUISITION and any("pardon" in gain and gain != "pardon" for gain in gains):
                return False
    owned = _owned(position, seat, position.townsfolk)
    return all(_known(trigger, gains) for trigger, gains in owned)


def _owned(position: Position, seat: Seat, more: Iterable[str] = ()) -> Iterator[tuple[str, Gains]]:
    """List what the townsfolk of a seat pay, and ``more`` cards that it may keep."""
    cards = position.catalogue.townsfolk
    for card in (*seat.townsfolk, *more):
        if card in cards:
            yield cards[card].trigger, cards[card].ongoing


def _known(trigger: str, gains: Iterable[str]) -> bool:
    if trigger == "settle":
        return SIMPLE.issuperset(gains)
    if trigger in INQUISITION:
        return (SIMPLE | {"pardon"}).issuperset(gains)
    return True
