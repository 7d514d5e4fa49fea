"""The sweep through all states of numbers: no line of the rules core is worth more than it promises."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from solver.control import Control
from solver.paladins.exact import search
from solver.paladins.frame import Frame
from solver.paladins.line import own_question
from solver.paladins.packed import UNIT, Layout, Scale, Unfit, compiled_gain, hashed
from solver.paladins.paying import pay
from solver.paladins.rounds import STATES, Planner, Start
from solver.paladins.solving import FIXED
from solver.paladins.sweep import Sweep, decoded, swept
from solver.request import Request
from solver.search import SearchTooLarge

from .small import ask, asks, small

PARTS, EACH = 4, 4
LIMIT = 4_000  #: positions that the search through all lines may play


def fit(seed: int) -> tuple[Request, Start] | None:
    """Return a request of a seed where a turn or a question is planned."""
    position, objective = small(seed)
    if asks(position) not in ("action", "question"):
        return None
    request = ask(position, objective)
    own = own_question(request, position)
    if own and position.question in FIXED:
        return None
    words = tuple(what for number, what in position.pending if number == request.seat) if own else ()
    return request, Start(line=(), seat=position.seats[request.seat], words=words)


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_worth_more_than_promised(part: int) -> None:
    seed, compared, proved = 50_000 + 1_000 * part, 0, 0
    while compared < EACH:
        seed += 1
        found = fit(seed)
        if found is None:
            continue
        request, start = found
        try:
            lines = search(request, limit=LIMIT)
        except SearchTooLarge:
            continue
        assert lines.finished and lines.best is not None
        best = lines.best[0]
        planner = Planner(request, Control(60))
        belief = planner.walker.walk(())
        assert belief is not None
        frame = Frame(request.position, start.seat, start.words)  # type: ignore[arg-type]
        try:
            sweep = Sweep(frame, request, planner.control, STATES)
        except Unfit:
            continue
        compared += 1
        planner.close((), belief)
        sweep.run(-(10**15))
        ends = sweep.better(-(10**15), 10**6)
        if sweep.finished:
            assert ends[0][0] >= sweep.floor(best), f"seed {seed}"
        for promised, depth, place in [*ends[:20], *random.Random(seed).sample(ends, min(20, len(ends)))]:
            if any(key[0] == "choose" for key, _ in sweep.acts(depth, place)):
                continue  # a side that does nothing is not offered: the rules take the other one, and so another end
            reached = sweep.perform(planner, belief, (), sweep.acts(depth, place))
            assert sweep.floor(reached) <= promised, f"seed {seed}: {sweep.acts(depth, place)}"
        again = Planner(request, Control(60))
        again.close((), belief)
        bound = swept(again, frame, start, belief)
        assert again.value <= best and (bound is None or bound >= best), f"seed {seed}"
        proved += bound == best == again.value
    assert proved > EACH // 3


def test_a_labourer_is_paid_first_and_a_criminal_last() -> None:
    layout = Layout([])

    def groups(hand: str, spaces: str) -> set[str]:
        delta = [0] * layout.words
        for letter in hand:
            layout.put(delta, letter, 1)
        none = np.zeros(1, dtype=np.int64)
        return {decoded(int(paid)) for paid in pay(layout, (np.array([delta]), none, none), spaces)[2]}

    assert groups("LSX", "*") == {"L"}
    assert groups("SMX", "*") == {"S", "M"}
    assert groups("SMX", "C") == {"X"}
    assert groups("SMFX", "S*F") == {"SMF"}
    assert groups("SSMC", "**") == {"SS", "SM", "SC", "MC"}
    assert groups("S", "**") == set()


def test_gains_become_one_change() -> None:
    layout = Layout([])
    gain = compiled_gain(layout, ("X", "silver+tax2", "settle/pardon", "debt"))
    words = np.array([gain.delta])
    assert [int(layout.get(words, name)[0]) for name in ("X", "silver", "tax", "unpaid")] == [1, 3, 2, 1]
    assert (gain.draws, gain.asks) == (1, ("settle/pardon",))
    with pytest.raises(Unfit):
        compiled_gain(layout, ("welcome",))


def test_states_that_differ_have_different_names() -> None:
    words = np.arange(200_000, dtype=np.int64).reshape(-1, 2)
    assert len(np.unique(hashed(words))) == len(words)


def test_units_are_rounded_up() -> None:
    scale = Scale()
    assert scale.units(Fraction(1, 3)) * 3 >= UNIT > (scale.units(Fraction(1, 3)) - 1) * 3
    assert scale.units(Fraction(-1, 3)) * 3 >= -UNIT
    assert scale.floor(Fraction(-1, 3)) * 3 <= -UNIT


def test_a_scale_that_would_be_too_fine_rounds() -> None:
    scale = Scale()
    for prime in (101, 103, 107, 109, 113, 127, 131, 137):
        scale.units(Fraction(1, prime))
    assert not scale.settled().exact
    few = Scale()
    few.units(Fraction(1, 10_626))
    assert few.settled().exact and not few.settled(Fraction(10**12)).exact
