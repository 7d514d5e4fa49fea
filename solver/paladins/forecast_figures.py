"""What a forecast expects of the rounds to come: numbers that a person can see and change, and means of what is there.

Workers of a later round are worked out from the catalogue, an owner's values included: a paladin and a tavern bring
their mean. As one chooses among three paladins and some taverns, a part of the workers is of one's own choice: by how
much the best of those that are seen is above the mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import msgspec

from rules.findings import Problem
from rules.paladins.catalogue import TAXES
from rules.paladins.values import ROUNDS, Position
from rules.paladins.workers import LETTERS

from .tables import shipped_worths

if TYPE_CHECKING:
    from solver.request import Request

SEEN = 3  #: paladins that one chooses among
LARGEST = 20  #: more than this of anything in one round is no forecast
HUNDRED = 100  #: figures are counted in hundredths
#: Figures that no card states. Games of the greedy policy (200 seeds, two and three players) bring 0.75 points for
#: each converted outsider and 0.23 debts for each Criminal; who plans does a little better in both.
GUESSES = {
    "boost": Fraction(3),
    "pays": Fraction(1, 2),
    "outsider": Fraction(1),
    "debts": Fraction(1, 5),
}
NAMES = (*LETTERS, "any", *GUESSES)


def ahead(request: Request) -> bool:
    """Say whether a request looks over later rounds, so that a forecast is needed."""
    return request.horizon == "game" and request.position.round < ROUNDS  # type: ignore[attr-defined]


def eye(request: Request) -> Request:
    """Return the request by which questions of chance are answered: under a forecast goods count by their worths.

    What is held at the end of a round pays for later ones, so that points at once are a bad guide.
    """
    if not ahead(request):
        return request
    worths = shipped_worths(request.position, "round")  # type: ignore[arg-type]
    return msgspec.structs.replace(
        request, horizon="round", objective="worth", worths=tuple(worths.items()), forecast=()
    )


def best_of(values: Iterable[int], number: int) -> Fraction:
    """Return the expected greatest of so many values drawn without putting back.

    >>> best_of([0, 1, 2], 2)
    Fraction(5, 3)
    """
    counts = Counter(values)
    total = sum(counts.values())
    number = min(number, total)
    below, mean = 0, Fraction(0)
    for value in sorted(counts):
        mean += value * Fraction(comb(below + counts[value], number) - comb(below, number), comb(total, number))
        below += counts[value]
    return mean


def shipped_forecast(position: Position) -> dict[str, Fraction]:
    """Return what is expected of each later round: workers by letter, and other figures.

    ``any`` are workers of one's own choice, ``boost`` what a paladin lends to one attribute, ``pays`` how often a kept
    townsfolk card pays in a later round, ``outsider`` the points of a converted outsider at the end, ``debts`` the
    unpaid debts that come with each Criminal.

    >>> import rules
    >>> figures = shipped_forecast(rules.load("paladins").setup(players=2, seed=1))
    >>> sum(figures[name] for name in ("L", "S", "M", "F", "C", "X", "any"))
    Fraction(6, 1)
    """
    if position.round >= ROUNDS:
        return {}
    paladins = [row.workers for row in position.catalogue.paladins.values()]
    taverns = [row.workers for row in position.catalogue.taverns.values()]
    open_ = range(2, max(2, len(position.seats)) + 2)  # the last seat chooses between two taverns
    means: dict[str, Fraction] = {}
    gains: list[Fraction] = []
    for letter in LETTERS:
        first, second = ([card.count(letter) for card in cards] for cards in (paladins, taverns))
        means[letter] = Fraction(sum(first), len(first)) + Fraction(sum(second), len(second))
        chosen = best_of(first, SEEN) + sum((best_of(second, n) for n in open_), Fraction(0)) / len(open_)
        gains.append(chosen - means[letter])
    total = sum(means.values(), Fraction(0))
    free = min(total, hundredths(sum(gains, Fraction(0)) / len(gains)))
    figures = {letter: hundredths(mean * (1 - free / total)) for letter, mean in means.items()}
    # What rounding leaves over goes to the workers of one's own choice, so that all figures are hundredths.
    figures["any"] = max(Fraction(0), hundredths(total) - sum(figures.values(), Fraction(0)))
    return figures | GUESSES


def hundredths(value: Fraction) -> Fraction:
    """Round to hundredths.

    >>> hundredths(Fraction(1, 3))
    Fraction(33, 100)
    """
    return Fraction(round(value * HUNDRED), HUNDRED)


def figures_of(request: Request) -> dict[str, int]:
    """Return the figures of a request in hundredths; what it does not name is the shipped one."""
    figures = shipped_forecast(request.position) | dict(request.forecast)  # type: ignore[arg-type]
    return {name: int(value * HUNDRED) for name, value in figures.items()}


def problems(forecast: Mapping[str, Fraction]) -> list[Problem]:
    """Say which figures make no sense, or are finer than a forecast counts."""
    found = []
    for name, value in forecast.items():
        if not 0 <= value <= LARGEST:
            found.append(Problem(f"forecast.{name}", f"is {float(value):g}; give a number from 0 to {LARGEST}."))
        elif (value * HUNDRED).denominator != 1:
            text = f"is {float(value):g}; give a number with at most two decimals."
            found.append(Problem(f"forecast.{name}", text))
    return found


class Mean(msgspec.Struct, frozen=True):
    """Hold what one use of something brings on average, in hundredths by word; a choice counts its sides in parts."""

    words: dict[str, int]

    def of(self, word: str) -> int:
        """Return the hundredths of one word."""
        return self.words.get(word, 0)


def mean_of(rows: Iterable[Iterable[str]], always: Iterable[str] = ()) -> Mean:
    """Return the mean of several gains, one row each, and what comes always.

    >>> mean_of([("L",), ("silver/settle",)], ("faith",)).words
    {'L': 50, 'silver': 25, 'settle': 25, 'faith': 100}
    """
    gains = [tuple(row) for row in rows]
    found: dict[str, Fraction] = {}
    for row in gains:
        for word in row:
            _put(found, word, Fraction(1, len(gains)))
    for word in always:
        _put(found, word, Fraction(1))
    return Mean({word: round(share * HUNDRED) for word, share in found.items()})


def _put(found: dict[str, Fraction], word: str, share: Fraction) -> None:
    """Add one gain."""
    sides = word.split("/")
    for side in sides:
        for part in side.split("+"):
            name, times = ("silver", TAXES[part]) if part in TAXES else (part, 1)
            found[name] = found.get(name, Fraction(0)) + share * times / len(sides)
