"""A bound without any search: what the gifts, buildings, effects and battles that lie ahead can bring at the very most.

Everything is taken to go well at once: each group of dice gets the best gift there is, each effect pays wherever it
could, every battle is won. Only goods are counted once: each is spent on buildings or kept, whichever is worth more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg import build as building
from rules.kingsburg.catalogue import Cell, EnemyCard, Gift, Governor
from rules.kingsburg.moves import GOODS
from rules.kingsburg.steps import replace
from rules.kingsburg.values import AUTUMN, SPRING, SUMMER

from .rivals import on_table

if TYPE_CHECKING:
    from solver.request import Request

GROUPS = 3  #: groups of dice that a seat can place in a season: each needs a player die
SEASONS = (SPRING, SUMMER, AUTUMN)
PLACED = ("duke", "gifts", "peek")  #: steps in which all groups lie and some are still to pay
PAID = ("works", "build", "second", "town_hall")  #: steps after the gifts


class Most(NamedTuple):
    """Hold the most of each thing that something can bring, each by itself."""

    goods: Fraction = Fraction(0)
    soldiers: Fraction = Fraction(0)
    markers: Fraction = Fraction(0)
    points: Fraction = Fraction(0)

    def plus(self, other: Most, times: int | Fraction = 1) -> Most:
        """Add another one, so many times."""
        return Most(*(one + times * more for one, more in zip(self, other, strict=True)))


def first_bound(request: Request) -> Fraction:
    """Return what no plan of a request can be worth more than."""
    from . import early

    bound = Bound(request)
    return bound.forecast() if early(request) else bound.exact()


class Bound:
    """Add up the most that a request's horizon can bring."""

    def __init__(self, request: Request) -> None:
        position = on_table(request)
        self.request = request
        self.position = position
        self.own = position.seats[request.seat]
        self.sheet = position.sheet
        self.point = request.worth("points")
        self.worths = [request.worth(good) for good in GOODS]
        card = position.catalogue.governors.get(self.own.governor)
        self.card: Governor | None = card
        self.effect = card.effect if card is not None else ""
        self.envoy = position.envoy == request.seat

    # --- what is there -------------------------------------------------------------------------------------------

    def amount(self, effect: str) -> int:
        """Add up the amounts of an effect's buildings, owned or not."""
        return sum(cell.building.amount for cell in self.sheet.by_effect.get(effect, ()))

    def group(self) -> Most:
        """Return the most that one group of dice can bring, on whatever advisor it lies."""
        advisors = self.position.catalogue.advisors.values()
        gifts = [gift for advisor in advisors for gift in (advisor.gift, *advisor.choose)]
        if self.card is not None:
            gifts += [private.gift for private in self.card.advisors]
        mint, stable = self.amount("mint"), self.amount("stable")
        exchange = any(advisor.exchange for advisor in advisors)

        def goods(gift: Gift) -> int:
            gold = gift.gold or gift.any
            return gift.gold + gift.wood + gift.stone + gift.any + (mint if gold else 0)

        return Most(
            Fraction(max(max(map(goods, gifts), default=0), int(exchange))),
            Fraction(max((gift.soldiers + (stable if gift.soldiers else 0) for gift in gifts), default=0)),
            Fraction(max((gift.markers for gift in gifts), default=0)),
            Fraction(max(0, *(gift.points for gift in gifts))),
        )

    def groups(self) -> int:
        """Return how many groups of the seat may still pay in the present season."""
        position, seat = self.position, self.request.seat
        if position.phase not in SEASONS or position.step in PAID:
            return 0
        lying = sum(group.seat == seat for group in position.placements[position.paid :])
        if position.step in PLACED:
            return lying
        return lying + len(self.own.dice) if position.step == "influence" else GROUPS

    def works(self) -> Most:
        """Return what all workshops together bring in a season."""
        most = Most()
        for cell in self.sheet.by_effect.get("workshop", ()):
            gain = cell.building.gain
            more = Most(
                Fraction(max(0, gain.gold + gain.wood + gain.stone - cell.building.pay_number)),
                Fraction(gain.soldiers),
                Fraction(gain.markers),
                Fraction(max(0, gain.points)),
            )
            most = most.plus(more)
        return most

    def season(self) -> Most:
        """Return what a season brings besides gifts and new buildings: effects, the event after it, the governor."""
        card = self.card
        points = self.amount("embassy") + max(
            (cell.building.amount for cell in self.sheet.by_effect.get("town_hall", ())), default=0
        )
        points += 1  # the King's reward
        goods = self.amount("guild")
        soldiers = markers = 0
        markers += self.amount("inn")
        if card is not None:
            points += max(0, card.points)  # once a season: Philosopher, Preacher, Priest
            goods += card.goods + card.gold + card.wood + card.stone
            soldiers += card.soldiers
            markers += card.markers
        return self.works().plus(Most(Fraction(goods), Fraction(soldiers), Fraction(markers), Fraction(points)))

    def winter(self, cards: list[EnemyCard]) -> Most:
        """Return what a battle that is won brings, and the end of the year."""
        card = self.card
        fort = self.amount("fortress")
        number = len(cards)
        goods = Fraction(sum(e.win_gold + e.win_wood + e.win_stone + e.win_goods for e in cards), number)
        points = Fraction(sum(e.win_points for e in cards), number) + 1 + fort  # 1 for the strongest
        markers = 0
        if card is not None:
            goods += card.goods + card.gold + card.wood + card.stone
            markers += card.markers
            if self.effect == "minstrel":
                points += max(0, card.points, card.count)
        return Most(goods, Fraction(0), Fraction(markers), points)

    def cards(self, year: int) -> list[EnemyCard]:
        """Return the enemy cards that may come in a year, as far as the seat knows."""
        position = self.position
        known = position.enemy in position.catalogue.enemies and year == position.year
        names = (position.enemy,) if known else position.game.deck[year - 1]
        return [position.catalogue.enemies[name] for name in names]

    # --- the end, and what goods are spent on --------------------------------------------------------------------

    def last(self) -> Fraction:
        """Return the points of the end of the game, goods apart."""
        points = sum(max(0, value) for value in self.own.army)
        if self.effect == "chronicler" and self.card is not None:
            points += self.card.points * len(self.sheet.rows)
        return Fraction(points)

    def cathedral(self) -> Fraction:
        """Return the points that one good brings at the end of the game with the Cathedral."""
        cells = self.sheet.by_effect.get("cathedral", ())
        return sum((Fraction(1, max(1, cell.building.amount)) for cell in cells), Fraction(0))

    def built(self, goods: Fraction, builds: int, kept: Fraction) -> Fraction:
        """Return the most that goods bring when each is spent on ``builds`` buildings or kept, for ``kept`` points.

        Goods of all kinds count alike, buildings need no neighbours, and of the last one a part may be bought.
        """
        craned = replace(self.own, built=tuple(len(row) for row in self.sheet.rows))
        gains: list[tuple[Fraction, int]] = []
        for cell in self.sheet:
            if self.own.built[cell.row] > cell.column:
                continue
            price = sum(building.cost(self.position, craned, cell))
            gain = self._points(cell) * self.point - price * kept
            if gain > 0:
                gains.append((gain, price))
        gains.sort(reverse=True)
        by_number = sum((gain for gain, _ in gains[:builds]), Fraction(0))
        by_price, left = Fraction(0), goods
        for gain, price in sorted(gains, key=lambda row: (row[1] > 0, -row[0] / max(1, row[1]))):
            share = Fraction(1) if price <= left else left / price
            by_price += share * gain
            left -= share * price
            if share < 1:
                break
        return goods * kept + min(by_number, by_price)

    def _points(self, cell: Cell) -> int:
        """Return the most points that a building brings when it is built."""
        card = self.card
        more = max(0, card.points) if card is not None and self.effect in ("architect", "sculptor") else 0
        return cell.building.points + more

    # --- horizons ------------------------------------------------------------------------------------------------

    def exact(self) -> Fraction:
        """Return the bound of a season or a year that is played out by the rules."""
        request, position, own = self.request, self.position, self.own
        groups = self.groups()
        most = Most(Fraction(sum(number for seat, number in position.owed if seat == request.seat)))
        most = most.plus(self.group(), groups)
        most = most.plus(self.season())
        kept = max(self.worths)
        if request.horizon != "season":
            most = most.plus(self.winter(self.cards(position.year)))
            if position.year == 5:
                most = most._replace(points=most.points + self.last())
                kept += self.cathedral() * self.point
        builds = 0 if position.phase not in SEASONS or position.step == "town_hall" else 1 + self.envoy
        return self._total(most, builds, kept, Fraction(own.goods))

    def forecast(self) -> Fraction:
        """Return the bound of a plan for the rest of the game under the forecast's income."""
        from .forecast_frame import ANY_EFFECTS, DEFAULTS

        request, position = self.request, self.position
        figures = DEFAULTS | dict(request.forecast)
        turns = [
            phase
            for year in range(position.year, 6)
            for phase in (SPRING, SUMMER, AUTUMN)
            if year > position.year or phase >= min(position.phase, AUTUMN)
        ]
        later = len(turns) - 1
        most = Most().plus(self.group(), self.groups()).plus(self.season())
        goods = sum((figures[name] for name in ("gold", "wood", "stone", "any", "marker")), Fraction(0))
        for effect, name in ANY_EFFECTS.items():
            if effect in self.sheet.by_effect:
                goods += figures[name] * (max(1, self.amount(effect)) if effect in ("farms", "mint") else 1)
        points = max(Fraction(0), figures["points"])
        income = Most(goods, figures["soldiers"] + figures["stable"], figures["markers"], points)
        most = most.plus(income, later).plus(self.season(), later)
        for year in range(position.year, 6):
            cards = self.cards(year)
            won = self.winter(cards)
            # A battle's goods count in points under a forecast, and may be spent besides: both is more than there is.
            most = most.plus(won._replace(points=won.points + won.goods * figures["good_worth"]))
        most = most._replace(points=most.points + self.last())
        kept = max(self.worths) + self.cathedral() * self.point
        builds = later + 2 + (1 if self.envoy else 0)
        return self._total(most, builds, kept, Fraction(self.own.goods))

    def _total(self, most: Most, builds: int, kept: Fraction, held: Fraction) -> Fraction:
        """Count everything under the objective, less what the seat holds at the start."""
        request, own = self.request, self.own
        total = self.built(held + most.goods, builds, kept)
        total += most.points * self.point
        total += most.soldiers * request.worth("soldiers") + most.markers * request.worth("markers")
        for good, worth in zip(GOODS, self.worths, strict=True):
            total -= getattr(own, good) * worth
        return total
