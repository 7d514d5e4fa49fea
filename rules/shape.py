"""Say whether a move or outcome that somebody made by hand holds what its fields ask for.

A struct keeps whatever it is given: a 3.0 or True where a whole number belongs plays like the number, and then prints
as a text that nobody can read back. Fields of moves and outcomes are whole numbers, texts, true or false, and tuples of
these, so looking at them costs less than a microsecond.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from .catalogue import plain_sentence
from .printable import LARGEST, shown

LONGEST_WORD = 200  #: characters of a text in a move


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, Any], ...]:
    """List the fields of a kind of move: name, type, and for a tuple the type of what it holds."""
    found = []
    for field in msgspec.structs.fields(kind):
        outer: Any = get_origin(field.type) or field.type
        found.append((field.name, outer, get_args(field.type)[0] if outer is tuple else outer))
    return tuple(found)


def misfit(move: Any) -> str:
    """Return a sentence about the first field that holds something else than it should, or nothing.

    >>> from rules.kingsburg.moves import Take
    >>> misfit(Take(1)), misfit(Take(True))
    ('', 'Take: gold is True; it is true or false, but must be a whole number.')
    """
    shape: Any = type(move)
    for name, kind, inner in _fields(shape):
        value = getattr(move, name)
        if type(value) is not kind:
            return _sentence(move, name, value, kind)
        for one in value if kind is tuple else (value,):
            if type(one) is not inner:
                return _sentence(move, name, one, inner)
            if (inner is int and not -LARGEST <= one <= LARGEST) or (inner is str and len(one) > LONGEST_WORD):
                return f"{type(move).__name__}: {name} is {shown(one)}; that is beyond all measure."
    return ""


def _sentence(move: Any, name: str, value: object, kind: type) -> str:
    words = {int: "int", str: "str", bool: "bool", tuple: "array", float: "float", type(None): "null"}
    got = words.get(type(value), f"something of the kind {type(value).__name__}")
    said = plain_sentence(f"Expected `{words.get(kind, kind.__name__)}`, got `{got}`")
    return f"{type(move).__name__}: {name} is {shown(value)}; it {said}"
