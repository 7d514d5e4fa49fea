"""The file of an owner's cards: where it lies, reading what may be damaged, and writing so that nothing is lost.

A file is written whole or not at all. What stood there before stays beside it as ``.bak``; a file that cannot be read,
or holds what does not fit, is moved aside under a name of its own before a new one takes its place.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

import rules
from rules import Problem
from rules.cards import Card, cards, leaves, name_of, row_of, value_at
from rules.catalogue import Overlay, read_overlay
from rules.files import decoded
from rules.findings import BadCatalogue, BadInput
from rules.printable import LONGEST_SENTENCE
from rules.protocol import Game
from rules.saving import free_name, make_folder, write_whole
from rules.toml_text import write_toml
from widgets.catalogue_fields import written
from widgets.data_folder import data_folder

FOLDER: Final = "catalogues"
LARGEST: Final = 1_000_000
HEAD: Final = "# The values of an owner's box, written by the form widgets.catalogue(...). It can be edited by hand.\n"

_QUOTED: Final = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')
_lock = threading.RLock()
_ours: dict[Path, bytes] = {}


def catalogue_path(game: str) -> Path:
    """Return where the form keeps the cards of a game, for ``rules.load(game, catalogue=...)``; it may not exist yet.

    Raises:
        rules.UnknownName: there is no such game.
    """
    check_game(game)
    return data_folder() / FOLDER / f"{game}.toml"


def check_game(game: str) -> None:
    """Raise :class:`rules.UnknownName` for what is no game, before it becomes part of the name of a file or module."""
    if not isinstance(game, str) or game not in rules.games():
        rules.load(game)  # raises with the names of the games that there are


def is_usual(game: str, path: Path) -> bool:
    """Say whether a path is the one where the form keeps the cards of a game unasked."""
    try:
        return path == catalogue_path(game)
    except BadInput:  # there is no home folder, so no such path either
        return False


class Found(msgspec.Struct, frozen=True):
    """Hold what was found at a path: its bytes (None: no file), what of it can be used, and what is wrong with it.

    ``rows`` are rows that do not fit, by the card they are about; they are in no document. ``comments`` says that
    somebody has written comments into the file, which the form does not write again.
    """

    data: bytes | None
    document: Overlay
    problems: tuple[Problem, ...] = ()
    rows: dict[str, dict[str, Any]] = {}
    comments: bool = False


def look(path: Path) -> bytes | None:
    """Return the bytes of a file, or None where there is none.

    Raises:
        OSError: it is there and cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        return None


def find(path: Path, game: str) -> Found:
    """Read the file of a game's cards; it never raises, for all that is wrong stands in what it returns."""
    try:
        if path.exists() and not path.is_file():
            return Found(None, {}, (Problem(str(path), "is no file; name a file whose name ends in .toml."),))
        data = look(path)
    except (OSError, ValueError) as error:
        text = f"cannot be read: {getattr(error, 'strerror', None) or error}."
        return Found(None, {}, (Problem(str(path), text),))
    if data is None:
        return Found(None, {})
    try:
        document = read_overlay(path, game)
    except BadInput as error:
        return Found(data, {}, tuple(error.problems))
    good, problems, rows = salvage(game, document)
    mine = set(text_of(rules.load(game, catalogue=good), good).splitlines())
    foreign = (_QUOTED.sub("", line) for line in decoded(data).splitlines() if line not in mine)
    return Found(data, good, problems, rows, any("#" in line for line in foreign))


def salvage(game: str, document: Overlay) -> tuple[Overlay, tuple[Problem, ...], dict[str, dict[str, Any]]]:
    """Part a document into what the rules accept, what is wrong with it, and the rows that had to be left out."""
    good: Overlay = {table: dict(rows) if isinstance(rows, Mapping) else rows for table, rows in document.items()}
    problems: list[Problem] = []
    out: dict[str, dict[str, Any]] = {}
    while True:
        try:
            rules.load(game, catalogue=good)
        except BadCatalogue as error:
            problems += [problem for problem in error.problems if problem not in problems]
            dropped = [_drop(good, problem.path, out) for problem in error.problems]
            if not any(dropped):
                for table in list(good):
                    _drop(good, table, out)
            continue
        return {table: rows for table, rows in good.items() if rows != {}}, tuple(problems), out


def _drop(good: Overlay, path: str, out: dict[str, dict[str, Any]]) -> bool:
    """Take the row that a path is about out of a document, or its whole table; say whether there was one."""
    table, _, rest = path.partition(".")
    table = table.partition("[")[0]
    rows = good.get(table)
    if table not in good:
        return False
    if not isinstance(rows, dict):
        out[table] = {table: good.pop(table)}
        return True
    wanted = [key for key in rows if rest == key or rest.startswith((f"{key}.", f"{key}["))] if rest else list(rows)
    for key in wanted:
        row = rows.pop(key)
        out[Card(table, key).id] = row if isinstance(row, dict) else {}
    if not rows:
        del good[table]
    return bool(wanted) or not rows


# --- writing -------------------------------------------------------------------------------------------------------


def text_of(game: Game, document: Overlay) -> str:
    """Print a document as its file: the game first, then a table for each card, in the order of the catalogue."""
    whole: dict[str, Any] = {"game": game.name}
    whole |= {table: rows for table, rows in document.items() if not isinstance(rows, Mapping)}
    parts = [HEAD + write_toml(whole)]
    for card in cards(game):
        rows = document.get(card.table)
        if card.key and isinstance(rows, Mapping) and isinstance(row := rows.get(card.key), Mapping):
            english, german = name_of({**row_of(game, card), **row}, card)
            name = english if english == german else f"{english} ({german})"
            parts.append(f"# {name}\n[{card.id}]\n{write_toml(row)}")
    return "\n".join(parts)


def write(path: Path, text: str, damaged: bool) -> str:
    """Write a file in the place of what stands there, and return the name under which that was kept, or nothing.

    Raises:
        OSError: it cannot be written; the file that was there is as it was.
    """
    with _lock:
        path = Path(os.path.realpath(path))
        make_folder(path.parent)
        data, before = text.encode(), look(path)
        if before == data:
            return ""
        kept = ""
        if damaged and before is not None:
            aside = free_name(path, "damaged")
            path.rename(aside)
            try:
                write_whole(path, data)
            except BaseException:
                aside.rename(path)
                raise
            kept = aside.name
        else:
            if before is not None and before != _ours.get(path):
                kept = f"{path.name}.bak"
                write_whole(path.with_name(kept), before)
            write_whole(path, data)
        _ours[path] = data
        return kept


# --- cards that somebody is in the middle of -----------------------------------------------------------------------


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what has been entered for a card and is in no file yet.

    ``entries`` are the texts of fields by their paths, ``sizes`` the lengths of lists, ``same`` the house values of
    which the owner says that they are right. ``waiting``: the card is done, and does not fit the others so far.
    """

    entries: dict[str, str] = {}
    sizes: dict[str, int] = {}
    same: tuple[str, ...] = ()
    waiting: bool = False


Drafts = dict[str, Draft]
NOTHING: Final = Draft()


def draft_of(game: Game, card: Card, row: Mapping[str, Any]) -> Draft:
    """Return the values of a row that does not fit as entries of its fields, as far as a field can hold them."""
    entries = {}
    for leaf in leaves(game, card, {**row_of(game, card), **row}):
        value = value_at(row, leaf.path)
        many = value if isinstance(value, list) else [value]
        if value is not None and all(isinstance(one, str | int) for one in many):
            text = written(leaf, value)
            if len(text) <= LONGEST_SENTENCE:
                entries[leaf.name] = text
    return Draft(entries=entries, waiting=True) if entries else NOTHING


def drafts_path(path: Path) -> Path:
    """Return where half-entered cards are kept: beside the file."""
    return path.with_name(f"{path.stem}.unfinished.json")


def read_drafts(path: Path) -> tuple[Drafts, str]:
    """Read half-entered cards, and say in a few words why they cannot be read, where they cannot."""
    try:
        data = look(drafts_path(path))
        return (msgspec.json.decode(data, type=Drafts) if data is not None else {}), ""
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        return {}, getattr(error, "strerror", None) or "it is damaged"


def write_drafts(path: Path, changed: Mapping[str, Draft | None]) -> None:
    """Put half-entered cards into their file, or take them out (None); those of other panels stay.

    Raises:
        OSError: it cannot be written.
    """
    with _lock:
        target = drafts_path(path)
        drafts, wrong = read_drafts(path)
        if wrong:
            target.rename(free_name(target, "damaged"))
        for card, draft in changed.items():
            if draft is None:
                drafts.pop(card, None)
            else:
                drafts[card] = draft
        if not drafts and not target.exists():
            return
        write_whole(target, msgspec.json.encode(drafts), parents=True)
        if not drafts:
            target.unlink(missing_ok=True)
