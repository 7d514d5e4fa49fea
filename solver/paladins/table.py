"""What a plan is measured on: who sits still, when a horizon has ended, what a seat holds, and what it has gained."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from rules.paladins.moves import Move, Pass
from rules.paladins.scoring import sources
from rules.paladins.steps import replace
from rules.paladins.values import ROUNDS, Position, Seat

if TYPE_CHECKING:
    from solver.request import Request

HOLDINGS = (
    "silver",
    "provisions",
    "workers",
    "faith",
    "strength",
    "influence",
    "townsfolk",
    "workshops",
    "suspicion",
    "debts",
)
BURDENS = ("suspicion", "debts")  #: what nobody wants more of; a worth of these is 0 or less
ACTING = frozenset({"action", "next", "plan", "scheme", "answered"})  #: the steps of a round in which turns are taken
CHOOSING = ("paladin", "tavern")


def on_table(request: Request) -> Position:
    """Return the request's position as what it is: a position of this game."""
    return cast("Position", request.position)


def still(position: Position, seat: int) -> Position:
    """Return the position as it is planned on: solo, the opponent rests, so that nothing is taken from the table."""
    opponent = position.opponent
    if opponent is None or opponent.resting:
        return position
    return replace(position, opponent=replace(opponent, resting=True))


def idle(position: Position) -> Move:
    """Return the move of another seat that does not interfere: it passes; of forced choices the last one.

    The last open tavern is the one that a plan minds least where its own seat chooses before; where it chooses later,
    the plan says which tavern it took to be gone.
    """
    legal = position.legal_moves()
    return next((move for move in legal if isinstance(move, Pass)), legal[-1])


def holdings(position: Position, seat: int) -> dict[str, int]:
    """Return what a seat holds besides points; ``workers`` are those in hand, ``debts`` the unpaid ones."""
    own = position.seats[seat]
    return {
        "silver": own.silver,
        "provisions": own.provisions,
        "workers": len(own.workers),
        "faith": own.faith,
        "strength": own.strength,
        "influence": own.influence,
        "townsfolk": len(own.townsfolk),
        "workshops": own.developed,
        "suspicion": len(own.suspicion),
        "debts": own.unpaid,
    }


def ended(request: Request, position: Position) -> bool:
    """Say whether the horizon has ended: the seat has passed, and nothing of it is left to settle."""
    start, seat = on_table(request), request.seat
    if position.step == "over" or position.round != start.round:
        return True
    if position.step not in ACTING or seat in position.queue:
        return False
    return all(number != seat for number, _ in position.pending)


def points(position: Position, seat: Seat) -> int:
    """Return the points of a seat as if the game ended now."""
    return sum(sources(position, seat).values())


def worth(request: Request, position: Position) -> Fraction:
    """Return what a position is worth to the seat: points and holdings by their worths.

    Workers in hand count as far as three of them stay for the next round; in the last round none does.
    """
    own = position.seats[request.seat]
    total = points(position, own) * request.worth("points")
    if request.worths:
        held = holdings(position, request.seat)
        held["workers"] = kept(on_table(request), len(own.workers))  # the rules may have gone on to the next round
        for name, number in held.items():
            if number:
                total += number * request.worth(name)
    return total


def kept(position: Position, number: int) -> int:
    """Return how many of so many unused workers stay (rule pass-keep)."""
    return 0 if position.round == ROUNDS else min(3, number)


def value(request: Request, position: Position) -> Fraction:
    """Return the gain from the request's position to this one under the objective."""
    return worth(request, position) - worth(request, on_table(request))
