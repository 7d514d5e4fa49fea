"""Inquisitions over many states: how likely hidden taxes bring one, what it is feared to cost, and what it may pay.

Everything here errs to the side of the seat: a debt is feared only where no order of the line avoids it, and a settled
debt, or a townsfolk card that pays, counts wherever some order may bring it.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rules.paladins.catalogue import TAXES
from rules.paladins.scoring import PAID, UNPAID
from rules.paladins.values import ATTRIBUTES
from rules.paladins.workers import LETTERS

from .forward import Forward
from .packed import SPARE, Numbers, Scale, Words
from .prospect import OCCASIONS
from .unsure import comes

if TYPE_CHECKING:
    from rules.paladins.values import Seat
    from solver.request import Request

DRAWS, PARDONS = 14, 8
MANY = 99  #: times that an attribute may be raised, where they are not counted
ABOVE = 1 + 1e-12  #: lifts a sum of floats above all that it may have lost
#: Below so many units a sum of floats has lost less than a thousandth of this part of one, and chances of a few cards
#: have no denominators that leave so little over: what is less than that above a whole number is that number.
SMALL, PART = 1e8, 1e-6


def rounded_up(found: NDArray[np.float64]) -> Numbers:
    """Round sums of floats up to whole units.

    >>> rounded_up(np.array([5.0000000001, 5.001, -4.9999999999])).tolist()
    [5, 6, -5]
    >>> bool((rounded_up(np.array([-1e15, 1e15])) > [-(10**15), 10**15]).all())
    True
    """
    lifted = np.where(found < 0, found / ABOVE, found * ABOVE)
    return np.where(np.abs(found) < SMALL, np.ceil(found - PART), np.ceil(lifted)).astype(np.int64)


def ranked(values: Numbers, most: int) -> tuple[Numbers, Numbers]:
    """Return the distinct values from 0 on, rising, and the rank of each value; of too many some are rounded up.

    >>> distinct, ranks = ranked(np.array([5, 0, 7, 5]), 8)
    >>> distinct.tolist(), ranks.tolist()
    ([0, 5, 7], [1, 0, 2, 1])
    >>> distinct, ranks = ranked(np.array([5, 0, 7, 6]), 3)
    >>> distinct.tolist(), ranks.tolist()
    ([0, 5, 7], [1, 0, 2, 2])
    """
    distinct = np.unique(np.append(values, 0))
    if len(distinct) > most:
        distinct = np.append(0, distinct[1:][::-1][:: -(-(len(distinct) - 1) // (most - 1))][::-1])
    return distinct, np.searchsorted(distinct, values)


class AttributePoints:
    """Know what one more of an attribute brings in each of some states, by tables over walls and levels."""

    def __init__(self, levels: dict[str, Numbers], points: Numbers, quarters: Numbers, more: int) -> None:
        self.levels, self.points, self.quarters, self.more = levels, points, quarters, more
        self.size = len(next(iter(levels.values())))

    def rise(self, name: str, before: int, cards: int) -> Numbers:
        """Return the most that a rise brings after ``before`` others, with so many cards that score by fours."""
        level = self.levels[name] + before
        rows = slice(None) if name == "strength" else slice(1)
        high = np.minimum(level + 1, 31)
        found = (self.points[rows, high] - self.points[rows, level]).max(axis=0) + self.more
        if cards:
            found = found + cards * (self.quarters[rows, high] - self.quarters[rows, level] + self.more).max(axis=0)
        return np.asarray(found, dtype=np.int64)


class Judgement:
    """Hold the tables of one forward search, by draws and certain taxes; ``wall_settles`` is what a wall may settle."""

    def __init__(self, forward: Forward, request: Request, wall_settles: Fraction, scale: Scale) -> None:
        self.forward, self.request, self.layout = forward, request, forward.layout
        self.scale = scale
        frame = self.frame = forward.frame
        self.game = frame.game
        position, taxes = frame.position, frame.suspicions
        self.outsiders = position.catalogue.outsiders
        self.supply, self.full = position.tax, frame.game.full_tax(len(position.seats))
        self.own = len(frame.seat.suspicion)
        seats = [seat for number, seat in enumerate(position.seats) if number != request.seat]
        held = [len(seat.suspicion) for seat in seats]
        least = [len(seat.suspicion) - self._discards(seat) for seat in seats]
        if position.opponent is not None:
            held.append(len(position.opponent.suspicion))
            least.append(len(position.opponent.suspicion))
        #: So many cards the judged seat holds at least: as others hold now, and when they have used their townsfolk.
        self.others, self.rivals = max(1, *held, 1), max(1, *least, 1)
        self.price = -UNPAID * request.worth("points") - request.worth("debts")
        self.owned: list[str] = [
            self.outsiders[card].scoring for card in (*frame.seat.converted, *forward.outsiders) if card
        ]
        #: What townsfolk pay at most when a debt is settled that no number here knows.
        self.collected = Fraction(0)
        for card in (*frame.seat.townsfolk, *forward.row):
            row = position.catalogue.townsfolk.get(card)
            if row is not None and row.trigger == "settle":
                self.collected += max(Fraction(0), self._most(row.ongoing))
        wall_settles += Fraction(frame.walls.settle, max(1, frame.walls.number)) * self.collected
        self.wall_settles = self.scale.units(wall_settles)
        #: What it brings that a wall settles a debt which is destroyed otherwise.
        self.wall_spoiled = self.scale.units(
            Fraction(frame.walls.settle, max(1, frame.walls.number)) * (PAID * request.worth("points") + self.collected)
        )
        supply, full = self.supply, self.full
        size = max(1, supply + full)
        self.tax_top = size
        shape = (DRAWS + 1, size + 1)
        self.fear = np.zeros((PARDONS, *shape), dtype=np.int64)
        settled, self.wall_settled = np.zeros((2, *shape), dtype=np.int64), np.zeros(shape, dtype=np.int64)
        each = self.price + self.collected + (PAID + self.owned.count("paid")) * request.worth("points")
        early = max(1, self.rivals - self.own) - 1
        forward.rivals, forward.others = self.rivals, self.others
        #: How likely a first and a second inquisition are, and how many more are expected, at most.
        self.hope, self.second, self.further = np.zeros((3, *shape))
        for draws, tax in itertools.product(range(DRAWS + 1), range(size + 1)):
            low = taxes.at_least(draws, supply - tax, best=False)
            hope = taxes.at_least(draws, supply - tax, best=True)
            twice, wanted = Fraction(0), supply - tax + full  # how many more of them are expected
            while more := taxes.at_least(draws, wanted, best=True):
                twice, wanted = twice + more, wanted + full
            second = taxes.at_least(draws, supply - tax + full, best=True)
            self.hope[draws, tax], self.second[draws, tax] = float(hope), float(second)
            self.further[draws, tax] = float(twice - second)
            late = hope
            if tax < supply:
                # That the first cards alone empty the supply is sure only where the certain taxes come after them.
                late = max(Fraction(0), hope - taxes.at_least(early, supply, best=False))
                for pardons in range(PARDONS):
                    # Where so many draws leave the supply standing, the seat holds the most when it runs out.
                    safe = max(1, self.others - self.own + pardons) - 1
                    if draws > safe:
                        sure = low - taxes.at_least(safe, supply - tax, best=True)
                        self.fear[pardons, draws, tax] = max(0, self.scale.floor(self.price * sure))
            if draws > early or twice or (draws == early and tax >= supply and self.own + draws >= self.rivals):
                settled[0, draws, tax] = max(0, self.scale.units(each * (late + twice)))
                settled[1, draws, tax] = max(0, self.scale.units(each * twice))  # the first debt is counted already
                self.wall_settled[draws, tax] = max(0, self.scale.units(wall_settles * min(Fraction(1), late + twice)))
        #: What it brings at most to settle without a debt, by the ranks that the states hold.
        self.settled, forward.spares = ranked(settled, 2**SPARE)
        own = [card for card in frame.seat.townsfolk if self._occasion(card)]
        townsfolk = position.catalogue.townsfolk
        self.own_pardons = sum(townsfolk[card].ongoing.count("pardon") for card in own)
        self.row_pardons = [
            (place, townsfolk[card].ongoing.count("pardon"))
            for place, card in enumerate(self.forward.row)
            if card and self._occasion(card)
        ]
        self.doubtful = bool(own or self.row_pardons)
        judges = [*own, *(card for card in forward.row if card and self._occasion(card))]
        #: So many townsfolk may raise each attribute in an inquisition; whether all of them pay the innocent.
        self.raising = {name: sum(townsfolk[card].ongoing.count(name) for card in judges) for name in ATTRIBUTES}
        self.innocent = all(
            townsfolk[card].trigger == "innocent"
            for card in judges
            if any(word in ATTRIBUTES for word in townsfolk[card].ongoing)
        )

    def _occasion(self, card: str) -> bool:
        row = self.frame.position.catalogue.townsfolk.get(card)
        return row is not None and row.trigger in OCCASIONS

    def _most(self, gains: tuple[str, ...]) -> Fraction:
        """Return the most that some gains are worth."""
        request, levels = self.request, self.game.levels
        steepest = max((after - before for before, after in itertools.pairwise(levels)), default=0)
        found, goods = Fraction(0), 0
        for word in gains:
            if word in LETTERS:
                found += request.worth("workers")
            elif word in ATTRIBUTES:
                found += (steepest + len(self.owned)) * request.worth("points") + request.worth(word)
            elif word == "pardon":
                found -= request.worth("suspicion")
            elif word == "provision":
                goods += 1
                found += request.worth("provisions")
            else:
                number = TAXES.get(word, 1)
                goods += number
                found += number * request.worth("silver")
        return found + (goods + 2) // 3 * request.worth("points")

    def _discards(self, seat: Seat) -> int:
        """Count the suspicion cards that a seat's townsfolk may discard in an inquisition."""
        cards = self.frame.position.catalogue.townsfolk
        return sum(cards[card].ongoing.count("pardon") for card in seat.townsfolk if self._occasion(card))

    def feared(self, words: Words, draws: Numbers, tax: Numbers, walls: Numbers) -> Numbers:
        """Return what debts by chance cost at least."""
        abilities = self.pardons(words)
        pardons = self.layout.get(words, "pardon") + abilities
        if self.frame.walls.pardon:
            pardons = pardons + walls
        if self.others == 1:
            # Without certain taxes a card that is drawn empties the supply, and who draws it holds one.
            pardons = np.where((tax == 0) & (abilities == 0), 0, pardons)
        found = self.fear[np.minimum(pardons, PARDONS - 1), draws, tax]
        settled = self.layout.get(words, "judged") > 0  # the debt of a sure inquisition is counted for itself
        return np.asarray(np.where(settled, 0, found), dtype=np.int64)

    def settles(self, words: Words, draws: Numbers, tax: Numbers, walls: Numbers, unpaid: Numbers) -> Numbers:
        """Return what it brings at most to settle debts by walls, and debts that come by chance."""
        by_chance = self.wall_settled[draws, tax] + self.layout.get(words, "spoiled") * self.wall_spoiled
        found = walls * np.where(unpaid > 0, np.maximum(self.wall_settles, by_chance), by_chance)
        return np.asarray(found + self.settled[self.layout.get(words, "spare")], dtype=np.int64)

    def abilities(self, words: Words, draws: Numbers, tax: Numbers, walls: Numbers, points: AttributePoints) -> Numbers:
        """Return the most that own and kept townsfolk pay in inquisitions by chance.

        Those that pay the innocent ask for a seat without suspicion, and any inquisition but one by certain taxes alone
        comes after a draw: so no more draws can come before it than are pardoned.
        """
        layout, seat = self.layout, self.frame.seat
        pardons = self.pardons(words)
        all_ = layout.get(words, "pardon") + pardons
        if self.frame.walls.pardon:
            all_ = all_ + walls
        rid = all_ - len(seat.suspicion)
        innocent = np.clip(rid, 0, draws)
        never = (rid < 0) | ((tax == 0) & (pardons == 0))
        sure = comes(self.forward, words)  # where one is sure they are paid already
        first, second, further = self.hope[draws, tax], self.second[draws, tax], self.further[draws, tax]
        cleared = np.where(never, 0, self.hope[innocent, tax])
        found = np.zeros(len(words))
        for card in (*seat.townsfolk, *self.forward.row):
            if not card or not self._occasion(card):
                continue
            row = self.frame.position.catalogue.townsfolk[card]
            once = np.where(sure, 0, cleared if row.trigger == "innocent" else first)
            each = [self._paid(row.ongoing, points, times) for times in (1, 2, MANY)]
            paid = np.asarray(once * each[0] + second * each[1] + further * each[2], dtype=np.float64)
            if card in self.forward.row:
                paid = paid * layout.bit(words, "kept", self.forward.row.index(card))
            found += paid
        capped = layout.get(words, "capped")
        if capped.any():
            # An attribute was at its highest in some cases, and so another one was raised instead.
            rises = [self._paid((name,), points, MANY) for name in ATTRIBUTES]
            found += capped * np.minimum(1, (cleared if self.innocent else first) + second) * np.max(rises, axis=0)
        return rounded_up(found)

    def _paid(self, gains: tuple[str, ...], points: AttributePoints, times: int) -> Numbers:
        """Return the most that one ability pays at once, when all that raise the same have paid so often at most."""
        request = self.request
        found = np.zeros(points.size, dtype=np.int64)
        goods = 0
        for word in gains:
            if word in LETTERS:
                found += self.scale.units(request.worth("workers"))
            elif word in ("silver", "provision"):
                goods += 1
                found += self.scale.units(request.worth("silver" if word == "silver" else "provisions"))
            elif word in ATTRIBUTES:
                cards, most = self.owned.count(word), min(len(self.game.levels), times * max(1, self.raising[word]))
                rises = [points.rise(word, before, cards) for before in range(most)]
                found += np.max(rises, axis=0) + self.scale.units(request.worth(word))
            elif word == "pardon":
                found += self.scale.units(-request.worth("suspicion"))
            else:
                found += self.scale.units(2 * self.price)
        return found + (goods + 2) // 3 * self.scale.units(request.worth("points"))

    def pardons(self, words: Words) -> Numbers:
        """Count the suspicion cards that own and kept townsfolk may discard in an inquisition."""
        found = np.full(len(words), self.own_pardons, dtype=np.int64)
        for place, pardons in self.row_pardons:
            found += self.layout.bit(words, "kept", place) * pardons
        return found
