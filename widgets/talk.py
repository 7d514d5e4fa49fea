"""What a panel says about moves, chance and parts of moves, in the words of the game that is played.

The words of a game stand in ``widgets.views.<game>_talk``; a game without such a module speaks in its canonical keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rules.protocol import Move, Position


class Talk(Protocol):
    """Be the words of a game."""

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""

    def phrase(self, position: Position, move: Move) -> str:
        """Say a move as one says it to oneself: "build the Statue"."""

    def told(self, position: Position, step: object) -> str:
        """Say in a sentence what a move or an outcome was, without what only its seat may know."""

    def token_words(self, position: Position, token: str) -> str:
        """Name a part of a move for a button; empty for a bare verb, which needs none."""

    def attempt(self, position: Position, chosen: Sequence[str], token: str) -> Move | None:
        """Return the nearest move that holds what is chosen and this part, legal or not; None where there is none."""


class PlainTalk:
    """Speak in canonical keys."""

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called.

        >>> PlainTalk().seat_name(0)
        'Seat 1'
        """
        return f"Seat {seat + 1}"

    def phrase(self, position: Position, move: Move) -> str:
        """Say a move by its key."""
        return move.key

    def told(self, position: Position, step: object) -> str:
        """Say a move or outcome by its key."""
        who = "Chance" if position.actor is None else self.seat_name(position.actor)
        return f"{who}: {getattr(step, 'key', step)}."

    def token_words(self, position: Position, token: str) -> str:
        """Name a part of a move by itself."""
        return token.replace(":", " ")

    def attempt(self, position: Position, chosen: Sequence[str], token: str) -> Move | None:
        """Know of no move that is not legal."""
        return None


def talk_of(game: str) -> Talk:
    """Return the words of a game by its name."""
    if game.isidentifier() and find_spec(f"widgets.views.{game}_talk") is not None:
        return cast(Talk, import_module(f"widgets.views.{game}_talk"))
    return PlainTalk()
