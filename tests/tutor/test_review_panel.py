"""The review panel: by control and key, as the front end reports them; replaying and keeping a mistake."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import rules
import tutor
from rules import BadInput, Record
from tests.tutor.panels import control, section
from tests.widgets.table_talk import press, send
from tutor.coached import SHELF as GAMES
from tutor.coached import Game
from tutor.private_puzzle import SHELF
from tutor.puzzle import Puzzle, judge
from tutor.review_panel import Reviewing
from tutor.store import default

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture(scope="module")
def record() -> Record:
    whole = rules.playout(rules.load("kingsburg").setup(players=2, seed=3), "greedy", seed=3)
    return Record(whole.start, whole.steps[:45])


@pytest.fixture
def panel(record: Record) -> Reviewing:
    shown = tutor.review(record, jobs=0, seconds=60)
    assert shown.job is not None
    shown.job.result(120)
    send(shown, "tick")
    return shown


def test_without_worker_processes_the_panel_says_so_and_finds_the_losses(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    panel = tutor.review(Record(record.start, record.steps[:24]), seconds=600)
    panel.wait(300)
    assert section(panel, "note")["text"].startswith("No worker process could be started here (")
    assert panel.listed and "The largest loss" in panel.status and not panel.errors


def test_progress_is_shown_and_it_can_be_stopped(record: Record) -> None:
    panel = tutor.review(record, jobs=1, seconds=60)
    assert panel.poll and control(panel, "stop")["always"]
    assert section(panel, "progress")["maximum"] == panel.job.total  # type: ignore[union-attr]
    assert panel.status.startswith("The review is at work: ")
    assert press(panel, "stop").outcome == "done"
    panel.wait(20)
    assert panel.poll == 0 and not panel.running
    assert panel.status.startswith("The review was stopped.") and panel.errors == []
    assert press(panel, "stop").outcome == "refused"


def test_three_largest_first_and_each_goes_to_the_board(panel: Reviewing) -> None:
    listed = section(panel, "losses")["items"]
    worst = panel.result.worst()
    assert [item["value"] for item in listed] == [str(one.step) for one in worst]
    assert panel.status == f"The review is finished. The largest loss: {panel.result.title(worst[0])}"
    press(panel, "decision", listed[1]["value"])
    assert panel.decision == worst[1]
    assert panel.result.difference(worst[1]) in section(panel, "decision")["text"]
    states = {place["key"].partition("#")[0]: place.get("state") for place in panel.places}
    better = panel.result.positions[worst[1].step].move(worst[1].better[0])
    assert any(states.get(token) == "hint" for token in better.parts)
    press(panel, "milder")
    assert panel.decision == panel.result.worst(None, None)[2]
    press(panel, "worse")
    press(panel, "worst")
    assert panel.decision == worst[0]
    assert press(panel, "decision", "9999").outcome == "refused"
    assert press(panel, "nonsense").outcome == "refused" and panel.errors == []


def test_one_seat_can_be_looked_at(panel: Reviewing) -> None:
    press(panel, "seat", "1")
    assert [one.seat for one in panel.listed] == [1] * len(panel.listed) and panel.listed
    press(panel, "seat", "")
    assert {one.seat for one in panel.listed} == {0, 1}
    assert press(panel, "seat", "7").outcome == "refused"
    assert press(panel, "seat", "²").outcome == "refused" and not panel.errors


def test_every_thing_said_has_a_name_and_every_control_a_reason(panel: Reviewing) -> None:
    for one in panel.controls:
        assert one["label"] and (one.get("enabled", True) or one.get("reason"))
    assert section(panel, "chart")["text"] and section(panel, "table")["rows"]
    keys = [one["shortcut"] for one in panel.controls if one.get("shortcut")]
    assert len(keys) == len(set(keys))


def test_without_a_kernel_the_review_is_there_in_words(panel: Reviewing) -> None:
    text = str(panel._repr_mimebundle_()[0]["text/plain"])
    assert text.endswith(panel.result.to_text())


def test_a_mistake_can_be_played_again(panel: Reviewing, record: Record) -> None:
    assert press(panel, "replay").outcome == "refused"
    press(panel, "worst")
    decision = panel.decision
    assert decision is not None
    press(panel, "replay")
    assert panel.replaying and panel.position == panel.result.positions[decision.step]
    press(panel, "hint")
    assert panel.hint(4).moves == decision.better[:1]
    press(panel, "move", decision.better[0])
    assert panel.tried[0].loss.least == 0
    press(panel, "back")
    assert not panel.replaying and panel.decision == decision
    assert panel.result.record == record and panel.errors == []
    assert press(panel, "hint").outcome == "refused"


def test_a_mistake_becomes_a_private_puzzle(panel: Reviewing) -> None:
    assert press(panel, "keep").outcome == "refused"
    press(panel, "worst")
    press(panel, "keep")
    until = time.monotonic() + 30
    while panel._keeping is not None and time.monotonic() < until:
        panel._keeping.soon(5)
        send(panel, "tick")
    kept = default().items(SHELF, Puzzle)
    assert len(kept) == 1 and kept[0][0] in section(panel, "kept")["text"]
    puzzle, decision = kept[0][1], panel.decision
    assert decision is not None
    assert puzzle.start() == panel.result.positions[decision.step].view(decision.seat)
    assert decision.better[0] in puzzle.best and decision.played not in puzzle.best
    assert judge(puzzle, puzzle.line).optimal
    assert not judge(puzzle, (decision.played,)).optimal


def test_a_record_may_be_a_text_a_file_or_a_panel(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(record.to_text(), "utf-8")
    for given in (record.to_text(), path, str(path), tutor.play(record)):
        panel = tutor.review(given, jobs=1)
        assert panel.job is not None  # a panel has rolled the next dice already
        assert panel.job.record.steps[: len(record.steps)] == record.steps
        panel.close()
    with pytest.raises(BadInput, match="cannot be read"):
        tutor.review(tmp_path / "none.toml")
    with pytest.raises(BadInput):
        tutor.review("record = 1\nstart = 7\n")
    with pytest.raises(TypeError, match="a record, its text, or the path"):
        tutor.review(7)
    with pytest.raises(BadInput, match="no move yet"):
        tutor.review(Record(record.start))


def test_without_a_record_it_offers_the_games_that_were_played(record: Record) -> None:
    default().put(GAMES, "2026-01-01 10:00:00", Game("kingsburg", record.to_text(), (0,)))
    panel = tutor.review()
    labels = [one["label"] for one in panel.controls]
    assert labels[0] == "Kingsburg (2026-01-01 10:00:00)"
    assert len(labels) == 1 + len(rules.games())
    assert press(panel, "start:99").outcome == "refused"
    assert press(panel, "start:x").outcome == "refused"
    assert press(panel, "start:²").outcome == "refused"
    with pytest.raises(ValueError, match="Choose a game first"):
        panel.wait()
    press(panel, "start:0")
    assert panel.job is not None and panel.job.record == record
    panel.close()


def test_a_kept_game_that_cannot_be_read_is_said_and_not_fatal() -> None:
    default().put(GAMES, "2026-01-01 10:00:00", Game("kingsburg", "<script>alert(1)</script>", (0,)))
    panel = tutor.review()
    reply = press(panel, "start:0")
    assert reply.outcome == "refused" and panel.offering
    panel.close()
