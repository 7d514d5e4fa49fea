"""Which customers matter to the next turn, and which only count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from rules.my_village.moves import Bailiff, Buy, Free, Move
from rules.my_village.outcomes import Reveal
from rules.my_village.values import GOODS, PLOW, Position, Seat


def missing(goods: list[int], wanted: tuple[str, ...]) -> int:
    """Count the goods that a customer wants and that cannot be there."""
    return sum([max(0, number - goods[GOODS.index(good)]) for good, number in Counter(wanted).items()])


def servable(position: Position, seat: Seat, card: str) -> bool:
    """Say whether a customer could be served in a turn that begins with what the seat holds, at some value."""
    hall = position.catalogue.halls.get(seat.hall)
    jokers = seat.jokers + (hall.amount if hall is not None and hall.effect == "guild" else 0)
    goods = [number + bool(building) for number, building in zip(seat.goods, seat.crafts, strict=True)]
    goods[PLOW] += sum(seat.fields)
    return missing(goods, position.catalogue.customers[card].goods) <= jokers


def choices(position: Position, number: int, moves: Iterable[Move]) -> list[Move]:
    """Keep one group of customers for each number and those in it who could be served in the next turn.

    The others only count as customers; who is left in the row does not matter, for whoever comes then is not served.
    """
    seat = position.seats[number]
    can = {card for card in position.customers if card and servable(position, seat, card)}
    kept: dict[tuple[object, ...], Move] = {}
    for move in moves:
        key: tuple[object, ...] = (move,)
        if isinstance(move, Bailiff | Buy):
            key = type(move), len(move.customers), frozenset(can.intersection(move.customers))
        elif isinstance(move, Free):
            key = Free, move.customer == "none", move.customer if move.customer in can else ""
        kept.setdefault(key, move)
    return list(kept.values())


def waiting(
    position: Position, number: int, outcomes: Iterable[tuple[Reveal, Fraction]]
) -> list[tuple[Reveal, Fraction]]:
    """Join the customers who may be turned up and cannot be served in the next turn: these only count."""
    seat = position.seats[number]
    kept: list[tuple[Reveal, Fraction]] = []
    others: list[tuple[Reveal, Fraction]] = []
    for outcome, share in outcomes:
        (kept if servable(position, seat, outcome.card) else others).append((outcome, share))
    if others:
        kept.append((others[0][0], sum([share for _, share in others], Fraction(0))))
    return kept
