"""Measure how mining puzzles speeds up with processes, and that all of them mine the same.

    python -P bench/mine.py [--game NAME] [--count 120] [--seed 1] [--jobs 1 2] [--scheduler tcp://...]

The same puzzles are mined once by this process and once by each number of processes; a Dask scheduler, where one is
named, is a further row. Times are wall time, because that is what one waits for; the start of the processes is part of
it. Every row must give the same file, byte for byte, or the bench fails. At the end it says why positions fell out.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from _measure import machine, say, table

from tutor.puzzle import games, write
from tutor.puzzle_mine import Mined, mine


def timed(game: str, count: int, seed: int, jobs: int, scheduler: str | None = None) -> tuple[Mined, float]:
    """Mine once, and return what was found with the seconds it took."""
    start = time.perf_counter()
    mined = mine(game, count, seed, jobs, scheduler)
    return mined, time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default=games()[0], choices=games())
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, *range(2, (os.cpu_count() or 1) + 1)])
    parser.add_argument("--scheduler", metavar="ADDRESS")
    given = parser.parse_args()

    machine("magister-ludi", "ortools", "distributed")
    runs = [(f"{jobs} process{'es' if jobs > 1 else ''}", jobs, None) for jobs in given.jobs]
    if given.scheduler:
        runs.append((f"Dask at {given.scheduler}", 1, given.scheduler))
    first: Mined | None = None
    rows = []
    alone = 0.0
    for name, jobs, scheduler in runs:
        mined, seconds = timed(given.game, given.count, given.seed, jobs, scheduler)
        if first is None:
            first, alone = mined, seconds
        if write(mined.puzzles, given.game) != write(first.puzzles, given.game) or mined != first:
            sys.exit(f"{name} mined other puzzles than {runs[0][0]}: this must never be.")
        rows.append((name, seconds, 60 * len(mined.puzzles) / seconds, f"{alone / seconds:.2f} ×"))
    assert first is not None
    say(f"{len(first.puzzles)} puzzles of {given.game} from {first.playouts} playouts, seed {given.seed}:")
    say()
    table(("mined by", "seconds", "puzzles a minute", "speed-up"), rows)
    say(f"{len(first.rejections)} positions were rejected:")
    say()
    table(("reason", "positions"), list(first.reasons().items()))


if __name__ == "__main__":
    main()
