"""A position or record as people hand it over: wrapped, quoted, fenced, in a file, or by the name of one."""

from __future__ import annotations

import html
import quopri
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import pytest

import rules
import solver
import tutor
import widgets
from tutor.language import set_language


@cache
def position(name: str) -> Any:
    """Return the first decision of a game from which a plan can begin."""
    return solver.advance(rules.load(name).setup(players=2, seed=7), seed=7)


@cache
def record(name: str) -> rules.Record:
    """Return the record of a whole game."""
    return rules.playout(position(name), seed=3)


def wrapped(text: str) -> str:
    """Break lines as a mail does."""
    return "\n".join(line for one in text.splitlines() for line in wrap(one, 72))


def quoted(text: str) -> str:
    """Quote a text as the answer to an answer does."""
    return indent(text, "> > ", lambda _: True)


#: What a mail, chat, document or program puts around a text, by name.
WAYS: dict[str, Callable[[str], str]] = {
    "quoted": quoted,
    "fenced": lambda text: f"Look here:\n\n```toml\n{text}\n```\nWhat now?",
    "tildes": lambda text: f"~~~\n{text}\n~~~",
    "quoted and fenced": lambda text: quoted(f"```\n{text}\n```"),
    "indented": lambda text: indent(text, "    "),
    "spaced": lambda text: f"\n\n {text} \t\n",
    "returns": lambda text: text.replace("\n", "\r\n"),
    "marked": lambda text: f"\ufeff{text}",
}
#: What is done to codes alone: they are one word.
CODES: dict[str, Callable[[str], str]] = {
    "wrapped": wrapped,
    "wrapped and quoted": lambda text: quoted(wrapped(text)),
    "wrapped and fenced": lambda text: f"```\n{wrapped(text)}\n```",
    "backticks": lambda text: f"`{text}`",
    "quotation marks": lambda text: f"\"'{text}'\"",
    "German quotation marks": lambda text: f"„{text}“",
    "soft breaks of a mail": lambda text: "=\n".join(wrap(text, 72)),
    "soft hyphens": lambda text: "\u00ad\n".join(wrap(text, 72)),
    "places to break": lambda text: "\u200b".join(wrap(text, 30)),
    "joiners": lambda text: "\u2060".join(wrap(text, 30)),
    "wide spaces": lambda text: f"\u00a0{text[:30]}\u202f{text[30:]}\u3000",
}


@pytest.mark.parametrize("name", rules.games())
@pytest.mark.parametrize("way", [*WAYS, *CODES])
def test_what_travelling_puts_around_a_text_is_taken_off(name: str, way: str) -> None:
    here = position(name)
    assert rules.parse((WAYS | CODES)[way](here.to_code())) == here
    if way in WAYS:
        assert rules.parse(WAYS[way](here.to_text().strip())) == here
        assert rules.parse_record(WAYS[way](record(name).to_text().strip())) == record(name)


#: What programs make of the signs of a text, by name.
SPELLINGS: dict[str, Callable[[str], str]] = {
    "of a mail": lambda text: quopri.encodestring(text.encode()).decode(),
    "of a page": html.escape,
    "of a word processor": lambda text: text.replace(' = "', " = “").replace('"', "”"),
    "of a typesetter": lambda text: text.replace('"', "„", 1).replace('"', "“", 1).replace(" = ", "\u00a0= "),
}


@pytest.mark.parametrize("name", rules.games())
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_signs_that_a_program_has_spelled_otherwise_are_understood(name: str, spelling: str) -> None:
    here = position(name)
    text = SPELLINGS[spelling](here.to_text())
    assert text != here.to_text()
    assert rules.parse(text) == here
    assert rules.parse_record(SPELLINGS[spelling](record(name).to_text())) == record(name)


def test_a_text_that_is_no_toml_either_way_is_refused_for_what_it_says() -> None:
    with pytest.raises(rules.BadInput, match=r"not valid TOML: .*line 2, column 8"):
        rules.parse('game = "kingsburg"\nyear = &quot;')


def test_a_code_that_lost_something_is_still_refused() -> None:
    code = position("kingsburg").to_code()
    for spoiled in (code[:-1], code[:40] + code[41:], wrapped(code)[:-80], f"{code} {code}"):
        with pytest.raises(rules.BadInput, match=r"cut off|no position in"):
            rules.parse(spoiled)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make files of a position, of its code and of a record, and work beside them."""
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path / "progress"))
    monkeypatch.chdir(tmp_path)
    here = position("kingsburg")
    (tmp_path / "game.toml").write_text(here.to_text())
    (tmp_path / "code").write_text(here.to_code() + "\n")
    (tmp_path / "record.toml").write_text(record("kingsburg").to_text())
    return tmp_path


#: The doors that take a position, and what of their answer is one.
TAKING: dict[str, Callable[[Any], Any]] = {
    "rules.parse": rules.parse,
    "widgets.Board": lambda given: widgets.Board(given).position,
    "widgets.play": lambda given: widgets.play(given).record.start,
    "widgets.solve": lambda given: widgets.solve(given).position,
    "widgets.edit": lambda given: widgets.edit("kingsburg", given).position,
    "tutor.play": lambda given: tutor.play(given, seats={}).record.start,
}


@pytest.mark.parametrize("door", TAKING)
def test_the_name_of_a_file_is_taken_for_the_file(door: str, files: Path) -> None:
    here = position("kingsburg")
    for name in ("game.toml", "code", "./game.toml", str(files / "game.toml")):
        for given in (name, Path(name)):
            assert TAKING[door](given) == here, given
    assert TAKING[door]((files / "game.toml").as_uri()) == here


@pytest.mark.parametrize("door", TAKING)
def test_a_file_that_is_not_there_is_named(door: str, files: Path) -> None:
    for given in ("gone.toml", Path("gone.toml"), "folder/gone", Path("gone")):
        with pytest.raises(rules.BadInput, match=rf"^{given}: cannot be read: No such file or directory\.$"):
            TAKING[door](given)
    (files / "noise.txt").write_bytes(b"\xff\xff\xff")
    with pytest.raises(rules.BadInput, match=r"^noise\.txt: is no text in UTF-8"):
        TAKING[door]("noise.txt")


def test_the_file_of_a_record_is_one_wherever_a_record_is_asked_for(files: Path) -> None:
    whole = record("kingsburg")
    for given in ("record.toml", Path("record.toml"), whole.to_text(), quoted(whole.to_text())):
        assert rules.parse_record(given) == whole
        assert widgets.play(given).record == whole
        panel = tutor.review(given, seconds=0.1, jobs=0)
        assert panel.record == whole
        panel.close()
    with pytest.raises(rules.BadInput, match=r"^gone\.toml: cannot be read"):
        tutor.review("gone.toml")
    assert tutor.hint("game.toml", seconds=60).text == tutor.hint(position("kingsburg"), seconds=60).text


def test_one_kind_of_text_in_the_place_of_the_other_is_called_by_its_name(files: Path) -> None:
    with pytest.raises(rules.BadInput, match=r"This is a record of a whole game and no position; rules\.parse_record"):
        rules.parse("record.toml")
    for given in ("game.toml", position("kingsburg").to_code()):
        with pytest.raises(rules.BadInput, match=r"no record of a game; rules\.parse reads it"):
            rules.parse_record(given)
    with pytest.raises(rules.BadInput, match=r"^There is no position in 'kingsburg'; give its text, its one-line"):
        rules.parse("kingsburg")
    with pytest.raises(rules.UnknownName, match=r"^game: is 'chess'; there are 'kingsburg', "):
        widgets.play("chess")


def test_a_text_inside_a_document_opens_no_file(files: Path) -> None:
    """What a student hands in is data: the name of a file in it stays a word."""
    with pytest.raises(rules.BadInput, match="code") as caught:
        rules.parse_record('record = 1\nstart = "game.toml"\nsteps = []')
    assert "cannot be read" not in str(caught.value)


def test_an_edit_panel_reads_what_is_pasted_into_it(files: Path) -> None:
    form = widgets.edit("kingsburg")
    form.set_text(quoted(wrapped(position("kingsburg").to_code())))
    assert form.position == position("kingsburg")
    form.set_text("game.toml")
    assert form.position is None
    set_language("de")
    try:
        german = widgets.edit("kingsburg")
        german.set_text("Händler")
        assert "steht keine Stellung" in str(german.scene())
    finally:
        set_language(None)
