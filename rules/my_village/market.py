"""The market: the bailiff brings customers, the Trade church one more, and merchants serve them.

Source: rulebook pages 5 (bailiff), 8 (customers) and 9 (Trade church).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from rules.findings import Finding
from rules.wording import count

from . import naming as words
from .banners import BLACK, WHITE, Verb
from .black import drawn_from
from .catalogue import Cost
from .moves import Bailiff, Buy, Free, Move, Serve, Skip
from .outcomes import Reveal
from .payment import Bill, cannot_pay, spend
from .seats import needs, off_value, passed
from .steps import CHANCES, DECISIONS, Chance, Decision, finding, prepare, replace, settled, with_seat
from .values import ABBOT, MERCHANT, ROW, Position, Seat

MOST, MOST_BY_MONK = 4, 2  #: customers that the bailiff brings, and at a monk's word
NOBODY = "none"


def trading(position: Position, seat: Seat) -> bool:
    """Say whether the Trade church acts before the bailiff (rules church-trade, church-power)."""
    return seat.church == position.game.trade and seat.villagers[ABBOT]


def price(position: Position, number: int) -> tuple[int, int]:
    """Return time and coins for so many customers (rule bailiff-price)."""
    row = position.catalogue.bailiff[f"price_{number}"]
    return row.time, row.coins


# --- taking customers (rules bailiff-*) ----------------------------------------------------------------------------


def brought(position: Position, seat: Seat, most: int) -> tuple[Bailiff, ...]:
    """List the bailiff with each group of open customers that the seat can pay for."""
    numbers = tuple([number for number in range(1, most + 1) if price(position, number)[1] <= seat.coins])
    return _brought(position.customers, numbers)


@lru_cache(maxsize=4_096)
def _brought(customers: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[Bailiff, ...]:
    row = sorted([card for card in customers if card])
    return tuple([Bailiff(group) for number in numbers for group in combinations(row, number)])


def check_group(position: Position, seat: Seat, customers: tuple[str, ...], most: int) -> list[Finding]:
    """Refuse customers who are not open, and more than can be paid."""
    wrong = []
    names = [words.customer_name(position, card) for card in sorted(card for card in position.customers if card)]
    change = f"Choose among {words.joined(names)}." if names else ""
    for name in dict.fromkeys(customers):
        if not name or name not in position.customers:
            text = f"The {words.customer_name(position, name)} is no open customer."
            wrong.append(finding("bailiff-take", text, change))
        elif customers.count(name) > 1:
            text = f"The {words.customer_name(position, name)} is named {customers.count(name)} times."
            wrong.append(finding("bailiff-take", text, "Name each customer once."))
    number = len(customers)
    if not number:
        text = f"Customers are missing: take 1 to {most}."
        wrong.append(finding("bailiff-take", text, change, customers=number, most=most))
    elif number > most:
        text = f"{number} customers are named; take 1 to {most}."
        wrong.append(finding("bailiff-take", text, customers=number, most=most))
    elif list(customers) != sorted(customers):
        wrong.append(finding("bailiff-take", "Customers are named in alphabetical order.", "Bring them into it."))
    elif len(set(customers)) == number and (coins := price(position, number)[1]) > seat.coins:
        text = f"{number} customers cost {count(coins, 'coin')}, and you have {seat.coins}."
        wrong.append(finding("bailiff-price", text, "Take fewer.", coins=coins, there=seat.coins))
    return wrong


def taken(position: Position, number: int, customers: tuple[str, ...]) -> Position:
    """Take customers to the market and pay for them; the row is filled afterwards."""
    time, coins = price(position, len(customers))
    seat = position.seats[number]
    seat = passed(position, replace(seat, coins=seat.coins - coins), time)
    return moved(position, number, seat, customers)


def moved(position: Position, number: int, seat: Seat, customers: tuple[str, ...]) -> Position:
    """Move customers from the row to a seat."""
    row = tuple(["" if card in customers else card for card in position.customers])
    return with_seat(position, number, replace(seat, customers=(*seat.customers, *customers)), customers=row)


def bailiffs(position: Position, seat: Seat) -> Sequence[Move]:
    """List what the bailiff can be asked for."""
    if position.value not in position.catalogue.places["bailiff"].values:
        return []
    if trading(position, seat):
        return [Bailiff()]
    return brought(position, seat, MOST)


def check_bailiff(position: Position, seat: Seat, move: Bailiff) -> list[Finding]:
    """Refuse the bailiff at another value, and customers who cannot be taken."""
    # Who presses a customer has not thought of the bailiff: so the sentence says what he has to do with it.
    name = "The bailiff, who brings customers,"
    wrong = off_value(position, position.catalogue.places["bailiff"].values, name, "bailiff-value")
    return wrong + _check_group(position, seat, move, MOST)


def _check_group(position: Position, seat: Seat, move: Bailiff, most: int) -> list[Finding]:
    if not trading(position, seat):
        return check_group(position, seat, move.customers, most)
    if move.customers:
        text = "Your Trade church turns up one more customer first; you choose when you have seen that one."
        return [finding("church-trade", text, "Say bailiff alone.")]
    return []


def asks(position: Position, seat: Seat, most: int) -> tuple[str, ...]:
    """List the questions that the bailiff leaves to be settled, first those of the Trade church."""
    return ("extra", "free", "buy" if most == MOST else "buy/two", "refill") if trading(position, seat) else ("refill",)


def _bailiff(
    position: Position, number: int, customers: tuple[str, ...], most: int, rest: tuple[tuple[int, str], ...] = ()
) -> Position:
    """Ask the bailiff for at most so many customers; with the Trade church they are taken later."""
    seat = position.seats[number]
    if not trading(position, seat):
        position = taken(position, number, customers)
    return replace(position, pending=(*[(number, what) for what in asks(position, seat, most)], *rest))


def bailiff(position: Position, number: int, move: Bailiff) -> Position:
    """Ask the bailiff."""
    return _bailiff(position, number, move.customers, MOST)


BLACK[Bailiff] = Verb(bailiffs, check_bailiff, bailiff)


# --- the monk who sends to the bailiff (rule monk-bailiff) -----------------------------------------------------------


def monk_moves(position: Position) -> tuple[Move, ...]:
    """List the one or two customers that a monk brings, or to let them go."""
    seat = position.seats[position.pending[0][0]]
    if trading(position, seat):
        return (Bailiff(), Skip())
    return (*brought(position, seat, MOST_BY_MONK), Skip())


def check_monk_move(position: Position, move: Bailiff | Skip) -> list[Finding]:
    """Refuse customers that a monk does not bring."""
    if isinstance(move, Skip):
        return []
    return _check_group(position, position.seats[position.pending[0][0]], move, MOST_BY_MONK)


def monk_bailiff(position: Position, move: Bailiff | Skip) -> Position:
    """Take what a monk brings."""
    number = position.pending[0][0]
    rest = position.pending[1:]
    if isinstance(move, Skip):
        return replace(position, pending=rest)
    return _bailiff(position, number, move.customers, MOST_BY_MONK, rest)


DECISIONS["bonus/bailiff"] = Decision(
    "Your monk sends to the bailiff: take one or two customers at the usual price, or skip.",
    (Bailiff, Skip),
    monk_moves,
    check_monk_move,
    monk_bailiff,
)


# --- the Trade church (rules church-trade, church-free-only) ---------------------------------------------------------


def turn_up(position: Position, outcome: Reveal) -> Position:
    """Lay one more customer into the row."""
    deck = tuple([card for card in position.customer_deck if card != outcome.card])
    row = list(position.customers)
    if "" in row:
        row[row.index("")] = outcome.card
    else:
        row.append(outcome.card)
    return settled(position, customers=tuple(row), customer_deck=deck)


CHANCES["extra"] = Chance(lambda position: drawn_from("customer", position.customer_deck), turn_up, Reveal)


@prepare("extra")
def no_extra(position: Position) -> Position | None:
    """Turn up nobody where the stack is empty (rule bailiff-empty)."""
    return None if position.customer_deck else settled(position)


def free_moves(position: Position) -> tuple[Move, ...]:
    """List the customers who come for nothing, or nobody."""
    return (*[Free(card) for card in sorted(position.customers) if card], Free(NOBODY))


def check_free(position: Position, move: Free) -> list[Finding]:
    """Refuse a customer who is not open."""
    if move.customer == NOBODY or (move.customer and move.customer in position.customers):
        return []
    text = f"The {words.customer_name(position, move.customer)} is no open customer."
    return [finding("church-trade", text, "Choose an open one, or none.")]


def take_free(position: Position, move: Free) -> Position:
    """Take one customer for nothing."""
    number = position.pending[0][0]
    if move.customer != NOBODY:
        position = moved(position, number, position.seats[number], (move.customer,))
    return settled(position)


DECISIONS["free"] = Decision(
    "Your Trade church: take one open customer for nothing, or none.", (Free,), free_moves, check_free, take_free
)


def _register_buy(question: str, most: int) -> None:
    """Register the purchase that follows the free customer."""

    def moves(position: Position) -> tuple[Move, ...]:
        seat = position.seats[position.pending[0][0]]
        found: list[Move] = [Buy(move.customers) for move in brought(position, seat, most)]
        return (*found, Buy()) if position.game.options.free_customer_only or not found else tuple(found)

    def check(position: Position, move: Buy) -> list[Finding]:
        seat = position.seats[position.pending[0][0]]
        if move.customers:
            return check_group(position, seat, move.customers, most)
        if position.game.options.free_customer_only or not brought(position, seat, most):
            return []
        return [finding("church-free-only", "At least one customer must be bought after the free one.")]

    def buy(position: Position, move: Buy) -> Position:
        number = position.pending[0][0]
        return settled(taken(position, number, move.customers) if move.customers else position)

    DECISIONS[question] = Decision("Take further customers at the bailiff's price, or none.", (Buy,), moves, check, buy)


_register_buy("buy", MOST)
_register_buy("buy/two", MOST_BY_MONK)


# --- filling the row (rules bailiff-refill, bailiff-empty) -----------------------------------------------------------


def fill(position: Position, outcome: Reveal) -> Position:
    """Fill the first gap; the question stays until the row is full."""
    row = list(position.customers)
    row[row.index("")] = outcome.card
    deck = tuple([card for card in position.customer_deck if card != outcome.card])
    return replace(position, customers=tuple(row), customer_deck=deck)


CHANCES["refill"] = Chance(lambda position: drawn_from("customer", position.customer_deck), fill, Reveal)


@prepare("refill")
def filled(position: Position) -> Position | None:
    """Leave six places: close a gap beyond them, and end where the row is full or the stack empty.

    Where the Trade church turned up a seventh customer and nobody was taken, that one goes back into the stack.
    """
    row, deck = list(position.customers), position.customer_deck
    while len(row) > ROW:
        if "" in row:
            row.remove("")
        else:
            deck = tuple(sorted((*deck, row.pop())))
    if len(row) != len(position.customers):
        return replace(position, customers=tuple(row), customer_deck=deck)
    return None if "" in row and deck else settled(position)


# --- serving (rules customer-*) ------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _bill(goods: tuple[str, ...]) -> Bill:
    return Bill((Cost(0, goods),))  # type: ignore[arg-type]


def shows(position: Position, seat: Seat, banner: str, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values of a white banner, with those of the tile beside it (rule tile-values); none: any (rule
    white-joker-value). Beside a banner that shows 2 and 12 it has no effect (rule tile-no-effect)."""
    return (*values, *position.game.meeting.tile) if values and seat.tile == banner else values


def services(position: Position, seat: Seat) -> list[Move]:
    """List the own customers who show the value, with every way to pay."""
    if not seat.customers or not seat.villagers[MERCHANT]:
        return []
    rows = position.catalogue.customers
    return [
        Serve(card, pay)
        for card in dict.fromkeys(seat.customers)
        if position.value in (shown := shows(position, seat, card, rows[card].values)) or not shown
        for pay in _bill(rows[card].goods).payments(seat)
    ]


def check_serve(position: Position, seat: Seat, move: Serve) -> list[Finding]:
    """Refuse to serve a customer who cannot be served."""
    if move.customer not in seat.customers:
        rule = "customer-served" if move.customer in seat.served else "banner-area"
        said = "has been served already" if move.customer in seat.served else "is not in your market"
        text = f"The {words.customer_name(position, move.customer)} {said}."
        own = [f"the {words.customer_name(position, card)}" for card in dict.fromkeys(seat.customers)]
        change = f"Serve {words.joined(own, 'or')}." if own else "Your market holds no customer to serve."
        return [finding(rule, text, change)]
    row = position.catalogue.customers[move.customer]
    wrong = off_value(position, shows(position, seat, move.customer, row.values), row.name.en, "white-value")
    wrong += needs(position, seat, MERCHANT, "customer-villager")
    return wrong + cannot_pay(seat, _bill(row.goods), move.pay, "customer-goods")


def serve(position: Position, number: int, move: Serve) -> Position:
    """Pay the goods; the customer goes to the served ones, a tile beside him to the meeting place (rule tile-back)."""
    row = position.catalogue.customers[move.customer]
    seat = passed(position, spend(position.seats[number], _bill(row.goods), move.pay), row.time)
    left = tuple([card for card in seat.customers if card != move.customer])
    tile = "meeting" if seat.tile == move.customer else seat.tile
    seat = replace(seat, customers=left, served=(*seat.served, move.customer), tile=tile)
    return with_seat(position, number, seat, used=(*position.used, move.customer))


WHITE[Serve] = Verb(services, check_serve, serve)
