"""Measure what a person waits for: starting each floor, memory of a solve, a season on the board, messages, repaints.

    python -P bench/end_to_end.py [--no-browser]

The last part opens a real JupyterLab in Chromium (Debian's, through Playwright), clicks on a board and takes the time
inside the page from the press of the button to the frame in which the new board is painted. It is left out, and said
so, where there is no Chromium.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent))

from _lab import Missing, notebook_page
from _measure import fresh, machine, microseconds, say, table, verdict

import rules
import solver
import widgets
from rules.kingsburg.values import Position

RULES_MS, RULES_MIB, SOLVE_MIB, CLICK_MS, MESSAGE_KB = 60, 25, 300, 100, 50
LIMIT = "limit"

Step = Callable[[], None]


def starts() -> None:
    """Measure importing each floor in a fresh process."""
    rows = []
    for floor in ("rules", "solver", "widgets", "tutor"):
        least, median, memory = fresh(f"import {floor}")
        held = ""
        if floor == "rules":
            held = f"{verdict(least, RULES_MS)} ({RULES_MS} ms, {RULES_MIB} MiB: {verdict(memory, RULES_MIB)})"
        rows.append([f"import {floor}", least, median, memory, held])
    shown = "import rules, widgets; widgets.Board(rules.load('kingsburg').setup(3, 7))"
    rows.append(["first board of a session", *fresh(shown), ""])
    say("Starting, in a fresh process over bare Python: processor time, and memory held.")
    say()
    table(["what", "ms (least of 7)", "ms (median)", "MiB", LIMIT], rows)


# --- a solve in its worker ------------------------------------------------------------------------------------------


def situations() -> dict[str, tuple[Position, str, str]]:
    """Return positions to solve, each with its horizon and method."""
    record = rules.playout(rules.load("kingsburg").setup(4, seed=7), "greedy", seed=7)
    found: dict[str, tuple[Position, str, str]] = {}
    for each in record.positions():
        position: Position = each  # type: ignore[assignment]
        if position.step != "influence" or position.placements:
            continue
        if position.year == 2 and position.phase == 4:
            found.setdefault("season, year 2, summer", (position, "season", "auto"))
            found.setdefault("the same through CP-SAT", (position, "season", "cp-sat"))
        if position.year == 3 and position.phase == 2:
            found.setdefault("game, year 3, spring", (position, "game", "auto"))
        if position.year == 5 and position.phase == 6:
            found.setdefault("year, year 5, autumn", (position, "year", "auto"))
            found.setdefault("game, year 5, autumn", (position, "game", "auto"))
    return found


def children() -> list[int]:
    """List the processes that this process has started."""
    lists = Path("/proc/self/task").glob("*/children")
    return [int(word) for path in lists for word in path.read_text().split()]


def peak(process: int) -> float:
    """Return the greatest memory that a process has held, in MiB."""
    text = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmHWM")) / 1024


def solves() -> None:
    """Solve in the worker process and read the memory it took; it keeps what it has loaded, so figures only grow."""
    rows = []
    for name, (position, horizon, method) in situations().items():
        start = time.perf_counter()
        job = solver.start(position, horizon, seconds=10, method=method)
        plan = job.result()
        seconds = time.perf_counter() - start
        memory = max((peak(process) for process in children()), default=0.0)
        rows.append([name, plan.status, plan.method, seconds, memory, verdict(memory, SOLVE_MIB)])
    say("Solving in the worker (one process for all lines, in this order): wall time, and its peak memory.")
    say()
    table(["position", "status", "method", "seconds", "MiB", f"{LIMIT} {SOLVE_MIB} MiB"], rows)


# --- a season on the board ------------------------------------------------------------------------------------------


def season(players: int, modules: tuple[str, ...]) -> tuple[Position, list[object], list[Position]]:
    """Return the start, steps and positions of the summer of year 3 of a greedy game."""
    record = rules.playout(rules.load("kingsburg").setup(players, 7, modules), "greedy", seed=7)
    positions: list[Position] = list(record.positions())  # type: ignore[arg-type]
    inside = [index for index, each in enumerate(positions[:-1]) if (each.year, each.phase) == (3, 4)]
    first, last = inside[0], inside[-1] + 1
    return positions[first], list(record.steps[first:last]), positions[first : last + 1]


def boards() -> None:
    """Replay a season and draw it, and weigh the messages that a panel sends while it is played."""
    from widgets.views.kingsburg import draw

    rows, mail = [], []
    for players, modules in ((2, ()), (4, ()), (5, ("buildings", "governors", "army"))):
        start, steps, positions = season(players, modules)

        def replay(start: Position = start, steps: list[object] = steps) -> Position:
            position = start
            for step in steps:
                position = position.play(step)  # type: ignore[arg-type]
            return position

        end = positions[-1]
        name = f"{players} players" + (", all modules" if modules else "")
        replayed = microseconds(replay, 20) / 1000
        drawn = microseconds(lambda end=end: draw(end, None, None, 1060), 5) / 1000  # type: ignore[misc]
        rows.append([name, len(steps), replayed, drawn, replayed + drawn, verdict(replayed + drawn, CLICK_MS)])
        mail.append([name, *messages(players, modules)])
        mail[-1].append(verdict(float(str(mail[-1][2])), MESSAGE_KB))
    say("A season (year 3, summer) replayed and its end drawn: processor time in ms, Python's part of a click.")
    say()
    table(["game", "steps", "replay", "draw", "both", f"{LIMIT} {CLICK_MS} ms"], rows)
    say("Messages of a play panel to the front end, in kB of JSON: one for each change, and the first one apart.")
    say()
    table(["game", "median", "largest", "first (style sheet and script included)", f"{LIMIT} {MESSAGE_KB} kB"], mail)


def messages(players: int, modules: tuple[str, ...]) -> list[object]:
    """Play 120 steps in a panel and return the size of its messages: median, largest, first."""
    panel = widgets.play(rules.load("kingsburg"), seats={}, players=players, modules=modules, seed=7)
    keys = set(panel.keys)
    first = size({key: panel.get_state(key)[key] for key in keys})
    changed: set[str] = set()
    panel.observe(lambda change: changed.add(change["name"]), names=sorted(keys))
    random, sizes = Random(1), []
    while not panel.position.over and len(sizes) < 120:
        changed.clear()
        panel.play(random.choice(panel.position.legal_moves()))
        sizes.append(size({key: panel.get_state(key)[key] for key in changed & keys}))
    panel.close()
    return [statistics.median(sizes), max(sizes), first]


def size(state: dict[str, object]) -> float:
    """Return the length of a state as JSON, in kB."""
    return len(json.dumps(state, default=str).encode()) / 1000


# --- from click to repaint ------------------------------------------------------------------------------------------

CELL = """
import rules, widgets
panel = widgets.play(rules.load("kingsburg"), seats={seats}, players={players}, seed=7, pace=0.05)
panel
"""
SEASON_CELL = """
import rules
from widgets.play_panel import Play
game = rules.load("kingsburg")
record = rules.playout(game.setup({players}, 7), "greedy", seed=7)
positions = list(record.positions())
first = next(i for i, p in enumerate(positions) if (p.year, p.phase) == (3, 4))
last = next(i for i, p in enumerate(positions) if (p.year, p.phase) > (3, 4))
panel = Play(rules.Record(positions[first], record.steps[first:last]), {{}}, pace=30)
panel
"""
#: Note the time of each press and of the second frame after the board's version has changed.
WATCH = """() => {
    const panel = document.querySelector('.ml-panel');
    window.mlTimes = [];
    panel.addEventListener('pointerdown', () => { window.mlStart = performance.now(); }, true);
    panel.addEventListener('keydown', () => { window.mlStart = performance.now(); }, true);
    new MutationObserver(() => {
        const start = window.mlStart;
        if (start === undefined) return;
        window.mlStart = undefined;
        requestAnimationFrame(() => setTimeout(() => window.mlTimes.push(performance.now() - start), 0));
    }).observe(panel, { attributes: true, attributeFilter: ['data-version'] });
}"""


def clicks() -> None:
    """Click in a real JupyterLab and print the times from press to repaint."""
    rows = []
    for name, cell, targets in (
        ("a die, 2 players", CELL.format(seats={1: "greedy"}, players=2), "die"),
        ("a season back and forth, 4 players", SEASON_CELL.format(players=4), "season"),
    ):
        with notebook_page([cell]) as (page, notebook):
            notebook.run(0)
            panel = notebook.panel(0)
            panel.locator(".ml-frame svg").first.wait_for()
            page.wait_for_timeout(1500)
            page.evaluate(WATCH)
            times = press_dice(page, panel) if targets == "die" else press_slider(page, panel)
        middle, high = statistics.median(times), sorted(times)[int(0.95 * (len(times) - 1))]
        rows.append([name, len(times), middle, high, max(times), verdict(middle, CLICK_MS), verdict(high, CLICK_MS)])
    say("In Chromium on JupyterLab: milliseconds from press to repaint (kernel, socket, front end and paint included).")
    say()
    table(["pressed", "presses", "median", "95th", "largest", f"median, {CLICK_MS} ms", f"95th, {CLICK_MS} ms"], rows)


def measured(page: object, press: Step) -> float | None:
    """Press something and return what the page measured, or None if the board did not change."""
    page.evaluate("() => { window.mlTimes = []; }")  # type: ignore[attr-defined]
    press()
    for _ in range(60):
        times = page.evaluate("() => window.mlTimes")  # type: ignore[attr-defined]
        if times:
            return float(times[0])
        page.wait_for_timeout(25)  # type: ignore[attr-defined]
    return None


def press_dice(page: object, panel: object, number: int = 30) -> list[float]:
    """Press what can be chosen on the board, again and again (choosing and taking back)."""
    times = []
    for _ in range(number):
        ring = panel.locator(".ml-is-legal, .ml-is-chosen, .ml-is-picked").first  # type: ignore[attr-defined]
        found = measured(page, lambda ring=ring: ring.click(timeout=5000, force=True))  # type: ignore[misc]
        if found is not None:
            times.append(found)
    return times


def press_slider(page: object, panel: object, number: int = 30) -> list[float]:
    """Go to the first and the last position of the season, in turn."""
    times = []
    for index in range(number):
        control = panel.get_by_role("button", name="Last" if index % 2 else "First").first  # type: ignore[attr-defined]
        found = measured(page, lambda control=control: control.click(timeout=5000))  # type: ignore[misc]
        if found is not None:
            times.append(found)
    return times


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--no-browser", action="store_true", help="leave out JupyterLab and Chromium")
    given = parser.parse_args()
    machine("msgspec", "ortools", "anywidget", "ipywidgets", "jupyterlab")
    starts()
    solves()
    boards()
    if given.no_browser:
        say("JupyterLab and Chromium: left out (--no-browser).")
        return
    try:
        clicks()
    except Missing as reason:
        say(f"JupyterLab and Chromium: left out. {reason}")


if __name__ == "__main__":
    main()
