"""Journeys: travel cards in alphabetical order, their grey banners, and the Mission church.

Source: rulebook page 9.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.findings import Finding

from .banners import BLACK, Verb
from .black import drawn_from
from .catalogue import Cost
from .moves import Move, Settle, Travel
from .outcomes import Reveal
from .payment import NOTHING, Bill, cannot_pay, spend
from .seats import needs, off_value, passed
from .steps import CHANCES, DECISIONS, Chance, Decision, finding, replace, settled, with_seat
from .values import ABBOT, LETTERS, TRAVELLER, UNKNOWN, Position, Seat


@lru_cache(maxsize=512)
def _bill(ways: tuple[Cost, ...], grey: Cost) -> Bill:
    return Bill(ways, grey)


def journey(position: Position, seat: Seat) -> tuple[Bill, int]:
    """Return what the next journey costs: goods and coins, and time; the grey banner of the last card included."""
    row = position.catalogue.travel_stacks[LETTERS[len(seat.travel)]]  # type: ignore[index]
    if not seat.travel:
        return _bill(row.ways, NOTHING), row.time
    last = position.catalogue.travel[seat.travel[-1]]
    return _bill(row.ways, Cost(last.coins, last.goods)), row.time + last.time


def at_end(position: Position, seat: Seat) -> bool:
    """Say whether the journey has ended: after E, or at the chapel (rule travel-end)."""
    return len(seat.travel) == len(LETTERS) or (bool(seat.travel) and position.catalogue.travel[seat.travel[-1]].ends)


def journeys(position: Position, seat: Seat) -> list[Move]:
    """List the next journey with every way to pay for it."""
    if at_end(position, seat) or not seat.villagers[TRAVELLER]:
        return []
    place = len(seat.travel)
    letter = LETTERS[place]
    if position.value not in position.catalogue.travel_stacks[letter].values:  # type: ignore[index]
        return []
    if not position.travel_decks[place]:
        return []
    return [Travel(letter, pay) for pay in journey(position, seat)[0].payments(seat)]


def check_travel(position: Position, seat: Seat, move: Travel) -> list[Finding]:
    """Refuse a journey that cannot be made."""
    if move.letter not in LETTERS:
        return [finding("travel-order", f"There is no journey {move.letter}.", "They are A to E.")]
    wrong = needs(position, seat, TRAVELLER, "travel-villager")
    row = position.catalogue.travel_stacks[move.letter]  # type: ignore[index]
    wrong = off_value(position, row.values, row.name.en, "banner-value") + wrong
    if at_end(position, seat):
        return [*wrong, finding("travel-end", "Your journey has ended: after your last card there is no other.")]
    due = len(seat.travel)
    place = LETTERS.index(move.letter)
    if place < due:
        text = f"You have a card {move.letter.upper()} already, and there may be one of each letter."
        return [*wrong, finding("travel-one", text, f"The next one is {LETTERS[due].upper()}.")]
    if place > due:
        text = f"Journeys are made in alphabetical order; the next one is {LETTERS[due].upper()}."
        return [*wrong, finding("travel-order", text, f"Travel {LETTERS[due].upper()} first.")]
    if not position.travel_decks[place]:
        return [*wrong, finding("cards-limited", f"No card {move.letter.upper()} is left.")]
    cost = journey(position, seat)[0]
    rule = "travel-grey" if cost.payments(seat) == () and _bill(row.ways, NOTHING).payments(seat) else "banner-cost"
    return wrong + cannot_pay(seat, cost, move.pay, rule)


def travel(position: Position, number: int, move: Travel) -> Position:
    """Pay for the journey; the light side of the card is seen then (rule travel-top)."""
    seat = position.seats[number]
    cost, time = journey(position, seat)
    seat = passed(position, spend(seat, cost, move.pay), time)
    return with_seat(position, number, seat, pending=((number, f"travel/{move.letter}"),))


BLACK[Travel] = Verb(journeys, check_travel, travel)


def looks(position: Position, seat: Seat, letter: str) -> bool:
    """Say whether the Mission church lets its owner look at a card of a letter (rules church-mission, church-power)."""
    return seat.church == position.game.mission and seat.villagers[ABBOT] and letter not in seat.missions


def _laid(position: Position, number: int, place: int, card: str) -> Position:
    """Lay a travel card in the village."""
    seat = position.seats[number]
    deck = tuple([other for other in position.travel_decks[place] if other != card])
    decks = (*position.travel_decks[:place], deck, *position.travel_decks[place + 1 :])
    seat = replace(seat, travel=(*seat.travel, card))
    return with_seat(settled(position), number, seat, travel_decks=decks, drawn="")


def _register_stack(place: int, letter: str) -> None:
    """Register the chance node that shows the light side of the top card of a letter."""

    def outcomes(position: Position) -> tuple[tuple[Reveal, Fraction], ...]:
        deck = position.travel_decks[place]
        # A card that was put back lies under the others, so it comes again only where it is alone.
        others = tuple([card for card in deck if card != position.drawn])
        return drawn_from("travel", others or deck)

    def show(position: Position, outcome: Reveal) -> Position:
        number = position.pending[0][0]
        seat = position.seats[number]
        if looks(position, seat, letter) and not position.drawn:
            return replace(position, pending=((number, "journey"), *position.pending[1:]), drawn=outcome.card)
        return _laid(position, number, place, outcome.card)

    CHANCES[f"travel/{letter}"] = Chance(outcomes, show, Reveal)


for _place, _letter in enumerate(LETTERS):
    _register_stack(_place, _letter)


def decide(position: Position, move: Settle) -> Position:
    """Lay the card that was looked at, or put it under its stack and take the next (rule church-mission)."""
    number = position.pending[0][0]
    seat = position.seats[number]
    place = len(seat.travel)
    if not move.again and position.drawn != UNKNOWN:
        return _laid(position, number, place, position.drawn)
    if move.again:
        seat = replace(seat, missions=tuple(sorted((*seat.missions, LETTERS[place]))))
    # To another seat the card that is kept is as unknown as the next one: in its view chance says which it was.
    pending = ((number, f"travel/{LETTERS[place]}"), *position.pending[1:])
    return with_seat(position, number, seat, pending=pending)


DECISIONS["journey"] = Decision(
    "Keep this travel card, or put it under its stack and take the next one?",
    (Settle,),
    lambda position: (Settle(again=False), Settle(again=True)),
    lambda position, move: [],
    decide,
)
