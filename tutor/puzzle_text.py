"""A puzzle in the terminal: typed moves, the verdict, and the best line; the same panel as in a notebook, in words."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from fractions import Fraction
from typing import TextIO

from rules import RulesError
from widgets.scene import Refusal

from .command_text import plain
from .command_text import say as write
from .language import say
from .local_panel import refusal_words
from .puzzle import Puzzle
from .puzzle_judge import asked, best_replay, signed
from .puzzle_panel import SHOWN, SOLVING, Puzzles, solution_steps
from .puzzle_scene import asked_words, heading, rating_words, ring_of
from .rating import person
from .store import Store, chosen

FEW = 12
"""So many moves are listed unasked."""

WIDTH = 92


def task_lines(puzzle: Puzzle) -> list[str]:
    """Return the heading, what is asked, and the board in words."""
    panel = Puzzles(puzzle)
    try:
        return [heading(panel, puzzle), *textwrap.wrap(asked_words(panel, puzzle), WIDTH), "", board(panel)]
    finally:
        panel.close()


def board(panel: Puzzles) -> str:
    """Return the present board in words."""
    return panel.view.draw(panel.position, panel.viewer).text


def answer_lines(puzzle: Puzzle) -> list[str]:
    """Return the best line with what each move brings, the best first moves, the margin and the proof."""
    lines = ["", say("The best line brings {points}:", points=signed(puzzle.optimum) + ring_of(puzzle))]
    lines += [f"  {key}" for key in puzzle.line]
    lines.append(say("First moves with which it can be reached: {moves}.", moves="; ".join(puzzle.best)))
    margin = signed(Fraction(puzzle.margin)) + ring_of(puzzle)
    lines.append(say("Every other first move loses at least {points}.", points=margin))
    methods = say(
        "Proved by: {method}; found again by: {checked}.", method=puzzle.proof.method, checked=puzzle.proof.checked
    )
    return [*lines, methods]


class PuzzleTerminal:
    """Solve one puzzle after the other at one terminal: lines in, sentences out."""

    def __init__(self, puzzle: Puzzle, lines: TextIO | None = None, store: Store | None = None) -> None:
        self.panel = Puzzles(puzzle, store=chosen(store), pace=0)
        self.lines = lines or sys.stdin
        self.left = False
        self.commands: dict[str, Callable[[], None]] = {
            "help": self.help,
            "?": self.help,
            "show": lambda: write(board(self.panel)),
            "moves": lambda: self.list_moves(None),
            "undo": self.undo,
            "again": self.again,
            "check": self.check,
            "hint": lambda: self.said(self.panel.hint().text),
            "solution": self.solution,
            "next": self.next,
            "quit": self.leave,
            "exit": self.leave,
        }

    @property
    def puzzle(self) -> Puzzle:
        """Return the puzzle on the board."""
        assert isinstance(self.panel.task, Puzzle)
        return self.panel.task

    def run(self) -> None:
        """Go on until the person leaves or there are no more lines."""
        self.begin()
        while not self.left:
            self.ask()
            line = self.read()
            if line is None:
                return
            try:
                self.obey(line)
            except (Refusal, RulesError, ValueError) as error:
                self.said(refusal_words(self.panel.position.game.name, str(error)))
        self.panel.close()

    def begin(self) -> None:
        """Show the puzzle."""
        for line in task_lines(self.puzzle):
            write(line)
        write(say("Type a move, `check` when your line is complete, `help` for the rest."))

    def ask(self) -> None:
        """Say what is asked now, and the moves when they are few."""
        write()
        write(self.panel.status)
        if self.panel.choice() is not None:
            self.list_moves(FEW)

    def read(self) -> str | None:
        """Read a line; None where there are no more."""
        try:
            if self.lines is sys.stdin and sys.stdin.isatty():
                return " ".join(input("> ").split())
            line = self.lines.readline()
        except (EOFError, KeyboardInterrupt):
            return None
        if not line:
            return None
        write(f"> {plain(line.strip())}")
        return " ".join(line.split())

    def obey(self, line: str) -> None:
        """Do what was typed."""
        if not line:
            return
        command = self.commands.get(line.lower())
        if command is not None:
            command()
            return
        if self.panel.stage != SOLVING:
            self.said(self.panel.status)
            return
        if self.panel.complete:
            self.said(say("Your line is complete: type `check`, or `undo`."))
            return
        before = len(self.panel.table.steps)
        self.panel.play(line)
        for told in self.panel.log[before:]:
            self.said(f"  {told}")

    def said(self, text: str) -> None:
        """Print sentences, broken into lines."""
        for part in text.split("\n"):
            for line in textwrap.wrap(part, WIDTH) or [""]:
                write(line)

    def list_moves(self, few: int | None) -> None:
        """List the legal moves: all of them, or only where they are few."""
        moves = self.panel.position.legal_moves() if self.panel.position.actor is not None else ()
        if few is not None and len(moves) > few:
            write(say("There are {number} moves: `moves` lists them.", number=len(moves)))
            return
        for move in moves:
            write(f"  {move.key}  ({self.panel.talk.phrase(self.panel.position, move)})")

    def help(self) -> None:
        """Say what can be typed."""
        for word, text in (
            ("moves", say("list the legal moves")),
            ("show", say("show the board again")),
            ("hint", say("a hint; again for more")),
            ("undo, again", say("take a move back, or all")),
            ("check", say("say what the line is worth; where it stops early, you pass")),
            ("solution", say("show the best line")),
            ("next", say("another puzzle that suits you")),
            ("quit", say("leave")),
        ):
            write(f"  {word:<12} {text}")

    def undo(self) -> None:
        """Take the last move back."""
        self.panel.undo()

    def again(self) -> None:
        """Go back to the beginning."""
        self.panel.begin(self.puzzle)
        write(say("Begun anew."))

    def check(self) -> None:
        """Say what the line is worth."""
        if self.panel.stage != SOLVING:
            self.said(self.panel.status)
            return
        self.said(self.panel.check().sentence)
        write(rating_words(person(self.puzzle.game, self.panel.store)))
        if self.panel.store.notice:
            self.said(self.panel.store.notice)

    def solution(self) -> None:
        """Print the best line, step by step."""
        self.panel.solution()
        assert self.panel.stage == SHOWN
        position = asked(self.puzzle)[0].position
        for step in solution_steps(self.puzzle):
            self.said(f"  {self.panel.talk.told(position, step)}")  # type: ignore[arg-type]
            position = position.play(step)
        for line in answer_lines(self.puzzle):
            self.said(line)
        if best_replay(self.puzzle).ends > 1:
            write(say("Chance was shown by one outcome; the line counts them all."))

    def next(self) -> None:
        """Go on with another puzzle."""
        self.panel.go_on()
        self.begin()

    def leave(self) -> None:
        """Come to an end."""
        self.left = True
