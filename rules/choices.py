"""Build a move click by click: which tokens still lead to a legal move.

A move's ``parts`` are its decision as loose tokens. A partial choice is any collection of them, in any order;
only tokens that stand in at least one legal move together with all the chosen ones are offered, so nobody is
led into a dead end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from .arguments import wrong_kind


class HasParts(Protocol):
    """Stand for any move that can be built from tokens."""

    @property
    def key(self) -> str:
        """Return the canonical text."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the decision as tokens."""


M = TypeVar("M", bound=HasParts)


class Choices(msgspec.Struct, Generic[M], frozen=True):
    """Hold what may follow a partial choice.

    ``tokens`` may be added next, ``moves`` are the legal moves that hold the partial choice, ``complete`` is
    the move that it already spells, if any.
    """

    tokens: tuple[str, ...]
    moves: tuple[M, ...]
    complete: M | None


def choices(legal: Sequence[M], partial: Collection[str] = ()) -> Choices[M]:
    """Offer the tokens that still lead from ``partial`` to one of the ``legal`` moves.

    Raises :class:`rules.WrongKind`, a TypeError, when ``partial`` is no collection of tokens.
    """
    given: object = partial
    if (
        isinstance(given, str | Mapping)
        or not isinstance(given, Collection)
        or not all(isinstance(one, str) for one in given)
    ):
        raise wrong_kind("partial", given, "a collection of tokens out of move.parts")
    chosen = Counter(partial)
    tokens: dict[str, None] = {}
    moves = []
    complete = None
    for move in legal:
        parts = Counter(move.parts)
        if any(parts[token] < number for token, number in chosen.items()):
            continue
        moves.append(move)
        rest = parts - chosen
        if not rest:
            complete = move
        tokens.update(dict.fromkeys(rest))
    return Choices(tuple(tokens), tuple(moves), complete)
