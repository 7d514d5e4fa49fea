"""The figures of a forecast: how many turns are left, what a wanted value costs, when the plague comes.

They are first guesses from the position, for a person to see and to change.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING

from rules.findings import Problem
from rules.my_village.rounds import turns as turns_of_round
from rules.my_village.values import Position

from .table import final, on_table

if TYPE_CHECKING:
    from solver.request import Request

MOST_TURNS = 8  #: later turns that are planned at most
SHIPPED_TURNS = 5  #: later turns that are planned where the user does not say otherwise
#: Coins that a value takes in the mean of fresh and half-empty pools, of 4 to 10 and of 2, 3, 11 and 12, and the clouds
#: of black dice: ``bench/dice_village.py`` throws for them, with 2 or 4 players; with 3 the coins are a third more.
COINS, EDGE = Fraction(1, 2), Fraction(5, 4)
CLOUDS = Fraction(1, 2)
DEATHS = Fraction(1, 3)  #: deaths in a turn of a seat: a guess, for who spends more time than the greedy games (1/6)
PIPS = Fraction(7, 2)  #: what the rat's die shows in the mean
LARGEST = 60  #: the largest common denominator of coins and clouds


def later(request: Request) -> bool:
    """Say whether a request is about the rest of the game while turns of the seat are still to come."""
    return request.horizon == "game" and not final(on_table(request), request.seat)


def shipped_forecast(position: Position) -> dict[str, Fraction]:
    """Return what is expected of the turns that follow the present one; nothing in the very last turn.

    ``turns`` are own turns after this one, ``coins`` (``edge``) the coins that a value from 4 to 10 (2, 3, 11 or 12)
    takes, ``clouds`` what black dice take in a turn, and ``plague`` counts own turns until the plague (0: never).
    """
    seat = position.actor
    if seat is None or final(position, seat):
        return {}
    players = len(position.seats)
    wanted = position.game.table(players).coffins - position.coffins
    rounds = turns_of_round(players) * DEATHS  # deaths in a round
    own = Fraction(turns_of_round(players), players)
    left = max(1, ceil(max(0, wanted) / rounds * own))
    plague = max(1, ceil(position.rat / (PIPS * DEATHS * players)))
    return {
        "turns": Fraction(min(left, SHIPPED_TURNS)),
        "coins": COINS,
        "edge": EDGE,
        "clouds": CLOUDS,
        "plague": Fraction(plague),
    }


def problems(request: Request) -> list[Problem]:
    """Say why no plan can be made under these figures."""
    found = []
    limits = {"turns": MOST_TURNS, "coins": 5, "edge": 10, "clouds": 4, "plague": 40}
    figures = dict(request.forecast)
    for name, value in figures.items():
        if not 0 <= value <= limits[name]:
            found.append(Problem(f"forecast.{name}", f"is {value}; give a number from 0 to {limits[name]}."))
        elif name in ("turns", "plague") and value.denominator != 1:
            found.append(Problem(f"forecast.{name}", f"is {value}; give a whole number of turns."))
    if not found and scale(figures) > LARGEST:
        text = f"needs parts smaller than 1/{LARGEST} to add up exactly; give halves, quarters or tenths."
        found.append(Problem("forecast", text))
    if any(worth for name, worth in request.worths if name != "points"):
        text = "holds worths of holdings, which count nothing at the end of the game. Ask for points, or for 'turn'."
        found.append(Problem("objective", text))
    if request.method == "search":
        text = "'search' knows the present turn only. Ask for 'auto' or 'cp-sat', or for the horizon 'turn'."
        found.append(Problem("method", text))
    if request.rivals == "worst":
        text = "'worst' is a question about the dice of this round. Ask for 'idle', or for the horizon 'round'."
        found.append(Problem("rivals", text))
    return found


def scale(figures: dict[str, Fraction]) -> int:
    """Return into how many parts coins and clouds are divided, so that all are whole numbers."""
    return lcm(*(figures[name].denominator for name in ("coins", "edge", "clouds")))


__all__ = ["later", "problems", "scale", "shipped_forecast"]
