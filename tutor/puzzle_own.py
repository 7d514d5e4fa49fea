"""Puzzles of one's own: mistakes that a review has kept, beside those that are shipped."""

from __future__ import annotations

from .private_puzzle import SHELF
from .puzzle import Puzzle, find
from .store import Store, chosen


def own_puzzles(game: str | None = None, store: Store | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of one's own, of one game or of all."""
    kept = chosen(store).items(SHELF, Puzzle)
    return tuple(puzzle for _, puzzle in kept if game in (None, puzzle.game))


def find_any(id: str, game: str | None = None, store: Store | None = None) -> Puzzle:
    """Return a puzzle by its id, be it shipped or one's own.

    Raises:
        rules.UnknownName: there is none.
    """
    for puzzle in own_puzzles(game, store):
        if puzzle.id == id:
            return puzzle
    return find(id, game)
