"""Choose how a request is solved: from a turn or a question by rows; from paladin or tavern by each choice in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.paladins.moves import ChoosePaladin, Move, TakeTavern
from rules.paladins.values import Position
from rules.paladins.workers import LETTERS, added
from solver.answer import Answer

from .beam import WIDTH, beam
from .familiar import familiar
from .line import Halted, own_question
from .rounds import LOW, Planner, Start
from .table import CHOOSING, on_table

if TYPE_CHECKING:
    from solver.control import Control
    from solver.request import Request

FEW, SMALL = 3, 1_200  #: with so many workers at most, the exact search tries so many positions first
FIXED = ("abilities", "keep")  #: questions that rows know nothing of; the exact search answers them


def solve_plan(request: Request, control: Control) -> Answer:
    """Return the best line of a round; raise :class:`solver.run.NoAnswer` where there was no time for any."""
    planner = Planner(request, control)
    try:
        return _planned(planner)
    except Halted:
        return planner.answer(planner.bound())


def _planned(planner: Planner) -> Answer:
    """Plan by the method that fits the position."""
    request, control = planner.request, planner.control
    position = on_table(request)
    if not familiar(request):
        return _unfamiliar(planner, position)
    if position.step in CHOOSING and not position.pending:
        return _choosing(planner, position)
    if own_question(request, position) and position.question in FIXED:
        from .exact import solve_exact

        return solve_exact(request, control)
    if request.method == "auto" and (small := _small(request, control)) is not None:
        return small
    planner.glance(())
    planner.alone = True
    words: tuple[str, ...] = ()
    if own_question(request, position):
        words = tuple(what for number, what in position.pending if number == request.seat)
    planner.solve(Start(line=(), seat=position.seats[request.seat], words=words))
    return planner.answer(planner.bound())


def _unfamiliar(planner: Planner, position: Position) -> Answer:
    """Plan by beams and by the search, which needs not know what a card brings, under a bound that holds anyway.

    A plan is proved where the search comes to its end.
    """
    from solver.run import NoAnswer

    from .exact import claim, search

    request, control = planner.request, planner.control
    choosing = position.step in CHOOSING and not position.pending
    for line in _openings(planner, position) if choosing else [()]:
        planner.glance(line)
    planner.glance((), WIDTH)
    lines = search(request, control)
    if lines.best is not None and lines.finished:
        return claim(*lines.best, complete=True)
    if lines.best is not None and (planner.best is None or lines.best[0] > planner.value):
        planner.offer(lines.best[1], lines.best[0])
    if planner.best is None:
        raise NoAnswer
    return planner.answer(control.bound)


def _small(request: Request, control: Control) -> Answer | None:
    """Search a position through where that is soon done; None where it is too large."""
    from solver.search import SearchTooLarge

    from .exact import claim, search

    seat = on_table(request).seats[request.seat]
    if len(seat.workers) > FEW:
        return None
    try:
        lines = search(request, control, SMALL)
    except SearchTooLarge:
        return None
    return claim(*lines.best, complete=True) if lines.finished and lines.best is not None else None


def _choosing(planner: Planner, position: Position) -> Answer:
    """Plan from the choice of a paladin or a tavern: every choice in turn, the most promising first."""
    starts: list[tuple[Fraction, Start]] = []
    quick: dict[str, Fraction] = {}
    for line in _openings(planner, position):
        start = _start(planner, line)
        value = LOW
        for found, moves, belief in beam(planner.walker, line, planner.control)[:1]:
            planner.close(moves, belief)
            value = found
        if isinstance(line[0], ChoosePaladin):
            quick[line[0].use] = max(value, quick.get(line[0].use, LOW))
        starts.append((value, start))
    starts.sort(key=lambda entry: entry[0], reverse=True)
    planner.states = max(50_000, planner.states // len(starts))  # the clock is shared by all of them
    planner.starts = len(starts)
    _straight(planner, [start for _, start in starts])
    for _, start in starts:
        planner.solve(start)
    return _kept_on_top(planner.answer(planner.bound()), quick)


def _straight(planner: Planner, starts: Sequence[Start]) -> None:
    """Note a first bound for every start, of which those with the same paladin and as many draws have one together."""
    alike: dict[tuple[str, int], list[Start]] = {}
    for start in starts:
        alike.setdefault((start.seat.paladin, start.draws), []).append(start)
    for (_, draws), group in alike.items():
        hands = [Counter(start.seat.workers) for start in group]
        workers = "".join(letter * max(hand[letter] for hand in hands) for letter in LETTERS)
        bound = planner.straight(msgspec.structs.replace(group[0].seat, workers=workers), (), draws)
        for start in group:
            planner.note(start.line, bound)


def _openings(planner: Planner, position: Position) -> list[tuple[Move, ...]]:
    """List the choices of paladin (which one is used) and tavern that the seat has."""
    if position.step == "tavern":
        return [(move,) for move in position.legal_moves()]
    uses: dict[str, Move] = {}
    for move in position.legal_moves():
        assert isinstance(move, ChoosePaladin)
        uses.setdefault(move.use, move)
    lines: list[tuple[Move, ...]] = []
    for move in uses.values():
        belief = planner.walker.walk((move,))
        assert belief is not None
        lines += [(move, tavern) for tavern in next(iter(belief)).legal_moves()]
    return lines


def _start(planner: Planner, line: tuple[Move, ...]) -> Start:
    """Say where the rows begin: the seat with its paladin and the workers of its tavern, before suspicion is drawn."""
    belief = planner.walker.walk(line[:-1])
    assert belief is not None
    position, tavern = next(iter(belief)), line[-1]
    assert isinstance(tavern, TakeTavern)
    seat = position.seats[planner.request.seat]
    workers = position.catalogue.taverns[tavern.card].workers
    seat = msgspec.structs.replace(seat, workers=added(seat.workers, workers))
    return Start(line=line, seat=seat, draws=workers.count("X"))


def _kept_on_top(answer: Answer, quick: dict[str, Fraction]) -> Answer:
    """Put the paladin on top of the deck that promises more of the two that are not used; it comes back next round."""
    first = answer.moves[0]
    if not isinstance(first, ChoosePaladin):
        return answer
    top, under = sorted((first.top, first.under), key=lambda card: (-quick.get(card, LOW), card))
    return msgspec.structs.replace(answer, moves=(ChoosePaladin(first.use, top, under), *answer.moves[1:]))
