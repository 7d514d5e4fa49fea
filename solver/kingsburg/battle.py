"""The winter battle in exact expectation, for one seat, whatever buildings it will own by then.

The King's die (or the seat's army marker and, with the Military Academy, a die of its own) and the enemy cards
that are still possible for the seat make equally likely ends. Strength, destruction and rewards are asked of
the rules core, so that they stand in one place only.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.kingsburg.catalogue import EnemyCard
from rules.kingsburg.steps import replace
from rules.kingsburg.values import BATTLES, BUILDINGS, EFFECTS, GOVERNORS, NO_MARKER, Position, Seat
from rules.kingsburg.winter import academy_soldiers, battles, destroyed, final_points, strength, suffer

from .weights import Weights

FACES = range(1, 7)


class End(NamedTuple):
    """Hold what a province, a number of soldiers and an army marker bring in winter, goods that are held apart.

    ``number`` is weighted, over all ends; ``lost`` counts the lost faces of each card, and ``stands`` the ends in
    which the Cathedral stands at the end of the game, by the goods that come on top.
    """

    number: int
    lost: tuple[int, ...]
    stands: tuple[tuple[int, int], ...]


class Winter:
    """Value the battle of one seat against rivals whose forces are known.

    ``camp`` is the position in which recruiting is over for the rivals; ``enemies`` are the possible cards,
    equally likely. ``weights.chances`` must be 6 times their number.
    """

    def __init__(self, camp: Position, seat: int, enemies: tuple[str, ...], weights: Weights) -> None:
        self.camp = camp
        self.seat = seat
        self.enemies = enemies
        self.weights = weights
        self.cards = [camp.catalogue.enemies[name] for name in enemies]
        self.final = camp.year == 5
        self.army = "army" in camp.modules
        self._best: dict[tuple[tuple[int, ...], int], int] = {}
        self._rivals: dict[tuple[int, int], int] = {}
        self._totals: dict[tuple[int, int, int], list[int]] = {}
        governor = camp.catalogue.governors.get(camp.seats[seat].governor)
        self.effect = governor.effect if governor is not None else ""
        self._ends: dict[tuple[tuple[int, ...], int, int], End] = {}
        self._losses: dict[tuple[int, int, int, int], int] = {}
        cathedrals = camp.sheet.by_effect.get("cathedral", ())
        self.cathedral = max(1, cathedrals[0].building.amount) if cathedrals else 1
        takes = any(card.lose_goods or card.lose_gold or card.lose_wood or card.lose_stone for card in self.cards)
        #: whether every end must be valued with the goods in it, each time anew
        self.slow = self.effect == "minstrel" or (self.final and takes and bool(cathedrals)) or len(cathedrals) > 1

    # --- rivals --------------------------------------------------------------------------------------------------

    def rivals(self, index: int, die: int) -> int:
        """Return the strength of the strongest rival that beats the enemy (0: none does)."""
        key = (index, 0 if self.army else die)
        if key not in self._rivals:
            seats = []
            for number, seat in enumerate(self.camp.seats):
                extra = self._reinforcement(seat, die) if number != self.seat else 0
                seats.append(replace(seat, soldiers=seat.soldiers + extra))
            seats[self.seat] = replace(seats[self.seat], soldiers=0, built=self.camp.sheet.empty)
            results = battles(replace(self.camp, seats=tuple(seats), enemy=self.enemies[index]))
            best = max((r.strength for n, r in enumerate(results) if n != self.seat and r.result > 0), default=0)
            self._rivals[key] = best
        return self._rivals[key]

    def _reinforcement(self, seat: Seat, die: int) -> int:
        """Return a rival's soldiers in winter: with army markers its lowest one, as an idle rival chooses, and what
        its Academy gives for a roll of 1."""
        if not self.army:
            return die + academy_soldiers(self.camp, seat, die)
        academy = academy_soldiers(self.camp, seat, 1)
        if seat.chosen >= 0:
            return seat.chosen + academy
        return (min(seat.army, default=0) if seat.chosen == -1 else 0) + academy

    # --- the own seat --------------------------------------------------------------------------------------------

    def markers(self, seat: Seat) -> tuple[int, ...]:
        """Return the army markers that the seat may choose, (-1,) without module 3 or once it has chosen."""
        if not self.army:
            return (-1,)
        return (seat.chosen,) if seat.chosen >= 0 else tuple(sorted(set(seat.army)))

    def ends(self, seat: Seat, soldiers: int, marker: int) -> list[tuple[int, int, int]]:
        """List the equally likely ends as (enemy's index, die, own strength)."""
        rows = []
        for index, card in enumerate(self.cards):
            base = strength(self.camp, replace(seat, soldiers=soldiers), card)
            for die in FACES:
                extra = academy_soldiers(self.camp, seat, die)
                rows.append((index, die, base + extra + (marker if self.army else die)))
        return rows

    def result(self, seat: Seat, card: EnemyCard, total: int) -> int:
        """Return 1 for a victory, 0 for an equal fight, -1 for a defeat."""
        if total == card.strength:
            return 1 if self.camp.sheet.has(seat.built, "stone_wall") else 0
        return 1 if total > card.strength else -1

    def after(self, seat: Seat, index: int, die: int, total: int) -> tuple[Seat, int]:
        """Return the seat after one end, chosen goods apart, and its result."""
        card = self.cards[index]
        outcome = self.result(seat, card, total)
        points = list(seat.points)
        built = seat.built
        if outcome > 0:
            points[BATTLES] += card.win_points + (total >= self.rivals(index, die))
            for cell in self.camp.sheet.by_effect.get("fortress", ()):
                points[EFFECTS] += cell.building.amount * (seat.built[cell.row] > cell.column)
        elif outcome < 0:
            points[BATTLES] -= card.lose_points
            if card.lose_building and any(built) and self.effect != "constable":
                built = destroyed(self.camp, seat)
                lost = next(c for c in self.camp.sheet.owned(seat.built) if built[c.row] <= c.column)
                points[BUILDINGS] -= lost.building.points
        return replace(seat, points=tuple(points), built=built), outcome

    def table(self, seat: Seat, soldiers: int) -> int:
        """Return the weighted points of the winter for ``soldiers`` before the reinforcement, goods apart.

        With army markers this is the best marker's.
        """
        key = (seat.built, soldiers)
        known = self._best.get(key)
        if known is None:
            known = max(self._row(seat, soldiers, marker) for marker in self.markers(seat))
            self._best[key] = known
        return known

    def _row(self, seat: Seat, soldiers: int, marker: int) -> int:
        total = 0
        plain = replace(seat, points=(0,) * len(seat.points), gold=0, wood=0, stone=0)
        for index, die, own in self.ends(seat, soldiers, marker):
            end, _ = self.after(plain, index, die, own)
            if self.final:
                end = final_points(self.camp, replace(end, army=self.left(end, marker)))
            total += end.total
        return total * self.weights.per_end - max(0, marker)

    def best_marker(self, seat: Seat, exact: bool) -> int:
        """Return the army marker that is best for a seat that has recruited."""
        value = self._exact if exact else self._row
        return max(self.markers(seat), key=lambda marker: value(seat, seat.soldiers, marker))

    def left(self, seat: Seat, marker: int) -> tuple[int, ...]:
        """Return the army markers that are left after one is chosen."""
        if not self.army or seat.chosen >= 0:
            return seat.army
        rest = list(seat.army)
        rest.remove(marker)
        return tuple(rest)

    # --- where goods count after the battle ----------------------------------------------------------------------

    def exact(self, seat: Seat, soldiers: int) -> int:
        """Return the weighted value of the winter with goods: losses, rewards, Cathedral and Minstrel.

        ``seat`` holds its goods and its points so far; only what the winter changes is counted.
        """
        if self.slow:
            return max(self._exact(seat, soldiers, marker) for marker in self.markers(seat))
        return max(self._joined(seat, soldiers, marker) for marker in self.markers(seat))

    def end(self, seat: Seat, soldiers: int, marker: int) -> End:
        """Return what the winter brings apart from the goods that the seat holds, with memory."""
        key = (seat.built, soldiers, marker)
        known = self._ends.get(key)
        if known is None:
            known = self._ends[key] = self._end(seat, soldiers, marker)
        return known

    def _end(self, seat: Seat, soldiers: int, marker: int) -> End:
        weights = self.weights
        plain = replace(seat, gold=0, wood=0, stone=0, points=(0,) * len(seat.points))
        number = 0
        lost = [0] * len(self.cards)
        stands: dict[int, int] = {}
        for index, die, own in self.ends(seat, soldiers, marker):
            after, outcome = self.after(plain, index, die, own)
            lost[index] += outcome < 0
            won = self.goods_after(plain, self.cards[index], outcome)
            number += won.gold * (weights.gold // weights.chances)
            number += won.wood * (weights.wood // weights.chances) + won.stone * (weights.stone // weights.chances)
            if self.final:
                after = final_points(self.camp, replace(after, army=self.left(after, marker)))
                if self.camp.sheet.has(after.built, "cathedral"):
                    stands[won.goods] = stands.get(won.goods, 0) + 1
            number += after.total * weights.per_end
        return End(number - max(0, marker), tuple(lost), tuple(sorted(stands.items())))

    def _joined(self, seat: Seat, soldiers: int, marker: int) -> int:
        """Join the winter of a seat without goods with what its goods change."""
        end = self.end(seat, soldiers, marker)
        number = end.number
        for index, faces in enumerate(end.lost):
            if faces:
                number -= faces * self._loss(seat, index)
        for extra, ends in end.stands:
            number += ends * ((seat.goods + extra) // self.cathedral) * self.weights.per_end
        return number

    def _loss(self, seat: Seat, index: int) -> int:
        """Return what a lost battle takes of the goods, in one end."""
        key = (index, seat.gold, seat.wood, seat.stone)
        known = self._losses.get(key)
        if known is None:
            held, left = (self.goods_after(seat, self.cards[index], outcome) for outcome in (0, -1))
            known = sum(
                (getattr(held, good) - getattr(left, good)) * (getattr(self.weights, good) // self.weights.chances)
                for good in ("gold", "wood", "stone")
            )
            self._losses[key] = known
        return known

    def _exact(self, seat: Seat, soldiers: int, marker: int) -> int:
        weights = self.weights
        share = weights.chances
        total = 0
        for index, die, own in self.ends(seat, soldiers, marker):
            end, outcome = self.after(seat, index, die, own)
            end = self.goods_after(end, self.cards[index], outcome)
            if self.final:
                end = final_points(self.camp, replace(end, army=self.left(end, marker)))
            if self.effect == "minstrel":
                end = self._minstrel(end, index, die, own if outcome > 0 else 0)
            total += (end.total - seat.total) * weights.points
            total += (end.gold - seat.gold) * weights.gold + (end.wood - seat.wood) * weights.wood
            total += (end.stone - seat.stone) * weights.stone
        return total // share - max(0, marker)

    def goods_after(self, seat: Seat, card: EnemyCard, outcome: int) -> Seat:
        """Return the seat with goods lost or won; of chosen goods the cheapest are lost, the dearest taken."""
        weights = self.weights.goods
        goods = [seat.gold, seat.wood, seat.stone]
        if outcome < 0:
            fixed = (card.lose_gold, card.lose_wood, card.lose_stone)
            goods = [max(0, have - lost) for have, lost in zip(goods, fixed, strict=True)]
            owing = card.lose_goods
            for kind in sorted(range(3), key=lambda kind: (weights[kind], kind)):
                lost = min(goods[kind], owing)
                goods[kind] -= lost
                owing -= lost
        elif outcome > 0:
            won = (card.win_gold, card.win_wood, card.win_stone)
            goods = [have + more for have, more in zip(goods, won, strict=True)]
            chosen = card.win_goods
            if self.effect == "quartermaster":
                chosen += self.camp.catalogue.governors[seat.governor].goods
            goods[max(range(3), key=lambda kind: (weights[kind], -kind))] += chosen
        card_ = self.camp.catalogue.governors.get(seat.governor)
        if card_ is not None and self.effect in ("carpenter", "miner", "sculptor"):  # goods at the year's end
            goods[1] += card_.wood if self.effect == "carpenter" else 0
            goods[2] += card_.stone if self.effect != "carpenter" else 0
        return replace(seat, gold=goods[0], wood=goods[1], stone=goods[2])

    def _minstrel(self, seat: Seat, index: int, die: int, won: int) -> Seat:
        """Score the own Minstrel against what the rivals have after the same end.

        ``won`` is the own strength in a battle that was won, else 0: it decides who else is the strongest.
        """
        key = (index, die, max(won, self.rivals(index, die)))
        if key not in self._totals:
            self._totals[key] = self._rival_totals(*key)
        totals = [*self._totals[key], seat.total]
        card = self.camp.catalogue.governors[seat.governor]
        better = sum(total > seat.total for total in totals)
        points = card.points if seat.total == min(totals) else card.count if 2 * better >= len(totals) else 0
        column = list(seat.points)
        column[GOVERNORS] += points
        return replace(seat, points=tuple(column))

    def _rival_totals(self, index: int, die: int, strongest: int) -> list[int]:
        card = self.cards[index]
        found = []
        for number, seat in enumerate(self.camp.seats):
            if number == self.seat:
                continue
            total = strength(self.camp, seat, card) + self._reinforcement(seat, die)
            outcome = self.result(seat, card, total)
            governor = self.camp.catalogue.governors.get(seat.governor)
            effect = governor.effect if governor is not None else ""
            goods = seat.goods
            end = seat
            if outcome > 0:
                points = list(seat.points)
                points[BATTLES] += card.win_points + (total == strongest)
                for cell in self.camp.sheet.by_effect.get("fortress", ()):
                    points[EFFECTS] += cell.building.amount * (seat.built[cell.row] > cell.column)
                end = replace(seat, points=tuple(points))
                goods += card.win_gold + card.win_wood + card.win_stone + card.win_goods
                goods += governor.goods if governor is not None and effect == "quartermaster" else 0
            elif outcome < 0:
                end, owing = suffer(self.camp, seat, card)
                goods = end.goods - owing
            if governor is not None and effect in ("carpenter", "miner", "sculptor"):
                goods += governor.wood if effect == "carpenter" else governor.stone
            if self.final:
                army = list(seat.army)
                if self.army and seat.chosen == NO_MARKER and army:
                    army.remove(min(army))  # an idle rival chooses its lowest
                end = final_points(self.camp, replace(end, gold=goods, wood=0, stone=0, army=tuple(army)))
            found.append(end.total)
        return found
