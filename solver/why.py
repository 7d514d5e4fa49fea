"""Why, and how much worse: what blocks a goal, what a move costs, and all moves that are best.

A room takes part in :func:`why_not` by two functions. ``blockers(request)`` names groups of rules and
shortages that may stand in the way ("no more than two wood", "an advisor takes one seat only"), each with a
sentence. ``reach(request, goal, kept, control)`` returns the best :class:`Answer` when only the groups in
``kept`` hold and the others are lifted; where the goal names a move, it must come first. Its moves need not be
legal, since rules are lifted, so they are not replayed: only value and bound are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations

import msgspec

from rules.findings import IllegalMove, refuse

from . import rooms
from .answer import Answer
from .contract import Move, Position
from .control import Control
from .plan import Plan, make_plan, points
from .replay import measure
from .request import Request, Table
from .run import NoAnswer, ask, in_thread

BY_OUTCOME = "a solve for each outcome"


class Blocker(msgspec.Struct, frozen=True, kw_only=True):
    """Name a group of rules or a shortage that can be lifted: a short name, a sentence, the rule's id if any."""

    name: str
    text: str
    rule: str = ""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what is asked for: at least ``points`` under the objective, with ``move`` (a key) first if it is named."""

    points: Fraction
    move: str = ""


class Reasons(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Say whether a goal can be reached, and if not, what stands in the way.

    ``reachable`` is None when the time was too short to know. ``plan`` reaches the goal, or is the best there
    is. ``blockers`` together make the goal impossible, and a new solve with nothing but them has shown it;
    lift any one of them and the proof falls (``irreducible``); ``smallest`` says that no smaller set does it.
    ``without`` says for each how much can be reached when it alone is lifted, as far as it is known.
    ``findings`` are the rules that the named move breaks.
    """

    goal: Goal
    reachable: bool | None
    plan: Plan | None
    best: Fraction | None
    blockers: tuple[Blocker, ...] = ()
    without: tuple[tuple[str, Fraction], ...] = ()
    irreducible: bool = False
    smallest: bool = False
    findings: tuple[str, ...] = ()

    def explain(self) -> str:
        """Say it in sentences, one a line."""
        goal = f"{points(self.goal.points)}{f' with {self.goal.move!r} first' if self.goal.move else ''}"
        if self.findings:
            return "\n".join((f"{self.goal.move!r} is not legal here.", *self.findings))
        if self.reachable is None:
            return f"The time was too short to know whether {goal} can be reached."
        if self.reachable:
            return "\n".join((f"{goal} can be reached.", *((self.plan.explain(),) if self.plan else ())))
        lines = [f"{goal} cannot be reached; the best there is is {points(self.best or Fraction(0))}."]
        if self.blockers:
            how = "These together" if len(self.blockers) > 1 else "This alone"
            lines.append(f"{how} make{'' if len(self.blockers) > 1 else 's'} it impossible:")
            gains = dict(self.without)
            for blocker in self.blockers:
                more = f" Without it {points(gains[blocker.name])} could be reached." if blocker.name in gains else ""
                lines.append(f"- {blocker.text}{more}")
            if not self.irreducible:
                lines.append("The time was too short to know whether all of them are needed.")
        return "\n".join(lines)

    def __str__(self) -> str:
        """Print the explanation."""
        return self.explain()


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """Hold the exact value of every legal move, best first, equal ones in the order of the rules core."""

    values: tuple[tuple[Move, Fraction], ...]

    @property
    def best(self) -> Fraction:
        """Return the value of the best move."""
        return self.values[0][1]

    @property
    def optimal(self) -> tuple[Move, ...]:
        """Return all moves that are best."""
        return tuple(move for move, value in self.values if value == self.best)

    @property
    def margin(self) -> Fraction | None:
        """Return how much the best of the other moves loses; None when all moves are best."""
        rest = [value for _, value in self.values if value < self.best]
        return self.best - max(rest) if rest else None


def why_not(
    position: Position,
    points: int | float | Fraction | None = None,
    move: Move | str | None = None,
    horizon: str = "season",
    objective: str | Table = "points",
    rivals: str = "idle",
    seconds: float = 10.0,
    forecast: Table | None = None,
) -> Reasons:
    """Say what makes a goal impossible: at least ``points``, or ``move`` first, or both.

    With a legal ``move`` alone the goal is to be as good as the best plan with that move first. If the goal
    can be reached, the plan that does it is returned. Raises :class:`rules.BadInput` for arguments that do not
    fit.
    """
    request, room = ask(
        position, horizon=horizon, objective=objective, rivals=rivals, seconds=seconds, forecast=forecast
    )
    if points is None and move is None:
        raise refuse("points", "is missing: name a number of points, a move, or both.")
    if points is not None and (isinstance(points, bool) or not isinstance(points, int | float | Fraction)):
        raise refuse("points", f"is {points!r}; give a number.")
    target = None if points is None else Fraction(str(points))
    first: Move | None = None
    if move is not None:
        try:
            first = request.position.move(move if isinstance(move, str) else move.key)
        except IllegalMove as error:
            goal = Goal(points=target or Fraction(0), move=move if isinstance(move, str) else move.key)
            findings = tuple(str(finding) for finding in error.findings)
            return Reasons(goal=goal, reachable=False, plan=None, best=None, findings=findings)
    control = Control(request.seconds)
    return in_thread(lambda: _reasons(request, room, target, first, control), control)


def _reasons(
    request: Request, room: rooms.Room, target: Fraction | None, first: Move | None, control: Control
) -> Reasons:
    """Solve for the goal; where it cannot be reached, look for what blocks it."""
    top: Answer | None = None
    if target is None or first is None:
        top = _solve(request, room, control)
    if first is None:
        answer = top
    else:
        answer = after(request, room, first, control)
    if target is None:
        target = top.value if top is not None else None
    if answer is None or target is None:
        return Reasons(goal=Goal(points=target or Fraction(0)), reachable=None, plan=None, best=None)
    goal = Goal(points=target, move="" if first is None else first.key)
    plan = _plan(request, room, answer, control)
    if answer.value >= target:
        return Reasons(goal=goal, reachable=True, plan=plan, best=answer.value)
    if answer.bound is None or answer.bound >= target:
        return Reasons(goal=goal, reachable=None, plan=plan, best=answer.value)
    reasons = Reasons(goal=goal, reachable=False, plan=plan, best=answer.value)
    if room.blockers is None or room.reach is None:
        return reasons
    return _blockers(request, room, goal, reasons, control)


def _plan(request: Request, room: rooms.Room, answer: Answer, control: Control) -> Plan | None:
    """Make the plan of an answer; None where it goes on after chance better than the room's policy would."""
    if answer.method == BY_OUTCOME and measure(request, answer, room).value != answer.value:
        return None
    return make_plan(request, room, answer, control.seconds)


class _Asker:
    """Ask a room how much can be reached with some blockers kept, and remember what it said."""

    def __init__(self, request: Request, room: rooms.Room, goal: Goal, control: Control) -> None:
        self.request, self.room, self.goal, self.control = request, room, goal, control
        self.known: dict[frozenset[str], Answer | None] = {}

    def ask(self, kept: Iterable[str]) -> Answer | None:
        """Return the room's answer; None when the time was too short."""
        names = frozenset(kept)
        if names not in self.known:
            self.known[names] = self.fresh(names)
        return self.known[names]

    def fresh(self, names: frozenset[str]) -> Answer | None:
        """Ask anew, whatever was said before."""
        assert self.room.reach is not None
        if self.control.stopped:
            return None
        with_clock = _share(self.control)
        try:
            return self.room.reach(self.request, self.goal, names, with_clock)
        except NoAnswer:
            return None
        finally:
            self.control.forget_stop(with_clock.stop)

    def reached(self, answer: Answer | None) -> bool | None:
        """Say whether an answer reaches the goal; None where that is not known."""
        if answer is None:
            return None
        if not answer.feasible:
            return False
        if answer.value >= self.goal.points:
            return True
        return False if answer.bound is not None and answer.bound < self.goal.points else None


def _blockers(request: Request, room: rooms.Room, goal: Goal, reasons: Reasons, control: Control) -> Reasons:
    """Find a small set of blockers that makes the goal impossible, and verify it by a new solve."""
    assert room.blockers is not None
    by_name = {blocker.name: blocker for blocker in room.blockers(request)}
    asker = _Asker(request, room, goal, control)
    if asker.reached(asker.ask(by_name)) is not False:
        return reasons  # the room's groups do not hold the whole reason: say nothing rather than something wrong
    kept, sure = delete(tuple(by_name), lambda names: asker.reached(asker.ask(names)))
    smallest = False
    if sure and len(kept) > 1:
        kept, smallest = shrink(tuple(by_name), kept, lambda names: asker.reached(asker.ask(names)))
    if asker.reached(asker.fresh(frozenset(kept))) is not False:
        return reasons
    without = []
    for name in kept:
        answer = asker.ask(other for other in kept if other != name)
        if answer is not None and answer.feasible and answer.bound == answer.value:
            without.append((name, answer.value))
    return msgspec.structs.replace(
        reasons,
        blockers=tuple(by_name[name] for name in kept),
        without=tuple(without),
        irreducible=sure,
        smallest=smallest or (sure and len(kept) <= 1),
    )


Reached = Callable[[tuple[str, ...]], bool | None]


def delete(names: tuple[str, ...], reached: Reached) -> tuple[tuple[str, ...], bool]:
    """Delete names as long as what is left still blocks; say also whether every one that is left is needed.

    ``reached(kept)`` says whether the goal is reached when only ``kept`` hold, None where that is not known; all
    names together must block.

    >>> delete(("a", "b", "c"), lambda kept: not {"a", "c"} <= set(kept))
    (('a', 'c'), True)
    """
    kept = names
    sure = True
    for name in names:
        rest = tuple(other for other in kept if other != name)
        answer = reached(rest)
        if answer is False:
            kept = rest
        elif answer is None:
            sure = False
    return kept, sure


def shrink(names: tuple[str, ...], kept: tuple[str, ...], reached: Reached) -> tuple[tuple[str, ...], bool]:
    """Look for a blocking set smaller than ``kept``; say also whether the result is proved to be a smallest.

    Every blocking set meets every set of names whose lifting reaches the goal. So the smallest set that meets
    all those known so far is tried: it blocks, and is a smallest one, or it gives a further such set.

    >>> shrink(("a", "b", "c"), ("a", "b"), lambda kept: not ({"a", "b"} <= set(kept) or "c" in kept))
    (('c',), True)
    """
    liftings: list[frozenset[str]] = []
    while True:
        trial = next(
            (
                set_
                for size in range(len(kept))
                for set_ in combinations(names, size)
                if all(lifting.intersection(set_) for lifting in liftings)
            ),
            None,
        )
        if trial is None:
            return kept, True
        answer = reached(trial)
        if answer is False:
            return trial, True
        if answer is None:
            return kept, False
        holding = set(trial)
        for name in names:
            if name not in holding:
                more = reached(tuple(other for other in names if other in holding or other == name))
                if more:
                    holding.add(name)
                elif more is None:
                    return kept, False
        liftings.append(frozenset(names) - holding)


def rank_moves(
    position: Position,
    horizon: str = "season",
    objective: str | Table = "points",
    rivals: str = "idle",
    seconds: float = 10.0,
    forecast: Table | None = None,
) -> Ranking:
    """Value every legal move exactly: what it brings, with the best play after it.

    Raises TimeoutError when the time was too short for exact values.
    """
    request, room = ask(
        position, horizon=horizon, objective=objective, rivals=rivals, seconds=seconds, forecast=forecast
    )
    control = Control(request.seconds)
    return in_thread(lambda: _rank(request, room, control), control)


def _rank(request: Request, room: rooms.Room, control: Control) -> Ranking:
    """Value every legal move by the room's own search, or one solve per move."""
    legal = {move.key: move for move in request.position.legal_moves()}
    if room.values is not None:
        try:
            exact = dict(room.values(request, control))
        except NoAnswer:
            raise _too_short(request) from None
    else:
        exact = {key: _exact(request, after(request, room, move, control)) for key, move in legal.items()}
    return Ranking(values=tuple(sorted(((legal[key], exact[key]) for key in legal), key=lambda pair: -pair[1])))


def optimal_moves(
    position: Position,
    horizon: str = "season",
    objective: str | Table = "points",
    rivals: str = "idle",
    seconds: float = 10.0,
    forecast: Table | None = None,
) -> tuple[Move, ...]:
    """Return every legal move with which the best value can still be reached.

    :func:`rank_moves` gives the values too, and the margin to the second best. Raises TimeoutError when the
    time was too short to know them all.
    """
    return rank_moves(position, horizon, objective, rivals, seconds, forecast).optimal


def regret(
    position: Position,
    move: Move | str,
    horizon: str = "season",
    objective: str | Table = "points",
    rivals: str = "idle",
    seconds: float = 10.0,
    forecast: Table | None = None,
) -> Fraction:
    """Return what a move gives away: the best value less the value of playing the move first; 0 or more.

    Raises :class:`rules.IllegalMove` for a move that is not legal and TimeoutError when the time was too short
    for exact values.
    """
    request, room = ask(
        position, horizon=horizon, objective=objective, rivals=rivals, seconds=seconds, forecast=forecast
    )
    first = request.position.move(move if isinstance(move, str) else move.key)
    control = Control(request.seconds)

    def work() -> Fraction:
        best = _exact(request, _solve(request, room, control))
        return best - _exact(request, after(request, room, first, control))

    return in_thread(work, control)


# --- the value of a line that begins with a move ------------------------------------------------------------


def after(request: Request, room: rooms.Room, move: Move, control: Control) -> Answer | None:
    """Answer a request with ``move`` as the first move; None when the time was too short.

    What follows is solved from where the seat decides again; chance in between is valued exactly, and the
    others play as the request says. This rests on the value being additive along a line, as points are.
    """
    value, bound, line, rest = _continue(request, room, request.position.play(move), control)
    if value is None:
        return None
    if rest is None:
        return Answer(moves=(move,), value=value, bound=bound, method=BY_OUTCOME)
    return msgspec.structs.replace(rest, moves=(move, *line), value=value, bound=bound)


def _continue(
    request: Request, room: rooms.Room, position: Position, control: Control
) -> tuple[Fraction | None, Fraction | None, tuple[Move, ...], Answer | None]:
    """Value a later position of a request: value, bound, the moves of the line, the answer they come from."""
    if position.over or room.ended(request, position):
        value = room.value(request, position)
        return value, value, (), None
    if outcomes := position.chance():
        settled = room.settle(request, position)
        if settled is not None:
            return _continue(request, room, position.play(settled), control)
        total: Fraction | None = Fraction(0)
        bound: Fraction | None = Fraction(0)
        for outcome, chance in outcomes:
            one, limit, _, _ = _continue(request, room, position.play(outcome), control)
            total = None if one is None or total is None else total + chance * one
            bound = None if limit is None or bound is None else bound + chance * limit
        return total, bound, (), None
    if position.actor == request.seat:
        answer = _solve(msgspec.structs.replace(request, position=position), room, control)
        if answer is None:
            return None, None, (), None
        won = room.value(request, position)
        return won + answer.value, None if answer.bound is None else won + answer.bound, answer.moves, answer
    if request.rivals == "idle":
        return _continue(request, room, position.play(room.rival(request, position)), control)
    return _worst(request, room, position, control)


def _worst(
    request: Request, room: rooms.Room, position: Position, control: Control
) -> tuple[Fraction | None, Fraction | None, tuple[Move, ...], Answer | None]:
    """Value a decision of another seat that does its worst."""
    worst: Fraction | None = None
    limit: Fraction | None = None
    for move in position.legal_moves():
        value, bound, _, _ = _continue(request, room, position.play(move), control)
        if value is None:
            return None, None, (), None
        worst = value if worst is None or value < worst else worst
        if bound is not None and (limit is None or bound < limit):
            limit = bound
    return worst, limit, (), None


def _solve(request: Request, room: rooms.Room, control: Control) -> Answer | None:
    """Solve with the time that is left; None when that was too short for an answer."""
    if control.stopped:
        return None
    own = _share(control)
    try:
        return room.solve(request, own)
    except NoAnswer:
        return None
    finally:
        control.forget_stop(own.stop)


def _share(control: Control) -> Control:
    """Make a control for one solve among several: the same deadline, the same stop, its own answers."""
    own = Control(control.remaining)
    control.at_stop(own.stop)
    return own


def _exact(request: Request, answer: Answer | None) -> Fraction:
    """Return a proved value; raise TimeoutError when it is not proved."""
    if answer is None or answer.bound != answer.value:
        raise _too_short(request)
    return answer.value


def _too_short(request: Request) -> TimeoutError:
    """Say that the time was too short."""
    return TimeoutError(f"{request.seconds:g} seconds were too short for exact values; give more.")
