"""Numbers as other libraries hold them: what of them is a whole number, and what a number at all.

A column of a table or an array gives numbers of its own kinds, which compare and print like Python's. Whatever can
stand for a whole number says so itself (``__index__``); truth values do too, and are meant for none.
"""

from __future__ import annotations

import math
import operator
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real


def whole_number(value: object) -> int | None:
    """Return the whole number that a value stands for, as Python's own; None where it is none, or a truth value.

    >>> whole_number(3), whole_number(True), whole_number(3.0), whole_number("3")
    (3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool | type) or not hasattr(type(value), "__index__"):
        return None
    try:
        return int(operator.index(value))  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - arrays of several numbers, and truth values of some libraries, refuse to be one
        return None


def truth_value(value: object) -> bool | None:
    """Return the truth value that a value is, as Python's own; None where it is none.

    >>> truth_value(False), truth_value(0)
    (False, None)
    """
    if value is True or value is False:
        return value
    kind = type(value)
    return bool(value) if kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_") else None


def own(value: object) -> object:
    """Return a whole number or truth value of another library as Python's own, and anything else as it is.

    >>> own(3), own("x")
    (3, 'x')
    """
    found: int | None = truth_value(value)
    if found is None:
        found = whole_number(value)
    return value if found is None else found


def any_number(value: object) -> Fraction | None:
    """Return the finite number that a person means by a value: 0.1 is 1/10; None where it is none, or a truth value.

    >>> any_number(0.1), any_number(Decimal("1.5")), any_number(True), any_number(float("nan"))
    (Fraction(1, 10), Fraction(3, 2), None, None)
    """
    if (whole := whole_number(value)) is not None:
        return Fraction(whole)
    if isinstance(value, type | bool):
        return None
    try:
        if isinstance(value, Rational):
            parts = whole_number(value.numerator), whole_number(value.denominator)
            return None if None in parts or not parts[1] else Fraction(*parts)  # type: ignore[arg-type]
        if not isinstance(value, Real | Decimal):
            return None
        size = float(value)
        if not math.isfinite(size) or (size == 0 and value != 0):
            return None  # also what is too large or small for a float: to write it out could take for ever
        return Fraction(str(value))
    except Exception:  # noqa: BLE001 - whatever a foreign number does when it is asked for its value
        return None
