"""Read what a person types at a position, and say why when it is nothing that can be played."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .findings import IllegalMove, Problem, UnknownName
from .printable import shown

LONGEST_KEY = 200


class Unreadable(Exception):
    """Stand for a typed move that is no move of this game; the text says why."""


def words(text: str) -> list[str]:
    """Split a typed move into words, forgiving about case, commas and colons; raise :class:`Unreadable` for none.

    >>> words("Place 8: 3, 5")
    ['place', '8', '3', '5']
    """
    if len(text) > LONGEST_KEY:
        raise Unreadable(f"it is {len(text):,} characters long")
    found = re.sub(r"[,:]", " ", text.lower()).split()
    if not found:
        raise Unreadable("it is empty")
    return found


def read_move(position: Any, key: object, read: Callable[[str], Any], example: str) -> Any:
    """Read a typed move by the game's own ``read`` and refuse it with the reason when it is not legal here.

    Raises :class:`rules.UnknownName` when the text is no move, :class:`rules.IllegalMove` when it is not legal.
    """
    move = understood(position, key, read, example)
    if found := position.why_not(move):
        raise IllegalMove(found)
    return move


def understood(position: Any, key: object, read: Callable[[str], Any], example: str) -> Any:
    """Read a typed move without asking whether it is legal; :class:`rules.UnknownName` when the text is no move."""
    if not isinstance(key, str):
        raise UnknownName((Problem("move", f"is {shown(key)}, but must be text such as {example!r}."),))
    try:
        return read(key)
    except Unreadable as error:
        keys = [move.key for move in position.legal_moves()]
        verb = (key.lower().split() or [""])[0]
        alike = next((one for one in keys if one.split()[0] == verb), keys[0] if keys else "")
        hint = f" A move here is written like {alike!r}." if alike else ""
        raise UnknownName((Problem("move", f"{shown(key)} is not understood: {error}.{hint}"),)) from None


def one_line(key: object, example: str) -> str:
    """Bring a typed outcome into its usual spelling; :class:`rules.UnknownName` for what is no text.

    >>> one_line(" Suspicion  2 ", "suspicion 1")
    'suspicion 2'
    """
    if not isinstance(key, str):
        raise UnknownName((Problem("outcome", f"is {shown(key)}, but must be text such as {example!r}."),))
    return " ".join(key.lower().split())[:LONGEST_KEY]
