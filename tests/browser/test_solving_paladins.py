"""A round of Paladins in the page: planned, stepped through on the board past its cards, and stopped on the way."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import Notebook, settle, wait_text
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

START = """
import rules, widgets
record = rules.playout(rules.load("paladins").setup(2, seed=7), "greedy", 7)
turns = [p for p in record.positions() if p.round == 4 and p.step == "action" and not p.pending]
mine = [p for p in turns if p.actor == turns[0].actor]
panel = widgets.solve(mine[NUMBER], horizon="round", seconds=SECONDS)
panel
"""
TOLD = "print(panel.plan.status, panel.errors)"


def opened(page: Page, lab: Lab, number: int, seconds: int) -> Notebook:
    """Open a notebook with a panel on one of the seat's turns."""
    settle(lab)
    start = START.replace("NUMBER", str(number)).replace("SECONDS", str(seconds))
    notebook = Notebook(page, lab, [start, TOLD])
    notebook.run(0)
    return notebook


def test_a_round_is_proved_and_stepped_through(page: Page, lab: Lab) -> None:
    notebook = opened(page, lab, 2, 60)
    panel = notebook.panel(0)
    panel.get_by_role("button", name="Start").click()
    wait_text(page, panel.locator(".ml-status"), "no other plan brings more")
    assert panel.locator(".ml-is-hint").count() >= 1, "the plan lies on the board"
    assert panel.get_by_role("button", name=re.compile("^By chance: ")).count() >= 1, "cards are named where they come"
    before = panel.locator(".ml-frame").inner_html()
    panel.get_by_role("button", name="Next").click()
    wait_text(page, panel.locator(".ml-status"), "Step 1 of")
    assert panel.locator(".ml-frame").inner_html() != before
    panel.get_by_role("button", name="Last").click()
    wait_text(page, panel.locator(".ml-status"), "of the plan: pass")
    panel.get_by_role("button", name="First").click()
    wait_text(page, panel.locator(".ml-status"), "no other plan brings more")
    notebook.run(1)
    assert notebook.text(1) == "optimal []"


def test_a_round_is_stopped_and_its_best_line_stepped_through(page: Page, lab: Lab) -> None:
    notebook = opened(page, lab, 0, 300)
    panel = notebook.panel(0)
    panel.get_by_role("button", name="Start").click()
    wait_text(page, panel.locator(".ml-status"), "best so far")
    panel.get_by_role("button", name="Stop").click()
    asked = time.monotonic()
    wait_text(page, panel.locator(".ml-status"), "Best so far")
    assert time.monotonic() - asked < 3.0
    panel.get_by_role("button", name=re.compile(r"^1\. ")).first.click()
    wait_text(page, panel.locator(".ml-status"), "Move 1 of the plan: ")
    assert panel.get_by_role("button", name="Continue").count() == 1
    notebook.run(1)
    assert notebook.text(1) == "best so far []"
