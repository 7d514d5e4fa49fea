"""The switchboard, the arguments, the replay, and the solve that can be interrupted."""

from __future__ import annotations

import _thread
import re
import subprocess
import sys
import threading
import time
from fractions import Fraction
from itertools import product

import msgspec
import pytest
import toy_orchard
import toy_orchard_room

import solver
from rules.findings import BadInput
from solver import rooms
from solver.answer import Answer
from solver.control import Control
from solver.replay import measure, read_line, replay
from solver.run import ask, in_thread, policy_answer, run

GAME = toy_orchard.Orchard()


def answer(value: int, bound: int | None = None, complete: bool = False) -> Answer:
    return Answer(moves=(), value=Fraction(value), bound=None if bound is None else Fraction(bound), complete=complete)


def acts(*keys: str) -> tuple[toy_orchard.Act, ...]:
    return tuple(map(toy_orchard.Act, keys))


# --- control ---------------------------------------------------------------------------------------------------


def test_control_keeps_the_better_answer_and_the_tighter_bound() -> None:
    control = Control(10)
    assert control.best is None
    assert control.bound is None
    assert control.offer(answer(3, 9))
    assert not control.offer(answer(2, 8))
    control.tighten(Fraction(7))
    control.tighten(Fraction(8))
    assert control.best is not None
    assert (control.best.value, control.best.bound, control.bound) == (3, 7, 7)
    assert control.offer(answer(7, 7, complete=True))
    assert control.best.complete


def test_control_has_its_own_clock() -> None:
    control = Control(0.05)
    assert not control.stopped
    time.sleep(0.08)
    assert control.stopped
    assert not control.asked
    assert control.remaining == 0


def test_control_repeats_a_stop_until_the_solve_has_returned() -> None:
    control = Control(10)
    calls: list[int] = []

    def stop() -> None:
        calls.append(1)

    control.at_stop(stop)
    control.tick()
    assert not calls
    control.stop()
    control.tick()
    control.tick()
    assert len(calls) == 3
    control.forget_stop(stop)
    control.tick()
    assert len(calls) == 3
    control.at_stop(stop)  # a solve that begins after the stop is stopped at once
    assert len(calls) == 4


def test_control_reports_at_most_twenty_times_a_second_and_never_loses_the_last_news() -> None:
    control = Control(10)
    seen: list[Fraction | None] = []
    control.on_progress = lambda: seen.append(control.bound)
    start = time.monotonic()
    for bound in range(1000, 0, -1):
        control.tighten(Fraction(bound))
        control.tick()
        time.sleep(0.0005)
    elapsed = time.monotonic() - start
    time.sleep(0.06)
    control.tick()
    assert seen[-1] == 1
    assert len(seen) <= elapsed * 20 + 3


def test_control_log_is_a_ring_of_two_hundred_lines() -> None:
    control = Control(10)
    control.log("first\n\nsecond\n")
    assert control.lines == ("first", "second")
    for number in range(300):
        control.log(f"line {number}")
    assert len(control.lines) == 200
    assert control.lines[-1] == "line 299"


# --- arguments -------------------------------------------------------------------------------------------------


def test_every_wrong_argument_is_named_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        solver.solve(
            GAME.setup(),
            horizon="decade",
            objective="fame",
            rivals="kind",
            method="magic",
            seconds=-1,
            workers=0,
            seed=-5,
            forecast={"rain": 1},
            effort=0,
        )
    problems = {problem.path: problem.text for problem in caught.value.problems}
    assert set(problems) == {
        "horizon",
        "objective",
        "rivals",
        "method",
        "seconds",
        "workers",
        "seed",
        "forecast",
        "effort",
    }
    assert "'round', 'game'" in problems["horizon"]
    assert "'decade'" in problems["horizon"]


def test_a_table_of_worths_is_checked_by_name_and_kept_exact() -> None:
    with pytest.raises(BadInput, match=r"objective\.pears: is not known here; there are points, apples"):
        solver.solve(GAME.setup(), "game", {"pears": 1})
    with pytest.raises(BadInput, match=r"objective\.apples: is 'many'"):
        solver.solve(GAME.setup(), "game", {"apples": "many"})  # type: ignore[dict-item]
    request, _ = ask(GAME.setup(), horizon="game", objective={"apples": 0.1, "points": 2})
    assert request.worth("apples") == Fraction(1, 10)
    assert request.worth("points") == 2


def test_a_request_that_only_the_game_can_judge_is_refused_by_the_room() -> None:
    with pytest.raises(BadInput, match="makes no difference within a round"):
        solver.solve(GAME.setup(), "round", rivals="worst")


@pytest.mark.parametrize(
    "position, text",
    [
        (GAME.setup().play(toy_orchard.Act("shake")), "it waits for chance"),
        (msgspec.structs.replace(GAME.setup(), round=9), "the game is over"),
    ],
)
def test_a_position_without_a_decision_is_refused(position: toy_orchard.Position, text: str) -> None:
    with pytest.raises(BadInput, match=text):
        solver.solve(position, "game")


def test_a_game_without_a_room_is_refused() -> None:
    class Elsewhere(toy_orchard.Orchard):
        name = "nowhere"

    with pytest.raises(BadInput, match="'nowhere' has no solver"):
        solver.solve(Elsewhere().setup(), "game")
    with pytest.raises(TypeError, match="give a position of the rules core"):
        solver.solve(5)  # type: ignore[arg-type]


# --- replay and plan -------------------------------------------------------------------------------------------


def test_a_plan_is_itemised_and_its_steps_add_up() -> None:
    plan = solver.solve(GAME.setup(4, 5), "game", "worth")
    assert plan.status == "optimal"
    assert plan.value == plan.bound == 6
    assert plan.gap == 0
    assert plan.keys == ("pick 2", "pick 2", "plant", "plant")
    assert plan.sources == {"trees": 6}
    for name in ("trees", "market"):
        assert sum(step.sources.get(name, 0) for step in plan.steps) == plan.sources.get(name, 0)
    assert sum(step.holdings.get("apples", 0) for step in plan.steps) == plan.holdings.get("apples", 0)
    assert [step.holdings for step in plan.steps[:3]] == [{"apples": 2}, {"apples": 2}, {"apples": -2}]
    text = plan.explain()
    assert "3. plant: brings 3 points (trees); costs 2 apples." in text
    assert "Optimal (search): no other plan brings more than 6 points." in text
    assert "The other seat rests." in text
    assert "the shipped table of worths" in text


def test_chance_is_replayed_exactly() -> None:
    start = GAME.setup(2, 0)  # an empty basket: only shaking brings anything
    plan = solver.solve(start, "game")
    # Shaking brings 1 or 3 apples with chances 1/3 and 1/6; one is sold for a point, two and more become a tree.
    assert plan.value == Fraction(1, 3) * 1 + Fraction(1, 6) * 3
    assert plan.keys == ("shake",)
    assert plan.sources == {"trees": Fraction(1, 2), "market": Fraction(1, 3)}
    assert "about 0.83 points" in plan.explain()


def test_what_comes_after_the_plan_has_a_step_of_its_own() -> None:
    plan = solver.solve(GAME.setup(2, 0), "game")
    assert [step.key for step in plan.steps] == ["shake", ""]
    assert plan.steps[0].sources == {}
    assert plan.steps[1].sources == plan.sources
    assert "After that: brings" in plan.explain()


def test_a_room_can_credit_a_gain_to_the_move_that_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    def credit(request: solver.Request, before: toy_orchard.Position, after: toy_orchard.Position) -> object:
        points = after.trees[0] - before.trees[0]
        return {"pick 1": ({"trees": points}, {"apples": -2})} if points else {}

    monkeypatch.setattr(toy_orchard_room, "credit", credit, raising=False)
    rooms.register("toy_orchard", "toy_orchard_room")
    try:
        request, room = ask(GAME.setup(4, 5), horizon="game")
        line = Answer(moves=acts("pick 1", "pick 2", "plant", "sell"), value=Fraction(4), bound=None)
        seen = replay(request, line, room)
    finally:
        rooms.register("toy_orchard", "toy_orchard_room")
    assert [step.sources for step in seen.steps] == [{"trees": 3}, {}, {}, {"market": 1}, {}]
    assert [step.holdings for step in seen.steps] == [{"apples": -1}, {"apples": 2}, {}, {"apples": -1}, {}]
    assert seen.sources == {"trees": 3, "market": 1}


def test_equal_branches_are_merged() -> None:
    request, room = ask(GAME.setup(6, 0), horizon="game")
    line = Answer(moves=acts(*["shake"] * 6), value=Fraction(0), bound=None)
    seen = measure(request, line, room)
    assert seen.value == 0
    assert seen.ends == len({sum(falls) for falls in product((0, 1, 3), repeat=6)}) < 3**6
    assert seen.holdings == {"apples": 6 * Fraction(5, 6)}


@pytest.mark.parametrize(
    "keys, value, text",
    [
        (("pick 2", "rest", "rest"), 1, "claims a gain of 1, but its moves bring 0"),
        (("plant", "rest", "rest"), 0, "Move 1 of the plan, 'plant', is not legal: Planting costs 2 apples"),
        (("rest",) * 4, 0, "ends before move 4 of the plan, 'rest'"),
    ],
)
def test_a_wrong_answer_is_an_error(keys: tuple[str, ...], value: int, text: str) -> None:
    request, room = ask(GAME.setup(3), horizon="game")
    with pytest.raises(solver.ReplayMismatch, match=text):
        replay(request, Answer(moves=acts(*keys), value=Fraction(value), bound=None), room)


def test_a_bound_below_the_value_is_an_error() -> None:
    request, room = ask(GAME.setup(1), horizon="game")
    with pytest.raises(solver.ReplayMismatch, match="The bound -1 is below the value 0"):
        replay(request, Answer(moves=acts("rest"), value=Fraction(0), bound=Fraction(-1)), room)


def test_a_wrong_model_never_reaches_the_user() -> None:
    with pytest.raises(solver.ReplayMismatch):
        solver.solve(GAME.setup(), "wrong")


def test_a_horizon_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.replay.PLIES", 5)
    request, room = ask(GAME.setup(9), horizon="game")
    with pytest.raises(solver.ReplayMismatch, match="has not ended after 5 moves"):
        replay(request, policy_answer(request, room), room)


def test_moves_are_read_back_from_their_keys() -> None:
    request, room = ask(GAME.setup(4, 3), horizon="game", rivals="worst")
    plan = run(request, room, Control(10))
    assert read_line(request, room, plan.keys, plan.replies) == plan.moves


def test_the_worst_rival_takes_the_apples() -> None:
    idle = solver.solve(GAME.setup(3, 2), "game")
    worst = solver.solve(GAME.setup(3, 2), "game", rivals="worst")
    assert idle.value >= worst.value
    assert worst.status == "optimal"


# --- stopping --------------------------------------------------------------------------------------------------


def test_a_stop_at_time_zero_still_gives_a_legal_plan() -> None:
    for horizon in ("game", "loop", "hard"):
        plan = solver.solve(GAME.setup(4), horizon, seconds=0)
        assert plan.status == "best so far", horizon


def test_the_time_limit_holds_against_a_solver_that_never_looks_up() -> None:
    start = time.monotonic()
    plan = solver.solve(GAME.setup(), "deaf", seconds=0.3)
    assert time.monotonic() - start < 10
    assert plan.status == "best so far"
    assert plan.method == "rest"


def test_an_interrupt_returns_the_best_plan_and_a_second_one_does_no_harm() -> None:
    def interrupt() -> None:
        time.sleep(0.5)
        _thread.interrupt_main()
        time.sleep(0.01)
        _thread.interrupt_main()

    helper = threading.Thread(target=interrupt)
    helper.start()
    start = time.monotonic()
    try:
        plan = solver.solve(GAME.setup(), "deaf", seconds=60)
    finally:
        helper.join()
    assert plan.status == "best so far"
    assert time.monotonic() - start < 20


def test_an_interrupt_without_any_plan_is_an_interrupt() -> None:
    control = Control(60)

    def work() -> int:
        while not control.stopped:
            time.sleep(0.01)
        return 1

    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        in_thread(work, control)


def test_an_error_in_a_solver_comes_out() -> None:
    def broken(request: object, control: object) -> Answer:
        raise ZeroDivisionError("a fault")

    request, room = ask(GAME.setup(), horizon="game")
    with pytest.raises(ZeroDivisionError, match="a fault"):
        run(request, msgspec.structs.replace(room, solve=broken), Control(5))


def test_a_room_that_lacks_a_function_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(toy_orchard_room, "rival")
    rooms.register("toy_orchard", "toy_orchard_room")
    with pytest.raises(TypeError, match="toy_orchard_room lacks rival"):
        solver.solve(GAME.setup(), "game")


# --- what is loaded --------------------------------------------------------------------------------------------


def test_no_native_solver_is_loaded_before_a_model_is_solved() -> None:
    program = """
import sys, solver, toy_orchard
from solver import rooms
rooms.register("toy_orchard", "toy_orchard_room")
plan = solver.solve(toy_orchard.Orchard().setup(2), "game")
assert plan.status == "optimal"
print([name for name in ("ortools", "pandas", "numpy") if name in sys.modules])
solver.solve(toy_orchard.Orchard().setup(2), "hard", "worth", seconds=0.5)
print("ortools" in sys.modules)
"""
    path = f"import sys; sys.path[:] = {sys.path!r}\n"
    output = subprocess.run([sys.executable, "-c", path + program], capture_output=True, text=True, check=True)
    assert output.stdout.splitlines() == ["[]", "True"]


def test_public_names_can_all_be_loaded() -> None:
    for name in solver.__all__:
        assert getattr(solver, name) is not None
        assert name in dir(solver)
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        solver.slove  # type: ignore[attr-defined]


def test_a_forecast_says_which_points_are_meant() -> None:
    """What the moves bring, what the forecast adds, and that both are gains and no final score."""
    plan = solver.solve(GAME.setup(4, 5), "game")
    plan = msgspec.structs.replace(plan, value=plan.value + 7, beyond=Fraction(7))
    said = plan.explain()
    assert f"Together, by the end of these moves: {plan.value - 7} points" in said
    assert re.search(rf"the gain over .* is {plan.value} points\.", said)
    assert "These are points won from here on, not the final score." in said
    assert "7 points of that gain come from the forecast" in said
    assert "final score" not in solver.solve(GAME.setup(4, 5), "game").explain()
