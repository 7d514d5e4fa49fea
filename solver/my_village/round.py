"""Exact answers for a round of two players with two turns of the seat ahead.

Between them the other seat takes a pair of dice and nothing else (see ``between`` for what the second turn is worth).
The first turn is searched twice: first with a bound on the second turn (``Between.hoped``), then exactly, the most
promising first, and only as long as its bound is above the best. Before that it is played by a rule (``Round.glide``),
for a first plan in a moment. The best plan so far is kept at every decision; what follows in it after chance, and the
second turns, are exact, so that nothing the search finds later changes a plan. Values are counted in units (see
``ends``).
"""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any

from rules.my_village.moves import Move
from rules.my_village.outcomes import Rat
from rules.my_village.steps import CHANCES, DECISIONS, replace, run
from rules.my_village.values import Position
from solver.search import SearchStopped

from .between import Between
from .customers import choices, waiting
from .ends import Value
from .exact import ENDLESS, MARKET, at_a_glance, either, turns_up, unordered
from .table import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from solver.control import Control
    from solver.request import Request

MOST = 4  #: searches that are kept for what follows after chance

#: What may come next: its probability, or None; the position; and the move of the seat, if it is one.
Children = list[tuple[Fraction | None, Position, Move | None]]


class Round(Between):
    """Search both turns of a round."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self.root = self.tidy(self.start)  #: the request's position as the search remembers it
        self.states = 0
        self.given_up = False  #: a stop came before there was any plan: what is asked is played at a glance
        self.worker = 0  #: the thread in which the search goes on
        self._upper: dict[Position, Value] = {}
        self._exact: dict[Position, Value] = {}
        self._best: dict[Position, tuple[Value, Move]] = {}  #: the best plan so far at decisions of the first turn

    def first(self, position: Position) -> bool:
        """Say whether a position belongs to the first turn."""
        return position.turn == self.start.turn and position.round == self.start.round

    def children(self, position: Position, only: Move | None = None) -> Children:
        """List what may come next: with its probability, or None and the move where the seat decides."""
        question = position.question
        if turns_up(position):
            return [(None, self.tidy(run(replace(position, pending=position.pending[1:]))), None)]
        if (chance := CHANCES.get(question)) is not None:
            found: Sequence[tuple[Any, Fraction]] = chance.outcomes(position)
            if question == "extra":
                found = waiting(position, self.seat, found)
            elif question == "rat" and not self.ends.story:
                found = plague(position.rat, found)
            return [(share, self.tidy(run(chance.apply(position, outcome))), None) for outcome, share in found]
        decision = DECISIONS[question]
        if position.actor != self.seat:
            return [(None, self.tidy(run(decision.apply(position, plain(position)))), None)]
        moves: Sequence[Move] = decision.moves(position) if only is None else (only,)
        if question in MARKET:
            moves = choices(position, self.seat, moves)
        return [(None, self.tidy(run(decision.apply(position, move))), move) for move in moves]

    def tidy(self, position: Position) -> Position:
        """Return a position of the first turn without the order in which white banners were activated."""
        return unordered(position, self.seat) if len(position.used) > 1 else position

    def upper(self, position: Position) -> Value:
        """Return a bound on a position of the first turn: its best end with what the second turn may bring."""
        if not self.first(position):
            return self.ends.count(position) if position.step == "over" else self.hoped(self.village(position))
        key = replace(position, white=(), black=()) if position.value else position
        known = self._upper.get(key)
        if known is None and position.question == "dies":
            known = self._upper[key] = self.deadly(position)
        elif known is None:
            self.look()
            after = [(share, self.upper(child)) for share, child, _ in self.children(key)]
            if after[0][0] is None:
                known = max([bound for _, bound in after])
            else:
                known = sum([share * bound for share, bound in after if share])
            self._upper[key] = known
        return known

    def worth(self, position: Position, beyond: Value = -ENDLESS) -> Value:
        """Return the exact value of a position, or, where it is not above ``beyond``, any bound that is not either."""
        if not self.first(position):
            return self.end(position, beyond)
        known = self._exact.get(position)
        if known is not None:
            return known
        if self.upper(position) <= beyond or self._capped.get(position, ENDLESS) <= beyond:
            return beyond
        self.look()
        children = self.children(position)
        by_chance = children[0][0] is not None
        worth = self.expected(position, children, beyond) if by_chance else self.most(position, children, beyond)
        if worth > beyond:
            self._exact[position] = worth
        else:
            self._capped[position] = beyond
        return worth

    def settle(self, limit: Callable[[Value], None]) -> Value:
        """Return the exact value of the request's position, beginning with the best plan so far.

        ``limit`` is told what no plan exceeds, again and again.
        """
        beyond = self.lower(self.root)
        worth = self.most(self.root, self.children(self.root), -ENDLESS if beyond is None else beyond, limit)
        self._exact[self.root] = worth
        return worth

    def reaches(self, position: Position, goal: Value) -> bool:
        """Say whether the request's position may bring more than one unit less than a goal."""
        beyond = goal - 1
        known = self.lower(position)
        return (known is not None and known > beyond) or self.worth(position, beyond) > beyond

    def expected(self, position: Position, children: Children, beyond: Value) -> Value:
        """Value a position where chance decides; it ends as soon as the rest cannot bring it above ``beyond``."""
        total = self.upper(position)
        for share, child, _ in children:
            if share:
                hope = self.upper(child)
                total -= share * hope
                least = -ENDLESS if beyond <= -ENDLESS else (beyond - total) / Fraction(share)
                worth = self.worth(child, least)
                if worth <= least:
                    return beyond
                total += share * worth
        return total

    def most(
        self, position: Position, children: Children, beyond: Value, limit: Callable[[Value], None] | None = None
    ) -> Value:
        """Value a position where the seat decides, or another that does not interfere.

        ``limit`` is told before each child what neither it nor a later one exceeds, nor the best of those before.
        """
        best = beyond
        children = sorted(children, key=lambda entry: self.upper(entry[1]), reverse=True)
        for _, child, move in children:
            upper = self.upper(child)
            if limit is not None:
                limit(max(best, upper))
            if upper <= best:
                break
            try:
                worth = self.worth(child, best)
            except SearchStopped:
                self.note(position, self.lower(child), move)
                raise
            if worth > best:
                best = worth
                self.note(position, worth, move)
        return best

    def note(self, position: Position, worth: Value | None, move: Move | None) -> None:
        """Keep a plan at a decision if it is the best so far."""
        if worth is not None and move is not None and (position not in self._best or worth > self._best[position][0]):
            self._best[position] = worth, move

    def known(self, position: Position) -> Value | None:
        """Return the exact value of a position as far as it has been found."""
        if not self.first(position):
            return self.ends.count(position) if position.step == "over" else self._ends.get(self.place(position))
        if position in self._exact or position.actor == self.seat:
            return self._exact.get(position)
        total: Value = 0
        for share, child, _ in self.children(position):
            if (worth := self.known(child)) is None:
                return None
            total += worth if share is None else share * worth
        return total

    def lower(self, position: Position) -> Value | None:
        """Return the value of the best plan so far; None where there is none."""
        if (known := self.known(position)) is not None:
            return known
        move = self._best[position][1] if position in self._best else None
        if position.actor == self.seat and move is None:
            return None
        share, child, _ = self.children(position, move)[0]
        return self.lower(child) if share is None else None

    def glide(self, position: Position, rule: Callable[[Position], Move], first: Move | None = None) -> Value:
        """Play the first turn by a rule, or a first move and then the rule, up to chance; return what that brings."""
        if not self.first(position):
            return self.end(position)
        move, children = self.by_rule(position, rule, first)
        if children[0][0] is None:
            worth = self.glide(children[0][1], rule)
        else:
            worth = sum([share * self.worth(child) for share, child, _ in children if share])
        self.note(position, worth, move)
        return worth

    def rated(
        self, position: Position, rule: Callable[[Position], Move], first: Move | None = None, beyond: Value = -ENDLESS
    ) -> Value:
        """Return what it brings to play all of the first turn by a rule, or what is not above ``beyond`` either."""
        if not self.first(position):
            return beyond if self.upper(position) <= beyond else self.end(position, beyond)
        children = self.by_rule(position, rule, first)[1]
        if children[0][0] is None:
            return self.rated(children[0][1], rule, None, beyond)
        return sum([share * self.rated(child, rule) for share, child, _ in children if share])

    def by_rule(
        self, position: Position, rule: Callable[[Position], Move], first: Move | None
    ) -> tuple[Move | None, Children]:
        """Return the move by a rule, or the given one, where the seat decides; and what comes next."""
        self.look()
        move = None if position.actor != self.seat else rule(position) if first is None else first
        return move, self.children(position, move)

    def look(self) -> None:
        """Look at the control: a state here may stand for a whole second turn."""
        self.states += 1
        if self.control is not None and self.control.stopped:
            raise SearchStopped(f"The search was stopped after {self.states} states.")

    # --- what a replay asks ------------------------------------------------------------------------------------

    def move(self, position: Position) -> Move:
        """Return the best move of the seat in either turn, the first of equals: in a plan, what follows chance."""
        if self.first(position):
            position = self.tidy(position)
            if position not in self._exact:
                self.worth(position)
            return self._best[position][1]
        seen = self.remembered(position)
        if position.question == "dice" and position.actor == self.seat:
            best = self.best_way(self.village(position), position.white, position.black)[1]
            assert best is not None
            return best
        return self.second.move(seen)

    def reply(self, position: Position) -> Move:
        """Return the pair of dice that the other seat takes between the turns; otherwise what does not interfere."""
        if position.question == "dice" and self.start.turn < position.turn < self.second.turn:
            return self.pair(position)
        return plain(position)


def plague(fields: int, outcomes: Sequence[tuple[Rat, Fraction]]) -> list[tuple[Rat, Fraction]]:
    """Join the faces with which the plague comes, and those with which it does not."""
    far, near = [[each for each in outcomes if (each[0].pips >= fields) is comes] for comes in (False, True)]
    return [(side[0][0], sum([share for _, share in side], Fraction(0))) for side in (far, near) if side]


class Best:
    """Play the best plan so far."""

    def __init__(self, search: Round) -> None:
        self.search = search

    def move(self, position: Position) -> Move:
        """Return the move of the plan."""
        if not self.search.first(position):
            return self.search.move(position)
        return self.search._best[self.search.tidy(self.aside(position))][1]

    def aside(self, position: Position) -> Position:
        """Return a position of the first turn as the search knows it: without what has been turned up."""
        start = self.search.start
        return replace(
            position,
            customers=tuple([card if card in start.customers else "" for card in position.customers]),
            customer_deck=start.customer_deck,
            monks=tuple([card if card in start.monks else "" for card in position.monks]),
            monk_decks=start.monk_decks,
        )

    def reply(self, position: Position) -> Move:
        """Return the move of another seat."""
        return self.search.reply(position)


_kept: OrderedDict[Hashable, Round] = OrderedDict()
_lock = Lock()


def kept(request: Request, control: Control | None = None) -> Round:
    """Return the search of a request, begun anew or with what it has found before."""
    key = (request.position, request.seat, request.worths, request.rivals)
    with _lock:
        found = _kept.pop(key, None) or Round(request)
        _kept[key] = found
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    if control is not None:
        found.worker = get_ident()
        found.watched(control)
    return found


def follow_round(request: Request, position: Position) -> Move:
    """Return the best move of the seat in either turn, from what the seat may know of it; see :func:`either`."""
    search = kept(request)
    return either(search, lambda: search.move(position), lambda: at_a_glance(position))


def reply_round(request: Request, position: Position) -> Move:
    """Return the move of the other seat; see :func:`either`."""
    search = kept(request)
    return either(search, lambda: search.reply(position), lambda: plain(position))
