"""Lay positions of Paladins on the table in a line, play on by typed keys, and check refusals."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

import rules
from rules.findings import Finding, IllegalMove
from rules.paladins.notation import read
from rules.paladins.steps import run
from rules.paladins.values import INDEX, LEFT, Opponent, Position, Seat

from .. import tables

replace = msgspec.structs.replace


@cache
def _load(options: tuple[tuple[str, Any], ...]) -> Any:
    return rules.load("paladins", options=dict(options) or None)


def load(**options: Any) -> Any:
    """Load the game once for each set of options."""
    return _load(tuple(sorted(options.items())))


def table_of_rules() -> dict[str, dict[str, Any]]:
    """Read the table of rules."""
    return tables.table_of_rules("paladins")


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


def play(position: Position, *keys: str) -> Position:
    """Play typed moves and outcomes one after the other."""
    for key in keys:
        step = position.outcome(key) if position.actor is None else position.move(key)
        position = position.play(step)
    return position


def keys(position: Position, start: str = "") -> set[str]:
    """List the keys of the legal moves that begin with ``start``."""
    return {move.key for move in position.legal_moves() if move.key.startswith(start)}


def refused(position: Position, key: str) -> dict[str, Finding]:
    """Check that a move is refused everywhere, and return the findings by rule."""
    move = read(key)
    found = position.why_not(move)
    assert found, f"{key} is not refused"
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMove):
        position.play(move)
    return {one.rule: one for one in found}
