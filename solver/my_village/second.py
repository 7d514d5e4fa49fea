"""The second turn of a round, valued once for all villages that are alike in what it can use.

With a banner value either one black banner is activated or white ones. Neither asks for all that a village holds: a
white banner costs no coin, a black one serves no customer, and a value shows some cards only. So for each of the two
and each value the village is cut down to what matters; what such a turn adds is remembered by that, and villages that
differ in the rest share it. Whatever is left out counts the same before and after.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from rules.my_village.banners import ANYTIME, BLACK, WHITE
from rules.my_village.market import price, shows, trading
from rules.my_village.moves import Bailiff, Move, Plow
from rules.my_village.scoring import windows
from rules.my_village.steps import replace
from rules.my_village.travel import at_end, journey
from rules.my_village.values import (
    ABBOT,
    COIN,
    COUNCILMAN,
    CRAFTSMAN,
    GOODS,
    HOUSE,
    KINDS,
    LETTERS,
    MERCHANT,
    PLOW,
    SYMBOLS,
    TRAVELLER,
    WINDOWS,
    Position,
    Seat,
)
from rules.my_village.white import showing, time_of

from .customers import missing, servable
from .exact import Turn

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from solver.request import Request

    from .ends import Value

#: A way to make a value: the value, markers, black dice and coins that it takes.
Way = tuple[int, int, int, int]
NOTHING_ON_OFFER: dict[str, Any] = {
    "churches": (),
    "halls": (),
    "meetings": 0,
    "fields": 0,
    "crafts": ((),) * len(KINDS),
    "monks": ("",) * len(SYMBOLS),
    "travel_decks": ((),) * len(LETTERS),
    "customers": (),
    "hand_back": True,
    "hand_stories": 0,
}
FAR = 99  #: fields to the plague where no plague matters any more
MOST = 4  #: customers whom the bailiff brings


class Cut(NamedTuple):
    """Hold a village cut down to what one kind of banners can use: how long they may take, and what lies on offer."""

    begun: Position
    own: Seat
    longest: int
    offer: dict[str, Any]
    number: int


class Second(Turn):
    """Search the second turn: as a turn, without what was turned up since the start."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self._known: dict[Hashable, int] = {}
        self._parts: dict[Position, tuple[int, int]] = {}
        self._black: dict[tuple[int, int, int, int], Value] = {}
        self._white: dict[tuple[int, int, int, int], Value | None] = {}
        self._cuts: dict[tuple[int, int, bool], Cut] = {}
        self._most: dict[Hashable, Value | None] = {}
        worths = self.ends.worths
        #: Whether a plow is worth more than the joker that can become one.
        self.swaps = worths.get("plow", 0) > worths.get("jokers", 0)
        catalogue = self.start_position.catalogue
        costs = [way.coins for table in (catalogue.churches, catalogue.halls, catalogue.monks, catalogue.craft_kinds)
                 for row in table.values() for way in row.ways]  # fmt: skip
        grey = max([card.coins for card in catalogue.travel.values()], default=0)
        costs += [way.coins + grey for row in catalogue.travel_stacks.values() for way in row.ways]
        costs += [row.coins for row in catalogue.bailiff.values()]
        self.row = tuple([card for card in self.start_position.customers if card])
        self.purse = max(costs, default=0)  #: coins that one black banner can take

    @property
    def start_position(self) -> Position:
        """Return the position of the request."""
        return cast("Position", self.request.position)

    def moves(self, position: Position) -> Iterable[Move]:
        """List the moves that must be tried; the Trade church would turn up a card, and is left out."""
        legal = super().moves(position)
        if position.question in ("banner", "bonus/bailiff") and trading(position, position.seats[self.seat]):
            return [move for move in legal if type(move) is not Bailiff]
        return legal

    # --- what a way to make a value brings -----------------------------------------------------------------------

    def parts(self, village: Position) -> tuple[int, int]:
        """Return a number for all that black banners can use, and one for white ones."""
        found = self._parts.get(village)
        if found is None:
            found = self._number(self.all_black(village)), self._number(self.all_white(village))
            self._parts[village] = found
        return found

    def value(self, village: Position, way: Way) -> Value:
        """Return the exact value, in units, of a second turn of a village that begins with a way to make a value."""
        return self.ends.count(village) + self.more(village, way)

    def more(self, village: Position, way: Way) -> Value:
        """Return what a second turn adds to a village, in units; what its dice take is taken off."""
        value, markers, dark, coins = way
        parts = self.parts(village)
        own = village.seats[self.seat]
        time = own.time + dark * village.game.black_die
        key = (parts[0], value, time, min(own.coins - coins, self.purse))
        black = self._black.get(key)
        if black is None:
            black = cast("Value", self._added(self.cut(parts[0], village, value, BLACK), BLACK, *key[2:]))
            self._black[key] = black
        key = (parts[1], value, time, own.sets - markers)
        if key in self._white:
            white = self._white[key]
        else:
            white = self._white[key] = self._added(self.cut(parts[1], village, value, WHITE), WHITE, *key[2:])
        best = black if white is None or white < black else white
        return best + self.taken(own, way)

    def taken(self, own: Seat, way: Way) -> int:
        """Return what a way takes from the holdings, in units; passing time included."""
        _, markers, dark, coins = way
        worths, game = self.ends.worths, self.start_position.game
        lost = coins * worths.get("coins", 0) + markers * worths.get("sets", 0)
        if dark and "clouds" in worths:
            lost += worths["clouds"] * ((own.time + dark * game.black_die) % game.clouds - own.time)
        return -lost

    def _number(self, key: Hashable) -> int:
        """Return a number for a key, the same for equal ones."""
        return self._known.setdefault(key, len(self._known))

    def cut(self, number: int, village: Position, value: int, verbs: dict[type, Any]) -> Cut:
        """Cut a village down to what one kind of banners of a value can use."""
        key = number, value, verbs is BLACK
        found = self._cuts.get(key)
        if found is None:
            begun = replace(village, value=value, step="banner")
            own, longest, offer = self.black(begun) if verbs is BLACK else self.white(begun)
            told = tuple(offer.values()) if verbs is BLACK else ()
            found = self._cuts[key] = Cut(begun, own, longest, offer, self._number((value, told)))
        return found

    def _added(self, cut: Cut, verbs: dict[type, Any], time: int, held: int) -> Value | None:
        """Return what black banners or white ones add to a village that is cut down; None where there are none.

        ``time`` is that of its marker, beyond the bridge if the dice have brought it there, and ``held`` the coins for
        black banners or the markers for white ones. A turn that takes few clouds may be too short for a death.
        """
        begun, own = cut.begun, cut.own
        clouds = begun.game.clouds
        dies = time + cut.longest >= clouds
        story = bool(dies and self.ends.story)
        black = verbs is BLACK
        held = held if black or own.sets else 0
        key = (
            *(own, cut.number, time if dies else 0, held, black),
            *((begun.chronicle, begun.rat) if story else ()),
        )
        if key not in self._most:
            own = replace(own, time=time % clouds if dies else 0, crossed=time >= clouds)
            own = replace(own, coins=held) if black else replace(own, sets=held)
            position = replace(
                begun,
                seats=tuple([own if number == self.seat else _NOBODY for number in range(len(begun.seats))]),
                chronicle=begun.chronicle if story else (0,) * len(begun.chronicle),
                rat=begun.rat if story else FAR,
                graves=0,
                **cut.offer,
            )
            best = self._best(position, verbs)
            self._most[key] = None if best is None else best - self.ends.count(position)
        return self._most[key]

    def _best(self, position: Position, verbs: dict[type, Any]) -> Value | None:
        seat = position.seats[self.seat]
        best: Value | None = None
        for kind, verb in verbs.items():
            if kind is Bailiff and trading(position, seat):
                continue
            moves = verb.moves(position, seat)
            for move in _alike(moves) if kind is Bailiff else moves:
                worth = self.units(self.after(position, move))
                if best is None or worth > best:
                    best = worth
        for move in ANYTIME[Plow].moves(position, seat):
            more = self._best(self.after(position, move), verbs)
            if more is not None and (best is None or more > best):
                best = more
        return best

    # --- what of a village matters -------------------------------------------------------------------------------

    def black(self, position: Position) -> tuple[Seat, int, dict[str, Any]]:
        """Say what a black banner of the position's value can use: village, clouds that it may take, and offer."""
        value, own, catalogue, game = position.value, position.seats[self.seat], position.catalogue, position.game
        there = own.villagers
        offer = dict(NOTHING_ON_OFFER)
        longest = catalogue.places["headman"].time
        row = school = woken = sells = False
        if there[ABBOT] and not own.church:
            offer["churches"] = tuple([card for card in position.churches if value in catalogue.churches[card].values])
            longest = max([longest, *[catalogue.churches[card].time for card in offer["churches"]]])
        elif there[ABBOT] and windows(position, own) < WINDOWS:
            shown = tuple([card if card and value in catalogue.monks[card].values else "" for card in position.monks])
            offer["monks"] = shown
            for card in filter(None, shown):
                monk = catalogue.monks[card]
                row, school = row or monk.effect == "bailiff", school or monk.effect == "school"
                woken, sells = woken or monk.effect == "headman", True
                longest = max(longest, monk.time + monk.amount * _bonus_time(position, monk.effect))
        if there[COUNCILMAN] and not own.hall:
            offer["halls"] = tuple([card for card in position.halls if value in catalogue.halls[card].values])
            longest = max([longest, *[catalogue.halls[card].time for card in offer["halls"]]])
        if there[COUNCILMAN] and not own.meeting and position.meetings and value in game.meeting.values:
            offer["meetings"], longest = 1, max(longest, game.meeting.time)
        if position.fields and value in game.field.values:
            offer["fields"], longest = 1, max(longest, game.field.time)
        if there[CRAFTSMAN]:
            crafts: list[tuple[str, ...]] = [()] * len(KINDS)
            for kind, card in game.crafts_at.get(value, ()):
                if not own.crafts[kind] and card in position.crafts[kind]:
                    crafts[kind], sells = (card,), True
                    longest = max(longest, catalogue.craft_kinds[KINDS[kind]].time)  # type: ignore[index]
            offer["crafts"] = tuple(crafts)
        place = len(own.travel)
        goes = there[TRAVELLER] and not at_end(position, own) and bool(position.travel_decks[place])
        if goes and value in catalogue.travel_stacks[LETTERS[place]].values:  # type: ignore[index]
            decks = list(offer["travel_decks"])
            decks[place] = position.travel_decks[place]
            offer["travel_decks"], sells = tuple(decks), True
            longest = max(longest, journey(position, own)[1])
        free = trading(position, own)
        if value in catalogue.places["bailiff"].values and not free:
            row = True
            longest = max(longest, *[price(position, number)[0] for number in range(1, MOST + 1)])
        if row and not free:
            open_ = sum(map(bool, position.customers))
            offer["customers"] = self.row[: min(open_, MOST)]
        if value in catalogue.places["hand"].values and not position.hand_back:
            offer |= {"hand_back": False, "hand_stories": position.hand_stories}
        sells = sells or bool(offer["churches"] or offer["halls"])
        area = any(catalogue.halls[card].effect == "area" for card in offer["halls"])
        comes = woken or own.headman == COIN
        own = replace(
            own,
            coins=0,
            time=0,
            customers=(),
            served=(game.customers[0],) * len(own.served) if area else (),
            tile="",
            sets=0,
            goods=own.goods if sells or self.swaps else (0,) * len(KINDS),
            jokers=own.jokers if sells or self.swaps else 0,
            fields=own.fields if sells or self.swaps else (False,) * len(own.fields),
            school=own.school if school else (False, False),
            tree=own.tree if comes or self.ends.story else 0,
            laborers=0,
            safe=0,
        )
        return own, longest, offer

    def white(self, position: Position) -> tuple[Seat, int, dict[str, Any]]:
        """Say what white banners of the position's value can use: village, clouds that they may take, no offer."""
        value, own, catalogue, game = position.value, position.seats[self.seat], position.catalogue, position.game
        school = value in shows(position, own, "school", catalogue.places["school"].values)
        sent = school and any(own.school)

        shown_now = showing(position, own)
        craftsman, council = sent or own.villagers[CRAFTSMAN], sent or own.villagers[COUNCILMAN]
        kinds = [craftsman and name in shown_now for name in KINDS]
        hall = council and "hall" in shown_now
        effect = catalogue.halls[own.hall].effect if hall else ""
        meeting = council and "meeting" in shown_now
        grown = [f"field{index + 1}" in shown_now for index in range(len(own.fields))]
        jokers = own.jokers + (catalogue.halls[own.hall].amount if effect == "guild" else 0)
        reach = [number + kind for number, kind in zip(own.goods, kinds, strict=True)]
        reach[PLOW] += sum(own.fields)
        wanted: Counter[str] = Counter()
        customers = []
        if sent or own.villagers[MERCHANT]:
            for card in own.customers:
                row = catalogue.customers[card]
                shown = shows(position, own, card, row.values)
                if (value in shown or not shown) and missing(reach, row.goods) <= jokers:
                    customers.append(card)
                    wanted.update(row.goods)
        longest = catalogue.places["school"].time if school else 0
        longest += sum([catalogue.customers[card].time for card in customers])
        longest += sum([time_of(position, own, name) for kind, name in zip(kinds, KINDS, strict=True) if kind])
        longest += sum([game.field.white_time for grows in grown if grows])
        longest += (time_of(position, own, "hall") if hall else 0) + (game.meeting.white_time if meeting else 0)
        swaps = self.swaps and not all(own.fields)
        plows = any(grown) or kinds[PLOW] or swaps
        area = effect == "area"
        tile = (
            own.tile if value in game.meeting.tile and own.tile not in own.customers else "meeting" if own.tile else ""
        )
        if own.tile in customers and value in game.meeting.tile:
            tile = own.tile
        goods = [
            number if kinds[kind] or wanted[GOODS[kind]] or (kind == PLOW and plows) else 0
            for kind, number in enumerate(own.goods)
        ]
        fields = own.fields if plows or wanted[GOODS[PLOW]] else (False,) * len(own.fields) if area else ()
        own = replace(
            own,
            coins=0,
            time=0,
            customers=tuple(sorted(customers)),
            served=(game.customers[0],) * len(own.served) if area else (),
            crafts=own.crafts
            if area
            else tuple([card if kind else "" for card, kind in zip(own.crafts, kinds, strict=True)]),
            goods=tuple(goods),
            jokers=own.jokers if customers or effect == "guild" or any(grown) or swaps else 0,
            fields=fields,
            sets=1 if meeting else 0,  # how many there are is said apart
            tile=tile,
            school=own.school if school else (False, False),
            headman=HOUSE,
            tree=own.tree if self.ends.story else 0,
            travel=own.travel if area else (),
            monks=("",) * len(own.monks) if area else (),
            church=own.church if area or self.ends.story else "",
            missions=(),
            laborers=0,
            safe=0,
        )
        return own, longest, NOTHING_ON_OFFER

    def all_black(self, village: Position) -> Position:
        """Cut a village down to what black banners of any value can use, coins aside: a first, quick key."""
        own = village.seats[self.seat]
        served = ("",) * len(own.served)
        own = replace(own, coins=0, time=0, customers=(), served=served, tile="", sets=0, laborers=0, safe=0)
        return self._alone(village, own, customers=tuple(["*" for card in village.customers if card]))

    def all_white(self, village: Position) -> Position:
        """Cut a village down to what white banners of any value can use, markers aside."""
        own = village.seats[self.seat]
        hall = village.catalogue.halls.get(own.hall)
        area = hall is not None and hall.effect == "area"
        customers = tuple([card for card in own.customers if servable(village, own, card)])
        own = replace(
            own,
            coins=0,
            time=0,
            customers=customers,
            tile="meeting" if own.tile in own.customers and own.tile not in customers else own.tile,
            served=("",) * len(own.served) if area else (),
            monks=("",) * len(own.monks) if area else (),
            travel=own.travel if area else (),
            church=own.church if area or self.ends.story else "",
            missions=(),
            sets=0,
            headman=HOUSE,
            laborers=0,
            safe=0,
        )
        return self._alone(village, own, **NOTHING_ON_OFFER)

    def _alone(self, village: Position, own: Seat, **changes: object) -> Position:
        """Return a village without others, and without what only those ask for who value stories."""
        if not self.ends.story:
            own = replace(own, tree=own.tree if "churches" not in changes else 0)
            changes["chronicle"] = (0,) * len(village.chronicle)
        seats = tuple([own if number == self.seat else _NOBODY for number in range(len(village.seats))])
        return replace(village, seats=seats, graves=0, **changes)


_NOBODY = Seat()


def _alike(moves: Iterable[Any]) -> list[Move]:
    """Keep one group of customers for each number of them."""
    return list({len(move.customers): move for move in moves}.values())


def _bonus_time(position: Position, effect: str) -> int:
    """Return the most time that the bonus of a monk takes."""
    if effect in ("headman", "school"):
        return position.catalogue.places[effect].time
    return max(price(position, number)[0] for number in (1, 2)) if effect == "bailiff" else 0
