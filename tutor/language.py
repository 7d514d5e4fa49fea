"""In which language the tutor speaks: texts in English and German, and the sentences of this floor's own panels.

Sentences stand in the code in English, as the message ids of gettext; ``locale/de.po`` and ``de_*.po``, a file for each
part of the floor, hold the German ones. They are read when they are needed, so that nothing has to be compiled.
"""

from __future__ import annotations

import gettext
import os
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec

LANGUAGES: Final = ("en", "de")
FOLDER: Final = Path(__file__).parent / "locale"
NAMES: Final = {"en": "English", "de": "Deutsch"}
VARIABLE: Final = "MAGISTER_LANGUAGE"

_chosen: list[str] = []


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a text in both languages.

    >>> Text("a die", "ein Würfel").say("de")
    'ein Würfel'
    """

    en: str
    de: str

    def say(self, code: str | None = None) -> str:
        """Return the text in a language; without one, in that of this session."""
        return self.de if (code or language()) == "de" else self.en


def check_language(code: str) -> str:
    """Return the code of a language that the tutor speaks.

    Raises:
        ValueError: it does not speak it.
    """
    if code not in LANGUAGES:
        spoken = " and ".join(f"{known!r} ({NAMES[known]})" for known in LANGUAGES)
        raise ValueError(f"The tutor does not speak {code!r}: choose {spoken}.")
    return code


def set_language(code: str | None) -> None:
    """Let the tutor speak this language in this session: "en" or "de"; None leaves it to the system again.

    Raises:
        ValueError: it does not speak it.
    """
    _chosen[:] = [] if code is None else [check_language(code)]


def language() -> str:
    """Return the language of this session: the one that was set, that of `VARIABLE`, or that of the system.

    English where none of them is spoken here.
    """
    if _chosen:
        return _chosen[0]
    wanted = os.environ.get(VARIABLE, "")
    return _negotiate(tuple(os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")), wanted)


@cache
def _negotiate(system: tuple[str, ...], wanted: str) -> str:
    from babel import negotiate_locale

    if wanted:
        return negotiate_locale([wanted.replace("-", "_")], LANGUAGES) or "en"
    for names in system:
        spoken = [name.partition(".")[0].partition("@")[0] for name in names.split(":") if name]
        if spoken:  # the first that is set decides, as everywhere on the system
            return negotiate_locale(spoken, LANGUAGES) or "en"
    return "en"


@cache
def translations(code: str) -> gettext.NullTranslations:
    """Return the translations of a language, read from its file."""
    if code == "en":
        return gettext.NullTranslations()
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue = Catalog(locale=code)
    for path in sorted(FOLDER.glob(f"{code}*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=code):
                if message.id:
                    catalogue[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def say(text: str, **fields: object) -> str:
    """Return a sentence of this floor in the language of this session, its fields filled in.

    The first argument stands in the code as it is: a tool collects these sentences for the translators.

    >>> set_language("en"); say("Step {number} of {total}", number=3, total=9)
    'Step 3 of 9'
    >>> set_language("de"); say("Step {number} of {total}", number=3, total=9)
    'Schritt 3 von 9'
    >>> set_language(None)
    """
    known = translations(language()).gettext(text)
    return known.format(**fields) if fields else known


def say_number(one: str, many: str, number: int, **fields: object) -> str:
    """Return a sentence that counts, in the form for one or for many; ``{number}`` stands for the number.

    >>> set_language("de"); say_number("{number} lesson", "{number} lessons", 2); set_language(None)
    '2 Lektionen'
    """
    known = translations(language()).ngettext(one, many, number)
    return known.format(number=number, **fields)
