"""Which rule stands behind a place of Paladins' board that is no part of any move: a deck, a track, another's board."""

from __future__ import annotations

from typing import Final

from rules.findings import Finding
from rules.paladins.values import ACTIONS, Position
from rules.rule_table import finding
from widgets.telling import stated
from widgets.views.paladins_words_names import seat_name

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
    >>> rule_of(rules.load("paladins").setup(players=2, seed=1), "conspire:1").text
    "This is Red's board; everybody does actions on the own one."
    """
    kind, _, value = token.partition(":")
    rule = RULES.get(kind) or RULES.get(kind.partition("-")[0])
    if kind in ACTIONS:  # on the board of somebody else
        if position.opponent is not None or not value.isdigit():
            return stated("paladins", "solo-workers")
        text = f"This is {seat_name(int(value))}'s board; everybody does actions on the own one."
        return finding("rules.paladins", "turn-one", text)
    elif kind.startswith("seat-"):
        rule = "score-counts"
    return stated("paladins", rule or "turn-step")
