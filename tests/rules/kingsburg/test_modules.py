"""Modules 1 (rows A and G) and 3 (King's-army markers), and modules together (pages 9 and 10)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from rules.kingsburg.moves import Army, Build, King, Recruit, Use
from rules.kingsburg.values import ARMY, BATTLES, EFFECTS, UNKNOWN_MARKER, Placement, Position

from .table import (
    AUTUMN,
    RECRUIT,
    SPRING,
    SUMMER,
    WINTER,
    goods,
    keys,
    load,
    outcomes,
    owned,
    play,
    quiet,
    refused,
    seat,
    table,
    totals,
)

ROWS = ("buildings",)
MARKERS = ("army",)
ROW_A = "sawmill quarry goldsmith mint"
ROW_G = "recruiting_office improvised_defenses signal_tower military_academy"
RICH = {"gold": 9, "wood": 9, "stone": 9}


def working(*seats: dict[str, object], **fields: object) -> Position:
    """Let all pass in step b with module 1, so that workshops follow."""
    position = table(*seats, **{"phase": SPRING, "step": "influence", "modules": ROWS, **fields})
    return play(position, *["pass"] * len(seats))


# --- module 1: the sheet ------------------------------------------------------------------------------------------


def test_module1_rows__seven_rows_a_to_g() -> None:
    position = load().setup(players=3, seed=1, modules=ROWS)
    assert "".join(position.sheet.letters) == "ABCDEFG"
    assert all(len(row) == 4 for row in position.sheet.rows)
    assert [cell.id for cell in position.sheet.rows[0]] == ROW_A.split()
    assert [cell.id for cell in position.sheet.rows[6]] == ROW_G.split()
    assert "".join(load().setup(players=3, seed=1).sheet.letters) == "BCDEF"


def test_module1_rows__the_same_rules_for_building() -> None:
    position = table(seat(**RICH), seat(), phase=SPRING, step="build", modules=ROWS)
    assert {"build sawmill", "build recruiting_office", "build statue"} <= keys(position)
    refused(position, Build("quarry"), "build-left")
    after = play(position, "build sawmill")
    row = load().catalogue.buildings["sawmill"]
    assert totals(after)[0] == row.points
    assert goods(after, 0) == (9 - row.gold, 9 - row.wood, 9 - row.stone)


def test_module1_rows__not_without_the_module() -> None:
    position = table(seat(**RICH), seat(), phase=SPRING, step="build")
    refused(position, Build("sawmill"), "module1-rows")


def test_module1_rows__row_a_is_the_topmost_when_destroyed() -> None:
    people = (seat(buildings="sawmill inn recruiting_office"), seat(soldiers=8))
    position = table(*people, phase=WINTER, step="reveal", year=5, modules=ROWS)
    assert owned(play(position, "enemy barbarians_5_8"), 0) == {"inn", "recruiting_office"}


# --- module 1: workshops ------------------------------------------------------------------------------------------


def test_workshop_use__between_gifts_and_building() -> None:
    position = working(seat(wood=1, buildings="sawmill"), seat())
    assert (position.step, position.actor) == ("works", 0)
    assert keys(position) == {"use sawmill", "decline"}
    row = load().catalogue.buildings["sawmill"]
    after = play(position, "use sawmill")
    assert goods(after, 0) == (row.gain.gold, 1 - row.pay_number, 0)
    assert after.step == "build"


def test_workshop_use__each_once_a_season() -> None:
    position = play(working(seat(**RICH, buildings="sawmill quarry goldsmith"), seat()), "use sawmill")
    refused(position, Use("sawmill"), "workshop-use")
    assert keys(position) == {"use quarry", "use goldsmith", "decline"}
    after = play(position, "use goldsmith", "use quarry")
    assert after.step == "build"
    gain = load().catalogue.buildings["goldsmith"].gain
    assert (after.seats[0].soldiers, after.seats[0].points[EFFECTS]) == (gain.soldiers, gain.points)
    summer = quiet(quiet(after, phase=SUMMER), until="works")
    assert "use sawmill" in keys(summer)


def test_workshop_use__only_ones_own() -> None:
    position = working(seat(**RICH, buildings="sawmill"), seat(**RICH, buildings="sawmill quarry"))
    refused(position, Use("quarry"), "workshop-use")
    refused(position, Use("inn"), "workshop-use")
    refused(position, Use("mill"), "workshop-use")


def test_workshop_pay__what_one_does_not_have() -> None:
    position = working(seat(wood=1, buildings="sawmill quarry"), seat())
    findings = refused(position, Use("quarry"), "workshop-pay")
    assert {0, 1} <= set(dict(findings[0].numbers).values())


def test_mint_gold__one_more_from_each_advisor_that_gives_gold() -> None:
    groups = tuple(Placement(rank, 0, (1,)) for rank in (2, 8, 13, 15))
    position = working(seat(buildings=ROW_A), seat(), placements=groups)
    assert goods(position, 0) == (1 + 2 + 1 + 3, 1, 3 + 1)


def test_mint_gold__only_for_its_owner_and_not_without_gold() -> None:
    groups = (Placement(2, 1, (2,)), Placement(3, 0, (3,)))
    position = working(seat(buildings=ROW_A), seat(), placements=groups)
    assert [goods(position, number) for number in (0, 1)] == [(0, 1, 0), (1, 0, 0)]


# --- module 1: winter ---------------------------------------------------------------------------------------------


def test_recruiting_markers__pay_for_soldiers_each_time_beside_the_barracks() -> None:
    barracks = "recruiting_office guard_tower blacksmith barracks"
    position = table(seat(gold=1, markers=2, buildings=barracks), seat(), phase=RECRUIT, step="recruit", modules=ROWS)
    assert keys(position) == {
        "recruit nothing", "recruit 1 gold", "recruit 1 markers", "recruit 2 markers",
        "recruit 1 gold 1 markers", "recruit 1 gold 2 markers",
    }  # fmt: skip
    after = play(position, "recruit 1 gold 2 markers")
    assert (after.seats[0].soldiers, after.seats[0].markers, after.seats[0].gold) == (3, 0, 0)
    refused(position, Recruit(markers=3), "recruit-have")


@pytest.mark.parametrize(("enemy", "helps"), [("orcs_3_5", True), ("goblins_3_4", True), ("zombies_3_6", False)])
def test_improvised_strength__printed_strength_of_5_or_less(enemy: str, helps: bool) -> None:
    card = load().catalogue.enemies[enemy]
    amount = load().catalogue.buildings["improvised_defenses"].amount
    needed = card.strength - (amount if helps else 0)
    results = []
    for soldiers in (needed - 1, needed, needed + 1):
        people = (seat(soldiers=soldiers, buildings="recruiting_office improvised_defenses"), seat(soldiers=15))
        position = table(*people, phase=WINTER, step="reveal", year=3, modules=ROWS)
        after = play(position, f"enemy {enemy}")
        results.append(after.seats[0].points[BATTLES] + after.seats[0].goods)
    assert results[0] == -card.lose_points
    assert results[1] == 0
    assert results[2] == card.win_points + card.win_gold + card.win_wood + card.win_stone


@pytest.mark.parametrize("face", range(1, 7))
def test_academy_soldiers__half_the_kings_die_rounded_up(face: int) -> None:
    position = table(seat(buildings=ROW_G), seat(), phase=WINTER, step="king", modules=ROWS)
    after = play(position, f"king {face}")
    assert [person.soldiers for person in after.seats] == [face + (face + 1) // 2, face]


def test_academy_soldiers__an_own_die_with_module_3_after_the_choice() -> None:
    people = (seat(buildings=ROW_G), seat())
    position = table(*people, phase=WINTER, step="army", modules=("buildings", "army"))
    position = play(position, "army 2", "army 4")
    assert position.step == "academy"
    assert outcomes(position) == {f"academy 0: {face}": Fraction(1, 6) for face in range(1, 7)}
    after = play(position, "academy 0: 5")
    assert [person.soldiers for person in after.seats] == [2 + 3, 4]
    assert after.step == "reveal"


# --- module 3 -----------------------------------------------------------------------------------------------------


def test_module3_choose__instead_of_the_kings_die() -> None:
    position = table(seat(), seat(), phase=RECRUIT, step="recruit", queue=(0,), modules=MARKERS)
    position = play(position, "recruit nothing")
    assert (position.step, position.phase) == ("army", WINTER)
    assert position.chance() == ()
    refused(position, King(3), "turn-step", typed=False)  # type: ignore[arg-type]
    assert keys(position) == {"army 0", "army 1", "army 2", "army 3", "army 4"}


def test_module3_choose__each_gets_its_own_number_and_the_marker_is_gone() -> None:
    position = table(seat(), seat(soldiers=1), seat(), phase=WINTER, step="army", modules=MARKERS)
    after = play(position, "army 4", "army 1", "army 0")
    assert [person.soldiers for person in after.seats] == [4, 2, 0]
    assert [person.army for person in after.seats] == [(0, 1, 1, 2, 3), (0, 1, 2, 3, 4), (1, 1, 2, 3, 4)]
    assert after.step == "reveal"


def test_module3_choose__in_secret_until_all_have_chosen() -> None:
    position = table(seat(), seat(), seat(), phase=WINTER, step="army", modules=MARKERS)
    position = play(position, "army 4")
    own, other = position.view(0), position.view(1)
    assert own.seats[0].chosen == 4
    assert other.seats[0].chosen == UNKNOWN_MARKER
    assert other.seats[0].army == (0, 1, 1, 2, 3, 4), "what is left would tell what was chosen"
    second = play(table(seat(), seat(), seat(), phase=WINTER, step="army", modules=MARKERS), "army 0")
    assert second.view(1) == other, "views do not differ in what is secret"
    assert [person.soldiers for person in position.seats] == [0, 0, 0]


def test_module3_held__a_marker_that_is_gone() -> None:
    position = table(seat(army=(1, 2)), seat(army=(0, 1)), phase=WINTER, step="army", year=5, modules=MARKERS)
    refused(position, Army(4), "module3-held")
    refused(position, Army(0), "module3-held")
    assert keys(position) == {"army 1", "army 2"}


def test_module3_points__the_marker_left_scores_at_the_end() -> None:
    people = (seat(army=(0, 4)), seat(army=(1, 3)))
    position = table(*people, phase=WINTER, step="army", year=5, modules=MARKERS)
    end = quiet(play(position, "army 0", "army 3"), until="over")
    assert [person.points[ARMY] for person in end.seats] == [4, 1]


def test_module3_points__six_markers_five_winters() -> None:
    position = load().setup(players=2, seed=1, modules=MARKERS)
    assert position.seats[0].army == tuple(sorted(load().catalogue.army)) == (0, 1, 1, 2, 3, 4)
    end = quiet(position, until="over", limit=2000)
    assert [len(person.army) for person in end.seats] == [1, 1]


# --- together -----------------------------------------------------------------------------------------------------

MIXES = [mix for size in range(4) for mix in combinations(("buildings", "governors", "army"), size)]


@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: "+".join(mix) or "base")
def test_module1_rows__modules_may_be_mixed_freely(mix: tuple[str, ...]) -> None:
    """R26; the order in which they are named does not matter."""
    position = load().setup(players=3, seed=4, modules=mix)
    assert position == load().setup(players=3, seed=4, modules=tuple(reversed(mix)))
    end = quiet(position, until="over", limit=3000)
    assert end.over
    assert end.year == 5


def test_workshop_use__in_every_season() -> None:
    for phase in (SPRING, SUMMER, AUTUMN):
        assert working(seat(wood=1, buildings="sawmill"), seat(), phase=phase).step == "works"
