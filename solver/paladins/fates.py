"""Fates: what hidden suspicion cards may have brought by now, exactly, and each with a number.

Which inquisitions come, and whom they find with most suspicion, rests on the order in which a line draws cards, takes
taxes and gets rid of suspicion. So a state holds the number of its fate: the distribution of all that suspicion cards
and inquisitions change, in which two orders that mean the same are one. The rules core itself plays what happens, in
positions from which everything else is left out. Fate 0 is the unknown one: what follows it is unknown, too.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rules.paladins.catalogue import TAXES
from rules.paladins.moves import Choose, Move
from rules.paladins.rewards import suspicion_deck
from rules.paladins.steps import replace, run, with_seat
from rules.paladins.values import ATTRIBUTES, Position, Seat
from rules.paladins.workers import LETTERS

from .line import answer
from .packed import CREDIT, FATE, Gain, Layout, Numbers
from .same import ENOUGH
from .table import idle, on_table

if TYPE_CHECKING:
    from collections.abc import Hashable

    from solver.request import Request

    from .line import Belief

UNKNOWN, FIRST = 0, 1
LOST = (1 << CREDIT) - 1  #: a credit that is not known
OF_CHANCE = ("paid", "unpaid", "suspicion")  #: what outsiders may score by that chance has a part in
PLAIN = frozenset(LETTERS) - {"X"}
CREDITED = ("silver", "provisions", *ATTRIBUTES, "workers")
MOST = (1 << FATE) - 1
CASES = 1_000  #: cases of one fate that are told apart
Shares = tuple[int, tuple[tuple[int, int], ...]]  #: cases with whole weights, and what these add up to


class Credits:
    """Tell apart what states hold that their fates hold, too: goods, attributes and workers, each with a number."""

    def __init__(self) -> None:
        self.sums: list[tuple[int, ...]] = [(0,) * len(CREDITED)]
        self.numbers = {self.sums[0]: 0}
        self.steps: dict[Gain, Numbers] = {}

    def after(self, numbers: Numbers, layout: Layout, gain: Gain) -> Numbers:
        """Return the credits that follow some credits after a gain; ``LOST`` where there are too many."""
        table = self.steps.setdefault(gain, np.full(LOST + 1, -1, dtype=np.int64))
        table[LOST] = LOST
        for number in np.unique(numbers[table[numbers] < 0]).tolist():
            words = np.array([gain.delta], dtype=np.int64)
            found = [int(layout.get(words, name)[0]) for name in CREDITED[:-1]]
            found.append(sum(int(layout.get(words, letter)[0]) for letter in LETTERS))
            name = tuple(before + more for before, more in zip(self.sums[number], found, strict=True))
            if name not in self.numbers:
                self.numbers[name] = len(self.sums)
                self.sums.append(name)
            table[number] = LOST if gain.draws else min(LOST, self.numbers[name])
        return table[numbers]

    def goods(self, numbers: Numbers) -> Numbers:
        """Return how many goods some credits hold."""
        sums = np.array(
            [silver + provisions for silver, provisions, *_ in self.sums] + [0] * (LOST + 1), dtype=np.int64
        )
        return sums.take(numbers)


class Fate(NamedTuple):
    """Hold a distribution: cases with whole weights that add up to ``whole``.

    So many cards were drawn, and drawn cards and taxes have paid ``surely`` silver in every case.
    """

    draws: int
    surely: int
    whole: int
    weights: tuple[tuple[int, int], ...]


class Fates:
    """Tell fates apart, from a belief in which a line begins; ``least`` is what so many drawn cards pay surely.

    A case is a position in which the seat holds only what draws, taxes, debts and walls have brought by chance or for
    sure. The same cases come up in many fates, so what happens in each is played once.
    """

    def __init__(self, request: Request, seat: Seat, belief: Belief, draws: int, least: Numbers) -> None:
        self.request, self.number, self.least = request, request.seat, least
        self.seats = on_table(request).seats
        self.walls = on_table(request).catalogue.walls
        #: Walls are alike that bring as many workers, whoever these are: what chance brings is not used in a line.
        self.kinds = {
            card: (tuple(["L" if word in PLAIN else word for word in row.gain]), row.points)
            for card, row in self.walls.items()
        }
        self.enough = all(sum(suspicion_deck(position)) >= ENOUGH for position in belief)
        self.credits = Credits()
        self.cases: list[Position] = []
        self.known: dict[Hashable, int] = {}  #: cases by what tells them apart
        self.ends: dict[tuple[int, str], Shares | None] = {}  #: what follows a case after an event
        self.decks: dict[Hashable, tuple[int, ...]] = {}
        self.fates = [Fate(0, 0, 1, ())]
        self.numbers: dict[Fate, int] = {}
        self.steps: dict[str, Numbers] = {}
        start: list[tuple[int, Fraction]] = []
        for position, weight in belief.items():
            own = position.seats[self.number]
            bare = replace(own, workers="", silver=own.silver - seat.silver, provisions=0)
            bare = replace(bare, **dict.fromkeys(ATTRIBUTES, 0))
            start.append((self._case(position, bare), weight))
        whole, shares = shared(start)
        self._told(draws, int(least[min(draws, len(least) - 1)]), whole, dict(shares))

    def _case(self, position: Position, own: Seat) -> int:
        """Return the number of a case, which is all of a position that fates are about, with the seat as given."""
        position = with_seat(position, self.number, own, pending=(), step="action", fired=())
        key = self._key(position)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = len(self.cases)
            there = [seat.suspicion for seat in position.seats]
            seats = [replace(seat, suspicion=cards) for seat, cards in zip(self.seats, there, strict=True)]
            seats[self.number] = own
            self.cases.append(replace(position, seats=tuple(seats)))
        return found

    def _key(self, position: Position) -> Hashable:
        """Return what the future and the end of a case depend on: not which cards are discarded while many are left."""
        own, opponent = position.seats[self.number], position.opponent
        held = [len(seat.suspicion) for seat in position.seats]
        if opponent is not None:
            held.append(len(opponent.suspicion))
        gains = (own.silver, own.provisions, own.faith, own.strength, own.influence, len(own.workers))
        debts = (own.unpaid, own.paid)
        walls = sorted([self.kinds[card] for card in own.walls])
        shown = (position.suspicion_out, *[seat.suspicion for seat in position.seats], opponent and opponent.suspicion)
        deck = self.decks.get(shown)
        if deck is None:
            deck = self.decks[shown] = suspicion_deck(position)
        return (tuple(held), deck, () if self.enough else shown, position.tax, debts, own.townsfolk, gains, *walls)

    def _told(self, draws: int, surely: int, whole: int, weights: dict[int, int]) -> int:
        """Return the number of a fate."""
        if len(weights) > CASES:
            return UNKNOWN
        common = math.gcd(whole, *weights.values())
        shares = tuple(sorted([(case, weight // common) for case, weight in weights.items()]))
        fate = Fate(draws, surely, whole // common, shares)
        number = self.numbers.get(fate)
        if number is None:
            number = len(self.fates)
            if number > MOST:
                return UNKNOWN
            self.numbers[fate] = number
            self.fates.append(fate)
        return number

    # --- what happens -----------------------------------------------------------------------------------

    def after(self, numbers: Numbers, event: str) -> Numbers:
        """Return the fates that follow some fates after an event, each found once.

        Events are gains, ``keep:card``, ``choose:asked:side``, ``wall:`` with what the policy's answer to a wall card
        may rest on (see ``_answer``), and ``lost``, after which nothing is known.
        """
        table = self.steps.setdefault(event, np.full(MOST + 1, -1, dtype=np.int64))
        table[UNKNOWN] = UNKNOWN
        found = table.take(numbers)
        if len(found) and found.min() < 0:
            for number in np.unique(numbers.take(np.flatnonzero(found < 0))).tolist():
                table[number] = self._follow(self.fates[number], event)
            found = table.take(numbers)
        return found

    def _follow(self, fate: Fate, event: str) -> int:
        """Return the fate that follows a fate."""
        draws, surely = fate.draws, fate.surely
        if event == "lost":
            return UNKNOWN
        if event == "X":
            draws += 1
            if draws >= len(self.least):
                return UNKNOWN
            surely += int(self.least[draws] - self.least[draws - 1])
        elif event in TAXES:
            surely += TAXES[event]
        elif event.startswith("wall:"):
            event = f"wall:{(int(event[5]) - surely) % 3}{event[6:]}"  # a case holds what is sure, too
        found: list[tuple[int, Shares]] = []
        for case, weight in fate.weights:
            if (case, event) not in self.ends:
                self.ends[case, event] = self._happen(case, event)
            shares = self.ends[case, event]
            if shares is None:
                return UNKNOWN
            found.append((weight, shares))
        common = math.lcm(*[whole for _, (whole, _) in found])
        weights: dict[int, int] = {}
        for weight, (whole, ends) in found:
            factor = weight * (common // whole)
            for case, share in ends:
                weights[case] = weights.get(case, 0) + factor * share
        return self._told(draws, surely, fate.whole * common, weights)

    def _happen(self, case: int, event: str) -> Shares | None:
        """Play what happens in a case; None where the seat is asked something that is not answered here."""
        position = self.cases[case]
        word, _, what = event.partition(":")
        if word == "keep":
            own = position.seats[self.number]
            return 1, ((self._case(position, replace(own, townsfolk=(*own.townsfolk, what))), 1),)
        side, goods = "", 0
        cards: tuple[str, ...] = ()
        if word == "choose":
            word, _, side = what.partition(":")
        elif word == "wall":
            goods, cards = int(what[0]), tuple(what.split()[1:])
        done: list[tuple[int, Fraction]] = []
        waiting = [(run(replace(position, pending=((self.number, word),))), Fraction(1))]
        gone = sum(position.suspicion_out)
        while waiting:
            position, weight = waiting.pop()
            if self.enough and sum(position.suspicion_out) < gone:
                return None  # shuffled: which cards were discarded, of which nothing is told apart, matters now
            if not position.pending:
                own = position.seats[self.number]
                own = replace(own, workers=own.workers.replace("X", "", 1)) if word == "X" else own
                done.append((self._case(position, own), weight))
            elif outcomes := position.chance():
                waiting += [(position.play(outcome), weight * chance) for outcome, chance in outcomes]
            elif position.pending[0][0] != self.number:
                waiting.append((position.play(idle(position)), weight))
            else:
                move = self._answer(position, side, goods, cards)
                if move is None:
                    return None
                waiting.append((position.play(move), weight))
        return shared(done)

    def _answer(self, position: Position, side: str, goods: int, cards: tuple[str, ...]) -> Move | None:
        """Return the answer to a question: the side that the line takes, or what the policy does with what is there.

        That are goods beyond full threes, and converted outsiders that score by debts or suspicion.
        """
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0]
        if not isinstance(legal[0], Choose):
            return None
        for move in legal:
            if isinstance(move, Choose) and move.gain == side:
                return move
        if side:
            return None
        own = position.seats[self.number]
        rich = replace(own, silver=own.silver + goods, converted=(*own.converted, *cards))
        return answer(self.request, with_seat(position, self.number, rich))


def shared(cases: list[tuple[int, Fraction]]) -> Shares:
    """Add up the weights of cases, as whole numbers.

    >>> shared([(4, Fraction(1, 2)), (7, Fraction(1, 3)), (4, Fraction(1, 6))])
    (3, ((4, 2), (7, 1)))
    """
    sums: dict[int, Fraction] = {}
    for case, weight in cases:
        sums[case] = sums.get(case, Fraction(0)) + weight
    whole = math.lcm(*[weight.denominator for weight in sums.values()])
    return whole, tuple([(case, int(weight * whole)) for case, weight in sums.items()])


def choice(asked: str, side: str) -> str:
    """Name what a fate has to know of an answer, where it has to: sides that other gains belong to are not followed."""
    words = {word for each in asked.split("/") for word in each.split("+")}
    if not words & {"pardon", "settle", "destroy"}:
        return ""
    return f"choose:{asked}:{side}" if words <= {"pardon", "settle", "destroy"} else "lost"
