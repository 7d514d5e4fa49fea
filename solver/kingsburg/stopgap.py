"""A line that needs no search: nobody is influenced, nothing is built, nothing is bought.

It is the answer where there was no time for any other. It is replayed at once, also before a roll: to influence nobody
makes all that the dice show alike, but for a few questions that only some rolls ask; they are answered idly, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kingsburg.moves import Move, RollBonus

from .rivals import idle, on_table

if TYPE_CHECKING:
    from solver.request import Request

BATTLE = ("king", "academy", "reveal")  #: chance nodes after which the room's answers follow by themselves


def stopgap(request: Request) -> tuple[Move, ...]:
    """Return the seat's moves of the line, through the first outcome of every roll, up to the battle."""
    from . import ended, settle

    position = on_table(request)
    moves: list[Move] = []
    while not position.over and not ended(request, position) and position.step not in BATTLE:
        if outcomes := position.chance():
            position = position.play(settle(request, position) or outcomes[0][0])
            continue
        move = idle(position)
        if position.actor == request.seat:
            if position.step == "losses" or (position.owed and moves):
                break  # asked in some ends of the battle alone
            if position.step == "bonus":
                move = RollBonus(0)  # fewer dice, fewer branches
            moves.append(move)
        position = position.play(move)
    return tuple(moves)
