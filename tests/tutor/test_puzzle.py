"""Puzzles as data, and what an answer to one is worth."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import rules
import solver
from rules import BadInput
from tutor.puzzle import (
    FOLDER,
    LEVELS,
    Puzzle,
    Task,
    ask,
    find,
    games,
    judge,
    plain,
    profile,
    read,
    read_one,
    shipped,
    strip,
    write,
)
from tutor.puzzle_assess import METHODS
from tutor.puzzle_judge import asked, automatic, best_replay, line_over

GAMES = games()
SAMPLE = 2
"""Puzzles of each game and level that every run of the tests proves anew; `slow` proves them all."""

ANSWER = set(Puzzle.__struct_fields__) - set(Task.__struct_fields__)


def sample(game: str) -> list[Puzzle]:
    random = Random(f"sample/{game}")
    found = []
    for level in LEVELS:
        found += random.sample([puzzle for puzzle in shipped(game) if puzzle.level == level], SAMPLE)
    return found


def one(game: str = GAMES[0], level: int = 2) -> Puzzle:
    return next(puzzle for puzzle in shipped(game) if puzzle.level == level)


# --- what is shipped ----------------------------------------------------------------------------------------------


def test_every_game_has_puzzles() -> None:
    assert rules.games() == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_sixty_puzzles_in_three_levels_are_shipped(game: str) -> None:
    puzzles = shipped(game)
    assert Counter(puzzle.level for puzzle in puzzles) == {1: 20, 2: 20, 3: 20}
    assert len({puzzle.id for puzzle in puzzles}) == len({puzzle.position for puzzle in puzzles}) == 60
    mined = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))["mined"]
    assert mined.startswith(f"magister puzzle mine {game} --count 60 --seed ")


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_is_sound(game: str) -> None:
    """The line is legal and reaches the value, the best first moves are legal, and there is something to choose."""
    for puzzle in shipped(game):
        legal = [move.key for move in puzzle.start().legal_moves()]
        assert set(puzzle.best) < set(legal), puzzle.id
        assert 2 * len(puzzle.best) <= len(legal), puzzle.id
        verdict = judge(puzzle, puzzle.line)
        assert verdict.optimal and verdict.value == puzzle.optimum > 0, puzzle.id
        assert Fraction(puzzle.margin) >= 1, puzzle.id
        assert puzzle.proof.checked == " and ".join(METHODS)
        assert puzzle.start() == puzzle.start().view(puzzle.seat), f"{puzzle.id} holds what its seat may not know"
        assert puzzle.source is not None and ask(puzzle)


def prove(puzzle: Puzzle) -> None:
    """Find the value of a puzzle anew by both methods, and see that no other first move comes near it."""
    position = puzzle.start()
    for method in METHODS:
        plan = solver.solve(position, puzzle.horizon, puzzle.objective, method=method, seconds=120)
        assert (plan.status, plan.value) == ("optimal", puzzle.optimum), f"{puzzle.id} by {method}"


@pytest.mark.parametrize("puzzle", [puzzle for game in GAMES for puzzle in sample(game)], ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proved_anew_by_two_methods(puzzle: Puzzle) -> None:
    prove(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_are_proved_anew_by_two_methods(game: str) -> None:
    for puzzle in shipped(game):
        prove(puzzle)


@pytest.mark.parametrize("puzzle", [sample(game)[0] for game in GAMES], ids=lambda puzzle: puzzle.id)
def test_the_best_first_moves_are_all_of_them(puzzle: Puzzle) -> None:
    """Each first move is solved on from: the best ones reach the value, all others lose the margin or more."""
    from solver import Control
    from solver.after import after

    request, room = asked(puzzle)
    request = msgspec.structs.replace(request, seconds=120.0, method="search")
    values = {}
    for move in request.position.legal_moves():
        answer = after(request, room, move, Control(120))
        assert answer is not None and answer.bound == answer.value
        values[move.key] = answer.value
    best = {key for key, value in values.items() if value >= puzzle.optimum}
    assert best == set(puzzle.best)
    rest = max(value for key, value in values.items() if key not in best)
    assert puzzle.optimum - rest == Fraction(puzzle.margin)


# --- what an answer is worth --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_any_best_first_move_leads_to_a_right_answer(game: str) -> None:
    """Every spelling of the optimum counts: each best first move, then what the solver finds from there."""
    from solver import Control
    from solver.after import after

    puzzle = max(shipped(game), key=lambda puzzle: (len(puzzle.best), puzzle.id))
    request, room = asked(puzzle)
    assert len(puzzle.best) > 1
    lines = set()
    for key in puzzle.best:
        answer = after(request, room, request.position.move(key), Control(60))
        assert answer is not None
        line = tuple(move.key for move in answer.moves)
        lines.add(line)
        assert judge(puzzle, line).optimal, line
    assert len(lines) > 1


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_random_moves_beats_the_optimum(game: str) -> None:
    """Whatever is played, legal moves bring the optimum at most, and one that reaches it begins with a best move."""
    random = Random(f"lines/{game}")
    for puzzle in shipped(game)[::3]:
        request, room = asked(puzzle)
        for _ in range(4):
            position: Any = request.position
            keys: list[str] = []
            while not line_over(request, room, position) and len(keys) < 20:
                step = automatic(request, room, position)
                if step is None:
                    step = random.choice(position.legal_moves())
                    keys.append(step.key)
                position = position.play(step)
            verdict = judge(puzzle, tuple(keys))
            assert verdict.value <= puzzle.optimum, (puzzle.id, keys)
            if verdict.optimal:
                assert keys[0] in puzzle.best, (puzzle.id, keys)


@pytest.mark.parametrize("game", GAMES)
def test_spelling_does_not_matter(game: str) -> None:
    puzzle = one(game)
    shouted = tuple(f"  {key.upper()} " for key in puzzle.line)
    assert judge(puzzle, shouted).moves == judge(puzzle, puzzle.line).moves
    assert judge(puzzle, shouted).optimal


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_says_what_it_loses(game: str) -> None:
    for puzzle in sample(game):
        wrong = next(move.key for move in puzzle.start().legal_moves() if move.key not in puzzle.best)
        verdict = judge(puzzle, (wrong,))
        assert verdict.legal and not verdict.optimal and not verdict.findings
        assert verdict.loss == puzzle.optimum - verdict.value >= Fraction(puzzle.margin)
        assert sum(verdict.sources.values()) == -verdict.loss
        assert "more" in verdict.sentence and "first move" in verdict.sentence


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_is_worth_what_the_passing_seat_gets(game: str) -> None:
    """Nobody gets the optimum for nothing: a line that stops early goes on with passing, not with the solver."""
    for puzzle in sample(game):
        verdict = judge(puzzle, ())
        assert verdict.legal and not verdict.optimal and verdict.loss > 0, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_legal_is_a_finding(game: str) -> None:
    puzzle = one(game)
    for bad in ("fly to the moon", "", "x" * 100_000, "<script>alert(1)</script>", puzzle.line[0] + "\x00"):
        verdict = judge(puzzle, (bad, *puzzle.line))
        assert not verdict.legal and not verdict.optimal and verdict.findings
        assert len(verdict.sentence) < 2_000
        assert verdict.value == judge(puzzle, ()).value
    late = judge(puzzle, (*puzzle.line, puzzle.line[0]))
    assert not late.legal and not late.optimal and late.value == puzzle.optimum
    assert not judge(puzzle, puzzle.line * 1_000).legal


def test_an_answer_with_a_rule_broken_names_the_rule() -> None:
    puzzle = next(puzzle for puzzle in shipped(GAMES[0]) if puzzle.line[0].startswith("build"))
    verdict = judge(puzzle, ("build cathedral",))
    assert not verdict.legal
    assert "rule" in verdict.findings[0] and "build cathedral" in verdict.findings[0]


def test_a_stored_line_that_is_not_best_is_refused() -> None:
    puzzle = one()
    lie = msgspec.structs.replace(puzzle, value=str(puzzle.optimum + 1))
    with pytest.raises(BadInput, match="is not the best line"):
        best_replay(lie)


def test_the_verdict_speaks_german() -> None:
    from tutor.language import set_language

    puzzle = one()
    try:
        set_language("de")
        assert judge(puzzle, puzzle.line).sentence.startswith("Richtig")
        assert "Siegpunkt" in ask(puzzle) or "Punkt" in ask(puzzle)
    finally:
        set_language(None)


# --- as data ------------------------------------------------------------------------------------------------------


def test_what_a_student_gets_holds_no_answer() -> None:
    for game in GAMES:
        for puzzle in shipped(game):
            task = strip(puzzle)
            assert type(task) is Task
            text = json.dumps(plain(task))
            assert not ANSWER & set(json.loads(text))
            for key in puzzle.line:
                assert key not in text
            assert task.start() == puzzle.start()


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    puzzles = shipped(GAMES[0])
    path = tmp_path / "mine.json"
    path.write_text(write(puzzles, GAMES[0], "by hand"), encoding="utf-8")
    assert read(path) == read(path.read_text()) == puzzles
    assert read_one(plain(puzzles[0]), Puzzle) == puzzles[0]
    assert read_one(plain(strip(puzzles[0])), Task) == strip(puzzles[0])


def test_every_defect_of_a_file_is_said_at_once() -> None:
    document = json.loads(write(shipped(GAMES[0])[:3], GAMES[0]))
    first, second, third = document["puzzles"]
    first["level"] = 9
    first["value"] = "1/0"
    first["secret"] = 1
    del second["best"]
    second["game"] = 5
    third["id"] = "../../etc"
    third["line"] = []
    with pytest.raises(BadInput) as caught:
        read(json.dumps(document))
    said = str(caught.value)
    for path in ("puzzles[0].secret", "puzzles[1].best", "puzzles[1].game"):
        assert path in said
    del first["secret"]
    second["best"], second["game"] = second["line"][:1], GAMES[0]
    with pytest.raises(BadInput) as caught:
        read(json.dumps(document))
    said = str(caught.value)
    for path in ("puzzles[0].level", "puzzles[0].value", "puzzles[2].id", "puzzles[2].line"):
        assert path in said


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": 1}', "{" * 5_000, '{"puzzles": [' + "[" * 100_000])
def test_what_is_no_file_of_puzzles_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(BadInput):
        read(path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read(tmp_path / "none.json")


def test_a_position_that_is_not_the_seats_turn_is_refused() -> None:
    puzzle = one()
    with pytest.raises(BadInput, match="seat"):
        msgspec.structs.replace(puzzle, seat=puzzle.seat + 1).start()
    other = shipped(GAMES[1])[0]
    with pytest.raises(BadInput, match="is a position of"):
        msgspec.structs.replace(puzzle, position=other.position).start()
    with pytest.raises(BadInput):
        msgspec.structs.replace(puzzle, position=puzzle.position[:-3]).start()


def test_unknown_names_are_said() -> None:
    with pytest.raises(BadInput, match="magister puzzle list"):
        find("nothing")
    with pytest.raises(BadInput, match="has no puzzles"):
        profile("chess")


@pytest.mark.parametrize("game", games())
def test_to_pass_once_more_changes_nothing(game: str) -> None:
    """Any best line is right however it is spelled; one that passes when the turn is over already, too."""
    for one in shipped(game)[::15]:
        assert judge(one, (*one.line, "pass")).optimal, one.id
