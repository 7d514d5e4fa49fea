"""Fame at the end of the game (or as if it ended now), by source, and what breaks ties.

Source: rulebook page 12.
"""

from __future__ import annotations

from rules.score import Score, rank_scores

from .values import PROFESSIONS, WINDOWS, Position, Seat

SOURCES = (
    "church",
    "windows",
    "meeting",
    "hall",
    "fields",
    "travel",
    "customers",
    "stories",
    "laborers",
    "hand",
)


def windows(position: Position, seat: Seat) -> int:
    """Count the church windows: one for each monk, and the one of the Abbey, whoever is there (rule church-abbey)."""
    return min(WINDOWS, len(seat.monks) + (seat.church == position.game.abbey))


def area_cards(seat: Seat, area: str) -> int:
    """Count the cards of a category of the Area hall (rule hall-area); customers count when they are served."""
    if area == "religion":
        return len(seat.monks) + bool(seat.church)
    if area == "crafts":
        return len(seat.crafts) - seat.crafts.count("")
    if area == "customers":
        return len(seat.served)
    return len(seat.travel) if area == "travel" else len(seat.fields)


def hall_points(position: Position, seat: Seat) -> int:
    """Score the town hall: its own fame, and what its markers count (rules hall-area, hall-population)."""
    if not seat.hall:
        return 0
    row = position.catalogue.halls[seat.hall]
    counted = 0
    if row.effect == "area":
        counted = sum([area_cards(seat, area) for area in seat.marks])
    elif row.effect == "population":
        counted = sum([seat.villagers[PROFESSIONS.index(profession)] for profession in seat.marks])
    return row.fame + row.amount * counted


def sources(position: Position, number: int) -> dict[str, int]:
    """Return the fame of a seat by source; what lies in the village counts, whoever is there (rule card-stays).

    Rules score-church, score-windows, score-council, score-fields, score-travel, score-customers, score-stories,
    score-laborers, score-hand; stories on the tree, coins and goods count nothing (rule score-nothing).
    """
    game = position.game
    seat = position.seats[number]
    return {
        "church": position.catalogue.churches[seat.church].fame if seat.church else 0,
        "windows": game.windows[windows(position, seat)],
        "meeting": game.meeting.fame if seat.meeting else 0,
        "hall": hall_points(position, seat),
        "fields": game.field.fame * len(seat.fields),
        "travel": sum([game.travel_fame[card] for card in seat.travel]),
        "customers": sum([game.customer_fame[card] for card in seat.served]),
        "stories": seat.safe,
        "laborers": -game.laborer * seat.laborers,
        "hand": game.hand if number == position.hand else 0,
    }


def left(seat: Seat) -> int:
    """Count what breaks ties: coins, goods (also jokers, and plows on fields) and stories on the tree."""
    return seat.coins + sum(seat.goods) + seat.jokers + sum(seat.fields) + seat.tree


def scores(position: Position) -> tuple[Score, ...]:
    """Itemise every seat's fame; ties as in rule tie-break."""
    rows = [sources(position, number) for number in range(len(position.seats))]
    keys = [(sum(row.values()), left(seat)) for row, seat in zip(rows, position.seats, strict=True)]
    return tuple(
        Score(number, key[0], row, rank, {"left": key[1]})
        for number, (key, row, rank) in enumerate(zip(keys, rows, rank_scores(list(keys)), strict=True))
    )
