"""A bound on the rest of the game under a forecast, before any plan: everything that the turns to come can bring.

This turn counts with the stories that it leaves on the tree, for they may all be brought home. Of the later turns each
takes one black banner or white ones: so many of the best cards, so many customers as goods and bailiff allow. Coins,
time and values are not asked for. What the rows of the forecast leave out (see ``forecast_cards``) is left out here.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from rules.my_village.market import MOST
from rules.my_village.scoring import area_cards
from rules.my_village.steps import DECISIONS, run
from rules.my_village.values import AREAS, GOODS, KINDS, LETTERS, PLOW, PROFESSIONS, Position

from .exact import DEAD, Outlook
from .forecast_stages import mean_fame
from .hope import VALUES, served_together
from .table import on_table

if TYPE_CHECKING:
    from solver.request import Request

    from .ends import Value


class Unplagued(Outlook):
    """Bound this turn, whatever the rat's die shows: the forecast takes it to show one number."""

    def _expand(self, position: Position) -> Value:
        """Bound a position."""
        if position.question not in DEAD:
            return super()._expand(position)
        if position.question == "rat":
            return self.ends.count(position)
        question = DECISIONS[position.question]
        return max([self.units(run(question.apply(position, move))) for move in question.moves(position)])


def forecast_bound(request: Request) -> Fraction:
    """Return what no plan under a request's forecast can exceed."""
    turns, point = int(dict(request.forecast)["turns"]), request.worth("points")
    position = on_table(request)
    worths = (("points", point), ("stories", point)) if turns else (("points", point),)
    outlook = Unplagued(msgspec.structs.replace(request, horizon="turn", worths=worths))
    now = Fraction(outlook.units(position)) / outlook.ends.unit
    return now + point * Later(position, request.seat, turns).most() if turns else now


class Later:
    """Bound the points of so many later turns; a story on the tree counts as a point."""

    def __init__(self, position: Position, number: int, turns: int) -> None:
        self.position, self.seat, self.turns = position, position.seats[number], turns
        self.rows, self.game = position.catalogue, position.game
        self.meets = self.seat.meeting or bool(position.meetings)
        halls = [self.rows.halls[card] for card in ([self.seat.hall] if self.seat.hall else position.halls)]
        self.halls = {hall.effect: hall for hall in halls}

    def most(self) -> Fraction:
        """Return the bound, in points."""
        game, position = self.game, self.position
        cards = self.cards()
        customers = [self.rows.customers[card] for card in self.seat.customers]
        row = sorted([self.rows.customers[card].fame for card in position.customers if card], reverse=True)
        own = sum([one.fame for one in customers])
        each = self.served()
        white = 1 + (game.meeting.stories if self.meets else 0)
        best = Fraction(0)
        for whites in range(self.turns + 1):
            for bailiffs in range(self.turns + 1 - whites):
                served = min(whites * each, own + sum(row[: bailiffs * (MOST + 1)]))
                blacks = self.turns - whites - bailiffs
                best = max(best, Fraction(served + whites * white) + sum(cards[:blacks]))
        return best + self.seat.tree + self.school() + self.buried() + self.marks()

    def cards(self) -> list[Fraction]:
        """List what black banners can bring, the best first; the headman's walks are among them."""
        position, seat, game, rows = self.position, self.seat, self.game, self.rows
        step = max([after - before for before, after in pairwise(game.windows)])
        found = [Fraction(game.field.fame)] * min(position.fields, self.turns)
        if not seat.church:
            churches = [rows.churches[card].fame + step * (card == game.abbey) for card in position.churches]
            found.append(Fraction(max(churches, default=0)))
        places = rows.places
        monks = [rows.monks[card] for card in position.monks if card]
        for monk in monks:
            stories = {"stories": monk.amount, "headman": places["headman"].stories}.get(monk.effect, 0)
            found.append(Fraction(step + stories))
        if not seat.hall:
            found.append(Fraction(max([hall.fame for hall in self.halls.values()], default=0)))
        if position.meetings and not seat.meeting:
            found.append(Fraction(game.meeting.fame + game.meeting.stories))
        decks = position.travel_decks[len(seat.travel) : len(LETTERS)]
        found += [mean_fame(position, deck) for deck in decks if deck]
        walks = self.turns + sum(monk.effect == "headman" for monk in monks)
        found += [Fraction(places["headman"].stories)] * ((walks + 1) // 2)  # there and back again
        return sorted(found, reverse=True)

    def served(self) -> int:
        """Return what the customers who are served in one turn can bring."""
        position, seat, rows = self.position, self.seat, self.rows
        goods = []
        for kind, name in enumerate(KINDS):
            there = bool(seat.crafts[kind] or position.crafts[kind])
            slots = rows.craft_kinds[name].slots  # type: ignore[index]
            goods.append(max(seat.goods[kind], slots if there else 0) + there)
        goods[PLOW] += len(seat.fields) + min(position.fields, self.turns + 1)
        guild = self.halls.get("guild")
        jokers = max(seat.jokers, guild.slots + guild.amount if guild is not None else 0)
        there_ = [rows.customers[card] for card in (*seat.customers, *filter(None, position.customers))]
        best = 0
        for value in VALUES:
            can = [one for one in there_ if value in one.values or not one.values]
            wanted = [(one.fame, 0, tuple([one.goods.count(good) for good in GOODS])) for one in can]
            best = max(best, served_together(wanted, goods, jokers) + self.beside(value))
        return best

    def beside(self, value: int) -> int:
        """Return what the tile can bring at a value: the one customer beside whom it lies."""
        if not self.seat.tile or value not in self.game.meeting.tile:
            return 0
        cards = (*self.seat.customers, *filter(None, self.position.customers))
        return max([self.rows.customers[card].fame for card in cards], default=0)

    def school(self) -> int:
        """Return the stories of descendants who are sent from the right: a new one needs the school three times."""
        left, right = self.seat.school
        times, sent = self.turns + 2, 0
        for there, needed in ((right, 1), (left, 2)):
            if there and times >= needed:
                times, sent = times - needed, sent + 1
        return (sent + times // 3) * self.rows.places["school"].stories

    def buried(self) -> int:
        """Return the stories of one death a turn."""
        rows = zip(self.game.chronicle, self.position.chronicle, strict=True)
        return sum(sorted([one for spaces, filled in rows for one in spaces[filled:]], reverse=True)[: self.turns])

    def marks(self) -> int:
        """Return what markers of the Area hall or the Population hall can come to count, more than now."""
        seat, number = self.seat, len(self.seat.marks) + self.turns + 1
        more = 0
        if (hall := self.halls.get("area")) is not None:
            cards = {area: area_cards(seat, area) for area in AREAS}
            customers = len(seat.customers) + sum(map(bool, self.position.customers))
            grown = sum(sorted(cards.values(), reverse=True)[:number]) + self.turns + 1 + customers
            more = hall.amount * (grown - (sum(cards[area] for area in seat.marks) if seat.hall else 0))
        if (hall := self.halls.get("population")) is not None:
            there = [seat.villagers[PROFESSIONS.index(name)] for name in seat.marks] if seat.hall else []
            more = max(more, hall.amount * (min(number, len(PROFESSIONS)) - sum(there)))
        return more


__all__ = ["forecast_bound"]
