"""Fame at the end and ties (rulebook page 12)."""

from __future__ import annotations

import pytest

from .table import Position, load, replace, seat, table


def scored(hand: int = 1, **fields: object) -> dict[str, int]:
    """Score the first of two villages."""
    position = replace(table(seat(**fields), seat()), hand=hand)
    first = position.scores()[0]
    assert first.total == sum(first.sources.values())
    return first.sources


def test_score_nothing__in_an_empty_village() -> None:
    assert set(scored().values()) == {0}
    assert list(scored()) == [
        "church", "windows", "meeting", "hall", "fields", "travel", "customers", "stories", "laborers", "hand",
    ]  # fmt: skip


@pytest.mark.parametrize(("monks", "fame"), list(enumerate((0, 2, 4, 7, 10, 14, 20))))
def test_score_windows__by_their_number(monks: int, fame: int) -> None:
    cards = tuple(sorted(load().catalogue.monks))[:monks]
    assert scored(church="trade", monks=cards)["windows"] == fame
    if monks:
        assert scored(church="abbey", monks=cards[1:])["windows"] == fame  # rule church-abbey


def test_marker_stays__marks_count_without_the_councilman() -> None:
    """What lies in the village scores, whoever is there (rule card-stays too)."""
    away = {"villagers": (True, False, True, True, True)}
    village = {"hall": "area", "marks": ("fields",), "fields": (False, False)}
    assert scored(**village, **away) == scored(**village)


def test_card_stays__cards_score_without_their_villagers() -> None:
    cards = {"church": "abbey", "meeting": True, "hall": "finance", "travel": ("a_1",)}
    nobody = (False, False, False, False, True)
    assert scored(**cards, villagers=nobody) == scored(**cards)


def test_church_abbey__its_window_counts_without_the_abbot() -> None:
    assert scored(church="abbey", villagers=(False, True, True, True, True))["windows"] == 2


def test_score_church__the_churchs_own_fame() -> None:
    for key, row in load().catalogue.churches.items():
        assert scored(church=key)["church"] == row.fame
    assert scored(church="abbey")["church"] == 4


def test_score_council__meeting_place_and_hall_together() -> None:
    rows = load().catalogue.halls
    found = scored(meeting=True, hall="finance")
    assert (found["meeting"], found["hall"]) == (2, rows["finance"].fame)
    assert scored(hall="guild", jokers=3)["hall"] == rows["guild"].fame


def test_hall_area__one_for_each_card_of_a_marked_category() -> None:
    game = load()
    monks, customers = tuple(sorted(game.catalogue.monks)), tuple(sorted(game.catalogue.customers))
    village = {
        "hall": "area",
        "church": "abbey",
        "monks": monks[:3],
        "fields": (False, True),
        "travel": ("a_1", "b_1", "c_1"),
        "crafts": ("stable_1", "", "", "scriptorium_2", ""),
        "customers": customers[5:9],
        "served": customers[:1],
    }
    fixed = game.catalogue.halls["area"].fame
    counts = {"religion": 4, "fields": 2, "travel": 3, "crafts": 2, "customers": 1}
    for area, number in counts.items():
        assert scored(**village, marks=(area,))["hall"] == fixed + number
    assert scored(**village, marks=tuple(sorted(counts)))["hall"] == fixed + 12
    assert scored(**village)["hall"] == fixed


def test_hall_population__four_for_each_marked_villager_who_lives() -> None:
    village = {"hall": "population", "villagers": (True, False, True, True, True)}
    fixed = load().catalogue.halls["population"].fame
    assert scored(**village, marks=("abbot", "merchant"))["hall"] == fixed + 8
    assert scored(**village, marks=("abbot", "councilman"))["hall"] == fixed + 4
    assert scored(**village)["hall"] == fixed


def test_score_fields__one_each() -> None:
    assert scored(fields=(True, False, False))["fields"] == 3


def test_score_travel__what_the_cards_say() -> None:
    rows = load().catalogue.travel
    assert scored(travel=("a_2", "b_3"))["travel"] == rows["a_2"].fame + rows["b_3"].fame


def test_score_customers__only_the_served_ones() -> None:
    rows = load().catalogue.customers
    cards = tuple(sorted(rows))
    found = scored(served=cards[:4], customers=cards[4:8])
    assert found["customers"] == sum(rows[card].fame for card in cards[:4])


def test_score_stories__only_the_safe_ones() -> None:
    found = scored(safe=7, tree=9, coins=5, goods=(1, 1, 1, 1, 1), jokers=2)
    assert found["stories"] == 7
    assert sum(found.values()) == 7  # rule score-nothing


def test_score_laborers__five_off_for_each() -> None:
    assert scored(laborers=2)["laborers"] == -10


def test_score_hand__one_for_its_holder() -> None:
    position = replace(table(seat(), seat()), hand=0, hand_stories=6)
    assert [one.sources["hand"] for one in position.scores()] == [1, 0]
    assert position.scores()[0].total == 1


def tied(first: dict[str, object], second: dict[str, object]) -> tuple[int, ...]:
    """Rank two villages that are equal in fame but for the hand, which is made up for."""
    position: Position = table(seat(**{"safe": 4, **first}), seat(**{"safe": 5, **second}))
    position = replace(position, hand=0)
    assert position.scores()[0].total == position.scores()[1].total == 5
    return tuple(one.rank for one in position.scores())


def test_tie_break__coins_goods_and_stories_on_the_tree() -> None:
    assert tied({}, {}) == (1, 1)  # several winners
    for more in (
        {"coins": 1},
        {"goods": (0, 1, 0, 0, 0)},
        {"tree": 1},
        {"hall": "", "jokers": 1},
    ):
        assert tied({}, more) == (2, 1)
        assert tied(more, {}) == (1, 2)
    assert tied({"coins": 2}, {"goods": (1, 0, 0, 1, 0)}) == (1, 1)


def test_tie_break__plows_on_fields_are_goods_still() -> None:
    position = replace(table(seat(fields=(True,)), seat(fields=(False,), safe=1)), hand=0)
    assert [(one.total, one.rank) for one in position.scores()] == [(2, 1), (2, 2)]


def test_tie_break__markers_that_are_no_goods_do_not_count() -> None:
    assert tied({}, {"sets": 2, "wards": 1, "school": (True, True)}) == (1, 1)
