"""Inquisitions that hidden taxes may bring: how likely they are, and what debts they are feared to cost.

The chance that the tax supply runs out depends on how many suspicion cards are drawn and on the certain taxes. A seat
that holds the most suspicion then takes a debt, and whoever draws the card that empties the supply holds at least one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.scoring import UNPAID
from rules.paladins.values import FORTIFY

from .chances import DRAWS
from .linear import Sum, total

if TYPE_CHECKING:
    from rules.paladins.values import Seat
    from solver.request import Request

    from .frame import Frame
    from .merit import Merit

OCCASIONS = ("inquisition", "suspected", "innocent")
SURE = 2  #: so many inquisitions that are sure to come are counted by the frame


class Dread:
    """Know the chances of an inquisition in a frame, by the number of cards drawn and the certain taxes."""

    def __init__(self, frame: Frame, request: Request) -> None:
        self.frame, self.request = frame, request
        position = frame.position
        self.supply = position.tax
        self.full = frame.game.full_tax(len(position.seats))
        self.drawn = len(frame.draws)
        seats = [seat for number, seat in enumerate(position.seats) if number != request.seat]
        held = [len(seat.suspicion) for seat in seats]
        least = [len(seat.suspicion) - self._pardons(seat) for seat in seats]
        if position.opponent is not None:
            held.append(len(position.opponent.suspicion))
            least.append(len(position.opponent.suspicion))
        #: So many cards the judged seat holds at least: as others hold now, and when they have used their townsfolk.
        self.others = max(1, *held) if held else 1
        self.rivals = max(1, *least) if least else 1
        self.own = len(frame.seat.suspicion)
        self.price = -UNPAID * request.worth("points") - request.worth("debts")  #: what a debt costs
        self.spared = Sum()
        self.taxes: list[Sum] = []  #: a ladder of the certain taxes
        self.cells: dict[tuple[int, int], Sum] = {}
        self.known: dict[tuple[int, int], tuple[Fraction, ...]] = {}

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

    def pardons(self) -> Sum:
        """Count what may discard a suspicion card outside an inquisition."""
        found = Sum().add(self.frame.word("pardon"))
        if self.frame.walls.pardon:
            found.add(self.frame.uses[FORTIFY])
        return found

    # --- chances ----------------------------------------------------------------------------------------

    def tails(self, draws: int, tax: int) -> tuple[Fraction, ...]:
        """Return the chances that the supply runs out at least once, twice and so on."""
        found = self.known.get((draws, tax))
        if found is None:
            chances: list[Fraction] = []
            wanted = self.supply - tax
            while (
                chance := Fraction(1) if wanted <= 0 else self.frame.suspicions.at_least(draws, wanted, best=True)
            ) and len(chances) <= draws + tax:
                chances.append(chance)
                wanted += self.full
            found = self.known[draws, tax] = tuple(chances)
        return found

    def sure(self, draws: int, tax: int) -> int:
        """Return how many inquisitions the frame counts as sure to come."""
        certain = tax + sum(self.frame.suspicions.least(step) for step in range(1, draws + 1))
        return sum(certain >= self.supply + number * self.full for number in range(SURE))

    def certain(self, tax: int) -> int:
        """Return how many inquisitions the certain taxes bring alone."""
        return sum(tax >= self.supply + number * self.full for number in range(SURE))

    def debts_of_chance(self, draws: int, tax: int) -> tuple[Fraction, Fraction]:
        """Return the chance of a debt that no certain tax brings, and how many such debts are expected, at most."""
        return self.chances(draws, tax, self.rivals, self.certain(tax))

    def chances(self, draws: int, tax: int, held: int, sure: int) -> tuple[Fraction, Fraction]:
        """Return the chance of an inquisition besides those that are sure, and how many of them are expected.

        Counted are those in which the seat holds so many suspicion cards at least: in the first one it does not when
        the first cards alone, too few of them, have emptied the supply.
        """
        rest = self.tails(draws, tax)[sure:]
        if not rest:
            return Fraction(0), Fraction(0)
        if sure:
            return rest[0], sum(rest, Fraction(0))
        few = max(0, held - self.own - 1)
        late = Fraction(0)
        if draws > few:
            late = rest[0] - self.frame.suspicions.at_least(few, max(1, self.supply), best=False)
        again = sum(rest[1:], Fraction(0))
        return min(rest[0], late + sum(rest[1:2], Fraction(0))), min(rest[0], late) + again

    def charge(self, draws: int, tax: int) -> Fraction:
        """Return how likely a debt by chance is at least, when nothing discards suspicion."""
        wanted = self.supply - tax
        if not self.supply or wanted <= 0:
            return Fraction(0)
        suspicions = self.frame.suspicions
        few = max(0, self.others - self.own - 1)  # with so many more cards the seat does not hold the most yet
        if draws <= few:
            return Fraction(0)
        early = suspicions.at_least(few, wanted, best=True)
        return max(Fraction(0), suspicions.at_least(draws, wanted, best=False) - early)

    # --- rows -------------------------------------------------------------------------------------------

    def groups(self, draws: int = 1) -> list[list[tuple[int, int]]]:
        """List the numbers of draws (from a least one on) and of certain taxes; great ones stand for each other."""
        most, last = len(self.taxes), self.supply + 1
        taxes = [range(tax, tax + 1) for tax in range(min(most, last))] + [range(min(most, last), most + 1)]
        cards = [range(card, card + 1) for card in range(draws, min(self.drawn, DRAWS) + 1)]
        if self.drawn > DRAWS:
            cards.append(range(DRAWS + 1, self.drawn + 1))
        return [[(card, tax) for card in some for tax in part] for some in cards for part in taxes]

    def share(self, count: Callable[[int, int], Fraction], draws: int = 1) -> list[tuple[Sum, Fraction]]:
        """Return a flag for each number of draws and taxes, with what is counted there at most; only one may be set."""
        found = []
        for group in self.groups(draws):
            if number := max(count(*place) for place in group):
                found.append((self.cell(group), number))
        return found

    def cell(self, group: list[tuple[int, int]]) -> Sum:
        """Return a flag that may be set when the cards drawn and the certain taxes are among these numbers."""
        (low, least), (high, most) = group[0], group[-1]
        found = self.cells.get((low, least))
        if found is None:
            rows = self.frame.rows
            found = self.cells[low, least] = rows.flag(f"draws {low} taxes {least}")
            for ladder, first, last in ((self.frame.draws, low, high), (self.taxes, least, most)):
                if first:
                    rows.most(found, ladder[first - 1])
                if last < len(ladder):
                    rows.most(found + ladder[last], 1)
        return found

    def close(self) -> None:
        """Let one cell hold at most."""
        if len(self.cells) > 1:
            self.frame.rows.most(total(self.cells.values()), 1)

    def debts(self, merit: Merit) -> None:
        """Subtract what feared debts cost at least."""
        frame, rows = self.frame, self.frame.rows
        self.taxes = merit.filled_ladder("certain tax", frame.certain_tax, self.supply + self.full)
        taxes = self.taxes
        if not self.supply:
            return
        certain = taxes[self.supply - 1] if len(taxes) >= self.supply else Sum()
        # Debts that drawn cards bring count by their chance, even where that is 1.
        rows.most(frame.judged, total(taxes[self.supply - 1 :: self.full]))
        abilities = self.abilities()
        pardons = self.pardons() + abilities
        if certain.terms and self.own >= self.others:
            # The certain taxes alone bring an inquisition, and the seat holds the most suspicion already.
            spared = rows.flag("spared at once")
            rows.most(spared * (self.own - self.others + 1), pardons)
            rows.least(frame.judged + spared, certain)
        reach = range(min(len(taxes), self.supply - 1) + 1)
        charges = {(draws, tax): self.charge(draws, tax) for draws in range(1, self.drawn + 1) for tax in reach}
        if not any(charges.values()):
            return
        spared = self.spared = rows.flag("spared")
        first = max(self.own + 1, self.others)
        if self.others > 1:
            rows.most(spared * (first + 1 - self.others), pardons)
        else:
            # The card just drawn is discarded by an ability only, unless a certain tax comes after it.
            later = Sum()
            if taxes:
                later = rows.flag("spared before a tax")
                rows.most(later * (first + 1 - self.others), pardons)
                rows.most(later, taxes[0])
            rows.most(spared, abilities + later)
            rows.most(spared * (first + 1 - self.others), pardons)
        # Exactly one case holds from the first draw on: so many draws and taxes at most, or no debt to fear.
        cases = spared + certain  # an inquisition by certain taxes is counted for itself
        for (draws, tax), chance in charges.items():
            flag = rows.flag(f"feared {draws} {tax}")
            cases.add(flag)
            if draws < self.drawn:
                rows.most(flag + frame.draws[draws], 1)
            if tax < len(taxes):
                rows.most(flag + taxes[tax], 1)
            merit.add("debts", flag, -self.price * chance)
        rows.least(cases, frame.draws[0])


__all__ = ["OCCASIONS", "Dread"]
