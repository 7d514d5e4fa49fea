"""What the form for an owner's cards says: its sentences in two languages, and names for tables, fields and choices.

The words of a game stand in ``widgets.views.<game>_cards`` (see `Cards`); a game without them is named by the words of
its catalogue file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Protocol

from rules.cards import Card, Path, Row, joined, name_of
from rules.findings import Problem, refuse
from rules.printable import shown
from rules.protocol import Game
from widgets import findings
from widgets.language import NAMES, language, speaker
from widgets.picture import Picture


class Cards(Protocol):
    """Be the room of a game's cards, ``widgets.views.<game>_cards``: all of it may be missing.

    The words are pairs of English and German. `FIELDS` names a field by its name, by ``table.field``, or by the path
    in its row (``gain.gold``); `HELP` says by the same names what stands there; `CHOICES` names the values of choices.
    """

    TABLES: Mapping[str, tuple[str, str]]
    FIELDS: Mapping[str, tuple[str, str]]
    HELP: Mapping[str, tuple[str, str]]
    CHOICES: Mapping[str, tuple[str, str]]

    def card(self, game: Game, table: str, key: str) -> Picture | None:
        """Draw a card as it lies on the table, with the mark of a house value where one shows; None: it has no look."""


def check_language(code: str | None) -> str:
    """Return the language to speak: the one asked for, else that of the session (see `widgets.language`).

    >>> check_language("de")
    'de'

    Raises:
        rules.BadInput: a language that the form does not speak.
    """
    if code is None:
        return language()
    if not isinstance(code, str) or code not in NAMES:
        raise refuse("language", f"the form does not speak {shown(code)}; choose 'en' (English) or 'de' (Deutsch).")
    return str(code)


@cache
def sentences(code: str) -> Mapping[str, str]:
    """Return the sentences of the form in a language, by the English ones that stand in the code."""
    if code == "en":
        return {}
    from babel.messages.pofile import read_po

    with (resources.files("widgets") / "locale" / f"{code}_catalogue.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=code) if message.id}


class Words:
    """Speak one language about the cards of one game."""

    def __init__(self, game: str, code: str) -> None:
        self.game, self.code = game, code
        self.room: object = None
        for name in (f"widgets.views.{game}_cards", f"widgets.views.{game}"):
            if game.isidentifier() and find_spec(name) is not None:
                self.room = import_module(name)
                break

    def say(self, text: str, **fields: object) -> str:
        """Return a sentence of the form, its fields filled in."""
        text = sentences(self.code).get(text, text)
        return text.format(**fields) if fields else text

    def translated(self, text: str) -> str:
        """Return a sentence of the front end, which is sent to it by its English words."""
        return self.say(text)

    def told(self, problem: Problem) -> Problem:
        """Return what the rules say of a card or a file, its sentence in this language."""
        return findings.told(self.game, problem, self.code)

    def count(self, number: int, one: str, many: str) -> str:
        """Return a sentence that counts."""
        return self.say(one if number == 1 else many).format(number=number)

    def _told(self, table: str, *names: str) -> str | None:
        known: Mapping[str, tuple[str, str]] = getattr(self.room, table, {})
        found = next((known[name] for name in names if name in known), None)
        return None if found is None else found[self.code == "de"]

    def table(self, name: str) -> str:
        """Name a table of the catalogue."""
        return self._told("TABLES", name) or plain(name)

    def field(self, card: Card, path: Path) -> str:
        """Name a value of a row."""
        if len(path) > 1 and path[-1] in ("en", "de"):
            return f"{self.field(card, path[:-1])} ({'English' if path[-1] == 'en' else 'Deutsch'})"
        whole = ".".join(step for step in path if isinstance(step, str))
        told = self._told("FIELDS", f"{card.table}.{whole}", whole)
        if told is not None:
            numbers = [str(step + 1) for step in path if isinstance(step, int)]
            return " ".join([told, *numbers])
        head = 2 if len(path) > 1 and isinstance(path[1], int) else 1
        first = " ".join(self.step(step) for step in path[:head])
        rest = " ".join(self.step(step) for step in path[head:])
        return f"{first}: {rest}" if rest else first

    def step(self, step: str | int) -> str:
        """Name one step of a path: a field, an entry of a table by names, or the number of an entry of a list."""
        if isinstance(step, int):
            return str(step + 1)
        return self._told("FIELDS", step) or self._told("CHOICES", step) or plain(step)

    def help(self, card: Card, path: Path) -> str:
        """Say what stands in a field, where the game's room says so."""
        whole = ".".join(step for step in path if isinstance(step, str))
        return self._told("HELP", f"{card.table}.{whole}", whole, str(path[0])) or ""

    def choice(self, value: object) -> str:
        """Name the value of a choice."""
        return self._told("CHOICES", str(value)) or str(value).replace("_", " ")

    def name(self, row: Row, card: Card) -> str:
        """Name a card in this language."""
        return self.table(card.table) if not card.key else name_of(row, card)[self.code == "de"]

    def both(self, row: Row, card: Card) -> str:
        """Name a card in this language, and the other one's name behind it where it differs."""
        if not card.key:
            return self.table(card.table)
        names = name_of(row, card)
        mine, other = names if self.code == "en" else names[::-1]
        return mine if mine == other else f"{mine} ({other})"

    def picture(self, game: Game, card: Card) -> Picture | None:
        """Return the game's own picture of a card, where it has one."""
        draw = getattr(self.room, "card", None)
        if draw is None or not card.key:
            return None

        def drawn(edition: Game) -> Picture | None:
            found = draw(edition, card.table, card.key)
            return found if isinstance(found, Picture) else None

        who = speaker(self.code)
        return drawn(game) if who is None else who.card(drawn, game, self.code)

    def title(self, title: str) -> str:
        """Name the game in this language."""
        who = speaker(self.code)
        return title if who is None else who.phrase(self.game, title, self.code)

    def titles(self) -> dict[str, str]:
        """Return what the marks on pictures are called in this language, by what they are called in English."""
        who = speaker(self.code)
        return {} if who is None else who.titles(self.game, self.code)


def plain(name: str) -> str:
    """Turn the name of a field into words.

    >>> plain("lose_goods")
    'Lose goods'
    """
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def at(card: Card, path: Path) -> str:
    """Write where a value stands, as the sentences of the rules do."""
    return f"{card.id}.{joined(path)}" if card.key else joined(path)
