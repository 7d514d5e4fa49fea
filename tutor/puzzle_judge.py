"""What an answer to a puzzle is worth: its moves are played by the rules, over every outcome of chance.

An answer is judged by what it reaches and not by how it is spelled. The seat's moves are fixed in advance: a move
counts only if it is legal whatever chance brings on the way. Where an answer stops early, the seat passes and declines
up to the next chance node that matters; after it the room's policy decides, as it does after every plan of the solver.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules import RulesError
from rules.findings import refuse
from rules.printable import shown
from rules.typed import Unreadable

from .amounts import by_source, figure, joined, points, rounded
from .language import say
from .local import error_words
from .puzzle import LONGEST_LINE, Puzzle, Task

if TYPE_CHECKING:
    from solver.replay import Replay
    from solver.request import Request
    from solver.rooms import Room

HOUSE: Final = "°"
"""The mark of values that rest on house values."""

PLIES: Final = 2_000
"""Steps within one turn after which a room whose horizon never ends is given up."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Say what an answer is worth.

    ``legal``: every move was legal where it was due. ``value`` is the exact expectation of the legal moves from the
    start on; ``loss`` is the optimum less that, ``optimal`` says that a legal answer reaches the optimum. ``sources``
    are the differences to the best line by source of points (below 0: the answer wins less there), ``findings`` are the
    sentences that say what is not legal, ``moves`` the canonical keys of the moves that counted.
    """

    legal: bool
    value: Fraction
    loss: Fraction
    optimal: bool
    sources: dict[str, Fraction]
    sentence: str
    findings: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()


def judge(puzzle: Puzzle, keys: tuple[str, ...]) -> Verdict:
    """Say what an answer, the keys of the seat's moves in order, is worth. What is not legal is a finding, no error.

    >>> from tutor.puzzle import shipped
    >>> puzzle = shipped("kingsburg")[0]
    >>> verdict = judge(puzzle, puzzle.line)
    >>> verdict.optimal, verdict.loss
    (True, Fraction(0, 1))
    >>> judge(puzzle, ("fly to the moon",)).legal
    False
    """
    seen, moves, counted, findings = played_out(puzzle, keys)
    value, best = seen.value, best_replay(puzzle)
    loss = max(Fraction(0), puzzle.optimum - value)
    names = dict.fromkeys((*best.sources, *seen.sources))
    sources = {name: seen.sources.get(name, Fraction(0)) - best.sources.get(name, Fraction(0)) for name in names}
    verdict = Verdict(
        legal=not findings,
        value=value,
        loss=loss,
        optimal=not findings and loss == 0,
        sources={name: number for name, number in sources.items() if number},
        sentence="",
        findings=findings,
        moves=tuple([move.key for move in counted]),
    )
    return msgspec.structs.replace(verdict, sentence=_sentence(puzzle, verdict, moves[0].key if moves and keys else ""))


def played_out(task: Task, keys: tuple[str, ...]) -> tuple[Replay, tuple[Any, ...], tuple[Any, ...], tuple[str, ...]]:
    """Play an answer by the rules, without knowing the best one.

    Return what it brings, its moves up to the first that is refused, those of them that count, and what is not legal.
    """
    request, room = asked(task)
    moves, findings = _legal_moves(request, room, keys)
    seen, counted, refused = _measured(request, room, moves)
    return seen, moves, counted, findings or refused


def asked(task: Task) -> tuple[Request, Room]:
    """Return what a task asks of the solver.

    Raises:
        rules.BadInput: its position cannot be read, or no such plan can begin there.
    """
    return _asked(task.game, task.position, task.seat, task.horizon, task.objective)


@lru_cache(maxsize=512)
def _asked(game: str, position: str, seat: int, horizon: str, objective: str) -> tuple[Request, Room]:
    from solver.run import ask

    from .puzzle import _start

    return ask(_start(game, position, seat), horizon=horizon, objective=objective)


def line_over(request: Request, room: Room, position: Any) -> bool:
    """Say whether a line of the seat ends here: the horizon has, or chance comes after which the policy decides."""
    if position.over or room.ended(request, position):
        return True
    return bool(position.chance()) and room.settle(request, position) is None and not room.fixed


def automatic(request: Request, room: Room, position: Any) -> Any:
    """Return what happens by itself while a line is played; None where the seat decides or the line is over."""
    if line_over(request, room, position) or position.actor == request.seat:
        return None
    if outcomes := position.chance():
        return room.settle(request, position) or outcomes[0][0]
    return room.rival(request, position)


def _legal_moves(request: Request, room: Room, keys: tuple[str, ...]) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """Read an answer along one way that chance may take; return the moves before the first that is refused, and why.

    Moves that the seat has left out up to the end of the line are added.
    """
    position: Any = request.position
    moves: list[Any] = []
    waiting = list(keys)
    findings: tuple[str, ...] = ()
    if len(waiting) > LONGEST_LINE:
        findings = (
            say("The answer has {number} moves; at most {most} are read.", number=len(keys), most=LONGEST_LINE),
        )
        waiting = []
    for _ in range(PLIES):
        if line_over(request, room, position):
            break
        if position.actor != request.seat:
            position = position.play(automatic(request, room, position))
            continue
        if not waiting:
            if room.fixed:
                return tuple(moves), findings
            move = room.rival(request, position)
        else:
            try:
                move, between = _read(request, room, position, waiting[0])
            except RulesError as error:
                if len(legal := position.legal_moves()) == 1:  # nothing to decide: nobody has to spell it
                    moves.append(legal[0])
                    position = position.play(legal[0])
                    continue
                number, said = len(keys) - len(waiting) + 1, " ".join(error_words(position.game.name, error).split())
                text = say("Move {number}, {key}, is refused.", number=number, key=shown(waiting[0]))
                findings, waiting = (f"{text} {said}",), []
                continue
            if between is not None:
                position = position.play(between)
                continue
            waiting.pop(0)
            if move is not None and room.passes is not None and room.passes(request, position, move):
                moves.append(move)
                continue
        moves.append(move)
        position = position.play(move)
    if waiting and set(waiting) == {"pass"}:
        waiting = []  # the turn is over: to pass once more changes nothing
    if waiting and not findings:
        number = len(keys) - len(waiting) + 1
        findings = (
            say(
                "Move {number}, {key}, comes too late: nothing of this turn is left.",
                number=number,
                key=shown(waiting[0]),
            ),
        )
    return tuple(moves), findings


def _read(request: Request, room: Room, position: Any, key: str) -> tuple[Any, Any]:
    """Read a move where it is due; beside it the policy's answer to a question that must be answered before it."""
    try:
        return position.move(key), None
    except RulesError:
        if room.spelled is None or not room.fixed:  # a line that ends at chance answers only what it is asked
            raise
        try:
            move: Any = room.spelled(key)
        except Unreadable:
            move = None
        if move is not None and room.passes is not None and room.passes(request, position, move):
            return move, None
        if move is not None and room.meanwhile is not None:
            between = room.meanwhile(request, position, move)
            if between is not None:
                return move, between
        raise


def _measured(request: Request, room: Room, moves: tuple[Any, ...]) -> tuple[Replay, tuple[Any, ...], tuple[str, ...]]:
    """Return what moves bring over every outcome of chance, and which of them count.

    Where one is not legal after some outcome, only the moves before it count, and the sentence says so.
    """
    from solver import Answer, ReplayMismatch
    from solver.replay import measure

    findings: tuple[str, ...] = ()
    for count in range(len(moves), -1, -1):
        answer = Answer(moves=moves[:count], value=Fraction(0), bound=None)
        try:
            return measure(request, answer, room), moves[:count], findings
        except ReplayMismatch:
            findings = (
                say(
                    "Move {number}, {key}, is not legal whatever chance brings: all moves are chosen before.",
                    number=count,
                    key=shown(moves[count - 1].key) if count else "",
                ),
            )
    raise AssertionError("a line without moves was refused")


@lru_cache(maxsize=512)
def best_replay(puzzle: Puzzle) -> Replay:
    """Return what the best line brings, step by step.

    Raises:
        rules.BadInput: the stored line is not legal, or does not reach the stored value.
    """
    request, room = asked(puzzle)
    moves, findings = _legal_moves(request, room, puzzle.line)
    seen, _, refused = _measured(request, room, moves)
    if findings or refused or seen.value != puzzle.optimum:
        said = " ".join((*findings, *refused)) or f"It brings {seen.value}, but {puzzle.value} is stored."
        raise refuse("line", f"is not the best line of puzzle {shown(puzzle.id)}. {said}")
    return seen


def _sentence(puzzle: Puzzle, verdict: Verdict, first: str) -> str:
    """Say a verdict in the language of this session."""
    ring = HOUSE if puzzle.house else ""
    if verdict.optimal:
        return say("Right: this brings {points}, and no line brings more.", points=signed(verdict.value) + ring)
    said = [*verdict.findings]
    if said:
        said.append(say("What was legal before it brings {points}.", points=signed(verdict.value) + ring))
    else:
        said.append(say("This brings {points}.", points=signed(verdict.value) + ring))
    if verdict.loss:
        best, less_points = signed(puzzle.optimum) + ring, points(verdict.loss) + ring
        said.append(say("The best line brings {best}, {less} more.", best=best, less=less_points))
    less = by_source(puzzle.game, verdict.sources, False, ring)
    more = by_source(puzzle.game, verdict.sources, ring=ring)
    if verdict.loss and less:
        said.append(say("You miss {what}.", what=joined(less)))
        if more:
            said.append(say("You have more here: {what}.", what=joined(more)))
    if verdict.loss and first:
        if first in puzzle.best:
            said.append(say("Your first move was still right."))
        else:
            said.append(say("Already the first move gives it away."))
    return " ".join(said)


def signed(value: Fraction) -> str:
    """Print a number of points; a loss in words, for a sign is easily overlooked or misread.

    >>> from tutor.amounts import speaking
    >>> with speaking("en"): signed(Fraction(-2)), signed(Fraction(3)), signed(Fraction(-1, 3))
    ('a loss of 2 points', '3 points', 'a loss of about 0.33 points')
    """
    if value >= 0:
        return points(value)
    if value == -1:
        return say("a loss of {number} point", number=1)
    number = figure(value)
    if rounded(value):
        return say("a loss of about {number} points", number=number)
    return say("a loss of {number} points", number=number)


def legal_after_chance(request: Request, room: Room, moves: tuple[Any, ...]) -> str:
    """Say why a line that is legal after one outcome of chance is not legal after every one; empty where it is."""
    if not room.fixed:
        return ""
    _, counted, refused = _measured(request, room, moves)
    return "" if len(counted) == len(moves) else refused[0]
