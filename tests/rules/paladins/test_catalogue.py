"""What an owner's file may not say: no box holds it, or the rules could not go on with it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.mutants import refused

CASES: list[tuple[dict[str, Any], str]] = [
    ({"actions": {"develop": {"silver": []}}}, "actions.develop.silver"),
    ({"actions": {"fortify": {"needs": []}}}, "actions.fortify.needs"),
    ({"actions": {"commission": {"provisions": []}}}, "actions.commission.provisions"),
    ({"actions": {"pray": {"silver": []}}}, "actions.pray.silver"),
    ({"actions": {"hunt": {"silver": [1]}}}, "actions.hunt.silver"),
    ({"actions": {"absolve": {"points": []}}}, "actions.absolve.points"),
    ({"actions": {"absolve": {"needs": [0, 1, 2, 4, 6, 8, 13]}}}, "actions.absolve.needs[6]"),
    ({"actions": {"absolve": {"needs": [1, 0, 2, 4, 6, 8, 10]}}}, "actions.absolve.needs"),
    ({"actions": {"fortify": {"spaces": "M*"}}}, "actions.fortify.spaces"),
    ({"levels": {"attribute": {"points": []}}}, "levels.attribute.points"),
    ({"paladins": {"anseis": {"workers": ""}}}, "paladins.anseis.workers"),
    ({"paladins": {"anseis": {"workers": "L"}}}, "paladins.anseis.workers"),
    ({"paladins": {"gerin": {"amount": 0}}}, "paladins.gerin.amount"),
    ({"paladins": {"roland": {"amount": 1}}}, "paladins.roland.amount"),
    ({"taverns": {"lsmm": {"workers": "LL"}}}, "taverns.lsmm.workers"),
    ({"townsfolk": {"abbot_1": {"ongoing": []}}}, "townsfolk.abbot_1.ongoing"),
    ({"townsfolk": {"debt_collector_1": {"ongoing": ["settle"]}}}, "townsfolk.debt_collector_1.ongoing[0]"),
    ({"townsfolk": {"conspirator_1": {"ongoing": ["L", "tax1"]}}}, "townsfolk.conspirator_1.ongoing[1]"),
    ({"townsfolk": {"abbot_1": {"dismiss": ["faith/faith"]}}}, "townsfolk.abbot_1.dismiss[0]"),
    ({"townsfolk": {"abbot_1": {"dismiss": ["gold"]}}}, "townsfolk.abbot_1.dismiss[0]"),
    ({"spaces": {"s6_settle": {"area": 1}}}, "spaces"),
    ({"spaces": {"s1_recruit": {"reward": []}}}, "spaces.s1_recruit.reward"),
    ({"areas": {"area_2": {"faith": 5}}}, "areas.area_3.faith"),
    ({"orders": {"attack": {"action": "convert"}}}, "orders.convert.action"),
    ({"orders": {"attack": {"at_least": 0}}}, "orders.attack.at_least"),
    ({"opponent": {"pray": {"workers": 0}}}, "opponent.pray.workers"),
    ({"schemes": {"favour": {"copies": 4}, "pray": {"copies": 3}}}, "schemes.favour.copies"),
    ({"walls": {"strength_2": {"gain": []}}}, "walls.strength_2.gain"),
]


@pytest.mark.parametrize(("overlay", "path"), CASES)
def test_what_no_box_holds_is_refused_by_its_path(overlay: dict[str, Any], path: str) -> None:
    assert path in [problem.path for problem in refused("paladins", overlay)]
