"""Names and amounts of Kingsburg: what goods, dice, buildings and governors are called."""

from __future__ import annotations

from collections.abc import Sequence

from rules.wording import count, joined

from .moves import GOODS
from .steps import called
from .values import Position


def advisor_name(position: Position, rank: int) -> str:
    """Return the name of the advisor of a rank; empty where the board has none."""
    return next((advisor.name.en for advisor in position.game.advisors if advisor.rank == rank), "")


def goods_words(gold: int, wood: int, stone: int) -> list[str]:
    """List the kinds of goods that are there, with their numbers.

    >>> goods_words(2, 0, 1)
    ['2 gold', '1 stone']
    """
    return [f"{number} {name}" for number, name in zip((gold, wood, stone), GOODS, strict=True) if number]


def goods(gold: int, wood: int, stone: int, markers: int = 0) -> str:
    """Say an amount of goods.

    >>> goods(1, 0, 2), goods(0, 0, 0)
    ('1 gold and 2 stone', 'nothing')
    """
    parts = goods_words(gold, wood, stone)
    if markers:
        parts.append(count(markers, "+2 marker"))
    return joined(parts) or "nothing"


def dice_words(dice: Sequence[int], bonus: Sequence[int] = (), *, marker: bool = False, market: int = 0) -> str:
    """Say with what an advisor is influenced.

    >>> dice_words((3, 5)), dice_words((3,), (1,), marker=True, market=-1)
    ('3 + 5', '3 + bonus 1 + 2 (marker), Market -1')
    """
    words = [str(die) for die in dice] + [f"bonus {die}" for die in bonus]
    if marker:
        words.append("2 (marker)")
    return " + ".join(words) + (f", Market {market:+d}" if market else "")


__all__ = ["advisor_name", "called", "count", "dice_words", "goods", "goods_words", "joined"]
