"""The command ``magister``: positions as text, pictures, plans and games in a terminal.

Only this module is loaded when the command starts; what a subcommand needs is imported when it runs.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from . import command_catalogue, command_class, command_learn, command_puzzle, command_review
from .command_text import FAULT, INTERRUPTED, NEGATIVE, WRONG, ReaderLeft, Refused, say, warn

EXIT_CODES = (
    "Exit codes: 0 done (solve: the plan is optimal); 1 the answer is no (check: there are defects; solve: there is "
    "no plan); 2 wrong usage or unreadable input; 3 solve: best plan so far, not proved; 4 a fault of ours; "
    "130 interrupted."
)

app = typer.Typer(
    name="magister",
    help="Play, solve and study board games. FILE may be - or left out where standard input is meant.",
    epilog=EXIT_CODES,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

command_catalogue.register(app)
command_class.register(app)
command_learn.register(app)
command_puzzle.register(app)
command_review.register(app)

File = Annotated[
    str | None, typer.Argument(metavar="FILE", show_default=False, help="A position or saved game as text.")
]
Catalogue = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Values of your own box (TOML), laid over the shipped ones.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Choose a disputed reading; may be repeated.")
]
Modules = Annotated[list[str] | None, typer.Option("--module", metavar="NAME", help="Add a module; may be repeated.")]


class Theme(StrEnum):
    """Name the colours of a picture."""

    auto = "auto"
    light = "light"
    dark = "dark"


class Until(StrEnum):
    """Name how far a new position goes."""

    setup = "setup"
    decision = "decision"
    dice = "dice"
    plan = "plan"


class Language(StrEnum):
    """Name the languages of the table of rules."""

    en = "en"
    de = "de"


class Rivals(StrEnum):
    """Name what the other seats do."""

    idle = "idle"
    worst = "worst"


class Method(StrEnum):
    """Name how a plan is found."""

    auto = "auto"
    search = "search"
    cp_sat = "cp-sat"


@app.command()
def new(
    game: Annotated[str | None, typer.Argument(show_default=False, help="The game; the first one if left out.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", show_default="as few as can")] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same game.", show_default="a new one")
    ] = None,
    module: Modules = None,
    catalogue: Catalogue = None,
    option: Options = None,
    until: Annotated[
        Until,
        typer.Option(
            help="Go on to the first decision, to the first one after dice, or to the first one that `magister solve` "
            "takes; choices before are greedy."
        ),
    ] = Until.decision,
    code: Annotated[bool, typer.Option("--code", help="Print one line instead of TOML.")] = False,
) -> None:
    """Print a new position as text.

    `magister new GAME --until plan | magister solve` plans the first thing that can be planned.
    """
    from random import Random

    from rules.playouts import draw, find_policy, new_seed

    from .command_play import seed_words
    from .command_text import load_game

    loaded = load_game(game, catalogue, option or ())
    drawn = seed is None
    seed = new_seed() if seed is None else seed
    position = loaded.setup(loaded.players[0] if players is None else players, seed, tuple(module or ()))
    if until is Until.plan:
        from solver import advance

        position, until = advance(position, seed=seed), Until.setup
    random = Random(seed)
    rolled = until is Until.decision
    while until is not Until.setup and not (rolled and position.actor is not None) and not position.over:
        outcomes = tuple(position.chance())
        rolled = rolled or len(outcomes) > 1
        position = position.play(draw(outcomes, random) if outcomes else find_policy("greedy")(position, random))
    if drawn:  # beside the position, which may go into a file
        warn(seed_words(seed))
    say(position.to_code() if code else position.to_text().rstrip("\n"))


@app.command()
def show(
    file: File = None,
    seat: Annotated[
        str | None, typer.Option(help="Show what this seat may know: its number from 0, or its colour.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the board as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the board as PNG.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the board as a web page.")] = None,
    theme: Annotated[Theme, typer.Option(help="Colours of the files; auto: pages follow the reader.")] = Theme.auto,
    width: Annotated[int, typer.Option(help="Width of the drawing in pixels.")] = 1100,
    lang: Annotated[str | None, typer.Option(metavar="en|de", help="English or German.", show_default="yours")] = None,
) -> None:
    """Print the board in words, or write it as a picture."""
    from .command_puzzle import speak
    from .local import view_of

    speak(lang)
    from .command_text import open_position, read_seat, write_file

    position = open_position(file)
    viewer = None if seat is None else read_seat(seat, len(position.seats))
    view = view_of(position)
    try:
        picture = view.draw(position, viewer, None, width)
    except ValueError as error:
        raise Refused(f"--{error}") from None
    if svg is not None:
        write_file(svg, picture.to_svg(theme.value))
    if png is not None:
        write_file(png, picture.to_png(theme="dark" if theme is Theme.dark else "light"))
    if html is not None:
        write_file(html, picture.to_html(theme.value))
    if svg is png is html is None:
        say(picture.text)


@app.command()
def check(file: File = None) -> None:
    """List every defect of a position or saved game; exit code 1 when there are any."""
    import rules
    from widgets.views import has_view, view_of

    from .command_text import defects, read_record, read_text

    text, name = read_text(file)
    try:
        record = read_record(text)
    except rules.BadInput as error:
        found = defects(name, error)
        for line in found:
            say(line)
        raise typer.Exit(NEGATIVE) from None
    position = record.end
    steps = f", {len(record.steps)} steps, all legal" if record.steps else ""
    status = f" {view_of(position).status(position)}" if has_view(position.game.name) else ""
    say(f"{name}: no defects ({position.game.title}{steps}).{status}")


@app.command()
def solve(
    file: File = None,
    horizon: Annotated[
        str | None,
        typer.Option(help="How far to look: the game's solver says which there are.", show_default="the first it has"),
    ] = None,
    objective: Annotated[
        str, typer.Option(help="What counts: points, or worth (points, and goods by the shipped table).")
    ] = "points",
    worth: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Your own table of worths instead, such as gold=1/2; repeat it."),
    ] = None,
    rivals: Annotated[Rivals, typer.Option(help="Others do not interfere, or do their worst.")] = Rivals.idle,
    forecast: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Change the forecast of what comes later; repeat it."),
    ] = None,
    method: Annotated[Method, typer.Option(help="How to look for it.")] = Method.auto,
    seconds: Annotated[float, typer.Option(help="How long to look at most.")] = 10.0,
    workers: Annotated[int, typer.Option(help="Threads of the solver; 1 gives the same plan every time.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the solver.")] = 0,
    advance: Annotated[
        bool, typer.Option("--advance", help="First play on, greedily, to the next decision that a plan begins with.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print for a program; numbers are exact, as text.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Find the best plan for the seat to move.

    Progress (value, bound, gap) goes to standard error; Ctrl-C takes the best plan so far.
    """
    from solver.interrupts import Interrupts

    from .command_solve import exit_code, find_plan, numbers, plan_json, show_plan
    from .command_text import open_position

    position = open_position(file)
    if advance:
        import solver

        onward = solver.advance(position, horizon, seed)
        if onward != position:
            warn("Played on to this position (`magister solve` without --advance solves it):")
            warn(onward.to_code())
        position = onward
    weights = numbers("worth", worth) if worth else objective
    estimates = numbers("forecast", forecast) if forecast else None
    with Interrupts(keep=True):  # impatient fingers must not lose the plan, nor its exit code
        plan = find_plan(
            position,
            horizon=horizon,
            objective=weights,
            rivals=rivals.value,
            method=method.value,
            seconds=seconds,
            workers=workers,
            seed=seed,
            forecast=estimates,
            quiet=quiet,
        )
        if as_json:
            say(plan_json(plan))
        else:
            show_plan(plan)
        raise typer.Exit(exit_code(plan))


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME|FILE", show_default=False, help="A game, or a position or saved game."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play a new game.", show_default="as few as can")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=BOT", help="Let greedy or random play a seat, such as 1=greedy or red=random."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same set-up and dice.", show_default="a new one")
    ] = None,
    module: Modules = None,
    catalogue: Catalogue = None,
    option: Options = None,
    typed: Annotated[bool, typer.Option("--typed-dice", help="Type what your own dice and cards show.")] = False,
    analysis: Annotated[bool, typer.Option("--analysis", help="Let undo go back beyond dice and cards.")] = False,
) -> None:
    """Play in the terminal with typed moves; `help` lists what else can be typed."""
    import rules
    from rules.playouts import new_seed

    from .command_play import Terminal, read_bots, seed_words
    from .command_text import STDIN, load_game, open_record

    lines, drawn = None, seed is None
    seed = new_seed() if seed is None else seed
    if game is None or game in rules.games():
        loaded = load_game(game, catalogue, option or ())
        start = loaded.setup(loaded.players[0] if players is None else players, seed, tuple(module or ()))
        record = rules.Record(start)
    else:
        if given := [n for n, v in (("players", players), ("module", module), ("catalogue", catalogue)) if v]:
            raise Refused(f"--{given[0]}: belongs to a new game; {game} is taken for a file.")
        if game.isidentifier() and not os.path.exists(game):  # which takes a name that is too long, too
            raise Refused(f"{game}: is no file and no game; games are {', '.join(rules.games())}.")
        record = open_record(game)
        if game == STDIN:
            try:
                lines = open("/dev/tty", encoding="utf-8")  # noqa: SIM115 - read until the command ends
            except OSError:
                raise Refused("The position came by standard input, and there is no terminal for moves.") from None
    bots = read_bots(seat or (), len(record.start.seats))
    if drawn and not typed:
        say(seed_words(seed))
    Terminal(record, bots, seed, typed, analysis, lines).run()


@app.command("rules")
def rules_(
    game: Annotated[str | None, typer.Argument(show_default=False, help="The game; the first if left out.")] = None,
    rule: Annotated[str | None, typer.Argument(show_default=False, help="A rule's id, or how ids begin.")] = None,
    lang: Annotated[Language, typer.Option(help="English or German.")] = Language.en,
) -> None:
    """Print the table of rules, with the pages of the rulebook."""
    from .command_rules import show_rules

    show_rules(game, rule, lang.value)


@app.command()
def lab(
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Copy the notebooks there and open that folder.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Open JupyterLab on the notebooks.

    From a source tree these are its own; otherwise a copy in your documents, made once.
    """
    from .command_lab import lab as open_lab

    raise typer.Exit(open_lab(folder, browser))


@app.command()
def demo(
    game: Annotated[str | None, typer.Argument(show_default=False, help="The game; the first if left out.")] = None,
    output: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the page goes.")] = Path("demo"),
) -> None:
    """Solve a position here, and execute the first notebook to a web page."""
    from .command_lab import demo as run_demo

    run_demo(game, output)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and end the process; a person sees sentences and never a traceback."""
    before = signal.getsignal(signal.SIGINT)
    try:
        app(args=arguments, prog_name="magister")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else WRONG
    except Refused as refusal:
        for sentence in refusal.sentences:
            warn(sentence)
        code = refusal.code
    except KeyboardInterrupt:
        warn("Interrupted.")
        code = INTERRUPTED
    except ReaderLeft:
        # What is still in the buffer must not raise again when the interpreter closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:  # noqa: BLE001 - the last line of defence: a sentence instead of a traceback
        code = _refusal(error)
    if arguments is None:
        _end(code)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, before)
    sys.exit(code)


def _end(code: int) -> NoReturn:
    """End this process, which is the command's own, with its exit code, whatever interrupts still come."""
    from solver.interrupts import ignore

    ignore()
    if any(thread.name == "solver" for thread in threading.enumerate()):
        # Native code that calls back into an interpreter that is being taken down would abort the process.
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)
    sys.exit(code)


def _refusal(error: Exception) -> int:
    """Say what went wrong: a refusal of the rules core line by line, anything else as a fault of ours."""
    from rules import RulesError

    if isinstance(error, RulesError):
        for line in str(error).splitlines():
            warn(line)
        return WRONG
    if isinstance(error, RuntimeError | MemoryError | OSError) and str(error):
        warn(f"{type(error).__name__}: {error}")
    else:
        warn(f"A fault of ours, please report it: {type(error).__name__}: {error}")
    if os.environ.get("MAGISTER_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
    else:
        warn("MAGISTER_TRACEBACK=1 shows where it happened.")
    return FAULT


if __name__ == "__main__":
    main()
