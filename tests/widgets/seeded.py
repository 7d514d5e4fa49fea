"""Seeded games of any game of the house, and panels on them; the rooms of the games give them their name."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import rules
import widgets
from rules import Record
from rules.playouts import find_policy
from widgets.play_panel import Play


@cache
def whole(game: str, players: int, seed: int = 3, policy: str = "greedy") -> Record:
    """Return a seeded game."""
    return rules.playout(rules.load(game).setup(players=players, seed=seed), policy=policy, seed=seed)


@cache
def steps(game: str, players: int, seed: int = 3, policy: str = "greedy") -> tuple[tuple[Any, Any], ...]:
    """Return the positions of a seeded game, each with the step that was taken in it."""
    record = whole(game, players, seed, policy)
    return tuple(zip(record.positions(), record.steps, strict=False))


@cache
def decisions(game: str, players: int, seed: int = 3, policy: str = "greedy") -> tuple[Any, ...]:
    """Return the positions of a seeded game in which somebody decides."""
    return tuple(position for position, _ in steps(game, players, seed, policy) if position.actor is not None)


def end(game: str, players: int) -> Any:
    """Return the position in which a seeded game is over."""
    position, step = steps(game, players)[-1]
    return position if position.over else position.play(step)


def panel_for(game: str, players: int, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots and cards need no pause."""
    return widgets.play(game, seats=seats, players=players, pace=0, **options)


def to_question(panel: Play, question: str, policy: str = "greedy") -> None:
    """Play until this is asked."""
    choose, random = find_policy(policy), Random(1)
    for _ in range(4000):
        if panel.table.next():
            panel._automatic()
        elif panel.position.question == question:
            panel.refresh()
            return
        else:
            panel._step(choose(panel.position, random))
    raise AssertionError(f"{question!r} is never asked")
