"""What is asked of a solver: one frozen value, checked before any work begins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.findings import BadInput, Problem

if TYPE_CHECKING:
    from .contract import Position
    from .rooms import Room

RIVALS = ("idle", "worst")
METHODS = ("auto", "search", "cp-sat")
OBJECTIVES = ("points", "worth")

#: A table of worths or of a forecast, as the user gives it: exact numbers by name.
Table = Mapping[str, int | float | Fraction]


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
        state = "the game is over in it" if position.over else "it waits for chance; play an outcome first"
        raise BadInput((Problem("position", f"has no seat to move: {state}."),))
    if horizon is None:
        horizon = next(iter(room.horizons))
    _known(problems, "horizon", horizon, tuple(room.horizons))
    _known(problems, "rivals", rivals, RIVALS)
    _known(problems, "method", method, METHODS)
    if not _is_number(seconds) or not 0 <= seconds <= 86_400:
        problems.append(Problem("seconds", f"is {seconds!r}; give a number from 0 to 86400."))
    if type(workers) is not int or not 1 <= workers <= 64:
        problems.append(Problem("workers", f"is {workers!r}; give a whole number from 1 to 64."))
    if type(seed) is not int or not 0 <= seed < 2**31:
        problems.append(Problem("seed", f"is {seed!r}; give a whole number from 0 to 2147483647."))
    if effort is not None and (not _is_number(effort) or effort <= 0):
        problems.append(Problem("effort", f"is {effort!r}; give a number above 0, or None for no such limit."))
    view = room.table(position.view(seat), seat)
    name, worths = _objective(problems, objective, view, seat, room, horizon)
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
        workers=workers,
        seed=seed,
        effort=None if effort is None else float(effort),
        forecast=expected,
    )
    if problems := list(room.check(request)):
        raise BadInput(problems)
    return request


def _known(problems: list[Problem], path: str, value: object, names: tuple[str, ...]) -> None:
    """Note a value that is not one of the known names."""
    if value not in names:
        problems.append(Problem(path, f"is {value!r}; there are {', '.join(map(repr, names))}."))


def _is_number(value: object) -> bool:
    """Say whether a value is a finite number and no truth value."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool) and math.isfinite(value)


def _exact(value: float | Fraction) -> Fraction:
    """Turn a number into the fraction that a person means by it: 0.1 is 1/10."""
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def _table(problems: list[Problem], path: str, table: object, known: tuple[str, ...]) -> dict[str, Fraction]:
    """Read a table of numbers by name; note unknown names and values that are no numbers."""
    if not isinstance(table, Mapping):
        problems.append(Problem(path, f"is {table!r}; give a table of numbers by name, such as {{{known[-1]!r}: 1}}."))
        return {}
    read = {}
    for name, value in table.items():
        if name not in known:
            problems.append(Problem(f"{path}.{name}", f"is not known here; there are {', '.join(known)}."))
        elif not _is_number(value):
            problems.append(Problem(f"{path}.{name}", f"is {value!r}; give a number."))
        else:
            read[name] = _exact(value)
    return read


def _objective(
    problems: list[Problem], objective: object, view: Position, seat: int, room: Room, horizon: str
) -> tuple[str, tuple[tuple[str, Fraction], ...]]:
    """Read the objective: its name and its table of worths."""
    if isinstance(objective, str):
        _known(problems, "objective", objective, OBJECTIVES)
        shipped = room.worths(view, horizon) if objective == "worth" else {}
        return objective, tuple((name, _exact(worth)) for name, worth in shipped.items())
    known = ("points", *room.holdings(view, seat))
    if not isinstance(objective, Mapping):
        names = ", ".join(map(repr, OBJECTIVES))
        problems.append(Problem("objective", f"is {objective!r}; there are {names}, or your own table of worths."))
        return "own", ()
    return "own", tuple(_table(problems, "objective", objective, known).items())


def _forecast(
    problems: list[Problem], forecast: object, view: Position, room: Room
) -> tuple[tuple[str, Fraction], ...]:
    """Read the forecast: the room's own with the user's changes."""
    shipped = {name: _exact(value) for name, value in room.forecast(view).items()}
    if forecast is not None:
        if not shipped:
            problems.append(Problem("forecast", "is given, but this game makes no forecast."))
        else:
            shipped |= _table(problems, "forecast", forecast, tuple(shipped))
    return tuple(shipped.items())
