"""The worked examples of the rulebook, with its people: Rina (0), Carsten (1), Luis (2) and a fourth player (3)."""

from __future__ import annotations

from rules.kingsburg.moves import Build, Place
from rules.kingsburg.values import BATTLES, BUILDINGS, Position

from .table import (
    AUTUMN,
    SPRING,
    SUMMER,
    WINTER,
    goods,
    keys,
    load,
    owned,
    play,
    quiet,
    refused,
    seat,
    table,
    totals,
)

RINA, CARSTEN, LUIS, FOURTH = range(4)


def test_order_rising__example_page_3() -> None:
    """Rina 12, Luis 6, the fourth and Carsten 9 each; the fourth stood before Carsten."""
    old = (RINA, FOURTH, CARSTEN, LUIS)
    position = table(seat(), seat(), seat(), seat(), phase=SPRING, step="roll", order=old, queue=old)
    position = play(position, "roll 0: 2 4 6", "roll 3: 3 3 3", "roll 1: 2 3 4", "roll 2: 1 2 3")
    position = quiet(position, until="influence")
    assert position.order == (LUIS, FOURTH, CARSTEN, RINA)
    assert position.actor == LUIS


def example_page_4() -> Position:
    """Play step b as the rulebook tells it."""
    people = (
        seat(dice=(1, 3, 5)),
        seat(dice=(2, 3, 5)),
        seat(dice=(4, 4, 5), markers=1),
        seat(dice=(2, 2, 6), bonus=(6,), bonus_dice=1),
    )
    position = table(*people, phase=SPRING, step="influence", order=(RINA, CARSTEN, LUIS, FOURTH))
    position = play(position, "place 8: 3 5", "place 7: 2 5")
    assert "place 13: 4 4 5" in keys(position), "Luis could have had the Champion"
    position = play(position, "place 15: 4 4 5 +2")
    refused(position, Place(8, (2, 6)), "influence-free")
    position = play(position, "place 4: 2 2", "place 1: 1", "place 3: 3")
    assert (position.actor, keys(position)) == (LUIS, {"pass"})
    return play(position, "pass", "place 12: 6 w6")


def test_influence_exact__example_page_4() -> None:
    position = example_page_4()
    assert [(group.rank, group.seat) for group in position.placements] == [
        (8, RINA), (7, CARSTEN), (15, LUIS), (4, FOURTH), (1, RINA), (3, CARSTEN), (12, FOURTH),
    ]  # fmt: skip
    for _ in range(3):
        assert position.step == "influence"
        assert keys(position) == {"pass"}
        position = play(position, "pass")
    assert position.step != "influence"


def test_gifts_rising__example_page_4_goes_on() -> None:
    """The gifts of the same example: 1, 3, 4, 7, 8, 12, 15."""
    position = quiet(example_page_4(), until="gifts")
    assert (position.actor, keys(position)) == (FOURTH, {"take 1 gold", "take 1 wood"})
    position = play(position, "take 1 gold")
    assert position.actor == CARSTEN
    position = play(position, "take 1 stone")
    assert position.actor == FOURTH
    position = play(position, "take 2 stone")
    assert [goods(position, number) for number in range(4)] == [(2, 0, 0), (0, 1, 1), (1, 1, 1), (1, 0, 2)]
    assert [person.markers for person in position.seats] == [0, 1, 0, 1]
    assert totals(position) == [1, 0, 0, 0]


def test_build_cost__example_statue_page_6() -> None:
    """Rina has 2 gold and 1 wood and builds the Statue: 3 points, and the Chapel comes next."""
    position = table(seat(gold=2, wood=1), seat(), seat(), phase=SPRING, step="build")
    refused(position, Build("chapel"), "build-left", "build-cost")
    after = play(position, "build statue")
    assert goods(after, RINA) == (0, 1, 0)
    assert totals(after)[RINA] == 3
    later = table(seat(gold=3, stone=1, buildings="statue"), seat(), phase=AUTUMN, step="build")
    assert "build chapel" in keys(later)


def test_build_left__example_page_6() -> None:
    """One building of each row: the leftmost, or the one right of what is there."""
    rich = seat(gold=9, wood=9, stone=9, buildings="statue chapel inn palisade stable stone_wall fortress")
    position = table(rich, seat(), phase=SPRING, step="build")
    assert keys(position, "build") == {"build church", "build market", "build guard_tower", "build barricade"}


def test_battle_lose__example_goblins_page_7() -> None:
    """Goblins of strength 4: Rina and Luis hold, the fourth wins, Carsten loses the Market and two points."""
    people = (
        seat(soldiers=2, gold=1, buildings="palisade barricade"),
        seat(soldiers=1, gold=1, points=10, buildings="inn market guard_tower barricade crane"),
        seat(soldiers=3, wood=1, buildings="guard_tower"),
        seat(soldiers=2, stone=1, buildings="guard_tower blacksmith barricade"),
    )
    position = table(*people, phase=WINTER, step="reveal", year=3)
    after = play(position, "enemy goblins_3_4")
    assert [goods(after, number) for number in range(4)] == [(1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)]
    assert totals(after) == [0, 8, 0, 1]
    assert after.seats[CARSTEN].points[BUILDINGS] == -1
    assert after.seats[CARSTEN].points[BATTLES] == -1
    assert owned(after, CARSTEN) == {"inn", "guard_tower", "barricade", "crane"}
    assert [person.buildings for person in after.seats] == [2, 4, 1, 3]


def test_favour_share__example_year_1_page_3() -> None:
    position = load().setup(players=5, seed=9)
    order = position.order
    for number in order:
        assert position.actor == number
        position = play(position, "take 1 gold")
    assert [person.gold for person in position.seats] == [1] * 5
    assert sum(person.bonus_dice for person in position.seats) == 0


def test_inn_marker__example_built_in_summer_page_10() -> None:
    position = table(seat(gold=1, wood=1), seat(), seat(), phase=SUMMER, step="build", queue=(0,))
    assert play(position, "build inn").seats[0].markers == 1


def test_chapel_reroll__example_page_10() -> None:
    """2, 2, 2 and a bonus die 2: the Statue gives a 1, the total is 7, the Chapel rerolls all; then no more."""
    people = (seat(dice=(2, 2, 2), bonus=(2,), bonus_dice=1, buildings="statue chapel"), seat(dice=(6, 6, 6)))
    for low in ("roll 0: 1 1 1 w1", "roll 0: 1 2 2 w2"):
        position = table(*people, phase=SPRING, step="change", queue=(0, 1))
        assert "change chapel" not in keys(position)
        position = play(position, "change statue 2", "roll 0: 1")
        assert sum(position.seats[0].dice + position.seats[0].bonus) == 7
        assert keys(position) == {"change chapel", "keep"}
        position = play(position, "change chapel", low)
        assert not (position.step == "change" and position.actor == 0 and len(position.legal_moves()) > 1)


def test_crane_discount__example_farms_page_10() -> None:
    people = (seat(gold=1, wood=3, stone=1, buildings="inn market barricade crane"), seat())
    position = table(*people, phase=SPRING, step="build")
    assert goods(play(position, "build farms"), 0) == (0, 0, 0)


def test_market_once__example_page_10() -> None:
    """A total of 9 reaches the Treasurer (8) or the General (10)."""
    position = table(seat(dice=(4, 5), buildings="inn market"), seat(), phase=SPRING, step="influence")
    assert {"place 8: 4 5 market-1", "place 10: 4 5 market+1"} <= keys(position)


def test_stable_soldier__example_page_11() -> None:
    """General 3 for 2, Sergeant 2 for 1, King 2 for 1."""
    for dice, rank, soldiers in (((4, 6), 10, 3), ((5,), 5, 2), ((6, 6, 6), 18, 2)):
        people = (seat(dice=dice, buildings="palisade stable"), seat())
        position = table(*people, phase=SPRING, step="influence", queue=(0,))
        position = play(position, f"place {rank}: {' '.join(map(str, dice))}")
        assert quiet(position, until="build").seats[0].soldiers == soldiers


def test_town_hall__example_page_11() -> None:
    """Neither a marker and a good, nor two of one, for two points; the Inn's marker may be paid at once."""
    people = (seat(gold=2, markers=1, buildings="inn barricade crane town_hall"), seat())
    position = play(table(*people, phase=SUMMER, step="build", queue=(0,)), "pass")
    assert position.seats[0].markers == 2
    before = totals(position)[0]
    after = play(position, "pay marker")
    assert totals(after)[0] == before + 1
    assert after.step != "town_hall"


def test_smuggler__example_from_0_to_59_page_5() -> None:
    """On the track 59 stands for -1."""
    position = table(seat(dice=(3, 5, 6)), seat(), phase=SPRING, step="influence", queue=(0,))
    position = play(position, "place 14: 3 5 6", "pass", "take 3 gold")
    assert totals(position)[0] == -1


def test_academy_soldiers__example_page_10_with_modules_1_and_3() -> None:
    academy = "recruiting_office improvised_defenses signal_tower military_academy"
    position = table(seat(buildings=academy), seat(), phase=WINTER, step="army", modules=("buildings", "army"))
    position = play(position, "army 3", "army 0")
    assert [person.soldiers for person in position.seats] == [3, 0]
    assert play(position, "academy 0: 1").seats[0].soldiers == 4
