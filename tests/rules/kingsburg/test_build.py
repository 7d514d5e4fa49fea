"""Step d of a season: building, the envoy's second building, and the end of a season (pages 6, 10 and 11)."""

from __future__ import annotations

import pytest

from rules.kingsburg.moves import Build, Pay
from rules.kingsburg.values import BUILDINGS, EFFECTS, Position

from .table import (
    AUTUMN,
    SPRING,
    SUMMER,
    goods,
    keys,
    load,
    owned,
    play,
    refused,
    seat,
    table,
    totals,
)

HALL = "barricade crane town_hall"
EMBASSY = HALL + " embassy"
RICH = {"gold": 9, "wood": 9, "stone": 9}

#: Costs (gold, wood, stone) and points, row by row, as four public lists and the rulebook have them.
BUILDINGS_OF_THE_BOX = {
    "statue": (2, 0, 0, 3), "chapel": (3, 0, 1, 5), "church": (3, 1, 2, 7), "cathedral": (5, 0, 3, 9),
    "inn": (1, 1, 0, 0), "market": (2, 2, 0, 1), "farms": (2, 3, 1, 2), "merchants_guild": (3, 1, 2, 4),
    "guard_tower": (1, 0, 1, 1), "blacksmith": (1, 2, 0, 2), "barracks": (2, 2, 1, 4), "wizards_guild": (3, 2, 2, 6),
    "palisade": (0, 2, 0, 0), "stable": (1, 1, 1, 2), "stone_wall": (2, 0, 2, 2), "fortress": (3, 0, 2, 4),
    "barricade": (0, 1, 0, 0), "crane": (0, 1, 1, 1), "town_hall": (2, 1, 1, 2), "embassy": (2, 2, 2, 4),
}  # fmt: skip
ROWS = [list(BUILDINGS_OF_THE_BOX)[start : start + 4] for start in range(0, 20, 4)]


def building(*seats: dict[str, object], **fields: object) -> Position:
    """Lay out step d of spring; seat 0 builds first."""
    return table(*seats, **{"phase": SPRING, "step": "build", **fields})


def last(*seats: dict[str, object], phase: int = SPRING, **fields: object) -> Position:
    """Lay out step d with seat 0 as the last to build."""
    return building(*seats, phase=phase, queue=(0,), **fields)


# --- what may be built --------------------------------------------------------------------------------------------


def test_build_one__each_in_turn_order_once() -> None:
    position = building(seat(**RICH), seat(**RICH), seat(**RICH), order=(2, 0, 1), queue=(2, 0, 1))
    asked = []
    while position.step == "build":
        asked.append(position.actor)
        position = play(position, "build inn")
    assert asked == [2, 0, 1]
    assert all(person.buildings == 1 for person in position.seats)


def test_build_one__building_nothing_is_allowed() -> None:
    position = play(building(seat(**RICH), seat()), "pass")
    assert (position.seats[0].buildings, position.actor) == (0, 1)


def test_build_left__only_the_first_of_each_row_that_is_missing() -> None:
    """The picture of the building restrictions: leftmost, or right of what one owns."""
    position = building(seat(**RICH, buildings="statue inn market palisade stable stone_wall barricade"), seat())
    assert keys(position, "build") == {
        "build chapel",
        "build farms",
        "build guard_tower",
        "build fortress",
        "build crane",
    }


def test_build_left__a_gap_is_refused() -> None:
    position = building(seat(**RICH, buildings="statue"), seat())
    refused(position, Build("church"), "build-left")
    refused(position, Build("market"), "build-left")
    findings = refused(building(seat(), seat()), Build("farms"), "build-left", "build-cost")
    assert len(findings) == 2, "all defects at once"


def test_build_owned__a_building_cannot_be_built_twice() -> None:
    position = building(seat(**RICH, buildings="statue chapel"), seat())
    refused(position, Build("statue"), "build-owned")
    refused(position, Build("chapel"), "build-owned")


def test_build_sheet__only_what_the_sheet_shows() -> None:
    position = building(seat(**RICH), seat())
    refused(position, Build("castle"), "build-sheet")
    refused(position, Build(""), "build-sheet", typed=False)


def test_build_sheet__places_of_the_twenty_buildings() -> None:
    assert [[cell.id for cell in row] for row in load().short_sheet.rows] == ROWS


@pytest.mark.parametrize("name", BUILDINGS_OF_THE_BOX)
def test_build_cost__exactly_the_printed_goods(name: str) -> None:
    gold, wood, stone, points = BUILDINGS_OF_THE_BOX[name]
    row = next(row for row in ROWS if name in row)
    left = " ".join(row[: row.index(name)])
    if "crane" in left.split():
        gold -= 1
    exact = seat(gold=gold, wood=wood, stone=stone, buildings=left)
    position = play(building(exact, seat()), f"build {name}")
    assert goods(position, 0) == (0, 0, 0)
    assert totals(position) == [points, 0]
    for kind, number in zip(("gold", "wood", "stone"), (gold, wood, stone), strict=True):
        if number:
            short = {"gold": gold, "wood": wood, "stone": stone, kind: number - 1}
            refused(building(seat(**short, buildings=left), seat()), Build(name), "build-cost")


def test_build_points__at_once_and_by_source() -> None:
    position = play(building(seat(**RICH, points=1), seat()), "build statue")
    assert totals(position) == [4, 0]
    assert position.seats[0].points[BUILDINGS] == 3


def test_build_cost__other_goods_do_not_help() -> None:
    refused(building(seat(wood=9, stone=9), seat()), Build("statue"), "build-cost")


# --- the Crane ----------------------------------------------------------------------------------------------------


def test_crane_discount__one_gold_less_in_columns_three_and_four() -> None:
    position = play(
        building(seat(gold=1, wood=3, stone=1, buildings="inn market barricade crane"), seat()), "build farms"
    )
    assert goods(position, 0) == (0, 0, 0)
    position = play(
        building(seat(gold=4, stone=3, buildings="statue chapel church barricade crane"), seat()), "build cathedral"
    )
    assert goods(position, 0) == (0, 0, 0)


def test_crane_discount__not_in_columns_one_and_two() -> None:
    refused(building(seat(gold=2, stone=1, buildings="statue barricade crane"), seat()), Build("chapel"), "build-cost")
    refused(building(seat(gold=1, buildings="barricade crane"), seat()), Build("statue"), "build-cost")


def test_crane_discount__each_time_and_at_once() -> None:
    """Edge case 21: a Crane just built helps the envoy's second building, its own right neighbour too."""
    position = building(seat(gold=1, wood=2, stone=2, buildings="barricade"), seat(), envoy=0)
    position = play(position, "build crane")
    assert position.step == "second"
    assert "build town_hall" in keys(position)
    position = play(position, "build town_hall")
    assert goods(position, 0) == (0, 0, 0)
    assert owned(position, 0) == {"barricade", "crane", "town_hall"}


# --- the envoy's second building ----------------------------------------------------------------------------------


def test_envoy_second__right_after_the_first_before_the_next_seat() -> None:
    position = building(seat(**RICH), seat(**RICH), envoy=0)
    position = play(position, "build statue")
    assert (position.actor, position.step) == (0, "second")
    assert {"build chapel", "build inn", "pass"} <= keys(position)
    position = play(position, "build chapel")
    assert (position.actor, position.step, position.envoy) == (1, "build", -1)
    assert totals(position)[0] == 8


def test_envoy_second__it_may_be_kept() -> None:
    position = play(building(seat(**RICH), seat(), envoy=0), "build statue", "pass")
    assert (position.actor, position.envoy) == (1, 0)


def test_envoy_second__not_without_the_envoy_and_never_a_third() -> None:
    position = play(building(seat(**RICH), seat(**RICH), envoy=1), "build statue")
    assert position.actor == 1
    position = play(building(seat(**RICH), seat(), envoy=0), "build statue", "build inn")
    assert position.actor == 1


def test_envoy_second__normal_rules_hold() -> None:
    position = play(building(seat(gold=3, wood=1), seat(), envoy=0), "build statue")
    assert keys(position) == {"build inn", "build barricade", "pass"}
    refused(position, Build("statue"), "build-owned")
    refused(position, Build("church"), "build-left", "build-cost")


# --- the end of a season ------------------------------------------------------------------------------------------


def test_inn_marker__in_summer_only() -> None:
    for phase, markers in ((SPRING, 0), (SUMMER, 1), (AUTUMN, 0)):
        position = play(last(seat(buildings="inn"), seat(), phase=phase), "pass")
        assert [person.markers for person in position.seats] == [markers, 0]


def test_inn_marker__already_in_the_summer_in_which_it_is_built() -> None:
    position = play(last(seat(gold=1, wood=1), seat(), phase=SUMMER), "build inn")
    assert position.seats[0].markers == 1


@pytest.mark.parametrize("phase", [SPRING, SUMMER, AUTUMN])
def test_embassy_point__every_season(phase: int) -> None:
    position = play(last(seat(buildings=EMBASSY), seat(buildings=EMBASSY), phase=phase), "pass")
    assert [person.points[EFFECTS] for person in position.seats] == [1, 1]


def test_embassy_point__already_in_the_season_in_which_it_is_built() -> None:
    position = play(last(seat(gold=1, wood=2, stone=2, buildings=HALL), seat(), phase=AUTUMN), "build embassy")
    assert position.seats[0].points[EFFECTS] == 1


def test_embassy_point__for_a_seat_that_builds_nothing_and_not_for_others() -> None:
    position = play(last(seat(), seat(buildings=EMBASSY), phase=AUTUMN), "pass")
    assert [person.points[EFFECTS] for person in position.seats] == [0, 1]


@pytest.mark.parametrize("what", ["gold", "wood", "stone", "marker"])
def test_town_hall__one_good_or_marker_for_one_point(what: str) -> None:
    position = play(last(seat(gold=2, wood=2, stone=2, markers=2, buildings=HALL), seat(), phase=AUTUMN), "pass")
    assert keys(position) == {"pay gold", "pay wood", "pay stone", "pay marker", "decline"}
    person = play(position, f"pay {what}").seats[0]
    assert person.points[EFFECTS] == 1
    assert (person.gold, person.wood, person.stone, person.markers) == tuple(
        2 - (name == what) for name in ("gold", "wood", "stone", "marker")
    )


def test_town_hall__once_a_season() -> None:
    position = play(last(seat(gold=2, markers=2, buildings=HALL), seat(), phase=AUTUMN), "pass", "pay gold")
    assert position.step != "town_hall"
    assert position.seats[0].points[EFFECTS] == 1


def test_town_hall__may_be_declined_and_needs_something_to_pay() -> None:
    position = play(last(seat(gold=2, buildings=HALL), seat(), phase=AUTUMN), "pass", "decline")
    assert (position.seats[0].gold, position.seats[0].points[EFFECTS]) == (2, 0)
    position = play(last(seat(buildings=HALL), seat(), phase=AUTUMN), "pass")
    assert position.step == "recruit"


def test_town_hall__in_the_season_in_which_it_is_built() -> None:
    position = play(
        last(seat(gold=2, wood=1, stone=1, buildings="barricade crane"), seat(), phase=AUTUMN), "build town_hall"
    )
    assert keys(position) == {"pay gold", "decline"}


def test_town_hall_pay__what_one_does_not_have() -> None:
    position = play(last(seat(gold=1, buildings=HALL), seat(), phase=AUTUMN), "pass")
    assert "wood" in refused(position, Pay("wood"), "town-hall-pay")[0].text
    assert "+2 marker" in refused(position, Pay("marker"), "town-hall-pay")[0].text
    refused(position, Pay("soldier"), "town-hall")


def test_inn_marker__pays_the_town_hall_at_once() -> None:
    """Edge case 6: the Inn comes first, and its marker may pay the Town Hall in the same summer."""
    position = play(last(seat(buildings="inn " + HALL), seat(), phase=SUMMER), "pass")
    assert keys(position) == {"pay marker", "decline"}
    position = play(position, "pay marker")
    assert (position.seats[0].markers, position.seats[0].points[EFFECTS]) == (0, 1)


def test_marker_once__the_town_hall_does_not_count_against_it() -> None:
    """R6: a marker used for an advisor and one paid to the Town Hall in one season."""
    person = seat(dice=(1, 2, 3), markers=2, buildings=HALL)
    position = table(person, seat(), phase=AUTUMN, step="influence")
    position = play(position, "place 5: 3 +2", "pass", "pass", "pass", "pass")
    assert position.step == "town_hall"
    assert play(position, "pay marker").seats[0].markers == 0
