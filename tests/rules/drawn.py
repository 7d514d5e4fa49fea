"""Owners' catalogues at random within the schema: every value is drawn from the type of its field.

What a field may hold is read from the structs of a catalogue, texts from their patterns; so a new table, a new field or
a new word of an effect is drawn without being named here. What the checks of a game refuse is left out again, by path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from re import _constants, _parser  # type: ignore[attr-defined]  # the standard library's own reader of patterns
from typing import Any

from msgspec import inspect

import rules
from rules.cards import Card, _fields, cards, row_of
from rules.printable import NOT_BLANK

Overlay = dict[str, dict[str, dict[str, Any]]]
OFTEN = 0.3  #: chance that a list or a repetition goes on
TRIES = 12  #: draws of a text of the right length


def drawable(kind: Any) -> bool:
    """Say whether a field holds a value of the game: names and other free text are none."""
    if isinstance(kind, inspect.StrType):
        return kind.pattern not in (None, NOT_BLANK)
    if isinstance(kind, inspect.StructType):
        return any(drawable(field.type) for field in kind.fields)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return drawable(kind.item_type)
    return True


def fields(game: Any, card: Card) -> list[tuple[str, Any]]:
    """List the fields of a card whose values can be drawn, with their types."""
    return [(name, kind) for name, kind in _fields(game, card) if drawable(kind)]


def drawn(kind: Any, random: Random, size: int | None = None) -> Any:
    """Draw a value of a type; lists have ``size`` entries where that is given and allowed."""
    if isinstance(kind, inspect.BoolType):
        return random.random() < 0.5
    if isinstance(kind, inspect.IntType):
        low, high = kind.ge if kind.ge is not None else 0, kind.le if kind.le is not None else 99
        return random.randint(low, high if random.random() < OFTEN else min(high, max(low, 0) + 3))
    if isinstance(kind, inspect.LiteralType):
        return random.choice(kind.values)
    if isinstance(kind, inspect.StrType):
        return text(kind, random)
    if isinstance(kind, inspect.StructType):
        wanted = [field for field in kind.fields if field.required or random.random() < OFTEN]
        return {field.encode_name: drawn(field.type, random) for field in wanted if drawable(field.type)}
    if isinstance(kind, inspect.DictType):
        keys = kind.key_type.values if isinstance(kind.key_type, inspect.LiteralType) else ()
        return {key: drawn(kind.value_type, random) for key in keys if random.random() < OFTEN}
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        least, most = kind.min_length or 0, 12 if kind.max_length is None else kind.max_length
        number = least
        while number < most and random.random() < OFTEN:
            number += 1
        if size is not None and least <= size <= most and random.random() < 0.8:
            number = size
        return [drawn(kind.item_type, random) for _ in range(number)]
    if isinstance(kind, inspect.UnionType):
        return drawn(random.choice(kind.types), random)
    if isinstance(kind, inspect.NoneType):
        return None
    raise TypeError(f"a field of the type {kind!r} is new: say here how it is drawn")


def text(kind: inspect.StrType, random: Random) -> str:
    """Draw a text that fits a pattern and the lengths of its type."""
    assert kind.pattern is not None
    least, most = kind.min_length or 0, 60 if kind.max_length is None else kind.max_length
    for _ in range(TRIES):
        found = matching(kind.pattern, random)
        if least <= len(found) <= most:
            assert re.search(kind.pattern, found)
            return found
    return matching(kind.pattern, random)[:most]


def matching(pattern: str, random: Random) -> str:
    """Draw a text that a pattern fits."""
    return "".join(_parts(_parser.parse(pattern), random))


def _parts(nodes: Any, random: Random) -> Iterable[str]:
    for kind, value in nodes:
        if kind is _constants.LITERAL:
            yield chr(value)
        elif kind is _constants.IN:
            where, what = random.choice(value)
            yield chr(random.randint(*what) if where is _constants.RANGE else what)
        elif kind is _constants.BRANCH:
            yield from _parts(random.choice(value[1]), random)
        elif kind is _constants.SUBPATTERN:
            yield from _parts(value[3], random)
        elif kind is _constants.MAX_REPEAT:
            least, most, inner = value
            for number in range(most):
                if number >= least and random.random() >= OFTEN:
                    break
                yield from _parts(inner, random)
        elif kind is not _constants.AT:
            raise ValueError(f"a pattern has {kind}, which is not drawn yet")


def overlay(game: str, random: Random, chosen: Iterable[Card] | None = None, share: float = 1.0) -> Overlay:
    """Draw other values for some fields of the ``chosen`` cards, of each with a chance; those that are refused go.

    Without cards a few are chosen, of each table as often as of any other.
    """
    edition: Any = rules.load(game)
    every = [card for card in cards(edition) if card.key and fields(edition, card)]
    if chosen is None:
        tables = sorted({card.table for card in every})
        some = [random.choice(tables) for _ in range(random.randint(1, 6))]
        chosen = [random.choice([card for card in every if card.table == table]) for table in some]
    found: Overlay = {}
    for card in chosen:
        places = fields(edition, card)
        if not places or random.random() >= share:
            continue
        old = row_of(edition, card)
        for name, kind in random.sample(places, min(len(places), 1 + (random.random() < OFTEN))):
            before = old.get(name)
            size = len(before) if isinstance(before, list) else None
            found.setdefault(card.table, {}).setdefault(card.key, {})[name] = drawn(kind, random, size)
    return accepted(game, found)


def accepted(game: str, found: Overlay) -> Overlay:
    """Leave out what is refused, until the rest is not."""
    while problems := refusals(game, found):
        before = number(found)
        for problem in problems:
            table, _, rest = problem.path.partition(".")
            key, _, name = rest.partition(".")
            name = re.split(r"[.\[]", name)[0]
            rows = found.get(table.partition("[")[0], {})
            if name and name in rows.get(key, {}):
                del rows[key][name]
            elif key in rows:
                del rows[key]
            else:
                rows.clear()
        found = {table: {key: row for key, row in rows.items() if row} for table, rows in found.items()}
        found = {table: rows for table, rows in found.items() if rows}
        assert number(found) < before, [str(problem) for problem in problems]
    return found


def refusals(game: str, found: Overlay) -> tuple[rules.Problem, ...]:
    """List why a catalogue is refused."""
    try:
        rules.load(game, catalogue=found)
    except rules.BadCatalogue as refusal:
        return tuple(refusal.problems)
    return ()


def number(found: Overlay) -> int:
    """Count the fields of a catalogue."""
    return sum(len(row) for rows in found.values() for row in rows.values())
