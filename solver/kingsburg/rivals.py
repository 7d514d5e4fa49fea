"""What other seats do when they do not interfere: they pass, decline and keep, or take the first legal choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rules.kingsburg.moves import Decline, Keep, Move, Pass, Recruit
from rules.kingsburg.values import Position

if TYPE_CHECKING:
    from solver.request import Request


def on_table(request: Request) -> Position:
    """Return the request's position as what it is: a position of this game."""
    return cast("Position", request.position)


IDLE: tuple[Move, ...] = (Pass(), Decline(), Keep(), Recruit())


def idle(position: Position) -> Move:
    """Return the move of a seat that does nothing it need not do; of forced choices the first."""
    legal = position.legal_moves()
    for move in IDLE:
        if move in legal:
            return move
    return legal[0]


def camp(request: Request) -> Position:
    """Return the position in which recruiting begins to be over when every seat, the own one too, does nothing.

    What the rivals will own in winter does not depend on the own seat's moves, so one line shows it.
    """
    position = on_table(request)
    while (
        not position.over
        and position.phase < 8
        and not (position.phase == 1 and position.year > on_table(request).year)
    ):
        outcomes = position.chance()
        position = position.play(outcomes[0][0] if outcomes else idle(position))
    return position
