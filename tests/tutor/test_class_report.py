"""The report of a class as page, table and sheet: exact, complete, and harmless whatever students write."""

from __future__ import annotations

import codecs
import csv
import re
from fractions import Fraction
from io import StringIO
from pathlib import Path

import msgspec
import pandas  # it comes with OR-Tools
import pytest

import tutor
from rules import BadInput
from tests.tutor.class_text import CLASS, GAME, Made, grade, hand_in, make, partly_right, put, result, tasks
from tutor.class_page import harmless
from tutor.classroom import RESULT
from tutor.puzzle import games, judge, shipped


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return make(tmp_path)


MARKUP = "<script>alert(1)</script>"


def test_markup_from_students_is_text(made: Made) -> None:
    hand_in(made[0], "anna", 1, [MARKUP])
    put(made, f"bert/{MARKUP.replace('/', '')}{RESULT}", "{")
    put(made, f"cleo/x{RESULT}", result(made, MARKUP, ("pass",)))
    report = grade(made)
    for page in (report.to_html(), report._repr_html_(), report.sheet("anna")):
        assert "<script" not in page
        assert "&lt;script&gt;" in page


def test_no_answer_and_a_wrong_one_differ_in_the_terminal(made: Made) -> None:
    hand_in(made[0], "anna", 1, ["nonsense"])
    line = next(line for line in str(grade(made)).splitlines() if line.startswith("anna"))
    assert re.search(r" 0 +–", line)


def test_a_report_goes_into_a_folder(made: Made, tmp_path: Path) -> None:
    file = tmp_path / "report"
    file.write_text("mine", "utf-8")
    with pytest.raises(BadInput, match="is a file; name a folder for the report"):
        grade(made).write(file)
    assert file.read_text("utf-8") == "mine"


def test_points_that_rest_on_house_values_carry_their_mark(tmp_path: Path) -> None:
    house = [puzzle for game in games() for puzzle in shipped(game) if puzzle.house and puzzle.optimum > 1][:3]
    made = make(tmp_path, puzzles=house, count=len(house))
    hand_in(made[0], "anna", 1, ["nonsense"])
    key = made[1].puzzles_of("anna")[0]
    sheet = grade(made).sheet("anna")
    assert f">{key.optimum}°<" in sheet
    assert "more" in judge(key, ()).sentence and re.search(r"\d points?°", judge(key, ()).sentence)
    assert "°" not in judge(next(one for one in shipped("kingsburg") if not one.house), ()).sentence


def test_tables_calculate_nothing(made: Made) -> None:
    for alias, move in zip(CLASS, ("=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0"), strict=True):
        hand_in(made[0], alias, 1, [move])
    put(made, "-2+3.txt", "x")
    report = grade(made)
    for table in (report.to_csv(), report.puzzles_csv(), report.notices_csv()):
        rows = list(csv.reader(StringIO(table)))
        assert len({len(row) for row in rows}) == 1
        assert not [cell for row in rows for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))]
    assert "'=1+1" in report.to_csv() and "'-2+3.txt" in report.notices_csv()


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "\ta", "\ra", " =a"])
def test_a_cell_is_harmless(text: str) -> None:
    assert not harmless(text).lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("text", ["pass;=1+1", "pass; @SUM(A1)", 'pass;"=1+1', "a,\t+1", "pass|-1"])
def test_a_cell_is_harmless_where_other_signs_part_cells(text: str) -> None:
    for part in re.split("[;,|]", harmless(text)):
        assert not part.lstrip(' "\t').startswith(("=", "+", "-", "@"))


def read_back(row: dict[str, str], name: str) -> Fraction:
    """Read the exact number of a column."""
    return Fraction(row[f"{name}_exact"].replace("minus ", "-").replace(" over ", "/"))


def test_the_table_holds_exact_numbers(made: Made) -> None:
    puzzle = made[1].puzzles_of("anna")[1]
    moves, value = partly_right(puzzle)
    hand_in(made[0], "anna", 2, moves)
    rows = {(row["alias"], row["task"]): row for row in csv.DictReader(StringIO(grade(made).to_csv()))}
    row = rows["anna", "2"]
    assert read_back(row, "credit") == value / puzzle.optimum == read_back(row, "total")
    assert (read_back(row, "points"), read_back(row, "optimum")) == (value, puzzle.optimum)
    assert float(row["credit"]) == float(value / puzzle.optimum)
    empty = rows["anna", "1"]  # nobody knows what an answer loses that is not there
    assert (empty["answered"], empty["points"], empty["loss"], empty["credit"]) == ("no", "", "", "0")


def losing(made: Made) -> Made:
    """Let Jörg lose points in his first task, as a fraction below nothing, and write a formula into the second."""
    for puzzle in shipped(GAME):
        for move in puzzle.start().legal_moves():
            verdict = judge(puzzle, (move.key,))
            if verdict.legal and verdict.value < 0 and verdict.value.denominator > 1:
                lost = make(made[0].folder.parent / "lost", ("Jörg", "anna"), puzzles=[puzzle], count=1)
                hand_in(lost[0], "Jörg", 1, [move.key])
                hand_in(lost[0], "anna", 1, ["=1+1"])
                return lost
    raise AssertionError("no shipped puzzle has such a move")


def test_the_tables_are_for_peoples_tools(made: Made, tmp_path: Path) -> None:
    """pandas and Excel take numbers for numbers, umlauts for umlauts, and no fraction for a date."""
    report = grade(losing(made))
    report.write(tmp_path / "report")
    table = pandas.read_csv(tmp_path / "report" / "students.csv")
    for name in ("points", "optimum", "loss", "credit", "total"):
        assert pandas.api.types.is_numeric_dtype(table[name]), name
    mark = report.student("Jörg").marks[0]
    row = table[table["alias"] == "Jörg"].iloc[0]
    assert row["points"] == float(mark.value) < 0
    assert row["points_exact"] == f"minus {-mark.value.numerator} over {mark.value.denominator}"
    assert pandas.api.types.is_numeric_dtype(pandas.read_csv(tmp_path / "report" / "puzzles.csv")["mean_loss"])
    for name in ("students", "puzzles", "notices"):
        data = (tmp_path / "report" / f"{name}.csv").read_bytes()
        assert data.startswith(codecs.BOM_UTF8) and data.count(codecs.BOM_UTF8) == 1
        cells = [cell for line in csv.reader(StringIO(data.decode("utf-8-sig"))) for cell in line]
        dates = r"['-]*\d+ ?[/.:-] ?\d+( ?[/.:-] ?\d+)?"
        assert not [cell for cell in cells if re.fullmatch(dates, cell) and not number(cell)]
    assert "'=1+1" in report.to_csv()


def number(cell: str) -> bool:
    """Say whether a cell is a number."""
    return re.fullmatch(r"-?\d+(\.\d+)?", cell) is not None


def test_the_formula_and_the_working_stand_on_the_sheet(made: Made) -> None:
    puzzle = made[1].puzzles_of("anna")[1]
    moves, value = partly_right(puzzle)
    hand_in(made[0], "anna", 2, moves)
    report = grade(made)
    sheet = report.sheet("anna")
    assert "credit = points reached / points of the best line" in sheet
    assert f"{value} / {puzzle.optimum} = {value / puzzle.optimum}" in sheet
    assert puzzle.line[0] in sheet
    with pytest.raises(BadInput, match="nobody in this class"):
        report.sheet("mallory")


def test_house_values_are_marked(tmp_path: Path) -> None:
    pool = [msgspec.structs.replace(one, house=True) for one in shipped(GAME)[:3]]
    assignment, key = make(tmp_path, puzzles=pool)
    assert "marked °" in assignment.notebooks["anna"].read_text("utf-8")
    report = tutor.grade(assignment.folder, jobs=1)
    assert f"{key.puzzles[0].id}°" in str(report)
    assert "<td>1°</td>" in report.sheet("anna") and "marked °" in report.sheet("anna")
    plain_made = make(tmp_path / "plain")
    assert "°" not in grade(plain_made).sheet("anna")


def test_the_files_of_a_report(made: Made, tmp_path: Path) -> None:
    hand_in(made[0], "anna", 1, ["pass"])
    written = grade(made).write(tmp_path / "out")
    names = {path.relative_to(tmp_path / "out").as_posix() for path in written}
    assert {"report.html", "students.csv", "puzzles.csv", "notices.csv", "sheets/anna.html"} <= names
    assert all(path.is_file() for path in written)


def test_the_report_speaks_german(made: Made) -> None:
    hand_in(made[0], "anna", 1, ["pass"])
    report = tutor.grade(made[0].folder, jobs=1, language="de")
    assert report.formula.startswith("Bewertung = erreichte Punkte")
    assert tasks(made[0], "anna")[1].alias == "anna"
