"""Narrow boards of Paladins: nothing is left out, and no text leaves its card or lies on another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.widgets.extents import faults
from tests.widgets.paladins.games import GAME, decisions, end, steps
from tutor.language import set_language
from tutor.local import LocalView, local, translated_picture
from widgets.canvas import Canvas
from widgets.drawing import edge_of
from widgets.marks_defs import DEFINED
from widgets.picture import Mark
from widgets.views import find, paladins
from widgets.views.paladins_track import header

VIEW = LocalView(find("paladins"))
PLAYERS = (1, 2, 3, 4)
NARROW = (420, 520)
replace = msgspec.structs.replace


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak a language while a test runs."""
    set_language(request.param)
    yield request.param
    set_language(None)


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
    edge = edge_of(width)
    asked = {(position.question or position.step): position for players in PLAYERS for position in sample(players)}
    for position in asked.values():
        canvas = Canvas()
        high = header(canvas, local(position), edge, edge, float(width - 2 * edge))
        picture = translated_picture("paladins", canvas.picture(width, edge + high, "what is asked", ""))
        assert not faults(picture), position.question
        assert picture.over.count("ml-t-asked") <= 3, "more lines would leave the picture"


@pytest.mark.parametrize("players", PLAYERS)
def test_a_narrow_board_has_every_place_and_every_house_value_of_the_wide_one(players: int) -> None:
    for position in (*sample(players)[players % 9 :: 9], decisions(players)[-4]):
        tokens = (
            {token for move in position.legal_moves() for token in move.parts} if position.actor is not None else ()
        )
        marks = {token: Mark("legal") for token in tokens}
        wide, narrow = (paladins.draw(position, position.actor, marks, width) for width in (1100, 420))
        assert {place.key: (place.label, place.state) for place in narrow.places} == {
            place.key: (place.label, place.state) for place in wide.places
        }
        assert narrow.text == wide.text
        assert narrow.body.count("°") == wide.body.count("°")
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
