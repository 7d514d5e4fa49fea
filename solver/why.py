"""Why, and how much worse: what blocks a goal, what a move costs, and all moves that are best.

A room takes part in :func:`why_not` by two functions. ``blockers(request)`` names groups of rules and
shortages that may stand in the way ("no more than two wood", "an advisor takes one seat only"), each with a
sentence. ``reach(request, goal, kept, control)`` returns the best :class:`Answer` when only the groups in
``kept`` hold and the others are lifted; where the goal names a move, it must come first. Its moves need not be
legal, since rules are lifted, so they are not replayed: only value and bound are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NoReturn

import msgspec

from rules.findings import BadInput, IllegalMove, refuse
from rules.printable import shown

from . import rooms
from .after import BY_OUTCOME, after, exact, share, solve_part, too_short
from .answer import Answer
from .blockers import Blocker, Goal, delete, shrink
from .contract import Move, Position
from .control import Control, NoAnswer
from .numbers import MOST_POINTS, refusal, within
from .numbers import exact as exact_number
from .plan import Plan, make_plan, points
from .replay import measure
from .request import Request, Table
from .run import ask, in_thread

QUESTIONS = 0.6  #: of the time goes to the questions of which blockers are needed, in equal parts; the rest verifies
LEAST = 0.05  #: seconds for one of them


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
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
        elif self.irreducible:
            lines.append(
                "No single rule makes it impossible: even without all the rules and shortages that are told apart "
                "here, so many points are not there."
            )
        else:
            lines.append(
                "No single rule makes it impossible: no rule or shortage could be named for it, and still no line "
                "brings more; that is proved."
            )
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
    horizon: str | None = None,
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
    if points is not None and not within(points, -MOST_POINTS, MOST_POINTS):
        raise BadInput((refusal("points", points, -MOST_POINTS, MOST_POINTS),))
    target = None if points is None else exact_number(points)
    first: Move | None = None
    if move is not None:
        key = _key(move)
        try:
            first = request.position.move(key)
        except IllegalMove as error:
            goal = Goal(points=target or Fraction(0), move=key)
            findings = tuple(str(finding) for finding in error.findings)
            return Reasons(goal=goal, reachable=False, plan=None, best=None, findings=findings)
    control = Control(request.seconds)
    goal = Goal(points=target or Fraction(0), move="" if first is None else first.key)
    known = [Reasons(goal=goal, reachable=None, plan=None, best=None)]
    # What is known so far is the answer when the time is up, whatever is still being asked.
    return in_thread(
        lambda: _reasons(request, room, target, first, control, known), control, late=lambda: known[-1]
    )


def _key(move: object) -> str:
    """Return the key of a move that is given as a move or as its key."""
    key = move if isinstance(move, str) else getattr(move, "key", None)
    if not isinstance(key, str):
        raise refuse("move", f"is {shown(move)}; give a legal move of the position, or its key as text.")
    return key


def _reasons(
    request: Request,
    room: rooms.Room,
    target: Fraction | None,
    first: Move | None,
    control: Control,
    known: list[Reasons],
) -> Reasons:
    """Solve for the goal; where it cannot be reached, look for what blocks it. ``known`` gets what is found."""
    top: Answer | None = None
    if target is None or first is None:
        top = solve_part(request, room, control)
    if first is None:
        answer = top
    else:
        answer = after(request, room, first, control)
    if target is None:
        target = top.value if top is not None else None
    if answer is None or target is None:
        return Reasons(goal=Goal(points=target or Fraction(0)), reachable=None, plan=None, best=None)
    goal = Goal(points=target, move="" if first is None else first.key)
    reachable = True if answer.value >= target else None if answer.bound is None or answer.bound >= target else False
    reasons = msgspec.structs.replace(
        known[0], goal=goal, reachable=reachable, plan=_plan(request, room, answer, control), best=answer.value
    )
    known.append(reasons)
    if reachable is not False or room.blockers is None or room.reach is None:
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
        self.each = 0.0  #: seconds for one question; 0 for all that is left

    def ask(self, kept: Iterable[str]) -> Answer | None:
        """Return the room's answer; None when the time was too short."""
        names = frozenset(kept)
        if names not in self.known:
            self.known[names] = self.fresh(names, self.each)
        return self.known[names]

    def fresh(self, names: frozenset[str], seconds: float = 0.0) -> Answer | None:
        """Ask anew, whatever was said before."""
        assert self.room.reach is not None
        if self.control.stopped:
            return None
        with_clock = share(self.control, seconds)
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
    if not by_name:
        return reasons
    asker = _Asker(request, room, goal, control)
    if asker.reached(asker.ask(by_name)) is not False:
        return reasons  # the room's groups do not hold the whole reason: say nothing rather than something wrong
    asker.each = max(LEAST, control.remaining * QUESTIONS / len(by_name))
    kept, sure = delete(tuple(by_name), lambda names: asker.reached(asker.ask(names)))
    if asker.reached(asker.fresh(frozenset(kept))) is not False:
        return reasons
    smallest = False
    if sure and len(kept) > 1:
        fewer, smallest = shrink(tuple(by_name), kept, lambda names: asker.reached(asker.ask(names)))
        if fewer != kept:
            if asker.reached(asker.fresh(frozenset(fewer))) is False:
                kept = fewer
            else:  # the larger set is verified, too
                smallest = False
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


def rank_moves(
    position: Position,
    horizon: str | None = None,
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
    return in_thread(lambda: _rank(request, room, control), control, late=lambda: _too_late(request))


def _rank(request: Request, room: rooms.Room, control: Control) -> Ranking:
    """Value every legal move by the room's own search, or one solve per move."""
    legal = {move.key: move for move in request.position.legal_moves()}
    if room.values is not None:
        try:
            known = dict(room.values(request, control))
        except NoAnswer:
            raise too_short(request) from None
    else:
        known = {key: exact(request, after(request, room, move, control)) for key, move in legal.items()}
    return Ranking(values=tuple(sorted(((legal[key], known[key]) for key in legal), key=lambda pair: -pair[1])))


def optimal_moves(
    position: Position,
    horizon: str | None = None,
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
    horizon: str | None = None,
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
    first = request.position.move(_key(move))
    control = Control(request.seconds)

    def work() -> Fraction:
        best = exact(request, solve_part(request, room, control))
        # A plan that is fixed in advance may bring less than one that is made anew after each outcome of chance.
        return max(Fraction(0), best - exact(request, after(request, room, first, control)))

    return in_thread(work, control, late=lambda: _too_late(request))


def _too_late(request: Request) -> NoReturn:
    """Say that exact values were not there in time."""
    raise too_short(request)
