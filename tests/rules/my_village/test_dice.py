"""Making a banner value of two dice (rulebook pages 4 and 10)."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.my_village.dice import price
from rules.my_village.moves import Take

from .table import Position, keys, play, refused, seat, table

FACES = range(1, 7)


def pool(*, white: tuple[int, ...] = (), black: tuple[int, ...] = (), **fields: object) -> Position:
    """Lay a pool before the first of two seats, whose village is described by ``fields``."""
    return table(seat(**fields), seat(), step="dice", white=white, black=black)


def fewest(faces: tuple[int, int], value: int, markers: int) -> int:
    """Count coins by walking: one coin turns one die by one, and so many dice are set to any face."""
    starts = {faces}
    for chosen in combinations((0, 1), markers):
        starts |= {
            (first if 0 in chosen else faces[0], second if 1 in chosen else faces[1])
            for first in FACES
            for second in FACES
        }
    reached, coins = starts, 0
    while all(first + second != value for first, second in reached):
        reached = reached | {
            (first + step * (die == 0), second + step * (die == 1))
            for first, second in reached
            for step in (-1, 1)
            for die in (0, 1)
            if 1 <= first + step * (die == 0) <= 6 and 1 <= second + step * (die == 1) <= 6
        }
        coins += 1
    return coins


@pytest.mark.parametrize("faces", [(1, 1), (1, 4), (2, 6), (3, 3), (6, 6)])
@pytest.mark.parametrize("coins", [0, 1, 3, 10, 14])
@pytest.mark.parametrize("sets", [0, 1, 2, 4])
def test_every_way_to_make_a_value(faces: tuple[int, int], coins: int, sets: int) -> None:
    """A marker is only used when it saves coins; a value is offered when its coins are there."""
    expected = set()
    for value in range(2, 13):
        costs = [fewest(faces, value, markers) for markers in range(min(sets, 2) + 1)]
        for markers, cost in enumerate(costs):
            if cost <= coins and all(cost < other for other in costs[:markers]):
                expected.add(f"dice w{faces[0]} w{faces[1]} {value}{f' markers {markers}' if markers else ''}")
    position = pool(white=faces, coins=coins, sets=sets, meeting=True)
    assert keys(position) == expected
    for key in expected:
        after = play(position, key)
        markers = int(key.partition("markers ")[2] or 0)
        value = int(key.split()[3])
        assert after.seats[0].coins == coins - fewest(faces, value, markers)
        assert (after.seats[0].sets, after.value) == (sets - markers, value)


def test_dice_two__exactly_two_leave_the_pool() -> None:
    position = pool(white=(1, 4, 4), black=(2, 5))
    assert keys(position) == {
        "dice w1 w4 5", "dice w1 b2 3", "dice w1 b5 6", "dice w4 w4 8", "dice w4 b2 6", "dice w4 b5 9", "dice b2 b5 7",
    }  # fmt: skip
    after = play(position, "dice w4 b5 9")
    assert (after.white, after.black, after.value) == ((1, 4), (2,), 9)
    assert after.actor == position.actor


def test_dice_two__no_die_that_is_not_there() -> None:
    position = pool(white=(1, 4), black=(2,))
    assert set(refused(position, "dice w1 w1 2")) == {"dice-two"}
    assert set(refused(position, "dice w1 w5 6")) == {"dice-two"}
    assert set(refused(position, "dice w4 b4 8")) == {"dice-two"}
    assert position.why_not(Take(("w1", "x"), 3))[0].rule == "dice-two"
    for dice in (("w1",), (), ("w1", "w4", "b2")):
        assert [one.rule for one in position.why_not(Take(dice, 3))] == ["dice-two"]  # type: ignore[arg-type]


def test_dice_two__white_before_black_then_by_face() -> None:
    position = pool(white=(1, 4), black=(2,))
    for first, second in (("w4", "w1"), ("b2", "w1")):
        found = position.why_not(Take((first, second), 5 if second == "w1" and first == "w4" else 3))
        assert [one.rule for one in found] == ["dice-two"]
        assert f"{second} {first}" in found[0].change


def test_dice_sum__the_sum_and_nothing_else() -> None:
    position = pool(white=(2, 5))
    assert keys(position) == {"dice w2 w5 7"}
    for value in (2, 3, 5, 10):
        assert set(refused(position, f"dice w2 w5 {value}")) == {"dice-coins"}


def test_dice_coins__each_turns_one_die_by_one() -> None:
    position = pool(white=(2, 5), coins=2)
    assert keys(position) == {f"dice w2 w5 {value}" for value in (5, 6, 7, 8, 9)}
    found = refused(position, "dice w2 w5 10")["dice-coins"]
    assert found.numbers == (("cost", 3), ("coins", 2))
    assert play(position, "dice w2 w5 9").seats[0].coins == 0


def test_dice_limits__no_die_turns_beyond_its_faces() -> None:
    assert keys(pool(white=(6, 6), coins=2)) == {"dice w6 w6 10", "dice w6 w6 11", "dice w6 w6 12"}
    assert keys(pool(white=(1, 1), coins=1)) == {"dice w1 w1 2", "dice w1 w1 3"}
    for value in (0, 1, 13, -7):
        found = pool(white=(6, 6), coins=9).why_not(Take(("w6", "w6"), value))
        assert [one.rule for one in found] == ["dice-limits"]


def test_dice_markers__one_sets_a_die_to_any_face() -> None:
    position = pool(white=(1, 2), sets=1, meeting=True)
    # The 1 becomes 1 to 6 beside the 2, or the 2 becomes 1 to 6 beside the 1; 3 comes by itself.
    assert keys(position) == {
        "dice w1 w2 3", *(f"dice w1 w2 {value} markers 1" for value in (2, 4, 5, 6, 7, 8)),
    }  # fmt: skip
    after = play(position, "dice w1 w2 8 markers 1")
    assert (after.seats[0].sets, after.seats[0].coins, after.value) == (0, 0, 8)


def test_dice_markers__two_set_both() -> None:
    position = pool(white=(1, 1), sets=3, meeting=True)
    after = play(position, "dice w1 w1 12 markers 2")
    assert (after.seats[0].sets, after.value) == (1, 12)
    assert position.why_not(Take(("w1", "w1"), 12, 3))[0].rule == "dice-markers"
    assert position.why_not(Take(("w1", "w1"), 12, -1))[0].rule == "dice-markers"


def test_dice_markers__not_more_than_there_are() -> None:
    assert set(refused(pool(white=(1, 2)), "dice w1 w2 8 markers 1")) == {"dice-markers"}
    found = refused(pool(white=(1, 1), sets=1, coins=5, meeting=True), "dice w1 w1 12 markers 2")["dice-markers"]
    assert found.numbers == (("markers", 2), ("there", 1))


def test_dice_markers__none_that_saves_nothing() -> None:
    position = pool(white=(3, 4), sets=2, coins=3, meeting=True)
    assert set(refused(position, "dice w3 w4 7 markers 1")) == {"dice-markers"}
    assert set(refused(position, "dice w3 w4 9 markers 2")) == {"dice-markers"}


def test_dice_markers__stay_good_without_the_councilman() -> None:
    """What stands on a card is good even when its area is not active (rule marker-stays)."""
    position = pool(white=(1, 2), sets=1, meeting=True, villagers=(True, False, True, True, True))
    assert "dice w1 w2 8 markers 1" in keys(position)


def test_dice_black__two_time_for_each_at_once() -> None:
    position = pool(white=(3,), black=(2, 5))
    assert play(position, "dice w3 b2 5").seats[0].time == 2
    assert play(position, "dice b2 b5 7").seats[0].time == 4
    assert play(pool(white=(3, 4)), "dice w3 w4 7").seats[0].time == 0


def test_dice_black__also_when_it_is_turned_or_set() -> None:
    assert play(pool(white=(3,), black=(2,), coins=1), "dice w3 b2 6").seats[0].time == 2
    after = play(pool(white=(3,), black=(2,), sets=1, meeting=True), "dice w3 b2 9 markers 1")
    assert (after.seats[0].time, after.value) == (2, 9)


def test_dice_black__passing_the_bridge_kills_nobody_yet() -> None:
    last = table(seat(), seat()).game.clouds - 1  # type: ignore[attr-defined]
    after = play(pool(white=(3,), black=(2,), time=last), "dice w3 b2 5")
    assert (after.seats[0].time, after.seats[0].crossed) == (1, True)
    assert all(after.seats[0].villagers) and after.question == "banner"
    reaching = play(pool(white=(3,), black=(2,), time=last - 2), "dice w3 b2 5")
    assert (reaching.seats[0].time, reaching.seats[0].crossed) == (last, False)


def test_the_price_of_two_dice_is_what_a_turn_pays() -> None:
    position = pool(white=(1, 4), black=(2, 6), coins=4, sets=1, meeting=True)
    before = position.seats[0]
    for move in position.legal_moves():
        paid, black = price(move)
        first, second = (int(name[1]) for name in move.dice)
        assert paid == fewest((first, second), move.value, move.markers)
        assert black == " ".join(move.dice).count("b")
        after = position.play(move).seats[0]
        assert (before.coins - after.coins, after.time - before.time) == (paid, 2 * black)
