"""On which house values a game of My Village rests: values of ours where no source states the printed ones."""

from __future__ import annotations

from typing import Final

from rules.my_village.values import Position
from widgets.views import my_village_words_names as words

TABLES: Final = {
    "churches": "churches",
    "monks": "monks",
    "halls": "town halls",
    "meeting": "the meeting place",
    "fields": "fields",
    "craft_kinds": "craft buildings",
    "crafts": "craft buildings",
    "travel_stacks": "travel cards",
    "travel": "travel cards",
    "customers": "customers",
    "boards": "village boards",
    "places": "banners of the boards",
    "bailiff": "the bailiff's prices",
    "professions": "the chronicle",
    "tracks": "the clouds",
}
"""What the tables of the catalogue hold."""


def house_note(position: Position) -> str:
    """Say on which house values the result rests; empty where an owner has stated them all."""
    found: dict[str, None] = {}
    for value in position.game.house_values():
        table, key, field = value.split(".", 2)
        if field.startswith("name"):
            continue
        if table == "players":
            if key == f"players_{len(position.seats)}":
                found["the way of the rat"] = None
        elif table in TABLES:
            found[TABLES[table]] = None
    if not found:
        return ""
    listed = words.joined(list(found))
    return f"{words.RING} This game rests on house values, which no source prints: values of {listed}."
