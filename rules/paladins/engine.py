"""The methods behind a position: what is legal and why not, play, chance and views."""

from __future__ import annotations

from fractions import Fraction

from rules.edition import unknown_seat
from rules.findings import Finding, IllegalMove

from . import free, inquisition, rounds, solo, turn  # noqa: F401  (they register their questions)
from .moves import Move
from .outcomes import Outcome
from .steps import CHANCES, asked, finding, replace, run
from .values import UNKNOWN, Position


def legal_moves(position: Position) -> tuple[Move, ...]:
    """List the legal moves in a stable order."""
    question = asked(position)
    return question.moves(position) if question is not None else ()


def why_not(position: Position, move: Move) -> tuple[Finding, ...]:
    """Return every rule that a move breaks here."""
    question = asked(position)
    if question is None:
        what = "The game is over." if position.over else "A card is drawn now; nobody decides."
        return (finding("turn-step", what),)
    if type(move) not in question.verbs:
        verbs = ", ".join(verb.__name__ for verb in question.verbs)
        text = f"{getattr(move, 'key', move)!r} is not what is asked now: {question.question}"
        return (finding("turn-step", text, f"Moves here are of the kinds {verbs}."),)
    return tuple(question.check(position, move))


def play(position: Position, move: Move | Outcome) -> Position:
    """Play a legal move or a possible outcome, and run on to the next question."""
    question = asked(position)
    if question is not None:
        if type(move) not in question.verbs or question.check(position, move):
            raise IllegalMove(why_not(position, move))  # type: ignore[arg-type]
        return run(question.apply(position, move))
    answered = CHANCES.get(position.question)
    if answered is None or not isinstance(move, Outcome):
        raise IllegalMove(why_not(position, move))  # type: ignore[arg-type]
    if type(move) is not answered.kind or not answered.possible(position, move):
        outcomes = answered.outcomes(position)
        text = f"{getattr(move, 'key', move)!r} cannot happen here."
        raise IllegalMove((finding("turn-step", text, f"One possible outcome is {outcomes[0][0].key!r}."),))
    return run(answered.apply(position, move))


def chance(position: Position) -> tuple[tuple[Outcome, Fraction], ...]:
    """List the outcomes of a chance node."""
    answered = CHANCES.get(position.question)
    return answered.outcomes(position) if answered is not None else ()


def view(position: Position, seat: int) -> Position:
    """Hide what a seat may not know (rule paladin-secret): others' hands, decks, and paladins not yet revealed."""
    if type(seat) is not int or not 0 <= seat < len(position.seats):
        raise unknown_seat(seat, len(position.seats))
    choosing = position.step == "paladin"
    seats = tuple(
        other
        if number == seat
        else replace(
            other,
            hand=(UNKNOWN,) * len(other.hand),
            top=UNKNOWN if other.top else "",
            under=(UNKNOWN,) * len(other.under),
            paladin=UNKNOWN if choosing and other.paladin else other.paladin,
        )
        for number, other in enumerate(position.seats)
    )
    return replace(position, seats=seats)


__all__ = ["chance", "legal_moves", "play", "view", "why_not"]
