"""Lay positions of Paladins on the table in a line, play on by typed keys, and check refusals."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from rules.paladins.steps import run
from rules.paladins.values import INDEX, LEFT, Opponent, Position, Seat

from .. import tables
from ..tables import keys as keys
from ..tables import play as play
from ..tables import refused as refused

replace = msgspec.structs.replace


load = partial(tables.load, "paladins")
table_of_rules = partial(tables.table_of_rules, "paladins")


def seat(placed: dict[str, str] | None = None, workshops: dict[str, int] | None = None, **fields: Any) -> Seat:
    """Describe a seat by what it differs in from an empty one; lists of cards between spaces."""
    for name in ("walls", "attacked", "converted", "townsfolk", "jars"):
        if isinstance(fields.get(name), str):
            fields[name] = tuple(fields[name].split())
    groups = [""] * 12
    for name, group in (placed or {}).items():
        groups[INDEX[name]] = group
    masks = [0] * 6
    for name, mask in (workshops or {}).items():
        masks[INDEX[name] - LEFT] = mask
    return Seat(placed=tuple(groups), workshops=tuple(masks), **fields)


TOWN = ("abbot_1", "acolyte_1", "architect_2", "missionary_2", "gatekeeper_2")
STRANGERS = (
    "adventurer_saracen",
    "archer_saracen",
    "armourer_viking",
    "mercenary_viking",
    "guardian_viking",
    "lookout_viking",
)


def table(
    *seats: Seat, step: str = "action", round: int = 1, options: dict[str, Any] | None = None, **fields: Any
) -> Position:
    """Lay out a position in the turns of a round; what is not given is quiet."""
    game = load(**(options or {}))
    start = game.setup(len(seats), 1)
    opponent = fields.pop("opponent", Opponent(schemes=game.schemes) if len(seats) == 1 else None)
    town = fields.pop("townsfolk", TOWN)
    strangers = fields.pop("outsiders", STRANGERS)
    values: dict[str, Any] = {
        "round": round,
        "step": step,
        "start": 0,
        "pending": (),
        "queue": tuple(range(len(seats))),
        "seats": seats,
        "townsfolk": town,
        "outsiders": strangers,
        "townsfolk_deck": tuple(card for card in sorted(game.catalogue.townsfolk) if card not in town),
        "outsider_deck": tuple(card for card in sorted(game.catalogue.outsiders) if card not in strangers),
        "orders": ("commission", "fortify", "garrison")[: min(3, round)],
        "opponent": opponent,
    }
    values.update(fields)
    return replace(start, **values)


def gain(position: Position, *gains: str, number: int = 0) -> Position:
    """Let a seat gain something, outside any action."""
    return run(replace(position, pending=tuple((number, one) for one in gains)))
