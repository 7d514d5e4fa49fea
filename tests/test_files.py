"""Files of others: what editors write is read as what it is, and all else is refused in a sentence and never lost."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import rules
import tutor
from rules.files import decoded
from tests.tutor.class_text import make, result
from tutor.classroom import read_key, read_result
from tutor.command import main
from tutor.grading import grade
from tutor.lesson import Lesson
from tutor.puzzle import games, read, shipped, write
from tutor.review_panel import read as read_game
from tutor.store import Store
from widgets.catalogue_file import find

ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "UTF-8 with its mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "UTF-16, big end first": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "UTF-32": lambda text: codecs.BOM_UTF32_LE + text.encode("utf-32-le"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "Notepad": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "old Excel": lambda text: codecs.BOM_UTF16_LE + text.replace("\n", "\r\n").encode("utf-16-le"),
}
GAME = games()[0]
LESSON = next((Path(tutor.__file__).parent / "lessons" / GAME).glob("*.toml"))
OWN = 'game = "kingsburg"\n# Häuser\n[buildings.mint]\nname = { en = "Mint", de = "Münze" }\ngold = 4\n'

Reader = Callable[[Path], object]
READERS: dict[str, tuple[Reader, Callable[[], str]]] = {
    "catalogue": (lambda path: rules.load(GAME, catalogue=path).digest, lambda: OWN),
    "form": (lambda path: (found := find(path, GAME)).document or _raise(found.problems), lambda: OWN),
    "lesson": (Lesson.read, lambda: LESSON.read_text("utf-8")),
    "puzzles": (read, lambda: write(shipped(GAME)[:2], GAME)),
    "record": (read_game, lambda: rules.Record(rules.load(GAME).setup(players=2, seed=1)).to_text()),
    "result": (
        lambda path: read_result(path.read_bytes()),
        lambda: '{"assignment": "a-1", "alias": "Jörg",\n "entries": []}\n',
    ),
}


def _raise(problems: tuple[rules.Problem, ...]) -> None:
    raise rules.BadInput(problems)


@pytest.mark.parametrize("what", READERS)
def test_what_editors_write_is_read_as_what_it_is(what: str, tmp_path: Path) -> None:
    reader, make_text = READERS[what]
    path = tmp_path / "file.toml"
    path.write_bytes(make_text().encode())
    plain = reader(path)
    for name, encode in ENCODINGS.items():
        path.write_bytes(encode(make_text()))
        assert reader(path) == plain, name


def spoilt(text: str) -> dict[str, bytes]:
    """Return what cannot be read, each by what its refusal says."""
    return {
        "is no text in UTF-8 (byte 1 does not fit); save it as": b"\x89PNG" + text.encode(),
        "is no text in UTF-8: it holds zero bytes; save it as": text.encode("utf-16-le"),
        "is no text in UTF-16-LE (byte ": codecs.BOM_UTF16_LE + text.encode("utf-16-le")[:-1],
        "at most ": b" " * 30_000_000,
        "nested too deeply": (b"[" if text.startswith("{") else b"x = ") + b"[" * 50_000 + b"]" * 50_000,
    }


@pytest.mark.parametrize("what", READERS)
def test_what_cannot_be_read_is_refused_in_a_sentence(what: str, tmp_path: Path) -> None:
    reader, make_text = READERS[what]
    text = make_text().encode("ascii", "replace").decode()
    path = tmp_path / "file.toml"
    for sentence, data in spoilt(text).items():
        if what == "result" and sentence == "at most ":
            continue  # the size of a handed in file is looked at by `grade`
        path.write_bytes(data)
        with pytest.raises(rules.BadInput) as caught:
            reader(path)
        assert sentence in str(caught.value) and "\n" not in str(caught.value), (what, str(caught.value)[:300])
    if what != "result":
        for odd in (tmp_path, tmp_path / "none.toml") if what != "form" else (tmp_path,):
            with pytest.raises(rules.BadInput, match=r"is a folder|No such file|is no file"):
                reader(odd)


def test_a_name_of_thousands_of_parts_is_refused_before_it_costs_minutes() -> None:
    table = "x = 1\n[" + '"a" . ' * 100_000 + "a]\n"
    for text in ("a." * 400_000 + "a = 1\n", table, "x = { " + "a." * 99_999 + "a = 1 }"):
        with pytest.raises(rules.BadInput, match=r"line [12] has a name of more than 40 parts"):
            rules.parse(text)


def test_a_field_that_is_named_twice_is_refused(tmp_path: Path) -> None:
    """One of the two would be lost, and nobody knows which is meant."""
    with pytest.raises(rules.BadInput, match="names the field 'alias' twice in one table"):
        read_result(b'{"assignment": "a-1", "alias": "anna", "alias": "bert", "entries": []}')
    path = tmp_path / "puzzles.json"
    path.write_text(write(shipped(GAME)[:1], GAME).replace('"game"', '"mined": "x", "game"', 1))
    with pytest.raises(rules.BadInput, match="names the field 'mined' twice"):
        read(path)
    path.write_text("a = 1\na = 2\n")
    with pytest.raises(rules.BadInput, match="Cannot overwrite a value"):
        rules.load(GAME, catalogue=path)


def test_a_code_with_a_mark_in_front_is_read() -> None:
    position = rules.load(GAME).setup(players=2, seed=1)
    for text in (position.to_code(), position.to_text(), position.to_text().replace("\n", "\r\n")):
        assert rules.parse(f"\ufeff{text}") == position
    assert decoded(b"a\r\nb\rc\n") == "a\nb\nc\n" and decoded(b"") == ""


def test_what_a_nested_value_without_end_is_given_to_a_task() -> None:
    endless: dict[str, object] = {}
    endless["a"] = endless
    with pytest.raises(rules.BadInput, match="is nested too deeply"):
        tutor.given({"schema": endless})


# --- a class ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_result_file_counts_whatever_editor_saved_it(encoding: str, tmp_path: Path) -> None:
    made, key = make(tmp_path)
    best = key.puzzles_of("anna")[0].line
    text = result((made, key), "anna", best).decode()
    folder = made.folder / "anna"
    (folder / "anna.answers.json").write_bytes(ENCODINGS[encoding](text))
    report = grade(made.folder, store=Store(":memory:"), jobs=1)
    assert report.student("anna").marks[0].solved
    assert not [one for one in report.notices if one.file == "anna/anna.answers.json" and "read" in one.text]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_notebook_and_the_key_count_whatever_editor_saved_them(encoding: str, tmp_path: Path) -> None:
    made, key = make(tmp_path)
    made.key.write_bytes(ENCODINGS[encoding](made.key.read_text("utf-8")))
    assert read_key(made.key) == key
    best = list(key.puzzles_of("anna")[0].line)
    path = made.notebooks["anna"]
    document = json.loads(path.read_text("utf-8"))
    cell = next(cell for cell in document["cells"] if "answer_1 = " in "".join(cell["source"]))
    cell["source"] = f"answer_1 = {best!r}"
    path.write_bytes(ENCODINGS[encoding](json.dumps(document)))
    assert grade(made.folder, store=Store(":memory:"), jobs=1).student("anna").marks[0].solved


# --- the command --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_command_reads_what_editors_write(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(ENCODINGS[encoding](rules.load(GAME).setup(players=2, seed=1).to_text()))
    with pytest.raises(SystemExit) as ended:
        main(["check", str(path)])
    assert ended.value.code == 0, capsys.readouterr()


COMMANDS = [
    ["check", "FILE"],
    ["show", "FILE"],
    ["solve", "FILE"],
    ["play", "FILE"],
    ["hint", "FILE"],
    ["review", "FILE"],
    ["lesson", "check", "FILE"],
    ["puzzle", "list", GAME, "--file", "FILE"],
    ["catalogue", "check", "FILE"],
    ["catalogue", "diff", "FILE"],
    ["new", GAME, "--catalogue", "FILE"],
    ["grade", "FOLDER", "--key", "FILE"],
    ["grade", "FILE"],
    ["assignment", "make", GAME, "--students", "FILE", "--folder", "FOLDER"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_says_in_a_sentence_what_it_cannot_read(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = tmp_path / "noise.toml"
    noise.write_bytes(b"\x89PNG\x00\xff" * 100)
    deep = tmp_path / "deep.json"
    deep.write_bytes(b"[" * 90_000)
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(30_000_000)  # a sparse file
    for path in (noise, deep, large, tmp_path, tmp_path / "none.toml"):
        given = [{"FILE": str(path), "FOLDER": str(tmp_path / "class")}.get(word, word) for word in words]
        with pytest.raises(SystemExit) as ended:
            main(given)
        out, err = capsys.readouterr()
        assert ended.value.code in (1, 2), (given, out, err)
        said = (err or out).strip()
        assert said and "Traceback" not in said and "fault of ours" not in said, (given, said)
        assert all(line.isprintable() for line in said.splitlines())


def test_a_list_of_aliases_may_be_longer_than_the_name_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = ",".join(f"student-{number}" for number in range(100))
    with pytest.raises(SystemExit) as ended:
        main(["assignment", "make", GAME, "--students", many, "--count", "1", "--folder", str(tmp_path / "class")])
    assert ended.value.code == 0, capsys.readouterr()
    assert len(list((tmp_path / "class").iterdir())) == 100
