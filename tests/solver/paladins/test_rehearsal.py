"""Rehearsing: what the rules core can play in some order has an order here, too; and a cut forbids no such choice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.paladins.moves import Keep, Pass
from solver.paladins.cuts import mirrored, unordered
from solver.paladins.items import Key, key_of
from solver.paladins.line import Walker, own_question
from solver.paladins.phases import Marked
from solver.paladins.prospect import Prospect
from solver.paladins.rehearsal import Rehearsal
from solver.paladins.supply import Supply
from solver.paladins.table import ended, on_table
from solver.request import Request

from .small import ask, asks, small

SEEDS = range(40)
LINES = 6


def turns() -> Iterator[tuple[int, Request]]:
    """Yield requests in which a seat has its turn."""
    for seed in SEEDS:
        position, _ = small(seed, most=9)
        if asks(position) == "action":
            yield seed, ask(position, "points")


def played(request: Request, rng: random.Random) -> tuple[Key, ...]:
    """Play at random while nothing is drawn, and list what was done."""
    walker, keys = Walker(request), list[Key]()
    belief = walker.start()
    while len(belief) == 1:
        position = next(iter(belief))
        legal = [move for move in position.legal_moves() if not isinstance(move, Pass | Keep)]
        if (
            ended(request, position)
            or position.actor != request.seat
            or not legal
            or (position.pending and not own_question(request, position))
        ):
            break
        move = rng.choice(legal)
        after = walker.play(belief, move)
        if after is None:
            break
        key = key_of(position, move)
        if key[0] not in ("free", "activate"):
            keys.append(key)
        belief = after
    return tuple(keys)


def test_what_is_played_has_an_order() -> None:
    tried = 0
    for seed, request in turns():
        position = on_table(request)
        frame = Marked(position, position.seats[request.seat])
        rehearsal, rng = Rehearsal(frame), random.Random(seed)
        for _ in range(LINES):
            choice = played(request, rng)
            if not choice or any(count > len(frame.marks.get(key, ())) for key, count in Counter(choice).items()):
                continue
            seen = rehearsal.look(choice)
            tried += 1
            assert seen.order is not None or not seen.sure, f"seed {seed}: {choice} lacks {sorted(seen.lacks)}"
    assert tried > 50


def test_no_cut_forbids_what_can_be_played() -> None:
    knots_seen = 0
    for seed, request in turns():
        position = on_table(request)
        frame = Marked(position, position.seats[request.seat])
        supply, prospect, rehearsal = Supply(frame), Prospect(frame), Rehearsal(frame)
        rng = random.Random(seed)
        lines = [played(request, rng) for _ in range(LINES)]
        for _ in range(8):
            keys = sorted(frame.marks)
            choice = tuple(rng.sample(keys, min(len(keys), rng.randint(2, 6))))
            seen = rehearsal.look(choice)
            if seen.order is not None or not seen.sure:
                continue
            knots = [unordered(frame, prospect, supply, rehearsal, choice, seen)]
            assert knots[0].holds(Counter(choice))
            knots += mirrored(frame, prospect, supply, rehearsal, choice, knots)
            knots_seen += len(knots)
            for line in lines:
                counts = Counter(line)
                assert not any(knot.holds(counts) for knot in knots), f"seed {seed}: {line} is forbidden by {choice}"
            for knot in knots[:3]:  # as a row it says the same: with exactly these items it is not met
                clause = knot.clause(frame)
                values = dict.fromkeys(range(len(frame.rows.bounds)), 0)
                for key in keys:
                    for place, mark in enumerate(frame.marks[key]):
                        if place < Counter(choice)[key]:
                            values.update(dict.fromkeys(mark.terms, 1))
                if knot.holds(Counter(choice)) and all(len(members) == 1 for members, _ in knot.tied):
                    assert clause.at([values[place] for place in range(len(values))]) < 1
    assert knots_seen > 50


@pytest.mark.parametrize("kind", ["hand", "money"])
def test_what_is_short_is_named(kind: str) -> None:
    found = False
    for _, request in turns():
        position = on_table(request)
        frame = Marked(position, position.seats[request.seat])
        rehearsal = Rehearsal(frame)
        for key in frame.marks:
            lacks = rehearsal.look((key,)).lacks
            found = found or ("workers" in lacks if kind == "hand" else bool({"silver", "provisions"} & lacks))
    assert found
