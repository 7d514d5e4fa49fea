"""The building plan under a forecast as a CP-SAT model: one variable says that a building stands at the end of a
season, and nearly everything else is a sum over these.

Goods are counted from the start of the plan: what was spent of a kind up to a season may not exceed what came of
it, plus the open goods that were turned into it. Each rule stands in a method of its own, named after it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from rules.kingsburg import winter
from rules.kingsburg.catalogue import Cell
from rules.kingsburg.moves import GOODS
from rules.kingsburg.steps import replace
from rules.kingsburg.values import SUMMER

from .forecast_frame import ANY_EFFECTS, Frame, Year
from .forecast_play import FACES, FORTRESS, WALL, Act, Play, Schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    #: A linear expression or a whole number; the library's own union has no operators that fit each other.
    Expr: TypeAlias = Any

LEVELS = (WALL, FORTRESS, "academy")  #: effects that change what a strength is worth


class Model:
    """Build the model of one frame; :attr:`variables` are what :meth:`read` turns into a schedule."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.frame: Frame = play.frame
        self.model = cp_model.CpModel()
        self.turns = range(self.frame.last + 1)
        self.later = range(1, self.frame.last + 1)
        self.variables: list[cp_model.IntVar] = []
        self.place: dict[tuple[object, ...], int] = {}
        self.gains: list[Expr] = []
        self.horizon = 40 + 12 * len(self.turns)  #: more goods than any plan can hold
        self._present()
        self._standing()
        self._envoy()
        self._crane()
        self._works()
        self._markers()
        self._town_hall()
        self._recruiting()
        self._goods()
        for year in self.frame.years:
            self._battle(year)
        self._army()
        self._printed_points()
        self._end()
        self.objective = _sum(self.gains)

    # --- variables -----------------------------------------------------------------------------------------------

    def _bool(self, *key: object) -> cp_model.IntVar:
        return self._keep(self.model.new_bool_var("_".join(map(str, key))), key)

    def _int(self, low: int, high: int, *key: object) -> cp_model.IntVar:
        return self._keep(self.model.new_int_var(low, high, "_".join(map(str, key))), key)

    def _keep(self, variable: cp_model.IntVar, key: tuple[object, ...]) -> cp_model.IntVar:
        self.place[key] = len(self.variables)
        self.variables.append(variable)
        return variable

    def _get(self, *key: object) -> Expr:
        """Return a variable by its key, 0 where it does not exist."""
        return self.variables[self.place[key]] if key in self.place else 0

    def stands(self, turn: int, cell: Cell) -> Expr:
        """Say whether a building stands at the end of a turn (1 or 0)."""
        return 1 if self.frame.own.built[cell.row] > cell.column else self._get("stands", turn, cell.id)

    def owned(self, turn: int, effect: str) -> Expr:
        """Count the buildings with an effect at the end of a turn."""
        return _sum(self.stands(turn, cell) for cell in self.frame.sheet.by_effect.get(effect, ()))

    # --- the present season --------------------------------------------------------------------------------------

    def _present(self) -> None:
        """Choose one outcome of the present gifts, and one way to build now (two buildings only with the envoy)."""
        frame, model = self.frame, self.model
        self.starts = [self._bool("start", number) for number in range(len(frame.starts))]
        self.options = [self._bool("option", number) for number in range(len(frame.options))]
        model.add_exactly_one(self.starts)
        model.add_exactly_one(self.options)
        for variable, start in zip(self.starts, frame.starts, strict=True):
            self.gains.append(start.points * frame.point * variable)
        for variable, option in zip(self.options, frame.options, strict=True):
            self.gains.append(option.points * frame.point * variable)

    def _from_start(self, name: str) -> Expr:
        """Return a holding after the present gifts."""
        return _sum(getattr(s.stock, name) * v for s, v in zip(self.frame.starts, self.starts, strict=True))

    def _standing(self) -> None:
        """Let buildings stand once built, each after its left neighbour, one a season (rules build-left, build-one)."""
        frame, model = self.frame, self.model
        for turn, cell in product(self.turns, frame.cells):
            self._bool("stands", turn, cell.id)
        for cell in frame.cells:
            built = [
                v
                for v, option in zip(self.options, frame.options, strict=True)
                if any(c.id == cell.id for c in option.cells)
            ]
            model.add(self.stands(0, cell) == _sum(built))
            for turn in self.later:
                model.add(self.stands(turn - 1, cell) <= self.stands(turn, cell))
            if cell.column > frame.own.built[cell.row]:
                left = frame.sheet.rows[cell.row][cell.column - 1]
                for turn in self.turns:
                    model.add(self.stands(turn, cell) <= self.stands(turn, left))
        for turn in self.later:
            if turn <= frame.envoy_until and any(start.envoy for start in frame.starts):
                self._bool("second", turn)
            second = self._get("second", turn)
            model.add(self.built(turn, frame.cells) <= 1 + second)
            for cell in frame.cells:  # redundant, and what brings the bound down most
                if cell.column > frame.own.built[cell.row]:
                    left = frame.sheet.rows[cell.row][cell.column - 1]
                    model.add(self.stands(turn, cell) <= self.stands(turn - 1, left) + second)

    def built(self, turn: int, cells: Iterable[Cell]) -> Expr:
        """Count the buildings of a list that are built in a later turn."""
        return _sum(self.stands(turn, cell) - self.stands(turn - 1, cell) for cell in cells)

    def _envoy(self) -> None:
        """Let the envoy that is held build one second building, now or before phase 5 (rule envoy-second)."""
        frame = self.frame
        held = _sum(v for v, start in zip(self.starts, frame.starts, strict=True) if start.envoy)
        now = _sum(v for v, option in zip(self.options, frame.options, strict=True) if frame.uses_envoy(option))
        self.model.add(now + _sum(self._get("second", turn) for turn in self.later) <= held)

    def _crane(self) -> None:
        """Take the Crane's discount off buildings of columns III and IV once it stands (rule crane-discount)."""
        frame = self.frame
        cells = [cell for cell in frame.cells if frame.discount[cell.id]]
        cranes = [cell for cell in frame.cells if cell.building.effect == "crane"]
        if not cells or not cranes:
            return
        most = max(frame.discount.values())
        for turn in self.later:
            saved = self._int(0, 2 * most, "saved", turn)
            self.model.add(saved <= _sum(frame.discount[c.id] * self.built(turn, [c]) for c in cells))
            self.model.add(saved <= 2 * most * self.stands(turn, cranes[0]))

    def _works(self) -> None:
        """Let each workshop work once a season from the season after its building (rule workshop-use)."""
        for turn, cell in product(self.later, self.frame.sheet.by_effect.get("workshop", ())):
            work = self._bool("work", turn, cell.id)
            self.model.add(work <= self.stands(turn - 1, cell))
            self.gains.append(cell.building.gain.points * self.frame.point * work)

    def _worked(self, turn: int, name: str) -> Expr:
        """Return what workshops give of a good, soldiers or markers in a turn, what they are paid taken off."""
        total: list[Expr] = []
        for cell in self.frame.sheet.by_effect.get("workshop", ()) if turn else ():
            row = cell.building
            net = getattr(row.gain, name) - (row.pay_number if row.pay == name else 0)
            total.append(net * self._get("work", turn, cell.id))
        return _sum(total)

    # --- markers, Town Hall, soldiers ----------------------------------------------------------------------------

    def _markers(self) -> None:
        """Spend no +2 marker before it is there; one a season may go to the dice (rules marker-held, inn-marker)."""
        frame, scale = self.frame, self.frame.scale
        inns = frame.sheet.by_effect.get("inn", ())
        came: Expr = scale * (
            self._from_start("markers") + _sum(o.markers * v for o, v in zip(frame.options, self.options, strict=True))
        )
        gone: Expr = 0
        self.markers_left: Expr = came
        for turn in self.turns:
            if turn:
                came = came + scale * frame.markers_at(turn)
                if frame.figures["marker"]:
                    used = self._bool("marker", turn)
                    gone = gone + used
                    self.model.add(scale * gone <= came)
                came = came + frame.parts("markers") + scale * self._worked(turn, "markers")
                if frame.turns[turn].phase == SUMMER:
                    came = came + scale * _sum(inn.building.amount * self.stands(turn, inn) for inn in inns)
            if turn or not frame.recruiting:
                gone = gone + self._bool("hall_marker", turn)
            if any(year.turn == turn for year in frame.years) and frame.sheet.by_effect.get("recruiting"):
                gone = gone + self._int(0, 12, "office", turn)
            self.model.add(scale * gone <= came)
            self.markers_left = came - scale * gone

    def _town_hall(self) -> None:
        """Pay the Town Hall one good or one +2 marker a season for its points (rule town-hall)."""
        halls = self.frame.sheet.by_effect.get("town_hall", ())
        for turn in self.turns:
            if not turn and self.frame.recruiting:
                continue
            marker, good = self._get("hall_marker", turn), self._bool("hall_good", turn)
            if turn:
                self.model.add(marker + good <= self.owned(turn, "town_hall"))
            else:
                open_ = [v for v, o in zip(self.options, self.frame.options, strict=True) if o.town_hall]
                self.model.add(marker + good <= _sum(open_))
            amount = max((cell.building.amount for cell in halls), default=0)
            self.gains.append(amount * self.frame.point * (marker + good))

    def _recruiting(self) -> None:
        """Buy soldiers in autumn: 2 goods each, 1 with the Barracks, and +2 markers with the Recruiting Office
        (rules recruit-cost, barracks-cost, recruiting-markers)."""
        frame, model = self.frame, self.model
        for year in frame.years:
            turn = year.turn
            most = max(card.strength for card in year.cards) + 4
            bought = self._int(0, most, "bought", turn)
            saved = self._int(0, most, "cheap", turn)
            model.add(saved <= bought)
            model.add(saved <= most * self.owned(turn, "barracks"))
            for cell in frame.sheet.by_effect.get("recruiting", ()):
                model.add(self._get("office", turn) <= 12 * self.stands(turn, cell))
            soldiers = self._int(0, 20 + 4 * len(self.turns), "soldiers", turn)
            model.add(frame.scale * soldiers <= self._soldiers(year))

    def _soldiers(self, year: Year) -> Expr:
        """Return the soldiers of a year before recruiting, in parts."""
        frame, scale = self.frame, self.frame.scale
        first = max((other.turn + 1 for other in frame.years if other.turn < year.turn), default=0)
        total: Expr = scale * year.soldiers
        for turn in range(first, year.turn + 1):
            if turn:
                stable = _most(self.stands(turn - 1, cell) for cell in frame.sheet.by_effect.get("stable", ()))
                total = total + frame.parts("soldiers") + frame.parts("stable") * stable
                total = total + scale * self._worked(turn, "soldiers")
            else:
                now = _sum(o.soldiers * v for o, v in zip(frame.options, self.options, strict=True))
                total = total + scale * (self._from_start("soldiers") + now)
        return total

    # --- goods ---------------------------------------------------------------------------------------------------

    def _goods(self) -> None:
        """Spend no good before it is there; open goods become a kind when they are spent (rules build-cost,
        gift-choice)."""
        frame, model, scale = self.frame, self.model, self.frame.scale
        self.left: list[Expr] = [0, 0, 0]
        came: list[Expr] = [self._from_start(good) for good in GOODS]
        exact = [Fraction(0)] * 3  # the forecast's part, rounded down to whole goods as it adds up
        open_: Expr = scale * self._from_start("open_")
        spent: list[Expr] = [
            _sum(option.cost[kind] * v for option, v in zip(frame.options, self.options, strict=True))
            for kind in range(3)
        ]
        before: list[tuple[Expr, Expr]] = [(0, 0)] * 3
        for turn in self.turns:
            if turn:
                for kind, good in enumerate(GOODS):
                    exact[kind] += frame.figures[good]
                    spent[kind] = (
                        spent[kind]
                        + _sum(frame.cost[cell.id][kind] * self.built(turn, [cell]) for cell in frame.cells)
                        - self._worked(turn, good)
                    )
                spent[0] = spent[0] - self._get("saved", turn)
                came[0] = (
                    came[0]
                    + frame.gold_at(turn)
                    + _sum(
                        cell.building.amount * self.stands(turn - 1, cell)
                        for cell in frame.sheet.by_effect.get("guild", ())
                    )
                )
                open_ = open_ + self._open(turn)
            turned: list[Expr] = []
            freely: list[Expr] = []
            for kind, good in enumerate(GOODS):
                turned.append(self._int(0, self.horizon, "turned", turn, good))
                freely.append(self._int(0, self.horizon, "freely", turn, good))
                model.add(turned[kind] >= before[kind][0])
                model.add(freely[kind] >= before[kind][1])
                self.left[kind] = came[kind] + int(exact[kind]) + turned[kind] - spent[kind] - freely[kind]
                model.add(self.left[kind] >= 0)
            model.add(scale * _sum(turned) <= open_)
            paid = self._get("hall_good", turn) + 2 * self._get("bought", turn) - self._get("cheap", turn)
            model.add(_sum(freely) - _sum(row[1] for row in before) == paid)
            before = list(zip(turned, freely, strict=True))
            if any(year.turn == turn for year in frame.years):
                for kind, number in enumerate(frame.year_end()):
                    came[kind] = came[kind] + number
                    self.left[kind] = self.left[kind] + number

    def _open(self, turn: int) -> Expr:
        """Return the open goods that a later season brings, in parts."""
        frame = self.frame
        total: Expr = frame.parts("any") + frame.parts("marker") * self._get("marker", turn)
        for effect, name in ANY_EFFECTS.items():
            cells = frame.sheet.by_effect.get(effect, ())
            if effect in ("farms", "mint"):
                standing = _sum((cell.building.amount or 1) * self.stands(turn - 1, cell) for cell in cells)
            else:
                standing = _most(self.stands(turn - 1, cell) for cell in cells)
            total = total + frame.parts(name) * standing
        return total

    # --- battles -------------------------------------------------------------------------------------------------

    def _battle(self, year: Year) -> None:
        """Value a battle by a table over strength and the buildings that decide an equal fight, reward a victory or
        send soldiers, one for all cards against which buildings count alike (rules battle-win, stone-wall)."""
        frame = self.frame
        groups: dict[tuple[int, ...], list[int]] = {}
        for index in range(len(year.cards)):
            groups.setdefault(tuple(self._against(year, index)), []).append(index)
        offices = frame.sheet.by_effect.get("recruiting", ())
        own = _sum(
            [
                self._get("soldiers", year.turn),
                self._get("bought", year.turn),
                (max((cell.building.amount for cell in offices), default=0)) * self._get("office", year.turn),
            ]
        )
        if frame.army is not None:
            own = own + _sum(
                value * self._bool("army", year.turn, value) for value in sorted(set(frame.army)) if value >= 0
            )
        for helps, cards in groups.items():
            strength = own + _sum(n * self.stands(year.turn, c) for n, c in zip(helps, frame.cells, strict=True))
            self.gains.append(self._table(year, cards, strength, helps))

    def _against(self, year: Year, index: int) -> list[int]:
        """Return what each building that does not stand yet adds to the strength against one card."""
        frame = self.frame
        seat, card = frame.own, year.cards[index]
        empty = replace(seat, built=frame.sheet.empty, soldiers=0)
        helps = []
        for cell in frame.cells:
            row = frame.sheet.empty[: cell.row]
            rest = frame.sheet.empty[cell.row + 1 :]
            total = [
                winter.strength(frame.position, replace(empty, built=(*row, count, *rest)), card)
                for count in (cell.column + 1, cell.column)
            ]
            helps.append(total[0] - total[1])
        return helps

    def _table(self, year: Year, cards: list[int], strength: Expr, helps: Sequence[int]) -> Expr:
        frame, model = self.frame, self.model
        flags = [effect for effect in LEVELS if frame.sheet.by_effect.get(effect)]
        low = sum(number for number in helps if number < 0)
        base = [winter.strength(frame.position, replace(frame.own, soldiers=0), year.cards[index]) for index in cards]
        top = max(card.strength for card in year.cards) + 1 - min(base)
        high = max(top, low) + 1
        rows = {
            bits: [
                sum(
                    self._end_value(year, index, own + level, dict(zip(flags, bits, strict=True)))
                    for index, own in zip(cards, base, strict=True)
                )
                for level in range(low, high + 1)
            ]
            for bits in product((0, 1), repeat=len(flags))
        }
        level = model.new_int_var(low, high, "")
        model.add(level <= strength)  # more than enough counts as enough: no table falls with strength
        name = f"{year.turn} {cards[0]}"
        numbers = [value for row in rows.values() for value in row]
        value = model.new_int_var(min(numbers), max(numbers), f"battle {name}")
        standing = [_most(self.stands(year.turn, cell) for cell in frame.sheet.by_effect[effect]) for effect in flags]
        index = (level - low) * 2 ** len(flags) + _sum(2**place * bit for place, bit in enumerate(reversed(standing)))
        flat = [rows[bits][step] for step in range(high - low + 1) for bits in product((0, 1), repeat=len(flags))]
        at = model.new_int_var(0, len(flat) - 1, "")
        model.add(at == index)
        model.add_element(at, flat, value)
        self._hull(value, level, low, rows, standing)
        return value

    def _hull(
        self,
        value: Expr,
        level: Expr,
        low: int,
        rows: dict[tuple[int, ...], list[int]],
        standing: Sequence[Expr],
    ) -> None:
        """Add redundant rows: a battle is worth no more than the lines above its table (they tighten the bound)."""
        plain = rows[(0,) * len(standing)]
        extra: list[Expr] = []
        for place, bit in enumerate(standing):
            most = max(
                more - less
                for bits, row in rows.items()
                if not bits[place]
                for more, less in zip(rows[(*bits[:place], 1, *bits[place + 1 :])], row, strict=True)
            )
            extra.append(most * bit)
        points = [(low + step, number) for step, number in enumerate(plain)]
        corners: list[tuple[int, int]] = []
        for x, y in points:
            while len(corners) > 1 and _turns_up(corners[-2], corners[-1], (x, y)):
                corners.pop()
            corners.append((x, y))
        for (x0, y0), (x1, y1) in pairwise(corners):
            run, rise = x1 - x0, y1 - y0
            self.model.add(run * value <= rise * (level - x0) + run * y0 + run * _sum(extra))

    def _end_value(self, year: Year, index: int, strength: int, flags: dict[str, int]) -> int:
        """Return the parts that one card brings in expectation over the King's die, for a strength without it."""
        frame = self.frame
        card, figures = year.cards[index], frame.figures
        goods = card.win_gold + card.win_wood + card.win_stone + card.win_goods
        lost = card.lose_gold + card.lose_wood + card.lose_stone + card.lose_goods
        if frame.governor is not None and frame.effect == "quartermaster":
            goods += frame.governor.goods
        forts = sum(cell.building.amount for cell in frame.sheet.by_effect.get(FORTRESS, ()))
        won = card.win_points + goods * figures["good_worth"] + forts * flags.get(FORTRESS, 0)
        loss = card.lose_points + lost * figures["good_worth"]
        if card.lose_building and frame.effect != "constable":
            loss += figures["lost_building"]
        total = Fraction(0)
        for die in FACES:
            more = sum(-(-die // cell.building.amount) for cell in frame.sheet.by_effect.get("academy", ()))
            face = strength + flags.get("academy", 0) * more + (die if frame.army is None else 0)
            if face > card.strength or (face == card.strength and flags.get(WALL)):
                total += won
            elif face < card.strength:
                total -= loss
        return frame.exact(total * frame.request.worth("points") / (6 * len(year.cards)))

    def _army(self) -> None:
        """Use one army marker in each battle, each once; those that are left score (rules module3-choose,
        module3-points)."""
        frame = self.frame
        if frame.army is None:
            return
        values = sorted({value for value in frame.army if value >= 0})
        for year in frame.years:
            self.model.add_exactly_one(self._get("army", year.turn, value) for value in values)
        for value in values:
            used = _sum(self._get("army", year.turn, value) for year in frame.years)
            number = frame.army.count(value)
            self.model.add(used <= number)
            self.gains.append(value * frame.point * (number - used))

    # --- points --------------------------------------------------------------------------------------------------

    def _printed_points(self) -> None:
        """Count the printed points of what is built later, and the Embassy's each season (rules build-points,
        embassy-point)."""
        frame = self.frame
        for cell in frame.cells:
            later = self.stands(frame.last, cell) - self.stands(0, cell)
            self.gains.append(frame.points[cell.id] * frame.point * later)
        for turn in self.later:
            for cell in frame.sheet.by_effect.get("embassy", ()):
                self.gains.append(cell.building.amount * frame.point * self.stands(turn, cell))
        self.gains.append(self.play.constant())

    def _end(self) -> None:
        """Score the end: Cathedral, complete rows, and what is left by its worth (rule cathedral-points)."""
        frame, model = self.frame, self.model
        for cell in frame.sheet.by_effect.get("cathedral", ()):
            score = model.new_int_var(0, self.horizon, "cathedral")
            model.add(score <= self.horizon * self.stands(frame.last, cell))
            model.add(max(1, cell.building.amount) * score <= _sum(self.left))
            self.gains.append(frame.point * score)
        if frame.governor is not None and frame.effect == "chronicler":
            for row in frame.sheet.rows:
                self.gains.append(frame.governor.points * frame.point * self.stands(frame.last, row[-1]))
        own = frame.own
        for kind, good in enumerate(GOODS):
            worth = frame.exact(frame.worths[good])
            if worth:
                self.gains.append(worth * (self.left[kind] - getattr(own, good)))
        self.gains.append(-own.soldiers * frame.exact(frame.worths["soldiers"]))
        if worth := frame.exact(frame.worths["markers"]):
            kept = model.new_int_var(0, self.horizon, "markers_left")
            model.add(frame.scale * kept <= self.markers_left)
            self.gains.append(worth * (kept - own.markers))

    # --- in and out ----------------------------------------------------------------------------------------------

    def hint(self, schedule: Schedule) -> None:
        """Tell the solver a plan to begin with: what is chosen now, and what stands when."""
        frame = self.frame
        for number, start in enumerate(frame.starts):
            self.model.add_hint(self.starts[number], start is schedule.start)
        for number, option in enumerate(frame.options):
            self.model.add_hint(self.options[number], option is schedule.option)
        built = schedule.option.seat.built
        for turn, act in enumerate(schedule.acts):
            for cell in act.cells:
                built = (*built[: cell.row], cell.column + 1, *built[cell.row + 1 :])
            for cell in frame.cells:
                self.model.add_hint(self.variables[self.place["stands", turn, cell.id]], built[cell.row] > cell.column)
            hints: dict[tuple[object, ...], int] = {
                ("marker", turn): act.marker,
                ("hall_marker", turn): act.hall == "marker",
                ("hall_good", turn): act.hall in GOODS,
                ("office", turn): act.markers,
                ("bought", turn): sum(act.paid) // self.play.price(built),
            }
            for key, number_ in hints.items():
                if key in self.place:
                    self.model.add_hint(self.variables[self.place[key]], int(number_))

    def read(self, numbers: Sequence[int]) -> Schedule:
        """Turn the values of the variables into a schedule."""
        frame = self.frame

        def get(*key: object) -> int:
            return numbers[self.place[key]] if key in self.place else 0

        start = next(s for n, s in enumerate(frame.starts) if get("start", n))
        option = next(o for n, o in enumerate(frame.options) if get("option", n))
        built = option.seat.built
        acts = []
        freely = (0, 0, 0)
        for turn in self.turns:
            cells: list[Cell] = []
            for cell in frame.cells if turn else ():
                if get("stands", turn, cell.id) and built[cell.row] <= cell.column:
                    cells.append(cell)
            cells.sort(key=lambda cell: (cell.column, cell.building.effect != "crane"))
            for cell in cells:
                built = (*built[: cell.row], cell.column + 1, *built[cell.row + 1 :])
            total = (get("freely", turn, "gold"), get("freely", turn, "wood"), get("freely", turn, "stone"))
            paid = [now - then for now, then in zip(total, freely, strict=True)]
            freely = total
            hall = "marker" if get("hall_marker", turn) else ""
            if get("hall_good", turn):
                kind = max(range(3), key=lambda kind: paid[kind])
                paid[kind] -= 1
                hall = GOODS[kind]
            # Of goods that buy half a soldier (a solution that is not the best may pay too much) one is kept.
            while sum(paid) % self.play.price(built):
                paid[max(range(3), key=lambda kind: paid[kind])] -= 1
            army = next((v for v in sorted(set(frame.army or ())) if get("army", turn, v)), -1)
            acts.append(
                Act(
                    bool(get("marker", turn)),
                    self._worked_in(turn, numbers),
                    tuple(cells),
                    hall,
                    (paid[0], paid[1], paid[2]),
                    get("office", turn),
                    army,
                )
            )
        return Schedule(start, option, tuple(acts))

    def _worked_in(self, turn: int, numbers: Sequence[int]) -> tuple[Cell, ...]:
        """Return the workshops of a turn, those that give goods before those that only take."""
        cells = self.frame.sheet.by_effect.get("workshop", ()) if turn else ()
        used = [cell for cell in cells if numbers[self.place["work", turn, cell.id]]]
        return tuple(sorted(used, key=lambda cell: not any(getattr(cell.building.gain, good) for good in GOODS)))


def _sum(terms: Iterable[Expr]) -> Expr:
    """Add up terms; 0 where there are none."""
    found = [term for term in terms if not isinstance(term, int) or term]
    return cp_model.LinearExpr.sum(found) if found else 0


def _most(terms: Iterable[Expr]) -> Expr:
    """Return the first of the terms: an effect stands on one cell of a sheet only."""
    return next(iter(terms), 0)


def _turns_up(one: tuple[int, int], two: tuple[int, int], three: tuple[int, int]) -> bool:
    """Say whether the middle point lies on or below the line between the other two."""
    return (two[1] - one[1]) * (three[0] - two[0]) <= (three[1] - two[1]) * (two[0] - one[0])


__all__ = ["Model"]
