"""The assignment under nbgrader, for real: assign, hand in, autograde, and the points in its gradebook."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tutor.class_text import CLASS, hand_in, make, write_cell
from tutor.assignment import Assignment
from tutor.assignment_check import leaks
from tutor.classroom import Key

pytest.importorskip("nbgrader", reason="nbgrader comes with the extra dev")


class Course:
    """A course in a folder of its own, away from the person's settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: Assignment
        self.key: Key

    def run(self, *arguments: str) -> str:
        """Run nbgrader, and return what it has said."""
        own = {name: str(self.folder / "own" / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "HOME")}
        own |= {"JUPYTER_RUNTIME_DIR": str(self.folder / "own" / "run"), "MAGISTER_LANGUAGE": "en"}
        own["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))  # it calls others by name
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *arguments],
            cwd=self.folder,
            env=os.environ | own,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
        return done.stdout + done.stderr

    def scores(self) -> dict[tuple[str, str], float]:
        """Return the points of the gradebook by student and cell."""
        with sqlite3.connect(self.folder / "gradebook.db") as book:
            rows = book.execute(
                "SELECT submitted_assignment.student_id, base_cell.name, grade.auto_score FROM grade "
                "JOIN base_cell ON base_cell.id = grade.cell_id "
                "JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id "
                "JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id"
            ).fetchall()
        return {(student, cell): score for student, cell, score in rows}

    def outputs(self, alias: str) -> str:
        """Return everything that autograding has left in the notebook of a student."""
        path = self.folder / "autograded" / alias / self.made.id / f"{self.made.id}.ipynb"
        cells = json.loads(path.read_text("utf-8"))["cells"]
        return json.dumps([cell.get("outputs", []) for cell in cells if cell["id"].startswith("check-")])


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """Make the assignment, let three students hand it in, and run nbgrader once over all of it."""
    course = Course(tmp_path_factory.mktemp("course"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAGISTER_DATA", str(course.folder / "own" / "data"))
        made, key = make(course.folder / "teacher", count=2)
        course.made, course.key = made, key
        made.course(course.folder)
        first, second = key.puzzles_of("anna")
        hand_in(made, "anna", 1, first.line)  # in the result file
        write_cell(made, "anna", 2, f"answer_2 = {list(second.line)!r}")  # in the notebook
        write_cell(made, "bert", 1, "answer_1 = ['fly to the moon']")
        copied = key.puzzles_of("cleo")[0]
        path = write_cell(made, "cleo", 1, f"answer_1 = {list(copied.line)!r}")
        # Cleo answers the second task with the first one, of which she knows the answer.
        path.write_text(
            path.read_text("utf-8").replace("answer_2 = []", "task_2 = task_1; answer_2 = answer_1"), "utf-8"
        )
        for alias in CLASS:
            shutil.copytree(made.notebooks[alias].parent, course.folder / "submitted" / alias / made.id)
        course.run("generate_assignment", made.id, "--create")
        course.run("autograde", made.id, "--create")
        yield course


def test_the_best_lines_get_all_points(course: Course) -> None:
    scores = course.scores()
    assert (scores["anna", "check-1"], scores["anna", "check-2"]) == (1.0, 1.0)


def test_what_is_refused_and_what_is_not_there_get_none(course: Course) -> None:
    scores = course.scores()
    assert (scores["bert", "check-1"], scores["bert", "check-2"]) == (0.0, 0.0)


def test_another_task_in_the_place_of_one_is_refused(course: Course) -> None:
    scores = course.scores()
    assert (scores["cleo", "check-1"], scores["cleo", "check-2"]) == (1.0, 0.0)
    assert "this cell is for number 2" in course.outputs("cleo")


def test_the_grader_says_nothing_of_the_answer(course: Course) -> None:
    """Bert and Cleo have answers that are wrong or missing: what is left in their notebooks tells them no move."""
    assert "not every move is legal" in course.outputs("bert")
    assert leaks(course.outputs("bert"), course.key, course.key.puzzles_of("bert")) == []
    assert leaks(course.outputs("cleo"), course.key, course.key.puzzles_of("cleo")[1:]) == []


def test_what_nbgrader_releases_holds_no_answer(course: Course) -> None:
    (path,) = (course.folder / "release").rglob("*.ipynb")
    assert leaks(path.read_text("utf-8"), course.key) == []
    assert [one.name for one in (course.folder / "release").rglob("*") if one.is_file()] == [path.name]


def test_validation_passes_no_untouched_notebook_and_no_illegal_move(
    course: Course, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Anna's answers are legal; Bert has an illegal one and an untouched cell."""
    folder = tmp_path_factory.mktemp("students")
    for alias in ("anna", "bert"):
        shutil.copytree(course.made.notebooks[alias].parent, folder / alias)
    said = course.run("validate", *(str(next((folder / alias).glob("*.ipynb"))) for alias in ("anna", "bert")))
    anna, _, bert = said.partition("VALIDATION FAILED ON 2 CELL(S)")
    assert "Success! Your notebook passes all the tests." in anna and "Success!" not in bert
    assert "not every move is legal" in bert and "There is no answer yet" in bert
    assert "Traceback" not in said
    assert leaks(bert, course.key, course.key.puzzles_of("bert")) == []
