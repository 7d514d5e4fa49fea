"""The methods behind a position: the table of its steps at work, scores and views."""

from __future__ import annotations

from random import Random

from rules.arguments import check_seat
from rules.score import Score, rank_scores

from . import build, dice, favour, gifts, influence, winter  # noqa: F401  (they register their steps)
from .favour import OWED
from .steps import CHANCES, DECISIONS, Chance, Decision, replace
from .values import NO_MARKER, SOURCES, UNKNOWN, UNKNOWN_MARKER, Position


def decision(position: Position) -> Decision | None:
    """Return what is being asked, or None at a chance node and at the end."""
    return OWED if position.owed else DECISIONS.get(position.step)


def drawn(position: Position) -> Chance | None:
    """Return what dice or cards decide now, or None at a decision and at the end."""
    return None if position.owed else CHANCES.get(position.step)


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
    seat = check_seat(seat, len(position.seats))
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


def imagine(position: Position, seat: int, random: Random) -> Position:
    """Leave the enemy card that a seat has not seen to chance, and deal the governors that others hold anew."""
    seen = view(position, seat)
    others = [number for number in range(len(position.seats)) if number != seat]
    pool = [card for number in others for card in position.seats[number].hand]
    random.shuffle(pool)
    seats = list(position.seats)
    for number in others:
        seats[number] = replace(seats[number], hand=tuple(pool.pop() for _ in seats[number].hand))
    return replace(position, seats=tuple(seats), enemy=seen.enemy)


def hidden_army(army: tuple[int, ...], chosen: int) -> tuple[int, ...]:
    """Return the markers a seat had before its secret choice, since the choice itself is not known."""
    return tuple(sorted((*army, chosen))) if chosen >= 0 else army


def revealed(position: Position) -> bool:
    """Say whether the enemy card lies face up: while goods are taken or lost after the battle."""
    return position.phase == 8 and bool(position.owed)
