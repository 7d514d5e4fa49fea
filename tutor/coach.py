"""Hints in five rungs from any position: what it is about, which goods, which place, the move, the whole line.

There is always an answer in a sentence, also where nothing is to be decided. A hint says how sure it is: "optimal" only
where the solver has proved it.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules import BadInput, RulesError
from rules.arguments import check_list, check_name, check_position, check_whole, wrong_kind
from rules.playouts import greedy_policy
from rules.protocol import Position
from rules.reading import position_given
from widgets.line import frames
from widgets.talk import Talk

from .amounts import brought, by_good, by_source, joined, name_of, points, speaking
from .house_words import house_words
from .judge import OBJECTIVE, Judge, Memory, counted
from .language import say
from .local import talk_of, translated

if TYPE_CHECKING:
    from solver import Answer, Plan

RUNGS: Final = 5
NAMING: Final = (3, 4)  # the rungs that name the place and the move, and nothing of what comes of them
OPTIMAL, BEST_SO_FAR, GOAL, ONLY_MOVE, GUESS, NOBODY = "optimal", "best so far", "goal", "only move", "guess", ""


class Hint(msgspec.Struct, frozen=True):
    """Hold a hint.

    ``tokens`` are the parts of moves to ring on the board; ``moves`` the keys of what to play, from rung 4 on (all of
    the line on rung 5). ``proof`` is "optimal", "best so far" (nothing better is known), "goal" (it leads to the goal
    that was given), "only move", "guess" (the solver takes no question here; it is what a quick judgement plays), or ""
    where nobody decides.
    """

    rung: int
    text: str
    tokens: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    proof: str = NOBODY

    def __str__(self) -> str:
        """Print the sentences."""
        return self.text


def hint(
    position: Position | str | PathLike[str],
    rung: int = 1,
    *,
    goal: Sequence[object] | None = None,
    choice: object = None,
    horizon: str | None = None,
    objective: str | Mapping[str, Any] = OBJECTIVE,
    seconds: float = 1.0,
    language: str | None = None,
    memory: Memory | None = None,
) -> Hint:
    """Give a hint for the seat that decides, from what that seat may know. A position's text, code or file will do.

    ``rung`` is 1 (what it is about), 2 (which goods), 3 (which place), 4 (the move) or 5 (the whole line, what each
    move brings, and the price of ``choice``, an own move). With ``goal``, moves or their keys, the hint leads to the
    best of these. ``horizon`` and ``objective`` are those of `solver.solve`; without them the hint looks to the end of
    the first horizon and counts points, and goods by the shipped table. ``seconds`` limits each solve.

    Raises:
        rules.BadInput: an argument does not fit.
        rules.IllegalMove: ``choice`` or a move of ``goal`` is not legal here.

    >>> import rules
    >>> record = rules.playout(rules.load("kingsburg").setup(players=3, seed=7), seed=7)
    >>> hint(record.end, language="en").text
    'The game is over; there is nothing to decide any more.'
    """
    position = position_given(position)
    check_position(position)
    rung = check_whole(rung, "rung", 1, RUNGS)
    from solver.numbers import refusal, within
    from solver.request import LONGEST, OBJECTIVES

    if isinstance(objective, str):
        check_name(objective, "objective", OBJECTIVES)
    if not within(seconds, 0, LONGEST):
        raise BadInput((refusal("seconds", seconds, 0, LONGEST),))
    if memory is not None and not isinstance(memory, MutableMapping):
        raise wrong_kind("memory", memory, "a dictionary that keeps what was solved, such as {}")
    with speaking(language):
        if position.over:
            return Hint(rung, say("The game is over; there is nothing to decide any more."))
        if position.actor is None:
            return Hint(rung, say("Nobody decides now: chance comes next. Let the dice or cards fall, and ask again."))
        talk = talk_of(position.game.name)
        legal = position.legal_moves()
        wanted = _moves(position, goal, "goal") if goal is not None else ()
        own = None if choice is None else _move(position, choice, "choice")
        if len(legal) == 1:
            return _only(rung, position, legal[0], talk)
        kept = recent() if memory is None else memory
        # Where one move is wanted, its place and its name are known without a look ahead.
        coach = Coach(position, wanted, horizon, objective, seconds, kept, len(wanted) != 1 or rung not in NAMING)
        return coach.hint(rung, own)


_recent: Memory = {}
MOST_RECENT: Final = 400


def recent() -> Memory:
    """Return what hints of this session have solved, so that one rung after the other speaks of the same line."""
    if len(_recent) > MOST_RECENT:
        _recent.clear()
    return _recent


def _moves(position: Position, given: object, name: str) -> tuple[Any, ...]:
    """Read moves that are given as such or by their keys; each must be legal here."""
    right = "a list of moves or of their keys, one at least"
    moves = check_list(given, name, right)
    if not moves:
        raise wrong_kind(name, given, right)
    return tuple(_move(position, move, name) for move in moves)


def _move(position: Position, given: object, name: str) -> Any:
    """Read a move that is given as such or by its key; it must be legal here."""
    key = given if isinstance(given, str) else getattr(given, "key", None)
    if isinstance(given, type) or not isinstance(key, str):
        raise wrong_kind(name, given, "a move or its key")
    return position.move(str(key))


def _only(rung: int, position: Position, move: Any, talk: Talk) -> Hint:
    """Answer where there is one move."""
    text = say("There is only one move: {move}.", move=talk.phrase(position, move))
    return Hint(rung, text, named(position, move, talk), (move.key,), ONLY_MOVE)


def named(position: Position, move: Any, talk: Talk) -> tuple[str, ...]:
    """List the parts of a move that a person chooses, each as often as it is needed; a bare verb is none."""
    parts = tuple(token for token in move.parts if talk.token_words(position, token))
    return parts or tuple(move.parts)


class Coach:
    """Hold what is known about one decision, and put it into words, rung by rung."""

    def __init__(
        self,
        position: Position,
        goal: tuple[Any, ...],
        horizon: str | None,
        objective: str | Mapping[str, Any],
        seconds: float,
        memory: Memory,
        look: bool = True,
    ) -> None:
        """Look for the best line, if wanted; the goal's best move comes first where there is a goal."""
        self.position = position
        self.game = position.game.name
        self.talk = talk_of(self.game)
        self.goal = goal
        self.judge: Judge | None = None
        self.answer: Answer | None = None
        try:
            self.judge = Judge(position, horizon, objective, seconds, memory)
            self.answer = self._look(seconds) if look else None
        except (RulesError, ImportError):
            # Where there is a goal, or a quick judgement, there is a hint without the solver, too.
            if horizon is not None or not isinstance(objective, str):
                raise
        self.move = self._first()
        self.proof = self._proved()
        self.plan: Plan | None = None
        if self.judge is not None and self.answer is not None:
            self.plan = self.judge.plan(self.answer)

    def _look(self, seconds: float) -> Answer | None:
        assert self.judge is not None
        if not self.goal:
            return self.judge.best()
        if len(self.goal) == 1:
            return self.judge.after(self.goal[0])
        tried = [self.judge.after(move, seconds / len(self.goal)) for move in self.goal]
        known = [answer for answer in tried if answer is not None]
        return max(known, key=lambda answer: answer.value) if known else None

    def _first(self) -> Any:
        """Return the move that is suggested."""
        if self.answer is not None and self.answer.moves:
            key = self.answer.moves[0].key
            found = next((move for move in self.position.legal_moves() if move.key == key), None)
            if found is not None:
                return found
            self.answer = None  # the solver plans without the others; what they hold back is seen here
        if self.goal:
            return self.goal[0]
        actor = self.position.actor
        assert actor is not None
        from random import Random

        return greedy_policy(self.position.view(actor), Random(0))

    def _proved(self) -> str:
        if self.goal:
            return GOAL
        if self.answer is None or self.judge is None or not self.judge.checked:
            return GUESS
        return OPTIMAL if self.answer.bound == self.answer.value else BEST_SO_FAR

    # --- in words -------------------------------------------------------------------------------------------------

    def hint(self, rung: int, own: Any) -> Hint:
        """Return the hint of a rung."""
        tokens = named(self.position, self.move, self.talk)
        if rung == 1:
            return Hint(rung, self.about(), proof=self.proof)
        if rung == 2:
            return Hint(rung, self.goods(), proof=self.proof)
        if rung == 3:
            words = self.talk.token_words(self.position, tokens[0]) or self.phrase
            return Hint(rung, say("Look at this place: {place}.", place=words), tokens[:1], proof=self.proof)
        said = say("The move: {move}.", move=self.phrase)
        if rung == 4:
            return Hint(rung, f"{said} {self.sure()}", tokens, (self.move.key,), self.proof)
        line = self.answer.moves if self.answer is not None else (self.move,)
        keys = tuple(move.key for move in line) or (self.move.key,)
        return Hint(rung, "\n".join(self.whole(own)), tokens, keys, self.proof)

    @property
    def phrase(self) -> str:
        """Return the suggested move in the game's words."""
        return self.talk.phrase(self.position, self.move)

    @property
    def until(self) -> str:
        """Say up to when is counted."""
        assert self.judge is not None
        return name_of(self.game, f"horizon:{self.judge.request.horizon}").removeprefix("horizon:")

    def about(self) -> str:
        """Say what it is about: where most of the points come from, or which goods."""
        number = len(self.position.legal_moves())
        gains = _largest(self.plan.sources if self.plan is not None else {})
        if self.plan is not None and gains:
            sources = joined([name_of(self.game, name) for name in gains])
            worth = points(sum((self.plan.sources[name] for name in gains), Fraction(0)))
            text = say(
                "It is about {sources}: a good line wins {points} there, up to {end}.",
                sources=sources,
                points=f"{worth}{self.plan.ring}",
                end=self.until,
            )
        elif self.plan is not None and (kept := _largest(self.plan.holdings)):
            goods = joined([name_of(self.game, name) for name in kept])
            text = say(
                "It is about what you keep for later: {goods}. This line wins no points up to {end}.",
                goods=goods,
                end=self.until,
            )
        else:
            text = say("Ask of each move what it costs and what it brings.")
        first = say("You choose between {number} moves.", number=number)
        return f"{first} {text}"

    def goods(self) -> str:
        """Say which goods the line spends and which it brings."""
        if self.plan is None:
            place = self.talk.token_words(self.position, named(self.position, self.move, self.talk)[-1])
            return say("Think of this: {place}.", place=place or self.phrase)
        came = by_good(self.game, self.plan.holdings)
        went = by_good(self.game, self.plan.holdings, False)
        if came and went:
            return say(
                "A good line spends {spent} and leaves you with {more} more.", spent=joined(went), more=joined(came)
            )
        if went:
            return say("A good line spends {spent}.", spent=joined(went))
        if came:
            return say("A good line costs no goods; it leaves you with {more} more.", more=joined(came))
        won = by_source(self.game, self.plan.sources, ring=self.plan.ring)
        if won:
            return say("Goods do not matter here; points do: {points}.", points=joined(won))
        return say("Nothing can be won here; it is about losing nothing.")

    def sure(self) -> str:
        """Say how sure the suggestion is."""
        if self.proof == GOAL:
            return say("It leads to the goal.")
        if self.proof == GUESS:
            return say("The solver takes no question here; this is a quick judgement.")
        assert self.judge is not None
        if self.proof == OPTIMAL:
            return say("No move is better, counted up to {end}; this is proved.", end=self.until)
        return say("No better move is known, counted up to {end}; it is not proved to be the best.", end=self.until)

    def whole(self, own: Any) -> list[str]:
        """Say the whole line, what each move brings, and what an own move costs."""
        lines = []
        steps = [step for step in self.plan.steps if step.key] if self.plan is not None else []
        if not steps or self.plan is None:
            lines.append(say("The move: {move}.", move=self.phrase))
        else:
            lines.append(say("The line, up to {end}:", end=self.until))
            phrases = self.phrases()
            for number, step in enumerate(steps, start=1):
                what = brought(self.game, step.sources, step.holdings, self.plan.ring_of(step)) or say(
                    "brings nothing by itself"
                )
                words = phrases.get(number) or _lower(translated(self.game, step.text))
                lines.append(say("{number}. {move}: {what}.", number=number, move=words, what=what))
            total = brought(self.game, self.plan.sources, self.plan.holdings, self.plan.ring) or say("changes nothing")
            lines.append(say("Together it {what}.", what=total))
            lines += house(self.plan)
        lines.append(self.sure())
        if own is not None:
            lines.append(self.price(own))
        return lines

    def phrases(self) -> dict[int, str]:
        """Return the plan's moves in the game's words, by their number; what only another outcome asks is left out."""
        assert self.plan is not None and self.judge is not None
        line = frames(self.plan, self.judge.request, self.judge.room, self.talk)
        return {frame.move: frame.text for frame in line if frame.kind == "move"}

    def price(self, own: Any) -> str:
        """Say what an own move costs against the suggestion."""
        words = self.talk.phrase(self.position, own)
        if own.key == self.move.key:
            return say("Your move is the same: {move}.", move=words)
        if self.judge is None:
            return say("Your move, {move}, could not be compared.", move=words)
        loss = self.judge.loss(own)
        said = say("Your move, {move}, {loss}.", move=words, loss=loss.words())
        told = "" if loss.exact and not loss.least else counted(self.judge.request.worths)
        return " ".join(filter(None, (said, told)))


def house(plan: Plan) -> list[str]:
    """Say on which values of our own a plan rests."""
    if not plan.house:
        return []
    return [
        say(
            "It rests on values of our own, not printed ones (°): {names}.",
            names=house_words(plan.position.game.name, plan.house),
        )
    ]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _largest(gains: Mapping[str, Fraction]) -> list[str]:
    """Name the one or two entries that bring most: the second where it brings half as much at least."""
    won = sorted(((value, name) for name, value in gains.items() if value > 0), key=lambda pair: (-pair[0], pair[1]))
    return [name for value, name in won[:2] if 2 * value >= won[0][0]]
