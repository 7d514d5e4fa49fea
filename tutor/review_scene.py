"""What the review panel shows around the board: controls, progress, losses, chart and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from widgets.picture import Picture
from widgets.scene import Control, Item, Option, Scene, Section, picture_section

from .language import say
from .review import LARGEST, STOP, Decision
from .review_chart import picture
from .review_job import progress

if TYPE_CHECKING:
    from .coached import Game
    from .review_panel import Reviewing

LISTED: Final = 20
"""How many losses the list shows; the table below has every decision."""


def offers(board: Picture, games: Sequence[tuple[str, str, Game]]) -> Scene:
    """Offer the games that can be reviewed."""
    buttons = tuple(
        Control(f"start:{number}", "button", f"{title} ({when})", primary=number == 0)
        for number, (when, title, _) in enumerate(games)
    )
    told = say(
        "A game that you play to its end with tutor.play() is kept here. A record or a file of one will do, too."
    )
    section = Section("offer", "text", say("Which game?"), "top", told)
    return Scene(board, buttons, (section,), say("Choose a game."))


def status(panel: Reviewing) -> str:
    """Say in one line how things stand."""
    job = panel.job
    assert job is not None
    if job.fault and not panel.result.decisions:
        return say("The review has failed: {fault}", fault=job.fault)
    if not job.ended:
        return say("The review is at work: {progress}", progress=progress(job))
    if panel.decision is not None:
        return panel.result.title(panel.decision)
    worst = panel.result.worst(panel.filter, 1)
    if panel.result.cause == STOP and panel.result.missing:
        finished = say("The review was stopped.")
    elif panel.result.missing:
        finished = say("The review has come to its end, and not everything was looked at.")
    else:
        finished = say("The review is finished.")
    if not worst:
        return f"{finished} {panel.result.none_lost()}"
    return f"{finished} " + say("The largest loss: {title}", title=panel.result.title(worst[0]))


# --- controls -----------------------------------------------------------------------------------------------------


def controls(panel: Reviewing) -> tuple[Control, ...]:
    """Return Stop, the choice of the seat, the stepping through the losses, and what can be done with one."""
    review, running = panel.result, panel.running
    stop = Control(
        "stop",
        "button",
        say("Stop"),
        primary=running,
        enabled=running,
        reason="" if running else say("The review is not at work."),
        shortcut="x",
        always=True,
    )
    everybody = Option("", say("everybody"))
    seats = (everybody, *(Option(str(seat), review.seat_name(seat)) for seat in review.seats))
    chosen = "" if panel.filter is None else str(panel.filter)
    seat = Control("seat", "select", say("Losses of"), value=chosen, options=seats, always=True)
    return (stop, seat, *stepping(panel), *acting(panel))


def stepping(panel: Reviewing) -> list[Control]:
    """Return the buttons that go from loss to loss."""
    steps = [one.step for one in panel.listed]
    at = steps.index(panel.chosen) if panel.chosen in steps else -1
    made = []
    for key, label, shortcut, possible in (
        ("worst", say("Largest loss"), "<", bool(steps)),
        ("worse", say("Larger one"), ",", at > 0),
        ("milder", say("Next smaller one"), ".", at < len(steps) - 1),
    ):
        reason = "" if possible else say("There is none.")
        made.append(Control(key, "button", label, enabled=possible, reason=reason, shortcut=shortcut, always=True))
    return made


def acting(panel: Reviewing) -> list[Control]:
    """Return what can be done with the decision on the board."""
    why = "" if panel.decision is not None else say("Choose a decision first.")
    return [
        Control(
            "replay",
            "button",
            say("Play it again"),
            enabled=not why,
            reason=why,
            shortcut="p",
            help=say("Try it on a copy, with hints and what each move changes."),
        ),
        Control(
            "keep",
            "button",
            say("Keep as a puzzle"),
            enabled=not why,
            reason=why,
            shortcut="k",
            help=say("Your own puzzles are on a shelf of this computer."),
        ),
    ]


# --- sections -----------------------------------------------------------------------------------------------------


def sections(panel: Reviewing) -> tuple[Section, ...]:
    """Return progress, the largest losses, the decision on the board, the seats, the chart, and every decision."""
    review, job = panel.result, panel.job
    assert job is not None
    made = []
    if panel.running:
        made.append(
            Section(
                "progress",
                "progress",
                say("Progress"),
                "top",
                progress(job),
                value=float(job.done),
                maximum=float(job.total),
            )
        )
    if job.note:
        made.append(Section("note", "text", "", "top", job.note, tone="quiet"))
    if job.fault:
        made.append(Section("fault", "text", say("Something went wrong"), "top", job.fault, tone="bad"))
    if panel.decision is not None:
        made.append(shown(panel, panel.decision))
    if panel._kept_words or panel._keeping is not None:
        words = panel._kept_words or say("Proving what is best there…")
        made.append(Section("kept", "text", say("Your own puzzles"), "top", words, tone="quiet"))
    made += losses(panel)
    seats = "\n\n".join(review.summary(seat) for seat in review.seats)
    made.append(Section("seats", "text", say("Seat by seat"), text=seats))
    chart = picture(review, panel.chosen if panel.chosen >= 0 else None)
    made.append(picture_section("chart", chart, say("Along the game"), "bottom"))
    made.append(
        Section("counted", "text", say("What is counted"), "bottom", f"{review.counted()}\n\n{review.proved()}")
    )
    head = (say("Step"), say("Seat"), say("Move"), say("What it lost"))
    if not panel.running:
        made.append(
            Section("table", "table", say("Every decision"), "bottom", head=head, rows=review.table(), folded=True)
        )
    return tuple(made)


def shown(panel: Reviewing, decision: Decision) -> Section:
    """Say all that is known of the decision on the board."""
    review = panel.result
    words = [review.title(decision), review.difference(decision)]
    if decision.better:
        line = "; ".join(decision.better)
        words.append(say("The better line, as one types it: {line}", line=line))
        words.append(say("On the board what was played is filled, and what is better has a dashed ring."))
    return Section("decision", "text", say("On the board"), "top", "\n\n".join(words))


def losses(panel: Reviewing) -> list[Section]:
    """List the largest losses: three first, more of them folded."""
    found = panel.listed
    first = items(panel, found[:LARGEST])
    if not first:
        text = say("Nothing yet.") if panel.running else panel.result.none_lost()
        return [Section("losses", "text", say("The largest losses"), text=text)]
    made = [Section("losses", "list", say("The largest losses"), items=first)]
    if rest := items(panel, found[LARGEST:LISTED]):
        title = say(
            "Further losses (up to number {number} of {total})", number=min(LISTED, len(found)), total=len(found)
        )
        made.append(Section("more", "list", title, items=rest, folded=True))
    return made


def items(panel: Reviewing, decisions: Sequence[Decision]) -> tuple[Item, ...]:
    """Make lines that show their decision when they are pressed."""
    review = panel.result
    return tuple(
        Item(
            review.title(one),
            control="decision",
            value=str(one.step),
            current=one.step == panel.chosen,
            detail=review.difference(one),
        )
        for one in decisions
    )
