"""Every state of the school with every set of missing villagers (page 6), and the monks who teach (page 10)."""

from __future__ import annotations

from itertools import product

import pytest

from rules.my_village.moves import School
from rules.my_village.values import PROFESSIONS, Position

from .table import banner, keys, load, play, seat

#: What the book lets happen, by the markers left and right: without cost, and which markers can be sent out.
BOOK = {
    (False, False): ({"school train"}, set()),
    (True, False): ({"school advance"}, {"left"}),
    (False, True): ({"school train"}, {"right"}),
    (True, True): (set(), {"left", "right"}),
}


@pytest.mark.parametrize("school", BOOK)
def test_school_left__and_all_other_states_allow_what_the_book_says(school: tuple[bool, bool]) -> None:
    free, senders = BOOK[school]
    everything = [School("train"), School("advance")]
    everything += [School(side, name) for side in ("left", "right") for name in PROFESSIONS]
    for villagers in product((False, True), repeat=5):
        if not any(villagers):
            continue
        position = banner(seat(school=school, villagers=villagers, tree=1), 3)
        missing = {name for name, there in zip(PROFESSIONS, villagers, strict=True) if not there}
        allowed = free | {f"school {side} {name}" for side in senders for name in missing}
        assert keys(position, "school") == allowed
        for move in everything:
            assert bool(position.why_not(move)) == (move.key not in allowed)
        for key in allowed:
            after = play(position, key).seats[0]
            sent = key.split()[1] in ("left", "right")
            right = key.startswith("school right")
            assert after.time == int(sent)
            assert after.tree == 1 + 2 * right
            assert sum(after.villagers) == sum(villagers) + sent
            assert sum(after.school) == sum(school) + (key == "school train") - sent


def taught(effect_amount: int, **fields: object) -> Position:
    """Take a monk who teaches so often."""
    rows = load().catalogue.monks
    card = next(name for name, row in rows.items() if (row.effect, row.amount) == ("school", effect_amount))
    row = rows[card]
    tops = tuple(card if symbol == row.symbol else "" for symbol in ("quill", "jug", "rosary"))
    mine = seat(church="abbey", coins=9, goods=(2, 2, 2, 2, 2), **fields)
    position = banner(mine, row.values[0], monks=tops)
    return play(position, min(keys(position, f"monk {row.symbol}")))


def test_monk_school__nothing_is_asked_where_the_school_can_do_nothing() -> None:
    """Both places are taken and nobody is missing: the next monk is turned up at once."""
    for amount in (1, 2):
        assert taught(amount, school=(True, True)).question.startswith("monk/")


def test_monk_school__the_second_time_begins_where_the_first_one_ended() -> None:
    gone = (True, True, True, True, False)
    position = taught(2, school=(False, True), villagers=gone)
    time = position.seats[0].time
    position = play(position, "school right merchant")
    assert keys(position) == {"school train", "skip"}
    assert play(position, "school train").seats[0].school == (True, False)
    village = position.seats[0]
    assert (village.tree, (village.time - time) % load().clouds, all(village.villagers)) == (2, 1, True)


def test_monk_school__the_first_time_can_be_let_go_and_the_second_be_used() -> None:
    position = play(taught(2), "skip")
    assert keys(position) == {"school train", "skip"}
    assert play(position, "skip").question.startswith("monk/")
