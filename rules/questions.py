"""What a game's table of questions holds: decisions of a seat and answers of chance, by name.

A position stands at one of them, or at the end; which, the room says. Between them the game runs by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import msgspec

from .findings import Finding

S = TypeVar("S", bound=msgspec.Struct)
F = TypeVar("F", bound=Callable[..., Any])


class Decision(NamedTuple):
    """Hold a question for a seat: the verbs it takes, its legal moves, its checks, and what a move does.

    ``question`` is what the seat is asked, for interfaces. ``check`` is only called with one of ``verbs``.
    """

    question: str
    verbs: tuple[type, ...]
    moves: Callable[[Any], tuple[Any, ...]]
    check: Callable[[Any, Any], list[Finding]]
    apply: Callable[[Any, Any], Any]


class Chance(NamedTuple):
    """Hold a question that chance answers: the outcomes with probabilities, and what an outcome does.

    ``possible`` says whether an outcome of ``kind`` can happen; without it the list of outcomes is searched.
    """

    outcomes: Callable[[Any], tuple[tuple[Any, Fraction], ...]]
    apply: Callable[[Any, Any], Any]
    kind: type
    possible: Callable[[Any, Any], bool] | None = None

    def allows(self, position: Any, outcome: Any) -> bool:
        """Say whether an outcome can happen."""
        if type(outcome) is not self.kind:
            return False
        if self.possible is not None:
            return self.possible(position, outcome)
        return any(outcome == other for other, _ in self.outcomes(position))


class Reveal(msgspec.Struct, frozen=True, gc=False, tag="reveal"):
    """Record the card that chance turns up from a pile; which piles there are, the room says."""

    pile: str
    card: str

    @property
    def key(self) -> str:
        """Return the canonical text."""
        return f"{self.pile} {self.card}"


def register(table: dict[str, F], name: str) -> Callable[[F], F]:
    """Put the function that follows into a table."""

    def keep(function: F) -> F:
        table[name] = function
        return function

    return keep


def with_seat(position: S, number: int, seat: Any, **changes: Any) -> S:
    """Replace one seat (and other fields) of a position."""
    seats: tuple[Any, ...] = position.seats  # type: ignore[attr-defined]
    return msgspec.structs.replace(position, seats=(*seats[:number], seat, *seats[number + 1 :]), **changes)
