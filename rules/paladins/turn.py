"""A turn: one of the twelve actions, a favour of the king, or passing; and which unused workers stay.

Sources: rulebook pages 8, 10, 12 and 24.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rules.findings import Finding

from . import left, naming, outsiders, right
from .left import not_yours, short_of
from .moves import Favour, Keep, Move, Pass
from .steps import DECISIONS, TURN, Act, Decision, automatic, finding, pending, prepare, replace, with_seat
from .values import LEFT, ROUNDS, Position, Seat
from .workers import described, fits, groups, holds, is_group, named, one_or_both, payments, removed

if TYPE_CHECKING:
    from .game import Game

KEPT = 3
Some = Callable[[tuple[str, ...]], tuple[str, ...]]


def every(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Choose every group of workers."""
    return groups


# --- favours of the king (rules favour-once, favour-cost) ---------------------------------------------------------


def favour_moves(position: Position, seat: Seat, some: Some = every) -> list[Move]:
    """List workers and favours that nobody has used this round."""
    found: list[Move] = []
    rows, spelled = position.game.catalogue.favours, position.game.spelled[Favour]
    for card, guest in zip(position.favours, position.hired, strict=True):
        row = rows[card]
        if not guest and seat.silver >= row.silver and seat.provisions >= row.provisions:
            found += spelled.aimed(some(payments(seat.workers, row.worker)), (card,))
    return found


def check_favour(position: Position, seat: Seat, move: Favour) -> list[Finding]:
    """Check the card, the worker and the costs."""
    found = []
    if not is_group(move.workers) or not holds(seat.workers, move.workers):
        found.append(not_yours(seat, move.workers))
    if move.card not in position.favours:
        cards = ", ".join(naming.favour_name(position, card) for card in position.favours) or "none"
        text = f"{naming.favour_name(position, move.card)} is no favour that lies open."
        return [*found, finding("favour-open", text, f"Open are: {cards}.")]
    if position.hired[position.favours.index(move.card)]:
        text = "A worker stands there already; each favour is used once a round, by one player."
        found.append(finding("favour-once", text))
    row = position.game.catalogue.favours[move.card]
    if not fits(move.workers, row.worker):
        found.append(finding("worker-spaces", f"This favour takes {described(row.worker)}.", workers=len(move.workers)))
    if seat.silver < row.silver:
        found.append(short_of("favour-cost", "silver", row.silver, seat.silver))
    if seat.provisions < row.provisions:
        found.append(short_of("favour-cost", "provisions", row.provisions, seat.provisions))
    return found


def use_favour(position: Position, number: int, move: Favour) -> Position:
    """Put the worker there, pay, and gain."""
    row = position.game.catalogue.favours[move.card]
    seat = position.seats[number]
    seat = replace(
        seat,
        workers=removed(seat.workers, move.workers),
        silver=seat.silver - row.silver,
        provisions=seat.provisions - row.provisions,
        unpaid=seat.unpaid + row.debt,
    )
    place = position.favours.index(move.card)
    hired = (*position.hired[:place], move.workers, *position.hired[place + 1 :])
    return with_seat(position, number, seat, hired=hired, pending=pending(number, row.gain))


TURN[Favour] = Act(check_favour, use_favour)

# --- passing (rules pass-clear, pass-keep) --------------------------------------------------------------------------


def pass_turn(position: Position, number: int) -> Position:
    """Clear the own board; up to three unused workers stay, in the last round none is of use."""
    seat = position.seats[number]
    more = len(seat.workers) > KEPT
    last = position.round == ROUNDS
    seat = replace(seat, placed=("",) * 12, workers="" if last else seat.workers)
    waits = ((number, "keep"),) if more and not last else ()
    return with_seat(position, number, seat, pending=waits, queue=position.queue[1:])


def keep_moves(position: Position) -> tuple[Move, ...]:
    """List the groups of three. Fewer than three may be kept, but a worker never harms (rule pass-keep)."""
    return tuple(Keep(group) for group in groups(position.seats[position.pending[0][0]].workers, KEPT))


def check_keep(position: Position, move: Keep) -> list[Finding]:
    """Refuse any other number, and workers that the seat does not have."""
    seat = position.seats[position.pending[0][0]]
    if len(move.workers) == KEPT and is_group(move.workers) and holds(seat.workers, move.workers):
        return []
    said = naming.workers_words(move.workers) if is_group(move.workers) else repr(move.workers)
    text = f"You keep three of your unused workers: {named(seat.workers)}; you name {said}."
    return [finding("pass-keep", text, "Name three of them.", kept=KEPT, owned=len(seat.workers))]


def keep(position: Position, move: Keep) -> Position:
    """Return the others to the supply."""
    number = position.pending[0][0]
    seat = replace(position.seats[number], workers=move.workers)
    return with_seat(position, number, seat, pending=position.pending[1:])


@prepare("keep")
def ready_keep(position: Position) -> Position | None:
    """Ask only a seat with more than three unused workers."""
    if len(position.seats[position.pending[0][0]].workers) > KEPT:
        return None
    return replace(position, pending=position.pending[1:])


DECISIONS["keep"] = Decision("Choose three unused workers to keep.", (Keep,), keep_moves, check_keep, keep)

# --- the turn (rules turn-one, turn-seat) ---

PASS = (Pass(),)
#: The twelve actions in their order: which groups of workers fill their spaces, and how their moves are listed.
LISTED = (
    (payments, left.develop_moves),
    (one_or_both, left.recruit_moves),
    (one_or_both, left.hunt_moves),
    (one_or_both, left.trade_moves),
    (payments, left.pray_moves),
    (payments, left.conspire_moves),
    (payments, right.commission_moves),
    (payments, right.fortify_moves),
    (payments, right.garrison_moves),
    (payments, right.absolve_moves),
    (payments, outsiders.attack_moves),
    (payments, outsiders.convert_moves),
)


@lru_cache(maxsize=4_096)
def open_spaces(game: Game, workshops: tuple[int, ...]) -> tuple[str, ...]:
    """List the spaces that the twelve actions of a seat have, by what its workshops cover."""
    masks = (0,) * LEFT + workshops
    return tuple([right.uncovered(row.spaces, mask) for row, mask in zip(game.actions, masks, strict=True)])


def turn_moves(position: Position, some: Some = every) -> tuple[Move, ...]:
    """List every action that the seat can do now, and to pass.

    ``some`` chooses among the groups of workers that can do an action; without it all of them are listed.
    """
    seat = position.seats[position.queue[0]]
    if not seat.workers:
        return PASS
    found: list[Move] = []
    workers = seat.workers
    spaces = open_spaces(position.game, seat.workshops)
    for standing, empty, (fill, moves) in zip(seat.placed, spaces, LISTED, strict=True):
        if not standing and (groups := fill(workers, empty)):  # rules action-once, worker-spaces
            found += moves(position, seat, some(groups))
    if position.favours:
        found += favour_moves(position, seat, some)
    found += PASS
    return tuple(found)


def check_turn(position: Position, move: Any) -> list[Finding]:
    """Check the verb's own rules."""
    act = TURN.get(type(move))
    return [] if act is None else act.check(position, position.seats[position.queue[0]], move)


def take_turn(position: Position, move: Any) -> Position:
    """Do it; the next seat follows, or the solo opponent."""
    number = position.queue[0]
    if isinstance(move, Pass):
        return replace(pass_turn(position, number), step="next")
    position = TURN[type(move)].apply(position, number, move)
    return replace(position, queue=(*position.queue[1:], number), step="next")


DECISIONS["action"] = Decision(
    "Do one action, use a favour, or pass.", (*TURN, Pass), turn_moves, check_turn, take_turn
)


@automatic("next")
def next_turn(position: Position) -> Position:
    """Go on with the opponent's answer, the next seat, or the end of the round."""
    opponent = position.opponent
    if opponent is not None and not opponent.resting and opponent.workers:
        return replace(position, step="plan")
    return after_answer(position)


@automatic("answered")
def after_answer(position: Position) -> Position:
    """Go on with the next seat; solo, the opponent goes on alone when the player has passed."""
    if position.queue:
        return replace(position, step="action")
    opponent = position.opponent
    if opponent is not None and not opponent.resting and opponent.workers:
        return replace(position, step="plan")
    return replace(position, step="reset")
