"""Narrow boards of Kingsburg: nothing is left out, and no text leaves its card or lies on another thing."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import rules
from tests.widgets.extents import assert_fits_above, faults, wide_and_narrow
from tutor.local import LocalView
from widgets.marks_defs import DEFINED
from widgets.views import find, kingsburg
from widgets.views.kingsburg_track import header

GAME: Any = rules.load("kingsburg")
VIEW = LocalView(find("kingsburg"))
PLAYERS = (2, 3, 4, 5)
NARROW = (420, 520)


@cache
def sample(players: int, all_modules: bool) -> tuple[Any, ...]:
    """Return the first position of a seeded game, one of each of its questions, and the last."""
    start = GAME.setup(players, 3, GAME.modules if all_modules else ())
    whole = list(rules.playout(start, policy="greedy", seed=3).positions())
    found = {(position.step, position.year // 3): position for position in whole}
    return (whole[0], *found.values(), whole[-1])


@pytest.mark.parametrize("all_modules", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_no_text_leaves_its_card_or_meets_another_thing(language: str, players: int, all_modules: bool) -> None:
    found = sample(players, all_modules)
    for index, position in enumerate(found[players % 6 :: 6]):
        picture = VIEW.draw(position, index % players, None, NARROW[index % 2])
        assert not faults(picture), (position.step, position.year)


@pytest.mark.parametrize("width", NARROW)
def test_whatever_is_asked_fits_above_the_board(language: str, width: int) -> None:
    asked = {position.step: position for position in (*sample(3, True), *sample(5, False))}
    for position in asked.values():
        assert_fits_above("kingsburg", header, position, width)


@pytest.mark.parametrize("all_modules", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_narrow_board_has_every_place_and_every_house_value_of_the_wide_one(players: int, all_modules: bool) -> None:
    for position in sample(players, all_modules)[players % 6 :: 6]:
        wide, narrow = wide_and_narrow(kingsburg.draw, position)
        for mark in DEFINED:
            assert narrow.body.count(f'"#ml-{mark}"') == wide.body.count(f'"#ml-{mark}"'), mark
