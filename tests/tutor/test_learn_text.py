"""Lessons in a terminal, and the commands for those who write them."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tutor.lesson_text import LESSON
from tutor import courses
from tutor.command_text import Refused
from tutor.language import set_language
from tutor.learn_text import Lessons, learn
from tutor.lesson import Lesson
from tutor.store import Store


@pytest.fixture(autouse=True)
def english() -> object:
    set_language("en")
    yield
    set_language(None)


def typed(lines: str, capsys: pytest.CaptureFixture[str], step: int = 0) -> str:
    """Go through the small lesson with these lines, and return what the terminal says."""
    from tutor.session import SHELF, LessonProgress

    store = Store(":memory:")
    store.put(SHELF, "kingsburg/small", LessonProgress(step=step))
    terminal = Lessons("kingsburg", store, io.StringIO(lines))
    lesson = Lesson.read(LESSON)
    terminal.session = None
    terminal.run(lesson)
    return capsys.readouterr().out


def test_a_whole_lesson_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "treasurer\ntake 1 wood\nplace 4: 4\nplace 3: 3\nplace 1: 1\npass\nquit\n"
    said = typed(lines, capsys)
    for wanted in (
        "== 1. Small ==",
        "-- Step 1 of 5 --",
        "There he is.",
        "Blue takes 1 wood.",
        "Green rolls 2 5 6.",
        "He is taken.",
        "Right. 1 more to go.",
        "Done.",
    ):
        assert wanted in said


def test_what_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "help\nhint\nhint\nmoves wood\nwhy take 2 wood\nwhy take 1 wood\nshow\nrules\nagain\nback\nlessons\nfly\n"
    said = typed(lines, capsys, step=1)
    for wanted in (
        "begin this step anew",
        "take 1 wood",
        "(rule gift-choice",
        "That is allowed.",
        "Turn order:",
        "favour-share",
        "-- Step 1 of 5 --",
        "Learn Kingsburg",
        "The board has no such place",
        "What you have done is kept.",
    ):
        assert wanted in said, wanted


def test_a_word_that_fits_several_places_is_asked_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert "That can be several places" in typed("touch a\nadvisor:3\nadvisor:8\n", capsys)


def test_the_terminal_speaks_german(capsys: pytest.CaptureFixture[str]) -> None:
    set_language("de")
    said = typed("Schatzmeister\ntake 1 stone\n", capsys)
    assert "Da ist er." in said and "Bitte keinen Stein." in said and "Schritt 2 von 5" in said


def test_courses_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    learn(None, None, None)
    said = capsys.readouterr().out
    for game in courses.games():
        assert f"magister learn {game}" in said
    with pytest.raises(Refused, match="no language 'fr'"):
        learn(None, None, "fr")


def magister(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tutor.command", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)


def test_the_commands(tmp_path: Path) -> None:
    right, wrong = tmp_path / "small.toml", tmp_path / "wrong.toml"
    right.write_text(LESSON, encoding="utf-8")
    wrong.write_text(
        LESSON.replace("take 1 wood", "take 9 wood", 1).replace("minutes = 5", "minutes = 6"), encoding="utf-8"
    )
    done = magister("lesson", "check", str(right))
    assert done.returncode == 0 and "no defects (Small; steps: 5; rules: 5)" in done.stdout
    done = magister("lesson", "check", str(tmp_path))
    assert done.returncode == 1 and f"{wrong}: steps[1].goal.moves: is 'take 9 wood'" in done.stdout
    assert magister("lesson", "check", str(tmp_path / "none.toml")).returncode == 1
    done = magister("lesson", "table", "kingsburg")
    assert "rules are covered." in done.stdout and done.returncode in (0, 1)
    done = magister("learn", "kingsburg", "1", typed="help\nquit\n")
    assert done.returncode == 0 and "Step 1 of" in done.stdout and not done.stderr
    done = magister("learn", "chess")
    assert done.returncode == 2 and "Traceback" not in done.stderr
