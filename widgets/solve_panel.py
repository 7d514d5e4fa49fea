"""Ask the solver from a notebook: start, watch value and bound, stop, and step through the plan on the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec
import traitlets

from rules.findings import RulesError
from rules.protocol import Position
from widgets import solve_scene
from widgets.line import Frame, frames
from widgets.panel import Panel, Payload, number_of, text_of
from widgets.picture import Mark, Picture
from widgets.scene import Refusal, Scene
from widgets.talk import talk_of
from widgets.views import view_of

if TYPE_CHECKING:
    import altair

    from solver.job import Job
    from solver.plan import Plan
    from solver.request import Request
    from solver.rooms import Room

POLL: Final = 120  # milliseconds between two looks at a running job
CHOICES: Final = ("horizon", "objective", "rivals", "seconds")
"""The options of the solver that can be changed in the panel."""


class Solve(Panel):
    """Hold a question to the solver, the job that answers it, and the best plan so far; made by `solve`.

    ``value`` is the best plan so far as text: its worth, then one move a line; empty before there is one.
    """

    value = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        position: Position,
        options: Mapping[str, Any],
        *,
        width: int | None = None,
        theme: str = "auto",
        **unknown: object,
    ) -> None:
        """Show the position and wait for Start; options that do not fit are refused here."""
        super().__init__(width=width, theme=theme, **unknown)
        self.options: dict[str, Any] = dict(options)
        self.position = position
        self.view = view_of(position)
        self.talk = talk_of(position.game.name)
        self.request, self.room = self._ask()
        self.job: Job | None = None
        self._kept: Plan | None = None
        self._line: tuple[Plan, tuple[Frame, ...]] | None = None
        self._step = 0
        self._seen: object = None
        self.handle("control", self._control)
        self.handle("place", self._read)
        self.handle("tick", self._tick)
        self.handle("hello", self._greet)
        self.refresh()

    def _ask(self) -> tuple[Request, Room]:
        from solver.run import ask

        known = {name: value for name, value in self.options.items() if name != "memory"}
        return ask(self.position, **known)

    # --- for cells ------------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan | None:
        """Return the best plan so far; the rules core has replayed it."""
        new = self.job.best if self.job is not None else None
        old = self._kept
        if old is None or new is None:
            return new or old
        # What one run has proved holds for the other: it was the same question.
        bound = min((plan.bound for plan in (old, new) if plan.bound is not None), default=None)
        best = new if new.value >= old.value else old
        status = "optimal" if bound == best.value else best.status
        return msgspec.structs.replace(best, bound=bound, status=status)

    @property
    def bound(self) -> Fraction | None:
        """Return what no plan can exceed; None while nothing is known."""
        known = [self.job.bound if self.job is not None else None, self._kept.bound if self._kept is not None else None]
        if (plan := self.plan) is not None:
            known.append(plan.bound)
        return min((bound for bound in known if bound is not None), default=None)

    @property
    def running(self) -> bool:
        """Say whether the solver is at work."""
        return self.job is not None and not self.job.ended

    def start(self) -> None:
        """Begin to solve, in a process of its own where one can be started; returns at once.

        As many solves run at once as there are cores; others wait for their turn.
        """
        with self._lock:
            self._begin(keep=False)
            self.refresh()

    def stop(self) -> None:
        """Ask the solver to come to an end; the best plan so far is there within a second."""
        if self.job is not None:
            self.job.stop()
        self.refresh()

    def wait(self, timeout: float | None = None) -> Plan:
        """Wait for the end of the solve and return the plan; starts it if nobody has.

        Raises:
            TimeoutError: it takes longer than ``timeout`` seconds; it goes on.
            solver.JobFailed: there is no plan.
        """
        if self.job is None:
            self.start()
        job = self.job
        assert job is not None
        job.result(timeout)
        with self._lock:
            self.refresh()
            plan = self.plan
        assert plan is not None
        return plan

    def chart(self) -> altair.Chart:
        """Return the gains by source as an Altair chart, for front ends that draw Vega-Lite 5, as JupyterLab does.

        Altair's own way of showing a chart loads scripts from the network; it is switched, for this session, to the
        one that hands the chart to the front end.

        Raises:
            ValueError: there is no plan yet.
        """
        import altair

        altair.renderers.enable("mimetype")

        if (plan := self.plan) is None:
            raise ValueError("There is no plan yet: start the solver, or call 'wait()'.")
        values = [{"source": name, "points": float(points)} for name, points in plan.sources.items()]
        data = altair.InlineData(values=values)
        chart: altair.Chart = (
            altair.Chart(data, title="Gains by source")
            .mark_bar()
            .encode(
                x=altair.X("points:Q", title="points"),
                y=altair.Y("source:N", sort=None, title=None),
                tooltip=[altair.Tooltip("source:N"), altair.Tooltip("points:Q")],
            )
        )
        return chart

    def close(self) -> None:
        """End the panel, and the solve if it is still at work."""
        job = getattr(self, "job", None)
        if job is not None:
            job.stop()
        super().close()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None, **_: object
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Offer the plan in words, too, to whoever opens the notebook without a kernel."""
        data, metadata = super()._repr_mimebundle_(include, exclude)
        if (plan := self.plan) is not None and "text/plain" in data:
            data["text/plain"] = f"{data['text/plain']}\n\n{plan.explain()}"
        return data, metadata

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def line(self) -> tuple[Frame, ...]:
        """Return the positions of the best plan, in order; empty before there is one."""
        plan = self.plan
        if plan is None or not plan.moves:
            return ()
        if self._line is None or self._line[0].keys != plan.keys:
            self._line = (plan, frames(plan, self.request, self.room, self.talk))
        return self._line[1]

    @property
    def step(self) -> int:
        """Return which step of the line the board shows; 0 is the position that was given."""
        return min(self._step, max(0, len(self.line) - 1))

    def scene(self) -> Scene:
        """Return the board with the plan on it, and what is known about the plan."""
        # Asked first: if the job ends while the scene is made, one more tick makes a whole one.
        poll = POLL if self.running else 0
        return Scene(
            self._draw(),
            solve_scene.controls(self),
            solve_scene.sections(self),
            solve_scene.status(self),
            poll,
        )

    def _draw(self) -> Picture:
        seat, plan = self.request.seat, self.plan
        if plan is None or not self.line:
            return self.view.draw(self.position.view(seat), seat, None, self.width)
        shown = self.line[self.step]
        done = max((frame.move for frame in self.line[: self.step + 1]), default=0)
        # Which part of a move has a place is known once the board was drawn for all of them.
        tokens = {token: Mark() for move in plan.moves for token in getattr(move, "parts", ())}
        places = {place.key for place in self.view.draw(shown.position, seat, tokens, self.width).places}
        marks: dict[str, Mark] = {}
        for number, move in enumerate(plan.moves, start=1):
            place = next((token for token in getattr(move, "parts", ()) if token in places), "")
            if place and place not in marks and (number > done or number == shown.move):
                marks[place] = Mark("chosen" if number == shown.move else "hint", step=number)
        return self.view.draw(shown.position, seat, marks, self.width)

    def refresh(self, announce: str | None = None, *, step: bool = True) -> None:
        """Show the scene as it is now, and the plan's text as ``value``."""
        with self._lock, self.hold_sync():
            super().refresh(announce, step=step)
            plan = self.plan
            self.value = "" if plan is None else plan.to_text()

    # --- what a person does ---------------------------------------------------------------------------------------

    def _greet(self, payload: Payload) -> str | None:
        import solver

        self._hello(payload)
        solver.warm(self.position.game.name)  # somebody looks: the first Start will not wait for a process
        return None

    def _control(self, payload: Payload) -> str | None:
        key = text_of(payload, "key")
        if key in ("start", "continue"):
            self._begin(keep=key == "continue")
            return "The solver has started."
        if key == "stop":
            if self.job is None or not self.running:
                raise Refusal("The solver is not at work.")
            self.job.stop()
            return "Stopping."
        if key in CHOICES:
            return self._change(key, text_of(payload, "value"))
        if key in ("first", "previous", "next", "last", "go"):
            last = len(self.line) - 1
            if last < 1:
                raise Refusal("There is no plan to step through yet.")
            wanted = {"first": 0, "previous": self.step - 1, "next": self.step + 1, "last": last}
            self._step = max(0, min(last, wanted[key] if key in wanted else number_of(payload, "value")))
            return solve_scene.step_words(self)
        raise Refusal(f"This panel has no control {key[:40]!r}. Run the cell again.")

    def _change(self, name: str, value: str) -> str:
        if self.running:
            raise Refusal("The solver is at work on the question as it was; stop it first.")
        before = self.options.get(name)
        wanted: Any = value
        if name == "seconds":
            if not value.strip().isdigit() or not 1 <= int(value) <= 86_400:
                raise Refusal(f"The time is {value[:20]!r}; give whole seconds from 1 to 86400.")
            wanted = int(value)
        self.options[name] = wanted
        try:
            self.request, self.room = self._ask()
        except RulesError:
            self.options[name] = before
            if before is None:
                del self.options[name]
            raise
        if name != "seconds":  # another question: what was found and proved does not answer it
            self.job, self._kept, self._line, self._step = None, None, None, 0
        return "Noted."

    def _begin(self, keep: bool) -> None:
        import solver

        if self.running:
            raise Refusal("The solver is at work already.")
        self._kept = self.plan if keep else None
        if not keep:
            self._line, self._step = None, 0
        self.job = solver.start(self.position, here=True, **self.options)
        self._seen = None

    def _tick(self, payload: Payload) -> str | None:
        job = self.job
        if job is None:
            return None
        now = (job.state, job.ahead, self.plan.keys if self.plan is not None else None)
        if now != self._seen:
            told = solve_scene.news(self) if job.ended or self._seen is None else None
            self._seen = now
            self.refresh(told)
        return None

    def _read(self, payload: Payload) -> str:
        key = text_of(payload, "key")
        return next((place.spoken for place in self.picture.places if place.key == key), "There is nothing here.")
