"""Two searches over the forecast's rules in plain Python: every schedule, with memory, where few seasons are left;
and a beam of schedules, which gives a first plan at once where many are."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg.catalogue import Cell
from rules.kingsburg.moves import GOODS

from .forecast_frame import Frame, Year
from .forecast_play import Play, mixes
from .forecast_values import Act, Held, Schedule

if TYPE_CHECKING:
    from solver.control import Control

LOOK = 64  #: acts between two looks at the clock

#: What one of a thing is taken to be worth in points by the beam, in each season that is left.
ENGINE = {
    "farms": 0.5,
    "guild": 0.5,
    "embassy": 1.0,
    "town_hall": 0.45,
    "market": 0.25,
    "statue": 0.12,
    "chapel": 0.12,
    "stable": 0.15,
    "barracks": 0.3,
    "crane": 0.2,
    "inn": 0.15,
    "stone_wall": 0.15,
    "workshop": 0.2,
    "mint": 0.25,
}
GOOD = 0.5


#: A schedule in the beam: promise turned round and number (for sorting), value in parts, the seat, the schedule.
Row = tuple[float, int, int, Held, Schedule]


class Stopped(Exception):
    """Say that the control stopped the search before it was done."""


class Best(NamedTuple):
    """Hold the best continuation: its value in parts and what is done in each season."""

    value: int
    acts: tuple[Act, ...]


class Acts:
    """List what a seat can do in one season."""

    def __init__(self, play: Play, thrifty: bool = False) -> None:
        frame = play.frame
        self.play = play
        self.frame = frame
        self.thrifty = thrifty  #: only one way to pay for what may be paid in any kind
        self.years = {year.turn: year for year in frame.years}
        self.worths = [frame.exact(frame.worths[good]) for good in GOODS]

    def season(self, turn: int, held: Held) -> Iterator[tuple[Act, Held, int]]:
        """List the acts of a later season with the seat after each, and the parts that each wins."""
        play = self.play
        for marker in (False, True) if self.frame.figures["marker"] else (False,):
            earned = play.earn(turn, held, marker)
            if earned is None:
                continue
            for works, worked, gain in self.works(earned):
                for cells, built, points in self.builds(worked):
                    closed, more = play.close(turn, built)
                    act = Act(marker=marker, works=works, cells=cells)
                    for last, after, rest in self.close(turn, closed):
                        full = act._replace(hall=last.hall, paid=last.paid, markers=last.markers, army=last.army)
                        yield full, after, gain + points + more + rest

    def present(self, held: Held) -> Iterator[tuple[Act, Held, int]]:
        """List what may end the present season, or the one way that is given."""
        frame, play = self.frame, self.play
        recruits, hall = frame.given.recruits, frame.given.hall
        if recruits is not None:
            for army in sorted(set(held.army)) if frame.army is not None else [-1]:
                act = recruits._replace(army=army)
                ended = play.winter(self.years[0], held, act)
                if ended is not None:
                    yield act, ended[0], ended[1]
        elif frame.recruiting:
            yield from self.recruits(0, self.years[0], held)
        elif hall is None:
            yield from self.close(0, held)
        else:
            paid = play.hall(0, held, hall)
            if paid is not None:
                for act, after, points in self.winter(0, paid[0]):
                    yield act._replace(hall=hall), after, paid[1] + points

    def works(self, held: Held) -> Iterator[tuple[tuple[Cell, ...], Held, int]]:
        """List the ways to use workshops that stand already."""
        yield (), held, 0
        cells = self.frame.sheet.by_effect.get("workshop", ())
        standing = [cell for cell in cells if held.built[cell.row] > cell.column]
        queue: list[tuple[tuple[Cell, ...], Held, int]] = [((), held, 0)]
        seen = set()
        while queue:
            done, have, points = queue.pop()
            for cell in standing:
                worked = None if cell in done else self.play.work(have, cell)
                if worked is not None:
                    found = ((*done, cell), worked[0], points + worked[1])
                    mark = (frozenset(c.id for c in found[0]), worked[0])
                    if mark not in seen:
                        seen.add(mark)
                        queue.append(found)
                        yield found

    def builds(self, held: Held) -> Iterator[tuple[tuple[Cell, ...], Held, int]]:
        """List the ways to build nothing, one building, or two with the envoy."""
        yield (), held, 0
        sheet = self.frame.sheet
        for cell in sheet.next_cells(held.built):
            first = self.play.construct(held, cell)
            if first is None:
                continue
            yield (cell,), first[0], first[1]
            if held.envoy:
                spent = first[0]._replace(envoy=False)
                for other in sheet.next_cells(spent.built):
                    second = self.play.construct(spent, other)
                    if second is not None:
                        yield (cell, other), second[0], first[1] + second[1]

    def close(self, turn: int, held: Held) -> Iterator[tuple[Act, Held, int]]:
        """List what may be paid to the Town Hall and for soldiers."""
        for hall, after, points in self.halls(turn, held):
            for act, end, more in self.winter(turn, after):
                yield act._replace(hall=hall), end, points + more

    def winter(self, turn: int, held: Held) -> Iterator[tuple[Act, Held, int]]:
        """List what may be paid for soldiers, where a battle follows."""
        year = self.years.get(turn)
        if year is None:
            yield Act(), held, 0
        else:
            yield from self.recruits(turn, year, held)

    def halls(self, turn: int, held: Held) -> Iterator[tuple[str, Held, int]]:
        """List the ways to pay the Town Hall: a kind that is there, else an open good."""
        yield "", held, 0
        frame = self.frame
        if not frame.sheet.has(held.built, "town_hall"):
            return
        kinds = [good for kind, good in enumerate(GOODS) if held.goods[kind] >= frame.scale] or ["gold"]
        if self.thrifty:
            kinds = [max(kinds, key=lambda good: held.goods[GOODS.index(good)])]
        for what in ("marker", *kinds):
            paid = self.play.hall(turn, held, what)
            if paid is not None:
                yield what, paid[0], paid[1]

    def recruits(self, turn: int, year: Year, held: Held) -> Iterator[tuple[Act, Held, int]]:
        """List the ways to recruit, up to as many soldiers as are sure to win."""
        frame, play = self.frame, self.play
        scale = frame.scale
        goods = (held.gold // scale, held.wood // scale, held.stone // scale)
        price = play.price(held.built)
        office = play.recruits(held, Act(markers=1))
        markers = [0] if not office else list(range(held.markers // scale + 1))
        armies = sorted(set(held.army)) if frame.army is not None else [-1]
        for army in armies:
            most = self._enough(year, held, army)
            for used in markers:
                for number in range(max(0, most - used * office) + 1):
                    for paid in self._payments(turn, goods, held.any // scale, number * price):
                        act = Act(paid=paid, markers=used, army=army)
                        ended = play.winter(year, held, act)
                        if ended is not None:
                            yield act, ended[0], ended[1]

    def _enough(self, year: Year, held: Held, army: int) -> int:
        """Return how many more soldiers are sure to win every battle of the year."""
        soldiers = held.soldiers // self.frame.scale + year.soldiers
        number = 0
        while self.play.fight(year, held.built, soldiers + number, army)[1] < 6 * len(year.cards):
            number += 1
        return number

    def _payments(
        self, turn: int, goods: tuple[int, int, int], open_: int, number: int
    ) -> Iterator[tuple[int, int, int]]:
        """List the ways to pay a number of goods of any kind: open ones only when nothing else is left."""
        total = sum(goods)
        if number > total + open_:
            return
        if number >= total:
            yield goods[0] + number - total, goods[1], goods[2]
        elif self.thrifty or (turn == self.frame.last and len(set(self.worths)) == 1):
            left = list(goods)
            for _ in range(number):
                left[left.index(max(left))] -= 1
            yield goods[0] - left[0], goods[1] - left[1], goods[2] - left[2]
        else:
            yield from mixes(goods, number)


# --- every schedule ----------------------------------------------------------------------------------------------


class Exhaustive:
    """Search every schedule, with memory. Meant for the last few seasons of a game."""

    def __init__(self, play: Play, control: Control | None = None, seconds: float = inf) -> None:
        self.play = play
        self.acts = Acts(play)
        self.control = control
        self.deadline = monotonic() + seconds
        self.known: dict[tuple[int, Held], Best] = {}
        self.looks = 0

    def best(self) -> tuple[int, Schedule]:
        """Return the best value in parts and its schedule; raise :class:`Stopped` when there is no time left."""
        play, frame = self.play, self.play.frame
        found: tuple[int, Schedule] | None = None
        for start in frame.starts:
            for option in frame.options:
                begun = play.begin(start, option)
                if begun is None:
                    continue
                for act, held, points in self.acts.present(begun[0]):
                    self.look()
                    rest = self.after(1, held)
                    value = begun[1] + points + rest.value
                    if found is None or value > found[0]:
                        found = (value, Schedule(start, option, (act, *rest.acts)))
        assert found is not None  # to build nothing can always be paid
        return found[0] + play.constant(), found[1]

    def look(self) -> None:
        """Raise :class:`Stopped` when the time is up."""
        self.looks += 1
        if self.looks % LOOK == 0:
            stopped = self.control is not None and self.control.stopped
            if stopped or monotonic() > self.deadline:
                raise Stopped

    def after(self, turn: int, held: Held) -> Best:
        """Return the best from a turn on."""
        frame = self.play.frame
        if turn > frame.last:
            return Best(self.play.end(held), ())
        key = (turn, held)
        known = self.known.get(key)
        if known is not None:
            return known
        best: Best | None = None
        for act, after, points in self.acts.season(turn, held):
            self.look()
            rest = self.after(turn + 1, after)
            if best is None or points + rest.value > best.value:
                best = Best(points + rest.value, (act, *rest.acts))
        assert best is not None
        self.known[key] = best
        return best


# --- a first plan at once ----------------------------------------------------------------------------------------


class Beam:
    """Keep the most promising schedules season by season."""

    def __init__(self, play: Play, width: int) -> None:
        self.play = play
        self.width = width
        self.acts = Acts(play, thrifty=True)
        frame = play.frame
        self.engine = [
            [ENGINE.get(cell.building.effect, 0.0) + 0.15 * max(0, cell.building.strength) for cell in row]
            for row in frame.sheet.rows
        ]
        self._engines: dict[tuple[int, ...], float] = {}

    def promise(self, turn: int, held: Held, value: int) -> float:
        """Guess what a schedule comes to: what it has, goods, and what its buildings bring in the seasons left."""
        frame = self.play.frame
        left = frame.last - turn
        if not left:
            return value + self.play.end(held)
        engine = self._engines.get(held.built)
        if engine is None:
            engine = sum(sum(row[:count]) for row, count in zip(self.engine, held.built, strict=True))
            self._engines[held.built] = engine
        goods = (held.gold + held.wood + held.stone + 1.1 * held.any + held.markers) / frame.scale
        unit = frame.point or frame.denominator
        return value + unit * (engine * left + GOOD * min(goods, 4 * left + 2) + 0.3 * len(held.army) + sum(held.army))

    def best(self, control: Control | None = None) -> Schedule | None:
        """Return the best schedule that the beam finds; None when the control stops it."""
        play, frame = self.play, self.play.frame
        rows: list[Row] = []

        def note(turn: int, value: int, held: Held, schedule: Schedule) -> None:
            rows.append((-self.promise(turn, held, value), len(rows), value, held, schedule))

        for start in frame.starts:
            for option in frame.options:
                if control is not None and control.stopped:
                    return None
                begun = play.begin(start, option)
                if begun is None:
                    continue
                for act, held, points in self.acts.present(begun[0]):
                    note(0, begun[1] + points, held, Schedule(start, option, (act,)))
        for turn in range(1, frame.last + 1):
            beam = self._narrow(rows)
            rows = []
            for _, _, value, held, schedule in beam:
                if control is not None and control.stopped:
                    return None
                for act, after, points in self.acts.season(turn, held):
                    note(turn, value + points, after, schedule._replace(acts=(*schedule.acts, act)))
        return min(rows)[4] if rows else None

    def _narrow(self, rows: list[Row]) -> list[Row]:
        """Keep the best rows, one of those that lead to the same seat."""
        kept: dict[Held, Row] = {}
        for row in sorted(rows, key=lambda row: row[:2]):
            if row[3] not in kept:
                kept[row[3]] = row
                if len(kept) == self.width:
                    break
        return list(kept.values())


def small(frame: Frame) -> bool:
    """Say whether the exhaustive search is the faster method."""
    return frame.last <= 1


__all__ = ["Acts", "Beam", "Exhaustive", "Stopped", "small"]
