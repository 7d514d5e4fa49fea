"""A quick appraisal of a position for one seat: points, and tenths of a point for what is held."""

from __future__ import annotations

from .values import Position

#: Tenths of a point that a thing is worth to a greedy player; only the order of moves hangs on them.
GOOD, SOLDIER, MARKER, DIE = 5, 4, 6, 1


def appraise(position: Position, seat: int) -> int:
    """Return points and holdings of ``seat`` in tenths of a point; dice on advisors count what they will bring.

    A group on an advisor counts the gift to come, so that the greedy policy sees why it places dice.
    """
    own = position.seats[seat]
    value = 10 * own.total + GOOD * own.goods + SOLDIER * own.soldiers + MARKER * own.markers
    value += DIE * (len(own.dice) + len(own.bonus))
    for group in position.placements[position.paid :]:
        if group.seat == seat:
            value += gift_worth(position, group.rank)
    for waiting, goods in position.owed:
        value += GOOD * goods * (waiting == seat)
    if position.phase < 8 and position.year == 5 and position.step != "over":
        value += 2 * own.soldiers
    return value


def gift_worth(position: Position, rank: int) -> int:
    """Return a gift's worth in tenths of a point."""
    advisor = position.game.advisors[rank - 1]
    gift = advisor.choose[0] if advisor.choose else advisor.gift
    goods = gift.gold + gift.wood + gift.stone + gift.any + advisor.exchange
    points = gift.points - advisor.pays_points
    return GOOD * goods + SOLDIER * gift.soldiers + MARKER * gift.markers + 10 * points
