"""What the solve panel shows around the board: controls, numbers, steps, the chart and what is proved, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from widgets.bars import bars
from widgets.scene import Control, Item, Option, Section, picture_section

if TYPE_CHECKING:
    from widgets.solve_panel import Solve

LOG: Final = 60
"""How many lines of the solver's log are shown."""

OBJECTIVES: Final = {"points": "points alone", "worth": "points and what is held", "own": "your own table of worths"}
RIVALS: Final = {"idle": "do not interfere", "worst": "do their worst"}


def points(value: Fraction) -> str:
    """Print a number of points."""
    from solver.plan import points as printed

    return printed(value)


# --- sentences ----------------------------------------------------------------------------------------------------


def status(panel: Solve) -> str:
    """Say in one line how things stand."""
    job, plan = panel.job, panel.plan
    if job is None:
        covers = panel.room.horizons[panel.request.horizon]
        return f"The solver looks for the best line through {covers}. Press Start."
    if job.state == "failed":
        return f"The solver has failed: {job.text} The position is kept; Start tries again."
    if job.state == "stopping":
        return "Stopping; the best plan so far is kept."
    if job.state == "waiting":
        before = f" Before it: {job.ahead}." if job.ahead else ""
        return f"Waiting for a core that is free; the solver then begins by itself.{before}"
    if not job.ended:
        best = "no plan yet" if plan is None else f"best so far {points(plan.value)}{plan.ring}"
        return f"Searching: {best}, {limit(panel)}."
    if panel.step and panel.line:
        return step_words(panel)
    return plan.proof() if plan is not None else "There is no plan."


def limit(panel: Solve) -> str:
    """Say what is known about how much more is possible."""
    bound, plan = panel.bound, panel.plan
    if bound is None:
        return "nothing is proved yet about more"
    if plan is None:
        return f"not more than {points(bound)}"
    return f"at most {points(bound - plan.value)} more" if bound > plan.value else "no more is possible"


def step_words(panel: Solve) -> str:
    """Say what the step that the board shows is."""
    frame = panel.line[panel.step]
    name = f"Move {frame.move} of the plan: " if frame.move else ""
    return f"Step {panel.step} of {len(panel.line) - 1}. {name}{frame.text}"


def news(panel: Solve) -> str:
    """Say for the screen reader what has changed."""
    return status(panel)


# --- controls -----------------------------------------------------------------------------------------------------


def controls(panel: Solve) -> tuple[Control, ...]:
    """Return Start, Stop, Continue, the question's options and the stepping through the plan."""
    running = panel.running
    stopping = panel.job is not None and panel.job.state == "stopping"
    busy = "The solver is at work; stop it first." if running else ""
    made = [
        Control(
            "start",
            "button",
            "Start",
            primary=not running and not proved(panel),
            enabled=not running,
            reason=busy,
            shortcut="s",
        ),
        Control(
            "stop",
            "button",
            "Stopping…" if stopping else "Stop",
            primary=running and not stopping,
            enabled=running and not stopping,
            reason="It is stopping." if stopping else "The solver is not at work.",
            shortcut="x",
            always=True,
        ),
    ]
    plan = panel.plan
    open_ = plan is not None and plan.status == "best so far"
    if panel.job is not None and panel.job.ended and open_:
        made.append(Control("continue", "button", "Continue", shortcut="c", help="Search on; what is found is kept."))
    horizons = tuple(Option(name, name) for name in panel.room.horizons)
    own = panel.request.objective == "own"
    objectives = tuple(Option(name, text) for name, text in OBJECTIVES.items() if own or name != "own")
    rivals = tuple(Option(name, text) for name, text in RIVALS.items())
    for key, label, value, options in (
        ("horizon", "Covers", panel.request.horizon, horizons),
        ("objective", "Counts", panel.request.objective, objectives),
        ("rivals", "Others", panel.request.rivals, rivals),
    ):
        locked = busy or ("The table came with the call; it is not changed here." if own and key == "objective" else "")
        made.append(Control(key, "select", label, value=value, options=options, enabled=not locked, reason=locked))
    seconds = str(int(panel.request.seconds)) if panel.request.seconds >= 1 else "1"
    made.append(
        Control(
            "seconds",
            "number",
            "Seconds",
            value=seconds,
            minimum=1,
            maximum=3600,
            enabled=not running,
            reason=busy,
        )
    )
    return (*made, *stepping(panel))


def stepping(panel: Solve) -> list[Control]:
    """Return the keys and the slider that step through the plan; none before there is one."""
    last, at = len(panel.line) - 1, panel.step
    if last < 1:
        return []
    made = []
    for key, label, shortcut, possible in (
        ("first", "First", "<", at > 0),
        ("previous", "Previous", ",", at > 0),
        ("next", "Next", ".", at < last),
        ("last", "Last", ">", at < last),
    ):
        reason = "" if possible else "This is the position that was given." if at == 0 else "This is the last step."
        made.append(
            Control(key, "button", label, "side", enabled=possible, reason=reason, shortcut=shortcut, always=True)
        )
    made.append(Control("go", "slider", f"Step of {last}", "side", str(at), maximum=last, always=True))
    return made


# --- sections -----------------------------------------------------------------------------------------------------


def sections(panel: Solve) -> tuple[Section, ...]:
    """Return the numbers, the steps, the chart, what is proved and assumed, and the log."""
    made: list[Section] = []
    job, plan = panel.job, panel.plan
    if panel.running and job is not None and job.state != "waiting":
        most = panel.request.seconds
        told = f"{job.seconds:.1f} s of at most {most:g} s"
        made.append(Section("clock", "progress", "Time", text=told, value=min(job.seconds, most), maximum=most))
    if job is not None and job.note:
        made.append(Section("note", "text", area="top", text=job.note, tone="quiet"))
    if job is not None:
        made.append(numbers(panel))
    if plan is not None and plan.status != "infeasible":
        made.append(steps(panel))
        gains = [(name, value) for name, value in plan.sources.items() if value]
        picture = bars(gains, "Points gained by source, in expectation")
        made.append(picture_section("gains", picture, "Gains by source"))
    if plan is not None and (job is None or job.ended):
        made.append(Section("proof", "text", "What is proved", text=plan.proof(), tone="good" if proved(panel) else ""))
        if lines := plan.conditions():
            made.append(Section("assumed", "text", "What it rests on", text="\n\n".join(lines)))
    if job is not None and job.log:
        made.append(Section("log", "code", "The solver's log", text="\n".join(job.log[-LOG:]), folded=True))
    if plan is not None:
        code = f"position = rules.parse({plan.position.to_code()!r})\n" if hasattr(plan.position, "to_code") else ""
        code += "".join(f"position = position.play(position.move({key!r}))\n" for key in plan.keys[:1])
        made.append(Section("code", "code", "The first move as Python", text=code.rstrip(), folded=True))
    return tuple(made)


def proved(panel: Solve) -> bool:
    """Say whether the plan is proved to be the best."""
    return panel.plan is not None and panel.plan.status in ("optimal", "infeasible")


def numbers(panel: Solve) -> Section:
    """Show value, bound, gap and time."""
    job, plan, bound = panel.job, panel.plan, panel.bound
    assert job is not None
    rows = [
        ("Value of the plan", f"{points(plan.value)}{plan.ring}" if plan is not None else "no plan yet"),
        ("No plan brings more than", points(bound) if bound is not None else "not known yet"),
        ("Gap", points(bound - plan.value) if bound is not None and plan is not None else "not known yet"),
        ("Time", f"{job.seconds:.1f} s"),
    ]
    if plan is not None:
        rows.append(("Found by", plan.method))
    return Section("numbers", "table", "How good it is", rows=tuple(rows))


def steps(panel: Solve) -> Section:
    """List the plan's steps; each can be pressed to see the board after it."""
    from solver.plan import changes

    plan = panel.plan
    assert plan is not None
    brought = [changes(step.sources, step.holdings, plan.ring_of(step)) for step in plan.steps]
    items = []
    for index, frame in enumerate(panel.line):
        if frame.kind == "start":
            continue
        text = f"{frame.move}. {frame.text[:1].upper()}{frame.text[1:]}" if frame.move else frame.text
        detail = brought[frame.move - 1] if 0 < frame.move <= len(brought) else ""
        items.append(Item(text, control="go", value=str(index), current=index == panel.step, detail=detail))
    return Section("steps", "list", "The plan", items=tuple(items), text="" if items else "There is nothing to do.")
