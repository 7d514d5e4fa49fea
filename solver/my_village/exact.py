"""Exact answers for one turn: search with memory over the rules core, on states that differ in what still matters.

When two dice have been taken, only the banner value, the coins, the markers and the clock remember them; so all pairs
that lead there share one search, and of several ways to one value that leave the same markers and the same time, only
the one that leaves most coins is tried. Chance is valued by expectation: the rat's die (see ``ends``), the light side
of a travel card. Cards that are only turned up for later turns (the next monk, the refilled row) do not branch, nor do
customers: nobody who comes to the market in a turn can be served in it, so it only counts how many come.
"""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Protocol, cast

from rules.my_village.dice import price
from rules.my_village.greedy import weigh
from rules.my_village.moves import Bailiff, Buy, Free, Move, Take
from rules.my_village.steps import CHANCES, DECISIONS, replace, run
from rules.my_village.values import Position
from solver.search import LOOK, SearchStopped

from .ends import Ends, Value
from .hope import VALUES, Hopes
from .table import ended, on_table, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from rules.my_village.outcomes import Outcome
    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

ENDLESS = 10**12  #: more than any turn brings
LEAST = VALUES.start  #: the least value of two dice
MOMENT, PART = 0.3, 0.5  #: at most so many seconds, and such a part of all, for more than to know of a goal
MOST = 8  #: searches that are kept for what follows after chance
CUSTOMERS = frozenset({"extra", "refill"})  #: chance that turns up customers
DEAD = frozenset({"dies", "laborer", "rat"})  #: questions of a death
BANNERS = frozenset({"dice", "banner", "white"})  #: questions about what a turn is used for
MARKET = frozenset({"banner", "bonus/bailiff", "free", "buy", "buy/two"})  #: questions that may name customers
#: Questions after which it matters who lies in the row of customers.
ROW_MATTERS = frozenset({"bonus/bailiff", "extra", "free", "buy", "buy/two"})


def settle_turn(position: Position) -> Outcome | None:
    """Return an outcome where chance cannot matter for the turn: what is turned up for later turns."""
    return position.chance()[0][0] if turns_up(position) else None


def turns_up(position: Position) -> bool:
    """Say whether chance only turns up what later turns may use: a monk, or customers when nobody chooses any more."""
    if position.question == "refill":
        return not any(what in ROW_MATTERS for _, what in position.pending[1:])
    return position.question.startswith("monk/")


class Turn:
    """Search the rest of one turn of the request's seat; what is found is remembered."""

    def __init__(self, request: Request, control: Control | None = None) -> None:
        self.request, self.control = request, control
        self.seat = request.seat
        self.turn, self.round = on_table(request).turn, on_table(request).round
        self.ends = Ends(request)
        self.states = 0
        self.given_up = False  #: a stop came before anything was found: what follows is played at a glance
        self.worker = 0  #: the thread in which the search goes on
        self._memory: dict[Hashable, Value] = {}

    def ended(self, position: Position) -> bool:
        """Say whether the turn has ended."""
        return position.turn != self.turn or position.round != self.round or position.step == "over"

    def worth(self, position: Position) -> Fraction:
        """Return the exact value of a position."""
        return Fraction(self.units(position)) / self.ends.unit

    def units(self, position: Position) -> Value:
        """Return the exact value of a position in units (see ``ends``)."""
        if self.ended(position):
            return self.ends.count(position)
        if position.value and (position.white or position.black):  # the pool only matters to later turns
            position = replace(position, white=(), black=())
        if len(position.used) > 1:
            position = unordered(position, self.seat)
        known = self._memory.get(position)
        if known is None:
            self.states += 1
            if self.states % LOOK == 0 and self.control is not None and self.control.stopped:
                raise SearchStopped(f"The search was stopped after {self.states} states.")
            known = self._memory[position] = self._expand(position)
        return known

    def _expand(self, position: Position) -> Value:
        """Value a position by what may come next."""
        question = position.question
        if question in DEAD:
            return self.ends.after_death(position)
        if (chance := CHANCES.get(question)) is not None:
            if turns_up(position):
                return self.units(run(replace(position, pending=position.pending[1:])))
            if question in CUSTOMERS:  # it counts how many come, and not who
                return self.units(run(chance.apply(position, chance.outcomes(position)[0][0])))
            total: Value = 0
            for outcome, share in chance.outcomes(position):
                total += share * self.units(run(chance.apply(position, outcome)))
            return total
        if position.actor != self.seat:
            return self.units(self.after(position, plain(position)))
        moves = self.moves(position)
        return max([self.units(self.after(position, move)) for move in moves])

    def move(self, position: Position) -> Move:
        """Return the best move, the first of equals."""
        return max(self.moves(position), key=lambda move: self.units(self.after(position, move)))

    def reply(self, position: Position) -> Move:
        """Return the move of another seat, which does not interfere."""
        return plain(position)

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move, without asking again whether it is legal."""
        return run(DECISIONS[position.question].apply(position, move))

    def moves(self, position: Position) -> Iterable[Move]:
        """List the moves that must be tried: of dice and customers, one choice for each way on."""
        legal = cast("tuple[Move, ...]", DECISIONS[position.question].moves(position))
        if position.question == "dice":
            return cheapest(cast("tuple[Take, ...]", legal))
        if position.question == "tile":  # it is laid at the end of a turn, and counts for later ones only
            return legal[:1]
        return alike(legal) if position.question in MARKET else legal


class Outlook(Turn):
    """Bound the rest of a turn: exactly up to its dice or banners, and by what these can bring from there on.

    Each position has hopes of its own: banners that were used and villagers who came make another village of it.
    """

    def _expand(self, position: Position) -> Value:
        """Bound a position."""
        if position.question not in BANNERS or position.actor != self.seat:
            return super()._expand(position)
        if position.question == "dice":
            return max(self.promised(position, list(self.moves(position))))
        own, hope = position.seats[self.seat], Hopes(self.ends, self.seat)
        more = hope.more(position, (0, 0), ENDLESS, 0)[position.value - LEAST]
        if own.crossed:  # a villager dies, whatever is still done
            more += max(0, hope.death(position), hope.death(position, again=True))
        return self.ends.count(position) + more

    def promised(self, position: Position, moves: Sequence[Move]) -> list[Value]:
        """Return a quick bound on what each move brings; ways to take dice share what their values promise."""
        if position.question != "dice":
            return [self.units(self.after(position, move)) for move in moves]
        hope = Hopes(self.ends, self.seat)
        more = [hope.more(position, (0, 0), ENDLESS, dark) for dark in (0, 1, 2)]
        takes = cast("Sequence[Take]", moves)
        return [self.ends.count(self.after(position, move)) + more[price(move)[1]][move.value - LEAST]
                for move in takes]  # fmt: skip


def unordered(position: Position, number: int) -> Position:
    """Return the position without the order in which white banners were activated and customers served."""
    seat = position.seats[number]
    used = tuple(sorted([banner for banner in position.used if banner not in seat.served]))
    served = tuple(sorted(seat.served))
    if used == position.used and served == seat.served:
        return position
    seats = position.seats
    if served != seat.served:
        seats = (*seats[:number], replace(seat, served=served), *seats[number + 1 :])
    return replace(position, used=used, seats=seats)


def alike(legal: Iterable[Move]) -> list[Move]:
    """Keep one group of customers for each number of them: nobody who comes in a turn can be served in it."""
    kept: dict[tuple[object, ...], Move] = {}
    for move in legal:
        key: tuple[object, ...] = (move,)
        if isinstance(move, Bailiff | Buy):
            key = type(move), len(move.customers)
        elif isinstance(move, Free):
            key = Free, move.customer == "none"
        kept.setdefault(key, move)
    return list(kept.values())


def cheapest(legal: Iterable[Take]) -> list[Move]:
    """Keep one pair for each value, number of markers and number of black dice: the one that costs fewest coins.

    Whoever has more coins can do all that is possible with fewer, and has what is left.
    """
    best: dict[tuple[int, int, int], tuple[int, Move]] = {}
    for move in legal:
        cost, black = price(move)
        key = (move.value, move.markers, black)
        if key not in best or cost < best[key][0]:
            best[key] = (cost, move)
    return [move for _, move in best.values()]


_kept: OrderedDict[Hashable, Turn] = OrderedDict()
_lock = Lock()


def kept(request: Request, control: Control | None = None) -> Turn:
    """Return the search of a request, begun anew or with what it has found before."""
    key = (request.position, request.seat, request.worths)
    with _lock:
        found = _kept.pop(key, None) or Turn(request)
        _kept[key] = found
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    if control is not None:
        found.worker, found.control = get_ident(), control
    return found


def solve_turn(request: Request, control: Control, enough: Fraction | None = None) -> Answer:
    """Answer by exact search; the value is the bound.

    The values that the dice can make are tried one after the other, the most promising first and only while one may be
    as good as the best, so that a stop finds the best of those done. Where only ``enough`` is asked for, nothing below
    it is searched, and once it is reached the rest only if that is a matter of a moment.
    """
    from solver.answer import Answer
    from solver.control import Control
    from solver.run import NoAnswer

    search = kept(request, control)
    search.given_up = False
    position = on_table(request)
    moves = list(search.moves(position))
    hopes = Outlook(request).promised(position, moves)
    best: tuple[Fraction, int] | None = None
    left: Fraction | None = None  #: what the rest may bring
    for place in sorted(range(len(moves)), key=lambda place: -hopes[place]):
        left = Fraction(hopes[place]) / search.ends.unit
        control.tighten(left if best is None else max(best[0], left))
        if best is not None and left < (best[0] if enough is None else max(best[0], enough)):
            break
        try:
            worth = search.worth(search.after(position, moves[place]))
        except SearchStopped:
            break
        if best is None or (worth, -place) > (best[0], -best[1]):
            best = (worth, place)
        if enough is not None and best[0] >= enough and search.control is control:
            search.control = Control(moment(control))
    else:
        left = None
    if best is None:
        search.given_up = True
        raise NoAnswer
    search.control = None  # what the best move opens has been searched, so its line is found at once
    line_ = line(search, request, moves[best[1]])
    bound = best[0] if left is None else max(best[0], left)
    return Answer(moves=line_, value=best[0], bound=bound, complete=bound == best[0], method="search")


def moment(control: Control) -> float:
    """Return the seconds for what is good to have when it is known whether a goal is reached."""
    return min(MOMENT, PART * control.limit, control.remaining)


class Player(Protocol):
    """What a line asks of a search: the moves of the seat, and what the other seats play."""

    def move(self, position: Position) -> Move:
        """Return the best move of the seat."""

    def reply(self, position: Position) -> Move:
        """Return the move of another seat."""


def line(search: Player, request: Request, first: Move) -> tuple[Move, ...]:
    """Play what is best until chance matters or the horizon ends; of equal moves the first in the rules' order."""
    position, moves = on_table(request).play(first), [first]
    while not ended(request, position):
        if position.actor is None:
            outcome = settle_turn(position)
            if outcome is None:
                break
            position = position.play(outcome)
        elif position.actor != request.seat:
            position = position.play(search.reply(position))
        else:
            moves.append(search.move(position))
            position = position.play(moves[-1])
    return tuple(moves)


def at_a_glance(position: Position) -> Move:
    """Return the move that the greedy policy values most, the first of equals."""
    legal: tuple[Move, ...] = position.legal_moves()
    weights = weigh(position, legal)
    return legal[weights.index(max(weights))]


def glance(request: Request) -> tuple[Move, ...]:
    """Play at a glance until chance matters or the horizon ends; the other seats do not interfere."""
    position, moves = on_table(request), []
    while not ended(request, position):
        if position.actor is None:
            outcome = settle_turn(position)
            if outcome is None:
                break
            position = position.play(outcome)
        elif position.actor != request.seat:
            position = position.play(plain(position))
        else:
            moves.append(at_a_glance(position))
            position = position.play(moves[-1])
    return tuple(moves)


def follow_turn(request: Request, position: Position) -> Move:
    """Return the best move in a position reached after chance, from what the seat may know of it."""
    search, seen = kept(request), position.view(request.seat)
    return either(search, lambda: search.move(seen), lambda: at_a_glance(seen))


class Stoppable(Protocol):
    """What can be asked by those who have waited for a plan in vain."""

    given_up: bool
    worker: int  #: the thread in which the search goes on


def either(search: Stoppable, exact: Callable[[], Move], quick: Callable[[], Move]) -> Move:
    """Return the exact move, or, once a stop came before there was any plan, always the quick one.

    Whoever has waited for a plan in vain plays by what is quick, while the search may still go on in another thread.
    The searching thread itself is told that it is stopped.
    """
    if not search.given_up:
        try:
            return exact()
        except SearchStopped:
            if search.worker == get_ident():
                raise
            search.given_up = True
    return quick()


def begin_turn(request: Request, move: Move, control: Control) -> Answer:
    """Answer with the best line that begins with a move. Raises :class:`solver.run.NoAnswer` after a stop."""
    from solver.answer import Answer
    from solver.run import NoAnswer

    search = kept(request, control)
    search.given_up = False
    try:
        worth = search.worth(search.after(on_table(request), move))
    except SearchStopped:
        raise NoAnswer from None
    finally:
        search.control = None
    return Answer(moves=line(search, request, move), value=worth, bound=worth, complete=True, method="search")


def turn_values(request: Request, control: Control) -> Mapping[str, Fraction]:
    """Return the exact value of every legal move, by key, from one search.

    Raises TimeoutError when the time was too short.
    """
    from solver.after import too_short

    search = kept(request, control)
    position = on_table(request)
    try:
        return {move.key: search.worth(search.after(position, move)) for move in position.legal_moves()}
    except SearchStopped:
        raise too_short(request) from None
    finally:
        search.control = None
