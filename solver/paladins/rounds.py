"""Plan a round: a sweep through all states of numbers where they are few enough, else rows without order and cuts.

The sweep goes forward, so that order is never in question; bounds by relaxed states keep it small. In the rows it is:
the best choice under them is a bound for every line. The rules core then looks for an order of that choice. If it finds
one that brings what the rows promised, the plan is proved. Otherwise a cut says what was learnt: this choice cannot be
ordered unless something supplies what it lacked everywhere; or this very choice brings less than promised.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.paladins.moves import Move, Pass
from rules.paladins.values import Seat
from solver.answer import Answer
from solver.run import NoAnswer

from .beam import WIDTH, beam
from .cuts import changed, chosen, forced, mirrored, unordered, unreachable
from .dress import others
from .frame import Frame
from .images import Knot
from .items import Key, key_of
from .line import Belief, Halted, Walker, answer, own_question
from .linear import Sum
from .merit import Merit
from .model import compiled, grow, weighted
from .ordering import Found, Ordering
from .phases import Aside, Marked, phased
from .prospect import Prospect
from .rehearsal import Act, Rehearsal
from .supply import Supply
from .table import on_table
from .tighten import Tightener

if TYPE_CHECKING:
    from solver.control import Control
    from solver.request import Request

ROWS = "CP-SAT rows, ordered by the rules"
SWEEP = "forward sweep of all states, played by the rules"
BEAM = "beam of lines, played by the rules"
PARAMETERS = "linearization_level: 2 cp_model_probing_level: 0"
TREE = "optimize_with_lb_tree_search: true"
SHARE, MOST = 0.1, 1.0  #: effort of the tree search in CP-SAT's measure: for each second of the time, and at most
MORE = 6_000  #: beliefs that are looked at when a choice is all that stands between a plan and its proof

BUILDING = 0.4  #: seconds that rows and model take; what would not be ready in time is not begun
LOW = Fraction(-(10**6))
STATES = 1_500_000  #: states that one sweep keeps: what they take stays under 300 MiB


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Hold where the order of a choice begins: moves already fixed, and the seat as the rows see it then."""

    line: tuple[Move, ...]
    seat: Seat
    words: tuple[str, ...] = ()
    draws: int = 0


class Hearing(Aside):
    """Be the clock of another control for a model of the rows, and tell each bound of its objective."""

    def __init__(self, whole: Control, tell: Callable[[int], None]) -> None:
        super().__init__(whole)
        self.tell = tell

    def tighten(self, bound: Fraction) -> None:
        """Tell a bound."""
        self.tell(int(bound))


def _unread(values: tuple[int, ...], value: Fraction) -> Answer:
    """Read nothing of a choice that has no order yet."""
    return Answer(moves=(), value=value, bound=None)


class Planner:
    """Plan one request; keeps the best line over several starts."""

    def __init__(self, request: Request, control: Control, walker: Walker | None = None) -> None:
        self.request, self.control = request, control
        self.walker = walker or Walker(request, control)
        self.best: tuple[Move, ...] | None = None
        self.value = LOW
        self.cuts = self.solves = 0
        self.methods: list[str] = []  #: those that have proved something, or are at work
        self.states = STATES  #: that a sweep may keep
        self.alone = False  #: whether there is one start only
        self.starts = 1  #: how many there are
        self.limits: dict[tuple[Move, ...], Fraction] = {}  #: bounds by the line of a start, as far as they are known

    # --- lines ------------------------------------------------------------------------------------------

    def offer(self, line: tuple[Move, ...], value: Fraction) -> None:
        """Keep a line if it is better than the best so far, and hand it over."""
        if value <= self.value:
            return
        self.best, self.value = line, value
        self.control.offer(self.answer(None))

    def answer(self, bound: Fraction | None) -> Answer:
        """Make the answer of the best line; raise :class:`solver.run.NoAnswer` where there was no time for one."""
        if self.best is None:
            raise NoAnswer
        done = bound is not None and bound <= self.value
        return Answer(
            moves=self.best,
            value=self.value,
            bound=max(bound, self.value) if bound is not None else None,
            complete=done,
            method="; ".join(self.methods) or BEAM,
            assumptions=others(self.request),
        )

    def close(self, line: tuple[Move, ...], belief: Belief) -> None:
        """Offer a line that passes now."""
        self.offer(finished(self.walker, line, belief), self.walker.value(belief))

    def glance(self, line: tuple[Move, ...], width: int = 1) -> None:
        """Offer the best line of a beam; with a width of 1 the one that looks best move by move, so that is quick."""
        for _, moves, belief in beam(self.walker, line, self.control, width)[:1]:
            self.close(moves, belief)

    # --- one start --------------------------------------------------------------------------------------

    def solve(self, start: Start) -> Fraction | None:
        """Improve the best line from one start; return a bound for every line from there, None where none is known."""
        try:
            found = self._solved(start)
        except Halted:
            found = None
        if found is not None:
            self.note(start.line, found)
        return self.limits.get(start.line)

    def _solved(self, start: Start) -> Fraction | None:
        """Improve the best line from one start by one method after the other; return the bound that they prove."""
        if self.control.stopped:
            return None
        belief = self.walker.walk(start.line)
        if belief is None:
            return LOW
        self.close(start.line, belief)
        frame = Marked(on_table(self.request), start.seat, start.words, start.draws)
        promised: Fraction | None = None
        if self.request.method == "auto":
            from .sweep import swept

            promised = swept(self, frame, start, belief)
            if promised is not None:
                self._used(SWEEP)
                if promised <= self.value:
                    return self.value
                self.note(start.line, promised)
        if self._stopped():
            return promised
        if self.alone:
            self.glance(start.line, WIDTH)
        self._used(ROWS)
        bound = self._by_rows(frame, start, belief)
        return bound if promised is None else promised if bound is None else min(bound, promised)

    def straight(self, seat: Seat, words: tuple[str, ...] = (), draws: int = 0) -> Fraction:
        """Return the bound of a linear program over the rows for lines that begin so; it is known at once."""
        frame = Frame(on_table(self.request), seat, words, draws)
        if not self.control.stopped:
            Tightener(frame.rows).ladders(self.control)
        frame.shrink()
        merit = Merit(frame, self.request)
        return merit.value(Tightener(frame.rows, merit.scale).most(self.control))

    def branched(self, start: Start) -> None:
        """Lower the bound of a start by a tree search over the rows, for a short while; it looks for no plan."""
        from solver.cpsat import maximise

        if self.control.remaining < BUILDING:
            return
        frame = Frame(on_table(self.request), start.seat, start.words, start.draws)
        prospect = Prospect(frame)
        prospect.control = self.control
        for clause in forced(frame, prospect, Supply(frame)):
            frame.rows.least(clause, 1)
        Tightener(frame.rows).ladders(self.control)
        frame.shrink()
        merit = Merit(frame, self.request)
        if self.control.remaining < BUILDING / 2:
            return
        model, variables = compiled(frame.rows)
        objective = weighted(variables, frame.rows.objective)
        model.add(objective >= self._floor(merit))
        effort = min(MOST, SHARE * self.control.limit, self.request.effort or MOST)
        limited = msgspec.structs.replace(self.request, effort=effort)
        hearing = Hearing(self.control, lambda heard: self.note(start.line, max(merit.value(heard), self.value)))
        solved = maximise(model, objective, variables, limited, hearing, _unread, parameters=f"{PARAMETERS} {TREE}")
        if solved.status == "infeasible":
            self.note(start.line, self.value)

    def _used(self, method: str) -> None:
        if method not in self.methods:
            self.methods.append(method)

    def _by_rows(self, frame: Marked, start: Start, belief: Belief) -> Fraction | None:
        """Choose by rows and order by the rules until the bound meets a line; return the bound."""
        from solver.cpsat import maximise

        if self.control.remaining < BUILDING:
            return None
        supply, prospect, rehearsal = Supply(frame), Prospect(frame), Rehearsal(frame)
        prospect.control = rehearsal.control = self.control
        for clause in forced(frame, prospect, supply):
            frame.rows.least(clause, 1)
        Tightener(frame.rows).ladders(self.control)
        frame.shrink()
        merit = Merit(frame, self.request)

        def tell(values: tuple[int, ...]) -> None:
            """Play a choice of the phases; there is no way out of a callback but to return."""
            try:
                rehearsed = rehearsal.look(chosen({key: sum_.at(values) for key, sum_ in frame.counts.items()}))
                self._perform(belief, start.line, rehearsed.order or rehearsed.longest)
            except Halted:
                return

        tightener = Tightener(frame.rows, merit.scale, self._floor(merit))
        done = [name for marks in frame.marks.values() for mark in marks for name in mark.terms]
        if not tightener.run(done, self.control):
            return self.value
        if self.control.remaining > BUILDING:
            phased(frame, self._floor(merit), self.request, self.control, tell)
        if self.control.remaining < BUILDING / 2:
            return None
        model, variables = compiled(frame.rows)
        known_rows = len(frame.rows.rows)
        objective = weighted(variables, frame.rows.objective)
        unsettled = LOW
        knots: list[Knot] = []
        open_: list[tuple[Fraction, dict[Key, int]]] = []
        bound: Fraction | None = None
        known = self.value

        def settled() -> Fraction:
            """Look longer at the choices whose orders were not all tried; return what is still promised at most."""
            promised = self.value
            for claim, counts in sorted(open_, key=lambda entry: entry[0], reverse=True):
                if claim > self.value:
                    longer = Ordering(self.walker, frame.items, counts, claim, self.control, MORE)
                    found = longer.search(belief, start.line)
                    self._take(found)
                    if not found.finished:
                        promised = max(promised, claim)
            return max(promised, self.value)

        def cut(clause: Sum) -> None:
            nonlocal known_rows
            grow(model, variables, frame.rows, known_rows)
            tightener.grow(known_rows)
            known_rows = len(frame.rows.rows)
            model.add(weighted(variables, clause) >= 1)
            tightener.add(clause, 1)

        def heard(number: int) -> None:
            """Note a bound of the rows and of the choices that they leave out."""
            self.note(start.line, max(merit.value(number), unsettled))

        while True:
            if self.value > known:
                known = self.value
                tightener.raise_floor(self._floor(merit))
                before = list(frame.rows.bounds)
                if not tightener.ladders(self.control):
                    return settled()
                for place, (old, new) in enumerate(zip(before, frame.rows.bounds, strict=True)):
                    if new != old:
                        model.add(variables[place] <= new[1])
            model.add(objective >= self._floor(merit))
            hearing = Hearing(self.control, heard)
            solved = maximise(model, objective, variables, self.request, hearing, _unread, parameters=PARAMETERS)
            self.solves += 1
            if solved.status == "infeasible":
                return settled()
            if solved.bound is not None:
                bound = max(merit.value(int(solved.bound)), unsettled)
                self.note(start.line, bound)
            if solved.status != "optimal" or solved.values is None or solved.value is None:
                return bound
            claim = merit.value(int(solved.value))
            model.add(objective <= int(solved.value))
            counts = {key: frame.counts[key].at(solved.values) for key in frame.counts}
            self.cuts += 1
            choice = chosen(counts)
            rehearsed = rehearsal.look(choice)
            self._perform(belief, start.line, rehearsed.order or rehearsed.longest)
            if self._met(claim):
                return settled()
            if self._stopped():
                return bound
            if rehearsed.order is None:
                missing = None
                if rehearsed.sure:
                    missing = unordered(frame, prospect, supply, rehearsal, choice, rehearsed)
                else:
                    missing = unreachable(frame, prospect, supply, choice)
                if missing is not None:
                    knots.append(missing)
                    cut(missing.clause(frame))
                    for image in mirrored(frame, prospect, supply, rehearsal, choice, knots):
                        knots.append(image)
                        cut(image.clause(frame))
                    continue
            found = Ordering(self.walker, frame.items, counts, claim, self.control).search(belief, start.line)
            self._take(found)
            if self._met(claim):
                return settled()
            if self._stopped():
                return bound
            if not found.finished:
                unsettled = max(unsettled, claim)
                open_.append((claim, counts))
            cut(changed(frame, counts))

    def note(self, line: tuple[Move, ...], bound: Fraction) -> None:
        """Note a bound for one start, and tell what holds for all of them as soon as there is one for each."""
        known = self.limits.get(line)
        if known is None or bound < known:
            self.limits[line] = bound
            if (all_ := self.bound()) is not None:
                self.control.tighten(all_)

    def bound(self) -> Fraction | None:
        """Return a bound for all starts; None as long as there is none for some of them."""
        return max(self.value, *self.limits.values()) if len(self.limits) == self.starts else None

    def _perform(self, belief: Belief, line: tuple[Move, ...], order: tuple[Act, ...]) -> None:
        """Play a rehearsed order by the rules core, as far as it goes there, and offer the line."""
        for act in order:
            move = performed(self.walker, belief, act)
            after = self.walker.play(belief, move) if move is not None else belief
            if after is None:
                break
            if move is not None:
                line = (*line, move)
            belief = after
        self.close(line, belief)

    def _met(self, claim: Fraction) -> bool:
        """Say whether the best line brings all that the rows still promise."""
        return self.value >= claim

    def _stopped(self) -> bool:
        return self.control.stopped

    def _floor(self, merit: Merit) -> int:
        """Return the least objective that is better than the best line."""
        number = (self.value + merit.start) * merit.scale
        return int(number // 1) + 1

    def _take(self, found: Found) -> None:
        """Offer what an ordering has found."""
        for line, value in ((found.moves, found.value), (found.partial, found.partial_value)):
            if line is not None and value > self.value:
                belief = self.walker.walk(line)
                assert belief is not None
                self.close(line, belief)


def performed(walker: Walker, belief: Belief, act: Act) -> Move | None:
    """Return the move of the rules core for a rehearsed act; None where nothing is asked that it would answer."""
    key, workers = act
    request = walker.request
    asked = [position for position in belief if own_question(request, position)]
    if key[0] in ("free", "answer", "choose", "hire", "send", "build"):
        for position in asked:  # not in every case the same is asked
            for move in position.legal_moves():
                if key_of(position, move) == key:
                    return move
        return answer(request, asked[0]) if asked else None
    turn = next((position for position in belief if not own_question(request, position)), next(iter(belief)))
    group, _, target = workers.partition(" ")
    fitting = [
        move
        for move in turn.legal_moves()
        if key_of(turn, move) == key
        and getattr(move, "workers", "") == group
        and (key[0] != "pray" or not target or getattr(move, "action", "") == target)
    ]
    return fitting[-1] if fitting else None  # the farthest of equal spaces: nearer ones stay free


def finished(walker: Walker, line: tuple[Move, ...], belief: Belief) -> tuple[Move, ...]:
    """Let a line end with a pass, and with the workers that stay where they are the same whatever is drawn."""
    after = walker.play(belief, Pass())
    if after is None:
        return line
    line = (*line, Pass())
    if len(after) == 1:
        position = next(iter(after))
        if position.pending and position.actor == walker.request.seat:
            line = (*line, answer(walker.request, position))
    return line
