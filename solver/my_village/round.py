"""Exact answers for a round of two players with two turns of the seat ahead.

Between them the other seat takes a pair of dice and nothing else. What a village can do in its second turn depends on
the pool only through the pairs that are left; so for each village that the first turn can leave, every way to make a
value is valued once, and each pair of the other seat only says which ways are left.

The first turn is searched twice: first with a bound on the second turn (``hope``), then exactly, the most promising
first, and only as long as its bound is above the best.
"""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from rules.my_village.dice import price, takes
from rules.my_village.market import trading
from rules.my_village.moves import Bailiff, Move, Take
from rules.my_village.steps import CHANCES, DECISIONS, replace, run
from rules.my_village.values import Position
from solver.search import SearchStopped

from .ends import NOTHING, Ends
from .exact import Turn, at_a_glance, cheapest, line, turns_up
from .hope import VALUES, hopes
from .table import is_free, on_table, plain

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

MOMENT = 0.4  #: seconds for a plan after a stop
MOST = 4  #: searches that are kept for what follows after chance
FAR = 99  #: fields to the plague where no plague matters any more
ENDLESS = Fraction(10**9)

#: A way to make a value: the value, markers, black dice and coins that it takes.
Way = tuple[int, int, int, int]


def way(move: Take) -> Way:
    """Return what the village remembers of a pair of dice."""
    cost, black = price(move)
    return move.value, move.markers, black, cost


@lru_cache(maxsize=20_000)
def _ways(legal: tuple[Take, ...]) -> tuple[tuple[Way, Take], ...]:
    return tuple((way(move), move) for move in cheapest(legal))  # type: ignore[arg-type, misc]


class Second(Turn):
    """Search the second turn: as a turn, without what was turned up since the start."""

    def moves(self, position: Position) -> Iterable[Move]:
        """List the moves that must be tried; the Trade church would turn up a card, and is left out."""
        legal = super().moves(position)
        if position.question in ("banner", "bonus/bailiff") and trading(position, position.seats[self.seat]):
            return [move for move in legal if type(move) is not Bailiff]
        return legal


class Round:
    """Search both turns of a round."""

    def __init__(self, request: Request) -> None:
        self.request, self.seat = request, request.seat
        self.start = on_table(request)
        self.worst = request.rivals == "worst"
        self.ends = Ends(request)
        self.second = Second(request)
        self.second.turn = self.start.turn + len(self.start.seats)
        self.control: Control | None = None
        self.states = 0
        self._upper: dict[Position, Fraction] = {}
        self._exact: dict[Position, Fraction] = {}
        self._ends: dict[Hashable, Fraction] = {}
        self._limits: dict[Position, dict[int, Fraction]] = {}
        self._ways: dict[Position, dict[Way, Fraction]] = {}
        self.given_up = False  #: after a stop both turns are played at a glance, so that a replay is quick, too

    def watched(self, control: Control | None) -> None:
        """Let a control stop the search."""
        self.control = self.second.control = control

    # --- the second turn ---------------------------------------------------------------------------------------

    def remembered(self, position: Position) -> Position:
        """Return a position of the second turn without what was turned up since the start."""
        start = self.start
        return replace(
            position,
            customers=tuple([card if card in start.customers else "" for card in position.customers]),
            customer_deck=(),
            monks=tuple(
                [card if card == before else "" for card, before in zip(position.monks, start.monks, strict=True)]
            ),
            monk_decks=((),) * len(start.monk_decks),
            rat=position.rat if self.ends.story else FAR,
            seats=tuple(
                [seat if number == self.seat else start.seats[number] for number, seat in enumerate(position.seats)]
            ),
        )

    def village(self, position: Position) -> Position:
        """Return the village with which the second turn begins; the dice are left out."""
        reached = self.remembered(position)
        return replace(reached, turn=self.second.turn, step="dice", value=0, used=(), white=(), black=(), pending=())

    def valued(self, village: Position, move: Take, found: Way) -> Fraction:
        """Return the value of a way to begin the second turn."""
        known = self._ways.setdefault(village, {})
        if found not in known:
            white = tuple(sorted(int(name[1]) for name in move.dice if name[0] == "w"))
            black = tuple(sorted(int(name[1]) for name in move.dice if name[0] == "b"))
            known[found] = self.second.worth(self.second.after(replace(village, white=white, black=black), move))
        return known[found]

    def best(
        self, village: Position, white: tuple[int, ...], black: tuple[int, ...], beyond: Fraction = -ENDLESS
    ) -> Fraction:
        """Return what the second turn is worth with such a pool, or ``beyond`` where it is not above that."""
        return self.best_way(village, white, black, beyond)[0]

    def best_way(
        self, village: Position, white: tuple[int, ...], black: tuple[int, ...], beyond: Fraction = -ENDLESS
    ) -> tuple[Fraction, Take | None]:
        """Return the best value of a second turn with the pair of dice that brings it; none is above ``beyond``."""
        limits = self.limits(village)
        best, chosen = beyond, None
        for found, move in sorted(self.ways(village, white, black), key=lambda entry: -limits[entry[0][0]]):
            if limits[found[0]] <= best:
                break
            worth = self.valued(village, move, found)
            if worth > best:
                best, chosen = worth, move
        return best, chosen

    def ways(self, village: Position, white: tuple[int, ...], black: tuple[int, ...]) -> tuple[tuple[Way, Take], ...]:
        """List the ways to make a value of a pool, the cheapest of each kind."""
        return _ways(takes(replace(village, white=white, black=black)))

    def left(self, position: Position) -> list[tuple[Take, tuple[int, ...], tuple[int, ...]]]:
        """List the pairs that the other seat can take as they lie, with the pool that is left."""
        found = []
        for move in takes(position):
            if isinstance(move, Take) and is_free(move):
                white, black = list(position.white), list(position.black)
                for name in move.dice:
                    (white if name[0] == "w" else black).remove(int(name[1]))
                found.append((move, tuple(white), tuple(black)))
        return found

    def between(self, position: Position, beyond: Fraction = -ENDLESS) -> Fraction:
        """Return the value of a first turn's end, or ``beyond`` where it is not above that."""
        village = self.village(position)
        if not self.worst:  # whichever pair is the best one, there are always two dice besides
            return self.best(village, position.white, position.black, beyond)
        least = ENDLESS
        for _, white, black in self.left(position):
            least = min(least, self.best(village, white, black, beyond))
            if least <= beyond:
                break
        return least

    def pair(self, position: Position) -> Take:
        """Return the pair that the other seat takes, the first of equals."""
        village, answers = self.village(position), self.left(position)
        if not self.worst:
            best = self.best_way(village, position.white, position.black)[1]
            assert best is not None
            wanted = way(best)
            return next(
                move
                for move, white, black in answers
                if any(found == wanted for found, _ in self.ways(village, white, black))
            )
        goal = self.end(position)
        return next(move for move, white, black in answers if self.best(village, white, black) == goal)

    # --- the first turn ----------------------------------------------------------------------------------------

    def limits(self, village: Position) -> dict[int, Fraction]:
        """Return a bound on what can be reached with each value of the second turn."""
        known = self._limits.get(village)
        if known is None:
            if self.ends.worths or self.ends.point < 0:
                known = dict.fromkeys(VALUES, ENDLESS)
            else:
                gain, point = self.ends.gain(village), self.ends.point
                known = {value: gain + point * most for value, most in hopes(village, self.seat).items()}
            self._limits[village] = known
        return known

    def first(self, position: Position) -> bool:
        """Say whether a position belongs to the first turn."""
        return position.turn == self.start.turn and position.round == self.start.round

    def children(self, position: Position) -> list[tuple[Fraction | None, Position]]:
        """List what may come next: with its probability, or None where the seat decides."""
        question = position.question
        if turns_up(position):
            return [(None, run(replace(position, pending=position.pending[1:])))]
        if (chance := CHANCES.get(question)) is not None:
            return [(share, run(chance.apply(position, outcome))) for outcome, share in chance.outcomes(position)]
        decision = DECISIONS[question]
        moves = decision.moves(position) if position.actor == self.seat else (plain(position),)
        return [(None, run(decision.apply(position, move))) for move in moves]

    def upper(self, position: Position) -> Fraction:
        """Return a bound on a position of the first turn: its best end with what the second turn may bring."""
        if not self.first(position):
            return max(self.limits(self.village(position)).values())
        key = replace(position, white=(), black=()) if position.value else position
        known = self._upper.get(key)
        if known is None:
            self.look()
            after = [(share, self.upper(child)) for share, child in self.children(key)]
            if after[0][0] is None:
                known = max([bound for _, bound in after])
            else:
                known = sum([share * bound for share, bound in after if share], NOTHING)
            self._upper[key] = known
        return known

    def worth(self, position: Position, beyond: Fraction = -ENDLESS) -> Fraction:
        """Return the exact value of a position, or, where it is not above ``beyond``, any bound that is not either."""
        if not self.first(position):
            return self.end(position, beyond)
        known = self._exact.get(position)
        if known is not None:
            return known
        if self.upper(position) <= beyond:
            return beyond
        self.look()
        children = self.children(position)
        if children[0][0] is not None:
            total = sum([share * self.worth(child) for share, child in children if share], NOTHING)
            self._exact[position] = total
            return total
        best = beyond
        for child in sorted([child for _, child in children], key=self.upper, reverse=True):
            if self.upper(child) <= best:
                break
            best = max(best, self.worth(child, best))
        if best > beyond:
            self._exact[position] = best
        return best

    def end(self, position: Position, beyond: Fraction = -ENDLESS) -> Fraction:
        """Return the value of an end of the first turn, where the other seat chooses dice; see :meth:`worth`."""
        if position.step == "over":
            return self.ends.gain(position)
        key = self.place(position)
        known = self._ends.get(key)
        if known is None:
            known = self.between(position, beyond)
            if known > beyond:
                self._ends[key] = known
        return known

    def look(self) -> None:
        """Look at the control: a state here may stand for a whole second turn."""
        self.states += 1
        if self.control is not None and self.control.stopped:
            raise SearchStopped(f"The search was stopped after {self.states} states.")

    # --- what a replay asks ------------------------------------------------------------------------------------

    def move(self, position: Position) -> Move:
        """Return the best move of the seat in either turn, the first of equals."""
        if self.given_up:
            return at_a_glance(position)
        if self.first(position):
            return self.chosen(position)
        seen = self.remembered(position)
        if position.question == "dice" and position.actor == self.seat:
            best = self.best_way(self.village(position), position.white, position.black)[1]
            assert best is not None
            return best
        return self.second.move(seen)

    def chosen(self, position: Position) -> Move:
        """Return the best move of the first turn: the first that the search has found, and the first of equals."""
        goal = self.worth(position)
        decision = DECISIONS[position.question]
        legal: tuple[Move, ...] = decision.moves(position)
        after = [(run(decision.apply(position, move)), move) for move in legal]
        for child, move in after:
            known = self._exact.get(child) if self.first(child) else self._ends.get(self.place(child))
            if known == goal:
                return move
        promising = [(child, move) for child, move in after if self.upper(child) >= goal]
        return next(move for child, move in promising if self.worth(child) == goal)

    def place(self, position: Position) -> tuple[Position, tuple[int, ...], tuple[int, ...]]:
        """Return what an end of the first turn is remembered by."""
        return self.village(position), position.white, position.black

    def reply(self, position: Position) -> Move:
        """Return the pair of dice that the other seat takes between the turns; otherwise what does not interfere."""
        if position.question == "dice" and self.start.turn < position.turn < self.second.turn and not self.given_up:
            return self.pair(position)
        return plain(position)


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
        found.watched(control)
    return found


def solve_round(request: Request, control: Control) -> Answer:
    """Answer by exact search, the most promising beginning first.

    After a stop nothing is known of the branches that were cut off, and to search them for a replay would take as long
    as the search. So both turns are then played at a glance; what was proved of the bound is kept.
    """
    from solver.answer import Answer

    search, position = kept(request, control), on_table(request)
    search.given_up = False
    decision = DECISIONS[position.question]
    best: tuple[Fraction, Move] | None = None
    bound: Fraction | None = None
    try:
        starts = [(run(decision.apply(position, move)), move) for move in decision.moves(position)]
        starts.sort(key=lambda entry: search.upper(entry[0]), reverse=True)
        bound = search.upper(starts[0][0])
        for after, move in starts:
            if best is not None and search.upper(after) <= best[0]:
                break
            worth = search.worth(after, -ENDLESS if best is None else best[0])
            if best is None or worth > best[0]:
                best = (worth, move)
    except SearchStopped:
        return stopped(request, search, bound)
    assert best is not None
    search.watched(None)  # what the best move opens has been searched, so its line is found at once
    moves = line(search, request, best[1])
    return Answer(moves=moves, value=best[0], bound=best[0], method="search")


def stopped(request: Request, search: Round, bound: Fraction | None) -> Answer:
    """Answer after a stop: the present turn by itself, as far as it is solved in a moment, the rest at a glance."""
    import msgspec

    from solver import rooms
    from solver.answer import Answer
    from solver.control import Control
    from solver.replay import measure
    from solver.run import NoAnswer

    from .exact import solve_turn

    search.given_up = True
    search.watched(None)
    try:
        moves = solve_turn(msgspec.structs.replace(request, horizon="turn"), Control(MOMENT)).moves
    except NoAnswer:
        moves = line(search, request, at_a_glance(on_table(request)))
    answer = Answer(moves=moves, value=NOTHING, bound=None, complete=False, method="search")
    value = measure(request, answer, rooms.find(request.position)).value
    if bound is not None and bound >= ENDLESS:
        bound = None
    return replace(answer, value=value, bound=bound)


def round_values(request: Request, control: Control) -> Mapping[str, Fraction]:
    """Return the exact value of every legal move, by key.

    Raises TimeoutError when the time was too short.
    """
    from solver.after import too_short

    search, position = kept(request, control), on_table(request)
    decision = DECISIONS[position.question]
    try:
        return {move.key: search.worth(run(decision.apply(position, move))) for move in decision.moves(position)}
    except SearchStopped:
        raise too_short(request) from None
