"""Counts of legal turns from fixed positions, agreed by a second counter that shares nothing with the game's code.

The second counter knows step b only: it throws labelled dice (each die its own name), tries every subset with every
helper, and reduces what it finds to decisions at the end. The counts below are kept, so that a change shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import NamedTuple

import pytest

from rules.kingsburg.moves import Place
from rules.kingsburg.values import Placement, Position

from .table import AUTUMN, RECRUIT, SPRING, WINTER, seat, table


class Person(NamedTuple):
    """One seat as the second counter knows it; dice are (name, face, is it a bonus die)."""

    dice: tuple[tuple[int, int, bool], ...]
    markers: int
    marked: bool
    market: bool
    bent: bool
    private: frozenset[int]


class Table(NamedTuple):
    """The state of step b as the second counter knows it."""

    people: tuple[Person, ...]
    line: tuple[int, ...]
    taken: frozenset[int]
    envoy: int


Turn = tuple[int, tuple[int, ...], tuple[int, ...], bool, int, bool, bool]


def second_counter(state: Table) -> dict[Turn | None, Table]:
    """List the turns of the seat in line by brute force over labelled dice; None is a pass."""
    number = state.line[0]
    person = state.people[number]
    found: dict[Turn | None, Table] = {None: state._replace(line=state.line[1:])}
    names = range(len(person.dice))
    for size in range(1, len(person.dice) + 1):
        for chosen in combinations(names, size):
            group = [person.dice[index] for index in chosen]
            if all(white for _, _, white in group):
                continue
            total = sum(face for _, face, _ in group)
            for helper in helpers(person):
                rank = total + 2 * helper[0] + helper[1]
                for own_card in (False, True):
                    for envoy in (False, True):
                        if not allowed(state, number, rank, envoy, own_card):
                            continue
                        own = tuple(sorted(face for _, face, white in group if not white))
                        bonus = tuple(sorted(face for _, face, white in group if white))
                        left = tuple(die for index, die in enumerate(person.dice) if index not in chosen)
                        after = Person(
                            left,
                            person.markers - helper[0],
                            person.marked or helper[0],
                            person.market,
                            person.bent or helper[1] != 0,
                            person.private - {rank} if own_card else person.private,
                        )
                        turn = (rank, own, bonus, helper[0], helper[1], envoy, own_card)
                        found[turn] = Table(
                            tuple(after if index == number else other for index, other in enumerate(state.people)),
                            (*state.line[1:], number),
                            state.taken if own_card else state.taken | {rank},
                            -1 if envoy else state.envoy,
                        )
    return found


def helpers(person: Person) -> Iterator[tuple[bool, int]]:
    """List what may be added to the dice: a +2 marker, the Market."""
    for marker in (False, True):
        for bend in (-1, 0, 1):
            if marker and (person.marked or not person.markers):
                continue
            if bend and (person.bent or not person.market):
                continue
            yield marker, bend


def allowed(state: Table, number: int, rank: int, envoy: bool, own_card: bool) -> bool:
    """Say whether dice of this total may lie there."""
    if not 1 <= rank <= 18:
        return False
    if own_card:
        return not envoy and rank in state.people[number].private
    if envoy:
        return state.envoy == number and rank in state.taken
    return rank not in state.taken


def translate(position: Position) -> Table:
    """Give a position to the second counter."""
    people = []
    for number, person in enumerate(position.seats):
        dice = [(face, False) for face in person.dice] + [(face, True) for face in person.bonus]
        private = {5, 11} if person.governor == "politician" else set()
        private -= {group.rank for group in position.placements if group.private and group.seat == number}
        people.append(
            Person(
                tuple((index, face, white) for index, (face, white) in enumerate(dice)),
                person.markers,
                "marker" in person.used,
                person.built[position.sheet.by_id["market"].row] >= 2,
                "market" in person.used,
                frozenset(private),
            )
        )
    taken = frozenset(group.rank for group in position.placements if not group.private)
    return Table(tuple(people), position.queue, taken, position.envoy)


def count_theirs(state: Table, depth: int) -> int:
    """Count turn sequences by the second counter."""
    if depth == 0 or not state.line:
        return 1
    return sum(count_theirs(after, depth - 1) for after in second_counter(state).values())


def count_ours(position: Position, depth: int) -> int:
    """Count turn sequences by the rules core, within step b."""
    if depth == 0 or position.step != "influence":
        return 1
    return sum(count_ours(position.play(move), depth - 1) for move in position.legal_moves())


PLAIN = (seat(dice=(1, 3, 5)), seat(dice=(2, 3, 5)), seat(dice=(4, 4, 5), markers=1), seat(dice=(2, 2, 6), bonus=(6,)))
HELPERS = (
    seat(dice=(2, 4, 5), bonus=(1, 3), markers=2, buildings="inn market"),
    seat(dice=(1, 1, 6), bonus=(2,), markers=1),
    seat(dice=(3, 3, 4), buildings="inn market"),
)
BUSY = (Placement(7, 1, (3, 4)), Placement(3, -1, (3,)), Placement(9, 0, (3, 6)))
CASES = {
    "example of page 4": table(*PLAIN, phase=SPRING, step="influence"),
    "all helpers": table(*HELPERS, phase=SPRING, step="influence", envoy=0),
    "all helpers, advisors taken": table(*HELPERS, phase=SPRING, step="influence", envoy=1, placements=BUSY[:1]),
    "two players": table(
        seat(dice=(2, 2, 5), markers=1, buildings="inn market"),
        seat(dice=(1, 3, 6), bonus=(3,)),
        phase=AUTUMN,
        step="influence",
        envoy=0,
        placements=(Placement(11, -1, (1, 4, 6)), Placement(7, -1, (2, 5))),
    ),
    "twelve dice": table(
        seat(dice=(1, 2, 3), bonus=(1, 2, 3, 4, 5, 6, 6, 6, 6)), seat(), phase=SPRING, step="influence"
    ),
    "politician": table(
        seat(dice=(1, 4, 5), bonus=(6,), markers=1, governor="politician"),
        seat(dice=(5, 5, 6)),
        phase=SPRING,
        step="influence",
        modules=("governors",),
        envoy=0,
    ),
}
COUNTS = {
    ("example of page 4", 1): 8,
    ("example of page 4", 2): 60,
    ("example of page 4", 3): 586,
    ("all helpers", 1): 169,
    ("all helpers", 2): 3300,
    ("all helpers, advisors taken", 1): 153,
    ("all helpers, advisors taken", 2): 3213,
    ("two players", 1): 31,
    ("two players", 2): 374,
    ("two players", 3): 1672,
    ("twelve dice", 1): 396,
    ("politician", 1): 34,
    ("politician", 2): 194,
    ("politician", 3): 1133,
}


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_influence_exact__counts_of_turns(name: str, depth: int) -> None:
    position = CASES[name]
    assert count_ours(position, depth) == count_theirs(translate(position), depth) == COUNTS[name, depth]


@pytest.mark.parametrize("seed", range(150))
def test_influence_exact__the_same_turns_as_by_brute_force(seed: int) -> None:
    """Random positions of step b, played on at random: the same set of turns each time, and the same after each."""
    random = Random(seed)
    people = []
    for _ in range(random.choice((2, 3, 4))):
        bonus = tuple(sorted(random.choices(range(1, 7), k=random.choice((0, 0, 1, 2)))))
        people.append(
            seat(
                dice=tuple(sorted(random.choices(range(1, 7), k=3))),
                bonus=bonus,
                markers=random.choice((0, 0, 1, 2)),
                buildings=random.choice(("", "inn", "inn market", "statue inn market farms")),
            )
        )
    position = table(*people, phase=SPRING, step="influence", envoy=random.choice((-1, 0, 1)))
    theirs = translate(position)
    while position.step == "influence":
        turns = second_counter(theirs)
        ours = {
            (move.rank, move.dice, move.bonus, move.marker, move.market, move.envoy, move.private)
            if isinstance(move, Place)
            else None: move
            for move in position.legal_moves()
        }
        assert set(ours) == set(turns)
        turn = random.choice(sorted(ours, key=repr))
        position = position.play(ours[turn])
        theirs = turns[turn]
        assert not theirs.line or translate(position).line == theirs.line


# --- other steps, counted by formula --------------------------------------------------------------------------------


def test_recruit_cost__counts_of_payments() -> None:
    """Every mix of goods with an even sum, counted over labelled goods."""
    for gold, wood, stone in combinations_with_replacement(range(4), 3):
        position = table(seat(gold=gold, wood=wood, stone=stone), seat(), phase=RECRUIT, step="recruit")
        labelled = ["gold"] * gold + ["wood"] * wood + ["stone"] * stone
        mixes = {tuple(sorted(mix)) for size in range(0, len(labelled) + 1, 2) for mix in combinations(labelled, size)}
        assert len(position.legal_moves()) == len(mixes)


def test_loss_choice__counts_of_losses() -> None:
    """Every way to lose two goods, counted over labelled goods."""
    for gold, wood, stone in combinations_with_replacement(range(4), 3):
        labelled = ["gold"] * gold + ["wood"] * wood + ["stone"] * stone
        if len(labelled) <= 2:
            continue
        people = (seat(gold=gold, wood=wood, stone=stone), seat(soldiers=3, buildings="inn"))
        position = table(*people, phase=WINTER, step="reveal").play(
            table(*people, phase=WINTER, step="reveal").outcome("enemy orcs_1_3")
        )
        assert len(position.legal_moves()) == len({tuple(sorted(mix)) for mix in combinations(labelled, 2)})
