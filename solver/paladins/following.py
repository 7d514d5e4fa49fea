"""Follow the fates of states while a forward search goes on: what each move tells them, and what states hold twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fates import OF_CHANCE
from .packed import Gain, Words
from .paying import Chosen, Part
from .prospect import OCCASIONS

if TYPE_CHECKING:
    from .forward import Forward


def asked_of(forward: Forward, gain: Gain, trigger: str = "") -> tuple[str, ...]:
    """Return what a gain asks and, where fates are followed, what they have to know, in order."""
    if forward.fates is None:
        return gain.asks
    later = [(place, word) for place, other in forward.ongoing.get(trigger, ()) for word in other.tokens]
    return (*gain.tokens, *(f"?{place}{word}" for place, word in later))


def kept(forward: Forward, card: str) -> tuple[str, ...]:
    """Return what fates have to know of a card that is kept."""
    if forward.fates is None or forward.trigger(card) not in (*OCCASIONS, "settle"):
        return ()
    return (f"!keep:{card}",)


def fated(forward: Forward, part: Part, token: str) -> Part:
    """Tell the fates of states what happens; after a question mark only where a card of the row is kept."""
    assert forward.fates is not None
    layout, words = forward.layout, part[0].copy()
    before = layout.get(words, "fate")
    if token[0] == "?":
        after = forward.fates.after(before, token[3:])
        after = np.where(layout.bit(words, "kept", int(token[1])) == 1, after, before)
    else:
        after = forward.fates.after(before, token[1:])
    layout.raise_(words, "fate", after - before)
    return words, part[1], part[2]


def walled(forward: Forward, words: Words) -> None:
    """Tell the fates of states that a wall is drawn, in place.

    What it asks is answered by the goods of the whole move, and by converted outsiders that score by chance.
    """
    assert forward.fates is not None
    get, cards = forward.layout.get, forward.frame.position.catalogue.outsiders
    before = get(words, "fate")
    rest = (get(words, "silver") + get(words, "provisions") - forward.fates.credits.goods(get(words, "credit"))) % 3
    bits = [place for place, card in enumerate(forward.outsiders) if card and cards[card].scoring in OF_CHANCE]
    converted = get(words, "converted") & sum(1 << place for place in bits)
    cases = converted << 2 | rest
    after = before.copy()
    for case in np.unique(cases).tolist():
        some = (cases == case).nonzero()[0]
        scoring = [forward.outsiders[place] for place in bits if case >> 2 + place & 1]
        after[some] = forward.fates.after(before.take(some), " ".join([f"wall:{case & 3}", *scoring]))
    forward.layout.raise_(words, "fate", after - before)


def credit(forward: Forward, words: Words, where: Chosen, gain: Gain) -> None:
    """Note that the numbers of some states hold a gain that their fate holds, too, in place."""
    if forward.fates is not None and where.any():
        before = forward.layout.get(words, "credit")
        after = forward.fates.credits.after(before, forward.layout, gain)
        forward.layout.raise_(words, "credit", np.where(where, after - before, 0))
