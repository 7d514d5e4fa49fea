"""A student's notebook in a real JupyterLab: a line played by keyboard, kept in a file, and graded; and the pages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tutor
from tests.browser.notebook import WAIT, Notebook, serious, settle
from tests.browser.test_lessons import Keys
from tests.browser.test_puzzles import type_line
from tests.conftest import Lab
from tests.tutor.class_text import hand_in, make, put, result
from tutor.classroom import RESULT, result_name
from tutor.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


class Given(Notebook):
    """A notebook that is there already."""

    def __init__(self, page: Page, lab: Lab, name: str) -> None:
        self.page, self.lab, self.name = page, lab, name
        self.open()


def test_a_student_plays_and_hands_in(page: Page, lab: Lab, tmp_path: Path) -> None:
    settle(lab)
    made, key = make(tmp_path, ("anna",), count=1)
    line = key.puzzles_of("anna")[0].line
    place = lab.folder / "anna"
    shutil.copytree(made.notebooks["anna"].parent, place)
    name = made.notebooks["anna"].name
    cells = [cell["id"] for cell in json.loads((place / name).read_text("utf-8"))["cells"]]
    notebook = Given(page, lab, f"anna/{name}")
    for cell in ("begin", "task-1"):
        notebook.run(cells.index(cell))
    keys = Keys(page, notebook.panel(cells.index("task-1")))
    assert serious(page, ".ml-panel") == []
    type_line(keys, line)
    for cell in ("answer-1", "check-1"):
        notebook.run(cells.index(cell))
    said = notebook.text(cells.index("check-1"))
    assert "every move is legal" in said and "is not checked here" in said
    notebook.save()
    assert (place / result_name(made.id, "anna")).is_file()
    report = tutor.grade(place, key=made.key, jobs=1, store=Store(":memory:"))
    assert report.student("anna").marks[0].solved
    assert report.notices == ()  # saving in JupyterLab leaves what says whose notebook it is


@pytest.mark.parametrize("code", ["en", "de"])
def test_report_and_sheet_are_read_without_eyes(page: Page, tmp_path: Path, code: str) -> None:
    """Axe finds nothing serious in the pages, nothing in them runs, and they are no wider than the window."""
    made, key = make(tmp_path)
    hand_in(made, "anna", 1, key.puzzles_of("anna")[0].line)
    put((made, key), f"bert/x{RESULT}", result((made, key), "bert", ("<img src=x onerror='document.title=1'>",)))
    report = tutor.grade(made.folder, jobs=1, store=Store(":memory:"), language=code)
    for text in (report.to_html(), report.sheet("bert")):
        page.set_content(text, timeout=WAIT)
        assert serious(page, "body") == []
        assert page.locator("img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
