"""The notebooks as files: nothing stored in them, links that lead somewhere, code that says the same every time.

That each runs from top to bottom is shown by nbval, which collects them beside these tests.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
NAMES = [path.relative_to(ROOT).as_posix() for path in NOTEBOOKS]
POSITIONS = sorted((ROOT / "notebooks").rglob("*.toml"))

each = pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)


def cells(path: Path, kind: str) -> list[str]:
    """Give the sources of the cells of one kind."""
    return [cell["source"] for cell in nbformat.read(path, as_version=4)["cells"] if cell["cell_type"] == kind]


def stored(notebook: dict[str, object]) -> list[str]:
    """List what a run has left in a notebook: outputs, counts, the state of widgets, a person's own settings."""
    found = []
    metadata = notebook.get("metadata")
    assert isinstance(metadata, dict)
    found += [f"metadata.{name}" for name in metadata if name not in ("kernelspec", "language_info")]
    found += [f"language_info.{name}" for name in metadata.get("language_info", {}) if name != "name"]
    rows = notebook.get("cells")
    assert isinstance(rows, list)
    for number, cell in enumerate(rows):
        found += [f"cells[{number}].metadata.{name}" for name in cell.get("metadata", {})]
        if cell.get("outputs"):
            found.append(f"cells[{number}].outputs")
        if cell.get("execution_count") is not None:
            found.append(f"cells[{number}].execution_count")
    return found


def dead_links(text: str, folder: Path) -> list[str]:
    """List the links of a text that lead to no file; an address in the network is one of them."""
    targets = re.findall(r"\]\(([^)\s]+)[^)]*\)", text) + re.findall(r"(?:src|href)=[\"']([^\"']+)", text)
    return [
        target
        for target in targets
        if "://" in target or not (target.startswith("#") or (folder / target.partition("#")[0]).exists())
    ]


def uncertain(code: str) -> list[str]:
    """List calls whose answer may differ from run to run: the clock, the system's chance, set-ups without a seed."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            found += [name for name in names if name.partition(".")[0] in ("random", "time", "datetime", "secrets")]
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given = {keyword.arg for keyword in node.keywords}
            if name in ("setup", "playout") and "seed" not in given and len(node.args) < 2:
                found.append(f"{name} without a seed")
    return found


def test_there_are_notebooks() -> None:
    assert "notebooks/start.ipynb" in NAMES
    assert sum(name.startswith("notebooks/kingsburg/") for name in NAMES) >= 2
    assert "notebooks/paladins/play.ipynb" in NAMES
    assert "notebooks/paladins/solver.ipynb" in NAMES
    assert "notebooks/my_village/play.ipynb" in NAMES
    assert "notebooks/my_village/solver.ipynb" in NAMES


@each
def test_a_notebook_is_valid_and_stores_nothing(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    nbformat.validate(notebook)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert stored(notebook) == []
    assert "widget-view" not in path.read_text(encoding="utf-8")
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)


def test_stored_things_are_seen() -> None:
    notebook = {
        "metadata": {"widgets": {}, "kernelspec": {}, "language_info": {"name": "python", "version": "3.11"}},
        "cells": [{"metadata": {"trusted": True}, "outputs": [{}], "execution_count": 1}],
    }
    assert stored(notebook) == [
        "metadata.widgets",
        "language_info.version",
        "cells[0].metadata.trusted",
        "cells[0].outputs",
        "cells[0].execution_count",
    ]


@each
def test_links_lead_somewhere(path: Path) -> None:
    for text in cells(path, "markdown"):
        assert dead_links(text, path.parent) == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "notebooks/README.md", "CHANGELOG.md"])
def test_links_of_the_readmes_lead_somewhere(name: str) -> None:
    path = ROOT / name
    assert dead_links(path.read_text(encoding="utf-8"), path.parent) == []


def test_a_dead_link_is_seen() -> None:
    text = "[a](nowhere.md) [b](#here) [c](https://example.org/) <img src='x.png'> [d](README.md#notebooks)"
    assert dead_links(text, ROOT / "notebooks") == ["nowhere.md", "https://example.org/", "x.png"]


def test_from_the_first_notebook_every_other_can_be_reached() -> None:
    """A reader who begins with `start.ipynb` finds all the others by links."""
    reached, waiting = set(), [ROOT / "notebooks" / "start.ipynb"]
    while waiting:
        path = waiting.pop().resolve()
        if path in reached or path.suffix != ".ipynb":
            continue
        reached.add(path)
        for text in cells(path, "markdown"):
            waiting += [path.parent / target for target in re.findall(r"\]\(([^)#\s]+\.ipynb)", text)]
    assert reached == {path.resolve() for path in NOTEBOOKS}


@each
def test_a_notebook_is_the_same_on_every_machine(path: Path) -> None:
    """No clock, no chance without a seed, no path of somebody's own, nothing from the network or the shell."""
    for code in cells(path, "code"):
        assert uncertain(code) == []
        assert re.findall(r"(?m)^\s*[!%]|https?://|(?<![\w.])/(?:home|tmp|work|Users)/", code) == []


def test_an_uncertain_cell_is_seen() -> None:
    assert uncertain("import random\nfrom time import sleep\ngame.setup(players=3)\ngame.setup(3, 7)") == [
        "random",
        "time",
        "setup without a seed",
    ]


@each
def test_a_notebook_is_for_a_reader(path: Path) -> None:
    """It begins with a title, every code cell follows a text, and no cell is longer than a screen."""
    read = nbformat.read(path, as_version=4)["cells"]
    assert read[0]["cell_type"] == "markdown" and read[0]["source"].startswith("# ")
    for before, cell in pairwise(read):
        assert len(cell["source"].splitlines()) <= 45
        if cell["cell_type"] == "code":
            assert before["cell_type"] == "markdown", f"nothing introduces {cell['source'][:60]!r}"


SCRIPT = """
import ast, json, sys
space = {"__name__": "__main__"}
for code in json.loads(sys.stdin.read()):
    exec(compile(ast.parse(code), "cell", "exec"), space)
"""


@pytest.mark.parametrize(
    "path",
    # A notebook on the solver is one long solve after the other, and nbval runs it, too.
    [pytest.param(path, marks=pytest.mark.slow if path.stem == "solver" else ()) for path in NOTEBOOKS],
    ids=NAMES,
)
def test_a_notebook_prints_the_same_twice(path: Path) -> None:
    """Two runs in fresh interpreters, whose sets are ordered differently, print the same."""
    printed = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            input=json.dumps(cells(path, "code")),
            capture_output=True,
            text=True,
            cwd=path.parent,
            env=os.environ | {"PYTHONHASHSEED": seed},
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert printed[0].strip(), "it prints nothing at all"


@pytest.mark.parametrize("path", POSITIONS, ids=[path.name for path in POSITIONS])
def test_the_positions_beside_the_notebooks_are_sound(path: Path) -> None:
    import rules

    position = rules.parse(path.read_text(encoding="utf-8"))
    assert position.actor is not None
    assert position.problems() == ()


@pytest.mark.parametrize(
    ("notebook", "beginning", "file"),
    [
        ("kingsburg/solver.ipynb", "position = rules.parse", "kingsburg/influence.toml"),
        ("my_village/play.ipynb", "later = rules.parse", "my_village/bridge.toml"),
    ],
)
def test_a_position_is_the_same_in_the_notebook_and_in_the_file(notebook: str, beginning: str, file: str) -> None:
    import rules

    folder = ROOT / "notebooks"
    (cell,) = [code for code in cells(folder / notebook, "code") if code.startswith(beginning)]
    (text,) = re.findall(r'"""(.*?)"""', cell, re.DOTALL)
    assert rules.parse(text) == rules.parse((folder / file).read_text(encoding="utf-8"))
