"""Names, numbers and lists in words: what the sentences of every game and of every floor are put together from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .printable import Name as Label


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a name in both languages: the English edition's and the German box's."""

    en: Label
    de: Label


def both(name: Name) -> str:
    """Return the English name, with the German one where it differs.

    >>> both(Name("Inn", "Gasthaus")), both(Name("Roland", "Roland"))
    ('Inn (Gasthaus)', 'Roland')
    """
    return name.en if name.en == name.de else f"{name.en} ({name.de})"


def capital(sentence: str) -> str:
    """Begin with a capital letter.

    >>> capital("the opponent")
    'The opponent'
    """
    return sentence[:1].upper() + sentence[1:]


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> count(1, "monk"), count(2, "monk"), count(3, "silver", "silver")
    ('1 monk', '2 monks', '3 silver')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def plain(key: str) -> str:
    """Say an id that names nothing here in plain words.

    >>> plain("two_words")
    'Two words'
    """
    return key.replace("_", " ").capitalize()


def joined(parts: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> joined(["1 silver", "1 Scout", "2 faith"])
    '1 silver, 1 Scout and 2 faith'
    """
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
