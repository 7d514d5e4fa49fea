"""A lesson in progress, without any picture: what has been reached, what is said to a try, and what comes next.

The panel and the terminal both drive a `Session`; so a lesson goes the same way in both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec

from rules import Finding
from rules.protocol import Position

from .language import say
from .lesson import Lesson, Step, fits, play_keys, read_step, spelled, wild
from .local import finding_words
from .store import Store

SHELF: Final = "lessons"

Kind = Literal["reached", "stage", "mistake", "other", "refused", "later"]


class LessonProgress(msgspec.Struct, frozen=True):
    """Keep how far somebody has come: ``step`` is where to go on, from 0; ``done`` stays once the end was reached."""

    step: int = 0
    done: bool = False
    mistakes: int = 0


class Said(msgspec.Struct, frozen=True):
    """Hold the answer to a try: what it was, and what is said.

    ``stage`` is a move on the way of a goal of several; ``later`` is what this step does not offer."""

    kind: Kind
    text: str


class Session:
    """Go through a lesson: try moves, places and what is refused; go on when a step's goal is reached.

    ``position`` is what the board shows before ``then`` of a reached step is played; `script` is what is still to be
    played of it.
    """

    def __init__(self, lesson: Lesson, store: Store, step: int | None = None) -> None:
        """Begin where the learner was, or at a step."""
        self.lesson, self.store = lesson, store
        kept = self.progress
        wanted = (0 if kept.step >= len(lesson.steps) else kept.step) if step is None else step
        self.seat: int | None = None
        self.begin(min(max(0, wanted), len(lesson.steps) - 1))

    # --- where we are ---------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """Return the step that is being done."""
        return self.lesson.steps[self.index]

    @property
    def last(self) -> bool:
        """Say whether this is the last step."""
        return self.index == len(self.lesson.steps) - 1

    @property
    def progress(self) -> LessonProgress:
        """Return what is kept of this lesson."""
        return self.store.get(SHELF, self.lesson.key, LessonProgress, LessonProgress())

    @property
    def finished(self) -> bool:
        """Say whether the last step was reached and all that follows it was played."""
        return self.last and self.reached and not self.script

    @property
    def wanted(self) -> tuple[str, ...]:
        """Return the patterns that the next move must fit; nothing where the goal is no move, or is reached."""
        stages = self.step.goal.stages
        return stages[self.stage] if not self.reached and self.stage < len(stages) else ()

    def goals(self) -> tuple[Any, ...]:
        """Return the legal moves that reach the goal, or lead on to it."""
        if not self.wanted or self.position.actor is None:
            return ()
        return tuple(move for move in self.position.legal_moves() if fits(move.key, self.wanted))

    def offers(self, move: Any) -> bool:
        """Say whether a legal move is on offer in this step."""
        return not self.step.allow or fits(move.key, self.step.allow)

    def begin(self, index: int, position: Position | None = None) -> None:
        """Begin a step in a position; without one, in that to which the steps before it lead."""
        self.index = index
        self.stage = 0
        self.reached = False
        self.script: tuple[str, ...] = ()
        self.said: Said | None = None
        self.position = self.began = self._start(index) if position is None else position
        actor = self.position.actor
        if self.lesson.seat is not None:
            self.seat = self.lesson.seat
        elif actor is not None:
            self.seat = actor

    def _start(self, index: int) -> Position:
        """Go from the last start before this step along the first way to each goal."""
        first = max((at for at in range(index + 1) if self.lesson.steps[at].start is not None), default=0)
        start = self.lesson.steps[first].start or self.lesson.start
        position = start.position(self.lesson.game)
        for at in range(first, index):
            step = self.lesson.steps[at]
            for patterns in step.goal.stages:
                position = position.play(first_move(position, patterns))
            position = play_keys(position, step.then, f"steps[{at}].then")
        return position

    # --- tries ----------------------------------------------------------------------------------------------------

    def move(self, move: Any) -> Said:
        """Try a legal move: it is played when it leads to the goal, else the board stays and something is said."""
        if self.reached:
            return self._say("later", say("This step is done. Go on to the next one."))
        if fits(move.key, self.wanted):
            self.position = self.position.play(move)
            self.stage += 1
            if self.stage < len(self.step.goal.stages):
                number = len(self.step.goal.stages) - self.stage
                return self._say("stage", say("Right. {number} more to go.", number=number))
            return self._reach()
        for mistake in self.step.mistakes:
            if not mistake.rule and fits(move.key, (mistake.move,)):
                return self._wrong(mistake.say.say())
        if self.step.other is not None:
            return self._wrong(self.step.other.say(), "other")
        if not self.offers(move):
            return self._say("later", say("That comes later; this step is about something else."))
        if self.step.goal.best is not None:
            text = say("That is allowed, but it gives something away: another move brings more. Look again.")
        else:
            text = say("That is allowed, but it is not what this step asks for. The board stays as it was.")
        return self._wrong(text, "other")

    def touch(self, token: str, key: str = "") -> Said:
        """Press a place of the board in a step whose goal is to find one."""
        if self.reached:
            return self._say("later", say("This step is done. Go on to the next one."))
        if token in self.step.goal.touch or key in self.step.goal.touch:
            return self._reach()
        other = self.step.other.say() if self.step.other is not None else say("That is another place. Look again.")
        return self._wrong(other, "other")

    def refused(self, findings: Iterable[Finding], key: str) -> Said:
        """Answer a try that the rules refuse; ``key`` is the move, as its key or as it was typed.

        Many moves break the same rule. So the rule alone neither reaches a goal nor brings a remark: the move must be
        one that they are about.
        """
        found = tuple(findings)
        broken = [finding.rule for finding in found]
        key = spelled(self.lesson.game, key)
        goal = self.step.goal
        if self.reached:
            return self._say("later", say("This step is done. Go on to the next one."))
        if goal.refused in broken and fits(key, goal.by):
            return self._reach(self.words(found))
        near = [one for one in self.step.mistakes if one.rule in broken and fits(key, (one.move, *one.of))]
        near.sort(key=lambda mistake: mistake.move != key)
        own = near[0].say.say() if near else ""
        if goal.refused and not own:
            own = say("The rules refuse that as well, but this step asks you to try something else.")
        return self._wrong("\n\n".join(part for part in (self.words(found), own) if part), "refused")

    def words(self, findings: Iterable[Finding]) -> str:
        """Say why something is refused: in English by the finding with its numbers, in German by the rule."""
        return finding_words(self.lesson.game, findings)

    def _reach(self, before: str = "") -> Said:
        self.reached = True
        self.script = self.step.then
        success = self.step.success.say()
        said = self._say("reached", f"{before}\n\n{success}" if before else success)
        done = self.last
        step = 0 if done else self.index + 1
        self._keep(lambda kept: msgspec.structs.replace(kept, step=step, done=kept.done or done))
        return said

    def _wrong(self, text: str, kind: Kind = "mistake") -> Said:
        self._keep(lambda kept: msgspec.structs.replace(kept, mistakes=kept.mistakes + 1))
        return self._say(kind, text)

    def _say(self, kind: Kind, text: str) -> Said:
        self.said = Said(kind, text)
        return self.said

    def _keep(self, change: Any) -> None:
        self.store.update(SHELF, self.lesson.key, LessonProgress, LessonProgress(), change)

    # --- what follows ---------------------------------------------------------------------------------------------

    def next_scripted(self) -> Any | None:
        """Return the move or outcome that happens by itself now; None when there is none."""
        if not self.script:
            return None
        return read_step(self.position, self.script[0], f"steps[{self.index}].then")

    def play_scripted(self) -> tuple[Position, Any]:
        """Play what happens by itself now; return the position before it, and it."""
        before, step = self.position, self.next_scripted()
        assert step is not None
        self.position = before.play(step)
        self.script = self.script[1:]
        return before, step

    def go_on(self) -> bool:
        """Begin the next step after a reached one; say whether there is one. What was still to happen has happened."""
        if not self.reached:
            return False
        while self.script:
            self.play_scripted()
        if self.last:
            return False
        own_start = self.lesson.steps[self.index + 1].start
        self.begin(self.index + 1, None if own_start is not None else self.position)
        return True

    def again(self) -> None:
        """Begin this step anew, where it was begun."""
        self.stage, self.reached, self.script, self.said = 0, False, (), None
        self.position = self.began


def first_move(position: Position, patterns: tuple[str, ...]) -> Any:
    """Return the first legal move that fits the patterns, in the order of the patterns.

    Raises:
        rules.BadInput: there is none.
    """
    for pattern in patterns:
        if not wild(pattern):
            return read_step(position, pattern, "goal")
        for move in position.legal_moves():
            if fits(move.key, (pattern,)):
                return move
    return read_step(position, patterns[0], "goal")
