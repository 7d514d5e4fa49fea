"""Read a document field by field against structs, so that every defect is found and not only the first.

msgspec stops at the first value that does not fit. A position typed in by hand should be told all that is wrong
with it at once, each with the path to its field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from .catalogue import plain_sentence
from .findings import BadCatalogue, BadInput, BadPosition, Problem
from .printable import plain_defects, shown
from .toml_text import Plain

S = TypeVar("S", bound=msgspec.Struct)
G = TypeVar("G")
V = TypeVar("V")


def short(name: str) -> str:
    """Cut a name from a file that is too long for a message."""
    return name if len(name) <= 60 else name[:57] + "..."


def as_plain(text: msgspec.Struct) -> dict[str, Plain]:
    """Return a position's document as plain values: fields with their usual value are left out, game and version not.

    The struct has fields ``game`` and ``version``.
    """
    whole: Any = text
    return {"game": whole.game, "version": whole.version, **msgspec.to_builtins(whole)}


def by_name(names: Sequence[str], values: Iterable[V]) -> dict[str, V]:
    """Print a row of values by name; those that are 0 or empty are left out.

    >>> by_name(("beer", "plow", "wagon"), (2, 0, 1))
    {'beer': 2, 'wagon': 1}
    """
    return {name: value for name, value in zip(names, values, strict=True) if value}


def in_row(given: Mapping[str, V], names: Sequence[str], empty: V, path: str, found: list[Problem]) -> tuple[V, ...]:
    """Read back what :func:`by_name` has printed; names that are none of ``names`` are added to ``found``.

    >>> in_row({"wagon": 1, "beer": 2}, ("beer", "plow", "wagon"), 0, "goods", [])
    (2, 0, 1)
    """
    found += [
        Problem(f"{path}.{short(name)}", f"is none of {', '.join(names)}.") for name in given if name not in names
    ]
    return tuple([given.get(name, empty) for name in names])


def less(cards: Iterable[str], *gone: Iterable[str]) -> tuple[str, ...]:
    """Return cards without those that lie elsewhere, copy by copy, in their order.

    >>> less(("inn", "jug", "jug"), ["jug"])
    ('inn', 'jug')
    """
    away = Counter(card for group in gone for card in group)
    left = []
    for card in cards:
        if away[card] > 0:
            away[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def wrong_seats(seats: int, players: Sequence[int], title: str) -> list[Problem]:
    """Say that a document has another number of seats than a game is played by.

    >>> wrong_seats(0, (2, 3, 4), "My game")[0].text
    'has 0 entries; My game is played by 2 to 4.'
    """
    if seats in players:
        return []
    said = f"has {seats} entries; {title} is played by {players[0]} to {players[-1]}."
    return [Problem("seats", said)]


class Reader(Generic[S]):
    """Read documents of one shape.

    ``whole`` is the struct of the document; ``lists`` names its fields that hold rows, ``tables`` those that hold
    one table, each with its struct. ``patterns`` says in a sentence what a text must look like where a struct asks
    for a pattern. Fields are listed once: that compiles their annotations, which is half of what reading costs.
    """

    def __init__(
        self,
        whole: type[S],
        lists: Mapping[str, type[msgspec.Struct]],
        tables: Mapping[str, type[msgspec.Struct]] | None = None,
        patterns: str = "",
    ) -> None:
        self.whole = whole
        self.lists = lists
        self.tables = tables or {}
        self.patterns = patterns
        kinds: tuple[type[msgspec.Struct], ...] = (whole, *lists.values(), *self.tables.values())
        self.fields: dict[type, dict[str, Any]] = {
            kind: {field.name: field for field in msgspec.structs.fields(kind)} for kind in kinds
        }

    def begin(
        self,
        document: Mapping[str, Any],
        load: Callable[[dict[str, Any], dict[str, Any]], G],
        version: int,
        found: list[Problem],
    ) -> tuple[S, G]:
        """Return the document as its struct and the edition that it names; another version is added to ``found``.

        Raises :class:`rules.BadPosition` when there is nothing to go on with.
        """
        text: Any = self.read(document, found)
        if text is None:
            raise BadPosition(found)
        try:
            game = load(text.catalogue, text.options)
        except BadCatalogue as error:
            inside = (Problem(f"catalogue.{problem.path}", problem.text) for problem in error.problems)
            raise BadPosition((*found, *inside)) from None
        except BadInput as error:
            raise BadPosition((*found, *error.problems)) from None
        if text.version != version:
            found.append(Problem("version", f"is {shown(text.version)}; this release reads version {version}."))
        return text, game

    def read(self, document: Mapping[str, Any], found: list[Problem]) -> S | None:
        """Return the document as its struct, or None after adding every defect to ``found``."""
        fields = self.fields[self.whole]
        values: dict[str, Any] = {}
        for name, value in document.items():
            if name not in fields:
                text = f"is no field of a position; fields are {', '.join(fields)}."
                found.append(Problem(short(name), text))
            elif name in self.lists and isinstance(value, list):
                values[name] = tuple(
                    self._struct(row, self.lists[name], f"{name}[{index}]", found) for index, row in enumerate(value)
                )
            elif name in self.tables:
                values[name] = self._struct(value, self.tables[name], name, found)
            else:
                values[name] = self._value(value, fields[name].type, name, found)
        found += [
            Problem(name, "is missing.") for name, field in fields.items() if name not in document and field.required
        ]
        return None if found else self.whole(**values)

    def _struct(self, row: Any, kind: type, path: str, found: list[Problem]) -> Any:
        if not isinstance(row, dict):
            found.append(Problem(path, "must be a table of values."))
            return None
        fields = self.fields[kind]
        for name, value in row.items():
            if name not in fields:
                text = f"is no field here; fields are {', '.join(fields)}."
                found.append(Problem(f"{path}.{short(name)}", text))
            else:
                self._value(value, fields[name].type, f"{path}.{name}", found)
        found += [
            Problem(f"{path}.{name}", "is missing.")
            for name, field in fields.items()
            if name not in row and field.required
        ]
        return None if found else msgspec.convert(row, kind)

    def _value(self, value: Any, kind: Any, path: str, found: list[Problem]) -> Any:
        if defects := plain_defects(value, path):
            found += [Problem(short(where), text) for where, text in defects]
            return None
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            text, _, where = str(error).partition(" - at `$")
            sentence = self.patterns if self.patterns and "matching regex" in text else plain_sentence(text)
            found.append(Problem(path + where.rstrip("`"), sentence))
            return None
