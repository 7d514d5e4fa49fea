"""How much one more turn can bring at most, by the value of the dice: a quick bound, too high rather than too low.

It reads what lies on offer and stands in the village, but leaves out dice, time, and what a plow or a new card of the
same turn would change in prices.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.my_village.black import bill
from rules.my_village.market import shows
from rules.my_village.scoring import area_cards, windows
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
from rules.my_village.white import values_of

from .customers import missing

if TYPE_CHECKING:
    from .ends import Ends

VALUES = range(2, 13)
COME = 5  #: customers who come in a turn at most: four from the bailiff, one more by the Trade church


def hopes(position: Position, number: int) -> dict[int, int]:
    """Return for each banner value a number of points that one turn of a seat cannot exceed.

    Either one black banner (or the headman) or white ones; a death brings no points, and loses none in this bound.
    """
    seat = position.seats[number]
    best = dict.fromkeys(VALUES, seat.tree if seat.headman == COIN else 0)  # the headman comes home
    for values, points in black(position, number, seat):
        for value in values:
            best[value] = max(best[value], points)
    hired = max(0, taught(position, seat) - position.game.laborer)  # whose place is marked
    return {value: max(most, white(position, seat, value)) + hired for value, most in best.items()}


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


def black(position: Position, number: int, seat: Seat) -> Iterator[tuple[tuple[int, ...], int]]:
    """Go through the black banners that can be paid: their values, and what they can bring at most."""
    catalogue, game, there = position.catalogue, position.game, seat.villagers
    if there[ABBOT]:
        religion = counted(position, seat, "religion")
        if not seat.church:
            for card in position.churches:
                church = catalogue.churches[card]
                if bill(church.ways).payments(seat):
                    yield church.values, church.fame + windows_more(position, seat, card == game.abbey) + religion
        elif windows(position, seat) < WINDOWS:
            for card in filter(None, position.monks):
                monk = catalogue.monks[card]
                if bill(monk.ways).payments(seat):
                    yield monk.values, windows_more(position, seat, 1) + _bonus(position, seat, card) + religion
    if there[COUNCILMAN]:
        if not seat.hall:
            for card in position.halls:
                hall = catalogue.halls[card]
                if bill(hall.ways).payments(seat):
                    yield hall.values, hall.fame + mark(position, seat, card)
        if not seat.meeting and position.meetings:
            yield game.meeting.values, game.meeting.fame
    if position.fields:
        yield game.field.values, game.field.fame + counted(position, seat, "fields")
    if there[CRAFTSMAN] and (points := counted(position, seat, "crafts")):
        yield tuple(VALUES), points
    if there[TRAVELLER] and not at_end(position, seat) and journey(position, seat)[0].payments(seat):
        place = len(seat.travel)
        points = max([game.travel_fame[card] for card in position.travel_decks[place]], default=0)
        values = catalogue.travel_stacks[LETTERS[place]].values  # type: ignore[index]
        yield values, points + counted(position, seat, "travel")
    if position.hand != number:
        yield catalogue.places["hand"].values, game.hand


def _bonus(position: Position, seat: Seat, card: str) -> int:
    """Return what the bonus of a monk can bring at most."""
    row = position.catalogue.monks[card]
    if row.effect == "headman":
        home = seat.headman == COIN or row.amount > 1
        return seat.tree + position.catalogue.places["headman"].stories * (row.amount > 2) if home else 0
    return row.amount * taught(position, seat) if row.effect == "school" else 0


def white(position: Position, seat: Seat, value: int) -> int:
    """Return what white banners of a value can bring at most: customers, the hall's marker, a descendant."""
    school = value in shows(position, seat, "school", position.catalogue.places["school"].values)
    sent = school and any(seat.school)  # a descendant may take any place first

    def there(profession: int) -> bool:
        return sent or seat.villagers[profession]

    goods, jokers = list(seat.goods), seat.jokers
    total = taught(position, seat) if sent else 0
    for kind, name in enumerate(KINDS):
        if seat.crafts[kind] and there(CRAFTSMAN) and value in values_of(position, seat, name):
            goods[kind] += 1
    goods[PLOW] += sum(seat.fields)
    hall = there(COUNCILMAN) and bool(seat.hall) and value in values_of(position, seat, "hall")
    if hall and position.catalogue.halls[seat.hall].effect == "guild":
        jokers += position.catalogue.halls[seat.hall].amount
    served = 0
    if there(MERCHANT):
        rows = position.catalogue.customers
        for card in seat.customers:
            shown = shows(position, seat, card, rows[card].values)
            if (value in shown or not shown) and missing(goods, rows[card].goods) <= jokers:
                total += rows[card].fame
                served += 1
    total += served * counted(position, seat, "customers")
    if hall:
        total += mark(position, seat, seat.hall, served)
    return total


def utmost(position: Position, number: int, ends: Ends) -> int:
    """Return a number of units that neither this turn of a seat nor its next one can bring more than: a coarse bound.

    It needs no search, so that there is a bound from the start. Everything that a turn can bring is added up.
    """
    seat, game, catalogue = position.seats[number], position.game, position.catalogue
    places = catalogue.places
    stories = (
        1
        + game.meeting.stories
        + places["school"].stories
        + 2 * places["headman"].stories
        + max(map(max, game.chronicle))
    )
    stories += position.hand_stories + max(
        [row.amount for row in catalogue.monks.values() if row.effect == "stories"], default=0
    )
    amount = {effect: max([row.amount for row in catalogue.halls.values() if row.effect == effect], default=0)
              for effect in ("area", "population", "finance", "guild")}  # fmt: skip
    fames = sorted(
        [catalogue.customers[card].fame for card in (*position.customer_deck, *filter(None, position.customers))]
    )
    served = sum([catalogue.customers[card].fame for card in seat.customers]) + sum(fames[-COME:])
    window = max([after - before for before, after in pairwise(game.windows)])
    card = max(
        window + max([row.fame for row in catalogue.churches.values()], default=0),
        max([row.fame for row in catalogue.halls.values()], default=0),
        max([row.fame for row in catalogue.travel.values()], default=0),
        *(game.meeting.fame, game.field.fame, game.hand),
    )
    held = max([area_cards(seat, area) for area in AREAS]) + len(seat.customers) + COME + 1
    fame = (
        max(card, served)
        + seat.tree
        + 2 * stories
        + 2 * amount["area"] * held
        + amount["population"] * len(PROFESSIONS)
    )
    jokers = seat.jokers + 2 * amount["guild"]
    fields = (len(seat.fields) + 1) * (game.field.coins + game.field.plow)
    school = max([row.amount for row in catalogue.monks.values() if row.effect == "school"], default=0) + 1
    gains = dict.fromkeys(GOODS, 1) | {
        "coins": 1 + fields + amount["finance"],
        "plow": 1 + jokers,
        "jokers": amount["guild"],
        "stories": stories,
        "villagers": school + 1,
        "descendants": school,
        "customers": COME,
        "crafts": 1,
        "sets": 1,
        "clouds": game.clouds,
    }
    return ends.point * fame + sum([worth * gains[name] for name, worth in ends.worths.items() if name in gains])
