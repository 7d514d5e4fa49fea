"""The rules of the forecast, played out season by season: what a schedule of buildings brings.

This is the one place that says what a plan is worth. The exhaustive search and the quick first plan use it, and
what CP-SAT finds by its own rows is played here before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from rules.kingsburg import winter
from rules.kingsburg.catalogue import Cell
from rules.kingsburg.moves import GOODS
from rules.kingsburg.steps import replace
from rules.kingsburg.values import AUTUMN, SUMMER

from .forecast_frame import ANY_EFFECTS, Frame, Start, Year
from .forecast_values import Act, Fight, Held, Played, Refused, Schedule
from .tail import Option

FACES = range(1, 7)
WALL, FORTRESS = "stone_wall", "fortress"


class Play:
    """Play schedules under one frame; battles are remembered."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._strength: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        self._battle: dict[tuple[int, tuple[int, ...], bool, bool, bool, int, int], tuple[int, int, int]] = {}
        self._income: dict[tuple[int, tuple[int, ...]], tuple[int, int, int, int, int, int]] = {}

    # --- one season ----------------------------------------------------------------------------------------------

    def begin(self, start: Start, option: Option, kinds: list[int] | None = None) -> tuple[Held, int] | None:
        """Return the seat when the present season is over but for the Town Hall, and the parts it has won."""
        frame, stock = self.frame, start.stock
        scale = frame.scale
        if frame.uses_envoy(option) and not start.envoy:
            return None
        held = Held(
            stock.gold * scale,
            stock.wood * scale,
            stock.stone * scale,
            stock.open_ * scale,
            stock.soldiers * scale,
            stock.markers * scale,
            option.seat.built,
            start.envoy and not frame.uses_envoy(option),
            frame.army or (),
        )
        paid = self.pay(held, option.cost, kinds)
        if paid is None:
            return None
        paid = paid._replace(
            markers=paid.markers + option.markers * scale, soldiers=paid.soldiers + option.soldiers * scale
        )
        return paid, (start.points + option.points) * frame.point

    def income(self, turn: int, built: tuple[int, ...]) -> tuple[int, int, int, int, int, int]:
        """Return what a later season brings to a seat with these buildings at its start, in parts."""
        known = self._income.get((turn, built))
        if known is None:
            frame = self.frame
            scale = frame.scale
            open_ = frame.parts("any")
            for effect, name in ANY_EFFECTS.items():
                if frame.sheet.has(built, effect):
                    open_ += frame.parts(name) * (frame.amount(effect, built) if effect in ("farms", "mint") else 1)
            soldiers = frame.parts("soldiers")
            if frame.sheet.has(built, "stable"):
                soldiers += frame.parts("stable")
            known = self._income[turn, built] = (
                frame.parts("gold") + scale * (frame.amount("guild", built) + frame.gold_at(turn)),
                frame.parts("wood"),
                frame.parts("stone"),
                open_,
                soldiers,
                frame.parts("markers"),
            )
        return known

    def earn(self, turn: int, held: Held, marker: bool) -> Held | None:
        """Return the seat after the gifts of a later season; None when it has no +2 marker to spend."""
        frame = self.frame
        if turn > frame.envoy_until and held.envoy:
            held = held._replace(envoy=False)
        gold, wood, stone, open_, soldiers, markers = self.income(turn, held.built)
        markers += frame.markers_at(turn) * frame.scale
        if marker:
            if held.markers + frame.markers_at(turn) * frame.scale < frame.scale:
                return None
            markers -= frame.scale
            open_ += frame.parts("marker")
        return Held(
            held.gold + gold,
            held.wood + wood,
            held.stone + stone,
            held.any + open_,
            held.soldiers + soldiers,
            held.markers + markers,
            held.built,
            held.envoy,
            held.army,
        )

    def pay(self, held: Held, cost: tuple[int, int, int], kinds: list[int] | None = None) -> Held | None:
        """Pay whole goods, open ones only where a kind is short; None if they do not suffice."""
        scale = self.frame.scale
        left = []
        open_ = held.any
        for kind, (have, need) in enumerate(zip(held.goods, cost, strict=True)):
            short = need - have // scale
            if short > 0:
                open_ -= short * scale
                need -= short
                if kinds is not None:
                    kinds.extend([kind] * short)
            left.append(have - need * scale)
        return None if open_ < 0 else held._replace(gold=left[0], wood=left[1], stone=left[2], any=open_)

    def work(self, held: Held, cell: Cell, kinds: list[int] | None = None) -> tuple[Held, int] | None:
        """Use a workshop."""
        row, scale = cell.building, self.frame.scale
        paid = self.pay(held, _cost(row.pay, row.pay_number), kinds)
        if paid is None:
            return None
        gain = row.gain
        return (
            paid._replace(
                gold=paid.gold + gain.gold * scale,
                wood=paid.wood + gain.wood * scale,
                stone=paid.stone + gain.stone * scale,
                soldiers=paid.soldiers + gain.soldiers * scale,
                markers=paid.markers + gain.markers * scale,
            ),
            gain.points * self.frame.point,
        )

    def construct(self, held: Held, cell: Cell, kinds: list[int] | None = None) -> tuple[Held, int] | None:
        """Build one building that stands next in its row; None if it does not, or cannot be paid."""
        if held.built[cell.row] != cell.column:
            return None
        frame = self.frame
        gold, wood, stone = frame.cost[cell.id]
        if frame.discount[cell.id] and frame.sheet.has(held.built, "crane"):
            gold -= frame.discount[cell.id]
        paid = self.pay(held, (gold, wood, stone), kinds)
        if paid is None:
            return None
        built = (*held.built[: cell.row], cell.column + 1, *held.built[cell.row + 1 :])
        return paid._replace(built=built), frame.points[cell.id] * frame.point

    def close(self, turn: int, held: Held) -> tuple[Held, int]:
        """Settle the end of a later season: Inn and Embassy."""
        frame = self.frame
        if frame.turns[turn].phase == SUMMER:
            inn = frame.amount("inn", held.built)
            if inn:
                held = held._replace(markers=held.markers + inn * frame.scale)
        return held, frame.amount("embassy", held.built) * frame.point

    def hall(self, turn: int, held: Held, what: str, kinds: list[int] | None = None) -> tuple[Held, int] | None:
        """Pay the Town Hall one good or one +2 marker."""
        frame = self.frame
        if not what:
            return held, 0
        if not frame.sheet.has(held.built, "town_hall") or (frame.recruiting and not turn):
            return None
        gain = max(cell.building.amount for cell in frame.sheet.by_effect["town_hall"]) * frame.point
        if what == "marker":
            left = held._replace(markers=held.markers - frame.scale)
            return None if left.markers < 0 else (left, gain)
        paid = self.pay(held, _cost(what, 1), kinds)
        return None if paid is None else (paid, gain)

    # --- winter --------------------------------------------------------------------------------------------------

    def price(self, built: tuple[int, ...]) -> int:
        """Return how many goods a soldier costs."""
        return winter.price(self.frame.position, replace(self.frame.own, built=built))

    def recruits(self, held: Held, act: Act) -> int:
        """Return how many soldiers an act buys; raise ValueError where goods buy half a soldier."""
        seat = replace(self.frame.own, built=held.built)
        number, rest = divmod(sum(act.paid), winter.price(self.frame.position, seat))
        if rest:
            raise ValueError("goods that buy half a soldier")
        return number + act.markers * winter.soldiers_per_marker(self.frame.position, seat)

    def fight(self, year: Year, built: tuple[int, ...], soldiers: int, army: int) -> tuple[int, int, int]:
        """Return what a battle is worth in parts, in how many of its equally likely ends it is won, and drawn.

        There are 6 ends for each card (with army markers, too, so that the Military Academy's die fits in).
        """
        frame = self.frame
        key = (year.turn, built)
        base = self._strength.get(key)
        if base is None:
            seat = replace(frame.own, built=built, soldiers=0)
            base = self._strength[key] = tuple(winter.strength(frame.position, seat, card) for card in year.cards)
        sheet = frame.sheet
        wall, fort = sheet.has(built, WALL), sheet.has(built, FORTRESS)
        academy = sheet.has(built, "academy")
        mark = (year.turn, base, wall, fort, academy, soldiers, army)
        known = self._battle.get(mark)
        if known is None:
            known = self._battle[mark] = self._fight(year, base, built, soldiers, army)
        return known

    def _fight(
        self, year: Year, base: tuple[int, ...], built: tuple[int, ...], soldiers: int, army: int
    ) -> tuple[int, int, int]:
        frame = self.frame
        position, figures = frame.position, frame.figures
        seat = replace(frame.own, built=built)
        fort = frame.amount(FORTRESS, built) if frame.sheet.has(built, FORTRESS) else 0
        wall = frame.sheet.has(built, WALL)
        point = frame.request.worth("points")
        total = Fraction(0)
        wins = draws = 0
        for card, own in zip(year.cards, base, strict=True):
            goods = card.win_gold + card.win_wood + card.win_stone + card.win_goods
            if frame.effect == "quartermaster" and frame.governor is not None:
                goods += frame.governor.goods
            lost = card.lose_gold + card.lose_wood + card.lose_stone + card.lose_goods
            safe = frame.effect == "constable" or not card.lose_building
            won = card.win_points + fort + goods * figures["good_worth"]
            suffered = card.lose_points + lost * figures["good_worth"] + (0 if safe else figures["lost_building"])
            for die in FACES:
                strength = own + soldiers + winter.academy_soldiers(position, seat, die)
                strength += die if frame.army is None else max(0, army)
                if strength > card.strength or (strength == card.strength and wall):
                    wins += 1
                    total += won
                elif strength < card.strength:
                    total -= suffered
                else:
                    draws += 1
        return frame.exact(total * point / (6 * len(year.cards))), wins, draws

    def winter(self, year: Year, held: Held, act: Act, kinds: list[int] | None = None) -> tuple[Held, int] | None:
        """Recruit, fight, and end the year."""
        frame, scale = self.frame, self.frame.scale
        paid = self.pay(held, act.paid, kinds)
        if paid is None or act.markers * scale > held.markers or act.markers < 0:
            return None
        soldiers = held.soldiers // scale + year.soldiers + self.recruits(held, act)
        army = held.army
        if frame.army is not None:
            if act.army not in army:
                return None
            index = army.index(act.army)
            army = (*army[:index], *army[index + 1 :])
        value = self.fight(year, held.built, soldiers, act.army)[0]
        gold, wood, stone = frame.year_end()
        after = paid._replace(
            gold=paid.gold + gold * scale,
            wood=paid.wood + wood * scale,
            stone=paid.stone + stone * scale,
            soldiers=0,
            markers=paid.markers - act.markers * scale,
            army=army,
        )
        return after, value

    # --- the end -------------------------------------------------------------------------------------------------

    def end(self, held: Held) -> int:
        """Return the parts of the end of the game: Cathedral, army markers, Chronicler, and goods by their worths."""
        frame, scale = self.frame, self.frame.scale
        goods = [number // scale for number in held.goods]
        open_, markers = held.any // scale, held.markers // scale
        points = sum(
            (sum(goods) + open_) // max(1, cell.building.amount)
            for cell in frame.sheet.by_effect.get("cathedral", ())
            if held.built[cell.row] > cell.column
        )
        points += sum(value for value in held.army if value > 0)
        if frame.effect == "chronicler" and frame.governor is not None:
            rows = zip(frame.sheet.rows, held.built, strict=True)
            points += frame.governor.points * sum(len(row) == count for row, count in rows)
        worths = [frame.exact(frame.worths[good]) for good in GOODS]
        value = sum(number * worth for number, worth in zip(goods, worths, strict=True)) + open_ * max(worths)
        own = frame.own
        value -= own.gold * worths[0] + own.wood * worths[1] + own.stone * worths[2]
        value -= own.soldiers * frame.exact(frame.worths["soldiers"])  # every soldier returns at the year's end
        return value + points * frame.point + (markers - own.markers) * frame.exact(frame.worths["markers"])

    def constant(self) -> int:
        """Return the parts that every schedule brings: the advisors' points of later seasons."""
        frame = self.frame
        return frame.last * frame.exact(frame.figures["points"] * frame.request.worth("points"))

    # --- a whole schedule ----------------------------------------------------------------------------------------

    def play(self, schedule: Schedule) -> Played:
        """Play a schedule; raise :class:`Refused` where it breaks a rule of the forecast."""
        frame = self.frame
        kinds: list[int] = []
        fights: list[Fight] = []
        value = self.constant()
        years = {year.turn: year for year in frame.years}

        def take(result: tuple[Held, int] | None, what: str) -> Held:
            nonlocal value
            if result is None:
                raise Refused(f"{frame.turns[turn]}: {what}")
            value += result[1]
            return result[0]

        turn = 0
        held = take(self.begin(schedule.start, schedule.option, kinds), "the present season cannot be paid")
        for turn, act in enumerate(schedule.acts):
            if turn:
                earned = self.earn(turn, held, act.marker)
                if earned is None:
                    raise Refused(f"{frame.turns[turn]}: there is no +2 marker to spend")
                standing = earned.built
                held = earned
                for cell in act.works:
                    if standing[cell.row] <= cell.column or act.works.count(cell) > 1:
                        raise Refused(f"{frame.turns[turn]}: {cell.id} cannot work")
                    held = take(self.work(held, cell, kinds), f"{cell.id} cannot be paid")
                if len(act.cells) > 1 + held.envoy:
                    raise Refused(f"{frame.turns[turn]}: only the envoy allows a second building")
                for cell in act.cells:
                    held = take(self.construct(held, cell, kinds), f"{cell.id} cannot be built")
                held = held._replace(envoy=held.envoy and len(act.cells) < 2)
                held = take(self.close(turn, held), "")
            held = take(self.hall(turn, held, act.hall, kinds), "the Town Hall cannot be paid")
            if frame.turns[turn].phase == AUTUMN:
                year = years[turn]
                soldiers = held.soldiers // frame.scale + year.soldiers
                recruited = self.recruits(held, act)
                worth, wins, draws = self.fight(year, held.built, soldiers + recruited, act.army)
                ends = 6 * len(year.cards)
                fights.append(
                    Fight(
                        year.year,
                        soldiers + recruited,
                        recruited,
                        act.army,
                        Fraction(wins, ends),
                        Fraction(draws, ends),
                        Fraction(worth, frame.denominator),
                    )
                )
                held = take(self.winter(year, held, act, kinds), "the soldiers cannot be paid")
        return Played(value + self.end(held), tuple(fights), tuple(kinds), held)


def _cost(kind: str, number: int) -> tuple[int, int, int]:
    """Return a cost in one kind of good."""
    gold, wood, stone = (number * (good == kind) for good in GOODS)
    return gold, wood, stone


def mixes(goods: tuple[int, int, int], number: int) -> Iterator[tuple[int, int, int]]:
    """List the ways to pay ``number`` goods out of whole goods by kind.

    >>> list(mixes((1, 1, 0), 1))
    [(0, 1, 0), (1, 0, 0)]
    """
    for gold, wood in product(range(min(goods[0], number) + 1), range(min(goods[1], number) + 1)):
        stone = number - gold - wood
        if 0 <= stone <= goods[2]:
            yield gold, wood, stone


__all__ = ["Play", "mixes"]
