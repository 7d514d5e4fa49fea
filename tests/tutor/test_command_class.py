"""`magister assignment` and `magister grade` in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tutor.class_text import GAME, hand_in, make
from tutor.command import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def started(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return started


def test_make_and_check(run: Run, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("anna\nbert\n\n", "utf-8")
    folder = tmp_path / "out"
    code, out, _ = run("assignment", "make", GAME, "--students", names, "--folder", folder, "--count", 2)
    assert code == 0 and "2 notebooks" in out and "keep it, and do not hand it out" in out
    assert len(list(folder.rglob("*.ipynb"))) == 2
    code, out, _ = run("assignment", "check", folder)
    assert code == 0 and "none holds an answer" in out
    next(folder.rglob("*.ipynb")).unlink()
    code, out, _ = run("assignment", "check", folder)
    assert code == 1 and "has no notebook" in out


def test_grade(run: Run, tmp_path: Path) -> None:
    made, key = make(tmp_path)
    hand_in(made, "anna", 1, key.puzzles_of("anna")[0].line)
    code, out, err = run("grade", made.folder, "--output", tmp_path / "report", "--jobs", 1)
    assert code == 0 and "1 of 3" in out and "credit = points reached" in out
    assert "7 files written" in err
    assert (tmp_path / "report" / "sheets" / "anna.html").is_file()


def test_wrong_use_is_a_sentence(run: Run, tmp_path: Path) -> None:
    code, _, err = run("assignment", "make", GAME, "--students", "a/b", "--folder", tmp_path / "x")
    assert code == 2 and "an alias is" in err
    code, _, err = run("grade", tmp_path)
    assert code == 2 and "cannot be read" in err
    code, _, err = run("grade", tmp_path, "--lang", "xx")
    assert code == 2 and "--lang" in err
