"""What the editions of every game share: equality by what is printed and chosen, and the check of options."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from .catalogue import Overlay, plain_sentence
from .findings import BadInput, Problem, UnknownName, refuse

K = TypeVar("K", bound=msgspec.Struct)


class Edition:
    """Hold the digest of one edition of a game: its catalogue and options. Equal editions are equal values."""

    name: str

    def __init__(self, catalogue: msgspec.Struct, options: msgspec.Struct, overlay: Overlay) -> None:
        self.overlay = overlay
        state = msgspec.json.encode((catalogue, options), order="sorted")
        self.digest = hashlib.sha256(state).hexdigest()[:16]
        self._hash = hash(self.digest)

    def __eq__(self, other: object) -> bool:
        """Compare editions by what is printed and chosen."""
        return self is other or (isinstance(other, Edition) and self.name == other.name and self.digest == other.digest)

    def __hash__(self) -> int:
        """Hash by what is printed and chosen."""
        return self._hash

    def __repr__(self) -> str:
        """Print name and edition."""
        return f"Game({self.name!r}, {self.digest})"


def read_options(kind: type[K], options: Mapping[str, object] | None) -> K:
    """Check a mapping of options against a game's struct; unknown names and values are refused with the known ones."""
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    problems = []
    given = dict(options or {})
    for name, value in given.items():
        if name not in known:
            problems.append(Problem(f"options.{name}", f"is no option of this game; known are {', '.join(known)}."))
            continue
        try:
            msgspec.convert(value, known[name].type, strict=True)
        except msgspec.ValidationError as error:
            choices = getattr(known[name].type, "__args__", None)
            right = f"must be one of {', '.join(map(repr, choices))}." if choices else plain_sentence(str(error))
            problems.append(Problem(f"options.{name}", right))
    if problems:
        raise UnknownName(problems)
    return msgspec.convert(given, kind)


def unknown_seat(seat: object, players: int) -> BadInput:
    """Say that a seat does not exist."""
    return refuse("seat", f"is {seat!r}; the seats of this game are 0 to {players - 1}.")
