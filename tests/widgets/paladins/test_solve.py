"""The solve panel on a round of Paladins: to the proof, through chance on the board, stopped, stale, and as text."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.paladins.games import gamble, whole
from tests.widgets.table_talk import control, done, places, press, refused, section, send
from widgets.solve_panel import Solve

WAIT = 60.0


@pytest.fixture(scope="module")
def position() -> Any:
    """Give a turn whose best plan turns up cards."""
    return gamble()


@pytest.fixture
def panel(position: Any) -> Iterator[Solve]:
    """Open a panel, and close it (and its job) after the test."""
    with widgets.solve(position, horizon="round", seconds=40) as opened:
        yield opened


def test_the_default_is_the_round(position: Any) -> None:
    with widgets.solve(position) as opened:
        assert opened.request.horizon == "round"
        horizons = control(opened, "horizon")
        assert horizons is not None
        assert [option["value"] for option in horizons["options"]] == ["round", "turn", "game"]
        assert "the rest of this round" in opened.status and "Press Start" in opened.status
        done(press(opened, "horizon", "turn"))
        assert opened.request.horizon == "turn"
        assert "rivals" in refused(press(opened, "rivals", "worst")) and opened.request.rivals == "idle"


def test_start_to_proof_and_step_by_step_on_the_board(panel: Solve) -> None:
    plan = panel.wait(WAIT)
    assert plan.status == "optimal" and "no other plan brings more" in panel.status
    steps = section(panel, "steps")
    assert steps is not None
    assert len(steps["items"]) == len(panel.line) - 1
    assert any(item["text"].startswith("By chance: ") for item in steps["items"]), "cards are said where they come"
    assert any("point" in item.get("detail", "") for item in steps["items"]), "each move with what it brings"
    assumed = section(panel, "assumed")
    assert assumed is not None and "with the worst of them" in assumed["text"] and "(house values)" in assumed["text"]
    assert places(panel, "hint"), "the plan lies on the board"
    pictures = [panel.svg]
    for number in range(1, len(panel.line)):
        done(press(panel, "next"))
        assert panel.status.startswith(f"Step {number} of {len(panel.line) - 1}. ")
        assert panel.picture.text == panel.view.draw(panel.line[number].position, plan.seat).text
        pictures.append(panel.svg)
    assert len(set(pictures)) == len(pictures), "every step is seen on the board"
    done(press(panel, "first"))
    assert panel.step == 0


def test_stop_continue_second_click_and_stale(position: Any) -> None:
    turns = [p for p in whole(2, 7).positions() if p.round == 4 and p.step == "action" and not p.pending]
    with widgets.solve(turns[0], horizon="round", seconds=120) as panel:
        stale = panel.version
        done(press(panel, "start"))
        assert "at work already" in refused(press(panel, "start"))
        end = time.monotonic() + WAIT
        while panel.plan is None and panel.running:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert panel.running, "six workers and 120 moves are not proved at once"
        done(press(panel, "stop"))
        asked = time.monotonic()
        while panel.running:
            time.sleep(0.02)
        assert time.monotonic() - asked < 2.0
        send(panel, "tick")
        assert panel.plan is not None and panel.plan.status == "best so far"
        assert panel.status.startswith("Best so far") and control(panel, "continue") is not None
        message = {"id": "old", "version": stale, "type": "control", "payload": {"key": "start", "value": ""}}
        reply = panel.receive(message)
        assert reply.outcome != "done" and not panel.running, "a click on a board that has changed does nothing"
        assert not panel.errors


def test_static_output_is_text_and_picture(panel: Solve) -> None:
    panel.wait(WAIT)
    bundle = panel._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "Optimal" in data["text/plain"]
    assert panel.svg.startswith("<svg")
    assert panel.value.splitlines()[-1] == "pass"


def test_a_set_up_question_is_refused_with_a_sentence() -> None:
    with pytest.raises(rules.BadInput, match="a plan begins with a paladin, a tavern or an action"):
        widgets.solve(rules.load("paladins").setup(players=1, seed=7))
