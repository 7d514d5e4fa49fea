"""The table of steps: what each one asks, what chance does in it, and what runs by itself.

A question is either the first pending gain of a position or, when nothing is pending, its step. It is a decision, a
chance node, or automatic. Each module of this room registers its questions here; :func:`run` goes on until somebody is
asked, chance must answer, or the game is over. So the phases need not import each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from rules.findings import Finding
from rules.questions import Chance, Decision, register, with_seat
from rules.rule_table import finding as table_finding

from .values import OPPONENT, Opponent, Position, Seat

replace = msgspec.structs.replace
Pending = tuple[tuple[int, str], ...]


class Act(NamedTuple):
    """Hold one verb of a turn: its checks, and what it does."""

    check: Callable[[Position, Seat, Any], list[Finding]]
    apply: Callable[[Position, int, Any], Position]


DECISIONS: dict[str, Decision] = {}
CHANCES: dict[str, Chance] = {}
AUTOMATIC: dict[str, Callable[[Position], Position]] = {}
TURN: dict[type, Act] = {}
#: Pending questions that may settle themselves: the function returns None when somebody or chance must answer.
PREPARE: dict[str, Callable[[Position], Position | None]] = {}
#: What settles gains that need no answer: one function for seats, one for the solo opponent.
COLLECT: dict[bool, Callable[[Position], Position]] = {}
CHOICE = "choice"  #: the name under which choices between gains ("settle/pardon") are registered


automatic = partial(register, AUTOMATIC)  #: registers a function as the automatic step of a name
finding = partial(table_finding, __package__)  #: makes a finding by a rule of this game's table
prepare = partial(register, PREPARE)  #: registers a function that settles a question as far as nobody need be asked


def asked(position: Position) -> Decision | None:
    """Return the decision that is being asked, or None at a chance node and at the end."""
    if position.pending:
        what = position.pending[0][1]
        return DECISIONS.get(what) or (DECISIONS[CHOICE] if "/" in what else None)
    return DECISIONS.get(position.step)


def drawn(position: Position) -> Chance | None:
    """Return what a card decides now, or None at a decision and at the end."""
    return CHANCES.get(position.pending[0][1] if position.pending else position.step)


def is_opponent(position: Position, number: int) -> bool:
    """Say whether a number stands for the solo opponent."""
    return number == OPPONENT and position.opponent is not None


def run(position: Position, seen: list[Position] | None = None) -> Position:
    """Settle what settles itself until a decision, a chance node or the end.

    ``seen`` collects every position on the way, the first and the last too, for those who tell what happened.
    """
    while True:
        if seen is not None:
            seen.append(position)
        if position.pending:
            number, what = position.pending[0]
            ready = PREPARE.get(what)
            if ready is None:
                if "/" not in what:
                    position = COLLECT[is_opponent(position, number)](position)
                    continue
                ready = PREPARE[CHOICE]
            settled = ready(position)
            if settled is None:
                return position
            position = settled
        elif (function := AUTOMATIC.get(position.step)) is not None:
            position = function(position)
        else:
            return position


def opponent_of(position: Position) -> Opponent:
    """Return the solo opponent of a solo game."""
    assert position.opponent is not None
    return position.opponent


def pending(number: int, gains: Iterable[str]) -> Pending:
    """Make pending entries of gains for one seat."""
    return tuple([(number, gain) for gain in gains])


def turn_order(position: Position) -> tuple[int, ...]:
    """List the seats from the starting player on."""
    size = len(position.seats)
    return tuple([(position.start + step) % size for step in range(size)])


__all__ = ["Chance", "Decision", "with_seat"]
