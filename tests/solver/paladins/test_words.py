"""Moves in words, and the house values that a line rests on."""

from __future__ import annotations

import pytest

import rules
from rules.paladins.notation import read
from rules.paladins.values import Position
from solver.paladins.house import house_values
from solver.paladins.words import describe

from .lay import line, quiet, request, seat, table
from .small import GAME

WORDS = {
    "commission LSC s2_silver": "Send a monk to the space in area 2 (2 silver, number 1 of 2) with 1 "
    "Labourer, 1 Scout and 1 Cleric for 1 provision",
    "garrison MFX s4_labourer_scout": "Place an outpost on the space in area 4 (1 Labourer and 1 Scout) with "
    "1 Merchant, 1 Fighter and 1 Criminal for 1 provision",
    "fortify SSM": "Fortify with 2 Scouts and 1 Merchant for 1 provision",
    "absolve MCC debt_1": "Put a jar on the jar space (either settle 1 debt or discard 1 "
    "suspicion card°, number 1 of 2) with 1 Merchant and 2 Clerics for 1 silver",
    "attack SSF archer_saracen": "Attack the Archer (Saracen) with 2 Scouts and 1 Fighter for 2 silver",
    "convert FCX lookout_viking": "Convert the Lookout (Viking) with 1 Fighter, 1 Cleric and 1 Criminal",
    "develop LX commission 2": "Develop with 1 Labourer and 1 Criminal for 4 silver: a workshop on "
    "space 2 of Commission",
    "recruit LF abbot_1": "Recruit the Abbot (1 Labourer) with 1 Labourer and 1 Fighter for 3 silver",
    "recruit L acolyte_1 debt": "Dismiss the Acolyte (1 Cleric) with 1 Labourer for a debt",
    "recruit L gatekeeper_2": "Dismiss the Gatekeeper (1 Scout) with 1 Labourer",
    "hunt LS": "Hunt with 1 Labourer and 1 Scout",
    "trade M": "Trade with 1 Merchant",
    "pray C trade": "Pray with 1 Cleric for 2 silver to free Trade",
    "conspire L": "Conspire with 1 Labourer",
    "favour X labour": "Use the favour Three labourers with 1 Criminal",
    "pass": "Pass",
    "keep LLS": "Keep 2 Labourers and 1 Scout",
    "choose silver+silver": "Choose: 2 silver",
    "choose settle": "Choose: settle 1 debt",
    "choose faith": "Choose: 1 faith",
    "clear hunt": "Free Hunt of its workers",
    "build attack 1": "Place a workshop on space 1 of Attack",
    "hire abbot_3": "Recruit the Abbot (1 provision) for nothing",
    "hire abbot_3 dismiss": "Dismiss the Abbot (free 1 action (Pray)) for nothing",
    "hire squire_3": "Recruit the Squire (1 faith°) for nothing",
    "activate conspirator_1": "Let the Conspirator (discard 1 suspicion card; dismissed: discard 2 "
    "suspicion cards) act",
    "tavern llsc": "Take the tavern card with 2 Labourers, 1 Scout and 1 Cleric",
    "paladin gerier top engelier under otton": "Use Gérier, with Engelier on top and Otton below",
}


@pytest.mark.parametrize("key", WORDS)
def test_a_move_in_words(key: str) -> None:
    position = table(seat(silver=5, workers="LLSSMMFFCCXX"), seat(), favours=("labour",), hired=("",), round=3)
    assert describe(position, read(key)) == WORDS[key]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_move_of_a_game_has_words(players: int) -> None:
    """No id and no hidden card shows in the words."""
    record = rules.playout(GAME.setup(players=players, seed=players), policy="random", seed=players)
    for position in record.positions():
        for move in position.legal_moves()[::7]:
            text = describe(position, move)
            assert text[0].isupper() and "_" not in text and "?" not in text, text


def values(position: Position, *keys: str) -> tuple[str, ...]:
    """Return the house values of a line."""
    return house_values(request(position), line(*keys))


def test_house_values_of_what_moves_use() -> None:
    position = quiet("absolve", "develop", "attack", workers="LLSSMMFFCC", silver=9, influence=9, strength=9,
                     outsiders=("champion_saracen", "archer_saracen", "", "", "", ""))  # fmt: skip
    assert values(position, "pass") == ()
    assert values(position, "absolve MCC labourer") == ("jars.labourer.reward",)
    assert values(position, "develop LL absolve 1") == ("workshops.workshop_1.worker",)
    assert values(position, "attack SSF champion_saracen") == ("outsiders.champion_saracen.attack",)
    assert values(position, "attack SSF archer_saracen") == ()
    more = quiet("absolve", "develop", workers="LLMCC", jars="faith", workshops={"attack": 3, "convert": 1})
    assert values(more, "absolve MCC labourer") == ("jars.labourer.reward", "actions.absolve.needs")
    assert values(more, "develop LL absolve 1", "build absolve 2") == (
        "workshops.workshop_4.worker",
        "workshops.workshop_5.worker",
    )


def test_house_values_of_an_inquisition() -> None:
    """A suspicion card may take 2: with 2 or less in the supply an inquisition can come, and a new supply with it."""
    position = quiet("conspire", workers="LL", tax=2)
    assert values(position, "conspire L") == ("taxes.players_2.silver",)
    assert values(position, "pass") == ()
    assert values(quiet("conspire", workers="LL", tax=3), "conspire L") == ()
    assert values(quiet("conspire", workers="LL", tax=2, others=3), "conspire L") == (), "8 for four is printed"


def test_house_values_of_townsfolk() -> None:
    position = quiet("recruit", "conspire", workers="LLF", silver=4, tax=1, row=("squire_3", "", "", "", ""))
    assert values(position, "recruit LF squire_3") == ()
    assert values(position, "recruit LF squire_3", "conspire L") == (
        "taxes.players_2.silver",
        "townsfolk.squire_3.ongoing",
    )


def test_house_values_are_named_as_the_edition_names_them() -> None:
    known = set(GAME.house_values())
    position = quiet("absolve", "develop", "conspire", workers="LLLMCC", tax=1, jars="faith")
    found = values(position, "absolve MCC debt_1", "develop LL absolve 1", "conspire L")
    assert len(found) == 4 and set(found) <= known
