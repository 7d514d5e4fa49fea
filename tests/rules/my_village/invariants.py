"""What must hold in every position of My Village, for the suite that all games go through.

Nothing here asks the game's own check of positions: cards, dice, markers and the dead are counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from rules.my_village.values import PROFESSIONS, Position, Seat

replace = msgspec.structs.replace

PROGRESS = {"roll_white": 0, "roll_black": 1, "dice": 2, "banner": 3, "white": 4, "again": 4, "death": 5, "rat": 6,
            "rat_return": 7, "over": 8}  # fmt: skip
POOL = {2: (8, 3), 3: (6, 2), 4: (8, 3)}
TURNS = {2: 4, 3: 3, 4: 4}
COFFINS = {2: 9, 3: 14, 4: 18}
CARDS = {"churches": 4, "halls": 4, "crafts": 20, "monks": 12, "travel": 19, "customers": 33}


def moment(position: Position) -> tuple[int, int, int]:
    """Say how far the game has come; this never goes back."""
    turn = position.turn if position.step not in ("roll_white", "roll_black") else 0
    return position.round, turn, PROGRESS[position.step]


def defects(position: Position) -> Iterator[tuple[str, str]]:
    """List what is wrong, as (check, detail)."""
    yield from _dice(position)
    yield from _cards(position)
    for number, seat in enumerate(position.seats):
        for check, detail in _seat(position, seat):
            yield check, f"{number}: {detail}"
    players = len(position.seats)
    if position.step == "over" and position.coffins < COFFINS[players]:
        yield "end", f"{position.coffins} coffins"
    if position.step == "roll_white" and position.coffins >= COFFINS[players]:
        yield "end", f"a round begins with {position.coffins} coffins"
    if any(not 0 <= filled <= 2 for filled in position.chronicle):
        yield "chronicle", str(position.chronicle)
    if position.graves and position.graves < 0:
        yield "graves", str(position.graves)
    dead = sum(position.chronicle) + position.graves
    living = sum(sum(seat.villagers) for seat in position.seats)
    hired = sum(seat.laborers for seat in position.seats)
    if living + dead < 5 * players + hired:
        yield "villagers", f"{living} live, {dead} are dead, {hired} were hired"


def _dice(position: Position) -> Iterator[tuple[str, str]]:
    """Two dice leave the pool in each turn."""
    white, black = POOL[len(position.seats)]
    if position.step in ("roll_white", "over"):
        wanted = 0
    elif position.step == "roll_black":
        wanted = white
    else:
        wanted = white + black - 2 * (position.turn + (position.step != "dice"))
    if len(position.white) + len(position.black) != wanted or len(position.white) > white:
        yield "dice", f"{position.white} {position.black} in {position.step}"
    if any(not 1 <= face <= 6 for face in (*position.white, *position.black)):
        yield "faces", f"{position.white} {position.black}"
    if (position.value != 0) != (position.step not in ("roll_white", "roll_black", "dice", "over")):
        yield "value", f"{position.value} in {position.step}"
    if not 0 <= position.turn < TURNS[len(position.seats)]:
        yield "turns", str(position.turn)


def _cards(position: Position) -> Iterator[tuple[str, str]]:
    """Every card lies in exactly one place."""
    seats = position.seats
    places: dict[str, list[str]] = {
        "churches": [*position.churches, *[seat.church for seat in seats]],
        "halls": [*position.halls, *[seat.hall for seat in seats]],
        "crafts": [card for row in (*position.crafts, *[seat.crafts for seat in seats]) for card in row],
        "monks": [*position.monks, *[card for deck in position.monk_decks for card in deck]]
        + [card for seat in seats for card in seat.monks],
        "travel": [card for deck in position.travel_decks for card in deck]
        + [card for seat in seats for card in seat.travel],
        "customers": [*position.customers, *position.customer_deck]
        + [card for seat in seats for card in (*seat.customers, *seat.served)],
    }
    for name, cards in places.items():
        here = Counter(card for card in cards if card)
        if len(here) != CARDS[name] or set(here.values()) != {1}:
            yield "one place per card", f"{name}: {here}"
    if position.meetings + sum(seat.meeting for seat in seats) != 4:
        yield "four meeting places", str(position.meetings)
    if position.fields + sum(len(seat.fields) for seat in seats) != 8:
        yield "eight fields", str(position.fields)


def _seat(position: Position, seat: Seat) -> Iterator[tuple[str, str]]:
    """List what is wrong with one village."""
    stocks = ("coins", "tree", "safe", "laborers", "wards", "jokers", "sets", "time", "headman")
    for name in stocks:
        if getattr(seat, name) < 0:
            yield "stocks and limits", f"{name} is {getattr(seat, name)}"
    if seat.time >= 10 or seat.headman > 2 or seat.wards > 2:
        yield "stocks and limits", f"time {seat.time}, headman {seat.headman}, wards {seat.wards}"
    if not any(seat.villagers) and "laborer" not in [what for _, what in position.pending]:
        yield "somebody lives", str(seat.villagers)
    if len(seat.monks) + (seat.church == "abbey") > 6 or (seat.monks and not seat.church):
        yield "church windows", f"{seat.church} {seat.monks}"
    if [card[0] for card in seat.travel] != list("abcde")[: len(seat.travel)]:
        yield "alphabetical journeys", str(seat.travel)
    if any(number < 0 or (number and not card) for number, card in zip(seat.goods, seat.crafts, strict=True)):
        yield "goods stand on buildings", f"{seat.goods} {seat.crafts}"
    if (
        (seat.sets and not seat.meeting)
        or (seat.jokers and seat.hall != "guild")
        or (seat.wards and seat.church != "salvation")
    ):
        yield "markers stand on cards", f"{seat.sets} {seat.jokers} {seat.wards}"
    if seat.marks and (seat.hall not in ("area", "population") or len(set(seat.marks)) != len(seat.marks)):
        yield "marks", f"{seat.hall} {seat.marks}"
    if len(seat.villagers) != len(PROFESSIONS):
        yield "five places", str(seat.villagers)


def twins(position: Position, viewer: int) -> Iterator[tuple[str, Position]]:
    """List positions that differ from this one only in what ``viewer`` may not know."""
    if position.drawn and viewer != position.acting:
        deck = next(deck for deck in position.travel_decks if position.drawn in deck)
        other = [card for card in deck if card != position.drawn]
        if other:
            yield "travel card", replace(position, drawn=other[0])
