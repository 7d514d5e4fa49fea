"""The line of positions along a plan of Paladins: cards that ask something, and moves that answer another card."""

from __future__ import annotations

from typing import Any

import pytest

import solver
from solver.run import ask
from tests.widgets.paladins.games import decisions
from widgets.line import frames
from widgets.talk import talk_of


def turn(players: int, seed: int, number: int) -> Any:
    """Return a turn out of a seeded game."""
    return [position for position in decisions(players, seed) if position.question == "action"][number]


@pytest.mark.parametrize(("players", "number"), [(1, 3), (1, 6), (3, 2)])
def test_the_line_goes_to_the_end_of_the_horizon(players: int, number: int) -> None:
    position = turn(players, 7, number)
    plan = solver.solve(position, seconds=3)
    request, room = ask(position)
    line = frames(plan, request, room, talk_of("paladins"))
    assert line[0].kind == "start" and line[-1].kind != "cut"
    assert room.ended(request, line[-1].position) or line[-1].position.over
    shown = [frame.move for frame in line if frame.kind == "move"]
    assert shown == sorted(set(shown)) and shown[-1] <= len(plan.moves)
    left_out = set(range(1, len(plan.moves) + 1)) - set(shown)
    verbs = {plan.moves[at - 1].key.partition(" ")[0] for at in left_out}
    assert verbs <= {"choose", "clear", "build", "hire", "activate", "keep"}, "only answers to other cards are left out"
    for frame in line[1:]:
        assert frame.text and "_" not in frame.text
