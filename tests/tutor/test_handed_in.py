"""What makes an answer not count is said: doubled, commented, misnamed, in the wrong cell; and whose file it is."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tutor
from rules import BadInput
from tests.tutor.class_text import Made, grade, hand_in, make, notices, put, result, tasks, write_cell
from tutor.amounts import speaking
from tutor.answer_cells import read_cell
from tutor.assignment_check import check
from tutor.classroom import RESULT, read_result, result_name
from tutor.collecting import collect


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path)


def change(path: Path, work: Callable[[dict[str, Any]], None]) -> None:
    """Change a notebook as an editor does."""
    document = json.loads(path.read_text("utf-8"))
    work(document)
    path.write_text(json.dumps(document), "utf-8")


def answered(made: Made, alias: str, number: int = 1) -> tuple[str, ...]:
    """Return the moves that count for a task."""
    papers, _ = collect(made[0].folder, made[1])
    paper = next(one for one in papers if one.alias == alias)
    return paper.answers[number].moves if number in paper.answers else ()


def at(document: dict[str, Any], id: str) -> int:
    """Return the index of a cell."""
    return next(index for index, cell in enumerate(document["cells"]) if cell["id"] == id)


# --- what does not count, or not alone ----------------------------------------------------------------------------


def test_of_a_doubled_answer_cell_the_last_one_counts_and_it_is_said(made: Made) -> None:
    path = write_cell(made[0], "anna", 1, "answer_1 = ['pass']")

    def doubled(document: dict[str, Any]) -> None:
        index = at(document, "answer-1")
        document["cells"].insert(index + 1, document["cells"][index] | {"source": ["answer_1 = ['fly']"], "id": "copy"})

    change(path, doubled)
    assert answered(made, "anna") == ("fly",)
    index = at(json.loads(path.read_text("utf-8")), "answer-1")
    (said,) = [text for text in notices(made, "anna") if "more than once" in text]
    assert said.startswith(f"Task 1 is answered more than once: cells[{index}] and cells[{index + 1}].")
    assert "What counts for task 1: fly (anna/" in said
    hand_in(made[0], "anna", 1, ["pass"])  # the result file goes before the notebook, and that is said, too
    assert "What counts for task 1: pass (anna/" in next(text for text in notices(made) if "more than once" in text)


def test_the_same_answer_twice_is_no_question(made: Made) -> None:
    write_cell(made[0], "anna", 1, "answer_1 = []\nanswer_1 = ['pass']\nanswer_1 = ['pass']")
    assert answered(made, "anna") == ("pass",)
    assert not [text for text in notices(made, "anna") if "more than once" in text]


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_an_answer_in_a_cell_for_text_is_named(kind: str, made: Made) -> None:
    path = write_cell(made[0], "anna", 1, "answer_1 = ['pass']")

    def turned(document: dict[str, Any]) -> None:
        document["cells"][at(document, "answer-1")]["cell_type"] = kind

    change(path, turned)
    assert answered(made, "anna") == ()
    (said,) = notices(made, "anna")
    assert "is no code cell, and an answer in it does not count. No answer to task 1 counts." in said
    hand_in(made[0], "anna", 1, ["fly"])
    assert any("What counts for task 1: fly (" in text for text in notices(made, "anna"))


MAGICS = ("%%time\n", "\n%%capture out\n", "%matplotlib inline\n", "!ls\n", "tutor?\n", "%time ")


@pytest.mark.parametrize("magic", MAGICS)
def test_an_answer_behind_a_magic_that_runs_it_counts_and_is_named(magic: str, made: Made) -> None:
    write_cell(made[0], "anna", 1, f"{magic}answer_1 = ['pass']")
    assert answered(made, "anna") == ("pass",)
    assert any("holds magics of the notebook" in one and "What counts for task 1: pass" in one for one in notices(made))


NOT_READ = {
    "%%bash\nanswer_1 = ['pass']": "is for %%bash and not for Python",
    "%%writefile a.py\nanswer_1 = ['pass']": "is for %%writefile and not for Python",
    "%%timeit\nanswer_1 = ['pass']": "is for %%timeit and not for Python",
    "%store answer_1 = ['pass']\nanswer_1 = (": "is no Python",
    "# answer_1 = ['pass']": "in a comment or a text",
    "answer_1 = []  # answer_1 = ['pass']": "in a comment or a text",
    "'''\nanswer_1 = ['pass']\n'''": "in a comment or a text",
    "answer1 = ['pass']": "calls an answer answer1, and so it does not count; the name is answer_1.",
    "Answer_1 = ['pass']": "calls an answer Answer_1",
    "my_answer_1 = ['pass']": "calls an answer my_answer_1",
    "answers_1: list[str] = ['pass']": "calls an answer answers_1",
    "answer_1.append('pass')": "gives answer_1 in a way that is not read",
    "answer_1[:] = ['pass']": "gives answer_1 in a way that is not read",
    "answer_1 = []\nfor move in ['pass']:\n    answer_1 += [move]": "gives answer_1 in a way that is not read",
    "tutor.answer(task_1, ['pass'], 1)": "holds moves in the call of tutor.answer",
    "tutor.answer(task_1, moves=['pass'])": "holds moves in the call of tutor.answer",
    "panel_1.play('pass')": "plays on the board of task 1",
    "answer_1 = str(['pass'])": "no plain list of moves",
    "answer_1 = {'pass'}": "must be a list of moves",
}


@pytest.mark.parametrize("cell", NOT_READ)
def test_what_is_meant_as_an_answer_and_is_not_read_is_named(cell: str, made: Made) -> None:
    write_cell(made[0], "anna", 1, cell)
    assert answered(made, "anna") == ()
    (said,) = notices(made, "anna")
    assert NOT_READ[cell] in said and said.endswith("No answer to task 1 counts.")
    assert [one.alias for one in grade(made).notices if one.text == said] == ["anna"]


def test_moves_on_the_board_that_are_kept_are_no_question(made: Made) -> None:
    write_cell(made[0], "anna", 1, "panel_1.play('pass')\npanel_1")
    hand_in(made[0], "anna", 1, ["pass"])
    assert notices(made, "anna") == []


def test_an_untouched_notebook_holds_nothing_to_look_at(made: Made) -> None:
    with speaking("de"):
        german = make(made[0].folder.parent / "german", language="de")
    assert notices(made) == notices(german) == []


def test_an_answer_to_a_task_that_is_none_is_named(made: Made) -> None:
    write_cell(made[0], "anna", 1, "answer_7 = ['pass']")
    assert "Holds an answer to answer_7, which is no task of this student." in notices(made, "anna")


def test_a_wrong_answer_does_not_take_the_others_of_its_cell_along(made: Made) -> None:
    write_cell(made[0], "anna", 1, "answer_1 = ['pass']\nanswer_2 = [print()]")
    assert (answered(made, "anna"), answered(made, "anna", 2)) == (("pass",), ())
    assert any("no plain list" in text and "No answer to task 2 counts." in text for text in notices(made, "anna"))


def test_what_lies_with_another_counts_for_the_tasks_that_nothing_else_answers(made: Made) -> None:
    """An untouched notebook in one's own folder does not push aside the answers that went astray."""
    put(made, f"anna/b{RESULT}", result(made, "bert", ("fly",)))
    assert answered(made, "bert") == ("fly",)
    write_cell(made[0], "bert", 1, "answer_1 = ['pass']")
    assert answered(made, "bert") == ("pass",)


def test_a_result_without_moves_does_not_push_the_notebook_aside(made: Made) -> None:
    put(made, f"anna/a{RESULT}", result(made, "anna", ()))
    write_cell(made[0], "anna", 1, "answer_1 = ['pass']")
    assert answered(made, "anna") == ("pass",)


def test_notices_are_german_in_german(made: Made) -> None:
    write_cell(made[0], "anna", 1, "# answer_1 = ['pass']")
    with speaking("de"):
        assert any("in einem Kommentar oder Text" in text for text in notices(made))


# --- whose it is --------------------------------------------------------------------------------------------------


def test_two_students_who_share_a_folder_keep_their_answers(tmp_path: Path) -> None:
    assignment, key = make(tmp_path, ("a", "b"))
    folder = tmp_path / "flat"
    folder.mkdir()
    for alias in ("a", "b"):
        shutil.copy(assignment.notebooks[alias], folder / f"{alias} homework.ipynb")
    for alias, numbers in (("a", (1, 2, 3)), ("b", (1,)), ("a", (1,))):
        for number in numbers:
            tutor.answer(tasks(assignment, alias)[number], key.puzzles_of(alias)[number - 1].line, number, folder)
    files = {path.name: read_result(path.read_bytes()) for path in folder.glob(f"*{RESULT}")}
    assert set(files) == {result_name(assignment.id, alias) for alias in ("a", "b")}
    report = tutor.grade(folder, key=assignment.key, jobs=1)
    assert [one.total for one in report.students] == [3, 1]
    assert "beside it" in assignment.notebooks["a"].read_text("utf-8")
    assert result_name(assignment.id, "a") in assignment.notebooks["a"].read_text("utf-8")


def test_answers_under_the_name_of_earlier_releases_are_taken_over(made: Made) -> None:
    folder = made[0].notebooks["anna"].parent
    old = folder / f"{made[0].id}{RESULT}"
    old.write_bytes(result(made, "anna", ("fly",), number=2))
    path = hand_in(made[0], "anna", 1, ["pass"])
    assert [one.moves for one in read_result(path.read_bytes()).entries] == [("pass",), ("fly",)]
    hand_in(made[0], "bert", 1, ["pass"])
    old.write_bytes(result(made, "bert", ("fly",)))  # somebody else's, in a folder that both use
    assert read_result(hand_in(made[0], "anna", 1, ["x"]).read_bytes()).entries[0].moves == ("x",)
    assert read_result(old.read_bytes()).alias == "bert"


def through_a_text_editor(document: dict[str, Any]) -> None:
    """Do what `jupytext --to py:percent` and back does: the metadata of the notebook and the ids of cells are gone."""
    document["metadata"] = {"kernelspec": document["metadata"]["kernelspec"]}
    for number, cell in enumerate(document["cells"]):
        cell["id"] = f"{number:08x}"
        cell.pop("outputs", None)


def through_an_online_editor(document: dict[str, Any]) -> None:
    """Do what editors on the web do: their own metadata, no ids, none of the cells' metadata, sources as one text."""
    document |= {"metadata": {"colab": {"provenance": []}}, "nbformat_minor": 0}
    for cell in document["cells"]:
        del cell["id"]
        cell["metadata"] = {"id": "x"}
        cell["source"] = "".join(cell["source"])


@pytest.mark.parametrize("editor", [through_a_text_editor, through_an_online_editor])
def test_a_notebook_is_known_by_its_tasks(editor: Callable[[dict[str, Any]], None], made: Made, tmp_path: Path) -> None:
    path = write_cell(made[0], "bert", 1, f"answer_1 = {list(made[1].puzzles_of('bert')[0].line)!r}")
    change(path, editor)
    flat = tmp_path / "flat"
    flat.mkdir()
    path.rename(flat / "Untitled (3).ipynb")
    report = tutor.grade(flat, key=made[0].key, jobs=1)
    assert report.student("bert").marks[0].solved
    assert not any("nobody in the key" in one.text for one in report.notices)


def test_a_notebook_of_another_assignment_is_known_by_its_tasks(made: Made, tmp_path: Path) -> None:
    other, _ = make(tmp_path / "other", seed=6)
    change(other.notebooks["anna"], through_a_text_editor)
    put(made, "anna/other.ipynb", other.notebooks["anna"].read_bytes())
    assert any(f"is of the assignment '{other.id}'" in text for text in notices(made, "other.ipynb"))


def test_a_notebook_with_the_tasks_of_two_is_said(made: Made) -> None:
    cells = json.loads(made[0].notebooks["bert"].read_text("utf-8"))["cells"]
    change(made[0].notebooks["anna"], lambda document: document["cells"].extend(cells))
    assert any("Holds tasks of bert. It counts for anna alone." in text for text in notices(made, "anna"))


JOSE, MAC = "José", unicodedata.normalize("NFD", "José")


def test_names_with_accents_are_found_in_either_spelling(tmp_path: Path) -> None:
    """A Mac's zip spells an accent as a sign of its own; that is another name to everybody but a person."""
    assert MAC != JOSE
    assignment, key = made = make(tmp_path, (JOSE, "anna"))
    line = list(key.puzzles_of(JOSE)[0].line)
    write_cell(assignment, JOSE, 1, f"answer_1 = {line!r}")
    (assignment.folder / JOSE).rename(assignment.folder / MAC)
    notebook = assignment.folder / MAC / assignment.id / f"{assignment.id}.ipynb"
    assert not [text for text in check(assignment.folder, assignment.key) if "no notebook" in text]
    change(notebook, lambda document: document["metadata"].pop("magister"))
    change(notebook, lambda document: document["cells"].pop(at(document, "task-1")))
    assert grade(made).student(MAC).marks[0].solved
    assert not [text for text in notices(made) if "alias" in text]
    notebook.unlink()
    put(made, f"{MAC}.json", result(made, MAC, tuple(line)))
    report = grade(made)
    assert report.student(JOSE).marks[0].solved and JOSE in report.sheet(MAC)
    with pytest.raises(BadInput, match="as another one's"):
        tutor.assignment("kingsburg", [JOSE, MAC], folder=tmp_path / "twice")


def test_names_with_accents_are_graded_by_nbgrader_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assignment, key = make(tmp_path, (JOSE, "anna"))
    assignment.course(tmp_path / "course")
    here = tmp_path / "course" / "autograded" / MAC / assignment.id
    here.mkdir(parents=True)
    assert tutor.answer(tasks(assignment, JOSE)[1], key.puzzles_of(JOSE)[0].line, 1, here) == 1.0


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("globals()['answer_1'] = ['pass']", "gives answer_1 in a way that is not read"),
        ("answers = {1: ['pass']}", "calls an answer answers[1]"),
        ("my_answers[1] = ['pass']", "calls an answer my_answers[1]"),
    ],
)
def test_an_answer_in_a_table_is_not_passed_over_in_silence(source: str, said: str) -> None:
    found = read_cell({"cell_type": "code", "source": source}, 0)
    assert not found.answers
    assert [lost.number for lost in found.lost] == [1]
    assert said in found.lost[0].text


def test_a_name_in_wide_letters_is_the_name_that_python_reads() -> None:
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isalpha() else sign for sign in "answer_1")
    assert read_cell({"cell_type": "code", "source": f"{wide} = ['pass']"}, 0).answers == [(1, ("pass",))]
