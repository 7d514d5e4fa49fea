"""Cards, groups of workers and numbers of Paladins, as they are typed into the form or chosen in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.paladins.game import Game
from rules.paladins.workers import LETTERS, WORDS, added
from widgets.form_fields import list_of
from widgets.scene import Area, Control, Option, Refusal
from widgets.views import paladins_words_names as words

Titles = dict[str, str]


def titles(game: Game, table: str) -> Titles:
    """Name the cards of one table of the catalogue, by their ids."""
    rows = game.catalogue
    if table == "townsfolk":
        return {card: words.townsfolk_name(game, card) for card in rows.townsfolk}
    if table == "outsiders":
        return {card: words.outsider_name(game, card) for card in rows.outsiders}
    if table == "walls":
        return {card: words.wall_words(game, card) for card in rows.walls}
    if table == "jars":
        return {card: words.capital(words.jar_name(game, card)) for card in rows.jars}
    if table == "taverns":
        return {card: words.tavern_name(game, card) for card in rows.taverns}
    return {card: words.name(row) for card, row in getattr(rows, table).items()}


def choice(name: str, label: str, value: object, known: Mapping[str, str], area: Area = "side") -> Control:
    """Make a choice of one card or of none; what is not known stays visible as it is."""
    text = value if isinstance(value, str) else str(value)
    shown = [Option("", "none"), *(Option(card, title) for card, title in known.items())]
    if text and text not in known:
        shown.insert(1, Option(text, f"{text[:40]} (not possible)"))
    return Control(f"form:{name}", "select", label, area, text, tuple(shown))


def read_workers(text: str) -> str:
    """Read workers by their letters, in any order.

    >>> read_workers("s x L")
    'LSX'
    """
    letters = "".join(text.upper().replace(",", " ").split())
    if any(letter not in LETTERS for letter in letters):
        listed = ", ".join(f"{letter} {word}" for letter, word in WORDS.items())
        raise Refusal(f"{text[:20]!r} are no workers; write their letters: {listed}.")
    return added("", letters)


def read_numbers(text: str, known: Collection[int], what: str) -> list[int]:
    """Read numbers out of those that there are."""
    found = text.replace(",", " ").split()
    if not all(word.isdigit() and int(word) in known for word in found):
        raise Refusal(f"{text[:30]!r} are no {what}: write {', '.join(map(str, sorted(known)))}.")
    return [int(word) for word in found]


def padded(owner: Mapping[str, Any], field: str, size: int, empty: Any) -> list[Any]:
    """Return a list of the document with so many entries."""
    return [*list_of(owner, field), *[empty] * size][:size]
