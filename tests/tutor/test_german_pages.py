"""What a person sees, or a screen reader speaks, beside the panels themselves: pages, boards, final scores, labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
import widgets
from tests.tutor.german_text import english, texts_of
from tests.tutor.test_wording import foreign
from tutor.amounts import names
from tutor.command import app
from tutor.language import set_language
from widgets.export import FRONT_END, IN_WORDS, static
from widgets.language import NAMES
from widgets.panel import SPEECH
from widgets.views import view_of


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Let the tutor speak German."""
    set_language("de")
    yield
    set_language(None)


def test_a_page_is_in_the_language_of_its_picture(tmp_path: Path) -> None:
    position = rules.load("kingsburg").setup(3, 1)
    board = widgets.Board(position)
    page = board.to_html()
    assert '<html lang="de"' in page and "<summary>Dasselbe in Worten</summary>" in page
    assert 'lang="de"' in board.to_svg() and 'lang="de"' in board._repr_mimebundle_()[0]["image/svg+xml"]
    plain = view_of(position).draw(position).to_html()  # drawn by the game's own view, which speaks English
    assert '<html lang="en"' in plain and "<summary>The same in words</summary>" in plain
    set_language("en")
    board = widgets.Board(position)
    assert board.speech == {} and '<html lang="en"' in board.to_html()
    assert set(IN_WORDS) == set(NAMES)


def test_the_terminal_writes_a_german_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(rules.load("my_village").setup(2, 1).to_text())
    ended = CliRunner().invoke(app, ["show", "p.toml", "--lang", "de", "--html", "p.html"])
    assert ended.exit_code == 0, ended.output
    page = Path("p.html").read_text()
    assert '<html lang="de"' in page and "Dasselbe in Worten" in page and "The same in words" not in page


@pytest.mark.parametrize("game", rules.games())
def test_a_board_speaks_german_throughout(game: str) -> None:
    board = widgets.Board(rules.load(game).setup(2, 1))
    assert isinstance(board, widgets.Board) and set(board.speech) == set(SPEECH)
    board.position = rules.load(game).setup(2, 2)
    board.receive({"id": "1", "version": board.version, "type": "place", "payload": {"key": "nowhere"}})
    assert english(texts_of(board)) == [] and "There is nothing here." not in board.announce


@pytest.mark.parametrize("game", rules.games())
def test_the_final_scores_name_their_columns_in_german(game: str) -> None:
    loaded = rules.load(game)
    for players in {min(loaded.players), max(loaded.players)}:
        record = rules.playout(loaded.setup(players, 1, loaded.modules), "greedy", 1)
        (table,) = [section for section in widgets.play(record).sections if section["key"] == "scores"]
        words = [*table["head"], *(cell for row in table["rows"] for cell in row)]
        told = " ".join(one.de for one in names(game).values())
        assert [word for text in words for word in foreign(game, text) if word not in told] == []
        assert len(set(table["head"])) == len(table["head"]) > 6


def test_the_front_end_says_nothing_that_python_cannot_say_in_another_language() -> None:
    """Each sentence, and each label of one word, is asked for by `spoken` or stands among the words of states."""
    code = "".join(re.sub(r"(?m)(?:^|\s)//.*$", "", static(name)) for name in FRONT_END)
    code = re.sub(r"new Error\([^)]*\)", "", code)  # the name of a fault stands in brackets behind a sentence
    for text in SPEECH:
        assert f'"{text}"' in code, text
    said = {one for one in re.findall(r'"([^"\n]*)"', code) if re.search(r"[A-Za-z]{2,} [a-z]+ [a-z]+", one)}
    said |= {one for one in re.findall(r'"([A-Z][a-z]+)"', code) if one not in KEYS}
    assert said - set(SPEECH) == set()
    for template in re.findall(r"`([^`]*)`", code):
        assert not re.search(r"[A-Za-z]{2,} [a-z]+ [a-z]+", re.sub(r"\$\{.*?\}(?=[^}]|$)", "", template)), template
    for label in re.findall(r'"aria-label"\)?[:,] ([^\n]*)', code):
        assert not re.match(r'"|`', label), label


#: Names of keys and of kinds of nodes: what a browser calls things, and nobody reads.
KEYS = frozenset(("Enter", "Escape", "Home", "End", "Tab", "Backspace", "Delete", "Insert"))
