"""What a game's solver hands back before it is replayed: a claim."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from .contract import Move


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Claim a value for a line of moves of the acting seat; nobody sees it before it is replayed.

    ``value`` is the claimed gain under the request's objective (an exact expectation where chance is met),
    ``bound`` what no line can exceed, None where nothing is known. The value is *proved* exactly when bound
    and value meet. ``complete`` says that the method ran to its end; ``method`` names it. ``replies`` are the
    moves of the other seats that the value rests on, in the order in which they are met; where there are
    none left, the room's ``rival`` plays. ``beyond`` is the part of value and bound that a forecast adds after
    the moves and that no replay can show; ``outline`` says in sentences what that forecast builds on.
    ``assumptions`` are sentences; ``house`` names catalogue values of our own that the value rests on.
    ``idle`` says that the moves are those of a seat that does nothing it need not do: where a branch of chance asks
    other questions than they answer, these are answered by the room's ``rival``, and what is not asked is left out.
    ``feasible`` is False when the method proved that nothing satisfies the request.
    """

    moves: tuple[Move, ...]
    value: Fraction
    bound: Fraction | None
    complete: bool = True
    method: str = "search"
    replies: tuple[Move, ...] = ()
    beyond: Fraction = Fraction(0)
    outline: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    idle: bool = False
    feasible: bool = True
