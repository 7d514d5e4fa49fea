"""What the words of all games are made of: verbs in the third person, what follows a step, the end, rules by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.findings import Finding
from rules.position import Table
from rules.rule_table import finding, rule_table
from rules.wording import joined

P = TypeVar("P", bound=Table[Any, Any])

IRREGULAR: Final = {"do": "does", "go": "goes", "have": "has", "choose:": "chooses:"}


def third(said: str) -> str:
    """Turn a phrase into what a third person does.

    >>> third("fortify with 1 Scout"), third("pray with 1 Cleric"), third("pass")
    ('fortifies with 1 Scout', 'prays with 1 Cleric', 'passes')
    >>> third("take the hand"), third("bury the abbot"), third("let the bonus go")
    ('takes the hand', 'buries the abbot', 'lets the bonus go')
    """
    verb, space, rest = said.partition(" ")
    if verb in IRREGULAR:
        told = IRREGULAR[verb]
    elif verb.endswith("y") and verb[-2:-1] not in "aeou":
        told = verb[:-1] + "ies"
    else:
        told = verb + ("es" if verb.endswith(("ch", "sh", "ss")) else "s")
    return f"{told}{space}{rest}"


def trail(run: Callable[[P, list[P]], P], position: P, step: object) -> tuple[P, ...]:
    """Return the positions that a legal step leads through: right after it, and as things settle themselves.

    ``run`` is what the game goes on by from one question to the next; it collects the positions on the way.
    """
    asked = position.flow.asked(position) or position.flow.drawn(position)
    assert asked is not None, "a step follows a question"
    seen: list[P] = []
    run(asked.apply(position, step), seen)
    return tuple(seen)


def ended(position: P, name: Callable[[int], str], points: Callable[[int], str], ring: Callable[[P, int], str]) -> str:
    """Say who has won, and with how much.

    ``name`` names a seat and ``points`` a total; ``ring`` gives the mark of a house value where a seat's points rest on
    one.
    """
    winners = [score for score in position.scores() if score.rank == 1]
    names = joined([name(score.seat) for score in winners])
    mark = max(ring(position, score.seat) for score in winners)
    return f"The game is over: {names} won with {points(winners[0].total)}{mark}."


def stated(game: str, rule: str) -> Finding:
    """Return a rule of a game's table as its table states it."""
    package = f"rules.{game}"
    return finding(package, rule, rule_table(package)[rule].en)
