"""Which house values a plan rests on: values of our own where no source prints the real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kingsburg.moves import Build, Move

from .rivals import on_table

if TYPE_CHECKING:
    from solver.request import Request


def house_values(request: Request, moves: tuple[Move, ...]) -> tuple[str, ...]:
    """List house values of the seat's buildings and governor, of what the plan builds, and of a known enemy.

    They are named as the edition names them: table.id.field.
    """
    position = on_table(request)
    seat = position.seats[request.seat]
    names = [cell.id for cell in position.sheet.owned(seat.built)]
    names += [move.building for move in moves if isinstance(move, Build)]
    found = [
        f"buildings.{name}.{field}"
        for name in dict.fromkeys(names)
        for field in position.catalogue.buildings[name].house
        if not field.startswith("name")
    ]
    governor = position.catalogue.governors.get(seat.governor)
    if governor is not None:
        found += [f"governors.{seat.governor}.{field}" for field in governor.house if not field.startswith("name")]
    if position.enemy and request.horizon != "season":
        card = position.catalogue.enemies[position.enemy]
        found += [f"enemies.{position.enemy}.{field}" for field in card.house if not field.startswith("name")]
    return tuple(found)
