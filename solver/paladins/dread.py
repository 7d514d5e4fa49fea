"""Inquisitions that hidden taxes may bring: what a debt is feared to cost, and what townsfolk may pay then.

The chance that the tax supply runs out depends on how many suspicion cards are drawn and on the certain taxes. A seat
that holds the most suspicion then takes a debt, and whoever draws the card that empties the supply holds at least one.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.scoring import PAID, UNPAID
from rules.paladins.values import ATTRIBUTES, FORTIFY
from rules.paladins.workers import LETTERS

from .linear import Sum, total

if TYPE_CHECKING:
    from rules.paladins.values import Seat
    from solver.request import Request

    from .frame import Frame
    from .merit import Merit

OCCASIONS = ("inquisition", "suspected", "innocent")


class Dread:
    """Know the chances of an inquisition in a frame."""

    def __init__(self, frame: Frame, request: Request) -> None:
        self.frame, self.request = frame, request
        position = frame.position
        self.supply = position.tax
        full = self.full = frame.game.full_tax(len(position.seats))
        self.drawn = len(frame.draws)
        self.reached = min(self.supply, max(0, frame.rows.high(frame.certain_tax)))
        others = [len(seat.suspicion) for number, seat in enumerate(position.seats) if number != request.seat]
        if position.opponent is not None:
            others.append(len(position.opponent.suspicion))
        self.others = max(others, default=0)
        #: What of it is left at least when others have used their townsfolk: so many the judged seat must hold.
        self.rivals = max(
            (len(seat.suspicion) - self._pardons(seat) for n, seat in enumerate(position.seats) if n != request.seat),
            default=0,
        )
        if position.opponent is not None:
            self.rivals = max(self.rivals, len(position.opponent.suspicion))
        self.own = len(frame.seat.suspicion)
        self.spared = Sum()
        self.taxes: list[Sum] = []
        self.beyond: list[Sum] = []
        self.price = -UNPAID * request.worth("points") - request.worth("debts")
        #: Chance that the supply runs out, by draws and certain taxes: at least, at most, and at most twice.
        self.chance = [
            [frame.suspicions.at_least(draws, self.supply - tax, best=False) for tax in range(self.supply)]
            for draws in range(self.drawn + 1)
        ]
        self.hope = [
            [frame.suspicions.at_least(draws, self.supply - tax, best=True) for tax in range(self.supply)]
            for draws in range(self.drawn + 1)
        ]
        self.twice = [
            [frame.suspicions.at_least(draws, self.supply - tax + full, best=True) for tax in range(self.supply)]
            for draws in range(self.drawn + 1)
        ]

    def denominators(self, point: Fraction) -> set[int]:
        """Return the denominators of what enters the objective."""
        values = {self.price * chance for row in self.chance for chance in row}
        values |= {point * chance for row in self.hope for chance in row}
        values |= {self.price * chance for row in self.hope for chance in row}
        plain, kind = self.ability_value(innocent=False), self.ability_value(innocent=True)
        chances = {chance for table in (self.hope, self.twice) for row in table for chance in row}
        reach = range(self.full + 1)
        chances |= {self.frame.suspicions.at_least(n, sum_, best=True) for n in range(self.drawn + 1) for sum_ in reach}
        values |= {value * chance for value in (plain, kind) for chance in chances}
        return {value.denominator for value in values}

    def _pardons(self, seat: Seat) -> int:
        """Count the suspicion cards that a seat's townsfolk may discard in an inquisition."""
        cards = self.frame.position.catalogue.townsfolk
        return sum(
            cards[card].ongoing.count("pardon")
            for card in seat.townsfolk
            if card in cards and cards[card].trigger in OCCASIONS
        )

    def abilities(self) -> Sum:
        """Count pardons that own townsfolk pay in an inquisition before debts are given."""
        cards = self.frame.position.catalogue.townsfolk
        found = Sum()
        for card in self.frame.seat.townsfolk:
            if card in cards and cards[card].trigger in OCCASIONS:
                found.add(cards[card].ongoing.count("pardon"))
        for card, kept in self.frame.kept.items():
            if cards[card].trigger in OCCASIONS:
                found.add(kept, cards[card].ongoing.count("pardon"))
        return found

    def debts(self, merit: Merit) -> bool:
        """Subtract what feared debts cost at least; say whether any can be feared."""
        frame, rows = self.frame, self.frame.rows
        if not self.supply:
            return bool(frame.draws)
        self.beyond = merit.filled_ladder("certain tax", frame.certain_tax, self.supply + self.full)
        taxes = self.taxes = self.beyond[: self.supply]
        abilities = self.abilities()
        pardons = frame.word("pardon") + abilities
        if frame.walls.pardon:
            pardons.add(frame.uses[FORTIFY])
        if taxes and len(taxes) == self.supply and self.own >= max(1, self.others):
            # The certain taxes alone bring an inquisition, and the seat holds the most suspicion already.
            spared = rows.flag("spared at once")
            rows.most(spared * (self.own - max(self.others, 1) + 1), pardons)
            rows.least(frame.judged + spared, taxes[-1])
        if not frame.draws or self.own + 1 < self.others:
            return bool(frame.draws)
        spared = self.spared = rows.flag("spared")
        if self.others <= 1:
            rows.most(spared, abilities)
        else:
            rows.most(spared * (self.own + 2 - self.others), pardons)
        # Exactly one case holds from the first draw on: so many draws and taxes at most, or no debt to fear.
        cases = Sum().add(spared)
        if len(taxes) == self.supply:
            cases.add(taxes[-1])  # an inquisition by certain taxes is counted for itself
        for draws in range(1, self.drawn + 1):
            for tax in range(min(len(taxes), self.supply - 1) + 1):
                flag = rows.flag(f"feared {draws} {tax}")
                cases.add(flag)
                if draws < self.drawn:
                    rows.most(flag + frame.draws[draws], 1)
                if tax < len(taxes):
                    rows.most(flag + taxes[tax], 1)
                merit.add("debts", flag, -self.price * self.chance[draws][tax])
        rows.least(cases, frame.draws[0])
        return True

    def settled(self, merit: Merit) -> None:
        """Add what it brings at most to settle or destroy a debt that an inquisition gives by chance."""
        frame, rows = self.frame, self.frame.rows
        spare = frame.word("settle") + frame.word("destroy") - frame.paid - frame.destroyed
        if not self.supply or not frame.draws or rows.high(spare) <= 0:
            return
        cards = frame.position.catalogue.outsiders
        paid = sum(cards[card].scoring == "paid" for card in frame.seat.converted)
        paid += sum(cards[key[1]].scoring == "paid" for key in frame.of("convert"))
        each = self.price + (PAID + paid) * self.request.worth("points")
        cases: list[tuple[Fraction, list[Sum]]] = []
        for draws in range(1, self.drawn + 1):
            for tax in range(min(len(self.taxes), self.supply - 1) + 1):
                needs = [frame.draws[draws - 1], *(self.taxes[tax - 1 : tax] if tax else [])]
                # Who holds fewer than another is not judged: the supply must run out later, or a second time.
                early = max(1, self.rivals - self.own) - 1
                hope, twice = self.hope[draws][tax], self.twice[draws][tax]
                late = hope - self.chance[early][0] if draws > early else Fraction(0)
                cases.append((each * min(hope, late + twice), needs))
        flag = rows.flag("a debt to be settled by chance")
        rows.most(flag, spare)
        rows.most(flag + self.spared, 1)  # a debt that does not come is not settled either
        merit.one_of("debts", "debts of chance settled", [(points, [*needs, flag]) for points, needs in cases])

    def ability_value(self, *, innocent: bool) -> Fraction:
        """Return the most that one inquisition pays by own or kept townsfolk, in points under the objective.

        Those that pay the ``innocent`` are counted apart: whoever draws the card that empties the supply holds one, and
        must be rid of it by another ability first.
        """
        request = self.request
        points = self.frame.game.levels
        steepest = max((after - before for before, after in itertools.pairwise(points)), default=0)
        cards = self.frame.position.catalogue.townsfolk
        best = Fraction(0)
        for card in (*self.frame.seat.townsfolk, *self.frame.kept):
            if card not in cards or cards[card].trigger not in OCCASIONS:
                continue
            if (cards[card].trigger == "innocent") != innocent:
                continue
            goods = 0
            for word in cards[card].ongoing:
                if word in LETTERS:
                    best += request.worth("workers")
                elif word in ("silver", "provision"):
                    goods += 1
                    best += request.worth("silver" if word == "silver" else "provisions")
                elif word in ATTRIBUTES:
                    best += steepest * request.worth("points") + request.worth(word)
                elif word == "pardon":
                    best -= request.worth("suspicion")
                else:  # a settled debt and the like: more than a debt costs is never won
                    best += 2 * self.price
            best += (goods + 2) // 3 * request.worth("points")
        return best

    def holdings(self, merit: Merit) -> None:
        """Count suspicion at its worth, which is none or below, and what townsfolk may be paid by chance."""
        frame, rows = self.frame, self.frame.rows
        if self.supply and frame.draws:
            rid = self.abilities()
            for innocent in (False, True):
                value = self.ability_value(innocent=innocent)
                if not value or (innocent and rows.high(rid) <= 0):
                    continue
                cases: list[tuple[Fraction, list[Sum]]] = []
                for draws in range(1, self.drawn + 1):
                    drawn = frame.draws[draws - 1]
                    for tax in range(min(len(self.taxes), self.supply - 1) + 1):
                        points = value * (self.hope[draws][tax] + self.twice[draws][tax])
                        cases.append((points, [drawn, *(self.taxes[tax - 1 : tax] if tax else [])]))
                    # With certain taxes enough for the first inquisition a second one needs the new supply, too.
                    for tax in range(self.supply, len(self.beyond) + 1):
                        again = frame.suspicions.at_least(draws, self.supply + self.full - tax, best=True)
                        cases.append((value * again, [drawn, self.beyond[tax - 1]]))
                if innocent:
                    able = rows.flag("rid of suspicion")
                    rows.most(able, rid)
                    cases = [(points, [*needs, able]) for points, needs in cases]
                merit.one_of("worths", f"abilities by chance {innocent}", cases)
        worth = self.request.worth("suspicion")
        if not worth:
            return
        held = rows.whole("suspicion held", 0, self.own + max(0, rows.high(frame.draws_number)))
        gone = frame.word("pardon") + self.abilities()
        if frame.walls.pardon:
            gone.add(frame.uses[FORTIFY])
        low = frame.draws_number + self.own - gone
        most_tax = max((tax for tax, _ in frame.suspicions.counts), default=0)
        most = frame.certain_tax + total(frame.draws) * most_tax
        if self.supply and rows.high(most) >= self.supply:
            judged = rows.flag("inquisition may come")
            rows.most(judged * self.supply, most)
            low.add(judged, -max(0, rows.high(frame.draws_number + self.own)))
        rows.least(held, low)
        merit.add("worths", held, worth)
