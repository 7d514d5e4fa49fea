"""Coach and review in JupyterLab: how they look, what axe says, and that they are finished by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WIDTHS, Notebook, looks_right, settle, wait_text
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

BEGIN = """
import rules, tutor
tutor.set_language("en")
record = rules.playout(rules.load("kingsburg").setup(players=3, seed=3), "greedy", seed=3)
record = rules.Record(record.start, record.steps[:48])
number = next(n for n, step in enumerate(record.steps) if step.key == "build palisade")
before = rules.Record(record.start, record.steps[:number])
coached = tutor.play(before, pace=60)
coached.hint(5)
whatif = tutor.play(before, pace=60)
whatif.try_out()
whatif.play("build palisade")
review = tutor.review(record)
review.wait(120)
review.show_decision(review.result.worst()[0].step)
"""
CELLS = {"coached": "coached", "whatif": "whatif", "review": "review", "games": "tutor.review()"}


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_coach_and_review_look_right(browser: Browser, lab: Lab, theme: str) -> None:
    settle(lab, f"JupyterLab {theme}")
    context = browser.new_context(viewport={"width": WIDTHS[0], "height": 3000}, reduced_motion="reduce")
    page = context.new_page()
    notebook = Notebook(page, lab, [BEGIN, *CELLS.values()])
    page.keyboard.press("Control+b")  # the file browser takes room
    notebook.run(0)
    for number, name in enumerate(CELLS, start=1):
        notebook.run(number)
        panel = notebook.panel(number)
        looks_right(page, panel, number, f"tutor-{name}-{theme.lower()}")
    context.close()


def test_a_review_by_keyboard_alone(browser: Browser, lab: Lab) -> None:
    settle(lab)
    context = browser.new_context(viewport={"width": 1280, "height": 1600}, reduced_motion="reduce")
    page = context.new_page()
    begin = BEGIN.split("number =")[0]
    notebook = Notebook(
        page, lab, [begin, "panel = tutor.review(record)\npanel", "print(panel.replaying, panel.errors)"]
    )
    notebook.run(0)
    notebook.run(1)
    panel = notebook.panel(1)
    status = panel.locator(".ml-status")
    wait_text(page, status, "The review is finished. The largest loss: Step 37")
    panel.locator("button").first.focus()
    page.keyboard.press("<")
    wait_text(page, status, "Step 37, Green: build the Palisade loses 4.1 points.")
    page.keyboard.press(".")
    wait_text(page, status, "Step 19, Green: build the Inn loses 3.5 points.")
    page.keyboard.press("p")
    wait_text(page, status, "Trying things out on a copy")
    for _ in range(4):
        page.keyboard.press("h")
        page.wait_for_timeout(400)
    wait_text(page, panel, "The move: build the Statue.")
    page.keyboard.press("b")
    wait_text(page, status, "Step 19, Green: build the Inn loses 3.5 points.")
    page.keyboard.press("k")
    wait_text(page, panel, "tutor.puzzle(id='mine-")
    notebook.run(2)
    wait_text(page, notebook.cell(2), "False []")
    context.close()
