"""``magister lab`` and ``magister demo``: the notebooks in JupyterLab, and one of them executed to a page."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from .command_solve import find_plan, show_plan
from .command_text import Refused, game_name, reason, say, warn, write_file

if TYPE_CHECKING:
    from rules import Position

FIRST = "start.ipynb"
SHARED = Path("share") / "magister-ludi" / "notebooks"
CELL_SECONDS = 300


def checkout() -> Path | None:
    """Return the notebooks of the source tree, when this runs from one."""
    folder = Path(__file__).resolve().parent.parent / "notebooks"
    return folder if (folder / FIRST).is_file() else None


def installed() -> Path | None:
    """Return the notebooks that came with the installation."""
    schemes = ("data", sysconfig.get_preferred_scheme("user"))
    roots = {sysconfig.get_path("data"), sysconfig.get_path("data", schemes[1]), sys.prefix, sys.base_prefix}
    return next((Path(root) / SHARED for root in sorted(roots) if (Path(root) / SHARED / FIRST).is_file()), None)


def notebooks() -> Path:
    """Return the folder of the notebooks, wherever they are."""
    folder = checkout() or installed()
    if folder is None:
        raise Refused("The notebooks did not come with this installation; they are in the source tree, in notebooks/.")
    return folder


def own_copy(target: Path | None = None) -> Path:
    """Return a folder of notebooks that the person may write to: the source tree's, or a copy of the installed ones.

    A copy is made once; files that are there already are left as they are.
    """
    source = notebooks()
    if target is None:
        if source == checkout():
            return source
        from platformdirs import user_documents_path

        target = user_documents_path() / "Magister Ludi"
    try:
        for path in sorted(source.rglob("*")):
            place = target / path.relative_to(source)
            if path.is_file() and ".ipynb_checkpoints" not in path.parts and not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)
    except OSError as error:
        raise Refused(f"{target}: the notebooks cannot be copied there: {reason(error)}.") from None
    return target


def lab(folder: Path | None, browser: bool) -> int:
    """Open JupyterLab on the notebooks and return its exit code."""
    target = own_copy(folder)
    say(f"Opening JupyterLab on {target}. Ctrl-C twice ends it.")
    words = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={target}"]
    if not browser:
        words.append("--no-browser")
    elif (target / FIRST).is_file():
        words.append(str(target / FIRST))
    server = subprocess.Popen(words)
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            continue  # the server has got it too, and asks whether it is meant


def demo_position(game: str | None) -> Position:
    """Return a position with much to decide: the one with most legal moves in the second third of a seeded game."""
    import rules

    loaded = rules.load(game_name(game))
    players = sorted(loaded.players)[len(loaded.players) // 2]
    record = rules.playout(loaded.setup(players=players, seed=7), policy="greedy", seed=7)
    positions = list(record.positions())
    third = len(positions) // 3
    return max(positions[third : 2 * third], key=lambda position: len(position.legal_moves()))


def demo(game: str | None, output: Path) -> None:
    """Solve a position in the terminal, then execute the first notebook and write it as a page."""
    position = demo_position(game)
    from widgets.views import view_of

    say(view_of(position).draw(position, position.actor).text)
    say()
    from solver import rooms

    horizon = next(iter(rooms.find(position).horizons))
    show_plan(find_plan(position, horizon=horizon, seconds=20))
    say()
    source = notebooks() / FIRST
    warn(f"Executing {source.name} (about half a minute)")
    target = output / f"{source.stem}.html"
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{output}: cannot be made: {reason(error)}.") from None
    write_file(target, executed(source))
    say(f"The notebook, executed: {target.resolve()}")


def executed(source: Path) -> str:
    """Execute a notebook in a kernel of its own and return it as a page that fetches nothing."""
    import nbformat
    from nbconvert import HTMLExporter
    from nbconvert.preprocessors import CellExecutionError, ExecutePreprocessor

    notebook = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    runner = ExecutePreprocessor(timeout=CELL_SECONDS, kernel_name="python3", store_widget_state=False)  # type: ignore[no-untyped-call]
    try:
        runner.preprocess(notebook, {"metadata": {"path": str(source.parent)}})
    except CellExecutionError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        raise Refused(f"{source}: a cell has failed: {lines[-1] if lines else 'no reason was given'}", code=1) from None
    # Pictures stand before live widgets, which a page without a kernel cannot show; no script comes from elsewhere.
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        display_data_priority=["image/svg+xml", "image/png", "text/html", "text/markdown", "text/plain"],
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        require_js_url="",
        jquery_url="",
        mathjax_url="",
        mermaid_js_url="",
        widget_renderer_url="",
    )
    body, _ = exporter.from_notebook_node(notebook)
    return str(body)
