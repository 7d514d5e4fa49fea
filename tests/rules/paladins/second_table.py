"""The table as the second counter sees it: single workers on single spaces, and what waits to be settled.

It reads a position's fields and the values printed on cards and boards, and shares no code with the game. Written from
the rulebook, pages 6 to 12.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import permutations
from typing import Any

from rules.paladins.values import Position

ORDER = "LSMFCX"
LEFT = ("develop", "recruit", "hunt", "trade", "pray", "conspire")
RIGHT = ("commission", "fortify", "garrison", "absolve", "attack", "convert")
TRACKS = ("faith", "strength", "influence")


class Inquisition(Exception):
    """Stand for what the second counter does not know."""


class Person:
    """What one player has. ``standing`` says which worker stands on which space of which action."""

    def __init__(self, seat: Any, cards: Any) -> None:
        self.silver, self.provisions = seat.silver, seat.provisions
        self.track = {name: getattr(seat, name) for name in TRACKS}
        self.workers = list(seat.workers)
        self.covered = {
            name: {bit for bit in (1, 2) if mask & bit} for name, mask in zip(RIGHT, seat.workshops, strict=True)
        }
        self.standing: dict[str, dict[int, str]] = {}
        for name, group in zip(LEFT + RIGHT, seat.placed, strict=True):
            self.standing[name] = stand(group, spaces(cards, self.covered, name)) if group else {}
        self.monks, self.outposts, self.walls = seat.monks, seat.outposts, len(seat.walls)
        self.jars, self.converted = list(seat.jars), len(seat.converted)
        self.folk = [cards.townsfolk[card] for card in seat.townsfolk]
        self.suspicion, self.unpaid = list(seat.suspicion), seat.unpaid
        self.paladin = cards.paladins[seat.paladin]

    def copied(self) -> Person:
        other = copy(self)
        other.track, other.workers, other.jars = dict(self.track), list(self.workers), list(self.jars)
        other.covered = {name: set(bits) for name, bits in self.covered.items()}
        other.standing = {name: dict(where) for name, where in self.standing.items()}
        other.folk, other.suspicion = list(self.folk), list(self.suspicion)
        return other

    def level(self, name: str) -> int:
        return int(self.track[name] + getattr(self.paladin, name))

    def can(self, ability: str) -> int:
        return (self.paladin.amount or 1) if self.paladin.ability == ability else 0

    @property
    def workshops(self) -> int:
        return sum(len(bits) for bits in self.covered.values())


class State:
    """The table as the second counter knows it; ``todo`` are gains still to be settled, ``line`` who acts."""

    def __init__(self, position: Position) -> None:
        game, cards = position.game, position.game.catalogue
        self.cards, self.round, self.players = cards, position.round, len(position.seats)
        self.people = [Person(seat, cards) for seat in position.seats]
        self.town, self.strangers = list(position.townsfolk), list(position.outsiders)
        names = [name for area in game.spaces[self.players - 1] for name in area]
        flat = [piece for area in position.board for piece in area]
        self.taken = {name for name, piece in zip(names, flat, strict=True) if piece}
        self.favours = dict(zip(position.favours, position.hired, strict=True))
        self.tax, self.line, self.todo = position.tax, list(position.queue), list(position.pending)
        self.discarded = Counter(dict(zip(game.suspicion_values, position.suspicion_out, strict=True)))
        self.walls = Counter(position.wall_deck)
        opponent = position.opponent
        self.theirs = list(opponent.suspicion) if opponent else []
        self.awake = opponent is not None and not opponent.resting and opponent.workers > 0
        self.ended = False

    def copied(self) -> State:
        other = copy(self)
        other.people = [person.copied() for person in self.people]
        other.town, other.strangers, other.taken = list(self.town), list(self.strangers), set(self.taken)
        other.favours, other.line, other.todo = dict(self.favours), list(self.line), list(self.todo)
        other.discarded, other.walls = Counter(self.discarded), Counter(self.walls)
        return other

    @property
    def unseen(self) -> Counter[int]:
        """The suspicion deck by tax."""
        deck = Counter({row.tax: row.copies for row in self.cards.suspicion.values()})
        deck -= self.discarded
        return deck - Counter([tax for person in self.people for tax in person.suspicion] + self.theirs)


# --- workers on spaces ----------------------------------------------------------------------------------------------


def spaces(cards: Any, covered: dict[str, set[int]], name: str) -> dict[int, str]:
    """The spaces of an action that no workshop covers, by number from 1."""
    row = enumerate(cards.actions[name].spaces, 1)
    return {number: space for number, space in row if number not in covered.get(name, ())}


def suits(worker: str, space: str) -> bool:
    return space in ("*", worker) or worker == "X"


def named(workers: Any) -> str:
    return "".join(sorted(workers, key=ORDER.index))


def groups(workers: list[str], wanted: list[str]) -> set[str]:
    """Try every single worker on every space."""
    return {
        named(tried)
        for tried in permutations(workers, len(wanted))
        if all(suits(worker, space) for worker, space in zip(tried, wanted, strict=True))
    }


def stand(group: str, where: dict[int, str]) -> dict[int, str]:
    """Put a group on its spaces: workers on their colour first, Criminals for missing colours, the rest in order."""
    left, placed = list(group), {}
    for number, space in sorted(where.items(), key=lambda item: item[1] == "*"):
        if not left:
            break
        worker = space if space in left else "X" if space != "*" and "X" in left else left[0]
        left.remove(worker)
        placed[number] = worker
    return placed


# --- what a person could do with a gain -----------------------------------------------------------------------------


def sides(person: Person, what: str) -> list[str]:
    """The sides of a choice that do something for the person."""

    def helps(gain: str) -> bool:
        if gain in ("settle", "destroy"):
            return person.unpaid > 0
        if gain == "pardon":
            return bool(person.suspicion)
        if gain == "workshop":
            return bool(free_places(person))
        return gain not in TRACKS or person.track[gain] < 12

    return [side for side in what.split("/") if any(map(helps, side.split("+")))]


def busy(person: Person) -> list[str]:
    return [name for name, where in person.standing.items() if where]


def free_places(person: Person) -> list[tuple[str, int]]:
    if person.workshops >= 8:
        return []
    return [(name, bit) for name in RIGHT for bit in (1, 2) if bit not in person.covered[name]]
