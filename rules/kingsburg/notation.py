"""Read typed moves: the reverse of ``move.key``, forgiving about case, spaces and order of dice."""

from __future__ import annotations

import re

from rules.typed import Unreadable, words

from . import moves
from .moves import GOODS, Move

EXAMPLES = {
    "place": "place 8: 3 5",
    "take": "take 1 gold 1 wood",
    "build": "build statue",
    "recruit": "recruit 2 gold",
    "lose": "lose 1 stone",
    "exchange": "exchange wood",
    "pay": "pay marker",
    "change": "change statue 2",
    "bonus": "bonus 1",
    "army": "army 3",
    "governor": "governor prince",
    "use": "use sawmill",
    "pass": "pass",
    "keep": "keep",
    "decline": "decline",
}


def _number(word: str, what: str) -> int:
    """Read a number as it was typed; ``what`` says what it is for."""
    return _read_number(word, word, what)


def _read_number(digits: str, word: str, what: str) -> int:
    """Read the number within a word, and name the whole word where it holds none."""
    if not re.fullmatch(r"-?\d{1,3}", digits):
        raise Unreadable(f"{word!r} is no {what}")
    return int(digits)


def _one(words: list[str], what: str) -> str:
    if len(words) != 1:
        raise Unreadable(f"one {what} is expected after the verb")
    return words[0]


def _name(words: list[str], what: str) -> str:
    """Read a name of one word or more as the key that it is known by."""
    if not words:
        raise Unreadable(f"{what} is missing")
    return "_".join(words).replace("'", "").replace("-", "_")


def _amounts(words: list[str]) -> dict[str, int]:
    """Read "2 gold 1 wood", "gold gold wood" or "nothing"."""
    amounts = dict.fromkeys((*GOODS, "markers"), 0)
    number = None
    for word in words:
        if word == "nothing":
            continue
        if word.isdigit():
            number = _number(word, "number")
            continue
        name = "markers" if word in ("marker", "markers") else word
        if name not in amounts:
            raise Unreadable(f"{word!r} is no good; goods are {', '.join(GOODS)}")
        amounts[name] += 1 if number is None else number
        number = None
    if number is not None:
        raise Unreadable("a number stands without the name of a good")
    return amounts


def _goods(words: list[str]) -> tuple[int, int, int]:
    amounts = _amounts(words)
    if amounts["markers"]:
        raise Unreadable("a +2 marker is no good; goods are " + ", ".join(GOODS))
    return amounts["gold"], amounts["wood"], amounts["stone"]


def _place(words: list[str]) -> moves.Place:
    private = words[:1] == ["private"]
    words = words[private:]
    if not words:
        raise Unreadable("the rank of the advisor is missing")
    rank = _number(words[0].rstrip(":"), "rank")
    dice, bonus, marker, market, envoy = [], [], False, 0, False
    for word in words[1:]:
        if word == ":":
            continue
        if word == "+2":
            if marker:
                raise Unreadable("one +2 marker can be added, not two")
            marker = True
        elif word == "envoy":
            envoy = True
        elif word.startswith("market"):
            bend = word.removeprefix("market").removeprefix("+")
            market = _read_number(bend, word, "change of the Market (market+1 or market-1)")
        elif word.startswith("w"):
            bonus.append(_read_number(word[1:], word, "bonus die (w1 to w6)"))
        else:
            dice.append(_number(word, "die"))
    return moves.Place(rank, tuple(sorted(dice)), tuple(sorted(bonus)), marker, market, envoy, private)


def _change(words: list[str]) -> moves.Change:
    if not words:
        raise Unreadable("the building or governor that changes dice is missing")
    effect, rest = words[0], words[1:]
    die, white, to = 0, False, 0
    if rest and rest[0] != "to":
        white = rest[0].startswith("w")
        die = _read_number(rest[0].removeprefix("w"), rest[0], "die")
        rest = rest[1:]
    if rest[:1] == ["to"]:
        if len(rest) != 2:
            raise Unreadable("one face is expected after 'to'")
        to = _number(rest[1], "face of a die")
    elif rest:
        raise Unreadable(f"{' '.join(rest)!r} is too much: an effect acts on one die, or on all")
    return moves.Change(effect, die, white, to)


def _bare(words: list[str], move: Move) -> Move:
    if words:
        raise Unreadable(f"nothing follows this verb, but {' '.join(words)!r} does")
    return move


def read(text: str) -> Move:
    """Read a move without asking whether it is legal; raise :class:`Unreadable` otherwise."""
    verb, *rest = words(re.sub(r"market (?=[+-]\d)", "market", text, flags=re.IGNORECASE))
    if verb == "place":
        return _place(rest)
    if verb == "take":
        return moves.Take(*_goods(rest))
    if verb == "lose":
        return moves.Lose(*_goods(rest))
    if verb == "recruit":
        return moves.Recruit(**_amounts(rest))
    if verb == "change":
        return _change(rest)
    if verb == "exchange":
        return moves.Exchange(_one(rest, "good"))
    if verb == "build":
        return moves.Build(_name(rest, "the building"))
    if verb == "pay":
        what = _one(rest, "good or marker")
        return moves.Pay("marker" if what in ("+2", "markers") else what)
    if verb == "use":
        return moves.Use(_name(rest, "what you use"))
    if verb == "governor":
        return moves.ChooseGovernor(_name(rest, "the governor card"))
    if verb == "bonus":
        return moves.RollBonus(_number(_one(rest, "number"), "number"))
    if verb == "army":
        return moves.Army(_number(_one(rest, "number"), "number"))
    simple: dict[str, Move] = {"pass": moves.Pass(), "keep": moves.Keep(), "decline": moves.Decline()}
    if verb in simple:
        return _bare(rest, simple[verb])
    raise Unreadable(f"{verb!r} is no verb of this game; verbs are {', '.join(EXAMPLES)}")
