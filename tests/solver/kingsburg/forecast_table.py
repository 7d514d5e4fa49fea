"""Small positions for tests of the forecast, laid out by hand: one seat with given stocks, little income."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import rules
from rules.kingsburg.steps import replace, with_seat
from solver import cpsat
from solver.control import Control
from solver.kingsburg.forecast_frame import DEFAULTS, Frame
from solver.kingsburg.forecast_model import Model
from solver.kingsburg.forecast_play import Play
from solver.request import Request

NOTHING = dict.fromkeys(DEFAULTS, Fraction(0))


@cache
def _at_build(modules: tuple[str, ...]) -> Any:
    """Return a position in which a seat is asked to build, from a playout."""
    record = rules.playout(rules.load("kingsburg").setup(3, 1, modules=modules), "greedy", 1)
    return next(p for p in record.positions() if p.step == "build" and not p.owed)


def table(year: int, phase: int, modules: tuple[str, ...] = (), envoy: bool = False, **seat: Any) -> Any:
    """Lay out a position at the step "build": the seat to move holds what is given and nothing else."""
    position = _at_build(modules)
    number = position.queue[0]
    fields: dict[str, Any] = {"gold": 0, "wood": 0, "stone": 0, "soldiers": 0, "markers": 0, "governor": ""}
    built = [0] * len(position.sheet.rows)
    for name in seat.pop("buildings", ()):
        cell = position.sheet.by_id[name]
        built[cell.row] = max(built[cell.row], cell.column + 1)
    own = replace(position.seats[number], **fields | {"built": tuple(built)} | seat)
    # The other seats own much, so that no reward of the King disturbs the sums.
    seats = tuple(replace(other, built=(4, *other.built[1:])) for other in position.seats)
    position = replace(
        position, year=year, phase=phase, enemy="", peeked=(), envoy=number if envoy else -1, seats=seats
    )
    return with_seat(position, number, own)


def ask(
    position: Any, forecast: dict[str, Any] | None = None, worths: tuple[tuple[str, Fraction], ...] = ()
) -> Request:
    """Make a request; figures that are not given are 0."""
    figures = NOTHING | {name: Fraction(value) for name, value in (forecast or {}).items()}
    seat = position.actor
    view = position.view(seat)
    return Request(position=view, seat=seat, horizon="game", forecast=tuple(figures.items()), worths=worths)


def feasible(position: Any, fix: Callable[[Model], Any], forecast: dict[str, Any] | None = None) -> bool:
    """Say whether the model has a plan that satisfies what ``fix`` asks: a row or a list of rows."""
    request = ask(position, forecast)
    model = Model(Play(Frame(request)))
    rows = fix(model)
    for row in rows if isinstance(rows, list) else [rows]:
        model.model.add(row)
    solved = cpsat.maximise(model.model, model.objective, model.variables, request, Control(30))
    assert solved.status in ("optimal", "infeasible")
    if solved.values is not None:
        model.play.play(model.read(solved.values))  # what the rows allow, the rules of the forecast allow, too
    return solved.status == "optimal"


def stands(model: Model, turn: int, name: str) -> Any:
    """Return the variable that says whether a building stands."""
    return model.stands(turn, model.frame.sheet.by_id[name])


def best(position: Any, forecast: dict[str, Any] | None = None, fix: Callable[[Model], Any] | None = None) -> Fraction:
    """Return the best value under a forecast by the model, of plans that satisfy the row ``fix``."""
    request = ask(position, forecast)
    play = Play(Frame(request))
    model = Model(play)
    if fix is not None:
        model.model.add(fix(model))
    unit = Fraction(1, play.frame.denominator)
    solved = cpsat.maximise(model.model, model.objective, model.variables, request, Control(30), unit=unit)
    assert solved.status == "optimal" and solved.value is not None
    return solved.value
