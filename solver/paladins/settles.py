"""Debts that are settled by chance: those that an inquisition may bring, and those that a wall card may settle.

A debt that may come costs what :mod:`dread` subtracts for it; to settle it wins that back, and what a paid debt scores.
What outsiders score for debts paid or unpaid by chance is kept for :mod:`outsiders`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.scoring import PAID
from rules.paladins.values import FORTIFY

from .abilities import words_worth
from .chances import sums
from .linear import Sum

if TYPE_CHECKING:
    from .merit import Merit, Share

DEBTS = 3  #: so many unpaid debts are told apart when walls settle them
WALLS = 3  #: and so many walls; more of them settle as many as if debts never ran out


class Settles:
    """Add what is settled by chance to an objective.

    ``paid`` are flags, each with the number of debts that are expected to be paid by chance when it is set.
    """

    def __init__(self, merit: Merit) -> None:
        self.merit, self.frame, self.rows, self.dread = merit, merit.frame, merit.rows, merit.dread
        self.price = merit.dread.price
        self.paid: list[Share] = []
        self.walls = self.frame.ladders[FORTIFY] if self.frame.walls.settle else []
        self.own_worth = PAID * merit.point + self._pay(self.frame.seat.townsfolk)
        cards = self.frame.position.catalogue.outsiders
        self.own_worth += merit.point * sum(cards[card].scoring == "paid" for card in self.frame.seat.converted)
        #: Whether anything but a seat's own cards counts paid debts.
        self.scored = self._scored()
        self.unpaid: list[Sum] = []
        if self.walls:
            self._by_walls()
        self._by_chance()
        self._collectors()

    def _pay(self, townsfolk: tuple[str, ...]) -> Fraction:
        """Return the most that townsfolk pay when a debt is settled."""
        cards = self.frame.position.catalogue.townsfolk
        words: tuple[str, ...] = ()
        for card in townsfolk:
            if card in cards and cards[card].trigger == "settle":
                words += cards[card].ongoing
        return words_worth(self.merit, words)

    def _scored(self) -> bool:
        cards, townsfolk = self.frame.position.catalogue.outsiders, self.frame.position.catalogue.townsfolk
        outsiders = any(cards[key[1]].scoring == "paid" for key in self.frame.of("convert"))
        return outsiders or any(townsfolk[card].trigger == "settle" for card in self.frame.kept)

    # --- walls ------------------------------------------------------------------------------------------

    def hits(self, cards: int) -> dict[int, Fraction]:
        """Return the chances of how many of so many wall cards may settle a debt."""
        number, settle = self.frame.walls.number, self.frame.walls.settle
        return sums(((0, number - settle), (1, settle)), min(cards, number))

    def _by_walls(self) -> None:
        """Settle by wall cards what is unpaid for certain."""
        self.unpaid = self._settled("walls settle", self.frame.unpaid, self.price + self.own_worth)
        if self.rows.high(self.frame.word("destroy")) > 0:
            # What is destroyed scores nothing: a wall that settles it before wins a paid debt.
            self._settled("walls settle before", self.frame.destroyed, self.own_worth)

    def _settled(self, name: str, debts_: Sum, worth: Fraction) -> list[Sum]:
        """Add a worth for each of so many debts that walls are expected to settle; return a ladder of the debts."""
        most = max(0, self.rows.high(debts_))
        ladder = self.merit.filled_ladder(name, debts_, DEBTS)
        cases: list[tuple[Fraction, list[Sum]]] = []
        for cards in range(1, len(self.walls) + 1):
            for debts, step in enumerate(ladder, start=1):
                if cards > WALLS or (debts == DEBTS < most):
                    number = Fraction(self.frame.walls.settle * cards, self.frame.walls.number)
                else:
                    number = sum((min(debts, hits) * chance for hits, chance in self.hits(cards).items()), Fraction(0))
                cases.append((number, [self.walls[cards - 1], step]))
        for flag, number in self.merit.choose(name, cases):
            self.merit.add("debts", flag, worth * number)
            self.paid.append((flag, number))
        return ladder

    # --- debts by chance --------------------------------------------------------------------------------

    def _by_chance(self) -> None:
        """Settle or destroy debts that inquisitions bring by chance: the first one, and a second one."""
        frame, rows, dread = self.frame, self.rows, self.dread
        settles, destroys = frame.word("settle") - frame.paid, frame.word("destroy") - frame.destroyed
        first: list[tuple[str, Fraction, Fraction, list[Sum]]] = [("destroy", Fraction(1), Fraction(0), [])]
        first.append(("settle", Fraction(1), self.own_worth, []))
        if self.walls:
            # One wall settles a debt of chance only if there is no other; of more walls that is not told apart.
            share = Fraction(frame.walls.settle, frame.walls.number)
            clear = [Sum(1) - one for one in self.unpaid[:1]]
            first.append(("a wall", share, self.own_worth, [self.walls[0], *clear]))
        if len(self.walls) > 1:
            share = min(Fraction(1), share * len(self.walls))
            first.append(("walls", share, self.own_worth, [self.walls[1]]))
        able = {"settle": settles, "destroy": destroys}
        chosen = Sum()
        for way, chance, worth, needs in first:
            if not chance or (way in able and rows.high(able[way]) <= 0):
                continue
            each = (self.price + worth) * chance

            def value(draws: int, tax: int, each: Fraction = each) -> Fraction:
                one, _ = dread.debts_of_chance(draws, tax)
                charge = min(one, dread.charge(draws, tax))
                return each * charge + max(Fraction(0), each - self.price) * (one - charge)

            values = dread.share(value)
            if not values:
                continue
            flag = rows.flag(f"a debt of chance by {way}")
            chosen.add(flag)
            if way in able:
                rows.most(flag, able[way])
            for sum_, worth_ in self.merit.product(
                f"debts of chance by {way}", values, [flag, *needs], whole=way not in able
            ):
                self.merit.add("debts", sum_, worth_)
            if worth and self.scored:
                self._paid(way, chance, [flag, *needs])
        if chosen.terms:
            rows.most(chosen + dread.spared, 1)  # a debt that does not come is not settled either
        self._again(settles, destroys)

    def _paid(self, way: str, chance: Fraction, needs: list[Sum]) -> None:
        """Note how many debts of chance are paid."""
        shares = self.dread.share(lambda draws, tax: chance * self.dread.debts_of_chance(draws, tax)[0])
        self.paid += self.merit.product(f"paid by {way}", shares, needs)

    def _again(self, settles: Sum, destroys: Sum) -> None:
        """Settle a second debt of chance, for which nothing has been subtracted."""

        def more(draws: int, tax: int) -> Fraction:
            one, number = self.dread.debts_of_chance(draws, tax)
            return number - one

        rows = self.rows
        if rows.high(settles) <= 0 or rows.high(settles + destroys) < 2 or not (shares := self.dread.share(more)):
            return
        flag = rows.flag("a second debt of chance")
        rows.most(flag * 2, settles + destroys)
        rows.most(flag, settles)
        for share in self.merit.product("second debts of chance", shares, [flag], whole=False):
            self.merit.add("debts", share[0], self.own_worth * share[1])
            self.paid.append(share)

    def _collectors(self) -> None:
        """Let townsfolk that are kept in this round pay for what is settled by chance."""
        for card, kept in self.frame.kept.items():
            if (worth := self._pay((card,))) and kept.terms:
                self.each(kept, worth, "worths")

    def each(self, by: Sum, worth: Fraction, source: str) -> None:
        """Add a worth for each debt that is paid by chance, if something is done."""
        for sum_, number in self.merit.product("paid by chance", self.paid, [by]):
            self.merit.add(source, sum_, worth * number)

    def coming(self) -> list[Share]:
        """Return how many debts inquisitions are expected to bring by chance."""
        shares = self.dread.share(lambda draws, tax: self.dread.debts_of_chance(draws, tax)[1])
        needs = [Sum(1) - self.dread.spared] if self.dread.spared.terms else []
        return self.merit.product("debts of chance", shares, needs, whole=False)


__all__ = ["Settles"]
