"""Running CP-SAT under a control: status, bound, stop, limits, ties, log."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from fractions import Fraction
from typing import Any

import pytest
import toy_orchard

from solver import cpsat
from solver.answer import Answer
from solver.control import Control
from solver.run import ask, in_thread

cp_model = pytest.importorskip("ortools.sat.python.cp_model")


def request(**changes: Any) -> Any:
    return ask(toy_orchard.Orchard().setup(), horizon="game", **changes)[0]


def read(numbers: tuple[int, ...], value: Fraction) -> Answer:
    return Answer(moves=(), value=value, bound=None, complete=False, method=f"cp-sat {numbers}")


def knapsack(weights: list[int], worths: list[int], room: int) -> tuple[Any, list[Any], Any]:
    model = cp_model.CpModel()
    taken = [model.new_bool_var(f"item {number}") for number in range(len(weights))]
    model.add(cp_model.LinearExpr.weighted_sum(taken, weights) <= room)
    return model, taken, cp_model.LinearExpr.weighted_sum(taken, worths)


def market_split(rows: int = 5, size: int = 40) -> tuple[Any, list[Any], Any]:
    """Split random weights exactly in half, in several rows at once: nobody proves this soon."""
    from random import Random

    random = Random(1)
    model = cp_model.CpModel()
    taken = [model.new_bool_var(f"item {number}") for number in range(size)]
    halved = model.new_bool_var("halved")
    for _ in range(rows):
        weights = [random.randint(0, 99) for _ in taken]
        model.add(cp_model.LinearExpr.weighted_sum(taken, weights) == sum(weights) // 2).only_enforce_if(halved)
    for variable in (*taken, halved):
        model.add_hint(variable, 0)
    return model, [halved], halved + 0


HARD = "cp_model_presolve: false linearization_level: 0"


def test_optimum_with_bound_in_points() -> None:
    model, taken, worth = knapsack([3, 4, 5, 6], [4, 5, 6, 7], 10)
    control = Control(10)
    solved = cpsat.maximise(model, worth, taken, request(), control, read, unit=Fraction(1, 2), offset=Fraction(3))
    assert solved.status == cpsat.OPTIMAL
    assert solved.value == solved.bound == Fraction(12, 2) + 3
    assert solved.values is not None
    assert sum(solved.values) == 2
    assert control.best is not None
    assert control.best.value == solved.value
    answer = solved.answer(read)
    assert answer.complete
    assert answer.bound == answer.value


def test_a_part_of_a_question_tells_the_control_nothing() -> None:
    model, taken, worth = knapsack([3, 4, 5, 6], [4, 5, 6, 7], 10)
    control = Control(10)
    assert cpsat.maximise(model, worth, taken, request(), control).value == 12
    assert control.best is None
    assert control.bound is None


def test_infeasible_is_said_and_has_no_answer() -> None:
    model, taken, worth = knapsack([1, 1], [1, 1], 1)
    model.add(taken[0] + taken[1] >= 2)
    solved = cpsat.maximise(model, worth, taken, request(), Control(10), read)
    assert (solved.status, solved.values, solved.bound) == (cpsat.INFEASIBLE, None, None)
    with pytest.raises(ValueError, match="no solution: infeasible"):
        solved.answer(read)


def test_no_time_is_unknown_and_claims_no_bound() -> None:
    model, taken, worth = knapsack([1, 1], [1, 1], 2)
    control = Control(0)
    solved = cpsat.maximise(model, worth, taken, request(), control, read)
    assert (solved.status, solved.values, solved.bound) == (cpsat.UNKNOWN, None, None)
    assert control.bound is None


def test_a_model_that_is_not_valid_is_an_error() -> None:
    model = cp_model.CpModel()
    huge = model.new_int_var(0, 2**62, "huge")
    model.add(huge * 4 + huge * 4 <= 2**62)
    with pytest.raises((ValueError, OverflowError), match=r"."):
        cpsat.maximise(model, huge * 8, [huge], request(), Control(5), read)


def test_a_stop_in_the_middle_of_a_hard_solve_is_never_optimal() -> None:
    model, taken, worth = market_split()
    control = Control(120)
    timer = threading.Timer(0.7, control.stop)
    timer.start()
    start = time.monotonic()
    solved = in_thread(lambda: cpsat.maximise(model, worth, taken, request(), control, read, parameters=HARD), control)
    assert time.monotonic() - start < 30
    assert solved.status == cpsat.FEASIBLE
    assert solved.value == 0
    assert solved.bound == 1
    assert not solved.answer(read).complete


def test_a_stop_before_the_search_begins_is_repeated() -> None:
    """The library ignores a stop that comes before its search; the control repeats it."""
    model, taken, worth = market_split()
    control = Control(120)

    def work() -> cpsat.Solved:
        control.stop()
        # What a stop between the check of the clock and the start of the search looks like to the runner:
        control._asked = False
        threading.Timer(0.3, control.stop).start()
        return cpsat.maximise(model, worth, taken, request(), control, read, parameters=HARD)

    start = time.monotonic()
    in_thread(work, control)
    assert time.monotonic() - start < 30


def test_the_time_limit_holds() -> None:
    model, taken, worth = market_split()
    start = time.monotonic()
    solved = cpsat.maximise(model, worth, taken, request(), Control(0.5), read, parameters=HARD)
    assert 0.3 < time.monotonic() - start < 20
    assert solved.status == cpsat.FEASIBLE


def test_the_deterministic_limit_gives_the_same_effort_each_time() -> None:
    efforts = set()
    for _ in range(2):
        model, taken, worth = market_split()
        solved = cpsat.maximise(model, worth, taken, request(effort=0.05), Control(60), read, parameters=HARD)
        assert solved.status == cpsat.FEASIBLE
        efforts.add(round(solved.effort, 9))
    assert len(efforts) == 1


def test_ties_are_broken_by_the_second_objective() -> None:
    for sign in (1, -1):
        model = cp_model.CpModel()
        numbers = [model.new_int_var(0, 9, f"number {place}") for place in range(3)]
        total = cp_model.LinearExpr.sum(numbers)
        model.add(total <= 9)
        solved = cpsat.maximise(model, total, numbers, request(), Control(10), ties=sign * numbers[0])
        assert solved.values is not None
        assert solved.values[0] == (9 if sign > 0 else 0)
        assert sum(solved.values) == 9 == solved.value == solved.bound


def test_same_seed_same_answer() -> None:
    answers = set()
    for _ in range(3):
        model, taken, worth = knapsack([3] * 12, [5] * 12, 17)
        answers.add(cpsat.maximise(model, worth, taken, request(seed=7), Control(10)).values)
    assert len(answers) == 1


def test_the_log_goes_to_the_control_and_nowhere_else(capfd: pytest.CaptureFixture[str]) -> None:
    model, taken, worth = knapsack([3, 4, 5, 6], [4, 5, 6, 7], 10)
    control = Control(10)
    control.wants_log = True
    cpsat.maximise(model, worth, taken, request(), control, read)
    assert any("CpSolverResponse" in line for line in control.lines)
    captured = capfd.readouterr()
    assert captured.out == captured.err == ""


def test_an_error_in_a_callback_comes_out() -> None:
    def broken(numbers: tuple[int, ...], value: Fraction) -> Answer:
        raise ZeroDivisionError("a fault in reading")

    model, taken, worth = knapsack([3, 4], [4, 5], 10)
    with pytest.raises(ZeroDivisionError, match="a fault in reading"):
        cpsat.maximise(model, worth, taken, request(), Control(10), broken)


def test_a_solve_beside_other_native_packages_does_not_crash() -> None:
    """Packages with native code of their own, loaded first, have made the library crash in the past."""
    program = f"""
import sys, importlib
sys.path[:] = {sys.path!r}
for name in ("pandas", "pyarrow", "zmq"):
    try:
        importlib.import_module(name)
    except ImportError:
        pass
import solver, toy_orchard
from solver import rooms
rooms.register("toy_orchard", "toy_orchard_room")
print(solver.solve(toy_orchard.Orchard().setup(4), "hard", "worth", seconds=0.5).status)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "best so far\n", done.stderr
    assert done.returncode == 0
