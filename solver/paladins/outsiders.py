"""Points of converted outsiders (rules score-outsiders, score-outsider-*): those owned, and those that may follow."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.values import ATTRIBUTES, INDEX

from .linear import Sum, total

if TYPE_CHECKING:
    from .merit import Merit, Share

KINDS = ("saracen", "viking", "byzantine")


class Outsiders:
    """Add the points of converted outsiders to an objective."""

    def __init__(self, merit: Merit) -> None:
        self.merit, self.frame, self.rows = merit, merit.frame, merit.frame.rows
        self.cards = self.frame.position.catalogue.outsiders
        owned: dict[str, int] = {}
        for card in self.frame.seat.converted:
            name = self.cards[card].scoring
            owned[name] = owned.get(name, 0) + 1
        new: dict[str, list[Sum]] = {}
        for key in self.frame.of("convert"):
            new.setdefault(self.cards[key[1]].scoring, []).append(self.frame.counts[key])
        merit.add("outsiders", Sum(), merit.point)
        point = merit.point
        for scoring in dict.fromkeys((*owned, *new)):
            mine, fresh = owned.get(scoring, 0), new.get(scoring, [])
            if scoring == "mercenaries":
                ladder = self.rows.ladder("mercenaries", total(fresh), len(fresh))
                values = [Fraction(number * (1 + number)) * point for number in range(mine, mine + len(fresh) + 1)]
                merit.add("outsiders", Sum(1), values[0])
                merit.steps("outsiders", ladder, values)
                continue
            each, chances = self.value(scoring), self.by_chance(scoring)
            merit.add("outsiders", each, mine * point)
            if mine and scoring != "paid":  # paid debts by chance count with the debts themselves
                for sum_, number in chances:
                    merit.add("outsiders", sum_, mine * number * point)
            for place, convert in enumerate(fresh):
                high = max(0, self.rows.high(each))
                part = self.rows.whole(f"points of {scoring} {place}", 0, high)
                self.rows.most(part, each)
                self.rows.most(part, convert * high)
                merit.add("outsiders", part, point)
                for sum_, number in merit.product(f"points of {scoring} {place} by chance", chances, [convert]):
                    merit.add("outsiders", sum_, number * point)

    def by_chance(self, scoring: str) -> list[Share]:
        """Return flags, each with what hidden cards are expected to add to the count of one card when it is set."""
        if scoring == "strength":
            return self.merit.uneven("strength of outsiders", self.merit.by_strength(lambda level: level // 4))
        if scoring == "paid":
            return self.merit.settles.paid
        return self.merit.settles.coming() if scoring == "unpaid" else []

    def value(self, scoring: str) -> Sum:
        """Return what one card of this kind counts at the end, at most."""
        frame, seat = self.frame, self.frame.seat
        if scoring in ATTRIBUTES:
            top = min(frame.game.cap, len(frame.game.levels) - 1)
            base = min(int(getattr(seat, scoring)), top)
            ladder = self.merit.attribute_ladders[scoring]
            quarters: list[Sum] = [ladder[level - base - 1] for level in (4, 8, 12) if base < level <= top]
            return total(quarters) + int(base // 4)
        if scoring in KINDS:
            had = sum(self.cards[card].kind == scoring for card in seat.attacked)
            return total(frame.counts[key] for key in frame.of("attack") if self.cards[key[1]].kind == scoring) + had
        if scoring == "orders":
            orders: Sum = self.merit.fulfilled + 1
            return orders
        if scoring == "paid":
            return frame.paid + seat.paid
        if scoring == "unpaid":
            return frame.unpaid
        if scoring == "suspicion":
            held = len(seat.suspicion)
            gone = self.merit.filled_ladder("pardons", frame.word("pardon"), held)
            return frame.draws_number - total(gone) + held
        if scoring == "recruit":
            number = total(frame.kept.values()) + len(seat.townsfolk)
            if frame.game.options.hunter_counts == "kept_but_the_first":
                first = self.rows.flag("some townsfolk")
                self.rows.least(first * max(1, self.rows.high(number)), number)
                number = number - first
            return self._half("recruits", number)
        index = INDEX[scoring]
        if scoring == "develop":
            return self._half("workshops", total(frame.placed) + seat.developed)
        done = len(seat.attacked) if scoring == "attack" else frame.done[index]
        return self._half(scoring, frame.uses[index] + done)

    def _half(self, name: str, sum_: Sum) -> Sum:
        """Return half of a sum, rounded down."""
        half = self.rows.whole(f"half of {name}", 0, max(0, self.rows.high(sum_) // 2))
        self.rows.most(half * 2, sum_)
        return half
