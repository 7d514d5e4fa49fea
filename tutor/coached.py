"""Play with a coach at one's side: hints, "what if?" on a copy, and a warning before a move that gives points away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, Final

import msgspec

import rules
from rules import BadInput, Problem, Record, RulesError
from rules.arguments import check_whole, is_position
from rules.playouts import new_seed
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


BEGUN: Final = "begun games"
"""The shelf of games that are not finished."""

MOST_BEGUN: Final = 20
"""So many of them are kept, the newest."""

OFFERED: Final = 5
"""So many of them are offered."""


class Begun(msgspec.Struct, frozen=True):
    """Hold a game that is not finished: as text, with the bots by seat and the seed of its dice."""

    game: str
    record: str
    bots: dict[int, str] = {}
    seed: int = 0
    steps: int = 0


class Coached(Hinting, Local):
    """Hold a game with a coach; made by `tutor.play`.

    `record` is the game itself also while things are tried out on a copy; `try_out` and `come_back` do from a cell what
    the buttons do. `play` plays a move without a warning. A game that is not finished is kept: `begun` are those that a
    new panel offers, and `resume` goes on with one.
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
        fresh: bool = False,
        **looks: Any,
    ) -> None:
        """Begin a game; without a record, offer those that there are. One that is ``fresh`` may give way to another."""
        self.warn, self.limit = warn, limit
        self.store = chosen(store)
        self.offering = record is None
        self._game: Table | None = None
        self._tried: list[Thinking[Tried]] = []
        self._pending: tuple[Any, Thinking[Loss]] | None = None
        self._warning: tuple[str, Loss] | None = None
        self._kept = self._goods = False
        self._key = self._old_key = ""
        self.fresh = fresh
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

    @property
    def begun(self) -> tuple[tuple[str, Begun], ...]:
        """Return the games that were not finished and can be gone on with here, the newest first, by their keys."""
        if not (self.offering or (self.fresh and not self._key)):
            return ()
        own = "" if self.offering else self.position.game.name
        known = (own,) if own else rules.games()
        kept = sorted(self.store.items(BEGUN, Begun), key=lambda one: one[0], reverse=True)
        return tuple((key, one) for key, one in kept if one.game in known)[:OFFERED]

    def resume(self, number: int = 0) -> None:
        """Go on with a game that was not finished: the newest, or one of `begun` by its number.

        Raises:
            rules.BadInput: there is no such game.
        """
        with self._lock:
            kept = self.begun
            check_whole(number, "number", 0, max(0, len(kept) - 1))
            self.refresh(self._resume(kept[number][0] if kept else ""))

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
        buttons = (*buttons, *self._begun_controls())
        told = say("You play the first seat, and the computer plays the others. The coach helps when you ask.")
        section = Section("offer", "text", say("Which game?"), "top", told)
        return Scene(picture, buttons, (section, *self._notices()), say("Choose a game."))

    def _begun_controls(self) -> list[Control]:
        """Return a button for each game that was not finished."""
        made = []
        for key, one in self.begun:
            label = say(
                "Go on with {game}, begun {when}, {steps} steps",
                game=title_of(one.game),
                when=when_words(key),
                steps=one.steps,
            )
            told = say("This game was not finished; it was kept.")
            made.append(Control(f"resume:{key}", "button", label, "bottom", help=told))
        return made

    def _notices(self) -> list[Section]:
        """Say what is wrong with the file in which games are kept, if anything is."""
        text = self.store.notice
        return [Section("notice", "text", "", "bottom", text, tone="bad")] if text else []

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
            made += self._begun_controls()
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
        return made + self._notices()

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
        if key.startswith("resume:"):
            return self._resume(key.removeprefix("resume:"))
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
        self._open(Record(_new(name, self.seed)), None)
        self.fresh = True
        return say("{game} begins.", game=title_of(self.position.game.name))

    def _resume(self, key: str) -> str:
        """Put a game that was not finished on the board, and go on with it."""
        found = dict(self.begun).get(key)
        if found is None or self.trying:
            raise Refusal(say("There is no such game here."))
        record = rules.parse_record(found.record)
        self.seed = found.seed
        self._open(record, found.bots)
        self.fresh, self._key, self._old_key = False, "", key
        return say("{game} goes on where it was left.", game=title_of(found.game))

    def _open(self, record: Record, bots: Mapping[int, str | Policy] | None) -> None:
        """Put a game on the board; the computer plays the other seats where nothing is said about them."""
        self.bots = dict(_others(record, bots))
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
        own = position.actor in self.table.people
        if self.trying and self._tried and position.actor in self.table.people:
            self._tried[-1].soon()
        self._keep(own)
        return told

    def _undo(self) -> str:
        told = super()._undo()
        if self.trying:
            self._tried = self._tried[:-1]
        return told

    def _reset(self) -> None:
        super()._reset()
        self._pending = self._warning = None

    def _keep(self, own: bool) -> None:
        """Keep the game: one that is over for `tutor.review()`, any other after each ``own`` move, to go on with it."""
        if self._kept or self.trying:
            return
        name = self.position.game.name
        if self.position.over:
            self._kept = True
            self.store.put(SHELF, new_key(), Game(name, self.record.to_text(), self.table.people))
            for key in filter(None, (self._key, self._old_key)):
                self.store.remove(BEGUN, key)
            return
        bots = {seat: policy for seat, policy in self.bots.items() if isinstance(policy, str)}
        if not own or len(bots) < len(self.bots):  # a policy of one's own cannot be kept
            return
        first, self._key = not self._key, self._key or new_key()
        self.store.put(BEGUN, self._key, Begun(name, self.record.to_text(), bots, self.seed, len(self.table.steps)))
        if first:
            kept = sorted(key for key, _ in self.store.items(BEGUN, Begun))
            for key in (*filter(None, (self._old_key,)), *kept[:-MOST_BEGUN]):
                self.store.remove(BEGUN, key)
            self._old_key = ""


def new_key() -> str:
    """Return a key for a game that is kept: it never comes twice, and keys are in the order of real time."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}-{token_hex(4)}"


def when_words(key: str) -> str:
    """Say when a game was kept, by its key, on the clocks of where one is now; keys of before 2027 are words already.

    >>> when_words("2026-11-28 18:03:59")
    '2026-11-28 18:03:59'
    """
    try:
        when = datetime.strptime(key.rpartition("-")[0], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        return key
    return f"{when.astimezone():%Y-%m-%d %H:%M}"


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
    seed: int | None = None,
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

    Each new game has dice of its own, and the panel shows the ``seed`` that gives them again. A game that is not
    finished is kept, and a new one offers to go on with it.

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
    chosen_seed = new_seed() if seed is None else whole_number(seed)
    if chosen_seed is None or abs(chosen_seed) > LARGEST:
        problems.append(Problem("seed", f"is {shown(seed)}; give a whole number, or None for a new one."))
    if problems:
        raise BadInput(problems)
    assert most is not None and chosen_seed is not None
    if language is not None:
        set_language(check_language(language))
    if game is None:
        return Coached(None, {}, warn=warn, limit=most, seed=chosen_seed, **looks)
    record = begin(game, players, modules, chosen_seed, options)
    given = check_seats(record, seats)
    given = _others(record, None if seats is None else given)
    given_as_text = isinstance(game, str | Path) and game not in rules.games()
    fresh = not (given_as_text or isinstance(game, Record) or is_position(game))
    return Coached(record, given, warn=warn, limit=most, seed=chosen_seed, fresh=fresh, **looks)
