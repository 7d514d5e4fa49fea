"""A puzzle failed, seen through, and solved in a real JupyterLab, by keyboard alone; and what axe says of the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.notebook import WAIT, Notebook, serious, settle, wait_text
from tests.browser.test_lessons import Keys
from tests.conftest import Lab
from tutor.puzzle import Puzzle, games, shipped

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def chosen(game: str) -> Puzzle:
    """Return a puzzle of the second level with a short line, for each move is typed."""
    return min((one for one in shipped(game) if one.level == 2), key=lambda one: (len(one.line), one.id))


def enter(keys: Keys) -> None:
    """Come to the main button with Tab, press Enter, and wait for what it does."""
    before = keys.version()
    keys.tab_to(".ml-primary")
    keys.page.keyboard.press("Enter")
    keys.newer(before)


def type_line(keys: Keys, moves: tuple[str, ...]) -> None:
    """Type moves one after the other; wait for each, and for what comes by itself after it."""
    for move in moves:
        before = keys.version()
        keys.type_move(move)
        keys.newer(before)
        keys.page.wait_for_function("() => document.querySelector('.ml-panel').dataset.poll === '0'", timeout=WAIT)


@pytest.mark.parametrize("game", games())
def test_a_puzzle_is_failed_and_solved_by_keyboard(page: Page, lab: Lab, game: str) -> None:
    settle(lab)
    puzzle = chosen(game)
    wrong = next(move.key for move in puzzle.start().legal_moves() if move.key not in puzzle.best)
    code = f"import tutor\npanel = tutor.puzzle(id={puzzle.id!r}, language='en')\npanel"
    notebook = Notebook(page, lab, [code, "print(panel.verdict.optimal, panel.errors)"])
    notebook.run(0)
    keys = Keys(page, notebook.panel(0))
    page.keyboard.press("Escape")

    type_line(keys, (wrong,))
    before = keys.version()
    page.keyboard.press("Tab")  # out of the line for moves, where letters are letters
    page.keyboard.press("c")
    keys.newer(before)
    wait_text(page, keys.said(), "The best line brings")
    assert serious(page, ".ml-panel") == []
    enter(keys)  # show the best line
    status = notebook.panel(0).locator(".ml-status")
    wait_text(page, status, "this is its beginning")
    for _ in range(40):
        if not page.locator(".ml-primary", has_text="Next step").count():
            break
        enter(keys)
    wait_text(page, status, "The best line, step")

    before = keys.version()
    page.keyboard.press("b")
    keys.newer(before)
    type_line(keys, puzzle.line)
    enter(keys)  # check
    wait_text(page, keys.said(), "Right: this brings")
    notebook.run(1)
    assert notebook.text(1) == "True []"
