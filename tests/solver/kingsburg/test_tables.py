"""The shipped tables of worths and income: complete, exact, small denominators, and what common sense says of them."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import msgspec
import pytest

import rules
from rules.kingsburg.values import Position
from solver.kingsburg.tables import HOLDINGS, INCOME, read_table, shipped_forecast, shipped_worths

SEASONS = (2, 4, 6)
PLAYERS = (2, 3, 4, 5)


def at(year: int, phase: int, players: int = 3) -> Position:
    """Return a position of a year and phase."""
    start = rules.load("kingsburg").setup(players, seed=1)
    return msgspec.structs.replace(start, year=year, phase=phase)  # type: ignore[type-var]


def common(*tables: dict[str, Fraction]) -> int:
    """Return the least common denominator of all numbers in tables."""
    return lcm(*(value.denominator for table in tables for value in table.values()))


@pytest.mark.parametrize("year", range(1, 6))
@pytest.mark.parametrize("phase", SEASONS)
@pytest.mark.parametrize("horizon", ["season", "year", "game"])
def test_worths_are_there_for_every_season_and_horizon(year: int, phase: int, horizon: str) -> None:
    worths = shipped_worths(at(year, phase), horizon)
    assert tuple(worths) == HOLDINGS
    assert all(isinstance(worth, Fraction) and 0 <= worth <= 3 for worth in worths.values())
    assert common(worths) <= 60


def test_worths_fall_to_nothing() -> None:
    assert not any(shipped_worths(at(5, 6), "year").values())
    assert not any(shipped_worths(at(3, 4), "game").values())
    last, early = shipped_worths(at(5, 6), "season"), shipped_worths(at(3, 4), "season")
    assert all(last[name] < early[name] for name in ("gold", "wood", "stone", "markers"))


@pytest.mark.parametrize("year", range(1, 5))
def test_soldiers_go_back_in_winter(year: int) -> None:
    assert shipped_worths(at(year, 6), "year")["soldiers"] == 0
    assert shipped_worths(at(year, 6), "season")["soldiers"] > 0


@pytest.mark.parametrize("year", range(1, 5))
def test_a_good_is_worth_about_a_point_before_the_last_year(year: int) -> None:
    """A Statue turns two goods into three points, a Cathedral eight into nine: about one a good."""
    for phase in SEASONS:
        worths = shipped_worths(at(year, phase), "season")
        assert all(Fraction(1, 2) < worths[name] < 2 for name in ("gold", "wood", "stone"))


@pytest.mark.parametrize("players", PLAYERS)
def test_income_is_there_for_every_number_of_players(players: int) -> None:
    income = shipped_forecast(at(1, 2, players))
    assert tuple(income) == INCOME
    assert all(isinstance(value, Fraction) for value in income.values())
    assert common(income) <= 60
    goods = income["gold"] + income["wood"] + income["stone"] + income["any"]
    assert Fraction(3, 2) < goods < 4, "three dice bring about two goods a season"


def test_income_falls_with_the_number_of_players() -> None:
    """More players leave fewer advisors free."""
    points = [shipped_forecast(at(1, 2, players))["points"] for players in PLAYERS]
    assert points == sorted(points, reverse=True)


def test_tables_hold_nothing_else() -> None:
    worths, income = read_table("worths.toml"), read_table("forecast.toml")
    assert set(worths) == {f"year_{year}" for year in range(1, 6)}
    for year, rows in worths.items():
        assert set(rows) == {"spring", "summer", "autumn"} | ({"winter"} if year != "year_5" else set())
        assert all(isinstance(row, dict) and set(row) == set(HOLDINGS) for row in rows.values())
    assert set(income) == {f"players_{players}" for players in PLAYERS}
    assert all(set(row) == set(INCOME) for row in income.values())
