"""Step III: who dies and where he is buried, the day laborer, the rat and the plague (rulebook pages 7 and 9)."""

from __future__ import annotations

import pytest

from rules.my_village.moves import Die, Laborer
from rules.my_village.steps import run
from rules.my_village.values import PROFESSIONS

from .table import Position, keys, play, refused, replace, seat, table

ALL = {f"dies {profession}" for profession in PROFESSIONS}
NOBODY = (False,) * 5


def only(*professions: str) -> tuple[bool, ...]:
    """Say who is there."""
    return tuple(profession in professions for profession in PROFESSIONS)


def ending(*others: object, rat: int = 20, **fields: object) -> Position:
    """Let the first seat end a turn in which its time marker has passed the bridge."""
    mine = seat(crossed=True, **fields)
    rest = others or (seat(),)
    return run(table(mine, *rest, step="death", rat=rat))


# --- who dies (rules death-*) ----------------------------------------------------------------------------------------


def test_death_cross__nobody_dies_short_of_the_bridge() -> None:
    after = run(table(seat(), seat(), step="death"))
    assert (after.question, after.turn, after.coffins) == ("dice", 1, 0)


def test_death_cross__the_reaper_goes_back_and_the_marker_stays() -> None:
    position = ending(time=3)
    assert (position.question, position.actor) == ("dies", 0)
    assert (position.seats[0].crossed, position.seats[0].time) == (False, 3)
    assert position.coffins == 0


def test_death_choose__any_villager_who_is_there() -> None:
    assert keys(ending()) == ALL
    position = ending(villagers=only("abbot", "merchant"))
    assert keys(position) == {"dies abbot", "dies merchant"}
    assert set(refused(position, "dies craftsman")) == {"death-choose"}
    assert position.why_not(Die("headman"))[0].rule == "death-choose"


def test_death_school__descendants_do_not_die() -> None:
    position = ending(villagers=only("abbot"), school=(True, True))
    assert keys(position) == {"dies abbot"}
    assert set(refused(position, "dies merchant")) == {"death-school"}
    after = play(position, "dies abbot")
    assert after.question == "laborer" and after.seats[0].school == (True, True)


def test_death_chronicle__a_free_space_must_be_taken() -> None:
    position = ending()
    for index, profession in enumerate(PROFESSIONS):
        first, second = position.game.chronicle[index]  # type: ignore[attr-defined]
        after = play(position, f"dies {profession}")
        assert after.chronicle[index] == 1 and after.graves == 0
        assert after.seats[0].tree == first and not after.seats[0].villagers[index]
        filled = replace(position, chronicle=tuple(1 if other == index else 0 for other in range(5)))
        assert play(filled, f"dies {profession}").seats[0].tree == second


def test_death_grave__only_when_the_chronicle_is_full_and_for_nothing() -> None:
    position = replace(ending(), chronicle=(0, 0, 0, 0, 2), graves=3)
    after = play(position, "dies merchant")
    assert (after.graves, after.chronicle, after.seats[0].tree) == (4, (0, 0, 0, 0, 2), 0)
    assert play(position, "dies abbot").graves == 3


def test_death_one__passing_the_bridge_twice_kills_one() -> None:
    """The marker may pass the bridge again in the same turn; there is one reaper (reading)."""
    clouds = table(seat(), seat()).game.clouds  # type: ignore[attr-defined]
    position = table(seat(time=clouds - 1, crossed=True), seat(), step="dice", white=(2, 3, 4, 5), black=(4, 6), rat=20)
    after = play(position, "dice b4 b6 10", "headman coin", "dies abbot", "rat 1")
    assert after.question == "dice" and after.acting == 1
    assert (after.coffins, after.seats[0].crossed) == (1, False)


# --- the day laborer (rules laborer-*) -------------------------------------------------------------------------------


def test_laborer_hire__at_once_when_the_last_villager_dies() -> None:
    position = play(ending(villagers=only("merchant")), "dies merchant")
    assert (position.question, position.actor, position.seats[0].villagers) == ("laborer", 0, NOBODY)
    assert keys(position) == {f"laborer {profession}" for profession in PROFESSIONS}
    after = play(position, "laborer craftsman")
    assert (after.question, after.actor) == ("rat", None)
    assert (after.seats[0].laborers, after.seats[0].villagers) == (1, only("craftsman"))
    assert after.coffins == 1


def test_laborer_hire__not_before_the_last_one() -> None:
    assert play(ending(villagers=only("merchant", "abbot")), "dies merchant").question == "rat"


def test_supply_unlimited__there_is_always_a_laborer() -> None:
    position = play(ending(villagers=only("merchant"), laborers=9), "dies merchant", "laborer abbot")
    assert position.seats[0].laborers == 10


def test_laborer_place__a_profession() -> None:
    position = play(ending(villagers=only("merchant")), "dies merchant")
    assert position.why_not(Laborer("headman"))[0].rule == "laborer-place"


# --- the rat (rules rat-*) -------------------------------------------------------------------------------------------


def test_rat_roll__the_chronicle_comes_first() -> None:
    """Stories of the chronicle lie on the tree before the rat moves, so the plague can take them."""
    position = play(ending(rat=1, tree=3), "dies merchant")
    tree = position.seats[0].tree
    assert tree > 3
    assert play(position, "rat 1").seats[0].tree == tree - tree // 2


def test_rat_roll__each_face_alike() -> None:
    position = play(ending(rat=7), "dies abbot")
    assert [(outcome.key, str(chance)) for outcome, chance in position.chance()] == [
        (f"rat {pips}", "1/6") for pips in range(1, 7)
    ]


@pytest.mark.parametrize("pips", range(1, 7))
def test_rat_plague__when_the_field_is_reached_or_passed(pips: int) -> None:
    position = play(ending(seat(tree=10), rat=4), "dies abbot")
    after = play(position, f"rat {pips}")
    start = after.game.table(2).rat  # type: ignore[attr-defined]
    assert (after.seats[1].tree, after.rat) == ((10, 4 - pips) if pips < 4 else (5, start))
    assert (after.question, after.acting) == ("dice", 1)


@pytest.mark.parametrize(("tree", "kept"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (8, 4)])
def test_rat_half__half_is_lost_rounded_down(tree: int, kept: int) -> None:
    position = play(ending(seat(tree=tree, safe=9), rat=1), "dies abbot")
    before = replace(position, hand_stories=7)
    after = play(before, "rat 6")
    assert (after.seats[1].tree, after.seats[1].safe, after.hand_stories) == (kept, 9, 7)


def test_rat_return__to_the_field_of_the_number_of_players() -> None:
    for players in (2, 3, 4):
        position = play(ending(*(seat() for _ in range(players - 1)), rat=1), "dies abbot", "rat 3")
        assert position.rat == position.game.table(players).rat  # type: ignore[attr-defined]


# --- the Salvation church (rule church-salvation) --------------------------------------------------------------------


def guarded(**fields: object) -> dict[str, object]:
    """Describe a village with the Salvation church and eight stories on the tree."""
    return {"church": "salvation", "tree": 8, **fields}


def test_church_salvation__keeps_one_plague_away() -> None:
    position = play(ending(seat(**guarded()), seat(tree=8), rat=1), "dies abbot", "rat 2")
    assert (position.question, position.actor) == ("plague", 1)
    assert keys(position) == {"plague ward", "plague suffer"}
    assert position.seats[2].tree == 4  # the others lose as usual
    warded = play(position, "plague ward")
    assert (warded.seats[1].tree, warded.seats[1].wards) == (8, 1)
    suffered = play(position, "plague suffer")
    assert (suffered.seats[1].tree, suffered.seats[1].wards) == (4, 0)
    for after in (warded, suffered):
        assert (after.question, after.acting, after.rat) == ("dice", 1, after.game.table(3).rat)  # type: ignore[attr-defined]


def test_church_salvation__twice_in_a_game() -> None:
    once = play(ending(seat(**guarded(wards=1)), rat=1), "dies abbot", "rat 2")
    assert play(once, "plague ward").seats[1].wards == 2
    twice = play(ending(seat(**guarded(wards=2)), rat=1), "dies abbot", "rat 2")
    assert (twice.question, twice.seats[1].tree) == ("dice", 4)


def test_church_salvation__only_while_the_abbot_is_there() -> None:
    away = play(ending(seat(**guarded(villagers=only("merchant"))), rat=1), "dies abbot", "rat 2")
    assert (away.question, away.seats[1].tree) == ("dice", 4)
    # He dies before the rat is rolled.
    position = ending(rat=1, **guarded())
    assert play(position, "dies abbot", "rat 2").question == "dice"
    assert play(position, "dies merchant", "rat 2").question == "plague"


def test_church_salvation__not_asked_when_nothing_would_be_lost() -> None:
    after = play(ending(seat(**guarded(tree=1)), rat=1), "dies abbot", "rat 2")
    assert (after.question, after.seats[1].tree, after.seats[1].wards) == ("dice", 1, 0)


def test_church_salvation__no_other_church_helps() -> None:
    for church in ("abbey", "trade", "mission"):
        assert play(ending(seat(church=church, tree=8), rat=1), "dies abbot", "rat 2").seats[1].tree == 4
