"""The answer for a round of two turns: the search of ``round`` under a clock, and what is left of it after a stop."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.my_village.steps import DECISIONS, replace, run
from solver.search import SearchStopped

from .exact import at_a_glance, line, solve_turn
from .hope import utmost
from .round import Round, kept
from .table import on_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

    from .ends import Value

MOMENT = 0.4  #: seconds for a plan after a stop


def solve_round(request: Request, control: Control) -> Answer:
    """Answer by exact search, the most promising beginning first.

    After a stop the answer is the best plan so far, with what was proved of the bound. Only where there is no plan yet
    both turns are played at a glance, for to search them for a replay would take as long as the search.
    """
    from solver.answer import Answer

    search, position = kept(request, control), on_table(request)
    search.given_up = False
    unit = search.ends.unit
    more = utmost(position, request.seat, search.ends)
    bound: Value = 2 * more
    complete = False
    try:
        bound = min(bound, search.now.units(position) + more)
        search.glide(position)
        bound = min(bound, search.upper(position))
        control.tighten(Fraction(bound) / unit)
        search.worth(position)
        complete = True
    except SearchStopped:
        pass
    worth = search.lower(position)
    if worth is None:
        return stopped(request, search, Fraction(bound) / unit)
    search.watched(None)  # what the best move opens has been searched, so its line is found at once
    moves = line(search, request, search.chosen(position))
    value = Fraction(worth) / unit
    ceiling = value if complete else max(value, Fraction(bound) / unit)
    return Answer(moves=moves, value=value, bound=ceiling, complete=value == ceiling, method="search")


def stopped(request: Request, search: Round, bound: Fraction) -> Answer:
    """Answer after a stop: the present turn by itself, as far as it is solved in a moment, the rest at a glance."""
    from solver import rooms
    from solver.answer import Answer
    from solver.control import Control
    from solver.replay import measure
    from solver.run import NoAnswer

    search.given_up = True
    search.watched(None)
    try:
        moves = solve_turn(replace(request, horizon="turn"), Control(MOMENT)).moves
    except NoAnswer:
        moves = line(search, request, at_a_glance(on_table(request)))
    answer = Answer(moves=moves, value=Fraction(0), bound=None, complete=False, method="search")
    value = measure(request, answer, rooms.find(request.position)).value
    return replace(answer, value=value, bound=bound)


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
    return {key: Fraction(worth) / search.ends.unit for key, worth in found.items()}
