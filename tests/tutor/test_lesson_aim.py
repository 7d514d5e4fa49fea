"""Steps and remarks of lessons are about certain moves, and not about all that break the same rule."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

import rules
import tutor
from tests.widgets.table_talk import press, tap
from tutor import courses
from tutor.learn_panel import Learn
from tutor.lesson import fits

pytestmark = pytest.mark.usefixtures("english")


def opened(game: str, id: str, step: int) -> Learn:
    panel = tutor.learn(game)
    assert isinstance(panel, Learn)
    panel.begin(courses.find(game, id), step)
    panel.advance()
    return panel


# What was pressed, and what was said of it although it is true of another place alone.
WRONG_REMARKS = [
    ("my_village", "first_turn", 4, ("hall:area", "church:abbey", "craft:brewery_4"), "It shows 6 and 8"),
    ("kingsburg", "first_roll", 5, ("advisor:18", "advisor:17", "advisor:14"), "A 4 is not enough for rank 5"),
    ("kingsburg", "first_season", 1, ("advisor:4", "advisor:9"), "Red was there first"),
]


@pytest.mark.parametrize(("game", "id", "step", "pressed", "remark"), WRONG_REMARKS)
def test_a_remark_stands_only_where_it_is_true(
    game: str, id: str, step: int, pressed: tuple[str, ...], remark: str
) -> None:
    with opened(game, id, step) as panel:
        for place in pressed:
            reply = tap(panel, place)
            if reply.outcome == "refused":
                assert remark not in reply.text, place
            press(panel, "clear")


RIGHT_REMARKS = [
    ("my_village", "first_turn", 4, "craft:brewery_3", "It shows 6 and 8"),
    ("kingsburg", "first_season", 1, "advisor:3", "Red was there first"),
    ("kingsburg", "first_roll", 7, "advisor:4", "Your own 4 lies there already"),
]


@pytest.mark.parametrize(("game", "id", "step", "pressed", "remark"), RIGHT_REMARKS)
def test_where_it_is_true_it_is_said(game: str, id: str, step: int, pressed: str, remark: str) -> None:
    with opened(game, id, step) as panel:
        assert remark in tap(panel, pressed).text


def test_a_typed_move_is_known_however_it_is_spelled() -> None:
    with opened("kingsburg", "first_roll", 5) as panel:
        assert "A 4 is not enough for rank 5" in press(panel, "move", " Place 5 4 ").text


# Another place that breaks the rule which the step is about.
OTHERS = [
    ("paladins", "first_actions", 6, "garrison"),
    ("paladins", "first_actions", 6, "jar:recruit"),
    ("kingsburg", "first_season", 3, "build:market"),
    ("kingsburg", "first_season", 4, "build:farms"),
    ("kingsburg", "last_year", 2, "build:statue"),
    ("my_village", "many_banners", 3, "craft:smithy_1"),
    ("my_village", "council", 5, "hall:area"),
]


@pytest.mark.parametrize(("game", "id", "step", "place"), OTHERS)
def test_to_try_something_else_does_not_reach_the_goal(game: str, id: str, step: int, place: str) -> None:
    with opened(game, id, step) as panel:
        assert panel.session is not None
        reply = tap(panel, place) if panel.picture.place(place) is not None else press(panel, f"token:{place}")
        assert reply.outcome == "refused" and not panel.session.reached, reply.text
        assert "this step asks you to try something else" in reply.text


def refusals() -> Iterator[tuple[str, str, int]]:
    for game in rules.games():
        for lesson in courses.course(game):
            for number, step in enumerate(lesson.steps, start=1):
                if step.goal.refused:
                    yield game, lesson.id, number


def clicks(panel: Learn, tokens: tuple[str, ...]) -> bool:
    """Choose parts of a move, the last of which is refused; say whether that reached the goal."""
    assert panel.session is not None
    for token in tokens:
        free = [place.key for place in panel.picture.places if place.token == token and place.state != "chosen"]
        reply = tap(panel, free[0]) if free else press(panel, f"token:{token}", "on")
        if panel.session.reached:
            return True
        if reply.outcome == "refused":
            press(panel, "clear")
    return False


@pytest.mark.parametrize(("game", "id", "number"), list(refusals()), ids=lambda value: str(value))
def test_what_a_step_asks_to_try_can_be_tried_with_the_mouse(game: str, id: str, number: int) -> None:
    with opened(game, id, number) as panel:
        session = panel.session
        assert session is not None
        move = import_module(f"rules.{game}.notation").read(session.step.goal.by[0])
        assert fits(move.key, session.step.goal.by)
        parts = tuple(move.parts)
        orders = [parts[turn:] + parts[:turn] for turn in range(len(parts))]
        orders += [order[::-1] for order in orders]
        reached = False
        for order in dict.fromkeys(orders):
            press(panel, "clear")
            if reached := clicks(panel, order):
                break
        assert reached, (move.key, session.said)
        assert panel.errors == []
