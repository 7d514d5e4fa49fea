"""What inquisitions bring that are sure, or that pay several times: worked out by hand from the rulebook."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.paladins.values import Position
from solver.control import Control
from solver.paladins.frame import Frame
from solver.paladins.line import Walker
from solver.paladins.rounds import STATES
from solver.paladins.sweep import Sweep
from solver.paladins.table import on_table

from .follow import Followed
from .lay import FULL, line, quiet
from .lay import request as laid
from .small import Objective

FACES = sum(FULL)


def followed(position: Position, *keys: str, objective: Objective = "points") -> tuple[Fraction | None, Fraction, bool]:
    """Return what states like a line promise, what it brings, and whether the promise proves nothing."""
    request, moves = laid(position, objective), line(*keys)
    walker = Walker(request)
    belief = walker.walk(moves)
    assert belief is not None
    found = Followed(request)
    return found.promise(moves), walker.value(belief), found.doubtful


@pytest.mark.parametrize(("faith", "points"), [(2, 2), (10, 7)])
def test_two_squires_raise_the_same_attribute_in_one_inquisition(faith: int, points: int) -> None:
    # The card that empties the supply of two shows a 2. A Conspirator discards it, so both Squires pay the innocent:
    # Faith from 2 to 4 is worth 1 and then 3 points, from 10 to 12 it is 13 and then 20 (rulebook pages 23, 33).
    cards = ("conspirator_1", "squire_1", "squire_3")
    position = quiet("conspire", workers="F", faith=faith, tax=2, townsfolk=cards)
    promise, value, doubtful = followed(position, "conspire F")
    assert value == Fraction(FULL[2], FACES) * points
    assert promise is not None and promise >= value and not doubtful


def test_an_outpost_may_take_the_nearest_space_when_a_monk_has_taken_a_farther_one() -> None:
    # Monks ask for Faith and outposts for Strength: with Faith 2 a monk takes the second space that pays two silver,
    # and Strength 2 is enough for an outpost on the first one (rulebook pages 19, 20).
    position = quiet("commission", "garrison", workers="LSCLMF", faith=2, strength=2, provisions=2)
    promise, value, doubtful = followed(position, "commission LSC s2_silver", "garrison LMF s1_silver")
    assert promise is not None and promise >= value and not doubtful


COLLECTED: dict[str, Any] = {"workers": "LSFC", "faith": 6, "provisions": 1, "townsfolk": ("debt_collector_3",)}


def test_a_debt_of_a_sure_draw_is_settled_and_collected() -> None:
    # Every card left shows a tax, and the supply is one: the Criminal brings an inquisition and a debt for certain.
    # A monk settles it, 3 points lost and 4 won; the collector pays a Scout, who hunts with the Labourer.
    position = quiet("conspire", "commission", "hunt", tax=1, deck=(0, 5, 5), **COLLECTED)
    keys = ("conspire F", "commission SCX s4_settle", "hunt LS")
    promise, value, doubtful = followed(position, *keys)
    assert promise == value and not doubtful


def test_a_debt_of_a_sure_draw_is_destroyed() -> None:
    row = ("debt_collector_2", *("",) * 4)
    position = quiet("conspire", "recruit", workers="FL", silver=3, tax=1, deck=(0, 5, 5), row=row)
    promise, value, doubtful = followed(position, "conspire F", "recruit L debt_collector_2")
    assert promise == value and not doubtful


def test_what_is_not_offered_at_its_highest_is_made_up_for() -> None:
    # With 10 of 24 cards the Squire raises Faith to 12 (+4 points). Then the favour raises Strength from 1 to 2
    # instead (+1 point); otherwise it raises Faith itself (+4 points).
    cards = ("conspirator_1", "squire_1")
    own: dict[str, Any] = {"workers": "FX", "faith": 11, "strength": 1, "townsfolk": cards}
    position = quiet("conspire", tax=2, favours=("grace",), hired=("",), **own)
    promise, value, doubtful = followed(position, "conspire F", "favour X grace", "choose faith")
    assert value == 4 + Fraction(FULL[2], FACES)
    assert promise is not None and promise >= value and not doubtful


def test_what_one_sweep_cannot_know_says_nothing_about_the_next() -> None:
    request = laid(quiet("hunt", workers="L"), "points")
    position = on_table(request)
    sweep = Sweep(Frame(position, position.seats[0]), request, Control(60), STATES)
    sweep.forward.strange = True
    assert sweep.run(-(10**15)) and not sweep.doubtful
