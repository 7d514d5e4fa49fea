"""Play with a coach at one's side: hints, "what if?" on a copy, and a warning before a move that gives points away."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final

import msgspec

import rules
from rules import BadInput, Problem, Record, RulesError
from rules.printable import LARGEST, shown
from rules.quantities import any_number, whole_number
from widgets.entry import begin, check_seats
from widgets.panel import Payload, text_of
from widgets.scene import Control, Item, Refusal, Scene, Section
from widgets.table import Policy, Table

from .hinting import Hinting
from .judge import Judge, Loss, counted
from .language import check_language, say, set_language
from .local import title_of
from .local_panel import Local
from .store import Store, chosen
from .thinking import LOOK, Thinking
from .trying import Tried, try_move

OFF, GENTLE, STRICT = "off", "gentle", "strict"
WARNINGS: Final = (OFF, GENTLE, STRICT)
SHELF: Final = "games"
"""The shelf of games that were played to the end."""

SECONDS: Final = 1.0
"""So long the solver may look before a warning."""

OTHER_DICE: Final = 7919
"""Added to the seed of a copy: who tries things out does not see the dice that the game will roll."""


class Game(msgspec.Struct, frozen=True):
    """Hold a game that was played to the end, as text, with the seats that people played."""

    game: str
    record: str
    seats: tuple[int, ...] = ()


class Coached(Hinting, Local):
    """Hold a game with a coach; made by `tutor.play`.

    `record` is the game itself also while things are tried out on a copy; `try_out` and `come_back` do from a cell what
    the buttons do. `play` plays a move without a warning.
    """

    def __init__(
        self,
        record: Record | None,
        bots: Mapping[int, str | Policy],
        *,
        warn: str = GENTLE,
        limit: Fraction = Fraction(1),
        store: Store | None = None,
        seed: int = 0,
        **looks: Any,
    ) -> None:
        """Begin a game; without a record, offer those that there are."""
        self.warn, self.limit = warn, limit
        self.store = chosen(store)
        self.offering = record is None
        self._game: Table | None = None
        self._tried: list[Thinking[Tried]] = []
        self._pending: tuple[Any, Thinking[Loss]] | None = None
        self._warning: tuple[str, Loss] | None = None
        self._kept = self._goods = False
        first = record or Record(_new(rules.games()[0], seed))
        super().__init__(first, bots, seed=seed, **looks)

    # --- for cells ------------------------------------------------------------------------------------------------

    @property
    def trying(self) -> bool:
        """Say whether things are being tried out on a copy."""
        return self._game is not None

    @property
    def record(self) -> Record:
        """Return the game, without what is being tried out."""
        return (self._game or self.table).record

    @property
    def tried(self) -> tuple[Tried, ...]:
        """Return what was found about the moves that were tried out; waits for it."""
        return tuple(thought.result() for thought in self._tried)

    @property
    def rebuild(self) -> str:
        """Return the line of Python that opens a panel with a coach at the present position."""
        return super().rebuild.replace("widgets.play(", "tutor.play(", 1)

    def try_out(self) -> None:
        """Go on on a copy of the game."""
        with self._lock:
            self.refresh(self._try_out())

    def come_back(self) -> None:
        """Go back to the game as it was."""
        with self._lock:
            self.refresh(self._come_back())

    # --- what is shown --------------------------------------------------------------------------------------------

    def hint_refused(self) -> str:
        """Say why there are no hints: no game has been chosen yet."""
        return say("Choose a game first.") if self.offering else super().hint_refused()

    def scene(self) -> Scene:
        """Add the coach's buttons and words; or offer the games."""
        if self.offering:
            return self._offers()
        scene = super().scene()
        busy = self._pending is not None or any(not thought.ended for thought in self._tried)
        poll = min(scene.poll or LOOK, LOOK) if busy else scene.poll
        status = say("Trying things out on a copy: {status}", status=scene.status) if self.trying else scene.status
        controls = (*scene.controls, *self._coach_controls())
        sections = (*self._coach_sections(), *scene.sections)
        return msgspec.structs.replace(scene, controls=controls, sections=sections, status=status, poll=poll)

    def _offers(self) -> Scene:
        picture = self.view.draw(self.position, None, None, self.width)
        buttons = tuple(Control(f"start:{name}", "button", title_of(name), primary=True) for name in rules.games())
        told = say("You play the first seat, and the computer plays the others. The coach helps when you ask.")
        section = Section("offer", "text", say("Which game?"), "top", told)
        return Scene(picture, buttons, (section,), say("Choose a game."))

    def _coach_controls(self) -> list[Control]:
        made = []
        if self._warning is not None:
            label = say("Play it all the same")
            made.append(Control("anyway", "button", label, shortcut="y", help=say("The coach has warned you.")))
        if self.trying:
            made.append(Control("back", "button", say("Back to the game"), primary=True, shortcut="b", always=True))
        else:
            why = self._no_trying()
            told = say("Play on on a copy, hear what each move changes, and come back.")
            made.append(
                Control("whatif", "button", say("What if?"), enabled=not why, reason=why, shortcut="w", help=told)
            )
        return made

    def _no_trying(self) -> str:
        if self.position.over:
            return say("The game is over.")
        if self.past:
            return say("You are looking at an earlier position. Go to the last one first.")
        if self.curtain or self.covered:
            return say("Uncover the board first.")
        return say("Wait until you decide.") if self.table.next() else ""

    def _coach_sections(self) -> list[Section]:
        made = []
        if self._pending is not None:
            made.append(Section("warning", "text", say("The coach"), "top", say("Looking at your move…"), tone="quiet"))
        elif self._warning is not None:
            made.append(Section("warning", "text", say("The coach"), "top", self._warning_words(), tone="bad"))
        if self.trying:
            assert self._game is not None
            told = say("The game waits at step {step}; nothing here counts.", step=len(self._game.steps))
            items = tuple(Item(self._tried_words(thought)) for thought in self._tried)
            made.append(Section("trying", "text", say("What if?"), "top", told, tone="quiet"))
            if items:
                note = say("What the moves change (goods are counted at what they are usually worth)")
                made.append(Section("tried", "list", note, "top", items=items))
        if self.position.over and not self.trying:
            code = "import tutor\n\ntutor.review(panel.record)"
            made.append(Section("review", "code", say("See what the game could have been"), "top", code))
        return made

    def _tried_words(self, thought: Thinking[Tried]) -> str:
        if not thought.ended:
            return say("Looking…")
        try:
            return thought.result().short()
        except Exception:  # noqa: BLE001 - the board must stand, whatever goes wrong in the coach
            return say("The solver takes no question about this move.")

    def _warning_words(self) -> str:
        assert self._warning is not None
        move, loss = self._warning
        first = say("Think again: {move} {loss}.", move=move, loss=loss.words())
        if self.warn == STRICT:
            then = say("Choose another move, or press the button {button}.", button=say("Play it all the same"))
        else:
            then = say("Confirm once more to play it all the same.")
        return " ".join(filter(None, (first, counted(self._goods), then)))

    # --- what a person does ---------------------------------------------------------------------------------------

    def _control(self, payload: Payload) -> str | None:
        key = text_of(payload, "key")
        if self.offering:
            if not key.startswith("start:") or key[6:] not in rules.games():
                raise Refusal(say("Choose a game first."))
            return self._start(key[6:])
        self._pending = None  # whatever is done now, the move that was being looked at is not played by itself
        if key == "anyway":
            return self._anyway()
        if key == "whatif":
            return self._try_out()
        if key == "back":
            return self._come_back()
        return super()._control(payload)

    def _place(self, payload: Payload) -> str:
        if self.offering:
            raise Refusal(say("Choose a game first."))
        self._pending = None
        return super()._place(payload)

    def _start(self, name: str) -> str:
        self._open(Record(_new(name, self.seed)), {})
        return say("{game} begins.", game=title_of(self.position.game.name))

    def _open(self, record: Record, bots: Mapping[int, str | Policy]) -> None:
        """Put a game on the board."""
        self.bots = dict(bots or _others(record, None))
        self.table = Table(record, self.bots, self.seed, self.table.analysis, self.table.forced)
        self.talk, self.view = self.words_of(record.start)
        self.offering, self._bare = False, None
        self._reset()
        while self.table.next() == "chance":
            self.table.advance()

    # --- warnings -------------------------------------------------------------------------------------------------

    def _confirm(self) -> str:
        choice = self._choosing()
        if choice.complete is None:
            return super()._confirm()  # which says what is missing
        return self._commit(choice.complete)

    def _typed(self, text: str) -> str:
        self._choosing()
        try:
            move = self.position.move(text)
        except RulesError as error:
            self._count(error)
            raise
        return self._commit(move)

    def _commit(self, move: Any) -> str:
        """Play a move, unless the coach has something to say first."""
        if self.warn == OFF or self.trying or len(self.position.legal_moves()) == 1:
            return self._step(move)
        if self._warned(move):
            if self.warn == GENTLE:
                return self._step(move)
            button = say("Play it all the same")
            raise Refusal(say("Choose another move, or press the button {button}.", button=button))
        position = self.hint_position()
        memory = self._hint_memory()

        def look() -> Loss:
            judge = Judge(position, seconds=SECONDS, memory=memory)
            self._goods = bool(judge.request.worths)
            return judge.loss(move)

        thought = Thinking(look)
        self._pending, self._warning = (move, thought), None
        return self._judged() if thought.soon() else say("The coach looks at your move.")

    def _warned(self, move: Any) -> bool:
        return self._warning is not None and self._warning[0] == self.talk.phrase(self.position, move)

    def _judged(self) -> str:
        """Warn of the move that was looked at, or play it."""
        assert self._pending is not None
        (move, thought), self._pending = self._pending, None
        try:
            loss = thought.result()
        except Exception:  # noqa: BLE001 - no question for the solver, or a fault: the coach never stops a game
            return self._step(move)
        if max(loss.least, loss.about or Fraction(0)) <= self.limit:
            return self._step(move)
        self._warning = (self.talk.phrase(self.position, move), loss)
        self._anyway_move = move
        return self._warning_words()

    def _anyway(self) -> str:
        if self._warning is None:
            raise Refusal(say("The coach has not warned you."))
        return self._step(self._anyway_move)

    def _tick(self, payload: Payload) -> str | None:
        if self._pending is not None and self._pending[1].ended:
            self.refresh(self._judged())
            return None
        if any(thought.ended for thought in self._tried) and self.trying:
            self.refresh(step=False)
        return super()._tick(payload)

    # --- what if --------------------------------------------------------------------------------------------------

    def _try_out(self) -> str:
        if why := say("You are trying things out already.") if self.trying else self._no_trying():
            raise Refusal(why)
        self._game = self.table
        start, seat = self.position, self.position.actor
        if seat is not None:  # what this seat may not know is dealt anew, so that the copy tells nothing
            start = start.imagine(seat, Random(f"what if/{self.seed}/{start.view(seat).to_code()}"))
        self.table = Table(Record(start), self.bots, self.seed + OTHER_DICE, True, self._game.forced)
        self._tried = []
        self._reset()
        return say("You play on a copy now; the game waits.")

    def _come_back(self) -> str:
        if self._game is None:
            raise Refusal(say("You are in the game."))
        self.table, self._game = self._game, None
        self._tried = []
        self._reset()
        return say("Back in the game, as it was.")

    def _step(self, step: Any) -> str:
        position = self.position
        if self.trying and not self.table.next():
            view, memory = self.hint_position(), self._hint_memory()
            self._tried.append(Thinking(lambda: try_move(view, step, SECONDS, memory)))
        told = super()._step(step)
        if self.trying and self._tried and position.actor in self.table.people:
            self._tried[-1].soon()
        self._keep()
        return told

    def _undo(self) -> str:
        told = super()._undo()
        if self.trying:
            self._tried = self._tried[:-1]
        return told

    def _reset(self) -> None:
        super()._reset()
        self._pending = self._warning = None

    def _keep(self) -> None:
        """Keep a game that is over, for `tutor.review()`."""
        if self._kept or self.trying or not self.position.over:
            return
        self._kept = True
        kept = Game(self.position.game.name, self.record.to_text(), self.table.people)
        self.store.put(SHELF, time.strftime("%Y-%m-%d %H:%M:%S"), kept)


def _new(name: str, seed: int) -> Any:
    game = rules.load(name)
    return game.setup(players=min(number for number in game.players if number > 1), seed=seed)


def _others(record: Record, seats: Mapping[int, str | Policy] | None) -> Mapping[int, str | Policy]:
    """Give all seats to the computer but the one that decides, where nothing else is said."""
    if seats is not None:
        return seats
    own = record.end.actor or 0
    return {seat: "greedy" for seat in range(len(record.start.seats)) if seat != own}


def play(
    game: object = None,
    seats: Mapping[int, str | Policy] | None = None,
    seed: int = 0,
    players: int | None = None,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    warn: str = GENTLE,
    limit: int | Fraction = 1,
    language: str | None = None,
    **looks: Any,
) -> Coached:
    """Play with a coach: hints, "what if?", and warnings.

    ``game`` is what `widgets.play` takes: a name, a game, a position, its text, or a record; without it the panel
    offers the games. ``seats`` gives bots to seats; left out, the computer plays all but the first seat to decide (give
    ``{}`` for people everywhere). ``warn`` is "off", "gentle" (a move that loses more than ``limit`` points against the
    solver is played once it is confirmed again) or "strict" (only by a button of its own). Further arguments are those
    of `widgets.play`.

    Raises:
        TypeError: the game, or an argument's name, is not understood.
        rules.BadInput: seats, players, modules, ``warn`` or ``limit`` do not fit.
    """
    problems = []
    if not isinstance(warn, str) or warn not in WARNINGS:
        problems.append(Problem("warn", f"is {shown(warn)}; give 'off', 'gentle' or 'strict'."))
    most = any_number(limit)
    if most is None or not 0 <= most < 1000:
        problems.append(Problem("limit", f"is {shown(limit)}; give a number of points from 0 to 1000."))
    number = whole_number(seed)
    if number is None or abs(number) > LARGEST:
        problems.append(Problem("seed", f"is {shown(seed)}; give a whole number."))
    if problems:
        raise BadInput(problems)
    assert most is not None and number is not None
    if language is not None:
        set_language(check_language(language))
    if game is None:
        return Coached(None, {}, warn=warn, limit=most, seed=number, **looks)
    record = begin(game, players, modules, number, options)
    given = check_seats(record, seats)
    given = _others(record, None if seats is None else given)
    return Coached(record, given, warn=warn, limit=most, seed=number, **looks)
