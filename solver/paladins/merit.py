"""What the end of a round is worth, as one sum over the rows: points by source, and holdings by their worths.

Where hidden cards make a source uneven (levels of strength, goods in threes), the expected value is looked up by how
many cards are drawn; such a term is never below what a line really brings, so the sum stays a bound.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from rules.paladins.scoring import ORDER_POINTS, PAID, UNPAID
from rules.paladins.values import ATTRIBUTES, FORTIFY, INDEX

from .abilities import Abilities
from .chances import CARDS, spread, sums
from .dread import Dread
from .linear import Sum, total
from .outsiders import Outsiders
from .savings import add_savings
from .settles import Settles
from .table import kept, worth

if TYPE_CHECKING:
    from solver.request import Request

    from .frame import Frame

CONSTANT = -1  #: stands for the constant of a share
FINEST = 10**9  #: the finest unit in which the objective is counted; finer chances are rounded up

#: A sum, with what one of it counts.
Share = tuple[Sum, Fraction]


class Merit:
    """Make the objective of a frame. ``scale`` is how many units one point has."""

    def __init__(self, frame: Frame, request: Request) -> None:
        self.frame, self.request, self.rows = frame, request, frame.rows
        self.point = request.worth("points")
        self.shares: dict[str, dict[int, Fraction]] = {}  #: by source: what each variable counts; CONSTANT for none
        self.start = worth(request, request.position)  # type: ignore[arg-type]
        self.dread = Dread(frame, request)
        self._tables()
        self._counts()
        self._attributes()
        self._walls()
        self._orders()
        self._goods()
        add_savings(self)
        self._debts()
        self._holdings()
        self.dread.close()
        self._compile()

    def _compile(self) -> None:
        """Count all shares in the coarsest unit that they all are whole multiples of, or round them up."""
        common = lcm(*(number.denominator for share in self.shares.values() for number in share.values()))
        common = lcm(common, self.point.denominator, self.start.denominator)
        self.rounded = common > FINEST
        self.scale = FINEST if self.rounded else common
        self.parts: dict[str, Sum] = {}
        for source, share in self.shares.items():
            part = self.parts[source] = Sum()
            for name, number in share.items():
                units = math.ceil(number * self.scale)
                if name == CONSTANT:
                    part.constant += units
                elif units:
                    part.terms[name] = units
        self.rows.objective = total(self.parts.values())
        self.rows.objective_parts = self.parts

    # --- helpers ----------------------------------------------------------------------------------------

    def value(self, number: int) -> Fraction:
        """Return the gain that a sum in units stands for: points since the start of the request."""
        return Fraction(number, self.scale) - self.start

    def add(self, source: str, sum_: Sum, each: Fraction) -> None:
        """Add ``each`` points for every one of a sum."""
        share = self.shares.setdefault(source, {})
        share[CONSTANT] = share.get(CONSTANT, Fraction(0)) + sum_.constant * each
        for name, factor in sum_.terms.items():
            share[name] = share.get(name, Fraction(0)) + factor * each

    def choose(self, name: str, cases: list[tuple[Fraction, list[Sum]]]) -> list[Share]:
        """Make a flag for each case, which may be set when every one of its sums is 1; at most one of them."""
        rows, flags = self.rows, list[Share]()
        for place, (number, needs) in enumerate(cases):
            flag = rows.flag(f"{name} {place}")
            for need in needs:
                rows.most(flag, need)
            flags.append((flag, number))
        if len(flags) > 1:
            rows.most(total(flag for flag, _ in flags), 1)
        return flags

    def product(self, name: str, shares: list[Share], needs: list[Sum], *, whole: bool = True) -> list[Share]:
        """Return shares that count only when every one of some sums is 1 (each of them is 0 or 1).

        The products are one whole number, or (not ``whole``) a flag for each share: more rows, but often sooner proved.
        """
        if not shares or not needs:
            return shares
        rows, unit = self.rows, lcm(*(number.denominator for _, number in shares))
        if whole:
            counted = total(sum_ * int(number * unit) for sum_, number in shares)
            most = max(rows.high(sum_) * int(number * unit) for sum_, number in shares)
            both = rows.whole(name, 0, most)
            rows.most(both, counted)
            for need in needs:
                rows.most(both, need * most)
            return [(both, Fraction(1, unit))]
        found: list[Share] = []
        for place, (sum_, number) in enumerate(shares):
            high = rows.high(sum_)
            both = rows.whole(f"{name} {place}", 0, high)
            rows.most(both, sum_)
            for need in needs:
                rows.most(both, need * high)
            found.append((both, number))
        return found

    def one_of(self, source: str, name: str, cases: list[tuple[Fraction, list[Sum]]]) -> None:
        """Add the points of at most one case; the best case that holds is taken by itself."""
        for flag, points in self.choose(name, [case for case in cases if case[0] > 0]):
            self.add(source, flag, points)

    def steps(self, source: str, ladder: list[Sum], values: list[Fraction]) -> None:
        """Add what a ladder earns: ``values[j]`` with j flags set, not falling."""
        for place, flag in enumerate(ladder):
            self.add(source, flag, values[place + 1] - values[place])

    def filled_ladder(self, name: str, sum_: Sum, most: int) -> list[Sum]:
        """Make a ladder that the sum fills up to ``most``."""
        rows = self.rows
        most = max(0, min(most, rows.high(sum_)))
        ladder = rows.ladder(name, sum_, most)
        high = rows.high(sum_)
        for step, flag in enumerate(ladder, start=1):
            rows.most(sum_ - (step - 1), flag * max(0, high - step + 1))
        return ladder

    # --- the parts --------------------------------------------------------------------------------------

    def _tables(self) -> None:
        """Work out what hidden cards bring, by how many of them are drawn."""
        frame, walls = self.frame, self.frame.walls
        self.drawn = min(len(frame.draws), frame.suspicions.exact)
        self.cards = min(len(frame.ladders[FORTIFY]), CARDS, walls.number)
        self.wall_points = Fraction(sum(walls.points), max(1, walls.number))
        self.extra_strength = [sums(spread(walls.strength), cards) for cards in range(self.cards + 1)]
        self.wall_silver = [sums(spread(walls.silver), cards) for cards in range(self.cards + 1)]
        self.wall_workers = [sums(spread(walls.workers), cards) for cards in range(self.cards + 1)]
        self.taxes = []
        for draws in range(self.drawn + 1):
            sure = sum(frame.suspicions.least(step) for step in range(1, draws + 1))
            self.taxes.append({value - sure: chance for value, chance in frame.suspicions.draws(draws).items()})

    def _thirds(self, rest: int, draws: int, cards: int) -> Fraction:
        """Return the expected points of goods beyond full threes: ``rest`` goods, taxes and silver of walls.

        For more cards than are valued exactly a third of the expected goods is a bound.
        """
        if draws <= self.drawn and cards <= self.cards:
            return sum(
                (
                    Fraction((rest + tax + silver) // 3) * chance * other
                    for tax, chance in self.taxes[draws].items()
                    for silver, other in self.wall_silver[cards].items()
                ),
                Fraction(0),
            )
        frame = self.frame
        sure = sum(frame.suspicions.least(step) for step in range(1, draws + 1))
        silver = Fraction(cards * sum(frame.walls.silver), max(1, frame.walls.number))
        return (rest + frame.suspicions.expected(draws) - sure + silver) / 3

    def by_strength(self, counts: Callable[[int], int]) -> list[list[Fraction]]:
        """Tabulate what a level of strength counts at the end, by number of walls and the level without them."""
        cap = min(self.frame.game.cap, len(self.frame.game.levels) - 1)
        return [
            [
                sum((counts(min(level + extra, cap)) * chance for extra, chance in chances.items()), Fraction(0))
                for level in range(cap + 1)
            ]
            for chances in self.extra_strength
        ]

    def _counts(self) -> None:
        """Score monks, outposts, walls and jars by their number, and workshops (rule score-counts)."""
        frame = self.frame
        names = {"commission": "monks", "garrison": "outposts", "fortify": "walls", "absolve": "absolutions"}
        for name, source in names.items():
            index = INDEX[name]
            points = frame.game.actions[index].points
            done = frame.done[index]
            ladder = frame.ladders[index]
            self.add(source, Sum(1), points[done] * self.point)
            self.steps(source, ladder, [points[done + step] * self.point for step in range(len(ladder) + 1)])
        points = frame.game.actions[0].points
        done = frame.seat.developed
        self.add("workshops", Sum(1), points[done] * self.point)
        self.steps(
            "workshops", frame.placed, [points[done + step] * self.point for step in range(len(frame.placed) + 1)]
        )

    def _attributes(self) -> None:
        """Score the attributes by level (rule score-attributes), strength with what walls may add."""
        frame = self.frame
        top = min(frame.game.cap, len(frame.game.levels) - 1)
        self.attribute_ladders: dict[str, list[Sum]] = {}
        for name in ATTRIBUTES:
            base = min(getattr(frame.seat, name), top)
            ladder = self.rows.ladder(name, frame.raised[name], top - base)
            self.attribute_ladders[name] = ladder
            points = [level * self.point for level in frame.game.levels[base : top + 1]]
            self.add("attributes", Sum(1), points[0])
            self.steps("attributes", ladder, points)
        for flag, number in self.uneven("strength of walls", self.by_strength(frame.game.levels.__getitem__)):
            self.add("attributes", flag, number * self.point)

    def uneven(self, name: str, table: list[list[Fraction]]) -> list[Share]:
        """Make flags for what the chance strength of walls adds to a count by levels, one of which may be set."""
        frame = self.frame
        walls = frame.ladders[FORTIFY]
        if not walls or not any(frame.walls.strength):
            return []
        top = len(table[0]) - 1
        base = min(frame.seat.strength, top)
        ladder = self.attribute_ladders["strength"]
        cases: list[tuple[Fraction, list[Sum]]] = []
        for cards in range(1, len(table)):
            for level in range(base, base + len(ladder) + 1):
                needs = [walls[cards - 1]]
                if level > base:
                    needs.append(ladder[level - base - 1])
                if level < base + len(ladder):
                    needs.append(Sum(1) - ladder[level - base])
                if more := table[cards][level] - table[0][level]:
                    cases.append((more, needs))
        if len(walls) >= len(table):
            cases.append((self._far(table), [walls[len(table) - 1]]))
        return self.choose(name, cases)

    def _far(self, table: list[list[Fraction]]) -> Fraction:
        """Return the most that walls beyond those valued exactly can add."""
        walls = len(self.frame.ladders[FORTIFY])
        steepest = max(
            (after - before for before, after in zip(table[0], table[0][1:], strict=False)), default=Fraction(0)
        )
        return steepest * walls * max(self.frame.walls.strength, default=0)

    def _walls(self) -> None:
        """Score what is printed on walls (rule score-walls): in hand, and expected."""
        frame = self.frame
        printed = sum(frame.position.catalogue.walls[card].points for card in frame.seat.walls)
        self.add("walls", Sum(1), printed * self.point)
        self.add("walls", frame.uses[FORTIFY], self.wall_points * self.point)

    def _orders(self) -> None:
        """Score the king's orders (rule score-orders)."""
        frame = self.frame
        done = {**frame.done, INDEX["attack"]: len(frame.seat.attacked), 0: frame.seat.developed}
        self.fulfilled = Sum()
        for place, card in enumerate(frame.position.orders):
            row = frame.position.catalogue.orders[card]
            missing = row.at_least - done[INDEX[row.action]]
            ladder = frame.ladders[INDEX[row.action]]
            flag = Sum(1) if missing <= 0 else ladder[missing - 1] if missing <= len(ladder) else Sum()
            self.fulfilled.add(flag)
            self.add("orders", flag, ORDER_POINTS[place] * self.point)

    def _goods(self) -> None:
        """Score goods in threes (rule score-goods), with what hidden taxes and walls may add."""
        frame, rows = self.frame, self.rows
        goods = frame.silver + frame.provisions
        high = rows.high(goods)
        threes = rows.whole("threes", 0, max(0, min(60, high // 3)))
        rest = self.rest = [rows.flag("one over"), rows.flag("two over")]
        rows.most(rest[1], rest[0])
        rows.most(threes * 3 + total(rest), goods)
        self.add("goods", threes, self.point)
        walls = frame.ladders[FORTIFY]
        if not frame.draws and not walls:
            return
        cases: list[tuple[Fraction, list[Sum]]] = []
        for over, draws, cards in itertools.product(range(3), range(len(frame.draws) + 1), range(len(walls) + 1)):
            needs = rest[over - 1 : over] if over else []
            needs += frame.draws[draws - 1 : draws] if draws else []
            needs += walls[cards - 1 : cards] if cards else []
            cases.append((self._thirds(over, draws, cards) * self.point, needs))
        self.one_of("goods", "goods of chance", cases)

    def _debts(self) -> None:
        """Score settled and unpaid debts (rule score-debts), and what outsiders score for them and else."""
        frame = self.frame
        self.add("debts", frame.paid + frame.seat.paid, PAID * self.point)
        self.add("debts", frame.unpaid, UNPAID * self.point)
        self.dread.debts(self)
        self.settles = Settles(self)
        Outsiders(self)

    def _holdings(self) -> None:
        """Count holdings by their worths (rule pass-keep for workers)."""
        frame, request, seat = self.frame, self.request, self.frame.seat
        worths = dict(request.worths)
        certain = {
            "silver": frame.silver,
            "provisions": frame.provisions,
            "townsfolk": total(frame.kept.values()) + len(seat.townsfolk),
            "workshops": total(frame.placed) + seat.developed,
            "debts": frame.unpaid,
        }
        for name, sum_ in certain.items():
            if worths.get(name):
                self.add("worths", sum_, worths[name])
        for name in ATTRIBUTES:
            if worths.get(name):
                raised = total(self.attribute_ladders[name])
                self.add("worths", raised + min(getattr(seat, name), frame.game.cap), worths[name])
        if worths.get("strength") and frame.walls.number:
            chance = Fraction(sum(frame.walls.strength), frame.walls.number) * worths["strength"]
            self.add("worths", frame.uses[FORTIFY], chance)
        if worths.get("silver"):
            self._silver_of_chance()
        if worths.get("workers"):
            self._workers(worths["workers"])
        Abilities(self)

    def _silver_of_chance(self) -> None:
        """Count silver of hidden cards at its mean; that of walls is a choice and counts in full."""
        frame, worth_ = self.frame, self.request.worth("silver")
        for step, flag in enumerate(frame.draws, start=1):
            more = frame.suspicions.expected(step) - frame.suspicions.expected(step - 1) - frame.suspicions.least(step)
            self.add("worths", flag, more * worth_)
        if frame.walls.number:
            each = Fraction(sum(frame.walls.silver), frame.walls.number)
            self.add("worths", total(frame.ladders[FORTIFY]), each * worth_)

    def _workers(self, each: Fraction) -> None:
        """Count the workers that stay: at most three, with those that walls may bring."""
        frame, rows = self.frame, self.rows
        most = kept(frame.position, 3)
        if not most:
            return
        ladder = rows.ladder("stay", frame.left, most)
        self.steps("worths", ladder, [each * step for step in range(len(ladder) + 1)])
        walls = frame.ladders[FORTIFY]
        if not walls or not any(frame.walls.workers):
            return
        cases: list[tuple[Fraction, list[Sum]]] = []
        for cards in range(1, self.cards + 1):
            for held in range(most + 1):
                more = self.wall_workers[cards].items()
                stay = sum((min(most - held, workers) * chance for workers, chance in more), Fraction(0))
                needs = [walls[cards - 1]]
                if held < len(ladder):
                    needs.append(Sum(1).add(ladder[held], -1))
                cases.append((stay * each, needs))
        if len(walls) > self.cards:
            cases.append((each * most, [walls[self.cards]]))
        self.one_of("worths", "workers of walls", cases)
