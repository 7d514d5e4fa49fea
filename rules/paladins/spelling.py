"""Moves and outcomes that were made before: there are few different ones, and lists of them are asked for all the time.

A move of the turn is a verb, a group of workers and what it is aimed at. All three come from short lists, so what is
remembered stays small (some ten thousand moves, about a megabyte); it lives and dies with the edition. A table fills
itself: a missing entry is made when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from .moves import Move
from .outcomes import Reveal

Words = str | tuple[Any, ...]  #: what a move is aimed at: a name, or several words


class Groups(dict[str, Move]):
    """Hold the moves of one verb at one target, by the group of workers."""

    def __init__(self, verb: Callable[..., Move], words: Words) -> None:
        super().__init__()
        self.verb, self.words = verb, words if isinstance(words, tuple) else (words,)

    def __missing__(self, group: str) -> Move:
        """Make the move of a group."""
        made = self[group] = self.verb(group, *self.words)
        return made


class Targets(dict[Words, Groups]):
    """Hold the moves of one verb, by target."""

    def __init__(self, verb: Callable[..., Move]) -> None:
        super().__init__()
        self.verb = verb

    def __missing__(self, words: Words) -> Groups:
        """Make the table of a target."""
        made = self[words] = Groups(self.verb, words)
        return made

    def aimed(self, groups: Iterable[str], targets: Iterable[Words]) -> list[Move]:
        """List every group of workers with every target, group by group."""
        tables = [self[words] for words in targets]
        return [table[group] for group in groups for table in tables]

    def alone(self, groups: Iterable[str]) -> list[Move]:
        """List the moves of a verb that names workers only."""
        table = self[()]
        return [table[group] for group in groups]


class Verbs(dict[Callable[..., Move], Targets]):
    """Hold the moves of a turn, by verb."""

    def __missing__(self, verb: Callable[..., Move]) -> Targets:
        """Make the table of a verb."""
        made = self[verb] = Targets(verb)
        return made


class Pile(dict[str, tuple[Reveal, Fraction]]):
    """Hold the outcomes of one pile at one probability, by card."""

    def __init__(self, pile: str, chance: Fraction) -> None:
        super().__init__()
        self.pile, self.chance = pile, chance

    def __missing__(self, card: str) -> tuple[Reveal, Fraction]:
        """Make the outcome of a card."""
        made = self[card] = (Reveal(self.pile, card), self.chance)
        return made
