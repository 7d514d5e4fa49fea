"""Silver that attacks may save: a wall card may raise strength by more than is certain, before an attack is paid for.

The rows pay for what strength lacks by certain gains (two strength for each silver, rounded up). A card that raises
strength once more saves a silver where an odd number is lacking, and one that raises it twice saves one at any rate.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.values import ATTACK, FORTIFY

from .linear import Sum, total

if TYPE_CHECKING:
    from .merit import Merit


def add_savings(merit: Merit) -> None:
    """Add what attacks may save to an objective: silver by its worth, and goods in threes."""
    frame, rows = merit.frame, merit.rows
    walls, attacks = frame.ladders[FORTIFY], frame.bought
    if not walls or not attacks or not any(frame.walls.strength):
        return
    odd, even = Sum(), Sum()
    for key, paid in attacks.items():
        done, level = frame.counts[key], frame.items[key].level
        one = rows.flag(f"{key[1]} may be cheaper")
        rows.most(one, done)
        rows.most(one, paid)
        even.add(one)
        lacks = rows.flag(f"{key[1]} lacks an odd number")
        rows.most(lacks, one)
        rows.most(lacks, paid * 2 + frame.levels["strength"] - done * level)
        odd.add(lacks)
    most = min(len(attacks), len(frame.ladders[ATTACK]))
    # Of one wall it is told apart what it saves; several are taken as if each saved by itself, on any attack.
    strength, number = frame.walls.strength, frame.walls.number
    _save(merit, "one wall", odd, most, Fraction(sum(extra % 2 for extra in strength), number), walls)
    if any(extra > 1 for extra in strength):
        _save(merit, "one strong wall", even, most, Fraction(sum(extra // 2 for extra in strength), number), walls)
    _save(merit, "walls", even, most, Fraction(len(walls) * sum(strength), number), walls[1:])


def _save(merit: Merit, name: str, saved: Sum, most: int, chance: Fraction, walls: list[Sum]) -> None:
    """Add what so many walls, and no more, save on attacks."""
    rows, silver = merit.rows, merit.request.worth("silver")
    if not chance or not walls:
        return
    number = rows.whole(f"saved by {name}", 0, most)
    rows.most(number, saved)
    for wall, sign in zip(walls[:2], (1, -1), strict=False):
        rows.most(number, wall * most if sign == 1 else (Sum(1) - wall) * most)
    merit.add("worths", number, silver * chance)
    # Three goods make a point; a single one only if two are over, or others are left to chance.
    third = rows.whole(f"threes by {name}", 0, -(-most // 3))
    rows.most(third, number)
    frame = merit.frame
    over = merit.rest[1] + total(frame.draws[:1]) + total(frame.ladders[FORTIFY][1:2])
    rows.most(third * 2, number + over)
    merit.add("goods", third, merit.point * chance)


__all__ = ["add_savings"]
