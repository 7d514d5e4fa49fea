"""`magister puzzle`: list, show, try and mine in a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.test_command import Run, run  # noqa: F401 - a fixture
from tutor.puzzle import games, read, shipped

GAMES = games()


def test_the_list_names_every_puzzle(run: Run) -> None:  # noqa: F811
    ended = run("puzzle", "list", "--lang", "en")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert len(lines) == sum(len(shipped(game)) for game in GAMES)
    assert all(puzzle.id in ended.out for game in GAMES for puzzle in shipped(game))
    hard = run("puzzle", "list", GAMES[0], "--level", "3", "--lang", "en").out.splitlines()
    assert len(hard) == 20 and all("Level 3" in line for line in hard)
    assert "Stufe 3" in run("puzzle", "list", GAMES[0], "--level", "3", "--lang", "de").out


def test_the_list_is_german_whole_and_names_the_levels(run: Run) -> None:  # noqa: F811
    german = run("puzzle", "list", GAMES[0], "--lang", "de").out
    assert "Spieler" in german and "erste Züge" in german and "players" not in german and "first moves" not in german
    for words in (("list", GAMES[0]), ("try", GAMES[0])):
        ended = run("puzzle", *words, "--level", "7")
        assert ended.code == 2 and "levels are 1, 2, 3" in ended.err


def test_what_is_wrong_with_a_file_names_the_file(run: Run, tmp_path: Path) -> None:  # noqa: F811
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("a,b", "utf-8")
    for words in (("list", "--file", wrong), ("show", "x", "--file", wrong)):
        ended = run("puzzle", *words)
        assert ended.code == 2 and f"{wrong}: is no JSON" in ended.err
    ended = run("grade", tmp_path, "--key", wrong)
    assert ended.code == 2 and f"{wrong}: is no JSON" in ended.err
    missing = tmp_path / "nofile"
    ended = run("lesson", "check", missing)
    assert f"{ended.out}{ended.err}".count(str(missing)) == 1
    ended = run("lab", "--folder", wrong)
    assert ended.code == 2 and f"{wrong}: is no folder; name a folder" in ended.err


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_shown_without_its_answer_unless_asked_for(run: Run, game: str) -> None:  # noqa: F811
    puzzle = next(one for one in shipped(game) if len(one.line[0]) > 6)
    shown = run("puzzle", "show", puzzle.id, "--lang", "en")
    assert shown.code == 0 and re.search("Win as (many points|much fame) as you can", shown.out)
    assert puzzle.line[0] not in shown.out and "Proved by" not in shown.out
    answered = run("puzzle", "show", puzzle.id, "--answer", "--lang", "en")
    assert puzzle.line[0] in answered.out and "Proved by" in answered.out


def test_a_puzzle_is_tried(run: Run) -> None:  # noqa: F811
    puzzle = shipped(GAMES[0])[0]
    ended = run("puzzle", "try", puzzle.id, "--lang", "en", given="\n".join((*puzzle.line, "check", "quit")) + "\n")
    assert ended.code == 0 and "Right: this brings" in ended.out
    assert "solved" in run("puzzle", "list", GAMES[0], "--lang", "en").out
    suited = run("puzzle", "try", GAMES[0], "--level", "2", "--lang", "en", given="quit\n")
    assert suited.code == 0 and "Level 2" in suited.out


def test_puzzles_are_mined_to_a_file(run: Run, tmp_path: Path) -> None:  # noqa: F811
    target, log = tmp_path / "mine.json", tmp_path / "why.txt"
    ended = run("puzzle", "mine", GAMES[0], "--count", "3", "--seed", "5", "--output", target, "--log", log)
    assert ended.code == 0 and ended.out == ""
    assert "3 puzzles from" in ended.err and "margin too small" in ended.err
    puzzles = read(target)
    assert [puzzle.level for puzzle in puzzles] == [1, 2, 3]
    assert all(line.startswith("playout ") for line in log.read_text().splitlines())
    printed = run("puzzle", "mine", GAMES[0], "--count", "3", "--seed", "5", "--quiet")
    assert printed.err == "" and json.loads(printed.out) == json.loads(target.read_text())
    own = puzzles[1]
    assert own.id in run("puzzle", "list", GAMES[0], "--file", target).out
    given = "\n".join((*own.line, "check", "quit")) + "\n"
    assert "Right" in run("puzzle", "try", own.id, "--file", target, "--lang", "en", given=given).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("list", "chess"), "has no puzzles"),
        (("show", "nothing"), "magister puzzle list"),
        (("try", "nothing"), "magister puzzle list"),
        (("try", "kingsburg", "--level", "8"), "level"),
        (("list", "--lang", "fr"), "--lang"),
        (("list", "kingsburg", "--file", "/nowhere/at/all.json"), "cannot be read"),
        (("mine", "chess"), "has no puzzles"),
        (("mine", "kingsburg", "--count", "0"), "count"),
        (("mine", "kingsburg", "--jobs", "0"), "jobs"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, words: tuple[str, ...], said: str) -> None:  # noqa: F811
    ended = run("puzzle", *words)
    assert ended.code == 2 and said in ended.err
