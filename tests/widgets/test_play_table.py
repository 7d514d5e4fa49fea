"""The game that a play panel holds: undo and replay, what nobody else may see, files, and the end."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.table_talk import (
    ALL,
    GAME,
    control,
    done,
    everything,
    panel_for,
    places,
    press,
    refused,
    section,
    send,
    shows_what_may_be_seen,
    tap,
    to_step,
)
from widgets.table import BARRIER
from widgets.views import kingsburg_form

# --- undo, redo, replay -------------------------------------------------------------------------------------------


def test_undo_is_replay_and_stops_at_the_dice() -> None:
    panel = panel_for(seed=3)
    start = panel.position
    done(press(panel, "move", "take 1 gold"))
    after = panel.position
    done(press(panel, "undo"))
    assert panel.position == start
    done(press(panel, "redo"))
    assert panel.position == after
    to_step(panel, "influence")
    assert control(panel, "undo")["enabled"] is False
    assert control(panel, "undo")["reason"] == BARRIER
    assert refused(press(panel, "undo")) == BARRIER
    assert "revealed die or card" in control(panel, "undo")["help"]
    panel.play(panel.position.legal_moves()[0])
    panel.undo()
    assert panel.position == list(panel.record.positions())[-1]


def test_analysis_undoes_dice_and_meets_the_same_ones_again() -> None:
    panel = panel_for(seed=3, analysis=True)
    to_step(panel, "influence")
    position, steps = panel.position, panel.record.steps
    while panel.record.steps:
        panel.undo()
    panel.table.redone = ()
    panel.advance()
    while len(panel.record.steps) < len(steps):
        panel.play(steps[len(panel.record.steps)])
    assert panel.position == position
    while panel.record.steps:
        panel.undo()
    with pytest.raises(ValueError, match="Nobody has decided"):
        panel.undo()


def test_the_slider_shows_the_past_and_leaves_the_game_alone() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    last = len(panel.record.steps)
    position = panel.position
    done(press(panel, "first"))
    assert panel.cursor == 0 and panel.status.startswith(f"Step 0 of {last}")
    assert places(panel, "legal", "refused", "chosen") == []
    assert "earlier position" in refused(tap(panel, "advisor:1"))
    done(press(panel, "next"))
    assert panel.cursor == 1
    done(press(panel, "go", "2"))
    assert panel.cursor == 2
    done(press(panel, "previous"))
    done(press(panel, "last"))
    assert panel.cursor == last and panel.position == position
    assert places(panel, "legal")


def test_bots_wait_while_one_looks_at_the_past() -> None:
    panel = panel_for(seats={0: "greedy", 1: "greedy", 2: "greedy"}, seed=3)
    send(panel, "tick")
    press(panel, "first")
    number = len(panel.record.steps)
    assert panel.poll == 0
    send(panel, "tick")
    assert len(panel.record.steps) == number


# --- secrets ------------------------------------------------------------------------------------------------------


def test_hands_are_covered_until_their_seat_has_the_notebook() -> None:
    panel = panel_for(players=2, seed=8, modules=("governors",))
    first, second = panel.position.queue[:2]
    cards = GAME.catalogue.governors
    names = {seat: [cards[card].name.en for card in panel.position.seats[seat].hand] for seat in (first, second)}
    assert panel.curtain
    assert not any(name in everything(panel) for hand in names.values() for name in hand)
    refused(tap(panel, "gold"))
    done(press(panel, "reveal"))
    assert all(name in everything(panel) for name in names[first])
    assert not any(name in everything(panel) for name in names[second])
    done(tap(panel, f"governor:{panel.position.seats[first].hand[0]}"))
    done(press(panel, "confirm"))
    # The next seat's board is covered, and the first one's choice is in nothing that the page gets.
    assert panel.curtain and panel.position.actor == second
    assert not any(name in everything(panel) for hand in names.values() for name in hand)
    assert "Pass the notebook" in panel.status


def test_nobody_elses_secret_is_in_the_page_at_any_time() -> None:
    """Two people and a bot with all modules: the picture is always one that the viewer may see."""
    panel = panel_for(seats={2: "random"}, seed=11, modules=ALL)
    random = Random(1)
    covered = 0
    for _ in range(600):
        if panel.position.over:
            break
        if panel.curtain:
            covered += 1
            assert panel.viewer is None
        shows_what_may_be_seen(panel)
        if panel.curtain:
            done(press(panel, "reveal"))
        elif panel.table.next():
            panel._automatic()
            panel.refresh()
        else:
            panel._step(random.choice(panel.position.legal_moves()))
            panel.refresh()
    assert panel.position.over
    assert covered > 3


def test_one_person_among_bots_never_passes_the_notebook() -> None:
    panel = panel_for(seats={1: "random", 2: "random"}, seed=2, modules=ALL)
    for _ in range(40):
        panel.advance()
        assert not panel.curtain
        assert panel.viewer == 0
        panel.play(panel.position.legal_moves()[0])


def test_with_secrets_shown_there_is_no_curtain() -> None:
    panel = panel_for(players=2, seed=8, modules=("governors",), show_secrets=True)
    assert not panel.curtain and panel.choice() is not None


# --- the end, files, and the rest ---------------------------------------------------------------------------------


def test_the_end_shows_scores_by_source_and_what_breaks_ties() -> None:
    panel = panel_for(seats=dict.fromkeys(range(3), "greedy"), seed=2)
    panel.advance()
    assert panel.position.over
    table = section(panel, "scores")
    assert table is not None
    assert table["head"][:3] == ("Rank", "Seat", "Points")
    assert any(name.startswith("Tie-break") for name in table["head"])
    sources = [index for index, name in enumerate(table["head"]) if index > 2 and not name.startswith("Tie")]
    for row in table["rows"]:
        assert int(row[2]) == sum(int(row[index]) for index in sources)
    assert control(panel, "confirm") is None
    assert "won with" in panel.picture.title


def test_a_saved_record_opens_again(tmp_path: Path) -> None:
    panel = panel_for(seed=3)
    to_step(panel, "build")
    path = panel.save(tmp_path / "game.toml")
    again = widgets.play(rules.parse_record(path.read_text()))
    assert again.position == panel.position and again.record == panel.record
    assert (tmp_path / "board.svg") == panel.save(tmp_path / "board.svg")


def test_the_rebuild_line_rebuilds() -> None:
    panel = panel_for(seats={1: "greedy"}, seed=3, modules=ALL)
    panel.advance()
    again = eval(panel.rebuild, {"widgets": widgets, "rules": rules})  # noqa: S307 - our own line, the test's subject
    assert again.position == panel.position
    assert again.bots == panel.bots


def test_texts_and_names_are_taken_too() -> None:
    code = panel_for(seed=3).position.to_code()
    assert widgets.play(code).position.to_code() == code
    assert widgets.play("kingsburg", players=4).position.game == GAME


def test_messages_may_come_from_a_second_thread() -> None:
    panel = panel_for(seed=3)
    replies: list[Any] = []

    def many() -> None:
        for _ in range(20):
            replies.append(press(panel, "first"))
            replies.append(press(panel, "last"))

    threads = [threading.Thread(target=many) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        panel.refresh()
    for thread in threads:
        thread.join(30)
    assert len(replies) == 120
    assert not panel.errors


def test_the_mime_bundle_holds_text_and_picture() -> None:
    data, _ = panel_for(seed=3)._repr_mimebundle_()
    assert str(data["image/svg+xml"]).startswith("<svg")
    assert "Kingsburg, year I" in str(data["text/plain"])


def test_a_message_stays_small() -> None:
    """What one step sends is at most 50 kB."""
    panel = panel_for(players=5, seed=3, modules=ALL, seats=dict.fromkeys(range(4), "greedy"))
    panel.advance()
    for _ in range(30):
        panel.play(panel.position.legal_moves()[0])
        state = {name: panel.get_state()[name] for name in ("svg", "places", "controls", "sections", "words", "value")}
        assert len(json.dumps(state)) <= 50_000


def test_a_cell_shows_a_still_picture_and_the_live_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook opened without its kernel shows the first output, since for the second it has nothing but an error."""
    import IPython.display

    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(IPython.display, "display", lambda data, **how: shown.append(data))
    panel = panel_for(seed=3)
    panel._ipython_display_()
    still, live = shown
    assert panel.still and f'data-still="{panel.still}"' in still["image/svg+xml"]
    assert "application/vnd.jupyter.widget-view+json" not in still
    assert "application/vnd.jupyter.widget-view+json" in live
    assert panel.still != panel_for(seed=3).still


@pytest.mark.parametrize("kind", ["play", "solve", "edit"])
def test_closed_panels_are_forgotten(kind: str) -> None:
    """Running a cell again and again piles up nothing."""
    references = []
    position = rules.parse(kingsburg_form.blank())
    for _ in range(5):
        panel: Any = widgets.edit("kingsburg", position) if kind == "edit" else getattr(widgets, kind)(position)
        references.append(weakref.ref(panel))
        panel.close()
        del panel
    gc.collect()
    assert [reference for reference in references if reference() is not None] == []
