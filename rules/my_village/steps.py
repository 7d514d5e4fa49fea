"""The table of steps: what each one asks, what chance does in it, and what runs by itself.

A question is either the first pending one of a position or, when nothing is pending, its step. It is a decision, a
chance node, or automatic. A pending question with a "/" ("bonus/school", "monk/quill") is registered by its whole name.
Each module of this room registers its questions here; :func:`run` goes on until somebody is asked, chance must answer,
or the game is over. So the phases need not import each other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from rules.questions import Chance, Decision, register, with_seat
from rules.rule_table import finding as table_finding

from .values import Position

replace = msgspec.structs.replace
DECISIONS: dict[str, Decision] = {}
CHANCES: dict[str, Chance] = {}
AUTOMATIC: dict[str, Callable[[Position], Position]] = {}
#: Pending questions that settle themselves, at once or under some condition: None when somebody or chance must answer.
PREPARE: dict[str, Callable[[Position], Position | None]] = {}


automatic = partial(register, AUTOMATIC)  #: registers a function as the automatic step of a name
finding = partial(table_finding, __package__)  #: makes a finding by a rule of this game's table
prepare = partial(register, PREPARE)  #: registers a function that settles a question as far as nobody need be asked


def asked(position: Position) -> Decision | None:
    """Return the decision that is being asked, or None at a chance node and at the end."""
    return DECISIONS.get(position.question)


def drawn(position: Position) -> Chance | None:
    """Return what dice or cards decide now, or None at a decision and at the end."""
    return CHANCES.get(position.question)


def run(position: Position, seen: list[Position] | None = None) -> Position:
    """Settle what settles itself until a decision, a chance node or the end.

    ``seen`` collects every position on the way, the first and the last too, for those who tell what happened.
    """
    while True:
        if seen is not None:
            seen.append(position)
        if position.pending:
            ready = PREPARE.get(position.pending[0][1])
            settled = None if ready is None else ready(position)
            if settled is None:
                return position
            position = settled
        elif (function := AUTOMATIC.get(position.step)) is not None:
            position = function(position)
        else:
            return position


def settled(position: Position, **changes: object) -> Position:
    """Return the position without its first pending question, other fields replaced."""
    return replace(position, pending=position.pending[1:], **changes)


__all__ = ["Chance", "Decision", "with_seat"]
