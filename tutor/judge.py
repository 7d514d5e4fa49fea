"""What a move is worth against the solver, and how sure that is: the ground of hints, warnings and reviews.

Counted is what the seat wins up to the end of the first horizon of the game's solver that takes the question, points
and goods by the shipped table of worths, unless something else is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from rules import BadInput, RulesError
from rules.protocol import Position

from .amounts import points
from .language import say

if TYPE_CHECKING:
    from solver import Answer, Control, Plan, Request
    from solver.rooms import Room

OBJECTIVE = "worth"
"""What is counted unless something else is asked for: points, and goods by the shipped table."""

SHARE = 0.1
"""Seconds that a solve after one of several outcomes may take at least."""

PATIENCE = 1.5
"""Seconds that may be spent beyond a limit on a move of which nothing is known."""

AGAIN = 3
"""So many times the limit a second try is given."""

TRUST = 0.7
"""Part of the time that a remembered answer must have had, to be taken where more would be given now."""


class Loss(msgspec.Struct, frozen=True):
    """Hold how many points a move gives away: at least, about, and at most (None: nothing is known).

    ``about`` compares the best that was found with and without the move; it is the loss where ``exact``.

    >>> Loss(Fraction(2), Fraction(2), Fraction(2)).exact, Loss(Fraction(0), Fraction(2)).exact
    (True, False)
    """

    least: Fraction
    about: Fraction | None
    most: Fraction | None = None

    @property
    def exact(self) -> bool:
        """Say whether the loss is proved to be this."""
        return self.most == self.least

    @property
    def nothing(self) -> bool:
        """Say whether no better move is known, proved or not."""
        return not self.least and not self.about

    def words(self) -> str:
        """Say it as the end of a sentence about a move, and how sure it is."""
        if self.exact:
            return say("loses {points}", points=points(self.least)) if self.least else say("loses nothing")
        if self.about is None:
            return say("could not be valued in the time that there was")
        least, most = self.least, self.most
        if not self.about and not least:
            if most is None:
                return say("loses nothing that is known; how much at most is not proved")
            return say("loses nothing that is known, and at most {points}", points=points(most))
        if least and most is not None:
            return say("loses at least {least} and at most {most}", least=points(least), most=points(most))
        if least:
            return say("loses at least {points}", points=points(least))
        if most is not None:
            return say(
                "seems to lose {points}, and at most {most}; it is not proved",
                points=points(self.about),
                most=points(most),
            )
        return say("seems to lose {points}; it is not proved", points=points(self.about))


def counted(worths: object) -> str:
    """Say what counts besides points, where anything does: a figure with decimals is no number of points alone."""
    return say("Goods are counted with the points, at what they are usually worth.") if worths else ""


NO_LOSS = Loss(Fraction(0), Fraction(0), Fraction(0))
UNKNOWN = Loss(Fraction(0), None)


class Judge:
    """Value the moves of one decision; ask it only where somebody decides.

    It remembers what it has solved, and with ``memory`` shares that with other judges of the same game. ``checked`` is
    False where the solver takes no question from here and only what follows each move is solved.
    """

    def __init__(
        self,
        position: Position,
        horizon: str | None = None,
        objective: str | Mapping[str, Any] = OBJECTIVE,
        seconds: float = 1.0,
        memory: Memory | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        """Ask nothing yet. What is being solved comes to an end once ``stopped`` says so.

        Raises:
            rules.BadInput: nobody decides here, or the horizon or the objective do not fit.
            rules.UnknownName: the game has no solver.
        """
        self.position = position
        self.seconds = seconds
        self._stopped = stopped
        self.request, room, self.checked = question(position, horizon, objective, seconds)
        self.room = remembering(room, {} if memory is None else memory)
        self._after: dict[str, Answer | None] = {}
        self._best: Answer | None = None
        self._asked = False

    def best(self, seconds: float | None = None) -> Answer | None:
        """Return the best line that is known; None where the time was too short for any."""
        if not self._asked:
            self._asked = True
            self._best = self._search(self.seconds if seconds is None else seconds)
        return self._better()

    def after(self, move: Any, seconds: float | None = None) -> Answer | None:
        """Return the best line that begins with a move; None where the time was too short for any."""
        if move.key not in self._after:
            limit = self.seconds if seconds is None else seconds
            found = self._solve_after(move, limit)
            if found is None and self.checked and limit < PATIENCE:
                found = self._solve_after(move, min(PATIENCE, AGAIN * limit))  # no answer at all is worth a second try
            self._after[move.key] = found
        return self._after[move.key]

    def loss(self, move: Any, seconds: float | None = None) -> Loss:
        """Say what a move gives away; with ``seconds`` for each of the two solves."""
        if len(self.position.legal_moves()) == 1:
            return NO_LOSS
        best = self.best(seconds)
        if best is None:
            return UNKNOWN
        if best.moves and best.moves[0].key == move.key:
            most = None if best.bound is None else max(Fraction(0), best.bound - best.value)
            return Loss(Fraction(0), Fraction(0), most)
        own = self.after(move, seconds)
        if own is None:
            return UNKNOWN
        # A plan that is fixed in advance may bring less than one that is made anew after each outcome of chance.
        value = max(best.value, own.value)
        least = Fraction(0) if own.bound is None else max(Fraction(0), value - own.bound)
        most = None if best.bound is None else max(Fraction(0), max(best.bound, value) - own.value)
        return Loss(least, value - own.value, most)

    def plan(self, answer: Answer) -> Plan | None:
        """Return an answer as a plan that the rules have replayed; None where they do not confirm it."""
        if not self.checked:
            return None
        from solver import ReplayMismatch
        from solver.plan import make_plan

        try:
            return make_plan(self.request, self.room, answer, self.seconds)
        except (ReplayMismatch, RulesError):
            return None

    def _better(self) -> Answer | None:
        """Return the best of all that was solved: what follows one move may turn out better than the plan."""
        best = self._best
        for answer in self._after.values():
            if best is not None and answer is not None and answer.value > best.value:
                bound = None if best.bound is None else max(best.bound, answer.value)
                best = msgspec.structs.replace(answer, bound=bound)
        return best

    def _search(self, seconds: float) -> Answer | None:
        from solver.after import solve_part
        from solver.run import in_thread

        if self.checked:
            control = watched(seconds, self._stopped)
            return in_thread(lambda: solve_part(self.request, self.room, control), control)
        moves = self.position.legal_moves()
        tried = [self.after(move, seconds / len(moves)) for move in moves]
        known = [answer for answer in tried if answer is not None]
        if not known:
            return None
        bounds = [answer.bound for answer in known if answer.bound is not None]
        whole = len(bounds) == len(moves)
        return msgspec.structs.replace(max(known, key=_value), bound=max(bounds) if whole else None)

    def _solve_after(self, move: Any, seconds: float) -> Answer | None:
        from solver.after import after
        from solver.run import in_thread

        if not self.checked and self._open(move):
            return self._at_once(move)
        then: Any = self.request.position.play(move)
        # Where chance follows, each outcome is solved; one of them must not eat up the time of all.
        outcomes = max(1, len(then.chance()))
        room = limited(self.room, max(SHARE, seconds / outcomes))
        control = watched(max(seconds, min(SHARE * outcomes, PATIENCE)), self._stopped)
        try:
            return in_thread(lambda: after(self.request, room, move, control), control)
        except RulesError:
            if self.checked:
                raise
            return None  # what follows is no question for the solver either

    def _at_once(self, move: Any) -> Answer:
        """Count what a move brings by itself, and claim nothing about what follows."""
        from solver import Answer

        then = self.request.position.play(move)
        return Answer(
            moves=(move,), value=self.room.value(self.request, then), bound=None, method="what it brings at once"
        )

    def _open(self, move: Any) -> bool:
        """Say whether others or chance come between a move and what could be valued."""
        then: Any = self.request.position.play(move)
        return not (then.over or self.room.ended(self.request, then) or then.actor == self.request.seat)


def _value(answer: Answer) -> Fraction:
    return answer.value


def watched(seconds: float, stopped: Callable[[], bool] | None = None) -> Control:
    """Make a control with a limit that also ends once ``stopped`` says so."""
    from solver import Control

    class Watched(Control):
        """Ask somebody else, too, whether to come to an end."""

        @property
        def stopped(self) -> bool:
            return super().stopped or (stopped is not None and stopped())

    return Watched(seconds)


def question(
    position: Position, horizon: str | None, objective: str | Mapping[str, Any], seconds: float
) -> tuple[Request, Room, bool]:
    """Return the question to the solver, its room, and whether the solver takes it.

    Without a horizon it is the first that the solver takes, forecasts of the whole game left out; where it takes none,
    the question is only there to value what follows a move.
    """
    from solver import Request, rooms
    from solver.run import ask

    room = rooms.find(position)
    if horizon is not None or position.actor is None:
        request, room = ask(position, horizon=horizon, objective=objective, seconds=seconds)
        return request, room, True
    names = list(room.horizons)
    refused: BadInput | None = None
    for name in names[: max(1, len(names) - 1)]:
        try:
            request, room = ask(position, horizon=name, objective=objective, seconds=seconds)
        except BadInput as error:
            refused = refused or error
        else:
            return request, room, True
    assert refused is not None
    if not isinstance(objective, str) or any(problem.path.startswith("objective") for problem in refused.problems):
        raise refused
    seat = position.actor
    view: Any = room.table(position.view(seat), seat)
    worths = tuple(room.worths(view, names[0]).items()) if objective == "worth" else ()
    request = Request(
        position=view,
        seat=seat,
        horizon=names[0],
        objective=objective,
        worths=tuple((name, Fraction(worth)) for name, worth in worths),
        seconds=seconds,
    )
    return request, room, False


def limited(room: Room, seconds: float) -> Room:
    """Return a room whose solves take no longer than so many seconds each."""

    def solve(request: Request, control: Control) -> Answer:
        from solver.after import share

        own = share(control, seconds)
        try:
            return room.solve(request, own)
        finally:
            control.forget_stop(own.stop)

    return msgspec.structs.replace(room, solve=solve)


Memory = dict[tuple[object, ...], tuple[float, "Answer"]]
"""Answers by question, with the seconds that they had."""


def remembering(room: Room, memory: Memory) -> Room:
    """Return a room that solves no question twice, unless given much more time, and keeps what was found on the way."""

    def solve(request: Request, control: Control) -> Answer:
        from solver import NoAnswer

        key = (request.position, request.seat, request.horizon, request.worths, request.rivals)
        seconds = control.remaining
        known = memory.get(key)
        if known is not None and (known[1].bound == known[1].value or known[0] >= TRUST * seconds):
            return known[1]
        solver: Callable[[Request, Control], Answer] = room.solve
        try:
            answer = solver(request, control)
        except NoAnswer:
            if control.best is None:
                raise
            answer = control.best
        found = control.best
        if found is not None and answer.feasible and found.value > answer.value:
            answer = found
        if known is not None and known[1].value > answer.value:
            answer = known[1]
        bounds = [
            bound for bound in (answer.bound, control.bound, known[1].bound if known else None) if bound is not None
        ]
        if bounds and answer.feasible:
            answer = msgspec.structs.replace(answer, bound=max(min(bounds), answer.value))
        memory[key] = (max(seconds, known[0]) if known else seconds, answer)
        return answer

    return msgspec.structs.replace(room, solve=solve)
