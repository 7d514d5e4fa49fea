"""The room as others find it: its hooks are functions, its plans say what they rest on, its tables fit its holdings."""

from __future__ import annotations

import importlib
import pkgutil
from fractions import Fraction
from types import ModuleType

import pytest

import solver
import solver.my_village as room
from rules.findings import BadInput
from solver import rooms
from solver.my_village.dress import IDLE, LEFT_ASIDE, RAT, WORST
from solver.my_village.table import HOLDINGS
from solver.my_village.tables import STAGES, read_table

from .small import small
from .test_round import moment


def test_no_module_hides_a_hook() -> None:
    """A module of the room that has a hook's name would take its place as soon as it is imported."""
    for module in pkgutil.iter_modules(room.__path__):
        importlib.import_module(f"solver.my_village.{module.name}")
    for name in rooms.Room.__struct_fields__:
        assert not isinstance(getattr(room, name, None), ModuleType), name


def test_the_table_of_worths_fits_the_holdings() -> None:
    rows = read_table("worths.toml")
    assert list(rows) == [f"stage_{part}" for part in range(STAGES)]
    for row in rows.values():
        assert set(row) == set(HOLDINGS)
        assert all(Fraction(worth) >= 0 and 20 % Fraction(worth).denominator == 0 for worth in row.values())


def test_a_round_says_what_the_other_seat_does() -> None:
    position, _ = moment(23)
    idle, worst = (solver.solve(position, "round", rivals=rivals) for rivals in ("idle", "worst"))
    assert IDLE in idle.assumptions and WORST in worst.assumptions and LEFT_ASIDE in idle.assumptions


def test_a_death_says_that_the_rat_is_an_expectation() -> None:
    for seed in range(200, 260):
        position, objective = small(seed)
        plan = solver.solve(position, "turn", objective)
        if any(key.startswith("dies") for key in plan.keys):
            assert RAT in plan.assumptions
            return
    pytest.fail("nobody dies")


def test_nothing_counts_less_than_nothing() -> None:
    position, _ = small(2)
    with pytest.raises(BadInput, match=r"objective\.coins: is -1; a thing cannot count less than 0"):
        solver.solve(position, "turn", {"coins": -1})
