"""Notebooks that were run: their boards come out on paper, and what a run has left in them can be taken out again."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from nbconvert.exporters import LatexExporter
from nbconvert.nbconvertapp import NbConvertApp
from traitlets.config import Config

from tests.test_notebooks import ROOT, stored
from tests.widgets.pictures import is_png
from widgets import export, paper, theme
from widgets.picture import Picture

SETTINGS = {
    "LatexExporter": {"preprocessors": ["widgets.paper.pictures"]},
    "SVG2PDFPreprocessor": {"enabled": False},
}
CELLS = ("import rules\nimport widgets\nposition = rules.load('kingsburg').setup(2, 1)", "widgets.Board(position)")


@pytest.fixture(scope="module")
def book() -> Any:
    """Run a notebook that shows two boards, and give it with all that the run has stored."""
    cells = [nbformat.v4.new_code_cell(code) for code in CELLS]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    return nbclient.NotebookClient(made, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()


def run(beginning: str, page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do in a folder what a page of ours says, letter by letter."""
    said = (ROOT / page).read_text(encoding="utf-8")
    (found,) = re.findall(rf"(?m)^(?:\.venv/bin/)?jupyter nbconvert ({beginning}[^`]*?notebook\.ipynb)$", said)
    monkeypatch.chdir(folder)
    app = NbConvertApp()
    app.initialize(found.replace("\\\n", " ").split())
    app.start()


def test_a_board_on_paper_has_its_colours(book: Any) -> None:
    image = pytest.importorskip("PIL.Image")
    drawn = image.open(BytesIO(paper.png_of(book.cells[1].outputs[0].data["image/svg+xml"]))).convert("RGB")
    assert drawn.width == paper.WIDTH
    assert drawn.getpixel((2, 2)) == tuple(bytes.fromhex(theme.LIGHT["page"][1:]))
    assert drawn.getbbox() is not None and len(drawn.resize((200, 200)).getcolors(40000)) > 50


def test_pictures_of_others_and_text_are_left_in_peace() -> None:
    """An output that is no picture stays; a picture that is not ours becomes PNG, too."""
    foreign = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path fill="#f00" d="M0 0H40V20H0Z"/></svg>'
    )
    outputs = [
        nbformat.v4.new_output("stream", text="hello"),
        nbformat.v4.new_output("display_data", {"image/svg+xml": foreign, "text/plain": "red"}),
    ]
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", outputs=outputs)])
    text, resources = LatexExporter(config=Config(SETTINGS)).from_notebook_node(made)
    assert "hello" in text
    ((name, data),) = resources["outputs"].items()
    assert name.endswith(".png") and name in text and data.startswith(b"\x89PNG")


def test_the_documented_command_puts_boards_on_paper(
    book: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nbformat.write(book, tmp_path / "notebook.ipynb")
    run("--to latex", "README.md", tmp_path, monkeypatch)
    text = (tmp_path / "notebook.tex").read_text(encoding="utf-8")
    (name,) = re.findall(r"\\adjustimage\{[^}]*\{[^}]*\}\{[^}]*\}\}\{([^}]*)\}", text)
    assert [file.name for file in (tmp_path / "notebook_files").iterdir()] == [Path(name).name]
    is_png((tmp_path / name).read_bytes(), paper.WIDTH)
    assert "Champion" not in text, "the words of the live panel would stand below its picture"


def test_the_documented_command_clears_a_notebook(book: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clearing the outputs alone leaves the state of all widgets: most of what a run has stored."""
    path = tmp_path / "notebook.ipynb"
    nbformat.write(book, path)
    assert "metadata.widgets" in stored(json.loads(path.read_text()))
    run("--clear-output", "CONTRIBUTING.md", tmp_path, monkeypatch)
    cleared = json.loads(path.read_text())
    assert stored(cleared) == []
    assert cleared["metadata"]["kernelspec"]["name"] == "python3"
    assert ["".join(cell["source"]) for cell in cleared["cells"]] == list(CELLS)
    assert path.stat().st_size < 2500


def test_a_stored_picture_has_the_rules_for_its_own_marks_alone() -> None:
    drawn = Picture('<rect class="ml-card"/>', (), (), "", 40, 9, "card", "")
    sheet = export.styled(drawn)
    assert ".ml-card{" in sheet and ".ml-picture{" in sheet and ".ml-picture text{" in sheet
    assert ".ml-soldier{" not in sheet
