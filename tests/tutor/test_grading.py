"""Grading: what counts, what is reported, and that nothing of what students hand in is executed or lost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tutor
from rules import BadInput
from tests.tutor.class_text import (
    CLASS,
    Made,
    grade,
    hand_in,
    make,
    notices,
    partly_right,
    put,
    result,
    write_cell,
)
from tutor.classroom import RESULT
from tutor.collecting import collect
from tutor.grading import kept_report
from tutor.grading_formula import credit
from tutor.puzzle import Puzzle
from tutor.puzzle_judge import judge
from tutor.store import Store

FIELDS = ("cells", "metadata", "magister", "assignment", "alias", "cell_type", "source", "code", "schema", "entries")


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path)


@pytest.fixture(scope="module")
def junk(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(tmp_path_factory.mktemp("junk"))


# --- the formula --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "optimum", "legal", "wanted"),
    [
        ("6", "6", True, "1"),
        ("7", "6", True, "1"),
        ("3", "6", True, "1/2"),
        ("-2", "6", True, "0"),
        ("6", "6", False, "1/2"),
        ("119/30", "149/30", True, "119/149"),
        ("0", "0", True, "1"),
        ("-1", "0", True, "1/2"),
        ("-3", "-2", True, "1/2"),
        ("-2", "-2", True, "1"),
    ],
)
def test_the_credit(value: str, optimum: str, legal: bool, wanted: str) -> None:
    assert credit(Fraction(value), Fraction(optimum), legal) == Fraction(wanted)


def test_points_over_the_optimum(made: Made) -> None:
    assignment, key = made
    first, second, third = key.puzzles_of("anna")
    moves, value = partly_right(second)
    hand_in(assignment, "anna", 1, first.line)
    hand_in(assignment, "anna", 2, moves)
    hand_in(assignment, "anna", 3, [*third.line, "fly to the moon"])
    report = grade(made)
    one, two, three = report.student("anna").marks
    assert (one.credit, one.solved, one.loss) == (1, True, 0)
    assert (two.credit, two.value, two.loss) == (value / second.optimum, value, second.optimum - value)
    assert (three.credit, three.legal, three.solved) == (Fraction(1, 2), False, False)
    assert report.student("anna").total == 1 + value / second.optimum + Fraction(1, 2)
    assert [one.total for one in report.students[1:]] == [0, 0]
    assert report.handed == 1


def test_every_optimal_line_gets_everything(made: Made) -> None:
    """A spelling that is not the stored one: every best first move, with the rest of its own best line left out."""
    assignment, key = made
    for number, puzzle in enumerate(key.puzzles_of("bert"), 1):
        for move in puzzle.best:
            verdict = judge(puzzle, (move,))
            hand_in(assignment, "bert", number, [move])
            mark = grade(made).student("bert").marks[number - 1]
            assert (mark.credit == 1) == verdict.optimal


def test_nonsense_gets_nothing_even_where_passing_brings_points(made: Made) -> None:
    hand_in(made[0], "anna", 1, ["fly to the moon", "pass"])
    mark = grade(made).student("anna").marks[0]
    assert (mark.answered, mark.credit, mark.mistake) == (True, 0, "a move is refused")


def test_the_most_common_mistake_of_a_puzzle(tmp_path: Path) -> None:
    assignment, key = make(tmp_path, ("a", "b", "c", "d"), puzzles=make(tmp_path / "x", ("a",))[1].puzzles, count=1)
    puzzle = key.puzzles[0]
    wrong, _ = partly_right(puzzle)
    for alias, moves in (("a", puzzle.line), ("b", wrong), ("c", wrong), ("d", ("fly",))):
        hand_in(assignment, alias, 1, moves)
    (row,) = tutor.grade(assignment.folder, jobs=1).puzzles
    assert (row.given, row.answered, row.solved) == (4, 4, 1)
    assert (row.mistake, row.times) == (f"begins with {wrong[0]}", 2)
    losses = [judge(puzzle, moves).loss for moves in (puzzle.line, wrong, wrong, ("fly",))]
    assert row.mean_loss == sum(losses) / 4


# --- what is read -------------------------------------------------------------------------------------------------


def test_the_answer_cells_of_a_notebook_are_read(made: Made) -> None:
    puzzle = made[1].puzzles_of("anna")[0]
    write_cell(made[0], "anna", 1, f"# my answer\nanswer_1 = {list(puzzle.line)!r}\n")
    report = grade(made)
    assert report.student("anna").marks[0].solved
    assert [one.text for one in report.notices] == [
        "Does not say when it was written, so nobody can say whether it is late."
    ]


BOMB = "__import__('pathlib').Path({path!r}).touch()"


@pytest.mark.parametrize(
    "cell",
    [
        "answer_1 = [{bomb}]",
        "answer_1 = {bomb} or ['pass']",
        "answer_1 = ['pass'] + [str({bomb})]",
        "{bomb}\nanswer_1 = f'{{{bomb}}}'",
        "answer_1 = ['pass' for _ in [{bomb}]]",
        "answer_1 = (lambda: {bomb})()",
        "answer_1 = 'pass'",
        "answer_1 = [1]",
        "answer_1 = ['a\\u202eb']",
        "answer_1 = [" + "(" * 5_000 + ")" * 5_000 + "]",
        "answer_1 = " + "-" * 15_000 + "1",
        "answer_1 = ['pass'",
        "answer_1 = ['" + "x" * 41_000 + "']",
        "answer_1 = ['pass'] * 10**9",
    ],
)
def test_nothing_in_a_cell_is_executed(cell: str, made: Made, tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    write_cell(
        made[0], "anna", 1, cell.replace("{bomb}", BOMB.format(path=str(touched))).replace("{{", "{").replace("}}", "}")
    )
    hand_in(made[0], "bert", 1, ["pass"])
    report = grade(made)
    assert not touched.exists()
    assert not report.student("anna").marks[0].answered
    assert report.student("bert").marks[0].answered
    assert [one for one in report.notices if one.alias == "anna" and "does not count" in one.text]


@pytest.mark.parametrize(
    "cell",
    [
        "answer_1, answer_2 = ['a'], ['b']",
        "x = answer_1 = ['a']",
        "answer_1 = []\nanswer_1 += ['a']",
        "if True:\n    answer_1 = ['a']",
        "(answer_1 := ['a'])",
    ],
)
def test_an_answer_that_is_given_in_another_way_is_named(cell: str, made: Made) -> None:
    write_cell(made[0], "anna", 1, cell)
    assert any("gives answer_1 in a way that is not read" in text for text in notices(made, "anna"))


def test_an_answer_with_its_type_is_read(made: Made) -> None:
    write_cell(made[0], "anna", 1, f"answer_1: list[str] = {list(made[1].puzzles_of('anna')[0].line)!r}")
    assert grade(made).student("anna").marks[0].solved


def test_a_broken_cell_does_not_take_the_other_answers_along(made: Made) -> None:
    write_cell(made[0], "anna", 1, f"answer_1 = {list(made[1].puzzles_of('anna')[0].line)!r}")
    write_cell(made[0], "anna", 2, "answer_2 = ['pass'")
    report = grade(made)
    assert report.student("anna").marks[0].solved and not report.student("anna").marks[1].answered
    assert [one for one in report.notices if one.alias == "anna" and "does not count: cells[" in one.text]


def test_a_damaged_key_does_not_make_zeros_without_a_word(made: Made) -> None:
    for alias in CLASS:
        hand_in(made[0], alias, 1, made[1].puzzles_of(alias)[0].line)
    document = json.loads(made[0].key.read_text("utf-8"))
    for puzzle in document["puzzles"]:
        puzzle["value"] = "1"
    made[0].key.write_text(json.dumps(document), "utf-8")
    said = [one for one in grade(made).notices if "is not the best line" in one.text]
    assert [one.alias for one in said] == list(CLASS) and all(one.text.startswith("Task 1: ") for one in said)


def deep(made: Made) -> bytes:
    return b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda made: b"", "is no JSON"),
        (lambda made: b"\xff\xfe\x00", "is no text in UTF-16-LE (byte 3 does not fit)"),
        (lambda made: b"[1, 2]", "must be a table"),
        (deep, "is no JSON"),
        (lambda made: b" " * 10_000_001, "10,000,001 bytes large; at most 1,000,000 are read"),
        (lambda made: result(made, "anna", ("pass",)).replace(b'"moves"', b'"mooves"'), "is no field here"),
        (lambda made: result(made, "anna", ("pass",)).replace(b'"schema":1', b'"schema":2'), "is 2, but this release"),
        (lambda made: result(made, "anna", ("x" * 500,)), "at most 400 characters"),
        (lambda made: result(made, "anna", ("a\x1b[31m",)), "U+001B"),
        (lambda made: result(made, "anna", ("pass",)).replace(made[0].id.encode(), b"other-abc123"), "other-abc123"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_takes_nobody_along(
    content: Callable[[Made], bytes], said: str, made: Made
) -> None:
    put(made, "anna/anna.answers.json", content(made))
    hand_in(made[0], "bert", 1, made[1].puzzles_of("bert")[0].line)
    report = grade(made)
    (notice,) = [one for one in report.notices if one.file == "anna/anna.answers.json"]
    assert notice.alias == "anna" and said in notice.text and "does not count" in notice.text
    assert report.student("bert").marks[0].solved


def test_a_notebook_of_10_megabytes_is_named(made: Made) -> None:
    put(made, "anna/big.ipynb", b" " * 10_000_001)
    assert any("10,000,001 bytes large" in text for text in notices(made, "big.ipynb"))


def test_a_broken_notebook_beside_a_result_file_loses_nothing(made: Made) -> None:
    hand_in(made[0], "anna", 1, made[1].puzzles_of("anna")[0].line)
    made[0].notebooks["anna"].write_text('{"cells": [', "utf-8")
    report = grade(made)
    assert report.student("anna").marks[0].solved
    assert any("is no JSON" in one.text for one in report.notices)


def test_a_change_by_hand_is_seen(made: Made) -> None:
    path = hand_in(made[0], "anna", 1, ["pass"])
    line = json.dumps(list(made[1].puzzles_of("anna")[0].line))
    document = json.loads(path.read_text("utf-8"))
    document["entries"][0]["moves"] = json.loads(line)
    path.write_text(json.dumps(document, indent=4), "utf-8")
    report = grade(made)
    assert report.student("anna").marks[0].solved
    assert [one.text for one in report.notices] == ["Was changed by hand after it was written. It counts as it is."]


def test_another_layout_of_the_same_file_is_no_change(made: Made) -> None:
    path = hand_in(made[0], "anna", 1, ["pass"])
    path.write_text(json.dumps(json.loads(path.read_text("utf-8"))), "utf-8")
    assert notices(made) == []


def test_late_is_said_and_counts(made: Made) -> None:
    puzzle = made[1].puzzles_of("anna")[0]
    put(made, f"anna/x{RESULT}", result(made, "anna", puzzle.line, "2100-01-03T13:00+00:00"))
    put(made, f"bert/x{RESULT}", result(made, "bert", ("pass",), "2100-01-01T12:30+00:00"))
    put(made, f"cleo/x{RESULT}", result(made, "cleo", ("pass",), "2100-01-01T12:00+00:00"))
    report = grade(made)
    assert [one.late for one in report.students] == ["2 days", "30 minutes", ""]
    assert report.student("anna").marks[0].solved
    assert any("Late by 2 days" in one.text and one.alias == "anna" for one in report.notices)


def test_a_time_that_is_none_is_said(made: Made) -> None:
    put(made, f"anna/x{RESULT}", result(made, "anna", ("pass",), "<yesterday>"))
    assert notices(made, "anna/x") == ["Says '<yesterday>' for task 1, which is no time."]


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "0001-01-01"])
def test_times_at_the_end_of_the_calendar_do_no_harm(time: str, made: Made) -> None:
    put(made, f"anna/x{RESULT}", result(made, "anna", ("pass",), time))
    put(made, f"anna/y{RESULT}", result(made, "anna", ("fly",), "2026-01-01"))
    assert grade(made).student("anna").marks[0].answered


def test_what_is_no_file_is_not_opened(made: Made) -> None:
    os.mkfifo(made[0].folder / "anna" / "pipe.json")
    assert notices(made, "pipe") == ["Is no file; it was not opened."]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), inner),
    max_leaves=20,
)


@given(document=st.dictionaries(st.sampled_from(FIELDS), JUNK))
@settings(max_examples=150)
def test_whatever_lies_in_a_file_the_class_is_graded(document: object, junk: Made) -> None:
    for name in ("anna/x.json", "anna/x.ipynb"):
        put(junk, name, json.dumps(document))
    collect(junk[0].folder, junk[1])


def test_of_two_files_the_later_one_counts(made: Made) -> None:
    puzzle = made[1].puzzles_of("anna")[0]
    put(made, f"anna/1{RESULT}", result(made, "anna", puzzle.line, "2026-01-02T00:00+00:00"))
    put(made, f"anna/2{RESULT}", result(made, "anna", ("pass",), "2026-01-01T00:00+00:00"))
    report = grade(made)
    assert report.student("anna").marks[0].solved
    said = {one.text for one in report.notices}
    assert said == {
        f"Task 1: anna/2{RESULT} says something else; this file counts.",
        f"Handed in more than once: also anna/2{RESULT}.",
    }


def test_a_cell_that_differs_from_the_result_file_is_said(made: Made) -> None:
    hand_in(made[0], "anna", 1, ["pass"])
    write_cell(made[0], "anna", 1, "answer_1 = ['something else']")
    assert any("says something else; this file counts" in text for text in notices(made))


def test_files_of_nobody_and_of_others(made: Made) -> None:
    assignment, key = made
    put(made, f"mallory{RESULT}", result(made, "mallory", ("pass",)))
    put(made, f"anna/b{RESULT}", result(made, "bert", ("pass",), "2099-01-01T00:00+00:00"))
    put(made, f"anna/t{RESULT}", result(made, "anna", ("pass",), number=9))
    put(made, "anna/notes.txt", "hello")
    put(made, "anna/.~saving.ipynb", "{")
    hand_in(assignment, "bert", 1, key.puzzles_of("bert")[0].line)
    report = grade(made)
    said = {one.file: one.text for one in report.notices}
    assert "nobody in the key has this alias" in said[f"mallory{RESULT}"]
    assert "lies in the folder of anna" in said[f"anna/b{RESULT}"]
    assert "is no task of this student" in said[f"anna/t{RESULT}"]
    assert "neither a notebook nor a result file" in said["anna/notes.txt"]
    assert report.student("bert").marks[0].solved  # what lies with Anna does not push it aside


def test_a_link_is_not_followed(made: Made, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / f"a{RESULT}").write_bytes(result(made, "anna", ("pass",)))
    (made[0].folder / "anna" / "elsewhere").symlink_to(outside)
    assert notices(made, "elsewhere") == ["Is a link to elsewhere, which is not followed."]
    assert not grade(made).student("anna").marks[0].answered


def test_files_in_one_heap_are_found_by_what_they_say(made: Made, tmp_path: Path) -> None:
    heap = tmp_path / "heap"
    heap.mkdir()
    for alias in CLASS:
        (heap / f"{alias} (1).json").write_bytes(result(made, alias, made[1].puzzles_of(alias)[0].line))
    report = tutor.grade(heap, key=made[0].key, jobs=1)
    assert [one.marks[0].solved for one in report.students] == [True] * 3
    assert report.notices == ()


def test_an_answer_that_cannot_be_judged_takes_nobody_along(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_in(made[0], "anna", 1, ["pass"])
    hand_in(made[0], "bert", 1, ["pass"])
    anna = made[1].puzzles_of("anna")[0].id

    def fails(puzzle: Puzzle, moves: tuple[str, ...]) -> object:
        if puzzle.id == anna:
            raise ZeroDivisionError("by zero")
        return judge(puzzle, moves), Fraction(1)

    monkeypatch.setattr("tutor.grading.mark", fails)
    report = grade(made)
    assert "ZeroDivisionError: by zero" in report.student("anna").marks[0].sentence
    assert ["ZeroDivisionError: by zero" in one.text for one in report.notices] == [True]
    assert report.student("bert").marks[0].answered


def test_processes_find_the_same(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    for alias in CLASS:
        for number, puzzle in enumerate(made[1].puzzles_of(alias), 1):
            hand_in(made[0], alias, number, puzzle.line if number % 2 else ["pass"])
    alone = grade(made)
    monkeypatch.setattr("tutor.grading.PATIENCE", 0)
    monkeypatch.setattr("tutor.grading.PORTION", 2)
    lines: list[str] = []
    assert tutor.grade(made[0].folder, jobs=2, tell=lines.append) == alone
    assert lines[-1] == "9 of 9 answers judged"


def test_the_report_is_kept(made: Made) -> None:
    store = Store(":memory:")
    hand_in(made[0], "anna", 1, ["pass"])
    report = tutor.grade(made[0].folder, jobs=1, store=store)
    assert kept_report(made[0].id, store) == report
    assert kept_report("another", store) is None


def test_what_is_not_there_is_refused(made: Made, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        tutor.grade(tmp_path / "nowhere", key=made[0].key)
    with pytest.raises(BadInput, match="cannot be read"):
        tutor.grade(made[0].folder, key=tmp_path / "no.json")
    with pytest.raises(BadInput):
        tutor.grade(made[0].folder, key=made[0].notebooks["anna"])
