"""The lesson panel: the courses, and lessons on the live board; by click, by keyboard alone, and read aloud."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec

import rules
from rules import Finding, IllegalMove, Record, RulesError
from rules.arguments import check_whole, wrong_kind
from rules.printable import LARGEST
from rules.protocol import Position
from widgets.marking import explain, marks_for
from widgets.panel import Payload, text_of
from widgets.picture import Mark
from widgets.scene import Refusal, Scene
from widgets.table import Choice, choose

from . import courses, learn_scene
from .coach import Hint
from .language import say
from .lesson import Lesson
from .lesson_hint import lesson_hint
from .lesson_table import LessonTable, Offered
from .local import title_of
from .local_panel import Local, local_marks, speak
from .session import SHELF, LessonProgress, Said, Session
from .store import Store, chosen
from .thinking import LOOK, Thinking

PACE: Final = 0.9
"""Seconds between the things that happen by themselves."""


class Learn(Local):
    """Show the courses, a course, or a lesson; made by `tutor.learn`.

    ``course`` is the game that is being learned, or None; `session` is the lesson in progress, or None. `play`, `go_on`
    and `begin` do from a cell what buttons do.
    """

    def __init__(
        self,
        game: str | None,
        lesson: Lesson | None,
        *,
        store: Store | None = None,
        pace: float = PACE,
        width: int | None = None,
        theme: str = "auto",
        **unknown: Any,
    ) -> None:
        """Open a lesson; without one the list of a game's lessons, and without a game all courses."""
        self.store = chosen(store)
        self.course = game
        self.session: Session | None = None
        self.hinted = self.why = ""
        self.rung = 0
        self.rings: tuple[str, ...] = ()
        self.told_since: tuple[str, ...] = ()
        self._findings: tuple[Finding, ...] = ()
        self._tried = ""
        self._only: tuple[Position, Any] | None = None
        self._thought: Thinking[Hint] | None = None
        first = game or (courses.games() or rules.games())[0]
        loaded = rules.load(first)
        start = loaded.setup(players=loaded.players[0], seed=0)
        super().__init__(Record(start), {}, pace=pace, forced=False, width=width, theme=theme, **unknown)
        if lesson is not None:
            self.begin(lesson)

    # --- for cells ------------------------------------------------------------------------------------------------

    def begin(self, lesson: Lesson | str, step: int | None = None) -> None:
        """Open a lesson where it was left, or at a step (from 1)."""
        if step is not None:
            step = check_whole(step, "step", 1, LARGEST)
        with self._lock:
            self.refresh(self._open(lesson, None if step is None else step - 1))

    def play(self, move: object) -> None:
        """Try a move, or its text, as if it was made on the board.

        Raises:
            rules.IllegalMove: it is not legal here (and to try it is not what the step asks for).
        """
        with self._lock:
            session = self._session()
            try:
                tried = self.position.move(move) if isinstance(move, str) else move
                self.position.why_not(tried)  # refuses what is no move at all
            except IllegalMove as error:
                said = session.refused(error.findings, str(move))
                self.refresh(said.text)
                if said.kind != "reached":
                    raise
                return
            self.refresh(self._step(tried))

    def go_on(self) -> None:
        """Play what happens by itself, and begin the next step, or the next lesson."""
        with self._lock:
            self.advance()
            self.refresh(self._go_on())

    def advance(self, told: str = "") -> None:
        """Play what the lesson says happens by itself."""
        with self._lock:
            while self.table.next():
                told = self._automatic()
            self.refresh(told or None)

    def undo(self) -> None:
        """Begin this step anew."""
        with self._lock:
            self.refresh(self._again())

    def redo(self) -> None:
        """Refuse: a lesson goes back to the beginning of a step, and there is nothing to play again.

        Raises:
            ValueError: always.
        """
        raise ValueError(say("A lesson goes back to the beginning of a step; there is nothing to play again."))

    def _session(self) -> Session:
        if self.session is None:
            raise Refusal(say("Open a lesson first."))
        return self.session

    @property
    def log(self) -> tuple[str, ...]:
        """Return what happened in this step, in sentences."""
        return super().log if self.session is not None else ()

    @property
    def rebuild(self) -> str:
        """Return the line of Python that opens this panel again."""
        given = "" if self.course is None else repr(self.course)
        given += "" if self.session is None else f", {self.session.lesson.id!r}"
        return f"tutor.learn({given})"

    # --- what is seen ---------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """Return the learner's seat: what only others know is never drawn."""
        return None if self.session is None else self.session.seat

    @property
    def covered(self) -> bool:
        """Say that nothing needs to be uncovered: one person learns here."""
        return False

    def choice(self) -> Choice | None:
        """Return the move that is being built; None where none can be."""
        session = self.session
        if session is None or session.reached or session.step.goal.touch:
            return None
        if self.position.actor is None or self.position.over:
            return None
        return choose(
            self._offered(), self._picked, self._silent, lambda token: self.talk.implied(self.position, token)
        )

    def _offered(self) -> Any:
        """Return the position, or what stands for it where the step offers only some of its moves."""
        allow = self._session().step.allow
        if not allow:
            return self.position
        if self._only is None or self._only[0] is not self.position:
            self._only = (self.position, Offered(self.position, allow))
        return self._only[1]

    def scene(self) -> Scene:
        """Return the list, or the step with its board."""
        session = self.session
        if session is None:
            controls, sections = learn_scene.list_controls(self), learn_scene.list_sections(self)
            return Scene(learn_scene.list_picture(self), controls, sections)
        choice = self.choice()
        marks: dict[str, Mark] = {}
        if choice is not None:
            marks = marks_for(self._offered(), self._places(), choice, self.talk)
            marks = local_marks(session.lesson.game, marks)
        if not session.reached:
            for token in (*session.step.show, *self.rings):
                if marks.get(token, Mark()).state != "chosen":
                    marks[token] = Mark("hint")
        picture = self.view.draw(self.position, self.viewer, marks, self.width)
        words = "\n\n".join(part for part in (self._said_words(session), picture.text) if part)
        picture = msgspec.structs.replace(picture, text=words)
        return Scene(
            picture,
            learn_scene.step_controls(self, session, choice, {place.token for place in picture.places}),
            learn_scene.step_sections(self, session),
            learn_scene.status(self, session, choice),
            LOOK if self._thought is not None else max(50, int(1000 * self.pace)) if self.table.next() else 0,
        )

    def _said_words(self, session: Session) -> str:
        """Return the words of the step, for the text form of the whole."""
        total = len(session.lesson.steps)
        where = say("Step {number} of {total}", number=session.index + 1, total=total)
        said = session.said.text if session.said is not None else ""
        return "\n".join(part for part in (session.lesson.title.say(), where, session.step.say.say(), said) if part)

    def next_lesson(self) -> Lesson | None:
        """Return the lesson with which to go on: the first of the course that is not done."""
        if self.course is None:
            return None
        for lesson in courses.course(self.course):
            if not self.store.get(SHELF, lesson.key, LessonProgress, LessonProgress()).done:
                return lesson
        return None

    # --- what a person does ---------------------------------------------------------------------------------------

    def _place(self, payload: Payload) -> str:
        session = self._session()
        if session.reached:
            raise Refusal(learn_scene.status(self, session, None))
        if session.step.goal.touch:
            key = text_of(payload, "key")
            return self._after(session.touch(key.partition("#")[0], key))
        return self._try(lambda: super(Learn, self)._place(payload))

    def _control(self, payload: Payload) -> str | None:
        key = text_of(payload, "key")
        value = text_of(payload, "value") if "value" in payload else ""
        actions = {
            "begin": self._begin,
            "go_on": self._go_on,
            "next_lesson": self._go_on,
            "leave": self._leave,
            "leave_end": self._leave,
            "courses": self._courses,
            "again": self._again,
            "back": self._back,
            "hint": self._hint,
            "whynot": self._why_not,
        }
        if key == "lesson":
            return self._open(value)
        if key == "course":
            return self._course(value)
        if key == "language":
            speak(value)
            return ""
        if key in actions:
            return actions[key]()
        if key not in ("confirm", "clear", "move") and not key.startswith("token:"):
            raise Refusal(say("This panel has no such button now. Run the cell again."))
        self._session()
        return self._try(lambda: super(Learn, self)._control(payload))

    def _tick(self, payload: Payload) -> str | None:
        if self._thought is not None and self._thought.ended:
            self.refresh(self._hint_found())
        if self.session is not None and self.table.next() and time.monotonic() - self._moved_at >= 0.6 * self.pace:
            self.refresh(self._automatic())
        return None

    def _try(self, act: Any) -> str:
        """Do what may be refused by the rules; a refusal can be the goal of a step, or a mistake that was foreseen."""
        self._findings, self._tried = (), ""
        try:
            told: str = act() or ""
            return told
        except (Refusal, RulesError) as error:
            findings = getattr(error, "findings", ()) or self._findings
            if not findings:
                raise
            self._findings = tuple(findings)
            said = self._session().refused(findings, self._tried)
            self._picked = ()
            if said.kind == "reached":
                return self._after(said)
            raise Refusal(said.text) from None

    def _typed(self, text: str) -> str:
        self._tried = " ".join(text.lower().split())
        return super()._typed(text)

    def _refuse(self, label: str, token: str, choice: Choice) -> Exception:
        found = explain(self.position, choice.tokens, token, self.talk)
        self._findings = found.findings
        move = self.talk.attempt(self.position, choice.tokens, token)
        self._tried = "" if move is None else move.key
        if not found.findings and self._session().step.allow:
            return Refusal(say("That comes later; this step is about something else."))
        return super()._refuse(label, token, choice)

    # --- steps ----------------------------------------------------------------------------------------------------

    def _step(self, step: Any) -> str:
        """Try a move: the board goes on only where it leads to the goal."""
        session = self._session()
        before = self.position
        said = session.move(step)
        told = ""
        if said.kind in ("reached", "stage"):
            self.table.play(step)
            self._reset()
            told = self.talk.told(before, step)
        self._picked = ()
        return f"{told} {self._after(said)}".strip()

    def _automatic(self) -> str:
        session = self._session()
        before, step = session.play_scripted()
        self.table.play(step)
        self._reset()
        told = self.talk.told(before, step)
        self.told_since += (told,)
        return told

    def _after(self, said: Said) -> str:
        self.why = ""
        self._moved_at = time.monotonic()
        if said.kind in ("reached", "stage"):
            self.hinted, self.rings, self.rung, self._thought = "", (), 0, None
        return said.text

    def _go_on(self) -> str:
        session = self._session()
        if not session.reached:
            raise Refusal(say("Reach the goal of this step first; a hint helps."))
        if session.last and session.script:
            while self.table.next():
                self._automatic()
            return learn_scene.status(self, session, None)
        if session.last:
            following = courses.after(session.lesson)
            return self._leave() if following is None else self._open(following)
        session.go_on()
        return self._arrived()

    def _again(self) -> str:
        self._session().again()
        return self._arrived()

    def _back(self) -> str:
        session = self._session()
        if session.index == 0:
            raise Refusal(say("This is the first step."))
        session.begin(session.index - 1)
        return self._arrived()

    def _open(self, wanted: Lesson | str, step: int | None = None) -> str:
        lesson = courses.find(self.course or "", wanted) if isinstance(wanted, str) else wanted
        if not isinstance(lesson, Lesson):
            raise wrong_kind("lesson", lesson, "the name of a lesson, or a lesson that was read")
        self.course = lesson.game
        self.session = Session(lesson, self.store, step)
        self.talk, self.view = self.words_of(self.session.position)
        return self._arrived()

    def _arrived(self) -> str:
        """Show the step that has just begun, and say its words."""
        session = self._session()
        self.table = LessonTable(session)
        self._bare = self._only = self._thought = None
        self.hinted, self.why, self.rung, self.rings, self.told_since = "", "", 0, (), ()
        self._findings = ()
        self._reset()
        where = say("Step {number} of {total}", number=session.index + 1, total=len(session.lesson.steps))
        return f"{where}. {session.step.say.say()}"

    def _begin(self) -> str:
        following = self.next_lesson()
        if following is None:
            raise Refusal(say("All lessons are done; choose one to do it again."))
        return self._open(following)

    def _leave(self) -> str:
        self.session = None
        return say("All lessons.")

    def _courses(self) -> str:
        self.session, self.course = None, None
        return say("All games.")

    def _course(self, game: str) -> str:
        courses.course(game)
        self.session, self.course = None, game
        return say("Learn {game}", game=title_of(game))

    # --- help -----------------------------------------------------------------------------------------------------

    def _hint(self) -> str:
        self.rung += 1
        session, rung, places = self._session(), self.rung, self.picture.places
        self._thought = Thinking(lambda: lesson_hint(session, rung, places))
        if self._thought.soon():
            return self._hint_found()
        self.hinted, self.rings = say("Looking for a hint."), ()
        return self.hinted

    def _hint_found(self) -> str:
        thought, self._thought = self._thought, None
        if thought is None:
            return ""
        found = thought.result()
        self.hinted, self.rings = found.text, found.tokens
        return found.text

    def _why_not(self) -> str:
        """Say why something cannot be done: the rule that was just broken in full, or how to ask."""
        session = self._session()
        table = learn_scene.rule_items(session.lesson.game, [finding.rule for finding in self._findings])
        self.why = "\n\n".join(f"{item.text} ({item.detail})" for item in table) or say(
            "Press what has no ring on the board, or type a move: the rule that stands in the way is said."
        )
        return self.why
