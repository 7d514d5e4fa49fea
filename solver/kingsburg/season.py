"""Exact search of a season (and of the winter after it): every set of advisors that the dice reach, every mix of
gifts, every continuation, each valued once.

A seat places at most three groups, so there are at most about a thousand sets whatever the number of dice.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg.influence import MARKER, market_bend, private_ranks
from rules.kingsburg.steps import governor_of

from .gifts import Chain, Gifts, State
from .rivals import camp, on_table
from .stock import Stock
from .tail import STRICT, Decision, Freedom, Tail
from .totals import reachable
from .weights import Weights, make_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.control import Control
    from solver.request import Request

FEW = 8  #: sets that are not worth a bound
NO_BOUND = 1 << 200
PLAIN_CARDS = [(False,) * groups for groups in range(4)]  #: no group on the own card


class Candidate(NamedTuple):
    """Hold one set of new groups: ranks rising, which of them stand on the own card, which uses the envoy."""

    ranks: tuple[int, ...]
    private: tuple[bool, ...]
    envoy: int  #: index of the group that the envoy opens, -1: not used
    marker: bool
    duke: bool = False


class Found(NamedTuple):
    """Hold the best of a search: its weighted value and how it is reached."""

    value: int
    candidate: Candidate | None
    chain: Chain
    decision: Decision | None


class Stopped(Exception):
    """Say that the control stopped the search; ``best`` is what was found so far, and nothing left exceeds ``limit``
    (None where nothing is bounded)."""

    def __init__(self, best: Found, limit: int | None) -> None:
        self.best = best
        self.limit = limit
        super().__init__("stopped")


class Season:
    """Search one request exactly, from a position of a productive season after the roll, or of phase 7 or 8.

    ``freedom`` lifts rules, to learn what they cost; what is found then cannot be replayed.
    """

    def __init__(self, request: Request, control: Control | None = None, freedom: Freedom = STRICT) -> None:
        position = on_table(request)
        self.request = request
        self.control = control
        self.position = position
        self.seat = request.seat
        self.own = position.seats[request.seat]
        self.year = request.horizon != "season"
        deck = (position.enemy,) if position.enemy else position.game.deck[position.year - 1]
        self.enemies = deck if self.year else ()
        self.weights: Weights = make_weights(request, 6 * len(self.enemies) if self.year else 1)
        self.gifts = Gifts(position, self.seat, control)
        self.freedom = freedom
        camped = camp(request) if self.year else position
        self.tail = Tail(request, camped, self.weights, self.enemies, freedom, control)
        self.unseen = self.year and len(self.enemies) > 1
        self._camp = camped
        self._known_enemy: list[Tail] = []
        own = self.own
        self.base = -sum(
            getattr(own, name) * getattr(self.weights, name)
            for name in ("gold", "wood", "stone", "markers", "soldiers")
        )
        scribe = governor_of(position, "scribe")
        if self.year and scribe == self.seat and position.year < 5:
            self.base += position.catalogue.governors[own.governor].markers * self.weights.markers

    def tails(self) -> list[Tail]:
        """Return one tail per possible enemy, for what is decided after a look at the card."""
        if not self._known_enemy:
            # Each has 6 ends where the whole has 6 per enemy: the sum over enemies is in the common unit again.
            share = len(self.enemies)
            weights = Weights(
                **{
                    name: getattr(self.weights, name) // share
                    for name in ("points", "gold", "wood", "stone", "soldiers", "markers")
                },
                chances=6,
                denominator=self.weights.denominator // share,
            )
            self._known_enemy = [
                Tail(self.request, self._camp, weights, (name,), self.freedom, self.control) for name in self.enemies
            ]
        return self._known_enemy

    # --- which sets of advisors ----------------------------------------------------------------------------------

    def candidates(self) -> list[Candidate]:
        """List the sets of advisors that the seat can still add, dominated ones left out."""
        position, own = self.position, self.own
        none = Candidate((), (), -1, False)
        if position.step == "duke":
            return [none, none._replace(duke=True)]
        if position.step != "influence" or (position.queue and self.seat not in position.queue):
            return [none]
        taken = {group.rank for group in position.placements if not group.private}
        private = set(private_ranks(position, self.seat))
        envoy = position.envoy == self.seat
        may_mark = own.markers > 0 and MARKER not in own.used
        bend = max(market_bend(position, own), self.freedom.bend)
        found: list[Candidate] = []
        covered: set[tuple[tuple[tuple[int, bool], ...], bool, bool]] = set()
        for groups in range(len(own.dice), 0, -1):
            plain, helped = reachable(own.dice, own.bonus, may_mark, bend, groups)
            if self.freedom.dice:
                plain, helped = frozenset(combinations_with_replacement(range(1, 19), groups)), frozenset()
            for marker, sets in ((False, plain), (True, helped)):
                for ranks in sorted(sets):
                    for candidate in self._slots(ranks, marker, taken, private, envoy):
                        mark = (candidate_groups(candidate), marker, candidate.envoy >= 0)
                        if mark not in covered:
                            found.append(candidate)
                        self._cover(candidate, covered)
        found.append(none)
        return found + self.dukes(found)

    def _slots(
        self, ranks: tuple[int, ...], marker: bool, taken: set[int], private: set[int], envoy: bool
    ) -> list[Candidate]:
        """List the ways to stand on ``ranks``: board, own card, or an occupied advisor with the envoy."""
        if not private and not envoy:
            free = taken.isdisjoint(ranks) and len(set(ranks)) == len(ranks)
            return [Candidate(ranks, PLAIN_CARDS[len(ranks)], -1, marker)] if free else []
        rows: list[tuple[tuple[bool, ...], int, frozenset[int], frozenset[int]]] = [((), -1, frozenset(), frozenset())]
        for index, rank in enumerate(ranks):
            more = []
            for cards, opened, board, own_card in rows:
                if rank not in taken and rank not in board:
                    more.append(((*cards, False), opened, board | {rank}, own_card))
                elif envoy and opened < 0:
                    more.append(((*cards, False), index, board, own_card))
                if rank in private and rank not in own_card:
                    more.append(((*cards, True), opened, board, own_card | {rank}))
            rows = more
        return [Candidate(ranks, cards, opened, marker) for cards, opened, _, _ in rows]

    def _cover(
        self, candidate: Candidate, covered: set[tuple[tuple[tuple[int, bool], ...], bool, bool]]
    ) -> None:
        """Note the smaller sets that this one makes pointless: one group fewer, helpers no fewer."""
        groups = candidate_groups(candidate)
        uses_envoy = candidate.envoy >= 0
        for index in range(len(groups)):
            if self.gifts.costs(groups[index]):
                continue
            fewer = (*groups[:index], *groups[index + 1 :])
            for marker in (True,) if candidate.marker else (False, True):
                for envoy in (True,) if uses_envoy else (False, True):
                    covered.add((fewer, marker, envoy))

    def dukes(self, found: list[Candidate]) -> list[Candidate]:
        """Add the same sets with the Duke's move to the Duchess, where he may make it (rule governor-duke)."""
        if governor_of(self.position, "duke") != self.seat or self.position.step not in ("influence", "duke"):
            return []
        board = [group for group in self.position.placements if not group.private]
        if any(group.rank == 12 for group in board):
            return []
        own = any(group.seat == self.seat for group in board)
        return [
            candidate._replace(duke=True)
            for candidate in found
            if (own or not all(candidate.private)) and (12, False) not in candidate_groups(candidate)
        ]

    # --- which gifts ---------------------------------------------------------------------------------------------

    def groups(self, candidate: Candidate) -> tuple[tuple[int, bool], ...]:
        """Return all groups of the seat that will pay, in order: those that lie already, and the new ones."""
        position = self.position
        if position.step in ("influence", "duke"):
            lying = [(group.rank, group.private) for group in position.placements if group.seat == self.seat]
        elif position.step in ("gifts", "peek"):
            rest = position.placements[position.paid :]
            lying = [(group.rank, group.private) for group in rest if group.seat == self.seat]
        else:
            lying = []
        everything = lying + list(candidate_groups(candidate))
        if candidate.duke:
            top = max(rank for rank, private in everything if not private)
            everything.remove((top, False))
            everything.append((12, False))
        return tuple(sorted(everything))

    def value(self, candidate: Candidate) -> Found:
        """Value one set of advisors exactly."""
        groups = self.groups(candidate)
        envoy = self.position.envoy == self.seat and candidate.envoy < 0
        if self.unseen:
            for index, (rank, private) in enumerate(groups):
                if self.gifts.advisor(rank, private).peek and self.seat not in self.position.peeked:
                    return self._peeking(candidate, groups, index, envoy)
        best: Found | None = None
        for state in self.gifts.states(groups):
            stock = self.without_marker(state.stock, candidate)
            value, decision = self.tail.best(stock, envoy, state.points)
            value += state.points * self.weights.points + self.base
            if best is None or value > best.value:
                best = Found(value, candidate, state.chain, decision)
        assert best is not None
        return best

    def without_marker(self, stock: Stock, candidate: Candidate) -> Stock:
        return stock._replace(markers=stock.markers - 1) if candidate.marker else stock

    def _peeking(self, candidate: Candidate, groups: tuple[tuple[int, bool], ...], index: int, envoy: bool) -> Found:
        """Value a set with a look at the enemy card: what comes after it may depend on the card."""
        before = self.gifts.settled(self.gifts.states(groups[: index + 1]))
        best: Found | None = None
        for state in before:
            after: tuple[State, ...] = (State(state.stock, state.points, ()),)
            for group in groups[index + 1 :]:
                after = self.gifts.add(after, group)
            total = self.base
            for tail in self.tails():
                total += max(
                    tail.value(self.without_marker(end.stock, candidate), envoy, end.points)
                    + end.points * tail.weights.points
                    for end in after
                )
            if best is None or total > best.value:
                best = Found(total, candidate, state.chain, None)
        assert best is not None
        return best

    def search(self, tell: Callable[[int], None] | None = None) -> Found:
        """Value the sets, the most promising first, until no other can be better, and return the best.

        Of equals the first in a fixed order is taken. ``tell`` hears of each number that nothing can exceed. When the
        time is up, what was found is raised as :class:`Stopped`, and :class:`solver.NoAnswer` where that is nothing.
        """
        from solver.control import NoAnswer

        best: Found | None = None
        limit = NO_BOUND
        try:
            candidates = self.candidates()
            bounds = self.bounds(candidates)
            for bound, candidate in sorted(zip(bounds, candidates, strict=True), key=lambda row: -row[0]):
                if best is not None and bound <= best.value:
                    break
                if bound < limit:
                    limit = bound
                    if tell is not None:
                        tell(limit if best is None else max(limit, best.value))
                if self.control is not None:
                    self.control.look()
                found = self.value(candidate)
                if best is None or found.value > best.value:
                    best = found
        except NoAnswer:
            if best is None:
                raise
            raise Stopped(best, None if limit == NO_BOUND else max(limit, best.value)) from None
        assert best is not None
        return best

    def bounds(self, candidates: list[Candidate]) -> list[int]:
        """Return what each set cannot exceed: its gifts counted as goods of any kind, most of everything at once.

        Where more may be worth less (the Minstrel, a negative worth), nothing is bounded.
        """
        weights, winter = self.weights, self.tail.winter
        least = min(weights.points, *weights.goods, weights.soldiers, weights.markers)
        if len(candidates) < FEW or least < 0 or (winter is not None and winter.effect == "minstrel"):
            return [NO_BOUND] * len(candidates)
        known: dict[tuple[Stock, bool, bool], int] = {}
        found = []
        lying = self.groups(Candidate((), (), -1, False))
        holds = self.position.envoy == self.seat
        blind = self.unseen and self.seat not in self.position.peeked
        gifts = self.gifts
        start = (sum(gifts.start[:4]), gifts.start.soldiers, gifts.start.markers)
        for candidate in candidates:
            goods, soldiers, markers = start
            points = 0
            looks = False
            groups = self.groups(candidate) if candidate.duke else (*lying, *candidate_groups(candidate))
            for group in groups:
                more = gifts.most(group)
                goods += more[0]
                soldiers += more[1]
                markers += more[2]
                points += more[3]
                looks = looks or (blind and gifts.advisor(*group).peek)
            envoy = holds and candidate.envoy < 0
            key = (Stock(0, 0, 0, goods, soldiers, markers - candidate.marker), envoy, looks)
            if key not in known:
                known[key] = sum(tail.value(key[0], envoy) for tail in (self.tails() if looks else [self.tail]))
            found.append(known[key] + points * weights.points + self.base)
        return found

    def exact(self, found: Found) -> Fraction:
        """Return the exact value under the objective."""
        return self.weights.value(found.value)


def candidate_groups(candidate: Candidate) -> tuple[tuple[int, bool], ...]:
    """Return the new groups as (rank, private)."""
    return tuple(zip(candidate.ranks, candidate.private, strict=True))
