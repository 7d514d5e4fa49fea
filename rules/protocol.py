"""The contract of every game: what a position, a move, an outcome and a game offer.

A game's room satisfies these by shape; the solver, the widgets and the tutor know games only through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from .choices import Choices, HasParts
from .findings import Finding, Problem
from .score import Score


class Move(HasParts, Protocol):
    """A decision of one seat: a small frozen value with canonical text and tokens."""


class Outcome(Protocol):
    """An answer of chance: a small frozen value with canonical text."""

    @property
    def key(self) -> str:
        """Return the canonical text."""


class Position(Protocol):
    """A position: a decision of one seat, a chance node, or over. See ``design`` of the rules floor in README."""

    def __hash__(self) -> int:
        """Hash by value."""

    @property
    def game(self) -> Game:
        """Return the edition that is played."""

    @property
    def seats(self) -> Sequence[Any]:
        """Return what each seat owns, by seat number."""

    @property
    def actor(self) -> int | None:
        """Return the seat that decides, or None."""

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""

    def legal_moves(self) -> tuple[Any, ...]:
        """List the legal moves in a stable order."""

    def why_not(self, move: Any) -> tuple[Finding, ...]:
        """Say every rule that a move, or the text of one, breaks."""

    def choices(self, partial: tuple[str, ...] = ()) -> Choices[Any]:
        """Offer the tokens that still lead to a legal move."""

    def play(self, move: Any) -> Position:
        """Return the position after a move or outcome, or the text of one."""

    def chance(self) -> tuple[tuple[Any, Fraction], ...]:
        """List outcomes with exact probabilities at a chance node."""

    def scores(self) -> tuple[Score, ...]:
        """Return every seat's points by source."""

    def view(self, seat: int) -> Position:
        """Return the position as a seat may know it."""

    def imagine(self, seat: int, random: Random) -> Position:
        """Return a position to play on from that ``seat`` cannot tell from this one."""
        ...

    def problems(self) -> tuple[Problem, ...]:
        """List every defect."""

    def move(self, key: str) -> Any:
        """Read a typed move that is legal here."""

    def outcome(self, key: str) -> Any:
        """Read a typed outcome that can happen here."""

    def to_text(self) -> str:
        """Print the position as TOML."""

    def to_code(self) -> str:
        """Print the position as one line."""


class Game(Protocol):
    """One edition of a game: its catalogue and options."""

    @property
    def name(self) -> str:
        """Return the name of the game's rooms."""

    @property
    def title(self) -> str:
        """Return the name that people use."""

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of players it can be played by."""

    @property
    def modules(self) -> tuple[str, ...]:
        """Return the modules that can be added."""

    def setup(self, players: int, seed: int, modules: Sequence[str] = ()) -> Position:
        """Set up a game."""

    def house_values(self) -> tuple[str, ...]:
        """List every value that no source states."""
