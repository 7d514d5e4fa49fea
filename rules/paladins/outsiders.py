"""The right-hand actions against outsiders: Attack and Convert.

Sources: rulebook pages 20 and 21.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.findings import Finding

from . import naming
from .left import check_workers, posted, short_of
from .moves import Attack, Convert, Move
from .rewards import able, level, ongoing
from .right import SLOTS, silver_cost, slots_left, spaces_of
from .steps import TURN, Act, finding, pending, replace, with_seat
from .values import ATTACK, CONVERT, Position, Seat


def within(row: tuple[str, ...], flags: tuple[int, ...], reach: int) -> list[str]:
    """List the outsiders of a row whose flag is not above ``reach``."""
    return [card for card, flag in zip(row, flags, strict=True) if card and flag <= reach]


def attack_cost(position: Position, seat: Seat, place: int) -> int:
    """Return the silver for missing strength: 1 for every 2, rounded up (rules attack-silver, attack-weak)."""
    missing = position.game.strength_flags[place] - level(position, seat, "strength")
    return (missing + 1) // 2 if missing > 0 else 0


def may_attack(position: Position, seat: Seat, place: int) -> bool:
    """Say whether silver may help at all: always, or from the first flag on (option attack_below_first)."""
    game = position.game
    return game.options.attack_below_first or level(position, seat, "strength") >= game.strength_flags[0]


def attack_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and outsiders within reach."""
    if not may_attack(position, seat, 0):
        return ()
    strength, silver = level(position, seat, "strength"), seat.silver
    targets = within(position.outsiders, position.game.strength_flags, strength + 2 * silver)
    return position.game.spelled[Attack].aimed(groups, targets)


def check_outsider(position: Position, card: str) -> list[Finding]:
    """Refuse a card that does not lie in the row of outsiders."""
    if card and card in position.outsiders:
        return []
    cards = ", ".join(naming.outsider_name(position, other) for other in position.outsiders if other) or "none"
    text = f"{naming.outsider_name(position, card)} does not lie in the row." if card else "No card is named."
    return [finding("outsider-open", text, f"The cards there are: {cards}.")]


def check_attack(position: Position, seat: Seat, move: Attack) -> list[Finding]:
    """Check workers, the card, and silver for missing strength."""
    found = check_workers(seat, move.workers, spaces_of(position, seat, ATTACK), ATTACK)
    if away := check_outsider(position, move.card):
        return found + away
    place = position.outsiders.index(move.card)
    cost = attack_cost(position, seat, place)
    own, flag = level(position, seat, "strength"), position.game.strength_flags[place]
    if not may_attack(position, seat, place):
        found.append(finding("attack-weak", f"With strength {own} nobody can be attacked.", needed=flag, owned=own))
    elif seat.silver < cost:
        text = f"This asks for strength {flag}, and you have {own}; what is missing costs {cost} silver."
        found.append(
            finding("attack-silver", text, f"You have {seat.silver} silver.", needed=flag, owned=own, silver=cost)
        )
    return found


def attack(position: Position, number: int, move: Attack) -> Position:
    """Attack: influence and what the card brings; it lies face down then (rules attack-gain, attack-pile)."""
    seat = position.seats[number]
    cost = attack_cost(position, seat, position.outsiders.index(move.card)) - able(position, seat, "attack_silver")
    seat = posted(seat, ATTACK, move.workers, silver=cost)
    seat = replace(seat, attacked=(*seat.attacked, move.card))
    gains = (*position.game.catalogue.outsiders[move.card].attack, *ongoing(position, seat, "attack"))
    row = tuple(["" if card == move.card else card for card in position.outsiders])
    return with_seat(position, number, seat, outsiders=row, pending=pending(number, gains))


def convert_moves(position: Position, seat: Seat, groups: tuple[str, ...]) -> Sequence[Move]:
    """List workers and outsiders within reach."""
    if len(seat.converted) >= SLOTS:
        return ()
    if seat.silver < silver_cost(position, seat, CONVERT):
        return ()
    faith = level(position, seat, "faith")
    targets = within(position.outsiders, position.game.faith_flags, faith)
    return position.game.spelled[Convert].aimed(groups, targets)


def check_convert(position: Position, seat: Seat, move: Convert) -> list[Finding]:
    """Check workers, silver, the card and faith, which silver cannot replace."""
    found = check_workers(seat, move.workers, spaces_of(position, seat, CONVERT), CONVERT)
    found += slots_left(len(seat.converted), "conversions")
    cost = silver_cost(position, seat, CONVERT)
    if seat.silver < cost:
        found.append(short_of("convert-cost", "silver", cost, seat.silver))
    if away := check_outsider(position, move.card):
        return found + away
    own, flag = level(position, seat, "faith"), position.game.faith_flags[position.outsiders.index(move.card)]
    if own < flag:
        text = f"This asks for faith {flag}, and you have {own}; silver does not help here."
        found.append(finding("convert-faith", text, f"You need {flag - own} more.", needed=flag, owned=own))
    return found


def convert(position: Position, number: int, move: Convert) -> Position:
    """Convert: strength as the card says; it lies face up below the board (rule convert-gain)."""
    seat = position.seats[number]
    seat = posted(seat, CONVERT, move.workers, silver=silver_cost(position, seat, CONVERT))
    seat = replace(seat, converted=(*seat.converted, move.card))
    strength = position.game.catalogue.outsiders[move.card].strength
    gains = (*("strength",) * strength, *ongoing(position, seat, "convert"))
    row = tuple(["" if card == move.card else card for card in position.outsiders])
    return with_seat(position, number, seat, outsiders=row, pending=pending(number, gains))


TURN[Attack] = Act(check_attack, attack)
TURN[Convert] = Act(check_convert, convert)
