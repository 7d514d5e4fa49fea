"""A season (and the winter after it) as a model of linear rows over whole numbers, solved by CP-SAT.

The parts stand in files of their own: dice (``model_dice``), gifts (``model_gifts``), what follows them
(``model_tail``) and the battle (``model_winter``). What the rules give is asked of the same small modules as in the
exact search, and the answer is walked and replayed like its answers. A look at the enemy card makes later decisions
depend on the card: then there is one copy of them per card, and one model for each advisor that gives the look.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.kingsburg.influence import MARKER, market_bend, private_ranks
from rules.kingsburg.steps import governor_of

from .exact import SEARCHED, assumptions, solve_exact, walk
from .house import house_values
from .model_dice import Placing, add_dice
from .model_gifts import DUCHESS, Gifted, Held, Paying, add_duke, add_gifts, held_at_first
from .model_rows import Rows, Sum, to_cp_sat
from .model_tail import (
    After,
    add_building,
    add_recruiting,
    add_town_hall,
    add_works,
    cheapest,
    count,
    count_holdings,
    orders,
    still_open,
)
from .model_winter import add_winter, too_hard
from .rivals import on_table
from .season import Candidate, Found, Season
from .tail import Tail
from .walk import Walk

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

#: Without probing the same 53 seasons and years took a quarter less time in all (median 21 ms where it was 25);
#: linearization_level 0 took twelve times as long, 2 as long as the default.
PARAMETERS = "cp_model_probing_level: 0"

NO_GROUPS = Candidate((), (), -1, False)


class Model(msgspec.Struct, frozen=True):
    """Hold the rows of one model and how to read its values."""

    rows: Rows
    placing: Placing | None
    duke: int | None
    gifts: Gifted
    after: After | None

    def read(self, season: Season, values: Sequence[int]) -> Found:
        """Turn values into what a search would have found; its weighted value is not filled in."""
        candidate = NO_GROUPS
        if self.placing is not None:
            groups = sorted(
                (slot.rank, slot.private, slot.envoy)
                for takes in self.placing.takes
                for slot, flag in zip(self.placing.slots, takes, strict=True)
                if values[flag]
            )
            candidate = Candidate(
                tuple(rank for rank, _, _ in groups),
                tuple(private for _, private, _ in groups),
                next((index for index, (_, _, envoy) in enumerate(groups) if envoy), -1),
                bool(self.placing.marked().value(values)),
            )
        if self.duke is not None and values[self.duke]:
            candidate = candidate._replace(duke=True)
        decision = None if self.after is None else self.after.read(values)
        return Found(0, candidate, self.gifts.read(values), decision)


# --- the parts together ------------------------------------------------------------------------------------------


def place(rows: Rows, season: Season) -> Placing | None:
    """Add the placing of dice where the seat can still place some."""
    position, own = season.position, season.own
    if position.step != "influence" or (position.queue and season.seat not in position.queue) or not own.dice:
        return None
    return add_dice(
        rows,
        own.dice,
        own.bonus,
        {group.rank for group in position.placements if not group.private},
        set(private_ranks(position, season.seat)),
        envoy=position.envoy == season.seat,
        marker=own.markers > 0 and MARKER not in own.used,
        bend=market_bend(position, own),
    )


def paying(rows: Rows, season: Season, placing: Placing | None) -> tuple[list[Paying], int | None]:
    """List the groups that may pay, in order, and the flag of the Duke if he may move one."""
    groups = [Paying(rank, private, Sum(1)) for rank, private in season.groups(NO_GROUPS)]
    if placing is not None:
        groups += [
            Paying(slot.rank, slot.private, placing.number(slot))
            for slot in sorted(placing.slots, key=lambda slot: slot.envoy)
        ]
    groups.sort(key=lambda group: (group.rank, group.private))
    position = season.position
    free = all(group.rank != DUCHESS or group.private for group in position.placements)
    if free and position.step in ("influence", "duke") and governor_of(position, "duke") == season.seat:
        return add_duke(rows, groups)
    return groups, None


def looks(season: Season, groups: Sequence[Paying]) -> list[int | None]:
    """List the groups through which the seat may look at a hidden enemy card first; None: it does not look."""
    if not season.unseen or season.seat in season.position.peeked:
        return [None]
    found: list[int | None] = []
    surely = False
    for index, group in enumerate(groups):
        if not season.gifts.advisor(group.rank, group.private).peek:
            continue
        surely |= not group.pays.terms and bool(group.pays.constant)
        before = groups[index - 1] if index else None
        if before is None or (before.rank, before.private) != (group.rank, group.private):
            found.append(index)
    return found if surely else [None, *found]


def hold_look(rows: Rows, season: Season, groups: Sequence[Paying], look: int | None) -> None:
    """Hold that ``look`` is the first group that shows the enemy card, or that none does."""
    if not season.unseen or season.seat in season.position.peeked:
        return
    for index, group in enumerate(groups):
        if season.gifts.advisor(group.rank, group.private).peek and (look is None or index < look):
            rows.keep(group.pays.copy(), 0, 0, "peek-secret")
    if look is not None:
        rows.keep(groups[look].pays.copy(), 1, 1, "peek-secret")


def add_after(rows: Rows, season: Season, tail: Tail, held: Held, placing: Placing | None, name: str = "") -> After:
    """Add everything that follows the gifts, against the enemies of ``tail``."""
    envoy = season.position.envoy == season.seat
    works = add_works(rows, orders(tail), held, name)
    second = Sum(int(envoy))
    if placing is not None and envoy:
        second.add(placing.envoys(), -1)
    options = cheapest(season.tail.options(envoy, tail.first))
    chosen = add_building(rows, options, held, second, name)
    pays = add_town_hall(rows, chosen, held, still_open(tail), name)
    markers = None
    if tail.winter is not None:
        markers = add_recruiting(rows, tail, chosen, held, name)
    count_holdings(rows, held, tail.weights, tail.winter is None)
    if tail.winter is not None:
        add_winter(rows, tail, chosen, held, name)
    return After(works, chosen, pays, held.goods, markers, tail.winter is not None)


def make(season: Season, look: int | None = None) -> Model:
    """Make the model of a season, with a first look at the enemy card through group ``look`` or without one."""
    rows = Rows()
    placing = place(rows, season)
    groups, duke = paying(rows, season, placing)
    hold_look(rows, season, groups, look)
    held = held_at_first(season.gifts.start)
    if placing is not None:
        held.markers.add(placing.marked(), -1)
    count(rows, Sum(1), season.base)
    cut = len(groups) if look is None else look + 1
    gifts = add_gifts(rows, season.gifts, groups[:cut], held)
    if look is None:
        return Model(rows, placing, duke, gifts, add_after(rows, season, season.tail, held, placing))
    for number, tail in enumerate(season.tails()):
        name = f" card {number}"
        copy = held.copy()
        add_gifts(rows, season.gifts, groups[cut:], copy, name)
        add_after(rows, season, tail, copy, placing, name)
    return Model(rows, placing, duke, gifts, None)


def models(season: Season) -> list[Model]:
    """Make all models of a season: the best of their answers is the season's."""
    rows = Rows()
    placing = place(rows, season)
    groups, _ = paying(rows, season, placing)
    return [make(season, look) for look in looks(season, groups)]


# --- solving -----------------------------------------------------------------------------------------------------


def solve_model(request: Request, control: Control) -> Answer:
    """Answer by CP-SAT where the rest of the season can be written as rows, else by exact search (and say so)."""
    position = on_table(request)
    if position.owed or position.step not in SEARCHED:
        return by_search(request, control, "What comes before the roll was solved by exact search.")
    season = Season(request, control)
    reason = too_hard(season.tail)
    if reason is not None:
        return by_search(request, control, reason)
    return Solver(season, control).solve()


def by_search(request: Request, control: Control, reason: str) -> Answer:
    """Answer by exact search and say why."""
    answer = solve_exact(request, control)
    return msgspec.structs.replace(answer, assumptions=(*answer.assumptions, reason))


class Solver:
    """Solve the models of one season, one after the other."""

    def __init__(self, season: Season, control: Control) -> None:
        self.season = season
        self.control = control
        self.best: Answer | None = None
        self.bound: Fraction | None = None

    def solve(self) -> Answer:
        """Return the best answer of all models."""
        from solver.run import NoAnswer

        control = self.control
        everything = models(self.season)
        proved = True
        for model in everything:
            if control.stopped and self.best is not None:
                proved = False
                break
            proved &= self._solve(model, alone=len(everything) == 1)
        if self.best is None:
            raise NoAnswer
        bound = self.bound if proved or len(everything) == 1 else None
        return msgspec.structs.replace(self.best, bound=bound, complete=bound == self.best.value)

    def _solve(self, model: Model, alone: bool) -> bool:
        """Solve one model; return whether its bound is known."""
        from solver.cpsat import INFEASIBLE, maximise

        rows, season = model.rows, self.season
        units = season.weights.denominator
        if self.best is not None:  # only what is better is of interest
            rows.keep(rows.gain.copy(), int(self.best.value * units) + 1, None, "better")
        cp_model, variables, objective = to_cp_sat(rows)
        _, factor = rows.objective()

        def read(values: tuple[int, ...], value: Fraction) -> Answer:
            return self.answer(model, values)

        solved = maximise(
            cp_model,
            objective,
            variables,
            season.request,
            self.control,
            read if alone else None,
            unit=Fraction(1, factor * units),
            parameters=PARAMETERS,
        )
        if solved.values is None:
            return solved.status == INFEASIBLE
        answer = self.answer(model, solved.values)
        assert solved.bound is not None
        bound = Fraction(int(solved.bound * factor * units) // factor, units)
        if self.bound is None or bound > self.bound:
            self.bound = bound
        if self.best is None or answer.value > self.best.value:
            self.best = answer
            if not alone:
                self.control.offer(answer)
        return True

    def answer(self, model: Model, values: Sequence[int]) -> Answer:
        """Make an answer of the values of a model."""
        from solver.answer import Answer

        season = self.season
        moves, _ = walk(season, Walk(season, model.read(season, values)))
        return Answer(
            moves=moves,
            value=Fraction(model.rows.gain.value(values), season.weights.denominator),
            bound=None,
            complete=False,
            method="cp-sat",
            assumptions=assumptions(season.request),
            house=house_values(season.request, moves),
        )


__all__ = ["Model", "make", "models", "solve_model", "too_hard"]
