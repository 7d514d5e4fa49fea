"""Seeded games of Paladins of every size, and panels on them, for the tests of its words, panels and form."""

from __future__ import annotations

from functools import cache
from typing import Any

import rules
import widgets
from rules import Record
from widgets.play_panel import Play

GAME = rules.load("paladins")


@cache
def whole(players: int, seed: int = 3, policy: str = "greedy") -> Record:
    """Return a seeded game."""
    return rules.playout(GAME.setup(players=players, seed=seed), policy=policy, seed=seed)


@cache
def steps(players: int, seed: int = 3, policy: str = "greedy") -> tuple[tuple[Any, Any], ...]:
    """Return the positions of a seeded game, each with the step that was taken in it."""
    record = whole(players, seed, policy)
    return tuple(zip(record.positions(), record.steps, strict=False))


@cache
def decisions(players: int, seed: int = 3, policy: str = "greedy") -> tuple[Any, ...]:
    """Return the positions of a seeded game in which somebody decides."""
    return tuple(position for position, _ in steps(players, seed, policy) if position.actor is not None)


def panel_for(players: int = 1, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots and cards need no pause."""
    return widgets.play("paladins", seats=seats, players=players, pace=0, **options)


def to_question(panel: Play, question: str) -> None:
    """Play greedily until this is asked."""
    from random import Random

    from rules.playouts import find_policy

    greedy, random = find_policy("greedy"), Random(1)
    for _ in range(3000):
        if panel.table.next():
            panel._automatic()
        elif panel.position.question == question:
            panel.refresh()
            return
        else:
            panel._step(greedy(panel.position, random))
    raise AssertionError(f"{question!r} is never asked")
