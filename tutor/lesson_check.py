"""Execute a lesson by the rules and say what is wrong with it, in sentences a teacher can act on.

Everything is played: every move is legal where it is played, every goal is reached, every foreseen mistake is really
refused for the rule that is named, what is called best is proved by the solver, and whatever a learner did to reach a
goal, the next step can be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import msgspec

import rules
from rules import BadInput, IllegalMove, Problem
from rules.printable import shown
from rules.protocol import Position

from .language import LANGUAGES, Text
from .lesson import MOST_WORDS, Best, Lesson, Mistake, Step, fits, game_rules, play_keys, read_step, wild

MOST_WAYS: Final = 64
"""In so many positions a step may end; a lesson that branches more begins the next step at a place of its own."""

Found = list[Problem]


def check(lesson: Lesson, *, solve: bool = True) -> tuple[Problem, ...]:
    """Return every defect of a lesson, each with the path to its field; nothing where all is well.

    ``solve=False`` takes on trust what is called best, which may take the solver seconds.
    """
    found: Found = []
    _texts(lesson, found)
    known = game_rules(lesson.game)
    here: tuple[Position, ...] = ()
    try:
        here = (lesson.start.position(lesson.game),)
    except BadInput as error:
        found += error.problems
    seat = lesson.seat
    if seat is None and here:
        seat = here[0].actor
    for index, step in enumerate(lesson.steps):
        path = f"steps[{index}]"
        for rule in step.covers:
            if rule not in known:
                found.append(Problem(f"{path}.rules", f"{shown(rule)} is no rule of {lesson.game}{_near(rule, known)}"))
        if step.start is not None:
            try:
                here = (step.start.position(lesson.game, f"{path}.start"),)
            except BadInput as error:
                found += error.problems
                here = ()
        if here:
            here = _Step(step, path, lesson.seat, solve, found).after(here)
    return tuple(dict.fromkeys(found))


def _near(rule: str, known: Any) -> str:
    from difflib import get_close_matches

    near = get_close_matches(rule, known, 3)
    return f"; near it are {', '.join(near)}." if near else "; `magister rules` lists them."


# --- words --------------------------------------------------------------------------------------------------------


def texts(value: object, path: str = "") -> Iterator[tuple[str, Text]]:
    """Go through every text of a lesson, with the path to it."""
    if isinstance(value, Text):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from texts(inner, f"{path}[{index}]")


def _texts(lesson: Lesson, found: Found) -> None:
    for path, text in texts(lesson):
        for code in LANGUAGES:
            words = getattr(text, code).split()
            if not words:
                found.append(Problem(f"{path}.{code}", "is empty; a lesson speaks both languages."))
            elif len(words) > MOST_WORDS:
                found.append(Problem(f"{path}.{code}", f"has {len(words)} words; more than {MOST_WORDS} nobody reads."))
        if text.en == text.de and len(text.en.split()) > 3:
            found.append(Problem(f"{path}.de", "is the same as the English text; translate it."))


# --- one step -----------------------------------------------------------------------------------------------------


class _Step:
    """Check one step from every position in which it can begin."""

    def __init__(self, step: Step, path: str, seat: int | None, solve: bool, found: Found) -> None:
        self.step, self.path, self.seat, self.solve, self.found = step, path, seat, solve, found
        self.met: set[int] = set()  # mistakes that were really made somewhere

    def add(self, field: str, text: str) -> None:
        """Note a defect at a field of this step."""
        self.found.append(Problem(f"{self.path}.{field}", text))

    def after(self, here: tuple[Position, ...]) -> tuple[Position, ...]:
        """Return the positions in which the next step can begin."""
        ends: dict[Position, None] = {}
        for position in here:
            self.places(position, "show", self.step.show)
            for end in self.reach(position):
                try:
                    ends[play_keys(end, self.step.then, f"{self.path}.then")] = None
                except BadInput as error:
                    self.found += error.problems
        for number, mistake in enumerate(self.step.mistakes):
            if number not in self.met:
                self.missed(number, mistake, here)
        if len(ends) > MOST_WAYS:
            self.add("goal", f"can be reached in {len(ends)} ways; narrow it, or give the next step its own start.")
            return tuple(ends)[:1]
        return tuple(ends)

    def reach(self, position: Position) -> tuple[Position, ...]:
        """Return the positions in which the goal is reached, before what follows by itself."""
        goal = self.step.goal
        if goal.touch:
            self.places(position, "goal.touch", goal.touch)
            self.mistakes(position, ())
            return (position,)
        if not self.decides(position):
            return ()
        if goal.refused:
            self.refusals(position)
            self.mistakes(position, ())
            return (position,)
        if goal.best is not None and self.solve:
            self.best(position, goal.best)
        ends: tuple[Position, ...] = (position,)
        for number, patterns in enumerate(goal.stages):
            field = f"goal.line[{number}]" if goal.line else f"goal.{goal.kind}"
            ends = tuple(dict.fromkeys(end for one in ends for end in self.stage(one, patterns, field)))
        return ends

    def stage(self, position: Position, patterns: tuple[str, ...], field: str) -> list[Position]:
        """Return the positions after each move that the patterns allow here."""
        if not self.decides(position):
            return []
        wanted: dict[str, Any] = {}
        for pattern in patterns:
            if wild(pattern):
                matching = {move.key: move for move in position.legal_moves() if fits(move.key, (pattern,))}
                if not matching:
                    self.add(field, f"{shown(pattern)} fits no legal move; here are {_listed(position)}.")
                wanted |= matching
            else:
                try:
                    move = read_step(position, pattern, f"{self.path}.{field}")
                except BadInput as error:
                    self.found += error.problems
                    continue
                if move.key != pattern:
                    self.add(field, f"is {shown(pattern)}; write it as {move.key!r}.")
                wanted[move.key] = move
        if self.step.allow:
            for pattern in self.step.allow:
                if not any(fits(move.key, (pattern,)) for move in position.legal_moves()) and not self.step.goal.line:
                    self.add("allow", f"{shown(pattern)} fits no legal move; here are {_listed(position)}.")
            for key in wanted:
                if not fits(key, self.step.allow):
                    self.add("allow", f"leaves out {key!r}, which reaches the goal.")
        self.mistakes(position, tuple(wanted))
        return [position.play(move) for move in wanted.values()]

    def decides(self, position: Position) -> bool:
        """Say whether the learner decides here; note it if not."""
        if position.over:
            self.add("goal", "cannot be reached: the game is over.")
        elif position.actor is None:
            first = position.chance()[0][0].key
            self.add(
                "goal",
                f"needs a decision, but chance decides here; put an outcome such as {first!r} into 'after' of the "
                "start or into 'then' of the step before.",
            )
        elif self.seat is not None and position.actor != self.seat:
            self.add(
                "goal",
                f"needs a decision of seat {self.seat}, but seat {position.actor} decides here; put its move into "
                f"'then' of the step before. It may play {_listed(position, 3)}.",
            )
        else:
            return True
        return False

    def refusals(self, position: Position) -> None:
        """Check that each move of ``by`` is refused for the rule of the goal."""
        for number, key in enumerate(self.step.goal.by):
            if wild(key):
                continue  # what is not legal cannot be listed
            self.refused(position, key, self.step.goal.refused, f"goal.by[{number}]")

    def refused(self, position: Position, key: str, rule: str, field: str) -> bool:
        """Say whether a move is refused by a rule; note it if not."""
        said = why_refused(position, key, rule)
        if said:
            self.add(field, said)
        return not said

    def mistakes(self, position: Position, wanted: tuple[str, ...]) -> None:
        """Note which foreseen mistakes can be made in this position."""
        for number, mistake in enumerate(self.step.mistakes):
            if number not in self.met and made_here(position, mistake, wanted):
                self.met.add(number)

    def missed(self, number: int, mistake: Mistake, here: tuple[Position, ...]) -> None:
        """Say why a foreseen mistake cannot be made as it is described."""
        field = f"mistakes[{number}].move"
        position = here[0]
        if mistake.rule:
            self.add(field, why_refused(position, mistake.move, mistake.rule))
        elif position.actor is None or position.over:
            self.add(field, "nobody decides here.")
        elif any(fits(move.key, (mistake.move,)) for move in position.legal_moves()):
            self.add(field, f"{shown(mistake.move)} fits only moves that reach the goal; so it is no mistake.")
        else:
            self.add(field, f"{shown(mistake.move)} fits no legal move; name the rule that refuses it, or mend it.")

    def places(self, position: Position, field: str, tokens: tuple[str, ...]) -> None:
        """Check that these places are on the board."""
        if not tokens:
            return
        there = board_tokens(position, self.seat)
        for number, token in enumerate(tokens):
            if token not in there:
                from difflib import get_close_matches

                near = get_close_matches(token, there, 4, 0.4) or sorted(there)[:6]
                self.add(f"{field}[{number}]", f"{shown(token)} is no place of this board; near it are {_list(near)}.")

    def best(self, position: Position, best: Best) -> None:
        """Let the solver prove what is called best."""
        from solver import rank_moves

        try:
            ranking = rank_moves(position, best.horizon, best.objective or "points", seconds=best.seconds)
        except TimeoutError:
            self.add("goal.best", f"was not proved in {best.seconds} seconds; take a shorter horizon or give it more.")
            return
        except (ValueError, RuntimeError) as error:
            self.add("goal.best", f"cannot be solved: {error}")
            return
        value = ranking.values[0][1]
        if _fraction(best.par) != value:
            self.add("goal.best.par", f"is {shown(best.par)}; the solver proves {str(value)!r}.")
        keys = {move.key for move in ranking.optimal}
        if len(keys) == len(position.legal_moves()):
            self.add("goal.best", "is no question: here every legal move loses nothing. Take another position.")
        if set(best.moves) != keys:
            self.add("goal.best.moves", f"must be every move that loses nothing: {_list(sorted(keys), 40)}.")


def _fraction(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def why_refused(position: Position, key: str, rule: str) -> str:
    """Say why a move is not refused by this rule here; nothing if it is."""
    try:
        position.move(key)
    except IllegalMove as error:
        broken = [finding.rule for finding in error.findings]
        return "" if rule in broken else f"{shown(key)} is refused for {', '.join(broken)}, not for {rule}."
    except rules.RulesError as error:
        return f"{shown(key)} is no move of this game: {error}"
    return f"{shown(key)} is legal here, so {rule} does not refuse it."


def made_here(position: Position, mistake: Mistake, wanted: tuple[str, ...]) -> bool:
    """Say whether a foreseen mistake can be made in this position, where ``wanted`` reach the goal."""
    if position.over or position.actor is None:
        return False
    if mistake.rule:
        return not why_refused(position, mistake.move, mistake.rule)
    found = [move.key for move in position.legal_moves() if fits(move.key, (mistake.move,))]
    return any(key not in wanted for key in found)


def board_tokens(position: Position, seat: int | None) -> frozenset[str]:
    """Return the places of the board as the learner sees it."""
    from widgets.views import view_of

    viewer = position.actor if seat is None else seat
    picture = view_of(position).draw(position, viewer, None, 1060)
    return frozenset(place.token for place in picture.places) | frozenset(place.key for place in picture.places)


def _listed(position: Position, most: int = 6) -> str:
    return _list([move.key for move in position.legal_moves()], most)


def _list(words: list[str], most: int = 6) -> str:
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(repr(word) for word in words[:most]) + more
