"""The solver's room of Paladins: which horizons there are, how each is solved, and what rivals do meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.findings import Problem
from rules.paladins.moves import Move
from rules.paladins.notation import read as spelled
from rules.paladins.outcomes import Outcome
from rules.paladins.values import ROUNDS, Position

from .forecast_figures import ahead, eye, problems, shipped_forecast
from .line import answer, passes
from .line import meanwhile as _meanwhile
from .table import BURDENS, CHOOSING, ended, holdings, idle, on_table, value
from .table import still as table
from .words import describe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.answer import Answer
    from solver.blockers import Blocker, Goal
    from solver.control import Control
    from solver.request import Request

HORIZONS = {
    "round": "the rest of this round up to passing and the workers that stay",
    "turn": "the next action, as the first of the best plan for the rest of this round",
    "game": "the rest of the game",
}
FIXED = True


def rival(request: Request, position: Position) -> Move:
    """Return what another seat plays that does not interfere."""
    return idle(position)


def follow(request: Request, position: Position) -> Move:
    """Return what the seat plays where its plan has no move left: the policy's answer, or a pass."""
    return answer(eye(request), position)


def meanwhile(request: Request, position: Position, move: Move) -> Move | None:
    """Answer a question for which the plan's next move is not meant; None when that move is due."""
    return _meanwhile(eye(request), position, move)


def settle(request: Request, position: Position) -> Outcome | None:
    """Return an outcome where chance cannot matter: the paladins that another seat draws."""
    return None


def worths(position: Position, horizon: str) -> Mapping[str, Fraction]:
    """Return the shipped table of worths at the end of a round; at the end of the game nothing held is worth more."""
    from .tables import shipped_worths

    return shipped_worths(position, horizon)


def forecast(position: Position) -> Mapping[str, Fraction]:
    """Return what is expected of each later round; nothing in the last one."""
    return shipped_forecast(position)


def check(request: Request) -> list[Problem]:
    """Say why a request cannot be answered: nothing of a round is asked here, or a number makes no sense."""
    position = on_table(request)
    found = []
    for name, worth in request.worths:
        if name in BURDENS and worth > 0:
            found.append(Problem(f"objective.{name}", f"is {worth}; nobody wants more of these, so give 0 or less."))
        if name not in BURDENS and worth < 0:
            found.append(Problem(f"objective.{name}", f"is {worth}; a thing cannot count less than 0."))
    if request.rivals == "worst":
        text = "'worst' is not known in this game: what rivals may take is not searched. Ask for 'idle'."
        found.append(Problem("rivals", text))
    if position.step not in ("taverns_end", "action", "next", "answered", *CHOOSING):
        text = f"a plan begins with a paladin, a tavern or an action; this is the step {position.question!r}."
        found.append(Problem("position", text))
    if request.horizon == "game" and request.method == "search" and ahead(request):
        text = "'search' knows this round only. Ask for 'auto' or 'cp-sat', or for the horizon 'round'."
        found.append(Problem("method", text))
    return found + problems(dict(request.forecast))


def blockers(request: Request) -> Sequence[Blocker]:
    """List the rules and shortages that may stand in the way of a goal."""
    from .obstacles import blockers as rows

    return rows(request)


def reach(request: Request, goal: Goal, kept: frozenset[str], control: Control) -> Answer:
    """Return how much can be gained when only the kept blockers stand in the way."""
    from .obstacles import reach as best

    return best(request, goal, kept, control)


def values(request: Request, control: Control) -> Mapping[str, Fraction]:
    """Return the value of every legal move, by key."""
    from .alternatives import values as each

    return each(request, control)


def first_bound(request: Request) -> Fraction:
    """Return a number that no plan of a request can exceed, within some milliseconds."""
    from .limits import first_bound as by_limits

    return by_limits(request)


def solve(request: Request, control: Control) -> Answer:
    """Solve a request by the method that is asked for; "auto" searches tiny rounds and plans the others by rows.

    The answer has a bound in any case, be it the first one.
    """
    from solver.run import NoAnswer

    control.tighten(first_bound(request))
    try:
        answer = _solved(request, control)
    except NoAnswer:
        answer = control.best or _by_policy(request)
    bound = control.bound
    if answer.bound is None or (bound is not None and bound < answer.bound):
        answer = msgspec.structs.replace(answer, bound=bound)
    return answer


def _by_policy(request: Request) -> Answer:
    """Answer by the policy where there was no time for anything else."""
    from solver import rooms
    from solver.run import policy_answer

    return policy_answer(request, rooms.find(request.position))


def _solved(request: Request, control: Control) -> Answer:
    """Solve a request by the method that is asked for."""
    if ahead(request):
        from .forecast_solve import solve_forecast

        return solve_forecast(request, control)
    if request.method == "search":
        from .exact import solve_exact

        return solve_exact(request, control)
    if request.horizon == "turn":
        from .turn import solve_turn

        return solve_turn(request, control)
    from .solving import solve_plan

    return solve_plan(request, control)


def dressed(request: Request, answer: Answer) -> Answer:
    """Add what an answer assumes, and the house values on which its moves rest."""
    from .dress import dressed as with_conditions

    return with_conditions(request, answer)


__all__ = [
    "FIXED",
    "HORIZONS",
    "ROUNDS",
    "blockers",
    "check",
    "describe",
    "dressed",
    "ended",
    "first_bound",
    "follow",
    "forecast",
    "holdings",
    "meanwhile",
    "passes",
    "reach",
    "rival",
    "settle",
    "solve",
    "spelled",
    "table",
    "value",
    "values",
    "worths",
]
