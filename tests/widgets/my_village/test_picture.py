"""Pictures of My Village: well-formed, inside the frame, complete, secrets kept, house values with their ring."""

from __future__ import annotations

import json
import re
from statistics import median
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import rules
from rules.my_village.values import PROFESSIONS
from tests.rules.my_village import table as laid
from tests.widgets.my_village.games import GAME, PLAYERS, decisions, end, panel_for, sample, steps
from tests.widgets.pictures import (
    KNOWN_TAGS,
    MARKUP,
    apart,
    can_be_hit,
    grown,
    hold_together,
    is_png,
    lie_inside,
    named,
    same,
    stays_text,
    step_sizes,
    tags,
)
from widgets import theme
from widgets.board import Board
from widgets.picture import Mark
from widgets.views import find, my_village
from widgets.views import my_village_words as words

SIZES = (420, 640, 720, 900, 1060, 1200, 2000)
replace = msgspec.structs.replace
POSITIONS = [(players, index) for players in PLAYERS for index in range(0, 18, 2)]


def position_of(players: int, index: int) -> Any:
    """Return one of the sample."""
    found = sample(players)
    return found[index % len(found)]


def rich(players: int = 4) -> Any:
    """Return a late position in which the villages are full."""
    return decisions(players)[-12]


@pytest.mark.parametrize(("players", "index"), POSITIONS)
def test_pictures_are_well_formed_and_complete(players: int, index: int) -> None:
    width = SIZES[(players + index // 2) % len(SIZES)]
    picture = my_village.draw(position_of(players, index), width=width)
    hold_together(picture, width)


@pytest.mark.parametrize(("players", "index"), POSITIONS)
def test_everything_lies_inside_the_picture(players: int, index: int) -> None:
    picture = my_village.draw(position_of(players, index), width=SIZES[(players + index // 2) % len(SIZES)])
    lie_inside(picture, more_than=100)
    can_be_hit(picture)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("width", SIZES[:-1])
def test_things_to_choose_do_not_lie_on_each_other(players: int, width: int) -> None:
    for position in (*sample(players)[::7], rich(players)):
        places = my_village.draw(position, 0, None, width).places
        for number, one in enumerate(places):
            assert not [other.key for other in places[number + 1 :] if not apart(one, other)], one


@pytest.mark.parametrize("players", PLAYERS)
def test_every_part_of_a_legal_move_has_its_place_or_a_name_for_its_button(players: int) -> None:
    """Only few parts are buttons: those that have no place on a table."""
    buttons = ("markers:", "path:stay", "beside:stay", "customer:none", "skip", "done", "again", "suffer", "keep")
    bare = {"serve", "free", "buy", "tile", "dies", "laborer", "plague", "journey", "plow"}
    for position in sample(players):
        if position.actor is None:
            continue
        parts = {token for move in position.legal_moves() for token in move.parts} - bare
        # What is asked now comes first where a place can stand for several parts.
        for token in parts:
            picture = my_village.draw(position, position.actor, {token: Mark("legal")})
            here = {place.token for place in picture.places}
            assert token in here or token.startswith(buttons), token


# --- what is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_everything_on_the_table_is_there(players: int) -> None:
    for position in (*sample(players)[::4], rich(players)):
        picture = my_village.draw(position, 0)
        keys = {place.token for place in picture.places}
        seat = position.seats[0]
        assert {f"seat:{number}" for number in range(players)} <= keys
        assert {f"die:w{face}" for face in position.white} <= keys
        assert {f"die:b{face}" for face in position.black} <= keys
        assert {f"customer:{card}" for card in (*position.customers, *seat.customers) if card} <= keys
        assert {f"villager:{profession}" for profession in PROFESSIONS} <= keys
        assert {f"craft:{card}" for kind in position.crafts for card in kind} <= keys
        assert {
            f"taken:{card}" for each in position.seats for card in (each.church, each.hall, *each.crafts) if card
        } <= keys
        assert {f"value:{value}" for value in range(2, 13)} <= keys
        assert {"hand", "bailiff", "meeting", "field", "rat", "headman", "banner:game", "banner:school"} <= keys
        assert picture.text == words.text(position.view(0))
        assert words.status(position) in picture.title


def test_taken_cards_stay_in_sight_with_the_one_who_has_them() -> None:
    position = end(4)
    picture = my_village.draw(position, 0)
    owners = {seat.church: number for number, seat in enumerate(position.seats) if seat.church}
    assert owners, "somebody builds a church"
    for card, number in owners.items():
        colour = ("Blue", "Red", "Green", "Yellow")[number]
        assert f"taken by {colour}" in picture.place(f"taken:{card}").label


def test_what_is_printed_stays_from_position_to_position() -> None:
    """A panel sends it once: cards that are taken are covered, not redrawn."""
    whole = [position for position, _ in steps(3)]
    printed = {my_village.draw(position, 0).printed for position in whole[:: max(1, len(whole) // 12)]}
    assert len(printed) == 1


def test_the_board_does_not_jump_while_a_turn_is_played() -> None:
    found = [p for p in decisions(3) if p.round == 2]
    places = [
        [(place.x, place.y) for place in my_village.draw(p, 0).places if place.group in ("offer", "values")]
        for p in found
    ]
    assert len(places) > 4
    assert all(each == places[0] for each in places)


def test_villagers_and_markers_keep_their_name() -> None:
    names = re.findall(r'data-key="([^"]+)"', my_village.draw(rich(), 0).over)
    assert {"hand", "rat", "time:0", "reaper:0", "headman:0"} <= set(names)


# --- the size of messages -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_a_step_of_a_board_stays_small(players: int, sent: list[dict[str, Any]]) -> None:
    whole = [position for position, _ in steps(players)]
    board = Board(whole[0], width=1060)
    largest = 0
    for position in whole[1 :: max(1, len(whole) // 25)]:
        sent.clear()
        board.position = position
        largest = max([largest, *(len(json.dumps(message).encode()) for message in sent)])
    assert 10_000 < largest <= 42_000


def test_a_step_of_a_game_stays_small(sent: list[dict[str, Any]]) -> None:
    """With rings, reasons, buttons and the list of moves: 50 kB for most steps, never much more."""
    sizes = step_sizes(panel_for(4, seats={}, width=1060, seed=7), sent)
    assert 20_000 < median(sizes) <= 50_000
    assert max(sizes) <= 60_000


# --- secrets --------------------------------------------------------------------------------------------------------


def test_a_travel_card_that_may_go_back_shows_to_its_seat_alone() -> None:
    position = decisions(3)[20]
    stack = position.travel_decks[0]
    assert len(stack) > 1
    seats = tuple(
        replace(seat, travel=(), church=GAME.mission) if number == position.acting else seat
        for number, seat in enumerate(position.seats)
    )
    first, second = (
        replace(position, seats=seats, drawn=card, pending=((position.acting, "journey"),)) for card in stack[:2]
    )
    for viewer in (0, 1, 2, None):
        alike = same(my_village.draw(first, viewer), my_village.draw(second, viewer))
        assert alike == (viewer != position.acting)


# --- house values, markup, refusals ---------------------------------------------------------------------------------


def test_house_values_are_marked_and_explained() -> None:
    picture = my_village.draw(decisions(2)[0], 0)
    assert "° on this card values are ours: printed in no source" in picture.body
    catalogue = GAME.catalogue
    for key, row in catalogue.churches.items():
        assert ("°" in picture.place(f"church:{key}").label) == bool(set(row.house) - {"name.de", "source"})
    for key, row in catalogue.travel_stacks.items():
        ours = set(row.house) - {"name.de", "source"}
        lights = {field for card in catalogue.travel.values() if card.letter == key for field in card.house} & {"fame"}
        assert picture.place(f"travel:{key}").label.count("°") == bool(ours or lights), (
            "on the name, or else on the fame"
        )


def test_house_values_of_a_village_are_marked_also_in_short() -> None:
    """What lies in the village of somebody else is told in chips, what was served as a sum: each with its mark."""
    position = laid.table(
        laid.seat(),
        laid.seat(crafts="stable_1", travel="a_1 b_1", served="widow squire"),
        laid.seat(served="widow"),
        step="dice",
    )
    picture = my_village.draw(position, 0)
    village = picture.place("village:1").label
    fame = [GAME.catalogue.travel[card].fame for card in ("a_1", "b_1")]
    assert f"A{fame[0]}° B{fame[1]}°" in village and "fame°" in village
    assert "5/8°: 0" in picture.body, "the values of a craft building, beside its goods"
    own = my_village.draw(position, 2)
    assert "fame°" in own.place("served:2").label and ">3°<" in own.body


@pytest.mark.parametrize(("table", "token"), [("travel_stacks", "travel"), ("churches", "church"), ("halls", "hall")])
def test_a_card_carries_the_ring_once(table: str, token: str) -> None:
    rows = getattr(GAME.catalogue, table)
    picture = my_village.draw(decisions(2)[0], 0)
    for key, row in rows.items():
        place = picture.place(f"{token}:{key}")
        at = picture.origins.index((place.x, place.y))
        assert picture.printed[at].count("°") == bool(set(row.house) - {"name.de", "source"})


def owners_game() -> Any:
    """Return the game with every house value stated by an owner."""
    overlay: dict[str, Any] = {}
    for value in GAME.house_values():
        table, key, field = value.split(".", 2)
        row = msgspec.to_builtins(getattr(GAME.catalogue, table)[key])
        target = overlay.setdefault(table, {}).setdefault(key, {})
        if "." in field:
            field = field.split(".")[0]
        target[field] = row[field]
    return rules.load("my_village", catalogue=overlay)


def test_an_owners_values_carry_no_mark() -> None:
    game = owners_game()
    assert not game.house_values()
    for players in (2, 4):
        picture = my_village.draw(game.setup(players=players, seed=1))
        assert "°" not in picture.body
        assert not [place for place in picture.places if "°" in place.label]


def test_markup_in_names_stays_text() -> None:
    tables = ("churches", "monks", "halls", "travel_stacks", "travel", "customers", "craft_kinds", "meeting", "fields")
    overlay = {table: named(getattr(GAME.catalogue, table), MARKUP) for table in tables}
    game: Any = rules.load("my_village", catalogue=overlay)
    for players, width in ((2, 420), (3, 1100)):
        record = rules.playout(game.setup(players=players, seed=5), policy="greedy", seed=5)
        for position in list(record.positions())[20::60]:
            picture = my_village.draw(position, 0, None, width)
            stays_text(picture)


def test_a_seat_or_width_that_is_not_there_is_refused() -> None:
    position = decisions(3)[0]
    with pytest.raises(ValueError, match="is 3; the seats of this game are 0 to"):
        my_village.draw(position, seat=3)
    with pytest.raises(ValueError, match="2001 pixels wide"):
        my_village.draw(position, width=2001)
    with pytest.raises(ValueError, match="419 pixels wide"):
        my_village.draw(position, width=419)


def test_the_view_is_found_by_the_games_name() -> None:
    assert find("my_village") is my_village
    assert my_village.status(decisions(2)[9]) == words.status(decisions(2)[9])


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_what_is_written_can_be_read_on_what_it_is_written_on(mode: Any) -> None:
    """Banners, dice, seals and the fields that the plague can be reached from."""
    palette = theme.palette(mode)
    for figure, ground in (("on-cleric", "cleric"), ("on-bone", "bone"), ("on-silver", "silver")):
        assert theme.contrast(palette[figure], palette[ground]) >= theme.TEXT
    for fill in ("criminal", "fighter", "scout", "stone", "merchant", "wood", "soldier", "plus"):
        assert theme.contrast(palette["on-scout"], palette[fill]) >= theme.TEXT
    for ground in ("page", "panel"):
        assert theme.contrast(palette["ink"], palette[ground]) >= theme.TEXT
        assert theme.contrast(palette["muted"], palette[ground]) >= theme.TEXT


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_static_output_is_a_picture_and_text(mode: Any, tmp_path: Any) -> None:
    picture = my_village.draw(rich(), 1, None, 1060)
    data = picture.to_png(theme=mode, width=500)
    is_png(data, 500)
    bundle = picture._repr_mimebundle_()
    assert {"text/plain", "image/svg+xml"} <= set(bundle)
    page = picture.save(tmp_path / "board.html").read_text("utf-8")
    assert "<svg" in page
    assert "<script" not in page


# --- rings, and cards by themselves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [420, 720, 1060, 1200, 2000])
def test_rings_of_neighbours_stay_apart(width: int) -> None:
    """A ring grows its place by 3 pixels: what can be chosen one beside the other needs the double between."""
    kinds = (
        "die:",
        "value:",
        "customer:",
        "church:",
        "hall:",
        "monk:",
        "travel:",
        "pay:",
        "from:",
        "mark:",
        "villager:",
    )
    position = rich()
    picture = my_village.draw(position, position.actor, None, width)
    places = [place for place in picture.places if place.key.startswith(kinds)]
    assert len(places) > 40
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            assert apart(grown(one, 2.5), grown(other, 2.5)), (one.key, other.key)


CARDS = (
    "churches",
    "monks",
    "halls",
    "meeting",
    "fields",
    "craft_kinds",
    "crafts",
    "travel_stacks",
    "travel",
    "customers",
)


@pytest.mark.parametrize("table", CARDS)
def test_every_card_has_its_own_picture_for_the_owners_form(table: str) -> None:
    from widgets.views.my_village_cards import card

    for key, row in getattr(GAME.catalogue, table).items():
        picture = card(GAME, table, key)
        assert picture is not None
        root = ElementTree.fromstring(picture.to_svg())
        assert tags(root) <= KNOWN_TAGS
        assert picture.text
        assert ("°" in picture.over) == bool(set(row.house) - {"name.de", "source"}) or table == "crafts"
    assert card(GAME, "tracks", "tracks") is None
    assert card(GAME, table, "nothing") is None


def test_every_field_and_choice_of_the_catalogue_has_words() -> None:
    from widgets.views import my_village_cards as cards

    catalogue = GAME.catalogue
    for table in catalogue.__struct_fields__:
        assert table in cards.TABLES
        for row in getattr(catalogue, table).values():
            for field in set(row.__struct_fields__) - {"source", "house"}:
                assert field in cards.FIELDS or f"{table}.{field}" in cards.FIELDS, (table, field)
    for pairs in (cards.TABLES, cards.FIELDS, cards.HELP, cards.CHOICES):
        assert all(english and german for english, german in pairs.values())
