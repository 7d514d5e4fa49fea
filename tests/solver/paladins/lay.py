"""Lay small positions out by hand, and ask for them: what is not named is blocked or worth nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.paladins.moves import Move
from rules.paladins.notation import read
from rules.paladins.values import ACTIONS, Position
from solver.paladins.line import Belief, Walker
from solver.request import Request
from tests.rules.paladins.table import load, replace, seat, table

from .small import Objective, ask

FULL = (6, 8, 10)  #: suspicion cards by tax


def quiet(*open_: str, others: int = 1, round: int = 7, **fields: Any) -> Position:
    """Lay out a position in which only the named actions of the first seat are free, and both rows are empty.

    Fields of a seat describe the first one; ``row`` are the townsfolk on the table, ``deck`` counts
    the unseen suspicion cards by tax.
    """
    names = set(seat().__struct_fields__)
    own = {name: fields.pop(name) for name in list(fields) if name in names or name == "workshops"}
    deck = fields.pop("deck", None)
    rivals = fields.pop("rivals", (seat(),) * others)
    placed = {name: "L" for name in ACTIONS if name not in open_}
    first = seat(placed=placed, **own)
    fields["townsfolk"] = fields.pop("row", ("",) * 5)
    fields.setdefault("outsiders", ("",) * 6)
    fields.setdefault("orders", ())
    fields.setdefault("tax", 5)
    position = table(first, *rivals, round=round, **fields)
    if deck is not None:
        held = [card for one in position.seats for card in one.suspicion]
        out = tuple(full - unseen - held.count(tax) for tax, (full, unseen) in enumerate(zip(FULL, deck, strict=True)))
        position = replace(position, suspicion_out=out)
    return position


def request(position: Position, objective: Objective = "points") -> Request:
    """Ask for the rest of the round."""
    return ask(position, objective)


def line(*keys: str) -> tuple[Move, ...]:
    """Read the moves of a line, legal or not."""
    return tuple(read(key) for key in keys)


def gain(position: Position, *keys: str, objective: Objective = "points") -> Fraction | None:
    """Return what a line brings, None where it is not legal in some case."""
    walker = Walker(request(position, objective))
    belief = walker.walk(line(*keys))
    return None if belief is None else walker.value(belief)


def after(position: Position, *keys: str) -> Belief:
    """Return what may lie on the table after a line."""
    belief = Walker(request(position)).walk(line(*keys))
    assert belief is not None
    return belief


__all__ = ["after", "gain", "line", "load", "quiet", "replace", "request", "seat", "table"]
