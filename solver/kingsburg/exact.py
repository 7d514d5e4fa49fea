"""Exact answers: the season search where dice lie, and the expectation over the roll where they do not yet."""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.kingsburg.moves import Move
from rules.kingsburg.steps import replace
from rules.kingsburg.values import Position

from .house import house_values
from .rivals import idle, on_table
from .season import Season, Stopped
from .walk import Walk

if TYPE_CHECKING:
    from collections.abc import Hashable

    from solver.answer import Answer
    from solver.control import Control
    from solver.request import Request

#: Steps from which the season search starts; in others a roll or a free choice comes first.
SEARCHED = frozenset({"influence", "duke", "gifts", "works", "build", "second", "town_hall", "recruit", "army"})

IDLE_TEXT = "The other seats pass, decline and build nothing more."
ACADEMY_TEXT = "The Military Academies of other seats are taken to roll 1."


def walk(season: Season, best: Walk) -> tuple[tuple[Move, ...], dict[Position, Move]]:
    """Play what was found until chance matters or the horizon ends; return the moves, and where each is due."""
    from . import ended, settle

    request, position = season.request, season.position
    moves: list[Move] = []
    due: dict[Position, Move] = {}
    while not position.over and not ended(request, position):
        if position.chance():
            outcome = settle(request, position)
            if outcome is None and position.step == "peek" and position.queue[0] != season.seat:
                outcome = position.chance()[0][0]  # what another seat sees is hidden from this one: moves cannot differ
            if outcome is None:
                break
            position = position.play(outcome)
            continue
        if position.actor != season.seat:
            position = position.play(idle(position))
            continue
        move = best.next_move(position)
        if move is None:
            break
        due[position.view(season.seat)] = move
        moves.append(move)
        position = position.play(move)
    return tuple(moves), due


def solve_exact(request: Request, control: Control) -> Answer:
    """Answer by exact search; the value is the bound."""
    from solver.answer import Answer

    if on_table(request).owed or on_table(request).step not in SEARCHED:
        return solve_before(request, control)
    season = Season(request, control)
    bound: Fraction | None = None
    complete = True

    def tell(limit: int) -> None:
        control.tighten(season.weights.value(limit))

    try:
        found = season.search(tell)
    except Stopped as stopped:
        found, complete = stopped.best, False
        bound = None if stopped.limit is None else season.weights.value(stopped.limit)
    moves, due = walk(season, Walk(season, found))
    remember(request, due)
    exact = season.exact(found)
    return Answer(
        moves=moves,
        value=exact,
        bound=exact if complete else bound,
        complete=complete,
        method="search",
        assumptions=assumptions(request),
        house=house_values(request, moves),
    )


def assumptions(request: Request) -> tuple[str, ...]:
    """Say what an answer takes for granted."""
    position = on_table(request)
    texts = [IDLE_TEXT]
    if request.horizon != "season":
        if position.enemy:
            name = position.catalogue.enemies[position.enemy].name.en
            texts.append(
                f"You have seen the enemy card: {name}, strength {position.catalogue.enemies[position.enemy].strength}."
            )
        else:
            number = len(position.game.deck[position.year - 1])
            texts.append(f"Each of the {number} enemy cards of year {position.year} is equally likely.")
        if "army" in position.modules:
            texts.append("Other seats use their lowest army marker; one that is chosen already and hidden counts 0.")
        else:
            texts.append("Each face of the King's die is equally likely.")
        if "buildings" in position.modules and "army" in position.modules:
            texts.append(ACADEMY_TEXT)
    return tuple(texts)


# --- before the roll, and after chance ---------------------------------------------------------------------------


class Expectation:
    """Value positions by expectation over the seat's own rolls, down to where the season search starts."""

    def __init__(self, request: Request, control: Control | None) -> None:
        self.request = request
        self.control = control
        self.known: dict[Hashable, Fraction] = {}

    def value(self, position: Position) -> Fraction:
        """Return the exact gain from the request's position through this one."""
        from solver.run import NoAnswer

        from . import ended, settle, value

        request = self.request
        if position.over or ended(request, position):
            return value(request, position)
        known = self.known.get(position)
        if known is not None:
            return known
        if self.control is not None and self.control.stopped:
            raise NoAnswer
        if outcomes := position.chance():
            outcome = settle(request, position)
            if outcome is not None:
                result = self.value(position.play(outcome))
            else:
                result = sum((chance * self.value(position.play(out)) for out, chance in outcomes), Fraction(0))
        elif position.actor != request.seat:
            result = self.value(position.play(idle(position)))
        elif position.step in SEARCHED and not position.owed:
            season = Season(replace(request, position=position), self.control)
            try:
                best = season.search()
            except Stopped:
                raise NoAnswer from None
            result = value(request, position) + season.exact(best)
        else:
            result, move = self.best(position)
            remember(request, {position.view(request.seat): move})
        self.known[position] = result
        return result

    def best(self, position: Position) -> tuple[Fraction, Move]:
        """Return the best move of a decision, the first of equals, and its value."""
        moves = position.legal_moves()
        worths = [self.value(position.play(move)) for move in moves]
        best = max(worths)
        return best, moves[worths.index(best)]


def solve_before(request: Request, control: Control) -> Answer:
    """Answer a decision before or beside the season search: bonus dice, changes of dice, goods that are owed."""
    from solver.answer import Answer

    position = on_table(request)
    best, move = Expectation(request, control).best(position)
    return Answer(
        moves=(move,),
        value=best,
        bound=best,
        method="search",
        assumptions=(*assumptions(request), "After each roll the best plan for it is played."),
        house=house_values(request, (move,)),
    )


#: Lines that were found, so that a replay need not search again at every decision after chance.
_lines: OrderedDict[Hashable, Move] = OrderedDict()
MOST_LINES = 20_000


def _key(request: Request, position: Position) -> Hashable:
    return (position, request.seat, request.horizon, request.worths)


def remember(request: Request, due: dict[Position, Move]) -> None:
    """Keep where each move of a line is due."""
    for position, move in due.items():
        _lines[_key(request, position)] = move
    while len(_lines) > MOST_LINES:
        _lines.popitem(last=False)


def follow_line(request: Request, position: Position) -> Move:
    """Return the best move in a position reached after chance, from what the seat may know of it."""
    position = position.view(request.seat)
    known = _lines.get(_key(request, position))
    if known is not None:
        return known
    here = replace(request, position=position)
    if position.step in SEARCHED:
        season = Season(here)
        _, due = walk(season, Walk(season, season.search()))
        remember(request, due)
        return due[position]
    # Decisions about dice were remembered when the roll was valued; what was never valued is answered at once.
    return position.legal_moves()[-1 if position.step == "change" else 0]
