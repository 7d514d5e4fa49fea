"""What a plan is measured on: who sits still, when a horizon has ended, and what a seat holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from rules.my_village.dice import price
from rules.my_village.moves import Die, Headman, Move, Take, Ward
from rules.my_village.steps import replace
from rules.my_village.values import BEER, HORSE, PLOW, SCROLL, WAGON, Position, Seat

if TYPE_CHECKING:
    from solver.request import Request

#: Holdings besides points by name, each with how it is counted.
HELD: dict[str, Callable[[Position, Seat], int]] = {
    "coins": lambda position, own: own.coins,
    "horse": lambda position, own: own.goods[HORSE],
    "beer": lambda position, own: own.goods[BEER],
    "plow": lambda position, own: own.goods[PLOW] + own.fields.count(True),
    "scroll": lambda position, own: own.goods[SCROLL],
    "wagon": lambda position, own: own.goods[WAGON],
    "jokers": lambda position, own: own.jokers,
    "stories": lambda position, own: own.tree,
    "villagers": lambda position, own: own.villagers.count(True),
    "descendants": lambda position, own: own.school.count(True),
    "customers": lambda position, own: len(own.customers),
    "crafts": lambda position, own: len(own.crafts) - own.crafts.count(""),
    "sets": lambda position, own: own.sets,
    "clouds": lambda position, own: position.game.clouds - own.time,
}
HOLDINGS = tuple(HELD)


def on_table(request: Request) -> Position:
    """Return the request's position as what it is: a position of this game."""
    return cast("Position", request.position)


def still(position: Position, seat: int) -> Position:
    """Return the position as it is planned on: the clocks of the other seats stand still, and no plague asks them.

    So what they do in their turns moves neither the rat nor a question of theirs into the plan.
    """
    seats = tuple(
        own if number == seat else replace(own, time=0, crossed=False, tree=0)
        for number, own in enumerate(position.seats)
    )
    return replace(position, seats=seats)


def holdings(position: Position, seat: int) -> dict[str, int]:
    """Return what a seat holds besides points.

    Plows on fields count as plows, ``stories`` are those on the tree, ``descendants`` the markers in the school,
    ``customers`` those not yet served, ``sets`` the markers on the meeting place, and ``clouds`` how many are left
    before the bridge.
    """
    own = position.seats[seat]
    return {name: held(position, own) for name, held in HELD.items()}


def last_turn(position: Position, seat: int) -> bool:
    """Say whether the seat whose turn it is has no further turn in this round."""
    turns = 4 if len(position.seats) == 2 else len(position.seats)
    return all((position.start + turn) % len(position.seats) != seat for turn in range(position.turn + 1, turns))


def final(position: Position, seat: int) -> bool:
    """Say whether the game ends with the seat's present turn: enough coffins are filled, and no turn of it is left."""
    wanted = position.catalogue.players[f"players_{len(position.seats)}"].coffins
    return position.coffins >= wanted and last_turn(position, seat)


def ahead(request: Request) -> bool:
    """Say whether a request looks on to a further turn of the seat in this round."""
    return request.horizon == "round" and not last_turn(on_table(request), request.seat)


def ended(request: Request, position: Position) -> bool:
    """Say whether the horizon has ended: the seat's turn is over, or its last turn of this round."""
    start = on_table(request)
    if position.over or position.round != start.round:
        return True
    if position.turn == start.turn:
        return False
    return request.horizon != "round" or (position.acting != request.seat and last_turn(position, request.seat))


def plain(position: Position) -> Move:
    """Return the move of another seat that does not interfere: two dice as they are, and the headman stays.

    Of the pairs it takes the first legal one that costs no coin, in the order of the rules core.
    """
    legal: tuple[Move, ...] = position.legal_moves()
    kind = type(legal[0])
    if kind is Take:
        return next(move for move in legal if isinstance(move, Take) and is_free(move))
    for move in legal:
        if move == Headman("stay") or move == Ward(False):
            return move
    return legal[-1 if kind is Die else 0]


def is_free(move: Take) -> bool:
    """Say whether a pair is taken as it lies."""
    return not move.markers and price(move)[0] == 0
