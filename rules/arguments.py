"""Check what a caller gives to a public function, and say in a sentence what is wrong and what would be right.

Each check looks at the kind of a value before it asks it for anything: a table of another library refuses to be
compared, and a number of thousands of digits to be printed. They stand at public doors alone, and in no loop over
positions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from .findings import BadInput, Problem, UnknownName, WrongKind, refuse
from .printable import hidden, shown
from .quantities import any_number, truth_value, whole_number

POSITION = "a position of the rules core, made by rules.load(...).setup(players=3, seed=1) or read by rules.parse(...)"


def wrong_kind(path: str, value: object, right: str) -> WrongKind:
    """Make the refusal of a value of another kind than is asked for.

    >>> print(wrong_kind("seat", "x", "a whole number"))
    seat: is 'x'; give a whole number.
    """
    return WrongKind((Problem(path, f"is {shown(value)}; give {right}."),))


def is_position(value: object) -> bool:
    """Say whether a value is a position of any game (and not a kind of position)."""
    return not isinstance(value, type) and hasattr(value, "legal_moves") and hasattr(value, "game")


def check_position(value: object, path: str = "position", right: str = POSITION) -> None:
    """Raise :class:`rules.WrongKind` for what is no position."""
    if not is_position(value):
        raise wrong_kind(path, value, right)


def check_text(value: object, path: str, right: str = "a text") -> str:
    """Return a plain text; raise :class:`rules.WrongKind` for what is none.

    >>> check_text("x", "title")
    'x'
    """
    if not isinstance(value, str):
        raise wrong_kind(path, value, right)
    return str(value)


def check_name(value: object, path: str, known: Iterable[str]) -> str:
    """Return one of the known names; raise :class:`rules.UnknownName` for anything else.

    >>> check_name("dark", "theme", ("light", "dark"))
    'dark'
    """
    names = tuple(known)
    if not isinstance(value, str) or value not in names:
        raise UnknownName((Problem(path, f"is {shown(value)}; there are {', '.join(map(repr, names))}."),))
    return names[names.index(value)]


def check_whole(value: object, path: str, least: int, most: int, also: str = "") -> int:
    """Return a whole number, and no truth value, from ``least`` to ``most``; raise :class:`rules.BadInput` otherwise.

    >>> check_whole(3, "rung", 1, 5)
    3
    """
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise refuse(path, f"is {shown(value)}; give a whole number from {least} to {most}{also}.")
    return number


def check_seed(value: object, path: str = "seed") -> int:
    """Return a whole number of any size; raise :class:`rules.BadInput` for what is none.

    >>> check_seed(-7)
    -7
    """
    number = whole_number(value)
    if number is None:
        raise refuse(path, f"is {shown(value)}; give a whole number: the same one gives the same game.")
    return number


def check_seat(value: object, seats: int, path: str = "seat") -> int:
    """Return the number of a seat; raise :class:`rules.BadInput` where the game has no such seat.

    >>> check_seat(1, 3)
    1
    """
    number = whole_number(value)
    if number is None or not 0 <= number < seats:
        raise refuse(path, f"is {shown(value)}; the seats of this game are 0 to {seats - 1}.")
    return number


def check_flag(value: object, path: str) -> bool:
    """Return a truth value; raise :class:`rules.WrongKind` for anything else."""
    truth = truth_value(value)
    if truth is None:
        raise wrong_kind(path, value, "True or False")
    return truth


def check_number(value: object, path: str, least: float, most: float, also: str = "") -> Fraction:
    """Return a number from ``least`` to ``most`` exactly as a person means it; raise :class:`rules.BadInput` otherwise.

    >>> check_number(0.1, "pace", 0, 60)
    Fraction(1, 10)
    """
    number = any_number(value)
    if number is None or not least <= number <= most:
        raise refuse(path, f"is {shown(value)}; give a number from {least} to {most}{also}.")
    return number


def check_function(value: object, path: str) -> None:
    """Raise :class:`rules.WrongKind` for what cannot be called."""
    if not callable(value):
        raise wrong_kind(path, value, "a function")


def check_random(value: object, path: str) -> None:
    """Raise :class:`rules.WrongKind` for what is no generator of random numbers."""
    if not isinstance(value, Random):
        raise wrong_kind(path, value, "a generator, such as random.Random(1)")


def check_list(value: object, path: str, right: str) -> tuple[Any, ...]:
    """Return what a list, tuple, set or generator holds; raise :class:`rules.WrongKind` for what is none.

    A text is none (its letters are not meant), and neither is a table or a kind of thing.

    >>> check_list(["a"], "students", "a list of aliases")
    ('a',)
    """
    if isinstance(value, str | bytes | Mapping | type) or not isinstance(value, Iterable):
        raise wrong_kind(path, value, right)
    try:
        return tuple(value)
    except BadInput:
        raise
    except Exception:  # noqa: BLE001 - whatever a foreign value does when it is asked for what it holds
        raise wrong_kind(path, value, right) from None


def check_table(value: object, path: str, right: str) -> Mapping[Any, Any]:
    """Return a mapping; raise :class:`rules.WrongKind` for anything else."""
    if not isinstance(value, Mapping):
        raise wrong_kind(path, value, right)
    return value


def check_path(value: object, path: str, right: str = "the path of a file") -> Path:
    """Return the path that a text or path names; raise :class:`rules.WrongKind` for what can be the name of no file.

    >>> check_path("a.toml", "file").name
    'a.toml'
    """
    if not isinstance(value, str | os.PathLike):
        raise wrong_kind(path, value, right)
    try:
        name = os.fspath(value)
    except Exception:  # noqa: BLE001 - whatever a foreign value does when it is asked for its path
        raise wrong_kind(path, value, right) from None
    text = name if isinstance(name, str) else os.fsdecode(name)
    if not text.strip():
        raise WrongKind((Problem(path, f"is empty; give {right}."),))
    try:
        encoded = os.fsencode(text)
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise WrongKind((Problem(path, f"is {shown(text)}, which can be the name of no file; give {right}."),))
    return Path(text)


def check_title(value: object, path: str, longest: int) -> str:
    """Return a text of one line that can be shown; raise :class:`rules.BadInput` otherwise."""
    text = check_text(value, path)
    sign = hidden(text)
    if sign or len(text) > longest:
        what = f"holds the character U+{ord(sign):04X}" if sign else f"is {len(text):,} characters long"
        raise refuse(path, f"{what}; give at most {longest} letters, on one line.")
    return text


def gathered(*checks: Callable[[], object]) -> None:
    """Make several checks, and raise one :class:`rules.BadInput` with every defect that they find.

    >>> gathered(lambda: check_whole(0, "rung", 1, 5), lambda: check_text(1, "title"))
    Traceback (most recent call last):
    rules.findings.BadInput: rung: is 0; give a whole number from 1 to 5.
    title: is 1; give a text.
    """
    problems: list[Problem] = []
    for check in checks:
        try:
            check()
        except BadInput as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
