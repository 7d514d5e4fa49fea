"""Seeded games of My Village of every size, and panels on them, for the tests of its words, panels and form."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import rules
import widgets
from rules import Record
from rules.playouts import find_policy
from widgets.play_panel import Play

GAME = rules.load("my_village")
PLAYERS = (2, 3, 4)


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


def end(players: int) -> Any:
    """Return the position in which a seeded game is over."""
    position, step = steps(players)[-1]
    return position if position.over else position.play(step)


@cache
def sample(players: int) -> tuple[Any, ...]:
    """Return positions of every question of seeded games, the first and the last among them."""
    found: dict[tuple[int, str], Any] = {}
    for policy in ("greedy", "random"):
        for position, _ in steps(players, 3, policy):
            found.setdefault((position.round // 4, position.question), position)
    return (steps(players)[0][0], *found.values(), end(players))


def panel_for(players: int = 2, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots and cards need no pause."""
    return widgets.play("my_village", seats=seats, players=players, pace=0, **options)


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
