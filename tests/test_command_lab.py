"""`magister lab` and `magister demo`: copies of the notebooks, JupyterLab without the network, a notebook as a page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import rules
from tutor import command_lab
from tutor.command_text import Refused

from .test_command import ROOT, Run, run  # noqa: F401 - a fixture

NOTEBOOKS = ROOT / "notebooks"


def written(folder: Path, *code: str) -> Path:
    """Write a notebook with these cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in code]
    path = folder / "small.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


def test_a_checkout_opens_its_own_notebooks() -> None:
    assert command_lab.own_copy() == NOTEBOOKS


def test_an_installation_copies_the_notebooks_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the person has changed in the copy stays; what is missing is added."""
    monkeypatch.setattr(command_lab, "checkout", lambda: None)
    monkeypatch.setattr(command_lab, "installed", lambda: NOTEBOOKS)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "Documents"))
    target = command_lab.own_copy()
    assert tmp_path in target.parents
    there = {path.relative_to(target) for path in target.rglob("*.ipynb")}
    assert there == {
        path.relative_to(NOTEBOOKS) for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts
    }
    (target / "start.ipynb").write_text("mine")
    (target / "kingsburg" / "play.ipynb").unlink()
    assert command_lab.own_copy() == target
    assert (target / "start.ipynb").read_text() == "mine"
    assert (target / "kingsburg" / "play.ipynb").is_file()


def test_without_notebooks_there_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(command_lab, "checkout", lambda: None)
    monkeypatch.setattr(command_lab, "installed", lambda: None)
    ended = run("lab")
    assert ended.code == 2
    assert ended.err == (
        "The notebooks did not come with this installation; they are in the source tree, in notebooks/.\n"
    )


def test_a_folder_that_cannot_be_written_is_a_sentence(run: Run, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "file").write_text("")
    ended = run("lab", "--folder", tmp_path / "file" / "folder")
    assert ended.code == 2
    assert "the notebooks cannot be copied there: not a directory." in ended.err


def test_lab_opens_the_first_notebook_and_asks_no_network(
    run: Run,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """JupyterLab is started on the copy, without its news and its look for newer versions; its exit code is ours."""
    started: list[list[str]] = []

    class Server:
        """Stand for JupyterLab: it is interrupted once and goes on, as the real one does."""

        def __init__(self, words: list[str]) -> None:
            started.append(words)
            self.waits = 0

        def wait(self) -> int:
            self.waits += 1
            if self.waits == 1:
                raise KeyboardInterrupt
            return 7

    monkeypatch.setattr(subprocess, "Popen", Server)
    assert run("lab", "--folder", tmp_path).code == 7
    assert run("lab", "--folder", tmp_path, "--no-browser").code == 7
    with_browser, without = started
    assert with_browser[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={tmp_path}" in with_browser
    assert "--LabApp.news_url=" in with_browser
    assert with_browser[-1] == str(tmp_path / "start.ipynb")
    assert "--no-browser" in without and str(tmp_path / "start.ipynb") not in without


def test_the_demo_has_a_position_that_can_be_solved() -> None:
    position, horizon = command_lab.demo_position(None)
    assert position == command_lab.demo_position(rules.games()[0])[0], "it is the same every time"
    assert position.actor is not None and len(position.legal_moves()) > 10
    assert command_lab.find_plan(position, horizon=horizon, seconds=20).status == "optimal"


def test_a_notebook_becomes_a_page_that_fetches_nothing(tmp_path: Path) -> None:
    """The page shows pictures rather than live widgets, and holds no script and no address that is loaded."""
    board = "import rules, widgets\nwidgets.Board(rules.load(rules.games()[0]).setup(3, seed=1))"
    page = command_lab.executed(written(tmp_path, "print(6 * 7)", board))
    assert ">42" in page
    assert "<svg" in page and 'class="ml-root ml-picture' in page
    assert "<summary>The same in words</summary>" in page and "Turn order: " in page
    assert "<script" not in page.lower()
    assert re.findall(r"(?:src|@import)\s*[=:(]?\s*[\"']?https?:", page) == []


def test_links_of_the_page_lead_to_the_notebooks(tmp_path: Path) -> None:
    page = '<a href="kingsburg/play.ipynb">a</a> <a href="#top">b</a> <a href="nowhere.md">c</a>'
    moved = command_lab.with_links(page, NOTEBOOKS, tmp_path)
    first, second, third = re.findall(r'href="([^"]*)"', moved)
    assert (tmp_path / first).resolve() == (NOTEBOOKS / "kingsburg" / "play.ipynb").resolve()
    assert (second, third) == ("#top", "nowhere.md")


def test_a_cell_that_fails_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        command_lab.executed(written(tmp_path, "raise ValueError('the dice are gone')"))
    assert refusal.value.sentences == (f"{tmp_path / 'small.ipynb'}: a cell has failed: ValueError: the dice are gone",)
    assert refusal.value.code == 1
