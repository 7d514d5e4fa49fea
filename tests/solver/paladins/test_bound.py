"""The rows never promise less than a line brings, and no more where chance can be told exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rules.paladins.moves import Move
from rules.paladins.values import Position
from solver.paladins.line import Walker

from .claims import Promise, played, promised, random_line
from .lay import line, quiet, request, seat
from .small import Objective

SEEDS = (*range(20), 33)  #: of 33 a feared debt was not spared by a pardon between a card and a certain tax
LINES = 3  #: random lines of each position


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_promise_what_random_lines_bring(seed: int) -> None:
    asked = played(seed)
    promise, walker, rng = Promise(asked), Walker(asked), random.Random(seed)
    for _ in range(LINES):
        found = random_line(walker, rng)
        for moves, counts, belief in found[-1:] + found[len(found) // 2 : len(found) // 2 + 1]:
            claim, value = promise.of(counts), walker.value(belief)
            keys = " / ".join(move.key for move in moves)
            assert claim is not None and claim >= value, f"{keys}: promised {claim}, brings {value}"


SILVER: Objective = {"silver": 1, "points": 0}


def both(position: Position, *keys: str, objective: Objective = "points") -> tuple[Fraction | None, Fraction]:
    """Return what the rows promise for a line, and what it brings."""
    moves: tuple[Move, ...] = line(*keys)
    return promised(request(position, objective), moves)


def test_a_wall_settles_no_debt_that_cannot_come() -> None:
    position = quiet("fortify", "conspire", workers="LSMF", influence=6, provisions=5, tax=7)
    claim, value = both(position, "fortify LSM", "conspire F")
    assert claim == value


def test_a_wall_settles_a_debt_with_the_share_of_such_cards() -> None:
    position = quiet("fortify", workers="LSM", influence=6, provisions=5, unpaid=1)
    claim, value = both(position, "fortify LSM")
    assert claim is not None and value <= claim <= value + Fraction(1, 2)  # the card pays silver only if it settles not


def test_others_hold_more_suspicion() -> None:
    rivals = (seat(suspicion=(2, 2, 2, 1)),)
    position = quiet("conspire", "commission", workers="FLSC", faith=6, provisions=5, tax=2, rivals=rivals)
    claim, value = both(position, "conspire F")
    assert claim == value


def test_a_feared_debt_counts_its_chance() -> None:
    position = quiet("conspire", workers="F", tax=2)
    claim, value = both(position, "conspire F")
    assert claim == value < 0


def test_a_wall_makes_an_attack_cheaper_by_chance() -> None:
    own = {"workers": "LLSSMF", "influence": 6, "provisions": 5, "silver": 5}
    row = ("traitor_byzantine", *("",) * 5)
    seen = set()
    for strength in range(5):
        position = quiet("fortify", "attack", strength=strength, outsiders=row, **own)
        claim, value = both(
            position, "fortify LSM", "attack LSF traitor_byzantine", objective={"silver": 1, "points": 0}
        )
        assert claim == value
        seen.add(value)
    assert len(seen) > 1


def test_a_wall_settles_a_debt_before_an_attack_destroys_it() -> None:
    own = {"workers": "LLSSMF", "influence": 6, "provisions": 5, "silver": 5, "strength": 8, "unpaid": 1}
    position = quiet("fortify", "attack", outsiders=("traitor_byzantine", *("",) * 5), **own)
    claim, value = both(position, "fortify LSM", "attack LSF traitor_byzantine")
    assert claim is not None and value <= claim <= value + Fraction(1, 2)


def test_two_walls_settle_one_debt() -> None:
    position = quiet("fortify", "pray", workers="LLSSMMC", influence=9, provisions=9, silver=5, unpaid=1)
    claim, value = both(position, "fortify LSM", "pray C fortify", "fortify LSM")
    assert claim is not None and value <= claim <= value + Fraction(1, 2)


@pytest.mark.parametrize("recruits", [0, 1])
def test_a_hunter_counts_recruits_but_the_first(recruits: int) -> None:
    own = {"workers": "LF", "silver": 9, "converted": ("hunter_saracen",), "townsfolk": ("abbot_1",) * recruits}
    position = quiet("recruit", row=("architect_1", *("",) * 4), **own)
    claim, value = both(position, "recruit LF architect_1")
    assert claim == value
