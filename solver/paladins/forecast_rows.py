"""The rows of the rounds to come, taken together without order: what is done how often, out of which workers.

Everything is counted in hundredths, since a forecast expects parts of things. A use of an action is a flag "done at
least so often by the end"; sums of such flags since now give silver, provisions and attributes. What is raised may be
needed in the same stretch of rounds, as order allows it more often than not. Which of several ends of this round the
later ones begin with is a choice of the same rows.

All rounds are one stretch: told apart (``PARTS``) they bring the same value on most positions, since a forecast makes
them alike, and take ten times as long to solve.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.values import (
    ABSOLVE,
    ATTACK,
    ATTRIBUTES,
    COMMISSION,
    CONVERT,
    FORTIFY,
    GARRISON,
    INDEX,
    LEFT,
    RIGHT,
    ROUNDS,
)
from rules.paladins.workers import LETTERS

from .forecast_deals import WAYS, Deals
from .forecast_figures import HUNDRED, figures_of
from .forecast_merit import weigh
from .forecast_stage import Stage
from .linear import Rows, Sum, total
from .table import on_table

if TYPE_CHECKING:
    from solver.request import Request

SLOTS = 7
PARTS = 1  #: stretches into which the later rounds are split
TWICE = 2  #: an action is done at most so often in one forecast round
KEPT = 3 * HUNDRED
MUCH = 100 * HUNDRED
NEED = {
    COMMISSION: "faith",
    FORTIFY: "influence",
    GARRISON: "strength",
    ABSOLVE: "influence",
    ATTACK: "strength",
    CONVERT: "faith",
}


class Outlook:
    """Hold the rows of the later rounds for one request, beginning at one of several stages."""

    def __init__(self, request: Request, stages: Sequence[Stage]) -> None:
        self.request, self.stages = request, stages
        position = self.position = on_table(request)
        self.game, self.figures = position.game, figures_of(request)
        seat = position.seats[request.seat]
        self.owned = len(seat.townsfolk)
        self.deals = Deals(position, seat)
        self.rounds = stretches(position.round)
        self.number = sum(len(stretch) for stretch in self.rounds)
        self.rows = Rows()
        self.begins = [self.rows.flag(f"begins with {place}") for place in range(len(stages))]
        self.rows.same(total(self.begins), 1)
        self._rights()
        self._lefts()
        self._workshops()
        self._cards()
        self._prays()
        self._workers()
        self._letters()
        self._levels()
        self._money()
        self._needs()
        self._debts()
        self.scale, self.fills = weigh(self)

    # --- helpers ----------------------------------------------------------------------------------------

    def begun(self, read: Callable[[Stage], int]) -> Sum:
        """Return a number of the stage that is chosen."""
        return total(flag * read(stage) for flag, stage in zip(self.begins, self.stages, strict=True))

    def gained(self, word: str, until: int) -> Sum:
        """Return hundredths of a word that later rounds bring by the end of the so-many-eth."""
        found = Sum()
        for index, deal in self.deals.of.items():
            if deal.of(word):
                found.add(self.since[index][until], deal.of(word))
        for name, deal in self.deals.ways.items():
            if deal.of(word):
                found.add(self.ways[name][until], deal.of(word))
        if self.deals.card.of(word):
            # A card pays from the round after it was taken.
            rate = self.deals.card.of(word) * self.figures["pays"] // HUNDRED
            for earlier in range(until + 1):
                found.add(self.cards[earlier], rate * len(self.rounds[earlier]))
        return found

    # --- what is done -----------------------------------------------------------------------------------

    def _rights(self) -> None:
        """Make the ladders of the right-hand actions: by round, flags by number of pieces so far."""
        rows, rounds = self.rows, self.rounds
        self.ladders: dict[int, list[list[Sum]]] = {}
        self.now: dict[int, list[list[Sum]]] = {}  #: flags of the uses in the round itself
        self.since: dict[int, list[Sum]] = {}
        for index in range(LEFT, LEFT + len(RIGHT)):
            slots = SLOTS if index != ATTACK else SLOTS + 5
            begun = [
                self.begun(lambda stage, step=step, index=index: int(stage.done[index] >= step))  # type: ignore[misc]
                for step in range(1, slots + 1)
            ]
            ladder = [begun]
            for round_ in rounds:
                flags = [rows.flag(f"{RIGHT[index - LEFT]} {step} by {round_[-1]}") for step in range(1, slots + 1)]
                for before, after in zip(ladder[-1], flags, strict=True):
                    rows.most(before, after)
                for lower, higher in itertools.pairwise(flags):
                    rows.most(higher, lower)
                ladder.append(flags)
            self.ladders[index] = ladder
            self.now[index] = [
                [after - before for before, after in zip(one, two, strict=True)]
                for one, two in itertools.pairwise(ladder)
            ]
            for stretch, flags in zip(rounds, self.now[index], strict=True):
                rows.most(total(flags), TWICE * len(stretch))
            self.since[index] = [total(flags) - total(begun) for flags in ladder[1:]]

    def _lefts(self) -> None:
        """Count the left-hand actions: once a round each, in one of their ways."""
        rows = self.rows
        self.way: dict[str, list[Sum]] = {
            name: [rows.whole(f"{name} in {round_}", 0, len(round_)) for round_ in self.rounds] for name, _, _ in WAYS
        }
        self.ways = {name: list(itertools.accumulate(flags, lambda a, b: a + b)) for name, flags in self.way.items()}
        for one, other in (("dismiss", "recruit"), ("hunt 1", "hunt 2"), ("trade 1", "trade 2")):
            for first, second, round_ in zip(self.way[one], self.way[other], self.rounds, strict=True):
                rows.most(first + second, len(round_))

    def _workshops(self) -> None:
        """Cover spaces; a covered space saves its worker in the next stretch, and in about half of the present one."""
        rows = self.rows
        self.developed = [
            self.begun(lambda stage: stage.seat.developed) + self.ways["develop"][until]
            for until in range(len(self.rounds))
        ]
        rows.most(self.developed[-1], 8)
        self.saved: list[dict[str, Sum]] = []
        self.covered: list[dict[tuple[str, int], Sum]] = []
        before = {
            (name, bit): self.begun(lambda stage, name=name, bit=bit: int(bool(_mask(stage, name) & bit)))  # type: ignore[misc]
            for name in RIGHT
            for bit in (1, 2)
        }
        for place, round_ in enumerate(self.rounds):
            saved: dict[str, Sum] = {}
            after = {key: rows.flag(f"workshop on {key[0]} {key[1]} by {round_[-1]}") for key in before}
            rows.same(total(after.values()), self.developed[place])
            for (name, bit), covered in before.items():
                index, flag, most = INDEX[name], after[name, bit], TWICE * len(round_)
                rows.most(covered, flag)
                number = rows.whole(f"{name} saves {bit} in {round_}", 0, most)
                rows.most(number, covered * most + (flag - covered) * (len(round_) // 2))
                rows.most(number, total(self.now[index][place]))
                saved.setdefault(self.game.actions[index].spaces[bit - 1], Sum()).add(number)
            self.saved.append(saved)
            self.covered.append(after)
            before = after

    def _cards(self) -> None:
        """Count the kept townsfolk of which nothing is known yet, whole cards, at the start of each round."""
        rows, deals = self.rows, self.deals
        new = self.begun(lambda stage: max(0, len(stage.seat.townsfolk) - self.owned))
        self.cards = [new]
        for place, round_ in enumerate(self.rounds[1:]):
            found = (new + self.ways["recruit"][place]) * HUNDRED
            for index, deal in deals.of.items():
                found.add(self.since[index][place], deal.of("recruit"))
            cards = rows.whole(f"cards before {round_}", 0, 20)
            rows.most(cards * HUNDRED, found)
            self.cards.append(cards)

    def _prays(self) -> None:
        """Do an action of the right a second time in a round only for a Pray, paid or gained."""
        rows, spent = self.rows, Sum()
        for place, round_ in enumerate(self.rounds):
            for index in range(LEFT, LEFT + len(RIGHT)):
                again = rows.whole(f"{RIGHT[index - LEFT]} again in {round_}", 0, len(round_))
                rows.most(total(self.now[index][place]), again + len(round_))
                spent = spent + again * HUNDRED
            rows.most(spent, self.gained("pray", place))

    # --- what it takes ----------------------------------------------------------------------------------

    def _wanted(self, place: int) -> dict[str, Sum]:
        """Count the spaces that are filled in a round, by letter."""
        wanted: dict[str, Sum] = {}
        for name, index, filled in WAYS:
            for letter in self.game.actions[index].spaces[:filled]:
                wanted.setdefault(letter, Sum()).add(self.way[name][place], HUNDRED)
        for index in range(LEFT, LEFT + len(RIGHT)):
            for letter in self.game.actions[index].spaces:
                wanted.setdefault(letter, Sum()).add(total(self.now[index][place]), HUNDRED)
        for letter, number in self.saved[place].items():
            wanted[letter].add(number, -HUNDRED)
        return wanted

    def _workers(self) -> None:
        """Fill no more spaces in a round than there are workers; up to three that are left stay."""
        rows = self.rows
        arriving = sum(self.figures[letter] for letter in (*LETTERS, "any"))
        stay = self.begun(lambda stage: len(stage.workers) * HUNDRED)
        gained = Sum()
        self.used: list[Sum] = []
        for place, round_ in enumerate(self.rounds):
            so_far = total(self.gained(letter, place) for letter in LETTERS)
            used = total(self._wanted(place).values())
            self.used.append(used)
            left = stay + arriving * len(round_) + (so_far - gained) - used
            rows.nonnegative(left)
            gained = so_far
            stay = rows.whole(f"workers kept after {round_}", 0, KEPT)
            rows.most(stay, left)

    def _letters(self) -> None:
        """Match kinds of workers over all rounds together; Criminals and workers of choice stand for every kind."""
        rows, last = self.rows, len(self.rounds) - 1
        wanted: dict[str, Sum] = {}
        for place in range(len(self.rounds)):
            for letter, sum_ in self._wanted(place).items():
                wanted.setdefault(letter, Sum()).add(sum_)
        jokers: list[Sum] = []
        for letter in LETTERS:
            supply = self.begun(lambda stage, letter=letter: stage.workers.count(letter) * HUNDRED)  # type: ignore[misc]
            supply = supply + self.figures[letter] * self.number + self.gained(letter, last)
            if letter == "X":
                rows.most(total(jokers), supply + self.figures["any"] * self.number)
            elif letter in wanted:
                joker = rows.whole(f"jokers as {letter}", 0, MUCH)
                rows.most(wanted[letter], supply + joker)
                jokers.append(joker)

    def _levels(self) -> None:
        """Follow the attributes; in each round a paladin lends to one of them."""
        rows = self.rows
        self.levels = {
            name: [
                self.begun(lambda stage, name=name: int(getattr(stage.seat, name)) * HUNDRED) + self.gained(name, place)  # type: ignore[misc]
                for place in range(len(self.rounds))
            ]
            for name in ATTRIBUTES
        }
        self.lent = {name: [rows.flag(f"{name} lent in {round_}") for round_ in self.rounds] for name in ATTRIBUTES}
        for place in range(len(self.rounds)):
            rows.most(total(flags[place] for flags in self.lent.values()), len(self.rounds[place]))

    def _money(self) -> None:
        """Pay at the end of each round for all that was done since now."""
        rows, deals, actions = self.rows, self.deals, self.game.actions
        self.silver: list[Sum] = []
        self.provisions: list[Sum] = []
        self.criminals: list[Sum] = []
        self.lacks: dict[int, Sum] = {}
        for place, round_ in enumerate(self.rounds):
            criminals = self.gained("X", place) + self.figures["X"] * sum(map(len, self.rounds[: place + 1]))
            self.criminals.append(criminals)
            taxes = rows.whole(f"taxes by {round_}", 0, 10 * MUCH)
            rows.most(taxes * HUNDRED, criminals * deals.tax)
            silver = self.begun(lambda stage: stage.seat.silver * HUNDRED) + self.gained("silver", place) + taxes
            food = self.begun(lambda stage: stage.seat.provisions * HUNDRED) + self.gained("provision", place)
            for name, price in deals.prices.items():
                silver.add(self.ways[name][place], -price)
            for index, sum_, field in (
                (COMMISSION, food, "provisions"),
                (FORTIFY, food, "provisions"),
                (GARRISON, food, "provisions"),
                (ABSOLVE, silver, "silver"),
                (CONVERT, silver, "silver"),
            ):
                begun, flags = self.ladders[index][0], self.ladders[index][place + 1]
                for cost, before, after in zip(getattr(actions[index], field), begun, flags, strict=True):
                    sum_.add(after - before, -cost * HUNDRED)
            silver.add(self._attacks(place), -1)
            rows.nonnegative(silver)
            rows.nonnegative(food)
            self.silver.append(silver)
            self.provisions.append(food)

    def _attacks(self, place: int) -> Sum:
        """Return what is paid until the end of a stretch for the strength that attacks lack: 1 silver for 2 points.

        Each round offers the lowest flag anew.
        """
        rows, flag = self.rows, self.game.strength_flags[0]
        lacks = self.lacks[place] = rows.whole(f"lacks in {self.rounds[place]}", 0, MUCH)
        own = self.levels["strength"][place] + self.lent["strength"][place] * self.figures["boost"]
        rows.least(lacks * 2 + own, total(self.now[ATTACK][place]) * (flag * HUNDRED))
        return total(self.lacks.values())

    def _needs(self) -> None:
        """Ask for the attributes of each piece in the round in which it is placed."""
        rows = self.rows
        for place in range(len(self.rounds)):
            for index, needs in self.deals.needs.items():
                name = NEED[index]
                have = self.levels[name][place] + self.lent[name][place] * self.figures["boost"]
                for step, flag in enumerate(self.now[index][place]):
                    if step >= len(needs):
                        rows.most(flag, 0)
                    elif needs[step]:
                        rows.most(flag * (needs[step] * HUNDRED), have)
            faith = self.levels["faith"][place] + self.lent["faith"][place] * self.figures["boost"]
            second, rounds = self.game.faith_flags[1] * HUNDRED, len(self.rounds[place])
            rows.most((total(self.now[CONVERT][place]) - rounds) * second, faith)
        if not self.position.wall_deck:
            rows.most(self.since[FORTIFY][-1], 0)

    def _debts(self) -> None:
        """Count the debts at the end: those of Criminals come, gains settle or destroy some."""
        rows, last = self.rows, len(self.rounds) - 1
        self.settled = rows.whole("debts settled", 0, MUCH)
        self.destroyed = rows.whole("debts destroyed", 0, MUCH)
        self.risk = rows.whole("debts of inquisitions", 0, MUCH)
        rows.most(self.settled, self.gained("settle", last))
        rows.most(self.destroyed, self.gained("destroy", last))
        coming = self.criminals[last] * self.figures["debts"]
        rows.least(self.risk * HUNDRED, coming)
        rows.most(self.risk * HUNDRED, coming + (HUNDRED - 1))  # no debts are made up to settle them
        self.unpaid = self.begun(lambda stage: stage.unpaid * HUNDRED) + self.risk - self.settled - self.destroyed
        rows.nonnegative(self.unpaid)

    # --- what it is worth -------------------------------------------------------------------------------

    def idle(self, chosen: int) -> list[int]:
        """Return values of the variables that satisfy the rows: begin with a stage, and do nothing in later rounds."""
        values = [0] * len(self.rows.bounds)

        def put(variable: Sum, number: int) -> None:
            values[next(iter(variable.terms))] = number

        put(self.begins[chosen], 1)
        for ladder in self.ladders.values():
            for flags in ladder[1:]:
                for flag, begun in zip(flags, ladder[0], strict=True):
                    put(flag, begun.at(values))
        for covered in self.covered:
            for key, flag in covered.items():
                put(flag, int(bool(_mask(self.stages[chosen], key[0]) & key[1])))
        debts = self.criminals[-1].at(values) * self.figures["debts"]
        put(self.risk, -(-debts // HUNDRED))
        for variables, sum_, each in self.fills:
            number = max(0, sum_.at(values)) // each
            if len(variables) == 1:
                put(variables[0], number)
            else:
                for flag in variables[:number]:
                    put(flag, 1)
        return values

    def value(self, number: int) -> Fraction:
        """Return the gain that a number of units stands for."""
        return Fraction(number, self.scale)


def stretches(round_: int) -> list[range]:
    """Split the rounds after one into stretches, the shorter ones first.

    >>> stretches(2)
    [range(3, 8)]
    """
    first, end = round_ + 1, ROUNDS + 1
    marks = [first + (end - first) * part // PARTS for part in range(PARTS + 1)]
    return [range(one, two) for one, two in itertools.pairwise(marks) if one < two]


def _mask(stage: Stage, name: str) -> int:
    """Return which spaces of an action workshops cover."""
    return stage.seat.workshops[INDEX[name] - LEFT]
