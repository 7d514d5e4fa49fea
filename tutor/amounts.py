"""Points, goods and what they are called, in the language of the session.

What a game calls its sources of points and its goods stands in ``lessons/<game>/names.json``; a game without that file
is spoken of by the names of its rules core, which are English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from . import language as tongue
from .language import Text, check_language, language, say

LESSONS = Path(__file__).parent / "lessons"


@contextmanager
def speaking(code: str | None) -> Iterator[None]:
    """Speak a language for a while; None changes nothing.

    Raises:
        rules.BadInput: the tutor does not speak it.
    """
    if code is None:
        yield
        return
    before = tuple(tongue._chosen)
    tongue._chosen[:] = [check_language(code)]
    try:
        yield
    finally:
        tongue._chosen[:] = before


def figure(value: Fraction) -> str:
    """Print a number without its sign: whole, or with at most two decimals and the point or comma of the language.

    >>> with speaking("de"): figure(Fraction(7, 2)), figure(Fraction(-25, 3))
    ('3,5', '8,33')
    """
    value = abs(value)
    text = str(value) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language() == "de" else text


def rounded(value: Fraction) -> bool:
    """Say whether `figure` leaves something out.

    >>> rounded(Fraction(1, 4)), rounded(Fraction(1, 3))
    (False, True)
    """
    return (value * 100).denominator != 1


def points(value: Fraction) -> str:
    """Print a number of points without its sign.

    >>> with speaking("en"): points(Fraction(1)), points(Fraction(5, 2)), points(Fraction(1, 3))
    ('1 point', '2.5 points', 'about 0.33 points')
    >>> with speaking("en"): points(Fraction(999, 1000))
    'about 1 point'
    """
    if abs(value) == 1:
        return say("1 point")
    number = figure(value)
    if number == "1":
        return say("about 1 point")
    return say("about {number} points", number=number) if rounded(value) else say("{number} points", number=number)


def joined(parts: Sequence[str]) -> str:
    """Join words as a sentence does.

    >>> with speaking("de"): joined(["Gold", "Holz", "Stein"])
    'Gold, Holz und Stein'
    """
    if len(parts) < 2:
        return "".join(parts)
    return say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


@cache
def names(game: str) -> Mapping[str, Text]:
    """Return what a game calls things, by the names of its rules core and solver; nothing for a game without names."""
    path = LESSONS / game / "names.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Text]) if game.isidentifier() and path.exists() else {}


def name_of(game: str, key: str, number: Fraction | int = 2) -> str:
    """Return what a source of points, a good or a horizon is called; one of it may have a word of its own.

    >>> name_of("no_such_game", "silver_coins")
    'silver coins'
    """
    all_names = names(game)
    known = (all_names.get(f"{key}:1") if abs(number) == 1 else None) or all_names.get(key)
    return known.say() if known is not None else key.replace("_", " ")


def by_source(game: str, sources: Mapping[str, Fraction], gained: bool = True, ring: str = "") -> list[str]:
    """List points by source: those that came, or those that went; ``ring`` is the mark of house values behind them.

    >>> with speaking("en"): by_source("", {"towers": Fraction(2), "battles": Fraction(-1)})
    ['2 points (towers)']
    """
    return [
        f"{points(value)}{ring} ({name_of(game, name)})"
        for name, value in sources.items()
        if value and (value > 0) == gained
    ]


def by_good(game: str, holdings: Mapping[str, Fraction], gained: bool = True) -> list[str]:
    """List goods with their number: those that came, or those that went.

    >>> with speaking("en"): by_good("", {"gold": Fraction(2), "wood": Fraction(-1)}, gained=False)
    ['1 wood']
    """
    return [
        say("{number} {name}", number=figure(value), name=name_of(game, name, value))
        for name, value in holdings.items()
        if value and (value > 0) == gained
    ]


def brought(game: str, sources: Mapping[str, Fraction], holdings: Mapping[str, Fraction], ring: str = "") -> str:
    """Say what came and what went, points first, with the mark ``ring`` behind them; empty when nothing did.

    >>> with speaking("en"): brought("", {"tower": Fraction(2)}, {"wood": Fraction(-1)})
    'brings 2 points (tower); costs 1 wood'
    """
    came = by_source(game, sources, ring=ring) + by_good(game, holdings)
    went = by_source(game, sources, False, ring) + by_good(game, holdings, False)
    halves = [say("brings {what}", what=joined(came))] if came else []
    halves += [say("costs {what}", what=joined(went))] if went else []
    return "; ".join(halves)
