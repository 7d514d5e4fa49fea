"""Play with a coach: hints on the board, "what if?" that comes back, and warnings before a move is played."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
import solver
import tutor
from rules import BadInput, Record
from tests.tutor.panels import control, section
from tests.widgets.table_talk import press, send
from tutor.coach import Hint
from tutor.coached import SHELF, Coached, Game
from tutor.judge import counted
from tutor.store import default
from tutor.trying import try_move

pytestmark = pytest.mark.usefixtures("english")


def settle(panel: Coached) -> None:
    """Let the front end ask until nothing is being thought of any more."""
    for _ in range(400):
        thoughts = [panel._hint_thought, panel._pending and panel._pending[1], *panel._tried]
        for thought in thoughts:
            if thought:
                thought.soon(10)
        send(panel, "tick")
        if panel._hint_thought is None and panel._pending is None:
            return
    raise AssertionError("the panel never comes to rest")


@pytest.fixture(scope="module")
def moment() -> tuple[Record, Any, Any, Fraction]:
    """Return a game up to a decision with a bad move: the record, a best move, the bad one, and what it loses."""
    record = rules.playout(rules.load("kingsburg").setup(players=3, seed=3), "greedy", seed=3)
    for number, (position, step) in enumerate(zip(record.positions(), record.steps, strict=False)):
        if step.key.startswith("build") and len(position.legal_moves()) > 2:
            ranking = solver.rank_moves(position, "season", "worth")
            lost = ranking.best - ranking.values[-1][1]
            if lost > 1:
                begun = Record(record.start, record.steps[:number])
                return begun, ranking.values[0][0], ranking.values[-1][0], lost
    raise AssertionError("no such decision in this game")


def test_hints_go_up_and_begin_anew_after_a_move(moment: Any) -> None:
    record, best, _, _ = moment
    panel = tutor.play(record, pace=0)
    for rung in range(1, 7):
        press(panel, "hint")
        settle(panel)
        assert panel.hint_given is not None and panel.hint_given.rung == min(rung, 5)
        assert section(panel, "hint")["text"]
    assert control(panel, "hint")["shortcut"] == "h"
    ringed = {place["key"].partition("#")[0] for place in panel.places if place.get("state") == "hint"}
    buttons = {one["key"].removeprefix("token:") for one in panel.controls if one.get("primary")}
    assert panel.hint_given.tokens and set(panel.hint_given.tokens) <= ringed | buttons
    press(panel, "move", best.key)
    assert section(panel, "hint") == {}
    assert panel.errors == []


def test_a_part_that_is_needed_twice_has_two_rings() -> None:
    record = rules.playout(rules.load("kingsburg").setup(players=3, seed=1), "greedy", seed=1)
    number, step = next((n, one) for n, one in enumerate(record.steps) if one.key == "place 8: 4 4")
    panel = tutor.play(Record(record.start, record.steps[:number]), pace=60)
    panel._hint_at, panel._hint_found = panel._hint_place(), Hint(4, "", step.parts, (step.key,))
    panel.refresh()
    ringed = [place["key"].partition("#")[0] for place in panel.places if place.get("state") == "hint"]
    assert sorted(ringed) == sorted(step.parts)


def test_a_seat_that_plays_by_itself_is_answered_in_a_sentence() -> None:
    panel = tutor.play("kingsburg", players=3, seed=7, seats={0: "greedy", 1: "greedy", 2: "greedy"})
    assert panel.table.next() == "bot"
    assert "plays by itself" in press(panel, "hint").text
    panel.advance()
    assert press(panel, "hint").text == "The game is over; there is nothing to decide any more."


def test_a_gentle_warning_comes_first_and_the_second_confirm_plays(moment: Any) -> None:
    record, _, bad, lost = moment
    panel = tutor.play(record, pace=0, limit=1)
    before = panel.position
    press(panel, "move", bad.key)
    settle(panel)
    assert panel.position == before, "nothing is played before the person says so again"
    words = section(panel, "warning")["text"]
    from tutor.amounts import points

    assert words.startswith("Think again: ") and f"loses {points(lost)}" in words
    assert "Goods are counted with the points" in words
    press(panel, "move", bad.key)
    assert panel.position == before.play(bad)
    assert section(panel, "warning") == {} and panel.errors == []


def test_a_strict_warning_wants_the_button(moment: Any) -> None:
    record, best, bad, _ = moment
    panel = tutor.play(record, pace=0, warn="strict")
    before = panel.position
    press(panel, "move", bad.key)
    settle(panel)
    again = press(panel, "move", bad.key)
    assert again.outcome == "refused" and "Choose another move" in again.text
    assert section(panel, "warning")["text"] not in again.text, "the warning stands there already"
    assert panel.position == before
    assert control(panel, "anyway")["label"] == "Play it all the same"
    press(panel, "anyway")
    assert panel.position == before.play(bad)
    other = tutor.play(record, pace=0, warn="strict")
    press(other, "move", best.key)
    settle(other)
    assert before.play(best) in other.table.positions, "a good move is played at once"


@pytest.mark.parametrize("given", [{"warn": "off"}, {"limit": 50}])
def test_no_warning_where_none_is_wanted(moment: Any, given: dict[str, Any]) -> None:
    record, _, bad, _ = moment
    panel = tutor.play(record, pace=0, **given)
    before = panel.position
    press(panel, "move", bad.key)
    settle(panel)
    assert before.play(bad) in panel.table.positions


def test_what_if_changes_nothing_and_says_what_moves_change(moment: Any) -> None:
    record, _, bad, lost = moment
    panel = tutor.play(record, pace=0)
    before = panel.record
    press(panel, "whatif")
    assert panel.trying and section(panel, "trying")["text"].startswith("The game waits at step")
    press(panel, "move", bad.key)
    settle(panel)
    assert panel.record == before, "the game itself stands still"
    assert panel.tried[0].loss.least == lost
    assert "The best line before it" in section(panel, "tried")["items"][0]["text"]
    panel.undo()
    assert panel.trying
    press(panel, "back")
    assert not panel.trying and panel.record == before and panel.position == before.end
    assert section(panel, "trying") == {} and panel.errors == []
    assert press(panel, "back").outcome == "refused"


def test_the_copy_does_not_show_the_dice_that_will_fall() -> None:
    same = 0
    for seed in range(6):
        panel = tutor.play("kingsburg", players=2, seed=seed, seats={1: "greedy"}, forced=False, warn="off")
        real = tutor.play("kingsburg", players=2, seed=seed, seats={1: "greedy"}, forced=False, warn="off")
        panel.advance()
        real.advance()
        panel.try_out()
        for one in (panel, real):
            for _ in range(12):  # far enough for the next roll
                one.play(one.position.legal_moves()[0])
        same += panel.table.steps == real.table.steps
    assert same < 6


def test_without_a_game_it_offers_those_there_are() -> None:
    panel = tutor.play()
    offered = [one["key"] for one in panel.controls]
    assert offered == [f"start:{name}" for name in rules.games()]
    assert press(panel, "hint").outcome == "refused"
    assert press(panel, "start:nothing").outcome == "refused"
    for name in rules.games():
        fresh = tutor.play()
        assert press(fresh, f"start:{name}").outcome == "done"
        fresh.advance()
        assert fresh.position.game.name == name
        assert fresh.table.people == (fresh.record.start.actor or 0,), "the seat that is the first to decide, by lot"
        assert fresh.errors == []


def test_a_covered_board_gives_no_hint_that_would_tell_a_secret() -> None:
    panel = tutor.play("kingsburg", players=2, seed=8, modules=("governors", "army"), seats={}, pace=0)
    panel.advance()
    assert panel.covered
    assert press(panel, "hint").text.startswith("The board is covered.")
    assert control(panel, "whatif")["reason"] == "Uncover the board first."
    press(panel, "reveal")
    press(panel, "hint")
    settle(panel)
    assert panel.hint_given is not None and "covered" not in panel.hint_given.text
    assert panel.errors == []


def test_a_fault_in_the_coach_stops_no_game(moment: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record, best, bad, _ = moment

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("one over nothing")

    monkeypatch.setattr("tutor.hinting.hint", broken)
    monkeypatch.setattr("tutor.coached.Judge", broken)
    monkeypatch.setattr("tutor.coached.try_move", broken)
    panel = tutor.play(record, pace=0)
    press(panel, "hint")
    settle(panel)
    assert "a fault of ours (ZeroDivisionError: one over nothing)" in section(panel, "hint")["text"]
    press(panel, "whatif")
    press(panel, "move", best.key)
    settle(panel)
    press(panel, "back")
    press(panel, "move", bad.key)
    settle(panel)
    assert record.end.play(bad) in panel.table.positions and panel.errors == []


def test_a_game_that_is_over_is_kept() -> None:
    panel = tutor.play("kingsburg", players=2, seed=1, seats={0: "greedy", 1: "greedy"})
    panel.advance()
    kept = default().items(SHELF, Game)
    assert len(kept) == 1 and rules.parse_record(kept[0][1].record) == panel.record
    assert "tutor.review" in section(panel, "review")["text"]


def test_arguments_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadInput, match="'off', 'gentle' or 'strict'"):
        tutor.play("kingsburg", warn="loud")
    with pytest.raises(BadInput, match="number of points"):
        tutor.play("kingsburg", limit=-1)
    with pytest.raises(BadInput, match="is no seat"):
        tutor.play("kingsburg", seats={9: "greedy"})
    with pytest.raises(TypeError, match="does not know"):
        tutor.play("kingsburg", nonsense=1)


def test_what_a_tried_move_changes_says_what_is_counted(moment: Any) -> None:
    record, _, bad, _ = moment
    tried = try_move(record.end.view(record.end.actor), bad, 60.0, {})
    assert tried.goods and tried.words() == f"{tried.short()} {counted(True)}"
    assert counted(True).startswith("Goods are counted with the points") and counted(()) == ""
