"""The play panel with My Village: whole games by messages, moves part by part, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import widgets
from rules.playouts import find_policy
from tests.widgets.my_village.games import PLAYERS, decisions, panel_for, to_question
from tests.widgets.table_talk import (
    build_whole,
    choose,
    done,
    goes_on,
    places,
    press,
    press_anything,
    refused,
    section,
    send,
    tap,
)
from widgets.marking import FITS_NOT


@pytest.mark.parametrize("players", PLAYERS)
def test_there_is_no_dead_end(players: int) -> None:
    """Whatever ring or button one presses, again and again: it ends in a legal move."""
    random = Random(players)
    panel = panel_for(players, seed=players)
    asked = set()
    for _ in range(260):
        if panel.position.over:
            break
        if goes_on(panel):
            continue
        asked.add(panel.position.question)
        press_anything(panel, random, confirmed=0.6)
    assert {"dice", "banner"} <= asked
    assert not panel.errors


def test_a_whole_game_is_played_by_presses_alone() -> None:
    greedy, random = find_policy("greedy"), Random(2)
    panel = panel_for(2, seed=7, seats={1: "greedy"})
    for _ in range(1500):
        if panel.position.over:
            break
        if goes_on(panel):
            continue
        move = greedy(panel.position, random)
        build_whole(panel, move)
        done(press(panel, "confirm"))
    assert panel.position.over
    assert not panel.errors
    scores = section(panel, "scores")
    assert scores is not None
    assert "Fame" in str(scores) or "Points" in scores["head"]
    house = section(panel, "house")
    assert house is not None
    assert house["text"].startswith("° ")


@pytest.mark.parametrize("players", [2, 3])
def test_every_legal_move_can_be_built(players: int) -> None:
    found: dict[str, Any] = {}
    for position in decisions(players, 4, "random"):
        found.setdefault(position.question, position)
    late = decisions(players, 4, "random")[-30::9]
    for position in (*found.values(), *late):
        panel = widgets.play(position, pace=0, show_secrets=True, forced=False)
        legal = position.legal_moves()
        for move in legal[:: max(1, len(legal) // 4)]:
            panel._picked = ()
            panel.refresh()
            build_whole(panel, move)


def test_a_move_is_told_before_it_is_confirmed() -> None:
    panel = panel_for(2, seed=3)
    to_question(panel, "dice")
    move = panel.position.legal_moves()[0]
    before = panel.position
    for token in move.parts:
        said = choose(panel, token)
    assert said.startswith("Your move: ")
    assert panel.position == before
    done(press(panel, "confirm"))
    assert panel.position.value == move.value


def test_what_cannot_be_chosen_says_why_with_rule_and_page() -> None:
    panel = panel_for(2, seed=3)
    to_question(panel, "banner")
    grey = [place for place in panel.picture.places if place.state == "refused"]
    assert len(grey) > 10
    for place in grey:
        assert "rule " in place.reason
        assert "page" in place.reason
    text = refused(tap(panel, grey[0].key))
    assert grey[0].reason in text
    assert sum(panel.refusals.values()) >= 1


def test_what_a_value_costs_is_refused_with_the_coins_it_takes() -> None:
    panel = panel_for(3, seed=3)
    to_question(panel, "dice")
    dice = [key for key in places(panel, "legal") if key.startswith("die:")]
    done(tap(panel, dice[0]))
    done(tap(panel, dice[1]))
    grey = [place for place in panel.picture.places if place.key.startswith("value:") and place.state == "refused"]
    assert grey
    assert all("dice-" in place.reason for place in grey)


def test_every_place_of_the_board_answers() -> None:
    """Whatever one presses, at every question: it is chosen, or refused with a sentence; nothing is an error."""
    for question in ("dice", "banner", "dies"):
        panel = panel_for(2, seed=3)
        to_question(panel, question)
        for place in panel.picture.places:
            reply = tap(panel, place.key)
            assert reply.outcome in ("done", "refused")
            assert reply.text.endswith((".", ")"))
            if reply.outcome == "refused":
                assert ("rule " in reply.text and "page" in reply.text) or FITS_NOT in reply.text, place.key
            else:
                press(panel, "clear")
        assert not panel.errors


def test_typed_moves_and_stale_presses() -> None:
    panel = panel_for(2, seed=3)
    to_question(panel, "dice")
    assert "dance" in refused(press(panel, "move", "dance"))
    first = panel.position.legal_moves()[0]
    old, before = panel.version, panel.record
    choose(panel, first.parts[0])
    reply = panel.receive({"id": "old", "version": old, "type": "control", "payload": {"key": "confirm"}})
    assert reply.outcome == "refused"
    assert panel.record == before
    done(press(panel, "move", first.key.upper()))
    assert first in panel.record.steps
    assert send(panel, "place", key="nonsense").outcome == "refused"


def test_the_past_can_be_stepped_through_and_taken_back() -> None:
    panel = panel_for(2, seed=3)
    to_question(panel, "banner")
    done(press(panel, "previous"))
    assert panel.past
    done(press(panel, "last"))
    steps = len(panel.record.steps)
    done(press(panel, "undo"))
    assert len(panel.record.steps) < steps


def test_accessibility_names_say_what_and_why() -> None:
    """A place is told by its name, how it stands, and the reason; the groups are walked row by row."""
    panel = panel_for(3, seed=5)
    to_question(panel, "banner")
    for place in panel.picture.places:
        assert place.spoken.startswith(place.label.rstrip("."))
        assert place.group
        if place.state == "refused":
            assert "not now" in place.spoken
        if place.state == "legal":
            assert "can be chosen" in place.spoken
    cells = [(place.group, place.row, place.col) for place in panel.picture.places]
    assert len(set(cells)) == len(cells)
