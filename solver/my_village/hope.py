"""How much one more turn can bring at most, by the value of the dice: a quick bound, too high rather than too low.

Either one black banner is activated (or the headman walks) or white ones. It reads what lies on offer and stands in the
village, weighs every gain and cost by the objective, and adds up without asking whether all of it fits together: a
death brings what it can bring at best, and white banners do not hinder each other, but for customers who want the same
goods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.my_village.black import bill
from rules.my_village.market import MOST, MOST_BY_MONK, shows, trading
from rules.my_village.market import price as price_of
from rules.my_village.scoring import area_cards, windows
from rules.my_village.steps import replace
from rules.my_village.travel import at_end, journey
from rules.my_village.values import (
    ABBOT,
    AREAS,
    COIN,
    COUNCILMAN,
    CRAFTSMAN,
    GOODS,
    KINDS,
    LETTERS,
    MERCHANT,
    PLOW,
    PROFESSIONS,
    TRAVELLER,
    WINDOWS,
    Position,
    Seat,
)
from rules.my_village.white import field_of, showing, time_of

from .customers import missing

if TYPE_CHECKING:
    from collections.abc import Hashable

    from rules.my_village.payment import Bill

    from .ends import Ends

VALUES = range(2, 13)
FEW = 8  #: customers of whom every group is tried

#: What a banner brings at most, in units, with the time it takes.
Gain = tuple[int, int]


class Hopes:
    """Bound what one more turn adds to a village, in units of ``ends``; villages that are alike share the bounds.

    ``parts`` of a village are numbers for what its black banners and its white ones can use (see ``second``).
    """

    def __init__(self, ends: Ends, number: int) -> None:
        self.number, self.point = number, ends.point
        worth = ends.worths.get
        self.coin, self.story = worth("coins", 0), ends.story
        self.joker, self.plow = worth("jokers", 0), worth("plow", 0)
        self.villager, self.descendant = worth("villagers", 0), worth("descendants", 0)
        self.customer, self.craft, self.marker = worth("customers", 0), worth("crafts", 0), worth("sets", 0)
        self.cloud = worth("clouds", 0)
        self.goods = tuple([worth(good, 0) for good in GOODS])
        self._paid = {"coin": self.coin, "joker": self.joker, **dict(zip(GOODS, self.goods, strict=True))}
        self._gains: dict[Hashable, list[list[Gain]]] = {}
        self._lights: dict[Hashable, list[Gain]] = {}
        self._blacks: dict[Hashable, list[int]] = {}
        self._whites: dict[Hashable, list[int]] = {}

    def more(self, village: Position, parts: tuple[int, int], purse: int, dark: int, loose: bool = False) -> list[int]:
        """Return for each value, from 2 on, a number of units that the turn cannot add to the village.

        ``purse`` are the coins that matter, ``dark`` the black dice that are taken; their time is paid by the caller.
        ``loose``: one of the villagers may have died since.
        """
        own, death = village.seats[self.number], self.death(village, loose)
        time = own.time + dark * village.game.black_die if death or self.cloud else 0
        key = parts[0], min(own.coins, purse)
        dark_key, light_key = (*key, time, death), (parts[1], loose, time, death)
        black = self._blacks.get(dark_key)
        if black is None:
            gains = self._gains.get(key)
            if gains is None:
                gains = self._gains[key] = self.black(village, own)
            each = [[gain + self.bridge(village, time, long, death) for gain, long in row] for row in gains]
            walk = max(each[0])
            black = self._blacks[dark_key] = [max([walk, *row]) for row in each[VALUES.start :]]
        white = self._whites.get(light_key)
        if white is None:
            lights = self._lights.get(light_key[:2])
            if lights is None:
                free = loose or not all(own.villagers)
                lights = self._lights[light_key[:2]] = [self.white(village, own, value, free) for value in VALUES]
            least = self.bridge(village, time, 0, death)
            white = [gain + max(least, self.bridge(village, time, long, death)) for gain, long in lights]
            self._whites[light_key] = white
        return list(map(max, black, white))

    def bridge(self, village: Position, time: int, long: int, death: int) -> int:
        """Return what it brings to pass the bridge with the dice, which end at ``time``, or the banners after them."""
        clouds = village.game.clouds
        laps = (time + long) // clouds
        return (laps - time // clouds) * clouds * self.cloud + death if laps else 0

    def death(self, position: Position, again: bool = False) -> int:
        """Return what a death brings at most: a story or two, and a day laborer for the last villager.

        ``again``: another one may have died before.
        """
        own = position.seats[self.number]
        stories = self.story * most_stories(position) if self.story else 0
        if own.villagers.count(True) > 1 and not again:
            return stories - self.villager
        hired = self.point * (taught(position, own) - position.game.laborer)
        return stories + max(hired, -self.villager)

    def cost(self, asked: Bill, own: Seat) -> int | None:
        """Return what a banner costs at least, in units; None where it cannot be paid."""
        payments = asked.payments(own)
        if not payments:
            return None
        if asked.free:
            return 0
        return min([self.coin * asked.due(pay) + sum([self._paid.get(name, self.plow) for name in pay])
                    for pay in payments])  # fmt: skip

    # --- black banners -----------------------------------------------------------------------------------------

    def black(self, position: Position, own: Seat) -> list[list[Gain]]:
        """List by value what black banners can bring; under 0 what is possible with any value."""
        place = position.catalogue.places["headman"]
        walks = [0, self.coin, self.story * place.stories]
        if own.headman == COIN:
            walks.append(own.tree * (self.point - self.story))  # the headman comes home
        swap = self.swaps(own, 0)
        found: list[list[Gain]] = [[] for _ in range(VALUES.stop)]
        found[0] = [(max(walks) - place.time * self.cloud + swap, place.time)]
        for values, gain, time, extra in self.banners(position, own):
            for value in values:
                found[value].append((gain - time * self.cloud + swap, time))
                if extra:
                    found[value].append((gain - time * self.cloud + swap, time + extra))
        return found

    def swaps(self, own: Seat, more: int) -> int:
        """Return what is gained where a joker becomes a plow that is worth more."""
        return max(0, self.plow - self.joker) * (own.jokers + more) if own.fields else 0

    def banners(self, position: Position, own: Seat) -> Iterator[tuple[tuple[int, ...], int, int, int]]:
        """Go through the black banners that can be paid: values, gain, time, and time that may be added."""
        catalogue, game, there = position.catalogue, position.game, own.villagers
        point, story = self.point, self.story
        if there[ABBOT]:
            religion = counted(position, own, "religion")
            if not own.church:
                for card in position.churches:
                    church = catalogue.churches[card]
                    if (cost := self.cost(bill(church.ways), own)) is not None:
                        fame = church.fame + religion + (windows_more(position, own, 1) if card == game.abbey else 0)
                        yield church.values, point * fame - cost, church.time, 0
            elif windows(position, own) < WINDOWS:
                for card in filter(None, position.monks):
                    monk = catalogue.monks[card]
                    if (cost := self.cost(bill(monk.ways), own)) is not None:
                        gain, extra = self.bonus(position, own, card)
                        gain += point * (windows_more(position, own, 1) + religion)
                        yield monk.values, gain - cost, monk.time, extra
        if there[COUNCILMAN]:
            if not own.hall:
                for card in position.halls:
                    hall = catalogue.halls[card]
                    if (cost := self.cost(bill(hall.ways), own)) is not None:
                        gain = point * (hall.fame + mark(position, own, card))
                        gain += self.coin * hall.amount if hall.effect == "finance" else 0
                        gain += self.joker * hall.amount if hall.effect == "guild" else 0
                        yield hall.values, gain - cost, hall.time, 0
            if not own.meeting and position.meetings:
                gain = point * game.meeting.fame + story * game.meeting.stories + self.marker
                yield game.meeting.values, gain, game.meeting.time, 0
        if position.fields:
            gain = point * (game.field.fame + counted(position, own, "fields")) + self.coin * game.field.coins
            yield game.field.values, gain, game.field.time, 0
        if there[CRAFTSMAN]:
            points = point * counted(position, own, "crafts") + self.craft
            for kind, name in enumerate(KINDS):
                if own.crafts[kind] or not position.crafts[kind]:
                    continue
                row = catalogue.craft_kinds[name]  # type: ignore[index]
                if (cost := self.cost(bill(row.ways), own)) is not None:
                    shown = {value for card in position.crafts[kind] for value in catalogue.crafts[card].values}
                    yield tuple(shown), points + self.goods[kind] - cost, row.time, 0
        if there[TRAVELLER] and not at_end(position, own):
            asked, time = journey(position, own)
            place = len(own.travel)
            if position.travel_decks[place] and (cost := self.cost(asked, own)) is not None:
                fame = max([game.travel_fame[card] for card in position.travel_decks[place]])
                values = catalogue.travel_stacks[LETTERS[place]].values  # type: ignore[index]
                yield values, point * (fame + counted(position, own, "travel")) - cost, time, 0
        if not position.hand_back:
            gain = story * position.hand_stories + (point * game.hand if position.hand != self.number else 0)
            yield catalogue.places["hand"].values, gain, 0, 0
        for gain, time in self.comers(position, own, MOST):
            yield catalogue.places["bailiff"].values, gain, time, 0

    def comers(self, position: Position, own: Seat, most: int) -> Iterator[Gain]:
        """Go through the numbers of customers whom the bailiff can bring: what they count, and their time.

        With the Trade church one more comes for nothing.
        """
        free = trading(position, own)
        if free:
            yield self.customer, 0
        for number in range(1, min(most, sum(map(bool, position.customers)) + free) + 1):
            time, coins = price_of(position, number)
            if coins <= own.coins:
                yield (number + free) * self.customer - coins * self.coin, time

    def bonus(self, position: Position, own: Seat, card: str) -> Gain:
        """Return what the bonus of a monk can bring at most, and the time that it may take."""
        row, places = position.catalogue.monks[card], position.catalogue.places
        if row.effect == "stories":
            return self.story * row.amount, 0
        if row.effect == "headman":
            place = places["headman"]
            step = max(0, max(self.coin, self.story * place.stories) - place.time * self.cloud)
            home = own.headman == COIN or row.amount > 1
            stories = own.tree + place.stories * (row.amount > 2)
            return row.amount * step + home * stories * max(0, self.point - self.story), row.amount * place.time
        if row.effect == "school":
            place = places["school"]
            sent = self.villager - self.descendant + self.point * taught(position, own) + self.story * place.stories
            can = any(own.school) or row.amount > 1
            once = max(self.descendant, sent - place.time * self.cloud if can else 0)
            return row.amount * once, row.amount * place.time
        comers = list(self.comers(position, own, MOST_BY_MONK))
        best = max([gain - time * self.cloud for gain, time in comers], default=0)
        return row.amount * max(0, best), row.amount * max([time for _, time in comers], default=0)

    # --- white banners -----------------------------------------------------------------------------------------

    def white(self, position: Position, own: Seat, value: int, free: bool) -> Gain:
        """Return what white banners of a value can bring at most, and the time that all of them take.

        ``free`` says whether a descendant finds a free place.
        """
        catalogue, game, point, story = position.catalogue, position.game, self.point, self.story
        position = replace(position, value=value)
        place = catalogue.places["school"]
        school = value in shows(position, own, "school", place.values)
        sent = school and free and any(own.school)  # a descendant may take any place first
        shown = showing(position, own)
        guild = "hall" in shown and catalogue.halls[own.hall].effect == "guild"
        jokers = own.jokers + (catalogue.halls[own.hall].amount if guild else 0)
        goods, parts = list(own.goods), []
        if school and not own.school[0]:
            parts.append((self.descendant, 0))
        if sent:
            right = story * place.stories if own.school[1] else 0
            gain = self.villager - self.descendant + right + point * taught(position, own)
            parts.append((gain, place.time))
        for banner in shown:
            time = time_of(position, own, banner)
            if banner in KINDS:
                kind = KINDS.index(banner)
                if sent or own.villagers[CRAFTSMAN]:
                    goods[kind] += 1
                    parts.append((self.goods[kind], time))
            elif banner == "game":
                parts.append((story, time))
            elif banner == "meeting":
                if sent or own.villagers[COUNCILMAN]:
                    parts.append((story * game.meeting.stories + self.marker, time))
            elif (index := field_of(banner)) >= 0:
                plowed = own.fields[index] or own.goods[PLOW] or own.crafts[PLOW] or jokers
                parts.append((self.coin * (game.field.coins + (game.field.plow if plowed else 0)), time))
        goods[PLOW] += sum(own.fields)
        served = []
        if own.customers and (sent or own.villagers[MERCHANT]):
            each = point * counted(position, own, "customers") - self.customer
            for card in own.customers:
                row = catalogue.customers[card]
                there = shows(position, own, card, row.values)
                if (value in there or not there) and missing(goods, row.goods) <= jokers:
                    wanted: Counter[str] = Counter(row.goods)
                    worth = [self._paid[good] for good in wanted.elements()]
                    cost = sum([min(one, self.joker) for one in worth] if jokers else worth)
                    gain = point * row.fame + each - cost - row.time * self.cloud
                    served.append((gain, row.time, tuple([wanted[good] for good in GOODS])))
        total = served_together(served, goods, jokers) + self.swaps(own, jokers - own.jokers)
        if "hall" in shown and (sent or own.villagers[COUNCILMAN]):
            row_ = catalogue.halls[own.hall]
            gain = point * mark(position, own, own.hall, len(served))
            gain += row_.amount * {"finance": self.coin, "guild": self.joker}.get(row_.effect, 0)
            parts.append((gain, row_.white_time))
        time = sum([one[1] for one in served])
        for gain, long in parts:
            total += max(0, gain - long * self.cloud)
            time += long
        return total, time


def served_together(customers: list[tuple[int, int, tuple[int, ...]]], goods: list[int], jokers: int) -> int:
    """Return the most that a group of customers can bring whose goods are there together.

    >>> served_together([(5, 1, (1, 0, 0, 0, 0)), (4, 1, (1, 0, 0, 0, 0))], [1, 0, 0, 0, 0], 0)
    5
    """
    gaining = sorted([(gain, wanted) for gain, _, wanted in customers if gain > 0], reverse=True)
    if len(gaining) > FEW:
        return sum([gain for gain, _ in gaining])
    groups = [(0, (0,) * len(GOODS))]
    for gain, wanted in gaining:
        for total, needs in groups[:]:
            both = tuple([need + one for need, one in zip(needs, wanted, strict=True)])
            if sum([max(0, need - have) for need, have in zip(both, goods, strict=True)]) <= jokers:
                groups.append((total + gain, both))
    return max([total for total, _ in groups])


def most_stories(position: Position) -> int:
    """Return the most stories that a death can bring, now or after another one."""
    rows = zip(position.game.chronicle, position.chronicle, strict=True)
    return max([stories for spaces, filled in rows for stories in spaces[filled:]], default=0)


def counted(position: Position, seat: Seat, area: str) -> int:
    """Return what one more card of an area brings by a marker of the Area hall."""
    row = position.catalogue.halls.get(seat.hall)
    return row.amount if row is not None and row.effect == "area" and area in seat.marks else 0


def mark(position: Position, seat: Seat, hall: str, more: int = 0) -> int:
    """Return what one more marker on a hall can bring, with ``more`` customers served in the same turn."""
    row = position.catalogue.halls[hall]
    if row.effect == "area":
        return row.amount * max([area_cards(seat, area) + more for area in AREAS if area not in seat.marks], default=0)
    return row.amount if row.effect == "population" and len(seat.marks) < len(PROFESSIONS) else 0


def windows_more(position: Position, seat: Seat, more: int) -> int:
    """Return what more church windows bring."""
    now = windows(position, seat)
    return position.game.windows[min(WINDOWS, now + more)] - position.game.windows[now]


def taught(position: Position, seat: Seat) -> int:
    """Return what one villager more brings by a marker of the Population hall."""
    row = position.catalogue.halls.get(seat.hall)
    return row.amount if row is not None and row.effect == "population" else 0
