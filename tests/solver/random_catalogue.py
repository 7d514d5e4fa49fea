"""Catalogues drawn at random within a game's schema, for tests that ask whether every engine knows every value.

Nothing here knows a game: which tables, rows and fields there are, and what may stand in each, is read from the
structs of the game's catalogue. What :func:`rules.load` refuses is drawn anew where its sentences point to.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

import rules
from rules.findings import BadCatalogue

#: Fields that say what a row is and where it stands, or only how it is called.
FIXED = frozenset({"name", "text", "source", "house", "rank", "row", "column", "module", "year"})
ROUNDS = 40  #: attempts to mend what is refused


def drawn(kind: inspect.Type, random: Random) -> Any:
    """Return a value of a type, small ones more often than large ones."""
    if isinstance(kind, inspect.BoolType):
        return random.random() < 0.5
    if isinstance(kind, inspect.IntType):
        low = kind.ge if kind.ge is not None else -3
        high = kind.le if kind.le is not None else low + 9
        return random.randint(low, high) if random.random() < 0.15 else random.randint(low, min(high, max(low, 0) + 3))
    if isinstance(kind, inspect.LiteralType):
        return random.choice(kind.values)
    if isinstance(kind, inspect.StructType):
        fields = [field for field in kind.fields if field.encode_name not in FIXED]
        chosen = random.sample(fields, min(len(fields), random.randint(1, 2)))
        return {field.encode_name: drawn(field.type, random) for field in chosen}
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return [drawn(kind.item_type, random) for _ in range(random.choice((0, 2, 3)))]
    if isinstance(kind, inspect.DictType):
        return {drawn(kind.key_type, random): drawn(kind.value_type, random) for _ in range(random.choice((0, 1, 2)))}
    raise TypeError(f"no value of {kind} is drawn yet")


def table_types(game: Any) -> dict[str, inspect.StructType]:
    """Return the type of a row for each table of a game's catalogue that is a table of rows."""
    found = {}
    for field in msgspec.structs.fields(type(game.catalogue)):
        kind = inspect.type_info(field.type)
        if isinstance(kind, inspect.DictType) and isinstance(kind.value_type, inspect.StructType):
            found[field.encode_name] = kind.value_type
    return found


def random_game(name: str, random: Random, rows: int = 6, options: dict[str, Any] | None = None) -> Any:
    """Return a game in which some fields of some rows are drawn: one row of each table or more, ``rows`` at most.

    What the game refuses is drawn anew until it is taken; that every refusal names a path is held on the way.
    """
    plain: Any = rules.load(name)
    types = table_types(plain)
    overlay: dict[str, dict[str, dict[str, Any]]] = {}
    for table, kind in types.items():
        known = sorted(getattr(plain.catalogue, table))
        for key in random.sample(known, min(len(known), random.randint(1, rows))):
            fields = [field for field in kind.fields if field.encode_name not in FIXED]
            overlay.setdefault(table, {})[key] = {
                field.encode_name: drawn(field.type, random) for field in random.sample(fields, random.randint(1, 3))
            }
    for _ in range(ROUNDS):
        try:
            return rules.load(name, overlay, options)
        except BadCatalogue as error:
            refused = error
        mend(overlay, refused, types, random)
    raise AssertionError(f"{name} takes none of the drawn values: {refused}")


def mend(overlay: dict[str, Any], error: BadCatalogue, types: dict[str, inspect.StructType], random: Random) -> None:
    """Draw anew what was refused, or take the row back."""
    for problem in error.problems:
        table, key, field = ([*re.split(r"[.\[]", problem.path), "", ""])[:3]
        assert table in types, f"a refusal names a path: {problem}"
        rows = overlay.get(table, {})
        kinds = {each.encode_name: each.type for each in types[table].fields}
        if key in rows and field in kinds and field not in FIXED and random.random() < 0.8:
            rows[key][field] = drawn(kinds[field], random)
        elif key in rows:
            rows.pop(key)
        else:
            rows.clear()
