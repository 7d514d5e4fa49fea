"""What things are worth to a quick player: buildings, goods, soldiers and battles, in hundredths of a point.

An :class:`Outlook` is what one seat can expect at one time of the game with one sheet. It rests on nothing that the
seat may not know. The policy that uses it stands in ``greedy.py``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from .build import cost
from .catalogue import Building, EnemyCard, Sheet
from .gifts import deck
from .moves import Enemy
from .values import UNKNOWN, Position, Seat
from .winter import destroyed, modifiers, price, soldiers_per_marker

if TYPE_CHECKING:
    from .game import Game

#: A good by the number of productive seasons that follow this one, up to 2 and more.
GOOD = (3, 75, 115)
#: What each good that a building still lacks costs beyond its own worth.
LACK = 60
#: What it costs to build a season later: one of the fifteen chances to build goes by.
WAIT = 60
#: A +2 marker by the number of productive seasons that follow this one, up to 2 and more.
MARKER = (0, 30, 50)
#: The envoy while he is held, and a look at the enemy card.
ENVOY, PEEK = 100, 15
#: One point of strength in one battle that is still to come.
STRENGTH = 60
#: The share of a building's own surplus that its left neighbour is credited with.
UNLOCK = 60
#: How many soldiers and goods the tables go to; what lies beyond counts like the last entry.
MOST = 24

Stock = tuple[int, int, int, int, int, int, int]  #: gold, wood, stone, goods of any kind, soldiers, markers, points


def seasons_after(year: int, phase: int) -> int:
    """Count the productive seasons that follow the one in progress (or the last one that was)."""
    return 3 * (5 - year) + (3 if phase < 2 else 2 if phase < 4 else 1 if phase < 6 else 0)


def battles_ahead(year: int, phase: int) -> int:
    """Count the battles that are still to come."""
    return (6 if phase < 8 else 5) - year


def effect_worth(row: Building, seasons: int, battles: int) -> int:
    """Return what a building's effect brings over so many more seasons and battles."""
    years = (seasons + 1) // 3
    effect, amount = row.effect, row.amount
    if effect == "workshop":
        gain = row.gain
        goods = gain.gold + gain.wood + gain.stone - row.pay_number
        each = 80 * goods + 100 * gain.points + 80 * gain.soldiers + 50 * gain.markers
        return max(0, each) * seasons * 2 // 5
    by_season = {
        "statue": 6, "chapel": 12, "market": 40, "farms": 90 * amount, "guild": 60 * amount, "stable": 20 * amount,
        "crane": 15 * amount, "town_hall": 35 * amount, "embassy": 100 * amount, "mint": 30 * amount,
    }  # fmt: skip
    by_battle = {
        "barracks": 90, "stone_wall": 20, "fortress": 70 * amount, "recruiting": 40 * amount,
        "improvised": 30 * amount, "academy": STRENGTH * 4 // max(1, amount),
    }  # fmt: skip
    worth = by_season.get(effect, 0) * seasons + by_battle.get(effect, 0) * battles
    if effect == "inn":
        worth += 50 * amount * years
    if effect == "cathedral":
        worth += 100
    return worth


@lru_cache(maxsize=256)
def benefits(game: Game, long: bool, year: int, phase: int) -> tuple[tuple[int, ...], ...]:
    """Return, per row and column, what each building is worth to a seat that builds it now."""
    sheet: Sheet = game.long_sheet if long else game.short_sheet
    seasons, battles = seasons_after(year, phase), battles_ahead(year, phase)
    good = GOOD[min(seasons, 2)]
    coming = [card for card in game.catalogue.enemies.values() if card.year > year or (phase < 8 and card.year == year)]
    table = []
    for cells in sheet.rows:
        worths: list[int] = []
        for cell in reversed(cells):
            row = cell.building
            power = 0
            if coming:
                power = sum(row.versus.get(card.kind, row.strength) for card in coming) * STRENGTH * battles
                power //= len(coming)
            worth = 100 * row.points + power + effect_worth(row, seasons, battles)
            if worths and seasons:
                after = cells[cell.column + 1].building
                surplus = worths[-1] - good * (after.gold + after.wood + after.stone)
                worth += UNLOCK * max(0, surplus) // 100
            worths.append(worth)
        table.append(tuple(reversed(worths)))
    return tuple(table)


class Outlook:
    """Hold what one seat can expect at one time of the game.

    ``targets`` are the buildings next in their rows as (gold, wood, stone, benefit, points kept of it later),
    ``battle`` what the coming battle brings by soldiers after the reinforcement, ``winter`` the same by soldiers
    before it.
    """

    __slots__ = ("battle", "good", "marker", "price", "reserves", "seasons", "targets", "winter", "worths")

    def __init__(self, position: Position, seat: Seat, enemy: str) -> None:
        self.seasons = seasons_after(position.year, position.phase)
        self.good = GOOD[min(self.seasons, 2)]
        self.marker = MARKER[min(self.seasons, 2)]
        self.price = price(position, seat)
        self.worths = benefits(position.game, "buildings" in position.modules, position.year, position.phase)
        self.targets = tuple(
            (*cost(position, seat, cell), self.worths[cell.row][cell.column])
            for cell in position.sheet.next_cells(seat.built)
        )
        if soldiers_per_marker(position, seat):
            self.marker = max(self.marker, 30)
        self.battle = self._battle(position, seat, enemy) if position.phase < 8 else (0,) * (MOST + 7)
        faces, battle = 3 if "army" in position.modules else 6, self.battle
        self.winter = tuple([sum(battle[number + 1 : number + 1 + faces]) // faces for number in range(MOST + 1)])
        self.reserves: dict[int, tuple[int, ...]] = {}

    def _battle(self, position: Position, seat: Seat, enemy: str) -> tuple[int, ...]:
        """Return what the battle of this year brings, on average over the enemies that may come."""
        cards = position.catalogue.enemies
        drawn = (outcome.card for outcome, _ in deck(position) if isinstance(outcome, Enemy))
        coming = [cards[enemy]] if enemy else [cards[card] for card in drawn]
        cells, governor = position.sheet.owned(seat.built), position.catalogue.governors.get(seat.governor)
        walls = position.sheet.has(seat.built, "stone_wall")
        forts = sum(
            cell.building.amount
            for cell in position.sheet.by_effect.get("fortress", ())
            if seat.built[cell.row] > cell.column
        )
        building = self._destroyed(position, seat)
        # What changes from one number of soldiers to the next: so the enemies are added up once, not at each number.
        steps = [0] * (MOST + 8)
        for card in coming:
            needed = card.strength - modifiers(cells, governor, card)
            goods = card.win_goods + card.win_gold + card.win_wood + card.win_stone
            victory = 100 * (card.win_points + forts) + 40 + self.good * goods
            defeat = self._defeat(card) + (building if card.lose_building else 0)
            held = victory if walls else 0
            at, after = min(max(needed, 0), MOST + 7), min(max(needed + 1, 0), MOST + 7)
            steps[0] -= defeat
            steps[at] += defeat + held
            steps[after] += victory - held
        return tuple([total // len(coming) for total in accumulate(steps[: MOST + 7])])

    def _defeat(self, card: EnemyCard) -> int:
        """Return what a defeat costs in points and goods."""
        goods = card.lose_goods + min(2, card.lose_gold) + min(2, card.lose_wood) + min(2, card.lose_stone)
        return 100 * card.lose_points + self.good * goods // 2

    def _destroyed(self, position: Position, seat: Seat) -> int:
        """Return what the building is worth that a defeat may cost."""
        governor = position.catalogue.governors.get(seat.governor)
        if not any(seat.built) or (governor is not None and governor.effect == "constable"):
            return 0
        left = destroyed(position, seat)
        row = next(index for index, count in enumerate(seat.built) if left[index] != count)
        return self.worths[row][left[row]] + 20

    def reserve(self, soldiers: int) -> tuple[int, ...]:
        """Return what goods without a better use are worth, by their number: kept, or paid for soldiers in time."""
        soldiers = min(soldiers, MOST)
        found = self.reserves.get(soldiers)
        if found is None:
            winter, good, each = self.winter, self.good, self.price
            bought = range(MOST // each + 1)
            spent = [winter[min(MOST, soldiers + number)] - good * each * number for number in bought]
            best = tuple(accumulate(spent, max))  # with so many soldiers or fewer
            found = self.reserves[soldiers] = tuple([good * goods + best[goods // each] for goods in range(MOST + 1)])
        return found

    def value(self, stock: Stock, now: bool) -> int:
        """Return what a stock is worth; ``now`` says whether the seat still builds this season."""
        gold, wood, stone, any_, soldiers, markers, points = stock
        total = gold + wood + stone + any_
        reserve = self.reserve(soldiers)
        best = reserve[total if total < MOST else MOST]
        seasons, good = self.seasons, self.good
        if now or seasons:
            for need_gold, need_wood, need_stone, benefit in self.targets:
                missing = -any_
                if need_gold > gold:
                    missing += need_gold - gold
                if need_wood > wood:
                    missing += need_wood - wood
                if need_stone > stone:
                    missing += need_stone - stone
                left = total - need_gold - need_wood - need_stone
                if missing > 0:
                    if not seasons:
                        continue
                    left += missing
                    worth = benefit - WAIT - missing * (good + LACK)
                else:
                    worth = benefit if now else benefit - WAIT
                worth += reserve[left if left < MOST else MOST]
                if worth > best:
                    best = worth
        return best + self.marker * markers + 100 * points


@lru_cache(maxsize=20_000)
def _outlook(position: Position, seat: Seat, enemy: str) -> Outlook:
    return Outlook(position, seat, enemy)


def outlook(position: Position, number: int) -> Outlook:
    """Return a seat's outlook. It knows the enemy card only if the seat has looked at it."""
    seat = position.seats[number]
    enemy = position.enemy if number in position.peeked and position.enemy != UNKNOWN else ""
    bare = Seat(built=seat.built, governor=seat.governor)
    frame = Position(position.game, position.modules, position.year, position.phase, "", (), ())
    return _outlook(frame, bare, enemy)


def stock_of(seat: Seat) -> Stock:
    """Return what a seat holds."""
    return (seat.gold, seat.wood, seat.stone, 0, seat.soldiers, seat.markers, 0)
