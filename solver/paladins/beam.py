"""A first good line: a narrow beam of lines, each step judged by what is won and what is still in hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rules.paladins.greedy import weigh
from rules.paladins.moves import Move, Pass
from rules.paladins.values import ROUNDS, Position

from .items import key_of
from .line import Belief, Halted, Walker, own_question

if TYPE_CHECKING:
    from solver.control import Control

WIDTH = 10  #: lines that are kept after each move
TRIES = 7  #: moves that are tried from each of them
DEPTH = 16

Line = tuple[Move, ...]


def beam(walker: Walker, line: Line, control: Control, width: int = WIDTH) -> list[tuple[Fraction, Line, Belief]]:
    """Return the best lines that continue ``line``, best first, with the beliefs in which they stop."""
    try:
        first = walker.walk(line)
        if first is None:
            return []
        ends: list[tuple[Fraction, Line, Belief]] = [(walker.value(first), line, first)]
    except Halted:
        return []
    front: list[tuple[Line, Belief]] = [(line, first)]
    for _ in range(DEPTH):
        children: list[tuple[float, int, Line, Belief]] = []
        seen: set[frozenset[Position]] = set()
        for moves, belief in front:
            if control.stopped:
                break
            for move in candidates(walker, belief):
                try:
                    after = walker.play(belief, move)
                    if after is None or (state := frozenset(after)) in seen:
                        continue
                    value = walker.value(after)
                except Halted:
                    break
                seen.add(state)
                ends.append((value, (*moves, move), after))
                children.append((float(value) + hope(walker, after), -len(children), (*moves, move), after))
        children.sort(key=lambda child: child[:2], reverse=True)
        front = [(moves, belief) for _, _, moves, belief in children[:width]]
        if not front:
            break
    ends.sort(key=lambda end: end[0], reverse=True)
    return ends[:width]


def candidates(walker: Walker, belief: Belief) -> list[Move]:
    """List the moves to try: one payment of each item, the most promising first."""
    request = walker.request
    first = next(iter(belief))
    if not own_question(request, first):
        turn = first
    elif all(own_question(request, other) and other.question == first.question for other in belief):
        return list(first.legal_moves())[:TRIES]
    else:
        turn = next((position for position in belief if not own_question(request, position)), first)
        if own_question(request, turn):
            return []
    if turn.actor != request.seat:
        return []
    legal = turn.legal_moves()
    weights = weigh(turn, legal)
    ranked = sorted(
        range(len(legal)), key=lambda place: (-weights[place], getattr(legal[place], "workers", "").count("X"), place)
    )
    kept: dict[object, Move] = {}
    for place in ranked:
        move = legal[place]
        if not isinstance(move, Pass):
            key = (key_of(turn, move), getattr(move, "action", ""))
            kept.setdefault(key, move)
            if len(kept) >= TRIES:
                break
    return list(kept.values())


def hope(walker: Walker, belief: Belief) -> float:
    """Guess what is still to be won with what is in hand."""
    position = next(iter(belief))
    seat = position.seats[walker.request.seat]
    last = position.round == ROUNDS
    each = 0.9 if last else 0.6
    return each * len(seat.workers) + 0.25 * min(seat.silver, 8) + 0.3 * min(seat.provisions, 6)
