"""Points of converted outsiders (rules score-outsiders, score-outsider-*): those owned, and those that may follow."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.values import ATTRIBUTES, INDEX

from .linear import Sum, total

if TYPE_CHECKING:
    from .merit import Merit

KINDS = ("saracen", "viking", "byzantine")


class Outsiders:
    """Add the points of converted outsiders to an objective."""

    def __init__(self, merit: Merit) -> None:
        self.merit, self.frame, self.rows = merit, merit.frame, merit.frame.rows
        self.cards = self.frame.position.catalogue.outsiders
        self.values: dict[str, Sum] = {}
        owned: dict[str, int] = {}
        for card in self.frame.seat.converted:
            name = self.cards[card].scoring
            owned[name] = owned.get(name, 0) + 1
        new: dict[str, list[Sum]] = {}
        for key in self.frame.of("convert"):
            new.setdefault(self.cards[key[1]].scoring, []).append(self.frame.counts[key])
        merit.parts.setdefault("outsiders", Sum())
        point = merit.point
        for scoring in dict.fromkeys((*owned, *new)):
            mine, fresh = owned.get(scoring, 0), new.get(scoring, [])
            if scoring == "mercenaries":
                ladder = self.rows.ladder("mercenaries", total(fresh), len(fresh))
                values = [Fraction(number * (1 + number)) * point for number in range(mine, mine + len(fresh) + 1)]
                merit.parts["outsiders"].add(merit.units(values[0]))
                merit.steps("outsiders", ladder, values)
                continue
            each = self.value(scoring)
            merit.add("outsiders", each, mine * point)
            if scoring == "strength":
                merit.uneven("outsiders", "strength of outsiders", merit.quarter_points, mine + len(fresh))
            if scoring == "paid" and merit.wall_settles.terms:
                merit.add("outsiders", merit.wall_settles, (mine + len(fresh)) * point)
            for place, convert in enumerate(fresh):
                high = max(0, self.rows.high(each))
                part = self.rows.whole(f"points of {scoring} {place}", 0, high)
                self.rows.most(part, each)
                self.rows.most(part, convert * high)
                merit.add("outsiders", part, point)

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
            # An inquisition may add debts by chance.
            return frame.unpaid + (2 if frame.draws else 0)
        if scoring == "suspicion":
            return frame.draws_number + len(seat.suspicion)
        if scoring == "recruit":
            number = total(frame.kept.values()) + len(seat.townsfolk)
            if frame.game.options.hunter_counts == "kept_but_the_first":
                number = number - 1 if seat.townsfolk else number
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
