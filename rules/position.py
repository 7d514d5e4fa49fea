"""The methods that a position of every game has: what stands behind them is filled in by the game's room.

A position is the lowest module of its room and the steps stand above it, so its methods reach them through one object
(``flow``) instead of importing upward.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, cast

import msgspec

from .arguments import check_random
from .findings import IllegalMove, Problem, WrongKind
from .printable import shown
from .protocol import Outcome
from .shape import misfit

if TYPE_CHECKING:
    from .choices import Choices
    from .findings import Finding
    from .questions import Chance, Decision
    from .score import Score
    from .toml_text import Plain

EXAMPLES: Final = 4
"""So many kinds of moves are named to whoever tries something that is not asked."""

M = TypeVar("M")
O = TypeVar("O", bound=Outcome)  # noqa: E741


class Flow(msgspec.Struct, frozen=True):
    """Hold what a game's room puts behind the methods of its positions.

    ``asked`` gives the decision of a position, ``drawn`` what chance answers there; at the end both give None. ``run``
    goes on by itself from a position to the next question. ``move`` and ``outcome`` are the unions of the game's moves
    and outcomes, ``nobody`` says who decides at a chance node. ``read`` reads a typed move without asking whether it is
    legal, ``example`` is one; ``document`` gives the position as plain values, of which ``tables`` are printed as
    tables.
    """

    asked: Callable[[Any], Decision | None]
    drawn: Callable[[Any], Chance | None]
    run: Callable[[Any], Any]
    move: Any
    outcome: Any
    nobody: str
    scores: Callable[[Any], tuple[Score, ...]]
    view: Callable[[Any, int], Any]
    problems: Callable[[Any], tuple[Problem, ...]]
    read: Callable[[str], Any]
    example: str
    document: Callable[[Any], dict[str, Plain]]
    tables: tuple[str, ...]
    #: Deals anew what a seat may not know; left out where a view can be played on as it is.
    imagine: Callable[[Any, int, Random], Any] | None = None


class Table(msgspec.Struct, Generic[M, O], frozen=True):
    """Stand for a position of any game, with moves of the kind M and outcomes of the kind O.

    A game's position adds its fields (``step`` among them), ``actor`` and ``modules``; its room sets ``flow``.
    """

    flow: ClassVar[Flow]
    if TYPE_CHECKING:  # a field of the game's position: named here it would stand before all others

        @property
        def step(self) -> str: ...

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.step == "over"

    def legal_moves(self) -> tuple[M, ...]:
        """List the legal moves in a stable order; empty at a chance node and at the end."""
        question = self.flow.asked(self)
        return question.moves(self) if question is not None else ()

    def why_not(self, move: M | str) -> tuple[Finding, ...]:
        """Say every rule that ``move``, a move or its text, breaks here; empty when it is legal.

        Raises :class:`rules.UnknownName` for a text that is no move and :class:`rules.WrongKind`, a TypeError, for what
        is neither.
        """
        if isinstance(move, str):
            from .typed import understood

            move = cast(M, understood(self, move, self.flow.read, self.flow.example))
        self._fits(move)
        question = self.flow.asked(self)
        if question is None:
            return (self._finding(self.flow.nobody if self.flow.drawn(self) else "The game is over."),)
        if type(move) not in question.verbs:
            return (self.not_asked(),)
        return tuple(question.check(self, move))

    def not_asked(self) -> Finding:
        """Say that something else is asked now: what, and with one example of each kind what can be done."""
        question = self.flow.asked(self)
        if question is None:
            return self._finding(self.flow.nobody if self.flow.drawn(self) else "The game is over.")
        kinds: dict[type, Any] = {}
        for legal in question.moves(self):
            kinds.setdefault(type(legal), legal)
        phrases = import_module(f"{type(self).__module__.rpartition('.')[0]}.phrases")
        said = "; ".join(phrases.phrase(self, legal) for legal in list(kinds.values())[:EXAMPLES])
        text = f"That is not what is asked now: {question.question}"
        return self._finding(text, f"Possible now, for example: {said}." if said else "")

    def choices(self, partial: Collection[str] = ()) -> Choices[Any]:
        """Offer the tokens that still lead from ``partial`` to a legal move (see ``rules.choices``)."""
        from .choices import choices

        legal: tuple[Any, ...] = self.legal_moves()
        return choices(legal, partial)

    def play(self, move: M | O | str) -> Self:
        """Return the position after a move or, at a chance node, after an outcome; either may be typed.

        Raises :class:`rules.IllegalMove` with the findings when the move is not legal here, or the outcome cannot
        happen, :class:`rules.UnknownName` for a text that is no move, and :class:`rules.WrongKind`, a TypeError, for
        what is neither.
        """
        flow = self.flow
        question = flow.asked(self)
        if isinstance(move, str):
            move = self.move(move) if flow.drawn(self) is None else self.outcome(move)
        if question is not None:
            if type(move) not in question.verbs or misfit(move) or question.check(self, move):
                raise IllegalMove(self.why_not(cast(M, move)))
            after: Self = flow.run(question.apply(self, move))
            return after
        self._fits(move)
        drawn = flow.drawn(self)
        if drawn is None or not drawn.allows(self, move):
            raise IllegalMove(self._impossible(move, drawn))
        after = flow.run(drawn.apply(self, move))
        return after

    def after(self, step: M | O) -> Self:
        """Return the position after a step that `legal_moves` or `chance` lists here: it is not checked once more.

        Whoever plays whole games asks for the list anyway; half the time of `play` goes into the check.
        """
        flow = self.flow
        question = flow.asked(self) or flow.drawn(self)
        assert question is not None, "the game is over"
        after: Self = flow.run(question.apply(self, step))
        return after

    def _fits(self, move: object) -> None:
        """Raise WrongKind with a sentence for what is no move or outcome of this game, or holds what makes it none."""
        flow = self.flow
        if not isinstance(move, flow.move | flow.outcome):
            title, example = self.game.title, flow.example  # type: ignore[attr-defined]
            text = f"is {shown(move)}, no move of {title}; give one of legal_moves(), or its text, such as {example!r}."
            raise WrongKind((Problem("move", text),))
        if said := misfit(move):
            raise WrongKind((Problem("move", said),))

    def chance(self) -> tuple[tuple[O, Fraction], ...]:
        """List what may happen at a chance node with exact probabilities; empty elsewhere."""
        drawn = self.flow.drawn(self)
        return drawn.outcomes(self) if drawn is not None else ()

    def _impossible(self, move: Any, drawn: Chance | None) -> tuple[Finding, ...]:
        """Say why nothing of this kind can happen where nobody decides."""
        if drawn is None or not isinstance(move, self.flow.outcome):
            return self.why_not(move)
        example = drawn.outcomes(self)[0][0].key
        text = f"{getattr(move, 'key', move)!r} cannot happen here."
        return (self._finding(text, f"One possible outcome is {example!r}."),)

    def _finding(self, text: str, change: str = "") -> Finding:
        """Say that something else is asked now (rule turn-step, which every game's table has)."""
        from .rule_table import finding

        return finding(type(self).__module__.rpartition(".")[0], "turn-step", text, change)

    def scores(self) -> tuple[Score, ...]:
        """Return every seat's points by source, as if the game ended now; at the end with the final ranking."""
        return self.flow.scores(self)

    def view(self, seat: int) -> Self:
        """Return the position as ``seat`` may know it."""
        seen: Self = self.flow.view(self, seat)
        return seen

    def imagine(self, seat: int, random: Random) -> Self:
        """Return a position to play on from that ``seat`` cannot tell from this one: what is hidden is dealt anew."""
        check_random(random, "random")
        view = self.view(seat)
        deal = self.flow.imagine
        found: Self = view if deal is None else deal(self, seat, random)
        return found

    def problems(self) -> tuple[Problem, ...]:
        """List every defect that makes this position impossible on a table."""
        return self.flow.problems(self)

    def move(self, key: str) -> M:
        """Read a typed move; raise with the reason when it is unknown or not legal here."""
        from .typed import read_move

        move: M = read_move(self, key, self.flow.read, self.flow.example)
        return move

    def outcome(self, key: str) -> O:
        """Read a typed chance outcome; raise with the reason when it cannot happen here."""
        from .typed import one_line

        outcomes = self.chance()
        wanted = one_line(key, outcomes[0][0].key if outcomes else "the key of an outcome")
        for outcome, _ in outcomes:
            if outcome.key == wanted:
                return outcome
        change = f"One possible outcome is {outcomes[0][0].key!r}." if outcomes else "Nothing is left to chance now."
        raise IllegalMove((self._finding(f"{wanted!r} cannot happen here.", change),))

    def to_text(self) -> str:
        """Print the position as TOML that a person can edit and :func:`rules.parse` reads back."""
        from .toml_text import write_toml

        return write_toml(self.flow.document(self), tables=self.flow.tables)

    def to_code(self) -> str:
        """Print the position as one line without spaces, for links and tests."""
        from .code import pack

        document = self.flow.document(self)
        return pack(str(document["game"]), document)


class Waiting(Table[M, O], Generic[M, O], frozen=True):
    """Stand for a position whose step waits while questions are pending, in a game without modules.

    ``pending`` lists what must be settled first, as (seat, question). The room says which questions chance answers,
    and whose turn it is.
    """

    chance_steps: ClassVar[frozenset[str]]
    if TYPE_CHECKING:  # filled in by the game's position, as fields or as it likes

        @property
        def pending(self) -> tuple[tuple[int, str], ...]: ...

        @property
        def acting(self) -> int: ...

    @property
    def actor(self) -> int | None:
        """Return the seat that decides, or None at a chance node and at the end."""
        if self.pending:
            seat, what = self.pending[0]
            return None if what in self.chance_steps else seat
        if self.step in self.chance_steps or self.step == "over":
            return None
        return self.acting

    @property
    def question(self) -> str:
        """Name what is settled now: the first pending question, else the step."""
        return self.pending[0][1] if self.pending else self.step

    @property
    def modules(self) -> tuple[str, ...]:
        """Return the modules in play: there are none."""
        return ()
