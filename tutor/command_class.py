"""``magister assignment`` and ``magister grade``: hand a class puzzles out, and grade what comes back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .command_puzzle import speak
from .command_text import NEGATIVE, Refused, reason, say, warn

class_app = typer.Typer(
    help="Make notebooks for a class, and check them before they are handed out.", no_args_is_help=True
)

Lang = Annotated[str | None, typer.Option(metavar="en|de", help="English or German.", show_default="yours")]
KeyFile = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="The teacher's key.", show_default="FOLDER.key.json")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.add_typer(class_app, name="assignment")
    app.command()(grade)


@class_app.command()
def make(
    puzzles: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game, or a file of puzzles.")],
    students: Annotated[
        str, typer.Option(metavar="FILE|ALIAS,...", help="Aliases: a file with one a line, or separated by commas.")
    ],
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the notebooks go.")] = Path("assignment"),
    seed: Annotated[int, typer.Option(help="The same seed gives the same notebooks.")] = 0,
    count: Annotated[int, typer.Option(help="How many tasks each student gets.")] = 3,
    title: Annotated[str, typer.Option(help="What stands on top.", show_default=False)] = "",
    due: Annotated[str | None, typer.Option(metavar="TIME", help="Such as 2026-12-01T18:00+01:00.")] = None,
    key: KeyFile = None,
    lang: Lang = None,
) -> None:
    """Make a notebook for each student, and the key that the teacher keeps."""
    from .assignment import assignment

    speak(lang)
    say(str(assignment(puzzles, _aliases(students), seed, folder, title, due, count, lang, key)))


@class_app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder that is to be handed out.")],
    key: KeyFile = None,
    lang: Lang = None,
) -> None:
    """See that every student has a sound notebook and that none holds an answer; exit code 1 when not."""
    from .assignment_check import check as look

    speak(lang)
    findings = look(folder, key)
    for finding in findings:
        say(finding)
    if findings:
        raise typer.Exit(NEGATIVE)
    say(f"{folder}: every notebook is sound, and none holds an answer.")


def grade(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder with what was handed in.")],
    key: KeyFile = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write report, tables and sheets there.", show_default=False)
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="How many processes judge.", show_default="as many as cores")] = None,
    lang: Lang = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Grade what a class handed in; nothing in it is executed."""
    from .grading import grade as judge

    speak(lang)
    shows = not quiet and sys.stderr.isatty()
    report = judge(folder, key, jobs, tell=_progress if shows else None)
    if shows:
        print(file=sys.stderr)
    say(str(report))
    if output is not None:
        try:
            written = report.write(output)
        except OSError as error:
            raise Refused(f"{output}: cannot be written: {reason(error)}.") from None
        warn(f"{len(written)} files written to {output}.")


def _progress(line: str) -> None:
    print(f"\r{line}", end="", file=sys.stderr, flush=True)


def _aliases(students: str) -> list[str]:
    """Read aliases from a file, one a line, or from a text in which commas separate them."""
    from .command_text import read_text

    try:
        named = Path(students).is_file()
    except (OSError, ValueError):  # a list of many aliases is longer than any name of a file
        named = False
    if named:
        students, _ = read_text(students)
    return [alias.strip() for line in students.splitlines() for alias in line.split(",") if alias.strip()]
