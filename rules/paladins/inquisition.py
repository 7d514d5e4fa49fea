"""The Inquisition: abilities of townsfolk in their owner's order, then debts, discards and a new tax supply.

Source: rulebook page 23.
"""

from __future__ import annotations

from rules.findings import Finding

from . import naming
from .moves import Activate, Move
from .rewards import counted
from .steps import DECISIONS, Decision, Pending, finding, pending, prepare, replace, turn_order
from .values import ATTRIBUTES, Position
from .workers import LETTERS

TRIGGERS = frozenset({"inquisition", "suspected", "innocent"})
#: Gains that come to the same in any order, but for what a discarded suspicion card changes.
EITHER_WAY = frozenset({*LETTERS, *ATTRIBUTES, "silver", "provision", "pardon"})


@prepare("inquisition")
def begin(position: Position) -> Position:
    """Let every seat use its townsfolk, passed or not (rules inquisition-abilities, inquisition-passed)."""
    cards = position.game.catalogue.townsfolk
    rows: Pending = tuple(
        (number, "abilities")
        for number in turn_order(position)
        if any(card in cards and cards[card].trigger in TRIGGERS for card in position.seats[number].townsfolk)
    )
    number = position.pending[0][0]
    return replace(position, pending=(*rows, (number, "judgement"), *position.pending[1:]), fired=())


def waiting(position: Position) -> list[str]:
    """List the townsfolk of the seat in line that have still to be used."""
    cards = position.game.catalogue.townsfolk
    seat = position.seats[position.pending[0][0]]
    return [card for card in seat.townsfolk if cards[card].trigger in TRIGGERS and card not in position.fired]


def order_matters(position: Position, left: list[str]) -> bool:
    """Say whether the order in which the cards are used can change anything."""
    if len(left) < 2:
        return False
    cards = position.game.catalogue.townsfolk
    gains = [gain for card in left for gain in cards[card].ongoing]
    if not EITHER_WAY.issuperset(gains):
        return True
    held = len(position.seats[position.pending[0][0]].suspicion)
    triggers = [cards[card].trigger for card in left]
    discards = gains.count("pardon")
    if not held or not discards:
        return False
    if "innocent" in triggers and discards >= held:
        return True
    return "suspected" in triggers and held >= 2 > held - discards


def fire(position: Position, card: str) -> Position:
    """Use one card: it pays if its condition holds now."""
    number = position.pending[0][0]
    row = position.game.catalogue.townsfolk[card]
    held = len(position.seats[number].suspicion)
    pays = {"inquisition": True, "suspected": held >= 2, "innocent": held == 0}[row.trigger]
    gains = pending(number, row.ongoing) if pays else ()
    return replace(position, fired=tuple(sorted((*position.fired, card))), pending=gains + position.pending)


@prepare("abilities")
def ready_abilities(position: Position) -> Position | None:
    """Use cards whose order makes no difference; ask where it does (rule inquisition-order)."""
    left = waiting(position)
    if not left:
        return replace(position, pending=position.pending[1:])
    return None if order_matters(position, left) else fire(position, left[0])


def activate_moves(position: Position) -> tuple[Move, ...]:
    """List the cards that have still to be used."""
    return tuple(Activate(card) for card in waiting(position))


def check_activate(position: Position, move: Activate) -> list[Finding]:
    """Refuse a card that the seat does not have, or has used in this inquisition."""
    left = waiting(position)
    if move.card in left:
        return []
    card = naming.townsfolk_name(position, move.card)
    text = f"{card} is no townsfolk card that you have still to use in this inquisition."
    names = naming.joined([naming.townsfolk_name(position, each) for each in left], "or")
    return [finding("inquisition-order", text, f"Choose {names}.")]


def activate(position: Position, move: Activate) -> Position:
    """Use one card."""
    return fire(position, move.card)


DECISIONS["abilities"] = Decision(
    "Choose which of your townsfolk acts next in the inquisition.",
    (Activate,),
    activate_moves,
    check_activate,
    activate,
)


@prepare("judgement")
def judge(position: Position) -> Position:
    """Give a debt to whoever has most suspicion cards, and discard half of theirs, the newest first.

    Rules inquisition-debt, inquisition-discard, inquisition-refill. The debts need no pile: it counts as unlimited
    (rule supply-unlimited).
    """
    seats = list(position.seats)
    opponent = position.opponent
    held = [len(seat.suspicion) for seat in seats]
    if opponent is not None:
        held.append(len(opponent.suspicion))
    most = max(held)
    out = position.suspicion_out
    if most:
        kept = most - most // 2
        for number, seat in enumerate(seats):
            if len(seat.suspicion) == most:
                out = counted(position, out, seat.suspicion[kept:])
                seats[number] = replace(seat, unpaid=seat.unpaid + 1, suspicion=seat.suspicion[:kept])
        if opponent is not None and len(opponent.suspicion) == most:
            out = counted(position, out, opponent.suspicion[kept:])
            opponent = replace(opponent, unpaid=opponent.unpaid + 1, suspicion=opponent.suspicion[:kept])
    return replace(
        position,
        seats=tuple(seats),
        opponent=opponent,
        suspicion_out=out,
        tax=position.game.full_tax(len(seats)),
        pending=position.pending[1:],
        fired=(),
    )
