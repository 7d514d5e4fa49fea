"""Read typed moves: the reverse of ``move.key``, forgiving about case, spaces and order of workers."""

from __future__ import annotations

import re

from rules.typed import Unreadable, words

from . import moves
from .moves import Move
from .workers import LETTERS

EXAMPLE = "hunt LS"
#: Verbs whose words are workers and then one name, each with its form.
NAMED: dict[str, type] = {
    "commission": moves.Commission,
    "garrison": moves.Garrison,
    "absolve": moves.Absolve,
    "attack": moves.Attack,
    "convert": moves.Convert,
    "favour": moves.Favour,
    "pray": moves.Pray,
}
ALONE: dict[str, type] = {
    "hunt": moves.Hunt,
    "trade": moves.Trade,
    "conspire": moves.Conspire,
    "fortify": moves.Fortify,
    "keep": moves.Keep,
}
WORDS: dict[str, type] = {
    "tavern": moves.TakeTavern,
    "clear": moves.Clear,
    "activate": moves.Activate,
}
OTHERS = ("choose", "paladin", "develop", "recruit", "build", "hire", "pass")


def _workers(word: str) -> str:
    letters = word.upper()
    if not letters or any(letter not in LETTERS for letter in letters):
        raise Unreadable(f"{word!r} are no workers; workers are letters out of {LETTERS}")
    return "".join(sorted(letters, key=LETTERS.index))


def _words(rest: list[str], number: int, what: str) -> list[str]:
    if len(rest) != number:
        raise Unreadable(f"{what} is expected after the verb")
    return rest


def _space(word: str) -> int:
    if not re.fullmatch(r"\d", word):
        raise Unreadable(f"{word!r} is no space; spaces are 1 and 2")
    return int(word)


def read(text: str) -> Move:
    """Read a move without asking whether it is legal; raise :class:`Unreadable` otherwise."""
    verb, *rest = words(text)
    move: Move
    if verb in NAMED:
        workers, name = _words(rest, 2, "a group of workers and a name")
        move = NAMED[verb](_workers(workers), name)
    elif verb in ALONE:
        move = ALONE[verb](_workers(_words(rest, 1, "a group of workers")[0]))
    elif verb in WORDS:
        move = WORDS[verb](_words(rest, 1, "one name")[0])
    elif verb == "choose":
        gains = _words(rest, 1, "one side of the gain")[0].split("+")
        move = moves.Choose("+".join(gain.upper() if len(gain) == 1 else gain for gain in gains))
    elif verb == "paladin":
        names = [word for word in rest if word not in ("top", "under")]
        move = moves.ChoosePaladin(*_words(names, 3, "three names, of whom is used, kept on top and put under,"))
    elif verb == "develop":
        workers, action, space = _words(rest, 3, "a group of workers, an action and a space")
        move = moves.Develop(_workers(workers), action, _space(space))
    elif verb == "build":
        action, space = _words(rest, 2, "an action and a space")
        move = moves.Build(action, _space(space))
    elif verb == "recruit":
        debt = rest[-1:] == ["debt"]
        workers, card = _words(rest[:-1] if debt else rest, 2, "a group of workers and a card")
        move = moves.Recruit(_workers(workers), card, debt)
    elif verb == "hire":
        dismiss = rest[-1:] == ["dismiss"]
        move = moves.Hire(_words(rest[:-1] if dismiss else rest, 1, "a card")[0], dismiss)
    elif verb == "pass":
        _words(rest, 0, "nothing")
        move = moves.Pass()
    else:
        verbs = ", ".join((*NAMED, *ALONE, *WORDS, *OTHERS))
        raise Unreadable(f"{verb[:40]!r} is no verb of this game; verbs are {verbs}")
    return move
