"""Catalogues at random: every field that the schema knows is drawn from what its type allows.

What the box fixes is refused by ``load`` with its path, and then stays as it is shipped; so whatever is left is a
catalogue that an owner may have.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

import rules
from rules.findings import BadCatalogue
from rules.my_village.catalogue import Catalogue

from .small import GAME

#: What is no value of a card, or only says which card it is.
TEXTS = frozenset(
    ["name", "good_name", "area", "source", "house", "symbol", "kind", "letter", "good", "copies", "ends"]
)
LARGE = 4  #: numbers above it are seldom drawn, for games with them end in no time
TRIES = 60


def drawn(kind: Any, rng: random.Random) -> Any:
    """Draw a value of a type of the schema."""
    if isinstance(kind, msgspec.inspect.BoolType):
        return rng.random() < 0.5
    if isinstance(kind, msgspec.inspect.LiteralType):
        return rng.choice(kind.values)
    if isinstance(kind, msgspec.inspect.IntType):
        low, high = kind.ge or 0, kind.le or 0
        return rng.randint(low, min(high, low + LARGE) if rng.random() < 0.8 else high)
    if isinstance(kind, msgspec.inspect.VarTupleType):
        low, high = kind.min_length or 0, kind.max_length or 2
        number = rng.randint(low, min(high, low + 2))
        found = [drawn(kind.item_type, rng) for _ in range(number)]
        return found if isinstance(kind.item_type, msgspec.inspect.StructType) else sorted(found)
    assert isinstance(kind, msgspec.inspect.StructType), kind
    return {field.encode_name: drawn(field.type, rng) for field in kind.fields}


def rows(rng: random.Random) -> dict[str, dict[str, dict[str, Any]]]:
    """Draw the fields of some rows of every table."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    share = rng.choice((0.2, 0.5, 0.9))
    schema = msgspec.inspect.type_info(Catalogue)
    assert isinstance(schema, msgspec.inspect.StructType)
    for table in schema.fields:
        assert isinstance(table.type, msgspec.inspect.DictType)
        row = table.type.value_type
        assert isinstance(row, msgspec.inspect.StructType)
        shipped = getattr(GAME.catalogue, table.encode_name)
        for key in shipped:
            if rng.random() < share:
                each = {one.encode_name: drawn(one.type, rng) for one in row.fields if one.name not in TEXTS}
                kept = {name: value for name, value in each.items() if rng.random() < 0.7}
                found.setdefault(table.encode_name, {})[key] = kept
        if table.name in ("churches", "halls"):  # one of each effect: these change places, with what belongs to them
            keys, places = list(shipped), list(shipped)
            rng.shuffle(places)
            for key, other in zip(keys, places, strict=True):
                mine = found.setdefault(table.encode_name, {}).setdefault(key, {})
                names = [name for name in ("effect", "amount") if hasattr(shipped[other], name)]
                mine |= {name: getattr(shipped[other], name) for name in names}
    return found


def catalogue(seed: int) -> Any:
    """Return the game with the catalogue and the options of a seed."""
    rng = random.Random(f"catalogue {seed}")
    overlay, options = rows(rng), {"free_customer_only": seed % 3 > 0}
    for _ in range(TRIES):
        try:
            return rules.load("my_village", catalogue=overlay, options=options)
        except BadCatalogue as error:
            for problem in error.problems:
                take_back(overlay, problem.path)
    raise AssertionError(f"no catalogue of seed {seed} is left")


def take_back(overlay: dict[str, dict[str, dict[str, Any]]], path: str) -> None:
    """Leave as it is shipped what a refusal names: a field, a row, or a whole table."""
    names = path.replace("[", ".").replace("]", "").split(".")
    rows_ = overlay[names[0]]
    if len(names) > 2 and names[2] in rows_.get(names[1], {}):
        del rows_[names[1]][names[2]]
    elif len(names) > 1 and names[1] in rows_:
        del rows_[names[1]]
    else:
        rows_.clear()
