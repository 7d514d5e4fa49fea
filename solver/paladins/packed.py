"""Rows of numbers for many states of a round at once: a few words each, of which every field is a few bits.

A state holds what decides whether a line goes on and what its end is worth: workers, silver, provisions, attributes,
actions with workers on them, workshops, cards taken and kept, spaces used, debts, suspicion. Two lines that lead to the
same numbers have the same future, in whatever order they came there. Where a workshop stands is left open until an
action is done that it makes cheaper, so that twelve places are not twelve states.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from rules.paladins.catalogue import TAXES
from rules.paladins.values import ATTRIBUTES
from rules.paladins.workers import LETTERS

if TYPE_CHECKING:
    from .frame import Frame

Words = NDArray[np.int64]
Numbers = NDArray[np.int64]
MOST, BITS = 5, 62
FATE = 12  #: bits for the number of a fate (see ``fates.py``)
CREDIT = 5  #: bits for the number of what a state holds that its fate holds, too
SPARE = 7  #: bits for how much it may bring to settle without a debt
UNIT = 10**9  #: units of one point where values are rounded
ONE = Fraction(1)
FINEST = 2 * 10**15  #: units of one point at most: thousands of points are numbers of 64 bits


class Unfit(Exception):
    """Say that a position has something that these numbers do not know."""


class Layout:
    """Know where each field lies: ``(word, shift, width)``."""

    def __init__(self, groups: Sequence[int]) -> None:
        self.fields: dict[str, tuple[int, int, int]] = {}
        self._free: list[int] = []
        for letter in LETTERS:
            self._field(letter, 5 if letter == "X" else 4)  # as jokers Criminals may stand for all workers
        for name, width in (("silver", 6), ("provisions", 6), ("faith", 5), ("strength", 5), ("influence", 5)):
            self._field(name, width)
        for name in ("unpaid", "paid", "draws", "pardon", "spare", "tax"):
            self._field(name, {"tax": 5, "spare": SPARE}.get(name, 4))
        self._field("placed", 12)
        self._field("shops", 12)
        self._field("tokens", 4)
        for name, width in (("cheap", 3), ("cheaper", 3), ("spoiled", 1), ("judged", 1), ("capped", 1)):
            self._field(name, width)
        for index in range(6):
            self._field(f"done {index}", 3)
        for name in ("taken", "kept", "attacked", "converted", "favours"):
            self._field(name, 6)
        self._field("fate", FATE)
        self._field("credit", CREDIT)
        for group, most in enumerate(groups):
            self._field(f"group {group}", max(1, most.bit_length()))

    def _field(self, name: str, width: int) -> None:
        for word, free in enumerate(self._free):
            if free + width <= BITS:
                self.fields[name] = (word, free, width)
                self._free[word] += width
                return
        if len(self._free) == MOST:
            raise Unfit
        self._free.append(0)
        self._field(name, width)

    @property
    def words(self) -> int:
        """Return how many words a state takes."""
        return len(self._free)

    def get(self, words: Words, name: str) -> Numbers:
        """Read a field of many states."""
        word, shift, width = self.fields[name]
        return (words[:, word] >> shift) & ((1 << width) - 1)

    def put(self, delta: list[int], name: str, number: int) -> None:
        """Add a number to a field of a change."""
        word, shift, _ = self.fields[name]
        delta[word] += number << shift

    def without(self, names: Iterable[str]) -> Words:
        """Return what is kept of each word when some fields are emptied: to be joined with states by ``&``."""
        found = np.full(self.words, -1, dtype=np.int64)
        for name in names:
            word, shift, width = self.fields[name]
            found[word] &= ~(((1 << width) - 1) << shift)
        return found

    def bit(self, words: Words, name: str, place: int) -> Numbers:
        """Read one bit of a field."""
        word, shift, _ = self.fields[name]
        return (words[:, word] >> (shift + place)) & 1

    def raise_(self, words: Words, name: str, by: Numbers | int) -> None:
        """Add to a field of many states, in place."""
        word, shift, _ = self.fields[name]
        words[:, word] += np.asarray(by, dtype=np.int64) << shift


class Gain(msgspec.Struct, frozen=True):
    """Hold what words of gains change: a sum to add, cards drawn, debts settled or destroyed, questions.

    ``tokens`` are the questions and, after a ``!``, the words that a fate has to know, in their order.
    """

    delta: tuple[int, ...]
    draws: int
    settles: int
    destroys: int
    asks: tuple[str, ...]
    tokens: tuple[str, ...] = ()


def compiled_gain(layout: Layout, words: Iterable[str]) -> Gain:
    """Add up words of gains; a debt counts before what settles one, which is never less than any order brings."""
    delta = [0] * layout.words
    draws = settles = destroys = 0
    asks: list[str] = []
    tokens: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word in ("X", "debt", "pardon", "settle", "destroy") or word in TAXES:
            tokens.append(f"!{word}")
        if word in LETTERS:
            layout.put(delta, word, 1)
            draws += word == "X"
        elif word == "silver":
            layout.put(delta, "silver", 1)
        elif word == "provision":
            layout.put(delta, "provisions", 1)
        elif word in ATTRIBUTES:
            layout.put(delta, word, 1)
        elif word in TAXES:
            layout.put(delta, "silver", TAXES[word])
            layout.put(delta, "tax", TAXES[word])
        elif word == "debt":
            layout.put(delta, "unpaid", 1)
        elif word == "pardon":
            layout.put(delta, "pardon", 1)
        elif word == "settle":
            settles += 1
        elif word == "destroy":
            destroys += 1
        elif word in ("pray", "recruit", "workshop") or "/" in word:
            asks.append(word)
            tokens.append(word)
        elif "+" in word:
            waiting = [*word.split("+"), *waiting]
        else:
            raise Unfit
    return Gain(tuple(delta), draws, settles, destroys, tuple(asks), tuple(tokens))


def groups_of(frame: Frame) -> dict[str, int]:
    """Name the kinds of spaces on the board and of jars, and say how many there are of each."""
    found: dict[str, int] = {}
    for key, item in frame.items.items():
        if key[0] in ("commission", "garrison"):
            found[item.card] = max(item.limit, found.get(item.card, 0))
        elif key[0] == "absolve":
            found["jar " + " ".join(key[1:])] = item.limit
    return found


def hashed(words: Words, masks: Words, more: Numbers | None = None) -> NDArray[np.uint64]:
    """Return one number for each state, by what a mask leaves of each of its words, and by one number more."""
    mixed = words.view(np.uint64)
    found = np.zeros(len(words), dtype=np.uint64) if more is None else more.view(np.uint64)
    for word, mask in enumerate(masks.view(np.uint64)):
        # Each word is spread over all bits before the next one comes: fields of two words must not make up for another.
        found = (found ^ (mixed[:, word] & mask)) * np.uint64(0xBF58476D1CE4E5B9)
        found ^= found >> np.uint64(32)
        found *= np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(29)
    return found


def differ(words: Words, others: Words, places: Numbers, masks: Words) -> NDArray[np.bool_]:
    """Say which states differ from the others at some places in what a mask leaves of each word."""
    found = np.zeros(len(words), dtype=bool)
    for word, mask in enumerate(masks):
        if mask:
            found |= ((words[:, word] ^ others[:, word].take(places)) & mask) != 0
    return found


class Scale:
    """Count values in whole units of a point, rounded up where they are not whole.

    Made without a number it only collects the values that are asked for; `settled` then gives the scale in which all
    of them are whole (``exact``), or one that rounds where there is none.

    >>> first = Scale()
    >>> _ = first.units(Fraction(1, 3)), first.units(Fraction(5, 4))
    >>> scale = first.settled()
    >>> scale.unit, scale.exact, scale.units(Fraction(1, 3))
    (12, True, 4)
    >>> Scale(10).units(Fraction(1, 3)), Scale(10).units(Fraction(-1, 3))
    (4, -3)
    """

    def __init__(self, unit: int | None = None, exact: bool = False) -> None:
        self.unit, self.exact = unit or UNIT, exact
        self._common = 1

    def units(self, value: Fraction) -> int:
        """Return a value in units, rounded up."""
        self._common = math.lcm(self._common, value.denominator)
        return -int(-value * self.unit // 1)

    def floor(self, value: Fraction) -> int:
        """Return a value in units, rounded down."""
        return -self.units(-value)

    @property
    def more(self) -> int:
        """Return what rounding may add to the difference of two values."""
        return 0 if self.exact else 2

    def settled(self, most: Fraction = ONE) -> Scale:
        """Return the scale in which all values so far are whole; one that rounds, where that would be too fine.

        ``most`` is what a single thing is worth at most, in points.
        """
        if self._common * max(ONE, most) > FINEST:
            return Scale()
        return Scale(self._common, exact=True)
