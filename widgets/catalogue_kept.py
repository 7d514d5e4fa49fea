"""The cards of an owner's box as they are in a file: taken over when somebody else changes it, and written whole."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import rules
from rules import Problem
from rules.cards import Card, Row, cards, row_of
from rules.catalogue import Overlay
from rules.findings import BadCatalogue
from rules.protocol import Game
from widgets import catalogue_file as file
from widgets.catalogue_words import Words


class Kept:
    """Hold the document of one game's cards and the file it is kept in.

    ``document`` is what the file holds, or would hold where it cannot be written; `edition` is the game with it.
    ``unsaved`` are the cards that the file lacks, ``failed`` says why; ``kept`` names what was kept of an older file.
    """

    def __init__(self, game: str, path: Path, words: Words) -> None:
        self.game, self.path, self.words = game, path, words
        self.base: Game = rules.load(game)
        self.cards = cards(self.base)
        self.by_id = {card.id: card for card in self.cards}
        self.unsaved: frozenset[str] = frozenset()
        self.failed = ""
        self.kept = ""
        self.document: Overlay = {}
        self.edition: Game = self.base
        self.adopt(file.find(path, game))

    def adopt(self, found: file.Found) -> None:
        """Take over what was found in the file."""
        self.seen = found.data
        self.defects: tuple[Problem, ...] = found.problems
        self.comments = found.comments
        self.take(found.document)

    def take(self, document: Overlay) -> None:
        """Put another document in the place of the one there is; the rules accept it."""
        self.document = document
        self.edition = rules.load(self.game, catalogue=document)

    @property
    def damaged(self) -> bool:
        """Say whether the file holds what cannot be used, and will be moved aside before a new one is written."""
        return bool(self.defects) and self.seen is not None

    def misfits(self, rows: dict[str, Row]) -> list[Problem]:
        """Return what the rules say against the document with these rows."""
        try:
            rules.load(self.game, catalogue=self.with_rows(self.document, rows))
        except BadCatalogue as error:
            return list(error.problems)
        return []

    def with_rows(self, document: Overlay, rows: dict[str, Row] | dict[str, Row | None]) -> Overlay:
        """Return a document with other rows; None takes one out."""
        new: dict[str, Any] = {name: dict(rows) if isinstance(rows, dict) else rows for name, rows in document.items()}
        for name, row in rows.items():
            card = self.by_id[name]
            if not card.key:
                new.pop(card.table, None)
                new |= row or {}
                continue
            table = new.setdefault(card.table, {})
            table.pop(card.key, None)
            if row is not None:
                table[card.key] = row
            if not table:
                del new[card.table]
        return new

    def row_in(self, document: Overlay, card: Card) -> Row | None:
        """Return the row of a card in a document, or None where it has none."""
        table = document.get(card.table)
        if not card.key:
            return None if table is None else {card.table: table}
        row = table.get(card.key) if isinstance(table, dict) else None
        return row if isinstance(row, dict) else None

    def look_again(self) -> bool:
        """Take over what somebody else has written into the file since; say whether there was anything."""
        try:
            if file.look(self.path) == self.seen:
                return False
        except OSError:
            return False
        found = file.find(self.path, self.game)
        mine = {name: self.row_in(self.document, self.by_id[name]) for name in self.unsaved}
        if found.problems or found.data is None:
            # The cards stay as they are known here, and are written anew with the next one.
            self.seen, self.defects, self.comments = found.data, found.problems, found.comments
            self.unsaved = frozenset(card.id for card in self.cards if self.row_in(self.document, card))
            return True
        self.adopt(found)
        if mine and not self.misfits({name: row for name, row in mine.items() if row is not None}):
            self.take(self.with_rows(self.document, mine))
        return True

    def prepare(self, changes: dict[str, Row | None]) -> str:
        """Say why rows cannot be put into the file now: somebody has changed it meanwhile; empty where they can."""
        known = self.document
        if self.look_again():
            meant = [self.by_id[name] for name in changes]
            twice = [card for card in meant if self.row_in(self.document, card) != self.row_in(known, card)]
            if twice:
                return self.words.say(
                    "Somebody has changed {card} in the file meanwhile; look at it, and save again to replace that.",
                    card=self.words.name(row_of(self.edition, twice[0]), twice[0]),
                )
        try:
            rules.load(self.game, catalogue=self.with_rows(self.document, changes))
        except BadCatalogue as error:
            return self.words.say(
                "Somebody has changed the file meanwhile, and now the cards do not fit together: {problem}",
                problem=str(self.words.told(error.problems[0])),
            )
        return ""

    def put(self, changes: dict[str, Row | None]) -> None:
        """Put rows into the document that were found to fit, and write the file."""
        self.take(self.with_rows(self.document, changes))
        self.write(frozenset(changes))

    def write(self, changed: frozenset[str]) -> None:
        """Write the file; where that cannot be, remember which cards it lacks."""
        try:
            self.kept = file.write(self.path, file.text_of(self.edition, self.document), self.damaged) or self.kept
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.failed = self.words.say("the file {path} cannot be written ({reason}).", path=self.path, reason=reason)
            self.unsaved |= changed
        else:
            self.failed, self.unsaved, self.defects, self.comments = "", frozenset(), (), False
            with contextlib.suppress(OSError):
                self.seen = file.look(self.path)

    def write_again(self) -> str:
        """Try once more to write what could not be written."""
        self.look_again()
        self.write(frozenset())
        if self.failed:
            return self.words.say("Not saved: {problem}", problem=self.failed)
        return self.words.say("Saved.")
