"""The course of a round: cards of the round, paladins, taverns, and the board's reset at its end.

Sources: rulebook pages 6 to 11; solo pages 26 to 27 and 31.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations

from rules.findings import Finding

from . import naming
from .moves import ChoosePaladin, Move, TakeTavern
from .outcomes import Paladins, Reveal
from .right import deck_outcomes, without
from .steps import CHANCES, DECISIONS, Chance, Decision, automatic, finding, pending, replace, turn_order, with_seat
from .values import INDEX, LEFT, OPPONENT, ROUNDS, Position, Seat
from .workers import added

HAND = 3

# --- rows of townsfolk and outsiders (rules reset-townsfolk, reset-outsiders) --------------------------------------


def slid(row: tuple[str, ...], *, right: bool) -> tuple[str, ...]:
    """Close the gaps of a row.

    >>> slid(("a", "", "b", "", ""), right=True)
    ('', '', '', 'a', 'b')
    """
    cards = tuple([card for card in row if card])
    gap = ("",) * (len(row) - len(cards))
    return gap + cards if right else cards + gap


@automatic("welcome_end")
def welcome_end(position: Position) -> Position:
    """Close the gaps after the first recruits; nothing is discarded (rule setup-refill)."""
    return replace(position, townsfolk=slid(position.townsfolk, right=True), step="fill")


@automatic("fill")
def fill(position: Position) -> Position:
    """Fill the rows card by card as long as there are cards (rule reset-no-shuffle)."""
    if "" in position.townsfolk and position.townsfolk_deck:
        return replace(position, step="townsfolk_card")
    if "" in position.outsiders and position.outsider_deck:
        return replace(position, step="outsider_card")
    return replace(position, step="round")


def fill_townsfolk(position: Position, drawn: Reveal) -> Position:
    """Lay a card on the rightmost gap."""
    row = list(position.townsfolk)
    row[max(index for index, card in enumerate(row) if not card)] = drawn.card
    deck = without(position.townsfolk_deck, drawn.card)
    return replace(position, townsfolk=tuple(row), townsfolk_deck=deck, step="fill")


def fill_outsiders(position: Position, drawn: Reveal) -> Position:
    """Lay a card on the leftmost gap."""
    row = list(position.outsiders)
    row[row.index("")] = drawn.card
    deck = without(position.outsider_deck, drawn.card)
    return replace(position, outsiders=tuple(row), outsider_deck=deck, step="fill")


CHANCES["townsfolk_card"] = Chance(
    lambda position: deck_outcomes("townsfolk", position.townsfolk_deck),
    fill_townsfolk,
    Reveal,
    lambda position, drawn: drawn.pile == "townsfolk" and drawn.card in position.townsfolk_deck,
)
CHANCES["outsider_card"] = Chance(
    lambda position: deck_outcomes("outsider", position.outsider_deck),
    fill_outsiders,
    Reveal,
    lambda position, drawn: drawn.pile == "outsider" and drawn.card in position.outsider_deck,
)


@automatic("reset")
def reset(position: Position) -> Position:
    """Reset the board for the next round, or end the game after the seventh (rules reset-*, game-end)."""
    if position.round == ROUNDS:
        return replace(position, step="over")
    gone = 1 if position.opponent is None else 2  # rule solo-reset
    townsfolk = position.townsfolk[:-gone] + ("",) * gone
    outsiders = ("",) * gone + position.outsiders[gone:]
    opponent = position.opponent
    if opponent is not None:
        opponent = replace(opponent, placed=(0,) * 12, workers=0, resting=False)
    seats = [
        replace(seat, paladin="", used=(*seat.used, seat.paladin) if seat.paladin else seat.used)
        for seat in position.seats
    ]
    return replace(
        position,
        round=position.round + 1,
        step="fill",
        start=(position.start + 1) % len(seats),  # rule round-start
        seats=tuple(seats),
        townsfolk=slid(townsfolk, right=True),
        outsiders=slid(outsiders, right=False),
        taverns=(),
        guests=(),
        hired=("",) * len(position.favours),
        opponent=opponent,
    )


# --- cards of the round (rules round-cards, tavern-cards) ---


@automatic("round")
def begin_round(position: Position) -> Position:
    """Reveal an order in rounds 1 to 3, a favour in rounds 3 to 7, then tavern cards."""
    if position.round <= 3 and len(position.orders) < position.round:
        return replace(position, step="order")
    if position.round >= 3 and len(position.favours) < position.round - 2:
        return replace(position, step="favour_card")
    return replace(position, step="taverns")


def unseen(position: Position, pile: str) -> tuple[str, ...]:
    """List the orders or favours that do not lie open."""
    if pile == "order":
        return tuple([card for card in sorted(position.game.catalogue.orders) if card not in position.orders])
    return tuple([card for card in sorted(position.game.catalogue.favours) if card not in position.favours])


def reveal_order(position: Position, drawn: Reveal) -> Position:
    """Turn the order up; solo, the workshop on it goes to the opponent's board (rule solo-round)."""
    position = replace(position, orders=(*position.orders, drawn.card), step="round")
    opponent = position.opponent
    if opponent is None:
        return position
    index = INDEX[position.game.catalogue.orders[drawn.card].action] - LEFT
    masks = list(opponent.workshops)
    masks[index] = min(2, masks[index] + 1)
    return replace(position, opponent=replace(opponent, workshops=tuple(masks)))


def reveal_favour(position: Position, drawn: Reveal) -> Position:
    """Turn the favour up; solo, the scheme card on it goes to the discard pile (rule solo-round)."""
    opponent = position.opponent
    if opponent is not None:
        opponent = replace(opponent, schemes_out=tuple(sorted((*opponent.schemes_out, "favour"))))
    return replace(
        position,
        favours=(*position.favours, drawn.card),
        hired=(*position.hired, ""),
        step="round",
        opponent=opponent,
    )


CHANCES["order"] = Chance(
    lambda position: deck_outcomes("order", unseen(position, "order")),
    reveal_order,
    Reveal,
    lambda position, drawn: drawn.pile == "order" and drawn.card in unseen(position, "order"),
)
CHANCES["favour_card"] = Chance(
    lambda position: deck_outcomes("favour", unseen(position, "favour")),
    reveal_favour,
    Reveal,
    lambda position, drawn: drawn.pile == "favour" and drawn.card in unseen(position, "favour"),
)


@automatic("taverns")
def more_taverns(position: Position) -> Position:
    """Reveal one tavern card more than there are players; an empty deck is made from the discard pile."""
    if len(position.taverns) > len(position.seats):
        return replace(position, step="draw", queue=turn_order(position))
    if not position.tavern_deck:
        deck = tuple([card for card in position.game.taverns if card not in position.taverns])
        return replace(position, tavern_deck=deck, step="tavern_card")
    return replace(position, step="tavern_card")


def reveal_tavern(position: Position, drawn: Reveal) -> Position:
    """Turn a tavern card up."""
    return replace(
        position,
        taverns=(*position.taverns, drawn.card),
        guests=(*position.guests, -1),
        tavern_deck=without(position.tavern_deck, drawn.card),
        step="taverns",
    )


CHANCES["tavern_card"] = Chance(
    lambda position: deck_outcomes("tavern", position.tavern_deck),
    reveal_tavern,
    Reveal,
    lambda position, drawn: drawn.pile == "tavern" and drawn.card in position.tavern_deck,
)

# --- paladins (rules paladin-draw, paladin-choose) -------------------------------------------------------------------


def paladin_pool(position: Position, seat: Seat) -> tuple[str, ...]:
    """List the paladins that may lie in the part of the deck that nobody has seen."""
    known = (*seat.used, *seat.hand, *seat.under, seat.top, seat.paladin)
    return tuple([card for card in position.game.paladins if card not in known])


def pool_size(position: Position, seat: Seat) -> int:
    """Count the cards in that part; in a view more paladins may lie there than there are cards."""
    known = (*seat.used, *seat.hand, *seat.under, *filter(None, (seat.top, seat.paladin)))
    return len(position.game.paladins) - len(known)


def to_draw(position: Position, seat: Seat) -> int:
    """Count the cards that chance deals from that part: what the known top card leaves to three."""
    return min(HAND - bool(seat.top), pool_size(position, seat))


@automatic("draw")
def draw(position: Position) -> Position:
    """Let every seat draw three cards: chance deals unless the whole unseen part is drawn."""
    if not position.queue:
        return replace(position, step="paladin", queue=turn_order(position))
    seat = position.seats[position.queue[0]]
    pool = paladin_pool(position, seat)
    if len(pool) > to_draw(position, seat) > 0:
        return replace(position, step="paladins")
    return dealt(position, pool)


def dealt(position: Position, cards: tuple[str, ...]) -> Position:
    """Put drawn cards, the known top card, and known cards from below into the hand."""
    number = position.queue[0]
    seat = position.seats[number]
    hand = (*cards, *((seat.top,) if seat.top else ()))
    below = HAND - len(hand)
    hand += seat.under[:below]
    seat = replace(seat, hand=tuple(sorted(hand)), top="", under=seat.under[below:])
    return with_seat(position, number, seat, queue=position.queue[1:], step="draw")


@lru_cache(maxsize=64)
def _deals(number: int, pool: tuple[str, ...], size: int) -> tuple[tuple[Paladins, Fraction], ...]:
    hands = tuple(Paladins(number, cards) for cards in combinations(pool, size))
    chance = Fraction(1, len(hands))
    return tuple((hand, chance) for hand in hands)


def deals(position: Position) -> tuple[tuple[Paladins, Fraction], ...]:
    """List the cards that the seat in line may draw."""
    seat = position.seats[position.queue[0]]
    return _deals(position.queue[0], paladin_pool(position, seat), to_draw(position, seat))


def deal_possible(position: Position, drawn: Paladins) -> bool:
    """Say whether these cards can be drawn."""
    seat = position.seats[position.queue[0]]
    pool = paladin_pool(position, seat)
    cards = drawn.cards
    size = to_draw(position, seat)
    return (
        drawn.seat == position.queue[0]
        and len(cards) == size
        and list(cards) == sorted(set(cards))
        and all(card in pool for card in cards)
    )


CHANCES["paladins"] = Chance(deals, lambda position, drawn: dealt(position, drawn.cards), Paladins, deal_possible)


@lru_cache(maxsize=4_096)
def _choices(hand: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(dict.fromkeys(ChoosePaladin(*cards) for cards in permutations(hand)))


def paladin_moves(position: Position) -> tuple[Move, ...]:
    """List who is used, kept on top and put below."""
    return _choices(position.seats[position.queue[0]].hand)


def check_paladin(position: Position, move: ChoosePaladin) -> list[Finding]:
    """Refuse cards that are not the three in hand."""
    hand = position.seats[position.queue[0]].hand
    if sorted((move.use, move.top, move.under)) == sorted(hand):
        return []
    text = "One of your three paladins is used, one goes on top of the deck, one below it."
    names = naming.joined([naming.paladin_name(position, card) for card in hand])
    return [finding("paladin-choose", text, f"Your three are {names}.")]


def choose_paladin(position: Position, move: ChoosePaladin) -> Position:
    """Lay the cards down; they are turned up when all have chosen."""
    number = position.queue[0]
    seat = position.seats[number]
    seat = replace(seat, hand=(), paladin=move.use, top=move.top, under=(*seat.under, move.under))
    queue = position.queue[1:]
    return with_seat(position, number, seat, queue=queue, step="paladin" if queue else "revealed")


DECISIONS["paladin"] = Decision(
    "Choose which of three paladins you use, keep on top, and put below.",
    (ChoosePaladin,),
    paladin_moves,
    check_paladin,
    choose_paladin,
)


@automatic("revealed")
def revealed(position: Position) -> Position:
    """Turn the paladins up; each brings two workers (rule paladin-workers)."""
    rows = position.game.catalogue.paladins
    seats = tuple(
        replace(seat, workers=added(seat.workers, rows[seat.paladin].workers)) if seat.paladin in rows else seat
        for seat in position.seats
    )
    return replace(position, seats=seats, step="tavern", queue=turn_order(position))


# --- taverns (rule tavern-choose) -------------------------------------------------------------------------------------


@lru_cache(maxsize=4_096)
def _taverns(cards: tuple[str, ...], guests: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(TakeTavern(card) for card, guest in zip(cards, guests, strict=True) if guest < 0)


def tavern_moves(position: Position) -> tuple[Move, ...]:
    """List the cards that nobody has taken."""
    return _taverns(position.taverns, position.guests)


def check_tavern(position: Position, move: TakeTavern) -> list[Finding]:
    """Refuse a card that does not lie open, or is taken."""
    free = [card for card, guest in zip(position.taverns, position.guests, strict=True) if guest < 0]
    if move.card in free:
        return []
    text = f"No open tavern card that nobody has taken has {naming.tavern_name(position, move.card)}."
    cards = "; ".join(naming.tavern_name(position, card) for card in free)
    return [finding("tavern-choose", text, f"Choose one of those with: {cards}.")]


def take_tavern(position: Position, move: TakeTavern) -> Position:
    """Take the workers; Criminals come one at a time."""
    number = position.queue[0]
    place = position.taverns.index(move.card)
    guests = (*position.guests[:place], number, *position.guests[place + 1 :])
    queue = position.queue[1:]
    gains = pending(number, position.game.catalogue.taverns[move.card].workers)
    return replace(position, guests=guests, queue=queue, pending=gains, step="tavern" if queue else "taverns_end")


DECISIONS["tavern"] = Decision("Choose a tavern card.", (TakeTavern,), tavern_moves, check_tavern, take_tavern)


@automatic("taverns_end")
def taverns_end(position: Position) -> Position:
    """Begin the turns. Solo, the opponent gets its workers, and suspicion for Criminals on the card left over."""
    opponent = position.opponent
    waits: tuple[tuple[int, str], ...] = ()
    if opponent is not None:
        left = position.taverns[position.guests.index(-1)]
        criminals = position.game.catalogue.taverns[left].workers.count("X")
        waits = ((OPPONENT, "suspicion"),) * criminals  # rule solo-taverns
        opponent = replace(opponent, workers=position.round + 3)  # rule solo-workers
    return replace(position, step="action", queue=turn_order(position), pending=waits, opponent=opponent)
