"""What an item supplies, in the words in which the search for an order says what was lacking."""

from __future__ import annotations

from collections.abc import Iterable

from rules.paladins.catalogue import TAXES
from rules.paladins.values import ATTRIBUTES
from rules.paladins.workers import LETTERS

from .frame import Frame
from .items import Item

OCCASIONS = ("inquisition", "suspected", "innocent")


class Supply:
    """Know what the items of a frame supply: directly, by townsfolk, by cards that are drawn."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        cards = frame.position.catalogue.townsfolk
        own = [card for card in (*frame.seat.townsfolk, *frame.kept) if card in cards]
        self.settled = tuple(word for card in own if cards[card].trigger == "settle" for word in cards[card].ongoing)
        self.judged = tuple(word for card in own if cards[card].trigger in OCCASIONS for word in cards[card].ongoing)
        self.known: dict[tuple[str, ...], frozenset[str]] = {}

    def of(self, item: Item, kept: Iterable[str] = ()) -> frozenset[str]:
        """Return what one more of an item could supply, townsfolk that are ``kept`` in the same choice included."""
        words: tuple[str, ...] = item.gains
        verb = item.key[0]
        occasion = "develop" if verb == "build" else verb
        for card in kept:
            row = self.frame.position.catalogue.townsfolk[card]
            if row.trigger == occasion:
                words += row.ongoing
        if verb in ("recruit", "hire"):
            words += self.frame.position.catalogue.townsfolk[item.card].ongoing
        if verb == "fortify":
            words += self.frame.walls.certain
        found = set(self.words(words))
        if verb in ("develop", "build"):
            found |= {"workers", "free"}
        if verb == "pray":
            found.add("free")
        if item.action >= 0:
            found.add("action")
        return frozenset(found)

    def words(self, words: Iterable[str]) -> frozenset[str]:
        """Return what words of gains supply."""
        key = tuple(sorted(set(words)))
        if key in self.known:
            return self.known[key]
        self.known[key] = frozenset()  # a word that leads back to itself adds nothing
        found: set[str] = set()
        for word in key:
            if word in LETTERS:
                found.add("workers")
                if word == "X":  # its suspicion card may bring silver, and an inquisition
                    found |= {"silver", *self.words(self.judged)}
            elif word in ("silver", *ATTRIBUTES):
                found.add(word)
            elif word == "provision":
                found.add("provisions")
            elif word == "pray":
                found.add("free")
            elif word in TAXES:
                found |= {"silver", *self.words(self.judged)}
            elif word in ("settle", "debt"):
                found |= self.words(self.settled)
            else:
                found.add(word)
        self.known[key] = frozenset(found)
        return self.known[key]
