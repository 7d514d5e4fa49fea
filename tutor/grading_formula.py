"""How an answer is marked: the formula, and the sentence that says it on every sheet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .language import say
from .puzzle import Puzzle
from .puzzle_judge import Verdict, judge

REFUSED = Fraction(1, 2)
"""What is left of the credit where a later move was refused."""


def formula() -> str:
    """Say in a sentence how an answer is marked."""
    return say(
        "credit = points reached / points of the best line, 0 if they are below 0 and exactly 1 for every best line. "
        "Where the best line brings 0 or less: credit = 1 / (1 + points lost). Where a later move is refused: half the "
        "credit of the moves before it. Where the first move is refused, or there is no answer: 0."
    )


def mark(puzzle: Puzzle, keys: Sequence[str]) -> tuple[Verdict, Fraction]:
    """Judge an answer, and return its credit with the verdict.

    Nothing, and a first move that is refused, are no answer: what passing would have brought is nobody's merit.
    """
    verdict = judge(puzzle, tuple(keys))
    if not keys or (not verdict.legal and not judge(puzzle, (keys[0],)).legal):
        return verdict, Fraction(0)
    return verdict, credit(verdict.value, puzzle.optimum, verdict.legal)


def credit(value: Fraction, optimum: Fraction, legal: bool = True) -> Fraction:
    """Return the credit for so many points where the best line brings ``optimum``.

    >>> [str(credit(Fraction(value), Fraction(6))) for value in (6, 3, 0, -2)]
    ['1', '1/2', '0', '0']
    >>> [str(credit(Fraction(value), Fraction(-1))) for value in (-1, -2, -4)]
    ['1', '1/2', '1/4']
    >>> str(credit(Fraction(6), Fraction(6), legal=False))
    '1/2'
    """
    if value >= optimum:
        full = Fraction(1)
    elif optimum > 0:
        full = max(Fraction(0), value) / optimum
    else:
        full = 1 / (1 + optimum - value)
    return full if legal else full * REFUSED
