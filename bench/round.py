"""Measure the plan of a round of Paladins: ours beside exhaustive search, HiGHS, SCIP, and models by steps and phases.

    python -P bench/round.py [--long] [--instances N] [--seconds S] [--only plans|others|steps|memory]

The instances are moments of seeded greedy games with 1 to 4 players, in rounds 1, 4 and 7: the seat's own turn at the
start of its actions, with nothing placed yet. "As played" they stand as they were met (a greedy seat begins nearly
every round with six workers). For the other kinds the hand is brought to a drawn size: easy 6 to 8, middle 9 to 11,
hard 12 to 14 workers. Cards of the taverns are drawn without putting back and their workers added, one after the
other, until the hand is full; of too large a hand workers leave by lot. Every second instance counts points alone,
the others count goods by the shipped table, too (in round 7 these are worth nothing).

Ours goes first through the states of numbers ("the sweep"), narrowly; then through far fewer relaxed states, which tell
which states of a full sweep can still lead to more; where there are too many of these it sweeps widely, and chooses by
rows and cuts. HiGHS and SCIP solve the rows, without the sweep.

All methods get the same instances in one run, one after the other, and all must prove the same value; for the models
by steps and phases, which do not hold every rule, it is said how often they do. Times are processor time of the whole
process, building the models and (for "ours") the replay included; every solver has one worker. Solvers stop by the
clock on the wall, so where others work on the machine the limit is stretched by as much as the solve before took
longer on the wall than on the processor; what took more processor time than the limit is not counted as proved.
"""

from __future__ import annotations

import argparse
import gc
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

sys.path.append(str(Path(__file__).parent))

import _layers
from _masters import by_linear
from _measure import fresh, machine, say, table, verdict
from _moments import KINDS, PLAYED, ROUNDS, instance

import solver.paladins as room
from rules.paladins.steps import replace
from solver import cpsat, rooms
from solver.answer import Answer
from solver.control import Control
from solver.paladins import cuts, rounds, sweep
from solver.paladins.frame import Frame
from solver.paladins.images import Knot
from solver.paladins.items import Key
from solver.paladins.prospect import Prospect, Verdict
from solver.paladins.rehearsal import Rehearsal, Rehearsed
from solver.paladins.relaxed import Relaxed
from solver.paladins.supply import Supply
from solver.paladins.tighten import Tightener
from solver.request import Request
from solver.run import NoAnswer, run

PHASES = 3
MOMENTS = (1.0, 3.0, 5.0, 10.0)  #: seconds at which the gap is told
MIB, FIRST, HALF, MOST = 300, 0.3, 1.0, 5.0  #: the aims: memory, first plan, median and 95th percentile of proofs


class Run(NamedTuple):
    """Hold one measurement: seconds to the first plan, to the best one and to the end.

    ``value`` is given if it was proved, ``gap`` is how far the bound is above the best plan, in points; ``plan`` is
    what the best plan brings by the rules core. ``gaps`` are those at :data:`MOMENTS`.
    """

    first: float
    best: float
    seconds: float
    value: Fraction | None
    gap: float
    plan: Fraction | None
    gaps: tuple[float, ...] = ()


class Trace(Control):
    """Note when plans come in, by the processor time of this process."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.begun = time.process_time()
        self.plans: list[tuple[float, Fraction]] = []
        self.bounds: list[tuple[float, Fraction]] = []

    def found(self, value: Fraction) -> None:
        """Note a plan if it is better than all before."""
        if not self.plans or value > self.plans[-1][1]:
            self.plans.append((time.process_time() - self.begun, value))

    def offer(self, answer: Answer) -> bool:
        """Note an answer and keep it."""
        self.found(answer.value)
        return super().offer(answer)

    def tighten(self, bound: Fraction) -> None:
        """Note a bound and keep it."""
        super().tighten(bound)
        if self.bound is not None:
            self.bounds.append((time.process_time() - self.begun, self.bound))

    def gap_at(self, moment: float) -> float:
        """Return how far the bound was above the best plan after so many seconds; infinite without either."""
        plans = [value for seconds, value in self.plans if seconds <= moment]
        bounds = [bound for seconds, bound in self.bounds if seconds <= moment]
        return max(0.0, float(min(bounds) - max(plans))) if plans and bounds else math.inf

    def run(self, value: Fraction | None) -> Run:
        """Sum up."""
        spent = time.process_time() - self.begun
        gap = 0.0 if value is not None else math.inf
        if value is None and self.plans and self.bound is not None:
            gap = float(self.bound - self.plans[-1][1])
        if not self.plans:
            return Run(spent, spent, spent, value, gap, None)
        gaps = tuple(
            0.0 if value is not None and spent <= moment else self.gap_at(moment) for moment in MOMENTS
        )
        return Run(self.plans[0][0], self.plans[-1][0], spent, value, gap, self.plans[-1][1], gaps)


# --- the methods -------------------------------------------------------------------------------------------------


def ours(request: Request, control: Trace) -> Fraction | None:
    """Solve as a user does, with the replay."""
    plan = run(request, rooms.find(request.position), control)
    return plan.value if plan.status == "optimal" else None


def answered(request: Request, control: Trace) -> Fraction | None:
    """Solve without the replay."""
    try:
        answer = room.solve(request, control)
    except NoAnswer:
        return None
    return answer.value if answer.bound == answer.value else None


def searched(request: Request, control: Trace) -> Fraction | None:
    """Try every line, with memory and dominance."""
    return answered(replace(request, method="search"), control)


def with_master(name: str) -> Callable[[Request, Trace], Fraction | None]:
    """Return our rows and cuts, without the sweep, with another solver for the rows."""

    def solve(request: Request, control: Trace) -> Fraction | None:
        with patch.object(cpsat, "maximise", by_linear(name)):
            return answered(replace(request, method="cp-sat"), control)

    return solve


def by_steps(request: Request, control: Trace) -> Fraction | None:
    """Solve the model with one item a step."""
    return _layers.solve(request, control, _layers.total_items(request), True)


def by_phases(request: Request, control: Trace) -> Fraction | None:
    """Solve the model with a few phases."""
    return _layers.solve(request, control, PHASES, False)


Changes = tuple[tuple[Any, str, Any], ...]  #: what is put in the place of what: owner, name, other
Method = Callable[[Request, Trace], Fraction | None]
OURS = "ours, replayed"
SEARCH, STEPS, PHASED = "exhaustive search", "CP-SAT by steps", f"CP-SAT, {PHASES} phases"
HIGHS, SCIP = "our cuts, HiGHS", "our cuts, SCIP"
METHODS: dict[str, Method] = {
    OURS: ours,
    SEARCH: searched,
    HIGHS: with_master("HIGHS"),
    SCIP: with_master("SCIP"),
    STEPS: by_steps,
    PHASED: by_phases,
}
EXACT = (OURS, SEARCH, HIGHS, SCIP)


def measure(method: Method, request: Request, seconds: float, stretch: list[float] = [1.0]) -> Run:  # noqa: B006
    """Measure a method once, with no garbage of others to collect."""
    gc.collect()
    start, control = time.perf_counter(), Trace(seconds * stretch[0])
    run = control.run(method(request, control))
    stretch[0] = min(8.0, max(1.0, (time.perf_counter() - start) / run.seconds))
    return run if run.seconds <= seconds else run._replace(value=None)


# --- what each step of the modelling bought -----------------------------------------------------------------------


def whole(
    frame: Frame, prospect: Prospect, supply: Supply, choice: tuple[Key, ...], verdict: Verdict, look: object
) -> Knot:
    """Cut a choice as it is, without looking for a smaller part that is to blame, and without its images."""
    counts = Counter(choice)
    helpers = cuts.helpers(frame, prospect, supply, verdict, choice)
    more = {key: counts[key] + 1 for key in helpers if counts[key] < len(frame.marks[key])}
    return Knot(tuple((frozenset({key}), number) for key, number in counts.items()), tuple(more.items()))


def open_still(tightener: Tightener, *given: object) -> bool:
    """Lower no bound."""
    return not tightener.empty


def unseen(rehearsal: Rehearsal, choice: tuple[Key, ...], most: int = 0) -> Rehearsed:
    """Say nothing about a choice."""
    return Rehearsed(None, frozenset(), (), False)


def nothing(*given: object) -> None:
    """Do or see nothing."""


NO_TIGHTENING: Changes = ((Tightener, "ladders", open_still), (Tightener, "run", open_still))
NO_FORCED: Changes = ((rounds, "forced", lambda *given: []),)
NO_PROSPECT: Changes = ((rounds, "unreachable", nothing),)
NO_REHEARSAL: Changes = ((Rehearsal, "look", unseen),)
NO_SWEEP: Changes = ((sweep, "swept", nothing),)
SWITCHES: dict[str, Changes] = {
    "all of them": (),
    "without the narrow sweep": ((sweep, "WIDTH", 1),),
    "without bounds by relaxed states": ((Relaxed, "run", lambda *given: False),),
    "without the wide sweep": ((sweep, "WIDE", 1),),
    "rows, without the sweep": NO_SWEEP,
    "rows without lowered bounds": (*NO_SWEEP, *NO_TIGHTENING),
    "rows without what must come along": (*NO_SWEEP, *NO_FORCED),
    "rows without the quick look at orders": (*NO_SWEEP, *NO_PROSPECT),
    "rows without rehearsing orders": (*NO_SWEEP, *NO_REHEARSAL),
    "rows without any cut but the choice itself": (*NO_SWEEP, *NO_FORCED, *NO_PROSPECT, *NO_REHEARSAL),
    "rows with cuts of whole choices": (*NO_SWEEP, (cuts, "smallest_cut", whole)),
    "rows without the first beam": (*NO_SWEEP, (rounds.Planner, "glance", nothing)),
    "rows with CP-SAT's defaults": (*NO_SWEEP, (rounds, "PARAMETERS", "")),
}


@contextmanager
def switched(changes: Changes) -> Iterator[None]:
    """Put something else in the place of steps of the method."""
    with ExitStack() as stack:
        for owner, name, other in changes:
            stack.enter_context(patch.object(owner, name, other))
        yield


# --- the tables --------------------------------------------------------------------------------------------------


def centile(numbers: list[float], share: float) -> float:
    """Return a centile."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def both(numbers: list[float]) -> str:
    """Print median and 95th percentile, in seconds."""
    return f"{statistics.median(numbers):.2f} / {centile(numbers, 0.95):.2f}"


def share(runs: list[Run], seconds: float) -> str:
    """Print how many were proved within some seconds."""
    return f"{sum(run.value is not None and run.seconds <= seconds for run in runs) / len(runs):.0%}"


def plans(instances: int, seconds: float, marks: list[float]) -> None:
    """Measure ours alone on many instances."""
    rows, everything = [], {}
    for kind in KINDS:
        found: dict[int, list[Run]] = {}
        for round_ in ROUNDS:
            found[round_] = [measure(ours, instance(kind, round_, seed), seconds) for seed in range(instances)]
            rows.append([kind, round_, *columns(found[round_], marks)])
        everything[kind] = [run for runs in found.values() for run in runs]
        rows.append([f"{kind}, all", "", *columns(everything[kind], marks)])
    say(f"Our plan of a round, {instances} instances each: seconds, median / 95th percentile; share proved in time;")
    say("and the gap that is left, in points.")
    say()
    header = ["instances", "round", "first plan", "best plan", "proof", *(f"in {mark:.0f} s" for mark in marks), "gap"]
    header += [f"at {moment:.0f} s" for moment in MOMENTS]
    table(header, rows)
    played = everything[PLAYED]
    proofs = [run.seconds if run.value is not None else math.inf for run in played]
    first = [run.first for runs in everything.values() for run in runs]
    say(
        f"First plan within {FIRST} s: {verdict(centile(first, 0.95), FIRST)} (95 % of all). As played: proof within "
        f"{HALF:.0f} s in the median {verdict(statistics.median(proofs), HALF)}, within {MOST:.0f} s for 95 % "
        f"{verdict(centile(proofs, 0.95), MOST)}."
    )
    say()


def columns(runs: list[Run], marks: list[float]) -> list[str]:
    """Print what is said of many runs."""
    fields = ("first", "best", "seconds")
    gaps = [run.gap for run in runs]
    times = (both([getattr(run, field) for run in runs]) for field in fields)
    at = [both([run.gaps[place] for run in runs if run.gaps]) for place in range(len(MOMENTS))]
    return [*times, *(share(runs, mark) for mark in marks), both(gaps), *at]


def others(instances: int, seconds: float) -> None:
    """Measure all methods on the same instances."""
    names: list[str] = list(METHODS)
    rows: list[list[str]] = []
    ratios: list[list[str]] = []
    better: list[list[str]] = []
    for kind in KINDS:
        found: dict[str, list[Run]] = {name: [] for name in names}
        for round_ in ROUNDS:
            for seed in range(instances):
                request = instance(kind, round_, seed)
                for name in names:
                    found[name].append(measure(METHODS[name], request, seconds))
                proved = {name: found[name][-1].value for name in EXACT if name in found}
                if len({value for value in proved.values() if value is not None}) > 1:
                    position: Any = request.position
                    code = position.to_code()
                    raise SystemExit(f"The methods differ on {kind}, round {round_}, seed {seed}: {proved}; {code}")
        rows.append([kind, *(shown(found[name], found[OURS]) if name in found else "-" for name in METHODS)])
        for lines, said in ((ratios, ratio), (better, ahead)):
            lines.append(
                [kind, *(said(found[name], found[OURS]) if name in found else "-" for name in list(METHODS)[1:])]
            )
        for name in names[1:]:
            if not any(run.value is not None for run in found[name]):
                names.remove(name)
    say(f"Proof in seconds, median / 95th percentile over {instances * len(ROUNDS)} instances; in brackets how many")
    say("were proved. The models by steps and phases prove their own claim; of those that both prove, so many agree.")
    say("A method that has proved nothing is left out of larger rounds.")
    say()
    table(["instances", *METHODS], rows)
    say("Our time as a share of theirs, median over the instances that they prove (below 1.00 is the aim):")
    say()
    table(["instances", *list(METHODS)[1:]], ratios)
    say("Best plan in the time, by the rules core: points more than ours in the mean, and how often it is better:")
    say()
    table(["instances", *list(METHODS)[1:]], better)


def shown(runs: list[Run], mine: list[Run]) -> str:
    """Print the times of a method, how many it proved, and how many of those agree with ours where that is open."""
    proved = sum(run.value is not None for run in runs)
    pairs = [(run.value, own.value) for run, own in zip(runs, mine, strict=True) if None not in (run.value, own.value)]
    agree = sum(value == known for value, known in pairs)
    text = f"{both([run.seconds for run in runs])} ({proved} of {len(runs)}"
    return text + (f"; {agree} of {len(pairs)} agree)" if agree < len(pairs) else ")")


def ratio(runs: list[Run], mine: list[Run]) -> str:
    """Print our time as a share of another's."""
    pairs = [own.seconds / run.seconds for run, own in zip(runs, mine, strict=True) if run.value is not None]
    return f"{statistics.median(pairs):.2f} (most {max(pairs):.2f})" if pairs else "-"


def ahead(runs: list[Run], mine: list[Run]) -> str:
    """Print how much better the plans of another are than ours."""
    pairs = [
        float(run.plan - own.plan)
        for run, own in zip(runs, mine, strict=True)
        if run.plan is not None and own.plan is not None
    ]
    wins = sum(pair > 0 for pair in pairs)
    return f"{statistics.mean(pairs):+.2f} ({wins} of {len(pairs)})" if pairs else "-"


def steps(instances: int, seconds: float) -> None:
    """Measure ours with one step of the modelling left out after the other."""
    kinds = [kind for kind in KINDS if kind not in (PLAYED, "hard")]
    requests = [instance(kind, round_, seed) for kind in kinds for round_ in ROUNDS for seed in range(instances)]
    rows: list[list[object]] = []
    whole_time = 0.0
    for name, changes in SWITCHES.items():
        runs = []
        for request in requests:
            with switched(changes):
                runs.append(measure(answered, request, seconds))
        spent = statistics.mean(run.seconds for run in runs)
        whole_time = whole_time or spent
        proved = f"{sum(run.value is not None for run in runs)} of {len(runs)}"
        gap = statistics.mean(run.gap for run in runs)
        rows.append(
            [
                name,
                both([run.first for run in runs]),
                both([run.seconds for run in runs]),
                proved,
                gap,
                spent / whole_time,
            ]
        )
    say(f"What each step of the modelling buys, on {' and '.join(kinds)} instances, at most {seconds:.0f} s each:")
    say()
    table(["method", "first plan", "proof", "proved", "mean gap", "mean time, of the whole method's"], rows)


def once(kind: str, round_: int, seed: int, seconds: float) -> None:
    """Solve one instance, for a fresh process."""
    measure(ours, instance(kind, round_, seed), seconds)


def memory(seconds: float) -> None:
    """Measure the peak memory of a solve in a fresh process."""
    rows = []
    for kind in KINDS:
        for round_ in ROUNDS:
            code = f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import round as bench\n"
            code += f"bench.once({kind!r}, {round_}, 0, {seconds})"
            _, _, most = fresh(code, times=1, peak=True)
            rows.append([kind, round_, most, verdict(most, MIB)])
    say("Peak memory of one solve in a fresh process, over bare Python:")
    say()
    table(["instance", "round", "MiB", f"limit {MIB} MiB"], rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--long", action="store_true", help="more instances, and up to a minute each")
    parser.add_argument("--instances", type=int, help="instances of each kind and round for our plans")
    parser.add_argument("--seconds", type=float, help="limit for each solve")
    parser.add_argument("--only", choices=("plans", "others", "steps", "memory"))
    asked = parser.parse_args()
    seconds = asked.seconds or (60.0 if asked.long else 10.0)
    instances = asked.instances or (12 if asked.long else 2)
    machine("ortools", "msgspec")
    warm = instance("easy", 7, 999)
    for method in METHODS.values():  # imports, and first calls of native code
        measure(method, warm, 0.5)
    if asked.only in (None, "plans"):
        plans(instances, seconds, [1.0, 10.0, 60.0] if asked.long else [1.0, 10.0])
    if asked.only in (None, "others"):
        others(4 if asked.long else 1, seconds if asked.long else min(seconds, 4.0))
    if asked.only in (None, "steps"):
        steps(4 if asked.long else 1, seconds if asked.long else min(seconds, 4.0))
    if asked.only in (None, "memory"):
        memory(seconds)


if __name__ == "__main__":
    main()
