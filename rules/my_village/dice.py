"""Step I of a turn: two dice of the pool make a banner value.

Source: rulebook pages 4 (step I) and 10 (the markers of the meeting place).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from rules.findings import Finding
from rules.wording import count

from .moves import Move, Take
from .seats import passed
from .steps import DECISIONS, Decision, finding, replace, with_seat
from .values import Position, Seat

LOWEST, HIGHEST = 1, 6  #: faces of a die
COLOURS = {"w": "white", "b": "black"}


@cache
def die(name: str) -> tuple[str, int]:
    """Return colour and face of a die by its name; both empty for what is none.

    >>> die("b4"), die("w9")
    (('black', 4), ('', 0))
    """
    if len(name) == 2 and name[0] in COLOURS and name[1] in "123456":
        return COLOURS[name[0]], int(name[1])
    return "", 0


@cache
def coins(first: int, second: int, value: int, markers: int) -> int:
    """Count the coins that turn two faces into a value after ``markers`` dice have been set to any face.

    >>> coins(1, 4, 3, 0), coins(1, 4, 11, 1), coins(1, 4, 12, 1), coins(1, 1, 12, 2)
    (2, 1, 2, 0)
    """
    if markers <= 0:
        return abs(value - first - second)
    if markers >= 2:
        return 0
    kept = (first, second)
    return min(max(0, value - face - HIGHEST, LOWEST - (value - face)) for face in kept)


@lru_cache(maxsize=4_096)
def price(move: Take) -> tuple[int, int]:
    """Count what two dice cost besides markers: the coins that make their value, and how many of them are black.

    >>> price(Take(("w1", "b4"), 3)), price(Take(("b1", "b1"), 12, 2))
    ((2, 1), (0, 2))
    """
    first, second = (die(name) for name in move.dice)
    black = (first[0] == COLOURS["b"]) + (second[0] == COLOURS["b"])
    return coins(first[1], second[1], move.value, move.markers), black


@cache
def _ways(first: str, second: str, purse: int, sets: int) -> tuple[Take, ...]:
    """List what two dice may become with so many coins and markers (rules dice-coins, dice-markers)."""
    faces = die(first)[1], die(second)[1]
    found = []
    for value in range(2 * LOWEST, 2 * HIGHEST + 1):
        fewest = None
        for markers in range(sets + 1):
            cost = coins(*faces, value, markers)
            if fewest is not None and cost >= fewest:
                continue
            fewest = cost
            if cost <= purse:
                found.append(Take((first, second), value, markers))
    return tuple(found)


@lru_cache(maxsize=65_536)
def _pairs(white: tuple[int, ...], black: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """List the pairs of dice of a pool, each once."""
    names = names_of(white, black)
    pairs = ((first, second) for index, first in enumerate(names) for second in names[index + 1 :])
    return tuple(dict.fromkeys(pairs))


def names_of(white: tuple[int, ...], black: tuple[int, ...]) -> list[str]:
    """Name the dice of a pool: white before black, then by face.

    >>> names_of((1, 4), (2,))
    ['w1', 'w4', 'b2']
    """
    return [f"w{face}" for face in white] + [f"b{face}" for face in black]


def _means(seat: Seat) -> tuple[int, int]:
    """Return coins and markers as far as they matter: so few different answers can be remembered."""
    return min(seat.coins, 2 * (HIGHEST - LOWEST)), min(seat.sets, 2)


def takes(position: Position) -> tuple[Move, ...]:
    """List the pairs of dice with every value that the acting seat can make of them.

    Markers of the meeting place can be returned without the councilman too (rule marker-stays).
    """
    seat = position.seats[position.acting]
    purse, sets = _means(seat)
    found: list[Move] = []
    for first, second in _pairs(position.white, position.black):
        found += _ways(first, second, purse, sets)
    return tuple(found)


def check_take(position: Position, move: Take) -> list[Finding]:
    """Refuse dice that do not lie in the pool, and values that cannot be made of them."""
    seat = position.seats[position.acting]
    if move.dice in _pairs(position.white, position.black) and move in _ways(*move.dice, *_means(seat)):
        return []  # the usual case, without the cost of looking for reasons
    names = names_of(position.white, position.black)
    wrong = list(_dice_findings(names, move.dice))
    possible = 2 * LOWEST <= move.value <= 2 * HIGHEST
    if not possible:
        text = f"Two dice cannot make {move.value}: each shows {LOWEST} to {HIGHEST}."
        wrong.append(finding("dice-limits", text, "Make a value from 2 to 12.", value=move.value))
    if not 0 <= move.markers <= min(seat.sets, 2):
        text = f"{count(move.markers, 'marker')} of the meeting place cannot be returned: you have {seat.sets} there."
        if move.markers > 2 and seat.sets > 2:
            text = f"{count(move.markers, 'marker')} cannot be returned: each sets one of two dice."
        change = f"Return at most {min(seat.sets, 2)}."
        wrong.append(finding("dice-markers", text, change, markers=move.markers, there=seat.sets))
    elif possible and len(move.dice) == 2 and all(die(name)[1] for name in move.dice):
        wrong += _cost_findings(seat.coins, move)
    return wrong


def _dice_findings(names: list[str], dice: tuple[str, ...]) -> Iterator[Finding]:
    """Say what is wrong with the choice of two dice."""
    pool = ", ".join(names)
    if len(dice) != 2:
        text = f"Exactly two dice make a value; {len(dice)} are named."
        yield finding("dice-two", text, f"The pool holds {pool}.", dice=len(dice))
        return
    missing = [name for name in dict.fromkeys(dice) if dice.count(name) > names.count(name)]
    for name in missing:
        there = names.count(name)
        text = f"There is no die {name} in the pool." if not there else f"There is only one die {name} in the pool."
        yield finding("dice-two", text, f"The pool holds {pool}.")
    first, second = dice
    if not missing and names.index(first) > names.index(second):
        text = f"Two dice are named in the order of the pool, so {second} before {first}."
        yield finding("dice-two", text, f"Name them {second} {first}.")


def _cost_findings(purse: int, move: Take) -> Iterator[Finding]:
    """Say what is wrong with the coins and markers that the value takes."""
    first, second = (die(name)[1] for name in move.dice)
    cost, _ = price(move)
    if move.markers and coins(first, second, move.value, move.markers - 1) <= cost:
        back = count(move.markers, "marker")
        text = f"{back} would save no coin on the way from {first} and {second} to {move.value}."
        yield finding("dice-markers", text, f"Return {move.markers - 1}.", markers=move.markers)
    if cost > purse:
        text = f"To make {move.value} of {first} and {second} takes {count(cost, 'coin')}, and you have {purse}."
        yield finding("dice-coins", text, "Each coin turns one die by 1.", cost=cost, coins=purse)


def take(position: Position, move: Take) -> Position:
    """Remove the dice from the pool, pay for turning them, and pay time for black ones at once (rule dice-black)."""
    number = position.acting
    seat = position.seats[number]
    pools = {"white": list(position.white), "black": list(position.black)}
    for name in move.dice:
        colour, face = die(name)
        pools[colour].remove(face)
    cost, black = price(move)
    seat = passed(position, seat, position.game.black_die * black)
    seat = replace(seat, coins=seat.coins - cost, sets=seat.sets - move.markers)
    return with_seat(
        position,
        number,
        seat,
        white=tuple(pools["white"]),
        black=tuple(pools["black"]),
        value=move.value,
        step="banner",
    )


DECISIONS["dice"] = Decision(
    "Take two dice from the pool and make a banner value of them.", (Take,), takes, check_take, take
)
