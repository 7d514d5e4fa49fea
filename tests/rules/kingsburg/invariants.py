"""What must hold in every position of Kingsburg, for the suite that all games go through.

Nothing here asks the game's own check of positions: stocks, dice and markers are counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from rules.kingsburg.values import Placement, Position, Seat

replace = msgspec.structs.replace

#: The order of steps within a phase; steps that call each other share a number.
PROGRESS = {
    "governor": 0, "year": 0, "sorcerer": 1, "season": 2, "neutral": 3, "blessing": 4, "bonus": 5, "roll": 6,
    "change": 7, "reroll": 7, "influence": 8, "duke": 9, "gifts": 10, "peek": 10, "works": 11, "build": 12,
    "second": 12, "ask_second": 12, "season_end": 13, "town_hall": 14, "recruit": 15, "army": 16, "king": 16,
    "academy": 17, "reveal": 18, "losses": 19, "year_end": 20, "over": 21,
}  # fmt: skip
ROLLED = {"change", "influence"}
FREE = {"build", "second", "ask_second", "season_end", "town_hall", "recruit", "army", "king", "academy", "reveal",
        "losses", "year_end", "over", "works"}  # fmt: skip


def moment(position: Position) -> tuple[int, int, int]:
    """Say how far the game has come; this never goes back."""
    return position.year, position.phase, PROGRESS[position.step]


def defects(position: Position) -> Iterator[tuple[str, str]]:
    """List what is wrong, as (check, detail)."""
    numbers = range(len(position.seats))
    if sorted(position.order) != list(numbers):
        yield "order", str(position.order)
    if position.envoy not in (-1, *numbers):
        yield "envoy", str(position.envoy)
    if len(set(position.queue)) != len(position.queue):
        yield "queue", str(position.queue)
    if not 1 <= position.year <= 5 or not 0 <= position.phase <= 8:
        yield "calendar", f"year {position.year}, phase {position.phase}"
    groups = position.placements
    if position.step in FREE and groups:
        yield "advisors emptied", position.step
    board = Counter(group.rank for group in groups if not group.private)
    double = [rank for rank, number in board.items() if number > 1]
    if double and not any(group.envoy for group in groups if group.rank in double):
        yield "one seat per advisor", str(double)
    if len(double) > 1 or any(board[rank] > 2 for rank in double):
        yield "one envoy", str(double)
    for number, seat in enumerate(position.seats):
        yield from seat_defects(position, number, seat, [group for group in groups if group.seat == number])


def seat_defects(position: Position, number: int, seat: Seat, own: list[Placement]) -> Iterator[tuple[str, str]]:
    """List what is wrong with one seat and its groups on advisors."""
    stocks = (seat.gold, seat.wood, seat.stone, seat.soldiers, seat.markers, seat.bonus_dice)
    if min(stocks) < 0:
        yield "stocks", f"seat {number}: {stocks}"
    if any(not 0 <= count <= 4 for count in seat.built) or len(seat.built) != len(position.sheet.letters):
        yield "sheet", f"seat {number}: {seat.built}"
    dice = len(seat.dice) + sum(len(group.dice) for group in own)
    white = len(seat.bonus) + sum(len(group.bonus) for group in own)
    step = "" if position.owed else position.step
    if dice > 3 or (step in ROLLED and dice != 3) or (step in FREE and dice):
        yield "three player dice", f"seat {number}: {dice} in step {step}"
    if white > seat.bonus_dice or (step in ROLLED and white != seat.bonus_dice) or (step in FREE and seat.bonus_dice):
        yield "bonus dice", f"seat {number}: {white} of {seat.bonus_dice} in step {step}"
    if list(seat.dice) != sorted(seat.dice) or list(seat.bonus) != sorted(seat.bonus):
        yield "canonical dice", f"seat {number}: {seat.dice} {seat.bonus}"
    if sum(group.marker for group in own) > 1 or sum(bool(group.market) for group in own) > 1:
        yield "once a season", f"seat {number}"
    for group in own:
        total = sum(group.dice) + sum(group.bonus) + 2 * group.marker + group.market
        if (total != group.rank and "duke" not in seat.used) or not group.dice:
            yield "exact total", f"seat {number}: {group}"
    if "army" in position.modules:
        spent = position.year - 1 + (position.phase == 8 and not (step == "army" and number in position.queue))
        if len(seat.army) != 6 - spent:
            yield "army markers", f"seat {number}: {seat.army} in year {position.year}, step {step}"
    elif seat.army or seat.chosen != -1:
        yield "army markers", f"seat {number} without module 3"
    if position.phase < 2 and seat.soldiers:
        yield "soldiers return", f"seat {number} has {seat.soldiers} in phase {position.phase}"
    if ("governors" in position.modules) != bool(seat.governor or seat.hand):
        yield "governor", f"seat {number}"


def twins(position: Position, viewer: int) -> Iterator[tuple[str, Position]]:
    """List positions that differ from this one only in what ``viewer`` may not know."""
    shown = position.phase == 8 and (position.step in ("losses", "over") or bool(position.owed))
    if position.enemy and viewer not in position.peeked and not shown:
        for card, row in position.catalogue.enemies.items():
            if row.year == position.year and card != position.enemy:
                yield "enemy card", replace(position, enemy=card)
    for number, seat in enumerate(position.seats):
        if number == viewer:
            continue
        if seat.chosen >= 0:
            whole = sorted((*seat.army, seat.chosen))
            for value in set(seat.army) - {seat.chosen}:
                rest = whole.copy()
                rest.remove(value)
                yield "army marker", with_seat(position, number, replace(seat, chosen=value, army=tuple(rest)))
        if position.step == "governor":
            held = {card for other in position.seats for card in (*other.hand, other.governor)}
            spare = sorted(set(position.catalogue.governors) - held)
            if seat.hand:
                yield "hand", with_seat(position, number, replace(seat, hand=tuple(sorted((*seat.hand[1:], spare[0])))))
            else:
                yield "governor", with_seat(position, number, replace(seat, governor=spare[0]))


def with_seat(position: Position, number: int, seat: Seat) -> Position:
    """Replace one seat."""
    return replace(position, seats=(*position.seats[:number], seat, *position.seats[number + 1 :]))
