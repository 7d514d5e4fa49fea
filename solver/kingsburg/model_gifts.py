"""The part of the season model that takes the advisors' gifts, in the order in which they pay.

What an advisor may give is asked of ``gifts.py``. Goods of one's choice are shared out once for all advisors
between two moments at which it matters what is held: the Alchemist, and a look at the enemy card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .gifts import PLAIN, Chain, Choice, Gifts, State
from .model_rows import Rows, Sum
from .stock import Stock

KINDS = range(3)
DUCHESS = 12


class Paying(NamedTuple):
    """Hold one group that may pay: the advisor, and whether it does (a sum that is 0 or 1)."""

    rank: int
    private: bool
    pays: Sum


class Held(NamedTuple):
    """Hold what the seat has at some moment, as sums: gold, wood and stone, soldiers, +2 markers, points won."""

    goods: tuple[Sum, Sum, Sum]
    soldiers: Sum
    markers: Sum
    points: Sum

    def copy(self) -> Held:
        """Return equal sums that grow by themselves."""
        gold, wood, stone = self.goods
        return Held(
            (gold.copy(), wood.copy(), stone.copy()), self.soldiers.copy(), self.markers.copy(), self.points.copy()
        )

    def take(self, stock: Stock, points: int, times: Sum) -> None:
        """Add what a gift brings, as often as ``times`` says."""
        for kind in KINDS:
            self.goods[kind].add(times, stock[kind])
        self.soldiers.add(times, stock.soldiers)
        self.markers.add(times, stock.markers)
        self.points.add(times, points)


def held_at_first(stock: Stock) -> Held:
    """Return the sums of what a seat has before any gift."""
    goods = (Sum(stock.gold), Sum(stock.wood), Sum(stock.stone))
    return Held(goods, Sum(stock.soldiers), Sum(stock.markers), Sum())


#: Read one group's choice; the list holds goods of one's choice that are left of the common pool, by kind.
Reader = Callable[[Sequence[int], list[int]], Choice]


class Pool(NamedTuple):
    """Hold goods of one's choice: how many of each kind are taken, and who takes from them."""

    kinds: tuple[int, int, int]
    readers: list[tuple[int, Reader]]


class Gifted(NamedTuple):
    """Hold how to read the choices of some paying groups."""

    groups: tuple[Paying, ...]
    pools: list[Pool]

    def read(self, values: Sequence[int]) -> Chain:
        """Return the choices at the groups that pay, in order."""
        choices: dict[int, Choice] = {}
        for pool in self.pools:
            left = [values[kind] for kind in pool.kinds] if pool.kinds != NOTHING else [0, 0, 0]
            for index, reader in pool.readers:
                if self.groups[index].pays.value(values):
                    choices[index] = reader(values, left)
        return tuple(choices[index] for index in sorted(choices))


NOTHING = (-1, -1, -1)


def add_gifts(rows: Rows, gifts: Gifts, groups: Sequence[Paying], held: Held, name: str = "") -> Gifted:
    """Add the gifts of ``groups``, in order, to what is held; return how to read the choices."""
    pools: list[Pool] = []
    readers: list[tuple[int, Reader]] = []
    open_ = Sum()
    for index, group in enumerate(groups):
        if gifts.advisor(group.rank, group.private).exchange:
            pools.append(Pool(share_out(rows, open_, held, name), readers))
            readers, open_ = [(index, add_exchange(rows, group, held, name))], Sum()
        else:
            readers.append((index, add_gift(rows, gifts, group, held, open_, name)))
    pools.append(Pool(share_out(rows, open_, held, name), readers))
    return Gifted(tuple(groups), pools)


def add_gift(rows: Rows, gifts: Gifts, group: Paying, held: Held, open_: Sum, name: str) -> Reader:
    """Hold rules gift-choice and smuggler: exactly one of the ways to take the gift, if the group pays."""
    ways = gifts.add((State(Stock(0, 0, 0, 0, 0, 0), 0, ()),), (group.rank, group.private))
    if len(ways) == 1:
        times = [group.pays]
    else:
        flags = [rows.flag(f"gift {group.rank} way {number}{name}") for number in range(len(ways))]
        total = Sum().add(group.pays, -1)
        for flag in flags:
            total.plus(flag)
        rows.keep(total, 0, 0, "gift-choice")
        times = [Sum().plus(flag) for flag in flags]
    for way, often in zip(ways, times, strict=True):
        held.take(way.stock, way.points, often)
        open_.add(often, way.stock.open_)

    def read(values: Sequence[int], left: list[int]) -> Choice:
        way = next(way for way, often in zip(ways, times, strict=True) if often.value(values))
        choice = way.chain[0]
        if choice[0] != "open" or not choice[1]:
            return choice
        taken = [0, 0, 0]
        for kind in KINDS:
            taken[kind] = min(left[kind], choice[1] - sum(taken))
            left[kind] -= taken[kind]
        return ("take", taken[0], taken[1], taken[2])

    return read


def add_exchange(rows: Rows, group: Paying, held: Held, name: str) -> Reader:
    """Hold rule alchemist: one good that is held by now, for one each of the other kinds; or nothing."""
    flags = [rows.flag(f"exchange {kind}{name}") for kind in KINDS]
    total = Sum().add(group.pays, -1)
    for kind in KINDS:
        total.plus(flags[kind])
        rows.keep(held.goods[kind].copy().plus(flags[kind], -1), 0, None, "alchemist")
    rows.keep(total, None, 0, "alchemist")
    for kind in KINDS:
        for other in KINDS:
            held.goods[other].plus(flags[kind], -1 if other == kind else 1)

    def read(values: Sequence[int], left: list[int]) -> Choice:
        paid = [kind for kind in KINDS if values[flags[kind]]]
        return ("exchange", paid[0], 0, 0) if paid else ("decline", *PLAIN[1:])

    return read


def share_out(rows: Rows, open_: Sum, held: Held, name: str) -> tuple[int, int, int]:
    """Turn goods of one's choice into kinds; return the variables."""
    most = rows.most(open_)
    if most <= 0:
        return NOTHING
    gold, wood, stone = (rows.variable(f"open {good}{name}", 0, most) for good in ("gold", "wood", "stone"))
    rows.keep(Sum().plus(gold).plus(wood).plus(stone).add(open_, -1), 0, 0, "gift-choice")
    for total, kind in zip(held.goods, (gold, wood, stone), strict=True):
        total.plus(kind)
    return gold, wood, stone


# --- the Duke ----------------------------------------------------------------------------------------------------


def add_duke(rows: Rows, groups: Sequence[Paying]) -> tuple[list[Paying], int]:
    """Hold rule governor-duke: the dice of the highest advisor of the board may pay as the Duchess instead.

    ``groups`` are in the order in which they pay. Returns the groups as they pay now, and the flag.
    """
    flag = rows.flag("duke")
    moves = Sum().plus(flag, -1)
    found: list[Paying] = []
    board = [group for group in groups if not group.private]
    for group in groups:
        if group.private:
            found.append(group)
            continue
        moved = rows.flag(f"duke from {group.rank}")
        moves.plus(moved)
        rows.keep(Sum().plus(moved).add(group.pays, -1), None, 0, "governor-duke")
        later = board[board.index(group) + 1 :]
        for other in later:  # of two groups on one advisor the last is moved
            rows.keep(Sum().plus(moved).add(other.pays), None, 1, "governor-duke")
        if group.rank == DUCHESS:
            rows.keep(Sum().plus(flag).add(group.pays), None, 1, "governor-duke")
        found.append(Paying(group.rank, False, group.pays.copy().plus(moved, -1)))
    rows.keep(moves, 0, 0, "governor-duke")
    found.append(Paying(DUCHESS, False, Sum().plus(flag)))
    return sorted(found, key=lambda group: (group.rank, group.private)), flag


__all__ = ["DUCHESS", "Gifted", "Held", "Paying", "add_duke", "add_gifts", "held_at_first", "share_out"]
