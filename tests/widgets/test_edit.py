"""The edit panel, without a browser: text, fields and presses, defects while one types, and nothing lost."""

from __future__ import annotations

import time
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.table_talk import (
    control,
    done,
    every_field_answers,
    every_press_answers,
    everything,
    places,
    press,
    refused,
    section,
    tap,
)
from widgets.edit_panel import Edit
from widgets.views import kingsburg_form as form

GAME = rules.load("kingsburg")


@pytest.fixture
def panel() -> Edit:
    """Open a panel on an empty table."""
    return widgets.edit("kingsburg")


def test_an_empty_table_is_a_position(panel: Edit) -> None:
    assert panel.problems == () and panel.position is not None
    assert panel.position == rules.parse(panel.text)
    assert rules.parse(panel.value) == panel.position
    assert "can lie on a table" in panel.status


def test_every_position_can_be_edited(positions: list[Any]) -> None:
    for position in positions[::4]:
        panel = widgets.edit("kingsburg", position)
        assert panel.position == position
        # What the fields print is what the text said: no field is lost on the way.
        document = panel._document
        assert document is not None
        assert rules.parse(form.to_text(document)) == position
        assert not panel.errors


def test_fields_change_the_text_and_the_text_the_fields(panel: Edit) -> None:
    done(press(panel, "form:seat.gold", "4"))
    assert panel.position.seats[0].gold == 4 and "gold = 4" in panel.text
    done(press(panel, "text", panel.text.replace("gold = 4", "gold = 7")))
    assert control(panel, "form:seat.gold")["value"] == "7"
    done(press(panel, "focus:seat", "2"))
    done(press(panel, "form:seat.dice", "6, 6 1"))
    assert panel.position.seats[2].dice == (1, 6, 6)
    done(press(panel, "form:seat.points", "-3"))
    assert panel.position.seats[2].total == -3
    done(press(panel, "form:year", "3"))
    done(press(panel, "form:envoy", "1"))
    done(press(panel, "form:order", "green, blue red"))
    done(press(panel, "form:queue", "red green"))
    position = panel.position
    assert (position.year, position.envoy, position.order, position.queue) == (3, 1, (2, 0, 1), (1, 2))
    done(press(panel, "form:envoy", ""))
    assert panel.position.envoy == -1
    assert panel.problems == () and not panel.errors


def test_players_phases_and_modules(panel: Edit) -> None:
    for number in (5, 2, 4):
        done(press(panel, "form:players", str(number)))
        assert panel.problems == (), panel.problems
        assert len(panel.position.seats) == number
    done(press(panel, "form:module-army", "on"))
    done(press(panel, "form:module-buildings", "on"))
    assert panel.position.modules == ("buildings", "army")
    done(press(panel, "form:module-army", ""))
    for phase, step in ((4, "influence"), (7, "recruit"), (8, "king")):
        done(press(panel, "form:phase", str(phase)))
        assert panel.problems == (), panel.problems
        assert f"phase = {phase}" in panel.text and f'step = "{step}"' in panel.text


def test_buildings_by_pressing_the_sheet(panel: Edit) -> None:
    done(tap(panel, "build:church"))
    assert panel.position.seats[0].built[:1] == (3,), "what lies to its left is built with it"
    assert "statue" in panel.text
    done(tap(panel, "build:chapel"))
    assert panel.position.seats[0].built[:1] == (1,), "what lies to its right goes with it"
    done(tap(panel, "seat:1"))
    done(tap(panel, "build:inn"))
    assert panel.position.seats[1].built == (0, 1, 0, 0, 0)
    assert "seat:1" in places(panel, "chosen")
    assert panel.problems == () and not panel.errors


def test_dice_on_an_advisor(panel: Edit) -> None:
    done(press(panel, "form:seat.dice", "1"))
    assert panel.problems, "three dice are missing their places until they lie on an advisor"
    done(tap(panel, "advisor:8"))
    done(press(panel, "form:group", "3 5"))
    assert panel.problems == (), panel.problems
    placement = panel.position.placements[0]
    assert (placement.rank, placement.seat, placement.dice) == (8, 0, (3, 5))
    assert control(panel, "form:group")["value"] == "3 5"
    assert "no die" in refused(press(panel, "form:group", "3 9"))
    done(press(panel, "form:group", ""))
    assert "placements" not in panel.text


@pytest.mark.parametrize("text", ["3 5", "3 w2", "3 5 +2", "1 2 market+1", "6 6 envoy", "4 private"])
def test_dice_as_they_are_typed(text: str) -> None:
    assert form.group_text(form.read_group(text, 8, "1")) == text


def test_all_defects_are_listed_as_one_types(panel: Edit) -> None:
    last = panel.position
    wrong = panel.text.replace("year = 1", "year = 9").replace("dice = [1, 2, 3]", "dice = [1, 2, 3, 4]", 1)
    wrong += "colour = 3\n"
    done(press(panel, "text", wrong))
    assert panel.text == wrong and control(panel, "text")["value"] == wrong, "what was typed stays"
    listed = [item["text"] for item in section(panel, "defects")["items"]]
    assert len(listed) == len(panel.problems) >= 2
    assert any(text.startswith("year") for text in listed)
    assert any("colour" in text for text in listed)
    assert panel.position is None and panel.value == ""
    assert section(panel, "code") is None, "there is nothing to go on from"
    assert panel.picture.text == panel_text(last), "the board keeps the last position without defects"
    assert not panel.errors


def panel_text(position: Any) -> str:
    """Return what the board says of a position."""
    from widgets.views import kingsburg

    return kingsburg.draw(position).text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "year = ",
        "[[seats]\n",
        "seats = 3",
        "seats = [1, 2]",
        'game = "chess"',
        "order = 7\nqueue = 'x'\nmodules = 5\nphase = 'x'\nseats = [{buildings = 4, dice = 'x', points = {a = ''}}]",
        "gold = 1.5\nwhen = 1979-05-27\n[[seats]]\n[[seats]]\n[[seats]]\nbuildings = [3]",
        "placements = [{advisor = 'x', dice = 3, bonus = 7, market = 'y'}]\nseats = [{}, {}]",
        "kingsburg.XXXX.0000",
        "catalogue = 3\noptions = {a = 1}\nseats = [{}, {}]",
    ],
)
def test_no_text_breaks_the_panel(panel: Edit, text: str) -> None:
    """Whatever stands in the text field: it stays there, its defects are sentences, and every field still answers."""
    done(press(panel, "text", text))
    assert panel.text == text
    assert panel.problems
    every_field_answers(panel, text)
    every_press_answers(panel, text, ("build:inn", "seat:1", "advisor:3", "enemy"))
    assert panel.errors == []


def test_fields_rest_while_the_text_cannot_be_read(panel: Edit) -> None:
    done(press(panel, "text", "year = = 3"))
    assert control(panel, "form:year") is None
    assert "cannot be read" in refused(tap(panel, "build:inn"))
    done(press(panel, "undo"))
    assert panel.problems == () and control(panel, "form:year") is not None


def test_undo_and_redo_bring_texts_back(panel: Edit) -> None:
    first = panel.text
    done(press(panel, "form:seat.gold", "4"))
    second = panel.text
    done(press(panel, "undo"))
    assert panel.text == first
    done(press(panel, "redo"))
    assert panel.text == second
    assert "nothing to bring back" in refused(press(panel, "redo"))


def test_values_that_cannot_be_meant(panel: Edit) -> None:
    before = panel.text
    assert "whole number" in refused(press(panel, "form:seat.gold", "many"))
    assert "faces from 1 to 6" in refused(press(panel, "form:seat.dice", "7"))
    assert "no seat" in refused(press(panel, "form:order", "blue pink"))
    assert "2 to 5" in refused(press(panel, "form:players", "9"))
    assert "no field" in refused(press(panel, "form:colour", "red"))
    assert panel.text == before


def test_markup_in_a_text_stays_text(panel: Edit) -> None:
    evil = "<script>alert(1)</script>"
    done(press(panel, "text", f'game = "{evil}"\n'))
    assert evil in panel.text
    assert evil not in panel.svg
    assert "alert" in everything(panel), "it is there as text, in the field and in the defect"


def test_a_long_text_is_refused_and_the_old_one_kept(panel: Edit) -> None:
    before = panel.text
    begun = time.monotonic()
    assert "at most" in refused(press(panel, "text", "x" * 5_000_000))
    assert panel.text == before
    assert time.monotonic() - begun < 2


def test_the_code_lines_go_on_from_here(panel: Edit) -> None:
    done(press(panel, "form:seat.gold", "4"))
    lines = section(panel, "code")["text"].splitlines()
    scope: dict[str, Any] = {"rules": rules, "widgets": widgets}
    exec(lines[0], scope)  # noqa: S102 - our own line is the subject of the test
    assert scope["position"] == panel.position
    assert widgets.play(scope["position"]).position == panel.position
    assert control(panel, "copy")["value"] == panel.text


def test_a_code_can_be_edited_too() -> None:
    position = GAME.setup(players=4, seed=3)
    panel = widgets.edit("kingsburg", position.to_code())
    assert panel.position == position
    done(press(panel, "form:reinforcement", "0"))
    assert not panel.errors


def test_what_is_no_game_or_position() -> None:
    with pytest.raises(rules.RulesError, match="chess"):
        widgets.edit("chess")
    with pytest.raises(TypeError, match="position, or its text"):
        widgets.edit("kingsburg", 3)
    with pytest.raises(TypeError, match="does not know the argument 'wide'"):
        widgets.edit("kingsburg", wide=3)


def test_text_can_be_set_from_a_cell(panel: Edit) -> None:
    panel.set_text(GAME.setup(players=2, seed=1).to_text())
    assert panel.position is not None and len(panel.position.seats) == 2
