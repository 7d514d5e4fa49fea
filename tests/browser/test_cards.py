"""The form for an owner's cards in a page, without a notebook server: by keyboard, wide and narrow, both themes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import rules
import widgets
from tests.browser.notebook import picture, serious
from widgets import export
from widgets.panel import Panel, style_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>form</title><style>%s</style></head>
<body style="margin:8px"><main id="host"></main></body></html>"""
SCRIPT = """%s
const heard = {};
const state = JSON.parse(document.getElementById("state").textContent);
const model = {
  get: (name) => state[name],
  on: (name, listener) => (heard[name] ??= []).push(listener),
  off: () => {},
  send: async (message) => {
    const [reply, now] = JSON.parse(await window.python(JSON.stringify(message)));
    Object.assign(state, now);
    for (const name of Object.keys(now)) (heard[`change:${name}`] || []).forEach((listener) => listener());
    (heard["msg:custom"] || []).forEach((listener) => listener(reply));
  },
};
front.render({ model, el: document.getElementById("host") });
"""


def shown(panel: Panel) -> dict[str, Any]:
    """Return what the front end is sent of a panel."""
    return {name: value for name, value in panel.get_state().items() if not name.startswith("_")}


def put(page: Page, panel: Panel) -> None:
    """Put a panel into a page: its front end talks to it as it does through a notebook."""

    def python(message: str) -> str:
        reply = panel.receive(json.loads(message))
        answer = {
            "id": reply.id,
            "outcome": reply.outcome,
            "text": reply.text,
            "type": "reply",
            "version": reply.version,
        }
        return json.dumps([answer, shown(panel)], default=str)

    page.expose_function("python", python)
    page.set_content(PAGE % style_sheet())
    page.evaluate(
        "text => { const node = document.createElement('script'); node.type = 'application/json'; node.id = 'state';"
        " node.textContent = text; document.body.append(node); }",
        json.dumps(shown(panel), default=str),
    )
    code = export.front_end().replace("export default {", "const front = {")
    page.add_script_tag(content=SCRIPT % code, type="module")
    page.locator(".ml-panel .ml-frame svg").wait_for()


def test_a_card_is_entered_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    panel = widgets.catalogue("kingsburg", path)
    panel.choose("buildings.mint")
    put(page, panel)
    page.locator(".ml-control-number").filter(has_text="Gold").locator("input").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("77")
    page.keyboard.press("Tab")
    wrong = page.locator(".ml-problem:not([hidden])")
    wrong.wait_for()
    assert wrong.text_content() == "77 is not possible here; write 0 to 20."
    field = page.locator('.ml-field[aria-invalid="true"]')
    assert field.get_attribute("aria-describedby") == wrong.get_attribute("id")
    assert page.evaluate("document.activeElement.closest('.ml-control').textContent").startswith("Wood")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    wrong.wait_for(state="detached")
    page.locator('[data-place="card:buildings.quarry"]').focus()
    page.keyboard.press("s")
    page.get_by_text("Mint is saved. 1 of 33 cards entered. Next: Recruiting Office.").first.wait_for()
    assert rules.load("kingsburg", catalogue=path).catalogue.buildings["mint"].gold == 5
    page.keyboard.press("u")
    page.get_by_text("Taken back: Mint is as it was before.").first.wait_for()
    assert "mint" not in path.read_text("utf-8") and not panel.errors


def test_a_double_click_confirms_the_card_that_was_seen_and_no_other(page: Page, tmp_path: Path) -> None:
    panel = widgets.catalogue("kingsburg", tmp_path / "box.toml")
    panel.choose("buildings.mint")
    put(page, panel)
    page.locator(".ml-primary").first.dblclick()
    page.get_by_text("1 of 33 cards entered").first.wait_for()
    page.locator(".ml-primary").first.click()  # a click of its own counts
    page.get_by_text("2 of 33 cards entered").first.wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 1180])
def test_the_form_looks_right(browser: Browser, tmp_path: Path, theme: str, width: int) -> None:
    game = "kingsburg" if width == 420 else "paladins"
    panel = widgets.catalogue(game, tmp_path / "box.toml", language="de", theme=theme)
    panel.confirm(everything=True)
    panel.enter(next(field.leaf.name for field in panel.box.fields(panel.card)[0]), "nichts davon")
    context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    put(page, panel)
    page.wait_for_function("width => document.querySelector('.ml-frame svg').viewBox.baseVal.width === width",
                           arg={420: 400, 1180: 680}[width])  # fmt: skip
    wide = page.evaluate(
        "() => [...document.querySelectorAll('.ml-panel, .ml-panel *')].filter((e) => e.scrollWidth > e.clientWidth + 2"
        " && getComputedStyle(e).position !== 'absolute'"
        " && !e.closest('svg, pre, .ml-places, .ml-hidden, select, input')).map((e) => e.className)"
    )
    assert wide == []
    assert serious(page, ".ml-panel") == []
    picture(page, page.locator(".ml-panel"), f"cards-{theme}-{width}")
    context.close()
