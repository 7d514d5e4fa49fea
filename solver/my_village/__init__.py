"""The solver's room of My Village: which horizons there are, how each is solved, and what rivals do meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.findings import Problem
from rules.my_village.moves import Move
from rules.my_village.notation import read as spelled
from rules.my_village.outcomes import Outcome
from rules.my_village.values import Position

from .exact import follow_turn, settle_turn
from .forecast import later, shipped_forecast
from .obstacles import blockers, reach
from .table import ahead, ended, holdings, last_turn, on_table, plain
from .table import still as table
from .words import describe

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

HORIZONS = {
    "turn": "the rest of this turn, with death and rat in expectation",
    "round": "the rest of this round: with two players both turns",
    "game": "the rest of the game",
}


def value(request: Request, position: Position) -> Fraction:
    """Return the gain from the request's position: points won, and changes in holdings by their worths."""
    from .ends import ends

    return ends(request).gain(position)


def rival(request: Request, position: Position) -> Move:
    """Return what another seat plays: dice as the request says, and no card."""
    if ahead(request):
        from .round import reply_round

        return reply_round(request, position)
    return plain(position)


def follow(request: Request, position: Position) -> Move:
    """Return the best move of the seat after chance has answered."""
    if later(request):
        from .forecast_stages import eye

        request = eye(request)
    if ahead(request):
        from .round import follow_round

        return follow_round(request, position)
    return follow_turn(request, position)


def settle(request: Request, position: Position) -> Outcome | None:
    """Return an outcome where chance cannot matter: cards that are turned up for later turns."""
    return settle_turn(position)


def worths(position: Position, horizon: str) -> Mapping[str, Fraction]:
    """Return the shipped table of worths at the end of a turn; at the end of the game nothing held is worth more."""
    from .tables import shipped_worths

    return shipped_worths(position, horizon)


def forecast(position: Position) -> Mapping[str, Fraction]:
    """Return what is expected of the turns to come; nothing in the very last one."""
    return shipped_forecast(position)


def check(request: Request) -> list[Problem]:
    """Say why a request cannot be answered."""
    found = []
    for name, worth in request.worths:
        if worth < 0:
            found.append(Problem(f"objective.{name}", f"is {worth}; a thing cannot count less than 0."))
    if later(request):
        from .forecast import problems

        found += problems(request)
    elif request.method == "cp-sat":
        from .model import STARTS

        if on_table(request).question not in STARTS:
            text = "is 'cp-sat', which begins with dice or a banner; here something else is asked. Ask for 'auto'."
            found.append(Problem("method", text))
        if ahead(request):
            text = "is 'cp-sat', which knows one turn; this round has two. Ask for 'auto', or for the horizon 'turn'."
            found.append(Problem("method", text))
    return found


def values(request: Request, control: Control) -> Mapping[str, Fraction]:
    """Return the exact value of every legal move, by key."""
    if later(request):  # one solve for each move
        from solver.after import exact, share, too_short
        from solver.run import NoAnswer

        found = {}
        for move in on_table(request).legal_moves():
            own = share(control)
            try:
                found[move.key] = exact(request, None if control.stopped else after_move(request, move, own))
            except NoAnswer:
                raise too_short(request) from None
            finally:
                control.forget_stop(own.stop)
        return found
    if ahead(request):
        from .round_solve import round_values

        return round_values(request, control)
    from .exact import turn_values

    return turn_values(request, control)


def solve(request: Request, control: Control) -> Answer:
    """Solve a request by the method that is best for it, or the one that is asked for."""
    if later(request):
        from .forecast_solve import solve_forecast

        return solve_forecast(request, control)
    if ahead(request):
        from .round_solve import solve_round

        return solve_round(request, control)
    if request.method == "cp-sat":
        from .model import solve_model

        return solve_model(request, control)
    from .exact import solve_turn

    return solve_turn(request, control)


def first_bound(request: Request) -> Fraction:
    """Return what no plan of a request can exceed, without any search."""
    from .ceiling import first_bound as bound

    return bound(request)


def after_move(request: Request, move: Move, control: Control) -> Answer:
    """Answer a request with the best plan that begins with a move: the one value that this move has.

    Raises :class:`solver.run.NoAnswer` where the time was too short for any.
    """
    if later(request):
        from .forecast_solve import solve_forecast

        return solve_forecast(request, control, move)
    if ahead(request):
        from .round_solve import begin_round

        return begin_round(request, move, control)
    from .exact import begin_turn

    return begin_turn(request, move, control)


def stopgap(request: Request) -> tuple[Move, ...]:
    """Return the moves of a line that is played at a glance, up to chance; so is then what follows it."""
    from .exact import glance

    if ahead(request):
        from .round import kept

        kept(request).given_up = True
    elif not later(request):
        from .exact import kept as kept_turn

        kept_turn(request).given_up = True
    return glance(request)


def dressed(request: Request, answer: Answer) -> Answer:
    """Add what an answer assumes, and the house values on which its moves rest."""
    from .dress import dressed as with_conditions

    return with_conditions(request, answer)


__all__ = [
    "HORIZONS",
    "after_move",
    "ahead",
    "blockers",
    "check",
    "describe",
    "dressed",
    "ended",
    "first_bound",
    "follow",
    "forecast",
    "holdings",
    "last_turn",
    "on_table",
    "reach",
    "rival",
    "settle",
    "solve",
    "spelled",
    "stopgap",
    "table",
    "value",
    "values",
    "worths",
]
