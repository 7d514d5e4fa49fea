"""A bound before any search: what a request can bring at most, in a few milliseconds.

The rest of this turn is played exactly as far as questions must be settled first, and then bounded by what its banners
can bring (see ``hope``). For a turn to come it is only known what a village may hold by then, so all that one black
banner, or all white ones of a value, can bring is added up for the best such village. For the turns of a forecast see
``forecast_ceiling``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.my_village.market import MOST
from rules.my_village.scoring import area_cards, windows
from rules.my_village.values import AREAS, GOODS, KINDS, LETTERS, PLOW, WINDOWS, Position

from .exact import Outlook
from .hope import VALUES, served_together
from .table import ahead, on_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.my_village.catalogue import Monk
    from solver.request import Request

    from .ends import Ends

COME = MOST + 1  #: customers who come in a turn at most: four from the bailiff, one more by the Trade church


def first_bound(request: Request) -> Fraction:
    """Return what no plan of a request can exceed, without any search."""
    from .forecast import later

    if later(request):
        from .forecast_ceiling import forecast_bound

        return forecast_bound(request)
    outlook = Outlook(request)
    position = on_table(request)
    bound = outlook.units(position)
    if ahead(request):
        bound += utmost(position, request.seat, outlook.ends)
    return Fraction(bound) / outlook.ends.unit


def utmost(position: Position, number: int, ends: Ends) -> int:
    """Return a number of units that the next turn of a seat, whatever it does in this one, cannot bring more than.

    It holds for this turn, too, while its dice have not been taken.
    """
    return Next(position, number, ends).most()


class Next:
    """Bound the next turn of a seat by all that its village may hold by then."""

    def __init__(self, position: Position, number: int, ends: Ends) -> None:
        self.position, self.seat, self.number = position, position.seats[number], number
        self.rows, self.game = position.catalogue, position.game
        worth = ends.worths.get
        self.point, self.story, self.coin = ends.point, ends.story, worth("coins", 0)
        self.joker, self.plow = worth("jokers", 0), worth("plow", 0)
        self.goods = [worth(good, 0) for good in GOODS]
        self.villager, self.descendant = worth("villagers", 0), worth("descendants", 0)
        self.customer, self.craft, self.marker = worth("customers", 0), worth("crafts", 0), worth("sets", 0)
        self.cloud = worth("clouds", 0)
        halls = [self.rows.halls[card] for card in ([self.seat.hall] if self.seat.hall else position.halls)]
        amount = {hall.effect: hall.amount for hall in halls}
        self.area, self.population = amount.get("area", 0), amount.get("population", 0)
        self.finance, self.guild = amount.get("finance", 0), amount.get("guild", 0)
        self.halls = [] if self.seat.hall else halls
        self.meets = self.seat.meeting or bool(position.meetings)
        decks = [card for deck in position.monk_decks for card in deck]
        self.monks = [self.rows.monks[card] for card in (*filter(None, position.monks), *decks)]
        if not (self.seat.church or position.churches):
            self.monks = []
        self.jokers = self.seat.jokers + 2 * self.guild

    def most(self) -> int:
        """Return the bound, in units."""
        swaps = max(0, self.plow - self.joker) * min(self.jokers, len(self.seat.fields) + 1)
        return max(max(self.black(), default=0), self.white(), 0) + swaps + self.death()

    def death(self) -> int:
        """Return what it brings to pass the bridge: clouds, a story, and a villager less or a day laborer."""
        lap = self.cloud * self.game.clouds + self.story * self.buried()
        return max(0, lap - self.villager, lap + self.point * (self.population - self.game.laborer))

    def buried(self) -> int:
        """Return the most stories that a space of the chronicle which may be free gives."""
        rows = zip(self.game.chronicle, self.position.chronicle, strict=True)
        return max([stories for spaces, filled in rows for stories in spaces[filled:]], default=0)

    def stories(self) -> int:
        """Return the most stories that one turn brings to the tree."""
        places, meeting = self.rows.places, self.game.meeting.stories if self.meets else 0
        black = [meeting, self.position.hand_stories, places["headman"].stories]
        for monk in self.monks:
            each = {"headman": places["headman"].stories, "school": places["school"].stories, "stories": 1}
            black.append(monk.amount * each.get(monk.effect, 0))
        return max(*black, 1 + meeting + places["school"].stories) + self.buried()

    def black(self) -> Iterator[int]:
        """Go through what single black banners can bring."""
        seat, rows, game, point = self.seat, self.rows, self.game, self.point
        position = self.position
        step = max([after - before for before, after in pairwise(game.windows)])
        home = (seat.tree + self.stories()) * max(0, point - self.story)
        place = rows.places["headman"]
        yield max(self.coin, self.story * place.stories, home)
        if not seat.church:
            for card in position.churches:
                more = step if card == game.abbey and windows(position, seat) < WINDOWS else 0
                yield point * (rows.churches[card].fame + more + self.area)
        for monk in self.monks:
            yield point * (step + self.area) + self.bonus(monk, home)
        for hall in self.halls:
            marked = {"area": point * self.marked(), "population": point * self.population}.get(hall.effect, 0)
            held = {"finance": self.coin, "guild": self.joker}.get(hall.effect, 0)
            yield point * hall.fame + marked + held * hall.amount
        if position.meetings and not seat.meeting:
            yield point * game.meeting.fame + self.story * game.meeting.stories + self.marker
        if position.fields:
            yield point * (game.field.fame + self.area) + self.coin * game.field.coins
        for kind in range(len(KINDS)):
            if not seat.crafts[kind] and position.crafts[kind]:
                yield point * self.area + self.craft + self.goods[kind]
        for place_ in range(len(seat.travel), min(len(seat.travel) + 2, len(LETTERS))):
            fames = [game.travel_fame[card] for card in position.travel_decks[place_]]
            yield point * (max(fames, default=0) + self.area)
        yield self.story * position.hand_stories + (point * game.hand if position.hand != self.number else 0)
        yield COME * self.customer

    def bonus(self, monk: Monk, home: int) -> int:
        """Return what the bonus of a monk can bring."""
        places = self.rows.places
        if monk.effect == "stories":
            return monk.amount * self.story
        if monk.effect == "headman":
            stories = places["headman"].stories
            late = monk.amount * stories * max(0, self.point - self.story)  # on the tree, and then brought home
            return monk.amount * max(self.coin, self.story * stories) + home + late
        return monk.amount * (self.taught() if monk.effect == "school" else COME * self.customer)

    def taught(self) -> int:
        """Return what activating the school once can bring."""
        sent = self.villager + self.point * self.population + self.story * self.rows.places["school"].stories
        return max(self.descendant, sent)

    def marked(self) -> int:
        """Return what one more marker on the Area hall can bring."""
        most = max([area_cards(self.seat, area) for area in AREAS]) + 2
        return self.area * max(most, len(self.seat.served) + len(self.seat.customers) + COME)

    def white(self) -> int:
        """Return what white banners can bring."""
        seat, game, rows = self.seat, self.game, self.rows
        total = self.story + self.taught()
        for kind in range(len(KINDS)):
            if seat.crafts[kind] or self.position.crafts[kind]:
                total += self.goods[kind]
        if self.meets:
            total += self.story * game.meeting.stories + self.marker
        total += self.coin * self.finance + self.joker * self.guild
        total += self.point * max(self.marked(), self.population)
        fields = len(seat.fields) + bool(self.position.fields)
        total += fields * self.coin * (game.field.coins + game.field.plow)
        there = [rows.customers[card] for card in (*seat.customers, *filter(None, self.position.customers))]
        if seat.church == game.trade:
            there += [rows.customers[card] for card in self.position.customer_deck]
        each = [(self.gain(row.fame, row.goods), row.values, row.goods) for row in there]
        return total + max([self.served(each, value) for value in VALUES])

    def gain(self, fame: int, wanted: tuple[str, ...]) -> int:
        """Return what it brings to serve a customer."""
        paid = {**dict(zip(GOODS, self.goods, strict=True)), "plow": self.plow}
        cost = sum([min(paid[good], self.joker) if self.jokers else paid[good] for good in wanted])
        return self.point * (fame + self.area) - self.customer - cost

    def served(self, customers: Sequence[tuple[int, tuple[int, ...], tuple[str, ...]]], value: int) -> int:
        """Return what customers who show a value can bring together."""
        seat = self.seat
        goods = [number + 2 for number in seat.goods]  # a good of a new building or a used one now, and one more then
        goods[PLOW] += len(seat.fields)
        can = [(gain, 0, tuple([wanted.count(good) for good in GOODS]))
               for gain, values, wanted in customers if gain > 0 and (value in values or not values)]  # fmt: skip
        left, most = sum(goods) + self.jokers, Fraction(0)
        for gain, _, needs in sorted(can, key=lambda one: Fraction(one[0], sum(one[2])), reverse=True):
            most += gain * min(Fraction(1), Fraction(max(0, left), sum(needs)))
            left -= sum(needs)
        together = min(int(most), served_together(can, goods, self.jokers))
        if self.meets and value in self.game.meeting.tile:
            together += max([gain for gain, values, _ in customers if values and value not in values], default=0)
        return together


__all__ = ["first_bound", "utmost"]
