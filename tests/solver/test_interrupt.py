"""Interrupt a real Jupyter kernel in the middle of a solve, twice in one cell: the best plan stays, the kernel too."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

manager = pytest.importorskip("jupyter_client.manager")

LONG = 60.0  #: seconds to wait for anything at all
IDLE = 5.0  #: seconds from interrupt to idle that fail the test; what is measured is printed
SETUP = f"""
import sys
sys.path[:] = {sys.path!r}
import solver, toy_orchard
from solver import rooms
rooms.register("toy_orchard", "toy_orchard_room")
start = toy_orchard.Orchard().setup(4, 5)
solver.solve(start, "hard", "worth", seconds=0.2).status
"""

#: Of two signals that come after the solve the second would hit the shell while it tells of the first, and be printed.
LATE = """
import time
for _ in range(25):
    try:
        time.sleep(0.02)
    except KeyboardInterrupt:
        pass
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="interrupts a kernel by a signal of Unix")


class Kernel:
    """A running kernel and the talk with it."""

    def __init__(self) -> None:
        self.manager = manager.KernelManager(kernel_name="python3")
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=LONG)

    def begin(self, code: str) -> str:
        """Send a cell; return the id of the request."""
        return str(self.client.execute(code))

    def finish(self, request: str) -> tuple[str, str]:
        """Wait until a cell has ended; return what it printed and the name of its error, if any."""
        printed, error = "", ""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            message: dict[str, Any] = self.client.get_iopub_msg(timeout=LONG)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "stream":
                printed += message["content"]["text"]
            if message["msg_type"] == "error":
                error = message["content"]["ename"]
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return printed, error
        raise AssertionError("the cell did not end")

    def run(self, code: str) -> tuple[str, str]:
        """Run a cell to its end."""
        return self.finish(self.begin(code))

    def wait_for(self, request: str, text: str) -> None:
        """Wait until a cell has printed a text."""
        while True:
            message = self.client.get_iopub_msg(timeout=LONG)
            mine = message["parent_header"].get("msg_id") == request
            if mine and message["msg_type"] == "stream" and text in message["content"]["text"]:
                return

    def interrupt(self) -> float:
        """Interrupt the kernel; return the time."""
        self.manager.interrupt_kernel()
        return time.perf_counter()


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    kernel = Kernel()
    assert kernel.run(SETUP) == ("", "")
    yield kernel
    kernel.client.stop_channels()
    kernel.manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("horizon, value", [("hard", "2"), ("loop", "0")])
def test_an_interrupt_gives_the_best_plan(kernel: Kernel, horizon: str, value: str) -> None:
    taken = []
    for _ in range(3):
        cell = kernel.begin(
            f'print("solving", flush=True)\nplan = solver.solve(start, {horizon!r}, "worth", seconds=120)\n'
            "print(plan.status, plan.value)"
        )
        kernel.wait_for(cell, "solving")
        time.sleep(0.7)
        begun = kernel.interrupt()
        printed, error = kernel.finish(cell)
        taken.append(time.perf_counter() - begun)
        assert error == ""
        assert printed.strip() == f"best so far {value}"
    print(f"interrupt to idle, {horizon}: {', '.join(f'{1000 * seconds:.0f} ms' for seconds in taken)}")
    assert min(taken) < IDLE


def test_two_interrupts_in_one_cell(kernel: Kernel) -> None:
    cell = kernel.begin(
        'print("first", flush=True)\none = solver.solve(start, "hard", "worth", seconds=120)\n'
        'print("second", flush=True)\ntwo = solver.solve(start, "hard", "worth", seconds=120)\n'
        "print(one.status, two.status, one.value == two.value)"
    )
    kernel.wait_for(cell, "first")
    time.sleep(0.7)
    kernel.interrupt()
    kernel.wait_for(cell, "second")
    time.sleep(0.7)
    kernel.interrupt()
    printed, error = kernel.finish(cell)
    assert error == ""
    assert printed.strip() == "best so far best so far True"
    assert kernel.manager.is_alive()
    assert kernel.run("print(2 + 2)") == ("4\n", "")
    assert kernel.run('print(solver.solve(start, "game").status)') == ("optimal\n", "")


def test_two_interrupts_of_one_solve(kernel: Kernel) -> None:
    """The second one comes while the first is being answered; at worst the cell ends with it."""
    cell = kernel.begin('print("solving", flush=True)\nplan = solver.solve(start, "deaf", "worth", seconds=120)')
    kernel.wait_for(cell, "solving")
    time.sleep(0.5)
    kernel.interrupt()
    time.sleep(0.2)
    kernel.interrupt()
    _, error = kernel.finish(cell)
    assert error == ""
    assert kernel.run("print(plan.status, plan.method)") == ("best so far rest\n", "")
    assert kernel.manager.is_alive()


@pytest.mark.parametrize("horizon", ["hard", "loop"])
def test_interrupts_without_a_pause(kernel: Kernel, horizon: str) -> None:
    """Impatient fingers: five signals at once reach the wait between any two of its instructions."""
    for _ in range(3):
        cell = kernel.begin(
            f'print("solving", flush=True)\nplan = solver.solve(start, {horizon!r}, "worth", seconds=120)\n'
            f"{LATE}print(plan.status)"
        )
        kernel.wait_for(cell, "solving")
        time.sleep(0.5)
        for _ in range(5):
            kernel.interrupt()
        printed, error = kernel.finish(cell)
        # A signal that is late may end the cell after its solve; it finds the plan and hurts nothing else.
        assert error in ("", "KeyboardInterrupt")
        assert printed.strip() in ("best so far", "")
        assert kernel.run("print(plan.status)") == ("best so far\n", "")
        assert kernel.manager.is_alive()


def test_an_interrupt_ends_the_job_that_a_cell_waits_for(kernel: Kernel) -> None:
    cell = kernel.begin(
        'job = solver.start(start, "loop", seconds=120)\nprint("waiting", flush=True)\nprint(job.result().status)'
    )
    kernel.wait_for(cell, "waiting")
    time.sleep(0.7)
    kernel.interrupt()
    printed, error = kernel.finish(cell)
    assert (printed.strip(), error) == ("best so far", "")
    assert kernel.run("print(job.state)") == ("done\n", "")


def test_an_interrupt_reaches_no_worker_process(kernel: Kernel) -> None:
    """A job that no cell waits for goes on, whatever is interrupted."""
    assert kernel.run('job = solver.start(start, "loop", seconds=120)') == ("", "")
    cell = kernel.begin('import time\nprint("waiting", flush=True)\ntime.sleep(60)')
    kernel.wait_for(cell, "waiting")
    time.sleep(0.7)
    kernel.interrupt()
    assert kernel.finish(cell)[1] == "KeyboardInterrupt"
    assert kernel.run("print(job.state)") == ("running\n", "")
    assert kernel.run("job.stop(); print(job.result(20).status)") == ("best so far\n", "")
