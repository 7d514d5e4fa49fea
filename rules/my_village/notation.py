"""Read typed moves: the reverse of ``move.key``, forgiving about case, spaces and the order of names."""

from __future__ import annotations

from rules.typed import Unreadable, words

from . import moves
from .moves import Move

EXAMPLE = "dice w1 w4 5"
#: Verbs followed by one name.
NAMED: dict[str, type] = {
    "headman": moves.Headman,
    "free": moves.Free,
    "use": moves.Use,
    "mark": moves.Mark,
    "tile": moves.Tile,
    "dies": moves.Die,
    "laborer": moves.Laborer,
}
#: Verbs followed by one name and by what is paid.
PAID: dict[str, type] = {
    "church": moves.Church,
    "monk": moves.Monk,
    "hall": moves.Hall,
    "craft": moves.Craft,
    "travel": moves.Travel,
    "serve": moves.Serve,
}
ALONE: dict[str, type] = {
    "hand": moves.Hand,
    "meeting": moves.Meeting,
    "field": moves.Field,
    "skip": moves.Skip,
    "done": moves.Done,
}
#: Verbs with two words of which one is true.
EITHER: dict[str, tuple[type, str, str]] = {
    "journey": (moves.Settle, "again", "keep"),
    "plague": (moves.Ward, "ward", "suffer"),
}
OTHERS = ("dice", "bailiff", "buy", "school", "plow")


def _one(rest: list[str], what: str) -> str:
    if len(rest) != 1:
        raise Unreadable(f"{what} is expected after the verb")
    return rest[0]


def _number(word: str, what: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise Unreadable(f"{word[:40]!r} is no {what}")
    return int(word)


def _dice(rest: list[str]) -> Move:
    """Read two dice, the value, and markers of the meeting place."""
    markers = 0
    if len(rest) == 5 and rest[3] == "markers":
        markers = _number(rest[4], "number of markers")
        rest = rest[:3]
    if len(rest) != 3:
        raise Unreadable("two dice and the value are expected, such as dice w1 b4 5")
    for die in rest[:2]:
        if not (len(die) == 2 and die[0] in "wb" and die[1] in "123456"):
            raise Unreadable(f"{die[:40]!r} is no die; w4 is a white 4, b1 a black 1")
    first, second = sorted(rest[:2], key=lambda die: (die[0] == "b", die[1]))
    return moves.Take((first, second), _number(rest[2], "value"), markers)


def _school(rest: list[str]) -> Move:
    """Read what the school does, and for whom."""
    if not 1 <= len(rest) <= 2:
        raise Unreadable("train, advance, or left or right with a profession, is expected after the verb")
    return moves.School(*rest)


def _plow(rest: list[str]) -> Move:
    """Read where a plow comes from, and the field."""
    if len(rest) != 2:
        raise Unreadable("smithy or hall and the number of a field are expected after the verb")
    return moves.Plow(rest[0], _number(rest[1], "number of a field"))


def read(text: str) -> Move:
    """Read a move without asking whether it is legal; raise :class:`Unreadable` otherwise."""
    verb, *rest = words(text)
    if verb in NAMED:
        return NAMED[verb](_one(rest, "one name"))  # type: ignore[no-any-return]
    if verb in PAID:
        if not rest:
            raise Unreadable("a name, and what is paid, are expected after the verb")
        return PAID[verb](rest[0], tuple(sorted(rest[1:])))  # type: ignore[no-any-return]
    if verb in ALONE:
        if rest:
            raise Unreadable("nothing is expected after the verb")
        return ALONE[verb]()  # type: ignore[no-any-return]
    if verb in EITHER:
        kind, yes, no = EITHER[verb]
        word = _one(rest, f"{yes} or {no}")
        if word not in (yes, no):
            raise Unreadable(f"{word[:40]!r} is neither {yes} nor {no}")
        return kind(word == yes)  # type: ignore[no-any-return]
    if verb == "dice":
        return _dice(rest)
    if verb == "school":
        return _school(rest)
    if verb == "plow":
        return _plow(rest)
    if verb == "bailiff":
        return moves.Bailiff(tuple(sorted(rest)))
    if verb == "buy":
        if not rest:
            raise Unreadable("names of customers, or none, are expected after the verb")
        if "none" in rest and len(rest) > 1:
            raise Unreadable("'none' stands alone")
        return moves.Buy(() if rest == ["none"] else tuple(sorted(rest)))
    verbs = ", ".join((*NAMED, *PAID, *ALONE, *EITHER, *OTHERS))
    raise Unreadable(f"{verb[:40]!r} is no verb of this game; verbs are {verbs}")
