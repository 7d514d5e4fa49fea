"""Look at one position: is it a puzzle? Everything that is not clear is rejected, and the reason is said."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules import BadInput, RulesError
from rules.playouts import find_policy
from solver import Control, solve

from .puzzle import LONGEST_LINE, Kind, Proof, Puzzle, Source
from .puzzle_judge import asked, automatic, best_replay, judge, line_over

if TYPE_CHECKING:
    from solver import Plan, Ranking, Request
    from solver.rooms import Room

METHODS: Final = ("search", "cp-sat")
"""Two methods that have nothing in common: a value counts as proved twice when both find it."""

RANKING: Final = 4
"""How many times as long as one solve the values of all first moves may take."""

MOST_ENDS: Final = 2_000
"""Ends of the best line over chance; more would make judging slow."""

LEAST_DECISIONS: Final = 2


def assess(game: str, whole: Any, kind: Kind, source: Source | None) -> Puzzle | str:
    """Make a puzzle of a position, or say why it is none; empty where no such puzzle could begin there at all."""
    seat = whole.actor
    position = whole.view(seat)
    legal = position.legal_moves()
    if not kind.moves[0] <= len(legal) <= kind.moves[1]:
        return ""
    from solver import rooms
    from solver.run import ask

    held = rooms.load(game).holdings(position, seat)
    if any(held.get(name, 0) < number for name, number in kind.least.items()):
        return ""
    if any(held.get(name, 0) > number for name, number in kind.most.items()):
        return ""
    try:
        request, room = ask(
            position, horizon=kind.horizon, objective=kind.objective, method=kind.method, seconds=kind.seconds
        )
    except BadInput:
        return ""
    plan = _planned(request, room, kind)
    if plan is None or plan.status != "optimal":
        return "unproved: the best line takes too long"
    if plan.value <= 0:
        return "nothing to win"
    try:
        ranking = _ranked(request, room)
    except TimeoutError:
        return "unproved: the other first moves take too long"
    margin = ranking.margin
    if ranking.best != plan.value:
        return f"unproved: the first moves reach {ranking.best}, the line {plan.value}"
    if margin is None or margin < Fraction(kind.margin):
        return f"margin too small: {margin if margin is not None else 'every first move is best'}"
    if 2 * len(ranking.optimal) > len(legal):
        return f"most first moves are best: {len(ranking.optimal)} of {len(legal)}"
    bare = Puzzle(
        id="-",
        game=game,
        level=1,
        position=position.to_code(),
        seat=seat,
        horizon=kind.horizon,
        objective=kind.objective,
        source=source,
        house=bool(plan.house),
        value=str(plan.value),
        best=tuple(move.key for move in ranking.optimal),
        line=plan.keys,
        margin=str(margin),
        proof=Proof(plan.method, ""),
    )
    try:
        best_replay(bare)
    except BadInput as error:
        return f"the line cannot be judged: {error}"
    for move in ranking.optimal:
        if not _reached(bare, request, room, move):
            return f"unproved: no line is known that begins with {move.key!r} and reaches the best value"
    return _measured(bare, kind, len(legal))


class Counted(Control):
    """Stop a search after so many looks at the clock, for the same result on every machine; 0: only by the clock."""

    def __init__(self, seconds: float, looks: int) -> None:
        self.left = looks or -1
        super().__init__(seconds)

    @property
    def stopped(self) -> bool:
        """Say whether to come to an end; each question counts."""
        self.left -= self.left > 0
        return self.left == 0 or super().stopped


def _planned(request: Request, room: Room, kind: Kind) -> Plan | None:
    """Solve a request within the limits of its kind; None where there is no answer."""
    from solver.plan import make_plan
    from solver.run import NoAnswer

    try:
        answer = room.solve(request, Counted(request.seconds, kind.looks))
    except NoAnswer:
        return None
    return make_plan(request, room, answer, 0.0) if answer.bound == answer.value else None


def _ranked(request: Request, room: Room) -> Ranking:
    """Value every first move; raise TimeoutError where the time was too short.

    After chance a move may be valued by what is best then, which no line that is fixed before can be sure of. So the
    others may be worth less than it says here and never more: the margin is on the safe side.
    """
    from solver import Ranking
    from solver.after import after, exact
    from solver.run import NoAnswer

    control = Control(RANKING * request.seconds)
    moves: Any = {move.key: move for move in request.position.legal_moves()}
    try:
        if room.values is not None:
            values = dict(room.values(request, control))
        else:
            values = {key: exact(request, after(request, room, move, control)) for key, move in moves.items()}
    except NoAnswer:
        raise TimeoutError from None
    return Ranking(values=tuple(sorted(((moves[key], values[key]) for key in moves), key=lambda pair: -pair[1])))


def _reached(puzzle: Puzzle, request: Request, room: Room, first: Any) -> bool:
    """Say whether a fixed line is found that begins with a move and reaches the best value."""
    if first.key == puzzle.line[0]:
        return True
    from solver.after import after

    answer = after(request, room, first, Control(request.seconds))
    return answer is not None and judge(puzzle, tuple([move.key for move in answer.moves])).optimal


def _measured(bare: Puzzle, kind: Kind, legal: int) -> Puzzle | str:
    """Give a proved position its difficulty and level, and prove it a second time; or say why it is rejected."""
    request, room = asked(bare)
    line = judge(bare, bare.line)
    if best_replay(bare).ends > MOST_ENDS:
        return f"too many outcomes of chance: {best_replay(bare).ends}"
    decisions = _decisions(request, room, line.moves)
    if decisions < LEAST_DECISIONS:
        return f"trivial: only {decisions} decision on the way"
    greedy = _greedy_line(request, room)
    verdict = judge(bare, greedy)
    obvious = greedy[0] in bare.best
    difficulty = rate(decisions, verdict.loss, obvious, legal, len(bare.best))
    level = 1 + sum(difficulty > border for border in kind.levels)
    if obvious and level > 1:
        return "the greedy move is the best: too obvious for its level"
    if not obvious and level == 1 and not verdict.loss:
        return "unproved: the greedy line is best, and its first move is not"
    checked = _checked(request.position, kind, bare.optimum)
    if not checked[0]:
        return checked[1]
    versions = tuple(f"{name} {_version(name)}" for name in ("magister-ludi", "ortools"))
    identity = sha256(f"{bare.game}/{bare.position}/{bare.horizon}/{bare.objective}".encode()).hexdigest()[:8]
    players = len(request.position.seats)  # type: ignore[attr-defined]
    features = [f"{players} players" if players > 1 else "solo", f"{legal} first moves"]
    features += ["chance"] if best_replay(bare).ends > 1 else []
    return msgspec.structs.replace(
        bare,
        id=f"{bare.game.replace('_', '-')}-{identity}",
        level=level,
        difficulty=difficulty,
        features=tuple(features),
        proof=Proof(bare.proof.method, checked[1], versions),
    )


def rate(decisions: int, loss: Fraction, obvious: bool, legal: int, best: int) -> int:
    """Say how difficult a puzzle is: how long its line is, and how far greed goes wrong in it.

    ``decisions`` are those of the best line where there is something to choose, ``loss`` is what the greedy line gives
    away, ``obvious`` says that its first move is best, ``legal`` and ``best`` count first moves. 0 or more.

    >>> rate(3, Fraction(0), True, 6, 2), rate(6, Fraction(3), False, 30, 1)
    (20, 66)
    """
    hidden = math.log2(legal / best)  # bits that a guess lacks
    return round(5 * min(decisions, 8) + 5 * min(float(loss), 4.0) + 3 * min(hidden, 5.0) + 6 * (not obvious))


def _decisions(request: Request, room: Room, keys: tuple[str, ...]) -> int:
    """Count the decisions of a line at which there is more than one move."""
    return sum(len(position.legal_moves()) > 1 for position in _walked(request, room, keys))


def _walked(request: Request, room: Room, keys: tuple[str, ...]) -> Iterator[Any]:
    """Go through the positions in which the seat plays the moves of a legal line, along one way of chance."""
    position: Any = request.position
    for key in keys:
        while (step := automatic(request, room, position)) is not None:
            position = position.play(step)
        if room.spelled is not None and room.passes is not None and room.passes(request, position, room.spelled(key)):
            continue
        try:
            move = position.move(key)
        except RulesError:
            return  # it answers what only another outcome asks
        yield position
        position = position.play(move)


def _greedy_line(request: Request, room: Room) -> tuple[str, ...]:
    """Return what the greedy policy plays for the seat, up to the end of its line."""
    position: Any = request.position
    policy, random = find_policy("greedy"), Random(0)
    keys: list[str] = []
    while not line_over(request, room, position) and len(keys) < LONGEST_LINE:
        move = automatic(request, room, position)
        if move is None:
            move = policy(position, random)
            keys.append(move.key)
        position = position.play(move)
    return tuple(keys)


def _checked(position: Any, kind: Kind, value: Fraction) -> tuple[bool, str]:
    """Prove the value by each of two methods; return whether both found it, and their names or what was wrong."""
    for method in METHODS:
        try:
            plan = solve(
                position, horizon=kind.horizon, objective=kind.objective, method=method, seconds=2 * kind.seconds
            )
        except BadInput as error:
            return False, f"not checked: {method}: {error}"
        if plan.status != "optimal":
            return False, f"not checked: {method} was stopped by the clock"
        if plan.value != value:
            return False, f"not checked: {method} finds {plan.value} and not {value}"
    return True, " and ".join(METHODS)


@cache
def _version(name: str) -> str:
    """Return which version of a package is installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
