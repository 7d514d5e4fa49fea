"""The file of an owner's cards: nothing in it is ever lost, whatever it holds and whoever else writes it."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.table_talk import control, done, press, refused, section, tap
from tests.widgets.test_catalogue_form import each_game, opened, path
from tutor import store
from widgets import catalogue_file as file
from widgets.catalogue_panel import Catalogue

__all__ = ["path"]


def save(panel: Catalogue, card: str) -> str:
    """Confirm a card, and return what is said."""
    done(press(panel, "open", card))
    return done(press(panel, "all"))


def beside(path: Path) -> dict[str, str]:
    """Return all files of the folder of a file, with what they hold."""
    return {one.name: one.read_text("utf-8", "replace") for one in sorted(path.parent.iterdir())}


@each_game
def test_the_usual_place_is_the_folder_of_ones_own_data(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path))
    path = widgets.catalogue_path(game)
    assert path == tmp_path / "catalogues" / f"{game}.toml" and not path.parent.exists()
    assert file.data_folder() == store.place().parent
    panel = widgets.catalogue(game)
    done(press(panel, "all"))
    assert panel.path == path and path.exists()
    own = rules.load(game, catalogue=widgets.catalogue_path(game))
    assert own == panel.game != rules.load(game)
    assert f'widgets.catalogue_path("{game}")' in section(panel, "use")["text"]
    monkeypatch.delenv("MAGISTER_DATA")
    assert file.data_folder() == store.place().parent
    for wrong in ("chess", "../x", "", 7):
        with pytest.raises(rules.UnknownName):
            widgets.catalogue_path(wrong)  # type: ignore[arg-type]


# --- files that were there before -------------------------------------------------------------------------------------


def test_a_file_of_ones_own_is_gone_on_with_and_kept(path: Path) -> None:
    path.parent.mkdir()
    text = '[buildings.mint]  # my own remark\ngold = 6\nname = "# Mint House"\nsource = "my box"\n'
    path.write_text(text, "utf-8")
    panel = opened("kingsburg", path, "buildings.mint")
    assert "name" not in str(panel.box.left(panel.card)) and "gold" not in panel.box.left(panel.card)
    assert "comments" in section(panel, "comments")["text"]
    save(panel, "buildings.quarry")
    save(panel, "buildings.sawmill")
    assert beside(path)["box.toml.bak"] == text, "as it was before this panel, not before the last card"
    assert section(panel, "comments") is None and "box.toml.bak" in section(panel, "where")["text"]
    own: Any = rules.load("kingsburg", catalogue=path)
    mint = own.catalogue.buildings["mint"]
    assert (mint.gold, mint.name.de, mint.source) == (6, "# Mint House", "my box")
    again = opened("kingsburg", path)
    assert section(again, "comments") is None, "the form's own remarks are no comments of somebody"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\xff\x13 binary", "no text in UTF-8"),
        (b"[buildings.mint\ngold = 4", "not valid TOML"),
        (b"gold = 99" + b"9" * 5000, "far too long"),
        (b'game = "chess"', "'chess'"),
        (b"[castles.mint]\ngold = 4", "castles"),
        (b"[buildings.palace]\ngold = 4", "palace"),
        (b"#" * 1_100_000, "at most 1,000,000 are read"),
    ],
    ids=["binary", "toml", "number", "game", "table", "card", "large"],
)
def test_a_damaged_file_is_named_and_moved_aside(path: Path, data: bytes, said: str) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    panel = opened("kingsburg", path)
    told = section(panel, "damaged")
    assert "box.damaged-1.toml" in told["text"] and said in "".join(item["text"] for item in told["items"])
    done(press(panel, "field:gold", "1"))
    assert path.read_bytes() == data, "nothing is touched before a card is saved"
    done(press(panel, "all"))
    assert path.with_name("box.damaged-1.toml").read_bytes() == data
    assert section(panel, "damaged") is None and "box.damaged-1.toml" in section(panel, "where")["text"]
    assert rules.load("kingsburg", catalogue=path) == panel.game
    path.write_bytes(data)
    save(opened("kingsburg", path), "buildings.quarry")
    assert path.with_name("box.damaged-2.toml").read_bytes() == data and not panel.errors


def test_the_good_cards_of_a_damaged_file_are_kept_and_the_others_are_half_entered(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("[buildings.mint]\ngold = 6\n[buildings.quarry]\ngold = 77\nwood = 2\ncolour = 3\n", "utf-8")
    panel = opened("kingsburg", path, "buildings.quarry")
    assert panel.game.catalogue.buildings["mint"].gold == 6
    assert control(panel, "field:gold")["value"] == "77" and "problem" in control(panel, "field:gold")
    assert control(panel, "field:wood")["value"] == "2"
    done(press(panel, "field:gold", "7"))
    done(press(panel, "all"))
    own: Any = rules.load("kingsburg", catalogue=path)
    assert [own.catalogue.buildings[name].gold for name in ("mint", "quarry")] == [6, 7]
    assert "colour" in path.with_name("box.damaged-1.toml").read_text("utf-8")


def test_cards_of_a_file_that_do_not_fit_together_wait_for_the_one_that_is_corrected(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("[buildings.mint]\ngold = 6\n[buildings.sawmill]\ncolumn = 2\n", "utf-8")
    panel = opened("kingsburg", path, "buildings.quarry")
    assert "two buildings" in section(panel, "damaged")["items"][0]["text"]
    done(press(panel, "field:column", "1"))
    assert "with 2 that waited" in done(press(panel, "all"))
    own: Any = rules.load("kingsburg", catalogue=path)
    assert own.catalogue.buildings["mint"].gold == 6 and own.catalogue.buildings["sawmill"].column == 2
    assert panel.box.drafts == {}


def test_a_folder_in_its_place_is_said(path: Path) -> None:
    path.mkdir(parents=True)
    panel = opened("kingsburg", path)
    assert "is no file" in section(panel, "damaged")["items"][0]["text"]
    assert "is kept here alone" in done(press(panel, "all"))
    assert path.is_dir() and "[buildings.sawmill]" in section(panel, "file")["text"] and not panel.errors


def test_half_entered_cards_that_cannot_be_read_are_moved_aside(path: Path) -> None:
    path.parent.mkdir()
    for data in ("{", '{"buildings.mint": 3}', '{"buildings.mint": {"colour": 1}}'):
        file.drafts_path(path).write_text(data, "utf-8")
        panel = opened("kingsburg", path, "buildings.mint")
        assert section(panel, "unfinished") is not None
        done(press(panel, "field:gold", "1"))
        assert data in beside(path).values() and section(panel, "unfinished") is None
        done(press(panel, "undo"))


# --- a file that cannot be written ------------------------------------------------------------------------------------


def test_what_cannot_be_saved_is_kept_and_can_be_copied(path: Path) -> None:
    """A folder that refuses: here a file stands in its place, which refuses whoever runs this, root too."""
    path.parent.write_text("not a folder", "utf-8")
    panel = opened("kingsburg", path)
    assert "Sawmill is kept here alone" in done(press(panel, "all"))
    save(panel, "buildings.quarry")
    assert "Not saved" in section(panel, "failed")["text"] and panel.box.done() == 2
    text = control(panel, "copy")["value"]
    assert "[buildings.sawmill]" in text and "[buildings.quarry]" in text
    assert "Not saved" in done(press(panel, "again"))
    path.parent.unlink()
    assert done(press(panel, "again")) == "Saved."
    assert path.read_text("utf-8") == text and section(panel, "failed") is None and control(panel, "again") is None
    assert not panel.errors


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o500)
    try:
        panel = opened("kingsburg", path)
        assert "kept here alone" in done(press(panel, "all"))
    finally:
        path.parent.chmod(0o700)


def test_a_disk_that_fails_in_the_middle_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = opened("kingsburg", path)
    save(panel, "buildings.quarry")
    before = path.read_text("utf-8")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in save(panel, "buildings.sawmill")
    assert path.read_text("utf-8") == before
    assert [name for name in beside(path) if name.startswith(".")] == []
    monkeypatch.undo()
    done(press(panel, "again"))
    assert "sawmill" in path.read_text("utf-8")


# --- two panels on one file -------------------------------------------------------------------------------------------


def test_two_panels_keep_each_others_cards(path: Path) -> None:
    first, second = opened("kingsburg", path), opened("kingsburg", path)
    save(first, "buildings.quarry")
    save(second, "buildings.sawmill")
    save(first, "governors.heir")
    own: Any = rules.load("kingsburg", catalogue=path)
    for card in (
        own.catalogue.buildings["quarry"],
        own.catalogue.buildings["sawmill"],
        own.catalogue.governors["heir"],
    ):
        assert card.house == () and card.source == "owner"
    done(press(second, "next"))
    assert second.box.done() == 3 == first.box.done(), "a panel sees what the other one has saved"


def test_two_panels_on_the_same_card(path: Path) -> None:
    first, second = opened("kingsburg", path, "buildings.mint"), opened("kingsburg", path, "buildings.mint")
    done(press(second, "field:gold", "8"))
    done(press(first, "field:gold", "5"))
    done(press(first, "all"))
    said = done(press(second, "all"))
    assert "Somebody has changed Mint in the file meanwhile" in said
    assert rules.load("kingsburg", catalogue=path).catalogue.buildings["mint"].gold == 5
    assert control(second, "field:gold")["value"] == "8", "what was entered is not lost"
    done(press(second, "save"))
    assert rules.load("kingsburg", catalogue=path).catalogue.buildings["mint"].gold == 8


def test_a_file_that_somebody_spoils_or_removes_meanwhile(path: Path) -> None:
    panel = opened("kingsburg", path)
    save(panel, "buildings.quarry")
    path.write_text("[[[", "utf-8")
    save(panel, "buildings.sawmill")
    assert path.with_name("box.damaged-1.toml").read_text("utf-8") == "[[["
    own: Any = rules.load("kingsburg", catalogue=path)
    assert own.catalogue.buildings["quarry"].house == own.catalogue.buildings["sawmill"].house == ()
    path.unlink()
    save(panel, "buildings.mint")
    assert rules.load("kingsburg", catalogue=path) == panel.game
    assert panel.box.done() == 3 and not panel.errors


def test_undo_leaves_what_the_other_panel_has_saved(path: Path) -> None:
    first, second = opened("kingsburg", path), opened("kingsburg", path)
    save(first, "buildings.quarry")
    save(second, "buildings.sawmill")
    done(press(first, "next"))
    assert first.box.done() == 2, "it has seen the other's card"
    done(press(first, "undo"))
    own: Any = rules.load("kingsburg", catalogue=path)
    assert own.catalogue.buildings["quarry"].house and own.catalogue.buildings["sawmill"].house == ()


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    real = tmp_path / "real.toml"
    real.write_text("", "utf-8")
    path.symlink_to(real)
    save(opened("kingsburg", path), "buildings.quarry")
    assert path.is_symlink() and "quarry" in real.read_text("utf-8")


def test_refusals_say_what_would_be_right(path: Path) -> None:
    panel = opened("kingsburg", path, "army")
    assert "nothing to save" in refused(press(panel, "save"))


# --- whatever is pressed ----------------------------------------------------------------------------------------------

VALUES = ("", "0", "1", "2", "5", "99", "-1", "x", "L S", "silver", "[1]", "on", "\x1b", "<b>", "buildings.mint")


@each_game
def test_whatever_is_pressed_nothing_breaks_and_the_file_loads(game: str, path: Path) -> None:
    """Two panels on one file, pressed at random while somebody spoils it: no error, and no file that is refused."""
    random = Random(3)
    path.parent.mkdir()
    panels = [opened(game, path, language=code) for code in ("en", "de")]
    for _ in range(160):
        panel, way = random.choice(panels), random.random()
        if way < 0.5:
            one = random.choice(panel.controls)
            options = [option["value"] for option in one.get("options", ())] or VALUES
            number = str(random.randint(one.get("minimum", 0), one.get("maximum", 9)))
            press(panel, one["key"], number if one["kind"] == "number" else random.choice(options))
        elif way < 0.7:
            press(panel, random.choice(("all", "save", "undo")))
        elif way < 0.9:
            press(panel, "open", random.choice(panel.box.cards).id)
        elif way < 0.93:
            path.write_text("[[[", "utf-8")
        else:
            tap(panel, random.choice(panel.places)["key"] if panel.places else "none")
        assert panel.errors == [], panel.errors[-1].trace
        ElementTree.fromstring(panel.to_svg())
        if path.exists() and path.read_text("utf-8") != "[[[":
            rules.load(game, catalogue=path)
