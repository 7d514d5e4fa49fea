"""Seeded games of Paladins of every size, and panels on them, for the tests of its words, panels and form."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import rules
import solver
from tests.widgets import seeded
from tests.widgets.seeded import to_question as to_question
from widgets.play_panel import Play

GAME = rules.load("paladins")
whole = partial(seeded.whole, "paladins")
steps = partial(seeded.steps, "paladins")
decisions = partial(seeded.decisions, "paladins")
end = partial(seeded.end, "paladins")


@cache
def gamble() -> Any:
    """Return a turn of round 4 with few workers, whose best plan turns up cards and rests on house values."""
    for seed in range(1, 10):
        turns = [p for p in whole(2, seed).positions() if p.round == 4 and p.step == "action" and not p.pending]
        mine = [p for p in turns if p.actor == turns[0].actor]
        for position in reversed(mine):
            if len(position.seats[position.actor].workers) == 2:
                plan = solver.solve(position, horizon="round", seconds=40)
                if plan.status == "optimal" and plan.house and any("hidden cards" in text for text in plan.assumptions):
                    return position
    raise AssertionError("no such turn in nine games")


def panel_for(players: int = 1, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots and cards need no pause."""
    return seeded.panel_for("paladins", players, seats, **options)
