"""``magister learn``: a lesson in the terminal, with typed moves; the same `Session` as the panel drives."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

import rules
from rules import IllegalMove, RulesError

from . import courses, learn_scene
from .command_text import Refused, plain
from .command_text import say as write
from .language import LANGUAGES, say, set_language
from .lesson import Lesson
from .lesson_hint import lesson_hint
from .local import error_words, talk_of, title_of, view_of
from .session import SHELF, LessonProgress, Said, Session
from .store import Store, default

FEW = 12
"""So many moves are listed unasked."""

WIDTH = 92


def learn(game: str | None, lesson: str | None, language: str | None, lines: TextIO | None = None) -> None:
    """Show what there is, or go through a lesson and those that follow it."""
    if language is not None:
        if language not in LANGUAGES:
            raise Refused(f"--lang: there is no language {language!r}; there are {', '.join(LANGUAGES)}.")
        set_language(language)
    if game is None:
        list_courses(default())
        return
    rules.load(game)
    terminal = Lessons(game, default(), lines)
    if lesson is None and (terminal.lines is not sys.stdin or not sys.stdin.isatty()):
        terminal.show_course()
        return
    terminal.run(courses.find(game, lesson) if lesson is not None else None)


def list_courses(store: Store) -> None:
    """Print the courses there are, and how to begin one."""
    write(say("What do you want to learn?"))
    for game in courses.games():
        write(f"  magister learn {game}")
        for line in course_lines(game, store):
            write(f"    {line}")


def course_lines(game: str, store: Store) -> list[str]:
    """Return a line for each lesson of a game."""
    lines = []
    for lesson in courses.course(game):
        kept = store.get(SHELF, lesson.key, LessonProgress, LessonProgress())
        mark = "x" if kept.done else ">" if kept.step else " "
        minutes = say("{minutes} minutes", minutes=lesson.minutes)
        lines.append(f"[{mark}] {lesson.number:>2}. {lesson.title.say()} ({lesson.id}, {minutes})")
    return lines


class Lessons:
    """Go through lessons at one terminal: lines in, sentences out."""

    def __init__(self, game: str, store: Store, lines: TextIO | None = None) -> None:
        self.game, self.store = game, store
        self.lines = lines or sys.stdin
        self.talk = talk_of(game)
        self.rung = 0
        self.session: Session | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.help(),
            "?": lambda _: self.help(),
            "hint": lambda _: self.hint(),
            "moves": self.list_moves,
            "why": self.why,
            "show": lambda _: self.show(),
            "rules": lambda _: self.show_rules(),
            "again": lambda _: self.again(),
            "back": lambda _: self.back(),
            "touch": self.touch,
            "lessons": lambda _: self.show_course(),
        }

    @property
    def here(self) -> Session:
        """Return the lesson in progress."""
        assert self.session is not None
        return self.session

    # --- the course of a lesson -----------------------------------------------------------------------------------

    def run(self, lesson: Lesson | None) -> None:
        """Go through a lesson and those that follow, until the person leaves or there are no more lines."""
        if lesson is None:
            self.show_course()
            lesson = self.following()
            if lesson is None:
                write(say("All lessons are done; choose one to do it again."))
                return
        while lesson is not None:
            write()
            write(f"== {learn_scene.heading(lesson.number, lesson.title.say())} ==")
            self.session = Session(lesson, self.store)
            if not self.through():
                return
            write(learn_scene.end_words(self.here))
            lesson = courses.after(lesson)
            if lesson is None or self.read(say("Enter goes on, `quit` leaves. ")) in (None, "quit", "exit"):
                return

    def following(self) -> Lesson | None:
        """Return the first lesson that is not done."""
        for lesson in courses.course(self.game):
            if not self.store.get(SHELF, lesson.key, LessonProgress, LessonProgress()).done:
                return lesson
        return None

    def through(self) -> bool:
        """Go through the steps of a lesson; say whether its end was reached."""
        self.arrive()
        while True:
            session = self.here
            if session.reached:
                while session.script:
                    before, step = session.play_scripted()
                    write(f"  {self.talk.told(before, step)}")
                if not session.go_on():
                    return True
                self.arrive()
            line = self.read("> ")
            if line is None or line in ("quit", "exit"):
                write(say("What you have done is kept."))
                return False
            try:
                self.obey(line)
            except (Refused, RulesError) as error:
                write(error_words(self.game, error))

    def arrive(self) -> None:
        """Say what the step asks."""
        session = self.here
        step, total = session.step, len(session.lesson.steps)
        where = say("Step {number} of {total}", number=session.index + 1, total=total)
        write()
        write(f"-- {where}{': ' + step.title.say() if step.title is not None else ''} --")
        self.paragraph(step.say.say())
        self.rung = 0
        if self.store.notice:
            write(self.store.notice)
        self.ask()

    def ask(self) -> None:
        """Say what can be typed now."""
        session = self.here
        if session.step.goal.touch:
            write(say("  Type `touch` and a word of the place you look for; `show` prints the board."))
            return
        moves = [move for move in session.position.legal_moves() if session.offers(move)]
        for move in moves[: FEW if len(moves) <= FEW else FEW // 2]:
            write(f"  {move.key}")
        if len(moves) > FEW:
            write(say("  ... and {number} more: `moves` lists all.", number=len(moves) - FEW // 2))

    def read(self, prompt: str) -> str | None:
        """Read one line; None at the end of the input or after an interrupt."""
        try:
            if self.lines is sys.stdin and sys.stdin.isatty():
                with suppress(ImportError):
                    import readline  # noqa: F401 - its import gives `input` arrow keys and a history
                return " ".join(input(prompt).split())
            line = self.lines.readline(10_000)
        except (EOFError, KeyboardInterrupt):
            write()
            return None
        except UnicodeDecodeError:
            return "?"
        if not line:
            return None
        write(prompt + plain(line.strip()))
        return " ".join(line.split())

    def obey(self, line: str) -> None:
        """Do what a line says: a command, or a move that is tried."""
        if not line:
            return
        first, _, rest = line.partition(" ")
        if (command := self.commands.get(first.lower())) is not None:
            command(rest.strip())
        elif self.here.step.goal.touch:
            self.touch(line)
        else:
            self.attempt(line)

    def attempt(self, line: str) -> None:
        """Try a move."""
        session = self.here
        before = session.position
        try:
            move = before.move(line)
        except IllegalMove as error:
            self.answer(session.refused(error.findings, line))
            return
        said = session.move(move)
        if said.kind in ("reached", "stage"):
            write(f"  {self.talk.told(before, move)}")
        self.answer(said)
        if said.kind == "stage":
            self.ask()

    def answer(self, said: Said) -> None:
        """Say what came of a try."""
        if said.kind in ("reached", "stage"):
            self.rung = 0
        self.paragraph(said.text)

    def touch(self, words: str) -> None:
        """Name a place of the board by its key or by words of its label."""
        session = self.here
        if not session.step.goal.touch:
            raise Refused(say("This step asks for a move. `hint` helps."))
        places = view_of(session.position).draw(session.position, session.seat).places
        exact = [place for place in places if words in (place.key, place.token)]
        found = exact or [place for place in places if words and words.lower() in place.label.lower()]
        if not found:
            raise Refused(say("The board has no such place; `show` prints it in words."))
        wanted = [place for place in found if place.token in session.step.goal.touch]
        if len(found) > 1 and not exact and len({place.token for place in found}) > 1:
            write(say("That can be several places; type more of it:"))
            for place in found[:FEW]:
                write(f"  {place.label}")
            return
        place = (wanted or found)[0]
        self.answer(session.touch(place.token, place.key))

    # --- what can be asked ----------------------------------------------------------------------------------------

    def help(self) -> None:
        """Print what can be typed."""
        write(
            say(
                "Type a move as it is listed. Besides:\n"
                "  hint            help, more of it each time\n"
                "  moves [WORDS]   list the moves (those that hold all the words)\n"
                "  why MOVE        say which rules a move breaks, without trying it\n"
                "  touch WORDS     name a place of the board\n"
                "  show            show the board in words\n"
                "  rules           the rules of this step\n"
                "  again, back     begin this step anew, go back one step\n"
                "  lessons         list the lessons\n"
                "  quit            leave; what you have done is kept"
            )
        )

    def hint(self) -> None:
        """Give the next hint."""
        self.rung += 1
        session = self.here
        places = view_of(session.position).draw(session.position, session.seat).places
        self.paragraph(lesson_hint(session, self.rung, places).text)

    def list_moves(self, words: str) -> None:
        """List the moves on offer that hold all of the words."""
        wanted = words.lower().split()
        keys = [move.key for move in self.here.position.legal_moves() if self.here.offers(move)]
        found = [key for key in keys if all(one in key.lower() for one in wanted)]
        for key in found:
            write(f"  {key}")
        if not found:
            write(say("  no move"))

    def why(self, text: str) -> None:
        """Say why a move is not legal, or that it is."""
        if not text:
            write(say("Type `why` and a move."))
            return
        try:
            self.here.position.move(text)
        except IllegalMove as error:
            write(self.here.words(error.findings))
        else:
            write(say("That is allowed."))

    def show(self) -> None:
        """Show the board in words, as the learner's seat may see it."""
        session = self.here
        write(view_of(session.position).draw(session.position, session.seat).text)

    def show_rules(self) -> None:
        """Print the rules of the step."""
        for item in learn_scene.rule_items(self.game, self.here.step.covers):
            self.paragraph(f"{item.text} ({item.detail})")

    def show_course(self) -> None:
        """Print the lessons of the game."""
        write(say("Learn {game}", game=title_of(self.game)))
        for line in course_lines(self.game, self.store):
            write(f"  {line}")

    def again(self) -> None:
        """Begin this step anew."""
        self.here.again()
        self.arrive()

    def back(self) -> None:
        """Go back one step."""
        if self.here.index == 0:
            raise Refused(say("This is the first step."))
        self.here.begin(self.here.index - 1)
        self.arrive()

    def paragraph(self, text: str) -> None:
        """Print a text, broken at the width of a page."""
        for part in text.split("\n"):
            write(textwrap.fill(part, WIDTH) if part else "")
