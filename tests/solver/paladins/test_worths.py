"""The shipped table of worths: complete, exact, small denominators, and what common sense says of it."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import lcm

import msgspec
import pytest

import rules
from rules.paladins.values import ROUNDS, Position
from solver.paladins import worths
from solver.paladins.table import BURDENS, HOLDINGS
from solver.paladins.tables import read_table, shipped_worths

UNITS = 20
HORIZONS = ("round", "turn")


def at(round_: int, players: int = 3) -> Position:
    """Return a position of a round."""
    start = rules.load("paladins").setup(players, seed=1)
    return msgspec.structs.replace(start, round=round_)  # type: ignore[type-var]


@pytest.mark.parametrize("round_", range(1, ROUNDS + 1))
@pytest.mark.parametrize("horizon", HORIZONS)
@pytest.mark.parametrize("players", [1, 4])
def test_worths_are_there_for_every_round_and_horizon(round_: int, horizon: str, players: int) -> None:
    found = shipped_worths(at(round_, players), horizon)
    assert tuple(found) == HOLDINGS
    assert all(isinstance(worth, Fraction) and UNITS % worth.denominator == 0 for worth in found.values())
    assert UNITS % lcm(*(worth.denominator for worth in found.values())) == 0
    assert worths(at(round_, players), horizon) == found


@pytest.mark.parametrize("round_", range(1, ROUNDS + 1))
def test_nothing_held_is_worth_more_when_the_game_ends(round_: int) -> None:
    assert not any(shipped_worths(at(ROUNDS), "round").values())
    assert not any(shipped_worths(at(round_), "game").values())


@pytest.mark.parametrize("round_", range(1, ROUNDS))
def test_goods_are_worth_something_and_burdens_nothing(round_: int) -> None:
    """A request with this table must pass the room's own check: nobody wants more of a burden."""
    found = shipped_worths(at(round_), "round")
    assert all(found[name] <= 0 for name in BURDENS)
    assert all(0 < found[name] <= 6 for name in HOLDINGS if name not in BURDENS)


@pytest.mark.parametrize("round_", range(1, ROUNDS))
def test_what_stays_is_worth_more_than_what_is_spent(round_: int) -> None:
    """Silver and provisions make a third of a point at once; a workshop saves a worker in every round to come."""
    found = shipped_worths(at(round_), "round")
    for name in ("faith", "strength", "influence", "townsfolk", "workshops"):
        assert found[name] > found["silver"]
        assert found[name] > found["provisions"]
    assert found["workers"] > found["silver"], "a worker trades for a silver or more"


@pytest.mark.parametrize("name", ["faith", "strength", "influence", "townsfolk", "workshops"])
def test_worths_fall_with_the_rounds_left(name: str) -> None:
    """What helps in every later round helps less when fewer are left."""
    series = [shipped_worths(at(round_), "round")[name] for round_ in range(1, ROUNDS)]
    assert series[0] > series[3] > series[5]
    assert max(after - before for before, after in itertools.pairwise(series)) <= Fraction(1, 5)


def test_table_holds_nothing_else() -> None:
    rows = read_table("worths.toml")
    assert set(rows) == {f"round_{round_}" for round_ in range(1, ROUNDS)}
    assert all(tuple(row) == HOLDINGS for row in rows.values())
    assert all(isinstance(number, str) for row in rows.values() for number in row.values())
