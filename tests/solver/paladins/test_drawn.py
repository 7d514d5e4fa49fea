"""All engines against the search of every line, where the cards on the table are drawn from the schema."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rules
import solver
import solver.paladins.exact as exact
import solver.paladins.solving as solving
from rules.paladins.moves import Move
from rules.paladins.values import Position
from solver.paladins.exact import Lines, search
from solver.paladins.familiar import familiar
from solver.paladins.limits import first_bound
from solver.paladins.line import Walker
from solver.request import Request
from solver.search import SearchTooLarge

from .drawn import drawn
from .lay import line, quiet, replace, request
from .small import Objective, ask

WORKERS = 3
LIMIT, WHOLE = 400, 1_200  #: positions that the search may play, and the one that leaves nothing out
SECONDS = 20.0  #: more than any of these plans takes
FEW, MANY = 14, 1_500


class Whole(Lines):
    """A search that takes no two positions for the same, and leaves no move out."""

    class Different:
        """A key for each position of its own."""

        def key(self, position: Position, revealed: bool) -> object:
            return position, revealed

        def watch(self, before: Position, after: Position, *, drawn: bool) -> None:
            """See nothing: nothing is taken for the same."""

    def __init__(self, asked: Request, limit: int) -> None:
        super().__init__(asked, None, self.Different(), limit)  # type: ignore[arg-type]


def whole(asked: Request, limit: int, monkeypatch: pytest.MonkeyPatch) -> Fraction | None:
    """Return the value of the best of all lines; None where there are too many."""

    def every(positions: object, seat: int, moves: list[Move], same: object) -> list[Move]:
        return moves

    lines = Whole(asked, limit)
    with monkeypatch.context() as patched:
        patched.setattr(exact, "cheapest", every)
        try:
            lines.search()
        except SearchTooLarge:
            return None
    assert lines.best is not None
    return lines.best[0]


def compared(seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], Counter[str]]:
    """Compare the engines on the position of a seed: what contradicts the search, and what was compared."""
    position, objective, laid = drawn(seed, WORKERS)
    asked, done = ask(position, objective), Counter[str]()
    try:
        lines = search(asked, limit=LIMIT)
    except SearchTooLarge:
        return [], done
    assert lines.finished and lines.best is not None
    best, wrong = lines.best[0], []
    every = whole(asked, WHOLE, monkeypatch)
    done["whole"] += every is not None
    if every is not None and every != best:
        wrong.append(f"of all lines the best brings {every}")
    if (most := first_bound(asked)) < best:
        wrong.append(f"the first bound is {most}")
    known = familiar(asked)
    for method in ("auto", "cp-sat") if known else ("auto",):
        plan = solver.solve(position, horizon="round", objective=objective, method=method, seconds=SECONDS)
        done["proved" if plan.status == "optimal" else "unproved"] += 1
        done["familiar" if known else "unfamiliar"] += 1
        if plan.value > best or (plan.bound is not None and plan.bound < best):
            wrong.append(f"{method} {plan.value} ({plan.status}, bound {plan.bound}): {' / '.join(plan.keys)}")
    moves = " / ".join(move.key for move in lines.best[1])
    about = f"the search finds {best} ({moves}) with {objective} and {laid}"
    return [f"seed {seed}: {said}; {about}" for said in wrong], done


def run(seeds: range, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Compare the positions of some seeds; return what was compared."""
    monkeypatch.setattr(solving, "FEW", 0)  # else the search would be compared with itself
    wrong, done = list[str](), Counter[str]()
    for seed in seeds:
        said, more = compared(seed, monkeypatch)
        wrong += said
        done += more
    assert not wrong, "\n".join(wrong)
    return done


def test_engines_agree_whatever_the_cards_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(range(FEW), monkeypatch)
    assert done["whole"] > FEW // 6 and done["familiar"] > FEW // 6, done


@pytest.mark.slow
def test_engines_agree_whatever_many_cards_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(range(FEW, MANY), monkeypatch)
    print(done)
    assert done["unfamiliar"] > MANY // 30 and done["unproved"] < MANY // 20, done


# --- what was found so ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["auto", "cp-sat"])
def test_a_workshop_may_free_an_action(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker alone stands on Commission, which the workshop of a favour sends away; then two monks are sent."""
    monkeypatch.setattr(solving, "FEW", 0)
    position = quiet(workers="MSCX", favours=("guild",), hired=("",), provisions=3, faith=6)
    worths: Objective = {"points": 0, "influence": 1}
    plan = solver.solve(position, horizon="round", objective=worths, method=method, seconds=SECONDS)
    assert (plan.value, plan.bound, plan.status) == (2, 2, "optimal")
    assert {"build commission 1", "clear commission"} <= set(plan.keys)


def test_a_better_line_than_the_claimed_optimum_is_below_the_bound() -> None:
    """A catalogue whose debt collectors build: 2851/1242 was once called optimal, and 131/54 can be reached."""
    text = (Path(__file__).parent / "workshop_ability.toml").read_text("utf-8")
    worths: Objective = {"points": 0, "workshops": 1, "workers": Fraction(1, 2), "silver": Fraction(1, 3)}
    asked = ask(rules.parse(text), worths)  # type: ignore[arg-type]
    keys = (
        *("absolve LMX debt_2", "build commission 1", "conspire L", "commission LX s4_settle", "build commission 2"),
        "pass",
    )
    walker = Walker(asked)
    belief = walker.walk(line(*keys))
    assert belief is not None and walker.value(belief) == Fraction(131, 54)
    assert not familiar(asked) and first_bound(asked) > Fraction(131, 54)


def test_what_cards_may_bring_is_familiar_or_not() -> None:
    """As shipped everything is known to the engines; gains that only the rules know of are not."""
    position = quiet("conspire", workers="LLL", townsfolk=("debt_collector_1", "peddler_1"))
    assert familiar(request(position))
    for card, gains, known in (
        ("debt_collector_1", ["workshop"], False),
        ("debt_collector_1", ["silver", "faith"], True),
        ("peddler_1", ["pardon"], True),
        ("peddler_1", ["faith/L"], False),
    ):
        other: Any = rules.load("paladins", catalogue={"townsfolk": {card: {"ongoing": gains}}})
        assert familiar(request(replace(position, game=other))) is known, (card, gains)
    walls: Any = rules.load("paladins", catalogue={"walls": {"workers_s": {"gain": ["strength", "workshop"]}}})
    assert not familiar(request(replace(position, game=walls)))
