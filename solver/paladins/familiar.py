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
from rules.paladins.right import spaces_of
from rules.paladins.values import ACTIONS, ATTRIBUTES, DEVELOP, LEFT, PRAY, Position, Seat

from .chances import unseen_walls
from .limits import WORKSHOPS, Limits
from .table import CHOOSING, on_table

if TYPE_CHECKING:
    from solver.request import Request

#: Gains that change a number and nothing else.
SIMPLE = frozenset({*"LSMFC", "silver", "provision", *ATTRIBUTES})


def familiar(request: Request) -> bool:
    """Say whether the rows and the sweep know all that can come up in the rest of this round."""
    position = on_table(request)
    seat = position.seats[request.seat]
    if unseen_walls(position).strange or _pushes(request):
        return False
    for number, other in enumerate(position.seats):
        # How much suspicion others hold when debts are given is counted by what they surely discard.
        for trigger, gains in _owned(position, other) if number != request.seat else ():
            if trigger in INQUISITION and any("pardon" in gain and gain != "pardon" for gain in gains):
                return False
    owned = _owned(position, seat, position.townsfolk)
    return all(_known(trigger, gains) for trigger, gains in owned)


def _pushes(request: Request) -> bool:
    """Say whether a workshop may send the last worker off an action, which the engines know of no action.

    Workers fill an action, so that on a table one is always left; a position that was typed in may hold fewer.
    """
    position = on_table(request)
    seat = position.seats[request.seat]
    fewer = any(
        seat.placed[index] and len(seat.placed[index]) != len(spaces_of(position, seat, index))
        for index in range(LEFT, len(ACTIONS))
    )
    return fewer and _may_build(request)


def _may_build(request: Request) -> bool:
    """Say whether the seat may come to place a workshop in the rest of the round."""
    position = on_table(request)
    seat = position.seats[request.seat]
    if seat.developed == WORKSHOPS:
        return False
    if not seat.placed[PRAY] or not seat.placed[DEVELOP] or position.step in CHOOSING:
        return True
    # Only what can be done while nothing is freed may bring the first Pray.
    shut = [name for name, group in zip(ACTIONS, seat.placed, strict=True) if group]
    words = Limits(request, shut).fixed
    return words["pray"] > 0 or words["workshop"] > 0


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
