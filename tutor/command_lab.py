"""``magister lab`` and ``magister demo``: the notebooks in JupyterLab, and one of them executed to a page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from rules.saving import make_folder, write_whole

from .command_solve import find_plan, show_plan
from .command_text import NEGATIVE, Refused, game_name, reason, say, warn, write_file

if TYPE_CHECKING:
    from rules import Position

FIRST = "start.ipynb"
SHARED = Path("share") / "magister-ludi" / "notebooks"
CELL_SECONDS = 300

#: JupyterLab would ask the network for news and newer versions.
OFFLINE = (
    "--LabApp.news_url=",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)


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

        try:
            target = user_documents_path() / "Magister Ludi"
        except (RuntimeError, KeyError):
            raise Refused("There is no home folder here for the notebooks; name one by --folder.") from None
    if os.path.exists(target) and not os.path.isdir(target):  # which take a path that is too long, too
        raise Refused(f"{target}: is no folder; name a folder for the notebooks.")
    try:
        for path in sorted(source.rglob("*")):
            place = target / path.relative_to(source)
            if path.is_file() and ".ipynb_checkpoints" not in path.parts and not place.exists():
                write_whole(place, path.read_bytes(), parents=True)
    except OSError as error:
        raise Refused(f"{target}: the notebooks cannot be copied there: {reason(error)}.") from None
    return target


def lab(folder: Path | None, browser: bool) -> int:
    """Open JupyterLab on the notebooks and return its exit code."""
    target = own_copy(folder)
    say(f"Opening JupyterLab on {target}. Ctrl-C twice ends it.")
    words = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={target}", *OFFLINE]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--allow-root")  # whoever calls this as root, in a container say, means it
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


def demo_position(game: str | None) -> tuple[Position, str]:
    """Return a position with much to decide, and the horizon to solve it for.

    It comes from the middle of a seeded game: the one with the most legal moves that the solver's first horizon fits.
    """
    import rules
    from solver import rooms
    from solver.run import ask

    loaded = rules.load(game_name(game))
    players = sorted(loaded.players)[len(loaded.players) // 2]
    record = rules.playout(loaded.setup(players=players, seed=7), policy="greedy", seed=7)
    positions = [position for position in record.positions() if position.actor is not None]
    third = len(positions) // 3
    horizon = next(iter(rooms.load(loaded.name).horizons))
    for position in sorted(positions[third : 2 * third], key=lambda position: -len(position.legal_moves())):
        try:
            ask(position, horizon=horizon)
        except rules.BadInput:
            continue
        return position, horizon
    raise Refused(f"No position of {loaded.title} was found that the solver takes.", code=NEGATIVE)


def demo(game: str | None, output: Path) -> None:
    """Solve a position in the terminal, then execute the first notebook and write it as a page."""
    from widgets.views import view_of

    position, horizon = demo_position(game)
    say(view_of(position).draw(position, position.actor).text)
    say()
    show_plan(find_plan(position, horizon=horizon, seconds=20))
    say()
    source = notebooks() / FIRST
    warn(f"Executing {source.name} (a few seconds)")
    target = output / f"{source.stem}.html"
    try:
        make_folder(output)
    except OSError as error:
        raise Refused(f"{output}: cannot be made: {reason(error)}.") from None
    write_file(target, with_links(executed(source), source.parent, output))
    say(f"The notebook, executed: {target.resolve()}")


def with_links(page: str, folder: Path, output: Path) -> str:
    """Let a page's links to files beside the notebook lead there from the folder of the page."""

    def moved(link: re.Match[str]) -> str:
        target = folder / link[1]
        return f'href="{os.path.relpath(target, output)}"' if target.exists() else link[0]

    return re.sub(r'href="([^"#:]+)"', moved, page)


def stand_in(data: dict[str, str]) -> None:
    """Put picture and words of an output in the place of its live widget."""
    from widgets.export import IN_WORDS

    from .language import language

    data.pop("application/vnd.jupyter.widget-view+json", None)
    if svg := data.get("image/svg+xml"):
        words = escape(data.get("text/plain", ""))
        in_words = IN_WORDS[language()]
        data["text/html"] = f"{svg}<details><summary>{in_words}</summary><pre>{words}</pre></details>"


def executed(source: Path) -> str:
    """Execute a notebook in a kernel of its own and return it as a page that fetches nothing."""
    import nbformat
    from nbconvert import HTMLExporter
    from nbconvert.preprocessors import CellExecutionError, ExecutePreprocessor

    notebook = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    runner = ExecutePreprocessor(  # type: ignore[no-untyped-call]
        timeout=CELL_SECONDS,
        kernel_name="python3",
        store_widget_state=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    try:
        runner.preprocess(notebook, {"metadata": {"path": str(source.parent)}})
    except CellExecutionError as error:
        bare = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        lines = [line for line in bare.splitlines() if line.strip()]
        raise Refused(f"{source}: a cell has failed: {lines[-1] if lines else 'no reason was given'}", code=1) from None
    # A page without a kernel cannot show live widgets: their pictures and words stand in. The template's scripts would
    # come from the network, and nothing here needs one.
    for cell in notebook.cells:
        for result in cell.get("outputs", ()):
            stand_in(result.get("data", {}))
    exporter = HTMLExporter(exclude_input_prompt=True, exclude_output_prompt=True)  # type: ignore[no-untyped-call]
    body, _ = exporter.from_notebook_node(notebook)
    return re.sub(r"<script\b.*?</script>", "", str(body), flags=re.DOTALL | re.IGNORECASE)
