"""What a seat may not know can be dealt anew: it cannot tell the difference, and the game goes on."""

from __future__ import annotations

from random import Random

import pytest

import rules


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_cannot_tell_what_is_imagined(game: str, seed: int) -> None:
    loaded = rules.load(game)
    players = sorted(loaded.players)[-1 - seed % 2]
    record = rules.playout(loaded.setup(players=players, seed=seed), policy="greedy", seed=seed)
    told = hidden = 0
    for number, position in enumerate(list(record.positions())[::9]):
        seat = position.actor
        if seat is None:
            continue
        if number % 3 == 2:  # also one who waits
            seat = (seat + 1) % players
        hidden += position.view(seat) != position
        found = position.imagine(seat, Random(seed))
        assert found == position.imagine(seat, Random(seed))
        assert found.view(seat) == position.view(seat)
        assert found.problems() == ()
        told += found != position
        rules.playout(found, policy="greedy", seed=seed)
    assert told > 0 or not hidden, "what is hidden is dealt anew"
