"""The oracle: exhaustive search with memory over the rules core of any game.

It knows moves, chance and points by the contract of the rules floor and nothing else, so it can prove a model
right that knows a game well. Where a game's horizon is small it is also the faster of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction

from .contract import Move, Position
from .control import Control

LOOK = 256  #: states between two looks at the control

_NOTHING = Fraction(0)

Rival = Callable[[Position], Move]
Value = Callable[[Position], Fraction]
#: Map a position to (what its future depends on, what it has already won): equal keys have equal futures.
Same = Callable[[Position], tuple[Hashable, Fraction]]


class SearchTooLarge(RuntimeError):
    """Say that a search met more states than it was allowed."""


class SearchStopped(RuntimeError):
    """Say that a search was stopped by its control before it had an exact value."""


class Search:
    """Search one horizon of one seat exactly, with a memory that lasts over several questions.

    ``ended(position)`` says where the horizon ends and ``value(position)`` what such an end is worth. At the
    seat's decisions the best move counts, at chance nodes the exact expectation; at other seats' decisions
    ``rival(position)`` plays, or, where ``rival`` is None, the move that is worst for the seat. ``follow``
    answers for the seat itself at decisions that are not searched, by returning a move; None leaves the
    decision to the search. ``same`` merges positions that differ only in what has been won so far: it
    returns a hashable key and an amount, and value minus amount must depend on the key alone.

    Raises :class:`SearchTooLarge` after ``limit`` states and :class:`SearchStopped` when the control stops.
    """

    def __init__(
        self,
        seat: int,
        ended: Callable[[Position], bool],
        value: Value,
        rival: Rival | None,
        *,
        follow: Callable[[Position], Move | None] | None = None,
        same: Same | None = None,
        control: Control | None = None,
        limit: int | None = None,
    ) -> None:
        self.seat = seat
        self.ended = ended
        self.value = value
        self.rival = rival
        self.follow = follow
        self.same = same
        self.control = control
        self.limit = limit
        self.states = 0
        self._memory: dict[Hashable, Fraction] = {}

    def worth(self, position: Position) -> Fraction:
        """Return the exact value of a position."""
        if position.over or self.ended(position):
            return self.value(position)
        key, won = (position, _NOTHING) if self.same is None else self.same(position)
        known = self._memory.get(key)
        if known is None:
            self._count()
            known = self._expand(position) - won
            self._memory[key] = known
        return known + won

    def _expand(self, position: Position) -> Fraction:
        """Value a position by what may come next."""
        if outcomes := position.chance():
            total = Fraction(0)
            for outcome, chance in outcomes:  # cut down to what the seat sees: another seat may have looked at a card
                total += chance * self.worth(position.play(outcome).view(self.seat))
            return total
        forced = self._forced(position)
        if forced is not None:
            return self.worth(position.play(forced))
        worths = [self.worth(position.play(move)) for move in position.legal_moves()]
        return max(worths) if position.actor == self.seat else min(worths)

    def _forced(self, position: Position) -> Move | None:
        """Return the move that a policy plays here; None where the search decides."""
        if position.actor == self.seat:
            return None if self.follow is None else self.follow(position)
        return None if self.rival is None else self.rival(position)

    def _count(self) -> None:
        """Count a state; stop where the limit or the control says so."""
        self.states += 1
        if self.limit is not None and self.states > self.limit:
            raise SearchTooLarge(f"The search met more than {self.limit} states.")
        if self.control is not None and self.states % LOOK == 0 and self.control.stopped:
            raise SearchStopped(f"The search was stopped after {self.states} states.")

    def moves(self, position: Position) -> dict[str, Fraction]:
        """Return the exact value of every legal move of a decision, by the move's key."""
        return {move.key: self.worth(position.play(move)) for move in position.legal_moves()}

    def line(self, position: Position) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """Return one optimal line up to the first chance node: the seat's moves, and the others' replies.

        Of several best moves the first in the rules core's order is taken, so the line is always the same.
        """
        own: list[Move] = []
        replies: list[Move] = []
        while not (position.over or self.ended(position) or position.actor is None):
            move = self._forced(position)
            if move is None:
                sign = 1 if position.actor == self.seat else -1
                move = max(position.legal_moves(), key=lambda move: sign * self.worth(position.play(move)))
            (own if position.actor == self.seat else replies).append(move)
            position = position.play(move)
        return tuple(own), tuple(replies)


def best(
    position: Position,
    seat: int,
    ended: Callable[[Position], bool],
    value: Value,
    rival: Rival | None,
    follow: Callable[[Position], Move | None] | None = None,
    control: Control | None = None,
    limit: int | None = None,
    same: Same | None = None,
) -> tuple[Fraction, tuple[Move, ...]]:
    """Return the exact value of a position for a seat, and the seat's moves of one optimal line.

    The line ends at the first chance node: what is best after it depends on the outcome. See :class:`Search`
    for the arguments; ``rival=None`` means the worst that others can do.
    """
    search = Search(seat, ended, value, rival, follow=follow, same=same, control=control, limit=limit)
    return search.worth(position), search.line(position)[0]


def values(
    position: Position,
    seat: int,
    ended: Callable[[Position], bool],
    value: Value,
    rival: Rival | None,
    follow: Callable[[Position], Move | None] | None = None,
    control: Control | None = None,
    limit: int | None = None,
    same: Same | None = None,
) -> dict[str, Fraction]:
    """Return the exact value of every legal move of the seat that decides, by the move's key."""
    return Search(seat, ended, value, rival, follow=follow, same=same, control=control, limit=limit).moves(position)
