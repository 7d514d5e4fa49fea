"""The form of My Village: every field changes the position, presses on the board do too, and nothing breaks it."""

from __future__ import annotations

from typing import Any

import pytest

import rules
import widgets
from tests.widgets.my_village.games import GAME, PLAYERS, sample
from tests.widgets.table_talk import control, done, press, refused, tap
from widgets.edit_panel import Edit
from widgets.views import my_village_form as form


@pytest.fixture
def panel() -> Edit:
    """Open the form on an empty table."""
    return widgets.edit("my_village")


def now(panel: Edit) -> Any:
    """Return the position that the text of the panel stands for."""
    return rules.parse(panel.text)


def put(panel: Edit, name: str, value: str) -> Any:
    """Change a field and return the position."""
    done(press(panel, f"form:{name}", value))
    return now(panel)


def test_it_begins_with_a_position(panel: Edit) -> None:
    position = now(panel)
    assert (position.step, len(position.seats)) == ("dice", 2)
    assert len(position.white) + len(position.black) == 11
    assert rules.parse(form.blank()) == position


@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_can_be_edited(players: int) -> None:
    for position in sample(players)[::3]:
        panel = widgets.edit("my_village", position)
        assert now(panel) == position
        assert not panel.errors
        assert control(panel, "form:step") is not None


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("step", ["roll_white", "roll_black", "dice", "banner"])
def test_dice_follow_step_and_players(panel: Edit, players: int, step: str) -> None:
    done(press(panel, "form:players", str(players)))
    done(press(panel, "form:step", step))
    position = now(panel)
    assert len(position.seats) == players
    assert position.step == step
    assert len({seat.board for seat in position.seats}) == players


def test_the_hand_lies_palm_up_with_the_starting_player(panel: Edit) -> None:
    done(press(panel, "form:players", "4"))
    position = put(panel, "start", "2")
    assert (position.start, position.hand) == (2, 2)
    position = put(panel, "hand", "1")
    assert (position.start, position.hand) == (1, 1)
    position = put(panel, "hand_back", "on")
    assert (position.hand_back, position.hand_stories, position.hand, position.turn) == (True, 0, 2, 2)
    done(press(panel, "form:turn", "3"))
    position = put(panel, "hand", "3")
    assert (position.start, position.hand) == (1, 3)
    position = put(panel, "hand_back", "")
    assert (position.hand_back, position.hand_stories, position.hand) == (False, 1, 1)


def test_fields_of_the_table(panel: Edit) -> None:
    assert put(panel, "round", "5").round == 5
    assert put(panel, "rat", "3").rat == 3
    assert put(panel, "hand_stories", "4").hand_stories == 4
    assert put(panel, "chronicle.abbot", "2").chronicle[0] == 2
    assert put(panel, "graves", "1").graves == 1
    assert put(panel, "white", "1 1 2 2 3 3 4 4").white == (1, 1, 2, 2, 3, 3, 4, 4)
    assert put(panel, "black", "6 6 5").black == (5, 6, 6)
    position = put(panel, "step", "banner")
    assert len(position.white) + len(position.black) == 9
    assert put(panel, "value", "9").value == 9
    row = [card for card in GAME.customers if card not in position.customers][:6]
    assert put(panel, "customers", " ".join(row)).customers == tuple(row)
    other = GAME.monks[0][-1]
    assert put(panel, "monk.quill", other).monks[0] == other
    assert put(panel, "turn", "1").turn == 1


def test_fields_of_a_seat(panel: Edit) -> None:
    done(press(panel, "focus:seat", "1"))
    for name, value in (("coins", 7), ("tree", 3), ("safe", 5), ("time", 8), ("laborers", 1)):
        assert getattr(put(panel, f"seat.{name}", str(value)).seats[1], name) == value
    assert put(panel, "seat.headman", "coin").seats[1].headman == 1
    assert put(panel, "seat.missing", "abbot merchant").seats[1].villagers == (False, True, True, True, False)
    assert put(panel, "seat.school", "left").seats[1].school == (True, False)
    assert put(panel, "seat.church", "salvation").seats[1].church == "salvation"
    assert put(panel, "seat.wards", "1").seats[1].wards == 1
    monk = GAME.monks[1][-1]
    assert put(panel, "seat.monks+", monk).seats[1].monks == (monk,)
    assert put(panel, "seat.hall", "area").seats[1].hall == "area"
    assert put(panel, "seat.marks", "travel crafts").seats[1].marks == ("crafts", "travel")
    assert put(panel, "seat.meeting", "on").seats[1].meeting
    assert put(panel, "seat.tile", "school").seats[1].tile == "school"
    assert put(panel, "seat.sets", "2").seats[1].sets == 2
    assert put(panel, "seat.fields", "2").seats[1].fields == (False, False)
    assert put(panel, "seat.plows", "2").seats[1].fields == (False, True)
    card = GAME.crafts[0][2]
    assert put(panel, "seat.craft.stable", card).seats[1].crafts[0] == card
    assert put(panel, "seat.goods.horse", "1").seats[1].goods[0] == 1
    trip = GAME.travel[0][0]
    assert put(panel, "seat.travel", trip).seats[1].travel == (trip,)
    free = [each for each in GAME.customers if each not in now(panel).customers]
    assert put(panel, "seat.customers", f"{free[0]} {free[1]}").seats[1].customers == (free[0], free[1])
    assert put(panel, "seat.served+", free[2]).seats[1].served == (free[2],)
    assert not panel.errors


def test_presses_on_the_board(panel: Edit) -> None:
    done(tap(panel, "villager:abbot"))
    assert now(panel).seats[0].villagers[0] is False
    assert now(panel).graves == 1, "somebody who is not there has died"
    done(tap(panel, "villager:abbot"))
    assert now(panel).seats[0].villagers[0] is True
    done(tap(panel, "school:right"))
    assert now(panel).seats[0].school == (False, True)
    done(tap(panel, "path:coin"))
    assert now(panel).seats[0].headman == 1
    done(tap(panel, "church:abbey"))
    assert now(panel).seats[0].church == "abbey"
    done(tap(panel, "taken:abbey"))
    assert now(panel).seats[0].church == ""
    card = GAME.crafts[1][0]
    done(tap(panel, f"craft:{card}"))
    assert now(panel).seats[0].crafts[1] == card
    done(tap(panel, "meeting"))
    assert now(panel).seats[0].meeting
    done(tap(panel, "field"))
    assert now(panel).seats[0].fields == (False,)
    done(tap(panel, "seat:1"))
    assert "taken" in refused(tap(panel, f"taken:{card}")) or "else has" in refused(tap(panel, f"taken:{card}"))
    assert "beside the board" in refused(tap(panel, "rat"))
    assert not panel.errors


def test_values_that_cannot_be_meant(panel: Edit) -> None:
    for name, value, words in (
        ("white", "7", "no dice"),
        ("rat", "many", "no whole number"),
        ("customers", "drgon", "is no customer"),
        ("seat.missing", "abot", "Did you mean abbot"),
        ("pending", "purple:dies", "not understood"),
        ("players", "5", "2, 3 or 4"),
        ("nonsense", "1", "no field"),
        ("seat.nonsense", "1", "no field"),
    ):
        assert words in refused(press(panel, f"form:{name}", value))
    assert not panel.errors


@pytest.mark.parametrize(
    "text",
    [
        'game = "my_village"',
        'game = "my_village"\nseats = 7',
        'game = "my_village"\nseats = [1, "x", {}]\nwhite = "all"\nchronicle = 3\nmonks = 9',
        'game = "my_village"\nstep = 4\npending = [3]\n[[seats]]\nfields = "x"\nplows = 4\ncrafts = 7\ngoods = 9\n',
    ],
)
def test_no_text_breaks_the_form(panel: Edit, text: str) -> None:
    done(press(panel, "text", text))
    assert not panel.errors
    for name, value in (("players", "3"), ("step", "banner"), ("chronicle.abbot", "1"), ("seat.coins", "2")):
        press(panel, f"form:{name}", value)
    assert not panel.errors
