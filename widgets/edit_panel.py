"""Set up a position as it lies on the table: text and form beside the board, every defect named while one types."""

from __future__ import annotations

from os import PathLike
from typing import Any, Final

import traitlets

import rules
from rules import Problem
from rules.arguments import POSITION, check_position, check_text
from rules.findings import BadInput
from rules.protocol import Position
from rules.reading import position_of
from rules.reading import text_of as read_text_of
from rules.toml_text import read_toml
from widgets.form import Document, form_of
from widgets.language import view_of
from widgets.panel import Panel, Payload, text_of
from widgets.picture import Mark
from widgets.scene import Control, Item, Refusal, Scene, Section

LISTED: Final = 30
"""How many defects are shown at once."""

KEPT: Final = 200
"""How many earlier texts can be brought back."""


class Edit(Panel):
    """Hold the text of a position that is being set up; made by `edit`.

    ``value`` is the code of the position, empty while it has defects. `position` is the position or None, `text` what
    stands in the text field, `problems` the defects.
    """

    value = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self, game: str, text: str, *, width: int | None = None, theme: str = "auto", **unknown: object
    ) -> None:
        """Begin with a text, right or wrong."""
        super().__init__(width=width, theme=theme, **unknown)
        self.form = form_of(game)
        self.text = ""
        self.problems: tuple[Problem, ...] = ()
        self.position: Position | None = None
        self._shown: Position | None = None
        self._possible = False  # whether a text was a position already
        self._document: Document | None = None
        self._focus: dict[str, str] = {"seat": "0"}
        self._before: tuple[str, ...] = ()
        self._after: tuple[str, ...] = ()
        self._read(text)
        if self._shown is None and self.form is not None:
            self._shown = position_of(self.form.blank())
            self.view = view_of(self._shown)
        self.handle("place", self._place)
        self.handle("control", self._control)
        self.refresh()

    def _read(self, text: str) -> None:
        """Take a text: find its defects, and the position where there are none."""
        self.text = text
        self._document, self.position = None, None
        try:
            self.position = position_of(text)
            self._shown, self.problems, self._possible = self.position, (), True
        except BadInput as error:
            self.problems = tuple(error.problems)
        if self._shown is not None:
            self.view = view_of(self._shown)
        try:
            self._document = read_toml(text, "position")
        except BadInput:
            # A one-line code is a text too; its document is that of the position which it holds.
            if self.position is not None:
                self._document = read_toml(self.position.to_text(), "position")

    def set_text(self, text: str) -> None:
        """Put another text into the panel."""
        text = check_text(text, "text", "the text of a position")
        with self._lock:
            self._remember(text)
            self.refresh(self._verdict())

    def _remember(self, text: str) -> None:
        if text != self.text:
            self._before = (*self._before, self.text)[-KEPT:]
            self._after = ()
            self._read(text)

    # --- what is shown --------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the last possible position on the board, the fields, the text, and the defects."""
        marks: dict[str, Mark] = {}
        if self.form is not None and self._document is not None:
            marks = self.form.marks(self._document, self._focus)
        assert self._shown is not None
        picture = self.view.draw(self._shown, None, marks, self.width)
        return Scene(picture, self._controls(), self._sections(), self._verdict())

    def _verdict(self) -> str:
        number = len(self.problems)
        if not number:
            press = " Press places of the board to change them." if self.form is not None else ""
            return f"This position can lie on a table.{press}"
        shown = "the last position without any" if self._possible else "an empty table until there are none"
        return f"{number} defect{'s' if number > 1 else ''}; the board shows {shown}."

    def _controls(self) -> tuple[Control, ...]:
        made: list[Control] = []
        if self.form is not None:
            if self._document is not None:
                made += self.form.controls(self._document, self._focus)
            else:
                made.append(
                    Control(
                        "form", "button", "Fields", enabled=False, reason="The text cannot be read; correct it first."
                    )
                )
        for key, label, texts in (("undo", "Undo", self._before), ("redo", "Redo", self._after)):
            reason = "" if texts else "There is nothing to bring back."
            made.append(Control(key, "button", label, "bottom", enabled=bool(texts), reason=reason))
        made.append(Control("copy", "link", "Copy the text", "bottom", self.text))
        made.append(Control("text", "area", "The position as text", "bottom", self.text))
        return tuple(made)

    def _sections(self) -> tuple[Section, ...]:
        made = []
        if self.problems:
            items = tuple(Item(str(problem)) for problem in self.problems[:LISTED])
            more = len(self.problems) - len(items)
            title = f"Defects (the first {LISTED} of {len(self.problems)})" if more > 0 else "Defects"
            made.append(Section("defects", "list", title, "top", items=items, tone="bad"))
        if self.position is not None:
            line = f"position = rules.parse({self.position.to_code()!r})"
            lines = f"{line}\nwidgets.play(position)   # play on from here\nwidgets.solve(position)  # ask the solver"
            made.append(Section("code", "code", "Go on from here", "bottom", lines))
        return tuple(made)

    def refresh(self, announce: str | None = None, *, step: bool = True) -> None:
        """Show the scene as it is now, and the position's code as ``value``."""
        with self._lock, self.hold_sync():
            super().refresh(announce, step=step)
            self.value = self.position.to_code() if self.position is not None else ""

    # --- what a person does ---------------------------------------------------------------------------------------

    def _place(self, payload: Payload) -> str:
        document = self._readable()
        assert self.form is not None
        new, self._focus = self.form.press(document, self._focus, text_of(payload, "key"))
        if new is not document:
            self._remember(self._printed(new))
        return self._verdict()

    def _control(self, payload: Payload) -> str:
        key = text_of(payload, "key")
        value = text_of(payload, "value") if "value" in payload else ""
        if key == "text":
            self._remember(value)
        elif key == "undo":
            self._bring_back(back=True)
        elif key == "redo":
            self._bring_back(back=False)
        elif key.startswith("focus:"):
            self._focus = {**self._focus, key.removeprefix("focus:"): value}
            if key == "focus:seat":
                self._focus["whose"] = ""
            return "Noted."
        elif key.startswith("form:"):
            document = self._readable()
            assert self.form is not None
            new = self.form.change(document, self._focus, key.removeprefix("form:"), value)
            self._remember(self._printed(new))
        else:
            raise Refusal(f"This panel has no control {key[:40]!r}. Run the cell again.")
        return self._verdict()

    def _readable(self) -> Document:
        if self.form is None:
            raise Refusal("This game has no form; change the text.")
        if self._document is None:
            raise Refusal(f"The text cannot be read, so the fields rest: {self.problems[0]}")
        return self._document

    def _printed(self, document: Document) -> str:
        assert self.form is not None
        try:
            return self.form.to_text(document)
        except (TypeError, AssertionError):
            raise Refusal(
                "The text holds a value of a kind that no field has; correct the defects in it first."
            ) from None

    def _bring_back(self, back: bool) -> None:
        texts: tuple[str, ...] = self._before if back else self._after
        if not texts:
            raise Refusal("There is nothing to bring back.")
        if back:
            self._before, self._after, text = texts[:-1], (self.text, *self._after), texts[-1]
        else:
            self._before, self._after, text = (*self._before, self.text), texts[1:], texts[0]
        self._read(text)


def text_for(game: str, position: Any) -> str:
    """Return the text that an edit panel begins with.

    Raises:
        rules.WrongKind: ``position`` is neither a position nor a text.
        rules.UnknownName: there is no such game.
    """
    if not isinstance(game, str) or game not in rules.games():
        rules.load(game)  # raises with the names of the games that there are
    if isinstance(position, str | PathLike):
        return read_text_of(position, "position")
    if position is None:
        form = form_of(game)
        if form is not None:
            return form.blank()
        edition = rules.load(game)
        return edition.setup(players=min(edition.players), seed=0).to_text()
    check_position(position, "position", f"a position, or its text, code or file: {POSITION}")
    text: str = position.to_text()
    return text
