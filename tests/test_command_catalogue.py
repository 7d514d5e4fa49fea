"""`magister catalogue`: the template, the check and the comparison, their sentences and exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
import widgets
from rules import cards
from tests.test_command import Run, run
from tutor.command_catalogue import template

__all__ = ["run"]
each_game = pytest.mark.parametrize("game", rules.games())


def uncommented(text: str) -> str:
    """Take every # before a value away, as an owner does who confirms all."""
    return re.sub(r"(?m)^#(?=[a-z])", "", text)


@each_game
@pytest.mark.parametrize("everything", [False, True])
def test_nothing_of_a_template_counts_before_it_is_uncommented(game: str, everything: bool, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = template(rules.load(game), everything)
    file.write_text(text, "utf-8")
    assert rules.load(game, catalogue=file) == rules.load(game)
    file.write_text(uncommented(text), "utf-8")
    own = rules.load(game, catalogue=file)
    assert own.house_values() == ()
    for card in cards.cards(own):
        assert cards.row_of(own, card) == cards.row_of(rules.load(game), card), "the values are the shipped ones"


@each_game
def test_a_template_names_every_house_value_in_both_languages_with_its_range(game: str) -> None:
    edition, text = rules.load(game), template(rules.load(game))
    blocks = dict(re.findall(r"(?ms)^\[([\w.]+)\]\n(.*?)(?=^\[|\Z)", text))
    for card in cards.cards(edition):
        for unit in cards.house_of(edition, card):
            assert re.search(rf"(?m)^#{unit.partition('.')[0]} = ", blocks[card.id]), (card.id, unit)
    english, german = cards.name_of(cards.row_of(edition, cards.cards(edition)[0]), cards.cards(edition)[0])
    assert (f"{english} ({german})" if english != german else english) in template(edition, everything=True)
    assert re.search(r"; -?\d+ to \d+$", text, re.MULTILINE)


def test_a_template_is_written_and_never_over_another_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    ended = run("catalogue", "new", "kingsburg", "--output", file)
    assert ended.code == 0 and "magister catalogue check" in ended.out
    assert file.read_text("utf-8") == template(rules.load("kingsburg"))
    file.write_text("mine", "utf-8")
    ended = run("catalogue", "new", "kingsburg", "-o", file)
    assert ended.code == 2 and "is there already" in ended.err and file.read_text("utf-8") == "mine"
    assert run("catalogue", "new", "kingsburg").out.startswith("# Your own box of Kingsburg")
    assert run("catalogue", "new", "chess").code == 2
    assert run("catalogue", "new", "kingsburg", "-o", tmp_path / "no" / "folder.toml").code == 2


def test_a_check_lists_what_is_left(run: Run) -> None:
    ended = run("catalogue", "check", "-", given='game = "kingsburg"\n[buildings.mint]\nhouse = []\n')
    assert ended.code == 0
    told = "no defects (Kingsburg). Of 33 cards 1 entered whole, 0 in part, 32 not begun; house values left: 107."
    assert told in ended.out
    assert "  buildings.sawmill: column, gold, wood" in ended.out and "buildings.mint" not in ended.out


def test_a_check_counts_cards_that_are_half_entered(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('game = "kingsburg"\n[buildings.mint]\nhouse = []\n[buildings.sawmill]\ngold = 1\n', "utf-8")
    with widgets.catalogue("kingsburg", file, "en") as panel:
        panel.choose(panel.box.asked[-1].id)
        panel.enter(next(leaf.leaf.name for leaf in panel.box.fields(panel.card)[0] if leaf.ours), "1")
    ended = run("catalogue", "check", file)
    assert "Of 33 cards 1 entered whole, 1 in part, 31 not begun" in ended.out
    assert "Begun in the form and not saved: 1 card." in ended.out


def test_a_check_lists_every_defect_with_its_path(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'game = "kingsburg"\n[buildings.mint]\ngold = 99\ncolour = "x"\n[buildings.palace]\nname = "\\u001b[2J"\n',
        "utf-8",
    )
    ended = run("catalogue", "check", file)
    lines = ended.out.splitlines()
    for path in ("buildings.palace.name: holds the character U+001B", "buildings.mint.gold: must be 20 or less"):
        assert any(line.startswith(f"{file}: {path}") for line in lines), path
    assert ended.code == 1 and "\x1b" not in ended.out
    file.write_text('[buildings.mint]\ngold = 99\ncolour = "x"\n[buildings.palace]\ngold = 1\n', "utf-8")
    lines = run("catalogue", "check", file, "kingsburg").out.splitlines()
    for path in (
        "buildings.mint.gold: must be 20 or less",
        "buildings.mint.colour: is no field",
        "buildings.palace: is not",
    ):
        assert any(line.startswith(f"{file}: {path}") for line in lines), path
    file.write_text("[[[", "utf-8")
    ended = run("catalogue", "check", file, "kingsburg")
    assert ended.code == 1 and "not valid TOML" in ended.out


def test_the_file_says_which_game_it_is_for_or_the_command_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("[buildings.mint]\ngold = 4\n", "utf-8")
    ended = run("catalogue", "check", file)
    assert ended.code == 2 and "does not say which game" in ended.err and "kingsburg" in ended.err
    assert run("catalogue", "check", file, "kingsburg").code == 0
    file.write_text('game = "kingsburg"\n', "utf-8")
    assert run("catalogue", "check", file).code == 0
    ended = run("catalogue", "check", file, "paladins")
    assert ended.code == 1 and "'kingsburg'" in ended.out and "'paladins'" in ended.out
    for wrong in ('game = "chess"', "game = 3"):
        file.write_text(wrong, "utf-8")
        assert run("catalogue", "check", file).code == 2
    assert run("catalogue", "check", tmp_path / "none.toml").code == 2
    assert run("catalogue", "check", "-", given=b"\xff\xfe").code == 2


def test_a_comparison_is_a_table(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")  # a narrow terminal folds the cells
    mine, other = tmp_path / "mine.toml", tmp_path / "other.toml"
    mine.write_text(
        'game = "kingsburg"\n[buildings.mint]\ngold = 6\nwood = 2\n[buildings.statue]\npoints = 4\n'
        "[governors.politician]\nadvisors = [{ rank = 5, gift = { any = 1 } },\n"
        "  { rank = 11, gift = { any = 2, points = 1 } }]\n",
        "utf-8",
    )
    ended = run("catalogue", "diff", mine)
    assert ended.code == 0
    rows = [re.split(r"\s{2,}", line.strip()) for line in ended.out.splitlines()]
    assert ["card", "field", "ours", "yours", "origin"] in rows
    assert ["buildings.mint", "gold", "3", "6", "house → owner"] in rows
    assert ["buildings.statue", "points", "3", "4", "rulebook → owner"] in rows
    assert ["governors.politician", "advisors[0].gift.points", "1", "0", "house → owner"] in rows
    assert "Values that differ: 3. House values that are confirmed as they are: 1." in ended.out
    other.write_text('game = "kingsburg"\n[buildings.mint]\ngold = 5\n', "utf-8")
    rows = [re.split(r"\s{2,}", line.strip()) for line in run("catalogue", "diff", mine, other).out.splitlines()]
    assert ["buildings.mint", "gold", "5", "6", "owner"] in rows
    assert "Values that differ: 0." in run("catalogue", "diff", mine, mine).out
    mine.write_text("[buildings.mint]\ngold = 6\n", "utf-8")
    assert "Values that differ: 1." in run("catalogue", "diff", mine, "kingsburg").out
    assert "Values that differ: 1." in run("catalogue", "diff", mine, other, "kingsburg").out
    assert run("catalogue", "diff", mine).code == 2
    mine.write_text('game = "kingsburg"\n[buildings.mint]\nname = "A\\u001bB"\n', "utf-8")
    ended = run("catalogue", "diff", mine)
    assert ended.code == 1 and "\x1b" not in ended.out


def test_games_that_differ_are_not_compared(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text('game = "kingsburg"\n', "utf-8")
    second.write_text('game = "paladins"\n', "utf-8")
    assert run("catalogue", "diff", first, second).code in (1, 2)
