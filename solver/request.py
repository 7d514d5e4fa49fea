"""What is asked of a solver: one frozen value, checked before any work begins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.findings import BadInput, Problem
from rules.printable import LONGEST_NAME, shown

from .numbers import (
    FINEST,
    FINEST_FORECAST,
    LARGEST,
    Number,
    exact,
    refusal,
    too_fine,
    whole,
    within,
)

if TYPE_CHECKING:
    from .contract import Position
    from .rooms import Room

RIVALS = ("idle", "worst")
METHODS = ("auto", "search", "cp-sat")
OBJECTIVES = ("points", "worth")

#: A table of worths or of a forecast, as the user gives it: exact numbers by name.
Table = Mapping[str, Number]

#: How one comes from a position that no plan begins with to one that a plan begins with.
ONWARD = "solver.advance(position), and in a terminal `magister solve --advance`, play on to a position that fits."

LONGEST = 86_400  #: seconds of a solve: a day
MOST_WORKERS = 64
MOST_SEEDS = 2**31 - 1
MOST_EFFORT = 1_000_000_000  #: in CP-SAT's deterministic time, of which a unit is about a second


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Hold one question to the solver.

    ``position`` is already the view of ``seat``, which decides in it: nobody who reads a request can see a secret.
    Where the room says so, rivals that do not interfere are taken out of it. ``objective`` is "points", "worth"
    (points and the shipped table of worths) or "own" (the user's table); ``worths`` is the table in use, by
    holding, with "points" for the weight of a point where it is not 1. ``effort`` is a limit in CP-SAT's
    deterministic time, which unlike ``seconds`` gives the same answer on every machine. ``forecast`` is the room's
    forecast with the user's changes.
    """

    position: Position
    seat: int
    horizon: str
    objective: str = "points"
    worths: tuple[tuple[str, Fraction], ...] = ()
    rivals: str = "idle"
    method: str = "auto"
    seconds: float = 10.0
    workers: int = 1
    seed: int = 0
    effort: float | None = None
    forecast: tuple[tuple[str, Fraction], ...] = ()

    def worth(self, name: str) -> Fraction:
        """Return what one of a holding counts in points; "points" counts 1 unless the table says otherwise."""
        for known, worth in self.worths:
            if known == name:
                return worth
        return Fraction(name == "points")


def make_request(
    position: Position,
    room: Room,
    *,
    horizon: str | None = None,
    objective: str | Table = "points",
    rivals: str = "idle",
    method: str = "auto",
    seconds: float = 10.0,
    workers: int = 1,
    seed: int = 0,
    effort: float | None = None,
    forecast: Table | None = None,
) -> Request:
    """Check every argument and make the request; the position is cut down to what its seat may know.

    Raises :class:`rules.BadInput` with every defect at once.
    """
    problems: list[Problem] = []
    seat = position.actor
    if seat is None:
        state = "the game is over in it." if position.over else f"it waits for chance; play an outcome first. {ONWARD}"
        raise BadInput((Problem("position", f"has no seat to move: {state}"),))
    if horizon is None:
        horizon = next(iter(room.horizons))
    _known(problems, "horizon", horizon, tuple(room.horizons))
    _known(problems, "rivals", rivals, RIVALS)
    _known(problems, "method", method, METHODS)
    if not within(seconds, 0, LONGEST):
        problems.append(refusal("seconds", seconds, 0, LONGEST))
    if not whole(workers, 1, MOST_WORKERS):
        problems.append(refusal("workers", workers, 1, MOST_WORKERS, "a whole number"))
    if not whole(seed, 0, MOST_SEEDS):
        problems.append(refusal("seed", seed, 0, MOST_SEEDS, "a whole number"))
    if effort is not None and not (within(effort, 0, MOST_EFFORT) and effort):
        problems.append(refusal("effort", effort, 0, MOST_EFFORT, "a number above 0,", ", or None for no such limit"))
    view = room.table(position.view(seat), seat)
    asked = horizon if isinstance(horizon, str) and horizon in room.horizons else next(iter(room.horizons))
    name, worths = _objective(problems, objective, view, seat, room, asked)
    expected = _forecast(problems, forecast, view, room)
    if problems:
        raise BadInput(problems)
    request = Request(
        position=view,
        seat=seat,
        horizon=horizon,
        objective=name,
        worths=worths,
        rivals=rivals,
        method=method,
        seconds=float(seconds),
        workers=int(workers),
        seed=int(seed),
        effort=None if effort is None else float(effort),
        forecast=expected,
    )
    if problems := [_with_way_out(problem) for problem in room.check(request)]:
        raise BadInput(problems)
    return request


def _with_way_out(problem: Problem) -> Problem:
    """Say how one comes to a position that fits, where it is the position that does not."""
    return problem if problem.path != "position" else Problem("position", f"{problem.text} {ONWARD}", problem.rule)


def _known(problems: list[Problem], path: str, value: object, names: tuple[str, ...]) -> None:
    """Note a value that is not one of the known names."""
    if not isinstance(value, str) or value not in names:
        problems.append(Problem(path, f"is {shown(value)}; there are {', '.join(map(repr, names))}."))


def _table(problems: list[Problem], path: str, table: object, known: tuple[str, ...]) -> dict[str, Fraction]:
    """Read a table of numbers by name; note unknown names and values that are no numbers."""
    if not isinstance(table, Mapping):
        problems.append(
            Problem(path, f"is {shown(table)}; give a table of numbers by name, such as {{{known[-1]!r}: 1}}.")
        )
        return {}
    read = {}
    for name, value in table.items():
        if not isinstance(name, str) or name not in known:
            field = name if isinstance(name, str) and len(name) <= LONGEST_NAME else shown(name)
            problems.append(Problem(f"{path}.{field}", f"is not known here; there are {', '.join(known)}."))
        elif not within(value, -LARGEST, LARGEST):
            problems.append(refusal(f"{path}.{name}", value, -LARGEST, LARGEST))
        else:
            read[name] = exact(value)
    return read


def _objective(
    problems: list[Problem], objective: object, view: Position, seat: int, room: Room, horizon: str
) -> tuple[str, tuple[tuple[str, Fraction], ...]]:
    """Read the objective: its name and its table of worths."""
    if isinstance(objective, str):
        _known(problems, "objective", objective, OBJECTIVES)
        shipped = room.worths(view, horizon) if objective == "worth" else {}
        return objective, tuple((name, exact(worth)) for name, worth in shipped.items())
    known = ("points", *room.holdings(view, seat))
    if not isinstance(objective, Mapping):
        names = ", ".join(map(repr, OBJECTIVES))
        problems.append(Problem("objective", f"is {shown(objective)}; there are {names}, or your own table of worths."))
        return "own", ()
    table = _table(problems, "objective", objective, known)
    problems += too_fine("objective", table.values(), FINEST)
    return "own", tuple(table.items())


def _forecast(
    problems: list[Problem], forecast: object, view: Position, room: Room
) -> tuple[tuple[str, Fraction], ...]:
    """Read the forecast: the room's own with the user's changes."""
    shipped = {name: exact(value) for name, value in room.forecast(view).items()}
    if forecast is not None:
        if not shipped:
            problems.append(Problem("forecast", "is given, but this game makes no forecast."))
        else:
            shipped |= _table(problems, "forecast", forecast, tuple(shipped))
            problems += too_fine("forecast", shipped.values(), FINEST_FORECAST)
    return tuple(shipped.items())
