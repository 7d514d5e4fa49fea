"""The battles of the building plan: tables over strength, and redundant rows that tighten their bound."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING

from rules.kingsburg import winter
from rules.kingsburg.steps import replace

from .forecast_frame import Year
from .forecast_play import FACES, FORTRESS, WALL
from .forecast_rows import Rows
from .forecast_rows import add as _sum
from .forecast_rows import most as _most

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .forecast_rows import Expr

LEVELS = (WALL, FORTRESS, "academy")  #: effects that change what a strength is worth


class Battles(Rows):
    """Add the rows of one battle a year."""

    def _battle(self, year: Year) -> None:
        """Value a battle by a table over strength and the buildings that decide an equal fight, reward a victory or
        send soldiers, one for all cards against which buildings count alike (rules battle-win, stone-wall)."""
        frame = self.frame
        groups: dict[tuple[int, ...], list[int]] = {}
        for index in range(len(year.cards)):
            groups.setdefault(tuple(self._against(year, index)), []).append(index)
        offices = frame.sheet.by_effect.get("recruiting", ())
        own = _sum(
            [
                self._get("soldiers", year.turn),
                self._get("bought", year.turn),
                (max((cell.building.amount for cell in offices), default=0)) * self._get("office", year.turn),
            ]
        )
        if frame.army is not None:
            own = own + _sum(
                value * self._bool("army", year.turn, value) for value in sorted(set(frame.army)) if value >= 0
            )
        for helps, cards in groups.items():
            strength = own + _sum(n * self.stands(year.turn, c) for n, c in zip(helps, frame.cells, strict=True))
            self.gains.append(self._table(year, cards, strength, helps))

    def _against(self, year: Year, index: int) -> list[int]:
        """Return what each building that does not stand yet adds to the strength against one card."""
        frame = self.frame
        seat, card = frame.own, year.cards[index]
        empty = replace(seat, built=frame.sheet.empty, soldiers=0)
        helps = []
        for cell in frame.cells:
            row = frame.sheet.empty[: cell.row]
            rest = frame.sheet.empty[cell.row + 1 :]
            total = [
                winter.strength(frame.position, replace(empty, built=(*row, count, *rest)), card)
                for count in (cell.column + 1, cell.column)
            ]
            helps.append(total[0] - total[1])
        return helps

    def _table(self, year: Year, cards: list[int], strength: Expr, helps: Sequence[int]) -> Expr:
        frame, model = self.frame, self.model
        flags = [effect for effect in LEVELS if frame.sheet.by_effect.get(effect)]
        low = sum(number for number in helps if number < 0)
        base = [winter.strength(frame.position, replace(frame.own, soldiers=0), year.cards[index]) for index in cards]
        top = max(card.strength for card in year.cards) + 1 - min(base)
        high = max(top, low) + 1
        rows = {
            bits: [
                sum(
                    self._end_value(year, index, own + level, dict(zip(flags, bits, strict=True)))
                    for index, own in zip(cards, base, strict=True)
                )
                for level in range(low, high + 1)
            ]
            for bits in product((0, 1), repeat=len(flags))
        }
        level = model.new_int_var(low, high, "")
        model.add(level <= strength)  # more than enough counts as enough: no table falls with strength
        name = f"{year.turn} {cards[0]}"
        numbers = [value for row in rows.values() for value in row]
        value = model.new_int_var(min(numbers), max(numbers), f"battle {name}")
        standing = [_most(self.stands(year.turn, cell) for cell in frame.sheet.by_effect[effect]) for effect in flags]
        index = (level - low) * 2 ** len(flags) + _sum(2**place * bit for place, bit in enumerate(reversed(standing)))
        flat = [rows[bits][step] for step in range(high - low + 1) for bits in product((0, 1), repeat=len(flags))]
        at = model.new_int_var(0, len(flat) - 1, "")
        model.add(at == index)
        model.add_element(at, flat, value)
        self._hull(value, level, low, rows, standing)
        return value

    def _hull(
        self,
        value: Expr,
        level: Expr,
        low: int,
        rows: dict[tuple[int, ...], list[int]],
        standing: Sequence[Expr],
    ) -> None:
        """Add redundant rows: a battle is worth no more than the lines above its table (they tighten the bound)."""
        plain = rows[(0,) * len(standing)]
        extra: list[Expr] = []
        for place, bit in enumerate(standing):
            most = max(
                more - less
                for bits, row in rows.items()
                if not bits[place]
                for more, less in zip(rows[(*bits[:place], 1, *bits[place + 1 :])], row, strict=True)
            )
            extra.append(most * bit)
        points = [(low + step, number) for step, number in enumerate(plain)]
        corners: list[tuple[int, int]] = []
        for x, y in points:
            while len(corners) > 1 and _turns_up(corners[-2], corners[-1], (x, y)):
                corners.pop()
            corners.append((x, y))
        for (x0, y0), (x1, y1) in pairwise(corners):
            run, rise = x1 - x0, y1 - y0
            self.model.add(run * value <= rise * (level - x0) + run * y0 + run * _sum(extra))

    def _end_value(self, year: Year, index: int, strength: int, flags: dict[str, int]) -> int:
        """Return the parts that one card brings in expectation over the King's die, for a strength without it."""
        frame = self.frame
        card, figures = year.cards[index], frame.figures
        goods = card.win_gold + card.win_wood + card.win_stone + card.win_goods
        lost = card.lose_gold + card.lose_wood + card.lose_stone + card.lose_goods
        if frame.governor is not None and frame.effect == "quartermaster":
            goods += frame.governor.goods
        forts = sum(cell.building.amount for cell in frame.sheet.by_effect.get(FORTRESS, ()))
        won = card.win_points + goods * figures["good_worth"] + forts * flags.get(FORTRESS, 0)
        loss = card.lose_points + lost * figures["good_worth"]
        if card.lose_building and frame.effect != "constable":
            loss += figures["lost_building"]
        total = Fraction(0)
        for die in FACES:
            more = sum(-(-die // cell.building.amount) for cell in frame.sheet.by_effect.get("academy", ()))
            face = strength + flags.get("academy", 0) * more + (die if frame.army is None else 0)
            if face > card.strength or (face == card.strength and flags.get(WALL)):
                total += won
            elif face < card.strength:
                total -= loss
        return frame.exact(total * frame.request.worth("points") / (6 * len(year.cards)))


def _turns_up(one: tuple[int, int], two: tuple[int, int], three: tuple[int, int]) -> bool:
    """Say whether the middle point lies on or below the line between the other two."""
    return (two[1] - one[1]) * (three[0] - two[0]) <= (three[1] - two[1]) * (two[0] - one[0])


__all__ = ["Battles"]
