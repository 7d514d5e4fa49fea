"""What ends are worth whose fate is known: the expectation itself, where ``ends.py`` thinks the best of chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from rules.paladins.scoring import PAID, UNPAID
from rules.paladins.values import ATTRIBUTES

from .fates import CREDITED, FIRST, LOST, Fate
from .packed import Numbers, Words
from .table import kept

if TYPE_CHECKING:
    from rules.paladins.values import Seat

    from .ends import Ends
    from .fates import Fates

LEVELS = 32
USED = 8  #: workers at most that chance has surely brought, and that are used


class Fated:
    """Value states by their fates, but for those in which chance may have changed what fates do not follow.

    That are attacks which a wall made cheaper, and a choice of which a side was not offered.

    Tables grow with the fates that are met; each row belongs to a fate.
    """

    def __init__(self, ends: Ends, fates: Fates) -> None:
        self.ends, self.fates, self.layout = ends, fates, ends.layout
        self.tables: dict[str, Numbers] = {}
        self.known = 0

    def values(self, words: Words, most: Numbers) -> Numbers:
        """Return what states are worth, in units; ``most`` where their fate is not followed, and never more."""
        get = self.layout.get
        followed = (get(words, "fate") > 0) & (get(words, "credit") != LOST)
        for name in ("cheap", "cheaper", "capped"):
            followed &= get(words, name) == 0
        some = followed.nonzero()[0]
        if not len(some):
            return most
        self._grow()
        found = most.copy()
        found[some] = np.minimum(most.take(some), self._values(words.take(some, axis=0)))
        return found

    # --- tables -----------------------------------------------------------------------------------------

    def _grow(self) -> None:
        """Value the fates that are new."""
        new: dict[str, list[list[int]]] = {}
        for number in range(self.known, len(self.fates.fates)):
            fate = self.fates.fates[max(FIRST, number)]  # the row of the unknown fate is never read
            for name, row in self._rows(fate).items():
                new.setdefault(name, []).append(row)
        self.known = len(self.fates.fates)
        for name, rows in new.items():
            more = np.array(rows, dtype=np.int64)
            self.tables[name] = np.concatenate((self.tables[name], more)) if name in self.tables else more

    def _rows(self, fate: Fate) -> dict[str, list[int]]:
        """Return the rows of one fate, of what its cases bring on the average."""
        ends, game = self.ends, self.ends.frame.game
        units, worth, point = ends.scale.units, ends.request.worth, ends.point
        whole, weights = fate.whole, [weight for _, weight in fate.weights]
        seats: list[Seat] = [self.fates.cases[case].seats[self.fates.number] for case, _ in fate.weights]

        def shares(numbers: Iterable[int]) -> list[tuple[int, int]]:
            """Return the weights of numbers, one a case."""
            found: dict[int, int] = {}
            for number, weight in zip(numbers, weights, strict=True):
                found[number] = found.get(number, 0) + weight
            return list(found.items())

        def mean(numbers: list[tuple[int, int]], price: Sequence[int]) -> int:
            """Return what numbers by their weights bring on the average, rounded up."""
            return -(-sum([price[number] * share for number, share in numbers]) // whole)

        def counted(numbers: Iterable[int], price: Fraction) -> int:
            total = sum(map(mul, numbers, weights))
            return units(price * Fraction(total, whole))

        goods = shares(seat.silver - fate.surely + seat.provisions for seat in seats)
        threes = [number // 3 * units(point) for number in range(max(goods)[0] + 3)]
        workers = shares(len(seat.workers) for seat in seats)
        hands = [units(kept(ends.frame.position, hand) * worth("workers")) for hand in range(4)]
        held = [len(seat.suspicion) for seat in seats]
        walls = [sum(self.fates.walls[card].points for card in seat.walls) for seat in seats]
        certain = [
            counted([seat.paid for seat in seats], PAID * point),
            counted([seat.unpaid for seat in seats], UNPAID * point + worth("debts")),
            counted(held, worth("suspicion")),
            counted([seat.silver - fate.surely for seat in seats], worth("silver")),
            counted([seat.provisions for seat in seats], worth("provisions")),
            counted(walls, point),
        ]
        rows = {
            "certain": [sum(certain)],
            "paid": [counted([seat.paid for seat in seats], point)],
            "unpaid": [counted([seat.unpaid for seat in seats], point)],
            "suspicion": [counted(held, point)],
            "goods": [mean(goods, threes[rest:]) for rest in range(3)],
            "stay": [
                mean([(min(3, max(0, hand + more)), share) for more, share in workers], hands)
                for hand in range(-USED, 4)
            ],
        }
        for name in ATTRIBUTES:
            more = shares(int(getattr(seat, name)) for seat in seats)
            price = units(worth(name))
            levels = [int(ends.levels[0][level]) + min(level, game.cap) * price for level in range(LEVELS)]
            quarters = [int(number) for number in ends.quarters[0]]
            for row, table in ((name, levels), (f"{name}/4", quarters)):
                longer = table + table[-1:] * max(more)[0]
                rows[row] = [mean(more, longer[level:]) for level in range(LEVELS)] if max(more)[0] else table
        return rows

    # --- the sum ----------------------------------------------------------------------------------------

    def _values(self, words: Words) -> Numbers:
        ends = self.ends
        words = np.asfortranarray(words)
        get, units = self.layout.get, ends.scale.units
        fates, tables = get(words, "fate"), self.tables
        twice = dict(zip(CREDITED, np.array(self.fates.credits.sums)[get(words, "credit")].T, strict=True))
        done = [get(words, f"done {place}") for place in range(6)]
        placed = ends.forward.placed(words)
        levels = {name: np.minimum(get(words, name) - twice[name], ends.frame.game.cap) for name in ATTRIBUTES}
        found = np.full(len(words), -ends.scale.floor(ends.start), dtype=np.int64)
        for name, level in levels.items():
            found += tables[name][fates, level]
        works, orders = ends.works(done, placed)
        found += works
        found += ends.outsiders(words, done, placed, orders, self._scored(levels, fates))
        goods = get(words, "silver") - twice["silver"] + get(words, "provisions") - twice["provisions"]
        found += goods // 3 * units(ends.point) + tables["goods"][fates, goods % 3] + tables["certain"][fates, 0]
        if ends.request.worths:
            found += ends.possessions(words, placed)
            for name in ("silver", "provisions"):
                found -= twice[name] * units(ends.request.worth(name))
            hands = ends.forward.hands(words) - twice["workers"]
            found += tables["stay"][fates, np.clip(hands, -USED, 3) + USED]
        return found

    def _scored(self, levels: dict[str, Numbers], fates: Numbers) -> dict[str, Numbers]:
        """Return what one outsider brings that scores by what chance has a part in."""
        found = {name: self.tables[f"{name}/4"][fates, level] for name, level in levels.items()}
        return found | {name: self.tables[name][fates, 0] for name in ("paid", "unpaid", "suspicion")}
