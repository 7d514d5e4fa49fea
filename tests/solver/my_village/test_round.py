"""With two players a round holds two turns of a seat: the answers are those of brute force on small pools.

The brute force plays every move, every outcome and every pair of the other seat by the rules core. As the plans say,
cards that are turned up for the second turn are left aside, and so is the Trade church then.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

import rules
import solver
from rules.my_village.market import trading
from rules.my_village.moves import Bailiff, Take
from rules.my_village.steps import replace
from rules.my_village.values import Position
from solver import rooms
from solver.answer import Answer
from solver.control import Control
from solver.my_village import ahead, ended, holdings, settle, values
from solver.my_village.ceiling import utmost
from solver.my_village.dress import AT_A_GLANCE, STOPPED
from solver.my_village.ends import Ends
from solver.my_village.exact import _kept as turn_searches
from solver.my_village.round import Round
from solver.my_village.round import _kept as kept_searches
from solver.my_village.round_solve import solve_round
from solver.my_village.table import is_free, on_table, plain
from solver.plan import make_plan
from solver.replay import measure
from solver.request import Request
from solver.search import SearchTooLarge

from .small import GAME, ask, rich

STATES = 12_000
SMALL = (2, 6, 7, 12, 15, 19, 23, 25, 30, 36)  #: seeds that are soon tried through
OBJECTIVES: tuple[Any, ...] = ("points", "points", {"coins": Fraction(1, 2), "stories": 1, "customers": Fraction(1, 3)})
WORTHS: tuple[Any, ...] = (
    "worth",
    {"clouds": 2, "stories": Fraction(1, 2), "villagers": 1, "plow": 2, "sets": 1, "customers": Fraction(1, 5)},
)


class Brute:
    """Try everything."""

    def __init__(self, request: Request, limit: int = STATES) -> None:
        self.request, self.limit = request, limit
        self.start = on_table(request)
        self.memory: dict[Position, Fraction] = {}

    def aside(self, position: Position) -> Position:
        """Leave aside what has been turned up."""
        row = tuple(card if card in self.start.customers else "" for card in position.customers)
        tops = tuple(card if card in self.start.monks else "" for card in position.monks)
        return replace(position, customers=row, monks=tops)

    def worth(self, position: Position) -> Fraction:
        """Return the value of a position."""
        if ended(self.request, position):
            return rooms.plain_value(self.request, position, holdings)  # type: ignore[arg-type]
        known = self.memory.get(position)
        if known is None:
            if len(self.memory) > self.limit:
                raise SearchTooLarge("too large")
            known = self.memory[position] = self.expand(position)
        return known

    def expand(self, position: Position) -> Fraction:
        """Value a position by what may come next."""
        later = position.turn != self.start.turn
        if position.actor is None:
            settled = settle(self.request, position)
            if settled is not None:
                return self.worth(position.play(settled))
            return sum((share * self.worth(position.play(each)) for each, share in position.chance()), Fraction(0))
        if position.actor == self.request.seat:
            if later and position.question == "dice":
                position = self.aside(position)
            legal = position.legal_moves()
            if later and trading(position, position.seats[self.request.seat]):
                legal = tuple(move for move in legal if not isinstance(move, Bailiff))
            return max(self.worth(position.play(move)) for move in legal)
        if position.question == "dice":
            pairs = [move for move in position.legal_moves() if isinstance(move, Take) and is_free(move)]
            each = [self.worth(position.play(move)) for move in pairs]
            return min(each) if self.request.rivals == "worst" else max(each)
        return self.worth(position.play(plain(position)))


def moment(seed: int, game: Any = GAME) -> tuple[Position, Any]:
    """Return the first or second turn of a round of two players, with six dice or seven and rich villages."""
    rng = random.Random(f"round {seed}")
    position: Position = game.setup(players=2, seed=rng.randrange(10**6))
    dice = lambda number: tuple(sorted(rng.choices(range(1, 7), k=number)))  # noqa: E731
    turn = rng.choice((0, 1))
    number = (position.start + turn) % 2
    seat = position.seats[number]
    kinds = rng.sample(range(5), rng.randint(0, 2))
    crafts = tuple(rng.choice(position.crafts[kind]) if kind in kinds else "" for kind in range(5))
    customers = tuple(rng.sample(position.customer_deck, rng.randint(0, 2)))
    seat = rich(position, replace(seat, crafts=crafts, customers=customers), rng)
    seat = replace(seat, coins=rng.randint(0, 1), headman=rng.randint(0, 2))
    deck = tuple(card for card in position.customer_deck if card not in customers)
    return (
        replace(
            position,
            step="dice",
            turn=turn,
            seats=tuple(seat if one == number else other for one, other in enumerate(position.seats)),
            white=dice(5),
            black=dice(1),
            customers=tuple(card if rng.random() < 0.4 else "" for card in position.customers),
            customer_deck=deck[:2],
            monk_decks=tuple(stack[:1] for stack in position.monk_decks),
            churches=tuple(card for card in position.churches if card != seat.church),
            halls=tuple(card for card in position.halls if card != seat.hall),
            rat=rng.randint(2, 9),
        ),
        rng.choice(OBJECTIVES),
    )


def differs(seed: int, rivals: str, other: Any = None) -> str:
    """Compare one seed with brute force: what differs, or nothing. Raises SearchTooLarge."""
    position, objective = moment(seed)
    objective = other or objective
    request = ask(position, objective, "round", rivals=rivals)
    assert ahead(request)
    best = Brute(request).worth(on_table(request))
    plan = solver.solve(position, "round", objective, rivals=rivals, seconds=60)
    if plan.value == best and plan.status == "optimal":
        return ""
    return f"seed {seed}, {rivals}, {objective}: {plan.value} ({plan.status}), not {best}: {' / '.join(plan.keys)}"


def compared(seeds: Iterable[int]) -> tuple[list[str], int]:
    """Compare seeds; return what differs, and how many were compared."""
    wrong, number = [], 0
    for seed in seeds:
        for rivals in ("idle", "worst"):
            try:
                found = differs(seed, rivals)
            except SearchTooLarge:
                continue
            number += 1
            wrong += [found] if found else []
    return wrong, number


def test_both_kinds_of_rivals_are_what_brute_force_says() -> None:
    wrong, number = compared(SMALL)
    assert not wrong, "\n".join(wrong)
    assert number == 2 * len(SMALL)


@pytest.mark.parametrize("objective", WORTHS)
def test_rounds_by_worth_are_what_brute_force_says(objective: Any) -> None:
    wrong = [differs(seed, rivals, objective) for seed in SMALL[:3] for rivals in ("idle", "worst")]
    assert not any(wrong), "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("objective", WORTHS)
def test_rounds_by_worth_are_what_brute_force_says_often(objective: Any) -> None:
    number = 0
    for seed in range(300, 360):
        for rivals in ("idle", "worst"):
            try:
                wrong = differs(seed, rivals, objective)
            except SearchTooLarge:
                continue
            number += 1
            assert not wrong
    assert number >= 30


@pytest.mark.slow
def test_both_kinds_of_rivals_are_what_brute_force_says_often() -> None:
    wrong, number = compared(range(100, 250))
    assert not wrong, "\n".join(wrong)
    assert number >= 60


def test_an_idle_rival_leaves_no_less_than_one_that_does_its_worst() -> None:
    for seed in range(20, 26):
        position, _ = moment(seed)
        idle = solver.solve(position, "round", rivals="idle")
        worst = solver.solve(position, "round", rivals="worst")
        assert idle.status == worst.status == "optimal"
        assert idle.value >= worst.value


def test_every_move_of_a_round_has_its_value() -> None:
    position, _ = moment(21)
    request = ask(position, "points", "round")
    found = values(request, Control(60))
    assert max(found.values()) == solver.solve(position, "round").value
    assert set(found) == {move.key for move in position.legal_moves()}


class Patience(Control):
    """Stop after so many looks, whatever the clock says."""

    def __init__(self, looks: int) -> None:
        super().__init__(1e6)
        self.looks = looks

    @property
    def stopped(self) -> bool:
        """Count the looks."""
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("rivals", ["idle", "worst"])
def test_after_a_stop_the_bound_holds_and_the_plan_is_what_it_says(rivals: str) -> None:
    """Wherever the search is stopped: value, best value and bound stand in this order, and the replay agrees."""
    for seed, objective in ((21, "points"), (24, "worth"), (26, WORTHS[1])):
        position, _ = moment(seed)
        request = ask(position, objective, "round", rivals=rivals)
        best = solver.solve(position, "round", objective, rivals=rivals).value
        met = []
        for looks in (0, 1, 3, 9, 30, 90, 10**6):
            kept_searches.clear()
            turn_searches.clear()
            answer = solve_round(request, Patience(looks))
            assert answer.value <= best
            assert answer.bound is not None and answer.bound >= best
            assert answer.value == measure(request, answer, rooms.find(position)).value
            met.append(answer.value)
        assert met[-1] == best == answer.bound
        assert met[-2] >= met[0]


def test_a_coarse_bound_is_never_too_low() -> None:
    for seed in range(20, 25):
        position, _ = moment(seed)
        for objective in ("points", *WORTHS):
            request = ask(position, objective, "round")
            ends = Ends(request)
            most = Fraction(utmost(position, request.seat, ends), ends.unit)
            turn = solver.solve(position, "turn", objective).value
            assert turn <= most
            assert solver.solve(position, "round", objective).value <= turn + most


def test_a_stop_leaves_a_plan_that_can_be_played() -> None:
    position, _ = moment(22)
    plan = solver.solve(position, "round", seconds=0.01)
    assert plan.status in ("best so far", "optimal")
    assert plan.bound is not None and plan.bound >= plan.value


def crowded() -> Position:
    """Return a turn late in a greedy game, with much that can be done."""
    game = rules.load("my_village")
    record = rules.playout(game.setup(players=2, seed=6), "greedy", seed=6)
    return next(
        position  # type: ignore[misc]
        for position in record.positions()
        if position.round == 12 and position.question == "dice" and position.turn < 2  # type: ignore[attr-defined]
    )


@pytest.mark.parametrize("rivals", ["idle", "worst"])
def test_after_a_stop_there_is_a_plan_that_says_so(rivals: str) -> None:
    """Stopped at the first look or a little later, there is a plan of both turns; when it is not, it is proved."""
    position = crowded()
    request = ask(position, "points", "round", rivals=rivals)
    told = []
    for looks in (0, 30, 10**9):
        kept_searches.clear()
        turn_searches.clear()
        plan = make_plan(request, rooms.find(position), solve_round(request, Patience(looks)), 0.0)
        assert [type(move) for move in plan.moves].count(Take) == 2
        assert plan.bound is not None
        said = next((text for text in (AT_A_GLANCE, STOPPED) if text in plan.assumptions), "")
        told.append((plan.status, said, plan.bound > plan.value))
    assert told == [("best so far", AT_A_GLANCE, True), ("best so far", STOPPED, True), ("optimal", "", False)]


class Listener(Control):
    """Keep all answers that are offered."""

    def __init__(self) -> None:
        super().__init__(1e6)
        self.offers: list[Answer] = []

    def offer(self, answer: Answer) -> bool:
        """Keep one."""
        self.offers.append(answer)
        return super().offer(answer)


@pytest.mark.parametrize("rivals", ["idle", "worst"])
def test_what_is_offered_on_the_way_holds_whatever_is_found_later(rivals: str) -> None:
    """Whoever waits replays it while the search goes on, so nothing that follows chance may change."""
    number = 0
    for seed, objective in ((21, "points"), (23, "points"), (24, "worth"), (26, WORTHS[1]), (30, "worth")):
        position, _ = moment(seed)
        request = ask(position, objective, "round", rivals=rivals)
        kept_searches.clear()
        control = Listener()
        answer = solve_round(request, control)
        values = [one.value for one in control.offers]
        assert values == sorted(set(values)) and values[-1] <= answer.value
        for one in control.offers:
            assert measure(request, one, rooms.find(position)).value == one.value
        number += len(values)
    assert number > 5


def test_a_bound_on_a_first_turn_is_never_too_low() -> None:
    """Whatever has an exact value is not above its bound, also before it is known who dies."""
    questions = set()
    for seed, objective in ((20, "points"), (21, WORTHS[1]), (22, "worth"), (25, WORTHS[1]), (27, "points")):
        position, _ = moment(seed)
        request = ask(position, objective, "round")
        search = Round(request)
        for _, child, _ in search.children(on_table(request)):
            search.worth(child)
        for known, worth in search._exact.items():
            questions.add(known.question)
            assert search.upper(known) >= worth, (seed, known.question)
    assert questions >= {"banner", "dies", "white"}
