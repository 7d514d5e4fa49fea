"""Why a goal cannot be reached in My Village: the named rules and shortages block it together, none is too many."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
import solver
from rules.my_village.steps import replace, with_seat
from rules.my_village.values import CRAFTSMAN, GOODS, MERCHANT, Position
from rules.rule_table import rule_table
from solver.blockers import Goal
from solver.control import Control
from solver.my_village import solve
from solver.my_village.obstacles import GOODS_MORE, PLENTY, blockers, lifted, reach, shortages, variants

from .small import GAME, ask

SECONDS = 60.0


def moment(seed: int, question: str = "dice") -> Position:
    """Return a decision of a greedy game, later in it the higher the seed."""
    record = rules.playout(GAME.setup(players=2 + seed % 3, seed=seed), "greedy", seed)
    there = [position for position in record.positions() if position.question == question]  # type: ignore[attr-defined]
    found: Position = there[len(there) * (seed + 1) // 12]  # type: ignore[assignment]
    return found


@pytest.mark.parametrize(("seed", "question"), [(0, "dice"), (2, "banner"), (5, "banner"), (6, "white")])
def test_blockers_are_rules_of_the_table_and_each_is_needed(seed: int, question: str) -> None:
    position = moment(seed, question)
    best = solver.solve(position, "turn").value
    reasons = solver.why_not(position, points=best + 3, horizon="turn", seconds=SECONDS)
    assert (reasons.reachable, reasons.best, reasons.irreducible) == (False, best, True)
    assert reasons.blockers
    table = rule_table("rules.my_village")
    assert all(blocker.rule in table for blocker in reasons.blockers)
    names = frozenset(blocker.name for blocker in reasons.blockers)
    again = reach(ask(position, "points"), reasons.goal, names, Control(SECONDS))
    assert again.bound is not None and again.bound < reasons.goal.points
    assert all(value >= best + 3 for _, value in reasons.without)
    assert "cannot be reached" in reasons.explain()


def test_every_shortage_has_a_rule_and_a_sentence() -> None:
    table = rule_table("rules.my_village")
    for seed in range(8):
        for question in ("dice", "banner"):
            for blocker in blockers(ask(moment(seed, question), "points")):
                assert blocker.rule in table, blocker
                assert (blocker.text[0].isupper() or blocker.text[0].isdigit()) and blocker.text.endswith("."), (
                    blocker.text
                )
                assert " 0 " not in blocker.text


@pytest.mark.parametrize("objective", ["points", "worth", {"clouds": 1, "villagers": 2, "sets": 1}])
def test_lifting_takes_nothing_away(objective: Any) -> None:
    """Whatever is lifted, the best plan there was is still as good."""
    for seed in (1, 4, 7):
        position = moment(seed)
        request = ask(position, objective)
        best = solver.solve(position, "turn", objective).value
        names = frozenset(blocker.name for blocker in blockers(request))
        for name in names:
            answer = reach(request, Goal(points=best), names - {name}, Control(SECONDS))
            assert answer.value >= best, (seed, name)
            assert answer.bound is None or answer.bound >= answer.value


@pytest.mark.parametrize("horizon", ["turn", "round"])
def test_what_is_decided_is_what_a_whole_search_says(horizon: str) -> None:
    """A goal as high as the best is reached; one above it is not, and the bound says so."""
    for seed in (0, 3, 6):
        request = ask(moment(seed), "points", horizon)
        names = [name for name, _ in shortages(request.position, request.seat)]  # type: ignore[arg-type]
        for gone in ({"wagon", "offer"}, {"coins"}, {"villagers", "hand"}):
            kept = frozenset(names) - gone
            free = [replace(request, position=one) for one in variants(request, frozenset(gone.intersection(names)))]
            best = max(solve(one, Control(SECONDS)).value for one in free)
            assert reach(request, Goal(points=best), kept, Control(SECONDS)).value == best
            above = reach(request, Goal(points=best + 1), kept, Control(SECONDS))
            assert above.bound is not None and above.value <= best <= above.bound < best + 1


def test_all_kept_is_the_position_itself() -> None:
    position = moment(3)
    request = ask(position, "points")
    names = frozenset(name for name, _ in shortages(position, request.seat))
    assert list(variants(request, frozenset())) == [request.position]
    best = solver.solve(position, "turn").value
    assert reach(request, Goal(points=best), names, Control(SECONDS)).value == best
    above = reach(request, Goal(points=best + 1), names, Control(SECONDS))
    assert above.bound is not None and above.value <= best <= above.bound < best + 1


def test_lifting_changes_what_it_names_only() -> None:
    position = moment(8)
    number = position.acting
    own = position.seats[number]
    free = lifted(position, number, frozenset({"coins"}))
    assert free == with_seat(position, number, replace(own, coins=own.coins + PLENTY))
    free = lifted(position, number, frozenset({"wagon"}))
    wagons = tuple(have + GOODS_MORE * (good == "wagon") for have, good in zip(own.goods, GOODS, strict=True))
    assert replace(free, game=position.game) == with_seat(position, number, replace(own, goods=wagons))
    kinds = free.catalogue.craft_kinds, position.catalogue.craft_kinds
    more = {kind: row.slots - kinds[1][kind].slots for kind, row in kinds[0].items()}
    assert more == {kind: GOODS_MORE * (kind == "wainwright") for kind in more}
    free = lifted(position, number, frozenset({"dice"}))
    assert set(free.white) == set(range(1, 7)) and replace(free, white=position.white) == position


def test_a_customer_who_wants_a_wagon_waits_for_it() -> None:
    """One shortage alone: the value is made, the merchant is there, and all that the customer wants is missing."""
    position = moment(0)
    number = position.acting
    rows = position.catalogue.customers
    card = next(card for card in position.game.customers if set(rows[card].goods) == {"wagon"} and rows[card].values)
    own = replace(
        position.seats[number],
        customers=(card,),
        coins=0,
        goods=(0,) * len(GOODS),
        crafts=("",) * len(GOODS),
        villagers=tuple(place in (CRAFTSMAN, MERCHANT) for place in range(5)),
    )
    row = tuple("" for _ in position.customers)
    position = with_seat(
        position, number, own, customers=row, step="banner", value=rows[card].values[0], hand_back=False, fields=0,
        white=position.white[2:], turn=0, start=number,
    )  # fmt: skip
    reasons = solver.why_not(position, points=rows[card].fame, horizon="turn", seconds=SECONDS)
    assert reasons.reachable is False and reasons.irreducible
    assert "wagon" in {blocker.name for blocker in reasons.blockers}
    others = frozenset(name for name, _ in shortages(position, number)) - {"wagon"}
    answer = reach(ask(position, "points"), reasons.goal, others, Control(SECONDS))
    assert answer.value >= rows[card].fame


def test_a_goal_within_reach_comes_with_its_plan() -> None:
    position = moment(1)
    best = solver.solve(position, "turn").value
    reasons = solver.why_not(position, points=best, horizon="turn")
    assert reasons.reachable is True
    assert reasons.plan is not None and reasons.plan.value >= best


def test_a_move_that_comes_first_is_kept() -> None:
    position = moment(2)
    request = ask(position, "points")
    values = dict(solver.rank_moves(position, "turn").values)
    worst = min(values, key=lambda move: values[move])
    assert values[worst] < max(values.values())
    reasons = solver.why_not(position, move=worst, horizon="turn", seconds=SECONDS)  # type: ignore[arg-type]
    assert reasons.reachable is False and reasons.best == values[worst]
    names = frozenset(blocker.name for blocker in blockers(request))
    answer = reach(request, reasons.goal, names, Control(SECONDS))
    assert answer.value == values[worst]


def test_an_illegal_move_is_answered_with_its_rule() -> None:
    reasons = solver.why_not(moment(1, "banner"), move="field", horizon="turn")
    assert reasons.reachable is False or reasons.plan is not None
    reasons = solver.why_not(moment(1), move="dice w1 w1 13", horizon="turn")
    assert any("rule dice-" in finding for finding in reasons.findings)


def test_no_plan_reaches_an_absurd_goal_even_with_everything_lifted() -> None:
    reasons = solver.why_not(moment(3), points=500, horizon="turn", seconds=SECONDS)
    assert reasons.reachable is False and not reasons.blockers


def test_a_round_has_blockers_and_a_forecast_has_none() -> None:
    position = moment(6)
    assert blockers(ask(position, "points", "round"))
    assert blockers(msgspec.structs.replace(ask(position, "points", "game"))) == ()
