"""What the solo opponent gains: resources move its marker, workers are all alike, choices follow fixed rules.

Source: rulebook pages 28 to 31.
"""

from __future__ import annotations

from .catalogue import TAXES
from .rewards import counted
from .steps import COLLECT, opponent_of, pending, replace
from .values import ATTRIBUTES, LEFT, OPPONENT, Opponent, Position

FIELDS = 5


def lowest(opponent: Opponent) -> str:
    """Return the attribute with the lowest level; of several, the one whose marker lies on top (rule solo-track)."""
    least = min(opponent.faith, opponent.strength, opponent.influence)
    return next(name for name in reversed(opponent.stack) if getattr(opponent, name) == least)


def raised(opponent: Opponent, attribute: str, cap: int) -> Opponent:
    """Move one marker up by one; it lands on top of what lies there (rule solo-stack)."""
    value: int = getattr(opponent, attribute)
    if value >= cap:
        return opponent
    stack = (*(name for name in opponent.stack if name != attribute), attribute)
    return replace(opponent, stack=stack, **{attribute: value + 1})


def advanced(opponent: Opponent, steps: int, cap: int) -> Opponent:
    """Move the resource marker; each time it goes round, the lowest attribute rises (rule solo-track)."""
    for _ in range(steps):
        marker = (opponent.marker + 1) % FIELDS
        opponent = replace(opponent, marker=marker)
        if marker == 0:
            opponent = raised(opponent, lowest(opponent), cap)
    return opponent


def without_tax(position: Position, amount: int) -> Position:
    """Return silver from the tax supply to the general supply; the last one may bring an inquisition.

    Option ``opponent_inquisition`` (rule solo-inquisition); without it the supply stays empty until a player must take
    from it.
    """
    left = position.tax - min(amount, position.tax)
    position = replace(position, tax=left)
    if left == 0 and position.game.options.opponent_inquisition:
        return replace(position, pending=((OPPONENT, "inquisition"), *position.pending))
    return position


def nearest(position: Position, places: int) -> list[int]:
    """List the places of a row in the order in which the opponent tries them (rule solo-target)."""
    marker = opponent_of(position).marker
    return [*range(marker, places), *range(marker)]


def dismissed(position: Position) -> Position:
    """Dismiss the townsfolk card at the marker for its reward (rule solo-recruit); nothing in an empty row."""
    row = position.townsfolk
    for place in nearest(position, len(row)):
        if row[place]:
            gains = pending(OPPONENT, position.game.catalogue.townsfolk[row[place]].dismiss)
            left = (*row[:place], "", *row[place + 1 :])
            return replace(position, townsfolk=left, pending=gains + position.pending)
    return position


def prayed(position: Position) -> Position:
    """Free the right side, or gain a worker when it is empty; shuffle all scheme cards (rule solo-pray)."""
    opponent = opponent_of(position)
    if any(opponent.placed[LEFT:]):
        opponent = replace(opponent, placed=(*opponent.placed[:LEFT], *(0,) * 6))
    else:
        opponent = replace(opponent, workers=opponent.workers + 1)
    schemes = tuple(sorted(opponent.schemes + opponent.schemes_out))
    return replace(position, opponent=replace(opponent, schemes=schemes, schemes_out=()))


def built(opponent: Opponent) -> Opponent:
    """Place a free workshop where fewest stand, the first of those (rule solo-workshop)."""
    least = min(opponent.workshops)
    if least >= 2:
        return opponent
    index = opponent.workshops.index(least)
    masks = (*opponent.workshops[:index], least + 1, *opponent.workshops[index + 1 :])
    return replace(opponent, workshops=masks)


def chosen(opponent: Opponent, choice: str) -> str:
    """Return the side of a choice that the opponent takes (rule solo-choice).

    Of attributes the lowest; else the left side, unless that is to settle and there is no debt.
    """
    sides = choice.split("/")
    if all(side in ATTRIBUTES for side in sides):
        return lowest(opponent)
    if sides[0] == "settle" and not opponent.unpaid:
        return sides[1]
    return sides[0]


def collect(position: Position) -> Position:
    """Settle the first pending gain of the opponent."""
    opponent = opponent_of(position)
    gain = position.pending[0][1]
    position = replace(position, pending=position.pending[1:])
    cap = position.game.cap
    if gain in ("silver", "provision"):
        return replace(position, opponent=advanced(opponent, 1, cap))
    if amount := TAXES.get(gain, 0):
        return without_tax(replace(position, opponent=advanced(opponent, amount, cap)), amount)
    if gain in ATTRIBUTES:
        return replace(position, opponent=raised(opponent, gain, cap))
    if gain == "pardon":
        if not opponent.suspicion:
            return without_tax(position, 1)  # rule solo-nothing
        out = counted(position, position.suspicion_out, opponent.suspicion[-1:])
        return replace(position, opponent=replace(opponent, suspicion=opponent.suspicion[:-1]), suspicion_out=out)
    if gain == "destroy":
        if not opponent.unpaid:
            return without_tax(position, 1)
        return replace(position, opponent=replace(opponent, unpaid=opponent.unpaid - 1))
    if gain == "settle":
        if opponent.unpaid:
            opponent = replace(opponent, unpaid=opponent.unpaid - 1, paid=opponent.paid + 1)
        return replace(position, opponent=opponent)
    if gain == "debt":
        return replace(position, opponent=replace(opponent, unpaid=opponent.unpaid + 1))
    if gain == "pray":
        return prayed(position)
    if gain == "recruit":
        return dismissed(position)
    if gain == "workshop":
        return replace(position, opponent=built(opponent))
    if "/" in gain:
        return replace(position, pending=((OPPONENT, chosen(opponent, gain)), *position.pending))
    if "+" in gain:
        return replace(position, pending=pending(OPPONENT, gain.split("+")) + position.pending)
    position = replace(position, opponent=replace(opponent, workers=opponent.workers + 1))
    if gain == "X":
        return replace(position, pending=((OPPONENT, "suspicion"), *position.pending))
    return position


COLLECT[True] = collect
