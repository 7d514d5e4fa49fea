"""What the solver needs of a game: the shape of positions and moves, nothing of their meaning.

Any game of the rules core fits; so does a toy game of a test. The types are structural: a game need not import
this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol


class Move(Protocol):
    """Stand for a move or a chance outcome: a small immutable value with a canonical text."""

    @property
    def key(self) -> str:
        """Return the canonical text."""
        ...


class Points(Protocol):
    """Stand for one seat's points, itemised by source."""

    @property
    def total(self) -> int:
        """Return the points."""
        ...

    @property
    def sources(self) -> Mapping[str, int]:
        """Return the points by source; they add up to the total."""
        ...


class Edition(Protocol):
    """Stand for a loaded game."""

    @property
    def name(self) -> str:
        """Return the name under which the game's rooms are found."""
        ...


class Position(Protocol):
    """Stand for a position: a decision of one seat, a chance node, or over. Immutable and hashable."""

    # The arguments of `play` and `why_not` are the game's own moves, which this floor cannot name.

    @property
    def play(self) -> Callable[..., Position]:
        """Return the function from a move or outcome to the position after it."""
        ...

    @property
    def why_not(self) -> Callable[..., Sequence[object]]:
        """Return the function from a move to its findings."""
        ...

    def __hash__(self) -> int:
        """Hash by value."""
        ...

    @property
    def game(self) -> Edition:
        """Return the loaded game."""
        ...

    @property
    def actor(self) -> int | None:
        """Return the seat that decides; None at a chance node and at the end."""
        ...

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """List the legal moves in a stable order."""
        ...

    def chance(self) -> Sequence[tuple[Move, Fraction]]:
        """List outcomes with probabilities at a chance node; empty elsewhere."""
        ...

    def scores(self) -> Sequence[Points]:
        """Return every seat's points."""
        ...

    def view(self, seat: int) -> Position:
        """Return the position as a seat may know it."""
        ...

    def move(self, key: str) -> Move:
        """Read a typed move."""
        ...

    def to_text(self) -> str:
        """Print the position so that it can be read back."""
        ...
