"""Find the rooms of the games by looking at the folder: nothing outside a room names its game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from .findings import Problem, UnknownName
from .printable import shown
from .protocol import Game, Position


class Room(Protocol):
    """What a game's room offers: to load an edition, to check a document, and to judge moves at a glance.

    A room may also have ``shortlist``, which gives for a position, in their order, the legal moves among which the best
    one by ``weigh`` is sure to be; without it the greedy policy weighs all of them.
    """

    def load(self, overlay: dict[str, object], options: Any) -> Game:
        """Make an edition."""

    def convert(self, document: dict[str, Any]) -> Position:
        """Check a document and make the position."""

    def weigh(self, position: Any, moves: Sequence[Any]) -> list[int]:
        """Value legal moves for the seat that decides, at a glance and from what it may know: the greedy policy."""


@cache
def names() -> tuple[str, ...]:
    """List the games that this installation holds."""
    here = Path(__file__).parent
    return tuple(sorted(entry.name for entry in here.iterdir() if (entry / "rules.toml").is_file()))


def room(name: str) -> Room:
    """Return the room of a game; an unknown name is refused with the known ones."""
    if not isinstance(name, str) or name not in names():
        raise UnknownName((Problem("game", f"is {shown(name)}; this installation knows {', '.join(names())}."),))
    return import_module(f"rules.{name}")
