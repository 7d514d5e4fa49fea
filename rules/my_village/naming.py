"""What things are called, in English: one wording for boards, lists of moves, refusals and plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, Protocol

from rules.wording import Name, plain
from rules.wording import capital as capital
from rules.wording import count as count
from rules.wording import joined as joined

from .values import KINDS, SYMBOLS, Position

RING: Final = "°"
"""Marks a house value."""

AREA_NAMES = {
    "travel": "journeys",
    "crafts": "craft buildings",
    "customers": "served customers",
    "religion": "church and monks",
    "fields": "fields",
}


class Named(Protocol):
    """A row of the catalogue that has a name."""

    @property
    def name(self) -> Name:
        """Return the name in both languages."""


def _named(rows: Mapping[str, Named], key: str) -> str:
    """Name a row, or say a key that names nothing here in plain words."""
    return rows[key].name.en if key in rows else plain(key)


def profession_name(position: Position, key: str) -> str:
    """Name a profession."""
    row = position.catalogue.professions.get(key)
    return row.name.en.lower() if row is not None else plain(key)


def customer_name(position: Position, key: str) -> str:
    """Name a customer."""
    return _named(position.catalogue.customers, key)


def church_name(position: Position, key: str) -> str:
    """Name a church."""
    return _named(position.catalogue.churches, key)


def hall_name(position: Position, key: str) -> str:
    """Name a town hall."""
    return _named(position.catalogue.halls, key)


def kind_name(position: Position, key: str) -> str:
    """Name a kind of craft building."""
    row = position.catalogue.craft_kinds.get(key)  # type: ignore[call-overload]
    return row.name.en.lower() if row is not None else plain(key)


def craft_name(position: Position, key: str) -> str:
    """Name a craft building with its values, by which those of one kind differ."""
    row = position.catalogue.crafts.get(key)
    if row is None:
        return plain(key)
    ring = RING if "values" in row.house else ""
    return f"{kind_name(position, row.kind)} ({' or '.join(map(str, row.values))}{ring})"


def monk_name(position: Position, key: str) -> str:
    """Name a monk."""
    return _named(position.catalogue.monks, key)


def top_monk_name(position: Position, symbol: str) -> str:
    """Name the open monk of a stack."""
    card = position.monks[SYMBOLS.index(symbol)] if symbol in SYMBOLS else ""
    return monk_name(position, card) if card else f"monk with the {symbol}"


def banner_name(position: Position, banner: str) -> str:
    """Name a white banner of a village."""
    if banner == "game":
        return "game banner"
    if banner == "school":
        return "school"
    if banner == "hall":
        return "town hall"
    if banner == "meeting":
        return "meeting place"
    if banner in KINDS:
        return kind_name(position, banner)
    if banner in position.catalogue.customers:
        return customer_name(position, banner)
    number = banner.removeprefix("field")
    return f"field {number}" if number != banner else plain(banner)


def die_name(die: str) -> str:
    """Name a die of the pool.

    >>> die_name("w4"), die_name("b1")
    ('white 4', 'black 1')
    """
    return f"{'black' if die[:1] == 'b' else 'white'} {die[1:]}"


def paid_words(pay: tuple[str, ...]) -> str:
    """Say what is paid.

    >>> paid_words(("coin", "coin", "field1", "joker")), paid_words(())
    ('2 coins, the plow of field 1 and 1 joker', '')
    """
    parts = []
    for name, number in Counter(pay).items():
        if name.startswith("field"):
            parts.append(f"the plow of field {name.removeprefix('field')}")
        else:
            parts.append(count(number, name))
    return joined(parts)


def slot_name(position: Position, key: str) -> str:
    """Name a space of a town hall: a profession or a category."""
    return profession_name(position, key) if key in position.catalogue.professions else area_name(key)


def pile_name(position: Position, what: str, key: str) -> str:
    """Name a card of the offer by what kind of card it is: a church, a hall, a craft building, or a stack of monks."""
    if what == "church":
        return church_name(position, key)
    if what == "hall":
        return hall_name(position, key)
    return craft_name(position, key) if what == "craft building" else f"{what} {key}"


def area_name(key: str) -> str:
    """Name a category of the Area hall."""
    return AREA_NAMES.get(key, plain(key))
