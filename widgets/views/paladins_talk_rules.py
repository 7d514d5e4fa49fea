"""Which rule stands behind a place of Paladins' board that is no part of any move: a deck, a track, another's board."""

from __future__ import annotations

from typing import Final

from rules.findings import Finding
from rules.paladins.values import ACTIONS, Position
from widgets.telling import stated

#: By how the place's key begins; what is not named here is answered with the rule on steps.
RULES: Final = {
    "flags": "commission-faith",
    "order": "score-orders",
    "order-place": "round-cards",
    "favour-place": "round-cards",
    "townsfolk-place": "row-open",
    "outsider-place": "outsider-open",
    "round": "game-end",
    "queue": "turn-one",
    "seat": "turn-one",
    "tax": "inquisition-when",
    "suspicion-deck": "suspicion-reshuffle",
    "wall-deck": "wall-deck",
    "stores": "score-goods",
    "faith": "score-attributes",
    "strength": "score-attributes",
    "influence": "score-attributes",
    "paladin": "paladin-ability",
    "kept": "townsfolk-ongoing",
    "own": "townsfolk-ongoing",
    "converted": "score-outsiders",
    "opponent": "solo-workers",
    "opponent-debts": "solo-nothing",
    "opponent-done": "solo-score",
    "marker": "solo-track",
    "aims": "solo-target",
    "schemes": "solo-schemes",
}


def rule_of(position: Position, token: str) -> Finding:
    """Return the rule about a place that is no part of a move.

    >>> import rules
    >>> rule_of(rules.load("paladins").setup(players=1, seed=1), "tax").rule
    'inquisition-when'
    """
    kind = token.partition(":")[0]
    rule = RULES.get(kind) or RULES.get(kind.partition("-")[0])
    if kind in ACTIONS:  # on the board of somebody else
        rule = "solo-workers" if position.opponent is not None else "action-once"
    elif kind.startswith("seat-"):
        rule = "score-counts"
    return stated("paladins", rule or "turn-step")
