"""The nearest move of My Village that holds chosen parts and one more, legal or not.

A panel asks the rules why that move is not possible, and so can answer for every place of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from rules.my_village import moves
from rules.my_village.dice import coins, die, names_of
from rules.my_village.moves import Move
from rules.my_village.values import HEADMAN, PROFESSIONS, Position


def attempt(position: Position, chosen: Sequence[str], token: str) -> Move | None:
    """Return the nearest move that holds what is chosen and this part, legal or not; None where there is none."""
    if position.actor is None:
        return None
    tokens = [*chosen, token]
    kind, _, value = token.partition(":")
    bare: dict[str, Callable[[], Move]] = {
        "hand": moves.Hand,
        "meeting": moves.Meeting,
        "skip": moves.Skip,
        "done": moves.Done,
        "ward": lambda: moves.Ward(ward=True),
        "suffer": lambda: moves.Ward(ward=False),
        "keep": lambda: moves.Settle(again=False),
        "again": lambda: moves.Settle(again=True),
        "headman": lambda: moves.Headman(_way(position)),
        "bailiff": lambda: _bailiff(position, tokens),
        "field": moves.Field,
    }
    if token in bare:
        return bare[token]()
    single: dict[str, Callable[[str], Move]] = {
        "church": moves.Church,
        "monk": moves.Monk,
        "hall": moves.Hall,
        "craft": moves.Craft,
        "mark": moves.Mark,
        "beside": moves.Tile,
        "path": moves.Headman,
    }
    if kind in single:
        return single[kind](value)
    built: dict[str, Callable[[], Move | None]] = {
        "die": lambda: take(position, tokens),
        "value": lambda: take(position, tokens),
        "markers": lambda: take(position, tokens),
        "customer": lambda: _customer(position, tokens),
        "travel": lambda: moves.Travel(value, _pay(position, tokens, value)),
        "banner": lambda: _school(position, tokens) if value == "school" else moves.Use(value),
        "school": lambda: _school(position, tokens),
        "villager": lambda: _villager(position, tokens, value),
        "pay": lambda: _paying(position, tokens),
        "from": lambda: _plow(tokens),
        "field": lambda: _plow(tokens),
    }
    return built[kind]() if kind in built else None


def values(tokens: Iterable[str], kind: str) -> list[str]:
    """List what stands behind the tokens of one kind.

    >>> values(["die:w3", "value:7", "die:b1"], "die")
    ['w3', 'b1']
    """
    return [token.partition(":")[2] for token in tokens if token.startswith(f"{kind}:")]


# --- dice -----------------------------------------------------------------------------------------------------------


def take(position: Position, tokens: Sequence[str]) -> Move | None:
    """Return the take with the chosen dice and value; what is missing is filled in as cheaply as can be."""
    named = values(tokens, "die")
    pool = names_of(position.white, position.black)
    wanted = [int(value) for value in values(tokens, "value") if value.isdigit()]
    markers = sum(int(value) for value in values(tokens, "markers") if value.isdigit())
    if len(named) > 2:
        named = named[-2:] if not wanted else named[:2]
    best, fewest = None, 99
    for pair in combinations(pool, 2):
        if any(pair.count(name) < named.count(name) for name in named):
            continue
        faces = die(pair[0])[1], die(pair[1])[1]
        value = wanted[-1] if wanted else sum(faces)
        cost = coins(*faces, value, markers)
        if cost < fewest:
            best, fewest = moves.Take(pair, value, markers), cost
    if best is None and len(named) == 2:
        faces = die(named[0])[1], die(named[1])[1]
        best = moves.Take((named[0], named[1]), wanted[-1] if wanted else sum(faces), markers)
    return best


# --- black banners --------------------------------------------------------------------------------------------------


def _way(position: Position) -> str:
    """Return where the headman can go."""
    field = HEADMAN[position.seats[position.actor or 0].headman]
    return "house" if field == "coin" else "coin"


def _bailiff(position: Position, tokens: Sequence[str]) -> Move:
    """Return the bailiff with the chosen customers, or with the first that is open."""
    if any(isinstance(move, moves.Bailiff) and not move.customers for move in position.legal_moves()):
        return moves.Bailiff()
    named = values(tokens, "customer") or [card for card in position.customers if card][:1]
    return moves.Bailiff(tuple(sorted(named)))


def _customer(position: Position, tokens: Sequence[str]) -> Move:
    """Return what can be meant with a customer: serve him, take him, or take him free."""
    named = values(tokens, "customer")
    question = position.question
    if question == "free":
        return moves.Free(named[-1])
    if question.startswith("buy"):
        return moves.Buy(tuple(sorted(card for card in named if card != "none")))
    if named[-1] in position.customers:
        return moves.Bailiff(tuple(sorted(card for card in named if card in position.customers)))
    return moves.Serve(named[-1], _pay(position, tokens, named[-1]))


def _pay(position: Position, tokens: Sequence[str], what: str) -> tuple[str, ...]:
    """Return what is paid for a customer or a journey: what is chosen, filled up as a legal move does it."""
    named = Counter(values(tokens, "pay"))
    for move in position.legal_moves():
        if isinstance(move, moves.Serve | moves.Travel):
            target = move.customer if isinstance(move, moves.Serve) else move.letter
            if target == what and named <= Counter(move.pay):
                return move.pay
    return tuple(sorted(named.elements()))


def _paying(position: Position, tokens: Sequence[str]) -> Move | None:
    """Return the customer or the journey for which something is paid."""
    if customers := values(tokens, "customer"):
        return moves.Serve(customers[-1], tuple(sorted(values(tokens, "pay"))))
    if letters := values(tokens, "travel"):
        return moves.Travel(letters[-1], tuple(sorted(values(tokens, "pay"))))
    return None


# --- white banners --------------------------------------------------------------------------------------------------


def _school(position: Position, tokens: Sequence[str]) -> Move:
    """Return what can be done in the school with what is chosen."""
    seat = position.seats[position.actor or 0]
    how = (values(tokens, "school") or [""])[-1]
    places = values(tokens, "villager")
    if not how:
        how = "train" if not seat.school[0] and not places else "left" if seat.school[0] else "right"
    if how not in ("left", "right"):
        return moves.School(how)
    free = [name for name, there in zip(PROFESSIONS, seat.villagers, strict=True) if not there]
    return moves.School(how, (places or free or list(PROFESSIONS))[-1])


def _villager(position: Position, tokens: Sequence[str], profession: str) -> Move:
    """Return what can be meant with the place of a villager."""
    question = position.question
    if question == "dies":
        return moves.Die(profession)
    return moves.Laborer(profession) if question == "laborer" else _school(position, tokens)


def _plow(tokens: Sequence[str]) -> Move:
    """Return the plow that is put on a field."""
    fields = [int(value) for value in values(tokens, "field") if value.isdigit()]
    return moves.Plow((values(tokens, "from") or ["smithy"])[-1], (fields or [1])[-1])
