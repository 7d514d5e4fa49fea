"""Gains that need no answer: workers, silver, provisions, attributes, taxes, suspicion, debts.

A gain is a word (see ``catalogue/townsfolk.toml``). Gains wait in ``position.pending`` and are settled one after the
other, because a tax may bring an inquisition before the next one. Sources: rulebook pages 21 to 23 and 33.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from .catalogue import TAXES
from .outcomes import Suspicion
from .steps import CHANCES, COLLECT, Chance, is_opponent, opponent_of, pending, prepare, replace, with_seat
from .values import ATTRIBUTES, Position, Seat
from .workers import added

#: Gains that ask or draw, and so are not settled by :func:`collect`.
ASKING = frozenset({"pray", "recruit", "welcome", "workshop", "suspicion", "wall", "inquisition", "abilities"}
                   | {"judgement", "keep"})  # fmt: skip
NOTHING = ("", 0)  #: the ability of a seat whose paladin is not known, or has none yet


def able(position: Position, seat: Seat, ability: str) -> int:
    """Return the amount of a paladin's ability (1 if it has no number), or 0 without it (rule paladin-ability)."""
    name, amount = position.game.abilities.get(seat.paladin, NOTHING)
    return amount if name == ability else 0


def level(position: Position, seat: Seat, attribute: str) -> int:
    """Return an attribute with what the paladin lends to it this round (rule paladin-boost)."""
    own: int = getattr(seat, attribute)
    return own + position.game.boosts[attribute].get(seat.paladin, 0)


def ongoing(position: Position, seat: Seat, trigger: str) -> tuple[str, ...]:
    """List what the seat's townsfolk pay when ``trigger`` comes, card by card (rule townsfolk-ongoing)."""
    if not seat.townsfolk:
        return ()
    memory = position.game.memory
    key = (seat.townsfolk, trigger)
    found: tuple[str, ...] | None = memory.get(key)
    if found is None:
        cards = position.game.catalogue.townsfolk
        rows = [cards[card] for card in seat.townsfolk if card in cards]
        found = tuple(gain for row in rows if row.trigger == trigger for gain in row.ongoing)
        if len(memory) > 50_000:
            memory.clear()
        memory[key] = found
    return found


# --- gains without a question ------------------------------------------------------------------------------------


def collect(position: Position) -> Position:
    """Settle the pending gains of one seat up to one that asks, draws, or brings an inquisition."""
    waiting = position.pending
    number = waiting[0][0]
    seat = position.seats[number]
    more = ""
    silver, provisions = seat.silver, seat.provisions
    attributes = [seat.faith, seat.strength, seat.influence]
    suspicion, unpaid, paid = seat.suspicion, seat.unpaid, seat.paid
    tax, out, cap = position.tax, position.suspicion_out, position.game.cap
    front: tuple[tuple[int, str], ...] = ()
    done = 0
    for owner, gain in waiting:
        if owner != number or gain in ASKING or "/" in gain:
            break
        done += 1
        if len(gain) == 1:
            more += gain
            if gain == "X":  # rule criminal-suspicion: each Criminal brings one card, settled before the next gain
                front = ((number, "suspicion"),)
                break
        elif gain == "silver":
            silver += 1
        elif gain == "provision":
            provisions += 1
        elif gain in ATTRIBUTES:
            index = ATTRIBUTES.index(gain)
            attributes[index] = min(cap, attributes[index] + 1)  # rule attribute-cap
        elif gain == "pardon":
            if suspicion:  # rule suspicion-discard
                out = counted(position, out, suspicion[-1:])
                suspicion = suspicion[:-1]
        elif amount := TAXES.get(gain, 0):
            silver += amount  # rule tax-short: what the tax supply lacks comes from the general supply
            tax -= min(amount, tax)
            if not tax:  # rule inquisition-when
                front = ((number, "inquisition"),)
                break
        elif gain == "settle":
            if unpaid:  # rule debt-settle
                unpaid, paid = unpaid - 1, paid + 1
                if reward := ongoing(position, seat, "settle"):
                    front = pending(number, reward)
                    break
        elif gain == "destroy":
            unpaid -= unpaid > 0  # rule debt-destroy
        elif gain == "debt":
            unpaid += 1
        else:
            front = pending(number, gain.split("+"))
            break
    seat = replace(
        seat,
        workers=added(seat.workers, more),
        silver=silver,
        provisions=provisions,
        faith=attributes[0],
        strength=attributes[1],
        influence=attributes[2],
        suspicion=suspicion,
        unpaid=unpaid,
        paid=paid,
    )
    return with_seat(position, number, seat, tax=tax, suspicion_out=out, pending=front + waiting[done:])


COLLECT[False] = collect


def counted(position: Position, out: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Add suspicion cards to the discard pile, counted by value."""
    values = position.game.suspicion_values
    return tuple([number + cards.count(value) for value, number in zip(values, out, strict=True)])


# --- suspicion cards (rules criminal-suspicion, suspicion-tax, suspicion-reshuffle) ---------------------------------


def suspicion_deck(position: Position) -> tuple[int, ...]:
    """Count the unseen suspicion cards by value."""
    held: tuple[int, ...] = ()
    for seat in position.seats:
        held += seat.suspicion
    if position.opponent is not None:
        held += position.opponent.suspicion
    game = position.game
    return tuple(
        [
            copies - out - held.count(value)
            for value, copies, out in zip(
                game.suspicion_values, game.suspicion_copies, position.suspicion_out, strict=True
            )
        ]
    )


def suspicion_left(position: Position) -> int:
    """Count the unseen suspicion cards."""
    held = sum([len(seat.suspicion) for seat in position.seats])
    if position.opponent is not None:
        held += len(position.opponent.suspicion)
    return position.game.suspicion_cards - held - sum(position.suspicion_out)


@prepare("suspicion")
def ready_suspicion(position: Position) -> Position | None:
    """Shuffle the discard pile when the deck is empty; if that is empty too, an inquisition comes first."""
    if suspicion_left(position):
        return None
    if any(position.suspicion_out):
        return replace(position, suspicion_out=(0,) * len(position.suspicion_out))
    return replace(position, pending=((position.pending[0][0], "inquisition"), *position.pending))


@lru_cache(maxsize=4_096)
def _suspicions(values: tuple[int, ...], counts: tuple[int, ...]) -> tuple[tuple[Suspicion, Fraction], ...]:
    total = sum(counts)
    return tuple(
        (Suspicion(value), Fraction(count, total)) for value, count in zip(values, counts, strict=True) if count
    )


def suspicions(position: Position) -> tuple[tuple[Suspicion, Fraction], ...]:
    """List the values that the next card may have."""
    return _suspicions(position.game.suspicion_values, suspicion_deck(position))


def suspicion_possible(position: Position, drawn: Suspicion) -> bool:
    """Say whether a card of this value is left in the deck."""
    values = position.game.suspicion_values
    return drawn.tax in values and suspicion_deck(position)[values.index(drawn.tax)] > 0


def take_suspicion(position: Position, drawn: Suspicion) -> Position:
    """Lay the card down; its tax is taken at once."""
    number = position.pending[0][0]
    rest = position.pending[1:]
    if drawn.tax:
        rest = ((number, f"tax{drawn.tax}"), *rest)
    if is_opponent(position, number):
        opponent = opponent_of(position)
        opponent = replace(opponent, suspicion=(*opponent.suspicion, drawn.tax))
        return replace(position, opponent=opponent, pending=rest)
    seat = position.seats[number]
    return with_seat(position, number, replace(seat, suspicion=(*seat.suspicion, drawn.tax)), pending=rest)


CHANCES["suspicion"] = Chance(suspicions, take_suspicion, Suspicion, suspicion_possible)
