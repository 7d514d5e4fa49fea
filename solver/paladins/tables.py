"""The shipped tables: worths of holdings at the end of a round."""

from __future__ import annotations

from fractions import Fraction

from rules.paladins.values import ROUNDS, Position

from .table import HOLDINGS


def shipped_worths(position: Position, horizon: str) -> dict[str, Fraction]:
    """Return what one of each holding is worth in points when a horizon has ended."""
    if horizon == "game" or position.round == ROUNDS:
        return dict.fromkeys(HOLDINGS, Fraction(0))
    left = ROUNDS - position.round
    return {
        "silver": Fraction(1, 2),
        "provisions": Fraction(1, 2),
        "workers": Fraction(3, 4),
        "faith": Fraction(left, 6),
        "strength": Fraction(left, 6),
        "influence": Fraction(left, 6),
        "townsfolk": Fraction(left, 4),
        "workshops": Fraction(left, 3),
        "suspicion": Fraction(-1, 2),
        "debts": Fraction(2),
    } | {"debts": Fraction(0)}
