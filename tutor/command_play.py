"""``magister play``: a game in the terminal, with typed moves, bots, and the reason for every refusal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import rules

from .command_text import Refused, defects, pairs, plain, read_seat, reason, say, warn, write_file

#: So many legal moves are listed unasked.
FEW = 12
HELP = """\
Type a move as it is listed, such as the ones that `moves` shows. Besides:
  moves [WORDS]   list the legal moves (those that hold all the words)
  why MOVE        say which rules a move breaks, without playing it
  hint            help, more of it each time, up to the whole line
  whatif MOVE     say what a move changes, without playing it
  show            show the board again
  undo, redo      take your last move back, play it again
  save FILE       write the game to a file; `magister play FILE` goes on with it
  text            print the position as text
  play MOVE       play a move that begins with one of these words
  quit            leave"""


#: Seconds that the coach may look for each of the two lines of `whatif`.
COACH_SECONDS = 3.0


def spoken(text: str, **fields: object) -> str:
    """Return a sentence of this command in the language of the session."""
    from .language import language as chosen
    from .language import translations

    known = translations(chosen()).gettext(text)
    return known.format(**fields) if fields else known


def tell(text: str, **fields: object) -> None:
    """Print a sentence of this command in the language of the session."""
    say(spoken(text, **fields))


def seed_words(seed: int) -> str:
    """Say which seed gives a game again."""
    return spoken("Dice and cards of this game: --seed {seed} gives them again.", seed=seed)


def steps(number: int) -> str:
    """Count steps.

    >>> steps(1), steps(3)
    ('1 step', '3 steps')
    """
    return spoken("1 step") if number == 1 else spoken("{number} steps", number=number)


def read_bots(words: Sequence[str], players: int) -> dict[int, str]:
    """Read who plays which seat: words such as "1=greedy" or "red=random"; "human" and a missing seat are people."""
    from rules.playouts import find_policy

    bots: dict[int, str] = {}
    for word, policy in pairs("seat", words):
        seat = read_seat(word, players)
        if policy == "human":
            bots.pop(seat, None)
            continue
        try:
            find_policy(policy)
        except rules.BadInput as error:
            raise Refused(*defects("--seat", error)) from None
        bots[seat] = policy
    return bots


class Terminal:
    """Play one game at one terminal: lines in, sentences out; the game itself is a :class:`widgets.table.Table`.

    ``typed`` asks for what real dice and cards show; otherwise chance is drawn from ``seed``. ``analysis``
    lets ``undo`` go back beyond dice and cards that have been seen.
    """

    def __init__(
        self,
        record: rules.Record,
        bots: Mapping[int, str],
        seed: int = 0,
        typed: bool = False,
        analysis: bool = False,
        lines: TextIO | None = None,
    ) -> None:
        from widgets.table import Table

        from .local import talk_of, view_of

        self.table = Table(record, bots, seed, analysis)
        self.view = view_of(record.start)
        self.talk = talk_of(record.start.game.name)
        self.typed = typed
        self.lines = lines or sys.stdin
        self.saved = len(record.steps)
        self.own_files: set[Path] = set()
        self.hinted: tuple[rules.Position, int] | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: tell(HELP),
            "?": lambda _: tell(HELP),
            "moves": self.list_moves,
            "why": self.why,
            "hint": lambda _: self.hint(),
            "whatif": self.what_if,
            "show": lambda _: self.show(),
            "undo": lambda _: self.undo(),
            "redo": lambda _: self.redo(),
            "save": self.save,
            "text": lambda _: say(self.seen().to_text()),
            "play": self.enter,
        }

    @property
    def position(self) -> rules.Position:
        """Return the position on the table."""
        return self.table.position

    def seen(self) -> rules.Position:
        """Return what the seat that decides may know."""
        actor = self.position.actor
        return self.position if actor is None else self.position.view(actor)

    # --- the course of a game -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over, the person leaves or there are no more lines."""
        self.show()
        tell("Type a move, `moves` to see all, `help` for the rest.")
        asked: rules.Position | None = None
        while True:
            self.advance()
            if self.position.over:
                self.finish()
                return
            if asked is not self.position:
                asked = self.position
                self.ask()
            line = self.read()
            if line is None or line in ("quit", "exit"):
                self.leave()
                return
            try:
                self.obey(line)
            except (Refused, rules.RulesError) as error:
                say(self.refusal(error))

    def refusal(self, error: Exception) -> str:
        """Say why something was refused, in the language of the session."""
        from .local import error_words
        from .local_panel import refusal_words

        said = error_words(self.position.game.name, error)
        return refusal_words(self.position.game.name, said)

    def advance(self) -> None:
        """Let chance, bots and seats without a choice go on until a person has to decide or to type dice."""
        while (kind := self.table.next()) and not (kind == "chance" and self.typed):
            before = self.position
            told = self.talk.told(before, self.table.advance())
            only = f" {spoken('(the only move)')}" if kind == "forced" else ""
            say(f"  {told}{only}")

    def ask(self) -> None:
        """Say whose turn it is, what is asked, and the moves when they are few."""
        position = self.position
        say()
        say(self.view.status(self.seen()))
        if position.actor is None:
            example = position.chance()[0][0].key
            tell("  Type what your dice or cards show, such as: {example}   (or `draw`)", example=example)
            return
        moves = position.legal_moves()
        for move in moves[: FEW if len(moves) <= FEW else FEW // 2]:
            say(f"  {move.key}")
        if len(moves) > FEW:
            tell("  ... and {number} more: `moves` lists all.", number=len(moves) - FEW // 2)

    def read(self) -> str | None:
        """Read one line; None at the end of the input or after an interrupt."""
        actor = self.position.actor
        who = spoken("chance") if actor is None else self.talk.seat_name(actor)
        prompt = f"{who}> "
        try:
            if self.lines is sys.stdin and sys.stdin.isatty():
                with suppress(ImportError):
                    import readline  # noqa: F401 - its import gives `input` arrow keys and a history
                line = input(prompt)
            else:
                if typing := self.lines.isatty():
                    print(prompt, end="", flush=True)
                line = self.lines.readline(10_000)
                if not line:
                    raise EOFError
                if not typing:  # a game from a file reads like one that was typed
                    say(prompt + line.strip())
        except (EOFError, KeyboardInterrupt):
            say()
            return None
        except UnicodeDecodeError:
            return "?"
        return " ".join(line.split())

    def obey(self, line: str) -> None:
        """Do what a line says: a command, or a move."""
        if not line:
            return
        word, _, rest = line.partition(" ")
        if (command := self.commands.get(word.lower())) is not None:
            command(rest.strip())
        else:
            self.enter(line)

    def enter(self, text: str) -> None:
        """Play a typed move, or what chance has brought; refuse it with the reasons."""
        position = self.position
        if position.actor is not None:
            self.table.play(position.move(text))
        elif text == "draw":
            say(f"  {self.talk.told(position, self.table.advance())}")
        else:
            self.table.play(position.outcome(text))

    # --- what can be asked --------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the board in words, as the seat that decides may see it."""
        say(self.view.draw(self.position, self.position.actor).text)

    def hint(self) -> None:
        """Give the next rung of the coach's hint about this position."""
        from .coach import RUNGS, hint

        rung = self.hinted[1] + 1 if self.hinted is not None and self.hinted[0] == self.position else 1
        self.hinted = (self.position, min(RUNGS, rung))
        say(hint(self.seen(), self.hinted[1]).text)

    def what_if(self, text: str) -> None:
        """Say what a move would change, and leave the game as it is."""
        from .trying import try_move

        if self.position.actor is None:
            raise Refused(spoken("Chance is next; there is no move to try."))
        say(try_move(self.seen(), self.position.move(text), COACH_SECONDS, {}).words())

    def list_moves(self, words: str) -> None:
        """List the legal moves that hold all of the words."""
        wanted = words.lower().split()
        found = [move.key for move in self.position.legal_moves() if all(word in move.key.lower() for word in wanted)]
        for key in found:
            say(f"  {key}")
        if not found:
            if words:
                tell("  no legal move holds {words}", words=repr(words))
            else:
                tell("  no legal move")

    def why(self, text: str) -> None:
        """Say why a move is not legal, or that it is."""
        if not text:
            tell("Type `why` and a move.")
            return
        try:
            move = self.position.move(text)
        except rules.RulesError as error:
            say(self.refusal(error))
        else:
            tell("{move} is legal.", move=repr(move.key))

    def undo(self) -> None:
        """Go back to the last decision; typed dice and cards are taken back one by one."""
        if self.typed and self.table.steps and self.table.positions[-2].actor is None:
            self.table.steps, self.table.positions = self.table.steps[:-1], self.table.positions[:-1]
            tell("Taken back: what chance has brought.")
            return
        self.step_through(self.table.undo, "Taken back")

    def redo(self) -> None:
        """Play again what was taken back."""
        self.step_through(self.table.redo, "Played again")

    def step_through(self, act: Callable[[], int], done: str) -> None:
        """Undo or redo, and say how far; say why not where that cannot be."""
        try:
            number = act()
        except ValueError as error:
            say(self.refusal(error))
        else:
            say(f"{spoken(done)}: {steps(number)}.")

    def save(self, name: str) -> None:
        """Write the record to a file; a file that this game did not write is left alone."""
        if not name:
            tell("Type `save` and the name of a file.")
            return
        path = Path(name).expanduser()
        try:
            here = path.absolute()
            if here.exists() and here not in self.own_files:
                tell("{name}: is there already; choose another name.", name=name)
                return
        except (OSError, ValueError, RuntimeError) as error:
            tell("{name}: cannot be written: {reason}.", name=name, reason=reason(error))
            return
        write_file(here, self.table.record.to_text())
        self.own_files.add(here)
        self.saved = len(self.table.steps)
        tell("Saved {steps} in {path}.", steps=steps(len(self.table.steps)), path=plain(str(path)))

    def finish(self) -> None:
        """Say who has won, with everybody's points by source."""
        from widgets.marks import HOUSE
        from widgets.talk import house_sources, side_name

        self.show()
        say()
        for score in sorted(self.position.scores(), key=lambda score: (score.rank, score.seat)):
            named = self.named
            ours = dict.fromkeys(house_sources(self.position, score.seat), HOUSE)
            parts = ", ".join(
                f"{named(name)} {number}{ours.get(name, '')}" for name, number in score.sources.items() if number
            )
            name = spoken(side_name(self.talk, self.position, score.seat))
            points, parts = spoken("points"), parts or spoken("none")
            say(f"{score.rank}. {name}: {score.total}{HOUSE if ours else ''} {points} ({parts})")
        if note := self.talk.house_note(self.position):
            say(note)

    def named(self, source: str) -> str:
        """Name a source of points: in English by the rules' own name, in German by that of the box."""
        from .amounts import name_of
        from .language import language

        return source if language() == "en" else name_of(self.position.game.name, source)

    def leave(self) -> None:
        """Say how to come back."""
        if len(self.table.steps) != self.saved:
            warn(spoken("The game is not saved. This line is the position; `magister play FILE` goes on from it:"))
            say(self.position.to_code())
