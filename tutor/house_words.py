"""Which values of ours a plan rests on, for a player: cards and what stands on them, and no paths of a catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rules
from rules.cards import Card, row_of, tables
from widgets.catalogue_words import Words

from .amounts import joined
from .language import language


def house_words(game: str, paths: Iterable[str]) -> str:
    """Name the cards that hold house values, each with what on it is one.

    >>> from tutor.amounts import speaking
    >>> with speaking("en"): house_words("my_village", ["customers.innkeeper.fame", "customers.innkeeper.goods"])
    'Innkeeper (fame and goods)'
    """
    loaded: Any = rules.load(game)
    words = Words(game, language())
    found: dict[str, list[str]] = {}
    for path in paths:
        table, _, rest = path.partition(".")
        key, _, field = rest.partition(".")
        card, name = Card(table, key), _name(loaded, words, table, key)
        steps = tuple(int(step) if step.isdigit() else step for step in field.split("."))
        label = words.field(card, steps) if field else ""
        label = label if language() == "de" else label[:1].lower() + label[1:]
        known = found.setdefault(name, [])
        if label and label not in known:
            known.append(label)
    return ", ".join(f"{name} ({joined(labels)})" if labels else name for name, labels in found.items())


def _name(game: Any, words: Words, table: str, key: str) -> str:
    """Name a card; one of several of a kind, which has no name of its own, by its kind and its number."""
    kind, _, number = key.rpartition("_")
    rows = ((one, name) for one in (table, *tables(game)) for name in (key, kind) if name in _rows(game, one))
    for one, name in rows:
        card = Card(one, name)
        row = row_of(game, card)
        if "name" in row:
            return words.name(row, card) + (f" {number}" if name == kind else "")
    return f"{words.table(table)}: {key.replace('_', ' ')}"


def _rows(game: Any, table: str) -> Any:
    """Return the rows of a table by their keys; nothing where another edition alone has it."""
    rows = getattr(game.catalogue, table, {})
    return rows if isinstance(rows, dict) else {}
