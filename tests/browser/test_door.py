"""The four ways in, as README shows them; with MAGISTER_PICTURES=FOLDER their pictures are made anew there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WAIT, Notebook, picture, serious, settle
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

WAYS = {
    "learn": "panel = tutor.learn('kingsburg', 'first_roll', language='en')",
    "play": (
        "game = rules.load('paladins')\n"
        "record = rules.playout(game.setup(players=2, seed=7), policy='greedy', seed=7)\n"
        "start = next(p for p in record.positions() if p.round == 2 and p.step == 'action' and p.actor == 0)\n"
        "panel = tutor.play(start, seats={1: 'greedy'}, seed=7, language='en')"
    ),
    "puzzle": "panel = tutor.puzzle('kingsburg', level=1, language='en')",
    "review": (
        "game = rules.load('kingsburg')\n"
        "record = rules.playout(game.setup(players=2, seed=4), policy='greedy', seed=4)\n"
        "panel = tutor.review(record, seat=0, language='en')\n"
        "panel.wait(120)\n"
        "panel.show_decision(panel.listed[0].step)"
    ),
}
"""What each cell does before it shows its panel."""

TALL = 1000  #: pixels of a panel that a picture shows
SHOTS = Path(os.environ.get("MAGISTER_PICTURES", ""))


@pytest.mark.parametrize("way", WAYS)
def test_a_way_in(browser: Browser, lab: Lab, way: str) -> None:
    """Each opens a panel that axe finds nothing serious in and that is no wider than the page."""
    settle(lab)
    context = browser.new_context(viewport={"width": 1560, "height": 3600}, device_scale_factor=1)
    try:
        notebook = Notebook(context.new_page(), lab, [f"import rules, tutor\n{WAYS[way]}", "panel"])
        notebook.run(0)
        notebook.run(1)
        panel = notebook.cell(1).locator(".ml-panel")
        panel.wait_for(timeout=WAIT)
        assert serious(notebook.page, ".ml-panel") == []
        wide = panel.evaluate("node => node.scrollWidth - node.clientWidth")
        assert wide <= 0, f"the panel is {wide} pixels wider than its place"
        picture(notebook.page, panel, f"door_{way}")
        if "MAGISTER_PICTURES" in os.environ:
            box = panel.bounding_box()
            assert box is not None
            clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": min(TALL, box["height"])}
            notebook.page.screenshot(path=SHOTS / f"{way}.png", clip=clip, animations="disabled")  # type: ignore[arg-type]
    finally:
        context.close()


@pytest.mark.parametrize("way", WAYS)
def test_a_way_in_without_an_argument(browser: Browser, lab: Lab, way: str) -> None:
    """Without an argument each offers what there is."""
    settle(lab)
    context = browser.new_context(viewport={"width": 1180, "height": 1400}, device_scale_factor=1)
    try:
        notebook = Notebook(context.new_page(), lab, [f"import tutor\npanel = tutor.{way}()\npanel"])
        notebook.run(0)
        panel = notebook.cell(0).locator(".ml-panel")
        panel.wait_for(timeout=WAIT)
        said = panel.inner_text()
        if way != "review":
            assert "Kingsburg" in said and "Paladins" in said
        assert serious(notebook.page, ".ml-panel") == []
        picture(notebook.page, panel, f"door_{way}_alone")
    finally:
        context.close()
