"""Read typed moves and outcomes: the reverse of ``move.key``, forgiving about case, spaces and order of workers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.findings import IllegalMove, Problem, UnknownName

from . import moves
from .engine import chance, why_not
from .moves import Move
from .outcomes import Outcome
from .steps import asked, finding
from .workers import LETTERS

if TYPE_CHECKING:
    from .values import Position

LONGEST_KEY = 200
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


class Unreadable(Exception):
    """Stand for a typed move that is no move of this game; the text says why."""


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
    if len(text) > LONGEST_KEY:
        raise Unreadable(f"it is {len(text):,} characters long")
    words = re.sub(r"[,:]", " ", text.lower()).split()
    if not words:
        raise Unreadable("it is empty")
    verb, rest = words[0], words[1:]
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


def read_move(position: Position, key: str) -> Move:
    """Read a typed move and refuse it with the reason when it is not legal here.

    Raises :class:`rules.UnknownName` when the text is no move, :class:`rules.IllegalMove` when it is not legal.
    """
    if not isinstance(key, str):
        raise UnknownName((Problem("move", "must be text such as 'hunt LS'."),))
    try:
        move = read(key)
    except Unreadable as error:
        question = asked(position)
        example = question.moves(position)[0].key if question else ""
        hint = f" A move here is written like {example!r}." if example else ""
        shown = key if len(key) <= 60 else key[:57] + "..."
        raise UnknownName((Problem("move", f"{shown!r} is not understood: {error}.{hint}"),)) from None
    if found := why_not(position, move):
        raise IllegalMove(found)
    return move


def read_outcome(position: Position, key: str) -> Outcome:
    """Read a typed chance outcome; refuse what cannot happen here.

    Raises :class:`rules.IllegalMove`.
    """
    wanted = " ".join(str(key).lower().split())[:LONGEST_KEY]
    outcomes = chance(position)
    for outcome, _ in outcomes:
        if outcome.key == wanted:
            return outcome
    text = f"{wanted!r} cannot happen here."
    change = f"One possible outcome is {outcomes[0][0].key!r}." if outcomes else "Nothing is left to chance now."
    raise IllegalMove((finding("turn-step", text, change),))
