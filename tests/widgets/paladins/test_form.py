"""Setting up a position of Paladins: fields, presses on the board, defects while one types, and nothing lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rules
import widgets
from tests.widgets.paladins.games import GAME, steps
from tests.widgets.table_talk import (
    control,
    done,
    every_field_answers,
    every_press_answers,
    places,
    press,
    refused,
    tap,
)
from widgets.edit_panel import Edit
from widgets.views import paladins_form as form
from widgets.views.paladins_form_cards import read_workers

STEPS = ("paladin", "paladins", "tavern", "action", "tavern_card")


@pytest.fixture
def panel() -> Edit:
    """Open a panel on a table with nothing done yet."""
    return widgets.edit("paladins")


def test_it_begins_with_a_position(panel: Edit) -> None:
    assert panel.problems == () and panel.position is not None
    assert panel.position == rules.parse(panel.text)
    assert panel.position.question == "action" and len(panel.position.seats) == 2


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_position_can_be_edited(players: int) -> None:
    for position, _ in steps(players)[::5]:
        panel = widgets.edit("paladins", position)
        assert panel.position == position
        document = panel._document
        assert document is not None
        assert rules.parse(form.to_text(document)) == position
        shown = json.dumps([each for each in panel.controls if each["key"].startswith("form:")])
        assert "not possible" not in shown, "every value of a real position is among the options of its field"
        assert not panel.errors


def test_every_field_of_a_seat_can_be_changed(panel: Edit) -> None:
    done(press(panel, "focus:seat", "1"))
    for name, value, said in (
        ("silver", "4", 4),
        ("provisions", "2", 2),
        ("faith", "3", 3),
        ("strength", "5", 5),
        ("influence", "6", 6),
        ("unpaid", "1", 1),
        ("paid", "2", 2),
        ("workers", "x s l", "LSX"),
        ("suspicion", "2, 0", (2, 0)),
        ("townsfolk", "squire_1 watchman_2", ("squire_1", "watchman_2")),
        ("walls", "points_2 points_2", ("points_2", "points_2")),
        ("jars", "faith pray", ("faith", "pray")),
        ("attacked", "thief_viking", ("thief_viking",)),
        ("converted", "hunter_saracen", ("hunter_saracen",)),
    ):
        done(press(panel, f"form:seat.{name}", value))
        assert panel.problems == (), panel.problems
        assert getattr(panel.position.seats[1], name) == said
    done(press(panel, "form:seat.townsfolk+", "abbot_1" if "abbot_1" not in panel.position.townsfolk else "squire_2"))
    assert len(panel.position.seats[1].townsfolk) == 3
    done(press(panel, "form:seat.placed.hunt", "ls"))
    done(press(panel, "form:seat.workshops.commission", "3"))
    seat = panel.position.seats[1]
    assert (seat.placed[2], seat.workshops) == ("LS", (3, 0, 0, 0, 0, 0))
    done(press(panel, "form:seat.placed.hunt", ""))
    done(press(panel, "form:seat.workshops.commission", "0"))
    assert panel.position.seats[1].placed == ("",) * 12
    other = next(card for card in GAME.paladins if card not in (seat.paladin, seat.top, *seat.under))
    done(press(panel, "form:seat.paladin", other))
    assert panel.position.seats[1].paladin == other
    assert panel.position.seats[0] == rules.parse(form.blank()).seats[0], "the other seat is as it was"
    assert panel.problems == () and not panel.errors


def test_every_field_of_the_table_can_be_changed(panel: Edit) -> None:
    free = next(card for card in GAME.catalogue.townsfolk if card not in panel.position.townsfolk)
    done(press(panel, "form:townsfolk.2", free))
    assert panel.position.townsfolk[2] == free
    done(press(panel, "form:townsfolk.4", ""))
    assert panel.position.townsfolk[4] == ""
    done(press(panel, "form:outsiders.0", "thief_viking"))
    done(press(panel, "form:orders.0", "convert"))
    done(press(panel, "form:taverns.0", "lsss"))
    done(press(panel, "form:start", "1"))
    done(press(panel, "form:queue", "red blue"))
    done(press(panel, "form:tax", "3"))
    done(press(panel, "form:suspicion_out.1", "2"))
    done(press(panel, "form:taverns_out", "mmcc llcx"))
    done(press(panel, "form:outsiders_out+", "hunter_saracen"))
    done(press(panel, "form:pending", "red settle/silver+silver"))
    assert [str(problem) for problem in panel.problems] == [
        "pending[0]: is 'settle/silver+silver', but seat 1 has nothing to choose."
    ]
    done(press(panel, "focus:seat", "1"))
    done(press(panel, "form:seat.unpaid", "1"))
    position = panel.position
    assert panel.problems == () and position.question == "settle/silver+silver" and position.actor == 1
    assert (position.outsiders[0], position.orders, position.taverns[0]) == ("thief_viking", ("convert",), "lsss")
    assert (position.start, position.queue, position.tax) == (1, (1, 0), 3)
    assert position.suspicion_out == (0, 2, 0)
    assert "hunter_saracen" not in position.outsider_deck and "mmcc" not in position.tavern_deck


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cards_follow_round_step_and_players(panel: Edit, players: int) -> None:
    done(press(panel, "form:players", str(players)))
    assert panel.problems == () and len(panel.position.seats) == players
    for round_ in (2, 5, 7, 6, 3, 1):
        done(press(panel, "form:round", str(round_)))
        for step in (*STEPS, *(("scheme",) if players == 1 else ())):
            if step == "paladins" and round_ > 5:
                continue  # the whole unseen part of the deck is drawn then, and nothing is left to chance
            done(press(panel, "form:step", step))
            assert panel.problems == (), f"round {round_}, {step}: {panel.problems}"
            assert (panel.position.round, panel.position.step) == (round_, step)
            assert len(panel.position.favours) == max(0, round_ - 2)
    done(press(panel, "form:round", "7"))
    done(press(panel, "form:step", "over"))
    assert panel.problems == () and panel.position.over
    listed = {option["value"] for option in control(panel, "form:step")["options"]}
    assert "order" not in listed and ("scheme" in listed) == (players == 1)


def test_pieces_by_pressing_the_board(panel: Edit) -> None:
    space = f"space:{GAME.spaces[1][0][0]}"
    done(tap(panel, space))
    assert panel.position.board[0][0] == 1 and panel.position.seats[0].monks == 1
    done(tap(panel, space))
    assert panel.position.board[0][0] == 2
    assert (panel.position.seats[0].monks, panel.position.seats[0].outposts) == (0, 1)
    done(press(panel, "focus:seat", "1"))
    done(press(panel, "form:piece", "1 monk"))
    assert panel.position.board[0][0] == 3 and panel.position.seats[1].monks == 1
    assert panel.position.seats[0].outposts == 0
    done(press(panel, "form:piece", ""))
    assert panel.position.board[0][0] == 0 and panel.problems == ()
    assert "is no piece" in refused(press(panel, "form:piece", "3 monk"))
    assert space in places(panel, "chosen")


def test_the_opponent_has_its_own_fields(panel: Edit) -> None:
    assert "game of one player" in refused(press(panel, "form:opponent.workers", "3"))
    done(press(panel, "form:players", "1"))
    done(press(panel, "form:difficulty", "hard"))
    done(tap(panel, "opponent"))
    assert "opponent" in places(panel, "chosen")
    for name, value in (
        ("workers", "5"),
        ("marker", "3"),
        ("faith", "2"),
        ("jars", "1"),
        ("unpaid", "1"),
        ("suspicion", "1 1"),
        ("stack", "faith strength influence"),
        ("placed.trade", "1"),
        ("workshops.attack", "2"),
        ("walls", "points_2"),
        ("converted", "thief_viking"),
        ("schemes_out", "order pray"),
        ("resting", "on"),
    ):
        done(press(panel, f"form:opponent.{name}", value))
        assert panel.problems == (), panel.problems
    owner = panel.position.opponent
    assert (owner.workers, owner.marker, owner.faith, owner.jars, owner.unpaid, owner.resting) == (5, 2, 2, 1, 1, True)
    assert owner.stack == ("faith", "strength", "influence") and owner.suspicion == (1, 1)
    assert (owner.placed[3], owner.workshops[4], owner.schemes_out) == (1, 2, ("order", "pray"))
    assert panel.position.game.options.difficulty == "hard"
    done(tap(panel, f"space:{GAME.spaces[0][0][0]}"))
    assert panel.position.opponent.monks == 1 and panel.position.board[0][0] == 3
    done(press(panel, "form:players", "3"))
    assert panel.problems == () and panel.position.opponent is None and "difficulty" not in panel.text


def test_values_that_cannot_be_meant(panel: Edit) -> None:
    before = panel.text
    for key, value, words in (
        ("seat.silver", "many", "whole number"),
        ("seat.workers", "LSQ", "write their letters: L Labourer"),
        ("seat.suspicion", "7", "write 0, 1, 2"),
        ("seat.townsfolk", "squire_9", "Did you mean squire_"),
        ("seat.placed.sleep", "L", "no field"),
        ("queue", "blue pink", "no seat"),
        ("players", "9", "1, 2, 3 or 4"),
        ("pending", "blue gold", "such as 'blue pardon'"),
        ("townsfolk.7", "abbot_1", "no field"),
        ("colour", "red", "no field"),
        ("seat.colour", "red", "no field"),
    ):
        assert words in refused(press(panel, f"form:{key}", value)), key
    assert panel.text == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "round = ",
        "[[seats]\n",
        "seats = 3",
        "seats = [1, 2]",
        'game = "chess"',
        "queue = 'x'\nround = 'x'\ntownsfolk = 5\nseats = [{walls = 4, placed = 'x', workshops = {a = ''}, under = 3}]",
        "board = [{space = 3, seat = 'x', piece = 7}]\nopponent = 4\nseats = [{}]",
        "opponent = {stack = 3, placed = [1], schemes_out = {a = 1}, resting = 'x'}\nseats = [{}]",
        "pending = [{seat = 'x'}]\nhired = [1]\nfavours = [2, 3]\nguests = 'x'\ntaverns = [{}]\nseats = [{}, {}]",
        "paladins.XXXX.0000",
        "catalogue = 3\noptions = {difficulty = 1}\nseats = [{}, {}]",
    ],
)
def test_no_text_breaks_the_panel(panel: Edit, text: str) -> None:
    """Whatever stands in the text field: it stays there, its defects are sentences, and every field still answers."""
    done(press(panel, "text", text))
    assert panel.text == text
    assert panel.problems
    for focus in ("0", "opponent"):
        press(panel, "focus:seat", focus)
        every_field_answers(panel, text, every=3)
    every_press_answers(panel, text, (f"space:{GAME.spaces[0][0][0]}", "seat:1", "jar:faith", "opponent", "hunt"))
    assert panel.errors == []


def test_workers_as_they_are_typed() -> None:
    assert read_workers("x, l s") == "LSX" and read_workers("") == ""


def test_it_goes_on_from_here(panel: Edit) -> None:
    done(press(panel, "form:players", "1"))
    done(press(panel, "form:seat.workers", "LSMF"))
    position: Any = panel.position
    assert widgets.play(position, pace=0).position == position
    assert {"hunt LS", "trade LM", "pass"} <= {move.key for move in position.legal_moves()}
