"""Parts of a layer of states, and the workers that they pay."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.paladins.workers import LETTERS

from .packed import Layout, Numbers, Words

Part = tuple[Words, Numbers, Numbers]  #: states, whence each comes, and how
Chosen = NDArray[np.bool_]


def keep(part: Part, where: Chosen) -> Part:
    """Keep some states of a part."""
    places = where.nonzero()[0]  # many times faster than choosing rows by a mask
    return part[0].take(places, axis=0), part[1].take(places), part[2].take(places)


def joined(parts: list[Part], like: Part) -> Part:
    """Put parts together; without any, a part without states."""
    some = [part for part in parts if len(part[0])]
    if not some:
        return like[0][:0].copy(), like[1][:0], like[2][:0]
    if len(some) == 1:
        return some[0]
    return (
        np.concatenate([part[0] for part in some]),
        np.concatenate([part[1] for part in some]),
        np.concatenate([part[2] for part in some]),
    )


def pay(layout: Layout, part: Part, spaces: str) -> Part:
    """Pay workers in every way that does not waste one that fits in more places."""
    for letter in spaces.replace("*", ""):
        part = _fixed(layout, part, letter)
    found: list[Part] = []
    _any(layout, part, spaces.count("*"), 1, found)
    return joined(found, part)


def jokers(layout: Layout, part: Part, spaces: str) -> Part:
    """Pay workers where all that are in hand are jokers; who is paid is not told."""
    if not spaces:
        return part
    part = keep(part, layout.get(part[0], "X") >= len(spaces))
    layout.raise_(part[0], "X", -len(spaces))
    return part


def _take(layout: Layout, part: Part, where: Chosen, letter: str) -> Part:
    words, whence, paid = keep(part, where)
    layout.raise_(words, letter, -1)
    return words, whence, paid * 7 + 1 + LETTERS.index(letter)


def _fixed(layout: Layout, part: Part, letter: str) -> Part:
    has = layout.get(part[0], letter) > 0
    jokers = ~has & (layout.get(part[0], "X") > 0) if letter != "X" else np.zeros(len(has), dtype=bool)
    return joined([_take(layout, part, has, letter), _take(layout, part, jokers, "X")], part)


def _any(layout: Layout, part: Part, number: int, first: int, found: list[Part]) -> None:
    if not number or not len(part[0]):
        found.append(part)
        return
    has = layout.get(part[0], "L") > 0
    _any(layout, _take(layout, part, has, "L"), number - 1, first, found)
    none = rest = ~has
    for place in range(first, 5):
        has = rest & (layout.get(part[0], LETTERS[place]) > 0)
        none = none & ~has
        if has.any():
            _any(layout, _take(layout, part, has, LETTERS[place]), number - 1, place, found)
    jokers = none & (layout.get(part[0], "X") > 0)
    if jokers.any():
        _any(layout, _take(layout, part, jokers, "X"), number - 1, first, found)
