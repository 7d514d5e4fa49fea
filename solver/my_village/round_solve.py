"""The answer for a round of two turns: plans in a moment, then the search of ``round``, under a clock."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.my_village.steps import DECISIONS, replace, run
from solver.search import SearchStopped

from .ceiling import first_bound, utmost
from .dress import POLICY
from .exact import at_a_glance, cheapest, glance, line
from .round import Best, Round, kept
from .table import on_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.my_village.moves import Move
    from rules.my_village.values import Position
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

    from .ends import Value


def solve_round(request: Request, control: Control, enough: Fraction | None = None) -> Answer:
    """Answer by exact search, the most promising beginning first.

    There is a bound from the start, a plan whose first turn is played by a rule (see :func:`sketch`) in a moment, then
    a bound over all first turns, and it falls as the exact work goes through them. After a stop the answer is the best
    plan so far, with what was proved of the bound. Where only ``enough`` is asked for, nothing below it is searched.
    """
    from solver.answer import Answer

    search = kept(request, control)
    search.given_up = False
    position = search.root
    unit = search.ends.unit
    bound: Value = first_bound(request) * unit

    def limit(value: Value) -> None:
        """Note that no plan is worth more."""
        nonlocal bound
        bound = min(bound, value)
        control.tighten(Fraction(bound) / unit)

    complete = search.known(position) is not None
    try:
        if not complete:
            limit(bound)
            for _ in sketch(search, position):
                offer(request, search, control)
                limit(search.now.units(position) + utmost(position, request.seat, search.ends))
                limit(search.upper(position))
            if enough is not None and not search.reaches(position, enough * unit):
                limit(enough * unit - 1)
            else:
                search.settle(limit)
                complete = True
    except SearchStopped:
        pass
    search.watched(None)  # what the best move opens has been searched, so its line is found at once
    if search.lower(position) is None:
        search.given_up = True
        return policy(request, Fraction(bound) / unit)
    answer = shown(request, search)
    ceiling = answer.value if complete else max(answer.value, Fraction(bound) / unit)
    return Answer(
        moves=answer.moves, value=answer.value, bound=ceiling, complete=answer.value == ceiling, method="search"
    )


def policy(request: Request, bound: Fraction) -> Answer:
    """Answer with what is played at a glance, where not even one first turn could be valued in time."""
    from solver import rooms
    from solver.answer import Answer
    from solver.replay import measure

    answer = Answer(moves=glance(request), value=Fraction(0), bound=bound, complete=False, method=POLICY)
    return replace(answer, value=measure(request, answer, rooms.find(request.position)).value)


def sketch(search: Round, position: Position) -> Iterator[Value]:
    """Make plans in a moment, second turns exact: the first turn at a glance, then the best such turn of all pairs of
    dice, and the best one for that turn by itself."""
    best = search.glide(position, at_a_glance)
    yield best
    if position.question == "dice":
        chosen: Move | None = None
        for move in cheapest(DECISIONS["dice"].moves(position)):
            worth = search.rated(position, at_a_glance, move, best)
            if worth > best:
                best, chosen = worth, move
        if chosen is not None:
            yield search.glide(position, at_a_glance, chosen)
    search.now.units(position)
    yield search.glide(position, search.now.move)


def shown(request: Request, search: Round) -> Answer:
    """Return the best plan so far."""
    from solver.answer import Answer

    position = search.root
    worth = search.lower(position)
    assert worth is not None
    plan = Best(search)
    moves = line(plan, request, plan.move(position))
    return Answer(moves=moves, value=Fraction(worth) / search.ends.unit, bound=None, complete=False, method="search")


def offer(request: Request, search: Round, control: Control) -> None:
    """Hand over the best plan so far.

    It is played through once before: whoever waits replays it in another thread, and then finds all of it remembered.
    """
    from solver import rooms
    from solver.replay import replay

    answer = shown(request, search)
    best = control.best
    if best is None or answer.value > best.value:
        replay(request, answer, rooms.find(request.position))
        control.offer(answer)


def begin_round(request: Request, move: Move, control: Control) -> Answer:
    """Answer with the best plan that begins with a move; after a stop with the best so far, and a bound.

    Raises :class:`solver.run.NoAnswer` where there is none.
    """
    from solver.answer import Answer
    from solver.run import NoAnswer

    search = kept(request, control)
    search.given_up = False
    unit = search.ends.unit
    after = search.tidy(run(DECISIONS[search.root.question].apply(search.root, move)))
    bound: Value = first_bound(request) * unit
    try:
        bound = min(bound, search.upper(after))
        bound = search.worth(after)
    except SearchStopped:
        pass
    search.watched(None)
    worth = search.lower(after)
    if worth is None:
        search.given_up = True
        raise NoAnswer
    return Answer(
        moves=line(Best(search), request, move),
        value=Fraction(worth) / unit,
        bound=Fraction(bound) / unit,
        complete=worth == bound,
        method="search",
    )


def round_values(request: Request, control: Control) -> Mapping[str, Fraction]:
    """Return the exact value of every legal move, by key.

    Raises TimeoutError when the time was too short.
    """
    from solver.after import too_short

    search, position = kept(request, control), on_table(request)
    decision = DECISIONS[position.question]
    try:
        found = {
            move.key: search.worth(search.tidy(run(decision.apply(position, move))))
            for move in decision.moves(position)
        }
    except SearchStopped:
        raise too_short(request) from None
    finally:
        search.watched(None)
    return {key: Fraction(worth) / search.ends.unit for key, worth in found.items()}
