"""The solver's room of Kingsburg: which horizons there are, how each is solved, and what rivals do meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from rules.findings import Problem
from rules.kingsburg.moves import Lose, Move, Outcome, Pass, Place, Roll, Take
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position

from .credit import credit
from .exact import follow_line, solve_exact
from .first_bound import first_bound
from .rivals import idle, on_table
from .stopgap import stopgap
from .words import describe

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.blockers import Blocker, Goal
    from solver.control import Control
    from solver.request import Request

HORIZONS = {
    "season": "the rest of this productive season and the event that follows it by itself",
    "year": "the rest of this autumn, recruiting and the winter battle, in expectation",
    "game": "the rest of the game",
}
HOLDINGS = ("gold", "wood", "stone", "soldiers", "markers")
SEASONS = (2, 4, 6)


def holdings(position: Position, seat: int) -> dict[str, int]:
    """Return goods, soldiers and +2 markers of a seat."""
    own = position.seats[seat]
    return {name: getattr(own, name) for name in HOLDINGS}


def ended(request: Request, position: Position) -> bool:
    """Say whether the horizon has ended: at the first question or roll after its last phase."""
    start = on_table(request)
    if request.horizon == "season" or early(request):
        return position.year != start.year or position.phase != start.phase
    if request.horizon == "year":
        return position.year != start.year
    return False


def early(request: Request) -> bool:
    """Say whether the rest of the game is planned under a forecast: its moves then end with the present phase."""
    start = on_table(request)
    return request.horizon == "game" and (start.year < 5 or start.phase < 6)


def premium(position: Position, seat: int) -> int:
    """Return the gold that the start of a season has just given: it belongs to the next horizon, not to the last."""
    if position.phase not in SEASONS or position.step == "neutral" or position.owed:
        return 0
    own = position.seats[seat]
    gold = sum(
        cell.building.amount for cell in position.sheet.by_effect.get("guild", ()) if own.built[cell.row] > cell.column
    )
    card = position.catalogue.governors.get(own.governor)
    if card is not None and card.effect == "miner" and position.phase == 6:
        gold += card.gold
    return gold


def value(request: Request, position: Position) -> Fraction:
    """Return the gain from the request's position: points won, and changes in holdings by their worths.

    Gold that comes by itself at the start of the next season is not counted: whether the rules core has paid
    it yet depends on who is asked next.
    """
    seat, start = request.seat, on_table(request)
    total = (position.scores()[seat].total - start.scores()[seat].total) * request.worth("points")
    if request.worths and position is not start:
        before, after = holdings(start, seat), holdings(position, seat)
        if (position.year, position.phase) != (start.year, start.phase) and not position.over:
            after["gold"] -= premium(position, seat)
        for name, number in after.items():
            total += (number - before[name]) * request.worth(name)
    return total


def rival(request: Request, position: Position) -> Move:
    """Return what another seat plays that does not interfere."""
    return idle(position)


def follow(request: Request, position: Position) -> Move:
    """Return the best move of the seat after chance has answered."""
    if position.step == "losses" and not position.owed:
        return cheapest_loss(request, position)
    if position.owed:
        goods = {name: request.worth(name) for name in ("gold", "wood", "stone")}
        best = max(goods, key=lambda name: goods[name])
        return Take(**{best: position.owed[0][1]})
    if early(request):  # only where a plan was stopped before it had a first answer
        request = replace(request, horizon="season" if position.phase in SEASONS else "year")
    return follow_line(request, position)


def cheapest_loss(request: Request, position: Position) -> Lose:
    """Lose the goods that are worth least, in the order gold, wood, stone where they are worth the same."""
    own = position.seats[request.seat]
    owing = position.catalogue.enemies[position.enemy].lose_goods
    lost = dict.fromkeys(("gold", "wood", "stone"), 0)
    for name in sorted(lost, key=lambda name: request.worth(name)):
        lost[name] = min(getattr(own, name), owing)
        owing -= lost[name]
    return Lose(**lost)


def settle(request: Request, position: Position) -> Outcome | None:
    """Return an outcome where chance cannot matter: other seats' dice, and the enemy card within a season."""
    step = position.step
    outcomes = position.chance()
    first = outcomes[0][0]
    if isinstance(first, Roll):
        return first if first.seat != request.seat else None
    if step == "academy" and position.queue[0] != request.seat:
        return first
    if step == "peek" and (request.horizon == "season" or early(request)):
        return first
    return None


def dressed(request: Request, answer: Answer) -> Answer:
    """Add what an answer assumes where it has not said so, and the house values on which its moves rest."""
    from .exact import assumptions
    from .house import house_values

    moves = cast("tuple[Move, ...]", answer.moves)
    house = dict.fromkeys((*answer.house, *house_values(request, moves)))
    return replace(answer, assumptions=answer.assumptions or assumptions(request), house=tuple(house))


def check(request: Request) -> list[Problem]:
    """Say why a request cannot be answered: the horizon cannot start here, or a number makes no sense."""
    position = on_table(request)
    phase = position.phase
    found = [
        Problem(f"objective.{name}", f"is {worth}; a thing cannot count less than 0, since nobody must take it.")
        for name, worth in request.worths
        if worth < 0
    ]
    if request.horizon == "season" and phase not in SEASONS:
        what = "Ask for 'year' or 'game'" if phase > 6 else "Play on to the next season"
        text = f"'season' needs a productive season (phases 2, 4 and 6); this is phase {phase}. {what}."
        found.append(Problem("horizon", text))
    if request.horizon == "year" and phase < 6:
        text = "'year' begins in autumn (phase 6), when no roll lies before the battle any more; "
        found.append(Problem("horizon", f"{text}this is phase {phase}. Ask for 'season' or 'game'."))
    if request.rivals == "worst" and (position.step != "influence" or request.horizon != "season"):
        text = "'worst' is a question about influencing: it needs a position in which advisors are being influenced, "
        found.append(Problem("rivals", f"{text}and the horizon 'season'."))
    if not found and early(request):
        from .forecast_solve import starts_here

        found += starts_here(request)
    return found


def worths(position: Position, horizon: str) -> Mapping[str, Fraction]:
    """Return the shipped table of worths at the end of a horizon."""
    from .tables import shipped_worths

    return shipped_worths(position, horizon)


def forecast(position: Position) -> Mapping[str, Fraction]:
    """Return the shipped forecast of income per season, with first guesses for what no table ships."""
    from .forecast_frame import DEFAULTS
    from .tables import shipped_forecast

    return DEFAULTS | shipped_forecast(position)


def blockers(request: Request) -> Sequence[Blocker]:
    """List the rules and shortages that may stand in the way of a goal; none where a roll comes first."""
    from .exact import SEARCHED
    from .obstacles import blockers as rows

    position = on_table(request)
    return () if early(request) or position.owed or position.step not in SEARCHED else rows(request)


def reach(request: Request, goal: Goal, kept: frozenset[str], control: Control) -> Answer:
    """Return how much can be gained when only the kept blockers stand in the way."""
    from .obstacles import reach as best

    return best(request, goal, kept, control)


def contested(request: Request) -> bool:
    """Say whether rivals that do their worst can still do any: once nobody places dice they are idle."""
    return request.rivals == "worst" and on_table(request).step == "influence"


def after_move(request: Request, move: Move, control: Control) -> Answer | None:
    """Return the best answer that begins with a move where that is part of one contest, or of one forecast."""
    if contested(request):
        from .worst import after_worst

        return after_worst(request, cast("Place | Pass", move), control)
    if early(request):
        from .forecast_solve import after_forecast

        return after_forecast(request, move, control)
    return None


def solve(request: Request, control: Control) -> Answer:
    """Solve a request by the method that is best for it, or the one that is asked for."""
    if contested(request):
        from .worst import solve_worst

        return solve_worst(request, control)
    if early(request):
        from .forecast_solve import solve_forecast

        return solve_forecast(request, control)
    if request.method == "cp-sat":
        from .model import solve_model

        return solve_model(request, control)
    return solve_exact(request, control)


__all__ = [
    "HORIZONS",
    "after_move",
    "blockers",
    "check",
    "credit",
    "describe",
    "dressed",
    "ended",
    "first_bound",
    "follow",
    "forecast",
    "holdings",
    "reach",
    "rival",
    "settle",
    "solve",
    "stopgap",
    "value",
    "worths",
]
