"""Pictures of Paladins: well-formed, inside the frame, complete, secrets kept, house values with their ring."""

from __future__ import annotations

import re
import time
from functools import cache
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec
import pytest

import rules
from rules.paladins.values import ACTIONS, UNKNOWN
from tests.widgets.paladins.games import GAME, decisions, end, panel_for, steps
from tests.widgets.pictures import (
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
)
from widgets import theme
from widgets.drawing import public
from widgets.views import find, paladins
from widgets.views import paladins_words as words

SIZES = (420, 520, 640, 720, 1060, 1100, 1500, 2000)
PLAYERS = (1, 2, 3, 4)
replace = msgspec.structs.replace


@cache
def sample(players: int) -> tuple[Any, ...]:
    """Return positions of every step of a seeded game, the first and the last among them."""
    whole = [position for position, _ in steps(players)]
    first_of_step = {(p.round, p.question): p for p in reversed(whole)}
    chosen = [*first_of_step.values()][:: max(1, len(first_of_step) // 24)]
    return (whole[0], *chosen, end(players))


POSITIONS = [(players, index) for players in PLAYERS for index in range(0, 26, 2)]


def position_of(players: int, index: int) -> Any:
    """Return one of the sample."""
    found = sample(players)
    return found[index % len(found)]


@pytest.mark.parametrize(("players", "index"), POSITIONS)
def test_pictures_are_well_formed_and_complete(players: int, index: int) -> None:
    width = SIZES[(players + index // 2) % len(SIZES)]
    picture = paladins.draw(position_of(players, index), width=width)
    hold_together(picture, width)
    assert len(picture.bare) < 95_000


@pytest.mark.parametrize(("players", "index"), POSITIONS)
def test_everything_lies_inside_the_picture(players: int, index: int) -> None:
    picture = paladins.draw(position_of(players, index), width=SIZES[(players + index // 2) % len(SIZES)])
    lie_inside(picture, more_than=60)
    can_be_hit(picture)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("width", [420, 640, 720, 1100, 1500])
def test_things_to_choose_do_not_lie_on_each_other(players: int, width: int) -> None:
    for position in sample(players)[::5]:
        places = [place for place in paladins.draw(position, 0, None, width).places if place.group != "own spaces"]
        for number, one in enumerate(places):
            assert not [other for other in places[number + 1 :] if not apart(one, other)], one


@pytest.mark.parametrize("width", [420, 520, 640, 720, 1060, 1100, 2000])
def test_rings_of_neighbours_stay_apart(width: int) -> None:
    """A ring grows its place by 3 pixels: what can be chosen one beside the other needs the double between."""
    position = decisions(4)[-40]
    kinds = ("worker:", "townsfolk:", "space:", "jar:", "outsider:", "favour:", "tavern:")
    places = [
        place
        for place in paladins.draw(position, position.actor, None, width).places
        if place.token in ACTIONS or place.key.startswith(kinds)
    ]
    assert len(places) > 40
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            assert apart(grown(one, 1.6), grown(other, 1.6)), (one.key, other.key)


# --- what is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_and_every_card_on_the_table_is_there(players: int) -> None:
    for position in sample(players)[::4]:
        picture = paladins.draw(position, 0)
        keys = {place.token for place in picture.places}
        assert {f"seat:{number}" for number in range(players)} <= keys
        assert {f"townsfolk:{card}" for card in position.townsfolk if card} <= keys
        assert {f"outsider:{card}" for card in position.outsiders if card} <= keys
        assert {f"order:{card}" for card in position.orders} <= keys
        assert {f"favour:{card}" for card in position.favours} <= keys
        assert {f"tavern:{card}" for card in position.taverns} <= keys
        assert {f"space:{space}" for area in GAME.spaces[players - 1] for space in area} <= keys  # type: ignore[attr-defined]
        assert {f"jar:{jar}" for jar in position.catalogue.jars} <= keys
        assert set(ACTIONS) <= keys
        assert ("opponent" in keys) == (players == 1)
        assert picture.text == words.text(position.view(0))
        assert words.status(position) in picture.title


def test_pieces_on_the_board_are_drawn_in_the_shape_and_colour_of_their_owner() -> None:
    for players, others in ((1, {"monk", "outpost"}), (3, {"monk-1", "outpost-1", "monk-2", "outpost-2"})):
        last = end(players)
        expected = {
            (("monk" if piece % 2 else "outpost") + (f"-{(piece - 1) // 2}" if (piece - 1) // 2 < players else ""))
            for area in last.board
            for piece in area
            if piece
        }
        assert expected & others
        body = paladins.draw(last, 0).over
        assert all(f'href="#ml-{name}"' in body for name in expected)


def test_what_the_next_use_costs_is_what_the_rules_ask() -> None:
    from rules.paladins.right import piece_cost

    position = next(p for p in decisions(3) if p.question == "action" and p.seats[p.actor].monks == 3)
    seat = position.actor
    label = paladins.draw(position, seat).place("commission").label
    cost = piece_cost(position, position.seats[seat], 6)
    assert words.count(cost, "provision") in label
    assert "3 monks so far" in label


def test_silver_for_missing_strength_is_shown_where_an_attack_needs_it() -> None:
    from rules.paladins.outsiders import attack_cost

    position = next(p for p in decisions(2) if p.question == "action")
    picture = paladins.draw(position, position.actor)
    for area in range(6):
        cost = attack_cost(position, position.seats[position.actor], area)
        label = picture.place(f"flags:{area + 1}").label
        assert (f"an attack here costs {cost} silver" in label) == bool(cost)


def test_cards_keep_their_drawing_while_they_lie_there() -> None:
    position = next(p for p in decisions(3) if p.question == "action")
    other = replace(position, seats=tuple(replace(seat, silver=seat.silver + 1) for seat in position.seats))
    assert paladins.draw(position, 0).printed == paladins.draw(other, 0).printed


def test_workers_keep_their_name_when_they_go_to_an_action() -> None:
    def names(position: Any) -> set[str]:
        return set(re.findall(r'data-key="(worker:[^"]+)"', paladins.draw(position, 0).over))

    moved = 0
    for before, after in pairwise(position for position, _ in steps(3)):
        if before.step == after.step == "action" and before.round == after.round and not after.pending:
            gone = [
                sum(map(len, seat.placed)) + len(seat.workers) == sum(map(len, same.placed)) + len(same.workers)
                for seat, same in zip(before.seats, after.seats, strict=True)
            ]
            if all(gone) and before.seats != after.seats:
                kinds = [sorted("".join(seat.placed) + seat.workers) for seat in before.seats]
                if kinds == [sorted("".join(seat.placed) + seat.workers) for seat in after.seats]:
                    assert names(before) == names(after)
                    moved += 1
    assert moved > 5


# --- the size of messages -------------------------------------------------------------------------------------------


def test_a_step_of_a_game_stays_small(sent: list[dict[str, Any]]) -> None:
    """With rings, reasons, buttons and the list of moves, where every seat sits at one panel: 50 kB for most steps."""
    sizes = step_sizes(panel_for(4, seats={}, width=1060, seed=7), sent)
    assert 20_000 < median(sizes) <= 48_000
    assert max(sizes) <= 58_000


# --- secrets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hand_of_paladins_and_the_deck_show_to_their_seat_alone(players: int) -> None:
    found = [p for p in decisions(players) if p.question == "paladin" and p.round > 2]
    for position in found[::5]:
        chooser = position.actor
        seat = position.seats[chooser]
        swapped = replace(seat, hand=(seat.under[0], *seat.hand[1:]), under=(seat.hand[0], *seat.under[1:]))
        seats = tuple(swapped if number == chooser else each for number, each in enumerate(position.seats))
        other = replace(position, seats=seats)
        for viewer in (*range(players), None):
            alike = same(paladins.draw(position, viewer), paladins.draw(other, viewer))
            assert alike == (viewer != chooser)
        for card in seat.hand:
            assert f"use:{card}" in [place.key for place in paladins.draw(position, chooser).places]


def test_a_chosen_paladin_shows_to_its_seat_alone_until_all_have_chosen() -> None:
    position = next(p for p in decisions(3) if p.question == "paladin")
    chooser = position.actor
    first, second = (position.play(move) for move in (position.legal_moves()[0], position.legal_moves()[-1]))
    assert first.question == "paladin"
    assert first.seats[chooser].paladin != second.seats[chooser].paladin
    for viewer in (*range(3), None):
        assert same(paladins.draw(first, viewer), paladins.draw(second, viewer)) == (viewer != chooser)
    name = position.catalogue.paladins[first.seats[chooser].paladin].name.en
    assert name in paladins.draw(first, chooser).over


@pytest.mark.parametrize("players", PLAYERS)
def test_the_view_of_a_seat_is_asked_for_and_nothing_else(players: int) -> None:
    for position in sample(players)[::5]:
        for seat in range(players):
            assert same(paladins.draw(position, seat), paladins.draw(position.view(seat), seat))
        assert same(paladins.draw(position), paladins.draw(public(position)))
        assert all(UNKNOWN not in place.key for place in paladins.draw(position).places)


# --- house values, markup, refusals ---------------------------------------------------------------------------------


def test_house_values_are_marked_and_explained() -> None:
    position = decisions(2)[40]
    picture = paladins.draw(position, 0)
    assert "° house value: ours, printed in no source" in picture.body
    assert "°" in picture.place("tax").label
    assert all("°" in picture.place(f"jar:{jar}").label for jar in position.catalogue.jars)
    catalogue = position.catalogue
    for table, label in (("townsfolk", words.townsfolk_line), ("outsiders", words.outsider_line)):
        cards = getattr(position, table)
        for place, card in enumerate(cards):
            if card:
                key = f"{'townsfolk' if table == 'townsfolk' else 'outsider'}:{card}"
                assert picture.place(key).label == label(position, place)
                assert ("°" in picture.place(key).label) == bool(
                    set(getattr(catalogue, table)[card].house) - {"source"}
                )


def test_a_card_with_a_house_value_carries_the_ring_in_print() -> None:
    position = decisions(2)[40]
    row = next(key for key, row in position.catalogue.outsiders.items() if row.house)
    plain = next(key for key, row in position.catalogue.outsiders.items() if not row.house)
    rings = []
    for card in (row, plain):
        placed = replace(position, outsiders=(card, *[""] * 5), townsfolk=("",) * 5)
        rings.append("".join(paladins.draw(placed, 0).printed).count("°"))
    assert rings[0] == rings[1] + 1


def test_an_owners_values_carry_no_mark() -> None:
    base = rules.load("paladins")
    overlay: dict[str, Any] = {}
    for value in base.house_values():
        table, key, field = value.split(".", 2)
        row = msgspec.to_builtins(getattr(base.catalogue, table)[key])  # type: ignore[attr-defined]
        overlay.setdefault(table, {}).setdefault(key, {})[field] = row[field]
    game = rules.load("paladins", catalogue=overlay)
    assert not game.house_values()
    for players in (1, 4):
        picture = paladins.draw(game.setup(players=players, seed=1))  # type: ignore[arg-type]
        assert "°" not in picture.body.replace("° house value", "")
        assert not [place for place in picture.places if "°" in place.label]


def test_markup_in_names_stays_text() -> None:
    base = rules.load("paladins").catalogue
    tables = ("paladins", "townsfolk", "outsiders", "orders", "favours", "actions", "schemes")
    overlay = {table: named(getattr(base, table), MARKUP) for table in tables}
    game = rules.load("paladins", catalogue=overlay)
    for players, width in ((1, 420), (3, 720)):
        record = rules.playout(game.setup(players=players, seed=5), policy="greedy", seed=5)
        for position in list(record.positions())[20::60]:
            picture = paladins.draw(position, 0, None, width)  # type: ignore[arg-type]
            stays_text(picture)


def test_a_long_name_is_never_cut_without_its_title() -> None:
    long = "The Most Reverend Archbishop of the Westernmost Kingdom and All Its Isles"
    base = rules.load("paladins").catalogue
    overlay = {"townsfolk": named(base.townsfolk, long)}  # type: ignore[attr-defined]
    game = rules.load("paladins", catalogue=overlay)
    picture = paladins.draw(game.setup(players=2, seed=1), 0, None, 720)  # type: ignore[arg-type]
    cut = re.findall(r"<g><title>([^<]*)</title>(?:<text[^>]*>[^<]*</text>)+</g>", "".join(picture.printed))
    assert cut.count(long) == 5


def test_the_opponent_aims_at_what_it_can_reach() -> None:
    position = decisions(1)[0]
    weak = replace(position.opponent, strength=0, faith=0)
    strong = replace(position.opponent, strength=12, faith=12)
    for opponent, verbs in ((weak, ["Recruit", "Convert"]), (strong, ["Recruit", "Attack", "Convert"])):
        picture = paladins.draw(replace(position, opponent=opponent), 0, None, 720)
        said = picture.place("aims").label.removeprefix("aims at: ")
        assert [part.partition(": ")[0] for part in said.split("; ")] == verbs


def test_a_seat_or_width_that_is_not_there_is_refused() -> None:
    position = decisions(3)[0]
    with pytest.raises(ValueError, match="is 3; the seats of this game are 0 to"):
        paladins.draw(position, seat=3)
    with pytest.raises(ValueError, match="choose 420 to 2000"):
        paladins.draw(position, width=2001)


def test_the_view_is_found_by_the_games_name() -> None:
    assert find("paladins") is paladins
    assert paladins.status(decisions(2)[9]) == words.status(decisions(2)[9])


def test_the_board_does_not_jump_while_workers_are_placed() -> None:
    """Heights follow what lies before a seat, never whose turn it is or what is asked."""
    found = [p for p in decisions(2) if p.step == "action" and not p.pending and p.round == 5]
    places = []
    for position in found:
        picture = paladins.draw(position, 0)
        places.append({place.key: (place.x, place.y) for place in picture.places if place.group in ("spaces", "king")})
    assert len(places) > 4
    assert all(each == places[0] for each in places)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_prices_and_numbers_can_be_read_where_workers_stand(mode: Any) -> None:
    palette = theme.palette(mode)
    for colour in ("ink", "muted", "refused"):
        for ground in ("panel", "page", "hair"):
            assert theme.contrast(palette[colour], palette[ground]) >= theme.TEXT


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_png_is_made_in_both_themes(mode: Any) -> None:
    data = paladins.draw(decisions(4)[30], 1, None, 1100).to_png(theme=mode, width=500)
    is_png(data, 500)


def test_drawing_is_quick() -> None:
    position = decisions(4)[-30]
    paladins.draw(position, 0)
    best = min(timed(position) for _ in range(5))
    assert best < 0.1  # about 0.015 s on a quiet machine


def timed(position: Any) -> float:
    """Return how long one drawing takes, in seconds."""
    begun = time.perf_counter()
    paladins.draw(position, 0)
    return time.perf_counter() - begun
