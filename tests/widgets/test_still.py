"""What a notebook stores beside a live panel: one readable picture, and that one runs the cell again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import rules
import widgets
from widgets import language
from widgets.panel import Panel
from widgets.scene import EMPTY_PICTURE, Control, Item, Scene, Section
from widgets.still import AGAIN, MOST


class Listing(Panel):
    """Show a list and no board."""

    def __init__(self, number: int = 3) -> None:
        super().__init__()
        self.number = number
        self.refresh()

    def scene(self) -> Scene:
        items = tuple(Item(f"Lesson {n}: 2 < 3 & more", detail="10 minutes") for n in range(1, self.number + 1))
        sections = (Section("list", "list", "All lessons", items=items), Section("far", "text", "Folded", folded=True))
        return Scene(EMPTY_PICTURE, (Control("go", "button", "Begin"),), sections, "Choose a lesson.")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Collect the outputs that a cell stores."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: found.append(data))
    return found


@pytest.fixture
def german() -> Iterator[None]:
    before = list(language.chosen)
    language.chosen[:] = ["de"]
    yield
    language.chosen[:] = before


def exported(outputs: list[dict[str, Any]]) -> str:
    """Return the page that a web export makes of a cell with these outputs."""
    nbformat, nbconvert = pytest.importorskip("nbformat"), pytest.importorskip("nbconvert")
    made = [nbformat.v4.new_output("display_data", data) for data in outputs]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("panel", outputs=made)])
    page: str = nbconvert.HTMLExporter().from_notebook_node(book)[0]
    return page


def test_an_exported_page_shows_the_picture_of_a_panel_once(shown: list[dict[str, Any]]) -> None:
    with widgets.play(rules.load("kingsburg"), players=2, seed=5) as panel:
        panel._ipython_display_()
    assert [("image/svg+xml" in data) for data in shown] == [True, False]
    assert "application/vnd.jupyter.widget-view+json" in shown[1]
    page = exported(shown).partition("<main")[2]
    assert page.count("data:image/svg+xml") + page.count("<svg") == 1
    assert AGAIN in shown[0]["image/svg+xml"]


def test_a_list_is_stored_in_words(shown: list[dict[str, Any]]) -> None:
    with Listing() as panel:
        panel._ipython_display_()
    svg = shown[0]["image/svg+xml"]
    for words in ("All lessons", "• Lesson 3: 2 &lt; 3 &amp; more", "10 minutes", "Choose a lesson.", "[Begin]", AGAIN):
        assert words in svg
    assert "Folded" not in svg
    height = int(re.search(r'viewBox="0 0 720 (\d+)"', svg).group(1))  # type: ignore[union-attr]
    assert height > 22 * 9, "as high as its lines"
    assert max(int(y) for y in re.findall(r'<text x="12" y="(\d+)"', svg)) < height


def test_a_long_list_says_how_much_is_left_out(shown: list[dict[str, Any]]) -> None:
    with Listing(100) as panel:
        panel._ipython_display_()
    left = 1 + 1 + 1 + 200 - (MOST - 1)
    assert f">… {left}<" in shown[0]["image/svg+xml"]


@pytest.mark.usefixtures("german")
def test_the_note_speaks_the_language_of_the_session(shown: list[dict[str, Any]]) -> None:
    with Listing() as panel:
        panel._ipython_display_()
    assert "Führe diese Zelle noch einmal aus" in shown[0]["image/svg+xml"]
