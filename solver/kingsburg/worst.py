"""The best plan against everybody: influencing with open dice as a game of perfect information.

The other seats place their dice together against the seat; in all else they are idle. A rival's placement matters
only by the advisor it takes and the dice it leaves, so placements on advisors that the seat cannot reach are all
one ("wait"), and of several ways to do the same the one that spends fewest dice is kept: dice are never a burden.

The search asks "can at least this be guaranteed?" for one value after another. A branch ends as soon as what lies
already secures the value, or not even rivals that stood still would allow it.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg.influence import DUCHESS, MARKER, market_bend, private_ranks, reachable
from rules.kingsburg.moves import Move, Pass, Place
from rules.kingsburg.steps import governor_of, replace
from rules.kingsburg.values import Position

from .exact import assumptions
from .house import house_values
from .rivals import idle, on_table
from .season import Candidate, Found, Season
from .totals import reachable as reachable_sets
from .weights import TIE

if TYPE_CHECKING:
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

LOOK = 512  #: nodes between two looks at the control


class Hand(NamedTuple):
    """Hold what one seat can still place with; ``cards`` are a rival's own advisors that stand free, as bits."""

    dice: tuple[int, ...]
    bonus: tuple[int, ...]
    marker: bool
    market: int
    envoy: bool
    cards: int = 0


class Node(NamedTuple):
    """Hold one state of the step: the own hand and groups, the rivals' hands, who has taken what, who is next."""

    own: Hand
    groups: tuple[tuple[int, bool], ...]
    opened: bool
    marked: bool
    rivals: tuple[Hand, ...]
    taken: int
    queue: tuple[int, ...]


class Option(NamedTuple):
    """Hold one placement of a hand: where, what it spends, and the hand after it."""

    place: Place
    after: Hand


class TimeOver(Exception):
    """Say that the search was stopped."""


@lru_cache(maxsize=20_000)
def options(hand: Hand) -> tuple[tuple[int, tuple[Option, ...]], ...]:
    """List by rank the placements of a hand that are not worse than another on the same rank."""
    rows = []
    for rank, places in reachable(hand.dice, hand.bonus, hand.marker, hand.market):
        kept: list[Option] = []
        for place in sorted(places, key=lambda p: (len(p.dice) + len(p.bonus), p.marker, bool(p.market))):
            after = Hand(
                _without(hand.dice, place.dice),
                _without(hand.bonus, place.bonus),
                hand.marker and not place.marker,
                0 if place.market else hand.market,
                hand.envoy,
                hand.cards,
            )
            if not any(_covers(other.after, after) for other in kept):
                kept.append(Option(place, after))
        rows.append((rank, tuple(kept)))
    return tuple(rows)


def _without(dice: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(dice)
    for face in used:
        rest.remove(face)
    return tuple(rest)


def _covers(more: Hand, less: Hand) -> bool:
    """Say whether a hand has all that another one has."""
    return (
        all(more.dice.count(face) >= less.dice.count(face) for face in set(less.dice))
        and all(more.bonus.count(face) >= less.bonus.count(face) for face in set(less.bonus))
        and more.marker >= less.marker
        and more.market >= less.market
    )


@lru_cache(maxsize=20_000)
def ranks_of(hand: Hand) -> int:
    """Return the ranks that a hand can reach with one group, as bits."""
    bits = 0
    for rank, _ in options(hand):
        bits |= 1 << rank
    return bits


class Contest:
    """Search the step of influencing for the value that can be guaranteed."""

    def __init__(self, season: Season, control: Control | None) -> None:
        self.season = season
        self.control = control
        position = season.position
        self.seat = season.seat
        self.others = tuple(number for number in range(len(position.seats)) if number != self.seat)
        self.private = frozenset(private_ranks(position, self.seat))
        #: the Duchess, as bits, where the seat may move its dice to her as long as nobody has taken her
        self.duchess = 1 << DUCHESS if governor_of(position, "duke") == self.seat else 0
        self.nodes = 0
        self._leaf: dict[tuple[tuple[tuple[int, bool], ...], bool, bool, bool], int] = {}
        self._upper: dict[tuple[Hand, tuple[tuple[int, bool], ...], bool, bool, int], int] = {}
        self._low: dict[Node, int] = {}
        self._high: dict[Node, int] = {}

    def hand(self, position: Position, number: int) -> Hand:
        """Return what a seat can place with."""
        seat = position.seats[number]
        marker = seat.markers > 0 and MARKER not in seat.used
        cards = 0
        if number != self.seat:
            for rank in private_ranks(position, number):
                cards |= 1 << rank
        return Hand(seat.dice, seat.bonus, marker, market_bend(position, seat), position.envoy == number, cards)

    def root(self) -> Node:
        """Return the state of the request's position."""
        position = self.season.position
        taken = 0
        for group in position.placements:
            if not group.private:
                taken |= 1 << group.rank
        return Node(
            self.hand(position, self.seat),
            (),
            False,
            False,
            tuple(self.hand(position, number) for number in self.others),
            taken,
            position.queue,
        )

    # --- values --------------------------------------------------------------------------------------------------

    def leaf(self, groups: tuple[tuple[int, bool], ...], opened: bool, marked: bool, free: bool) -> int:
        """Return the value, in exact units, of placing these groups and no more; ``free``: nobody is on the Duchess."""
        key = (groups, opened, marked, free)
        known = self._leaf.get(key)
        if known is None:
            if self.control is not None and self.control.stopped:
                raise TimeOver
            known = (self.found(groups, opened, marked, free).value + TIE // 2) // TIE
            self._leaf[key] = known
        return known

    def found(self, groups: tuple[tuple[int, bool], ...], opened: bool, marked: bool, free: bool) -> Found:
        """Return the best continuation after the step with these groups, with the Duke's move where it helps."""
        ranks = tuple(rank for rank, _ in groups)
        private = tuple(card for _, card in groups)
        candidate = Candidate(ranks, private, 0 if opened else -1, marked)
        rows = [candidate, *(self.season.dukes([candidate]) if free else ())]
        return max((self.season.value(row) for row in rows), key=lambda row: row.value)

    def stand(self, node: Node) -> int:
        """Return what is secured by passing now: a rival that still can takes the Duchess from the Duke."""
        free = bool(self.duchess) and not node.taken & self.duchess
        if free:
            left = [hand for number, hand in zip(self.others, node.rivals, strict=True) if number in node.queue]
            free = not any(ranks_of(hand) & self.duchess for hand in left)
        return self.leaf(node.groups, node.opened, node.marked, free)

    def free(self, node: Node) -> bool:
        """Say whether the Duke could still move his dice to the Duchess if no rival placed another die."""
        return bool(self.duchess) and not node.taken & self.duchess

    def contested(self, node: Node) -> int:
        """Return the free advisors that a rival can take from the seat, as bits."""
        return (ranks_of(node.own) | self.duchess) & ~node.taken

    def upper(self, node: Node) -> int:
        """Return the value if no rival placed another die."""
        key = (node.own, node.groups, node.opened, node.marked, node.taken)
        known = self._upper.get(key)
        if known is None:
            free = self.free(node)
            known = self.leaf(node.groups, node.opened, node.marked, free)
            own = node.own
            for groups in range(len(own.dice), 0, -1):
                plain, helped = reachable_sets(own.dice, own.bonus, own.marker, own.market, groups)
                for marker, sets in ((False, plain), (True, helped)):
                    for ranks in sets:
                        for extra, opened in self._stand(node, ranks):
                            both = tuple(sorted((*node.groups, *extra)))
                            value = self.leaf(both, node.opened or opened, node.marked or marker, free)
                            known = max(known, value)
            self._upper[key] = known
        return known

    def _stand(self, node: Node, ranks: tuple[int, ...]) -> list[tuple[tuple[tuple[int, bool], ...], bool]]:
        """List the ways to stand on ranks now: on free advisors, one taken one with the envoy, the own card."""
        rows: list[tuple[tuple[tuple[int, bool], ...], bool, int]] = [((), False, node.taken)]
        for rank in ranks:
            more = []
            for groups, opened, taken in rows:
                if not taken >> rank & 1:
                    more.append(((*groups, (rank, False)), opened, taken | 1 << rank))
                elif node.own.envoy and not opened:
                    more.append(((*groups, (rank, False)), True, taken))
                if rank in self.private and (rank, True) not in (*groups, *node.groups):
                    more.append(((*groups, (rank, True)), opened, taken))
            rows = more
        return [(groups, opened) for groups, opened, _ in rows]

    # --- moves ---------------------------------------------------------------------------------------------------

    def own_moves(self, node: Node) -> list[tuple[Place, Node]]:
        """List the own placements, most promising first."""
        rest = (*node.queue[1:], self.seat)
        rows = []
        for rank, ways in options(node.own):
            occupied = node.taken >> rank & 1
            for option in ways:
                places = []
                if not occupied:
                    places.append((option.place, option.after, False, node.taken | 1 << rank))
                elif node.own.envoy:
                    spent = option.after._replace(envoy=False)
                    places.append((replace(option.place, envoy=True), spent, False, node.taken))
                if rank in self.private and (rank, True) not in node.groups:
                    places.append((replace(option.place, private=True), option.after, True, node.taken))
                for place, after, card, taken in places:
                    child = Node(
                        after,
                        tuple(sorted((*node.groups, (rank, card)))),
                        node.opened or place.envoy,
                        node.marked or place.marker,
                        node.rivals,
                        taken,
                        rest,
                    )
                    rows.append((self.upper(child), place, child))
        rows.sort(key=lambda row: -row[0])
        return [(place, child) for _, place, child in rows]

    def rival_moves(self, node: Node) -> list[tuple[Place | None, Node]]:
        """List what the next rival can do that differs: take an advisor in reach, wait, or pass (None)."""
        number = node.queue[0]
        index = self.others.index(number)
        hand = node.rivals[index]
        reach = self.contested(node)
        rest = node.queue[1:]
        takes: list[tuple[int, Place | None, Node]] = []
        waits: list[Option] = []
        for rank, ways in options(hand):
            free = not node.taken >> rank & 1
            if free and reach >> rank & 1:
                for option in ways:
                    child = self._after_rival(node, index, option.after, node.taken | 1 << rank, (*rest, number))
                    takes.append((self.upper(child), option.place, child))
            elif free or hand.envoy:
                for option in ways:
                    place, after = option.place, option.after
                    if not free:
                        place = replace(place, envoy=True)
                        after = after._replace(envoy=False)
                    waits.append(Option(place, after))
            if hand.cards >> rank & 1:
                for option in ways:
                    place = replace(option.place, private=True)
                    waits.append(Option(place, option.after._replace(cards=option.after.cards & ~(1 << rank))))
        takes.sort(key=lambda row: row[0])
        rows = [(place, child) for _, place, child in takes]
        kept: list[Option] = []
        for option in sorted(waits, key=lambda o: (len(o.place.dice) + len(o.place.bonus), o.place.envoy)):
            if not any(
                _covers(other.after, option.after)
                and other.after.envoy >= option.after.envoy
                and not option.after.cards & ~other.after.cards
                for other in kept
            ):
                kept.append(option)
                apart = option.place.envoy or option.place.private
                taken = node.taken if apart else node.taken | 1 << option.place.rank
                rows.append((option.place, self._after_rival(node, index, option.after, taken, (*rest, number))))
        rows.append((None, node._replace(queue=rest)))
        return rows

    def _after_rival(self, node: Node, index: int, hand: Hand, taken: int, queue: tuple[int, ...]) -> Node:
        return node._replace(rivals=(*node.rivals[:index], hand, *node.rivals[index + 1 :]), taken=taken, queue=queue)

    # --- the search ----------------------------------------------------------------------------------------------

    def wins(self, node: Node, goal: int) -> bool:
        """Say whether at least ``goal`` can be guaranteed."""
        if self.seat not in node.queue or self.stand(node) >= goal:
            return self.stand(node) >= goal
        if self._low.get(node, -(10**18)) >= goal:
            return True
        if self._high.get(node, 10**18) < goal or self.upper(node) < goal:
            return False
        self.nodes += 1
        if self.nodes % LOOK == 0 and self.control is not None and self.control.stopped:
            raise TimeOver
        if node.queue[0] == self.seat:
            result = any(self.wins(child, goal) for _, child in self.own_moves(node))
        elif self._harmless(node):
            result = self.wins(node._replace(queue=node.queue[1:]), goal)
        else:
            result = all(self.wins(child, goal) for _, child in self.rival_moves(node))
        if result:
            self._low[node] = max(goal, self._low.get(node, goal))
        else:
            self._high[node] = min(goal - 1, self._high.get(node, goal - 1))
        return result

    def _harmless(self, node: Node) -> bool:
        """Say whether the next rival can take nothing that the seat could still reach."""
        hand = node.rivals[self.others.index(node.queue[0])]
        return not ranks_of(hand) & self.contested(node)

    def goals(self, node: Node) -> list[int]:
        """List the values that the step can end with from a node on, rising."""
        own = node.own
        ways = {(node.groups, node.opened, node.marked)}
        for groups in range(1, len(own.dice) + 1):
            plain, helped = reachable_sets(own.dice, own.bonus, own.marker, own.market, groups)
            for marker, sets in ((False, plain), (True, helped)):
                for ranks in sets:
                    for extra, opened in self._stand(node, ranks):
                        both = tuple(sorted((*node.groups, *extra)))
                        ways.add((both, node.opened or opened, node.marked or marker))
        duchess = (False, True) if self.free(node) else (False,)
        return sorted({self.leaf(*way, free) for way in ways for free in duchess})

    def after(self, node: Node, move: Place | Pass) -> Node:
        """Return the state after a legal move of the seat."""
        rest = node.queue[1:]
        if isinstance(move, Pass):
            return node._replace(queue=rest)
        own = node.own
        hand = Hand(
            _without(own.dice, move.dice),
            _without(own.bonus, move.bonus),
            own.marker and not move.marker,
            0 if move.market else own.market,
            own.envoy and not move.envoy,
        )
        return node._replace(
            own=hand,
            groups=tuple(sorted((*node.groups, (move.rank, move.private)))),
            opened=node.opened or move.envoy,
            marked=node.marked or move.marker,
            taken=node.taken if move.private else node.taken | 1 << move.rank,
            queue=(*rest, self.seat),
        )

    def last_reply(self, position: Position) -> Place | None:
        """Return the reply to a seat that places no more: the Duchess is taken from the Duke if that can be done."""
        if not self.duchess or any(group.rank == DUCHESS and not group.private for group in position.placements):
            return None
        assert position.actor is not None
        ways = dict(options(self.hand(position, position.actor))).get(DUCHESS)
        return ways[0].place if ways else None

    def line(self, root: Node, goal: int) -> tuple[list[Place], list[Place | None], int]:
        """Follow the strategy that guarantees ``goal`` against the replies that hold it down most.

        Returns the own placements, the rivals' replies (None: a pass) and the value at the end, which is the
        least that the strategy brings.
        """
        known: dict[Node, tuple[int, tuple[tuple[bool, Place | None], ...]]] = {}

        def least(node: Node) -> tuple[int, tuple[tuple[bool, Place | None], ...]]:
            value = self.stand(node)
            if value >= goal or self.seat not in node.queue:
                return value, ()
            if node not in known:
                if node.queue[0] == self.seat:
                    place, child = next((p, c) for p, c in self.own_moves(node) if self.wins(c, goal))
                    below = least(child)
                    known[node] = (below[0], ((True, place), *below[1]))
                else:
                    harmless = self._harmless(node)
                    children = [(None, node._replace(queue=node.queue[1:]))] if harmless else self.rival_moves(node)
                    best: tuple[int, tuple[tuple[bool, Place | None], ...]] | None = None
                    for reply, child in children:
                        below = least(child)
                        if best is None or below[0] < best[0]:
                            best = (below[0], ((False, reply), *below[1]))
                    assert best is not None
                    known[node] = best
            return known[node]

        value, steps = least(root)
        own = [place for mine, place in steps if mine and place is not None]
        replies = [place for mine, place in steps if not mine]
        return own, replies, value


def solve_worst(request: Request, control: Control) -> Answer:
    """Answer with the best guaranteed value; exact where the search ends in time, else with a bound above it."""
    season = Season(request, control)
    contest = Contest(season, control)
    return _answer(request, contest, contest.root(), [], control)


def after_worst(request: Request, move: Place | Pass, control: Control) -> Answer:
    """Answer with the best guaranteed value of all lines that begin with a legal move."""
    season = Season(request, control)
    contest = Contest(season, control)
    return _answer(request, contest, contest.after(contest.root(), move), [move], control)


def _answer(
    request: Request, contest: Contest, root: Node, begun: list[Place | Pass], control: Control
) -> Answer:
    """Answer with the best guaranteed value from a state on, which the moves ``begun`` have led to."""
    from solver.answer import Answer
    from solver.run import NoAnswer

    season = contest.season
    unit = season.weights.denominator
    complete = True
    try:
        goals = contest.goals(root)
        low, high = bisect_left(goals, contest.stand(root)), bisect_left(goals, contest.upper(root))
    except TimeOver:
        raise NoAnswer from None
    stands = goals[low]
    if not begun:
        control.tighten(Fraction(goals[high], unit))
    try:
        while low < high:  # goals[low] is guaranteed, goals[high + 1] is not
            middle = (low + high + 1) // 2
            if contest.wins(root, goals[middle]):
                low = middle
            else:
                high = middle - 1
            if not begun:
                control.tighten(Fraction(goals[high], unit))
        own, replies, value = contest.line(root, goals[low])
    except TimeOver:  # to place nothing more is a line, too
        complete = False
        own, replies, value = [], [], stands
    bound = value if complete else goals[high]
    moves, answers = play_line(request, season, contest, [*begun, *own], replies)
    return Answer(
        moves=moves,
        replies=answers,
        value=Fraction(value, unit),
        bound=Fraction(max(bound, value), unit),
        complete=complete,
        method="search",
        assumptions=(
            "The other seats place their dice together against you; the value is guaranteed whatever they do.",
            "The moves shown answer the replies that hold you down most; in all else the others stay idle.",
            *assumptions(request)[1:],
        ),
        house=house_values(request, moves),
    )


def play_line(
    request: Request, season: Season, contest: Contest, own: list[Place | Pass], replies: list[Place | None]
) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Play the line in the rules core and on to the horizon's end; return all own moves and the replies."""
    from . import ended
    from .exact import walk
    from .walk import Walk

    position = on_table(request)
    moves: list[Move] = []
    answers: list[Move] = []
    left, answer = list(own), list(replies)
    while position.step == "influence":
        if position.actor == request.seat:
            move: Place | Pass = left.pop(0) if left else Pass()
            moves.append(move)
        else:
            reply = answer.pop(0) if answer else contest.last_reply(position)
            move = reply if reply is not None else Pass()
            answers.append(move)
        position = position.play(move)
    position = to_own_decision(request, position)
    if position.actor == request.seat and not ended(request, position):
        here = Season(replace(request, position=position))
        rest, _ = walk(here, Walk(here, here.search()))
        moves.extend(rest)
    return tuple(moves), tuple(answers)


def to_own_decision(request: Request, position: Position) -> Position:
    """Let the others be idle until the seat decides again or the horizon ends; within a season no chance matters."""
    from . import ended, settle

    while position.actor != request.seat and not position.over and not ended(request, position):
        position = position.play(settle(request, position) if position.chance() else idle(position))  # type: ignore[arg-type]
    return position
