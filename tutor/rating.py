"""How good a person is at puzzles, and how hard a puzzle is: Glicko-2, the method of Mark Glickman (2012).

An attempt at a puzzle is a game between the person and the puzzle; both ratings change. Only the first answer to a
puzzle counts, so that nobody wins by trying. The numbers are kept in the store; nothing else is kept of a person.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from .puzzle import Puzzle, Task
from .store import Store, chosen

PEOPLE: Final = "puzzle people"
PUZZLES: Final = "puzzle ratings"
RESULTS: Final = "puzzle results"
HISTORY: Final = "puzzle history"

BEGINNER: Final = 1500.0
UNSURE: Final = 350.0
VOLATILITY: Final = 0.06
EASIEST: Final = 1000.0
PER_POINT: Final = 15.0
"""Points of rating that a point of difficulty adds, before anybody has tried the puzzle."""

PUZZLE_UNSURE: Final = 200.0
EASIER: Final = 200.0
"""How far below a person's rating the puzzle lies that is offered next: three of four such are solved."""

WITH_HINTS: Final = 0.5
"""What a right answer counts when a hint was shown: as a draw."""


class Rating(msgspec.Struct, frozen=True):
    """Hold a rating on Glickman's scale (1500 is the middle), its deviation and volatility, and how many games."""

    rating: float = BEGINNER
    deviation: float = UNSURE
    volatility: float = VOLATILITY
    games: int = 0

    @property
    def words(self) -> str:
        """Print the rating with the range in which it lies with 95 %.

        >>> Rating(1500.0, 50.0).words
        '1500 ± 98'
        """
        return f"{self.rating:.0f} ± {1.96 * self.deviation:.0f}"


class Result(msgspec.Struct, frozen=True):
    """Hold what became of a puzzle: whether it was ever solved, how many answers were tried, and the least loss.

    ``hinted`` says that a hint was shown before the first answer: it counts for that, wherever the puzzle was opened.
    """

    solved: bool = False
    tries: int = 0
    loss: str = ""
    hinted: bool = False


class Attempt(msgspec.Struct, frozen=True):
    """Hold one answer to a puzzle in the history: what it lost, and how it counted (1 right, 0 wrong)."""

    game: str
    id: str
    score: float
    loss: str
    moves: tuple[str, ...] = ()
    rating: float = BEGINNER


def updated(own: Rating, other: Rating, score: float) -> Rating:
    """Return a rating after one game: 1 won, 0 lost, between them a share.

    >>> won = updated(Rating(1500, 200), Rating(1400, 30), 1.0)
    >>> won.rating > 1500 and won.deviation < 200
    True
    """
    from glicko2.math.algorithm import update_rating
    from glicko2.math.conversions import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi

    opponent = (rating_to_mu(other.rating), rd_to_phi(other.deviation), score)
    mu, phi, sigma = update_rating(rating_to_mu(own.rating), rd_to_phi(own.deviation), own.volatility, [opponent])
    # An unrated player is as unsure as one can be; a long losing run must not make a rating mean nothing.
    return Rating(mu_to_rating(mu), min(UNSURE, phi_to_rd(phi)), sigma, own.games + 1)


def first_rating(task: Task) -> Rating:
    """Return the rating of a puzzle that nobody has tried yet, from its measured difficulty."""
    return Rating(EASIEST + PER_POINT * task.difficulty, PUZZLE_UNSURE)


def person(game: str, store: Store | None = None) -> Rating:
    """Return the rating of the person at this computer for a game."""
    return chosen(store).get(PEOPLE, game, Rating, Rating())


def rating_of(task: Task, store: Store | None = None) -> Rating:
    """Return the rating of a puzzle."""
    return chosen(store).get(PUZZLES, f"{task.game}/{task.id}", Rating, first_rating(task))


def result_of(task: Task, store: Store | None = None) -> Result:
    """Return what became of a puzzle so far."""
    return chosen(store).get(RESULTS, f"{task.game}/{task.id}", Result, Result())


def record(
    puzzle: Puzzle, loss: Fraction, moves: tuple[str, ...], hinted: bool = False, store: Store | None = None
) -> Rating:
    """Keep an answer that loses so many points, change both ratings if it is the first one, and return the person's.

    A negative loss stands for an answer that was not legal, or for none at all: the solution was asked for.
    """
    kept = chosen(store)
    right = loss == 0
    key = f"{puzzle.game}/{puzzle.id}"
    before: list[Result] = []

    def tried(result: Result) -> Result:
        before[:] = [result]
        known = [Fraction(result.loss)] if result.loss else []
        least = min([*known, *([loss] if loss >= 0 else [])], default=None)
        return Result(result.solved or right, result.tries + 1, "" if least is None else str(least), result.hinted)

    kept.update(RESULTS, key, Result, Result(), tried)
    own = person(puzzle.game, kept)
    score = (WITH_HINTS if hinted or before[0].hinted else 1.0) if right else 0.0
    if before[0].tries == 0:
        theirs = rating_of(puzzle, kept)
        mine = own
        own = kept.update(PEOPLE, puzzle.game, Rating, Rating(), lambda rating: updated(rating, theirs, score))
        kept.update(PUZZLES, key, Rating, first_rating(puzzle), lambda rating: updated(rating, mine, 1 - score))
    text = str(loss) if loss >= 0 else ""
    kept.append(HISTORY, Attempt(puzzle.game, puzzle.id, score, text, moves, own.rating))
    return own


def hint_shown(task: Task, store: Store | None = None) -> None:
    """Keep that a hint was shown, as long as no answer has counted yet."""
    kept = chosen(store)
    if (result := result_of(task, kept)).tries or result.hinted:
        return
    key = f"{task.game}/{task.id}"
    kept.update(RESULTS, key, Result, Result(), lambda result: msgspec.structs.replace(result, hinted=True))


def suited(puzzles: tuple[Puzzle, ...], store: Store | None = None, leave: tuple[str, ...] = ()) -> Puzzle | None:
    """Return the puzzle that suits the person best: not solved yet, and a little easier than the person's own rating.

    Those in ``leave`` (ids) come last; where all are solved, the one tried least. None where there are no puzzles.
    """
    if not puzzles:
        return None
    kept = chosen(store)

    def order(puzzle: Puzzle) -> tuple[bool, bool, int, float, str]:
        result = result_of(puzzle, kept)
        away = abs(rating_of(puzzle, kept).rating + EASIER - person(puzzle.game, kept).rating)
        return (puzzle.id in leave, result.solved, result.tries, away, puzzle.id)

    return min(puzzles, key=order)
