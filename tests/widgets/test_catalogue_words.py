"""The words of the form for an owner's cards: German for every sentence, and names for what a game really has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import cards
from tests.widgets.table_talk import control, done, press, section
from tests.widgets.test_catalogue_form import each_game, opened, path
from widgets.catalogue_words import Words, sentences
from widgets.marks import HOUSE
from widgets.panel import SPEECH

__all__ = ["path"]
ROOT = Path(__file__).resolve().parents[2]


def said_in_the_code() -> Iterator[str]:
    """Yield the sentences of the form, as they stand in its code."""
    for file in sorted((ROOT / "widgets").glob("catalogue_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                found = node.args[:1] if name == "say" else node.args[1:3] if name == "count" else []
                yield from (one.value for one in found if isinstance(one, ast.Constant) and isinstance(one.value, str))


def test_every_sentence_has_its_german_with_the_same_fields() -> None:
    german, english = sentences("de"), {*said_in_the_code(), *SPEECH}
    assert len(english) > 100
    assert sorted(english - german.keys()) == [] and sorted(german.keys() - english) == []
    for text in english:
        fields_of = sorted(re.findall(r"\{\w+\}", text))
        assert sorted(re.findall(r"\{\w+\}", german[text])) == fields_of, text


@each_game
def test_the_words_of_a_game_are_about_what_it_has(game: str) -> None:
    """A name for a table or field that is not there is a slip of the pen."""
    room = Words(game, "de").room
    edition = rules.load(game)
    known = {
        step
        for card in cards.cards(edition)
        for leaf in cards.leaves(edition, card, cards.row_of(edition, card))
        for step in leaf.path
    } | {
        listing.path[0]
        for c in cards.cards(edition)
        for listing in cards.listings(edition, c, cards.row_of(edition, c))
    }
    known |= {"choose"}
    assert set(getattr(room, "TABLES", {})) <= set(cards.tables(edition))
    for table in ("FIELDS", "HELP"):
        for name, pair in getattr(room, table, {}).items():
            assert set(name.split(".")) <= known | set(cards.tables(edition)), name
            assert len(pair) == 2 and all(pair), name


def test_german_is_spoken_where_it_is_asked_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGISTER_LANGUAGE", "de")
    panel = opened("kingsburg", path)
    assert section(panel, "way")["title"] == "Deine Schachtel von Kingsburg"
    assert control(panel, "field:stone")["label"] == f"Stein\u00a0{HOUSE}"
    assert panel.speech["Copied."] == "Kopiert."
    assert "ist hier nicht möglich; schreibe 0 bis 20" in done(press(panel, "field:gold", "99"))
    done(press(panel, "language", "en"))
    assert section(panel, "way")["title"] == "Your box of Kingsburg" and panel.speech == {}
    assert "is not possible here" in control(panel, "field:gold")["problem"]
    monkeypatch.setenv("MAGISTER_LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert opened("kingsburg", path).box.words.code == "de"
