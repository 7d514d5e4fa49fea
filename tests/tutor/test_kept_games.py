"""Games are kept: the finished ones for a review, the others to go on with; dice are new, and can be had again."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rules
import tutor
import widgets
from tests.tutor.panels import section
from tests.widgets.table_talk import done, press, refused
from tutor import coached
from tutor.coached import BEGUN, MOST_BEGUN, SHELF, Begun, Game, new_key, when_words
from tutor.review_panel import played_here
from tutor.store import Store, default

pytestmark = pytest.mark.usefixtures("english")
each_game = pytest.mark.parametrize("game", rules.games())


def begin(game: object = "kingsburg", moves: int = 2, **options: Any) -> coached.Coached:
    """Play some moves of a new game."""
    panel = tutor.play(game, warn="off", pace=0, **options)
    panel.advance()
    for _ in range(moves):
        panel.play(panel.position.legal_moves()[0])
    return panel


def buttons(panel: coached.Coached) -> list[dict[str, Any]]:
    """Return the buttons that go on with a game."""
    return [one for one in panel.controls if one["key"].startswith("resume:")]


# --- dice ---------------------------------------------------------------------------------------------------------


@each_game
def test_a_new_game_has_new_dice_and_the_seed_gives_them_again(game: str) -> None:
    for open_ in (tutor.play, widgets.play):
        panels = [open_(game, pace=0) for _ in range(4)]
        assert len({panel.seed for panel in panels}) == 4
        text = f"Dice and cards of this game: seed={panels[0].seed} gives them again."
        assert section(panels[0], "seed")["text"] == text
        again = open_(game, seed=panels[0].seed, pace=0)
        for panel in (panels[0], again):
            for _ in range(3):
                panel.advance()
                panel.play(panel.position.legal_moves()[0])
        assert again.record == panels[0].record


def test_a_seed_is_a_whole_number_or_none() -> None:
    for open_ in (tutor.play, widgets.play):
        with pytest.raises(rules.BadInput, match="seed: is 'x'"):
            open_("kingsburg", seed="x")  # type: ignore[arg-type]


def test_a_game_that_is_chosen_in_the_panel_has_new_dice_too() -> None:
    seeds = set()
    for _ in range(3):
        panel = tutor.play()
        done(press(panel, "start:kingsburg"))
        seeds.add(panel.seed)
        assert str(panel.seed) in section(panel, "seed")["text"]
    assert len(seeds) == 3


# --- games that are not finished ----------------------------------------------------------------------------------


@each_game
def test_a_game_that_is_not_finished_is_offered_and_goes_on(game: str) -> None:
    first = begin(game)
    second = tutor.play(game, warn="off", pace=0)
    assert second.record != first.record
    (button,) = buttons(second)
    kept = second.begun[0][1]
    assert button["label"].startswith("Go on with ") and button["label"].endswith(f" {kept.steps} steps")
    assert 2 <= kept.steps <= len(first.table.steps), "what comes by itself after an own move comes again"
    done(press(second, button["key"]))
    second.advance()
    assert second.record == first.record and second.bots == first.bots
    for panel in (first, second):  # its dice and its bots go on as they would have
        panel.play(panel.position.legal_moves()[-1])
    assert second.record == first.record
    assert not buttons(second), "a game that goes on is no new one"


def test_what_goes_on_takes_the_place_of_what_was_kept() -> None:
    begin()
    second = tutor.play("kingsburg", warn="off", pace=0)
    second.resume()
    second.advance()
    second.play(second.position.legal_moves()[0])
    ((_, kept),) = default().items(BEGUN, Begun)
    assert rules.parse_record(kept.record).steps == second.record.steps[: kept.steps]
    with pytest.raises(rules.BadInput, match="number"):
        second.resume(3)


def test_all_games_are_offered_where_one_is_chosen_and_only_there_or_in_a_new_one() -> None:
    panels = [begin("kingsburg"), begin("my_village")]
    assert len(buttons(tutor.play())) == 2
    assert len(buttons(tutor.play(rules.load("kingsburg")))) == 1
    assert not buttons(tutor.play("paladins"))
    assert not buttons(tutor.play(panels[0].record))
    assert not buttons(tutor.play(panels[0].position.to_code()))
    chosen = tutor.play()
    done(press(chosen, "start:kingsburg"))
    assert len(buttons(chosen)) == 1
    assert refused(press(chosen, "resume:no such key")) == "There is no such game here."


def test_two_games_at_once_are_both_kept_the_newest_first_and_not_without_end() -> None:
    panels = [begin(moves=1) for _ in range(3)]
    kept = [one for _, one in tutor.play("kingsburg").begun]
    assert [rules.parse_record(one.record).start for one in kept] == [panel.record.start for panel in reversed(panels)]
    store = default()
    for number in range(MOST_BEGUN):
        store.put(BEGUN, new_key(), Begun("kingsburg", panels[0].record.to_text(), {}, number))
    begin(moves=1)
    assert len(store.items(BEGUN, Begun)) == MOST_BEGUN


def test_people_alone_go_on_alone_and_own_bots_are_not_kept() -> None:
    first = begin(seats={})
    second = tutor.play("kingsburg")
    second.resume()
    assert second.bots == {} and second.record == first.record
    before = len(default().items(BEGUN, Begun))
    begin(seats={1: lambda position, random: position.legal_moves()[0]})
    assert len(default().items(BEGUN, Begun)) == before


# --- games that are finished --------------------------------------------------------------------------------------


def nearly_over() -> rules.Record:
    """Return a game one move before its end."""
    record = rules.playout(rules.load("kingsburg").setup(2, seed=1), "greedy", seed=1)
    steps = record.steps
    positions = list(record.positions())
    last = max(number for number, position in enumerate(positions) if position.actor is not None)
    return rules.Record(record.start, steps[:last])


def finish() -> None:
    panel = tutor.play(nearly_over(), seats={}, warn="off", pace=0)
    while not panel.position.over:
        panel.play(panel.position.legal_moves()[0])


def test_games_that_end_in_the_same_second_are_both_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime(2026, 11, 28, 18, 0, 0, tzinfo=UTC)
    monkeypatch.setattr(coached, "datetime", SimpleNamespace(now=lambda zone: now, strptime=datetime.strptime))
    finish()
    finish()
    assert len(default().items(SHELF, Game)) == 2
    assert not default().items(BEGUN, Begun), "what is finished is not offered to go on with"
    assert len({new_key() for _ in range(100)}) == 100


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="time zones of Unix")
def test_games_are_in_the_order_of_real_time_whatever_the_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(":memory:")
    texts = []
    try:
        for zone, hour in (("Asia/Tokyo", 10), ("America/New_York", 11)):  # 19:00 there, then 06:00 there
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            now = datetime(2026, 11, 28, hour, tzinfo=UTC)
            fixed = SimpleNamespace(now=lambda zone, now=now: now, strptime=datetime.strptime)
            monkeypatch.setattr(coached, "datetime", fixed)
            texts.append(f"game of {hour}")
            store.put(SHELF, new_key(), Game("kingsburg", texts[-1]))
        offered = played_here(store)
        assert [game.record for _, _, game in offered[:2]] == texts[::-1]
        assert [when for when, _, _ in offered[:2]] == ["2026-11-28 06:00", "2026-11-28 05:00"]
    finally:
        monkeypatch.undo()
        time.tzset()


def test_keys_of_before_stay_readable() -> None:
    store = Store(":memory:")
    store.put(SHELF, "2026-11-28 18:03:59", Game("kingsburg", "old"))
    store.put(SHELF, new_key(), Game("kingsburg", "new"))
    assert [game.record for _, _, game in played_here(store)[:2]] == ["new", "old"]
    assert when_words("2026-11-28 18:03:59") == "2026-11-28 18:03:59"


# --- where nothing can be kept ------------------------------------------------------------------------------------


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be somebody without a home folder."""
    import pwd

    def nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("HOME", "MAGISTER_DATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    from tutor import store

    monkeypatch.setattr(store, "_stores", {})


@pytest.mark.skipif(os.name != "posix", reason="home folders of Unix")
def test_without_a_home_folder_one_plays_in_memory_and_is_told(no_home: None) -> None:
    panel = tutor.puzzle("kingsburg")
    assert section(panel, "notice")["text"].startswith("There is no home folder here to keep your progress in")
    begin()
    assert len(tutor.play("kingsburg").begun) == 1, "for as long as the session lasts"
    assert default() is default() and default().in_memory
    assert section(tutor.play("kingsburg"), "notice")["text"] == default().notice
    tutor.learn("kingsburg")
    assert tutor.review() is not None


@pytest.mark.skipif(os.name != "posix", reason="home folders of Unix")
def test_without_a_home_folder_a_path_is_asked_for(
    no_home: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(rules.BadInput, match="MAGISTER_DATA: names no folder, and there is no home folder here"):
        widgets.catalogue("kingsburg")
    with pytest.raises(rules.BadInput, match=r"path: is '~/cards\.toml', and there is no such home folder"):
        widgets.catalogue("kingsburg", "~/cards.toml")
    assert widgets.catalogue("kingsburg", tmp_path / "cards.toml").path == tmp_path / "cards.toml"
    monkeypatch.setenv("MAGISTER_DATA", "~/here")
    assert default().in_memory and "MAGISTER_DATA" in default().notice
