"""Fates: what hidden suspicion cards have brought by now, in the order of the line, and what ends are worth by it."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rules.paladins.values import Position
from solver.control import Control
from solver.paladins.fates import FIRST, LOST, UNKNOWN, Fates, choice
from solver.paladins.frame import Frame
from solver.paladins.line import Belief, Walker
from solver.paladins.packed import Unfit, Words
from solver.paladins.rounds import Start, performed
from solver.paladins.sweep import Sweep
from solver.paladins.table import on_table
from solver.request import Request

from .claims import played
from .lay import quiet, seat
from .lay import request as laid
from .test_sweep import fit

ANSWERS = ("free", "choose", "hire", "send", "build")


def fates_of(position: Position) -> Fates:
    request = laid(position, "points")
    walker = Walker(request)
    frame = Frame(on_table(request), on_table(request).seats[0])
    fates = Sweep(frame, request, Control(60), 1_000, walker.start()).forward.fates
    assert fates is not None
    return fates


def after(fates: Fates, *events: str) -> int:
    numbers = np.array([FIRST])
    for event in events:
        numbers = fates.after(numbers, event)
    return int(numbers[0])


def chances(fates: Fates, number: int) -> dict[tuple[int, int, int], Fraction]:
    """Return the chances of suspicion cards held, unpaid and paid debts."""
    fate, found = fates.fates[number], Counter[tuple[int, int, int]]()
    for case, weight in fate.weights:
        own = fates.cases[case].seats[0]
        found[len(own.suspicion), own.unpaid, own.paid] += weight
    return {key: Fraction(weight, fate.whole) for key, weight in found.items()}


# Twelve cards are unseen, of taxes 0, 1 and 2 in equal numbers; two taxes lie in the supply (rules inquisition-when,
# inquisition-debt, inquisition-discard: of one card none is discarded, of two the newer one).
HALF = {"deck": (4, 4, 4), "tax": 2, "workers": "LL"}


def test_a_drawn_card_may_empty_the_supply() -> None:
    fates = fates_of(quiet("conspire", **HALF))
    assert chances(fates, after(fates, "X")) == {(1, 0, 0): Fraction(2, 3), (1, 1, 0): Fraction(1, 3)}


def test_a_debt_is_settled_only_after_it_has_come() -> None:
    fates = fates_of(quiet("conspire", **HALF))
    assert chances(fates, after(fates, "X", "settle")) == {(1, 0, 0): Fraction(2, 3), (1, 0, 1): Fraction(1, 3)}
    assert chances(fates, after(fates, "settle", "X")) == {(1, 0, 0): Fraction(2, 3), (1, 1, 0): Fraction(1, 3)}


def test_taxes_before_a_card_make_an_inquisition_likelier() -> None:
    fates = fates_of(quiet("conspire", **HALF))
    assert chances(fates, after(fates, "tax1", "X")) == {(1, 0, 0): Fraction(1, 3), (1, 1, 0): Fraction(2, 3)}
    # After it the first taxes come for sure, but who holds no card gets no debt (others hold none either).
    assert chances(fates, after(fates, "tax2", "pardon")) == {(0, 0, 0): Fraction(1)}


def test_a_rival_with_more_suspicion_takes_the_debt() -> None:
    fates = fates_of(quiet("conspire", rivals=(seat(suspicion=(0, 0)),), **{**HALF, "deck": (2, 4, 4)}))
    assert chances(fates, after(fates, "X")) == {(1, 0, 0): Fraction(1)}
    assert chances(fates, after(fates, "X", "X"))[2, 0, 0] < 1


def test_cards_that_are_discarded_first_do_not_count() -> None:
    fates = fates_of(quiet("conspire", suspicion=(1,), **{**HALF, "deck": (4, 4, 4)}))
    assert chances(fates, after(fates, "pardon", "X")) == {(1, 0, 0): Fraction(2, 3), (1, 1, 0): Fraction(1, 3)}
    assert chances(fates, after(fates, "X", "pardon")) == {(1, 0, 0): Fraction(2, 3), (0, 1, 0): Fraction(1, 3)}


def test_orders_that_mean_the_same_are_one_fate() -> None:
    fates = fates_of(quiet("conspire", **{**HALF, "tax": 9}))
    assert after(fates, "tax1", "X", "settle") == after(fates, "X", "settle", "tax1") != after(fates, "X")


def test_a_kept_card_that_pays_in_an_inquisition_pays_after_it_is_kept() -> None:
    fates = fates_of(quiet("conspire", **HALF))
    paid = after(fates, "keep:squire_1", "tax2")  # innocent: it pays a faith
    cases = [fates.cases[case].seats[0].faith for case, _ in fates.fates[paid].weights]
    assert cases == [1]
    assert [fates.cases[case].seats[0].faith for case, _ in fates.fates[after(fates, "tax2")].weights] == [0]


def test_where_discarded_cards_come_back_nothing_is_told() -> None:
    fates = fates_of(quiet("conspire", **{**HALF, "deck": (8, 0, 0), "tax": 9}))
    assert after(fates, *["X"] * 8) != UNKNOWN
    assert after(fates, *["X"] * 9) == UNKNOWN
    assert after(fates, "lost") == after(fates, "lost", "X") == UNKNOWN


def test_a_choice_between_debts_and_suspicion_is_told_to_fates() -> None:
    assert choice("settle/pardon", "pardon") == "choose:settle/pardon:pardon"
    assert choice("faith/strength", "faith") == ""
    assert choice("settle/silver+silver", "settle") == "lost"


# --- what ends are worth --------------------------------------------------------------------------------------------


def ends_of(
    request: Request, start: Start, rng: random.Random, number: int
) -> tuple[Sweep, list[tuple[int, int, Words]]] | None:
    """Sweep narrowly, and pick some ends: layer, place and state."""
    walker = Walker(request)
    belief = walker.walk(start.line)
    assert belief is not None
    try:
        sweep = Sweep(
            Frame(on_table(request), start.seat, start.words, start.draws), request, Control(600), 200_000, belief
        )
    except Unfit:
        return None
    states = [sweep.forward.start()[0]]
    next_ = sweep._next

    def noted(words: Words, floor: int) -> Any:
        found = next_(words, floor)
        if found is not None:
            states.append(found[0])
        return found

    sweep._next = noted  # type: ignore[method-assign]
    sweep.run(-(10**17), 200)
    picked = []
    for _ in range(number):
        layer = rng.randrange(len(sweep.layers))
        if len(states[layer]):
            place = rng.randrange(len(states[layer]))
            picked.append((layer, place, states[layer][place : place + 1]))
    return sweep, picked


def value(sweep: Sweep, walker: Walker, belief: Belief, layer: int, place: int) -> Fraction | None:
    """Return what the line to an end brings by the rules core; None where it is not legal, or another line."""
    here: Belief | None = belief
    for act in sweep.acts(layer, place):
        assert here is not None
        move = performed(walker, here, act)
        if move is None and act[0][0] not in ANSWERS:
            return None
        here = walker.play(here, move) if move is not None else here
        if here is None:
            return None
    assert here is not None
    return walker.value(here)


def compare(request: Request, start: Start, rng: random.Random, number: int) -> int:
    """Compare the values of ends with what the rules core plays; return how many were compared."""
    found = ends_of(request, start, rng, number)
    if found is None:
        return 0
    sweep, picked = found
    walker, layout, compared = Walker(request), sweep.forward.layout, 0
    belief = walker.walk(start.line)
    assert belief is not None and sweep.fated is not None
    for layer, place, words in picked:
        followed = layout.get(words, "fate")[0] != UNKNOWN and layout.get(words, "credit")[0] != LOST
        if not followed or layout.get(words, "cheap")[0] or layout.get(words, "cheaper")[0]:
            continue
        played_ = value(sweep, walker, belief, layer, place)
        if played_ is None:
            continue
        unit = sweep.ends.scale.unit
        exactly = int(sweep.fated._values(words)[0])
        assert abs(exactly - played_ * unit) * 10**6 <= unit, f"{sweep.acts(layer, place)}"
        compared += 1
    return compared


def test_an_end_is_worth_what_the_rules_play() -> None:
    rng = random.Random("ends")
    compared = 0
    for seed in range(3_000, 3_024):
        if (found := fit(seed)) is not None:
            compared += compare(*found, rng, 12)
    for seed in range(3_000, 3_005):
        request = played(seed)
        own = on_table(request).seats[request.seat]
        compared += compare(request, Start(line=(), seat=own), rng, 12)
    assert compared > 150


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_ends_of_many_positions_are_worth_what_the_rules_play(part: int) -> None:
    rng = random.Random(part)
    compared = 0
    for seed in range(10_000 * part, 10_000 * part + 100):
        if (found := fit(seed)) is not None:
            compared += compare(*found, rng, 20)
        if seed % 5 == 0:
            request = played(seed)
            own = on_table(request).seats[request.seat]
            compared += compare(request, Start(line=(), seat=own), rng, 20)
    assert compared > 1_000
