"""What townsfolk pay in inquisitions that come by chance, and the suspicion that is held at the end."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.values import ATTRIBUTES, FORTIFY
from rules.paladins.workers import LETTERS

from .dread import OCCASIONS
from .linear import Sum

if TYPE_CHECKING:
    from .merit import Merit

HELD = {"inquisition": 0, "suspected": 2, "innocent": 0}  #: cards that the seat must hold, beside the one just drawn


def words_worth(merit: Merit, words: tuple[str, ...]) -> Fraction:
    """Return the most that gains bring at the end: workers, goods and attributes by their worths and points."""
    request, found, goods = merit.request, Fraction(0), 0
    for word in words:
        if word in LETTERS:
            found += request.worth("workers")
        elif word in ("silver", "provision"):
            goods += 1
            found += request.worth("silver" if word == "silver" else "provisions")
        elif word in ATTRIBUTES:
            found += request.worth(word) + steepest(merit, word) * merit.point
        elif word == "pardon":
            found -= request.worth("suspicion")
        else:  # a settled debt and the like: more than two debts cost is never won
            found += 2 * merit.dread.price
    return found + -(-goods // 3) * merit.point


def steepest(merit: Merit, name: str) -> int:
    """Return the most points that one more of an attribute brings, from the levels that can be reached."""
    frame = merit.frame
    low = int(getattr(frame.seat, name))
    high = low + max(0, frame.rows.high(frame.raised[name])) + len(frame.ladders[FORTIFY]) + 2
    steps = [after - before for before, after in itertools.pairwise(frame.game.levels)]
    outsiders = frame.position.catalogue.outsiders
    cards = [*frame.seat.converted, *(key[1] for key in frame.of("convert"))]
    return max(steps[low:high], default=0) + sum(outsiders[card].scoring == name for card in cards)


class Abilities:
    """Add what inquisitions by chance pay to an objective, and what holding suspicion costs."""

    def __init__(self, merit: Merit) -> None:
        self.merit, self.frame, self.rows, self.dread = merit, merit.frame, merit.rows, merit.dread
        cards = self.frame.position.catalogue.townsfolk
        for card in self.frame.seat.townsfolk:
            if card in cards and cards[card].trigger in OCCASIONS:
                self._pays(card, None)
        for card, kept in self.frame.kept.items():
            if cards[card].trigger in OCCASIONS and kept.terms:
                self._pays(card, kept)
        self._suspicion()

    def _pays(self, card: str, kept: Sum | None) -> None:
        """Add what one card may be paid by chance."""
        dread = self.dread
        trigger = self.frame.position.catalogue.townsfolk[card].trigger
        value = words_worth(self.merit, self.frame.position.catalogue.townsfolk[card].ongoing)
        more = [kept] if kept is not None else []
        if trigger == "innocent":
            able = self._innocent()
            if able is None:
                return
            more.append(able)

        def count(draws: int, tax: int) -> Fraction:
            if draws + dread.own < HELD[trigger]:
                return Fraction(0)
            return dread.chances(draws, tax, max(1, HELD[trigger]), dread.sure(draws, tax))[1]

        if value > 0:
            for sum_, number in self.merit.product(f"pay of {card}", dread.share(count), more):
                self.merit.add("worths", sum_, number * value)

    def _innocent(self) -> Sum | None:
        """Return a flag that may be set when the seat may be rid of all suspicion; None when it cannot be.

        Whoever draws the card that empties the supply holds it, until an ability discards it; where a certain tax
        empties the supply, what was drawn before may have been discarded by then.
        """
        dread, rows = self.dread, self.rows
        found = Sum()
        if rows.high(dread.abilities()) > 0:
            by = rows.flag("rid of suspicion by abilities")
            rows.most(by, dread.abilities())
            found.add(by)
        if dread.taxes:
            before = rows.flag("rid of suspicion before a tax")
            rows.most(before, dread.taxes[0])
            found.add(before)
        if not found.terms:
            return None
        able = rows.flag("rid of suspicion")
        rows.most(able, found)
        rows.most(able * (dread.own + 1), dread.pardons() + dread.abilities())
        return able

    # --- suspicion --------------------------------------------------------------------------------------

    def _suspicion(self) -> None:
        """Count suspicion at its worth, which is none or below; an inquisition discards half of it at most."""
        worth = self.merit.request.worth("suspicion")
        if not worth:
            return
        frame, rows, dread = self.frame, self.rows, self.dread
        high = dread.own + max(0, rows.high(frame.draws_number))
        held = rows.whole("suspicion held", 0, high)
        rows.least(held, frame.draws_number + dread.own - dread.pardons())
        self.merit.add("worths", held, worth)
        for sum_, most in dread.share(
            lambda draws, tax: sum(dread.tails(draws, tax), Fraction(0)) * ((draws + dread.own) // 2), 0
        ):
            self.merit.add("worths", sum_, -worth * most)


__all__ = ["Abilities"]
