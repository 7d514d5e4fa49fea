"""``magister catalogue``: a template for the cards of an owner's box, a check of such a file, and what it changes."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .command_text import NEGATIVE, Refused, game_name, read_text, say, write_file

if TYPE_CHECKING:
    from rules import BadCatalogue, Game, Problem
    from rules.cards import Card, Leaf
    from widgets.catalogue_words import Words

catalogue_app = typer.Typer(
    help="The values of your own box, as a file. Its first line says which game it is for.", no_args_is_help=True
)

HEAD = """\
# Your own box of {title}: the values that no source states, so that they are ours (house values).
# Compare each with your box. Where your card says something else, or the same, take the sign # before the value away
# and put in what is printed; what still has its # does not count. Lines that begin with "# " are remarks.
# Then: magister catalogue check FILE, and rules.load("{game}", catalogue="FILE") plays with your cards.
game = "{game}"
"""

OurFile = Annotated[str, typer.Argument(metavar="FILE", help="A catalogue file; - is standard input.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.add_typer(catalogue_app, name="catalogue")


# --- new -------------------------------------------------------------------------------------------------------------


@catalogue_app.command()
def new(
    game: Annotated[str | None, typer.Argument(show_default=False, help="The game; the first one if left out.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where it goes.", show_default="printed")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also the values that a source states, for boxes that differ.")
    ] = False,
) -> None:
    """Write a template with every value that is ours; nothing in it counts before you take a # away."""
    import rules

    text = template(rules.load(game_name(game)), everything)
    if output is None:
        say(text.rstrip("\n"))
        return
    if output.exists():
        raise Refused(f"{output}: is there already; a template would replace what you have entered. Name another file.")
    write_file(output, text)
    say(f"{output}: take the # away before what you enter, then check it: magister catalogue check {output}")


def template(game: Game, everything: bool = False) -> str:
    """Return the text of a template: a table for each card, its house values (or all values) as comments.

    >>> import rules
    >>> "#gold = 2  # Gold; 0 to 20" in template(rules.load("kingsburg"))
    True
    """
    from rules.cards import cards, house_of, name_of, row_of
    from widgets.catalogue_words import Words

    languages = (Words(game.name, "en"), Words(game.name, "de"))
    parts, table = [HEAD.format(title=game.title, game=game.name)], ""
    helped: set[str] = set()
    for card in cards(game):
        house = [unit.partition(".")[0] for unit in house_of(game, card)]
        row = row_of(game, card)
        fields = [name for name in row if everything or name in house]
        if not card.key or not fields:
            continue
        if card.table != table:
            table = card.table
            helped.clear()
            parts.append(f"# ----- {_both(*(words.table(table) for words in languages))} -----\n")
        lines = [f"# {_both(*name_of(row, card))}", f"[{card.id}]"]
        for name in fields:
            lines += _lines(game, card, row, name, languages)
            # What a field means is said once in a table; it would be most of the file otherwise.
            if name not in helped and (help_ := languages[0].help(card, (name,))):
                lines += _remarks(f"{name}: {help_}.")
            helped.add(name)
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _both(english: str, german: str) -> str:
    return english if english == german else f"{english} ({german})"


def _lines(game: Game, card: Card, row: dict[str, Any], name: str, languages: tuple[Words, Words]) -> Iterator[str]:
    """Yield a value as a comment that can be uncommented, with what may stand there."""
    from rules.cards import compact, house_of, leaves
    from rules.toml_text import write_toml

    value = write_toml(compact(game, card, row, [name])).rstrip("\n")
    called = _both(*(words.field(card, (name,)) for words in languages))
    ranges = _ranges([leaf for leaf in leaves(game, card, row) if leaf.path[0] == name])
    parts = [unit.partition(".")[2] for unit in house_of(game, card) if unit.startswith(f"{name}.")]
    ours = f"; ours: {', '.join(parts)}" if parts else ""
    remark = f"{called}{'; ' if ranges else ''}{ranges}{ours}"
    if len(value) + len(remark) > 110:
        yield from _remarks(remark)
        yield f"#{value}"
    else:
        yield f"#{value}  # {remark}"


def _remarks(text: str) -> list[str]:
    return textwrap.wrap(text, 118, initial_indent="# ", subsequent_indent="# ", break_long_words=False)


def _ranges(leaves: list[Leaf]) -> str:
    """Say what may stand in a field, parts that may hold the same together.

    >>> from rules.cards import Leaf
    >>> _ranges([Leaf(("gain", "gold"), "number", 0, 20), Leaf(("gain", "wood"), "number", 0, 20)])
    'gold, wood: 0 to 20'
    """
    from widgets.catalogue_fields import hint
    from widgets.catalogue_words import Words

    words, groups = Words("", "en"), dict[str, list[str]]()
    for leaf in leaves:
        choices = ", ".join(map(str, leaf.choices))
        said = {
            "truth": "true or false",
            "text": "text",
            "choice": f"one of {choices}",
            "texts": f"a list out of {choices}" if choices else "a list of texts",
            "plain": "",
        }.get(leaf.kind) or hint(leaf, words)
        part = ".".join(str(step) for step in leaf.path[1:] if isinstance(step, str))
        names = groups.setdefault(said, [])
        if part not in names:
            names.append(part)
    return "; ".join(f"{', '.join(names)}: {said}" if names != [""] else said for said, names in groups.items())


# --- check -----------------------------------------------------------------------------------------------------------


@catalogue_app.command()
def check(
    file: OurFile,
    game: Annotated[str | None, typer.Argument(show_default=False, help="Where the file does not say it.")] = None,
) -> None:
    """List every defect of a catalogue file, and which values are still ours; exit code 1 when there are defects."""
    from rules.cards import cards, house_of

    loaded, name = _open(file, game)
    import rules

    base = rules.load(loaded.name)
    before = {card: house_of(base, card) for card in cards(base)}
    left = loaded.house_values()
    say(f"{name}: no defects ({loaded.title}). {_entered(loaded, before)}; house values left: {len(left)}.")
    if number := _unsaved(file):
        say(f"  Begun in the form and not saved: {number} {'card' if number == 1 else 'cards'}.")
    for card in cards(loaded):
        if house := house_of(loaded, card):
            say(f"  {card.id}: {', '.join(house)}")


def _entered(loaded: Game, before: Mapping[Card, Sequence[str]]) -> str:
    """Say how many of the cards whose values were ours are entered wholly, in part, and not at all."""
    from rules.cards import house_of

    asked = [card for card, house in before.items() if house]
    still = {card: set(house_of(loaded, card)) for card in asked}
    whole = sum(not still[card] for card in asked)
    begun = sum(bool(still[card]) and still[card] != set(before[card]) for card in asked)
    return f"Of {len(asked)} cards {whole} entered whole, {begun} in part, {len(asked) - whole - begun} not begun"


def _unsaved(file: str) -> int:
    """Count the cards that somebody has begun in the form: they stand beside the file, and not in it."""
    from widgets.catalogue_file import read_drafts

    return 0 if file == "-" else len(read_drafts(Path(file))[0])


def _open(file: str, game: str | None) -> tuple[Game, str]:
    """Load the game that a file is for, with the file; end the command with its defects where it has any."""
    import rules
    from rules.toml_text import read_toml

    text, name = read_text(file)
    try:
        document = read_toml(text, "catalogue")
        named = document.get("game", game)
        if not isinstance(named, str):
            if "game" in document:
                raise Refused(f"{name}: game: is no text; its first line is such as game = {rules.games()[0]!r}.")
            known = ", ".join(rules.games())
            raise Refused(
                f'{name}: does not say which game it is for. Begin it with a line such as game = "{rules.games()[0]}", '
                f"or name the game behind the file; there are {known}."
            )
        return rules.load(game or named, catalogue=document), name
    except rules.UnknownName as error:
        raise Refused(*(f"{name}: {line}" for line in str(error).splitlines())) from None
    except rules.BadCatalogue as error:
        for problem in _every(game or str(document.get("game")), document, error):
            say(f"{name}: {problem}")
        raise typer.Exit(NEGATIVE) from None
    except rules.BadInput as error:
        for problem in error.problems:
            say(f"{name}: {problem}")
        raise typer.Exit(NEGATIVE) from None


def _every(game: str, document: dict[str, object], first: BadCatalogue) -> tuple[Problem, ...]:
    """List every defect: the rules name those that they meet first, and the others once these are out of the way."""
    from widgets.catalogue_file import salvage

    cards = {table: rows for table, rows in document.items() if table != "game"}
    return tuple(dict.fromkeys((*first.problems, *salvage(game, cards)[1])))


# --- diff ------------------------------------------------------------------------------------------------------------


@catalogue_app.command()
def diff(
    file: OurFile,
    other: Annotated[
        str | None, typer.Argument(metavar="OTHER", show_default=False, help="Another file; ours if left out.")
    ] = None,
    game: Annotated[str | None, typer.Argument(show_default=False, help="Where the files do not say it.")] = None,
) -> None:
    """Show in a table what a catalogue file changes, against what is shipped or against another file."""
    import rules

    if other in rules.games() and game is None and not os.path.exists(str(other)):
        other, game = None, other
    mine, name = _open(file, game)
    if other is None:
        against, title = rules.load(mine.name), "ours"
    else:
        against, title = _open(other, game or mine.name)
        if against.name != mine.name:
            raise Refused(f"{name} is for {mine.title}, {title} for {against.title}; a game is compared with itself.")
    rows, confirmed = differences(against, mine)
    if rows:
        _show(rows, title, "yours" if other is None else name)
    say(f"Values that differ: {len(rows)}. House values that are confirmed as they are: {confirmed}.")


def differences(first: Game, second: Game) -> tuple[list[tuple[str, str, str, str, str]], int]:
    """Compare two editions of one game value by value; also count house values that became printed ones unchanged."""
    from rules.cards import cards, house_of, is_house, leaves, row_of, source_of, value_at
    from rules.toml_text import write_toml

    def shown(value: Any) -> str:
        return "–" if value is None else write_toml({"value": value}).partition("= ")[2].rstrip("\n")

    found, confirmed = [], 0
    for card in cards(first):
        rows = row_of(first, card), row_of(second, card)
        house = house_of(first, card), house_of(second, card)
        sources = source_of(first, card), source_of(second, card)
        every = {leaf.name: leaf for row in rows for leaf in leaves(first, card, row)}
        changed = []
        for leaf in every.values():
            values = [value_at(row, leaf.path) for row in rows]
            if values[0] != values[1]:
                told = ["house" if is_house(house[at], leaf.path) else sources[at] or "shipped" for at in (0, 1)]
                origin = told[0] if told[0] == told[1] else f"{told[0]} → {told[1]}"
                changed.append((card.id, leaf.name, shown(values[0]), shown(values[1]), origin))
        found += changed
        names = [name for _, name, *_ in changed]
        confirmed += sum(
            not any(name == unit or name.startswith((f"{unit}.", f"{unit}[")) for name in names)
            for unit in house[0]
            if unit not in house[1]
        )
    return found, confirmed


def _show(rows: list[tuple[str, str, str, str, str]], first: str, second: str) -> None:
    """Print the table, as wide as the terminal or as wide as it needs to be where there is none."""
    from io import StringIO

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from .command_text import plain

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("card", "field", first, second, "origin"):
        table.add_column(Text(plain(title)), overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    out = StringIO()
    width = shutil.get_terminal_size((140, 24)).columns
    Console(file=out, width=width, color_system=None).print(table)
    say("\n".join(line.rstrip() for line in out.getvalue().strip("\n").splitlines()))
