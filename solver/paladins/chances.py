"""What hidden cards bring: distributions of walls and suspicion cards that are drawn from what is still unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from rules.paladins.rewards import suspicion_deck
from rules.paladins.values import Position
from rules.paladins.workers import LETTERS

DRAWS = 4  #: so many suspicion cards of one round are valued exactly, more of them at their best
CARDS = 3  #: so many wall cards are valued exactly, more of them at their best
#: What a wall card may bring that every row knows; besides, it may let one choose once between silver and one of two.
KNOWN = frozenset({"strength", "silver", *LETTERS.replace("X", "")})
INSTEAD = ("settle", "pardon")


@lru_cache(maxsize=4_096)
def sums(counts: tuple[tuple[int, int], ...], draws: int) -> dict[int, Fraction]:
    """Return the distribution of the sum of so many cards drawn without putting back.

    ``counts`` are (value, number of cards).

    >>> sums(((0, 1), (2, 1)), 1)
    {0: Fraction(1, 2), 2: Fraction(1, 2)}
    """
    if not draws:
        return {0: Fraction(1)}
    number = sum(count for _, count in counts)
    found: dict[int, Fraction] = {}
    for place, (value, count) in enumerate(counts):
        if count:
            rest = (*counts[:place], (value, count - 1), *counts[place + 1 :])
            for other, chance in sums(rest, draws - 1).items():
                key = value + other
                found[key] = found.get(key, Fraction(0)) + Fraction(count, number) * chance
    return found


def spread(values: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Count equal values."""
    return tuple(sorted(Counter(values).items()))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """Return the expected value of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


class Walls(msgspec.Struct, frozen=True):
    """Hold the unseen wall cards, one entry a card: what each surely brings, and what it may bring besides.

    ``certain`` are words that every card brings; ``strength`` what a card raises besides, ``silver`` the most it pays,
    ``workers`` how many it brings, ``points`` what is printed on it; ``settle`` counts cards that may settle a debt.
    ``strange`` says that some card brings something else, which no row knows.
    """

    certain: tuple[str, ...]
    strength: tuple[int, ...]
    silver: tuple[int, ...]
    workers: tuple[int, ...]
    points: tuple[int, ...]
    settle: int
    pardon: int
    strange: bool

    @property
    def number(self) -> int:
        """Return the number of unseen cards."""
        return len(self.points)


@lru_cache(maxsize=512)
def _walls(rows: tuple[tuple[tuple[str, ...], int], ...]) -> Walls:
    gains = [gain for gain, _ in rows]
    certain: list[str] = []
    if gains:
        for word in dict.fromkeys(gains[0]):
            certain += [word] * min(gain.count(word) for gain in gains)
    base = certain.count("strength")
    return Walls(
        certain=tuple(certain),
        strength=tuple(gain.count("strength") - base for gain in gains),
        silver=tuple(
            sum(max(side.split("+").count("silver") for side in word.split("/")) for word in gain)
            - certain.count("silver")
            for gain in gains
        ),
        workers=tuple(
            sum(word in LETTERS for word in gain) - sum(word in LETTERS for word in certain) for gain in gains
        ),
        points=tuple(points for _, points in rows),
        settle=sum(any("settle" in word for word in gain) for gain in gains),
        pardon=sum(any("pardon" in word for word in gain) for gain in gains),
        strange=any(map(_strange, gains)) or any(word not in ("strength", "silver") for word in certain),
    )


def _strange(gain: tuple[str, ...]) -> bool:
    """Say whether a wall card brings what the rows do not know."""
    asked = [word for word in gain if word not in KNOWN]
    if not asked:
        return False
    sides = [side for side in asked[0].split("/") if set(side.split("+")) != {"silver"}]
    return len(asked) > 1 or asked[0].count("/") != 1 or len(sides) != 1 or sides[0] not in INSTEAD


def unseen_walls(position: Position) -> Walls:
    """Describe the wall cards that nobody has seen."""
    cards = position.catalogue.walls
    return _walls(tuple((cards[card].gain, cards[card].points) for card in position.wall_deck))


class Suspicions(msgspec.Struct, frozen=True):
    """Hold the unseen suspicion cards: how many of each tax, and how many draws are valued exactly."""

    counts: tuple[tuple[int, int], ...]
    exact: int
    later: tuple[int, ...] = ()  #: taxes on the discarded cards, which are shuffled when the deck is empty

    def least(self, draw: int) -> int:
        """Return what the so-many-eth card (from 1) adds at least to all taxes so far; beyond all cards the most."""
        values = [value for value, count in self.counts for _ in range(count)]
        values += self.later
        return values[draw - 1] if draw <= len(values) else max((value for value, _ in self.counts), default=0)

    def at_least(self, number: int, wanted: int, *, best: bool) -> Fraction:
        """Return the chance that taxes on so many cards reach a sum.

        Cards beyond those valued exactly count the most that a card can have (``best``), or nothing.
        """
        return _at_least(self, number, wanted, best)

    def expected(self, number: int) -> Fraction:
        """Return the expected taxes on so many cards; beyond the deck each counts the most."""
        return _expected(self, number)

    def draws(self, number: int) -> dict[int, Fraction]:
        """Return the distribution of all taxes on so many cards (at most as many as are valued exactly)."""
        return sums(self.counts, number)


@lru_cache(maxsize=4_096)
def _at_least(suspicions: Suspicions, number: int, wanted: int, best: bool) -> Fraction:
    inside = min(number, suspicions.exact)
    most = max((value for value, _ in suspicions.counts), default=0)
    extra = most * (number - inside) if best else 0
    drawn = suspicions.draws(inside).items()
    return sum((chance for value, chance in drawn if value + extra >= wanted), Fraction(0))


@lru_cache(maxsize=512)
def _expected(suspicions: Suspicions, number: int) -> Fraction:
    cards = sum(count for _, count in suspicions.counts)
    inside = min(number, cards)
    whole = sum(value * count for value, count in suspicions.counts)
    most = max((value for value, _ in suspicions.counts), default=0)
    return (Fraction(whole * inside, cards) if cards else Fraction(0)) + most * (number - inside)


@lru_cache(maxsize=4_096)
def threes(suspicions: Suspicions, walls: Walls, draws: int, cards: int, goods: int) -> Fraction:
    """Return the expected points of goods and what so many suspicion cards and walls pay, in threes.

    Only as many suspicion cards as are valued exactly can be asked about.
    """
    silver = sums(spread(walls.silver), cards) if cards else {0: Fraction(1)}
    found = Fraction(0)
    for tax, chance in suspicions.draws(draws).items():
        for more, other in silver.items():
            found += Fraction((goods + tax + more) // 3) * chance * other
    return found


@lru_cache(maxsize=4_096)
def saved_threes(suspicions: Suspicions, walls: Walls, times: int, draws: int, goods: int) -> Fraction:
    """Return the expected points, in threes, of silver that a wall saves so many times on attacks."""
    found = Fraction(0)
    for (strength, silver), copies in Counter(zip(walls.strength, walls.silver, strict=True)).items():
        for tax, chance in suspicions.draws(draws).items():
            there = goods + tax + silver
            found += ((there + times * -(-strength // 2)) // 3 - there // 3) * copies * chance
    return found / max(1, walls.number)


def unseen_suspicions(position: Position) -> Suspicions:
    """Describe the suspicion cards that nobody has seen."""
    counts = suspicion_deck(position)
    pairs = tuple(zip(position.game.suspicion_values, counts, strict=True))
    gone = zip(position.game.suspicion_values, position.suspicion_out, strict=True)
    later = tuple(value for value, number in gone for _ in range(number))
    return Suspicions(pairs, min(DRAWS, sum(counts)), later)
