"""Bounds by relaxed states: no state of numbers leads to more than its relaxed state promises."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from solver.control import Control
from solver.paladins.exact import search
from solver.paladins.frame import Frame
from solver.paladins.judgement import rounded_up
from solver.paladins.packed import Layout, Numbers, Unfit, Words, hashed
from solver.paladins.paying import jokers, pay
from solver.paladins.relaxed import NEVER, Relaxed
from solver.paladins.rounds import Planner
from solver.paladins.sweep import Sweep, swept
from solver.paladins.table import on_table
from solver.request import Request
from solver.search import SearchTooLarge

from .claims import played
from .lay import quiet, seat
from .lay import request as laid
from .test_sweep import fit, promised

STATES = 40_000  #: states of a sweep in these tests, and of a relaxed one
LOW = -(10**17)


def sweep_of(request: Request, words: tuple[str, ...] = ()) -> Sweep:
    position = on_table(request)
    return Sweep(Frame(position, position.seats[request.seat], words), request, Control(60), STATES)


def layers(sweep: Sweep) -> list[tuple[Words, Numbers]] | None:
    """Return all states by layers, with the best value that each leads to; None where there are too many."""
    forward = sweep.forward
    words, _ = forward.start()
    found, edges = [words], []
    while len(words):
        going = np.nonzero(forward.hands(words) > 0)[0]
        parts = list(forward.expand(words[going])) if len(going) else []
        if not parts:
            break
        new = np.concatenate([part[0] for part in parts])
        _, first, target = np.unique(hashed(new, forward.layout.without(())), return_index=True, return_inverse=True)
        edges.append((going[np.concatenate([part[1] for part in parts])], target))
        words = new[first]
        found.append(words)
        if sum(map(len, found)) > STATES:
            return None
    best = [sweep.ends.values(words) for words in found]
    for depth in range(len(edges) - 1, -1, -1):
        source, target = edges[depth]
        np.maximum.at(best[depth], source, best[depth + 1][target])
    return list(zip(found, best, strict=True))


def checked(sweep: Sweep) -> bool:
    """Compare every state with its bounds; say whether there were any."""
    there = layers(sweep)
    if there is None:
        return False
    above: Relaxed | None = None
    floor = int(there[0][1].max()) - 2 * sweep.ends.scale.unit
    for goods, low in ((True, LOW), (False, LOW), (False, floor)):
        relaxed = Relaxed(sweep.ends, Control(60), STATES, goods=goods, above=above if low == floor else None)
        if not relaxed.run(low):
            return False
        above = relaxed if goods else above
        for depth, (words, best) in enumerate(there):
            values, hands = sweep.ends.values(words), sweep.forward.hands(words)
            bounds = relaxed.bounds(depth, words, values)
            wrong = (bounds < best) & (best > low) & (hands > 0)
            assert not wrong.any(), f"layer {depth}, goods {goods}, floor {low}"
            if low == LOW:
                assert (bounds[hands > 0] > NEVER).all()
    return True


@pytest.mark.parametrize("part", range(3))
def test_relaxed_states_bound_all_that_look_like_them(part: int) -> None:
    compared = 0
    for seed in range(70_000 + 1_000 * part, 70_040 + 1_000 * part):
        found = fit(seed)
        if found is None or compared == 8:
            continue
        request, start = found
        try:
            compared += checked(sweep_of(request, start.words))
        except Unfit:
            continue
    assert compared > 3


def test_relaxed_states_bound_rounds_as_played() -> None:
    compared = 0
    for seed in range(40):
        request = played(seed)
        if len(on_table(request).seats[request.seat].workers) < 7 and compared < 3:
            try:
                compared += checked(sweep_of(request))
            except Unfit:
                continue
    assert compared


def test_values_count_nothing_but_what_they_are_grouped_by() -> None:
    compared = 0
    for seed in range(12):
        try:
            sweep = sweep_of(played(seed))
        except Unfit:
            continue
        forward, ends = sweep.forward, sweep.ends
        words, _ = forward.start()
        while len(words) < 3_000 and (parts := list(forward.expand(words))):
            words = np.concatenate([new for new, _, _ in parts])
        values = ends.values(words)
        assert (values == np.concatenate([ends.values(words[at : at + 400]) for at in range(0, len(words), 400)])).all()
        other = words & forward.layout.without(["placed", "taken", "favours"])
        assert (ends.values(other) == values).all()
        compared += 1
    assert compared > 5


def test_jokers_pay_as_workers_do_where_there_are_no_others() -> None:
    layout = Layout([])
    words = np.zeros((8, layout.words), dtype=np.int64)
    layout.raise_(words, "X", np.arange(8))
    here = np.arange(8)
    for spaces in ("", "S", "S*C", "**", "XS*"):
        alike = pay(layout, (words.copy(), here, here * 0), spaces)
        plainly = jokers(layout, (words.copy(), here, here * 0), spaces)
        assert (alike[0] == plainly[0]).all() and (alike[1] == plainly[1]).all()
        assert plainly[1].tolist() == list(range(len(spaces), 8))


def test_a_bounded_sweep_proves_what_the_search_finds() -> None:
    compared = proved = 0
    for seed in range(74_000, 74_200):
        found = fit(seed)
        if found is None or compared == 10:
            continue
        request, start = found
        try:
            lines = search(request, limit=4_000)
        except SearchTooLarge:
            continue
        assert lines.best is not None
        planner = Planner(request, Control(60))
        belief = planner.walker.walk(())
        assert belief is not None
        planner.close((), belief)
        frame = Frame(on_table(request), start.seat, start.words)
        bound = swept(planner, frame, start, belief)
        compared += 1
        assert planner.value <= lines.best[0], f"seed {seed}"
        assert bound is None or bound >= lines.best[0], f"seed {seed}"
        proved += bound == lines.best[0] == planner.value
    assert compared == 10 and proved > 5


# --- what the sweep itself says about debts and spaces ----------------------------------------------------------------


@pytest.mark.parametrize(("own", "rival", "debt"), [((2, 1), (2,), True), ((2,), (2, 1), False), ((), (), False)])
def test_a_certain_tax_that_empties_the_supply_costs_the_most_suspected_a_debt(
    own: tuple[int, ...], rival: tuple[int, ...], debt: bool
) -> None:
    row = ("defender_3", *("",) * 4)  # dismissed, it pays two taxes (rule inquisition-when)
    rivals = (seat(suspicion=rival),)
    position = quiet("recruit", workers="LF", silver=9, suspicion=own, tax=2, row=row, rivals=rivals)
    promise, value = promised(position, "recruit L defender_3")
    assert promise == value and (value < -2) == debt  # the card costs silver, too


def test_a_discarded_card_may_save_the_seat_from_a_certain_inquisition() -> None:
    row = ("defender_3", *("",) * 4)
    own: dict[str, Any] = {"workers": "LFSMC", "silver": 9, "suspicion": (2, 1), "influence": 9}
    position = quiet("recruit", "absolve", tax=2, row=row, rivals=(seat(suspicion=(2,)),), **own)
    promise, value = promised(position, "absolve CSM labourer", "recruit L defender_3")
    assert promise is not None and promise >= value


def test_as_many_monks_of_a_kind_as_there_are_spaces_in_reach() -> None:
    position = quiet("commission", "pray", workers="LSCLSCCC", provisions=9, silver=9)
    sweep = sweep_of(laid(position, "points"))
    kind = next(item for item in sweep.forward.items if item.key == ("commission", "silver", "silver"))
    reach = sum(level <= 0 for level in kind.rises)
    assert 0 < reach < kind.limit
    there = layers(sweep)
    assert there is not None
    field = f"group {sweep.forward.groups[kind.card]}"
    assert max(int(sweep.forward.layout.get(words, field).max()) for words, _ in there if len(words)) == reach


def test_floats_are_rounded_up_to_whole_units() -> None:
    found = rounded_up(np.array([5.0, 5.0 + 1e-10, 5.0 - 1e-10, 5.0 + 1e-4, -5.0, -5.0 + 1e-10]))
    assert found.tolist() == [5, 5, 5, 6, -5, -5]
