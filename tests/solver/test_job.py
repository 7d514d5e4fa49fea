"""Jobs in worker processes: stop, crash, parent's death, memory, two at once, limits."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import toy_orchard

import solver
from rules.findings import BadInput
from solver import process, wire
from solver.job import Job
from solver.run import ask

GAME = toy_orchard.Orchard()
START = GAME.setup(4, 5)
LONG = 20.0  #: seconds: far above what anything here takes, so that a busy machine fails no test

posix = pytest.mark.skipif(os.name != "posix", reason="signals and memory limits of Unix")


def until(condition: Callable[[], object], seconds: float = LONG) -> None:
    """Wait for a condition."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def running(job: Job) -> int:
    """Wait until a job has its first plan; return the worker's process id."""
    until(lambda: job.best is not None or job.ended)
    assert job.state == "running", job.text
    assert job._process is not None
    return job._process.popen.pid


def gone(pid: int) -> bool:
    """Say whether a process is no longer there (a zombie counts as gone)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_job_gives_the_same_plan_as_a_solve() -> None:
    job = solver.start(START, "game", "worth")
    plan = job.result(LONG)
    here = solver.solve(START, "game", "worth")
    assert job.state == "done"
    assert plan.moves == here.moves
    assert plan.explain() == here.explain()
    assert (plan.value, plan.bound, plan.status, plan.steps) == (here.value, here.bound, here.status, here.steps)
    assert job.gap == 0
    assert plan.position == START
    again = solver.start(START, "game", {"apples": 0.25}, rivals="worst").result(LONG)
    assert again.explain() == solver.solve(START, "game", {"apples": 0.25}, rivals="worst").explain()


def test_a_warm_process_is_used_again() -> None:
    first = solver.start(START, "game")
    first.result(LONG)
    second = solver.start(START, "game")
    second.result(LONG)
    assert first._process is second._process


def test_a_process_can_be_warmed_before_it_is_needed() -> None:
    solver.start(START, "loop", seconds=60).stop()
    solver.warm("toy_orchard")
    with process.POOL._lock:
        waiting = list(process.POOL._idle)
    job = solver.start(START, "hard", "worth", seconds=0.3)
    assert job._process in waiting
    assert job.result(LONG).status == "best so far"
    solver.warm("no such game", models=False)  # what cannot be loaded does no harm
    assert solver.start(START, "game").result(LONG).status == "optimal"


def test_arguments_are_checked_before_anything_is_started() -> None:
    with pytest.raises(BadInput, match="horizon"):
        solver.start(START, "decade")
    with pytest.raises(BadInput, match="memory: is 3"):
        solver.start(START, "game", memory=3)


def test_stop_at_time_zero() -> None:
    for horizon in ("hard", "loop", "deaf", "game"):
        job = solver.start(START, horizon, "worth", seconds=60)
        job.stop()
        start = time.monotonic()
        plan = job.result(LONG)
        print(f"stop at time zero, {horizon}: {time.monotonic() - start:.3f} s")
        assert job.state == "done"
        assert plan.status == "best so far" or plan.bound == plan.value


def test_stop_in_the_middle_of_a_hard_solve_is_best_so_far() -> None:
    job = solver.start(START, "hard", "worth", seconds=60)
    running(job)
    until(lambda: job.best is not None and job.best.value == 2 and job.bound is not None)
    assert job.gap is not None
    assert job.gap > 0
    start = time.monotonic()
    job.stop()
    assert job.state in ("stopping", "done")
    plan = job.result(LONG)
    print(f"stop in the middle: {time.monotonic() - start:.3f} s")
    assert job.state == "done"
    assert plan.status == "best so far"
    assert plan.value == 2
    assert plan.bound is not None
    assert plan.bound > 2
    assert job.log
    assert len(job.log) <= 200
    job.stop()  # once more, long after the end
    assert job.state == "done"


def test_stop_of_a_solver_that_never_looks_up_keeps_the_best_plan() -> None:
    job = solver.start(START, "deaf", "worth", seconds=60)
    pid = running(job)
    start = time.monotonic()
    job.stop()
    plan = job.result(LONG)
    print(f"stop of a deaf solver: {time.monotonic() - start:.3f} s")
    assert job.state == "done"
    assert plan.status == "best so far"
    assert plan.method == "rest"
    # Its process either came back by itself or was ended: in neither case is it lost to the next job.
    assert solver.start(START, "game").result(LONG).status == "optimal"
    assert pid


def test_the_time_limit_holds_without_anybody_waiting() -> None:
    for horizon in ("loop", "deaf", "hard"):
        job = solver.start(START, horizon, "worth", seconds=0.5)
        until(lambda job=job: job.ended)  # type: ignore[misc]
        assert job.state == "done", job.text
        assert job.best is not None
        assert job.best.status == "best so far"


@posix
def test_a_killed_worker_fails_its_job_with_a_sentence_and_the_next_one_works() -> None:
    job = solver.start(START, "loop", seconds=60)
    os.kill(running(job), signal.SIGKILL)
    with pytest.raises(solver.JobFailed, match=r"ended by signal 9 \(SIGKILL\).*position is kept.*start it again"):
        job.result(LONG)
    assert job.state == "failed"
    assert job.best is not None, "the best plan so far is still there"
    assert job.request.position == START
    assert solver.start(job.request.position, "game").result(LONG).status == "optimal"


@posix
def test_a_worker_that_dies_while_idle_is_replaced() -> None:
    job = solver.start(START, "game")
    job.result(LONG)
    assert job._process is not None
    pid = job._process.popen.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: gone(pid))
    assert solver.start(START, "game").result(LONG).status == "optimal"


@posix
def test_a_native_crash_fails_its_job_with_a_sentence() -> None:
    job = solver.start(START, "crash", seconds=60)
    with pytest.raises(solver.JobFailed, match="SIGABRT"):
        job.result(LONG)
    assert solver.start(START, "game").result(LONG).status == "optimal"


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="the memory limit counts data on Linux only")
def test_memory_is_bounded() -> None:
    job = solver.start(START, "greedy", seconds=60, memory=300)
    with pytest.raises(solver.JobFailed, match="needed more than the 300 MiB"):
        job.result(LONG)
    assert solver.start(START, "game").result(LONG).status == "optimal"


def test_a_wrong_model_fails_its_job() -> None:
    job = solver.start(START, "wrong")
    with pytest.raises(solver.JobFailed, match="not confirmed by the rules"):
        job.result(LONG)
    assert job.best is None


def test_two_jobs_at_once_have_two_processes() -> None:
    one = solver.start(START, "loop", seconds=60)
    two = solver.start(GAME.setup(2, 3), "loop", seconds=60)
    assert running(one) != running(two)
    two.stop()
    assert two.result(LONG).position == GAME.setup(2, 3)
    assert one.state == "running"
    one.stop()
    assert one.result(LONG).position == START


def test_result_can_time_out_and_be_asked_again() -> None:
    job = solver.start(START, "loop", seconds=60)
    with pytest.raises(TimeoutError, match="no result after"):
        job.result(0.2)
    job.stop()
    assert job.result(LONG)


def test_changes_are_counted_and_told_and_a_broken_listener_does_no_harm() -> None:
    events: queue.SimpleQueue[str] = queue.SimpleQueue()
    job = solver.start(START, "hard", "worth", seconds=60)

    def broken() -> None:
        raise ZeroDivisionError("a fault in a listener")

    job.on_change(broken)
    job.on_change(lambda: events.put(job.state))
    running(job)
    time.sleep(0.5)
    before = job.changes
    job.stop()
    job.result(LONG)
    assert job.changes > before
    seen = []
    while not events.empty():
        seen.append(events.get())
    assert seen[-1] == "done"
    assert "stopping" in seen
    assert any("a fault in a listener" in line for line in job.log)


def test_a_process_is_recycled_after_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "RECYCLE", 2)
    processes = []
    for _ in range(5):
        job = solver.start(START, "game")
        job.result(LONG)
        processes.append(job._process)
    assert len({id(one) for one in processes}) >= 2


@posix
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_worker_dies_with_its_parent(how: signal.Signals, tmp_path: Path) -> None:
    program = tmp_path / "parent.py"
    program.write_text(
        f"""
import sys, time
sys.path[:] = {sys.path!r}
import solver, toy_orchard
from solver import rooms
if __name__ == "__main__":
    rooms.register("toy_orchard", "toy_orchard_room")
    job = solver.start(toy_orchard.Orchard().setup(), "deaf", seconds=600)
    while job.best is None:
        time.sleep(0.01)
    print(job._process.popen.pid, flush=True)
    time.sleep(600)
"""
    )
    parent = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    try:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert not gone(pid)
        parent.send_signal(how)
        parent.wait(LONG)
        until(lambda: gone(pid))
    finally:
        parent.kill()
        parent.wait()


@pytest.mark.parametrize("guard", [True, False])
def test_a_script_is_not_run_a_second_time(guard: bool, tmp_path: Path) -> None:
    """Also a script that lacks `if __name__ == "__main__"` solves once and ends."""
    body = """
print("the script runs")
rooms.register("toy_orchard", "toy_orchard_room")
print(solver.start(toy_orchard.Orchard().setup(2), "game").result(30).status)
"""
    if guard:
        body = 'if __name__ == "__main__":\n' + "\n".join(f"    {line}" for line in body.splitlines())
    program = tmp_path / "script.py"
    program.write_text(
        f"import sys\nsys.path[:] = {sys.path!r}\nimport solver, toy_orchard\nfrom solver import rooms\n{body}\n"
    )
    # A file beside the script that has the name of a standard module must not be found by the worker either.
    (tmp_path / "queue.py").write_text("raise SystemExit('a file of the script folder was imported')")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.splitlines() == ["the script runs", "optimal"], done.stderr
    assert done.returncode == 0


def test_messages_survive_the_wire() -> None:
    request, room = ask(START, horizon="game", objective={"apples": 0.3}, rivals="worst", effort=2.5)
    message = wire.question(3, request, room, 5.0, 512)
    assert wire.read_in_worker(wire.write(message)) == message
    assert wire.read_in_worker(wire.write(wire.Stop(job=3))) == wire.Stop(job=3)
    plan = solver.solve(START, "game", {"apples": 0.3}, rivals="worst", effort=2.5)
    done = wire.Done(job=3, seconds=1.5, bound=plan.bound, lines=("a",), plan=wire.plan_text(plan))
    read = wire.read_from_worker(wire.write(done))
    assert read == done
    assert isinstance(read, wire.Done)
    back = wire.read_plan(read.plan, request, room)
    assert back.moves == plan.moves
    assert back.explain() == plan.explain()
