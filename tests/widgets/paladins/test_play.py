"""The play panel with Paladins: moves part by part, the solo opponent, secrets, and what is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rules
import widgets
from rules.paladins.outcomes import Reveal
from rules.playouts import find_policy
from tests.widgets.paladins.games import GAME, decisions, panel_for, to_question
from tests.widgets.table_talk import (
    build,
    choose,
    control,
    done,
    everything,
    goes_on,
    places,
    press,
    press_anything,
    refused,
    section,
    send,
    shows_what_may_be_seen,
    tap,
)
from widgets.marking import FITS_NOT
from widgets.table import BARRIER

ALL = (1, 2, 3, 4)


# --- no dead end ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ALL)
def test_there_is_no_dead_end(players: int) -> None:
    """Whatever ring or button one presses, again and again: it ends in a legal move; alone to the end of the game."""
    random = Random(players)
    panel = panel_for(players, seed=players)
    asked = set()
    for _ in range(2500):
        if panel.position.over or (players > 1 and panel.position.round > 3 - players // 3):
            break
        if goes_on(panel):
            continue
        asked.add(panel.position.question)
        press_anything(panel, random, rarely="token:pass")
    assert panel.position.over or players > 1
    assert {"welcome", "paladin", "tavern", "action"} <= asked
    assert not panel.errors


@pytest.mark.parametrize("players", ALL)
def test_a_greedy_game_is_played_by_presses_alone(players: int) -> None:
    greedy, random = find_policy("greedy"), Random(players)
    panel = panel_for(players, seed=7, show_secrets=True)
    for _ in range(400):
        if panel.position.over or (players > 1 and panel.position.round > 1):
            break
        if panel.table.next():
            panel.advance()
            continue
        move = greedy(panel.position, random)
        build(panel, move)
        done(press(panel, "confirm"))
        assert move in panel.record.steps
    assert panel.position.over or players > 1
    assert not panel.errors


@pytest.mark.parametrize("players", [1, 3])
def test_every_legal_move_can_be_built(players: int) -> None:
    for position in decisions(players, 4, "random")[::19]:
        panel = widgets.play(position, pace=0, show_secrets=True, forced=False)
        legal = position.legal_moves()
        for move in legal[:: max(1, len(legal) // 5)]:
            panel._picked = ()
            panel.refresh()
            build(panel, move)


# --- what one presses -----------------------------------------------------------------------------------------------


def test_a_move_is_told_before_it_is_confirmed() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "action")
    before = panel.position
    move = next(move for move in before.legal_moves() if move.key.startswith(("hunt", "trade")))
    build(panel, move)
    verb = move.key.partition(" ")[0]
    assert f"Your move: {verb} with 1" in panel.status and "Enter confirms it" in panel.status
    assert panel.position == before, "nothing is played before it is confirmed"
    done(press(panel, "confirm"))
    assert move in panel.record.steps


def test_a_target_and_workers_need_no_verb_where_there_is_one_only() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "action")
    move = next(move for move in panel.position.legal_moves() if move.key.startswith("recruit"))
    target = move.parts[-1]
    choose(panel, target)
    choose(panel, move.parts[1])
    assert panel.choice().complete is not None
    assert panel.choice().complete.parts[0] == "recruit"


def test_the_place_of_the_last_paladin_follows_from_the_other_two() -> None:
    panel = panel_for(1, seed=7)
    to_question(panel, "paladin")
    top, used, under = panel.position.seats[0].hand
    choose(panel, f"use:{used}")
    assert panel.choice().complete is None
    choose(panel, f"under:{under}")
    assert panel.choice().complete.key == f"paladin {used} top {top} under {under}"
    done(press(panel, "confirm"))
    assert panel.position.seats[0].paladin == used


def test_a_second_press_confirms_and_another_part_takes_its_place() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "tavern")
    first, second = (f"tavern:{card}" for card in panel.position.taverns)
    choose(panel, first)
    choose(panel, second)
    assert panel.choice().complete.card == second.partition(":")[2]
    steps = len(panel.record.steps)
    if places(panel, "chosen"):
        done(tap(panel, places(panel, "chosen")[0]))
    else:
        done(press(panel, "confirm"))
    assert panel.record.steps[steps].card == second.partition(":")[2]


def test_one_can_pass_at_any_moment() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "action")
    worker = f"worker:{panel.position.seats[0].workers[0]}"
    choose(panel, worker)
    assert choose(panel, "pass").startswith("Your move: pass.")


def test_what_cannot_be_chosen_says_why_with_rule_and_page() -> None:
    panel = panel_for(2, seed=3, show_secrets=True)
    to_question(panel, "action")
    grey = [place for place in panel.picture.places if place.state == "refused"]
    assert grey
    for place in grey[:12]:
        assert "page" in place.reason and "rule " in place.reason
    before = panel.position
    assert grey[0].reason in refused(tap(panel, grey[0].key))
    assert panel.position == before
    assert sum(panel.refusals.values()) >= 1, "refusals are counted by rule"


def test_every_place_of_the_board_answers() -> None:
    """Whatever one presses, at every question: it is chosen, or refused with a sentence; nothing is an error."""
    for question in ("welcome", "paladin", "tavern", "action"):
        panel = panel_for(1, seed=3)
        if panel.position.question != question:
            to_question(panel, question)
        for place in panel.picture.places:
            reply = tap(panel, place.key)
            assert reply.outcome in ("done", "refused") and reply.text.endswith((".", ")"))
            if reply.outcome == "refused":
                assert ("rule " in reply.text and "page" in reply.text) or FITS_NOT in reply.text
            else:
                press(panel, "clear")
        assert not panel.errors


def test_typed_moves_and_stale_presses() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "action")
    assert "no verb of this game" in refused(press(panel, "move", "dance"))
    assert "rule outsider-open" in refused(press(panel, "move", "attack SSS nobody"))
    assert panel.refusals["outsider-open"] == 1
    old, before = panel.version, panel.record
    token = f"worker:{panel.position.seats[0].workers[0]}"
    choose(panel, token)
    reply = panel.receive({"id": "old", "version": old, "type": "control", "payload": {"key": "confirm"}})
    assert reply.outcome == "refused" and panel.record == before
    done(press(panel, "move", "pass"))
    assert panel.record.steps[len(before.steps)].key == "pass"


# --- the solo opponent ----------------------------------------------------------------------------------------------


def test_the_opponents_turn_stays_in_sight_until_the_next_decision() -> None:
    panel = panel_for(1, seed=7)
    for move in ("hire missionary_2", "paladin ivoire top oliver under samson", "tavern ssmm", "absolve MMC faith"):
        panel.play(move)
    scheme = next(step for step in reversed(panel.record.steps) if isinstance(step, Reveal))
    name = GAME.catalogue.schemes[scheme.card].name.en
    choose(panel, "hunt")
    said = [item["text"] for item in section(panel, "since")["items"]]
    before = len(panel.log)
    assert len(said) == 1 and said[0].startswith(f"The opponent turns up {name}"), "also while a move is built"
    assert said[0] == panel.log[-1]
    press(panel, "clear")
    panel.play("hunt SS")
    said = [item["text"] for item in section(panel, "since")["items"]]
    assert panel.log[before].startswith("Blue hunts")
    assert said[0].startswith("The opponent turns up ")
    assert said == list(panel.log[before + 1 :]), "what came before the last decision is gone"
    done(press(panel, "first"))
    assert section(panel, "since") is None, "in the past the slider says what happened"


def test_cards_of_the_opponent_come_one_a_tick() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "action")
    panel._step(panel.position.legal_moves()[0])
    panel.refresh()
    while panel.table.next() != "chance" or panel.position.question != "scheme":
        panel._step(panel.table.automatic() if panel.table.next() else panel.position.legal_moves()[0])
        panel.refresh()
    assert panel.status == "The opponent turns up a scheme card." and panel.poll > 0
    number = len(panel.record.steps)
    done(send(panel, "tick"))
    assert len(panel.record.steps) == number + 1
    assert panel.announce.startswith("The opponent turns up ")


def test_the_end_shows_the_opponents_points_by_source() -> None:
    panel = panel_for(1, seats={0: "greedy"}, seed=2)
    panel.advance()
    assert panel.position.over
    table = section(panel, "scores")
    assert table is not None
    assert {row[1] for row in table["rows"]} == {"Blue", "Opponent"}
    sources = [index for index, name in enumerate(table["head"]) if index > 2 and not name.startswith("Tie")]
    for row in table["rows"]:
        assert int(row[2]) == sum(int(row[index]) for index in sources)
    assert "won with" in panel.picture.title
    assert section(panel, "house")["text"].startswith("° This game rests on house values")


@pytest.mark.parametrize(("difficulty", "workshops"), [("easy", 1), ("standard", 3), ("hard", 5)])
def test_the_difficulty_is_an_option(difficulty: str, workshops: int) -> None:
    panel = widgets.play("paladins", options={"difficulty": difficulty}, seed=3, pace=0)
    assert sum(panel.table.start.opponent.workshops) == workshops
    again = eval(panel.rebuild, {"widgets": widgets, "rules": rules})  # noqa: S307 - our own line, the test's subject
    assert again.position == panel.position


def test_options_of_a_loaded_game_are_refused() -> None:
    with pytest.raises(TypeError, match="given by its name"):
        widgets.play(GAME, options={"difficulty": "easy"})
    with pytest.raises(rules.RulesError, match="difficulty"):
        widgets.play("paladins", options={"difficulty": "cruel"})


# --- undo, secrets, files -------------------------------------------------------------------------------------------


def test_undo_stops_at_a_revealed_card() -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "paladin")
    start = panel.position
    panel._step(start.legal_moves()[2])
    panel.refresh()
    done(press(panel, "undo"))
    assert panel.position == start
    done(press(panel, "redo"))
    to_question(panel, "action")
    panel.play(next(move for move in panel.position.legal_moves() if move.key.startswith("trade")))
    assert any(step.key.startswith("scheme") for step in panel.record.steps)
    assert refused(press(panel, "undo")) == BARRIER


def test_hands_are_covered_until_their_seat_has_the_notebook() -> None:
    panel = panel_for(2, seed=8)
    to_question(panel, "paladin")
    cards = GAME.catalogue.paladins
    first, second = panel.position.queue[:2]
    hands = {seat: [cards[card].name.en for card in panel.position.seats[seat].hand] for seat in (first, second)}
    shared = set(hands[first]) & set(hands[second])
    assert panel.curtain
    assert not any(name in everything(panel) for hand in hands.values() for name in hand)
    done(press(panel, "reveal"))
    assert all(name in everything(panel) for name in hands[first])
    assert not any(name in everything(panel) for name in hands[second] if name not in shared)
    build(panel, panel.position.legal_moves()[0])
    done(press(panel, "confirm"))
    assert panel.curtain and panel.position.actor == second
    assert not any(name in everything(panel) for hand in hands.values() for name in hand)


def test_turns_are_taken_in_the_open_and_known_cards_shown_on_demand() -> None:
    panel = panel_for(2, seed=8)
    to_question(panel, "action")
    actor = panel.position.actor
    top = GAME.catalogue.paladins[panel.position.seats[actor].top].name.en
    assert panel.covered and not panel.curtain and panel.viewer is None and panel.choice() is not None
    assert f"on top {top}" not in panel.words
    assert control(panel, "reveal")["label"] == f"Show what only {panel.talk.seat_name(actor)} knows"
    done(press(panel, "reveal"))
    assert panel.viewer == actor and f"on top {top}" in panel.words and control(panel, "reveal") is None
    panel.play(next(move for move in panel.position.legal_moves() if move.key.startswith("trade")))
    assert panel.position.actor != actor and panel.viewer is None, "the next one does not see them"
    assert f"on top {top}" not in panel.words


def test_the_picture_is_always_one_that_the_viewer_may_see() -> None:
    panel = panel_for(3, seats={2: "random"}, seed=11)
    random = Random(1)
    for _ in range(90):
        if panel.position.over:
            break
        shows_what_may_be_seen(panel)
        if panel.curtain:
            done(press(panel, "reveal"))
        elif panel.table.next():
            panel._automatic()
            panel.refresh()
        else:
            panel._step(random.choice(panel.position.legal_moves()))
            panel.refresh()
    assert not panel.errors


def test_the_past_can_be_stepped_through() -> None:
    record = rules.playout(GAME.setup(players=1, seed=6), policy="greedy", seed=6)
    panel = widgets.play(record)
    last = len(record.steps)
    for step in (0, 1, last // 2, last - 1):
        done(press(panel, "go", str(step)))
        assert panel.cursor == step and panel.status.startswith(f"Step {step} of {last}: ")
    assert panel.position == record.end


def test_a_saved_solo_game_opens_again(tmp_path: Path) -> None:
    panel = panel_for(1, seed=3)
    to_question(panel, "action")
    path = panel.save(tmp_path / "game.toml")
    again = widgets.play(rules.parse_record(path.read_text()))
    assert again.position == panel.position and again.record == panel.record
    assert panel.save(tmp_path / "board.svg").exists()


def test_the_mime_bundle_holds_text_and_picture() -> None:
    data, _ = panel_for(1, seed=3)._repr_mimebundle_()
    assert str(data["image/svg+xml"]).startswith("<svg")
    assert "Paladins of the West Kingdom, round 1 of 7" in str(data["text/plain"])
    assert control(panel_for(1, seed=3), "copy") is not None, "alone nothing is hidden"


def test_an_action_that_is_occupied_stays_in_sight_and_says_so() -> None:
    panel = panel_for(1, seed=7)
    for move in ("hire missionary_2", "paladin ivoire top oliver under samson", "tavern ssmm", "hunt SS"):
        panel.play(move)
    place = next(place for place in panel.picture.places if place.token == "hunt")
    assert place.state == "refused" and "rule action-once" in place.reason
    assert place.reason in refused(tap(panel, place.key))
