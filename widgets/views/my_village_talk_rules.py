"""Which rule stands behind a place of My Village's board that is no part of any move: a track, a store, a village."""

from __future__ import annotations

from typing import Final

from rules.findings import Finding
from rules.my_village.values import Position
from widgets.telling import stated

#: By how the place's key begins; what is not named here is answered with the rule on steps.
RULES: Final = {
    "round": "round-turns",
    "rat": "rat-plague",
    "chronicle": "death-chronicle",
    "graves": "game-end-coffins",
    "coins": "score-nothing",
    "tree": "score-nothing",
    "safe": "score-stories",
    "laborers": "score-laborers",
    "life": "death-cross",
    "people": "open-information",
    "windows": "monk-windows",
    "own": "church-power",
    "trip": "travel-grey",
    "trips": "travel-grey",
    "drawn": "travel-ways",
    "served": "score-customers",
    "taken": "cards-limited",
    "waiting": "score-customers",
    "seat": "open-information",
    "village": "open-information",
    "customer": "customer-villager",
    "villager": "banner-area",
    "pay": "banner-cost",
    "from": "plow-place",
    "field": "plow-place",
    "mark": "hall-marks",
    "beside": "meeting-tile",
    "school": "school-value",
}


def rule_of(position: Position, token: str) -> Finding:
    """Return the rule about a place that is no part of a move.

    >>> import rules
    >>> rule_of(rules.load("my_village").setup(players=2, seed=1), "rat").rule
    'rat-plague'
    """
    return stated("my_village", RULES.get(token.partition(":")[0], "turn-step"))
