"""The solve panel on a turn of My Village: to the proof, step by step on the board, and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import widgets
from tests.widgets.my_village.games import decisions
from tests.widgets.table_talk import done, places, press, section
from widgets.solve_panel import Solve

WAIT = 60.0


@pytest.fixture(scope="module")
def position() -> Any:
    """Give a turn of the second round, in which two dice are to be taken."""
    return next(p for p in decisions(2) if p.round == 2 and p.question == "dice")


@pytest.fixture
def panel(position: Any) -> Iterator[Solve]:
    """Open a panel, and close it (and its job) after the test."""
    with widgets.solve(position, horizon="turn", seconds=40) as opened:
        yield opened


def test_start_to_proof_and_step_by_step_on_the_board(panel: Solve) -> None:
    plan = panel.wait(WAIT)
    assert plan.status == "optimal"
    assert "no other plan brings more" in panel.status
    assert places(panel, "hint"), "the plan lies on the board"
    steps = section(panel, "steps")
    assert steps is not None
    assert len(steps["items"]) == len(panel.line) - 1
    for number in range(1, len(panel.line)):
        done(press(panel, "next"))
        assert panel.status.startswith(f"Step {number} of {len(panel.line) - 1}. ")
        assert panel.picture.text == panel.view.draw(panel.line[number].position, plan.seat).text
    assert not panel.errors


def test_static_output_is_text_and_picture(panel: Solve) -> None:
    bundle = panel._repr_mimebundle_()
    data: Any = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "image/svg+xml" in data
    assert "My Village" in data["text/plain"]
