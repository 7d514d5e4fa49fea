"""What the shipped cards must show, and what an owner's file may not say: no box holds it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rules
from rules.my_village.catalogue import Catalogue, Cost
from rules.my_village.values import GOODS, KINDS
from tests.rules.mutants import refused


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return rules.load("my_village").catalogue  # type: ignore[attr-defined, no-any-return]


# --- the shipped cards: what the rulebook and its examples state ----------------------------------------------------


def test_the_box_holds_104_cards(catalogue: Catalogue) -> None:
    """Page 1 lists 104 village cards by kind."""
    counts = {
        "churches": len(catalogue.churches),
        "monks": len(catalogue.monks),
        "halls": len(catalogue.halls),
        "meeting": catalogue.meeting["meeting"].copies,
        "fields": catalogue.fields["field"].copies,
        "travel": len(catalogue.travel),
        "crafts": len(catalogue.crafts),
        "customers": len(catalogue.customers),
    }
    assert counts == {
        "churches": 4,
        "monks": 12,
        "halls": 4,
        "meeting": 4,
        "fields": 8,
        "travel": 19,
        "crafts": 20,
        "customers": 33,
    }
    assert sum(counts.values()) == 104
    assert {row.effect for row in catalogue.monks.values()} == {"stories", "headman", "school", "bailiff"}  # page 10
    assert Counter(row.symbol for row in catalogue.monks.values()) == {"quill": 3, "jug": 4, "rosary": 5}
    assert Counter(row.letter for row in catalogue.travel.values()) == {"a": 4, "b": 4, "c": 4, "d": 4, "e": 3}
    assert Counter(row.kind for row in catalogue.crafts.values()) == dict.fromkeys(KINDS, 4)


def test_what_the_examples_print_stands_on_the_cards(catalogue: Catalogue) -> None:
    """Town hall of page 5, several banners of page 6, journey of page 9, score of page 12."""
    finance = catalogue.halls["finance"]
    assert (finance.values, finance.time, finance.white_time, finance.amount) == ((3,), 4, 1, 2)
    assert not finance.ways
    meeting = catalogue.meeting["meeting"]
    assert (meeting.values, meeting.tile, meeting.fame, meeting.stories) == ((2, 12), (2, 12), 2, 1)
    assert meeting.slots >= 2  # two markers may be given back at once
    assert catalogue.churches["abbey"].fame == 4
    journey = catalogue.travel_stacks["c"]
    assert (journey.values, journey.time) == ((7,), 2)
    assert sorted(journey.ways, key=lambda way: way.coins) == [Cost(goods=("wagon",)), Cost(coins=2)]
    assert catalogue.halls["area"].fame == 0


def test_the_journeys_that_the_rulebook_tells_of_exist(catalogue: Catalogue) -> None:
    """Page 9: the chapel, a B card with 1 beer, a price of 2 coins and a horse or a wagon; page 12: A gave 3, B 5."""
    chapels = [row for row in catalogue.travel.values() if row.ends]
    assert [(row.letter, row.fame) for row in chapels] == [("d", 8)]
    assert any(row.letter == "b" and row.goods == ("beer",) for row in catalogue.travel.values())
    both = {Cost(2, ("horse",)), Cost(2, ("wagon",))}
    assert any(set(stack.ways) == both for stack in catalogue.travel_stacks.values())
    fame = {(row.letter, row.fame) for row in catalogue.travel.values()}
    assert {("a", 3), ("b", 5)} <= fame
    grey = [row for row in catalogue.travel.values() if row.coins or row.time or row.goods]
    assert any(row.coins == 1 for row in grey) and any(row.time == 3 for row in grey)  # public pages tell of these
    assert len(grey) < len(catalogue.travel)  # "some" cards have one


def test_the_customers_that_the_rulebook_tells_of_exist(catalogue: Catalogue) -> None:
    """Page 6: a "?" paid with 2 scrolls and no time, a 3/11 with a wagon; page 12: customers of 2, 3 and 4 fame."""
    customers = catalogue.customers.values()
    assert any(not row.values and row.goods == ("scroll", "scroll") and not row.time for row in customers)
    assert any(row.values == (3, 11) and "wagon" in row.goods for row in customers)
    assert Counter(row.fame for row in customers) >= Counter({2: 2, 3: 2, 4: 1})
    assert {good for row in customers for good in row.goods} == set(GOODS)


def test_the_public_brewery_and_room_for_two_scrolls(catalogue: Catalogue) -> None:
    """A public page shows a brewery with 5/8; the example of page 6 pays two scrolls of one scriptorium."""
    assert any(row.kind == "brewery" and row.values == (5, 8) for row in catalogue.crafts.values())
    assert catalogue.craft_kinds["scriptorium"].slots >= 2


def test_what_no_source_states_is_marked(catalogue: Catalogue) -> None:
    """A row whose source is our own marks values; a value that the rulebook states is never marked."""
    for table in Catalogue.__struct_fields__:
        for key, row in getattr(catalogue, table).items():
            if row.source == "house":
                assert row.house, f"{table}.{key}"
    assert not catalogue.travel_stacks["c"].house
    assert "fame" not in catalogue.churches["abbey"].house
    assert not {"values", "time", "white_time", "amount"} & set(catalogue.halls["finance"].house)
    assert not {"values", "fame", "stories", "tile"} & set(catalogue.meeting["meeting"].house)
    for place in catalogue.places.values():
        assert not place.house
    for number in catalogue.players.values():
        assert number.house == ("rat",)


def test_every_value_can_be_used_by_some_banner(catalogue: Catalogue) -> None:
    """No sum of two dice is useless, so that no roll is dead."""
    values = {
        value
        for table in ("churches", "monks", "halls", "meeting", "fields", "crafts", "travel_stacks", "customers")
        for row in getattr(catalogue, table).values()
        for value in row.values
    }
    assert values == set(range(2, 13))


# --- what no box holds ----------------------------------------------------------------------------------------------

CASES: list[tuple[dict[str, Any], str]] = [
    ({"monks": {"quill_1": {"symbol": "jug"}}}, "monks"),
    ({"monks": {"quill_1": {"symbol": "candle"}}}, "monks.quill_1.symbol"),
    ({"monks": {"quill_1": {"effect": "stories", "amount": 1}}}, "monks.quill_1.amount"),
    ({"monks": {"quill_1": {"effect": "school", "amount": 3}}}, "monks.quill_1.amount"),
    ({"monks": {"quill_1": {"effect": "headman", "amount": 2}}}, "monks.quill_1.amount"),
    ({"monks": {"quill_1": {"effect": "bailiff", "amount": 2}}}, "monks.quill_1.amount"),
    ({"monks": {"jug_2": {"values": []}}}, "monks.jug_2.values"),
    ({"monks": {"jug_2": {"values": [1]}}}, "monks.jug_2.values[0]"),
    ({"monks": {"jug_2": {"values": [4, 4]}}}, "monks.jug_2.values"),
    ({"monks": {"jug_2": {"values": [4, 5, 6]}}}, "monks.jug_2.values"),
    ({"monks": {"jug_2": {"ways": [{}]}}}, "monks.jug_2.ways[0]"),
    ({"churches": {"abbey": {"effect": "trade"}}}, "churches"),
    ({"churches": {"abbey": {"ways": [{"coins": 1}, {"coins": 1}]}}}, "churches.abbey.ways[1]"),
    ({"churches": {"abbey": {"ways": [{"goods": ["gold"]}]}}}, "churches.abbey.ways[0].goods[0]"),
    ({"churches": {"abbey": {"values": [9, 8]}}}, "churches.abbey.values"),
    ({"churches": {"abbey": {"white_time": 0}}}, "churches.abbey.white_time"),
    ({"halls": {"finance": {"effect": "guild"}}}, "halls"),
    ({"halls": {"finance": {"white_time": 2}}}, "halls.finance.white_time"),
    ({"halls": {"finance": {"amount": 3}}}, "halls.finance.amount"),
    ({"halls": {"area": {"fame": 1}}}, "halls.area.fame"),
    ({"halls": {"area": {"slots": 4}}}, "halls.area.slots"),
    ({"halls": {"population": {"amount": 3}}}, "halls.population.amount"),
    ({"halls": {"population": {"slots": 6}}}, "halls.population.slots"),
    ({"meeting": {"meeting": {"copies": 3}}}, "meeting.meeting.copies"),
    ({"meeting": {"meeting": {"tile": [2, 11]}}}, "meeting.meeting.tile"),
    ({"meeting": {"meeting": {"stories": 2}}}, "meeting.meeting.stories"),
    ({"meeting": {"meeting": {"white_time": 2}}}, "meeting.meeting.white_time"),
    ({"fields": {"field": {"copies": 9}}}, "fields.field.copies"),
    ({"fields": {"field": {"coins": 2}}}, "fields.field.coins"),
    ({"fields": {"field": {"plow": 2}}}, "fields.field.plow"),
    ({"fields": {"field": {"fame": 2}}}, "fields.field.fame"),
    ({"craft_kinds": {"stable": {"good": "beer"}}}, "craft_kinds.stable.good"),
    ({"craft_kinds": {"stable": {"slots": 0}}}, "craft_kinds.stable.slots"),
    ({"crafts": {"stable_1": {"kind": "brewery"}}}, "crafts"),
    ({"crafts": {"stable_1": {"values": [5, 9]}}}, "crafts.stable_2.values"),
    ({"travel": {"a_1": {"letter": "b"}}}, "travel"),
    ({"travel": {"d_4": {"ends": False}}}, "travel"),
    ({"travel": {"d_1": {"ends": True, "time": 0, "coins": 0, "goods": []}}}, "travel"),
    ({"travel": {"e_1": {"ends": True}}}, "travel.e_1.ends"),
    ({"travel": {"e_1": {"coins": 1}}}, "travel.e_1"),
    ({"travel": {"d_4": {"time": 1}}}, "travel.d_4"),
    ({"travel": {"a_2": {"time": 0, "coins": 0, "goods": ["wagon"]}}}, "travel.a_2.goods"),
    ({"travel": {"a_2": {"time": 1, "coins": 1, "goods": []}}}, "travel.a_2"),
    ({"travel_stacks": {"e": {"ways": [{"coins": 0}]}}}, "travel_stacks.e.ways[0]"),
    ({"customers": {"baker": {"goods": []}}}, "customers.baker.goods"),
    ({"customers": {"baker": {"time": 2}}}, "customers.baker.time"),
    ({"customers": {"baker": {"values": [13]}}}, "customers.baker.values[0]"),
    ({"customers": {"baker": {"values": [11, 3]}}}, "customers.baker.values"),
    ({"customers": {"emperor": {"fame": 9}}}, "customers.emperor"),
    ({"boards": {"board_1": {"values": [2, 12]}}}, "boards.board_1.values"),
    ({"boards": {"board_1": {"values": [5]}}}, "boards.board_1.values"),
    ({"boards": {"board_1": {"values": [6, 9]}, "board_4": {"values": [6, 9]}}}, "boards.board_4.values"),
    ({"places": {"hand": {"values": [4, 11]}}}, "places.hand.values"),
    ({"places": {"headman": {"values": [7]}}}, "places.headman.values"),
    ({"places": {"headman": {"time": 0}}}, "places.headman.time"),
    ({"places": {"school": {"stories": 3}}}, "places.school.stories"),
    ({"places": {"bailiff": {"values": []}}}, "places.bailiff.values"),
    ({"bailiff": {"price_3": {"customers": 2}}}, "bailiff.price_3.customers"),
    ({"bailiff": {"price_3": {"coins": 0}}}, "bailiff.price_3.coins"),
    ({"bailiff": {"price_4": {"time": 2}}}, "bailiff.price_4.time"),
    ({"players": {"players_3": {"white": 8}}}, "players.players_3.white"),
    ({"players": {"players_3": {"black": 3}}}, "players.players_3.black"),
    ({"players": {"players_2": {"coffins": 10}}}, "players.players_2.coffins"),
    ({"players": {"players_2": {"rat": 0}}}, "players.players_2.rat"),
    ({"professions": {"merchant": {"stories": [2, 2]}}}, "professions.merchant.stories[1]"),
    ({"professions": {"abbot": {"stories": [2, 3]}}}, "professions.abbot.stories[1]"),
    ({"professions": {"abbot": {"stories": [2]}}}, "professions.abbot.stories"),
    ({"tracks": {"tracks": {"windows": [0, 2, 4, 7, 10, 14, 21]}}}, "tracks.tracks.windows"),
    ({"tracks": {"tracks": {"coins": [1, 1, 1, 1]}}}, "tracks.tracks.coins"),
    ({"tracks": {"tracks": {"laborer": 4}}}, "tracks.tracks.laborer"),
    ({"tracks": {"tracks": {"hand": 2}}}, "tracks.tracks.hand"),
    ({"tracks": {"tracks": {"black_die": 1}}}, "tracks.tracks.black_die"),
    ({"churches": {"abbey": {"house": ["glory"]}}}, "churches.abbey.house[0]"),
]


@pytest.mark.parametrize(("overlay", "path"), CASES)
def test_what_no_box_holds_is_refused_by_its_path(overlay: dict[str, Any], path: str) -> None:
    assert path in [problem.path for problem in refused("my_village", overlay)]


def test_an_owner_may_state_what_the_cards_show() -> None:
    """What an owner states counts as stated; all other house values stay marked."""
    own = {
        "customers": {"baker": {"values": [2, 12], "goods": ["wagon", "wagon"], "fame": 6}},
        "players": {"players_2": {"rat": 9}},
        "tracks": {"tracks": {"clouds": 12}},
    }
    game = rules.load("my_village", catalogue=own)
    baker = game.catalogue.customers["baker"]  # type: ignore[attr-defined]
    assert (baker.values, baker.fame, baker.house, baker.source) == ((2, 12), 6, ("time",), "owner")
    assert game.setup(players=2, seed=1).rat == 9  # type: ignore[attr-defined]
