"""Find a game's room on this floor by the game's name; no game is named here.

The room of a game is the module ``solver.<name of the game>``. A test (or a game that lives elsewhere) can name
another module with :func:`register`. A room offers these functions; those marked * may be missing.

=========================================== ==========================================================================
``HORIZONS: dict[str, str]``                name of each horizon -> what it covers, as a phrase for a person
``solve(request, control) -> Answer``       the solver itself; keeps asking ``control.stopped``, offers better answers
``ended(request, position) -> bool``        has the horizon ended in this position (asked at every kind of position)
``rival(request, position) -> Move``        what another seat plays that does not interfere
``follow(request, position) -> Move``       what the seat itself plays where the plan has no move left
``holdings(position, seat) -> dict``        whatever the seat holds besides points: name -> number
``value(request, position) -> Fraction`` *  the gain from request.position to this end; without it: the points won
                                            and each change in a holding times its worth
``settle(request, position) -> Outcome`` *  at a chance node that cannot matter: the outcome to go on with, else None
``table(position, seat) -> Position`` *     the position that is planned on: without rivals that do not interfere
``stopgap(request) -> tuple[Move]`` *       the moves of a seat that is idle, found and replayed at once: the answer if
                                            there was no time to search; without it: the moves of ``follow``
``meanwhile(request, position, move)`` *    what the seat plays while the plan's next move must wait: the Move that
                                            answers a question which only this outcome of chance asks, else None
``passes(request, position, move)`` *       True where the plan's next move answers a question that is not asked in
                                            this branch of chance, so that it is left out there
``FIXED: bool`` *                           True where a plan goes on after chance, the same whatever it brings; else it
                                            ends at chance, and ``follow`` plays what is best then
``describe(position, move) -> str`` *       a move in words, for a person
``credit(request, before, after)`` *        what earlier moves of the seat bring only now, between two positions:
                                            {key of the move: (points by source, changes in holdings)}
``dressed(request, answer) -> Answer`` *    adds to any answer what it assumes and which house values it rests on; it is
                                            asked of every answer that becomes a plan, also of one that was stopped
``check(request) -> tuple[Problem]`` *      defects of a request that only the game can know
``spelled(key) -> Move`` *                  reads a move's key without asking whether it is legal; needed with the
                                            two above
``worths(position, horizon) -> dict`` *     the shipped table of worths at the horizon's end: holding -> points
``forecast(position) -> dict`` *            the shipped forecast: name -> number
``parse(text) -> Position`` *               reads ``position.to_text()``; without it ``rules.parse``
``after_move(request, move, control)`` *    the best Answer that begins with a legal move, where a solve from the seat's
                                            next decision on would not see it right; else None
``values(request, control) -> dict`` *      exact value of every legal move by key, where one search gives them all
``blockers(request) -> tuple[Blocker]`` *   rules and shortages that may stand in the way of a goal (see ``why``)
``reach(request, goal, kept, control)`` *   the best Answer when only the ``kept`` blockers hold (see ``why``)
``first_bound(request) -> Fraction`` *      no answer of the request can be worth more; proved in milliseconds, see
                                            :func:`first_bound`
=========================================== ==========================================================================
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from rules.findings import Problem, UnknownName
from rules.printable import LONGEST_NAME, shown

if TYPE_CHECKING:
    from .answer import Answer
    from .blockers import Blocker, Goal
    from .contract import Move, Position
    from .control import Control
    from .request import Request

#: What earlier moves bring: by the move's key, points by source and changes in holdings.
Credits = Mapping[str, tuple[Mapping[str, int], Mapping[str, int]]]

REQUIRED = ("HORIZONS", "solve", "ended", "rival", "follow", "holdings")

_registered: dict[str, str] = {}
_loaded: dict[str, Room] = {}


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """Hold the functions of one game's room; see the module's text."""

    name: str
    module: str
    horizons: Mapping[str, str]
    solve: Callable[[Request, Control], Answer]
    ended: Callable[[Request, Position], bool]
    rival: Callable[[Request, Position], Move]
    follow: Callable[[Request, Position], Move]
    holdings: Callable[[Position, int], Mapping[str, int]]
    value: Callable[[Request, Position], Fraction]
    settle: Callable[[Request, Position], Move | None]
    table: Callable[[Position, int], Position]
    stopgap: Callable[[Request], tuple[Move, ...]] | None
    meanwhile: Callable[[Request, Position, Move], Move | None] | None
    passes: Callable[[Request, Position, Move], bool] | None
    fixed: bool
    spelled: Callable[[str], Move] | None
    describe: Callable[[Position, Move], str]
    credit: Callable[[Request, Position, Position], Credits] | None
    dressed: Callable[[Request, Answer], Answer]
    check: Callable[[Request], Sequence[Problem]]
    worths: Callable[[Position, str], Mapping[str, Fraction]]
    forecast: Callable[[Position], Mapping[str, Fraction]]
    parse: Callable[[str], Position]
    after_move: Callable[[Request, Move, Control], Answer | None] | None
    values: Callable[[Request, Control], Mapping[str, Fraction]] | None
    blockers: Callable[[Request], Sequence[Blocker]] | None
    reach: Callable[[Request, Goal, frozenset[str], Control], Answer] | None
    first_bound: Callable[[Request], Fraction] | None


def register(name: str, module: str) -> None:
    """Say that the room of the game ``name`` is the module ``module`` (a dotted path that can be imported)."""
    _registered[name] = module
    _loaded.pop(name, None)


def registered() -> dict[str, str]:
    """Return the rooms that were named with :func:`register`."""
    return dict(_registered)


def find(position: Position) -> Room:
    """Return the room of a position's game."""
    return load(position.game.name)


def load(name: str) -> Room:
    """Import the room of a game by its name.

    Raises :class:`rules.UnknownName` when there is none, and TypeError when a room lacks a function.
    """
    if (room := _loaded.get(name)) is None:
        path = _registered.get(name, f"solver.{name}")
        if name not in _registered and (len(name) > LONGEST_NAME or not name.isidentifier()):
            raise UnknownName((Problem("game", f"{shown(name)} has no solver: that is no name of a game."),))
        try:
            module = importlib.import_module(path)
        except ModuleNotFoundError as error:
            if error.name != path:  # the room is there, but something that it imports is not
                raise
            raise UnknownName((Problem("game", f"{name!r} has no solver; there is no module {path}."),)) from None
        if name not in _registered and not any(hasattr(module, hook) for hook in REQUIRED):
            raise UnknownName((Problem("game", f"{name!r} has no solver; {path} is no room of a game."),))
        room = _loaded[name] = _wrap(name, path, module)
    return room


def _wrap(name: str, path: str, module: ModuleType) -> Room:
    """Gather a module's functions, with defaults for those that may be missing."""
    missing = [hook for hook in REQUIRED if not hasattr(module, hook)]
    if missing:
        raise TypeError(f"the solver's room {path} lacks {', '.join(missing)}")

    def value(request: Request, position: Position) -> Fraction:
        return plain_value(request, position, module.holdings)

    return Room(
        name=name,
        module=path,
        horizons=module.HORIZONS,
        solve=module.solve,
        ended=module.ended,
        rival=module.rival,
        follow=module.follow,
        holdings=module.holdings,
        value=getattr(module, "value", value),
        settle=getattr(module, "settle", lambda request, position: None),
        table=getattr(module, "table", lambda position, seat: position),
        stopgap=getattr(module, "stopgap", None),
        meanwhile=getattr(module, "meanwhile", None),
        passes=getattr(module, "passes", None),
        fixed=getattr(module, "FIXED", False),
        spelled=getattr(module, "spelled", None),
        describe=getattr(module, "describe", lambda position, move: move.key),
        credit=getattr(module, "credit", None),
        dressed=getattr(module, "dressed", lambda request, answer: answer),
        check=getattr(module, "check", lambda request: ()),
        worths=getattr(module, "worths", lambda position, horizon: {}),
        forecast=getattr(module, "forecast", lambda position: {}),
        parse=getattr(module, "parse", _rules_parse),
        after_move=getattr(module, "after_move", None),
        values=getattr(module, "values", None),
        blockers=getattr(module, "blockers", None),
        reach=getattr(module, "reach", None),
        first_bound=getattr(module, "first_bound", None),
    )


def first_bound(request: Request, room: Room) -> Fraction | None:
    """Return a bound that is there before any search: no answer of the request can be worth more.

    It is proved, and bounds :attr:`Answer.value`: the expected gain from the request's position under its objective
    (a user's own table too, whatever it weighs and with what sign), together with what a forecast adds. A room makes
    it in a few milliseconds, for every horizon, every objective, every kind of rivals and every number of players; it
    may be far too high, never too low, and searches tighten it. So no plan is ever shown without a finite bound,
    also one that was stopped at once. None where the room has no such function yet.
    """
    return None if room.first_bound is None else room.first_bound(request)


def plain_value(
    request: Request, position: Position, holdings: Callable[[Position, int], Mapping[str, int]]
) -> Fraction:
    """Count the points won since the request's position, and each change in a holding times its worth."""
    seat, start = request.seat, request.position
    won = position.scores()[seat].total - start.scores()[seat].total
    total = won * request.worth("points")
    if request.worths:
        before, after = holdings(start, seat), holdings(position, seat)
        for name, number in after.items():
            if number != before.get(name, 0):
                total += (number - before.get(name, 0)) * request.worth(name)
    return total


def _rules_parse(text: str) -> Position:
    """Read a position by the rules core."""
    parse: Callable[[str], Position] = importlib.import_module("rules").parse
    return parse(text)
