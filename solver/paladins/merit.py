"""What the end of a round is worth, as one sum over the rows: points by source, and holdings by their worths.

Where hidden cards make a source uneven (levels of strength, goods in threes), the expected value is looked up by how
many cards are drawn; such a term is never below what a line really brings, so the sum stays a bound.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from rules.paladins.scoring import ORDER_POINTS, PAID, UNPAID
from rules.paladins.values import ATTRIBUTES, FORTIFY, INDEX

from .chances import CARDS, mean, spread, sums
from .dread import Dread
from .linear import Sum, total
from .outsiders import Outsiders
from .table import kept, worth

if TYPE_CHECKING:
    from solver.request import Request

    from .frame import Frame

FINEST = 10**9  #: the finest unit in which the objective is counted; finer chances are rounded up


class Merit:
    """Make the objective of a frame. ``scale`` is how many units one point has."""

    def __init__(self, frame: Frame, request: Request) -> None:
        self.frame, self.request, self.rows = frame, request, frame.rows
        self.point = request.worth("points")
        self.parts: dict[str, Sum] = {}
        self.tables: list[Callable[[], None]] = []
        self._fractions: set[int] = {worth.denominator for _, worth in request.worths} | {self.point.denominator}
        self._prepare()
        common = lcm(*self._fractions)
        self.rounded = common > FINEST
        self.scale = FINEST if self.rounded else common
        self.start = worth(request, request.position)  # type: ignore[arg-type]
        self._counts()
        self._attributes()
        self._walls()
        self._orders()
        self._goods()
        self._debts()
        Outsiders(self)
        self._holdings()
        frame.rows.objective = total(self.parts.values())
        frame.rows.objective_parts = self.parts

    # --- helpers ----------------------------------------------------------------------------------------

    def units(self, value: Fraction) -> int:
        """Return a value in units, rounded up where it must be rounded."""
        return -int(-value * self.scale // 1) if value * self.scale % 1 else int(value * self.scale)

    def value(self, number: int) -> Fraction:
        """Return the gain that a sum in units stands for: points since the start of the request."""
        return Fraction(number, self.scale) - self.start

    def add(self, source: str, sum_: Sum, each: Fraction) -> None:
        """Add ``each`` points for every one of a sum."""
        self.parts.setdefault(source, Sum()).add(sum_, self.units(each))

    def one_of(self, source: str, name: str, cases: list[tuple[Fraction, list[Sum]]]) -> None:
        """Add the points of at most one case; a case may be taken when every one of its sums is 1.

        A sum that is 0 or 1 stands for what must hold; the best case that holds is taken by itself.
        """
        rows, taken = self.rows, Sum()
        for place, (points, needs) in enumerate(cases):
            if points <= 0:
                continue
            flag = rows.flag(f"{name} {place}")
            taken.add(flag)
            for need in needs:
                rows.most(flag, need)
            self.add(source, flag, points)
        if len(taken.terms) > 1:
            rows.most(taken, 1)

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

    def _prepare(self) -> None:
        """Work out every table first, so that the unit divides all of them."""
        frame = self.frame
        self.drawn = min(len(frame.draws), frame.suspicions.exact)
        self.cards = min(len(frame.ladders[FORTIFY]), CARDS, frame.walls.number)
        walls = frame.walls
        number = max(1, walls.number)
        self.wall_points = Fraction(sum(walls.points), number)
        self.settle_chance = Fraction(walls.settle, number)
        settled = [self.settle_chance * self.point, self.settle_chance * self.request.worth("debts")]
        self._fractions |= {value.denominator for value in (self.wall_points * self.point, *settled)}
        self.extra_strength = [sums(spread(walls.strength), cards) for cards in range(self.cards + 1)]
        self.wall_silver = [sums(spread(walls.silver), cards) for cards in range(self.cards + 1)]
        self.wall_workers = [sums(spread(walls.workers), cards) for cards in range(self.cards + 1)]
        self.taxes = []
        for draws in range(self.drawn + 1):
            sure = sum(frame.suspicions.least(step) for step in range(1, draws + 1))
            self.taxes.append({value - sure: chance for value, chance in frame.suspicions.draws(draws).items()})
        levels, cap = frame.game.levels, frame.game.cap
        self.level_points = [
            [
                self._note(sum((Fraction(levels[min(level + extra, cap, len(levels) - 1)]) * chance
                                for extra, chance in chances.items()), Fraction(0)) * self.point)
                for level in range(len(levels))
            ]
            for chances in self.extra_strength
        ]  # fmt: skip
        self.quarter_points = [
            [
                self._note(sum((Fraction(min(level + extra, cap) // 4) * chance
                                for extra, chance in chances.items()), Fraction(0)) * self.point)
                for level in range(len(levels))
            ]
            for chances in self.extra_strength
        ]  # fmt: skip
        self.goods_points = {
            (rest, draws, cards): self._note(self._thirds(rest, draws, cards) * self.point)
            for rest in range(3)
            for draws in range(len(frame.draws) + 1)
            for cards in range(len(frame.ladders[FORTIFY]) + 1)
        }
        worker = self.request.worth("workers")
        self.worker_points = [
            [
                self._note(
                    sum((Fraction(kept(frame.position, held + more) - kept(frame.position, held)) * chance
                         for more, chance in chances.items()), Fraction(0)) * worker)
                for held in range(4)
            ]
            for chances in self.wall_workers
        ]  # fmt: skip
        self.expected_silver = [
            [self._note((mean(taxes) + mean(walls_)) * self.request.worth("silver")) for walls_ in self.wall_silver]
            for taxes in self.taxes
        ]
        expected = [frame.suspicions.expected(step) for step in range(len(frame.draws) + 1)]
        self._fractions |= {(value * self.request.worth("silver")).denominator for value in expected}
        self.dread = Dread(frame, self.request)
        self._fractions |= self.dread.denominators(self.point)

    def _note(self, value: Fraction) -> Fraction:
        self._fractions.add(value.denominator)
        return value

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
        silver = cards * max(frame.walls.silver, default=0)
        return (rest + frame.suspicions.expected(draws) - sure + silver) / 3

    def _counts(self) -> None:
        """Score monks, outposts, walls and jars by their number, and workshops (rule score-counts)."""
        frame = self.frame
        names = {"commission": "monks", "garrison": "outposts", "fortify": "walls", "absolve": "absolutions"}
        for name, source in names.items():
            index = INDEX[name]
            points = frame.game.actions[index].points
            done = frame.done[index]
            ladder = frame.ladders[index]
            self.parts.setdefault(source, Sum()).add(self.units(points[done] * self.point))
            self.steps(source, ladder, [points[done + step] * self.point for step in range(len(ladder) + 1)])
        points = frame.game.actions[0].points
        done = frame.seat.developed
        self.parts["workshops"] = Sum(self.units(points[done] * self.point))
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
            points = self.level_points[0]
            self.parts.setdefault("attributes", Sum()).add(self.units(points[base]))
            self.steps("attributes", ladder, points[base : top + 1])
        self.uneven("attributes", "strength of walls", self.level_points)

    def uneven(self, source: str, name: str, table: list[list[Fraction]], times: int = 1) -> None:
        """Add what the chance strength of walls earns beyond the certain one, by level and number of walls."""
        frame = self.frame
        walls = frame.ladders[FORTIFY]
        if not walls or not any(frame.walls.strength) or not times:
            return
        top = min(frame.game.cap, len(frame.game.levels) - 1)
        base = min(frame.seat.strength, top)
        ladder = self.attribute_ladders["strength"]
        cases: list[tuple[Fraction, list[Sum]]] = []
        for cards in range(1, len(table)):
            for level in range(base, top + 1):
                needs = [walls[cards - 1]]
                if level > base:
                    needs.append(ladder[level - base - 1])
                if level < top:
                    needs.append(Sum(1).add(ladder[level - base], -1))
                cases.append(((table[cards][level] - table[0][level]) * times, needs))
        if len(walls) >= len(table):
            cases.append((self._far(table) * times, [walls[len(table) - 1]]))
        self.one_of(source, name, cases)

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
        self.parts["walls"].add(self.units(printed * self.point))
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
        rest = [rows.flag("one over"), rows.flag("two over")]
        rows.most(rest[1], rest[0])
        rows.most(threes * 3 + total(rest), goods)
        self.add("goods", threes, self.point)
        walls = frame.ladders[FORTIFY]
        if not frame.draws and not walls:
            return
        cases: list[tuple[Fraction, list[Sum]]] = []
        for (over, draws, cards), points in self.goods_points.items():
            needs = rest[over - 1 : over] if over else []
            needs += frame.draws[draws - 1 : draws] if draws else []
            needs += walls[cards - 1 : cards] if cards else []
            cases.append((points, needs))
        self.one_of("goods", "goods of chance", cases)

    def _debts(self) -> None:
        """Score settled and unpaid debts (rule score-debts); inquisitions that may come cost their chance."""
        frame, rows = self.frame, self.rows
        feared = self.dread.debts(self)
        paid = frame.paid + frame.seat.paid
        self.add("debts", paid, PAID * self.point)
        self.add("debts", frame.unpaid, UNPAID * self.point)
        self.dread.settled(self)
        walls = frame.ladders[FORTIFY]
        self.wall_settles: Sum = Sum()
        if walls and frame.walls.settle:
            for place, wall in enumerate(walls):
                flag = rows.flag(f"wall {place + 1} settles")
                rows.most(flag, wall)
                self.wall_settles.add(flag)
                each = (PAID - UNPAID) * self.point - self.request.worth("debts")
                self.add("debts", flag, each * self.settle_chance)
            rows.most(self.wall_settles, frame.unpaid + int(feared))

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
        self.dread.holdings(self)

    def _silver_of_chance(self) -> None:
        """Count silver of hidden cards at its mean; that of walls is a choice and counts in full."""
        frame, worth_ = self.frame, self.request.worth("silver")
        table = self.expected_silver
        for step, flag in enumerate(frame.draws, start=1):
            more = frame.suspicions.expected(step) - frame.suspicions.expected(step - 1) - frame.suspicions.least(step)
            self.add("worths", flag, more * worth_)
        for step, flag in enumerate(frame.ladders[FORTIFY]):
            inside = step < self.cards
            each = table[0][step + 1] - table[0][step] if inside else max(frame.walls.silver) * worth_
            self.add("worths", flag, each)

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
        for cards in range(1, len(self.worker_points)):
            for held, points in enumerate(self.worker_points[cards]):
                needs = [walls[cards - 1]]
                if held < len(ladder):
                    needs.append(Sum(1).add(ladder[held], -1))
                cases.append((points, needs))
        if len(walls) >= len(self.worker_points):
            cases.append((each * most, [walls[len(self.worker_points) - 1]]))
        self.one_of("worths", "workers of walls", cases)
