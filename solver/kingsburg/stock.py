"""What a seat holds after the gifts, and how it is spent: goods of one's choice stay open until they must be a kind."""

from __future__ import annotations

from typing import NamedTuple

from rules.kingsburg.catalogue import Cell
from rules.kingsburg.moves import GOODS


class Stock(NamedTuple):
    """Hold what a seat has after the gifts. ``open_`` goods may still become any kind."""

    gold: int
    wood: int
    stone: int
    open_: int
    soldiers: int
    markers: int


def workshop_price(cell: Cell) -> tuple[int, int, int]:
    """Return what one use of a workshop costs."""
    row = cell.building
    return tuple(row.pay_number * (good == row.pay) for good in GOODS)  # type: ignore[return-value]


def spend(stock: Stock, cost: tuple[int, int, int]) -> Stock | None:
    """Pay a cost, open goods only where a kind is short; None if it cannot be paid."""
    gold, wood, stone = stock.gold - cost[0], stock.wood - cost[1], stock.stone - cost[2]
    open_ = stock.open_
    if gold < 0:
        open_ += gold
        gold = 0
    if wood < 0:
        open_ += wood
        wood = 0
    if stone < 0:
        open_ += stone
        stone = 0
    return None if open_ < 0 else Stock(gold, wood, stone, open_, stock.soldiers, stock.markers)


def kept_mixes(stock: Stock, exact: bool) -> list[tuple[int, int, int]]:
    """List what may be kept when recruiting: every mix where kinds matter, else one mix per number of goods.

    Where kinds do not matter, stone is paid first, then wood, then gold, and open goods count as gold.
    """
    gold, wood, stone, open_ = stock[:4]
    if exact:
        return [
            (g, w, s)
            for g in range(gold + open_ + 1)
            for w in range(wood + open_ + 1)
            for s in range(stone + open_ + 1)
            if max(0, g - gold) + max(0, w - wood) + max(0, s - stone) <= open_
        ]
    found = []
    gold += open_
    for number in range(gold + wood + stone + 1):
        g = min(gold, number)
        w = min(wood, number - g)
        found.append((g, w, number - g - w))
    return found
