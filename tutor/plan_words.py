"""The words of plans and of the solve panel in the language of the session.

The solver says in English what a plan does, proves and takes for granted. In German such a text is recognized by the
sentence that it was made of (`widgets.sentences`): those of all games stand in ``locale/de_solve.po``, those of a game
in ``lessons/<game>/plan_de.po``; what is left is said by the names of the German box and by the game's phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

import rules
from widgets.findings import line_words
from widgets.sentences import NUMBER, Sentences, read_pairs

from .amounts import name_of, names
from .house_words import house_words
from .language import FOLDER, language
from .local import LESSONS, local_words, translated

HOUSE: Final = "(house values): "
"""What stands in a plan before the house values that it rests on."""

_NUMBER: Final = re.compile(NUMBER)
_STEP: Final = re.compile(r"(\d+\.) (.+): ((?:brings|costs) .+)\.")
_AMOUNT: Final = re.compile(rf"({NUMBER}) (.+)")
_SOURCE: Final = re.compile(r"(.+) \((\w+)\)")
_FROM: Final = re.compile(rf"((?:a loss of )?{NUMBER}°?) from (\w+)")
_WORTH: Final = re.compile(rf"(\w+) ((?:a loss of )?{NUMBER})")
_EXTRA: Final = re.compile(rf"(.+?) ({NUMBER}) (.+)")
_PLACE: Final = re.compile(rf"(.+) ({NUMBER})")


def plan_words(game: str, text: str) -> str:
    """Return what a plan or the solve panel says, in the language of this session.

    >>> from tutor.language import set_language
    >>> set_language("de"); plan_words("kingsburg", "Searching: no plan yet, not more than about 2.5 points.")
    'Er sucht: noch kein Plan, nicht mehr als etwa 2,5 Punkte.'
    >>> set_language(None)
    """
    if HOUSE in text:
        text = "\n".join(_house(game, line) for line in text.split("\n"))
    if language() == "en" or not text:
        return text
    return "\n".join(_said(game, line) for line in text.split("\n"))


def _house(game: str, line: str) -> str:
    """Name the house values that a plan rests on as a player knows them."""
    head, found, paths = line.partition(HOUSE)
    if not found or not re.fullmatch(r"(?:\w+\.[\w.]+(?:, )?)+\.", paths):
        return line
    return f"{head}{HOUSE}{house_words(game, paths[:-1].split(', '))}."


@cache
def _sentences(game: str) -> Sentences:
    return Sentences((*read_pairs(LESSONS / game / "plan_de.po"), *read_pairs(FOLDER / "de_solve.po")))


def form_words(game: str, text: str, loose: bool = True) -> str:
    """Return what the form for a position says, in the language of this session; ``loose``: its phrases, too.

    >>> from tutor.language import set_language
    >>> set_language("de"); form_words("paladins", "Inn [inn_1] (not possible)"); set_language(None)
    'Inn [inn_1] (nicht möglich)'
    """
    if language() == "en" or not text:
        return text

    def inner(name: str, value: str) -> str:
        if name in ("ids", "problem"):
            return value if name == "ids" else line_words(game, value, language())
        return form_words(game, value)

    known = _form_sentences(game).said(text, inner)
    if known is not None:
        return known
    return _phrase(game, text) if loose and re.search(r"[A-Za-z]{2}", text) else text


@cache
def _form_sentences(game: str) -> Sentences:
    return Sentences((*read_pairs(LESSONS / game / "form_de.po"), *read_pairs(FOLDER / "de_edit.po")))


@lru_cache(maxsize=20_000)
def _said(game: str, text: str) -> str:
    def inner(name: str, value: str) -> str:
        if name == "ids":
            return value
        if name.startswith("list"):
            return _listed(game, value)
        return _said(game, value)

    known = _sentences(game).said(text, inner)
    if known is not None:
        return known[:1].upper() + known[1:] if text.endswith(".") else known
    if found := _STEP.fullmatch(text):
        return f"{found[1]} {_deed(game, found[2])}: {_said(game, found[3])}."
    if text.endswith("°"):
        return f"{_said(game, text[:-1])}°"
    if _NUMBER.fullmatch(text):
        return text.replace("about ", "etwa ").replace(".", ",")
    return _phrase(game, text)


def _listed(game: str, text: str) -> str:
    """Return a list, each of its parts said by itself."""
    if (known := _sentences(game).whole.get(text)) is not None:
        return known
    if "; " in text:
        return "; ".join(_listed(game, part) for part in text.split("; "))
    parts = re.split(r"(, | and )", text)
    said = [_part(game, part) if at % 2 == 0 else part.replace("and", "und") for at, part in enumerate(parts)]
    return said[0][:1].upper() + "".join(said)[1:] if text[:1].isupper() else "".join(said)


def _part(game: str, text: str) -> str:
    """Return one part of a list: an amount of something, a worth, or a deed."""
    low = text[:1].lower() + text[1:]
    for known in (text, low):
        if (said := _sentences(game).said(known, lambda _, value: _said(game, value))) is not None:
            return said
    if found := _FROM.fullmatch(text):
        return f"{_said(game, found[1])}: {name_of(game, found[2])}"
    if (found := _SOURCE.fullmatch(text)) and found[2] in names(game):
        return f"{_said(game, found[1])} ({name_of(game, found[2])})"
    if found := _AMOUNT.fullmatch(text):
        return f"{_said(game, found[1])} {_holding(game, found[2], found[1] == '1')}"
    if (found := _WORTH.fullmatch(text)) and found[1] in names(game):
        return f"{name_of(game, found[1])} {_said(game, found[2])}"
    if (found := _EXTRA.fullmatch(text)) and found[1] in _names(game):
        return f"{_phrase(game, found[1])} {_part(game, f'{found[2]} {found[3]}')}"
    if found := _PLACE.fullmatch(text):
        return f"{_phrase(game, found[1])} {_said(game, found[2])}"
    return _phrase(game, text)


def _holding(game: str, text: str, one: bool) -> str:
    """Name a holding that stands with its number: one of it, or many."""
    key = text.replace(" ", "_")
    if key in names(game):
        return name_of(game, key, 1 if one else 2)
    for plural in (f"{key}s", f"{key.removesuffix('y')}ies"):
        if plural in names(game):
            return name_of(game, plural, 1)
    return _said(game, text)


# --- names and phrases ------------------------------------------------------------------------------------------------


@cache
def _names(game: str) -> dict[str, str]:
    """Return the names of the German box by the English ones."""
    found: dict[str, str] = {}

    def walk(value: object) -> Iterator[tuple[str, str]]:
        english, german = getattr(value, "en", None), getattr(value, "de", None)
        if isinstance(english, str) and isinstance(german, str):
            yield english, german
            return
        rows = value.values() if isinstance(value, dict) else ()
        fields = getattr(value, "__struct_fields__", ())
        for part in (*rows, *(getattr(value, field) for field in fields)):
            yield from walk(part)

    for english, german in walk(getattr(rules.load(game), "catalogue", None)):
        if english:
            found.setdefault(english, german)
    return found


@cache
def _pattern(game: str, phrased: bool) -> re.Pattern[str]:
    """Return what finds the English names of a game; with ``phrased`` those, too, that its phrases hold."""
    words = local_words(game)
    phrases = {word for phrase in words for word in re.findall(r"\w+", phrase)}
    longest = sorted(_names(game), key=len, reverse=True)
    wanted = [name for name in longest if phrased or not phrases.issuperset(re.findall(r"\w+", name))]
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, wanted)) or '(?!)'})(?!\w)")


def _phrase(game: str, text: str) -> str:
    """Say by the names and the phrases of the game what no sentence fits; what is German already stays as it is."""
    known = _names(game)
    said = translated(game, _pattern(game, False).sub(lambda found: known[found[1]], text))
    return _pattern(game, True).sub(lambda found: known[found[1]], said)


def _deed(game: str, text: str) -> str:
    """Say a move with a capital letter in front; the phrases of the game have it as one says it to oneself."""
    low = text[:1].lower() + text[1:]
    said = _phrase(game, low)
    if re.search(r"\bthe\b", said):  # kinds of cards stand in small letters in the English phrase, and so in its German
        known = {english.lower(): german.lower() for english, german in _names(game).items()} | _names(game)
        small = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(known, key=len, reverse=True)))})(?!\w)")
        said = translated(game, small.sub(lambda found: known[found[1]], low))
    said = said if said[:3] != low[:3] else _phrase(game, text)
    return said[:1].upper() + said[1:]
