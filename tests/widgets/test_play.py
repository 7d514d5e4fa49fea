"""The play panel, without a browser: moves part by part, bots, undo, secrets, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.table_talk import (
    ALL,
    GAME,
    build_whole,
    control,
    done,
    goes_on,
    panel_for,
    places,
    press,
    press_anything,
    refused,
    send,
    tap,
    to_step,
)

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


def test_one_can_pass_at_any_moment() -> None:
    panel = panel_for(seed=3)
    to_step(panel, "influence")
    done(tap(panel, next(key for key in places(panel, "legal") if key.startswith("die:"))))
    said = done(press(panel, "token:pass", "on"))
    assert said.startswith("Your move: pass.")
    assert not [key for key in places(panel, "chosen") if key.startswith("die:")]


@pytest.mark.parametrize("seed", [0, 2])
def test_there_is_no_dead_end(seed: int) -> None:
    """Whatever ring one presses, again and again: it ends in a legal move, in all steps of all modules."""
    random = Random(seed)
    panel = panel_for(players=2 + seed, seed=seed, modules=ALL)
    steps = set()
    for _ in range(1500):
        if panel.position.over:
            break
        if goes_on(panel):
            continue
        steps.add(panel.position.step)
        press_anything(panel, random)
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
            build_whole(panel, move)


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
