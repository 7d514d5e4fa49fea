"""A season played by keyboard alone, and the keys of the notebook, which do nothing inside a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WAIT, Notebook, settle, wait_text
from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

GAME = """
import rules, widgets
panel = widgets.play(rules.load("kingsburg"), seats={1: "greedy"}, players=2, seed=1, pace=0.15)
panel
"""


class Keyboard:
    """Play with keys alone: what is focused is read from the page, and nothing is ever clicked."""

    def __init__(self, page: Page, panel: Locator) -> None:
        self.page, self.panel = page, panel

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def place(self) -> str:
        """Return the place that has the focus."""
        found: str = self.page.evaluate("() => document.activeElement?.dataset?.place ?? ''")
        return found

    def enter(self) -> None:
        """Come into the board from the notebook with Tab."""
        for _ in range(80):
            if self.place:
                return
            self.press("Tab")
        raise AssertionError("Tab never comes to the board")

    def to_group(self, beginning: str) -> None:
        """Go to the group whose places begin so."""
        for _ in range(12):
            if self.place.startswith(beginning):
                return
            self.press("PageDown")
        raise AssertionError(f"there is no group of {beginning!r}")

    def state(self, place: str) -> str:
        name = self.panel.locator(f'[data-place="{place}"]').get_attribute("class") or ""
        return name.rpartition("ml-is-")[2]

    def settled(self, version: int) -> int:
        """Wait until the board is newer than this version and a person decides; return its version."""
        self.page.wait_for_function(
            """version => {
                const panel = document.querySelector('.ml-panel');
                return Number(panel.dataset.version) > version && panel.dataset.poll === '0';
            }""",
            arg=version,
            timeout=WAIT,
        )
        return self.version

    @property
    def version(self) -> int:
        return int(self.panel.get_attribute("data-version") or 0)

    @property
    def season(self) -> str:
        return self.panel.locator('[data-place="season"]').get_attribute("aria-label") or ""

    def status(self) -> str:
        return self.panel.locator(".ml-status").inner_text()

    def title(self) -> str:
        return self.panel.get_attribute("aria-label") or ""


def influence(keys: Keyboard) -> bool:
    """Put one die on the advisor of its own rank if that stands free; say whether it did."""
    keys.to_group("die:")
    keys.press("Home")
    for _ in range(3):
        rank = int(keys.place.partition("#")[0].partition(":")[2])
        if keys.state(f"advisor:{rank}") == "legal":
            break
        keys.press("ArrowRight")
        if not keys.place.startswith("die:"):
            return False
    else:
        return False
    before = keys.version
    keys.press("Enter")
    keys.settled(before)
    keys.to_group("advisor:")
    keys.press("Home", *["ArrowDown"] * ((rank - 1) // 6), *["ArrowRight"] * ((rank - 1) % 6))
    assert keys.place == f"advisor:{rank}"
    before = keys.version
    keys.press("Enter")
    keys.settled(before)
    assert keys.status().startswith(f"Your move: influence {rank} ")
    before = keys.version
    keys.press("Enter")  # a second time: confirmed
    keys.settled(before)
    return True


def button(keys: Keyboard) -> None:
    """Choose the first button (pass, build nothing, decline) by its digit, and confirm."""
    before = keys.version
    keys.press("1")
    keys.settled(before)
    before = keys.version
    keys.press("Enter")
    keys.settled(before)


def first_ring(keys: Keyboard) -> None:
    """Press the first ring of the board until the move is whole, and confirm it."""
    for _ in range(6):
        if keys.status().startswith("Your move"):
            break
        ring = keys.panel.locator(".ml-is-legal").first.get_attribute("data-place") or ""
        keys.to_group(ring.partition(":")[0])
        keys.press("Home")
        for _ in range(20):
            if keys.state(keys.place) == "legal":
                break
            keys.press("ArrowRight")
        before = keys.version
        keys.press(" ")
        keys.settled(before)
    before = keys.version
    keys.press("Enter")
    keys.settled(before)


def test_a_season_by_keyboard_alone(page: Page, lab: Lab) -> None:
    settle(lab)
    notebook = Notebook(page, lab, [GAME, "print(panel.position.phase, len(panel.record.steps), panel.errors)"])
    notebook.run(0)
    keys = Keyboard(page, notebook.panel(0))
    keys.settled(0)
    page.keyboard.press("Escape")
    keys.enter()

    # What cannot be chosen says why, with the rule and the page, and nothing happens.
    for _ in range(40):
        if "Spring" in keys.season and "influence an advisor" in keys.title():
            break
        first_ring(keys) if keys.panel.locator(".ml-is-legal").count() else button(keys)
    keys.to_group("advisor:")
    keys.press("End")
    assert keys.place == "advisor:18"
    if keys.state("advisor:18") == "refused":
        keys.press("Enter")
        alert = keys.panel.locator(".ml-alert")
        wait_text(page, alert, "page ")
        assert "rule " in alert.inner_text()

    influenced = 0
    for _ in range(60):
        if "Spring" not in keys.season:
            break
        if "influence an advisor" in keys.title():
            if influence(keys):
                influenced += 1
            else:
                button(keys)
        elif keys.panel.get_by_role("button", name="Build nothing").count():
            button(keys)
        else:
            first_ring(keys)
    assert "Spring" not in keys.season, "the season has ended"
    assert influenced >= 2

    # Typed moves are keys too: undo takes back, and the line takes a move.
    notebook.run(1)
    phase, steps, errors = notebook.text(1).split(maxsplit=2)
    assert int(phase) > 2 and int(steps) > 10 and errors == "[]"


def test_notebook_keys_do_nothing_inside_a_board(page: Page, lab: Lab) -> None:
    settle(lab)
    board = "import rules, widgets\npanel = widgets.play(rules.load('kingsburg'), players=3, seed=3)\npanel"
    notebook = Notebook(page, lab, [board, "print(panel.errors)", "3"])
    notebook.run(0)
    panel = notebook.panel(0)
    panel.locator('[data-place="advisor:1"]').focus()
    for key in [
        "d",
        "d",
        "b",
        "a",
        "x",
        "m",
        "y",
        "0",
        "0",
        "Shift+M",
        "j",
        "k",
        "z",
        "l",
        "Control+b",
        "c",
        "v",
        "i",
        "i",
    ]:
        page.keyboard.press(key)
    field = panel.get_by_label("Type a move")
    field.focus()
    page.keyboard.type("dd b x a m take 9 gold")
    page.keyboard.press("Enter")
    wait_text(page, panel.locator(".ml-alert"), "not understood")
    assert field.input_value() == "dd b x a m take 9 gold", "what was refused can be mended"
    field.fill("take 1 gold")
    page.keyboard.press("Enter")
    wait_text(page, panel.locator(".ml-live"), "takes 1 gold")
    assert notebook.cells.count() == 3
    kinds = page.locator(".jp-Notebook .jp-CodeCell").count()
    assert kinds == 3, "no cell has become text"
    assert not page.locator(".jp-Dialog").count()
    # Escape hands the keyboard back, and then the notebook's keys work again.
    page.keyboard.press("Escape")
    assert not page.evaluate("() => Boolean(document.activeElement.closest('.ml-panel'))")
    notebook.run(1)
    assert notebook.text(1) == "[]"
