"""Plans with a proof for positions of the rules core: floor 2 of Magister Ludi.

``solve`` answers at once, ``start`` in a process of its own; both return only plans that the rules core has
replayed. Everything is loaded when it is first asked for, and OR-Tools only when a model is solved with it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from magister_ludi import need

if TYPE_CHECKING:
    from .answer import Answer
    from .control import Control, NoAnswer
    from .job import Job, JobFailed, start, warm
    from .onward import advance
    from .plan import Plan
    from .replay import ReplayMismatch
    from .request import Request
    from .run import solve
    from .search import SearchTooLarge
    from .why import Ranking, Reasons, optimal_moves, rank_moves, regret, why_not

_HOMES = {
    "Answer": "answer",
    "Control": "control",
    "Job": "job",
    "JobFailed": "job",
    "NoAnswer": "control",
    "Plan": "plan",
    "Ranking": "why",
    "Reasons": "why",
    "ReplayMismatch": "replay",
    "Request": "request",
    "SearchTooLarge": "search",
    "advance": "onward",
    "optimal_moves": "why",
    "rank_moves": "why",
    "regret": "why",
    "solve": "run",
    "start": "job",
    "warm": "job",
    "why_not": "why",
}

__all__ = [
    "Answer",
    "Control",
    "Job",
    "JobFailed",
    "NoAnswer",
    "Plan",
    "Ranking",
    "Reasons",
    "ReplayMismatch",
    "Request",
    "SearchTooLarge",
    "advance",
    "optimal_moves",
    "rank_moves",
    "regret",
    "solve",
    "start",
    "warm",
    "why_not",
]


need("solver")


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"solver.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted({*globals(), *__all__})
