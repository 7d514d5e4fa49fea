"""Play an answer through the rules core, over every chance outcome, and hold it to its word."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.findings import IllegalMove

if TYPE_CHECKING:
    from .answer import Answer
    from .contract import Move, Position
    from .request import Request
    from .rooms import Room

PLIES = 500_000  #: more than any horizon has; a room whose horizon never ends is stopped here


class ReplayMismatch(AssertionError):
    """Say that the rules core does not confirm an answer: an error in a model, never to be shown as a plan."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what one move of a plan brought, in expectation, until the next one, or later where the room credits it.

    ``sources`` are points by source and ``holdings`` changes in what the seat holds; entries that are 0 are
    left out. The last step of a replay has the key "": it holds what came after the last move of the plan.
    """

    key: str
    text: str
    sources: dict[str, Fraction]
    holdings: dict[str, Fraction]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what a replay saw: exact expectations over chance.

    ``value`` is the gain under the objective without what a forecast adds; ``sources`` and ``holdings`` are
    changes from start to end, and the steps add up to them; ``ends`` counts the different ends.
    """

    value: Fraction
    sources: dict[str, Fraction]
    holdings: dict[str, Fraction]
    steps: tuple[Step, ...]
    ends: int


class _Ledger:
    """Add up weighted numbers by name, one column per step of the plan."""

    def __init__(self, request: Request, room: Room, steps: int) -> None:
        self.request, self.room = request, room
        self.sources: list[dict[str, Fraction]] = [{} for _ in range(steps)]
        self.holdings: list[dict[str, Fraction]] = [{} for _ in range(steps)]

    def charge(self, step: int, position: Position, weight: Fraction) -> None:
        """Add what ``position`` shows, ``weight`` times, to a step."""
        seat = self.request.seat
        _add(self.sources[step], position.scores()[seat].sources, weight)
        _add(self.holdings[step], self.room.holdings(position, seat), weight)

    def credit(self, keys: list[str], step: int, before: Position, after: Position, weight: Fraction) -> None:
        """Move what earlier moves of the plan bring only now from the step that is open to theirs."""
        if self.room.credit is None:
            return
        for key, (sources, holdings) in self.room.credit(self.request, before, after).items():
            if key in keys:
                earlier = keys.index(key)
                for place, sign in ((earlier, weight), (step, -weight)):
                    _add(self.sources[place], sources, sign)
                    _add(self.holdings[place], holdings, sign)


def _add(column: dict[str, Fraction], numbers: Mapping[str, int], weight: Fraction) -> None:
    """Add numbers, ``weight`` times, by name."""
    for name, number in numbers.items():
        if number:
            column[name] = column.get(name, Fraction(0)) + weight * number


def replay(request: Request, answer: Answer, room: Room) -> Replay:
    """Walk the rules core along an answer, see :func:`measure`, and hold it to its claim.

    Raises :class:`ReplayMismatch` also when the gain is not the claimed one, or the bound is below it.
    """
    seen = measure(request, answer, room)
    claimed = answer.value - answer.beyond
    if seen.value != claimed:
        raise ReplayMismatch(
            f"The {answer.method} answer claims a gain of {claimed}, but its moves bring {seen.value} by the rules: "
            + "; ".join(move.key for move in answer.moves)
        )
    if answer.bound is not None and answer.bound < answer.value:
        raise ReplayMismatch(f"The bound {answer.bound} is below the value {answer.value} that the plan reaches.")
    return seen


def measure(request: Request, answer: Answer, room: Room) -> Replay:
    """Walk the rules core along an answer and return what it brings, whatever it claims.

    At the seat's own decisions the answer's moves are played in order, then ``room.follow``; at other seats'
    decisions the answer's replies in order, then ``room.rival``; chance nodes branch over every outcome with
    its exact probability, and equal branches are merged. Raises :class:`ReplayMismatch` when a move is not
    legal where it is due, or when moves are left at the end.
    """
    moves, replies, seat = answer.moves, answer.replies, request.seat
    last = len(moves)
    ledger = _Ledger(request, room, last + 1)
    keys = [move.key for move in moves]
    texts = list(keys)
    value = Fraction(0)
    ends = plies = 0
    # What is charged to a step is the difference between its end and its start, so it is charged only there;
    # step -1 stands for "no move yet" and is the last column, which also collects what comes after the plan.
    open_: dict[tuple[Position, int, int], Fraction] = {(request.position, 0, 0): Fraction(1)}
    ledger.charge(last, request.position, Fraction(-1))
    while open_:
        state = next(iter(open_))
        weight = open_.pop(state)
        position, done, replied = state
        while True:
            plies += 1
            if plies > PLIES:
                raise ReplayMismatch(f"The horizon {request.horizon!r} has not ended after {PLIES} moves.")
            current = done - 1 if 0 < done <= last else last
            if position.over or room.ended(request, position):
                done = _pass_over(request, room, position, moves, done)
                if done < last and answer.idle:
                    done = last
                if done < last:
                    raise ReplayMismatch(
                        f"The horizon {request.horizon!r} ends before move {done + 1} of the plan, {moves[done].key!r}."
                    )
                ledger.charge(current, position, weight)
                value += weight * room.value(request, position)
                ends += 1
                break
            outcomes = position.chance()
            if position.actor == seat:
                done = _pass_over(request, room, position, moves, done)
                if answer.idle and done < last:
                    asked = (place for place in range(done, last) if not position.why_not(moves[place]))
                    if (due := next(asked, None)) is None:
                        position = position.play(room.rival(request, position))
                        continue
                    done = due
            if done == last and (outcomes or position.actor == seat):
                ledger.charge(current, position, weight)
                ledger.charge(last, position, -weight)
                current, done = last, last + 1
            if outcomes:
                settled = room.settle(request, position)
                if settled is not None:
                    outcomes = ((settled, Fraction(1)),)
                for outcome, chance in outcomes:
                    after = position.play(outcome)
                    ledger.credit(keys[:done], current, position, after, weight * chance)
                    key = (after, done, replied)
                    open_[key] = open_.get(key, Fraction(0)) + weight * chance
                break
            if position.actor == seat:
                if done < last and room.meanwhile and (between := room.meanwhile(request, position, moves[done])):
                    after = _play(position, between, "the answer to a question of chance")
                    ledger.credit(keys[:done], current, position, after, weight)
                    position = after
                    continue
                if done < last:
                    move = moves[done]
                    texts[done] = room.describe(position, move)
                    ledger.charge(current, position, weight)
                    ledger.charge(done, position, -weight)
                    done += 1
                    after = _play(position, move, f"move {done} of the plan")
                    ledger.credit(keys[:done], done - 1, position, after, weight)
                    position = after
                    continue
                move, name = room.follow(request, position), "the move that follows the plan"
            elif replied < len(replies):
                move, name = replies[replied], f"reply {replied + 1} of the other seats"
                replied += 1
            else:
                move, name = room.rival(request, position), "the move of an idle rival"
            after = _play(position, move, name)
            ledger.credit(keys[:done], current, position, after, weight)
            position = after
    sources, holdings = _total(ledger.sources), _total(ledger.holdings)
    steps = tuple(
        Step(key=key, text=text, sources=_clean(ledger.sources[step]), holdings=_clean(ledger.holdings[step]))
        for step, (key, text) in enumerate([*zip(keys, texts, strict=True), ("", "")])
    )
    return Replay(value=value, sources=sources, holdings=holdings, steps=steps, ends=ends)


def _pass_over(request: Request, room: Room, position: Position, moves: tuple[Move, ...], done: int) -> int:
    """Leave out the next moves of a plan that answer questions which this branch of chance does not ask."""
    while done < len(moves) and room.passes is not None and room.passes(request, position, moves[done]):
        done += 1
    return done


def walk_policy(request: Request, room: Room) -> tuple[Move, ...]:
    """Return the moves that the room's own policy plays for the seat, up to the first chance node that matters."""
    position, moves = request.position, []
    while not position.over and not room.ended(request, position):
        move: Move | None
        if position.chance():
            move = room.settle(request, position)
            if move is None:
                break
        elif position.actor == request.seat:
            move = room.follow(request, position)
            moves.append(move)
        else:
            move = room.rival(request, position)
        position = position.play(move)
    return tuple(moves)


def _play(position: Position, move: Move, name: str) -> Position:
    """Play a move; a refusal of the rules is a mismatch."""
    try:
        return position.play(move)
    except IllegalMove as error:
        raise ReplayMismatch(f"{name[0].upper()}{name[1:]}, {move.key!r}, is not legal: {error}") from error


def _clean(column: dict[str, Fraction]) -> dict[str, Fraction]:
    """Leave out what did not change."""
    return {name: number for name, number in column.items() if number}


def _total(columns: list[dict[str, Fraction]]) -> dict[str, Fraction]:
    """Add up columns by name."""
    total: dict[str, Fraction] = {}
    for column in columns:
        for name, number in column.items():
            total[name] = total.get(name, Fraction(0)) + number
    return _clean(total)


def read_line(request: Request, room: Room, moves: tuple[str, ...], replies: tuple[str, ...] = ()) -> tuple[Move, ...]:
    """Read a plan's moves from their keys by walking one line of play (at chance: the first outcome).

    Raises :class:`ReplayMismatch` when the horizon ends before all moves are read, and what ``position.move``
    raises for a key that is not legal where it is due.
    """
    position, replied = request.position, 0
    spelled = room.spelled
    line = tuple([spelled(key) for key in moves]) if spelled is not None else None
    read: list[Move] = []
    while len(read) < len(moves):
        if line is not None and position.actor in (request.seat, None):
            passed = _pass_over(request, room, position, line, len(read))
            read += line[len(read) : passed]
            if len(read) == len(moves):
                break
        if position.over or room.ended(request, position):
            raise ReplayMismatch(f"The horizon {request.horizon!r} ends before the move {moves[len(read)]!r}.")
        move: Move
        if outcomes := position.chance():
            move = room.settle(request, position) or outcomes[0][0]
        elif position.actor == request.seat:
            waits = room.meanwhile is not None and line is not None
            between = room.meanwhile(request, position, line[len(read)]) if waits else None  # type: ignore[misc,index]
            move = between or position.move(moves[len(read)])
            if between is None:
                read.append(move)
        elif replied < len(replies):
            move = position.move(replies[replied])
            replied += 1
        else:
            move = room.rival(request, position)
        position = position.play(move)
    return tuple(read)
