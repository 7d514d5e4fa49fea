"""What must hold in every position of Paladins, for the suite that all games go through.

Nothing here asks the game's own check of positions: cards, pieces, tax and workers are counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.paladins.values import Position, Seat

replace = msgspec.structs.replace

#: The order of steps within a round; steps that follow each other in turn share a number.
PROGRESS = {
    "townsfolk_card": 0, "outsider_card": 1, "order": 2, "favour_card": 3, "tavern_card": 4, "paladins": 5,
    "paladin": 6, "tavern": 7, "taverns_end": 7, "action": 8, "next": 8, "scheme": 8, "answered": 8, "over": 9,
    "welcome_end": -1,
}  # fmt: skip
LIMITS = {"monks": 7, "outposts": 7, "unpaid": 999, "paid": 999, "silver": 999, "provisions": 999, "faith": 12,
          "strength": 12, "influence": 12}  # fmt: skip


def moment(position: Position) -> tuple[int, int]:
    """Say how far the game has come; this never goes back."""
    return position.round, PROGRESS[position.step]


def people(position: Position) -> list[Any]:
    """List seats and opponent."""
    return [*position.seats, *([position.opponent] if position.opponent is not None else [])]


def defects(position: Position) -> Iterator[tuple[str, str]]:
    """List what is wrong, as (check, detail)."""
    owners = people(position)
    for number, owner in enumerate(owners):
        for name, most in LIMITS.items():
            if not 0 <= getattr(owner, name, 0) <= most:
                yield "stocks and limits", f"{number}: {name} is {getattr(owner, name)}"
        if max(len(owner.walls), len(owner.converted), owner.jars if number == len(position.seats) else 0) > 7:
            yield "seven slots", f"{number}"
    pieces = Counter(piece for area in position.board for piece in area)
    for number, owner in enumerate(owners):
        if pieces[1 + 2 * number] != owner.monks or pieces[2 + 2 * number] != owner.outposts:
            yield "pieces", f"{number}: {owner.monks} monks, {owner.outposts} outposts, {pieces}"
    if [len(area) for area in position.board] != {1: [2, 4, 6, 7, 5, 1], 2: [2, 4, 6, 7, 5, 1], 3: [3, 6, 8, 9, 6, 2],
                                                  4: [4, 7, 9, 10, 7, 3]}[len(position.seats)]:  # fmt: skip
        yield "spaces", str([len(area) for area in position.board])
    yield from cards(position, owners)
    for number, seat in enumerate(position.seats):
        yield from seat_defects(position, number, seat)
    full = position.game.full_tax(len(position.seats))
    judging = any(what in ("inquisition", "judgement") for _, what in position.pending)
    if not (0 if judging else 1) <= position.tax <= full:
        yield "tax supply", f"{position.tax} of {full}"


def cards(position: Position, owners: list[Any]) -> Iterator[tuple[str, str]]:
    """Every card lies in one place at most, and decks are what is not elsewhere."""
    beaten = [card for owner in owners for card in (*owner.attacked, *owner.converted)]
    for name, lying, number in (
        (
            "townsfolk",
            [*position.townsfolk, *position.townsfolk_deck, *(c for s in position.seats for c in s.townsfolk)],
            32,
        ),
        ("outsiders", [*position.outsiders, *position.outsider_deck, *beaten], 36),
        ("taverns", [*position.taverns, *position.tavern_deck], 24),
    ):
        here = [card for card in lying if card]
        if len(set(here)) != len(here) or len(here) > number:
            yield "one place per card", f"{name}: {sorted(here)}"
    if len(position.wall_deck) + sum(len(owner.walls) for owner in owners) != 24:
        yield "24 walls", str(len(position.wall_deck))
    if sum(position.suspicion_out) + sum(len(owner.suspicion) for owner in owners) > 24:
        yield "24 suspicion cards", str(position.suspicion_out)
    if position.opponent is not None:
        schemes = len(position.opponent.schemes) + len(position.opponent.schemes_out)
        if schemes != 12 + len(position.favours):
            yield "scheme cards", str(schemes)


def seat_defects(position: Position, number: int, seat: Seat) -> Iterator[tuple[str, str]]:
    """List what is wrong with one seat."""
    known = [card for card in (*seat.used, *seat.hand, *seat.under, seat.top, seat.paladin) if card]
    if len(set(known)) != len(known) or len(known) > 12 or len(seat.used) != position.round - 1:
        yield "twelve paladins", f"{number}: {known}"
    for group in (seat.workers, *seat.placed):
        if "".join(sorted(group, key="LSMFCX".index)) != group:
            yield "canonical workers", f"{number}: {group}"
    for group, action in zip(seat.placed, position.game.actions, strict=True):
        if len(group) > len(action.spaces):
            yield "spaces of an action", f"{number}: {seat.placed}"
    if sum((0, 1, 1, 2)[mask] for mask in seat.workshops) > 8:
        yield "eight workshops", f"{number}: {seat.workshops}"
    passed = position.step in ("action", "next") and number not in position.queue
    if passed and any(seat.placed):
        yield "who passed has an empty board", f"{number}: {seat.placed}"
    later = "peddler_1" in seat.townsfolk  # an inquisition may still bring its owner a Labourer
    if passed and len(seat.workers) > 3 and not later and not any(what == "keep" for _, what in position.pending):
        yield "three workers stay", f"{number}: {seat.workers}"


def twins(position: Position, viewer: int) -> Iterator[tuple[str, Position]]:
    """List positions that differ from this one only in what ``viewer`` may not know."""
    for number, seat in enumerate(position.seats):
        if number == viewer:
            continue
        known = {*seat.used, *seat.hand, *seat.under, seat.top, seat.paladin}
        spare = [card for card in position.game.paladins if card not in known]
        if seat.top and spare:
            yield "top card", with_seat(position, number, replace(seat, top=spare[0]))
        if seat.under and spare:
            yield "card below", with_seat(position, number, replace(seat, under=(*seat.under[:-1], spare[0])))
        if seat.hand and spare:
            yield "hand", with_seat(position, number, replace(seat, hand=tuple(sorted((*seat.hand[1:], spare[0])))))
        if position.step == "paladin" and seat.paladin and spare:
            yield "paladin", with_seat(position, number, replace(seat, paladin=spare[0]))


def with_seat(position: Position, number: int, seat: Seat) -> Position:
    """Replace one seat."""
    return replace(position, seats=(*position.seats[:number], seat, *position.seats[number + 1 :]))
