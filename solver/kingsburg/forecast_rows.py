"""What all rows of the building plan share: the variables by their keys, what stands when, and the way in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.kingsburg.catalogue import Cell
from rules.kingsburg.moves import GOODS

from .forecast_frame import Frame
from .forecast_play import Play
from .forecast_values import Act, Schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from ortools.sat.python import cp_model

    #: A linear expression or a whole number; the library's own union has no operators that fit each other.
    Expr: TypeAlias = Any


class Rows:
    """Hold a model with its variables by key; :meth:`read` turns their values into a schedule."""

    starts: list[cp_model.IntVar]
    options: list[cp_model.IntVar]

    def __init__(self, play: Play) -> None:
        from ortools.sat.python import cp_model

        self.play = play
        self.frame: Frame = play.frame
        self.model = cp_model.CpModel()
        self.turns = range(self.frame.last + 1)
        self.later = range(1, self.frame.last + 1)
        self.variables: list[cp_model.IntVar] = []
        self.place: dict[tuple[object, ...], int] = {}
        self.gains: list[Expr] = []

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
        return add(self.stands(turn, cell) for cell in self.frame.sheet.by_effect.get(effect, ()))

    def built(self, turn: int, cells: Iterable[Cell]) -> Expr:
        """Count the buildings of a list that are built in a later turn."""
        return add(self.stands(turn, cell) - self.stands(turn - 1, cell) for cell in cells)

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


def add(terms: Iterable[Expr]) -> Expr:
    """Add up terms; 0 where there are none."""
    found = [term for term in terms if not isinstance(term, int) or term]
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum(found) if found else 0


def most(terms: Iterable[Expr]) -> Expr:
    """Return the first of the terms: an effect stands on one cell of a sheet only."""
    return next(iter(terms), 0)


__all__ = ["Rows", "add", "most"]
