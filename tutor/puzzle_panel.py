"""The puzzle panel: choose a puzzle, play a line on the board, have it checked, and see the better line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import msgspec
import traitlets

import rules
from rules import Record
from rules.arguments import check_name, wrong_kind
from widgets.panel import Payload, text_of
from widgets.scene import Refusal, Scene
from widgets.table import Choice, Table, choose

from . import puzzle_scene, rating
from .classroom import Given
from .hinting import Hinting
from .language import say
from .local_panel import Local, speak
from .puzzle import Puzzle, Task, check_level, games, shipped
from .puzzle_judge import Verdict, asked, automatic, judge, legal_after_chance, line_over
from .puzzle_own import find_any
from .store import Store, chosen

TASK: Final = "the id of a puzzle, or a puzzle or task that was read"
PACE: Final = 0.4
"""Seconds between the things that happen by themselves."""

SOLVING, WRONG, RIGHT, SHOWN = "solving", "wrong", "right", "shown"


class PuzzleTable(Table):
    """Be a table on which one seat plays a line: the others do not interfere, and nothing follows its end."""

    def __init__(self, task: Task, steps: tuple[Any, ...] = ()) -> None:
        """Begin at the position of a puzzle, with steps that were played already."""
        self.request, self.room = asked(task)
        super().__init__(Record(self.request.position, steps), {}, 0, analysis=True, forced=False)

    def kind(self, position: Any) -> Any:
        """Say what happens by itself in a position."""
        if position.actor == self.request.seat or line_over(self.request, self.room, position):
            return ""
        return "chance" if position.actor is None else "bot"

    def automatic(self) -> Any:
        """Return what happens by itself: what chance settles on, or the move of a seat that does not interfere."""
        return automatic(self.request, self.room, self.position)

    @property
    def complete(self) -> bool:
        """Say whether the line has come to its end."""
        return line_over(self.request, self.room, self.position)

    @property
    def moves(self) -> tuple[Any, ...]:
        """Return what the seat has played."""
        pairs = zip(self.positions, self.steps, strict=False)
        return tuple(step for position, step in pairs if position.actor == self.request.seat)


class Solving(Local):
    """Offer puzzles, or one of them on the board, without hints; see `Puzzles`."""

    chosen = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        task: Task | None = None,
        *,
        game: str | None = None,
        level: int | None = None,
        store: Store | None = None,
        pace: float = PACE,
        width: int | None = None,
        theme: str = "auto",
        **unknown: Any,
    ) -> None:
        """Open a puzzle, or the list of those of a game, or of all games."""
        self.store = chosen(store)
        self.course = None if game is None else check_name(game, "game", games())
        self.level = None if level is None else check_level(level)
        if task is not None and not isinstance(task, Task):
            raise wrong_kind("task", task, TASK)
        self.task: Task | None = None
        self.stage = SOLVING
        self.verdict: Verdict | None = None
        self.hinted = False
        self.checked: tuple[str, ...] = ()
        self.passed_over: tuple[str, ...] = ()
        first = task or shipped(game or games()[0])[0]
        super().__init__(
            Record(first.start()), {}, analysis=True, pace=pace, forced=False, width=width, theme=theme, **unknown
        )
        if task is not None:
            self.begin(task)

    # --- for cells ------------------------------------------------------------------------------------------------

    @property
    def answer(self) -> tuple[str, ...]:
        """Return the moves of the seat so far, as text: what `tutor.puzzle.judge` takes."""
        return tuple(move.key for move in self.table.moves) if isinstance(self.table, PuzzleTable) else ()

    @property
    def complete(self) -> bool:
        """Say whether nothing is left to decide in this line."""
        return isinstance(self.table, PuzzleTable) and self.table.complete

    @property
    def by_chance(self) -> bool:
        """Say whether the line is complete because chance comes, before its horizon has ended."""
        table = self.table
        ends = self.position.over or (isinstance(table, PuzzleTable) and table.room.ended(table.request, self.position))
        return self.complete and not ends

    @property
    def rebuild(self) -> str:
        """Return the line of Python that opens this panel again."""
        given = "" if self.course is None else repr(self.course)
        if self.task is None:
            return f"tutor.puzzle({given})"
        if isinstance(self.task, Given):
            return f"tutor.puzzle(task=task_{self.task.number})"
        return f"tutor.puzzle(id={self.task.id!r})"

    @property
    def bound(self) -> bool:
        """Say whether this panel keeps to its task: one that somebody gave, who waits for an answer to just this."""
        return self.task is not None and not isinstance(self.task, Puzzle)

    def begin(self, task: Task | str) -> None:
        """Show a puzzle from its beginning."""
        with self._lock:
            found = find_any(task, store=self.store) if isinstance(task, str) else task
            if not isinstance(found, Task):
                raise wrong_kind("task", task, TASK)
            self._show(found)
            self.refresh()

    def check(self) -> Verdict:
        """Say what the line is worth, keep it, and show it.

        Raises:
            rules.BadInput: there is no puzzle, or it has no answer here.
        """
        with self._lock:
            said = self._check()
            self.refresh(said)
            assert self.verdict is not None
            return self.verdict

    def solution(self) -> None:
        """Put the best line on the board, to step through."""
        with self._lock:
            self.refresh(self._solution())

    def go_on(self) -> None:
        """Open the next puzzle that suits the person."""
        with self._lock:
            self.refresh(self._next())

    # --- what is seen ---------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """Return the seat that the puzzle is about."""
        return None if self.task is None else self.task.seat

    @property
    def covered(self) -> bool:
        """Say that nothing needs to be uncovered: the position holds what one seat may know."""
        return False

    def choice(self) -> Choice | None:
        """Return the move that is being built; None where none can be."""
        position = self.position
        if self.task is None or self.stage != SOLVING or self.past or self.table.next() or self.complete:
            return None
        return choose(position, self._picked, self._silent, lambda token: self.talk.implied(position, token))

    def scene(self) -> Scene:
        """Return the list, or the puzzle with its board."""
        if self.task is None:
            controls, sections = puzzle_scene.list_controls(self), puzzle_scene.list_sections(self)
            return Scene(puzzle_scene.list_picture(self), controls, sections)
        choice = self.choice()
        picture = self.view.draw(self.table.positions[self.cursor], self.viewer, self.marks(choice), self.width)
        words = "\n\n".join(part for part in (puzzle_scene.words(self, self.task), picture.text) if part)
        picture = msgspec.structs.replace(picture, text=words)
        kind = "" if self.past or self.stage != SOLVING else self.table.next()
        return Scene(
            picture,
            puzzle_scene.controls(self, self.task, choice, {place.token for place in picture.places}),
            puzzle_scene.sections(self, self.task),
            puzzle_scene.status(self, choice),
            max(50, int(1000 * self.pace)) if kind else 0,
        )

    # --- what a person does ---------------------------------------------------------------------------------------

    def _control(self, payload: Payload) -> str | None:
        key = text_of(payload, "key")
        value = text_of(payload, "value") if "value" in payload else ""
        actions = {
            "check": self._check,
            "again": self._again,
            "solution": self._solution,
            "next_puzzle": self._next,
            "list": self._list,
        }
        if self.bound and key in ("next_puzzle", "list", "puzzle", "game", "games"):
            raise Refusal(
                say("This board is for the puzzle that you were given; open another one in a cell of its own.")
            )
        if key in actions:
            return actions[key]()
        if key == "puzzle":
            self._show(find_any(value, store=self.store))
            return self._told()
        if key == "game":
            self.course = rules.load(value).name
            return ""
        if key == "games":
            self.course = None
            return ""
        if key == "language":
            speak(value)
            self._speak()
            return ""
        return super()._control(payload)

    def _choosing(self) -> Choice:
        choice = self.choice()
        if choice is None:
            raise Refusal(puzzle_scene.status(self, None) or say("Open a puzzle first."))
        return choice

    def _choice_words(self) -> str:
        return puzzle_scene.status(self, self._choosing())

    def _undo(self) -> str:
        if self.stage != SOLVING:
            raise Refusal(say("This line was checked. Begin anew to play another one."))
        try:
            self.table.undo()
        except ValueError:
            raise Refusal(say("Nothing was played yet.")) from None
        self._reset()
        return say("Taken back. {status}", status=puzzle_scene.status(self, self.choice()))

    def _redo(self) -> str:
        if self.stage != SOLVING or not self.table.redone:
            raise Refusal(say("Nothing was taken back."))
        self.table.redo()
        self._reset()
        return say("Played again. {status}", status=puzzle_scene.status(self, self.choice()))

    def _show(self, task: Task) -> None:
        self.task = task
        self.course = task.game
        self._begin(())
        self.chosen = task.id

    def _begin(self, steps: tuple[Any, ...]) -> None:
        assert self.task is not None
        self.table = PuzzleTable(self.task, steps)
        self._speak()
        self.stage, self.verdict, self.hinted = SOLVING, None, False
        self._reset()

    def _speak(self) -> None:
        """Take the words and the board of the language; what was said of an answer is said anew."""
        self.talk, self.view = self.words_of(self.position)
        self._bare = None
        if self.verdict is not None and isinstance(self.task, Puzzle):
            self.verdict = judge(self.task, self.checked)

    def _told(self) -> str:
        assert self.task is not None
        return puzzle_scene.asked_words(self, self.task)

    def _step(self, step: Any) -> str:
        table = self.table
        if self.stage != SOLVING:
            raise Refusal(say("This line was checked. Begin anew to play another one."))
        if isinstance(table, PuzzleTable) and self.position.actor == table.request.seat:
            said = legal_after_chance(table.request, table.room, (*table.moves, step))
            if said:
                raise Refusal(said)
        return super()._step(step)

    def _check(self) -> str:
        task = self._puzzle()
        if self.stage != SOLVING:
            raise Refusal(say("This line was checked. Begin anew to play another one."))
        while self.table.next():
            self._automatic()
        if not self.answer:
            raise Refusal(say("Play at least one move first."))
        self.checked = self.answer
        self.verdict = verdict = judge(task, self.checked)
        self.stage = RIGHT if verdict.optimal else WRONG
        loss = verdict.loss if verdict.legal else Fraction(-1)
        rating.record(task, loss, self.answer, self.hinted, self.store)
        self._cursor = None
        return verdict.sentence

    def _puzzle(self) -> Puzzle:
        if self.task is None:
            raise Refusal(say("Open a puzzle first."))
        if not isinstance(self.task, Puzzle):
            raise Refusal(puzzle_scene.judged_elsewhere(self.task))
        return self.task

    def _again(self) -> str:
        if self.task is None:
            raise Refusal(say("Open a puzzle first."))
        self._begin(())
        return say("Begun anew.")

    def _solution(self) -> str:
        task = self._puzzle()
        if self.stage == SOLVING and rating.result_of(task, self.store).tries == 0:
            rating.record(task, Fraction(-1), (), True, self.store)
        verdict = self.verdict
        self._begin(solution_steps(task))
        self.stage, self.verdict = SHOWN, verdict
        self._cursor = 0
        return say("The best line is on the board. Step through it with Enter, and back with the comma.")

    def _next(self) -> str:
        game = self.course or games()[0]
        puzzles = tuple(one for one in shipped(game) if self.level is None or one.level == self.level)
        if self.task is not None:
            self.passed_over = (*self.passed_over[-20:], self.task.id)
        found = rating.suited(puzzles, self.store, self.passed_over)
        if found is None:
            raise Refusal(say("There are no puzzles of this level."))
        self._show(found)
        return self._told()

    def _list(self) -> str:
        self.task = None
        self.chosen = ""
        return say("All puzzles")


class Puzzles(Hinting, Solving):
    """Offer puzzles, or one of them on the board; made by `tutor.puzzle`.

    ``answer`` are the moves played so far, as plain text; ``verdict`` is what they were worth when they were checked
    last. `play`, `undo`, `check`, `solution`, `go_on` and `hint` do from a cell what the buttons do.
    """

    def scene(self) -> Scene:
        """Return the list, or the puzzle with its board and the hints."""
        return Solving.scene(self) if self.task is None else super().scene()

    def hint_options(self) -> dict[str, Any]:
        """Return what the hint is about: as long as the best line is followed, its next move."""
        task = self._puzzle()
        options: dict[str, Any] = {"horizon": task.horizon, "objective": task.objective}
        played = self.answer
        if played == task.line[: len(played)] and len(played) < len(task.line):
            following = task.line[len(played)]
            if any(move.key == following for move in self.position.legal_moves()):
                options["goal"] = (following,)
        return options

    def hint_refused(self) -> str:
        """Say why there are no hints now."""
        if not isinstance(self.task, Puzzle):
            return say("There are no hints for a puzzle that somebody else judges.")
        return "" if self.stage == SOLVING else say("This line was checked; the best one can be shown.")

    def hint_instead(self) -> str:
        """Say what is the case where nothing is left to hint at."""
        return puzzle_scene.complete_words(self) if self.complete else super().hint_instead()

    def _hint_start(self, rung: int | None = None) -> None:
        if not self.hint_instead():
            self.hinted = True
            rating.hint_shown(self._puzzle(), self.store)
        super()._hint_start(rung)


def solution_steps(puzzle: Puzzle) -> tuple[Any, ...]:
    """Return every step of the best line along one way of chance, with what happens by itself in between."""
    request, room = asked(puzzle)
    position: Any = request.position
    steps: list[Any] = []
    waiting = list(puzzle.line)
    while waiting and not line_over(request, room, position):
        step = automatic(request, room, position)
        if step is None:
            step = _due(request, room, position, waiting)
            if step is None:
                continue
        steps.append(step)
        position = position.play(step)
    while (step := automatic(request, room, position)) is not None:
        steps.append(step)
        position = position.play(step)
    return tuple(steps)


def _due(request: Any, room: Any, position: Any, waiting: list[str]) -> Any:
    """Take the next move of a line where it is due; what comes before it; None where it is left out here."""
    move = room.spelled(waiting[0]) if room.spelled is not None else position.move(waiting[0])
    if room.passes is not None and room.passes(request, position, move):
        waiting.pop(0)
        return None
    between = room.meanwhile(request, position, move) if room.meanwhile is not None else None
    if between is None:
        waiting.pop(0)
    return between or move
