"""What the rules say of a file, a card or a position that cannot be, in another language.

A problem names a field by its path, which is the same in every language, and says what is wrong in an English sentence.
``locale/de_findings.po`` holds the German sentences of all games, ``views/<game>_findings_de.po`` those of a game; a
sentence that is in neither stays English.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

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
