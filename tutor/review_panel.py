"""The review panel: the largest losses first, each on the board, to step to, to play again, and to keep as a puzzle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from typing import Any, Final

import traitlets

import rules
from rules import BadInput, Problem, Record, RulesError
from rules.arguments import wrong_kind
from rules.reading import record_of, text_of
from widgets.panel import Payload, number_of
from widgets.panel import text_of as text_in
from widgets.picture import Mark, Picture
from widgets.play_panel import Play
from widgets.scene import Refusal, Scene
from widgets.table import Policy, Table

from . import private_puzzle, review_scene
from .coached import OFF, SHELF, Coached, Game, when_words
from .language import check_language, say, set_language
from .local import title_of
from .review import Decision, Review
from .review_job import JOBS, SECONDS, ReviewJob, start
from .store import Store
from .thinking import Thinking

MOST_OFFERED: Final = 8
"""How many of the games that were played here are offered."""

POLL: Final = 400
"""Milliseconds between two looks at a running review."""


class Reviewing(Coached):
    """Show the review of a game; made by `tutor.review`.

    `result` is the review as far as it is known, `wait` waits for the whole. A mistake can be played again on a copy
    (`replay`) and kept as a puzzle (`keep`).
    """

    chosen = traitlets.Int(-1).tag(sync=True)

    def __init__(
        self,
        record: Record | None,
        *,
        seat: int | Sequence[int] | None = None,
        store: Store | None = None,
        **given: Any,
    ) -> None:
        """Begin to review a game; without a record, offer those that were played here."""
        options: dict[str, Any] = {name: given.pop(name) for name in ("seconds", "objective", "jobs") if name in given}
        self.options: dict[str, Any] = {"seat": seat, **options}
        self.job: ReviewJob | None = None
        self.filter: int | None = None
        self.replaying = False
        self._keeping: Thinking[str] | None = None
        self._kept_words = ""
        self._offers_made: tuple[tuple[str, str, Game], ...] = ()
        self._shown: tuple[int, Review] | None = None
        self._whole = False
        first = record if record is not None and record.steps else None
        if record is not None and first is None:
            raise BadInput((Problem("record", "holds no move yet, so there is nothing to review."),))
        super().__init__(first, {}, warn=OFF, store=store, analysis=True, forced=False, **given)
        if first is not None:
            with self._lock:
                self._begin(first)
                self.refresh()

    # --- for cells ------------------------------------------------------------------------------------------------

    @property
    def result(self) -> Review:
        """Return what is known so far.

        Raises:
            ValueError: no game was chosen yet.
        """
        if self.job is None:
            raise ValueError(say("Choose a game first."))
        if self._shown is None or self._shown[0] != self.job.done or self.job.ended != self._whole:
            self._whole = self.job.ended
            self._shown = (self.job.done, self.job.review)
        return self._shown[1]

    def wait(self, timeout: float | None = None) -> Review:
        """Wait for the whole review; an interrupt ends it with what is known.

        Raises:
            ValueError: no game was chosen yet.
            TimeoutError: it takes longer than ``timeout`` seconds; it goes on.
        """
        if self.job is None:
            raise ValueError(say("Choose a game first."))
        self.job.result(timeout)
        self.refresh(self._news())
        return self.result

    def stop(self) -> None:
        """End the review; what is known so far is kept."""
        with self._lock:
            self.refresh(self._stop())

    def show_decision(self, step: int) -> None:
        """Put a decision on the board, by its step of the record (from 0)."""
        with self._lock:
            self.refresh(self._look_at(step))

    def replay(self) -> None:
        """Play the decision on the board again, on a copy."""
        with self._lock:
            self.refresh(self._replay())

    def keep(self) -> str:
        """Keep the decision on the board as a puzzle, and return its id in a sentence.

        Raises:
            rules.BadInput: its best move is not proved.
        """
        decision = self.decision
        if decision is None:
            raise ValueError(say("Choose a decision first."))
        return private_puzzle.keep(self.result, decision, self.store)

    def close(self) -> None:
        """End the panel, and the review if it still runs."""
        job = getattr(self, "job", None)
        if job is not None:
            job.stop()
        super().close()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None, **given: object
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Offer the review in words, too, to whoever opens the notebook without a kernel."""
        data, metadata = super()._repr_mimebundle_(include, exclude, **given)
        if self.job is not None and "text/plain" in data:
            data["text/plain"] = f"{data['text/plain']}\n\n{self.result.to_text()}"
        return data, metadata

    # --- what is the case -----------------------------------------------------------------------------------------

    @property
    def rolls(self) -> bool:
        """Say that the dice are those of the game that is reviewed."""
        return False

    @property
    def running(self) -> bool:
        """Say whether the review is at work."""
        return self.job is not None and not self.job.ended

    @property
    def decision(self) -> Decision | None:
        """Return the decision that the board shows; None where there is none."""
        if self.job is None or self.chosen < 0:
            return None
        return next((one for one in self.result.decisions if one.step == self.chosen), None)

    @property
    def listed(self) -> tuple[Decision, ...]:
        """Return the losses of the seats that are looked at, the largest first."""
        return self.result.worst(self.filter, None)

    def hint_refused(self) -> str:
        """Give hints only where a decision is played again."""
        return "" if self.replaying else say("Hints are there when you play a decision again.")

    # --- what is shown --------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return the board with the decision that is looked at, and the review around it."""
        if self.offering:
            if not self._offers_made:
                self._offers_made = played_here(self.store)
            picture = self.view.draw(self.position, None, None, self.width)
            return review_scene.offers(picture, self._offers_made)
        if self.replaying:
            return super().scene()
        if self.job is None:  # while the panel is being made
            return Scene(self.view.draw(self.position, None, None, self.width))
        poll = POLL if self.running or self._keeping is not None else 0
        return Scene(
            self._draw(),
            review_scene.controls(self),
            review_scene.sections(self),
            review_scene.status(self),
            poll,
        )

    def _draw(self) -> Picture:
        """Draw the board at the decision: what was played is chosen, what is better has a ring."""
        decision = self.decision
        if decision is None:
            return self.view.draw(self.table.position, None, None, self.width)
        position = self.result.positions[decision.step]
        marks: dict[str, Mark] = {}
        if decision.better:
            marks |= {token: Mark("hint") for token in position.move(decision.better[0]).parts}
        marks |= {token: Mark("chosen") for token in position.move(decision.played).parts if token not in marks}
        return self.view.draw(position.view(decision.seat), decision.seat, marks, self.width)

    # --- what a person does ---------------------------------------------------------------------------------------

    def _begin(self, record: Record) -> None:
        """Start to review a game."""
        self.job = start(record, **self.options)
        self.offering = False
        self._shown, self.chosen, self.filter = None, -1, None

    def _start(self, name: str) -> str:
        """Open one of the games that were offered, by its number."""
        if not name.isdecimal() or len(name) > 6 or int(name) >= len(self._offers_made):
            raise Refusal(say("There is no such game here."))
        record = record_of(self._offers_made[int(name)][2].record)
        self._open(record, None)
        self._begin(record)
        return say("The review has begun.")

    def _control(self, payload: Payload) -> str | None:
        key = text_in(payload, "key")
        if self.offering:
            if not key.startswith("start:"):
                raise Refusal(say("Choose a game first."))
            return self._start(key.removeprefix("start:"))
        if self.replaying:
            return super()._control(payload)
        if key == "stop":
            return self._stop()
        if key == "decision":
            return self._look_at(number_of(payload, "value"))
        if key in ("worse", "milder", "worst"):
            return self._next(key)
        if key == "seat":
            return self._choose_seat(text_in(payload, "value"))
        if key == "replay":
            return self._replay()
        if key == "keep":
            return self._keep_puzzle()
        raise Refusal(say("This panel has no control {key!r}. Run the cell again.", key=key[:40]))

    def _place(self, payload: Payload) -> str:
        if self.replaying or self.offering:
            return super()._place(payload)
        key = text_in(payload, "key")
        return next((place.spoken for place in self.picture.places if place.key == key), say("There is nothing here."))

    def _stop(self) -> str:
        if self.job is None or self.job.ended:
            raise Refusal(say("The review is not at work."))
        self.job.stop()
        return say("Stopped; what is known so far stays.")

    def _look_at(self, step: int) -> str:
        if all(one.step != step for one in self.result.decisions):
            raise Refusal(say("There is no decision at this step, or it was not looked at."))
        self.chosen, self._kept_words = step, ""
        assert self.decision is not None
        return f"{self.result.title(self.decision)} {self.result.difference(self.decision)}"

    def _next(self, key: str) -> str:
        steps = [one.step for one in self.listed]
        if not steps:
            raise Refusal(self.result.none_lost())
        at = steps.index(self.chosen) if self.chosen in steps else -1
        wanted = {"worst": 0, "worse": max(0, at - 1), "milder": min(len(steps) - 1, at + 1)}[key]
        return self._look_at(steps[wanted])

    def _choose_seat(self, value: str) -> str:
        if value and (not value.isdecimal() or len(value) > 6 or int(value) not in self.result.seats):
            raise Refusal(say("That seat was not reviewed."))
        self.filter = int(value) if value else None
        return say("Noted.")

    def _replay(self) -> str:
        """Put the decision on the board, to be played again on a copy."""
        decision = self.decision
        if decision is None:
            raise Refusal(say("Choose a decision first."))
        self.replaying = True
        record = self.result.record
        bots: Mapping[int, str | Policy] = {
            seat: "greedy" for seat in range(len(record.start.seats)) if seat != decision.seat
        }
        self.bots = dict(bots)
        begun = Record(record.start, record.steps[: decision.step])
        self.table = Table(begun, self.bots, self.seed, analysis=True, forced=False)
        self._game, self._tried = Table(record, {}, self.seed, analysis=True, forced=False), []
        self._reset()
        return say("Play it again: nothing here changes the game.")

    def _come_back(self) -> str:
        if not self.replaying:
            return super()._come_back()
        told = super()._come_back()
        self.replaying = False
        return told

    def _keep_puzzle(self) -> str:
        decision = self.decision
        if decision is None:
            raise Refusal(say("Choose a decision first."))
        review, store = self.result, self.store
        self._keeping = Thinking(lambda: private_puzzle.keep(review, decision, store))
        return self._kept_now() if self._keeping.soon() else say("Proving what is best there…")

    def _kept_now(self) -> str:
        assert self._keeping is not None
        thought, self._keeping = self._keeping, None
        try:
            self._kept_words = thought.result()
        except RulesError as error:
            self._kept_words = str(error)
        return self._kept_words

    def _tick(self, payload: Payload) -> str | None:
        if self.replaying or self.offering:
            return super()._tick(payload)
        if self._keeping is not None and self._keeping.ended:
            self.refresh(self._kept_now())
        elif self.job is not None and (self._shown is None or self._shown[0] != self.job.done or self.job.ended):
            self.refresh(self._news(), step=self.job.ended)
        return None

    def _keep(self, own: bool) -> None:
        """Keep no game: this one is kept already."""

    def _news(self) -> str | None:
        return review_scene.status(self) if self.job is not None and self.job.ended else None


def review(
    record: object = None,
    seat: int | Sequence[int] | None = None,
    seconds: float = SECONDS,
    objective: str = "worth",
    jobs: int = JOBS,
    language: str | None = None,
    store: Store | None = None,
    **looks: Any,
) -> Reviewing:
    """Review a game: what each decision gave away, luck apart, the largest losses first.

    ``record`` is a record, its text, or the path of a file that holds it; without it the panel offers the games that
    were played here. ``seat`` is whose decisions are looked at (all, if left out). It takes at most ``seconds``, in
    ``jobs`` processes; the panel is there at once and shows what is known so far. ``objective`` is "worth" (points, and
    goods at what they are usually worth) or "points".

    Raises:
        TypeError: this is no record, or an argument is not known.
        rules.BadInput: the text is no record, or an argument does not fit.
    """
    if language is not None:
        set_language(check_language(language))
    given = None if record is None else read(record)
    return Reviewing(given, seat=seat, seconds=seconds, objective=objective, jobs=jobs, store=store, **looks)


def read(given: object) -> Record:
    """Return a record that is given as such, as text, or as the path of a file.

    Raises:
        rules.WrongKind: it is none of these.
        rules.BadInput: the file cannot be read, or its text is no record.
    """
    if isinstance(given, Record):
        return given
    if isinstance(given, Play):
        return given.record
    if isinstance(given, str | PathLike):
        return record_of(text_of(given, "record"))
    raise wrong_kind("record", given, "a record, its text, or the path of a file")


def played_here(store: Store) -> tuple[tuple[str, str, Game], ...]:
    """Return the games to offer, the newest first, then one of the computer's for each game: time, title, game."""
    known = set(rules.games())
    shelf = sorted(store.items(SHELF, Game), key=lambda one: one[0], reverse=True)
    kept = [(key, game) for key, game in shelf if game.game in known]
    found = [(when_words(key), title_of(game.game), game) for key, game in kept[:MOST_OFFERED]]
    for name in rules.games():
        loaded = rules.load(name)
        record = rules.playout(loaded.setup(max(loaded.players), seed=1), "greedy", seed=1)
        found.append((say("played by the computer"), title_of(name), Game(name, record.to_text())))
    return tuple(found)
