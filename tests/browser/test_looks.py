"""Every panel in both themes and two widths: nothing that axe finds serious, nothing wider than the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WAIT, WIDTHS, Notebook, looks_right, settle, wait_text
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PANELS = """
import rules, widgets
game = rules.load("kingsburg")
record = rules.playout(game.setup(3, seed=2), "greedy", 2)
position = next(p for p in record.positions() if p.year == 2 and p.phase == 2 and p.step == "influence")
last = list(record.positions())[-1]
solve = widgets.solve(position, seconds=30)
plan = solve.wait(60)
edit = widgets.edit("kingsburg", position.to_text().replace("year = 2", "year = 7"))
secret = widgets.play(game, players=2, seed=8, modules=("governors", "army"))
"""
CELLS = {
    "board": "widgets.Board(position)",
    "play": "widgets.play(position)",
    "secret": "secret",
    "over": "widgets.play(last)",
    "solve": "solve",
    "edit": "edit",
}


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_panels_look_right(browser: Browser, lab: Lab, theme: str) -> None:
    settle(lab, f"JupyterLab {theme}")
    context = browser.new_context(viewport={"width": WIDTHS[0], "height": 3000}, reduced_motion="reduce")
    page = context.new_page()
    notebook = Notebook(page, lab, [PANELS, *CELLS.values()])
    page.keyboard.press("Control+b")  # the file browser takes room
    notebook.run(0)
    for number, name in enumerate(CELLS, start=1):
        notebook.run(number)
        panel = notebook.panel(number)
        if name == "play":
            panel.locator('[data-place^="die:"]').first.click()
            wait_text(page, panel.locator(".ml-status"), "Chosen")
        looks_right(page, panel, number, f"{name}-{theme.lower()}")
    context.close()


def test_thirty_boards_in_one_notebook(browser: Browser, lab: Lab) -> None:
    settle(lab)
    begin = PANELS.split("last =")[0] + "boards = [widgets.play(p) for p in list(record.positions())[:90:3]]\n"
    ten = "for board in boards[{0}:{0} + 10]:\n    board.show()\n"
    cells = [begin, *(ten.format(first) for first in (0, 10, 20))]
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
    page = context.new_page()
    notebook = Notebook(page, lab, [*cells, "print(len(boards), [b.errors for b in boards if b.errors])"])
    for number in range(4):
        notebook.run(number)
    page.wait_for_function("() => document.querySelectorAll('.ml-panel .ml-frame svg').length === 30", timeout=WAIT)
    ids = page.evaluate(
        "() => { const all = [...document.querySelectorAll('[id]')].map((e) => e.id);"
        " return all.filter((id, i) => id.includes('ml-') && all.indexOf(id) !== i); }"
    )
    assert ids == [], "two boards share no id"
    last = page.locator(".ml-panel").nth(29)
    last.scroll_into_view_if_needed()
    version = last.get_attribute("data-version")
    last.locator(".ml-is-legal").first.click()
    page.wait_for_function(
        "([node, version]) => node.dataset.version !== version", arg=[last.element_handle(), version], timeout=WAIT
    )
    notebook.run(4)
    assert notebook.text(4) == "30 []"
    context.close()
