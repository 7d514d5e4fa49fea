"""What an owner's file may not say: no box holds it, or the rules could not go on with it."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.paladins.opponent import collect
from rules.paladins.steps import run
from tests.rules.mutants import refused

from .table import keys, play, replace, seat, table

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
    ({"townsfolk": {"abbot_2": {"ongoing": ["tax1+silver"]}}}, "townsfolk.abbot_2.ongoing[0]"),
    ({"townsfolk": {"abbot_2": {"dismiss": ["L", "silver+silver"]}}}, "townsfolk.abbot_2.dismiss[1]"),
    ({"favours": {"guild": {"gain": ["L+L+L+L+L/silver"]}}}, "favours.guild.gain[0]"),
    ({"townsfolk": {"squire_1": {"ongoing": ["faith/X"]}}}, "townsfolk.squire_1.ongoing[0]"),
    ({"townsfolk": {"peddler_1": {"ongoing": ["recruit"]}}}, "townsfolk.peddler_1.ongoing[0]"),
    ({"townsfolk": {"peddler_1": {"ongoing": ["workshop"]}}}, "townsfolk.peddler_1.ongoing[0]"),
    (
        {"townsfolk": {"peddler_1": {"ongoing": ["settle"]}, "debt_collector_1": {"ongoing": ["tax1"]}}},
        "townsfolk.peddler_1.ongoing[0]",
    ),
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


# --- what is accepted works ------------------------------------------------------------------------------------------


def laid(**townsfolk: dict[str, Any]) -> Any:
    """Load an edition with other townsfolk."""
    return rules.load("paladins", catalogue={"townsfolk": townsfolk})


@pytest.mark.parametrize(("side", "silver", "tax"), [("tax2", 2, 3), ("M", 0, 5), ("tax1+silver", 2, 4)])
def test_a_choice_may_begin_with_a_tax(side: str, silver: int, tax: int) -> None:
    gain = "tax2/M/tax1+silver"
    game = laid(abbot_1={"dismiss": [gain], "ongoing": [gain]})
    position = run(replace(table(seat(), seat(), tax=5), game=game, pending=((0, gain),)))
    after = play(position, f"choose {side}")
    assert (after.seats[0].silver, after.tax, after.seats[0].workers) == (silver, tax, "M" if side == "M" else "")


def test_the_opponent_takes_the_left_side_of_a_choice_that_begins_with_a_tax() -> None:
    solo = replace(table(seat(), tax=5), pending=((1, "tax2/M"),))
    after = run(collect(solo))
    assert after.tax == 3 and after.opponent is not None and after.opponent.marker == 2


def test_workers_of_a_card_stand_in_any_order() -> None:
    game: Any = rules.load("paladins", catalogue={"taverns": {"llsc": {"workers": "CSLL"}}})
    assert game.catalogue.taverns["llsc"].workers == "LLSC"
    assert game.catalogue == rules.load("paladins", catalogue={"taverns": {"llsc": {"workers": "LLSC"}}}).catalogue  # type: ignore[attr-defined]


def test_the_owner_orders_abilities_whose_order_matters() -> None:
    """To settle before or after a debt is taken is not the same; two that give goods are never asked about."""
    own = ("peddler_1", "peddler_2")
    for first, asked in ((["settle"], True), (["silver"], False)):
        game = laid(peddler_1={"ongoing": first}, peddler_2={"ongoing": ["debt"] if asked else ["L"]})
        position = replace(table(seat(townsfolk=own, suspicion=(1, 2), unpaid=0), seat(), tax=1), game=game)
        position = replace(position, pending=((0, "inquisition"),))
        position = run(position)
        assert (position.question == "abilities") is asked
        if asked:
            assert play(position, "activate peddler_2").seats[0].paid == 1
            assert play(position, "activate peddler_1").seats[0].paid == 0
            assert keys(position) == {"activate peddler_1", "activate peddler_2"}
