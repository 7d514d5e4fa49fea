"""What somebody enters of their own box: cards that are done, cards in the middle, the file, and the way back.

No screen is known here; the panel shows a `Box` and calls it. Sentences come in the language of its `words`.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from rules.cards import (
    Card,
    Leaf,
    Listing,
    Row,
    compact,
    house_of,
    leaves,
    listings,
    name_of,
    row_of,
    unit_of,
    value_at,
    with_value,
)
from rules.printable import LONGEST_SENTENCE, escaped
from widgets import catalogue_file as file
from widgets.catalogue_fields import dotted, index_in, read, same_path, under, written
from widgets.catalogue_file import NOTHING, Draft, Drafts, draft_of
from widgets.catalogue_kept import Kept
from widgets.catalogue_words import Words
from widgets.scene import Refusal

KEPT: Final = 100
"""How many changes can be taken back."""


class Field(msgspec.Struct, frozen=True):
    """Hold one field of a card as it stands: its text, whether it is still ours, and what is wrong with it.

    ``entered``: the owner has given it, and it is in no file yet.
    """

    leaf: Leaf
    text: str
    ours: bool = False
    entered: bool = False
    problem: str = ""


class Change(msgspec.Struct, frozen=True):
    """Hold how cards were before a change: their rows in the file (None: none), and what was entered and not saved."""

    rows: dict[str, Row | None]
    drafts: Drafts


class Box(Kept):
    """Hold the cards of one game as one owner has entered them so far: those in the file, and those in the middle."""

    def __init__(self, game: str, path: Path, words: Words) -> None:
        self.drafts, self.drafts_wrong = file.read_drafts(path)
        super().__init__(game, path, words)
        self.drafts = {name: draft for name, draft in self.drafts.items() if name in self.by_id}
        self.asked = tuple(card for card in self.cards if house_of(self.base, card))
        """The cards of which values are ours: those that an owner is asked for."""
        self._names = Counter((card.table, name_of(row_of(self.base, card), card)[0]) for card in self.cards)
        self.before: tuple[Change, ...] = ()
        self.touched: Card = self.cards[0]
        """The card that was taken back last."""

    def adopt(self, found: file.Found) -> None:
        """Take over what was found in the file; rows that do not fit become cards in the middle."""
        for name, row in found.rows.items():
            card = self.by_id.get(name)
            if card is not None and name not in self.drafts and (draft := draft_of(self.base, card, row)) != NOTHING:
                self.drafts = {**self.drafts, name: draft}
        super().adopt(found)

    def label(self, card: Card) -> str:
        """Name a card so that it is told from all others of its table, by its key where several have one name."""
        mine = self.words.name(self.row(card), card)
        english = name_of(row_of(self.base, card), card)[0]
        if self._names[card.table, english] < 2:
            return mine
        words = card.key.removeprefix(english.lower().replace(" ", "_")).strip("_").split("_")
        return f"{mine} · {' '.join(self.words.choice(word) for word in words)}"

    # --- one card -------------------------------------------------------------------------------------------------

    def draft(self, card: Card) -> Draft:
        """Return what has been entered for a card and is in no file yet."""
        return self.drafts.get(card.id, NOTHING)

    def row(self, card: Card) -> Row:
        """Return a card's values as they would be with what has been entered, as far as that can be read."""
        return self._read(card)[0]

    def _read(self, card: Card) -> tuple[Row, dict[str, str]]:
        """Return the row with what has been entered, and why entries cannot be read, by their paths."""
        row, draft, wrong = row_of(self.edition, card), self.draft(card), dict[str, str]()
        if draft == NOTHING:
            return row, wrong
        for listing in listings(self.base, card, row):
            size = draft.sizes.get(dotted(listing))
            if size is not None and listing.least <= size <= listing.most:
                entries = list(value_at(row, listing.path) or [])
                entries = [*entries, *[listing.blank] * size][:size]
                row = with_value(row, listing.path, entries)
        for leaf in leaves(self.base, card, row):
            if leaf.name in draft.entries:
                try:
                    row = with_value(row, leaf.path, read(leaf, draft.entries[leaf.name], self.words))
                except Refusal as refusal:
                    wrong[leaf.name] = str(refusal)
        return row, wrong

    def entered(self, card: Card) -> frozenset[str]:
        """Return the house values of a card that have been entered and are in no file yet."""
        draft, house = self.draft(card), house_of(self.edition, card)
        names = [*draft.entries, *draft.sizes]
        return frozenset(unit for unit in house if unit in draft.same or any(under(unit, name) for name in names))

    def left(self, card: Card) -> tuple[str, ...]:
        """List the house values of a card that nobody has entered."""
        entered = self.entered(card)
        return tuple(unit for unit in house_of(self.edition, card) if unit not in entered)

    def fields(self, card: Card) -> tuple[tuple[Field, ...], tuple[str, ...]]:
        """Return all fields of a card, and what is wrong with the card that belongs to no field."""
        row, wrong = self._read(card)
        draft, house, entered = self.draft(card), house_of(self.edition, card), self.entered(card)
        said = [] if wrong or draft == NOTHING else self.misfits({card.id: self.stated(card)})
        said = [self.words.told(one) for one in said]
        found: list[Field] = []
        told: set[int] = set()
        prefix = f"{card.id}." if card.key else ""
        for leaf in leaves(self.base, card, row):
            text = draft.entries.get(leaf.name, written(leaf, value_at(row, leaf.path)))
            problem = wrong.get(leaf.name, "")
            for number, one in enumerate(said):
                if not problem and one.path.startswith(prefix) and same_path(one.path.removeprefix(prefix), leaf):
                    problem = one.text
                    told.add(number)
            unit = unit_of(house, leaf.path)
            ours = unit is not None and unit not in entered
            given = leaf.name in draft.entries or (unit is not None and unit in entered)
            found.append(Field(leaf, text, ours, given, problem[:1].upper() + problem[1:]))
        rest = [
            one.text[:1].upper() + one.text[1:] if one.path == card.id else str(one)
            for number, one in enumerate(said)
            if number not in told
        ]
        return tuple(found), tuple(rest)

    def stated(self, card: Card, everything: bool = False) -> Row:
        """Return the row of a card for the file, with what has been entered; ``everything`` confirms all of ours.

        A row says by itself which of its values are still ours where the file's own rule would say otherwise.
        """
        whole, draft = self.row(card), self.draft(card)
        house = house_of(self.edition, card)
        entered = frozenset(house) if everything else self.entered(card)
        names = {name.partition(".")[0].partition("[")[0] for name in (*draft.entries, *draft.sizes, *entered)}
        old = self.row_in(self.document, card) or {}
        new = {name: value for name, value in old.items() if name != "house"}
        if old.get("source") == "house":
            del new["source"]
        new |= compact(self.base, card, whole, [name for name in whole if name in names])
        ours = [unit for unit in house if unit not in entered]
        usual = [unit for unit in house_of(self.base, card) if unit.partition(".")[0] not in new]
        if card.key and sorted(ours) != sorted(usual):
            new["house"] = ours
        return new

    # --- how far one is -------------------------------------------------------------------------------------------

    def state(self, card: Card) -> str:
        """Say how a card stands: "half", "waiting", "ours", "entered", "own" (corrected), or "" (not asked for)."""
        draft = self.draft(card)
        if draft != NOTHING:
            return "waiting" if draft.waiting else "half"
        if house_of(self.edition, card):
            return "ours"
        if self.row_in(self.document, card):
            return "entered" if card in self.asked else "own"
        return ""

    def done(self) -> int:
        """Count the cards that were asked for and have no value of ours any more."""
        return self.done_of(self.asked)[0]

    def done_of(self, cards: Iterable[Card]) -> tuple[int, int]:
        """Count, of these cards, those without a value of ours any more, and all that were asked for."""
        asked = [card for card in cards if card in self.asked]
        return sum(not house_of(self.edition, card) for card in asked), len(asked)

    def values_left(self) -> int:
        """Count the house values that are left."""
        return sum(len(house_of(self.edition, card)) for card in self.cards)

    # --- what the owner does --------------------------------------------------------------------------------------

    def enter(self, card: Card, name: str, text: str) -> None:
        """Put a text into a field, right or wrong.

        Raises:
            Refusal: no file could hold such a text.
        """
        if len(text) > LONGEST_SENTENCE:
            raise Refusal(
                self.words.say("This is too long: at most {number} characters are read.", number=LONGEST_SENTENCE)
            )
        text = escaped(text) if any("\ud800" <= sign <= "\udfff" for sign in text) else text
        draft = self.draft(card)
        if draft.entries.get(name) != text:
            self._draft(card, msgspec.structs.replace(draft, entries={**draft.entries, name: text}, waiting=False))

    def same(self, card: Card, unit: str) -> None:
        """Take a house value as the owner's."""
        draft = self.draft(card)
        if unit not in self.left(card):
            raise Refusal(self.words.say("That value is yours already."))
        self._draft(card, msgspec.structs.replace(draft, same=(*draft.same, unit)))

    def resize(self, card: Card, listing: Listing, size: int) -> None:
        """Let a list of a card grow or shrink."""
        if not listing.least <= size <= listing.most:
            raise Refusal(
                self.words.say("This list has {least} to {most} entries.", least=listing.least, most=listing.most)
            )
        draft, name = self.draft(card), dotted(listing)
        gone = {key for key in draft.entries if (at := index_in(key, name)) is not None and at >= size}
        entries = {key: text for key, text in draft.entries.items() if key not in gone}
        sizes = {**draft.sizes, name: size}
        self._draft(card, msgspec.structs.replace(draft, entries=entries, sizes=sizes, waiting=False))

    def reset(self, card: Card) -> None:
        """Forget what has been entered for a card and is in no file."""
        self._draft(card, NOTHING)

    def _draft(self, card: Card, draft: Draft) -> None:
        self._remember({}, {card.id})
        self._put_drafts({name: one for name, one in {**self.drafts, card.id: draft}.items() if one != NOTHING})

    def _remember(self, rows: dict[str, Row | None], drafted: set[str]) -> None:
        """Keep how these cards are now: only they, for others may be changed by somebody else meanwhile."""
        before = {name: self.row_in(self.document, self.by_id[name]) for name in rows}
        change = Change(before, {name: self.drafts.get(name, NOTHING) for name in drafted})
        self.before = (*self.before, change)[-KEPT:]

    def _put_drafts(self, drafts: Drafts) -> None:
        names = self.drafts.keys() | drafts.keys()
        changed = {name: drafts.get(name) for name in sorted(names) if drafts.get(name) != self.drafts.get(name)}
        self.drafts = drafts
        with contextlib.suppress(
            OSError
        ):  # the panel still holds them; what cannot be saved is said of the file itself
            file.write_drafts(self.path, changed)
            self.drafts_wrong = ""

    def confirm(self, card: Card, everything: bool = False) -> tuple[bool, str]:
        """Save a card, with what has been entered or with all that it shows; say whether it is done, in a sentence.

        A card that does not fit the others yet waits, and is saved with the one that makes both fit.

        Raises:
            Refusal: a field cannot be read, or there is nothing to save.
        """
        say, name = self.words.say, self.words.name(self.row(card), card)
        wrong = self._read(card)[1]
        if wrong:
            raise Refusal(say("{card} is not saved: {problem}", card=name, problem=next(iter(wrong.values()))))
        draft = self.draft(card)
        if draft == NOTHING and not (everything and house_of(self.edition, card)):
            raise Refusal(say("There is nothing to save: no value of {card} has been entered.", card=name))
        rows = {card.id: self.stated(card, everything)}
        others = {one.id: self.stated(one) for one in self.cards if one != card and self.draft(one).waiting}
        if others and not self.misfits(rows | others):
            rows |= others
        elif said := self.misfits(rows):
            units = house_of(self.edition, card) if everything else draft.same
            self._draft(card, msgspec.structs.replace(draft, same=units, waiting=True))
            waits = say(
                "{card} waits and is not saved, for the rules say: {problem} "
                "If another card differs too, enter that one; then both are saved.",
                card=name,
                problem=str(self.words.told(said[0])),
            )
            return False, waits
        refused = self._save(dict(rows), {one: draft for one, draft in self.drafts.items() if one not in rows})
        if refused:
            return False, refused
        if len(rows) > 1:
            return True, say("{card} is saved, with {number} that waited for it.", card=name, number=len(rows) - 1)
        if self.unsaved:
            return True, say("{card} is kept here alone: {problem}", card=name, problem=self.failed)
        return True, say("{card} is saved.", card=name)

    def undo(self) -> str:
        """Take the last change back, in the file too, and say of which card."""
        while self.before:
            change, rest = self.before[-1], self.before[:-1]
            self.before = rest
            rows = {
                name: row for name, row in change.rows.items() if row != self.row_in(self.document, self.by_id[name])
            }
            drafts = {name: draft for name, draft in {**self.drafts, **change.drafts}.items() if draft != NOTHING}
            if not rows and drafts == self.drafts:
                continue  # somebody else has done the same meanwhile
            self.touched = self.by_id[next(iter([*change.rows, *change.drafts]))]
            if rows and (refused := self._save(rows, drafts)):
                self.before = (*rest, change)
                return refused
            self._put_drafts(drafts)
            self.before = rest
            name = self.words.name(self.row(self.touched), self.touched)
            return self.words.say("Taken back: {card} is as it was before.", card=name)
        raise Refusal(self.words.say("There is nothing to take back."))

    def _save(self, changes: dict[str, Row | None], drafts: Drafts) -> str:
        """Put rows into the document and write the file; return why not, where another has changed the same cards."""
        if refused := self.prepare(changes):
            return refused
        self._remember(changes, {*changes} | (self.drafts.keys() ^ drafts.keys()))
        self.put(changes)
        self._put_drafts(drafts)
        return ""

    def write_again(self) -> str:
        """Try once more to write what could not be written, half-entered cards too."""
        said = super().write_again()
        with contextlib.suppress(OSError):
            file.write_drafts(self.path, self.drafts)
        return said
