"""All engines against the search of every line, where the cards on the table are drawn from the schema."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import solver
import solver.paladins.exact as exact
import solver.paladins.solving as solving
from rules.paladins.moves import Move
from rules.paladins.values import Position
from solver.paladins.exact import Lines, search
from solver.paladins.familiar import familiar
from solver.paladins.limits import first_bound
from solver.request import Request
from solver.search import SearchTooLarge

from .drawn import drawn
from .small import ask

WORKERS = 3
LIMIT, WHOLE = 400, 1_200  #: positions that the search may play, and the one that leaves nothing out
SECONDS = 20.0  #: more than any of these plans takes
FEW, MANY = 30, 1_500


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
    line = " / ".join(move.key for move in lines.best[1])
    about = f"the search finds {best} ({line}) with {objective} and {laid}"
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
