"""The board in a cell that is run twice, after a reload, and in a notebook that is opened again without its kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WAIT, Notebook, settle, wait_text
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GOLD = """
import rules, widgets
n = 39 + len(In)
text = widgets.edit("kingsburg").text.replace("dice =", f"gold = {n}\\ndice =", 1)
panel = widgets.play(rules.parse(text))
panel
"""
STILL = ".jp-RenderedSVG"
SHOWN = """() => {
    const cell = document.querySelector('.jp-Notebook .jp-Cell');
    const run = /\\[(\\d+)\\]/.exec(cell.querySelector('.jp-InputPrompt')?.textContent ?? '');
    const said = [...cell.querySelectorAll('.ml-words pre')];
    return run && said.length === 1 && said[0].textContent.includes(`${40 + Number(run[1])} gold`);
}"""
"""The first cell shows the board of its last run and no other: its gold is 40 and one for each cell that was run."""


def test_run_twice_reload_and_reopen(page: Page, lab: Lab) -> None:
    settle(lab)
    notebook = Notebook(page, lab, [GOLD, "print(panel.errors)"])
    for _ in range(2):
        notebook.run(0)
        notebook.panel(0)
        page.wait_for_function(SHOWN, timeout=WAIT)
        assert notebook.cells.nth(0).locator(".ml-panel").count() == 1, "exactly one live board"
        page.wait_for_function(
            "() => [...document.querySelectorAll('.jp-RenderedSVG')].every((still) => still.offsetParent === null)",
            timeout=WAIT,
        )
    notebook.save()

    # The kernel still runs: the live board is there again, and answers.
    notebook.open()
    panel = notebook.panel(0)
    panel.locator('[data-place="advisor:1"]').click()
    wait_text(page, panel.locator(".ml-status"), "Chosen: 1 Jester")
    assert not page.locator(STILL).first.is_visible()
    notebook.run(1)
    assert notebook.text(1) == "[]"

    # The kernel is gone: the picture is there, as wide as the page and no wider.
    notebook.save()
    notebook.end_kernel()
    notebook.open()
    still = page.locator(STILL).first
    still.wait_for(timeout=WAIT)
    assert page.locator(".ml-panel").count() == 0
    picture = still.locator("svg, img").first
    box, room = picture.bounding_box(), still.bounding_box()
    assert box is not None and room is not None
    assert 500 < box["width"] <= room["width"] + 1
    # Running the cell brings the live board back.
    notebook.run(0)
    page.wait_for_function(SHOWN, timeout=WAIT)


BOARD = "import rules, widgets\npanel = widgets.play(rules.load('kingsburg'), players=2, seed=5)\npanel"
FOCUSED = {"a board": "[data-place]", "its move field": ".ml-field-text"}


@pytest.mark.parametrize("where", FOCUSED)
def test_the_notebook_is_saved_from_within_a_board(page: Page, lab: Lab, where: str) -> None:
    """Ctrl+S is no key of a board: it reaches the notebook, and keys of one letter still do not."""
    settle(lab)
    notebook = Notebook(page, lab, [BOARD, "3"])
    notebook.run(0)
    notebook.panel(0).locator(FOCUSED[where]).first.focus()
    notebook.save()
    if where == "a board":
        page.keyboard.press("b")
        page.keyboard.press("Control+b")
    assert notebook.cells.count() == 2 and notebook.whole()


@pytest.mark.parametrize("end", ["restart", "death"])
def test_a_panel_whose_kernel_is_gone_says_so(page: Page, lab: Lab, end: str) -> None:
    """After a restart, and after the process of the kernel was ended, by nobody whom the page knows."""
    settle(lab)
    notebook = Notebook(page, lab, [BOARD, "import os\nos._exit(1)"])
    notebook.run(0)
    panel = notebook.panel(0)
    if end == "restart":
        notebook.cell(1).locator(".cm-content").click()
        page.keyboard.press("Escape")
        page.keyboard.press("0")
        page.keyboard.press("0")
        page.locator(".jp-Dialog .jp-mod-accept").click()
    else:
        notebook.begin(1)
    # Nothing was pressed: the page hears of it by itself.
    wait_text(page, panel.locator(".ml-alert"), "Python no longer answers")
    assert "ml-unanswered" in (panel.get_attribute("class") or ""), "what cannot be pressed is grey"
