"""Worker processes of mining and grading: where there are none, where they die, and a script that has no guard."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any

import pytest

from rules import BadInput
from solver.process import NoProcess
from tests.tutor.class_text import CLASS, hand_in, make
from tutor import grading
from tutor.class_report import Report
from tutor.processes import ProcessDied, Processes
from tutor.puzzle import games
from tutor.puzzle_mine import Mined, mine
from tutor.store import Store

GAME = games()[0]
COUNT, SEED = 1, 5
PROGRAMS = ["", "/bin/false", "/no/such/program", "/bin/echo"]

posix = pytest.mark.skipif(os.name != "posix", reason="programs of Unix")


@pytest.fixture(scope="module")
def here() -> Mined:
    return mine(GAME, COUNT, SEED)


def test_work_is_done_in_other_processes_and_errors_come_back() -> None:
    with Processes(2) as pool:
        numbers = [pool.submit(abs, -number) for number in range(20)]
        assert [future.result(60) for future in numbers] == list(range(20))
        assert pool.submit(os.getpid).result(60) != os.getpid()
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 1, 0).result(60)
        with pytest.raises(BadInput):
            pool.submit(mine, "no such game", 0, 0).result(60)
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(abs, 1)


@posix
def test_a_process_that_dies_over_its_work_twice_is_told_of() -> None:
    with Processes(1) as pool:
        died = pool.submit(signal.raise_signal, signal.SIGKILL)
        with pytest.raises(ProcessDied, match=r"ended by signal 9 \(SIGKILL\) over its work, twice"):
            died.result(60)
        assert pool.submit(abs, -1).result(60) == 1, "the next one is started anew"


@posix
@pytest.mark.parametrize("program", PROGRAMS)
def test_where_no_process_can_be_started_it_is_said(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", program)
    with Processes(1) as pool, pytest.raises(NoProcess):
        pool.submit(abs, -1).result(60)


def test_work_that_is_given_up_ends_its_processes() -> None:
    pool = Processes(1)
    futures = [pool.submit(signal.sigwait, {signal.SIGUSR1}) for _ in range(3)]
    pool.shutdown(cancel_futures=True)
    assert all(future.done() for future in futures)


@posix
@pytest.mark.parametrize("program", PROGRAMS)
def test_mining_without_processes_is_the_same_and_says_so(
    program: str, here: Mined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    found = mine(GAME, COUNT, SEED, jobs=2)
    assert found.notice.startswith("No worker process could be started here (")
    assert (found.puzzles, found.rejections, found.playouts) == (here.puzzles, here.rejections, here.playouts)


class Broken(Executor):
    """Be an executor that breaks: at once, or over the work."""

    def __init__(self, error: Exception, at_once: bool) -> None:
        self.error, self.at_once = error, at_once

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.at_once:
            raise self.error
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


@pytest.mark.parametrize("at_once", [True, False])
def test_an_executor_that_breaks_is_done_without(at_once: bool, here: Mined) -> None:
    found = mine(GAME, COUNT, SEED, executor=Broken(BrokenExecutor("a child died"), at_once))
    assert found.puzzles == here.puzzles
    assert "The executor has failed (BrokenExecutor: a child died)" in found.notice
    assert 'if __name__ == "__main__":' in found.notice


def test_a_cluster_without_this_program_is_refused() -> None:
    with pytest.raises(BadInput, match="its workers lack a part of this program"):
        mine(GAME, COUNT, SEED, executor=Broken(ModuleNotFoundError("No module named 'tutor'"), False))


def test_a_piece_of_work_that_ends_its_workers_ends_the_mining(monkeypatch: pytest.MonkeyPatch) -> None:
    killed = type("KilledWorker", (Exception,), {})
    with pytest.raises(ProcessDied, match="of memory"):
        mine(GAME, COUNT, SEED, executor=Broken(killed("out of memory"), False))


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client, LocalCluster

    def none(self: object, number: int, timeout: float) -> None:
        raise TimeoutError

    monkeypatch.setattr(Client, "wait_for_workers", none)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster,
        pytest.raises(BadInput, match="has no workers"),
    ):
        mine(GAME, COUNT, SEED, scheduler=cluster.scheduler_address)


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Whatever starts processes: solving, reviewing, mining."""
    program = tmp_path / "script.py"
    program.write_text(
        f"""
import sys
sys.path[:] = {sys.path!r}
print("the script runs")
import rules, solver
from tutor.puzzle_mine import mine
from tutor.review_job import start
record = rules.playout(rules.load("kingsburg").setup(2, seed=3), "greedy", seed=3)
short = rules.Record(record.start, record.steps[:12])
found = mine("{GAME}", {COUNT}, {SEED}, jobs=2)
print(len(found.puzzles), repr(found.notice))
job = start(short, seconds=600)
print(job.result().missing, repr(job.note))
position = next(one for one in short.positions() if one.actor is not None and one.step == "influence")
print(solver.start(position, seconds=600).result().status)
"""
    )
    # A file beside the script that has the name of a standard module must not be found by the worker either.
    (tmp_path / "queue.py").write_text("raise SystemExit('a file of the script folder was imported')")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout.splitlines() == ["the script runs", "1 ''", "0 ''", "optimal"], done.stderr
    assert done.returncode == 0


@posix
def test_grading_without_processes_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(tmp_path)
    for alias in CLASS:
        for number, best in enumerate((puzzle.line for puzzle in made[1].puzzles_of(alias)), 1):
            hand_in(made[0], alias, number, best if alias == CLASS[0] else best[:1])
    monkeypatch.setattr(grading, "PATIENCE", -1.0)  # processes from the first answer on
    monkeypatch.setattr(grading, "PORTION", 2)

    def graded() -> Report:
        return grading.grade(made[0].folder, jobs=2, store=Store(":memory:"))

    usual = graded()
    assert any(one.solved for student in usual.students for one in student.marks)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert graded() == usual
