"""The table of a lesson: what happens by itself is what the lesson says, and only some moves may be on offer."""

from __future__ import annotations

from typing import Any

from rules import Record
from rules.choices import Choices, choices
from rules.protocol import Position
from widgets.table import Table

from .lesson import fits
from .session import Session


class LessonTable(Table):
    """Be a table on which what happens by itself is what the lesson says."""

    def __init__(self, session: Session) -> None:
        """Begin where the lesson stands."""
        super().__init__(Record(session.position), {}, 0, forced=False)
        self.session = session

    def next(self) -> Any:
        """Say what happens by itself now: a move or outcome of the lesson's script, or nothing."""
        if not self.session.script:
            return ""
        return "chance" if self.position.actor is None else "bot"

    def automatic(self) -> Any:
        """Return the next entry of the script."""
        return self.session.next_scripted()


class Offered:
    """Stand for a position of which only some moves are on offer."""

    def __init__(self, position: Position, patterns: tuple[str, ...]) -> None:
        self.position = position
        self.moves = tuple(move for move in position.legal_moves() if fits(move.key, patterns))

    def legal_moves(self) -> tuple[Any, ...]:
        """List the moves on offer."""
        return self.moves

    def choices(self, partial: tuple[str, ...] = ()) -> Choices[Any]:
        """Offer the tokens that still lead to one of them."""
        return choices(self.moves, partial)

    def __getattr__(self, name: str) -> Any:
        """Be the position in everything else."""
        return getattr(self.position, name)
