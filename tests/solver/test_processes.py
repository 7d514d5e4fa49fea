"""Where no worker process can be started, and where more is asked for than there are cores."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import toy_orchard

import solver
from solver import process, turns
from solver.job import Job

START = toy_orchard.Orchard().setup(4, 5)
LONG = 60.0  #: seconds: far above what anything here takes, so that a busy machine fails no test

posix = pytest.mark.skipif(os.name != "posix", reason="programs of Unix")


def until(condition: Callable[[], object]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[process.Pool]:
    """Have no idle process from before, and no turn that is taken."""
    pool = process.Pool()
    monkeypatch.setattr(process, "POOL", pool)
    monkeypatch.setattr(turns, "TURNS", turns.Turns())
    yield pool
    pool.close()


def no_program(folder: Path) -> str:
    """Return a file that is there and is no program."""
    file = folder / "python"
    file.write_text("this is no program")
    return str(file)


PROGRAMS = ["", None, "/bin/false", "/bin/echo", "missing", "no program"]


@posix
@pytest.mark.parametrize("program", PROGRAMS)
def test_without_a_process_a_job_fails_with_a_sentence(
    program: str | None, fresh: process.Pool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named = {"missing": str(tmp_path / "missing"), "no program": no_program(tmp_path)}
    monkeypatch.setattr(sys, "executable", named.get(program or "", program))
    solver.warm("toy_orchard")  # says nothing: the first job will
    job = solver.start(START, "game", "worth")
    with pytest.raises(solver.JobFailed, match=r"No worker process could be started here \(.+\)\. solver\.solve"):
        job.result(LONG)
    assert job.state == "failed" and job.text
    here = solver.start(START, "game", "worth", here=True)
    plan = here.result(LONG)
    assert plan.explain() == solver.solve(START, "game", "worth").explain()
    assert here.state == "done"
    assert "this process solves by itself" in here.note
    assert job.note == ""


@posix
def test_a_system_that_refuses_to_fork_is_one_without_processes(
    fresh: process.Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refused)
    job = solver.start(START, "game")
    with pytest.raises(solver.JobFailed, match="the system says: Resource temporarily unavailable"):
        job.result(LONG)
    assert solver.start(START, "game", here=True).result(LONG).status == "optimal"


@posix
def test_a_solve_without_a_process_is_stopped_and_keeps_its_limit(
    fresh: process.Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    job = solver.start(START, "loop", seconds=600, here=True)
    until(lambda: job.best is not None)
    assert job.state == "running"
    job.stop()
    assert job.state in ("stopping", "done")
    assert job.result(LONG).status == "best so far"
    limited = solver.start(START, "loop", seconds=0.3, here=True)
    assert limited.result(LONG).status == "best so far"
    assert limited.seconds < 30


@posix
def test_a_process_that_dies_in_its_work_is_not_taken_for_none(fresh: process.Pool) -> None:
    job = solver.start(START, "crash", seconds=60, here=True)
    with pytest.raises(solver.JobFailed, match="SIGABRT"):
        job.result(LONG)
    assert job.note == "", "what brings a process down must not be done in this one"


# --- as many as there are cores -----------------------------------------------------------------------------------


def test_jobs_beyond_the_cores_wait_in_order_and_can_be_stopped(
    fresh: process.Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(turns.VARIABLE, "2")
    working = [solver.start(START, "loop", seconds=600) for _ in range(2)]
    waiting = [solver.start(START, "loop", seconds=600) for _ in range(3)]
    until(lambda: all(job.state == "running" for job in working))
    assert [job.state for job in waiting] == ["waiting"] * 3
    assert [job.ahead for job in waiting] == [0, 1, 2]
    assert [job.seconds for job in waiting] == [0, 0, 0], "its time has not begun"
    assert len(fresh._all) == 2, "no more processes than cores"
    waiting[1].stop()
    plan = waiting[1].result(LONG)
    assert plan.status == "best so far" and waiting[1].state == "done"
    assert [job.ahead for job in waiting] == [0, 0, 1]
    working[1].stop()
    working[1].result(LONG)
    until(lambda: waiting[0].state == "running")
    assert waiting[2].state == "waiting"
    for job in (*working, *waiting):
        job.stop()
    for job in (*working, *waiting):
        job.result(LONG)
    assert solver.start(START, "game").result(LONG).status == "optimal", "all turns were given back"


def test_a_job_that_fails_gives_its_turn_back(fresh: process.Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(turns.VARIABLE, "1")
    jobs: list[Job] = [solver.start(START, "wrong") for _ in range(3)]
    until(lambda: all(job.ended for job in jobs))
    assert [job.state for job in jobs] == ["failed"] * 3


def test_turns_are_given_in_order() -> None:
    began: list[int] = []
    few = turns.Turns()
    numbered = [turns.Turn(lambda number=number: began.append(number), few) for number in range(40)]  # type: ignore[misc]
    for turn in numbered:
        turn.ask()
    cores = turns.cores()
    assert began == list(range(cores))
    assert numbered[cores].ahead == 0 and numbered[-1].ahead == 39 - cores
    numbered[cores].give_back()  # it leaves the queue
    for number in range(40):
        numbered[number].give_back()
        numbered[number].give_back()
    assert began == [number for number in range(40) if number != cores]


def test_the_number_of_processes_is_that_of_the_cores_one_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(turns.VARIABLE, raising=False)
    if hasattr(os, "sched_getaffinity"):
        assert turns.cores() == len(os.sched_getaffinity(0))
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3})
        assert turns.cores() == 1
    for said, number in (("7", 7), (" 2 ", 2)):
        monkeypatch.setenv(turns.VARIABLE, said)
        assert turns.cores() == number
    usual = turns.cores
    monkeypatch.delenv(turns.VARIABLE)
    own = usual()
    for said in ("", "0", "-1", "many", "1.5", "99999999999"):
        monkeypatch.setenv(turns.VARIABLE, said)
        assert turns.cores() == own


def test_a_place_is_waited_for_until_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(turns.VARIABLE, "1")
    monkeypatch.setattr(turns, "TURNS", turns.Turns())
    with turns.Place() as first:
        assert first.given
        with turns.Place(lambda: True) as second:
            assert not second.given
    came = threading.Event()
    with turns.Place() as third:
        assert third.given
        other = turns.Turn(came.set)
        other.ask()
        assert not came.is_set()
    assert came.is_set()
