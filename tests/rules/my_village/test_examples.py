"""Every worked example of the rulebook, with the numbers that it states laid over the shipped cards."""

from __future__ import annotations

from typing import Any

import rules
from rules.my_village.steps import run
from rules.my_village.values import Seat

from .table import Position, keys, load, play, refused, replace, seat, table

FRANK, PETER, INA = range(3)
WITHOUT_COUNCILMAN = (True, False, True, True, True)


def laid(catalogue: dict[str, Any], *seats: Seat, **fields: Any) -> Position:
    """Lay a position with cards on which the numbers of the example are printed."""
    game = rules.load("my_village", catalogue=catalogue)
    return replace(table(*seats, **fields), game=game)


def test_prepare_roll__preparation_with_three_players() -> None:
    """Frank lays one story point on the hand and rolls eight dice, six white and two black: the pool of this round."""
    position = run(table(seat(), seat(), seat(), step="prepare", hand=FRANK, hand_stories=0))
    assert position.hand_stories == 1
    position = play(position, "roll white 1 2 3 4 5 6", "roll black 2 5")
    assert (len(position.white), len(position.black), position.actor) == (6, 2, FRANK)


def test_dice_sum__a_banner_value_of_3() -> None:
    """A white 1 with a black 2 would cost 2 time; a white 1 with a white 4 costs 2 coins."""
    position = table(seat(coins=2), seat(), seat(), step="dice", white=(1, 4), black=(2,))
    threes = {key for key in keys(position) if key.split()[3] == "3"}
    assert threes == {"dice w1 b2 3", "dice w1 w4 3"}
    plague = play(position, "dice w1 b2 3")
    assert (plague.seats[FRANK].time, plague.seats[FRANK].coins, plague.value) == (2, 2, 3)
    bought = play(position, "dice w1 w4 3")
    assert (bought.seats[FRANK].time, bought.seats[FRANK].coins, bought.value) == (0, 0, 3)
    poor = table(seat(coins=1), seat(), seat(), step="dice", white=(1, 4), black=(2,))
    assert "dice w1 w4 3" not in keys(poor)


def test_hall_finance__a_town_hall() -> None:
    """With a 3 and 4 time Frank takes the town hall that gives 2 coins; it needs his councilman, and no hall yet."""
    position = table(seat(), seat(), seat(), step="banner", value=3)
    after = play(position, "hall finance")
    village = after.seats[FRANK]
    assert (village.hall, village.time, village.coins) == ("finance", 4, 2)
    assert "finance" not in after.halls
    assert play(position, "hall finance").acting == PETER
    alone = table(seat(villagers=WITHOUT_COUNCILMAN), seat(), seat(), step="banner", value=3)
    assert "hall-villager" in refused(alone, "hall finance")
    second = table(seat(hall="guild"), seat(), seat(), step="banner", value=3)
    assert "hall-one" in refused(second, "hall finance")


def test_bailiff_take__three_customers() -> None:
    """Frank takes three customers for 1 coin and 2 time, and three others are turned up."""
    position = table(seat(coins=1), seat(), seat(), step="banner", value=4)
    chosen = sorted(position.customers)[:3]
    after = play(position, " ".join(["bailiff", *chosen]))
    village = after.seats[FRANK]
    assert (sorted(village.customers), village.coins, village.time) == (chosen, 0, 2)
    turned = 0
    while after.question == "refill":
        after = after.play(after.chance()[0][0])
        turned += 1
    assert turned == 3 and "" not in after.customers and len(after.customers) == 6
    assert not set(after.customers) & set(chosen)
    assert after.acting == PETER


def test_white_order__several_white_banners_with_a_3() -> None:
    """The descendant becomes councilman, so the town hall works, then a customer with "?" gets two scrolls; the one who
    wants a wagon cannot be served."""
    scribe, driver = load().customers[:2]
    cards = {
        "customers": {
            scribe: {"values": [], "time": 0, "goods": ["scroll", "scroll"]},
            driver: {"values": [3, 11], "time": 0, "goods": ["wagon"]},
        }
    }
    board = next(key for key, row in load().catalogue.boards.items() if 3 not in row.values)
    village = seat(
        board=board,
        villagers=WITHOUT_COUNCILMAN,
        school=(True, False),
        hall="finance",
        crafts=("", "", "", "scriptorium_1", ""),
        goods=(0, 0, 0, 2, 0),
        customers=tuple(sorted((scribe, driver))),
    )
    position = laid(cards, village, seat(), seat(), step="banner", value=3)
    assert "use hall" not in keys(position)
    position = play(position, "school left councilman")
    assert (position.seats[FRANK].villagers, position.seats[FRANK].time) == ((True,) * 5, 1)
    assert "white-once" in refused(position, "school train")
    position = play(position, "use hall")
    assert (position.seats[FRANK].coins, position.seats[FRANK].time) == (2, 2)
    assert "white-once" in refused(position, "use hall")
    assert "customer-goods" in refused(position, f"serve {driver} wagon")
    position = play(position, f"serve {scribe} scroll scroll")
    village = position.seats[FRANK]
    assert (village.served, village.customers, village.goods) == ((scribe,), (driver,), (0,) * 5)
    assert position.acting == PETER


def test_rat_plague__a_merchant_dies_and_the_plague_comes() -> None:
    """The merchant's second space gives 1 story point; the rat, 4 fields before the plague, rolls a 5: of 5, 1 and 8
    stories 3, 1 and 4 remain, and the rat goes back to the start of three players."""
    village = seat(tree=4, crossed=True)
    position = run(table(village, seat(tree=1), seat(tree=8), step="death", rat=4, chronicle=(0, 0, 0, 0, 1)))
    position = play(position, "dies merchant")
    assert (position.seats[FRANK].tree, position.chronicle[4], position.rat) == (5, 2, 4)
    position = play(position, "rat 5")
    assert [one.tree for one in position.seats] == [3, 1, 4]
    assert position.rat == load().catalogue.players["players_3"].rat
    assert position.acting == PETER and position.question == "dice"


def test_travel_grey__travelling_on_to_c() -> None:
    """C takes a 7, 2 time, and a wagon or 2 coins; the grey banner of the B card asks for a beer as well."""
    cards = {
        "travel": {"b_1": {"time": 0, "coins": 0, "goods": ["beer"]}},
        "travel_stacks": {"c": {"values": [7], "time": 2, "ways": [{"goods": ["wagon"]}, {"coins": 2}]}},
    }
    decks = list(load().travel)
    decks[0], decks[1] = decks[0][1:], decks[1][1:]
    village = seat(
        coins=2,
        travel=("a_1", "b_1"),
        crafts=("", "brewery_1", "", "", "wainwright_1"),
        goods=(0, 1, 0, 0, 1),
    )
    fields = {"step": "banner", "value": 7, "travel_decks": tuple(decks)}
    position = laid(cards, village, seat(), seat(), **fields)
    assert keys(position, "travel") == {"travel c beer wagon", "travel c beer coin coin"}
    by_wagon = play(position, "travel c beer wagon", "travel c_2").seats[FRANK]
    assert (by_wagon.travel, by_wagon.time, by_wagon.coins, by_wagon.goods) == (("a_1", "b_1", "c_2"), 2, 2, (0,) * 5)
    by_coins = play(position, "travel c beer coin coin", "travel c_2").seats[FRANK]
    assert (by_coins.coins, by_coins.goods) == (0, (0, 0, 0, 0, 1))
    thirsty = laid(cards, replace(village, goods=(0, 0, 0, 0, 1)), seat(), seat(), **fields)
    assert "travel-grey" in refused(thirsty, "travel c wagon")


def test_tile_values__the_tile_beside_a_banner_with_3() -> None:
    """The banner can be activated with 2, 3 or 12, and still costs 1 time."""
    for value in range(2, 13):
        village = seat(hall="finance", meeting=True, tile="hall")
        position = table(village, seat(), seat(), step="banner", value=value)
        assert ("use hall" in keys(position)) == (value in (2, 3, 12))
        if value in (2, 3, 12):
            after = play(position, "use hall").seats[FRANK]
            assert (after.time, after.coins) == (1, 2)


def test_score_council__the_58_points_of_frank() -> None:
    game = load()
    served = game.customers[:5]
    cards = {
        "halls": {"area": {"fame": 0}},
        "travel": {"a_1": {"fame": 3}, "b_1": {"fame": 5}},
        "customers": {card: {"fame": fame} for card, fame in zip(served, (2, 2, 3, 3, 4), strict=True)},
    }
    village = seat(
        church="abbey",
        monks=tuple(sorted(game.catalogue.monks))[:3],
        hall="area",
        marks=("customers", "religion", "travel"),
        meeting=True,
        fields=(False,),
        travel=("a_1", "b_1"),
        served=served,
        safe=7,
        tree=6,
    )
    position = replace(laid(cards, village, seat(), seat()), hand=FRANK, hand_stories=2)
    score = position.scores()[FRANK]
    assert score.sources == {
        "church": 4,
        "windows": 10,
        "meeting": 2,
        "hall": 11,
        "fields": 1,
        "travel": 8,
        "customers": 14,
        "stories": 7,
        "laborers": 0,
        "hand": 1,
    }
    assert (score.total, score.rank) == (58, 1)
