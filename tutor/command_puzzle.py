"""``magister puzzle``: list, show, try and mine puzzles in a terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .command_text import NEGATIVE, Refused, say, warn

if TYPE_CHECKING:
    from .puzzle import Puzzle

puzzle_app = typer.Typer(help="List, show, try and mine puzzles.", no_args_is_help=True)

Game = Annotated[str | None, typer.Argument(show_default=False, help="The game; left out: all that have puzzles.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="The puzzle's id, as `magister puzzle list` prints it.")]
File = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="Puzzles that you mined, instead of those that are shipped."),
]
Level = Annotated[int | None, typer.Option(help="Only this level: 1, 2 or 3.", show_default=False)]
Lang = Annotated[str | None, typer.Option(metavar="en|de", help="English or German.", show_default="yours")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.add_typer(puzzle_app, name="puzzle")


@puzzle_app.command("list")
def list_(game: Game = None, level: Level = None, file: File = None, lang: Lang = None) -> None:
    """List puzzles, easy ones first, and which of them you have solved."""
    from . import rating
    from .puzzle import check_level, games, profile
    from .puzzle_judge import HOUSE
    from .puzzle_scene import feature_words, level_words, state
    from .store import default

    speak(lang)
    if game is not None:
        profile(game)
    if level is not None:
        check_level(level)
    store = default()
    for name in games() if game is None else (game,):
        for puzzle in _puzzles(name, file):
            if level in (None, puzzle.level):
                result = rating.result_of(puzzle, store)
                house = f" {HOUSE}" if puzzle.house else ""
                words = [level_words(puzzle.level), ", ".join(map(feature_words, puzzle.features)), state(result)]
                say(f"{puzzle.id}{house}  {'; '.join(word for word in words if word)}")
    if store.notice:
        warn(store.notice)


@puzzle_app.command()
def show(
    puzzle: Id,
    answer: Annotated[bool, typer.Option("--answer", help="Print the answer, too, and how it was proved.")] = False,
    file: File = None,
    lang: Lang = None,
) -> None:
    """Print a puzzle: what is asked, and the board."""
    from .puzzle_text import answer_lines, task_lines

    speak(lang)
    found = _find(puzzle, file)
    for line in task_lines(found):
        say(line)
    if answer:
        from .rating import hint_shown

        hint_shown(found)
        for line in answer_lines(found):
            say(line)


@puzzle_app.command("try")
def try_(
    puzzle: Annotated[
        str, typer.Argument(metavar="ID|GAME", help="A puzzle's id, or a game: then one that suits you.")
    ],
    level: Level = None,
    file: File = None,
    lang: Lang = None,
) -> None:
    """Solve a puzzle in the terminal with typed moves; `help` lists what else can be typed."""
    import rules

    from . import rating
    from .puzzle import check_level
    from .puzzle_text import PuzzleTerminal

    speak(lang)
    if level is not None:
        check_level(level)
    if puzzle in rules.games():
        found = rating.suited(tuple(one for one in _puzzles(puzzle, file) if level in (None, one.level)))
        if found is None:
            raise Refused(f"There are no puzzles of {puzzle} of this level.")
    else:
        found = _find(puzzle, file)
    PuzzleTerminal(found).run()


@puzzle_app.command()
def mine(
    game: Annotated[str, typer.Argument(help="The game.")],
    count: Annotated[int, typer.Option(help="How many puzzles, equally many of each level.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles, whatever runs it.")] = 0,
    jobs: Annotated[int, typer.Option(help="How many processes work on it.")] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="A Dask scheduler such as tcp://host:8786, in place of processes.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the puzzles go.", show_default="standard output")
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write why each position was rejected.", show_default=False)
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Mine puzzles from games that the house plays with itself.

    Exit code 1 when fewer are found than were asked for.
    """
    from .command_text import write_file
    from .puzzle import write
    from .puzzle_mine import mine as dig

    tell = None if quiet or not sys.stderr.isatty() else _progress
    mined = dig(game, count, seed, jobs, scheduler, tell=tell)
    if tell is not None:
        print(file=sys.stderr)
    noted = f"magister puzzle mine {game} --count {count} --seed {seed}"
    if mined.stopped:
        noted += f", stopped after {mined.playouts} playouts"
    text = write(mined.puzzles, game, noted)
    if output is None:
        say(text.rstrip("\n"))
    else:
        write_file(output, text)
    if log is not None:
        write_file(log, "".join(f"{rejection}\n" for rejection in mined.rejections))
    if not quiet:
        warn(
            f"{len(mined.puzzles)} puzzles from {mined.playouts} playouts; {len(mined.rejections)} positions rejected:"
        )
        for reason, number in mined.reasons().items():
            warn(f"  {number:>5}  {reason}")
    if mined.notice:
        warn(mined.notice)
    if mined.stopped:
        warn("It was ended early; what had been found is kept.")
        raise typer.Exit(NEGATIVE)
    if len(mined.puzzles) < count:
        warn(f"The playouts ran out before {count} puzzles were found; try another seed, or ask for fewer.")
        raise typer.Exit(NEGATIVE)


def _progress(line: str) -> None:
    print(f"\r{line}", end="", file=sys.stderr, flush=True)


def speak(lang: str | None) -> None:
    """Set the language that was asked for."""
    from .language import LANGUAGES, set_language

    if lang is not None and lang not in LANGUAGES:
        raise Refused(f"--lang: there is no language {lang!r}; there are {', '.join(LANGUAGES)}.")
    set_language(lang)


def _puzzles(game: str, file: Path | None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that are shipped, or those of a file."""
    from .puzzle import read, shipped

    return shipped(game) if file is None else tuple(puzzle for puzzle in read(file) if puzzle.game == game)


def _find(id: str, file: Path | None) -> Puzzle:
    """Return a puzzle by its id."""
    from .puzzle import read
    from .puzzle_own import find_any

    if file is None:
        return find_any(id)
    for puzzle in read(file):
        if puzzle.id == id:
            return puzzle
    raise Refused(f"{file}: there is no puzzle {id!r} in it.")
