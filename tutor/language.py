"""In which language the tutor speaks: texts in English and German, and the sentences of this floor's own panels.

Sentences stand in the code in English, as the message ids of gettext; ``locale/de.po`` and ``de_*.po``, a file for each
part of the floor, hold the German ones. They are read when they are needed, so that nothing has to be compiled.
"""

from __future__ import annotations

import gettext
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Final, cast

import msgspec

from rules.findings import refuse
from rules.printable import shown
from solver import telling
from widgets.language import NAMES as NAMES
from widgets.language import VARIABLE as VARIABLE
from widgets.language import Speaker, chosen, give
from widgets.language import language as language

LANGUAGES: Final = tuple(NAMES)
_chosen: list[str] = chosen

FOLDER: Final = Path(__file__).parent / "locale"


def _speaker() -> Speaker:
    """Load what lets the panels of the floor below speak another language; they are not needed before."""
    return cast("Speaker", import_module("tutor.speaker"))


def _plan(game: str, text: str) -> str:
    """Say what a plan says in the language of the session."""
    from .plan_words import plan_words

    return plan_words(game, text)


give(_speaker)
telling.give(_plan)


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
        rules.BadInput: it does not speak it.
    """
    if not isinstance(code, str) or code not in LANGUAGES:
        spoken = " and ".join(f"{known!r} ({NAMES[known]})" for known in LANGUAGES)
        raise refuse("language", f"the tutor does not speak {shown(code)}; choose {spoken}.")
    return LANGUAGES[LANGUAGES.index(code)]


def set_language(code: str | None) -> None:
    """Let the tutor speak this language in this session: "en" or "de"; None leaves it to the system again.

    Raises:
        rules.BadInput: it does not speak it.
    """
    _chosen[:] = [] if code is None else [check_language(code)]


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
