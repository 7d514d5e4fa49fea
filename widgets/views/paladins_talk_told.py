"""What follows a step of Paladins of the West Kingdom by itself, in sentences: gains, inquisitions, a new round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from rules.paladins.moves import Attack
from rules.paladins.rewards import able
from rules.paladins.values import ATTRIBUTES, UNKNOWN, Opponent, Position, Seat
from rules.paladins.workers import LETTERS
from widgets.views import paladins_words_names as words
from widgets.views.paladins_talk_opponent import moved

Owner = Seat | Opponent

PAID: Final = frozenset({"silver", "provisions", *LETTERS})
"""What a move costs: goods and workers."""


def owners(position: Position) -> list[Owner]:
    """List the seats, and the solo opponent behind them."""
    return [*position.seats, *([position.opponent] if position.opponent is not None else [])]


def judged(before: Position) -> bool:
    """Say whether an inquisition comes to its judgement here."""
    return bool(before.pending) and before.pending[0][1] == "judgement"


def changes(before: Owner, after: Owner) -> dict[str, int]:
    """Return what one owner has more or less of."""
    found = {name: getattr(after, name) - getattr(before, name) for name in (*ATTRIBUTES, "unpaid", "paid")}
    found["suspicion"] = len(after.suspicion) - len(before.suspicion)
    if isinstance(after, Seat) and isinstance(before, Seat):
        found |= {name: getattr(after, name) - getattr(before, name) for name in ("silver", "provisions")}
        found |= {letter: after.workers.count(letter) - before.workers.count(letter) for letter in LETTERS}
        found["townsfolk"] = len(after.townsfolk) - len(before.townsfolk)
        cleared = [index for index in range(12) if before.placed[index] and not after.placed[index]]
        found["cleared"] = len(cleared)
    if isinstance(after, Opponent) and isinstance(before, Opponent):
        # Workers that are placed are no loss; those that Pray frees go to the supply and are no gain.
        found["workers"] = after.workers - before.workers + max(0, sum(after.placed) - sum(before.placed))
    return {name: number for name, number in found.items() if number}


def added(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Add up changes."""
    total: dict[str, int] = {}
    for part in parts:
        for name, number in part.items():
            total[name] = total.get(name, 0) + number
    return {name: number for name, number in total.items() if number}


def gained(found: dict[str, int]) -> list[str]:
    """List changes as things that somebody does or gets, each with its verb."""
    got = []
    for name, noun in (("silver", ("silver", "silver")), ("provisions", words.NOUNS["provision"])):
        if found.get(name, 0) > 0:
            got.append(words.count(found[name], *noun))
    got += [words.count(found[name], name, name) for name in ATTRIBUTES if found.get(name, 0) > 0]
    got += [words.count(found[letter], *words.NOUNS[letter]) for letter in LETTERS if found.get(letter, 0) > 0]
    if found.get("workers", 0) > 0:
        got.append(words.count(found["workers"], "worker"))
    said = [f"gains {words.joined(got)}"] if got else []
    if found.get("discarded", 0):
        said.append(f"discards {words.count(found['discarded'], 'suspicion card')}")
    if found.get("paid", 0) > 0:
        said.append(f"settles {words.count(found['paid'], 'debt')}")
    if found.get("returned", 0):
        said.append(f"returns {words.count(found['returned'], 'unpaid debt')}")
    if found.get("taken", 0):
        said.append(f"takes {words.count(found['taken'], 'debt')}")
    return said


def told_apart(found: dict[str, int]) -> dict[str, int]:
    """Leave out what was paid, and tell ups and downs of debts and suspicion apart.

    The move names its price: what is gained on the way must not be told less by it.
    """
    apart = {name: number for name, number in found.items() if number > 0 or name not in PAID}
    debts = found.get("unpaid", 0) + found.get("paid", 0)
    return apart | {"taken": max(0, debts), "returned": max(0, -debts), "discarded": max(0, -found.get("suspicion", 0))}


def given_with(position: Position, step: object) -> int:
    """Return the silver that a paladin gives with the move itself: the rules take it off the price at once."""
    if position.actor is None or not isinstance(step, Attack):
        return 0
    return able(position, position.seats[position.actor], "attack_silver")


def gain_sentences(before: Position, seen: Sequence[Position], step: object) -> list[str]:
    """Say what each owner gained, whatever the move itself has cost."""
    mover, given = before.actor, given_with(before, step)
    said = []
    pairs = [(a, b) for a, b in pairwise((before, *seen)) if not judged(a)]
    for number, _ in enumerate(owners(before)):
        parts = [changes(owners(a)[number], owners(b)[number]) for a, b in pairs]
        if given and number == mover:
            parts[0]["silver"] = parts[0].get("silver", 0) - given
            parts.append({"silver": given})
        found = added(map(told_apart, parts))
        old, new = owners(before)[number], owners(seen[-1])[number]
        track: list[str] = []
        if isinstance(old, Opponent) and isinstance(new, Opponent):
            if mover is None and seen[0].hired.count("") < before.hired.count(""):
                found["workers"] = found.get("workers", 0) + 1
            track = moved(old, new)
            found = {name: value for name, value in found.items() if name not in ATTRIBUTES}
        if got := gained(found):
            said.append(f"{words.capital(words.side(before, number))} {words.joined(got)}.")
        if track:
            said.append(words.capital(f"{words.joined(track)}."))
    return said


def judgement_sentences(seen: Sequence[Position]) -> list[str]:
    """Say what each inquisition on the way brought, and to whom."""
    said = []
    for before, after in pairwise(seen):
        if not judged(before):
            continue
        parts = []
        for number, (old, new) in enumerate(zip(owners(before), owners(after), strict=True)):
            if new.unpaid > old.unpaid:
                fewer = len(old.suspicion) - len(new.suspicion)
                discards = f" and discards {words.count(fewer, 'suspicion card')}" if fewer else ""
                parts.append(f"{words.side(before, number)} takes a debt{discards}")
        said.append(f"Inquisition: {words.joined(parts) or 'nobody holds a suspicion card'}.")
    return said


def round_sentences(seen: Sequence[Position]) -> list[str]:
    """Say which paladins were revealed, and that a round has ended."""
    said = []
    for before, after in pairwise(seen):
        if before.pending:
            continue
        if before.step == "revealed":
            known = [
                f"{words.seat_name(number)} uses {words.paladin_name(before, seat.paladin)}"
                for number, seat in enumerate(before.seats)
                if seat.paladin != UNKNOWN
            ]
            if len(before.seats) > 1 and known:
                said.append(f"The paladins are revealed: {words.joined(known)}.")
        elif before.step == "reset":
            said.append("The game is over." if after.over else f"Round {after.round} begins.")
    return said
