"""What every legal move is worth: one solve for each that another one does not already answer.

Hundreds of moves differ only in the workers that pay. Where the best line behind one of them is also legal behind
another, and nothing more can be reached there, that other move is worth the same and needs no solve of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from rules.paladins.moves import Move
from rules.paladins.values import Position

from .items import Key
from .line import Walker
from .same import covers, ranks
from .table import on_table
from .turn import kind

if TYPE_CHECKING:
    from solver.control import Control
    from solver.request import Request


class Known:
    """Hold what is known of the moves of one request."""

    def __init__(self, request: Request, most: Fraction) -> None:
        self.request, self.most = request, most
        self.position = on_table(request)
        self.walker = Walker(request)
        self.ranks = ranks(self.position, self.position.seats[request.seat])
        self.values: dict[str, Fraction] = {}
        self.solved: dict[Key, list[tuple[Move, Fraction]]] = {}
        self.lines: dict[Key, list[tuple[Move, ...]]] = {}

    def told(self, move: Move) -> Fraction | None:
        """Return the value of a move where lines and moves that are known tell it; None where they do not.

        No more can be reached than by the best plan, nor than by a move that does the same for workers of less use.
        """
        group = kind(self.position, move)
        most = self.most
        for other, value in self.solved.get(group, ()):
            if _alike(other, move) and covers(other.workers, move.workers, self.ranks):  # type: ignore[union-attr]
                most = min(most, value)
        belief = self.walker.walk((move,))
        if belief is None or len(belief) > 1:  # a card is revealed: a plan made then may bring more than any line
            return None
        for line in self.lines.get(group, ()):
            after = self.walker.walk((move, *line))
            if after is not None and self.walker.value(after) >= most:
                return most
        return None

    def learn(self, move: Move, value: Fraction, line: tuple[Move, ...]) -> None:
        """Keep what a solve has shown: its value, and the line behind the move."""
        group = kind(self.position, move)
        self.solved.setdefault(group, []).append((move, value))
        if line not in (lines := self.lines.setdefault(group, [])):
            lines.append(line)


def _alike(one: Move, other: Move) -> bool:
    """Say whether two moves differ in nothing but workers, equally many of them."""
    if type(one) is not type(other) or not getattr(one, "workers", "") or not getattr(other, "workers", ""):
        return False
    fields = [name for name in one.__struct_fields__ if name != "workers"]
    same = all(getattr(one, name) == getattr(other, name) for name in fields)
    return same and len(one.workers) == len(other.workers)  # type: ignore[union-attr]


def usefulness(position: Position, seat: int, move: Move) -> int:
    """Rank a payment: workers that fit in few places are paid first."""
    where = ranks(position, position.seats[seat])
    return sum(where[letter] for letter in getattr(move, "workers", ""))


def values(request: Request, control: Control) -> Mapping[str, Fraction]:
    """Return the value of every legal move, by key.

    After a card that a move reveals, the rest is planned anew for each outcome. A plan, whose moves are fixed in
    advance, may bring less than that; what goes beyond the best plan is not counted, so that its first move is never
    ranked behind another one. Raises TimeoutError when the time was too short for a proof of each.
    """
    from solver import rooms
    from solver.after import after, exact, solve_part, too_short

    room = rooms.find(request.position)
    best = solve_part(request, room, control)
    known = Known(request, exact(request, best))
    assert best is not None
    position = known.position
    if best.moves:
        first = cast(Move, best.moves[0])
        known.lines[kind(position, first)] = [cast("tuple[Move, ...]", best.moves[1:])]
    legal = sorted(position.legal_moves(), key=lambda move: usefulness(position, request.seat, move))
    for move in legal:
        if control.stopped:
            raise too_short(request)
        value = known.told(move)
        if value is None:
            answer = after(request, room, move, control)
            value = min(known.most, exact(request, answer))
            assert answer is not None
            known.learn(move, value, cast("tuple[Move, ...]", answer.moves[1:]))
        known.values[move.key] = value
    return known.values


__all__ = ["values"]
