"""Positions as text and code: what is printed reads back, and every defect is a sentence with its path."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

import rules
from rules.findings import IllegalMove, UnknownName
from rules.my_village import moves
from rules.my_village.notation import read
from rules.my_village.phrases import PHRASES, phrase
from rules.my_village.values import Position
from rules.toml_text import write_toml

from ..tables import clear, set_at
from .table import load, play, seat, table, table_of_rules


def good() -> Position:
    """Lay out a position that uses most fields: after a black banner, a monk wakes the headman."""
    first = seat(
        church="mission", missions="a", monks="quill_3", hall="guild", jokers=1, meeting=True, sets=1, tile="hall",
        crafts="stable_1 smithy_2", goods={"horse": 1}, fields=(True, False), travel="a_1 b_2", customers="pilgrim",
        served="scholar", coins=3, tree=4, safe=6, time=7, school=(True, False), headman=1,
        villagers=(True, True, True, True, False), laborers=0,
    )  # fmt: skip
    second = seat(hall="area", marks="crafts travel", church="salvation", wards=1, coins=2, board="board_3")
    third = seat(laborers=1, villagers=(False, False, True, False, False), hall="population", marks="abbot")
    return table(
        first, second, third, round=4, step="banner", value=8, white=(1, 3, 3, 6), black=(2, 5),
        chronicle=(1, 2, 0, 1, 0), graves=2, rat=9, monks=("quill_1", "jug_2", "rosary_4"),
    )  # fmt: skip


def document(position: Position) -> dict[str, Any]:
    """Give a position as plain values."""
    return tomllib.loads(position.to_text())


def damaged(whole: dict[str, Any], path: str, value: object) -> str:
    """Set (or, with None, delete) one place of a document, such as ``seats[0].coins``."""
    set_at(whole, path, value)
    return write_toml(whole)


def problems_of(text: str) -> tuple[rules.Problem, ...]:
    """Read a bad text and give its problems; each is one clear sentence."""
    with pytest.raises(rules.BadInput) as caught:
        rules.parse(text)
    known = table_of_rules()
    for problem in caught.value.problems:
        assert problem.text.endswith("."), problem
        clear(problem)
        assert not problem.rule or problem.rule in known, problem
    return caught.value.problems


def test_the_good_position_reads_back() -> None:
    position = good()
    assert position.problems() == ()
    assert rules.parse(position.to_text()) == position
    assert rules.parse(position.to_code()) == position
    assert rules.parse(write_toml(document(position))) == position


def test_unseen_stacks_are_not_printed_but_derived() -> None:
    position = load().setup(4, 3)
    text = position.to_text()
    hidden = [card for card in position.customer_deck if re.search(rf"\b{card}\b", text)]
    hidden += [card for deck in position.travel_decks for card in deck if re.search(rf"\b{card}\b", text)]
    assert not hidden and position.customer_deck
    assert rules.parse(text).customer_deck == position.customer_deck


def test_a_text_can_be_edited() -> None:
    position = load().setup(2, 3)
    text = position.to_text()
    assert rules.parse(text.replace("coins = 1", "coins = 8", 1)).seats[position.start].coins == 8
    whole = document(position)
    whole["seats"][0]["fields"], whole["seats"][0]["plows"] = 2, [2]
    richer = rules.parse(write_toml(whole))
    assert richer.seats[0].fields == (False, True) and richer.fields == position.fields - 2


def test_usual_values_are_left_out() -> None:
    row = document(load().setup(2, 3))["seats"][0]
    assert set(row) == {"board", "coins"}


#: What is damaged, how, the path that must be named, and words of the sentence.
CASES: list[tuple[str, object, str, str]] = [
    # wrong fields and types
    ("colour", "red", "colour", "no field"),
    ("seats[0].gold", 3, "seats[0].gold", "no field"),
    ("seats[0].coins", "two", "seats[0].coins", "whole number"),
    ("seats[0].coins", -1, "seats[0].coins", "0 or more"),
    ("seats[0]", 5, "seats[0]", "table"),
    ("seats[0].board", None, "seats[0].board", "missing"),
    ("rat", None, "rat", "missing"),
    ("round", 0, "round", "1 or more"),
    ("white", [1, 3, 3, 7], "white[3]", "6 or less"),
    ("version", 99, "version", "99"),
    ("seats", [], "seats", "2 to 4"),
    ("options", {"speed": True}, "options.speed", "no option"),
    # names that are none
    ("seats[0].missing", ["baker"], "seats[0].missing[0]", "none of abbot"),
    ("seats[0].missing", ["abbot", "abbot"], "seats[0].missing[1]", "twice"),
    ("seats[0].school", ["middle"], "seats[0].school[0]", "none of left"),
    ("seats[0].headman", "roof", "seats[0].headman", "none of house"),
    ("seats[0].goods", {"gold": 1}, "seats[0].goods.gold", "none of horse"),
    ("seats[0].crafts", ["castle"], "seats[0].crafts[0]", "no craft building"),
    ("seats[0].crafts", ["stable_1", "stable_2"], "seats[0].crafts[1]", "second stable"),
    ("seats[0].plows", [3], "seats[0].plows[0]", "fields from 1 to 2"),
    ("seats[0].plows", [1, 1], "seats[0].plows[1]", "different fields"),
    ("seats[0].church", "cathedral", "seats[0].church", "no church"),
    ("seats[0].hall", "palace", "seats[0].hall", "no town hall"),
    ("seats[0].monks", ["brother"], "seats[0].monks[0]", "no monk"),
    ("seats[0].travel", ["z_1"], "seats[0].travel[0]", "no travel card"),
    ("seats[0].customers", ["king"], "seats[0].customers[0]", "no customer"),
    ("seats[0].board", "board_9", "seats[0].board", "none of board_1"),
    ("customers[0]", "king", "customers[0]", "no customer"),
    ("monks[1]", "rosary_1", "monks[1]", "no monk with the jug"),
    ("chronicle", {"baker": 1}, "chronicle.baker", "none of abbot"),
    # seats, turns and the hand
    ("step", "feast", "step", "it is one of"),
    ("step", "death", "step", "it is one of"),
    ("start", 3, "start", "3 seats"),
    ("hand", 3, "hand", "3 seats"),
    ("hand", 1, "hand", "palm up"),
    ("turn", 3, "turn", "3 turns"),
    ("turn", 1, "white", "there are 4"),
    ("hand_back", True, "hand_back", "cannot have taken it"),
    ("hand_stories", 0, "hand_stories", "story point was laid"),
    # dice, value and banners
    ("white", [1, 3, 3], "white", "there are 6"),
    ("white", [1, 1, 1, 1, 1, 1, 1], "white", "has 7 dice"),
    ("black", [1, 2, 3], "black", "has 3 dice"),
    ("value", 0, "value", "is missing"),
    ("step", "dice", "value", "no dice have been taken"),
    ("used", ["game"], "used", "no banner has been activated yet"),
    # tracks
    ("rat", 40, "rat", "fields before the plague"),
    ("rat", 0, "rat", "fields before the plague"),
    ("chronicle", {"abbot": 3}, "chronicle.abbot", "two spaces"),
    ("graves", 0, "graves", "missing at least"),
    ("seats[0].time", 10, "seats[0].time", "0 to 9"),
    ("seats[1].crossed", True, "seats[1].crossed", "outside this seat's turn"),
    ("seats[1].missing", ["abbot", "councilman", "traveller", "craftsman", "merchant"], "seats[1].missing", "laborer"),
    # limits of a village
    ("seats[0].goods", {"horse": 9}, "seats[0].goods", "the stable has"),
    ("seats[0].goods", {"beer": 1}, "seats[0].goods", "the brewery has 0"),
    ("seats[0].jokers", 9, "seats[0].jokers", "Guild hall"),
    ("seats[1].jokers", 1, "seats[1].jokers", "Guild hall"),
    ("seats[0].sets", 9, "seats[0].sets", "meeting place"),
    ("seats[1].sets", 1, "seats[1].sets", "meeting place"),
    ("seats[0].wards", 1, "seats[0].wards", "Salvation church"),
    ("seats[1].wards", 3, "seats[1].wards", "there are two"),
    ("seats[1].missions", ["a"], "seats[1].missions[0]", "Mission church"),
    ("seats[0].missions", ["c"], "seats[0].missions[0]", "no travel card of this letter"),
    ("seats[0].church", "", "seats[0].monks", "without a church"),
    ("seats[1].marks", ["travel", "travel"], "seats[1].marks[1]", "no free space"),
    ("seats[1].marks", ["abbot"], "seats[1].marks[0]", "no free space"),
    ("seats[0].marks", ["travel"], "seats[0].marks[0]", "no free space"),
    ("seats[0].tile", "", "seats[0].tile", "is missing"),
    ("seats[0].tile", "brewery", "seats[0].tile", "no white banner"),
    ("seats[0].tile", "scholar", "seats[0].tile", "no white banner"),
    ("seats[1].tile", "game", "seats[1].tile", "no white banner"),
    ("seats[0].travel", ["b_1"], "seats[0].travel[0]", "alphabetical"),
    ("seats[0].travel", ["a_1", "b_1", "c_1", "d_4", "e_1"], "seats[0].travel[3]", "ends the journey"),
    # cards lie in one place
    ("seats[1].church", "mission", "seats.church", "2 times"),
    ("seats[1].hall", "guild", "seats.hall", "2 times"),
    ("seats[1].board", "board_1", "seats.board", "2 times"),
    ("seats[1].crafts", ["stable_1"], "seats.crafts", "2 times"),
    ("seats[1].travel", ["a_1"], "seats.travel", "2 times"),
    ("seats[1].served", ["scholar"], "customers", "2 times"),
    ("monks[0]", "quill_3", "monks", "2 times"),
    ("seats[1].fields", 7, "seats.fields", "8 fields"),
    ("monks", ["", ""], "monks", "three places"),
    ("monks[0]", "", "monks[0]", "monks of this stack are left"),
    ("customers[0]", "", "customers", "customers are left"),
    ("customers", ["pilgrim"], "customers", "the row has 6"),
    # what is pending
    ("pending", [{"seat": 0, "question": "refill"}], "step", "with a question pending"),
    ("drawn", "c_1", "drawn", "nobody looks"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "named", "words"), CASES)
def test_a_damaged_text_is_refused_by_its_path(path: str, value: object, named: str, words: str) -> None:
    problems = problems_of(damaged(document(good()), path, value))
    assert any(problem.path == named and words in problem.text for problem in problems), [str(one) for one in problems]


def test_all_defects_are_named_at_once() -> None:
    whole = document(good()) | {"rat": 40, "hand_stories": 0, "white": [1]}
    whole["seats"][0]["time"] = 10
    assert {problem.path for problem in problems_of(write_toml(whole))} == {
        "rat", "hand_stories", "white", "seats[0].time",
    }  # fmt: skip


# --- typed moves, words, options, values -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("DICE w4 w1 5", "dice w1 w4 5"),
        ("dice b1 w6 7", "dice w6 b1 7"),
        ("dice w1 w4 12 markers 2", "dice w1 w4 12 markers 2"),
        (" serve   scholar scroll joker", "serve scholar joker scroll"),
        ("bailiff weaver tanner", "bailiff tanner weaver"),
        ("buy none", "buy none"),
        ("school left abbot", "school left abbot"),
        ("plow smithy 2", "plow smithy 2"),
        ("journey again", "journey again"),
        ("plague suffer", "plague suffer"),
    ],
)
def test_typed_moves_forgive_order_and_case(typed: str, key: str) -> None:
    assert read(typed).key == key


@pytest.mark.parametrize(
    "typed",
    ["fly a", "dice w1 w4", "dice w1 w7 8", "dice x1 w2 3", "dice w1 w2 three", "dice w1 w2 3 coins 1", "hand up",
     "headman", "headman house coin", "serve", "buy", "school", "school left abbot now", "plow 1", "plow smithy one",
     "journey on", "plague"],
)  # fmt: skip
def test_what_is_no_move_is_refused_with_what_is_expected(typed: str) -> None:
    with pytest.raises(UnknownName, match="not understood"):
        load().setup(2, 1).move(typed)


def test_every_verb_has_a_phrase_and_is_read() -> None:
    """Whole games: each move is said without its key's signs, and its key reads back."""
    kinds = set(moves.Move.__args__)
    assert set(PHRASES) == kinds
    said: dict[type, str] = {}
    for players, seed in ((2, 1), (3, 2), (4, 3), (4, 8)):
        record = rules.playout(load().setup(players, seed), ("random", "greedy")[seed % 2], seed)
        for position, step in zip(record.positions(), record.steps, strict=False):
            if isinstance(step, moves.Move):
                assert read(step.key) == step
                said[type(step)] = words = phrase(position, step)  # type: ignore[arg-type]
                assert words[0].islower() and "_" not in words and "  " not in words, (step.key, words)
    assert len(said) >= 20, kinds - set(said)


def test_phrases_say_what_is_paid() -> None:
    position = good()
    one = phrase(position, read("dice w1 w4 12 markers 1"))  # type: ignore[arg-type]
    assert one == "take white 1 and white 4 for 12, paying 2 coins and 1 marker of the meeting place"
    two = phrase(position, read("serve scholar scroll joker"))  # type: ignore[arg-type]
    assert two == "serve Scholar for 1 joker and 1 scroll"
    house = phrase(position, read("craft stable_1"))  # type: ignore[arg-type]
    assert house == "take the stable (5 or 8°)", "values of our own are marked"


def test_illegal_moves_name_rule_and_page() -> None:
    position = play(good(), "headman house")
    assert position.seats[0].safe == 10
    with pytest.raises(IllegalMove, match="page"):
        good().move("headman coin")


def test_options_survive_a_text() -> None:
    position = load(free_customer_only=False).setup(2, 1)
    assert "free_customer_only = false" in position.to_text()
    assert rules.parse(position.to_text()).game.options.free_customer_only is False


def test_an_owner_states_the_printed_values() -> None:
    marked = load().house_values()
    assert "crafts.stable_1.values" in marked and "players.players_2.rat" in marked
    assert not any(value.startswith("players.players_2.coffins") for value in marked)
    game = rules.load("my_village", catalogue={"crafts": {"stable_1": {"values": [4, 9]}}})
    assert "crafts.stable_1.values" not in game.house_values()
    position = game.setup(2, 1)
    assert rules.parse(position.to_text()).game == game
    assert phrase(position, read("craft stable_1")) == "take the stable (4 or 9)"  # type: ignore[arg-type]


def test_choices_lead_to_every_move() -> None:
    position = good()
    assert {"headman", "path:stay", "path:house", "path:stories"} <= set(position.choices().tokens)
    done = position.choices(("path:house", "headman")).complete
    assert done is not None and done.key == "headman house"
