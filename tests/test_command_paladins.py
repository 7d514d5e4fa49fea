"""The command `magister` with Paladins: alone and together, the opponent's difficulty, its rules and its scores."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules

from .test_command import Run, run  # noqa: F401 - a fixture
from .test_command_play import drawn, moves, scored

GAME = "paladins"


def test_new_gives_a_game_for_one(run: Run) -> None:  # noqa: F811
    made = run("new", GAME, "--players", "1", "--seed", "7", "--option", "difficulty=hard")
    position = rules.parse(made.out)
    assert (made.code, made.err) == (0, "")
    assert len(position.seats) == 1 and sum(position.opponent.workshops) == 5
    assert run("new", GAME, "--seed", "7", "--code").out.startswith("paladins."), "one player is the fewest"
    refused = run("new", GAME, "--option", "difficulty=cruel")
    assert refused.code == 2 and "difficulty" in refused.err
    refused = run("new", GAME, "--players", "5")
    assert refused.code == 2 and "1, 2, 3 or 4" in refused.err


def test_new_goes_on_to_the_first_decision_after_cards(run: Run) -> None:  # noqa: F811
    start, drawn = (rules.parse(run("new", GAME, "--seed", "7", *words).out) for words in ((), ("--until", "dice")))
    assert start.question == "welcome" and drawn.question == "paladin"


def test_show_and_check_say_the_board_in_words(run: Run, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "table.toml"
    path.write_text(run("new", GAME, "--players", "1", "--seed", "7").out, encoding="utf-8")
    shown = run("show", path)
    assert shown.code == 0
    assert "Paladins of the West Kingdom, round 1 of 7" in shown.out and "The opponent (standard): " in shown.out
    checked = run("check", path)
    assert checked.code == 0 and "no defects (Paladins of the West Kingdom)" in checked.out
    assert "Blue: choose the first townsfolk card, for nothing." in checked.out
    path.write_text(path.read_text().replace("tax = 5", "tax = 9"), encoding="utf-8")
    assert run("check", path).code == 1
    assert drawn(run, tmp_path / "board.svg", given=rules.load(GAME).setup(3, 1).to_text())


def test_rules_are_listed_with_pages(run: Run) -> None:  # noqa: F811
    listed = run("rules", GAME, "solo")
    assert listed.code == 0 and "solo-fallback (" in listed.out and "page 2" in listed.out
    assert "house rule" in run("rules", GAME, "solo-workshop").out
    assert "Verschwören kostet" in run("rules", GAME, "conspire-gain", "--lang", "de").out


def test_a_solo_round_is_played_by_typed_moves(run: Run, tmp_path: Path) -> None:  # noqa: F811
    target = tmp_path / "game.toml"
    lines = moves(
        "hire missionary_2",
        "paladin ivoire top oliver under samson",
        "tavern ssmm",
        "why fortify SSM",
        "recruit SS watchman_2",
        "absolve MMC faith",
        "undo",
        "moves hunt",
        "hunt SS",
        f"save {target}",
        "quit",
    )
    ended = run("play", GAME, "--players", "1", "--seed", "7", given=lines)
    assert (ended.code, ended.err) == (0, "")
    assert "rule one-or-two, Actions, page 12" in ended.out
    assert "  The opponent turns up " in ended.out
    assert "A die or a card was revealed since your last decision" in ended.out
    assert "  hunt SS" in ended.out
    record = rules.parse_record(target.read_text())
    assert [step.key for step in record.steps if step.key.startswith("hunt")] == ["hunt SS"]
    assert "Blue> quit" in run("play", target, given="quit\n").out


@pytest.mark.parametrize("players", [1, 3])
def test_a_whole_game_by_bots_ends_with_the_scores(run: Run, players: int) -> None:  # noqa: F811
    named, note = scored(run, GAME, players, sides=2 if players == 1 else players)
    assert ("scheme card" in note) == (players == 1)
    assert named == ({"Blue", "Opponent"} if players == 1 else {"Blue", "Red", "Green"})


def test_a_bots_paladins_stay_secret_until_they_are_revealed(run: Run) -> None:  # noqa: F811
    """What the terminal prints up to the first tavern card names no paladin of a bot."""
    lines = moves("text", "moves", "show")
    ended = run("play", GAME, "--players", "2", "--seed", "4", "--seat", "0=greedy", "--seat", "1=greedy", given=lines)
    before = ended.out.partition("The paladins are revealed: ")[0]
    assert before.count("chooses a paladin in secret.") == 2 and before.count("draws 3 paladins.") == 2
    names = [row.name.en for row in rules.load(GAME).catalogue.paladins.values()]
    assert not any(name in before for name in names)


def test_real_cards_can_be_typed(run: Run, tmp_path: Path) -> None:  # noqa: F811
    start = rules.load(GAME).setup(1, 7)
    position = start.play(start.legal_moves()[0])
    assert position.chance()
    path = tmp_path / "cards.toml"
    path.write_text(position.to_text())
    key = position.chance()[2][0].key
    ended = run("play", path, "--typed-dice", given=moves("townsfolk nobody", key, "undo", "draw", "quit"))
    assert "'townsfolk nobody' cannot happen here." in ended.out
    assert "Taken back: what chance has brought." in ended.out
