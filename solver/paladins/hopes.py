"""Which states of a layer go on where not all can: the most promising ones, and no two that are nearly the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rules.paladins.values import ATTRIBUTES
from rules.paladins.workers import LETTERS

from .packed import Numbers, Words, hashed

if TYPE_CHECKING:
    from .forward import Forward

LOOK = 5  #: so many times more states than go on are looked at


class Hope(NamedTuple):
    """Hold the points that are hoped to be won yet with each thing in hand."""

    worker: float = 0.9
    silver: float = 0.25
    provision: float = 0.3
    debt: float = 0.0
    attribute: float = 0.0


HOPES = (Hope(), Hope(debt=2.0), Hope(1.2, 0.3, 0.3, 2.0, 0.3))  #: what helps in one round misleads in another
FEW = 2  #: hopes that a narrow sweep goes by


class Chooser:
    """Choose states of one forward search, whose values are counted in so many units a point."""

    def __init__(self, forward: Forward, unit: int) -> None:
        self.forward, self.unit = forward, unit
        spaces = [name for name in forward.layout.fields if name.startswith("group ")]
        #: Two states are nearly the same where they differ only in workers, goods, and what is left on the table.
        self.named = forward.layout.without([*LETTERS, *spaces, "silver", "provisions", "taken", "favours"])

    def hoped(self, words: Words, hope: Hope) -> Numbers:
        """Guess what may still be won with what is in hand, in units."""
        get = self.forward.layout.get
        guess = hope.worker * self.forward.hands(words) + hope.debt * np.minimum(get(words, "unpaid"), 2)
        guess += hope.silver * np.minimum(get(words, "silver"), 8)
        guess += hope.provision * np.minimum(get(words, "provisions"), 6)
        if hope.attribute:
            for name in ATTRIBUTES:
                guess += hope.attribute * get(words, name)
        return (guess * self.unit).astype(np.int64)

    def choose(self, words: Words, values: Numbers, going: Numbers, width: int, hopes: int) -> Numbers:
        """Return the places of so many states among those that can go on, as many by each of some hopes."""
        picked = np.zeros(len(words), dtype=bool)
        for number, hope in enumerate(HOPES[:hopes]):
            rest = going[~picked[going]]
            share = width * (number + 1) // hopes - width * number // hopes
            promise = values[rest] + self.hoped(words[rest], hope)
            if len(rest) > LOOK * share:
                best = np.argpartition(-promise, LOOK * share)[: LOOK * share]
                rest, promise = rest[best], promise[best]
            again = self._again(words[rest], promise)
            picked[rest[np.lexsort((-promise, again))[:share]]] = True
        return np.nonzero(picked)[0]

    def _again(self, words: Words, promise: Numbers) -> Numbers:
        """Say of each state whether one that is nearly the same promises more."""
        names = hashed(words, self.named)
        order = np.lexsort((-promise, names))
        found = np.zeros(len(words), dtype=np.int64)
        found[order[1:]] = names[order[1:]] == names[order[:-1]]
        return found
