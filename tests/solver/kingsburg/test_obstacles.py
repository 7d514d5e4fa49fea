"""Why a goal cannot be reached: the named rules and shortages block it together, and none is too many."""

from __future__ import annotations

from typing import Any

import pytest

import rules
import solver


def influence_positions(seed: int) -> list[Any]:
    record = rules.playout(rules.load("kingsburg").setup(3, seed), "greedy", seed)
    return [p for p in record.positions() if p.step == "influence" and p.actor is not None and p.year > 1]


@pytest.mark.parametrize("seed", range(4))
def test_blockers_are_rules_of_the_table_and_each_is_needed(seed: int) -> None:
    from rules.rule_table import rule_table

    position = influence_positions(seed)[5]
    best = solver.solve(position).value
    reasons = solver.why_not(position, points=best + 3, seconds=60)
    assert reasons.reachable is False
    assert reasons.best == best
    assert reasons.irreducible
    known = rule_table("rules.kingsburg")
    for blocker in reasons.blockers:
        assert blocker.rule in known
    lifted = dict(reasons.without)
    assert all(value >= best + 3 for value in lifted.values())


def test_a_goal_within_reach_comes_with_its_plan() -> None:
    position = influence_positions(1)[5]
    best = solver.solve(position).value
    reasons = solver.why_not(position, points=best)
    assert reasons.reachable is True
    assert reasons.plan is not None and reasons.plan.value >= best


def test_an_illegal_move_is_answered_with_its_rule() -> None:
    position = influence_positions(1)[5]
    reasons = solver.why_not(position, move="place 18: 1")
    assert reasons.reachable is False
    assert any("rule influence-" in finding for finding in reasons.findings)


def test_no_plan_reaches_an_absurd_goal_even_with_everything_lifted() -> None:
    position = influence_positions(2)[5]
    reasons = solver.why_not(position, points=500)
    assert reasons.reachable is False


def test_regret_and_optimal_moves_agree_with_the_plan() -> None:
    position = influence_positions(3)[5]
    plan = solver.solve(position)
    optimal = solver.optimal_moves(position)
    assert plan.moves[0] in optimal
    for move in position.legal_moves():
        regret = solver.regret(position, move)
        assert regret >= 0
        assert (regret == 0) == (move in optimal)
