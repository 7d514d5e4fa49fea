"""Seeded games of Paladins of every size, and panels on them, for the tests of its words, panels and form."""

from __future__ import annotations

from functools import partial
from typing import Any

import rules
from tests.widgets import seeded
from tests.widgets.seeded import to_question as to_question
from widgets.play_panel import Play

GAME = rules.load("paladins")
whole = partial(seeded.whole, "paladins")
steps = partial(seeded.steps, "paladins")
decisions = partial(seeded.decisions, "paladins")
end = partial(seeded.end, "paladins")


def panel_for(players: int = 1, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots and cards need no pause."""
    return seeded.panel_for("paladins", players, seats, **options)
