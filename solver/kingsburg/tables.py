"""The shipped tables: worths of holdings and the forecast of income."""

from __future__ import annotations

from fractions import Fraction

from rules.kingsburg.values import Position


def shipped_worths(position: Position) -> dict[str, Fraction]:
    return {
        "gold": Fraction(1, 2),
        "wood": Fraction(1, 2),
        "stone": Fraction(1, 2),
        "soldiers": Fraction(2, 5),
        "markers": Fraction(3, 5),
    }


def shipped_forecast(position: Position) -> dict[str, Fraction]:
    return {}
