"""The play panel, without a browser: moves part by part, bots, undo, secrets, and what is refused."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.table_talk import control, done, everything, places, press, refused, section, send, tap
from widgets.play_panel import Play
from widgets.table import BARRIER

ALL = ("buildings", "governors", "army")
GAME = rules.load("kingsburg")


def panel_for(players: int = 3, seats: Any = None, **options: Any) -> Play:
    """Open a panel on a fresh game whose bots need no pause."""
    return widgets.play(GAME, seats=seats, players=players, pace=0, **options)


def to_step(panel: Play, step: str) -> None:
    """Play first moves until a person decides in this step."""
    for _ in range(2000):
        if panel.position.step == step and not panel.position.owed and panel.choice() is not None:
            return
        if panel.curtain:
            press(panel, "reveal")
        elif panel.table.next():
            panel.advance()
        else:
            panel.play(panel.position.legal_moves()[0])
    raise AssertionError(f"the game never came to {step!r}")


# --- a move, part by part -----------------------------------------------------------------------------------------


def test_a_move_is_built_part_by_part_and_confirmed() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    before, version = panel.position, panel.version
    dice = [key for key in places(panel, "legal") if key.startswith("die:")]
    advisors = [key for key in places(panel, "legal") if key.startswith("advisor:")]
    assert dice and advisors
    assert control(panel, "confirm")["enabled"] is False
    done(tap(panel, dice[0]))
    assert dice[0] in places(panel, "chosen")
    rank = int(dice[0].partition("#")[0].partition(":")[2])
    said = done(tap(panel, f"advisor:{rank}"))
    assert said.startswith(f"Your move: influence {rank} ")
    assert control(panel, "confirm").get("enabled", True) and control(panel, "confirm")["primary"]
    assert panel.position == before, "nothing is played before it is confirmed"
    done(press(panel, "confirm"))
    assert panel.position.placements[0].rank == rank
    assert panel.record.steps[-1].key == f"place {rank}: {rank}"
    assert panel.version > version
    assert not panel.errors


def test_a_second_press_on_what_completed_the_move_confirms_it() -> None:
    panel = panel_for(seed=3)
    assert panel.position.owed
    done(tap(panel, "gold"))
    number = len(panel.record.steps)
    assert panel.picture.place("gold").reason == "Press again to confirm the move"
    done(tap(panel, "gold"))
    assert len(panel.record.steps) == number + 1


def test_another_part_takes_the_place_of_the_one_that_was_the_whole_move() -> None:
    panel = panel_for(seed=3)
    done(tap(panel, "gold"))
    assert "wood" in places(panel, "legal")
    done(tap(panel, "wood"))
    assert places(panel, "chosen") == ["wood"]
    done(press(panel, "clear"))
    assert places(panel, "chosen") == []


@pytest.mark.parametrize("seed", [0, 2])
def test_there_is_no_dead_end(seed: int) -> None:
    """Whatever ring one presses, again and again: it ends in a legal move, in all steps of all modules."""
    random = Random(seed)
    panel = panel_for(players=2 + seed, seed=seed, modules=ALL)
    steps = set()
    for _ in range(1500):
        if panel.position.over:
            break
        if panel.curtain:
            done(press(panel, "reveal"))
            continue
        if panel.table.next():
            panel.advance()
            continue
        steps.add(panel.position.step)
        choice = panel.choice()
        assert choice is not None
        if choice.complete is not None and (not choice.offered or random.random() < 0.5):
            done(press(panel, "confirm"))
            continue
        buttons = [each["key"] for each in panel.controls if each["key"].startswith("token:") and not each.get("value")]
        rings = [
            place.key
            for place in panel.picture.places
            if place.state == "legal" or "press again for another" in place.reason
        ]
        assert rings or buttons, f"a dead end in step {panel.position.step!r}: {choice}"
        pressed = random.choice([*rings, *buttons])
        done(press(panel, pressed, "on") if pressed in buttons else tap(panel, pressed))
    assert panel.position.over
    assert {"influence", "build", "recruit", "army", "governor"} <= steps
    assert not panel.errors


def test_every_legal_move_can_be_built(positions: list[Any]) -> None:
    """The parts of each legal move are on the board or on a button."""
    for position in positions[::5]:
        if position.actor is None:
            continue
        panel = widgets.play(position, pace=0, show_secrets=True, forced=False)
        for move in position.legal_moves()[:25]:
            panel._picked = ()
            panel.refresh()
            whole = f"token:={move.key}"
            if control(panel, whole):
                done(press(panel, whole, "on"))
            for token in move.parts:
                choice = panel.choice()
                assert choice is not None
                if choice.complete == move or panel._silent(token):
                    continue
                found = [place for place in panel.picture.places if place.token == token]
                free = [
                    place.key for place in found if place.state == "legal" or "press again for another" in place.reason
                ]
                done(tap(panel, free[0]) if free else press(panel, f"token:{token}", "on"))
            choice = panel.choice()
            assert choice is not None
            assert choice.complete == move


# --- what is refused ----------------------------------------------------------------------------------------------


def test_what_cannot_be_chosen_says_why_with_rule_and_page() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    grey = next(place for place in panel.picture.places if place.state == "refused")
    assert "page" in grey.reason and "rule " in grey.reason
    before = panel.position
    text = refused(tap(panel, grey.key))
    assert grey.reason in text
    assert panel.error["kind"] == "refused" and panel.error["text"] == text
    assert panel.position == before
    assert sum(panel.refusals.values()) >= 1, "refusals are counted by rule"


def test_a_place_of_another_step_says_what_is_asked_now() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    text = refused(tap(panel, "build:statue"))
    assert "not what is asked now" in text


def test_typed_moves() -> None:
    panel = panel_for(seed=3)
    assert "not understood" in refused(press(panel, "move", "dance"))
    assert "rule" in refused(press(panel, "move", "take 3 gold"))
    done(press(panel, "move", " TAKE 1 gold "))
    assert panel.record.steps[-1].key == "take 1 gold"
    markup = refused(press(panel, "move", "<img src=x onerror=alert(1)>"))
    assert "not understood" in markup


def test_a_stale_press_does_nothing() -> None:
    panel = panel_for(seed=3)
    old = panel.version
    done(press(panel, "move", "take 1 gold"))
    before = panel.record
    reply = panel.receive({"id": "old", "version": old, "type": "place", "payload": {"key": "gold"}})
    assert reply.outcome == "refused" and panel.record == before


def test_confirm_needs_a_whole_move() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    assert "not complete" in refused(press(panel, "confirm"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"seats": {7: "greedy"}}, "is no seat"),
        ({"seats": {0: "clever"}}, "a bot is"),
        ({"players": 9}, "2, 3, 4 or 5"),
        ({"modules": ("dragons",)}, "dragons"),
        ({"seed": "x"}, "whole number"),
    ],
)
def test_arguments_that_do_not_fit(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(rules.BadInput, match=words):
        widgets.play(GAME, **arguments)


def test_what_is_no_game() -> None:
    with pytest.raises(TypeError, match="Give a position"):
        widgets.play(3)
    with pytest.raises(TypeError, match="does not know the argument 'sets'"):
        widgets.play(GAME, sets={0: "greedy"})


# --- chance, bots, forced moves -----------------------------------------------------------------------------------


def test_bots_play_one_step_a_tick_and_see_only_what_they_may() -> None:
    seen: list[int] = []

    def nosy(position: Any, random: Random) -> Any:
        assert position == position.view(position.actor)
        seen.append(position.actor)
        return position.legal_moves()[0]

    panel = panel_for(seats={0: nosy, 1: "greedy", 2: "random"}, modules=ALL, seed=5)
    for _ in range(60):
        if panel.position.over:
            break
        number, version = len(panel.record.steps), panel.version
        assert panel.poll > 0
        done(send(panel, "tick"))
        assert len(panel.record.steps) == number + 1
        assert panel.version == version + 1
        assert panel.announce
    assert 0 in seen
    assert not panel.errors


def test_a_tick_for_two_views_is_one_step() -> None:
    panel = widgets.play(GAME, seats={0: "greedy", 1: "greedy"}, players=2, seed=1, pace=30)
    number = len(panel.record.steps)
    panel._moved_at = -1e9
    send(panel, "tick")
    send(panel, "tick")
    assert len(panel.record.steps) == number + 1


def test_the_same_seed_gives_the_same_dice() -> None:
    first, second, other = (panel_for(seats=dict.fromkeys(range(3), "greedy"), seed=seed) for seed in (4, 4, 5))
    for panel in (first, second, other):
        panel.advance()
    assert first.record == second.record
    assert first.record.steps != other.record.steps


def test_forced_moves_are_shown_and_then_played() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    for _ in range(400):
        if panel.table.next() == "forced":
            break
        if panel.table.next():
            panel._automatic()
        else:
            panel._step(panel.position.legal_moves()[0])
    panel.refresh()
    assert "only one move" in panel.status
    assert panel.poll > 0
    number = len(panel.record.steps)
    send(panel, "tick")
    assert len(panel.record.steps) == number + 1


def test_forced_moves_wait_when_they_are_to() -> None:
    panel = panel_for(seed=3)
    done(press(panel, "forced", ""))
    for _ in range(400):
        if panel.position.actor is not None and len(panel.position.legal_moves()) == 1:
            break
        panel._step(panel.table.automatic() if panel.table.next() else panel.position.legal_moves()[0])
    panel.refresh()
    assert panel.poll == 0
    assert panel.choice() is not None


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
        position = panel.position
        shown = panel.viewer
        if panel.curtain:
            covered += 1
            assert shown is None
        assert shown is None or shown == position.actor
        seen = position.view(shown) if shown is not None else position
        for seat in range(3) if shown is None else ():
            seen = seen.view(seat)
        assert rules.parse(panel.value) == seen
        for seat, own in enumerate(position.seats):
            if seat != shown and own.chosen >= 0:
                assert "chosen" not in panel.words or f"army markers {own.chosen}" not in panel.words
        if panel.curtain:
            done(press(panel, "reveal"))
        elif panel.table.next():
            panel._automatic()
            panel.refresh()
        else:
            panel._step(random.choice(position.legal_moves()))
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
