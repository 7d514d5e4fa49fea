"""A notebook in a real JupyterLab, as a person at the keyboard sees it. Everything waits on conditions."""

from __future__ import annotations

import json
import re
import secrets
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.conftest import Lab

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIDTHS = (880, 1560)  # pixels of a narrow page and of a wide one
WAIT = 90_000  # milliseconds; far above what anything takes on a busy machine, so only a fault meets it
PROMPT = """([number, before]) => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[number];
    const text = cell?.querySelector('.jp-InputPrompt')?.textContent ?? '';
    return """
ARTIFACTS = Path(__file__).parent / "artifacts"
NOTEBOOK = {
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}


def settle(lab: Lab, theme: str = "JupyterLab Light") -> None:
    """Choose JupyterLab's theme for pages that are opened from now on, and let it ask no questions."""
    wanted: dict[str, dict[str, object]] = {
        "apputils-extension/themes": {"theme": theme},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "notebook-extension/tracker": {"autoStartDefaultKernel": True},
    }
    for name, values in wanted.items():
        path = lab.folder.parent / "jupyterlab_settings_dir" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))


class Notebook:
    """Open a notebook with the given cells; run them, and find the panels in their outputs."""

    def __init__(self, page: Page, lab: Lab, cells: Sequence[str]) -> None:
        self.page, self.lab = page, lab
        page.set_default_timeout(WAIT)
        self.name = f"n{secrets.token_hex(4)}.ipynb"
        source = [
            {
                "cell_type": "code",
                "id": f"c{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": text,
            }
            for number, text in enumerate(cells)
        ]
        (lab.folder / self.name).write_text(json.dumps({**NOTEBOOK, "cells": source}))
        self.open()

    def open(self) -> None:
        """Load the page and wait until the kernel can be used."""
        self.page.goto(self.lab.url(self.name))
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=WAIT)
        # The page says "idle" before there is a kernel; the server knows.
        self.page.wait_for_function(
            """async ([name, token]) => {
                const answer = await fetch(`/api/sessions?token=${token}`);
                return (await answer.json()).some((s) => s.path === name && s.kernel.execution_state === 'idle');
            }""",
            arg=[self.name, self.lab.token],
            timeout=WAIT,
            polling=200,
        )
        self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(
            timeout=WAIT, state="attached"
        )

    def save(self) -> None:
        """Save the notebook and wait until its file is written."""
        before = (self.lab.folder / self.name).stat().st_mtime_ns
        self.page.keyboard.press("Control+s")
        until(lambda: (self.lab.folder / self.name).stat().st_mtime_ns > before and self.whole())

    def whole(self) -> bool:
        """Say whether the file is written to its end: JupyterLab writes into the file that is there."""
        try:
            json.loads((self.lab.folder / self.name).read_text("utf-8"))
        except ValueError:
            return False
        return True

    def ask(self, path: str, method: str = "GET") -> Any:
        """Ask the server of the notebook."""
        request = urllib.request.Request(f"{self.lab.address}{path}?token={self.lab.token}", method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def end_kernel(self) -> None:
        """End this notebook's kernel, as a restarted machine does."""
        for session in self.ask("/api/sessions"):
            if session["path"] == self.name:
                self.ask(f"/api/sessions/{session['id']}", "DELETE")

    @property
    def cells(self) -> Locator:
        """Return the cells."""
        return self.page.locator(".jp-Notebook .jp-Cell")

    def cell(self, number: int) -> Locator:
        """Return one cell."""
        return self.cells.nth(number)

    def begin(self, number: int) -> None:
        """Run a cell without waiting for its end."""
        from playwright.sync_api import TimeoutError as NotYet

        before = self.prompt(number)
        for _ in range(20):
            self.cell(number).locator(".cm-content").click()
            self.page.keyboard.press("Control+Enter")
            try:
                self.page.wait_for_function(PROMPT + "text !== before }", arg=[number, before], timeout=1500)
            except NotYet:  # the page had no connection to its kernel yet, and then running a cell does nothing
                continue
            return
        raise AssertionError("the cell does not run")

    def run(self, number: int) -> Locator:
        """Run a cell, wait for its end, and return its output area."""
        before = self.prompt(number)
        self.begin(number)
        done = PROMPT + r"/\[\d+\]/.test(text) && text !== before }"
        self.page.wait_for_function(done, arg=[number, before], timeout=WAIT)
        return self.cell(number).locator(".jp-OutputArea")

    def prompt(self, number: int) -> str:
        """Return what stands before a cell, such as "[3]:"."""
        return self.cell(number).locator(".jp-InputPrompt").first.text_content() or ""

    def panel(self, number: int) -> Locator:
        """Wait for the panel in a cell's output and return it."""
        panel = self.cell(number).locator(".ml-panel")
        panel.locator(".ml-frame svg").wait_for(timeout=WAIT)
        return panel

    def text(self, number: int) -> str:
        """Return what a cell printed."""
        return (self.cell(number).locator(".jp-OutputArea-output").last.text_content() or "").strip()


def until(condition: Callable[[], bool]) -> None:
    """Wait for something outside the page."""
    end = time.monotonic() + WAIT / 1000
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def wait_text(page: Page, locator: Locator, wanted: str) -> None:
    """Wait until an element's text holds these words; it is looked up anew until then, for panels are replaced."""
    assert locator.page is page
    locator.filter(has_text=re.compile(re.escape(wanted))).first.wait_for(state="attached", timeout=WAIT)


def picture(page: Page, target: Locator, name: str) -> Path:
    """Save what an element looks like, for people to look at."""
    ARTIFACTS.mkdir(exist_ok=True)
    path = ARTIFACTS / f"{name}.png"
    target.screenshot(path=path, animations="disabled")
    return path


def serious(page: Page, selector: str) -> list[dict[str, Any]]:
    """Return what axe finds serious or critical inside the elements of a selector."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=selector)
    return [
        {"id": each["id"], "help": each["help"], "nodes": [node["html"][:200] for node in each["nodes"]]}
        for each in found.response["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def looks_right(page: Page, panel: Locator, number: int, name: str) -> None:
    """Hold, narrow and wide, that nothing in a panel is wider than its place and that axe finds nothing serious."""
    for width in WIDTHS:
        widen(page, width)
        looks_right_as_it_is(page, panel, number, f"{name}-{width}")


def widen(page: Page, width: int) -> None:
    """Make the page so wide, and wait until JupyterLab has laid its notebook out anew."""
    assert page.viewport_size is not None
    if page.viewport_size["width"] == width:
        return
    notebook = page.locator(".jp-Notebook").first
    before = notebook.evaluate("node => node.clientWidth")
    page.set_viewport_size({"width": width, "height": page.viewport_size["height"]})
    page.wait_for_function(
        "([node, before]) => node.clientWidth !== before", arg=[notebook.element_handle(), before], timeout=WAIT
    )


def looks_right_as_it_is(page: Page, panel: Locator, number: int, name: str) -> None:
    """Hold the same for the page as it is, and save a picture."""
    panel.scroll_into_view_if_needed()
    page.wait_for_function(
        "node => [...node.querySelectorAll('*')].every((e) => e.scrollWidth <= e.clientWidth + 2 || "
        "getComputedStyle(e).position === 'absolute' "
        "|| e.closest('svg, pre, .ml-places, .ml-hidden, select, input'))",
        arg=panel.element_handle(),
        timeout=WAIT,
    )
    picture(page, panel, name)
    assert serious(page, f".jp-Notebook .jp-Cell:nth-child({number + 1}) .ml-panel") == []
