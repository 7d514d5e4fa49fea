"""The board after a reload, in a reopened notebook, and in a cell that is run twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WAIT, Notebook, settle
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GOLD = """
import rules, widgets
n = globals().get("n", 40) + 1
text = widgets.edit("kingsburg").text.replace("dice =", f"gold = {n}\\ndice =", 1)
panel = widgets.play(rules.parse(text))
panel
"""


def test_reload(page: Page, lab: Lab) -> None:
    settle(lab)
    notebook = Notebook(page, lab, [GOLD, "panel.errors"])
    notebook.run(0)
    notebook.panel(0)
    page.keyboard.press("Control+s")
    page.wait_for_timeout(1500)
    notebook.open()
    page.wait_for_timeout(4000)
    page.screenshot(path="/tmp/reload_live.png")
    import urllib.request, json
    for s in json.load(urllib.request.urlopen(f"{lab.address}/api/sessions?token={lab.token}")):
        urllib.request.urlopen(urllib.request.Request(f"{lab.address}/api/sessions/{s['id']}?token={lab.token}", method="DELETE"))
    notebook.open()
    page.wait_for_timeout(4000)
    page.screenshot(path="/tmp/reload_dead.png")
