"""The cards of a catalogue one by one: which there are, which fields each has, and what a field may hold.

A form, a template and a comparison need the same three things of every game's catalogue, and all of them can be read
from its structs. A row is handled as plain values here (dictionaries, lists, texts and numbers), as a file holds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from .protocol import Game

Row = dict[str, Any]
Path = tuple[str | int, ...]
#: What a leaf holds. ``plain`` is the rest, written as a file writes it.
Kind = Literal["number", "truth", "choice", "text", "numbers", "texts", "plain"]
RESERVED = ("source", "house")


class Card(msgspec.Struct, frozen=True):
    """Name one row of a catalogue. A table that is one value and has no rows is a card with an empty ``key``."""

    table: str
    key: str = ""

    @property
    def id(self) -> str:
        """Return the name that paths begin with.

        >>> Card("buildings", "inn").id, Card("army").id
        ('buildings.inn', 'army')
        """
        return f"{self.table}.{self.key}" if self.key else self.table


class Leaf(msgspec.Struct, frozen=True):
    """Hold one value of a row: where it stands, and what may stand there.

    ``optional``: it may be left out (an entry of a table by names). ``choices`` are those of a choice, or of each
    entry of a list; ``least`` and ``most`` belong to a number, or to each number of a list.
    """

    path: Path
    kind: Kind
    least: int | None = None
    most: int | None = None
    choices: tuple[str | int, ...] = ()
    optional: bool = False

    @property
    def name(self) -> str:
        """Return the path as words of a file write it.

        >>> Leaf(("advisors", 0, "gift", "gold"), "number").name
        'advisors[0].gift.gold'
        """
        return joined(self.path)


class Listing(msgspec.Struct, frozen=True):
    """Hold a list of tables in a row, which can grow and shrink; ``blank`` is what a new entry begins with."""

    path: Path
    size: int
    least: int
    most: int
    blank: Any


def joined(path: Path) -> str:
    """Write a path as the sentences about a catalogue do.

    >>> joined(("choose", 1, "gold"))
    'choose[1].gold'
    """
    words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return words.removeprefix(".")


# --- the cards of an edition ---------------------------------------------------------------------------------------


def tables(game: Game) -> tuple[str, ...]:
    """List the tables of a game's catalogue."""
    return tuple(_printed(game).__struct_fields__)


def cards(game: Game) -> tuple[Card, ...]:
    """List all cards, table by table, in the order of the catalogue."""
    printed = _printed(game)
    found = []
    for table in printed.__struct_fields__:
        rows = getattr(printed, table)
        found += [Card(table, key) for key in rows] if isinstance(rows, dict) else [Card(table)]
    return tuple(found)


def row_of(game: Game, card: Card) -> Row:
    """Return a card's values, plain, without what it says about itself; a table without rows is its own field."""
    value = getattr(_printed(game), card.table)
    if not card.key:
        return {card.table: _plain(value)}
    row: Row = _plain(value[card.key])
    return {name: inner for name, inner in row.items() if name not in RESERVED}


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))  # lists where a struct has tuples, as a file has them


def house_of(game: Game, card: Card) -> tuple[str, ...]:
    """List a card's house values, as ``field`` or ``field.part``."""
    row = getattr(_printed(game), card.table)
    return tuple(getattr(row[card.key], "house", ())) if card.key else ()


def source_of(game: Game, card: Card) -> str:
    """Return where a card's values come from, in the catalogue's own word; empty where it does not say."""
    row = getattr(_printed(game), card.table)
    return str(getattr(row[card.key], "source", "")) if card.key else ""


def name_of(row: Mapping[str, Any], card: Card) -> tuple[str, str]:
    """Return what a card is called, in English and in German; its key in words where it has no name.

    >>> name_of({"name": {"en": "Inn", "de": "Gasthaus"}}, Card("buildings", "inn")), name_of({}, Card("jars", "jar_2"))
    (('Inn', 'Gasthaus'), ('Jar 2', 'Jar 2'))
    """
    name = row.get("name")
    if isinstance(name, Mapping) and isinstance(name.get("en"), str) and isinstance(name.get("de"), str):
        return name["en"], name["de"]
    words = (card.key or card.table).replace("_", " ")
    words = words[:1].upper() + words[1:]
    return words, words


def _printed(game: Game) -> Any:
    return game.catalogue  # type: ignore[attr-defined]  # every edition has one; the protocol need not say so


# --- the fields of a card ------------------------------------------------------------------------------------------


def leaves(game: Game, card: Card, row: Mapping[str, Any]) -> tuple[Leaf, ...]:
    """List the values of a row, in the order of its struct; lists of tables are as long as they are in ``row``."""
    found: list[Leaf] = []
    for name, kind in _fields(game, card):
        _walk(kind, row.get(name), (name,), found, [])
    return tuple(found)


def listings(game: Game, card: Card, row: Mapping[str, Any]) -> tuple[Listing, ...]:
    """List what can grow and shrink in a row."""
    found: list[Listing] = []
    for name, kind in _fields(game, card):
        _walk(kind, row.get(name), (name,), [], found)
    return tuple(found)


@cache
def _shape(kind: Any) -> dict[str, Any]:
    """Return the type of each table; to look at all types of a catalogue takes some milliseconds."""
    whole: Any = inspect.type_info(kind)
    return {field.name: field.type for field in whole.fields}


def _fields(game: Game, card: Card) -> list[tuple[str, Any]]:
    printed: Any = type(_printed(game))
    whole = _shape(printed)[card.table]
    if not card.key:
        return [(card.table, whole)]
    return [(field.name, field.type) for field in whole.value_type.fields if field.name not in RESERVED]


def _walk(kind: Any, value: Any, path: Path, found: list[Leaf], lists: list[Listing], optional: bool = False) -> None:
    if isinstance(kind, inspect.StructType) and isinstance(value, Mapping):
        for field in kind.fields:
            _walk(field.type, value.get(field.name), (*path, field.name), found, lists)
    elif isinstance(kind, inspect.DictType) and isinstance(kind.key_type, inspect.LiteralType):
        for key in kind.key_type.values:
            inner = value.get(key) if isinstance(value, Mapping) else None
            _walk(kind.value_type, inner, (*path, str(key)), found, lists, True)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(kind.item_type, inspect.StructType):
        entries = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
        least, most = kind.min_length or 0, kind.max_length if kind.max_length is not None else 12
        lists.append(Listing(path, len(entries), least, most, _blank(kind.item_type)))
        for index, entry in enumerate(entries):
            _walk(kind.item_type, entry, (*path, index), found, lists)
    else:
        found.append(_leaf(kind, path, optional))


def _leaf(kind: Any, path: Path, optional: bool) -> Leaf:
    if isinstance(kind, inspect.UnionType):
        others = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return _leaf(others[0], path, True) if len(others) == 1 else Leaf(path, "plain", optional=True)
    if isinstance(kind, inspect.BoolType):
        return Leaf(path, "truth", optional=optional)
    if isinstance(kind, inspect.IntType):
        least, most = _limits(kind)
        return Leaf(path, "number", least, most, optional=optional)
    if isinstance(kind, inspect.LiteralType):
        choices = tuple(one for one in kind.values if isinstance(one, str | int))
        return Leaf(path, "choice", choices=choices, optional=optional)
    if isinstance(kind, inspect.StrType):
        return Leaf(path, "text", optional=optional)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        inner = _leaf(kind.item_type, path, False)
        if inner.kind == "number":
            return Leaf(path, "numbers", inner.least, inner.most, optional=optional)
        if inner.kind in ("text", "choice"):
            return Leaf(path, "texts", choices=inner.choices, optional=optional)
    return Leaf(path, "plain", optional=optional)


def _limits(kind: inspect.IntType) -> tuple[int | None, int | None]:
    least = kind.ge if kind.ge is not None else kind.gt + 1 if kind.gt is not None else None
    most = kind.le if kind.le is not None else kind.lt - 1 if kind.lt is not None else None
    return least, most


def _blank(kind: Any) -> Any:
    """Return the smallest value of a type: what a new entry of a list begins with."""
    if isinstance(kind, inspect.StructType):
        return {field.name: _blank(field.type) if field.required else _usual(field) for field in kind.fields}
    if isinstance(kind, inspect.BoolType):
        return False
    if isinstance(kind, inspect.IntType):
        least, most = _limits(kind)
        return least if least is not None and least > 0 else min(0, most if most is not None else 0)
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.DictType):
        return {}
    return [] if isinstance(kind, inspect.VarTupleType | inspect.ListType | inspect.TupleType) else ""


# --- reading and changing a row ------------------------------------------------------------------------------------


def value_at(row: Any, path: Path) -> Any:
    """Return what stands at a path, or None.

    >>> value_at({"choose": [{"gold": 1}]}, ("choose", 0, "gold"))
    1
    """
    for step in path:
        if isinstance(row, Mapping):
            row = row.get(step)
        elif isinstance(row, list) and isinstance(step, int) and step < len(row):
            row = row[step]
        else:
            return None
    return row


def with_value(row: Any, path: Path, value: Any) -> Any:
    """Return a copy of a row with another value at a path; None takes an entry of a table away.

    >>> with_value({"gain": {"gold": 1}}, ("gain", "wood"), 2)
    {'gain': {'gold': 1, 'wood': 2}}
    """
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return [with_value(inner, rest, value) if at == step else inner for at, inner in enumerate(row or [])]
    inner = dict(row or {})
    if not rest and value is None:
        inner.pop(step, None)
    else:
        inner[step] = with_value(inner.get(step), rest, value)
    return inner


def compact(game: Game, card: Card, row: Mapping[str, Any], fields: Sequence[str]) -> Row:
    """Return some fields of a row as a person would write them: tables inside it without what they have anyway."""
    kinds = dict(_fields(game, card))
    return {name: _compact(kinds[name], row[name]) for name in fields if name in row and name in kinds}


def _compact(kind: Any, value: Any) -> Any:
    if isinstance(kind, inspect.StructType) and isinstance(value, Mapping):
        parts = {field.name: field for field in kind.fields}
        return {
            name: _compact(parts[name].type, inner) if name in parts else inner
            for name, inner in value.items()
            if name not in parts or parts[name].required or inner != _usual(parts[name])
        }
    if isinstance(kind, inspect.VarTupleType | inspect.ListType) and isinstance(value, list):
        return [_compact(kind.item_type, inner) for inner in value]
    return value


def _usual(field: Any) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return _plain(field.default_factory())
    return None if field.default is msgspec.NODEFAULT else _plain(field.default)


def is_house(house: Sequence[str], path: Path) -> bool:
    """Say whether a value of a row is a house value.

    >>> is_house(("gain", "name.de"), ("gain", "gold")), is_house(("name.de",), ("name", "en"))
    (True, False)
    """
    return unit_of(house, path) is not None


def unit_of(house: Sequence[str], path: Path) -> str | None:
    """Return the entry of ``house`` that a value stands under, or None."""
    first = str(path[0])
    if first in house:
        return first
    second = f"{first}.{path[1]}" if len(path) > 1 else ""
    return second if second in house else None
