"""Say a move of Paladins in words, by the English names of cards and boards."""

from __future__ import annotations

from collections.abc import Iterable

from rules.paladins import moves
from rules.paladins.catalogue import Row
from rules.paladins.moves import Move
from rules.paladins.right import find_space
from rules.paladins.values import Position
from rules.paladins.workers import LETTERS
from rules.paladins.workers import WORDS as WORKERS

#: A gain as one and as several; "{}" is the number.
GAINS = {
    "silver": ("1 silver", "{} silver"),
    "provision": ("1 provision", "{} provisions"),
    "faith": ("1 faith", "{} faith"),
    "strength": ("1 strength", "{} strength"),
    "influence": ("1 influence", "{} influence"),
    "pardon": ("1 suspicion card less", "{} suspicion cards less"),
    "settle": ("a debt settled", "{} debts settled"),
    "destroy": ("a debt destroyed", "{} debts destroyed"),
    "debt": ("a debt", "{} debts"),
    "pray": ("a free Pray", "{} times a free Pray"),
    "recruit": ("a free recruit", "{} free recruits"),
    "workshop": ("a free workshop", "{} free workshops"),
}
#: What a space of the board or for a jar is called by the gain on it.
SPACES = {
    "silver": "silver",
    "provision": "provisions",
    "pardon": "suspicion",
    "settle": "debt",
    "destroy": "debt",
    "pray": "Pray",
    "recruit": "recruit",
    "workshop": "workshop",
}


RING = "°"  #: marks a value of our own, which no source prints


def ring(row: Row, field: str) -> str:
    """Return the mark of a house value where a field of a row is one."""
    return RING if field in row.house else ""


def joined(parts: Iterable[str], word: str = "and") -> str:
    """Join words as a sentence does.

    >>> joined(["a Scout", "a Labourer", "a Cleric"])
    'a Scout, a Labourer and a Cleric'
    """
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last


def workers_text(workers: str) -> str:
    """Name workers.

    >>> workers_text("LSSX")
    'a Labourer, 2 Scouts and a Criminal'
    """
    counted = [(workers.count(letter), WORKERS[letter]) for letter in LETTERS if letter in workers]
    return joined([f"a {name}" if number == 1 else f"{number} {name}s" for number, name in counted] or ["no worker"])


def gains_text(gains: Iterable[str]) -> str:
    """Name gains.

    >>> gains_text(("silver", "silver", "L"))
    '2 silver and a Labourer'
    >>> gains_text(("settle/silver+silver",))
    'a debt settled or 2 silver'
    >>> gains_text(("tax2",)), gains_text(())
    ('2 tax', 'nothing')
    """
    words = list(gains)
    parts = []
    for word in dict.fromkeys(words):
        number = words.count(word)
        if "/" in word:
            parts.append(joined([gains_text(side.split("+")) for side in word.split("/")], "or"))
        elif word in WORKERS:
            parts.append(workers_text(word * number))
        elif word.startswith("tax"):
            parts.append(f"{number * int(word[3:])} tax")
        elif word in GAINS:
            one, more = GAINS[word]
            parts.append(one if number == 1 else more.format(number))
        else:
            parts.append(gains_text(word.split("+")))
    return joined(parts) if parts else "nothing"


def space_text(reward: Iterable[str]) -> str:
    """Name a space by what stands on it.

    >>> space_text(("silver", "silver")), space_text(("L", "S")), space_text(("settle/pardon",))
    ('silver', 'Labourer and Scout', 'debt or suspicion')
    """
    names = {**SPACES, **WORKERS}
    parts = []
    for word in dict.fromkeys(reward):
        sides = [joined([names.get(part, part) for part in side.split("+")]) for side in word.split("/")]
        parts.append(joined(dict.fromkeys(sides), "or"))
    return joined(parts) if parts else "empty"


def action_text(action: str) -> str:
    """Name one of the twelve actions."""
    return action.capitalize()


def outsider_text(position: Position, card: str) -> str:
    """Name an outsider with its kind."""
    row = position.catalogue.outsiders[card]
    return f"{row.kind.capitalize()} {row.name.en}"


def townsfolk_text(position: Position, card: str, *, dismissed: bool) -> str:
    """Name a townsfolk card, and what it pays: cards of one name differ in that."""
    row = position.catalogue.townsfolk[card]
    field = "dismiss" if dismissed else "ongoing"
    return f"{row.name.en} ({gains_text(getattr(row, field))}{ring(row, field)})"


def describe(position: Position, move: Move) -> str:
    """Say what a seat does with a move, by the names on boards and cards."""
    with_workers = f" with {workers_text(move.workers)}" if getattr(move, "workers", "") else ""  # type: ignore[union-attr]
    return _what(position, move) + ("" if isinstance(move, moves.Keep) else with_workers)


def _what(position: Position, move: Move) -> str:
    """Say what is done, without the workers for it."""
    cards = position.catalogue
    if isinstance(move, moves.Commission | moves.Garrison):
        where = find_space(position, move.space)
        area = where[0] + 1 if where is not None else cards.spaces[move.space].area
        verb = "Commission a monk to" if isinstance(move, moves.Commission) else "Garrison an outpost on"
        return f"{verb} the {space_text(cards.spaces[move.space].reward)} space of area {area}"
    if isinstance(move, moves.Absolve):
        jar = cards.jars[move.jar]
        return f"Absolve on the {space_text(jar.reward)}{ring(jar, 'reward')} space for a jar"
    if isinstance(move, moves.Attack | moves.Convert):
        return f"{action_text(type(move).__name__)} the {outsider_text(position, move.card)}"
    if isinstance(move, moves.Recruit):
        dismissed = len(move.workers) == 1
        verb = "Dismiss" if dismissed else "Recruit"
        return f"{verb} the {townsfolk_text(position, move.card, dismissed=dismissed)}{_price(position, move)}"
    if isinstance(move, moves.Develop):
        return f"Develop space {move.space} of {action_text(move.action)}"
    if isinstance(move, moves.Pray):
        return f"Pray to free {action_text(move.action)}"
    if isinstance(move, moves.Favour):
        return f"Use the favour “{cards.favours[move.card].name.en}”"
    if isinstance(move, moves.TakeTavern):
        return f"Take the tavern card with {workers_text(cards.taverns[move.card].workers)}"
    if isinstance(move, moves.ChoosePaladin):
        use, top, under = (
            cards.paladins[card].name.en if card in cards.paladins else "an unknown paladin"
            for card in (move.use, move.top, move.under)
        )
        return f"Use {use}, keep {top} on top of the deck and put {under} below it"
    if isinstance(move, moves.Keep):
        return f"Keep {workers_text(move.workers)}"
    return _answer(position, move)


def _price(position: Position, move: moves.Recruit) -> str:
    """Say what a card of the row costs."""
    if move.debt:
        return " for a debt"
    if position.actor is None or move.card not in position.townsfolk:
        return ""
    from rules.paladins.left import recruit_cost

    cost = recruit_cost(position, position.seats[position.actor], position.townsfolk.index(move.card))
    return f" for {cost} silver" if cost else ""


def _answer(position: Position, move: Move) -> str:
    """Say what answers a question, and the verbs that are words enough."""
    if isinstance(move, moves.Choose):
        return f"Choose {gains_text(move.gain.split('+'))}"
    if isinstance(move, moves.Clear):
        return f"Free {action_text(move.action)} of its workers"
    if isinstance(move, moves.Build):
        return f"Place the free workshop on space {move.space} of {action_text(move.action)}"
    if isinstance(move, moves.Hire):
        verb = "Dismiss" if move.dismiss else "Recruit"
        return f"{verb} the {townsfolk_text(position, move.card, dismissed=move.dismiss)} for nothing"
    if isinstance(move, moves.Activate):
        return f"Use the {townsfolk_text(position, move.card, dismissed=False)} in the inquisition"
    return action_text(move.key.split()[0])  # Hunt, Trade, Conspire, Fortify, Pass
