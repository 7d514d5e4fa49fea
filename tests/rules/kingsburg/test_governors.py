"""Module 2: dealing governors, and the cards that act when the game or a year begins (pages 9 to 11)."""

from __future__ import annotations

import msgspec
import pytest

from rules.kingsburg.moves import Build, ChooseGovernor
from rules.kingsburg.values import UNKNOWN, Position

from .table import (
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

MODULE = ("governors",)


# --- dealing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_module2_deal__three_different_cards_each(players: int) -> None:
    position = load().setup(players=players, seed=5, modules=MODULE)
    assert position.step == "governor"
    dealt = [card for person in position.seats for card in person.hand]
    assert [len(person.hand) for person in position.seats] == [3] * players
    assert len(set(dealt)) == 3 * players
    assert set(dealt) <= set(load().catalogue.governors)
    assert len(load().catalogue.governors) == 24


def test_module2_deal__one_is_kept_and_all_are_revealed_together() -> None:
    position = load().setup(players=3, seed=5, modules=MODULE)
    first = position.actor
    assert first is not None
    hand = position.seats[first].hand
    assert keys(position) == {f"governor {card}" for card in hand}
    position = position.play(ChooseGovernor(hand[0]))
    for other in range(3):
        seen = position.view(other)
        for number in range(3):
            secret = position.seats[number]
            if number != other:
                assert set(seen.seats[number].hand) <= {UNKNOWN}
                assert seen.seats[number].governor in ("", UNKNOWN)
            else:
                assert seen.seats[number] == secret
    while position.step == "governor":
        position = position.play(position.legal_moves()[0])
    assert all(person.governor and not person.hand for person in position.seats)
    assert position.view(0).seats == position.seats


def test_governor_choose__a_card_that_was_not_dealt() -> None:
    position = load().setup(players=3, seed=5, modules=MODULE)
    assert position.actor is not None
    foreign = next(card for card in position.catalogue.governors if card not in position.seats[position.actor].hand)
    refused(position, ChooseGovernor(foreign), "governor-choose")
    refused(position, ChooseGovernor("emperor"), "governor-choose")


# --- start of the game and of a year ------------------------------------------------------------------------------


def dealt(players: int, *hands: tuple[str, str, str]) -> Position:
    """Set up a game with these hands and let every seat keep its first card."""
    position = load().setup(players=players, seed=1, modules=MODULE)
    spare = iter(card for card in position.catalogue.governors if not any(card in hand for hand in hands))
    people = []
    for number, person in enumerate(position.seats):
        hand = hands[number] if number < len(hands) else (next(spare), next(spare), next(spare))
        people.append(type(person)(built=person.built, hand=hand))
    position = msgspec.structs.replace(
        position, seats=tuple(people), order=tuple(range(players)), queue=tuple(range(players))
    )
    for number in range(players):
        position = position.play(ChooseGovernor(people[number].hand[0]))
    return position


def test_governor_heir__four_goods_and_minus_three_points() -> None:
    position = dealt(3, ("heir", "miner", "duke"), ("constable", "fairy", "priest"), ("general", "prince", "damsel"))
    assert position.actor == 0
    assert len(keys(position, "take")) == 15
    position = play(position, "take 2 gold 1 wood 1 stone")
    assert goods(position, 0) == (2, 1, 1)
    assert totals(position) == [-3, 0, 0]
    assert [number for number, _ in position.owed] == [1, 2], "no free good in phase 1 of year 1"
    position = play(position, "take 1 gold", "take 1 gold")
    assert goods(position, 0) == (2, 1, 1)


def test_governor_heir__with_two_players_the_other_has_the_fewest_goods() -> None:
    """By the letter: both own no building, the other has fewer goods, so the King's bonus die is theirs."""
    position = play(dealt(2, ("heir", "miner", "duke"), ("constable", "fairy", "priest")), "take 4 gold")
    assert [person.bonus_dice for person in position.seats] == [0, 1]
    assert goods(position, 1) == (0, 0, 0)


def test_governor_scribe__a_marker_at_the_start_of_every_year() -> None:
    position = dealt(3, ("scribe", "miner", "duke"), ("constable", "fairy", "priest"), ("general", "prince", "damsel"))
    assert [person.markers for person in position.seats] == [1, 0, 0]
    winter = table(
        seat(governor="scribe", soldiers=2, buildings="inn"), seat(soldiers=2), phase=8, step="reveal", modules=MODULE
    )
    assert play(winter, "enemy barbarians_1_2").seats[0].markers == 1


def new_year_3(**own: object) -> Position:
    """Come from the winter of year 2 into year 3 with the Sorcerer at seat 0."""
    winter = table(
        seat(governor="sorcerer", soldiers=9, **own),
        seat(soldiers=5, buildings="statue"),
        phase=8,
        step="reveal",
        year=2,
        modules=MODULE,
    )
    return play(winter, "enemy zombies_2_5")


def test_governor_sorcerer__three_free_buildings_without_points() -> None:
    position = new_year_3()
    assert (position.year, position.step, position.actor) == (3, "sorcerer", 0)
    before = totals(position)
    assert keys(position, "build") == {
        f"build {name}" for name in ("statue", "inn", "guard_tower", "palisade", "barricade")
    }
    refused(position, Build("chapel"), "governor-sorcerer")
    position = play(position, "build statue", "build inn", "build guard_tower")
    assert position.step != "sorcerer"
    assert owned(position, 0) == {"statue", "inn", "guard_tower"}
    assert totals(position) == before
    assert goods(position, 0) == (0, 0, 0)


def test_governor_sorcerer__fewer_when_fewer_are_left_and_only_in_year_3() -> None:
    position = new_year_3(buildings="statue inn market guard_tower palisade")
    assert keys(position, "build") == {"build barricade"}
    position = play(position, "build barricade")
    assert position.step != "sorcerer"
    assert new_year_3(buildings="statue inn guard_tower palisade barricade").step != "sorcerer"
    other = table(
        seat(governor="sorcerer", soldiers=5),
        seat(soldiers=5, buildings="statue"),
        phase=8,
        step="reveal",
        year=3,
        modules=MODULE,
    )
    assert play(other, "enemy orcs_3_5").step != "sorcerer"


def test_governor_sorcerer__before_the_kings_favour() -> None:
    position = play(new_year_3(), "build statue", "build inn", "pass")
    assert [person.bonus_dice for person in position.seats] == [0, 1]


def test_governor_sorcerer__destroyed_they_cost_their_printed_points() -> None:
    after = table(
        seat(governor="sorcerer", buildings="statue"), seat(soldiers=8), phase=8, step="reveal", year=5, modules=MODULE
    )
    assert totals(play(after, "enemy barbarians_5_8"))[0] == -3
