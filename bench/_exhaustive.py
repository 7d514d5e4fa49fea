"""Exhaustive search over the rules core, by which the benches measure a game's own ways to solve."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from solver.control import Control
from solver.request import Request
from solver.search import Search, SearchStopped, SearchTooLarge

Method = Callable[[Request, float], Fraction | None]


class Run(NamedTuple):
    """Hold one measurement: seconds, and the value if it was proved."""

    seconds: float
    value: Fraction | None


def exhausted(
    room: Any, value: Callable[[Request, Any], Fraction], request: Request, seconds: float, states: int
) -> Fraction | None:
    """Try everything over the rules core, with memory; chance that cannot matter does not branch.

    ``room`` says when the horizon has ended, what rivals do and what chance can be settled; ``value`` what an end is
    worth. Returns None when more than so many seconds or states would be needed.
    """

    class Everything(Search):
        def _expand(self, position):  # type: ignore[no-untyped-def]
            outcome = room.settle(request, position) if position.chance() else None
            return super()._expand(position) if outcome is None else self.worth(position.play(outcome))

    search = Everything(
        request.seat,
        lambda position: room.ended(request, position),
        lambda position: value(request, position),
        lambda position: room.rival(request, position),
        control=Control(seconds),
        limit=states,
    )
    try:
        return search.worth(request.position)
    except (SearchTooLarge, SearchStopped):
        return None


def measure(method: Method, request: Request, seconds: float, forget: Callable[[], None]) -> Run:
    """Measure a method once, with nothing remembered (``forget``) and no garbage of others to collect."""
    forget()
    gc.collect()
    start = time.process_time()
    value = method(request, seconds)
    return Run(time.process_time() - start, value)


def shown(runs: Sequence[Run], high: float) -> str:
    """Print the median in ms beside a higher time, and how many were proved where not all were."""
    text = f"{statistics.median(run.seconds for run in runs) * 1e3:,.1f} / {high:,.0f}"
    proved = sum(run.value is not None for run in runs)
    return text if proved == len(runs) else f"{text} ({proved} of {len(runs)})"
