"""A solve that is started, watched, stepped through and stopped in the page, also while another cell is busy."""

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

# A room that has its answer at once and then searches on for as long as it may: the page is what is tested.
PATIENT = """
import time
import msgspec
from solver import kingsburg as real

globals().update({name: value for name, value in vars(real).items() if not name.startswith("_")})


def solve(request, control):
    best = real.solve(request, control)
    open_ = msgspec.structs.replace(best, bound=best.value + 3)
    control.offer(open_)
    control.tighten(best.value + 3)
    while not control.stopped:
        control.log("still searching")
        time.sleep(0.02)
    return open_
"""
START = """
import rules, widgets
record = rules.playout(rules.load("kingsburg").setup(3, seed=2), "greedy", 2)
position = next(p for p in record.positions() if p.year == 2 and p.phase == 2 and p.step == "influence")
panel = widgets.solve(position, seconds=SECONDS)
panel
"""
ROOM = "from solver import rooms\nrooms.register('kingsburg', 'patient_room')\n"
BUSY = """
import time
end = time.monotonic() + 8
while time.monotonic() < end:
    sum(range(1000))
"""


def open_with_patience(page: Page, lab: Lab, *more: str) -> Notebook:
    """Open a notebook whose solver goes on until it is stopped."""
    settle(lab)
    (lab.folder / "patient_room.py").write_text(PATIENT)
    notebook = Notebook(page, lab, [ROOM + START.replace("SECONDS", "300"), *more])
    notebook.run(0)
    return notebook


def test_start_step_and_proof(page: Page, lab: Lab) -> None:
    settle(lab)
    notebook = Notebook(page, lab, [START.replace("SECONDS", "30"), "print(panel.plan.status, panel.errors)"])
    notebook.run(0)
    panel = notebook.panel(0)
    panel.get_by_role("button", name="Start").click()
    wait_text(page, panel.locator(".ml-status"), "no other plan brings more")
    assert panel.locator(".ml-is-hint").count() >= 2, "the plan lies on the board"
    before = panel.locator(".ml-frame").inner_html()
    panel.locator('[data-place="advisor:1"]').focus()
    page.keyboard.press(".")
    wait_text(page, panel.locator(".ml-status"), "Step 1 of")
    assert panel.locator(".ml-frame").inner_html() != before
    page.keyboard.press(">")
    page.keyboard.press("<")
    wait_text(page, panel.locator(".ml-status"), "no other plan brings more")
    panel.get_by_role("button", name=re.compile(r"^\d+\. Build")).first.click()
    wait_text(page, panel.locator(".ml-status"), "of the plan: build")
    assert panel.locator(".ml-section-picture rect").count() >= 2, "the gains are drawn"
    notebook.run(1)
    assert notebook.text(1) == "optimal []"


def test_start_and_stop(page: Page, lab: Lab) -> None:
    notebook = open_with_patience(page, lab, "print(panel.plan.status, panel.errors)")
    panel = notebook.panel(0)
    panel.get_by_role("button", name="Start").click()
    wait_text(page, panel.locator(".ml-status"), "at most 3 points more")
    clock = panel.locator(".ml-section-progress")
    first = clock.inner_text()
    page.wait_for_function(
        "([node, first]) => node.isConnected === false || node.innerText !== first", arg=[clock.element_handle(), first]
    )
    panel.get_by_role("button", name="Stop").click()
    asked = time.monotonic()
    wait_text(page, panel.locator(".ml-status"), "Best so far")
    assert time.monotonic() - asked < 2.0
    panel.get_by_role("button", name="Continue").click()
    wait_text(page, panel.locator(".ml-status"), "Searching")
    panel.get_by_role("button", name="Stop").click()
    wait_text(page, panel.locator(".ml-status"), "Best so far")
    notebook.run(1)
    assert notebook.text(1) == "best so far []"


def test_stop_while_another_cell_is_busy(page: Page, lab: Lab) -> None:
    notebook = open_with_patience(page, lab, BUSY)
    panel = notebook.panel(0)
    panel.get_by_role("button", name="Start").click()
    wait_text(page, panel.locator(".ml-status"), "at most 3 points more")
    notebook.begin(1)
    assert notebook.prompt(1) == "[*]:"
    panel.get_by_role("button", name="Stop").click()
    asked = time.monotonic()
    wait_text(page, panel.locator(".ml-status"), "Best so far")
    assert time.monotonic() - asked < 3.0
    assert notebook.prompt(1) == "[*]:", "the other cell is still at work"
