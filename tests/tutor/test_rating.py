"""Ratings by Glicko-2, and what is kept of an attempt."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tutor
from tests.widgets.table_talk import done, press
from tutor import rating
from tutor.puzzle import games, shipped
from tutor.rating import Attempt, Rating, person, record, result_of, suited, updated
from tutor.store import Store, default

PUZZLES = shipped(games()[0])


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": one player against three in one period, by the library."""
    from glicko2.math.algorithm import update_rating
    from glicko2.math.conversions import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi

    games_ = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    opponents = [(rating_to_mu(r), rd_to_phi(d), s) for r, d, s in games_]
    mu, phi, sigma = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, opponents)
    assert mu_to_rating(mu) == pytest.approx(1464.06, abs=0.02)
    assert phi_to_rd(phi) == pytest.approx(151.52, abs=0.02)
    assert sigma == pytest.approx(0.05999, abs=0.00001)


def test_volatility_follows_the_paper_away_from_the_middle() -> None:
    """The formula of step 5 uses the deviation, not the rating: a constant shift of all ratings changes nothing."""
    low = updated(Rating(1500, 200), Rating(1400, 30), 0.0)
    high = updated(Rating(2500, 200), Rating(2400, 30), 0.0)
    assert high.rating - low.rating == pytest.approx(1000)
    assert high.volatility == pytest.approx(low.volatility)


def test_the_first_answer_changes_both_ratings(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    puzzle = PUZZLES[0]
    before = rating.rating_of(puzzle, store)
    own = record(puzzle, Fraction(0), puzzle.line, store=store)
    assert own.rating > 1500 and own.games == 1 and own.deviation < 350
    assert rating.rating_of(puzzle, store).rating < before.rating
    assert rating.result_of(puzzle, store).solved
    assert store.entries(rating.HISTORY, Attempt)[0].moves == puzzle.line


def test_only_the_first_answer_counts(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    puzzle = PUZZLES[0]
    first = record(puzzle, Fraction(3), ("pass",), store=store)
    assert first.rating < 1500
    again = record(puzzle, Fraction(0), puzzle.line, store=store)
    assert again == first
    result = rating.result_of(puzzle, store)
    assert (result.solved, result.tries, result.loss) == (True, 2, "0")


def test_a_hint_makes_it_a_draw(tmp_path: Path) -> None:
    puzzle = PUZZLES[0]
    alone = record(puzzle, Fraction(0), puzzle.line, store=Store(tmp_path / "a.sqlite"))
    helped = record(puzzle, Fraction(0), puzzle.line, hinted=True, store=Store(tmp_path / "b.sqlite"))
    shown = record(puzzle, Fraction(-1), (), hinted=True, store=Store(tmp_path / "c.sqlite"))
    assert alone.rating > helped.rating > shown.rating


def test_harder_puzzles_have_higher_ratings() -> None:
    easy, hard = PUZZLES[0], PUZZLES[-1]
    assert rating.first_rating(easy).rating < rating.first_rating(hard).rating


def test_the_next_puzzle_suits_the_person(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    first = suited(PUZZLES, store)
    assert first is not None and first.level == 1
    for _ in range(12):
        puzzle = suited(PUZZLES, store)
        assert puzzle is not None and not rating.result_of(puzzle, store).solved
        record(puzzle, Fraction(0), puzzle.line, store=store)
    strong = suited(PUZZLES, store)
    assert strong is not None and strong.difficulty > first.difficulty
    assert suited(PUZZLES, store, leave=(strong.id,)) != strong
    assert suited((), store) is None


# --- hints count wherever the puzzle was opened --------------------------------------------------------------------


def ways() -> dict[str, Callable[[Any], Any]]:
    """Return what somebody may do between a hint and the right line, to make it forgotten."""

    def anew(panel: Any) -> Any:
        done(press(panel, "again"))
        return panel

    def away_and_back(panel: Any) -> Any:
        here = panel.task.id
        done(press(panel, "next_puzzle"))
        done(press(panel, "list"))
        done(press(panel, "puzzle", here))
        return panel

    def another(panel: Any) -> Any:
        panel.close()
        return tutor.puzzle(id=panel.task.id)

    def another_process(panel: Any) -> Any:
        default().close()
        return tutor.puzzle(id=panel.task.id)

    return {"begin anew": anew, "next and back": away_and_back, "a new panel": another, "a new kernel": another_process}


@pytest.mark.parametrize("way", ways())
def test_a_hint_is_not_forgotten(way: str) -> None:
    puzzle = shipped("kingsburg")[0]
    panel = tutor.puzzle(id=puzzle.id)
    panel.hint(5)
    panel = ways()[way](panel)
    for key in puzzle.line:
        panel.play(key)
    assert panel.check().optimal
    helped = person("kingsburg")
    expected = record(puzzle, Fraction(0), puzzle.line, hinted=True, store=Store(":memory:"))
    full = record(puzzle, Fraction(0), puzzle.line, store=Store(":memory:"))
    assert helped == expected and helped.rating < full.rating


def test_an_answer_that_was_printed_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    from tutor.command import main

    puzzle = shipped("kingsburg")[0]
    with pytest.raises(SystemExit):
        main(["puzzle", "show", puzzle.id])
    assert not result_of(puzzle).hinted
    with pytest.raises(SystemExit):
        main(["puzzle", "show", puzzle.id, "--answer"])
    assert result_of(puzzle).hinted


def test_a_hint_after_an_answer_changes_nothing() -> None:
    puzzle = shipped("kingsburg")[0]
    panel = tutor.puzzle(id=puzzle.id)
    for key in puzzle.line:
        panel.play(key)
    panel.check()
    done(press(panel, "again"))
    panel.hint(1)
    assert not result_of(puzzle).hinted
