"""Enter the values of one's own box, card by card: the panel that `widgets.catalogue` opens."""

from __future__ import annotations

from pathlib import Path

from rules.arguments import check_path
from rules.cards import Card, leaves, listings, name_of, row_of
from rules.findings import refuse
from rules.printable import shown
from rules.protocol import Game
from rules.quantities import whole_number
from widgets import catalogue_scene
from widgets.catalogue_box import Box
from widgets.catalogue_file import catalogue_path, check_game, text_of
from widgets.catalogue_picture import LAYOUTS
from widgets.catalogue_words import Words, check_language
from widgets.data_folder import at_home
from widgets.panel import SPEECH, Panel, Payload
from widgets.panel import text_of as text_in
from widgets.scene import Refusal, Scene

FILE = "the path of a TOML file, or nothing for your own data folder"


class Catalogue(Panel):
    """Hold the cards of an owner's box while they are entered; made by `widgets.catalogue`.

    `path` is the file that they are saved in, `game` the game with all that has been saved, `text` the file's text.
    `card` is the card in hand. What goes on is also offered from a cell: `choose`, `enter`, `confirm`, `undo`.
    """

    def __init__(
        self,
        game: str,
        path: str | Path | None = None,
        language: str | None = None,
        *,
        width: int | None = None,
        theme: str = "auto",
        **unknown: object,
    ) -> None:
        """Begin where the file ends; see `widgets.catalogue`."""
        room = whole_number(width)
        if width is not None and room not in LAYOUTS:
            known = ", ".join(map(str, LAYOUTS))
            raise refuse("width", f"the form has no layout for {shown(width)} pixels; choose one of {known}.")
        code = check_language(language)
        check_game(game)
        own = catalogue_path(game) if path is None else at_home(check_path(path, "path", FILE), "path")
        super().__init__(width=None, theme=theme, **unknown)
        self.layouts = LAYOUTS
        self._fixed, self._width = room is not None, room or LAYOUTS[3]
        self.box = Box(game, own, Words(game, code))
        self.everything = not self.box.asked
        self.searched = ""
        self.card: Card = next((card for card in self.box.asked if self.box.left(card)), self.shown[0])
        self._speak(code)
        self.handle("place", self._place)
        self.handle("control", self._control)
        self.refresh()

    def scene(self) -> Scene:
        """Return the card, its fields, and all cards with how far one is."""
        return catalogue_scene.scene(self)

    # --- what can be asked ----------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """Return the path of the file."""
        return self.box.path

    @property
    def game(self) -> Game:
        """Return the game with the cards that have been saved."""
        return self.box.edition

    @property
    def text(self) -> str:
        """Return the text of the file, as it is or would be written."""
        return text_of(self.box.edition, self.box.document)

    @property
    def shown(self) -> tuple[Card, ...]:
        """List the cards that are gone through: those with a value of ours, or all."""
        return self.box.cards if self.everything or not self.box.asked else self._asked()

    def _asked(self) -> tuple[Card, ...]:
        wanted = {*self.box.asked, *(card for card in self.box.cards if self.box.state(card))}
        if hasattr(self, "card"):
            wanted.add(self.card)
        return tuple(card for card in self.box.cards if card in wanted)

    def next_ours(self) -> Card | None:
        """Return the next card that has a value of ours, after the one in hand and around; None: there is no other."""
        cards = self.box.cards
        at = cards.index(self.card)
        return next((card for card in (*cards[at + 1 :], *cards[:at]) if self.box.left(card)), None)

    def found(self) -> tuple[Card, ...]:
        """List the cards whose name, in either language, or key holds what is searched, or whose table begins with it.

        First come those whose name begins with it, and among these the ones that are asked for.
        """
        wanted, box = self.searched.casefold(), self.box
        ranked = []
        for card in box.cards:
            names = [name.casefold() for name in (*name_of(row_of(box.edition, card), card), box.label(card), card.key)]
            begins = any(name.startswith(wanted) for name in names)
            table = len(wanted) > 2 and box.words.table(card.table).casefold().startswith(wanted)
            if begins or table or any(wanted in name for name in names):
                ranked.append((not begins, card not in box.asked, card))
        return tuple(card for *_, card in sorted(ranked, key=lambda one: one[:2]))

    # --- what can be done from a cell -----------------------------------------------------------------------------

    def choose(self, card: str) -> None:
        """Take a card in hand, by ``table.key`` as the file names it.

        Raises:
            ValueError: there is no such card.
        """
        with self._lock:
            self._open(card)
            self.refresh()

    def enter(self, field: str, value: object) -> None:
        """Put a value into a field of the card in hand, by its name as the file has it (``gain.gold``).

        Raises:
            ValueError: the card has no such field.
        """
        text = ("on" if value else "") if isinstance(value, bool) else str(value)
        with self._lock:
            self._enter(field, text)
            self.refresh()

    def confirm(self, everything: bool = False) -> str:
        """Save the card in hand, with what has been entered or with all that it shows, and say what was done.

        Raises:
            ValueError: a field cannot be read, or nothing has been entered.
        """
        with self._lock:
            said = self.box.confirm(self.card, everything)[1]
            self.refresh(said)
            return said

    def undo(self) -> str:
        """Take the last change back, in the file too.

        Raises:
            ValueError: there is nothing to take back.
        """
        with self._lock:
            said = self._back()
            self.refresh(said)
            return said

    # --- messages -------------------------------------------------------------------------------------------------

    def _speak(self, code: str) -> None:
        self.box.words = Words(self.box.game, code)
        self.speech = {} if code == "en" else {text: self.box.words.translated(text) for text in SPEECH}

    def _open(self, name: str) -> None:
        card = self.box.by_id.get(name)
        if card is None:
            say = self.box.words.say
            raise Refusal(
                say("There is no card {card}; cards are named as in the file: table.key.", card=repr(name[:60]))
            )
        self.card = card

    def _enter(self, name: str, text: str) -> str:
        box = self.box
        if name not in (leaf.name for leaf in leaves(box.base, self.card, box.row(self.card))):
            raise Refusal(box.words.say("This card has no field {field}.", field=repr(name[:60])))
        box.enter(self.card, name, text)
        fields, rest = box.fields(self.card)
        field = next(field for field in fields if field.leaf.name == name)
        said = f"{box.words.field(self.card, field.leaf.path)}: "
        return said + (field.problem or (rest[0] if rest else box.words.say("noted.")))

    def _place(self, payload: Payload) -> str:
        key = text_in(payload, "key")
        if key.startswith("table:"):
            self._table(key.removeprefix("table:"))
        else:
            self._open(key.removeprefix("card:"))
        return self._here()

    def _table(self, name: str) -> None:
        mine = [card for card in self.shown if card.table == name]
        if not mine:
            raise Refusal(self.box.words.say("There is no such place. Run the cell again."))
        self.card = next((card for card in mine if self.box.left(card)), mine[0])

    def _here(self) -> str:
        self.box.look_again()
        fields, rest = self.box.fields(self.card)
        return catalogue_scene.status(self, fields, rest)

    def _control(self, payload: Payload) -> str:
        key = text_in(payload, "key")
        value = text_in(payload, "value") if "value" in payload else ""
        kind, _, name = key.partition(":")
        if kind == "field":
            return self._enter(name, value)
        if kind in ("more", "less"):
            return self._grow(name, 1 if kind == "more" else -1)
        if key in ("next", "previous"):
            at = self.shown.index(self.card)
            self.card = self.shown[(at + (1 if key == "next" else -1)) % len(self.shown)]
            return self._here()
        if key == "ours":
            following = self.next_ours()
            if following is None:
                raise Refusal(self.box.words.say("No other card has a value of ours."))
            self.card = following
            return self._here()
        if key in ("open", "table"):
            (self._open if key == "open" else self._table)(value)
            self.searched = ""
            return self._here()
        if key in ("all", "save"):
            return self._confirm(key == "all")
        return self._other(key, value)

    def _other(self, key: str, value: str) -> str:
        box, say = self.box, self.box.words.say
        if key == "same":
            box.same(self.card, value)
            return say("noted.")
        if key == "reset":
            box.reset(self.card)
            return say("This card is as it was.")
        if key == "everything":
            self.everything = bool(value) or not box.asked
            return self._here()
        if key == "search":
            self.searched = value.strip()[:80]
            number = len(self.found())
            return box.words.count(number, "{number} card found", "{number} cards found") if self.searched else ""
        if key == "undo":
            return self._back()
        if key == "again":
            return box.write_again()
        if key == "language":
            try:
                self._speak(check_language(value))
            except ValueError as error:
                raise Refusal(str(error)) from None
            return self._here()
        raise Refusal(say("This panel has no control {key}. Run the cell again.", key=repr(key[:40])))

    def _back(self) -> str:
        said = self.box.undo()
        self.card = self.box.touched
        return said

    def _grow(self, name: str, step: int) -> str:
        box = self.box
        for listing in listings(box.base, self.card, box.row(self.card)):
            if ".".join(str(each) for each in listing.path) == name:
                box.resize(self.card, listing, listing.size + step)
                return box.words.say("noted.")
        raise Refusal(box.words.say("This card has no field {field}.", field=repr(name[:60])))

    def _confirm(self, everything: bool) -> str:
        """Save the card, and go on to the next one that has a value of ours."""
        box = self.box
        before = self.card
        done, said = box.confirm(before, everything)
        if not done:
            return said
        words = [said, box.words.say("{done} of {total} cards entered", done=box.done(), total=len(box.asked)) + "."]
        if not box.left(before) and (following := self.next_ours()) is not None:
            self.card = following
            words.append(box.words.say("Next: {card}.", card=box.label(following)))
        return " ".join(words)
