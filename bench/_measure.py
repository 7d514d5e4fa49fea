"""What the benches share: tables, the machine, medians of windows taken in turn, and costs of a fresh process."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

#: Run in a fresh process before and after what is measured: processor time in ms and resident memory in KiB.
PROBE = """
import time as _time
def _memory():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("{field}"))
_memory()
_before, _start = _memory(), _time.process_time()
{code}
print((_time.process_time() - _start) * 1000, (_memory() - _before) / 1024)
"""


def say(text: str = "") -> None:
    """Print a line at once."""
    print(text, flush=True)


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(row[column]) for row in [list(header), *cells]) for column in range(len(header))]
    say("| " + " | ".join(name.ljust(width) for name, width in zip(header, widths, strict=True)) + " |")
    say("|" + "|".join("-" * (width + 1) + ("-" if column == 0 else ":") for column, width in enumerate(widths)) + "|")
    for row in cells:
        first, *rest = row
        padded = [first.ljust(widths[0]), *(value.rjust(width) for value, width in zip(rest, widths[1:], strict=True))]
        say("| " + " | ".join(padded) + " |")
    say()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) < 1 else f"{value:.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def machine(*packages: str) -> None:
    """Say on what is measured, with the versions of packages."""
    found = [f"Python {platform.python_version()}", f"{os.cpu_count()} cores", platform.machine(), _calibration()]
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} is not installed")
    say(", ".join(found) + ".")
    say()


def _calibration() -> str:
    """Time a fixed loop, so that two machines (or two hours) can be compared."""
    times = []
    for _ in range(5):
        start = time.process_time()
        total = 0
        for number in range(500_000):
            total += number & 7
        times.append(time.process_time() - start)
    return f"{0.5 / statistics.median(times):.0f} million loop turns/s"


def seeded(doc: str | None, games: int, each: str = "number of players") -> argparse.ArgumentParser:
    """Return the options of a bench that plays games by seeds: how many for each number of players, and the first."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=games, help=f"games for each {each}")
    parser.add_argument("--first-seed", type=int, default=0)
    return parser


def seeds(given: argparse.Namespace) -> range:
    """Return the seeds that were asked for."""
    return range(given.first_seed, given.first_seed + given.games)


class Rate(NamedTuple):
    """Hold how often something happened per second: the median of the windows and the least and greatest."""

    median: float
    least: float
    most: float

    @property
    def spread(self) -> str:
        """Return least and greatest as text."""
        return f"{self.least:,.0f}-{self.most:,.0f}"


def rates(
    contestants: dict[str, Callable[[], tuple[int, ...]]], seconds: float = 1.0, windows: int = 5
) -> dict[str, list[Rate]]:
    """Call each contestant again and again in windows of ``seconds``, all in turn, so that they share the noise.

    A contestant returns what it counted in one call (moves, say). Returns per contestant the calls per second
    and then each count per second, by this process's own processor time, so that other work on the machine
    counts little. A first call warms it up and is not counted.
    """
    found: dict[str, list[list[float]]] = {name: [] for name in contestants}
    for play in contestants.values():
        play()
    for _ in range(windows):
        for name, play in contestants.items():
            calls, sums, start = 0, [0, 0], time.process_time()
            while (passed := time.process_time() - start) < seconds:
                counts = play()
                calls += 1
                for index, count in enumerate(counts):
                    sums[index] += count
            found[name].append([calls / passed, *(number / passed for number in sums[: len(counts)])])
    return {
        name: [Rate(statistics.median(column), min(column), max(column)) for column in zip(*rows, strict=True)]
        for name, rows in found.items()
    }


def microseconds(call: Callable[[], object], times: int = 2000, windows: int = 7) -> float:
    """Return the median over windows of the mean processor time of a call."""
    found = []
    for _ in range(windows):
        start = time.process_time()
        for _ in range(times):
            call()
        found.append((time.process_time() - start) / times)
    return 1e6 * statistics.median(found)


def fresh(code: str, times: int = 7, peak: bool = False) -> tuple[float, float, float]:
    """Run code in fresh processes; return least and median processor time in ms, and added memory in MiB (median).

    ``peak`` takes the greatest memory the process ever had instead of what it holds at the end.
    """
    program = PROBE.format(code=code, field="VmHWM" if peak else "VmRSS")
    rows = []
    for _ in range(times):
        done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
        rows.append([float(word) for word in done.stdout.split()[-2:]])
    spent = [row[0] for row in rows]
    return min(spent), statistics.median(spent), statistics.median(row[1] for row in rows)


def verdict(value: float, limit: float, at_least: bool = False) -> str:
    """Say whether a limit holds."""
    return "holds" if (value >= limit if at_least else value <= limit) else "MISSED"
