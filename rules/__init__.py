"""The rules core of Magister Ludi: games, positions, moves, chance, scoring, catalogues. Needs msgspec alone.

>>> game = load("kingsburg")
>>> position = game.setup(players=3, seed=7)
>>> position.actor is not None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from magister_ludi import need

from .choices import Choices
from .findings import (
    BadCatalogue,
    BadInput,
    BadPosition,
    Finding,
    IllegalMove,
    Problem,
    RulesError,
    UnknownName,
    WrongKind,
)
from .protocol import Game, Move, Outcome, Position
from .record import Record
from .score import Score

__all__ = [
    "BadCatalogue",
    "BadInput",
    "BadPosition",
    "Choices",
    "Finding",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Position",
    "Problem",
    "Record",
    "RulesError",
    "Score",
    "UnknownName",
    "WrongKind",
    "games",
    "load",
    "parse",
    "parse_record",
    "playout",
]


need("rules")


def games() -> tuple[str, ...]:
    """List the games that this installation holds."""
    from .rooms import names

    return names()


def load(
    name: str,
    catalogue: str | Path | Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Load a game by name.

    ``catalogue`` is the path of a TOML file (or a mapping of the same shape) with the values of an owner's box, laid
    over the shipped ones row by row; what a row does not state stays. A name is a table with ``en`` and ``de``; given
    in one language, or as plain text, it stands for both. What an owner states is no house value any more, unless the
    row says ``source = "house"``, which marks all that it states. ``house = [...]`` lists the house values of a row
    anew, so that ``house = []`` confirms the whole row. A file may begin with ``game = "..."``, and is then refused for
    any other game. ``options`` chooses between disputed readings.

    Raises :class:`UnknownName` for a game or option that does not exist and :class:`BadCatalogue` with every defect of
    the file.

    >>> own = load("kingsburg", catalogue={"buildings": {"mint": {"name": {"en": "Mint House"}, "gold": 4}}})
    >>> "buildings.mint.gold" in own.house_values(), "buildings.mint.points" in own.house_values()
    (False, True)
    """
    from .rooms import room

    overlay: dict[str, object] = {}
    if catalogue is not None:
        from .catalogue import read_overlay

        overlay = read_overlay(catalogue, name)
    return room(name).load(overlay, options)


def parse(text: str | PathLike[str]) -> Position:
    """Read a position from its TOML text, from its one-line code, or from the file that a path or text names.

    What a mail or chat put around a text (marks of quoting, fences, quotation marks) is taken off, and a code may be
    wrapped. Raises :class:`BadInput` (:class:`BadPosition` for an impossible position) with every defect and the path
    to its field. Nothing is guessed and nothing is executed.
    """
    from .reading import position_of, text_of

    return position_of(text_of(text, "position"))


def parse_record(text: str | PathLike[str]) -> Record:
    """Read a record back from its text, or from the file that a path or text names; every step is replayed and so
    checked.
    """
    from .reading import record_of, text_of

    return record_of(text_of(text, "record"))


def playout(position: Position, policy: str = "random", seed: int = 0) -> Record:
    """Play to the end by a policy, "random" or "greedy", and return the record."""
    from .playouts import playout as run

    return run(position, policy, seed)
