"""Seeded games of My Village of every size, and panels on them, for the tests of its words, panels and form."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import rules
from tests.widgets import seeded
from tests.widgets.seeded import to_question as to_question
from widgets.play_panel import Play

GAME = rules.load("my_village")
PLAYERS = (2, 3, 4)
whole = partial(seeded.whole, "my_village")
steps = partial(seeded.steps, "my_village")
decisions = partial(seeded.decisions, "my_village")
end = partial(seeded.end, "my_village")


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
    return seeded.panel_for("my_village", players, seats, **options)
