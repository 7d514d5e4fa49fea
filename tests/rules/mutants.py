"""Owners' catalogues at random: shipped values with one or a few fields changed, also into what nobody would write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

import rules
from rules.catalogue import shipped

Overlay = dict[str, Any]
NUMBERS = (-1, 0, 1, 2, 3, 7, 12, 18, 20, 40, 41, 10**30)
WORDS = (
    "",
    " ",
    "x",
    "L",
    "X",
    "LX",
    "LSMFCX",
    "silver",
    "tax9",
    "workshop",
    "settle/pray",
    "settle/settle",
    "none",
    "*",
)
SIGNS = ("\x1b[31m", "a\nb", "\x00", "\u202ea", "\ud800", "x" * 81, "\ufeff", "\u2028")
OTHERS = (
    True,
    False,
    None,
    1.0,
    -0.0,
    float("nan"),
    float("inf"),
    [],
    [0],
    [[]],
    {},
    {"en": "", "de": ""},
    {"en": "x"},
)
JUNK = (*NUMBERS, *WORDS, *SIGNS, *OTHERS)


@cache
def fields(game: str) -> dict[tuple[str, str], list[tuple[str, Any]]]:
    """List the fields of a game's catalogue by table and name, each with the rows that state it and their values."""
    found: dict[tuple[str, str], list[tuple[str, Any]]] = defaultdict(list)
    for table, rows in shipped(f"rules.{game}").items():
        for key, row in rows.items() if isinstance(rows, dict) else (("", {"": rows}),):
            for field, value in row.items():
                found[table, field].append((key, value))
    return dict(found)


def mutated(value: Any, alike: list[Any], random: Random) -> Any:
    """Change one value: into another row's, a bit longer or shorter, deep inside, or into junk."""
    kind = random.randrange(4)
    if kind == 0:
        return random.choice(alike)
    if isinstance(value, list) and kind != 3:
        value = deepcopy(value)
        if kind == 1 or not value:
            return random.choice(([], value[:-1], [*value, *value[-1:]], value + value))
        place = random.randrange(len(value))
        value[place] = mutated(value[place], [other[place % len(other)] for other in alike if other], random)
        return value
    if isinstance(value, dict) and value and kind != 3:
        return {**value, random.choice(list(value)): random.choice(JUNK)}
    if type(value) is int and kind != 3:
        return random.choice((value + 1, value - 1, 2 * value, *NUMBERS))
    return random.choice(JUNK)


def overlays(game: str, number: int, seed: int) -> Iterator[Overlay]:
    """Make so many catalogues, going through the fields in turn; every fourth changes more than one."""
    random = Random(seed)
    places = sorted(fields(game))
    for index in range(number):
        overlay: Overlay = {}
        more = [random.choice(places) for _ in range(random.randrange(1, 4))] if index % 4 == 3 else []
        for table, field in (places[index % len(places)], *more):
            key, value = random.choice(fields(game)[table, field])
            other = mutated(value, [one for _, one in fields(game)[table, field]], random)
            if key:
                overlay.setdefault(table, {}).setdefault(key, {})[field] = other
            else:
                overlay[table] = other
        yield overlay


def played(game: str, overlay: Overlay, seed: int) -> list[Any] | None:
    """Load a catalogue and play a game with it: its positions, or None when it is refused with sentences."""
    try:
        edition = rules.load(game, catalogue=overlay)
    except rules.BadCatalogue:
        refused(game, overlay)
        return None
    random = Random(seed)
    players, modules = random.choice(edition.players), random.choice(((), edition.modules))
    policy = random.choice(("random", "greedy"))
    return list(rules.playout(edition.setup(players, seed, modules), policy, seed).positions())


def refused(game: str, overlay: object) -> tuple[rules.Problem, ...]:
    """Load a catalogue that is refused and give its problems."""
    with pytest.raises(rules.BadCatalogue) as caught:
        rules.load(game, catalogue=overlay)  # type: ignore[arg-type]
    for problem in caught.value.problems:
        assert problem.path and problem.text.strip() and str(problem).isprintable(), problem
        assert "msgspec" not in problem.text and "regex" not in problem.text and "enum" not in problem.text
    return caught.value.problems
