"""`magister solve` with Paladins: horizons and objective, words, numbers, exit codes, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rules
from tests.widgets.paladins.games import gamble

from .test_command import Run, run  # noqa: F401 - a fixture

GAME: Any = rules.load("paladins")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a turn whose best plan turns up cards, the values of which are ours."""
    path = tmp_path_factory.mktemp("paladins") / "table.toml"
    path.write_text(gamble().to_text(), encoding="utf-8")
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
    table = ended.out.partition("Instead of the first move of the plan")[2].partition("To play it")[0].splitlines()[1:]
    rows = [line for line in table if "fewer: " in line or "as good: " in line]
    assert 1 <= len(rows) <= 14, "one row for each action, and not one for each move"
    assert rows == table[: len(rows)] and all(" point" in row for row in rows)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--horizon", "season"], "horizon: is 'season'; there are 'round', 'turn', 'game'."),
        (["--rivals", "worst"], "rivals: 'worst' is not known in this game"),
        (["--worth", "debts=1"], "objective.debts: is 1; nobody wants more of these"),
        (["--worth", "gold=1"], "objective.gold: is not known here"),
        (["--worth", "silver=1e400"], "objective.silver: is 1000000000000000"),
        (["--worth", "silver=1e999999999"], "--worth silver: '1e999999999' is no number; write 2, 0.5 or 1/2."),
        (["--worth", "silver=nan"], "--worth silver: 'nan' is no number; write 2, 0.5 or 1/2."),
        (["--worth", "points=1e308"], "objective.points: is 1000000000000000"),
        (["--worth", "silver=1/9999999"], "objective: needs parts smaller than 1/10000 to add up exactly"),
        (["--forecast", "boost=1e30"], "forecast.boost: is 1000000000000000000000000000000; give a number from"),
        (["--seconds", "1e400"], "seconds: is inf; give a number from 0 to 86400."),
        (["--seconds", "nan"], "seconds: is nan; give a number from 0 to 86400."),
        (
            ["--workers", "9" * 30],
            "workers: is a whole number of more than 20 digits; give a whole number from 1 to 64.",
        ),
        (["--seed", "9" * 30], "seed: is a whole number of more than 20 digits; give a whole number from 0 to"),
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


def test_one_line_leads_from_a_game_to_a_plan(run: Run) -> None:  # noqa: F811
    """The README's pipe: a new game stops at a question of the set-up, and with `--until plan` at a decision."""
    new = run("new", "paladins", "--players", "2", "--seed", "3", "--until", "plan")
    ended = run("solve", "--seconds", "3", "--quiet", given=new.out)
    assert (new.code, ended.err) == (0, "") and ended.code in (0, 3)
    assert "To play it, type:" in ended.out


def test_a_refused_position_can_be_played_on(run: Run) -> None:  # noqa: F811
    new = run("new", "paladins", "--seed", "3")
    refused = run("solve", given=new.out)
    assert refused.code == 2 and "`magister solve --advance`" in refused.err
    ended = run("solve", "--advance", "--seconds", "3", "--quiet", given=new.out)
    assert ended.code in (0, 3) and "To play it, type:" in ended.out
    said, code = ended.err.splitlines()
    assert said.startswith("Played on to this position") and rules.parse(code).round == 1  # type: ignore[attr-defined]
