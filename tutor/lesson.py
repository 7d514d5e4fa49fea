"""A lesson as data: what a teacher writes in a file, and what is read from it. `lessons/README.md` tells the format.

A lesson is a start position and at most twelve steps. Each step says what it is about, and has a goal: a thing to do on
the live board. Nothing in a file is executed: it is read, and what is wrong in it is said with the path to the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

import msgspec

import rules
from rules import BadInput, Problem
from rules.arguments import check_path
from rules.files import read_text
from rules.printable import shown
from rules.protocol import Game, Position
from rules.reading import position_of
from rules.toml_text import read_toml
from rules.typed import Unreadable

from .language import Text
from .structs import Reading, read_struct

SCHEMA: Final = 1
"""The version of the format that this release reads."""

MOST_STEPS: Final = 12
MINUTES: Final = (5, 8)
LONGEST_FILE: Final = 200_000
MOST_WORDS: Final = 110
"""A text of a lesson that is longer is a page to read and no longer a thing to do."""

WILD: Final = frozenset("*?[")


def wild(pattern: str) -> bool:
    """Say whether a text is a pattern for several moves.

    >>> wild("place 8: *"), wild("place 8: 3 5")
    (True, False)
    """
    return not WILD.isdisjoint(pattern)


def fits(key: str, patterns: tuple[str, ...]) -> bool:
    """Say whether the canonical text of a move is one of these, or fits one of the patterns.

    >>> fits("place 8: 3 5", ("place 4: *", "place 8: *"))
    True
    """
    return any(key == pattern or fnmatchcase(key, pattern) for pattern in patterns)


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say where a lesson or a step begins: a game that is set up, a position as one line, or a position as text.

    ``after`` are moves and outcomes, each by its key, that are played from there before anything is shown.
    """

    players: int = 0
    seed: int = 0
    modules: tuple[str, ...] = ()
    options: dict[str, str | int | bool] = {}
    code: str = ""
    text: str = ""
    after: tuple[str, ...] = ()

    def position(self, game: str, path: str = "start") -> Position:
        """Return the position, with everything in ``after`` played.

        Raises:
            rules.BadInput: it cannot be set up, read or played; the path says where.
        """
        position = self._first(game, path)
        return play_keys(position, self.after, f"{path}.after")

    def _first(self, game: str, path: str) -> Position:
        given = [name for name in ("players", "code", "text") if getattr(self, name)]
        if len(given) != 1:
            said = f"has {' and '.join(given) or 'none of them'}"
            raise BadInput((Problem(path, f"must have exactly one of players, code and text; it {said}."),))
        try:
            if self.players:
                loaded = rules.load(game, options=dict(self.options))
                return loaded.setup(players=self.players, seed=self.seed, modules=self.modules)
            position = position_of(self.code or self.text)
        except BadInput as error:
            found = [Problem(f"{path}.{problem.path}".rstrip("."), problem.text) for problem in error.problems]
            raise BadInput(found) from None
        if position.game.name != game:
            text = f"is a position of {position.game.name}, but this lesson is about {game}."
            raise BadInput((Problem(f"{path}.{given[0]}", text),))
        return position


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what the solver has proved of a position: ``par`` points within ``horizon``, and every first move that
    loses none of them. The check solves it anew; so the panel need not."""

    horizon: str
    par: str
    moves: tuple[str, ...]
    objective: str = ""
    seconds: int = 20


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say what reaches the end of a step; exactly one of ``moves``, ``line``, ``refused``, ``touch`` and ``best``.

    ``moves``: any one of them. ``line``: all of them in this order. ``refused``: to try what fits ``by``, of which
    the first is a whole move, and what this rule forbids. ``touch``: to press any one of these places of the board.
    ``best``: a move that loses nothing.
    """

    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    refused: str = ""
    by: tuple[str, ...] = ()
    touch: tuple[str, ...] = ()
    best: Best | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """List which of the kinds are given; in a right lesson it is one."""
        return tuple(name for name in ("moves", "line", "refused", "touch", "best") if getattr(self, name))

    @property
    def kind(self) -> str:
        """Return the kind of this goal."""
        return self.kinds[0]

    @property
    def stages(self) -> tuple[tuple[str, ...], ...]:
        """Return what is to be played, one after the other: patterns of which any one will do. Nothing for others."""
        if self.best is not None:
            return (self.best.moves,)
        return (self.moves,) if self.moves else tuple((pattern,) for pattern in self.line)


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Foresee a move that does not reach the goal: legal (no ``rule``; a pattern will do), or refused by ``rule``.

    Many moves break one rule. What is said of a refused one is true of ``move``, and of what fits a pattern of ``of``.
    """

    move: str
    say: Text
    rule: str = ""
    of: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold one step of a lesson: one thing to do.

    ``say``: what it is about, and what to do now. ``rules``: ids of the rules that it teaches. ``start``: a jump to
    another position. ``allow``: what is on offer (all legal moves, if left out). ``success``, ``mistakes``, ``other``:
    what is said afterwards. ``then``: moves and outcomes that follow success by themselves. ``show``: places that get a
    ring. ``hint``: words of the author's own before the hints of the coach.
    """

    say: Text
    goal: Goal
    success: Text
    rules: tuple[str, ...] = ()
    start: Start | None = None
    allow: tuple[str, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    other: Text | None = None
    then: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    hint: Text | None = None
    title: Text | None = None

    @property
    def covers(self) -> tuple[str, ...]:
        """List the rules that this step teaches or shows at work, each once."""
        met = (*self.rules, self.goal.refused, *(mistake.rule for mistake in self.mistakes))
        return tuple(dict.fromkeys(rule for rule in met if rule))


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a lesson. ``number`` is its place in the course; ``seat`` is whose decisions the learner makes (without it,
    those of whoever is to decide)."""

    schema: int
    game: str
    id: str
    number: int
    title: Text
    summary: Text
    minutes: int
    start: Start
    steps: tuple[Step, ...]
    seat: int | None = None

    @classmethod
    def read(cls, source: str | Path) -> Self:
        """Read a lesson from a file (a path) or from text (more than one line).

        Raises:
            rules.BadInput: the file cannot be read, or is no lesson; every defect with the path to its field.
        """
        document = read_toml(_text(source), "lesson")
        found: list[Problem] = []
        lesson = read_struct(document, cls, Reading(found))
        if lesson is not None:
            found += shape_problems(lesson)
        if lesson is None or found:
            raise BadInput(found)
        return lesson

    @property
    def key(self) -> str:
        """Return the name under which progress is kept: game and id."""
        return f"{self.game}/{self.id}"

    @property
    def covers(self) -> tuple[str, ...]:
        """List the rules that this lesson covers, each once, in the order in which they come."""
        return tuple(dict.fromkeys(rule for step in self.steps for rule in step.covers))

    def load_game(self) -> Game:
        """Load the game that this lesson is about, in its usual edition.

        Raises:
            rules.UnknownName: there is no such game.
        """
        return rules.load(self.game)


def _text(source: str | Path) -> str:
    if isinstance(source, str) and "\n" in source:
        return source
    return read_text(check_path(source, "lesson", "the path of a lesson file, or its text"), LONGEST_FILE)


def play_keys(position: Position, keys: tuple[str, ...], path: str) -> Position:
    """Play moves and outcomes by their keys.

    Raises:
        rules.BadInput: one is not legal where it is played; the path ends with its number.
    """
    for index, key in enumerate(keys):
        position = position.play(read_step(position, key, f"{path}[{index}]"))
    return position


def read_step(position: Position, key: str, path: str) -> Any:
    """Read a move or an outcome by its key where it is to be played.

    Raises:
        rules.BadInput: it is not legal there, or the game is over.
    """
    if position.over:
        raise BadInput((Problem(path, f"is {shown(key)}, but the game is over by then."),))
    try:
        return position.outcome(key) if position.actor is None else position.move(key)
    except rules.RulesError as error:
        said = " ".join(str(error).split("\n"))
        raise BadInput((Problem(path, f"is {shown(key)}, which cannot be played there: {said}"),)) from None


def shape_problems(lesson: Lesson) -> list[Problem]:
    """List what is wrong with a lesson without playing it: numbers out of bounds, goals that are none, and the like."""
    found: list[Problem] = []
    if lesson.schema != SCHEMA:
        found.append(Problem("schema", f"is {lesson.schema}; this release reads version {SCHEMA}."))
    if lesson.game not in rules.games():
        found.append(Problem("game", f"is {shown(lesson.game)}; this installation knows {', '.join(rules.games())}."))
    if not lesson.id.replace("_", "").isalnum() or not lesson.id.isascii() or lesson.id != lesson.id.lower():
        found.append(Problem("id", f"is {shown(lesson.id)}; use small letters, digits and _."))
    if not MINUTES[0] <= lesson.minutes <= MINUTES[1]:
        found.append(Problem("minutes", f"is {lesson.minutes}; a lesson takes {MINUTES[0]} to {MINUTES[1]} minutes."))
    if not 1 <= len(lesson.steps) <= MOST_STEPS:
        found.append(Problem("steps", f"has {len(lesson.steps)} entries; a lesson has 1 to {MOST_STEPS} steps."))
    for index, step in enumerate(lesson.steps):
        found += _step_problems(step, f"steps[{index}]")
    return found


def _step_problems(step: Step, path: str) -> list[Problem]:
    found: list[Problem] = []
    goal = step.goal
    if len(goal.kinds) != 1:
        text = f"has {' and '.join(goal.kinds) or 'none'}; give exactly one of moves, line, refused, touch and best."
        found.append(Problem(f"{path}.goal", text))
    if goal.refused and not goal.by:
        found.append(Problem(f"{path}.goal.by", "is missing: name at least one move that the rule refuses here."))
    if goal.by and not goal.refused:
        found.append(Problem(f"{path}.goal.by", "belongs to a goal with 'refused', which is missing."))
    if goal.by and wild(goal.by[0]):
        text = "must be one whole move, for the hint gives it away; patterns may follow."
        found.append(Problem(f"{path}.goal.by[0]", text))
    for number, mistake in enumerate(step.mistakes):
        if mistake.of and not mistake.rule:
            text = "belongs to a mistake with 'rule', which is missing; 'move' may be a pattern here."
            found.append(Problem(f"{path}.mistakes[{number}].of", text))
        if mistake.rule and wild(mistake.move):
            text = "must be one whole move where a rule is named: what is not legal cannot be listed."
            found.append(Problem(f"{path}.mistakes[{number}].move", text))
    return found


def spelled(game: str, text: str) -> str:
    """Return the key of a move that somebody typed, legal or not; what is no move, in its words.

    >>> spelled("kingsburg", " Place 8: 5, 3"), spelled("kingsburg", "Fly  high")
    ('place 8: 3 5', 'fly high')
    """
    try:
        return str(import_module(f"rules.{game}.notation").read(text).key)
    except Unreadable:
        return " ".join(text.lower().split())


def game_rules(game: str) -> Mapping[str, Any]:
    """Return the table of rules of a game: id to `rules.rule_table.Rule`."""
    from rules.rule_table import rule_table

    return rule_table(f"rules.{game}")
