"""Small positions with other cards on the table: what lies there is drawn anew within the schema of the catalogue."""

from __future__ import annotations

import random
from typing import Any

import msgspec

import rules
from rules.cards import Card
from rules.paladins.steps import replace, run, with_seat
from rules.paladins.values import Position
from tests.rules.drawn import Overlay, overlay

from .small import Objective, asks, small

GAME: Any = rules.load("paladins")
#: Options under which the engines follow other ways; each may be drawn.
OPTIONS = {field.name: field.type for field in msgspec.structs.fields(type(GAME.options))}


def laid(position: Position) -> list[Card]:
    """List the cards and places that can matter in a position: all that an id of its catalogue names in it."""
    named: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, str):
            named.add(value)
        elif isinstance(value, tuple):
            for inner in value:
                walk(inner)
        elif isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                if name not in ("game", "townsfolk_deck", "outsider_deck", "tavern_deck", "used", "under"):
                    walk(getattr(value, name))

    walk(position)
    boards = {"spaces", "jars", "actions", "workshops", "areas", "row", "levels", "taxes", "suspicion"}
    printed = position.game.catalogue
    return [
        Card(table, key)
        for table in printed.__struct_fields__
        for key in getattr(printed, table)
        if table in boards or key in named
    ]


def with_cards(position: Position, found: Overlay, options: dict[str, Any]) -> Position | None:
    """Return the position with other cards, and what these leave no choice in settled; None where nothing is asked."""
    try:
        game: Any = rules.load("paladins", catalogue=found, options=options)
    except rules.BadCatalogue:
        return None
    players = len(position.seats) - 1
    rows = zip(position.game.spaces[players], position.board, strict=True)
    pieces = {name: piece for names, area in rows for name, piece in zip(names, area, strict=True)}
    board = tuple(tuple(pieces.get(name, 0) for name in names) for names in game.spaces[players])
    blocked = set(position.problems())  # spaces that are blocked hold more pieces than anybody has placed
    position = replace(position, game=game, board=board)
    if set(position.problems()) - blocked:
        return None
    position = run(position)
    return position if asks(position) else None


def drawn(seed: int, most: int = 5) -> tuple[Position, Objective, Overlay]:
    """Return a small position of a seed with its objective, and what was laid over the catalogue."""
    number = 0
    while True:
        rng = random.Random(f"drawn {seed} {number}")
        number += 1
        position, objective = small(rng.randrange(10**9), most)
        position = richer(position, rng)
        options = {name: rng.choice(other(name)) for name in OPTIONS if rng.random() < 0.1}
        found = overlay("paladins", rng, some(position, rng))
        while found:
            changed = with_cards(position, found, options)
            if changed is not None:
                return changed, objective, found
            found = fewer(found, rng)


def richer(position: Position, rng: random.Random) -> Position:
    """Give the seat more townsfolk, debts and suspicion: what their cards bring by chance is hardest to count."""
    number = position.actor
    assert number is not None
    own, deck = position.seats[number], list(position.townsfolk_deck)
    more = rng.sample(deck, min(len(deck), rng.randint(0, 3)))
    own = replace(own, townsfolk=(*own.townsfolk, *more))
    if rng.random() < 0.3:
        own = replace(own, unpaid=own.unpaid + rng.randint(0, 2))
    deck = [card for card in deck if card not in more]
    return with_seat(position, number, own, townsfolk_deck=tuple(deck))


def some(position: Position, rng: random.Random) -> list[Card]:
    """Choose a few cards, of each table as often as of any other, and often those of the seat."""
    every = laid(position)
    tables = sorted({card.table for card in every})
    named = [rng.choice(tables) for _ in range(rng.choice((1, 2, 4, 8)))]
    found = [rng.choice([card for card in every if card.table == table]) for table in named]
    own = position.seats[position.actor or 0].townsfolk
    found += [card for card in every if card.key in own and rng.random() < 0.5]
    return list(dict.fromkeys(found))


def fewer(found: Overlay, rng: random.Random) -> Overlay:
    """Leave one field out: the box on the table, such as its spaces and pieces, may not be that of these values."""
    table, key, name = rng.choice([(t, k, n) for t, rows in found.items() for k, row in rows.items() for n in row])
    rows = {k: {n: v for n, v in row.items() if (k, n) != (key, name)} for k, row in found[table].items()}
    left = {**found, table: {k: row for k, row in rows.items() if row}}
    return {t: rows for t, rows in left.items() if rows}


def other(name: str) -> tuple[Any, ...]:
    """List what an option may be."""
    kind = msgspec.inspect.type_info(type(GAME.options))
    field: Any = next(field.type for field in kind.fields if field.name == name)  # type: ignore[attr-defined]
    return tuple(field.values) if isinstance(field, msgspec.inspect.LiteralType) else (True, False)
