"""A mistake of one's own as a puzzle: kept on a shelf of one's own, once its value is proved."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from rules import BadInput, Problem

from .judge import question
from .language import say
from .store import Store

if TYPE_CHECKING:
    from .puzzle import Puzzle
    from .review import Decision, Review

SHELF: Final = "private puzzles"
SECONDS: Final = 20.0


def make(review: Review, decision: Decision, seconds: float = SECONDS) -> Puzzle:
    """Make a puzzle of a decision: the position as its seat saw it, and all that is best there.

    Raises:
        rules.BadInput: there is nothing to solve, or the best is not proved within ``seconds``.
    """
    import solver

    from .puzzle import Proof, Puzzle

    position = review.positions[decision.step]
    request, _, checked = question(position, decision.horizon or None, review.objective, seconds)
    if not checked:
        raise BadInput((Problem("decision", "is no question for the solver, so it makes no puzzle."),))
    try:
        plan = solver.solve(position, request.horizon, review.objective, seconds=seconds)
        ranking = solver.rank_moves(position, request.horizon, review.objective, seconds=seconds)
    except TimeoutError:
        raise BadInput(
            (Problem("decision", "has no value that is proved in this time; it makes no puzzle."),)
        ) from None
    if plan.status != "optimal" or ranking.margin is None:
        raise BadInput((Problem("decision", "has no best move that is proved, or all are best; it makes no puzzle."),))
    if ranking.best != plan.value:
        # A game whose lines are fixed before cards turn up: to decide anew after each card may bring more than a line.
        text = (
            "is worth more to whoever waits for the cards than any line is, so no line answers it; it makes no puzzle."
        )
        raise BadInput((Problem("decision", text),))
    code = position.view(decision.seat).to_code()
    return Puzzle(
        id=f"mine-{sha256(f'{code}/{request.horizon}/{review.objective}'.encode()).hexdigest()[:10]}",
        game=review.game,
        level=level(ranking.margin),
        position=code,
        seat=decision.seat,
        horizon=request.horizon,
        objective=review.objective,
        difficulty=len(plan.moves),
        house=bool(plan.house),
        value=str(plan.value),
        best=tuple(move.key for move in ranking.optimal),
        line=plan.keys,
        margin=str(ranking.margin),
        proof=Proof(method=plan.method, checked="every first move by itself"),
    )


def level(margin: Fraction) -> int:
    """Return how hard it looks to tell the best move from the others: the smaller the margin, the harder.

    >>> level(Fraction(3)), level(Fraction(1)), level(Fraction(1, 4))
    (1, 2, 3)
    """
    return 1 if margin >= 2 else 2 if margin >= Fraction(1, 2) else 3


def keep(review: Review, decision: Decision, store: Store, seconds: float = SECONDS) -> str:
    """Make a puzzle of a decision, put it on the shelf, and say so."""
    puzzle = make(review, decision, seconds)
    store.put(SHELF, puzzle.id, puzzle)
    return say("Kept as a puzzle of your own; tutor.puzzle(id='{id}') opens it.", id=puzzle.id)
