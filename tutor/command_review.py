"""``magister hint`` and ``magister review``: the coach in a terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .command_text import BEST_SO_FAR, Refused, open_position, open_record, read_seat, say, warn, write_file

if TYPE_CHECKING:
    from .review_job import ReviewJob

LINE_EVERY = 5.0
"""Seconds between two lines of progress where standard error is no terminal."""

File = Annotated[
    str | None, typer.Argument(metavar="FILE", show_default=False, help="A position or saved game as text.")
]
Lang = Annotated[str | None, typer.Option(metavar="en|de", help="English or German.", show_default="yours")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("hint")(hint)
    app.command("review")(review)


def speak(lang: str | None) -> None:
    """Let the tutor speak a language."""
    from .language import check_language, set_language

    try:
        set_language(None if lang is None else check_language(lang))
    except ValueError as error:
        raise Refused(f"--lang: {str(error).removeprefix('language: ')}") from None


def hint(
    file: File = None,
    rung: Annotated[int, typer.Option(help="1: what it is about; 2: goods; 3: the place; 4: the move; 5: all.")] = 1,
    move: Annotated[str | None, typer.Option(help="Your own move; rung 5 says what it loses.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to look at most.")] = 5.0,
    lang: Lang = None,
) -> None:
    """Give a hint for the seat that decides."""
    from .coach import hint as give

    speak(lang)
    say(give(open_position(file), rung, choice=move, seconds=seconds).text)


def review(
    file: File = None,
    seat: Annotated[str | None, typer.Option(help="One seat alone: its number from 0, or its colour.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to look at most.")] = 50.0,
    objective: Annotated[str, typer.Option(help="What counts: worth (points and goods), or points.")] = "worth",
    jobs: Annotated[int, typer.Option(help="Processes that work on it, at most one a core; 0 works in this one.")] = 2,
    every: Annotated[
        bool, typer.Option("--every", help="Print every decision, and not the largest losses alone.")
    ] = False,
    chart: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the chart of the game as SVG.")] = None,
    lang: Lang = None,
) -> None:
    """Say what each decision of a saved game gave away, luck apart; the largest losses first.

    Ctrl-C ends it with what is known so far, and exit code 3.
    """
    from .review_job import start

    speak(lang)
    record = open_record(file)
    number = None if seat is None else read_seat(seat, len(record.start.seats))
    job = start(record, number, seconds, objective, jobs)
    interrupted = watch(job)
    found = job.result()
    for told in (job.note, job.fault):
        if told:
            warn(told)
    say(found.to_text())
    if every:
        say()
        for step, who, played, lost in found.table():
            say(f"{step:>4}  {who}: {played}: {lost}")
    if chart is not None:
        from .review_chart import picture

        write_file(chart, picture(found).to_svg())
    if interrupted or found.missing:
        raise typer.Exit(BEST_SO_FAR)


def watch(job: ReviewJob) -> bool:
    """Show how far a review is until it ends; say whether it was interrupted."""
    from solver.interrupts import Interrupts

    from .review_job import progress

    live, told = sys.stderr.isatty(), time.monotonic()
    interrupted = False
    with Interrupts(keep=True) as interrupts:
        while not job.ended:
            time.sleep(0.1)
            if interrupts.count and not interrupted:
                interrupted = True
                job.stop()
            if live:
                sys.stderr.write(f"\r\x1b[K{progress(job)}")
                sys.stderr.flush()
            elif time.monotonic() - told > LINE_EVERY:
                told = time.monotonic()
                warn(progress(job))
    if live:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
    return interrupted
