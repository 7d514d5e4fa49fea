"""Narrow boards of Kingsburg: nothing is left out, and no text leaves its card or lies on another thing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rules
from tests.widgets.extents import faults
from tutor.language import set_language
from tutor.local import LocalView, local, translated_picture
from widgets.canvas import Canvas
from widgets.drawing import edge_of
from widgets.marks_defs import DEFINED
from widgets.picture import Mark
from widgets.views import find, kingsburg
from widgets.views.kingsburg_track import header

GAME: Any = rules.load("kingsburg")
VIEW = LocalView(find("kingsburg"))
PLAYERS = (2, 3, 4, 5)
NARROW = (420, 520)


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak a language while a test runs."""
    set_language(request.param)
    yield request.param
    set_language(None)


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
    edge = edge_of(width)
    asked = {position.step: position for position in (*sample(3, True), *sample(5, False))}
    for position in asked.values():
        canvas = Canvas()
        high = header(canvas, local(position), edge, edge, float(width - 2 * edge))
        picture = translated_picture("kingsburg", canvas.picture(width, edge + high, "what is asked", ""))
        assert not faults(picture), position.step
        assert picture.over.count("ml-t-asked") <= 3, "more lines would leave the picture"


@pytest.mark.parametrize("all_modules", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_narrow_board_has_every_place_and_every_house_value_of_the_wide_one(players: int, all_modules: bool) -> None:
    for position in sample(players, all_modules)[players % 6 :: 6]:
        tokens = (
            {token for move in position.legal_moves() for token in move.parts} if position.actor is not None else ()
        )
        marks = {token: Mark("legal") for token in tokens}
        wide, narrow = (kingsburg.draw(position, position.actor, marks, width) for width in (1100, 420))
        assert {place.key: (place.label, place.state) for place in narrow.places} == {
            place.key: (place.label, place.state) for place in wide.places
        }
        assert narrow.text == wide.text
        assert narrow.body.count("°") == wide.body.count("°")
        for mark in DEFINED:
            assert narrow.body.count(f'"#ml-{mark}"') == wide.body.count(f'"#ml-{mark}"'), mark
