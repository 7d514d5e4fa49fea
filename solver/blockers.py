"""Small sets of rules and shortages that block a goal: the loops that find them, neutral to game and solver."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import msgspec


class Blocker(msgspec.Struct, frozen=True, kw_only=True):
    """Name a group of rules or a shortage that can be lifted: a short name, a sentence, the rule's id if any."""

    name: str
    text: str
    rule: str = ""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what is asked for: at least ``points`` under the objective, with ``move`` (a key) first if it is named."""

    points: Fraction
    move: str = ""


#: Say whether the goal is reached when only these names hold; None where that is not known.
Reached = Callable[[tuple[str, ...]], bool | None]


def delete(names: tuple[str, ...], reached: Reached) -> tuple[tuple[str, ...], bool]:
    """Delete names as long as what is left still blocks; say also whether every one that is left is needed.

    ``reached(kept)`` says whether the goal is reached when only ``kept`` hold, None where that is not known; all
    names together must block.

    >>> delete(("a", "b", "c"), lambda kept: not {"a", "c"} <= set(kept))
    (('a', 'c'), True)
    """
    kept = names
    sure = True
    for name in names:
        rest = tuple(other for other in kept if other != name)
        answer = reached(rest)
        if answer is False:
            kept = rest
        elif answer is None:
            sure = False
    return kept, sure


def shrink(names: tuple[str, ...], kept: tuple[str, ...], reached: Reached) -> tuple[tuple[str, ...], bool]:
    """Look for a blocking set smaller than ``kept``; say also whether the result is proved to be a smallest.

    Every blocking set meets every set of names whose lifting reaches the goal. So the smallest set that meets
    all those known so far is tried: it blocks, and is a smallest one, or it gives a further such set.

    >>> shrink(("a", "b", "c"), ("a", "b"), lambda kept: not ({"a", "b"} <= set(kept) or "c" in kept))
    (('c',), True)
    """
    liftings: list[frozenset[str]] = []
    while True:
        trial = next(
            (
                set_
                for size in range(len(kept))
                for set_ in combinations(names, size)
                if all(lifting.intersection(set_) for lifting in liftings)
            ),
            None,
        )
        if trial is None:
            return kept, True
        answer = reached(trial)
        if answer is False:
            return trial, True
        if answer is None:
            return kept, False
        holding = set(trial)
        for name in names:
            if name not in holding:
                more = reached(tuple(other for other in names if other in holding or other == name))
                if more:
                    holding.add(name)
                elif more is None:
                    return kept, False
        liftings.append(frozenset(names) - holding)
