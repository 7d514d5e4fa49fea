"""`magister solve` with Paladins: horizons and objective, words, numbers, exit codes, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rules

from .test_command import Run, run  # noqa: F401 - a fixture

GAME: Any = rules.load("paladins")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a turn of round 4 with one worker left."""
    record = rules.playout(GAME.setup(players=2, seed=7), policy="greedy", seed=7)
    turns = [p for p in record.positions() if p.round == 4 and p.step == "action" and not p.pending]  # type: ignore[attr-defined]
    mine = [p for p in turns if p.actor == turns[0].actor]
    path = tmp_path_factory.mktemp("paladins") / "table.toml"
    path.write_text(mine[2].to_text(), encoding="utf-8")
    return path


def test_a_round_is_planned_in_words_and_typed_moves(run: Run, saved: Path) -> None:  # noqa: F811
    ended = run("solve", saved, "--seconds", "40", "--quiet")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("The plan covers the rest of this round up to passing and the workers that stay.")
    assert "The other seats are taken to pass" in ended.out and "(house values)" in ended.out
    position: Any = rules.parse(saved.read_text(encoding="utf-8"))
    keys = [line.strip() for line in ended.out.partition("To play it, type:\n")[2].splitlines()]
    assert position.move(keys[0]).key == keys[0] and keys[-1] == "pass"


def test_numbers_are_exact_for_programs(run: Run, saved: Path) -> None:  # noqa: F811
    ended = run("solve", saved, "--horizon", "round", "--objective", "points", "--json", "--seconds", "40", "--quiet")
    told = json.loads(ended.out)
    assert (told["game"], told["horizon"], told["status"], told["gap"]) == ("paladins", "round", "optimal", "0")
    together = sum((Fraction(value) for value in told["sources"].values()), Fraction(0))
    assert together == Fraction(told["value"])


def test_the_next_action_comes_with_its_alternatives(run: Run, saved: Path) -> None:  # noqa: F811
    ended = run("solve", saved, "--horizon", "turn", "--objective", "worth", "--seconds", "10", "--quiet")
    assert ended.code in (0, 3)
    assert " first: at least " in ended.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--horizon", "season"], "horizon: is 'season'; there are 'round', 'turn', 'game'."),
        (["--rivals", "worst"], "rivals: 'worst' is not known in this game"),
        (["--worth", "debts=1"], "objective.debts: is 1; nobody wants more of these"),
        (["--worth", "gold=1"], "objective.gold: is not known here"),
    ],
)
def test_wrong_requests_end_with_a_sentence(run: Run, saved: Path, words: list[str], sentence: str) -> None:  # noqa: F811
    ended = run("solve", saved, *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(sentence) and "Traceback" not in ended.err


def test_a_set_up_question_and_another_seats_turn_are_no_start_of_a_plan(run: Run) -> None:  # noqa: F811
    ended = run("solve", given=GAME.setup(players=1, seed=7).to_text())
    assert ended.code == 2
    assert ended.err.startswith("position: a plan begins with a paladin, a tavern or an action; ")
