"""One wording of a move: boards, lists of moves and plans say the same."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.paladins.naming import needs_ring
from solver import rooms
from widgets.talk import talk_of
from widgets.views import view_of

GAME: Any = rules.load("paladins")


@pytest.mark.parametrize("seed", range(8))
def test_plan_and_board_say_every_move_alike(seed: int) -> None:
    """Over whole games of every number of players: every legal move, and no two of a position alike."""
    record = rules.playout(GAME.setup(players=1 + seed % 4, seed=seed), policy="random", seed=seed)
    talk = talk_of("paladins")
    for position in list(record.positions())[seed % 3 :: 3]:
        legal = position.legal_moves()
        said = [rooms.find(position).describe(position, move) for move in legal]
        spoken = [talk.phrase(position, move) for move in legal]
        assert [text[:1].lower() + text[1:] for text in said] == [text[:1].lower() + text[1:] for text in spoken]
        assert len(set(said)) == len(said), [text for text in said if said.count(text) > 1][:2]


def test_a_house_value_in_the_name_of_a_card_is_marked() -> None:
    """Cards of one name are told apart by what they pay; where that is ours, the name says so."""
    from rules.paladins import naming

    for key, row in GAME.catalogue.townsfolk.items():
        shows = naming.gain_words(row.ongoing) in naming.townsfolk_name(GAME, key)
        assert not shows or ("ongoing" in row.house) == (naming.RING in naming.townsfolk_name(GAME, key)), key


def test_the_printed_zero_of_the_first_jar_carries_no_ring() -> None:
    row = GAME.catalogue.actions["absolve"]
    assert "needs" in row.house and (needs_ring(row, 0), needs_ring(row, 1)) == ("", "°")
    record = rules.playout(GAME.setup(players=2, seed=3), policy="greedy", seed=3)
    position = next(each for each in record.positions() if each.step == "action")  # type: ignore[attr-defined]
    text = view_of(position).draw(position, 0, None, 1100).text
    assert "influence 0" in text and "influence 0°" not in text
