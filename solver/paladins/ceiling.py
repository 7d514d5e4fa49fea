"""A bound that holds whatever the cards on the table can do: how often may each thing be done, and what may it bring?

Nothing is paid for, nothing needs an order, and chance always brings the most. So the bound is far from what can be
reached; it is for rounds with cards of which the rows know nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.catalogue import TAXES
from rules.paladins.inquisition import TRIGGERS as INQUISITION
from rules.paladins.rewards import suspicion_deck
from rules.paladins.right import SLOTS
from rules.paladins.scoring import ORDER_POINTS, PAID
from rules.paladins.values import ACTIONS, ATTRIBUTES, DEVELOP, PRAY, RIGHT, Position
from rules.paladins.workers import LETTERS

from .table import CHOOSING, kept, on_table, worth

if TYPE_CHECKING:
    from solver.request import Request

WORKSHOPS = 8
FAR, STEPS = 100_000, 500  #: so much of anything, or so many steps to count it, are without end
Words = Counter[str]


def ceiling(request: Request) -> Fraction | None:
    """Return more than any line of a request can bring; None where nothing keeps a line from going on without end."""
    most = Most(on_table(request), request.seat)
    if not most.settled():
        return None
    return most.value(request) - worth(request, on_table(request))


def may_build(position: Position, number: int) -> bool:
    """Say whether a seat may come to place a workshop in the rest of a round."""
    seat = position.seats[number]
    if seat.developed == WORKSHOPS:
        return False
    if position.step in CHOOSING or not seat.placed[DEVELOP] or not seat.placed[PRAY]:
        return True
    # Only what can be done while nothing is freed may bring the first Pray.
    shut = [name for name, group in zip(ACTIONS, seat.placed, strict=True) if group]
    found = Most(position, number, shut).fixed
    return found["pray"] > 0 or found["workshop"] > 0


class Most:
    """The most that a seat can do and gain in the rest of a round; without the actions that are ``shut``."""

    def __init__(self, position: Position, number: int, shut: Collection[str] = ()) -> None:
        self.position, self.number, self.seat = position, number, position.seats[number]
        self.cards, seat = position.catalogue, self.seat
        self.row = [card for card in position.townsfolk if card]
        self.outsiders = [card for card in position.outsiders if card]
        #: How often each of the right-hand actions can still be done, and workshops placed.
        self.often = {
            "commission": SLOTS - seat.monks,
            "fortify": min(SLOTS - len(seat.walls), len(position.wall_deck)),
            "garrison": SLOTS - seat.outposts,
            "absolve": SLOTS - len(seat.jars),
            "attack": len(self.outsiders),
            "convert": min(SLOTS - len(seat.converted), len(self.outsiders)),
            "develop": WORKSHOPS - seat.developed,
        }
        self.often.update(dict.fromkeys(self.often.keys() & set(shut), 0))
        self.shut = frozenset(shut)
        #: The most that the ability of the paladin adds.
        paladins = self.cards.paladins
        known = seat.paladin in paladins and position.step not in CHOOSING
        self.bonus = max(row.amount for name, row in paladins.items() if not known or name == seat.paladin)
        self.fixed = self._once()
        self.gained: Words = Counter()
        self.settles = self.inquisitions = self.workers = 0

    # --- how much of each word ----------------------------------------------------------------------------------------

    def _once(self) -> Words:
        """Count the most of each word that comes without inquisitions and settled debts."""
        position, seat, cards = self.position, self.seat, self.cards
        found = words(what for owner, what in position.pending if owner == self.number)
        found["X"] += found["suspicion"]
        names = position.game.spaces[len(position.seats) - 1]
        rows = zip(names, position.board, strict=True)
        free = [name for area, row in rows for name, piece in zip(area, row, strict=True) if not piece]
        jars = [row.reward for name, row in cards.jars.items() if name not in seat.jars]
        pieces = self.often["commission"] + self.often["garrison"]
        _add(found, _first([cards.spaces[name].reward for name in free], pieces))
        _add(found, _first(jars, self.often["absolve"]))
        _add(found, _first([cards.walls[card].gain for card in position.wall_deck], self.often["fortify"]))
        for card in self.outsiders:
            _add(found, words(cards.outsiders[card].attack), self.often["attack"] > 0)
            found["strength"] += cards.outsiders[card].strength
        for card, guest in zip(position.favours, position.hired, strict=True):
            if not guest:
                _add(found, words(cards.favours[card].gain))
                found["debt"] += cards.favours[card].debt
        for trigger, number in self.often.items():
            for gains in self._ongoing(trigger):
                _add(found, gains, number)
        for letter in position.game.workshops[seat.developed :]:
            found[letter] += 1
        for card in self.row if "recruit" not in self.shut or found["recruit"] else ():
            row = cards.townsfolk[card]
            _add(found, words(row.recruit) | words(row.dismiss))
            found["debt"] += 1
        found["influence"] += self.often["commission"]
        found["faith"] += self.often["garrison"] + self.often["absolve"]
        found["pardon"] += self.often["absolve"]
        found["silver"] += self.bonus * self.often["attack"]
        if position.step in CHOOSING:
            for letters in (*(row.workers for row in cards.paladins.values()), *self._taverns()):
                _add(found, words(letters))
        return found

    def _taverns(self) -> Iterable[str]:
        return (self.cards.taverns[card].workers for card in self.position.taverns)

    def _ongoing(self, *triggers: str) -> Iterable[Words]:
        """List what each townsfolk card that the seat has or may keep pays when one of these triggers comes."""
        rows = [self.cards.townsfolk[card] for card in (*self.seat.townsfolk, *self.row)]
        return [words(row.ongoing) for row in rows if row.trigger in triggers]

    def settled(self) -> bool:
        """Raise all numbers until nothing brings more of anything; say whether they came to an end."""
        position, seat = self.position, self.seat
        game = position.game
        tax = max(game.suspicion_values)
        full = game.full_tax(len(position.seats))
        counts = zip(game.suspicion_values, suspicion_deck(position), strict=True)
        deck = sorted((value for value, number in counts for _ in range(number)), reverse=True)
        left = len(deck)
        waiting = sum(what in ("inquisition", "judgement") for _, what in position.pending)
        for _ in range(STEPS):
            found: Words = Counter(self.fixed)
            for gains in self._ongoing("settle"):
                _add(found, gains, self.settles)
            for gains in self._ongoing(*INQUISITION):
                _add(found, gains, self.inquisitions)
            # A Pray costs a worker, and to conspire brings another one: both end with the workers and the free Prays.
            workers = len(seat.workers) + sum(found[letter] for letter in LETTERS)
            actions = 1 + workers + found["pray"]
            found["X"] += actions
            found["silver"] += self.bonus * actions
            draws = found["X"]
            silver = sum(deck[:draws]) + max(0, draws - left) * tax
            silver += sum(found[word] * number for word, number in TAXES.items())
            # Every inquisition but the first takes a full supply; and one may come of each card that cannot be drawn.
            inquisitions = waiting + max(0, draws - left)
            if silver >= position.tax:
                inquisitions += 1 + (silver - position.tax) // full
            found["silver"] += silver
            settles = found["settle"]
            before = (self.gained, self.settles, self.inquisitions, self.workers)
            self.gained, self.settles, self.inquisitions, self.workers = found, settles, inquisitions, workers
            if before == (found, settles, inquisitions, workers):
                return True
            if max(found.values(), default=0) > FAR:
                break
        return False

    # --- what it is worth ---------------------------------------------------------------------------------------------

    def value(self, request: Request) -> Fraction:
        """Return the most that the seat's holdings can be worth at the end."""
        position, seat, cards, found = self.position, self.seat, self.cards, self.gained
        game = position.game
        goods = (self.workers * max(3, 2 + 2 * self.bonus) + 1) // 2  # two workers hunt or trade 3, one brings 1
        silver = seat.silver + found["silver"] + goods
        provisions = seat.provisions + found["provision"] + goods
        paid = seat.paid + self.settles
        unpaid = seat.unpaid + found["debt"] + self.inquisitions
        held = len(seat.suspicion) + found["X"]
        levels = {name: min(game.cap, getattr(seat, name) + found[name]) for name in ATTRIBUTES}
        points = sum(ORDER_POINTS)
        points += sum(game.levels[min(level, len(game.levels) - 1)] for level in levels.values())
        points += sum(max(cards.actions[name].points) for name in (*RIGHT[:4], "develop"))
        points += sum(cards.walls[card].points for card in seat.walls)
        points += self.often["fortify"] * max((cards.walls[card].points for card in position.wall_deck), default=0)
        counts = [*levels.values(), paid, unpaid, held, SLOTS, WORKSHOPS, len(seat.attacked) + len(self.outsiders)]
        each = max(*counts, 1 + len(ORDER_POINTS), 1 + SLOTS, len(seat.townsfolk) + len(self.row))
        points += each * (len(seat.converted) + self.often["convert"])
        points += PAID * paid + (silver + provisions) // 3
        total: Fraction = points * request.worth("points")
        most: dict[str, int] = {
            "silver": silver,
            "provisions": provisions,
            "workers": kept(position, 3),
            **levels,
            "townsfolk": len(seat.townsfolk) + len(self.row),
            "workshops": WORKSHOPS,
        }
        for name, number in most.items():
            total += number * request.worth(name)
        return total


def words(gains: Iterable[str]) -> Words:
    """Count the words of gains; of a choice the sides that bring most of each.

    >>> sorted(words(("L", "settle/silver+silver")).items())
    [('L', 1), ('settle', 1), ('silver', 2)]
    """
    found: Words = Counter()
    for gain in gains:
        _add(found, _best(Counter(side.split("+")) for side in gain.split("/")), 1)
    return found


def _best(choices: Iterable[Words]) -> Words:
    """Return the most of each word that any of several has."""
    found: Words = Counter()
    for one in choices:
        found |= one
    return found


def _first(rewards: Iterable[Iterable[str]], number: int) -> Words:
    """Return the most of each word that so many of some rewards bring, each taken once.

    >>> sorted(_first((("L", "L"), ("L",), ("silver",)), 2).items())
    [('L', 3), ('silver', 1)]
    """
    found: Words = Counter()
    each = [words(reward) for reward in rewards]
    for word in {word for one in each for word in one}:
        found[word] = sum(sorted((one[word] for one in each), reverse=True)[: max(0, number)])
    return found


def _add(found: Words, more: Words, times: int = 1) -> None:
    for word, number in more.items():
        found[word] += number * max(0, times)


__all__ = ["ceiling", "may_build", "words"]
