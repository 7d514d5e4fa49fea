"""What the rules say of a file, a card or a position that cannot be, in another language.

A problem names a field by its path, which is the same in every language, and says what is wrong in an English sentence.
``locale/de_findings.po`` holds the German sentences of all games, ``views/<game>_findings_de.po`` those of a game; a
sentence that is in neither stays English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

import msgspec

import rules
from rules.findings import Problem
from widgets.sentences import Sentences, read_pairs

FOLDER = Path(__file__).parent


@cache
def _sentences(game: str, code: str) -> Sentences:
    own = read_pairs(FOLDER / "views" / f"{game}_findings_{code}.po") if game.isidentifier() else ()
    return Sentences((*own, *read_pairs(FOLDER / "locale" / f"{code}_findings.po")))


def finding_words(game: str, text: str, code: str) -> str:
    """Return a sentence of the rules in a language; English where its German is not known.

    >>> finding_words("", "is text, but must be a whole number.", "de")
    'ist ein Text, muss aber eine ganze Zahl sein.'
    """
    if code == "en":
        return text
    known = _sentences(game, code)

    def inner(name: str, value: str) -> str:
        return known.said(value, inner) or value

    return known.said(text, inner) or text


@cache
def _names(game: str, code: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return what the cards and places of a game are called in a language, and what finds their English names."""
    catalogue = getattr(rules.load(game), "catalogue", None)
    found: dict[str, str] = {}
    for table in getattr(catalogue, "__struct_fields__", ()):
        rows = getattr(catalogue, table)
        for row in rows.values() if isinstance(rows, dict) else ():
            for field in getattr(row, "__struct_fields__", ()):
                english, other = (getattr(getattr(row, field), each, None) for each in ("en", code))
                if isinstance(english, str) and isinstance(other, str):
                    found.setdefault(english, other)
    # Kinds of buildings are written small within a sentence.
    found |= {name.lower(): other.lower() for name, other in found.items() if name.lower() not in found}
    longest = sorted(found, key=len, reverse=True)
    return found, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?!\w)")


def name_words(game: str, text: str, code: str, own: Collection[str] = ()) -> str:
    """Return a text with the names of cards and places in a language, those left out that are ``own`` words.

    >>> name_words("kingsburg", "1 Squire and 3 stone", "de")
    '1 Gutsherr and 3 stone'
    """
    found, pattern = _names(game, code)
    return pattern.sub(lambda match: match.group() if match.group() in own else found[match.group()], text)


def refusal_words(game: str, text: str, code: str, word: Callable[[str], str]) -> str | None:
    """Return sentences that refuse a move in a language, or None where one of them is not known.

    A refusal says what is wrong and what would be right: one sentence or more, each of which may be made of several
    periods. ``word`` says names and amounts that stand in them.

    >>> refusal_words("kingsburg", "You have no +2 marker. Place without it.", "de", str)
    'Du hast keinen +2-Marker. Setze ohne ihn.'
    """
    known = _sentences(game, code)

    def inner(name: str, value: str) -> str:
        return known.said(value, inner) or word(value)

    rest, said = text.strip(), []
    while rest:
        ends = [found.end() for found in re.finditer(r"[.!?](?= |$)", rest)] or [len(rest)]
        # The shortest that is known is meant: a field that takes in a whole sentence would swallow its numbers' order.
        for end in ends:
            if other := known.said(rest[:end], inner):
                said.append(other)
                rest = rest[end:].lstrip()
                break
        else:
            return None
    return " ".join(said)


def line_words(game: str, text: str, code: str) -> str:
    """Return lines in a language as errors print them: a path and a sentence each, or a sentence alone.

    >>> line_words("", "seats[0].gold: is missing.", "de")
    'seats[0].gold: fehlt.'
    """
    said = []
    for line in text.split("\n"):
        path, colon, rest = line.partition(": ")
        whole = finding_words(game, line, code)
        said.append(path + colon + finding_words(game, rest, code) if whole == line and rest else whole)
    return "\n".join(said)


def told(game: str, problem: Problem, code: str) -> Problem:
    """Return a problem with its sentence in a language.

    >>> print(told("", Problem("seats[0].gold", "is missing."), "de"))
    seats[0].gold: fehlt.
    """
    return msgspec.structs.replace(problem, text=finding_words(game, problem.text, code))
