"""What states of numbers are worth at most if the line stops there: the sum of ``merit.py`` without variables.

Where hidden cards make a source uneven, its expected value is looked up by how many are drawn, and never below what a
line really brings. Values are whole units, rounded up, so that no bound is lost in a fraction.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from rules.paladins.scoring import ORDER_POINTS, PAID, UNPAID
from rules.paladins.values import ATTRIBUTES, INDEX, LEFT, RIGHT
from rules.paladins.workers import LETTERS

from .chances import saved_threes, spread, sums, threes
from .forward import POPCOUNT, Forward
from .grouping import grouped
from .judgement import DRAWS, AttributePoints, Judgement, rounded_up
from .packed import Numbers, Scale, Unfit, Words, differ, hashed
from .same import ENOUGH
from .table import kept, worth

if TYPE_CHECKING:
    from solver.request import Request

WALLS = 7
FINE = 10**7
CARDS, NEW = 6, 2  #: drawn suspicion cards and walls whose chances a unit makes whole
SOME = 500  #: states among which it pays to look for those that are worth the same
#: What no value depends on; of workshops only their number counts.
UNCOUNTED = ("placed", "shops", "tokens", "taken", "favours", "fate", "credit")


class Ends:
    """Value states of one forward search."""

    def __init__(self, forward: Forward, request: Request, scale: Scale) -> None:
        self.forward, self.request, self.layout, self.scale = forward, request, forward.layout, scale
        frame = self.frame = forward.frame
        game, seat = frame.game, frame.seat
        point = self.point = request.worth("points")
        self.start = worth(request, frame.position)
        self.cards = frame.position.catalogue.outsiders
        walls, taxes = frame.walls, frame.suspicions
        number = max(1, walls.number)
        self.wall_base = len(seat.walls)
        most_walls = min(WALLS, walls.number)
        self.full = [sums(spread(walls.strength), cards) for cards in range(most_walls + 1)]
        top = min(game.cap, len(game.levels) - 1)
        self.levels = self._square(
            [
                [
                    sum((game.levels[min(level + more, top)] * chance for more, chance in chances.items()), Fraction(0))
                    * point
                    for level in range(32)
                ]
                for chances in self.full
            ]
        )
        self.quarters = self._square(
            [
                [
                    sum((min(level + more, game.cap) // 4 * chance for more, chance in chances.items()), Fraction(0))
                    * point
                    for level in range(32)
                ]
                for chances in self.full
            ]
        )
        self.ladders = {
            index: self._table(
                [value * point for value in (*game.actions[index].points, *game.actions[index].points[-1:])]
            )
            for index in range(LEFT, LEFT + 4)
        }
        self.workshop_points = self._table([value * point for value in game.actions[0].points])
        printed = sum(frame.position.catalogue.walls[card].points for card in seat.walls)
        each = Fraction(sum(walls.points), number)
        self.wall_points = self._table([(printed + each * cards) * point for cards in range(most_walls + 1)])
        self.goods = self._goods(most_walls)
        # A wall that may pardon or settle offers silver instead, which counts already.
        instead = 2 * request.worth("silver") if self._or_silver() else Fraction(0)
        rid = walls.pardon if -request.worth("suspicion") > instead else 0
        self.wall_pardon = rid / number
        self.settle_value = max(Fraction(0), (PAID - UNPAID) * point - request.worth("debts") - instead) * Fraction(
            walls.settle, number
        )
        self.judgement = Judgement(forward, request, self.settle_value, scale)
        self.settle_chance = Fraction(walls.settle, number)
        least = frame.suspicions.least
        silver = [
            [
                (taxes.expected(draws) - sum(least(step) for step in range(1, draws + 1)) + self._wall_silver(cards))
                * request.worth("silver")
                for cards in range(most_walls + 1)
            ]
            for draws in range(DRAWS + 1)
        ]
        self.more_silver = self._square(silver)
        spare_workers = [sums(spread(walls.workers), cards) for cards in range(most_walls + 1)]
        self.stay = self._square(
            [
                [
                    sum((kept(frame.position, held + more) * chance for more, chance in chances.items()), Fraction(0))
                    * request.worth("workers")
                    for held in range(4)
                ]
                for chances in spare_workers
            ]
        )
        self.most_walls = most_walls
        spaces = [name for name in self.layout.fields if name.startswith("group ")]
        #: What values count of a state, beside the number of workers and of workshops.
        self.counted = self.layout.without([*LETTERS, *spaces, *UNCOUNTED])
        self._savings()
        self.owned: dict[str, int] = {}
        for card in seat.converted:
            scoring = self.cards[card].scoring
            self.owned[scoring] = self.owned.get(scoring, 0) + 1
        self.kinds = {
            kind: sum(self.cards[card].kind == kind for card in seat.attacked)
            for kind in ("saracen", "viking", "byzantine")
        }

    @classmethod
    def exact(cls, forward: Forward, request: Request) -> Ends:
        """Value states in a unit in which every value is whole, where there is one."""
        first = Scale()
        ends = cls(forward, request, first)
        for value in (ends.settle_chance * ends.point, *(price for _, price in request.worths)):
            first.units(value)
        cards = sum(number for _, number in ends.frame.suspicions.counts)
        wall_cards = ends.frame.walls.number
        chances = math.perm(cards, min(cards, CARDS)) * math.perm(wall_cards, min(wall_cards, NEW))
        if cards < ENOUGH:
            chances *= FINE  # cards that come back have other chances, which are rounded
        first.units(Fraction(1, chances))  # of fates
        first.units(
            Fraction(sum(ends.frame.walls.strength), max(1, ends.frame.walls.number)) * request.worth("strength")
        )
        return cls(
            forward, request, first.settled(max((abs(price) for _, price in request.worths), default=Fraction(1)))
        )

    def _table(self, values: Sequence[Fraction]) -> Numbers:
        """Make a table of values."""
        return np.array([self.scale.units(value) for value in values], dtype=np.int64)

    def _square(self, values: Sequence[Sequence[Fraction]]) -> Numbers:
        """Make a table of rows of values."""
        return np.array([[self.scale.units(value) for value in row] for row in values], dtype=np.int64)

    def _or_silver(self) -> bool:
        """Say whether each unseen wall that may pardon or settle offers two silver instead."""
        position = self.frame.position
        words = [word for card in position.wall_deck for word in position.catalogue.walls[card].gain]
        asked = [word for word in words if "pardon" in word or "settle" in word]
        return all("silver+silver" in word.split("/") for word in asked)

    def _wall_silver(self, cards: int) -> Fraction:
        return Fraction(cards * sum(self.frame.walls.silver), max(1, self.frame.walls.number))

    def _goods(self, most_walls: int) -> Numbers:
        """Return the expected points of goods: by draws, walls and the goods beyond full threes."""
        frame, taxes = self.frame, self.frame.suspicions
        rows = np.zeros((DRAWS + 1, most_walls + 1, 3), dtype=np.int64)
        for draws, cards, rest in itertools.product(range(DRAWS + 1), range(most_walls + 1), range(3)):
            sure = sum(taxes.least(step) for step in range(1, draws + 1))
            if draws <= taxes.exact:
                value = threes(taxes, frame.walls, draws, cards, rest - sure)
            else:
                value = (rest + taxes.expected(draws) - sure + self._wall_silver(cards)) / 3
            rows[draws, cards, rest] = self.scale.units(value * self.point)
        return rows

    def _savings(self) -> None:
        """Tabulate the silver that attacks are expected to save by walls before them, and what it adds in threes."""
        walls, taxes = self.frame.walls, self.frame.suspicions
        halves: list[dict[int, Fraction]] = [
            dict.fromkeys(range(max(row, default=0) + 1), Fraction(0)) for row in self.full
        ]
        for row, chances in zip(halves, self.full, strict=True):
            for more, chance in chances.items():
                row[-(-more // 2)] += chance
        mean = [sum((saved * chance for saved, chance in row.items()), Fraction(0)) for row in halves]
        worth_ = self.request.worth("silver")
        first = mean[1] if len(mean) > 1 else Fraction(0)
        self.saved_once = self.scale.units(first * worth_)
        self.saved = self._table([each * worth_ for each in mean])
        some = [sum((chance for saved, chance in row.items() if saved), Fraction(0)) for row in halves]
        most = [max(row, default=0) for row in halves]
        attacks = range(15)
        self.saved_threes = self._square(
            [
                [chance * -(-(times * saved) // 3) * self.point for times in attacks]
                for chance, saved in zip(some, most, strict=True)
            ]
        )
        #: The same after one wall, by how often it saves, draws, and the goods beyond full threes.
        self.saved_by_one = np.zeros((8, DRAWS + 1, 3), dtype=np.int64)
        for times, draws, rest in itertools.product(range(1, 8), range(DRAWS + 1), range(3)):
            if draws > taxes.exact or times > 2:
                self.saved_by_one[times, draws, rest] = self.saved_threes[1, times] if len(mean) > 1 else 0
                continue
            sure = rest - sum(taxes.least(step) for step in range(1, draws + 1))
            gained = saved_threes(taxes, walls, times, draws, sure)
            self.saved_by_one[times, draws, rest] = self.scale.units(gained * self.point)

    def _saved(self, words: Words, draws: Numbers, walls: Numbers, rest: Numbers) -> Numbers:
        """Return what silver that attacks save by chance brings at most."""
        once, more = self.layout.get(words, "cheap"), self.layout.get(words, "cheaper")
        threes = np.where(
            (walls == 1) & (more == 0),
            self.saved_by_one[once, draws, rest],
            self.saved_threes[walls, np.minimum(14, once + more)],
        )
        return np.asarray(once * self.saved_once + more * self.saved[walls] + threes, dtype=np.int64)

    # --- the sum ----------------------------------------------------------------------------------------

    def values(self, words: Words) -> Numbers:
        """Return what each state is worth at most, in units, from the start of the request.

        Among many states that a few moves lead to, most are worth the same as another one: each is looked at once.
        """
        if len(words) < SOME:
            return self._values(words)
        hands = np.minimum(3, self.forward.hands(words))
        counts = self.forward.placed(words) << 2 | hands
        groups = grouped(hashed(words, self.counted, counts), 2)
        if len(groups.first) > len(words) * 3 // 4:
            return self._values(words)
        same = counts == counts.take(groups.first).take(groups.places)
        first = words.take(groups.first, axis=0)
        if not same.all() or differ(words, first, groups.places, self.counted).any():
            return self._values(words)  # two names have met by chance
        return self._values(first).take(groups.places)

    def _values(self, words: Words) -> Numbers:
        words = np.asfortranarray(words)  # fields are read one after the other
        layout, frame, request = self.layout, self.frame, self.request
        get, judgement = layout.get, self.judgement
        draws = np.minimum(get(words, "draws"), DRAWS)
        done = [get(words, f"done {place}") for place in range(6)]
        walls = np.minimum(done[1] - self.wall_base, self.most_walls)
        placed = self.forward.placed(words)
        point = self.scale.units(self.point)
        found = np.full(len(words), -self.scale.floor(self.start), dtype=np.int64)
        levels = {name: np.minimum(get(words, name), frame.game.cap) for name in ATTRIBUTES}
        for name, level in levels.items():
            found += self.levels[walls, level] if name == "strength" else self.levels[0][level]
        works, orders = self.works(done, placed)
        found += works + self.wall_points[walls]
        tax = np.minimum(get(words, "tax"), self.judgement.tax_top)
        found += self.outsiders(words, done, placed, orders, self._scored(words, draws, walls, levels))
        found += self._debts(words, draws, walls, tax)
        goods = get(words, "silver") + get(words, "provisions")
        found += goods // 3 * point + self.goods[draws, walls, goods % 3]
        if self.forward.strongest:
            found += self._saved(words, draws, walls, goods % 3)
        if judgement.doubtful:
            found += judgement.abilities(
                words, draws, tax, walls, AttributePoints(levels, self.levels, self.quarters, self.scale.more)
            )
        if request.worths:
            found += self._holdings(words, draws, walls, placed, levels, tax)
        return found

    def works(self, done: list[Numbers], placed: Numbers) -> tuple[Numbers, Numbers]:
        """Return what spaces, workshops and orders bring, which chance has no part in, and how many orders are met."""
        found, orders = self.workshop_points[placed], np.zeros(len(placed), dtype=np.int64)
        for index in range(LEFT, LEFT + 4):
            found = found + self.ladders[index][done[index - LEFT]]
        for place, met in enumerate(self._met(done, placed)):
            orders += met
            found += met * self.scale.units(ORDER_POINTS[place] * self.point)
        return found, orders

    def _met(self, done: list[Numbers], placed: Numbers) -> list[Numbers]:
        """Say which orders are met."""
        found = []
        for card in self.frame.position.orders:
            row = self.frame.position.catalogue.orders[card]
            action: str = row.action
            count = placed if action == "develop" else done[INDEX[action] - LEFT]
            if action == "attack":
                count = count + len(self.frame.seat.attacked)
            found.append((count >= row.at_least).astype(np.int64))
        return found

    def _scored(self, words: Words, draws: Numbers, walls: Numbers, levels: dict[str, Numbers]) -> dict[str, Numbers]:
        """Return the most that one outsider brings that scores by what chance has a part in."""
        get, point = self.layout.get, self.scale.units(self.point)
        found = {name: self.quarters[walls if name == "strength" else 0, level] for name, level in levels.items()}
        found["paid"] = get(words, "paid") * point
        found["paid"] = found["paid"] + self._may_settle(words, walls) * self.scale.units(
            self.settle_chance * self.point
        )
        judged = (draws > 0) | (get(words, "tax") >= self.judgement.supply)
        found["unpaid"] = (get(words, "unpaid") + 2 * judged) * point
        found["suspicion"] = (len(self.frame.seat.suspicion) + get(words, "draws")) * point
        return found

    def outsiders(
        self, words: Words, done: list[Numbers], placed: Numbers, orders: Numbers, scored: dict[str, Numbers]
    ) -> Numbers:
        """Return what converted outsiders score, given what one brings that scores by what chance has a part in."""
        layout, frame, seat = self.layout, self.frame, self.frame.seat
        counts: dict[str, Numbers] = {
            scoring: np.full(len(words), number, dtype=np.int64) for scoring, number in self.owned.items()
        }
        kinds = {kind: np.full(len(words), number, dtype=np.int64) for kind, number in self.kinds.items()}
        for place, card in enumerate(self.forward.outsiders):
            if card:
                score: str = self.cards[card].scoring
                bit = layout.bit(words, "converted", place)
                counts[score] = counts[score] + bit if score in counts else bit
                kinds[self.cards[card].kind] += layout.bit(words, "attacked", place)
        found = np.zeros(len(words), dtype=np.int64)
        point = self.scale.units(self.point)
        townsfolk = POPCOUNT[layout.get(words, "kept")] + len(seat.townsfolk)
        scoring: str
        for scoring, number in counts.items():
            if scoring in scored:
                found += number * scored[scoring]
                continue
            if scoring in kinds:
                value = kinds[scoring]
            elif scoring == "orders":
                value = 1 + orders
            elif scoring == "mercenaries":
                value = 1 + number
            elif scoring == "recruit":
                less = frame.game.options.hunter_counts == "kept_but_the_first"
                value = np.maximum(0, townsfolk - int(less)) // 2
            elif scoring == "develop":
                value = placed // 2
            elif scoring in RIGHT:
                count = done[INDEX[scoring] - LEFT] + (len(seat.attacked) if scoring == "attack" else 0)
                value = count // 2
            else:
                raise Unfit
            found += number * value * point
        return found

    def _may_settle(self, words: Words, walls: Numbers) -> Numbers:
        """Count the walls that may have found a debt that nothing else settles."""
        get = self.layout.get
        judged = self.forward.judged(get(words, "draws"), get(words, "tax"))
        return walls * ((get(words, "unpaid") > 0) | (judged > 0) | (get(words, "spoiled") > 0))

    def _debts(self, words: Words, draws: Numbers, walls: Numbers, tax: Numbers) -> Numbers:
        layout = self.layout
        unpaid, paid = layout.get(words, "unpaid"), layout.get(words, "paid")
        found = paid * self.scale.units(PAID * self.point) + unpaid * self.scale.units(UNPAID * self.point)
        found += self.judgement.settles(words, draws, tax, walls, unpaid)
        return np.asarray(found - self.judgement.feared(words, draws, tax, walls), dtype=np.int64)

    def _holdings(
        self,
        words: Words,
        draws: Numbers,
        walls: Numbers,
        placed: Numbers,
        levels: dict[str, Numbers],
        tax: Numbers,
    ) -> Numbers:
        get, frame, request = self.layout.get, self.frame, self.request
        found = self.possessions(words, placed) + self.more_silver[draws, walls]
        for name, level in levels.items():
            found += level * self.scale.units(request.worth(name))
        number = max(1, frame.walls.number)
        found += walls * self.scale.units(Fraction(sum(frame.walls.strength), number) * request.worth("strength"))
        found += get(words, "unpaid") * self.scale.units(request.worth("debts"))
        found += self.stay[walls, np.minimum(3, self.forward.hands(words))]
        if request.worth("suspicion"):
            found += self.burden(words, draws, walls, tax)
        return np.asarray(found, dtype=np.int64)

    def possessions(self, words: Words, placed: Numbers) -> Numbers:
        """Return what is certain that a seat holds, by the worths of the request."""
        get, units, worth_ = self.layout.get, self.scale.units, self.request.worth
        kept_now = POPCOUNT[get(words, "kept")] + len(self.frame.seat.townsfolk)
        found = get(words, "silver") * units(worth_("silver")) + get(words, "provisions") * units(worth_("provisions"))
        return found + kept_now * units(worth_("townsfolk")) + placed * units(worth_("workshops"))

    def burden(self, words: Words, draws: Numbers, walls: Numbers, tax: Numbers) -> Numbers:
        """Return what suspicion that is held costs at least, as a number below zero."""
        get = self.layout.get
        held = len(self.frame.seat.suspicion) + get(words, "draws") - get(words, "pardon")
        held = held - self.judgement.pardons(words) - walls * self.wall_pardon
        price = float(self.request.worth("suspicion") * self.scale.unit)
        return rounded_up(np.maximum(0, held) * (1 - self.judgement.hope[draws, tax]) * price)
