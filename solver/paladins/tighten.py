"""Lower the bounds of variables by linear programs before the search: how much can each be in a better plan at all?

Ladders of points rise ever more steeply, so their straight relaxation counts on uses of an action that no round allows.
A linear program for each ladder and variable, with the value of the best line so far as a floor, brings most bounds
down to what can be; the search that follows is ten to forty times shorter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .linear import Rows, Sum

if TYPE_CHECKING:
    from solver.control import Control

SAFE = 1e-9  #: of all that is added up for a bound: more than floats can lose
MARGIN = 1e-4  #: a bound is lowered only if the program's optimum is clearly below the next whole number


class Tightener:
    """Hold the linear program of rows. ``scale`` is the number of units of one point."""

    def __init__(self, rows: Rows, scale: int = 1, floor: int | None = None) -> None:
        pywraplp: Any = import_module("ortools.linear_solver.pywraplp")  # it has no types

        self.rows, self.scale = rows, scale
        self.program = pywraplp.Solver.CreateSolver("GLOP")
        program = self.program
        self.variables: list[Any] = []
        self.seen: list[float] = []
        self.with_terms: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []  #: the rows of the program
        self.grow(0)
        goal = rows.objective
        if floor is not None:
            self.goal = program.Constraint((floor - goal.constant) / scale, program.infinity())
            for name, factor in goal.terms.items():
                self.goal.SetCoefficient(self.variables[name], factor / scale)
        self.objective = program.Objective()
        self.empty = False

    def grow(self, known: int) -> None:
        """Add the rows that have come after the first ``known`` ones, with their variables."""
        program, rows = self.program, self.rows
        for low, high in rows.bounds[len(self.variables) :]:
            self.variables.append(program.NumVar(low, high, ""))
            self.seen.append(0.0)
        for names, factors, least in rows.rows[known:]:
            if names:
                self.with_terms.append((names, factors, least))
                row = program.Constraint(least, program.infinity())
                for name, factor in zip(names, factors, strict=True):
                    row.SetCoefficient(self.variables[name], factor)

    def add(self, sum_: Sum, least: int) -> None:
        """Ask besides that a sum is at least a number."""
        row = self.program.Constraint(least - sum_.constant, self.program.infinity())
        for name, factor in sum_.terms.items():
            row.SetCoefficient(self.variables[name], factor)

    def raise_floor(self, floor: int) -> None:
        """Look only at plans of a higher value from now on."""
        self.goal.SetLb((floor - self.rows.objective.constant) / self.scale)
        self.seen = [0.0] * len(self.rows.bounds)

    def most(self, control: Control) -> int:
        """Return a bound of the rows' objective, in its units.

        It is made from the program's dual values, whatever these are: any of them prove a bound, also where the program
        was stopped. That of the bounds of the variables alone is never missed.
        """
        goal, rows = self.rows.objective, self.rows
        self.objective.Clear()
        self.objective.SetMaximization()
        for name, factor in goal.terms.items():
            self.objective.SetCoefficient(self.variables[name], factor / self.scale)
        if control.stopped:
            return rows.high(goal)
        self.program.SetTimeLimit(max(1, int(control.remaining * 1000)))
        if self.program.Solve() != self.program.OPTIMAL:
            return rows.high(goal)
        prices = [max(0.0, -row.dual_value()) for row in self.program.constraints()]
        return min(rows.high(goal), math.floor(self._proved(prices) * self.scale) + goal.constant)

    def _proved(self, prices: list[float]) -> float:
        """Return what the objective without its constant is at most, by prices of the rows that are not below 0."""
        rest = [0.0] * len(self.variables)
        for name, factor in self.rows.objective.terms.items():
            rest[name] = factor / self.scale
        found = size = 0.0
        for price, (names, factors, least) in zip(prices, self.with_terms, strict=True):
            if price:
                found -= price * least
                size += abs(price * least)
                for name, factor in zip(names, factors, strict=True):
                    rest[name] += price * factor
                    size += abs(price * factor)
        for each, (low, high) in zip(rest, self.rows.bounds, strict=True):
            found += each * (high if each > 0 else low)
            size += abs(each) * max(abs(low), abs(high))
        return found + SAFE * (1 + size)

    def ladders(self, control: Control) -> bool:
        """Lower the ladders; return False when no better plan is possible at all."""
        ladders: dict[str, list[int]] = {}
        for place, name in enumerate(self.rows.names):
            if ">=" in name:
                ladders.setdefault(name.split(">=")[0], []).append(place)
        for places in ladders.values():
            open_ = [place for place in places if self.rows.bounds[place][1]]
            if open_ and not control.stopped and not self.empty and self.seen[open_[-1]] < 1 - MARGIN:
                self._lower(open_, control)
        return not self.empty

    def run(self, places: Sequence[int], control: Control) -> bool:
        """Lower the ladders, then these variables, then the ladders again; False when no better plan is possible."""
        self.ladders(control)
        for place in places:
            low, high = self.rows.bounds[place]
            if control.stopped or self.empty:
                break
            if low < high and self.seen[place] < high - MARGIN:
                self._lower([place], control)
        return self.ladders(control)

    def _lower(self, places: list[int], control: Control) -> None:
        """Find the most that a variable, or the flags of a ladder together, can be; lower the bounds to it."""
        objective, rows = self.objective, self.rows
        objective.Clear()
        objective.SetMaximization()
        for place in places:
            objective.SetCoefficient(self.variables[place], 1)
        self.program.SetTimeLimit(max(1, int(control.remaining * 1000)))
        status = self.program.Solve()
        if status == self.program.INFEASIBLE:
            self.empty = True
        if status != self.program.OPTIMAL:
            return
        most = math.floor(objective.Value() + MARGIN)
        self.seen = [
            max(before, variable.solution_value()) for before, variable in zip(self.seen, self.variables, strict=True)
        ]
        if len(places) == 1:
            low, high = rows.bounds[places[0]]
            if most < high:
                self._set(places[0], max(low, most))
            return
        for step, place in enumerate(places, start=1):
            if step > most:
                self._set(place, 0)

    def _set(self, place: int, high: int) -> None:
        self.rows.bounds[place] = (self.rows.bounds[place][0], high)
        self.variables[place].SetUb(high)
