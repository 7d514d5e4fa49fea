"""The building plan under a forecast as a CP-SAT model: one variable says that a building stands at the end of a
season, and nearly everything else is a sum over these.

Goods are counted from the start of the plan: what was spent of a kind up to a season may not exceed what came of
it, plus the open goods that were turned into it. Each rule stands in a method of its own, named after it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from rules.kingsburg.moves import GOODS
from rules.kingsburg.values import SUMMER

from .forecast_battles import Battles
from .forecast_frame import ANY_EFFECTS, Year
from .forecast_play import Play
from .forecast_rows import add as _sum
from .forecast_rows import most as _most

if TYPE_CHECKING:
    from .forecast_rows import Expr


class Model(Battles):
    """Build the model of one frame; :attr:`variables` are what :meth:`read` turns into a schedule."""

    def __init__(self, play: Play) -> None:
        super().__init__(play)
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
        self._given()
        for year in self.frame.years:
            self._battle(year)
        self._army()
        self._printed_points()
        self._end()
        self.objective = _sum(self.gains)

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
            for cell in frame.cells:  # redundant: without the envoy a left neighbour stands a season earlier
                if cell.column > frame.own.built[cell.row]:
                    left = frame.sheet.rows[cell.row][cell.column - 1]
                    model.add(self.stands(turn, cell) <= self.stands(turn - 1, left) + second)

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
                given = frame.given.recruits.markers if not turn and frame.given.recruits is not None else 0
                gone = gone + self._int(0, max(12, given), "office", turn)
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
            if not turn and frame.given.recruits is not None:
                most = max(most, sum(frame.given.recruits.paid))
            bought = self._int(0, most, "bought", turn)
            saved = self._int(0, most, "cheap", turn)
            model.add(saved <= bought)
            model.add(saved <= most * self.owned(turn, "barracks"))
            for cell in frame.sheet.by_effect.get("recruiting", ()):
                model.add(self._get("office", turn) <= self.horizon * self.stands(turn, cell))
            soldiers = self._int(0, 20 + 4 * len(self.turns), "soldiers", turn)
            model.add(frame.scale * soldiers <= self._soldiers(year))

    def _given(self) -> None:
        """Hold what ends the present season where that is given."""
        frame, model = self.frame, self.model
        hall, recruits = frame.given.hall, frame.given.recruits
        if hall is not None:
            model.add(self._get("hall_marker", 0) == int(hall == "marker"))
            model.add(self._get("hall_good", 0) == int(hall in GOODS))
            if hall in GOODS:
                model.add(self._get("freely", 0, hall) >= 1)
        if recruits is not None:
            for good, number in zip(GOODS, recruits.paid, strict=True):
                model.add(self._get("freely", 0, good) == number)
            if recruits.markers:
                model.add(self._get("office", 0) == recruits.markers)

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


__all__ = ["Model"]
