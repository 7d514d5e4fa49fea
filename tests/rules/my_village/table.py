"""Lay positions of My Village on the table in a line, play on by typed keys, and check refusals."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from rules.my_village.values import GOODS, KINDS, Position, Seat

from .. import tables
from ..tables import keys as keys
from ..tables import play as play
from ..tables import refused as refused

replace = msgspec.structs.replace


load = partial(tables.load, "my_village")
table_of_rules = partial(tables.table_of_rules, "my_village")


def seat(**fields: Any) -> Seat:
    """Describe a village by what it differs in from one at the start, without coins.

    Lists of cards may be one text with spaces; ``goods`` may be a table by good, ``crafts`` a text of cards.
    """
    for name in ("missions", "monks", "marks", "travel", "customers", "served"):
        if isinstance(fields.get(name), str):
            fields[name] = tuple(fields[name].split())
    if isinstance(fields.get("goods"), dict):
        fields["goods"] = tuple(fields["goods"].get(good, 0) for good in GOODS)
    if isinstance(fields.get("crafts"), str):
        cards = fields["crafts"].split()
        fields["crafts"] = tuple(next((card for card in cards if card.startswith(kind)), "") for kind in KINDS)
    fields.setdefault("board", "")
    return Seat(**fields)


def table(*seats: Seat, step: str = "dice", options: dict[str, Any] | None = None, **fields: Any) -> Position:
    """Lay out a position at the first seat's turn; cards in the villages are gone from the offer and the stacks."""
    game = load(**(options or {}))
    start = game.setup(len(seats), 1)
    boards = sorted(game.catalogue.boards)
    used = {one.board for one in seats}
    free = [board for board in boards if board not in used]
    seats = tuple(one if one.board else replace(one, board=free.pop(0)) for one in seats)
    held = {
        card
        for one in seats
        for card in (
            *(one.church, one.hall),
            *(*one.monks, *one.crafts, *one.travel, *one.customers, *one.served),
        )
    }
    row = fields.pop("customers", tuple([card for card in game.customers if card not in held][:6]))
    tops = fields.pop("monks", tuple(next((card for card in stack if card not in held), "") for stack in game.monks))
    gone = held | set(row) | set(tops)

    def left(cards: Any) -> tuple[str, ...]:
        return tuple(card for card in cards if card not in gone)

    values: dict[str, Any] = {
        "round": 1,
        "step": step,
        "start": 0,
        "turn": 0,
        "seats": seats,
        "hand": 0,
        "hand_stories": 1,
        "pending": (),
        "customers": row,
        "customer_deck": left(game.customers),
        "monks": tops,
        "monk_decks": tuple(left(stack) for stack in game.monks),
        "travel_decks": tuple(left(stack) for stack in game.travel),
        "crafts": tuple(left(kind) for kind in game.crafts),
        "churches": left(game.catalogue.churches),
        "halls": left(game.catalogue.halls),
        "meetings": game.meeting.copies - sum(one.meeting for one in seats),
        "fields": game.field.copies - sum(len(one.fields) for one in seats),
    }
    values.update(fields)
    return replace(start, **values)


def banner(mine: Seat, value: int, *others: Seat, **fields: Any) -> Position:
    """Lay out a position in which the first seat has made a value of two dice."""
    return table(mine, *(others or (seat(),)), step="banner", value=value, **fields)
