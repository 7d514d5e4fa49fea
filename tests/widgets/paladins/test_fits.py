"""Narrow boards of Paladins: nothing is left out, and no text leaves its card or lies on another thing."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.widgets.extents import assert_fits_above, faults, wide_and_narrow
from tests.widgets.paladins.games import GAME, decisions, end, steps
from tutor.local import LocalView
from widgets.marks_defs import DEFINED
from widgets.views import find, paladins
from widgets.views.paladins_track import header

VIEW = LocalView(find("paladins"))
PLAYERS = (1, 2, 3, 4)
NARROW = (420, 520)
replace = msgspec.structs.replace


@cache
def sample(players: int) -> tuple[Any, ...]:
    """Return the first position of a seeded game, one of each of its questions, and the last."""
    found = {(position.question or position.step, position.round // 4): position for position, _ in steps(players)}
    return (steps(players)[0][0], *found.values(), end(players))


def laid(at: int, players: int) -> Any:
    """Lay out some of all townsfolk and outsiders in the rows and before a seat, and drawn paladins."""
    rows = GAME.catalogue  # type: ignore[attr-defined]
    town, strangers, knights = sorted(rows.townsfolk), sorted(rows.outsiders), sorted(rows.paladins)
    position: Any = GAME.setup(players=players, seed=2)
    hand = tuple((knights * 3)[at : at + 3])
    owner = replace(position.seats[0], townsfolk=tuple((town * 3)[at : at + 5]), hand=hand)
    owner = replace(owner, converted=tuple((strangers * 3)[at + 9 : at + 13]))
    return replace(
        position,
        seats=(owner, *position.seats[1:]),
        townsfolk=tuple((town * 3)[at + 5 : at + 10]),
        outsiders=tuple((strangers * 3)[at : at + 6]),
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_no_text_leaves_its_card_or_meets_another_thing(language: str, players: int) -> None:
    found = sample(players)
    for index, position in enumerate((*found[players % 9 :: 9], decisions(players)[-4])):
        picture = VIEW.draw(position, index % players, None, NARROW[index % 2])
        assert not faults(picture), (position.step, position.round)


@pytest.mark.parametrize("width", NARROW)
def test_every_card_fits(language: str, width: int) -> None:
    for number, at in enumerate(range(0, 48, 6)):
        assert not faults(VIEW.draw(laid(at, 1 + number % 4), 0, None, width)), at


@pytest.mark.parametrize("width", NARROW)
def test_whatever_is_asked_fits_above_the_board(language: str, width: int) -> None:
    asked = {(position.question or position.step): position for players in PLAYERS for position in sample(players)}
    for position in asked.values():
        assert_fits_above("paladins", header, position, width)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_narrow_board_has_every_place_and_every_house_value_of_the_wide_one(players: int) -> None:
    for position in (*sample(players)[players % 9 :: 9], decisions(players)[-4]):
        wide, narrow = wide_and_narrow(paladins.draw, position)
        for mark in DEFINED:
            # In a broad slot a small mark of what is paid stands beside the slots, in a narrow one the price says it.
            if mark not in ("provision", "silver"):
                assert narrow.body.count(f'"#ml-{mark}"') == wide.body.count(f'"#ml-{mark}"'), mark


@pytest.mark.parametrize("width", NARROW)
def test_marks_in_a_row_stay_large_enough_to_be_read(width: int) -> None:
    for players in PLAYERS:
        picture = paladins.draw(decisions(players)[-4], 0, None, width)
        sizes = [float(size) for size in re.findall(r'scale\(([\d.]+)\)"', picture.body)]
        assert min(sizes) >= 0.5
