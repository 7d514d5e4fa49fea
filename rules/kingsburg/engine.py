"""The methods behind a position: what is legal and why not, play, chance, scores and views."""

from __future__ import annotations

from fractions import Fraction

from rules.edition import unknown_seat
from rules.findings import Finding, IllegalMove, RulesError
from rules.score import Score, rank_scores

from . import build, dice, favour, gifts, influence, winter  # noqa: F401  (they register their steps)
from .favour import OWED
from .moves import Move, Outcome
from .steps import CHANCES, DECISIONS, Decision, finding, replace, run
from .values import NO_MARKER, SOURCES, UNKNOWN, UNKNOWN_MARKER, Position


def decision(position: Position) -> Decision | None:
    """Return what is being asked, or None at a chance node and at the end."""
    return OWED if position.owed else DECISIONS.get(position.step)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """List the legal moves in a stable order."""
    asked = OWED if position.owed else DECISIONS.get(position.step)
    return asked.moves(position) if asked is not None else ()


def why_not(position: Position, move: Move) -> tuple[Finding, ...]:
    """Return every rule that a move breaks here."""
    asked = OWED if position.owed else DECISIONS.get(position.step)
    if asked is None:
        what = "The game is over." if position.over else "Dice or cards decide now, nobody else."
        return (finding("turn-step", what),)
    if not isinstance(move, asked.verbs):
        verbs = ", ".join(verb.__name__ for verb in asked.verbs)
        text = f"{getattr(move, 'key', move)!r} is not what is asked now: {asked.question}"
        return (finding("turn-step", text, f"Moves here are of the kinds {verbs}."),)
    return tuple(asked.check(position, move))


def play(position: Position, move: Move | Outcome) -> Position:
    """Play a legal move or a possible outcome, and run on to the next question."""
    asked = OWED if position.owed else DECISIONS.get(position.step)
    if asked is not None:
        if not isinstance(move, asked.verbs) or asked.check(position, move):
            raise IllegalMove(why_not(position, move))  # type: ignore[arg-type]
        return run(asked.apply(position, move))
    answered = CHANCES.get(position.step)
    if answered is None or not isinstance(move, Outcome):
        raise IllegalMove(why_not(position, move))  # type: ignore[arg-type]
    outcomes = answered.outcomes(position)
    if type(move) is not type(outcomes[0][0]) or not any(move == outcome for outcome, _ in outcomes):
        text = f"{getattr(move, 'key', move)!r} cannot happen here."
        raise IllegalMove((finding("turn-step", text, f"One possible outcome is {outcomes[0][0].key!r}."),))
    return run(answered.apply(position, move))


def chance(position: Position) -> tuple[tuple[Outcome, Fraction], ...]:
    """List the outcomes of a chance node."""
    if position.owed:
        return ()
    answered = CHANCES.get(position.step)
    return answered.outcomes(position) if answered is not None else ()


def scores(position: Position) -> tuple[Score, ...]:
    """Itemise every seat's points; ties are broken by goods, then buildings (rules game-end, tie-break)."""
    rows = [(seat.total, seat.goods, seat.buildings) for seat in position.seats]
    return tuple(
        Score(
            number, row[0], dict(zip(SOURCES, seat.points, strict=True)), rank, {"goods": row[1], "buildings": row[2]}
        )
        for number, (seat, row, rank) in enumerate(zip(position.seats, rows, rank_scores(list(rows)), strict=True))
    )


def view(position: Position, seat: int) -> Position:
    """Hide what a seat may not know (rules open-information, peek-secret): an enemy card it has not seen, and
    others' choices and dealt hands."""
    if type(seat) is not int or not 0 <= seat < len(position.seats):
        raise unknown_seat(seat, len(position.seats))
    choosing = position.step == "governor"
    seats = []
    for number, other in enumerate(position.seats):
        if number != seat and (choosing or other.chosen != NO_MARKER):
            other = replace(
                other,
                hand=(UNKNOWN,) * len(other.hand),
                governor=UNKNOWN if choosing and other.governor else other.governor,
                chosen=UNKNOWN_MARKER if other.chosen != NO_MARKER else NO_MARKER,
                army=hidden_army(other.army, other.chosen),
            )
        seats.append(other)
    seen = not position.enemy or seat in position.peeked or position.step in ("losses", "over") or revealed(position)
    return replace(position, seats=tuple(seats), enemy=position.enemy if seen else "")


def hidden_army(army: tuple[int, ...], chosen: int) -> tuple[int, ...]:
    """Return the markers a seat had before its secret choice, since the choice itself is not known."""
    return tuple(sorted((*army, chosen))) if chosen >= 0 else army


def revealed(position: Position) -> bool:
    """Say whether the enemy card lies face up: while goods are taken or lost after the battle."""
    return position.phase == 8 and bool(position.owed)


__all__ = ["RulesError", "chance", "decision", "legal_moves", "play", "scores", "view", "why_not"]
