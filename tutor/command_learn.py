"""``magister learn`` and ``magister lesson``: courses in a terminal; check and table for those who write lessons."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .command_text import NEGATIVE, Refused, say

lesson_app = typer.Typer(help="Check lessons, and see which rules they cover.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("learn")(learn)
    app.add_typer(lesson_app, name="lesson")


def learn(
    game: Annotated[str | None, typer.Argument(show_default=False, help="The game; left out: what there is.")] = None,
    lesson: Annotated[
        str | None, typer.Argument(show_default=False, help="The lesson's name or number; left out: where you were.")
    ] = None,
    lang: Annotated[str | None, typer.Option(metavar="en|de", help="English or German.", show_default="yours")] = None,
) -> None:
    """Learn a game step by step, in the terminal; `help` lists what can be typed."""
    from .learn_text import learn as learn_here

    learn_here(game, lesson, lang)


@lesson_app.command("check")
def check_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Lesson files, or folders of them.")],
    solve: Annotated[bool, typer.Option("--solve/--no-solve", help="Prove anew what is called best.")] = True,
) -> None:
    """Play lessons and list what is wrong with them; exit code 1 when anything is."""
    import rules

    from .lesson import Lesson
    from .lesson_check import check

    wrong = 0
    for path in _files(files):
        try:
            lesson = Lesson.read(path)
            found = check(lesson, solve=solve)
        except rules.BadInput as error:
            found = error.problems
        wrong += len(found)
        for problem in found:
            say(str(problem) if problem.path == str(path) else f"{path}: {problem}")
        if not found:
            say(f"{path}: no defects ({lesson.title.en}; steps: {len(lesson.steps)}; rules: {len(lesson.covers)}).")
    if wrong:
        raise typer.Exit(NEGATIVE)


def _files(given: list[Path]) -> list[Path]:
    found = []
    for path in given:
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise Refused(f"{path}: holds no lesson (*.toml).")
            found += inside
        else:
            found.append(path)
    return found


@lesson_app.command("table")
def table(
    game: Annotated[str, typer.Argument(help="The game.")],
    missing: Annotated[bool, typer.Option("--missing", help="List only the rules that no lesson covers.")] = False,
) -> None:
    """Print which lesson covers which rule; exit code 1 when a rule is left out."""
    import rules

    from .courses import coverage

    covered = coverage(rules.load(game).name)
    left_out = [rule for rule, lessons in covered.items() if not lessons]
    for rule, lessons in covered.items():
        if not (missing and lessons):
            say(f"{rule:<24}  {', '.join(lessons) or '-'}")
    say(f"{len(covered) - len(left_out)} of {len(covered)} rules are covered.")
    if left_out:
        raise typer.Exit(NEGATIVE)
