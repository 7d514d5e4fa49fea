"""The command `magister` with My Village: tables and rules, a turn typed and solved, a whole game by bots, cards."""

from __future__ import annotations

import re
from pathlib import Path

import rules

from .test_command import Run, run  # noqa: F401 - a fixture
from .test_command_play import drawn, moves, scored

GAME = "my_village"
BRIDGE = Path(__file__).resolve().parent.parent / "notebooks" / GAME / "bridge.toml"


def test_new_gives_a_game_for_two_to_four(run: Run) -> None:  # noqa: F811
    made = run("new", GAME, "--players", "3", "--seed", "21", "--until", "setup")
    position = rules.parse(made.out)
    assert (made.code, made.err) == (0, "")
    assert len(position.seats) == 3 and position == rules.load(GAME).setup(players=3, seed=21)
    for players in ("1", "5"):
        refused = run("new", GAME, "--players", players)
        assert refused.code == 2 and "2, 3 or 4" in refused.err


def test_new_goes_on_to_the_first_dice(run: Run) -> None:  # noqa: F811
    rolled = rules.parse(run("new", GAME, "--seed", "7", "--until", "dice").out)
    assert rolled.step == "dice" and rolled.actor == rolled.start
    assert len(rolled.white) == 8 and len(rolled.black) == 3, "two players roll this many"


def test_show_and_check_say_the_board_in_words(run: Run, tmp_path: Path) -> None:  # noqa: F811
    shown = run("show", BRIDGE)
    assert shown.code == 0
    assert "My Village, round 9" in shown.out and "Dice in the pool: white 1 2 2 4 5 6; black 1 6." in shown.out
    assert "°" in shown.out, "house values are marked"
    assert run("check", BRIDGE).code == 0
    path = tmp_path / "broken.toml"
    path.write_text(BRIDGE.read_text(encoding="utf-8").replace("time = 9", "time = 10"), encoding="utf-8")
    checked = run("check", path)
    assert checked.code == 1 and "seats[0].time" in checked.out + checked.err
    assert drawn(run, tmp_path / "board.svg", BRIDGE)


def test_rules_are_listed_with_pages(run: Run) -> None:  # noqa: F811
    listed = run("rules", GAME, "banner-one-black")
    assert listed.code == 0 and "banner-one-black (" in listed.out and "page 4" in listed.out
    assert "Tagelöhner" in run("rules", GAME, "laborer-hire", "--lang", "de").out


def test_a_turn_is_played_by_typed_moves(run: Run, tmp_path: Path) -> None:  # noqa: F811
    target = tmp_path / "game.toml"
    lines = moves(
        "dice w2 b6 8",
        "serve innkeeper beer beer wagon",
        "use brewery",
        "craft smithy_3",
        "undo",
        "use brewery",
        "serve innkeeper beer beer wagon",
        "use stable",
        "dies craftsman",
        f"save {target}",
        "quit",
    )
    ended = run("play", BRIDGE, given=lines)
    assert (ended.code, ended.err) == (0, "")
    assert "rule customer-goods, Customers, page 8" in ended.out
    assert "rule banner-one-black, Activating a black banner, page 4" in ended.out
    record = rules.parse_record(target.read_text(encoding="utf-8"))
    assert [step.key for step in record.steps][:-1] == [
        "dice w2 b6 8",
        "use brewery",
        "serve innkeeper beer beer wagon",
        "use stable",
        "dies craftsman",
    ]
    assert record.steps[-1].key.startswith("rat ")
    assert sum(record.end.chronicle) == 3, "one more than before"


def test_a_turn_is_solved_and_says_what_rests_on_house_values(run: Run) -> None:  # noqa: F811
    solved = run("solve", BRIDGE, "--horizon", "turn", "--seconds", "60")
    assert solved.code == 0, "the plan is proved"
    assert "house values" in solved.out and "Innkeeper (banner values, goods, time and fame)" in solved.out
    assert re.search(r"Serve Innkeeper for 2 beers and 1 wagon: brings 5 points° \(customers\)", solved.out)
    assert "over the bridge, for which a villager dies" in solved.out


def test_a_whole_game_by_bots_ends_with_the_scores(run: Run) -> None:  # noqa: F811
    named, _ = scored(run, GAME, 2)
    assert named == {"Blue", "Red"}


def test_the_cards_of_a_box_are_a_file(run: Run, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "my_cards.toml"
    assert run("catalogue", "new", GAME, "--output", path).code == 0
    template = path.read_text(encoding="utf-8")
    assert f'game = "{GAME}"' in template and "midwife" in template
    path.write_text(f'game = "{GAME}"\n\n[customers.midwife]\nfame = 5\n', encoding="utf-8")
    assert run("catalogue", "check", path).code == 0
    shown = run("catalogue", "diff", path)
    assert shown.code == 0 and "Values that differ: 1." in shown.out
    made = rules.parse(run("new", GAME, "--seed", "7", "--catalogue", path).out)
    assert made.catalogue.customers["midwife"].fame == 5
