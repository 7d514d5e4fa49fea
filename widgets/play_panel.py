"""Play at one notebook: people in turn, bots for the other seats, by click, by keyboard alone, and by typed moves."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import traitlets

from rules import IllegalMove, Record, RulesError
from rules.arguments import check_flag, check_path
from rules.findings import refuse
from rules.printable import shown
from rules.protocol import Position
from rules.quantities import any_number
from rules.saving import save
from widgets import play_scene
from widgets.drawing import public
from widgets.marking import explain, marks_for
from widgets.panel import Panel, Payload, number_of, text_of
from widgets.picture import Mark, Place
from widgets.scene import Refusal, Scene
from widgets.table import Choice, Pick, Policy, Table, choose
from widgets.talk import Talk, talk_of
from widgets.theme import Theme
from widgets.views import View, view_of

PACES: Final = {"chance": 0.5, "bot": 1.0, "forced": 1.0}
"""How long each kind of step waits, as parts of the pace."""
SLOWEST: Final = 3600


class Play(Panel):
    """Hold a game in progress and let people play it; made by `play`.

    ``value`` is the code of the position as the board shows it: one text that changes with every step, for reactive
    notebooks. `position` and `record` hold the whole game, secrets included.
    """

    value = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        record: Record,
        bots: Mapping[int, str | Policy],
        *,
        seed: int = 0,
        show_secrets: bool = False,
        analysis: bool = False,
        forced: bool = True,
        pace: float = 0.9,
        width: int | None = None,
        theme: str = "auto",
        **unknown: object,
    ) -> None:
        """Show the start of the game; dice that fall before anybody decides are rolled at once."""
        for name, flag in (("show_secrets", show_secrets), ("analysis", analysis), ("forced", forced)):
            check_flag(flag, name)
        wait = any_number(pace)
        if wait is None or not 0 <= wait <= SLOWEST:
            raise refuse("pace", f"is {shown(pace)}; give seconds from 0 to {SLOWEST}.")
        super().__init__(width=width, theme=theme, **unknown)
        self.table = Table(record, bots, seed, analysis, forced)
        self.seed = seed
        self.pace = float(wait)
        self.show_secrets = show_secrets
        self.bots = dict(bots)
        self.refusals: Counter[str] = Counter()
        self.talk, self.view = self.words_of(record.start)
        self._picked: tuple[Pick, ...] = ()
        self._cursor: int | None = None
        self._shown_to: int | None = None
        self._moved_at = 0.0
        self._bare: tuple[tuple[Position, int | None, int], tuple[Place, ...]] | None = None
        while self.table.next() == "chance":
            self.table.advance()
        self.handle("place", self._place)
        self.handle("control", self._control)
        self.handle("tick", self._tick)
        self.refresh()

    def words_of(self, position: Position) -> tuple[Talk, View]:
        """Return what tells of a position and what draws it; a subclass may speak another language."""
        return talk_of(position.game.name), view_of(position)

    # --- for cells ------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Return the present position, whatever the board shows."""
        return self.table.position

    @property
    def record(self) -> Record:
        """Return everything that happened; it needs no random generator to be replayed."""
        return self.table.record

    @property
    def log(self) -> tuple[str, ...]:
        """Return what happened, step by step in sentences, without what only one seat may know."""
        pairs = zip(self.table.positions, self.table.steps, strict=False)
        return tuple(self.talk.told(position, step) for position, step in pairs)

    @property
    def rolls(self) -> bool:
        """Say whether this panel draws the chance of a game; a subclass that shows or copies one says no."""
        return True

    @property
    def rebuild(self) -> str:
        """Return the line of Python that opens a panel at the present position."""
        bots = {seat: policy for seat, policy in sorted(self.bots.items()) if isinstance(policy, str)}
        given = f", seats={bots!r}" if bots else ""
        given += f", seed={self.seed}" if self.seed else ""
        given += ", analysis=True" if self.table.analysis else ""
        return f'widgets.play(rules.parse("{self.position.to_code()}"){given})'

    def play(self, move: object) -> None:
        """Play a move, or its text, for the seat that decides; then whatever comes by itself, up to the next person.

        Raises:
            rules.IllegalMove: it is not legal here.
        """
        with self._lock:
            if self.position.actor is None:
                self.advance()
            step = self.position.move(move) if isinstance(move, str) else move
            self.position.why_not(step)  # refuses what is no move at all, before a panel asks for its key
            told = self._step(step)
            self.advance(told)

    def advance(self, told: str = "") -> None:
        """Roll dice and let bots play until a person decides, without waiting for the eye to follow."""
        with self._lock:
            while self.table.next():
                told = self._automatic()
            self.refresh(told or None)

    def undo(self) -> None:
        """Go back to the last decision of a person.

        Raises:
            ValueError: there is none, or a die or card was revealed since.
        """
        with self._lock:
            number = self.table.undo()
            self._reset()
            self.refresh(f"Taken back: {play_scene.steps(number)}.")

    def redo(self) -> None:
        """Play again what was taken back.

        Raises:
            ValueError: nothing was.
        """
        with self._lock:
            number = self.table.redo()
            self._reset()
            self.refresh(f"Played again: {play_scene.steps(number)}.")

    def save(self, path: str | Path, theme: Theme = "auto") -> Path:
        """Write the record (``.toml``), or the picture (``.svg``, ``.png``, ``.html``, ``.txt``)."""
        target = check_path(path, "path")
        if target.suffix.lower() != ".toml":
            return super().save(target, theme)
        save(target, self.record.to_text(), "path")
        return target

    # --- who looks, and at what -----------------------------------------------------------------------------------

    @property
    def cursor(self) -> int:
        """Return how many steps lie before the position that the board shows."""
        return len(self.table.steps) if self._cursor is None else self._cursor

    @property
    def past(self) -> bool:
        """Say whether the board shows an earlier position."""
        return self._cursor is not None

    @property
    def viewer(self) -> int | None:
        """Return the seat for whose eyes the board is drawn; None: for everybody's."""
        people = self.table.people
        if len(people) == 1:
            return people[0]
        actor = self.position.actor
        return actor if actor in people and not self.covered else None

    @property
    def covered(self) -> bool:
        """Say whether the seat that decides has secrets that are not drawn, for it may not have the notebook yet."""
        actor = self.position.actor
        people = self.table.people
        if self.show_secrets or len(people) < 2 or actor is None or actor not in people:
            return False
        return actor != self._shown_to and self.has_secrets(actor)

    @property
    def curtain(self) -> bool:
        """Say whether nothing can be done before the seat that decides has the notebook and uncovers its secrets."""
        return self.covered and not self.table.next() and self.talk.needs_secrets(self.position)

    def has_secrets(self, seat: int) -> bool:
        """Say whether a seat knows something that not everybody knows."""
        return self.position.view(seat) != public(self.position)

    def choice(self) -> Choice | None:
        """Return the move that is being built; None when nobody can choose now."""
        if self.past or self.position.over or self.table.next() or self.curtain:
            return None
        return choose(self.position, self._picked, self._silent, lambda token: self.talk.implied(self.position, token))

    def _silent(self, token: str) -> bool:
        return not self.talk.token_words(self.position, token)

    def scene(self) -> Scene:
        """Return the board with what can be done on it."""
        shown = self.table.positions[self.cursor]
        choice = self.choice()
        picture = self.view.draw(shown, self.viewer, self.marks(choice), self.width)
        on_board = {place.token for place in picture.places}
        kind = "" if self.past else self.table.next()
        return Scene(
            picture,
            play_scene.controls(self, choice, on_board),
            play_scene.sections(self),
            play_scene.status(self, choice),
            max(50, int(1000 * self.pace * PACES[kind])) if kind else 0,
        )

    def marks(self, choice: Choice | None) -> dict[str, Mark]:
        """Return how the places of the board stand now; a subclass may add rings of its own."""
        return {} if choice is None else marks_for(self.position, self._places(), choice, self.talk)

    def _places(self) -> tuple[Place, ...]:
        """Return the places of the present board without marks; they stay while a move is built."""
        key = (self.position, self.viewer, self.width)
        if self._bare is None or self._bare[0] != key:
            self._bare = (key, self.view.draw(self.position, self.viewer, None, self.width).places)
        return self._bare[1]

    def board_places(self) -> tuple[Place, ...]:
        """Return the places of the present board, without marks."""
        return self._places()

    def refresh(self, announce: str | None = None, *, step: bool = True) -> None:
        """Show the scene as it is now, and the code of its position as ``value``."""
        with self._lock, self.hold_sync():
            super().refresh(announce, step=step)
            seat = self.viewer
            seen = self.position.view(seat) if seat is not None else public(self.position)
            self.value = seen.to_code()

    # --- what a person does ---------------------------------------------------------------------------------------

    def _place(self, payload: Payload) -> str:
        key = text_of(payload, "key")
        choice = self._choosing()
        token = key.partition("#")[0]
        here = [pick for pick in self._picked if pick.place == key]
        free = [
            place.key
            for place in self.picture.places
            if place.token == token and all(pick.place != place.key for pick in self._picked)
        ]
        if here and choice.complete is not None and here[-1] == self._picked[-1] and token not in choice.offered:
            return self._confirm()  # a second press on what completed the move
        if here and (token not in choice.offered or free):
            self._picked = tuple(pick for pick in self._picked if pick.place != key)
            return f"{self.talk.token_words(self.position, token) or token}: taken back. {self._choice_words()}"
        elif token in choice.offered:
            self._picked += (Pick(token, key),)
        elif token in choice.instead:
            self._picked = (Pick(token, key),)
        else:
            place = next((place for place in self.picture.places if place.key == key), None)
            raise self._refuse(place.label if place else token, token, choice)
        return self._choice_words()

    def _control(self, payload: Payload) -> str | None:
        key = text_of(payload, "key")
        value = text_of(payload, "value") if "value" in payload else ""
        if key.startswith("token:"):
            return self._button(key.removeprefix("token:"))
        simple = {
            "confirm": self._confirm,
            "clear": self._clear,
            "reveal": self._reveal,
            "undo": self._undo,
            "redo": self._redo,
        }
        if key in simple:
            return simple[key]()
        if key == "move":
            return self._typed(value)
        if key == "forced":
            self.table.forced = value == "on"
            return "Forced moves are played for you." if value else "You play forced moves yourself."
        if key in ("first", "previous", "next", "last", "go"):
            return self._go(key, payload)
        raise Refusal(f"This panel has no control {key[:40]!r}. Run the cell again.")

    def _choosing(self) -> Choice:
        if self.past:
            raise Refusal("You are looking at an earlier position. Go to the last one (key >) to play on.")
        choice = self.choice()
        if choice is None:
            raise Refusal(play_scene.status(self, None))
        return choice

    def _button(self, token: str) -> str:
        choice = self._choosing()
        last = self._picked[-1].token if self._picked else ""
        if choice.complete is not None and last == token and token not in choice.offered:
            return self._confirm()  # a second press on what completed the move, as on the board
        if token.startswith("="):
            self._picked = () if self._picked == (Pick(token),) else (Pick(token),)
        elif token in choice.offered:
            self._picked += (Pick(token),)
        elif any(pick.token == token for pick in self._picked):
            self._picked = tuple(pick for pick in self._picked if pick.token != token)
        elif token in choice.instead:
            self._picked = (Pick(token),)
        else:
            raise self._refuse(self.talk.token_words(self.position, token), token, choice)
        return self._choice_words()

    def _choice_words(self) -> str:
        return play_scene.choice_words(self, self._choosing())

    def _confirm(self) -> str:
        choice = self._choosing()
        if choice.complete is None:
            raise Refusal("The move is not complete. " + play_scene.choice_words(self, choice))
        return self._step(choice.complete)

    def _typed(self, text: str) -> str:
        self._choosing()
        try:
            return self._step(self.position.move(text))
        except RulesError as error:
            self._count(error)
            raise

    def _clear(self) -> str:
        self._picked = ()
        return "Begun anew."

    def _reveal(self) -> str:
        if not self.covered:
            raise Refusal("Nothing is hidden now.")
        self._shown_to = self.position.actor
        return self.view.status(self.position)

    def _undo(self) -> str:
        try:
            number = self.table.undo()
        except ValueError as error:
            raise Refusal(str(error)) from None
        self._reset()
        return f"Taken back: {play_scene.steps(number)}. {self.view.status(self.position)}"

    def _redo(self) -> str:
        try:
            number = self.table.redo()
        except ValueError as error:
            raise Refusal(str(error)) from None
        self._reset()
        return f"Played again: {play_scene.steps(number)}. {self.view.status(self.position)}"

    def _go(self, key: str, payload: Payload) -> str:
        last = len(self.table.steps)
        wanted = {"first": 0, "previous": self.cursor - 1, "next": self.cursor + 1, "last": last}
        at = wanted[key] if key in wanted else number_of(payload, "value")
        at = max(0, min(last, at))
        self._cursor = None if at == last else at
        self._picked = ()
        self._moved_at = time.monotonic()
        return play_scene.status(self, None) if self.past else self.view.status(self.position)

    def _tick(self, payload: Payload) -> str | None:
        kind = "" if self.past else self.table.next()
        # Two views of one panel both ask; what comes by itself comes once.
        if kind and time.monotonic() - self._moved_at >= 0.6 * self.pace * PACES[kind]:
            told = self._automatic()
            after = "" if self.table.next() else f" {play_scene.status(self, None) or self.view.status(self.position)}"
            self.refresh(told + after)
        return None

    # --- steps ----------------------------------------------------------------------------------------------------

    def _step(self, step: Any) -> str:
        before = self.position
        self.table.play(step)  # first: only of what the rules let through can be told what came of it
        self._reset()
        return self.talk.told(before, step)

    def _automatic(self) -> str:
        return self._step(self.table.automatic())

    def _reset(self) -> None:
        self._picked = ()
        self._cursor = None
        self._moved_at = time.monotonic()
        # Once another person decides, the board of this one is covered again.
        actor = self.position.actor
        if actor is not None and actor in self.table.people and actor != self._shown_to:
            self._shown_to = None

    def _refuse(self, label: str, token: str, choice: Choice) -> Exception:
        found = explain(self.position, choice.tokens, token, self.talk)
        if found.findings:
            self._count(IllegalMove(found.findings))
        head = re.split("[:;,]", label)[0]
        return Refusal(f"{head}: {found.text}" if head else found.text)

    def _count(self, error: Exception) -> None:
        self.refusals.update(finding.rule for finding in getattr(error, "findings", ()))
