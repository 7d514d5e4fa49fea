"""What gives a panel hints: a button, rings on the board, and a section with the words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules.arguments import check_whole
from widgets.panel import Payload, text_of
from widgets.picture import Mark
from widgets.scene import Control, Scene, Section

from .coach import RUNGS, Hint, hint
from .judge import Memory
from .language import say
from .thinking import LOOK, Thinking

if TYPE_CHECKING:
    from rules.protocol import Position
    from widgets.play_panel import Play
    from widgets.table import Choice

    Base = Play
else:
    Base = object

MORE: Final = "hint"


def certain(position: Position, rung: int, given: dict[str, Any]) -> Hint:
    """Give a hint; a fault of ours becomes a sentence, for a hint is never silent."""
    try:
        return hint(position, rung, **given)
    except Exception as error:  # noqa: BLE001 - the board must stand, whatever goes wrong in the coach
        fault = f"{type(error).__name__}: {error}"
        return Hint(rung, say("The coach has failed here, which is a fault of ours ({fault}).", fault=fault))


class Hinting(Base):
    """Add hints to a `Play` panel: ``class Mine(Hinting, Play)``.

    Each press goes one rung up; after a move it begins at the lowest again. A subclass says by `hint_options` what else
    the coach must know, such as the goal. ``hint_given`` is the hint that is shown; `hint` asks for it from a cell.
    """

    _hint_rung = 0
    _hint_at: object = None
    _hint_found: Hint | None = None
    _hint_thought: Thinking[Hint] | None = None

    # --- what a subclass overrides --------------------------------------------------------------------------------

    def hint_options(self) -> dict[str, Any]:
        """Return further arguments for `tutor.hint`: goal, horizon, objective, seconds."""
        return {}

    def hint_instead(self) -> str:
        """Say what is the case where there is nothing to hint at; empty where somebody decides."""
        kind = self.table.next()
        if kind == "bot":
            assert self.position.actor is not None
            return say(
                "{seat} plays by itself; ask again when you decide.", seat=self.talk.seat_name(self.position.actor)
            )
        if self.curtain or self.covered:
            return say("The board is covered. Uncover it first: a hint would tell what only one seat may know.")
        return ""

    def hint_position(self) -> Position:
        """Return the position that a hint is about: what the seat that decides may know."""
        position = self.position
        return position if position.actor is None else position.view(position.actor)

    def hint_refused(self) -> str:
        """Say why there are no hints now; empty when there are."""
        return ""

    # --- for cells ------------------------------------------------------------------------------------------------

    @property
    def hint_given(self) -> Hint | None:
        """Return the hint that is shown; None when there is none, or the position has changed since."""
        self._hint_collect()
        return self._hint_found if self._hint_at == self._hint_place() else None

    def hint(self, rung: int | None = None) -> Hint:
        """Give the next hint, or that of a rung, and wait for it.

        Raises:
            rules.BadInput: there is no such rung.
        """
        if rung is not None:
            rung = check_whole(rung, "rung", 1, RUNGS)
        with self._lock:
            self._hint_start(rung)
            thought = self._hint_thought
        if thought is not None:
            thought.result()
        found = self.hint_given
        assert found is not None
        self.refresh(found.text)
        return found

    # --- what is shown --------------------------------------------------------------------------------------------

    def _hint_place(self) -> object:
        return (len(self.table.steps), self.position)

    def _hint_collect(self) -> None:
        """Take the hint that was thought of, if it is ready."""
        thought = self._hint_thought
        if thought is not None and thought.ended:
            self._hint_thought = None
            self._hint_found = thought.result()

    def _hint_start(self, rung: int | None = None) -> None:
        """Begin to think of the next hint."""
        here = self._hint_place()
        if self._hint_at != here:
            self._hint_rung, self._hint_at, self._hint_found = 0, here, None
        self._hint_rung = min(RUNGS, self._hint_rung + 1) if rung is None else rung
        position, asked, own = self.hint_position(), self._hint_rung, self._hint_choice()
        if instead := self.hint_instead():
            self._hint_rung, self._hint_found, self._hint_thought = 0, Hint(1, instead), None
            return
        given: dict[str, Any] = {"choice": own, "memory": self._hint_memory(), **self.hint_options()}
        self._hint_thought = Thinking(lambda: certain(position, asked, given))

    def _hint_choice(self) -> object:
        """Return the move that the person has put together; the highest rung tells its price."""
        choice = self.choice()
        return None if choice is None or choice.complete is None else choice.complete.key

    def _hint_memory(self) -> Memory:
        """Return what hints of this panel have solved."""
        memory: Memory = self.__dict__.setdefault("_hint_known", {})
        return memory

    def marks(self, choice: Choice | None) -> dict[str, Mark]:
        """Put rings where the hint points."""
        marks: dict[str, Mark] = super().marks(choice)
        found = None if self.past else self.hint_given
        if found is None or choice is None:
            return marks
        wanted = Counter(found.tokens) - Counter(choice.tokens)
        for token, number in wanted.items():
            keys = [place.key for place in self._places() if place.token == token]
            free = [key for key in keys if (mark := marks.get(key)) is None or mark.state in ("idle", "legal")]
            marks |= {key: Mark("hint") for key in free[:number]}  # where a part lies there more often, it is needed so
        return marks

    def scene(self) -> Scene:
        """Add the button, the words, and the rings on buttons."""
        self._hint_collect()
        scene = super().scene()
        thinking = self._hint_thought is not None
        controls = (*map(self._hint_ring, scene.controls), self.hint_control())
        sections = (*self.hint_sections(), *scene.sections)
        poll = min(scene.poll or LOOK, LOOK) if thinking else scene.poll
        return msgspec.structs.replace(scene, controls=controls, sections=sections, poll=poll)

    def _hint_ring(self, control: Control) -> Control:
        """Make a button stand out that the hint is about."""
        found = None if self.past else self.hint_given
        if found is None or control.key.removeprefix("token:") not in (
            *found.tokens,
            *(f"={key}" for key in found.moves[:1]),
        ):
            return control
        return msgspec.structs.replace(control, primary=True, help=say("The hint is about this."))

    def hint_control(self) -> Control:
        """Return the button."""
        why = self.hint_refused()
        if not why and self.past:
            why = say("You are looking at an earlier position; hints are about the present one.")
        rung = self._hint_rung if self._hint_at == self._hint_place() else 0
        label = say("Hint") if not rung else say("More of the hint") if rung < RUNGS else say("The whole hint again")
        help_ = say("Five rungs: what it is about, which goods, which place, the move, the whole line.")
        return Control(MORE, "button", label, enabled=not why, reason=why, shortcut="h", help=help_)

    def hint_sections(self) -> tuple[Section, ...]:
        """Return the words of the hint."""
        if self.past:
            return ()
        if self._hint_thought is not None:
            return (Section("hint", "text", say("Hint"), "top", say("Looking…"), tone="quiet"),)
        found = self.hint_given
        if found is None:
            return ()
        title = say("Hint {rung} of {rungs}", rung=found.rung, rungs=RUNGS)
        return (Section("hint", "text", title, "top", found.text.replace("\n", "\n\n")),)

    # --- what a person does ---------------------------------------------------------------------------------------

    def _control(self, payload: Payload) -> str | None:
        if text_of(payload, "key") != MORE:
            said: str | None = super()._control(payload)
            return said
        if why := self.hint_refused():
            from widgets.scene import Refusal

            raise Refusal(why)
        self._hint_start()
        thought = self._hint_thought
        if thought is not None and not thought.soon():
            return say("Looking for a hint.")
        found = self.hint_given
        return found.text if found is not None else None

    def _tick(self, payload: Payload) -> str | None:
        if self._hint_thought is not None and self._hint_thought.ended:
            found = self.hint_given
            self.refresh(found.text if found is not None else "")
            return None
        said: str | None = super()._tick(payload)
        return said
