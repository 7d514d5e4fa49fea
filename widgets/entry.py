"""The ways in: `play`, `solve`, `edit`, `catalogue` open a panel on what they are given, or say in words why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rules
from rules import Record, RulesError, WrongKind
from rules.arguments import POSITION, check_list, check_position, check_table, check_whole, is_position
from rules.playouts import find_policy, new_seed
from rules.printable import LARGEST, shown
from rules.quantities import whole_number
from rules.reading import begun_by, named_file, position_given, text_of
from widgets.language import spoken

if TYPE_CHECKING:
    from widgets.catalogue_panel import Catalogue
    from widgets.edit_panel import Edit
    from widgets.play_panel import Play
    from widgets.solve_panel import Solve
    from widgets.table import Policy


def play(
    position_or_game: object,
    seats: Mapping[int, str | Policy] | None = None,
    seed: int | None = None,
    players: int | None = None,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    show_secrets: bool = False,
    analysis: bool = False,
    **looks: Any,
) -> Play:
    """Play a game at this notebook.

    The first argument is a position, a game (which is then set up for ``players`` with ``modules``), the name of a
    game (which may have ``options``, as in `rules.load`), a record that is to be played on, a text or code of either,
    or the name of a file that holds one. ``seats`` gives bots to seats, such as ``{1: "greedy", 2: "random"}``; all
    others are people who share the notebook. Dice and cards are drawn by a generator with ``seed``; without it each new
    game has others, and the panel shows the seed that gives them again. With several people the board shows only what
    the seat to act may know; ``show_secrets`` leaves out the request to pass the notebook on. With ``analysis`` undo
    goes back through dice and cards. Further arguments: ``forced`` (False: also moves without an alternative wait for
    you), ``pace`` (seconds per move of a bot), ``width`` and ``theme`` as for `widgets.Board`.

    Raises:
        TypeError: the first argument, or an argument's name, is not understood.
        rules.BadInput: seats, players or modules do not fit the game.

    >>> import rules
    >>> panel = play(rules.load("kingsburg"), seats={1: "greedy", 2: "random"}, seed=7, players=3)
    >>> panel.position.actor in (0, 1, 2)
    True
    """
    seed = seed_or_new(seed)
    record = begin(position_or_game, players, modules, seed, options)
    bots = check_seats(record, seats)
    from widgets.play_panel import Play

    return spoken(Play)(record, bots, seed=seed, show_secrets=show_secrets, analysis=analysis, **looks)


def seed_or_new(seed: object) -> int:
    """Return a seed that was given, or draw one.

    Raises:
        rules.BadInput: it is no whole number.
    """
    if seed is None:
        return new_seed()
    return check_whole(seed, "seed", -LARGEST, LARGEST, ", or None for a new one")


def check_seats(record: Record, seats: object) -> Mapping[int, str | Policy]:
    """Return the bots by seat; nothing where none are given.

    Raises:
        rules.BadInput: there is no such seat or bot.
    """
    given = {} if seats is None else check_table(seats, "seats", "a table of bots by seat, such as {1: 'greedy'}")
    number = len(record.start.seats)
    problems = []
    bots = {}
    for seat, policy in given.items():
        path = f"seats[{shown(seat)}]"
        at = whole_number(seat)
        if at is None or not 0 <= at < number:
            problems.append(rules.Problem(path, f"is no seat; the seats are 0 to {number - 1}."))
        else:
            bots[at] = policy
        try:
            find_policy(policy)
        except RulesError:
            problems.append(rules.Problem(path, f"is {shown(policy)}; a bot is 'greedy' or 'random'."))
    if problems:
        raise rules.BadInput(problems)
    return bots


def begin(
    given: object,
    players: int | None,
    modules: Sequence[str],
    seed: int,
    options: Mapping[str, object] | None = None,
) -> Record:
    """Return the record that a game begins with (see `play`)."""
    names = check_list(modules, "modules", "a list of names of modules")
    if options is not None and check_table(options, "options", "a table of options by name"):
        if not isinstance(given, str) or given not in rules.games():
            text = "belong to a game that is given by its name; a loaded game has its own already."
            raise WrongKind((rules.Problem("options", text),))
        given = rules.load(given, options=options)
    if isinstance(given, str):
        given = rules.load(given) if given in rules.games() else _read(given)
    elif isinstance(given, PathLike):
        given = _read(given)
    if isinstance(given, Record):
        return given
    if is_position(given):
        if players is not None or names:
            text = "belong to a new game; a position has its own already, so leave out 'players' and 'modules'."
            raise WrongKind((rules.Problem("players", text),))
        return Record(given)
    if not isinstance(given, type) and hasattr(given, "setup") and hasattr(given, "players"):
        number = min(given.players) if players is None else players
        return Record(given.setup(players=number, seed=seed, modules=names))
    text = f"is {shown(given)}. Give a position, a game, the name of a game, a record, or the name of a file."
    raise WrongKind((rules.Problem("game", text),))


def _read(given: str | PathLike[str]) -> Record:
    """Read what a game begins with: a position or a record, as its text or as the name of a file."""
    if isinstance(given, str) and given.strip().isidentifier() and named_file(given) is None:
        known = ", ".join(map(repr, rules.games()))
        text = f"is {shown(given)}; there are {known}. A position, a record or the name of a file will do, too."
        raise rules.UnknownName((rules.Problem("game", text),))
    return begun_by(text_of(given, "position"))


def solve(position: Any, horizon: str | None = None, **options: Any) -> Solve:
    """Open the solver on a position, given as such, or by its text, code or file.

    ``horizon`` says how far to look (without it, the first that the game's solver has); it and the further arguments
    are those of `solver.start`: ``objective``, ``rivals``, ``method``, ``seconds``, ``workers``, ``seed``,
    ``forecast``, ``effort``, ``memory``; ``width`` and ``theme`` are as for `widgets.Board`. Nothing is solved before
    Start is pressed, or `start` or `wait` called.

    Raises:
        TypeError: this is no position, or an argument is not known.
        rules.BadInput: an argument does not fit, or nobody decides in the position.
    """
    from widgets.solve_panel import Solve

    position = position_given(position)
    check_position(position, "position", f"what the solver needs: {POSITION}")
    known = ("objective", "rivals", "method", "seconds", "workers", "seed", "forecast", "effort", "memory")
    given = {name: options.pop(name) for name in known if name in options}
    return spoken(Solve)(position, {"horizon": horizon, **given}, **options)


def edit(game: str, position: Any = None, **looks: Any) -> Edit:
    """Set up a position of a game as it lies on the table.

    ``position`` is what to begin with, a position or its text, code or file (also a wrong one); without it, an empty
    table.
    ``width`` and ``theme`` are as for `widgets.Board`.

    Raises:
        TypeError: the position, or an argument's name, is not understood.
        rules.UnknownName: there is no such game.
    """
    from widgets.edit_panel import Edit, text_for

    return spoken(Edit)(game, text_for(game, position), **looks)


def catalogue(game: str, path: str | Path | None = None, language: str | None = None, **looks: Any) -> Catalogue:
    """Enter what is printed on the cards of your own box, card by card.

    Values that no source states are ours, and marked °; the form asks for them. What you save is yours: it goes into a
    file in your own data folder (or at ``path``), which ``rules.load(game, catalogue=...)`` lays over the shipped
    values. ``language`` is "en" or "de"; without it, that of ``MAGISTER_LANGUAGE`` or of the system. ``theme`` is as
    for `widgets.Board`; ``width`` fixes the layout (400 pixels shows the card alone).

    Raises:
        TypeError: the path, or an argument's name, is not understood.
        ValueError: a language or theme that there is not.
        rules.UnknownName: there is no such game.
    """
    from widgets.catalogue_panel import Catalogue

    return Catalogue(game, path, language, **looks)
