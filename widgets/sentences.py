"""Sentences of another language for texts that are there already: a text is recognized by the sentence it was made of.

What a lower floor says comes as one text, its values filled in. A list of sentences (a gettext file whose message ids
have named fields) tells which sentence a text is, what stands in its fields, and how it is said in another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

NUMBER: Final = r"(?:about )?[-−]?\d+(?:\.\d+)?"
"""What a field stands for whose name is ``n``, with or without a figure behind it."""

WORD: Final = r"[^\s,;]+"
"""What a field stands for whose name begins with ``word``."""

Inner = Callable[[str, str], str]
"""How what stands in a field is said: by the name of the field and its text."""


def as_it_is(name: str, text: str) -> str:
    """Leave what stands in a field as it is."""
    return text


def read_pairs(path: Path, code: str = "de") -> tuple[tuple[str, str], ...]:
    """Read the sentences of a gettext file, in its order; nothing where there is no such file."""
    from babel.messages.pofile import read_po

    if not path.is_file():
        return ()
    with path.open("rb") as file:
        return tuple((str(message.id), str(message.string)) for message in read_po(file, locale=code) if message.id)


class Sentences:
    """Hold sentences with their translations, and find the one that a text was made of.

    >>> known = Sentences([("{n} points", "{n} Punkte"), ("costs {what}", "kostet {what}")])
    >>> known.said("costs 3 points", lambda name, text: known.said(text) or text)
    'kostet 3 Punkte'
    >>> known.said("brings nothing") is None
    True
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.whole: dict[str, str] = {}
        found: list[tuple[int, re.Pattern[str], str]] = []
        for text, other in pairs:
            if re.search(r"\{\w+\}", text):
                found.append((len(re.sub(r"\{\w+\}", "", text)), _pattern(text), other))
            else:
                self.whole.setdefault(text, other)
        # The sentence of which most stands in the text by letters says most about it.
        self.made = tuple((pattern, other) for _, pattern, other in sorted(found, key=lambda one: -one[0]))

    def said(self, text: str, inner: Inner = as_it_is) -> str | None:
        """Return a text in the other language, or None where it was made of none of these sentences."""
        if (other := self.whole.get(text)) is not None:
            return other
        for pattern, other in self.made:
            if found := pattern.fullmatch(text):
                fields = {name: inner(name, value) for name, value in found.groupdict().items()}
                return other.format(**fields)
        return None


def _pattern(sentence: str) -> re.Pattern[str]:
    """Return what finds a sentence whatever stands in its fields.

    >>> bool(_pattern("{n} of {n2}").fullmatch("2 of 3")), bool(_pattern("{n} of {n2}").fullmatch("2 of four"))
    (True, False)
    """
    parts = re.split(r"\{(\w+)\}", sentence)
    seen: set[str] = set()
    made = []
    for at, part in enumerate(parts):
        if at % 2 == 0:
            made.append(re.escape(part))
            continue
        kind = NUMBER if re.fullmatch(r"n\d*", part) else WORD if part.startswith("word") else ".+?"
        made.append(f"(?P={part})" if part in seen else f"(?P<{part}>{kind})")
        seen.add(part)
    return re.compile("".join(made), re.DOTALL)
