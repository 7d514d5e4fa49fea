"""Which advisors a seat's dice can reach together: all groups of dice at once, as sets of bits.

A seat has at most three player dice and every group needs one, so there are at most three groups. The totals of
up to three groups are one bit in a large integer, at total1 + 32 total2 + 1024 total3; to add a die to a group
shifts all bits at once. So twelve dice cost no more than a few dozen shifts, and the totals that can be reached
are exact.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement

WIDTH = 32  #: bits per group: totals up to TOP stay below it, and so does one more die
TOP = 23  #: totals kept on the way: the highest rank, and what a Market (at most 3) and a +2 marker take off again
HIGHEST = 18


@lru_cache(maxsize=16)
def _valid(groups: int, lowest: int, highest: int) -> int:
    """Return the bits whose totals are all between ``lowest`` and ``highest``."""
    totals = range(lowest, highest + 1)
    bits = sum(1 << total for total in totals)
    for column in range(1, groups):
        bits = sum(bits << (total * WIDTH**column) for total in totals)
    return bits


@lru_cache(maxsize=4)
def _ascending(groups: int) -> int:
    """Return the bits whose totals are ranks in rising order: sets of groups know no order."""
    bits = 0
    for ranks in combinations_with_replacement(range(1, HIGHEST + 1), groups):
        bits |= 1 << sum(rank * WIDTH**column for column, rank in enumerate(ranks))
    return bits


def _starts(dice: tuple[int, ...], groups: int) -> int:
    """Return the totals of ``groups`` groups made of player dice alone, each with at least one."""
    numbers = range(len(dice))
    found = 0

    def extend(free: frozenset[int], made: int, bit: int) -> None:
        nonlocal found
        if made == groups:
            found |= 1 << bit
            return
        for size in range(1, len(free) + 1):
            for chosen in combinations(sorted(free), size):
                total = sum(dice[number] for number in chosen)
                extend(free - set(chosen), made + 1, bit + total * WIDTH**made)

    extend(frozenset(numbers), 0, 0)
    return found


@lru_cache(maxsize=4096)
def stages(dice: tuple[int, ...], bonus: tuple[int, ...], groups: int) -> tuple[int, ...]:
    """Return the reachable totals after each bonus die: the first entry without any, the last with all."""
    valid = _valid(groups, 0, TOP)
    bits = _starts(dice, groups) & valid
    found = [bits]
    for face in bonus:
        more = bits
        for column in range(groups):
            more |= bits << (face * WIDTH**column)
        bits = more & valid
        found.append(bits)
    return tuple(found)


def _shifted(bits: int, groups: int, amount: int) -> int:
    """Return the totals after one group (any of them) is raised or lowered by ``amount``."""
    found = 0
    for column in range(groups):
        step = abs(amount) * WIDTH**column
        found |= bits << step if amount > 0 else bits >> step
    return found & _valid(groups, 0, TOP)


@lru_cache(maxsize=4096)
def reachable(
    dice: tuple[int, ...], bonus: tuple[int, ...], marker: bool, market: int, groups: int
) -> tuple[frozenset[tuple[int, ...]], frozenset[tuple[int, ...]]]:
    """Return the sorted ranks that ``groups`` groups can reach without a +2 marker, and those that need one.

    ``market`` is how far the Market may bend one total. Both helpers may act on one group or on two.

    >>> sorted(reachable((3, 5), (), False, 0, 2)[0]), sorted(reachable((3, 5), (), True, 0, 1)[1])
    ([(3, 5)], [(7,), (10,)])
    """
    base = stages(dice, bonus, groups)[-1]
    bends = (*range(-market, 0), *range(1, market + 1))
    plain = base
    for bend in bends:
        plain |= _shifted(base, groups, bend)
    without = _ranks(plain, groups)
    if not marker:
        return without, frozenset()
    raised = _shifted(base, groups, 2)
    helped = raised
    for bend in bends:
        helped |= _shifted(raised, groups, bend)
    return without, _ranks(helped, groups) - without


def _ranks(bits: int, groups: int) -> frozenset[tuple[int, ...]]:
    """List the sorted ranks of all set bits whose totals are ranks of advisors."""
    bits &= _ascending(groups)
    found = []
    while bits:
        low = bits & -bits
        bits ^= low
        index = low.bit_length() - 1
        found.append(tuple((index >> (5 * column)) & (WIDTH - 1) for column in range(groups)))
    return frozenset(found)


# --- back from ranks to dice -------------------------------------------------------------------------------------

#: One group of dice: its rank, player dice, bonus dice, marker, bend of the Market.
Group = tuple[int, tuple[int, ...], tuple[int, ...], bool, int]


def assign(
    dice: tuple[int, ...], bonus: tuple[int, ...], ranks: tuple[int, ...], marker: bool, market: int
) -> tuple[Group, ...] | None:
    """Find dice for the groups on ``ranks``, with a +2 marker on one of them if ``marker``; None if there are none.

    The fewest helpers are used: the Market only where it is needed.
    """
    groups = len(ranks)
    bends = (0, *(bend for size in range(1, market + 1) for bend in (-size, size)))
    for bend in bends:
        for bent in range(groups) if bend else (0,):
            for marked in range(groups) if marker else (-1,):
                totals = [rank - bend * (number == bent) - 2 * (number == marked) for number, rank in enumerate(ranks)]
                if min(totals) < 1 or max(totals) > TOP:
                    continue
                found = _split(dice, bonus, tuple(totals))
                if found is not None:
                    return tuple(
                        (rank, *found[number], number == marked, bend if number == bent else 0)
                        for number, rank in enumerate(ranks)
                    )
    return None


def _split(
    dice: tuple[int, ...], bonus: tuple[int, ...], totals: tuple[int, ...]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]] | None:
    """Split dice into groups with exactly these totals; walk the stages backward, die by die."""
    groups = len(totals)
    bits = stages(dice, bonus, groups)
    index = sum(total * WIDTH**column for column, total in enumerate(totals))
    if not bits[-1] >> index & 1:
        return None
    white: list[list[int]] = [[] for _ in totals]
    rest = list(totals)
    for number in range(len(bonus) - 1, -1, -1):
        if bits[number] >> index & 1:
            continue  # this die is not needed
        for column in range(groups):
            if rest[column] >= bonus[number]:
                before = index - bonus[number] * WIDTH**column
                if bits[number] >> before & 1:
                    white[column].append(bonus[number])
                    rest[column] -= bonus[number]
                    index = before
                    break
    own = _split_own(dice, tuple(rest))
    assert own is not None
    return [(group, tuple(sorted(faces))) for group, faces in zip(own, white, strict=True)]


def _split_own(dice: tuple[int, ...], totals: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """Split player dice into nonempty groups with these totals; dice may be left."""
    if not totals:
        return []
    for size in range(1, len(dice) + 1):
        for chosen in combinations(range(len(dice)), size):
            if sum(dice[number] for number in chosen) == totals[0]:
                left = tuple(face for number, face in enumerate(dice) if number not in chosen)
                rest = _split_own(left, totals[1:])
                if rest is not None:
                    return [tuple(sorted(dice[number] for number in chosen)), *rest]
    return None
