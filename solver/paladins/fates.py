"""Fates: what hidden suspicion cards may have brought by now, exactly, and each with a number.

Which inquisitions come, and whom they find with most suspicion, rests on the order in which a line draws cards, takes
taxes and gets rid of suspicion. So a state holds the number of its fate: the distribution of all that suspicion cards
and inquisitions change, in which two orders that mean the same are one. The rules core itself plays what happens, in
positions from which everything else is left out. Fate 0 is the unknown one: what follows it is unknown, too.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

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
BRANCHES = 300  #: cases of one fate that are told apart
Branches = tuple[tuple[Position, Fraction], ...]


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


class Fates:
    """Tell fates apart, from a belief in which a line begins; ``least`` is what so many drawn cards pay surely.

    Silver, provisions, attributes and workers of a branch count what chance brings beyond what is certain.
    """

    def __init__(self, request: Request, seat: Seat, belief: Belief, draws: int, least: Numbers) -> None:
        self.request, self.number, self.least = request, request.seat, least
        self.seat, self.seats = seat, on_table(request).seats
        self.walls = on_table(request).catalogue.walls
        #: Walls are alike that bring as many workers, whoever these are: what chance brings is not used in a line.
        self.kinds = {
            card: (tuple(["L" if word in PLAIN else word for word in row.gain]), row.points)
            for card, row in self.walls.items()
        }
        self.enough = all(sum(suspicion_deck(position)) >= ENOUGH for position in belief)
        self.credits = Credits()
        self.fates: list[tuple[int, Branches]] = [(0, ())]
        self.numbers: dict[Hashable, int] = {}
        self.steps: dict[str, Numbers] = {}
        surely = int(least[min(draws, len(least) - 1)])
        branches = []
        for position, weight in belief.items():
            own = position.seats[self.number]
            own = replace(self._bare(own), silver=own.silver - seat.silver - surely)
            branches.append((self._only(position, own), weight))
        self._told(draws, branches)

    def _bare(self, own: Seat) -> Seat:
        """Leave out what chance has no part in."""
        return replace(own, workers="", silver=0, provisions=0, **dict.fromkeys(ATTRIBUTES, 0))

    def _only(self, position: Position, own: Seat) -> Position:
        """Leave of a position what fates are about: suspicion, taxes, and the seat as it is given."""
        seats = [
            own if number == self.number else replace(seat, suspicion=position.seats[number].suspicion)
            for number, seat in enumerate(self.seats)
        ]
        return replace(position, seats=tuple(seats), pending=(), step="action", fired=())

    def _key(self, position: Position) -> Hashable:
        """Return what the future and the end of a case depend on: not which cards are discarded while many are left."""
        own, opponent = position.seats[self.number], position.opponent
        held = [len(seat.suspicion) for seat in position.seats]
        if opponent is not None:
            held.append(len(opponent.suspicion))
        gains = (own.silver, own.provisions, own.faith, own.strength, own.influence, len(own.workers))
        debts = (own.unpaid, own.paid)
        walls = sorted([self.kinds[card] for card in own.walls])
        cards = position.suspicion_out if not self.enough else ()
        return (tuple(held), suspicion_deck(position), cards, position.tax, debts, own.townsfolk, gains, *walls)

    def _told(self, draws: int, branches: list[tuple[Position, Fraction]]) -> int:
        """Return the number of a fate."""
        cases: dict[Hashable, tuple[Position, Fraction]] = {}
        for position, weight in branches:
            key = self._key(position)
            known = cases.get(key)
            cases[key] = (position, weight) if known is None else (known[0], known[1] + weight)
        if len(cases) > BRANCHES:
            return UNKNOWN
        name = (draws, frozenset((key, weight) for key, (_, weight) in cases.items()))
        number = self.numbers.get(name)
        if number is None:
            number = len(self.fates)
            if number > MOST:
                return UNKNOWN
            self.numbers[name] = number
            self.fates.append((draws, tuple(cases.values())))
        return number

    # --- what happens -----------------------------------------------------------------------------------

    def after(self, numbers: Numbers, event: str) -> Numbers:
        """Return the fates that follow some fates after an event, each played once.

        Events are gains, ``keep:card``, ``choose:asked:side``, ``wall:`` with what the policy's answer to a wall card
        may rest on (see ``_answer``), and ``lost``, after which nothing is known.
        """
        table = self.steps.setdefault(event, np.full(MOST + 1, -1, dtype=np.int64))
        table[UNKNOWN] = UNKNOWN
        found = table.take(numbers)
        if len(found) and found.min() < 0:
            for number in np.unique(numbers.take(np.flatnonzero(found < 0))).tolist():
                table[number] = self._happen(number, event)
            found = table.take(numbers)
        return found

    def _happen(self, number: int, event: str) -> int:
        draws, before = self.fates[number]
        word, _, what = event.partition(":")
        if word == "lost":
            return UNKNOWN
        surely, side, goods = 0, "", 0
        cards: tuple[str, ...] = ()
        if word == "X":
            draws += 1
            if draws >= len(self.least):
                return UNKNOWN
            surely = int(self.least[draws] - self.least[draws - 1])
        elif word.startswith("tax"):
            surely = int(word[3:])
        elif word == "choose":
            word, _, side = what.partition(":")
        elif word == "wall":
            goods, cards = int(what[0]), tuple(what.split()[1:])
        branches: list[tuple[Position, Fraction]] = []
        for position, weight in before:
            own = position.seats[self.number]
            if word == "keep":
                own = replace(own, townsfolk=(*own.townsfolk, what))
                branches.append((self._only(position, own), weight))
                continue
            ends = self._played(replace(position, pending=((self.number, word),)), weight, side, goods, cards)
            if ends is None:
                return UNKNOWN
            for end, share in ends:
                after = end.seats[self.number]
                workers = after.workers.replace("X", "", 1) if word == "X" else after.workers
                after = replace(after, silver=after.silver - surely, workers=workers)
                branches.append((self._only(end, after), share))
        return self._told(draws, branches)

    def _played(
        self, position: Position, weight: Fraction, side: str, goods: int, cards: tuple[str, ...]
    ) -> Branches | None:
        """Settle what is pending in every case; None where the seat is asked something that is not answered here."""
        done: list[tuple[Position, Fraction]] = []
        waiting = [(run(position), weight)]
        while waiting:
            position, weight = waiting.pop()
            if not position.pending:
                done.append((position, weight))
            elif outcomes := position.chance():
                waiting += [(position.play(outcome), weight * chance) for outcome, chance in outcomes]
            elif position.pending[0][0] != self.number:
                waiting.append((position.play(idle(position)), weight))
            else:
                move = self._answer(position, side, goods, cards)
                if move is None:
                    return None
                waiting.append((position.play(move), weight))
        return tuple(done)

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
        own = position.seats[self.number]
        rich = replace(own, silver=own.silver + goods, converted=(*own.converted, *cards))
        return answer(self.request, with_seat(position, self.number, rich))


def choice(asked: str, side: str) -> str:
    """Name what a fate has to know of an answer, where it has to: sides that other gains belong to are not followed."""
    words = {word for each in asked.split("/") for word in each.split("+")}
    if not words & {"pardon", "settle", "destroy"}:
        return ""
    return f"choose:{asked}:{side}" if words <= {"pardon", "settle", "destroy"} else "lost"
