"""Assignments: who gets what, and that nothing that is handed out leads to an answer."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import nbformat
import pytest

import tutor
from rules import BadInput
from tests.tutor.class_text import CLASS, GAME, make, tasks
from tutor.assignment import deal, kind_of
from tutor.assignment_check import SECRET, check, leaks
from tutor.classroom import check_aliases, check_due, read_key
from tutor.language import set_language
from tutor.puzzle import LEVELS, games, plain, shipped, strip, write
from tutor.puzzle_judge import judge

MANY = tuple(f"s{number:02}" for number in range(25))


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("game", games())
def test_every_student_gets_a_sound_notebook(game: str, tmp_path: Path) -> None:
    made, key = make(tmp_path, puzzles=game)
    assert set(made.notebooks) == {row.alias for row in key.students} == set(CLASS)
    for alias, path in made.notebooks.items():
        notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
        nbformat.validate(notebook)
        assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
        assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
        assert "widgets" not in notebook.metadata
        given = tasks(made, alias)
        assert [given[number].level for number in sorted(given)] == list(LEVELS)
        assert [task.position for _, task in sorted(given.items())] == [one.position for one in key.puzzles_of(alias)]
        marks = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
        assert [(mark.grade, mark.solution, mark.schema_version) for mark in marks] == [
            (False, True, 3),
            (True, False, 3),
        ] * len(LEVELS)
        assert all(mark.points == 1 for mark in marks if mark.grade)
    assert check(made.folder) == []


@pytest.mark.parametrize("game", games())
def test_no_file_that_is_handed_out_holds_an_answer(game: str, tmp_path: Path) -> None:
    made, key = make(tmp_path, MANY, puzzles=game)
    for name, text in files(made.folder).items():
        alias = name.partition("/")[0]
        assert leaks(text, key, key.puzzles_of(alias)) == [], name
        assert not [one.id for one in key.puzzles if one.id in text]
    assert made.key not in made.folder.rglob("*") and made.folder not in made.key.parents


def test_what_is_handed_out_does_not_depend_on_the_answers(tmp_path: Path) -> None:
    """Other values, moves, margins and proofs, and not one letter of a student's file is another."""
    pool = shipped(GAME)
    legal = {one.id: [move.key for move in one.start().legal_moves()] for one in pool}
    other = [
        msgspec.structs.replace(
            one,
            best=(move := next(key for key in legal[one.id] if key not in one.best),),
            line=(move,),
            value=str(judge(one, (move,)).value),
            margin="1/7",
            proof=msgspec.structs.replace(one.proof, method="guessed"),
        )
        for one in pool
    ]
    made, _ = make(tmp_path / "a", MANY, puzzles=pool)
    again, _ = make(tmp_path / "b", MANY, puzzles=other)
    assert files(made.folder) == files(again.folder)
    assert made.key.read_bytes() != again.key.read_bytes()


def test_an_answer_in_a_file_is_seen(tmp_path: Path) -> None:
    made, key = make(tmp_path)
    puzzle = key.puzzles_of("anna")[0]
    path = made.notebooks["anna"]
    text = path.read_text("utf-8")
    for what in (json.dumps(puzzle.line[0]), f"'{puzzle.value}'", "'margin'", puzzle.id):
        assert leaks(text + what, key, (puzzle,)), what
    path.write_text(text.replace("answer_1 = []", f"answer_1 = {list(puzzle.line)!r}"), "utf-8")
    assert any("a move of the answer" in finding for finding in check(made.folder))
    (made.folder / "bert" / "key.json").write_bytes(made.key.read_bytes())
    assert any("key.json" in finding and "under which" in finding for finding in check(made.folder))
    made.notebooks["cleo"].unlink()
    assert any(finding.startswith("cleo: has no notebook") for finding in check(made.folder))


def test_a_changed_task_is_seen(tmp_path: Path) -> None:
    made, key = make(tmp_path)
    path = made.notebooks["anna"]
    text = path.read_text("utf-8")
    one, two = (key.puzzles_of(alias)[1].position for alias in ("anna", "bert"))
    for changed in (text.replace(one, two), text.replace("'level': 2", "'level': 3")):
        assert changed != text
        path.write_text(changed, "utf-8")
        (finding,) = check(made.folder)
        assert "differs from the key in task 2" in finding or "seat: is" in finding


def test_a_student_has_nothing_but_the_fields_of_a_task(tmp_path: Path) -> None:
    made, key = make(tmp_path)
    task = tasks(made, "bert")[2]
    assert not SECRET & set(plain(task))
    puzzle = key.puzzles_of("bert")[1]
    assert (task.position, task.horizon, task.objective, task.seat) == (
        puzzle.position,
        puzzle.horizon,
        puzzle.objective,
        puzzle.seat,
    )
    assert (task.id, task.source, task.features, task.difficulty) == (f"{made.id}-2", None, (), 0)


# --- who gets what ------------------------------------------------------------------------------------------------


def test_a_puzzle_is_given_again_only_when_the_others_of_its_kind_were(tmp_path: Path) -> None:
    made, key = make(tmp_path, MANY, count=6)
    kinds = {alias: [kind_of(one) for one in key.puzzles_of(alias)] for alias in MANY}
    assert len({tuple(kind) for kind in kinds.values()}) == 1  # the same levels and kinds for everybody
    given = Counter(one.id for alias in MANY for one in key.puzzles_of(alias))
    for kind in set(kinds["s00"]):
        ids = [one.id for one in shipped(GAME) if kind_of(one) == kind]
        times = [given[id] for id in ids]
        assert max(times) - min(times) <= 1
        sentence = f"{len(ids)} positions of this kind" if max(times) > 1 else "nobody has the same"
        assert any(sentence in said for said in made.sentences)
    assert all(len({one.id for one in key.puzzles_of(alias)}) == 6 for alias in MANY)


def test_the_same_seed_gives_the_same(tmp_path: Path) -> None:
    first, one = make(tmp_path / "a")
    second, two = make(tmp_path / "b")
    _, other = make(tmp_path / "c", seed=6)
    assert files(first.folder) == files(second.folder) and one == two
    assert [row.puzzles for row in one.students] != [row.puzzles for row in other.students]


def test_dealing_changes_with_the_seed_alone() -> None:
    pool = shipped(GAME)
    slots = [kind_of(pool[0])]
    assert deal(pool, slots, CLASS, 1) == deal(pool, slots, CLASS, 1)
    assert len({tuple(one[0].id for one in deal(pool, slots, CLASS, seed).values()) for seed in range(5)}) > 1


def test_puzzles_come_from_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(write(shipped(GAME)[:4], GAME), "utf-8")
    made, key = make(tmp_path, puzzles=path, count=2)
    assert {one.id for one in key.puzzles} <= {one.id for one in shipped(GAME)[:4]}
    assert "up to 2 times" in str(made)


def test_the_notebook_speaks_german(tmp_path: Path) -> None:
    made, _ = make(tmp_path, language="de")
    text = made.notebooks["anna"].read_text("utf-8")
    assert "So wird bewertet" in text and "tutor.set_language('de')" in text
    set_language(None)


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alias", ["", " ", "../up", "a/b", "a b", "anna@school.org", ".hidden", "-x", "x" * 41, "a\u202eb", 7]
)
def test_an_alias_is_a_short_word(alias: str) -> None:
    with pytest.raises(BadInput, match=r"students\[1\]: is .*, but an alias is"):
        check_aliases(["anna", alias])


def test_aliases_differ_on_every_system() -> None:
    with pytest.raises(BadInput, match=r"students\[1\]: .* as another one's"):
        check_aliases(["Anna", "anna"])
    with pytest.raises(BadInput, match="nobody"):
        check_aliases([])
    with pytest.raises(BadInput, match=r"students: is 'anna'; give a list of aliases"):
        check_aliases("anna")


def test_a_time_is_a_time() -> None:
    assert check_due("2026-12-01T18:00Z") == "2026-12-01T18:00:00+00:00"
    assert check_due(None) == ""
    assert check_due(datetime(2026, 12, 1, 18, tzinfo=UTC)) == "2026-12-01T18:00:00+00:00"
    assert check_due(datetime(2026, 12, 1, 18, tzinfo=ZoneInfo("Europe/Berlin"))) == "2026-12-01T18:00:00+01:00"
    here = datetime(2026, 12, 1, 18).astimezone().isoformat()
    assert check_due(" 2026-12-01 18:00 ") == check_due(datetime(2026, 12, 1, 18)) == here


def test_a_date_alone_means_the_end_of_its_day() -> None:
    """Who hands in on the day that was named is not late."""
    for due in ("2026-12-01", date(2026, 12, 1)):
        assert check_due(due).startswith("2026-12-01T23:59:59")


@pytest.mark.parametrize(
    "due",
    [
        *("tomorrow", "2026-13-01", "2026-02-30 10:00", "1.12.2026", "12/1/2026", "18:00", "2026-12-01T18:00+99:00"),
        *("x" * 5000, "a\0b", 3, 3.5, True, time(18, 0), timedelta(1), b"x", []),
    ],
)
def test_what_is_no_time_is_refused_in_a_sentence(due: object) -> None:
    with pytest.raises(BadInput, match=r"^due: is .*2026-12-01 18:00") as caught:
        check_due(due)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 400


def test_the_key_stays_out_of_what_is_handed_out(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"key: .* inside the folder that is handed out"):
        make(tmp_path, key=tmp_path / "class" / "anna" / "key.json")
    assert not (tmp_path / "class").exists()


def test_work_of_a_student_is_not_overwritten(tmp_path: Path) -> None:
    made, _ = make(tmp_path)
    make(tmp_path)  # the same again changes nothing
    path = made.notebooks["anna"]
    path.write_text(path.read_text("utf-8").replace("answer_1 = []", "answer_1 = ['pass']"), "utf-8")
    with pytest.raises(BadInput, match="is there already and differs"):
        make(tmp_path)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"count": 0}, "count: is 0"),
        ({"count": 61}, "count: is 61, but must be a number from 1 to 50"),
        ({"title": "a\nb"}, "title: holds the character U.000A"),
        ({"title": "x" * 81}, "title: is 81 characters long"),
        ({"seed": 1.5}, "seed: is 1.5"),
        ({"puzzles": "no_such_file.json"}, "cannot be read"),
        ({"puzzles": shipped(GAME)[:2]}, "count: is 3, but there are 2 puzzles"),
        ({"puzzles": [shipped(GAME)[0]] * 3}, "twice"),
        ({"puzzles": [strip(one) for one in shipped(GAME)[:3]]}, "puzzles with their answers"),
    ],
)
def test_wrong_wishes_are_refused_in_sentences(options: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        make(tmp_path, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_puzzle_whose_answer_is_wrong_is_not_handed_out(tmp_path: Path) -> None:
    wrong = [msgspec.structs.replace(one, value="99") for one in shipped(GAME)[:3]]
    with pytest.raises(BadInput, match="99 is stored"):
        make(tmp_path, puzzles=wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_key_is_read_strictly(tmp_path: Path) -> None:
    made, key = make(tmp_path)
    assert read_key(made.key) == key
    document = json.loads(made.key.read_text("utf-8"))
    document["students"][0]["puzzles"][0] = "none-such"
    document["puzzles"][0]["value"] = "many"
    made.key.write_text(json.dumps(document), "utf-8")
    with pytest.raises(BadInput) as refused:
        read_key(made.key)
    assert "students[0].puzzles: names 'none-such'" in str(refused.value)
    assert "puzzles[0].value" in str(refused.value)


@pytest.mark.parametrize("alias", ["../../elsewhere", "/tmp/elsewhere", "con", "bert"])
def test_no_name_in_a_key_leads_out_of_the_folder(alias: str, tmp_path: Path) -> None:
    made, _ = make(tmp_path)
    document = json.loads(made.key.read_text("utf-8"))
    document["students"][0]["alias"] = alias
    made.key.write_text(json.dumps(document), "utf-8")
    with pytest.raises(BadInput, match=r"students\[[01]\].alias: is "):
        read_key(made.key)


def test_a_name_that_no_file_can_have_is_a_sentence() -> None:
    from tutor.puzzle import read
    from tutor.review_panel import read as read_record

    for reader in (read, read_key):
        with pytest.raises(BadInput, match="can be the name of no file"):
            reader("a\0b")
    with pytest.raises(BadInput, match="can be the name of no file"):
        read_record(Path("a\0b"))
    with pytest.raises(BadInput, match=r"There is no record in 'a\\x00b'; give its text or the name of a file"):
        read_record("a\0b")  # a text can be a record, too


def test_markup_in_a_title_is_text(tmp_path: Path) -> None:
    made, _ = make(tmp_path, title="<b>*Home* & [work](x)</b>")
    first = json.loads(made.notebooks["anna"].read_text("utf-8"))["cells"][0]["source"][0]
    assert first == "# &lt;b&gt;\\*Home\\* &amp; \\[work\\](x)&lt;/b&gt;\n"


def test_the_names_are_offered() -> None:
    assert {"assignment", "grade", "answer", "given"} <= set(dir(tutor))


@pytest.mark.parametrize("alias", ["con", "CON", "Nul", "lpt1"])
def test_an_alias_that_no_folder_can_have_is_refused_for_that(alias: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"keep for devices.*Choose another alias"):
        make(tmp_path, (alias, "bert"))
