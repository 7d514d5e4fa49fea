"""Points of one seat, itemised by where they come from."""

from __future__ import annotations

import msgspec


class Score(msgspec.Struct, frozen=True):
    """Hold one seat's points: ``sources`` add up to ``total``.

    ``rank`` is 1 for the leader (shared when nothing breaks the tie); ``ties`` are the numbers that break
    ties, in the order in which they are compared, by name.
    """

    seat: int
    total: int
    sources: dict[str, int]
    rank: int
    ties: dict[str, int] = {}


def rank_scores(totals: list[tuple[int, ...]]) -> list[int]:
    """Give each row of comparable numbers its place: 1 plus how many rows are strictly better.

    >>> rank_scores([(30, 2), (31, 0), (30, 2)])
    [2, 1, 2]
    """
    return [1 + sum(other > row for other in totals) for row in totals]
