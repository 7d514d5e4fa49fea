"""What a student's notebook says and keeps: legal or not, and the points; nothing of the best line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import tutor
from rules import BadInput
from tests.tutor.class_text import Made, hand_in, make, tasks
from tests.tutor.panels import control
from tests.widgets.table_talk import press, refused
from tutor.amounts import speaking
from tutor.answering import find_key
from tutor.assignment_check import leaks
from tutor.classroom import Result, plain, read_result, result_name, seal_of
from tutor.puzzle import shipped


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path)


def result(path: Path) -> Result:
    return read_result(path.read_bytes())


def test_an_answer_is_kept_beside_the_notebook(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    assignment, key = made
    first, second = key.puzzles_of("anna")[:2]
    hand_in(assignment, "anna", 2, second.line)
    path = hand_in(assignment, "anna", 1, first.line)
    kept = result(path)
    assert path.parent == assignment.notebooks["anna"].parent
    assert (kept.assignment, kept.alias) == (assignment.id, "anna")
    assert [(entry.task, entry.moves) for entry in kept.entries] == [
        (f"{assignment.id}-1", first.line),
        (f"{assignment.id}-2", second.line),
    ]
    assert kept.seal == seal_of(kept)
    said = capsys.readouterr().out
    assert "every move is legal" in said and "is not checked here" in said


def test_a_later_answer_takes_the_place_of_the_earlier_one(made: Made) -> None:
    assignment, key = made
    hand_in(assignment, "anna", 1, key.puzzles_of("anna")[0].line)
    assert [entry.moves for entry in result(hand_in(assignment, "anna", 1, ["pass"])).entries] == [("pass",)]


def test_the_check_compares_with_nothing(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    """A right and a wrong answer are told the same: legal, and so many points. So is one that cannot be better."""
    assignment, key = made
    for number, puzzle in enumerate(key.puzzles_of("bert"), 1):
        said = []
        wrong = next(move.key for move in puzzle.start().legal_moves() if move.key not in puzzle.best)
        for moves in (puzzle.line, [wrong]):
            hand_in(assignment, "bert", number, moves)
            said.append(capsys.readouterr().out)
        assert leaks(said[1], key, (puzzle,)) == []
        assert re.sub(r"brings .*? points?\.|\[.*\]", "", said[0]) == re.sub(
            r"brings .*? points?\.|\[.*\]", "", said[1]
        )


def test_what_is_refused_is_said(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(made[0], "bert", 1, ["fly to the moon"])
    said = capsys.readouterr().out
    assert "not every move is legal" in said and "Move 1, 'fly to the moon', is refused." in said


def test_a_panel_gives_its_moves(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    assignment, _ = made
    task = tasks(assignment, "cleo")[1]
    panel = tutor.puzzle(task=task)
    folder = assignment.notebooks["cleo"].parent
    assert tutor.answer(task, panel, 1, folder) is None
    assert "There is no answer yet" in capsys.readouterr().out
    assert not (folder / result_name(assignment.id, "cleo")).exists()
    move = panel.position.legal_moves()[0].key
    panel.play(move)
    tutor.answer(task, panel, 1, folder)
    assert result(folder / result_name(assignment.id, "cleo")).entries[0].moves[0] == move
    panel.close()


def test_a_panel_that_shows_another_puzzle_overwrites_nothing(made: Made) -> None:
    assignment, key = made
    one, two = tasks(assignment, "cleo")[1], tasks(assignment, "cleo")[2]
    path = hand_in(assignment, "cleo", 1, ["pass"])
    before = path.read_bytes()
    for other in (two, shipped(one.game)[-1], None):
        with tutor.puzzle(task=other) as panel:
            if other is not None:
                panel.play(panel.position.legal_moves()[0].key)
            with pytest.raises(BadInput, match=r"shows another puzzle than task 1.*panel_1\.begin"):
                tutor.answer(one, panel, 1, path.parent)
    assert path.read_bytes() == before
    with tutor.puzzle(task=key.puzzles_of("cleo")[0]) as panel:  # the same position, whatever it is called
        panel.play(panel.position.legal_moves()[0].key)
        tutor.answer(one, panel, 1, path.parent)
    assert path.read_bytes() != before


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_board_of_a_task_keeps_to_it_and_says_what_to_do(made: Made, language: str) -> None:
    assignment, key = made
    task, line = tasks(assignment, "anna")[1], key.puzzles_of("anna")[0].line
    with speaking(language), tutor.puzzle(task=task) as panel:
        for key_ in ("list", "next_puzzle", "games"):
            assert control(panel, key_) == {}
            assert refused(press(panel, key_))
        refused(press(panel, "puzzle", shipped(task.game)[0].id))
        refused(press(panel, "game", task.game))
        assert panel.task == task
        for move in line:
            panel.play(move)
        assert panel.complete
        below = "two cells below" if language == "en" else "beiden Zellen"
        assert below in panel.status and "Check it" not in panel.status and "prüfen" not in panel.status
        assert below in control(panel, "check")["reason"]
        assert panel.rebuild == "tutor.puzzle(task=task_1)"


def test_an_empty_answer_takes_nothing_away(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    assignment, _ = made
    path = hand_in(assignment, "cleo", 1, ["pass"])
    before = path.read_bytes()
    hand_in(assignment, "cleo", 1, [])
    assert path.read_bytes() == before
    assert "This answer is kept: ['pass']" in capsys.readouterr().out


def test_a_damaged_result_file_is_set_aside(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    assignment, _ = made
    path = hand_in(assignment, "anna", 1, ["pass"])
    path.write_bytes(b"\x00 not ours")
    hand_in(assignment, "anna", 2, ["pass"])
    assert "could not be read; it is now" in capsys.readouterr().out
    assert [one.read_bytes() for one in path.parent.glob("*.unreadable-*")] == [b"\x00 not ours"]
    assert [entry.task for entry in result(path).entries] == [f"{assignment.id}-2"]


def test_a_full_disk_is_a_sentence(
    made: Made, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tutor.answering.write_whole", full)
    hand_in(made[0], "anna", 1, ["pass"])
    assert "(No space left on device). Put it into the answer cell" in capsys.readouterr().out


@pytest.mark.parametrize("moves", ["pass", 7, None, [1], [["pass"]], [""], ["x" * 401], ["pass"] * 201, {"a": 1}])
def test_what_is_no_list_of_moves_is_refused(moves: object, made: Made) -> None:
    task = tasks(made[0], "anna")[1]
    with pytest.raises(BadInput, match="answer: "):
        tutor.answer(task, moves, 1, made[0].folder)  # type: ignore[arg-type]


def test_a_cell_takes_only_its_own_task(made: Made) -> None:
    given = tasks(made[0], "anna")
    with pytest.raises(BadInput, match="is number 2 of the assignment, but this cell is for number 1"):
        tutor.answer(given[2], ["pass"], 1, made[0].folder)
    with pytest.raises(BadInput, match="run the cells above first"):
        tutor.answer("task", ["pass"], 1)  # type: ignore[arg-type]


def test_a_task_is_read_strictly(made: Made) -> None:
    document = plain(tasks(made[0], "anna")[1])
    for change in ({"value": "7"}, {"level": 9}, {"position": "x"}, {"seat": 99}, {"number": "one"}, {"alias": "../x"}):
        with pytest.raises(BadInput):
            tutor.given(document | change)


@pytest.mark.parametrize("name", ["../../elsewhere", "/tmp/elsewhere", "a\\b", "", "x" * 200])
def test_no_task_leads_out_of_the_folder(name: str, made: Made) -> None:
    document = plain(tasks(made[0], "anna")[1])
    with pytest.raises(BadInput, match=r"assignment: is .* letters, digits and hyphens"):
        tutor.given(document | {"assignment": name})


def test_validation_passes_an_answer_alone_whose_moves_are_all_legal(
    made: Made, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """nbgrader takes a cell for passed that neither fails nor writes to standard error."""
    assignment, key = made
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    best = key.puzzles_of("anna")[0].line
    cases = (([], "There is no answer yet"), (["fly"], "is refused"), ([*best, "fly"], "not every move is legal"))
    for moves, said in cases:
        hand_in(assignment, "anna", 1, moves)
        err = capsys.readouterr().err
        assert said in " ".join(err.split()) and err.endswith("This task is not passed.\n")
        assert max(map(len, err.splitlines())) <= 72, "nbgrader cuts longer lines off"
    for moves in (best, []):  # played now, or kept from before
        hand_in(assignment, "anna", 1, moves)
        assert capsys.readouterr().err == ""
    monkeypatch.delenv("NBGRADER_EXECUTION")
    hand_in(assignment, "anna", 1, ["fly"])
    assert capsys.readouterr().err == "", "whoever works in the notebook is told in its cell"


# --- under nbgrader, without running it ---------------------------------------------------------------------------


@pytest.fixture
def grading(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    made[0].course(tmp_path / "course")
    folder = tmp_path / "course" / "autograded" / "anna" / made[0].id
    folder.mkdir(parents=True)
    return folder


def test_the_credit_comes_from_the_key(made: Made, grading: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assignment, key = made
    task = tasks(assignment, "anna")[1]
    assert tutor.answer(task, key.puzzles_of("anna")[0].line, 1, grading) == 1.0
    assert tutor.answer(task, ["fly to the moon"], 1, grading) == 0.0
    assert tutor.answer(task, [], 1, grading) == 0.0
    assert leaks(capsys.readouterr().out.replace("brings", ""), key, key.puzzles_of("anna")) == []
    assert list(grading.iterdir()) == []


def test_a_changed_position_changes_nothing(made: Made, grading: Path) -> None:
    assignment, key = made
    other = tasks(assignment, "bert")[1].position
    task = msgspec.structs.replace(tasks(assignment, "anna")[1], position=other)
    assert tutor.answer(task, key.puzzles_of("anna")[0].line, 1, grading) == 1.0


def test_the_task_of_another_student_is_refused(made: Made, grading: Path) -> None:
    assignment, key = made
    with pytest.raises(BadInput, match="is that of 'bert', but this is the folder of 'anna'"):
        tutor.answer(tasks(assignment, "bert")[1], key.puzzles_of("bert")[0].line, 1, grading)


def test_a_missing_or_other_key_is_named(made: Made, grading: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match=r"key: is missing: put it at keys/another\.json"):
        find_key("another", grading)
    monkeypatch.setenv("MAGISTER_KEY", str(made[0].key))
    with pytest.raises(BadInput, match="key: is of"):
        find_key("another", grading)
    assert find_key(made[0].id, Path("/")) == made[1]


def test_what_stands_in_the_file_is_data(made: Made) -> None:
    path = hand_in(made[0], "anna", 1, ["pass"])
    assert set(json.loads(path.read_text("utf-8"))) == {"schema", "assignment", "alias", "entries", "seal"}
