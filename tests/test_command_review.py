"""`magister hint` and `magister review`: what they print, what they refuse, and their exit codes."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import rules
from tests.test_command import Run, run

__all__ = ["run"]


@pytest.fixture(autouse=True)
def own_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path / "progress"))
    monkeypatch.setenv("MAGISTER_LANGUAGE", "en")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = rules.playout(rules.load("kingsburg").setup(players=2, seed=3), "greedy", seed=3)
    path = tmp_path_factory.mktemp("games") / "game.toml"
    path.write_text(rules.Record(record.start, record.steps[:32]).to_text(), "utf-8")
    return path


def test_a_hint_on_every_rung(run: Run) -> None:
    position = run("new", "kingsburg", "--players", "3", "--seed", "7", "--until", "dice").out
    texts = [run("hint", "--rung", rung, given=position).out for rung in "12345"]
    assert len(set(texts)) == 5 and all(text.strip() for text in texts)
    assert "this is proved" in texts[3]
    german = run("hint", "--rung", "4", "--lang", "de", given=position)
    assert german.code == 0 and "bewiesen" in german.out


def test_the_price_of_an_own_move(run: Run) -> None:
    position = run("new", "kingsburg", "--players", "3", "--seed", "7", "--until", "dice").out
    ended = run("hint", "--rung", "5", "--move", "pass", given=position)
    assert ended.code == 0 and "Your move, pass, loses " in ended.out
    assert run("hint", "--move", "fly to the moon", given=position).code == 2


def test_what_does_not_fit_is_refused(run: Run) -> None:
    position = run("new", "kingsburg", "--until", "dice").out
    assert "whole number from 1 to 5" in run("hint", "--rung", "9", given=position).err
    ended = run("hint", "--lang", "xx", given=position)
    assert ended.code == 2 and "does not speak" in ended.err
    assert run("hint", given="nonsense").code == 2


def test_a_review_of_a_saved_game(run: Run, saved: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    ended = run("review", saved, "--jobs", "0", "--every", "--chart", chart)
    assert ended.code == 0, ended.err
    assert ended.out.startswith("The largest losses\n1. Step ")
    assert "Luck gave" in ended.out and "Exact at" in ended.out
    assert ElementTree.parse(chart).getroot().tag.endswith("svg")
    again = run("review", saved, "--jobs", "1", "--every")
    assert again.out == ended.out, "the same game, the same review, whoever works on it"
    german = run("review", saved, "--jobs", "0", "--lang", "de", "--seat", "0")
    assert german.out.startswith("Die größten Verluste")


def test_a_review_that_cannot_be_is_refused(run: Run, saved: Path) -> None:
    assert "nothing to review" in run("review", given=run("new", "kingsburg").out).err
    assert run("review", saved, "--seat", "9").code == 2
    assert "'worth' or 'points'" in run("review", saved, "--objective", "fun").err
    assert run("review", saved.parent / "none.toml").code == 2


def test_hints_and_what_if_while_playing_in_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(run("new", "kingsburg", "--players", "3", "--seed", "7", "--until", "dice").out, "utf-8")
    ended = run("play", path, given="hint\n" * 6 + "whatif pass\nwhatif fly\nquit\n")
    assert ended.code == 0, ended.err
    said = [part.partition("> ")[0] for part in ended.out.split("> hint\n")[1:]]
    assert len(said) == 6 and len({one.partition("\n")[0] for one in said}) == 5, "the last rung stays"
    assert "this is proved" in said[3]
    assert "Pass: it loses " in ended.out
    assert "is no verb of this game" in ended.out
    assert "not saved" not in ended.out + ended.err, "nothing was played that would have to be saved"
