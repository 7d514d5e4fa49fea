"""``magister solve``: a plan for a position, with progress on standard error and a plain exit code."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from .command_text import BEST_SO_FAR, DONE, NEGATIVE, Refused, pairs, say, warn

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from rules import Position
    from solver import Control, Plan

#: Seconds before progress is shown: most plans are there sooner.
PATIENCE = 0.4
#: Seconds between two lines of progress where standard error is no terminal.
LINE_EVERY = 5.0


def numbers(what: str, words: Sequence[str]) -> dict[str, Fraction]:
    """Read words of the form "name=number"; a number may be a fraction such as 1/2.

    >>> numbers("worth", ["gold=1/2", "soldiers=0.8"])
    {'gold': Fraction(1, 2), 'soldiers': Fraction(4, 5)}
    """
    from rules.printable import shown
    from solver.numbers import read_number

    table = {}
    for name, value in pairs(what, words):
        number = read_number(value)
        if number is None:
            raise Refused(f"--{what} {name}: {shown(value)} is no number; write 2, 0.5 or 1/2.")
        table[name] = number
    return table


class Watch:
    """Show value, bound and gap while a plan is being looked for; nothing when it is there at once.

    A terminal gets one line that is drawn over; a file gets a line every few seconds.
    """

    def __init__(self, control: Control, quiet: bool) -> None:
        self.control = control
        self.live = sys.stderr.isatty()
        self._plan: Plan | None = None
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._thread = None if quiet else threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> Watch:
        """Begin to wait."""
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away."""
        self._end.set()
        if self._thread is not None:
            self._thread.join(1)

    def note(self, plan: Plan | None) -> None:
        """Take news of the solver; called by the waiting thread."""
        self._plan = plan or self._plan
        with self._lock:
            if self._progress is not None and self._task is not None:
                self._progress.update(self._task, description=self.words())

    def words(self) -> str:
        """Say how far it has come."""
        from solver.plan import number

        bound = self.control.bound
        if self._plan is None:
            return "looking for a first plan (Ctrl-C ends it)"
        known = f"value {number(self._plan.value)}"
        if bound is None:
            return f"{known}, no bound yet (Ctrl-C takes it)"
        return f"{known}, bound {number(bound)}, gap {number(bound - self._plan.value)} (Ctrl-C takes it)"

    def _show(self) -> None:
        """Show the progress until the end; runs in a thread of its own."""
        if not self.live:
            while not self._end.wait(LINE_EVERY):
                warn(f"{self.control.seconds:.0f} s: {self.words()}")
            return
        if self._end.wait(PATIENCE):
            return
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            with self._lock:
                self._task = progress.add_task(self.words(), total=None)
                self._progress = progress
            self._end.wait()
            with self._lock:
                self._progress = None


def find_plan(
    position: Position,
    *,
    horizon: str | None,
    objective: str | Mapping[str, Fraction] = "points",
    rivals: str = "idle",
    method: str = "auto",
    seconds: float = 10.0,
    workers: int = 1,
    seed: int = 0,
    forecast: Mapping[str, Fraction] | None = None,
    quiet: bool = False,
) -> Plan:
    """Solve a position with progress on standard error; an interrupt gives the best plan so far."""
    from solver import Control
    from solver.run import ask, run

    request, room = ask(
        position,
        horizon=horizon,
        objective=objective,
        rivals=rivals,
        method=method,
        seconds=seconds,
        workers=workers,
        seed=seed,
        forecast=forecast,
    )
    control = Control(request.seconds)
    with Watch(control, quiet) as watch:
        return run(request, room, control, watch.note)


def exit_code(plan: Plan) -> int:
    """Return 0 for a proved plan, 3 for the best so far, 1 where it is proved that there is none."""
    return {"optimal": DONE, "infeasible": NEGATIVE}.get(plan.status, BEST_SO_FAR)


def show_plan(plan: Plan) -> None:
    """Print a plan for a person: what it brings and why, and its moves as one types them."""
    import tutor.language  # noqa: F401 - which lets plans speak the language of the session

    from .command_play import tell

    say(plan.explain())
    if plan.moves:
        say()
        tell("To play it, type:")
        for key in plan.keys:
            say(f"  {key}")


def plan_json(plan: Plan) -> str:
    """Print a plan for a program. Numbers are exact and stand as text, "7" or "7/2"."""

    def exact(value: Fraction | None) -> str | None:
        return None if value is None else str(value)

    def table(values: Mapping[str, Fraction]) -> dict[str, str]:
        return {name: str(value) for name, value in values.items()}

    document = {
        "game": plan.position.game.name,
        "seat": plan.seat,
        "horizon": plan.horizon,
        "objective": plan.objective,
        "worths": table(dict(plan.worths)),
        "rivals": plan.rivals,
        "status": plan.status,
        "value": exact(plan.value),
        "bound": exact(plan.bound),
        "gap": exact(plan.gap),
        "beyond": exact(plan.beyond),
        "moves": list(plan.keys),
        "replies": list(plan.replies),
        "sources": table(plan.sources),
        "holdings": table(plan.holdings),
        "steps": [
            {
                "move": step.key,
                "text": step.text,
                "sources": table(step.sources),
                "holdings": table(step.holdings),
            }
            for step in plan.steps
        ],
        "assumptions": list(plan.assumptions),
        "outline": list(plan.outline),
        "house": list(plan.house),
        "method": plan.method,
        "seconds": round(plan.seconds, 3),
    }
    return json.dumps(document, indent=2, ensure_ascii=False)
