"""The part of the season model that puts dice on advisors.

A group of dice is led by one player die, its first: so there is a group for each player die, every group has a
player die, and no two of them are the same. Bonus dice are counted by face.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from .model_rows import Rows, Sum
from .totals import reachable

MARKER_PIPS = 2


class Slot(NamedTuple):
    """Hold one place for a group: an advisor of the board or of the own card, free or opened by the envoy."""

    rank: int
    private: bool
    envoy: bool


class Placing(NamedTuple):
    """Hold the variables of placing: for every group, which slot it takes and whether it takes the marker."""

    slots: tuple[Slot, ...]
    takes: list[list[int]]
    markers: list[int]

    def number(self, slot: Slot) -> Sum:
        """Return how many groups take a slot."""
        return _column(self, self.slots.index(slot))

    def envoys(self) -> Sum:
        """Return how many groups use the envoy."""
        total = Sum()
        for index, slot in enumerate(self.slots):
            if slot.envoy:
                total.add(_column(self, index))
        return total

    def marked(self) -> Sum:
        """Return how many groups use a +2 marker."""
        total = Sum()
        for marker in self.markers:
            total.plus(marker)
        return total


def _column(placing: Placing, index: int) -> Sum:
    total = Sum()
    for takes in placing.takes:
        total.plus(takes[index])
    return total


def open_slots(taken: set[int], private: set[int], envoy: bool, ranks: set[int]) -> tuple[Slot, ...]:
    """List the slots on ``ranks``: free advisors, advisors of the own card, and any advisor with the envoy."""
    slots = []
    for rank in sorted(ranks):
        if rank not in taken:
            slots.append(Slot(rank, False, False))
        if envoy:
            slots.append(Slot(rank, False, True))
        if rank in private:
            slots.append(Slot(rank, True, False))
    return tuple(slots)


def add_dice(
    rows: Rows,
    dice: tuple[int, ...],
    bonus: tuple[int, ...],
    taken: set[int],
    private: set[int],
    *,
    envoy: bool = False,
    marker: bool = False,
    bend: int = 0,
) -> Placing:
    """Add all rules of influencing: dice, exact totals, one +2 marker, one Market, one seat per advisor, envoy."""
    plain, helped = reachable(dice, bonus, marker, bend, 1) if dice else (frozenset(), frozenset())
    slots = open_slots(taken, private, envoy, {ranks[0] for ranks in plain | helped})
    placing = Placing(
        slots,
        [[rows.flag(f"group {lead} on {slot.rank}{_mark(slot)}") for slot in slots] for lead in range(len(dice))],
        [rows.flag(f"group {lead} +2") for lead in range(len(dice))] if marker else [],
    )
    pips = add_totals(rows, dice, bonus, placing, bend)
    add_helpers(rows, placing)
    add_seats(rows, placing, taken)
    total = Sum()
    for takes in placing.takes:
        for flag, slot in zip(takes, slots, strict=True):
            total.plus(flag, slot.rank)
    rows.keep(total.add(placing.marked(), -MARKER_PIPS), None, pips + bend, "influence-exact", redundant=True)
    return placing


def _mark(slot: Slot) -> str:
    return " own" if slot.private else " envoy" if slot.envoy else ""


def add_totals(rows: Rows, dice: tuple[int, ...], bonus: tuple[int, ...], placing: Placing, bend: int) -> int:
    """Hold rules influence-dice, influence-player-die and influence-exact; return all pips."""
    faces = Counter(bonus)
    there = [Sum() for _ in dice]
    for lead, takes in enumerate(placing.takes):
        for flag in takes:
            there[lead].plus(flag)
        rows.keep(there[lead], 0, 1, "influence-dice")
    used = [there[number].copy() for number in range(len(dice))]  # a group uses the die that leads it
    white = {face: Sum() for face in faces}
    market = Sum()
    for lead, face in enumerate(dice):
        total = there[lead].copy()
        total = Sum().add(total, face)
        for number in range(lead + 1, len(dice)):
            flag = rows.flag(f"die {number} in group {lead}")
            rows.keep(Sum().plus(flag).add(there[lead], -1), None, 0, "influence-player-die")
            used[number].plus(flag)
            total.plus(flag, dice[number])
        for face_, number in faces.items():
            count = rows.variable(f"bonus {face_} in group {lead}", 0, number)
            rows.keep(Sum().plus(count).add(there[lead], -number), None, 0, "influence-player-die")
            white[face_].plus(count)
            total.plus(count, face_)
        if placing.markers:
            rows.keep(Sum().plus(placing.markers[lead]).add(there[lead], -1), None, 0, "marker-once")
            total.plus(placing.markers[lead], MARKER_PIPS)
        if bend:
            up, down = rows.variable(f"group {lead} up", 0, bend), rows.variable(f"group {lead} down", 0, bend)
            helped = rows.flag(f"group {lead} market")
            rows.keep(Sum().plus(up).plus(down).plus(helped, -bend), None, 0, "market-once")
            rows.keep(Sum().plus(helped).add(there[lead], -1), None, 0, "market-once")
            market.plus(helped)
            total.plus(up).plus(down, -1)
        for flag, slot in zip(placing.takes[lead], placing.slots, strict=True):
            total.plus(flag, -slot.rank)
        rows.keep(total, 0, 0, "influence-exact")
    for number in range(len(dice)):
        rows.keep(used[number], None, 1, "influence-dice")
    for face, total in white.items():
        rows.keep(total, None, faces[face], "influence-dice")
    if bend:
        rows.keep(market, None, 1, "market-once")
    return sum(dice) + sum(bonus)


def add_helpers(rows: Rows, placing: Placing) -> None:
    """Hold rules marker-once and envoy-held: one +2 marker, and the envoy once."""
    if placing.markers:
        rows.keep(placing.marked(), None, 1, "marker-once")
    if any(slot.envoy for slot in placing.slots):
        rows.keep(placing.envoys(), None, 1, "envoy-held")


def add_seats(rows: Rows, placing: Placing, taken: set[int]) -> None:
    """Hold rules influence-free, envoy-occupied and governor-politician: one group on each slot, the envoy's
    group only where dice lie."""
    for slot in placing.slots:
        number = placing.number(slot)
        if slot.envoy:
            if slot.rank not in taken:
                rows.keep(number.add(placing.number(slot._replace(envoy=False)), -1), None, 0, "envoy-occupied")
        else:
            rows.keep(number, None, 1, "influence-free")


__all__ = ["Placing", "Slot", "add_dice", "add_helpers", "add_seats", "add_totals", "open_slots"]
