"""A plan says what a move does to a villager, and not only how far it is to the bridge."""

from __future__ import annotations

import rules
from rules.my_village.values import Position
from solver.my_village.words import describe

DEATH = "over the bridge, for which a villager dies"


def test_a_move_over_the_bridge_says_that_somebody_dies_and_no_other_does() -> None:
    game = rules.load("my_village")
    whole = rules.playout(game.setup(players=3, seed=2), "greedy", seed=2)
    said = {True: 0, False: 0}
    for position, step in zip(whole.positions(), whole.steps, strict=False):
        assert isinstance(position, Position)
        if position.actor is None:
            continue
        before, then = position.seats[position.actor], position.play(step).seats[position.actor]
        passed = then.time < before.time and not before.crossed
        assert (DEATH in describe(position, step)) == passed
        if passed and not position.play(step).over:
            dead = sum(before.villagers) - sum(then.villagers)
            assert then.crossed or dead or "dies" in position.play(step).question or position.play(step).actor is None
        said[passed] += 1
    assert said[True] >= 3 and said[False] > 50
