"""A line that needs no search: nobody is influenced, nothing is built, nothing is bought.

It is the answer where there was no time for any other. It is replayed at once, also before a roll: to influence nobody
makes all that the dice show alike, but for a few questions that only some rolls ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kingsburg.moves import Change, Decline, Keep, Move, Pay, RollBonus, Use
from rules.kingsburg.values import Position

from .rivals import idle, on_table

if TYPE_CHECKING:
    from solver.request import Request

#: Steps that are asked in some branches of chance and not in others, with the moves that answer them.
SOMETIMES: dict[str, tuple[type, ...]] = {
    "change": (Change, Keep),
    "works": (Use, Decline),
    "town_hall": (Pay, Decline),
}
DECLINED = ("blessing", "bonus", "duke", "gifts", "works", "town_hall")  #: steps that may be declined
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


def meanwhile(request: Request, position: Position, move: Move) -> Move | None:
    """Return the idle answer to a question that only this branch of chance asks; None when the next move is due."""
    kinds = () if position.owed else SOMETIMES.get(position.step, ())
    return idle(position) if kinds and not isinstance(move, kinds) else None


def passes(request: Request, position: Position, move: Move) -> bool:
    """Say whether the next move of a plan is an idle answer to a question that is not asked in this branch."""
    if not isinstance(move, Keep | Decline):
        return False
    return bool(position.owed) or position.step not in (("change",) if isinstance(move, Keep) else DECLINED)
