"""Numbers that others give: which ones are taken, and the sentence for those that are not.

A model counts in whole numbers of 64 bits, so worths that are beyond all measure, or that need parts too small to add
up exactly, are refused here and never reach one. No check turns a whole number into a float: that fails for large ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import lcm

from rules.findings import Problem
from rules.printable import shown
from rules.quantities import any_number, whole_number

#: A number as a user may give it; numbers of other libraries that stand for the same are taken, too.
Number = int | float | Fraction | Decimal

LARGEST = 10_000  #: the largest worth, and the largest figure of a forecast; the smallest is as far below 0
FINEST = 10_000  #: the smallest part in which a table of worths must add up exactly is one by this
FINEST_FORECAST = 1_000_000  #: the same for a forecast
MOST_POINTS = 1_000_000  #: the largest goal; no game comes near it
MOST_DIGITS = 30  #: digits before or behind the point, or on one side of the stroke, of a number in words

_WORDS = re.compile(
    rf"[+-]?(?:\d{{1,{MOST_DIGITS}}}(?:\.\d{{0,{MOST_DIGITS}}})?|\.\d{{1,{MOST_DIGITS}}})(?:[eE][+-]?\d{{1,3}})?"
    rf"|[+-]?\d{{1,{MOST_DIGITS}}}/\d{{1,{MOST_DIGITS}}}",
    re.ASCII,
)


def is_number(value: object) -> bool:
    """Say whether a value is a finite number and no truth value.

    >>> is_number(10**400), is_number(0.5), is_number(float("nan")), is_number(float("inf")), is_number(True)
    (True, True, False, False, False)
    """
    return any_number(value) is not None


def exact(value: Number) -> Fraction:
    """Turn a number, one that `is_number` takes, into the fraction that a person means by it: 0.1 is 1/10."""
    number = any_number(value)
    assert number is not None, value
    return number


def within(value: object, least: Number, most: Number) -> bool:
    """Say whether a value is a number from ``least`` to ``most``."""
    number = any_number(value)
    return number is not None and least <= number <= most


def whole(value: object, least: int, most: int) -> bool:
    """Say whether a value is a whole number, and no truth value, from ``least`` to ``most``."""
    number = whole_number(value)
    return number is not None and least <= number <= most


def refusal(path: str, value: object, least: Number, most: Number, what: str = "a number", also: str = "") -> Problem:
    """Say that a value is not taken, and which ones are.

    >>> print(refusal("seconds", float("nan"), 0, 86_400))
    seconds: is nan; give a number from 0 to 86400.
    """
    return Problem(path, f"is {shown(value)}; give {what} from {least} to {most}{also}.")


def read_number(text: str) -> Fraction | None:
    """Read a number in words: 2, 0.5, 1/2 or 1e3; None where it is none, or is too long to be one.

    >>> read_number("1/2"), read_number("1e999999999"), read_number("1/0"), read_number("two")
    (Fraction(1, 2), None, None, None)
    """
    if _WORDS.fullmatch(text) is None:
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def too_fine(path: str, values: Iterable[Fraction], finest: int) -> list[Problem]:
    """Say that numbers do not add up exactly in parts of reasonable size.

    >>> print(*too_fine("objective", [Fraction(1, 10**9)], 10_000))
    objective: needs parts smaller than 1/10000 to add up exactly; give fewer decimals.
    """
    common = 1
    for value in values:
        common = lcm(common, value.denominator)
        if common > finest:
            text = f"needs parts smaller than 1/{finest} to add up exactly; give fewer decimals."
            return [Problem(path, text)]
    return []
