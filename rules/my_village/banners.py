"""Step II of a turn: what may be done with the banner value.

One black banner, or the banner "?", or any number of white banners. Each verb registers its checks, its candidates and
what it does in :data:`BLACK` or :data:`WHITE`; this module asks the questions.

Source: rulebook pages 4 to 7 (step II).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.findings import Finding

from .moves import Done, Move
from .steps import DECISIONS, Decision, automatic, finding, replace
from .values import Position, Seat


class Verb(NamedTuple):
    """Hold one verb of step II: its legal moves at the present value, checks, and what it does.

    ``moves`` lists exactly what ``check`` allows, without asking it, for random play spends its time here. After
    ``apply`` the pending questions are answered, then the turn ends (black) or asks for more (white).
    """

    moves: Callable[[Position, Seat], Sequence[Move]]
    check: Callable[[Position, Seat, Any], list[Finding]]
    apply: Callable[[Position, int, Any], Position]


BLACK: dict[type, Verb] = {}
WHITE: dict[type, Verb] = {}
ANYTIME: dict[type, Verb] = {}  #: what may be done before and between banners


def _legal(position: Position, *tables: dict[type, Verb]) -> list[Move]:
    """List what some verbs allow."""
    seat = position.seats[position.acting]
    found: list[Move] = []
    for table in tables:
        for verb in table.values():
            found += verb.moves(position, seat)
    return found


def banner_moves(position: Position) -> tuple[Move, ...]:
    """List what the value can be used for."""
    return tuple(_legal(position, BLACK, WHITE, ANYTIME))


def white_moves(position: Position) -> tuple[Move, ...]:
    """List the further white banners, and to be done."""
    return (*_legal(position, WHITE, ANYTIME), Done())


def check_banner(position: Position, move: Move) -> list[Finding]:
    """Say what stands in the way of using the value so."""
    if type(move) is Done:
        text = "The value must be used for a black banner, for white ones, or for the banner '?'."
        return [finding("banner-must", text, "The banner '?' is always possible: headman stay.")]
    return verb_of(move).check(position, position.seats[position.acting], move)


def check_white(position: Position, move: Move) -> list[Finding]:
    """Say what stands in the way of activating one more white banner."""
    if type(move) is Done:
        return []
    if type(move) in BLACK:
        text = "White banners have been activated in this turn, so no black one can be any more."
        return [finding("banner-one-black", text, "Activate further white banners, or say done.")]
    return verb_of(move).check(position, position.seats[position.acting], move)


def verb_of(move: Move) -> Verb:
    """Return checks and effect of a move of step II."""
    kind = type(move)
    return BLACK.get(kind) or WHITE.get(kind) or ANYTIME[kind]


def apply_banner(position: Position, move: Move) -> Position:
    """Do what a move says, and name the step that follows once its questions are answered."""
    kind = type(move)
    if kind is Done:
        return replace(position, step="death")
    after = verb_of(move).apply(position, position.acting, move)
    if kind in ANYTIME:
        return after if position.step == "banner" else replace(after, step="again")
    return replace(after, step="death" if kind in BLACK else "again")


@automatic("again")
def again(position: Position) -> Position:
    """Ask for more white banners in any order (rule white-order), until the meeting place was used or none is left.

    A plow that could still be placed does not keep the turn open: it can be placed before the next banner as well.
    """
    seat = position.seats[position.acting]
    more = "meeting" not in position.used and any(verb.moves(position, seat) for verb in WHITE.values())  # white-last
    return replace(position, step="white" if more else "death")


def ask(verbs: tuple[type, ...]) -> None:
    """Register the two questions, once all verbs are known.

    Moves are listed in the order of ``verbs``, whichever module was imported first.
    """
    for table in (BLACK, WHITE, ANYTIME):
        for verb in verbs:
            if verb in table:
                table[verb] = table.pop(verb)
    DECISIONS["banner"] = Decision(
        "Use the value: one black banner, any white ones, or the banner '?'.",
        (*verbs, Done),
        banner_moves,
        check_banner,
        apply_banner,
    )
    DECISIONS["white"] = Decision(
        "Activate further white banners with this value, or say done.",
        (*verbs, Done),
        white_moves,
        check_white,
        apply_banner,
    )
