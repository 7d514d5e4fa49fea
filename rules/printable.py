"""What may stand in a text, and how values from others are shown in a sentence.

Names come from files, links and keyboards, and they go into pictures, pages and terminals. A character that moves the
cursor, turns the direction of reading or cannot be drawn at all has no place in them: it is refused where it is read,
and spelled out where a sentence must name it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from numbers import Number
from typing import Annotated

import msgspec

from .quantities import truth_value, whole_number

LONGEST_NAME = 80  #: characters of a name
LONGEST_SENTENCE = 400  #: characters of any other text in a document
LARGEST = 2**53  #: whole numbers beyond it are no numbers of a game, and other programs round them
DEEPEST = 12  #: tables and lists inside each other
#: Controls, direction and other invisible marks, halves of characters, private and unassigned ones, line separators.
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

NOT_BLANK = r"\S"  #: the pattern of a text that is more than spaces
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, pattern=NOT_BLANK)]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_SENTENCE, pattern=NOT_BLANK)]


def composed(text: str) -> str:
    """Return a name in the one form in which names are compared: letters with their accents as one sign (NFC).

    A Mac's files and archives spell an accent as a sign of its own, which looks the same and is another text.

    >>> composed("Jose\u0301") == "José"
    True
    """
    return unicodedata.normalize("NFC", text)


def hidden(text: str) -> str:
    """Return the first character that cannot be shown, or nothing.

    >>> hidden("Händler & Söhne"), hidden("a\\x1b[31mb")
    ('', '\\x1b')
    """
    if text.isprintable():
        return ""
    return next((sign for sign in text if unicodedata.category(sign) in HIDDEN), "")


def escaped(text: str) -> str:
    """Spell out what cannot be shown, so that a sentence with another's words in it stays one line.

    >>> print(escaped("red\\x1b[31m"))
    red\\u001b[31m
    """
    if text.isprintable():
        return text
    return "".join(f"\\u{ord(sign):04x}" if unicodedata.category(sign) in HIDDEN else sign for sign in text)


def shown(value: object, longest: int = 60) -> str:
    """Show any value in a sentence: short, on one line, and whatever it is.

    A number of another library is shown as the number that it is, and not as what that library calls it.

    >>> shown("king"), shown(10**400), shown(float("nan"))
    ("'king'", 'a whole number of more than 20 digits', 'nan')
    """
    if (number := whole_number(value)) is not None:
        return str(number) if abs(number) < 10**20 else "a whole number of more than 20 digits"
    try:
        text = str(value) if isinstance(value, Number) else repr(value)
    except Exception:  # noqa: BLE001 - a value from elsewhere may refuse to be shown; the sentence is needed all the same
        text = f"something of the kind {type(value).__name__}"
    return escaped(text if len(text) <= longest else text[: longest - 3] + "...")


def plain_defects(value: object, path: str, depth: int = 0) -> list[tuple[str, str]]:
    """List what cannot stand in a document, each as path and sentence: hidden characters, texts and numbers beyond all
    measure, and what is neither text, number, list nor table.

    >>> plain_defects({"seats": [{"name": "a\\nb"}]}, "")
    [('seats[0].name', 'holds the character U+000A, which cannot be shown; take it out.')]
    """
    if depth > DEEPEST:
        return [(path, f"is nested too deeply; at most {DEEPEST} tables and lists stand inside each other.")]
    if isinstance(value, str):
        return [(path, text) for text in _text_defects(value)]
    if isinstance(value, Mapping):
        found = []
        for key, inner in value.items():
            if not isinstance(key, str):
                found.append((path, f"has the name {shown(key)}; names of fields are text."))
                continue
            here = f"{path}.{key}" if path else key
            if said := _text_defects(key, LONGEST_NAME):
                found.append((here[:LONGEST_NAME], f"is no name of a field: it {said[0]}"))
            else:
                found += plain_defects(inner, here, depth + 1)
        return found
    if isinstance(value, list | tuple):
        found = []
        for index, inner in enumerate(value):
            found += plain_defects(inner, f"{path}[{index}]", depth + 1)
        return found
    if value is None or isinstance(value, float) or truth_value(value) is not None:
        return []  # what a field takes is for its own check to say
    if (number := whole_number(value)) is not None:
        return [] if abs(number) <= LARGEST else [(path, f"is {shown(value, 24)}; that is too large.")]
    return [(path, f"is {shown(value)}; a document holds text, whole numbers, true and false, lists and tables.")]


def _text_defects(text: str, longest: int = LONGEST_SENTENCE) -> list[str]:
    found = []
    if sign := hidden(text):
        found.append(f"holds the character U+{ord(sign):04X}, which cannot be shown; take it out.")
    if len(text) > longest:
        found.append(f"is {len(text):,} characters long; at most {longest} are read.")
    return found
