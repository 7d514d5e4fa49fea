"""What an owner's file may not say: no box holds it, or the rules could not go on with it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.mutants import refused

CASES: list[tuple[dict[str, Any], str]] = [
    ({"buildings": {"military_academy": {"amount": 0}}}, "buildings.military_academy.amount"),
    ({"buildings": {"cathedral": {"amount": 0}}}, "buildings.cathedral.amount"),
    ({"buildings": {"farms": {"amount": 20}}}, "buildings.farms.amount"),
    ({"buildings": {"statue": {"amount": 2}}}, "buildings.statue.amount"),
    ({"buildings": {"inn": {"effect": "academy"}}}, "buildings.inn.effect"),
    ({"buildings": {"mint": {"effect": "chapel", "amount": 7}}}, "buildings.mint.effect"),
    ({"buildings": {"sawmill": {"gain": {}}}}, "buildings.sawmill.gain"),
    ({"buildings": {"church": {"versus": {"elves": 1}}}}, "buildings.church.versus"),
    ({"enemies": {"orcs_1_3": {"kind": "ork"}}}, "enemies.orcs_1_3.kind"),
    ({"advisors": {"merchant": {"choose": []}}}, "advisors.merchant"),
    ({"advisors": {"merchant": {"choose": [{"gold": 1}]}}}, "advisors.merchant.choose"),
    ({"advisors": {"merchant": {"choose": [{"gold": 1}, {"gold": 1}]}}}, "advisors.merchant.choose[1]"),
    ({"advisors": {"merchant": {"choose": [{"gold": 1}, {"any": 1}]}}}, "advisors.merchant.choose[1]"),
    ({"advisors": {"alchemist": {"gift": {"gold": 1}}}}, "advisors.alchemist.gift"),
    ({"governors": {"heir": {"goods": 0}}}, "governors.heir.goods"),
    ({"governors": {"fairy": {"count": 20}}}, "governors.fairy.count"),
    ({"governors": {"trickster": {"at_most": 6}}}, "governors.trickster.at_most"),
    ({"governors": {"fairy": {"gold": 1}}}, "governors.fairy.gold"),
    ({"governors": {"politician": {"advisors": []}}}, "governors.politician.advisors"),
    ({"army": []}, "army"),
    ({"army": [0, 1, 1, 2, 3, True]}, "army[5]"),
]


@pytest.mark.parametrize(("overlay", "path"), CASES)
def test_what_no_box_holds_is_refused_by_its_path(overlay: dict[str, Any], path: str) -> None:
    assert path in [problem.path for problem in refused("kingsburg", overlay)]


def test_every_defect_of_a_row_is_named() -> None:
    """Three wrong fields of one card, and one of another, are four sentences."""
    row = {"gold": -1, "wood": "two", "effect": "dance"}
    problems = refused("kingsburg", {"buildings": {"inn": row, "farms": {"points": True}}})
    assert {problem.path for problem in problems} == {
        "buildings.inn.gold", "buildings.inn.wood", "buildings.inn.effect", "buildings.farms.points",
    }  # fmt: skip
