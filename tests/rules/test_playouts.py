"""Whole games by a policy: steps from a list are not checked twice, and that changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rules
from rules import playout
from rules.playouts import find_policy


@pytest.mark.parametrize("name", rules.games())
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_steps_that_are_listed_need_no_check(name: str, policy: str) -> None:
    """A game whose every step is checked is the same one."""
    game = rules.load(name)
    start, choose = game.setup(game.players[-1], 3), find_policy(policy)

    def checked(position: Any, random: Random) -> Any:
        return choose(position, random)

    assert playout(start, policy, 3) == playout(start, checked, 3)


def test_what_a_policy_of_ones_own_chooses_is_checked() -> None:
    with pytest.raises(rules.IllegalMove):
        playout(rules.load("kingsburg").setup(2, 3), lambda position, random: position.legal_moves()[0].__class__())
