"""A board asks for the layout that fits its page, narrow ones too, and waits while it is hidden; without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import rules
import widgets
from tests.browser.test_cards import put

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", ["kingsburg", "paladins", "my_village"])
def test_a_board_takes_the_layout_of_its_page(page: Page, game: str) -> None:
    panel = widgets.play(rules.load(game), players=2, seed=3, pace=0)
    page.set_viewport_size({"width": 460, "height": 900})
    put(page, panel)
    page.locator('.ml-frame svg[viewBox^="0 0 420 "]').wait_for()
    assert panel.picture.width == 420
    assert page.locator(".ml-place").count() == len(panel.places)
    labels = page.locator(".ml-place").evaluate_all("found => found.map(each => each.getAttribute('aria-label'))")
    assert all(any(said.startswith(place["label"].rstrip(".")) for said in labels) for place in panel.places)
    assert page.locator(".ml-words pre").text_content() == panel.words
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"
    page.locator("#host").evaluate("host => { host.style.display = 'none' }")
    page.set_viewport_size({"width": 1300, "height": 900})
    page.wait_for_timeout(300)
    assert panel.picture.width == 420, "nobody sees it"
    page.locator("#host").evaluate("host => { host.style.display = '' }")
    page.locator('.ml-frame svg[viewBox^="0 0 1200 "]').wait_for()
    legal = page.locator(".ml-place.ml-is-legal").first
    key = legal.get_attribute("data-place")
    legal.click()
    page.locator(f'.ml-place.ml-is-chosen[data-place="{key}"]').wait_for()
    assert panel.picture.place(key or "").state == "chosen"
    assert page.locator(".ml-alert").is_hidden()
    assert not panel.errors
