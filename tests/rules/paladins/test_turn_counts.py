"""Counts of legal turns from fixed positions, agreed by a second counter that shares nothing with the game's code.

An edge is a decision of a seat or a draw of chance; what settles itself is none. The second counter knows the turns of
a round (see ``second_counter.py``); the counts below are kept, so that a change shows.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb

import msgspec
import pytest

import rules
from rules.paladins.values import Position

from .second_counter import after, choices, count
from .second_table import Inquisition, State
from .table import load, seat, table

Case = tuple[int, int, int]
#: Cases: players, seed, and which turn of the random playout (from 0) begins the count. Counts by depth 1, 2, 3.
COUNTS: dict[Case, tuple[int, ...]] = {
    (1, 5, 1): (20, 31, 31),
    (1, 5, 7): (11, 31, 32),
    (1, 5, 15): (12, 21, 21),
    (2, 5, 2): (8, 248, 3618),
    (2, 5, 21): (11, 101, 877),
    (2, 5, 45): (29, 464, 5482),
    (2, 5, 56): (32, 514, 15912),
    (2, 8, 48): (21, 908, 9389),
    (2, 11, 12): (25, 353, 5130),
    (2, 11, 31): (27, 214, 3111),
    (3, 5, 4): (30, 1426, 10500),
    (3, 5, 23): (12, 180, 3408),
    (3, 5, 45): (18, 1044, 18258),
    (3, 5, 78): (11, 46, 1736),
    (3, 5, 98): (11, 208, 4349),
    (3, 8, 39): (8, 48, 1329),
    (3, 8, 70): (10, 697, 19113),
    (4, 5, 4): (19, 631, 9506),
    (4, 5, 25): (19, 178, 6354),
    (4, 5, 55): (23, 48, 598),
    (4, 5, 73): (14, 166, 1086),
    (4, 5, 96): (33, 272, 1434),
    (4, 5, 119): (17, 554, 10968),
    (4, 8, 147): (16, 668, 5938),
}
#: Solo, while the opponent rests: the player goes on alone, so the count does not end with the first turn.
RESTING: dict[Case, tuple[int, ...]] = {
    (1, 5, 1): (20, 166, 986),
    (1, 5, 7): (11, 96, 715),
    (1, 5, 15): (12, 56, 572),
    (1, 5, 22): (21, 152, 828),
    (1, 5, 29): (11, 247, 1911),
    (1, 8, 34): (32, 251, 1262),
    (1, 8, 43): (32, 409, 3419),
}


def depths(counts: dict[Case, tuple[int, ...]]) -> list[tuple[Case, int]]:
    """List every case with every depth that is counted."""
    return [(case, depth) for case, row in counts.items() for depth in range(1, len(row) + 1)]


@cache
def playout(players: int, seed: int) -> tuple[Position, ...]:
    """Play a game at random and list the positions in which a seat has its turn."""
    record = rules.playout(load().setup(players, seed), "random", seed)
    return tuple(position for position in record.positions() if position.question == "action")  # type: ignore[attr-defined]


def resting(position: Position) -> Position:
    """Let the solo opponent rest."""
    return msgspec.structs.replace(position, opponent=msgspec.structs.replace(position.opponent, resting=True))


def count_ours(position: Position, depth: int, round_: int) -> int:
    """Count sequences of decisions and draws by the rules core, within the turns of one round."""
    if depth == 0 or position.over or position.round != round_ or position.question == "scheme":
        return 1
    steps = [outcome for outcome, _ in position.chance()] or position.legal_moves()
    if depth == 1:
        return len(steps)
    return sum(count_ours(position.play(step), depth - 1, round_) for step in steps)


@pytest.mark.parametrize(("case", "depth"), depths(COUNTS))
def test_turn_one__counts_of_turns(case: Case, depth: int) -> None:
    position = playout(*case[:2])[case[2]]
    assert count_ours(position, depth, position.round) == count(State(position), depth) == COUNTS[case][depth - 1]


@pytest.mark.parametrize(("case", "depth"), depths(RESTING))
def test_solo_rest__counts_of_turns(case: Case, depth: int) -> None:
    position = resting(playout(*case[:2])[case[2]])
    assert count_ours(position, depth, position.round) == count(State(position), depth) == RESTING[case][depth - 1]


def keys(position: Position) -> set[str]:
    """List what may be decided, or may happen."""
    return {outcome.key for outcome, _ in position.chance()} or {move.key for move in position.legal_moves()}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_turn_one__the_same_turns_as_by_brute_force(players: int, seed: int, policy: str) -> None:
    """Turns of whole games: the same decisions at each, and after the one that was played."""
    record = rules.playout(load().setup(players, seed), policy, seed)
    compared = 0
    for place, position in enumerate(record.positions()):
        if place % 3 or position.over or position.question != "action":  # type: ignore[attr-defined]
            continue
        state = State(position)  # type: ignore[arg-type]
        assert keys(position) == set(choices(state))  # type: ignore[arg-type]
        compared += 1
        step = record.steps[place]
        try:
            theirs = after(state, step.key)
        except Inquisition:
            continue
        ours = position.play(step)
        assert theirs.ended or keys(ours) == set(choices(theirs))  # type: ignore[arg-type]
    assert compared > 5


# --- other steps, counted by formula --------------------------------------------------------------------------------


def test_paladin_choose__counts_of_choices() -> None:
    """Each of three in hand can be used, and each of the others kept on top: 6 ways for each seat."""
    for players in (1, 2, 3, 4):
        position = load().setup(players, 5)
        while position.question != "paladin":
            position = position.play((position.chance() and position.chance()[0][0]) or position.legal_moves()[0])
        assert count_ours(position, players, 1) == len(list(permutations(range(3)))) ** players


def test_tavern_choose__counts_of_choices() -> None:
    """One card more than there are players, and each takes one: a falling product."""
    for players in (2, 3, 4):
        cards = tuple(card for card, row in load().catalogue.taverns.items() if "X" not in row.workers)[: players + 1]
        position = table(*[seat()] * players, step="tavern", taverns=cards, guests=(-1,) * len(cards))
        assert count_ours(position, players, 1) == len(list(permutations(cards, players)))


def test_pass_keep__counts_of_groups() -> None:
    """Every three of the unused workers, counted over single workers."""
    for workers in ("LLSM", "LSMFC", "LLLLX", "LLSSMMFFCCXX"):
        position = table(seat(workers=workers), seat())
        kept = {tuple(sorted(group)) for group in combinations(workers, 3)}
        assert len(position.play(position.move("pass")).legal_moves()) == len(kept) <= comb(len(workers), 3)
