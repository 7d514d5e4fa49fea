"""The best next action: the first move of the best plan for the round, beside what every other first move brings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import msgspec

from rules.paladins.moves import Move
from rules.paladins.values import Position
from solver.control import Control
from solver.plan import points

from .beam import beam
from .items import Key, key_of
from .line import Walker
from .solving import solve_plan
from .table import on_table
from .words import describe

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.request import Request

SHARE = 0.7  #: of the time goes to the plan, the rest to the other first moves
WIDTH = 4


class Part(Control):
    """Be a control for a part of the time of another one, which hears of every answer and bound at once."""

    def __init__(self, whole: Control, seconds: float) -> None:
        super().__init__(seconds)
        self.whole = whole

    def offer(self, answer: Answer) -> bool:
        """Keep a better answer, and hand it on."""
        self.whole.offer(answer)
        return super().offer(answer)

    def tighten(self, bound: Fraction) -> None:
        """Note a bound, and hand it on."""
        self.whole.tighten(bound)
        super().tighten(bound)


def solve_turn(request: Request, control: Control) -> Answer:
    """Answer with the best plan of the round; its outline says what each other first move brings, at least."""
    own = Part(control, control.remaining * SHARE)
    control.at_stop(own.stop)
    try:
        best = solve_plan(request, own)
    finally:
        control.forget_stop(own.stop)
    control.offer(best)
    found = [(move, value) for move, value in alternatives(request, best, control) if value <= best.value]
    lines = table(request, best.value, found)  # a line of the beam that is better than the plan has been missed by it
    head = ("Instead of the first move of the plan, by action, with the best line that was found behind it:",)
    return msgspec.structs.replace(best, outline=(*best.outline, *(head if lines else ()), *lines))


def table(request: Request, most: Fraction, found: Sequence[tuple[Move, Fraction]]) -> tuple[str, ...]:
    """Say of each action what its best move brings at least, and how many others of it there are; best first."""
    best: dict[str, tuple[Move, Fraction]] = {}
    rest: dict[str, list[Fraction]] = {}
    for move, value in found:
        action = move.key.split()[0]
        if action in best:
            rest.setdefault(action, []).append(value)
        else:
            best[action] = move, value
    lines = []
    for action, (move, value) in best.items():
        behind = "as good" if value == most else f"{points(most - value)} fewer"
        others = rest.get(action, [])
        alike = sum(other == value for other in others)
        less = len(others) - alike
        said = [f"{alike} more as good"] * bool(alike) + [f"{less} more bring less"] * bool(less)
        more = f" ({', '.join(said)})" if said else ""
        lines.append(f"{points(value)}, {behind}: {describe(on_table(request), move)}{more}.")
    return tuple(lines)


def alternatives(request: Request, best: Answer, control: Control) -> list[tuple[Move, Fraction]]:
    """Return one first move of every kind but the plan's with the value of the best line found behind it."""
    position = on_table(request)
    walker = Walker(request, control)
    first = kind(position, cast(Move, best.moves[0])) if best.moves else ()
    found: list[tuple[Move, Fraction]] = []
    for key, move in kinds(position).items():
        if key == first or control.stopped:
            continue
        ends = beam(walker, (move,), control, WIDTH)
        if ends:
            found.append((move, ends[0][0]))
    found.sort(key=lambda entry: entry[1], reverse=True)
    return found


def kinds(position: Position) -> dict[Key, Move]:
    """Return one legal move of each kind; which workers pay, and which of equal spaces is taken, makes no kind."""
    kept: dict[Key, Move] = {}
    for move in position.legal_moves():
        kept.setdefault(kind(position, move), move)
    return kept


def kind(position: Position, move: Move) -> Key:
    """Name the kind of a first move: its item, and the action that it frees or covers."""
    return (*key_of(position, move), getattr(move, "action", ""))
