"""The sweep through all states of numbers: no line of the rules core is worth more than it promises."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rules.paladins.values import Position
from solver.control import Control
from solver.paladins.exact import search
from solver.paladins.frame import Frame
from solver.paladins.grouping import grouped
from solver.paladins.line import Walker, own_question
from solver.paladins.packed import UNIT, Layout, Scale, Unfit, compiled_gain, hashed
from solver.paladins.paying import pay
from solver.paladins.rounds import STATES, Planner, Start
from solver.paladins.solving import FIXED
from solver.paladins.sweep import Layer, Sweep, decoded, swept
from solver.paladins.table import on_table
from solver.request import Request
from solver.search import SearchTooLarge

from .claims import played
from .follow import Followed, risky_line, unsure
from .lay import line, quiet, replace, seat
from .lay import request as laid
from .small import Objective, ask, asks, small

PARTS, EACH = 4, 4
FEW = 100_000  #: states of a sweep in these tests
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
            sweep = Sweep(frame, request, planner.control, FEW)
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
        again.states = FEW
        again.close((), belief)
        bound = swept(again, frame, start, belief)
        assert again.value <= best and (bound is None or bound >= best), f"seed {seed}"
        proved += bound == best == again.value
    assert proved > EACH // 3


@pytest.mark.parametrize("part", range(4))
def test_no_random_line_is_worth_more_than_states_like_it(part: int) -> None:
    compared = 0
    for seed in range(100 + 12 * part, 112 + 12 * part):
        request = played(seed) if seed % 2 else unsure(seed)
        followed, walker, rng = Followed(request), Walker(request), random.Random(seed)
        for moves, belief in risky_line(walker, rng)[-2:]:
            promise, value = followed.promise(moves), walker.value(belief)
            if not followed.doubtful:
                keys = " / ".join(move.key for move in moves)
                assert promise is not None and promise >= value, f"seed {seed}: {keys}: {promise}, brings {value}"
                compared += 1
    assert compared > 12


def promised(position: Position, *keys: str, objective: Objective = "points") -> tuple[Fraction | None, Fraction]:
    """Return what states like a line promise, and what it brings."""
    request, moves = laid(position, objective), line(*keys)
    walker = Walker(request)
    belief = walker.walk(moves)
    assert belief is not None
    return Followed(request).promise(moves), walker.value(belief)


WALLED: dict[str, Any] = {"workers": "LLSSMF", "influence": 6, "provisions": 5, "silver": 5}
TRAITOR = ("traitor_byzantine", *("",) * 5)
BOTH = ("fortify LSM", "attack LSF traitor_byzantine")


@pytest.mark.parametrize("strength", range(5))
@pytest.mark.parametrize("objective", ["points", {"silver": 1, "points": 0}])
def test_a_wall_makes_an_attack_cheaper_by_chance(strength: int, objective: Objective) -> None:
    position = quiet("fortify", "attack", strength=strength, outsiders=TRAITOR, **WALLED)
    promise, value = promised(position, *BOTH, objective=objective)
    assert promise == value


def test_a_wall_settles_a_debt_before_an_attack_destroys_it() -> None:
    promise, value = promised(quiet("fortify", "attack", strength=8, unpaid=1, outsiders=TRAITOR, **WALLED), *BOTH)
    assert promise == value


def test_two_walls_settle_one_debt() -> None:
    position = quiet("fortify", "pray", workers="LLSSMMC", influence=9, provisions=9, silver=5, unpaid=1)
    promise, value = promised(position, "fortify LSM", "pray C fortify", "fortify LSM")
    assert promise is not None and value <= promise <= value + Fraction(1, 2)


def test_collectors_are_paid_when_a_wall_settles_a_debt() -> None:
    own = {"workers": "LSM", "influence": 6, "provisions": 5, "unpaid": 1, "townsfolk": ("debt_collector_1",)}
    promise, value = promised(quiet("fortify", round=4, **own), "fortify LSM", objective={"points": 1, "workers": 3})
    assert promise is not None and value <= promise <= value + 1


def test_feared_debts_count_their_chance() -> None:
    rivals = (seat(suspicion=(2, 2, 2, 1)),)
    for position in (
        quiet("conspire", workers="F", tax=2),
        quiet("conspire", workers="F", faith=6, provisions=5, tax=2, rivals=rivals),
    ):
        promise, value = promised(position, "conspire F")
        assert promise == value


@pytest.mark.parametrize("place", range(3))
def test_a_debt_is_settled_only_as_far_as_it_may_have_come_by_then(place: int) -> None:
    row = ("defender_3", *("",) * 4)  # dismissed, it pays the two taxes that empty the supply for certain
    own: dict[str, Any] = {"workers": "LLLSSC", "silver": 9, "provisions": 9, "faith": 12, "suspicion": (1, 1)}
    position = quiet("conspire", "commission", "recruit", tax=2, row=row, **own)
    keys = ["conspire L", "recruit L defender_3"]
    keys.insert(place, "commission LSC s4_settle")
    promise, value = promised(position, *keys)
    assert promise == value


def test_states_that_are_nearly_the_same_go_on_after_those_that_are_not() -> None:
    request = laid(quiet("hunt", "trade", "conspire", workers="LLSM"), "points")
    sweep = Sweep(Frame(on_table(request), on_table(request).seats[0]), request, Control(60), FEW)
    forward, ends = sweep.forward, sweep.ends
    words = np.concatenate([part[0] for part in forward.expand(forward.start()[0])])
    words = words[np.unique(hashed(words, forward.layout.without(())), return_index=True)[1]]
    placed = forward.layout.get(words, "placed")
    kinds, going = len(np.unique(placed)), np.arange(len(words))
    assert kinds < len(words)
    chosen = sweep.chooser.choose(words, ends.values(words), going, kinds, 1)
    assert len(chosen) == len(np.unique(placed[chosen])) == kinds


def test_where_every_wall_helps_in_its_own_way_nothing_is_proved() -> None:
    position = quiet("fortify", workers="LSM", influence=6, provisions=5)
    poor = replace(position, wall_deck=("strength_2", "pardon_or_silver"))
    for wanted, where in ((False, position), (True, poor)):
        followed = Followed(laid(where, "points"))
        assert followed.promise(line("fortify LSM")) is not None
        assert followed.doubtful == wanted


def test_a_sweep_that_will_grow_too_large_is_given_up_early() -> None:
    request, start = next(found for seed in range(50_000, 50_100) if (found := fit(seed)) is not None)
    sweep = Sweep(Frame(on_table(request), start.seat, start.words), request, Control(60), STATES)

    def hopeless(*sizes: int) -> bool:
        none = np.zeros(0, dtype=np.int64)
        sweep.layers = [Layer(none, none, np.zeros(size, dtype=np.int64), none) for size in sizes]
        sweep.states = sum(sizes)
        return sweep._hopeless()

    # Layers as they were met in games: the first three rounds could be swept, the others could not.
    assert not hopeless(1, 127, 3_109, 19_629)
    assert not hopeless(1, 95, 2_136, 19_920, 92_207)
    assert not hopeless(1, 146)
    assert hopeless(1, 74, 2_021, 38_128)
    assert hopeless(1, 25, 421, 8_742, 95_317)


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
    names = hashed(words, np.array([-1, -1]))
    assert len(np.unique(names)) == len(words)
    assert len(np.unique(hashed(words, np.array([-1, 0])))) == len(words)
    assert len(np.unique(hashed(words, np.array([~15, 0])))) == len(words) // 8
    assert (hashed(words, np.array([-1, -1]), np.ones(len(words), dtype=np.int64)) != names).all()


@pytest.mark.parametrize("number", [1, 50, 9_000, 70_000])
def test_groups_are_those_of_an_ordinary_sort(number: int) -> None:
    rng = np.random.default_rng(number)
    names = rng.choice(rng.integers(0, 2**64, 20_000, dtype=np.uint64), number)
    groups = grouped(names)
    distinct, first, places = np.unique(names, return_index=True, return_inverse=True)
    assert (groups.names == distinct).all() and (groups.first == first).all() and (groups.places == places).all()
    assert (names[groups.order][groups.begins] == distinct).all()
    coarse = grouped(names & np.uint64(0xFFFF_FFFF_0000_000F), 2)  # many that differ only in the lowest digit
    assert (coarse.names[coarse.places] == names & np.uint64(0xFFFF_FFFF_0000_000F)).all()
    assert (coarse.first[coarse.places] <= np.arange(number)).all()


def test_no_names_make_no_groups() -> None:
    assert len(grouped(np.zeros(0, dtype=np.uint64)).names) == 0


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
