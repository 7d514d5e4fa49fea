"""Why not, regret and the best moves in Paladins: small rounds whose every answer can be proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
import solver
from rules.paladins.values import Position
from rules.rule_table import rule_table
from solver import rooms, why
from solver.blockers import Goal
from solver.control import Control
from solver.paladins.line import Walker
from solver.paladins.obstacles import PLENTY, Deciding, blockers, lifted, reach
from solver.request import make_request

from .small import small

SECONDS = 120.0
SEEDS = (9, 14, pytest.param(16, marks=pytest.mark.slow))  #: turns of which one solve takes less than a second


def turn(seed: int) -> Position:
    """Return a small position in which an action is chosen."""
    position, _ = small(seed, 4)
    assert position.step == "action" and not position.pending
    return position


def request(position: Position) -> Any:
    """Ask about points at the end of the round."""
    return make_request(position, rooms.find(position), horizon="round", objective="points")


@pytest.mark.parametrize("seed", SEEDS)
def test_blockers_are_verified_and_name_rules(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    # The search for a smaller set than one in which all are needed takes all the time there is; it is tested elsewhere.
    monkeypatch.setattr(why, "shrink", lambda names, kept, reached: (kept, False))
    position = turn(seed)
    best = solver.solve(position, seconds=SECONDS).value
    reasons = solver.why_not(position, points=best + 2, seconds=SECONDS)
    assert (reasons.reachable, reasons.best) == (False, best)
    assert reasons.blockers, "what stands in the way is named"
    table = rule_table("rules.paladins")
    assert all(blocker.rule in table for blocker in reasons.blockers)
    names = frozenset(blocker.name for blocker in reasons.blockers)
    # Nothing but them blocks the goal, asked once more; lift one of them and more can be reached.
    again = reach(request(position), reasons.goal, names, Control(SECONDS))
    assert again.bound is not None and again.bound < reasons.goal.points
    assert reasons.irreducible
    assert all(value >= reasons.goal.points for _, value in reasons.without)
    assert "cannot be reached" in reasons.explain()


def test_every_blocker_can_be_lifted_and_takes_nothing_away() -> None:
    """A plan stays legal, and worth the same, when any obstacle is lifted."""
    position = turn(14)
    asked = request(position)
    plan = solver.solve(position, seconds=SECONDS)
    for blocker in blockers(asked):
        free = lifted(asked, frozenset({blocker.name}))
        assert free != asked.position, blocker.name
        walker = Walker(msgspec.structs.replace(asked, position=free))
        ended = walker.walk(plan.moves)  # type: ignore[arg-type]
        assert ended is not None and walker.value(ended) >= plan.value, blocker.name
        answer = reach(
            asked,
            Goal(points=plan.value),
            frozenset(b.name for b in blockers(asked)) - {blocker.name},
            Control(SECONDS),
        )
        assert answer.value >= plan.value, blocker.name


def test_lifting_changes_what_it_names_only() -> None:
    position = turn(14)
    asked = request(position)
    own = asked.position.seats[asked.seat]
    assert lifted(asked, frozenset()) == asked.position
    free = lifted(asked, frozenset({"silver", "faith"}))
    assert free.seats[asked.seat] == msgspec.structs.replace(own, silver=own.silver + PLENTY)
    assert set(free.game.faith_flags) == {0} and free.game.strength_flags == position.game.strength_flags
    assert free.game.actions == position.game.actions
    assert position.game.faith_flags != free.game.faith_flags, "the edition that was given stays as it is"
    assert not any(lifted(asked, frozenset({"occupied"})).seats[asked.seat].placed)


def test_an_owners_catalogue_stays_when_a_need_is_lifted() -> None:
    """Only the needs change: another value that the owner has set is kept."""
    game: Any = rules.load("paladins", catalogue={"actions": {"pray": {"silver": [3]}}})
    record = rules.playout(game.setup(players=2, seed=1), policy="greedy", seed=1)
    position: Any = next(p for p in record.positions() if p.step == "action")
    free = lifted(request(position), frozenset({"influence"}))
    assert free.game.catalogue.actions["pray"] == position.game.catalogue.actions["pray"]
    assert set(free.game.catalogue.actions["fortify"].needs) == {0}


def test_a_goal_within_reach_comes_with_its_plan() -> None:
    position = turn(14)
    best = solver.solve(position, seconds=SECONDS).value
    reasons = solver.why_not(position, points=best, seconds=SECONDS)
    assert reasons.reachable is True and reasons.plan is not None and reasons.plan.value == best
    refused = solver.why_not(position, move="attack LLL nobody", seconds=SECONDS)
    assert refused.reachable is False and refused.findings


def test_nothing_is_lifted_in_a_forecast() -> None:
    position = turn(14)
    asked = msgspec.structs.replace(request(position), horizon="game")
    assert position.round < 7 and not blockers(asked)


def test_a_search_ends_when_the_goal_is_decided() -> None:
    from solver.answer import Answer

    control = Deciding(60, Fraction(3))
    control.offer(Answer(moves=(), value=Fraction(2), bound=None))
    control.tighten(Fraction(4))
    assert control._clock is None
    control.tighten(Fraction(5, 2))
    assert control._clock is not None
    control._clock.join(5)
    assert control.stopped


@pytest.mark.parametrize("seed", (13, 14, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 10))))
def test_regret_and_ranking_agree_with_single_solves(seed: int) -> None:
    """What is told without a solve of its own is what a solve says; draws of cards are among them."""
    position = turn(seed)
    plan = solver.solve(position, seconds=SECONDS)
    ranking = solver.rank_moves(position, seconds=SECONDS)
    assert {move.key for move, _ in ranking.values} == {move.key for move in position.legal_moves()}
    assert ranking.best == plan.value
    assert plan.keys[0] in {move.key for move in ranking.optimal}
    step = max(1, len(ranking.values) // 5)
    for move, value in ranking.values[::step]:
        assert solver.regret(position, move, seconds=SECONDS) == plan.value - value, move.key


def test_too_little_time_is_said() -> None:
    """Without any time no move has an exact value: small rounds are valued within a hundredth of a second by now."""
    with pytest.raises(TimeoutError, match="too short"):
        solver.rank_moves(turn(10), seconds=0)
