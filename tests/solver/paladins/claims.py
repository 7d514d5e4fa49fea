"""What the rows promise for the items of one line, and random lines of positions as they are played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from ortools.sat.python import cp_model

import rules
from rules.paladins.moves import Move, Pass
from rules.paladins.values import Position
from solver.control import Control
from solver.paladins.frame import Frame
from solver.paladins.items import Key, key_of
from solver.paladins.line import ANSWERS, Belief, Walker, own_question
from solver.paladins.merit import Merit
from solver.paladins.table import on_table
from solver.paladins.tighten import Tightener
from solver.request import Request

from .small import GAME, OBJECTIVES, ask

LARGE = 1_500  #: positions of a belief at most
LONG = 14  #: moves of a line at most


class Promise:
    """Hold the rows of one request, as the planner makes them before it knows any line."""

    def __init__(self, request: Request) -> None:
        self.frame = Frame(on_table(request), request.position.seats[request.seat])  # type: ignore[attr-defined]
        Tightener(self.frame.rows).ladders(Control(60))
        self.frame.shrink()
        self.merit = Merit(self.frame, request)

    def of(self, counts: Mapping[Key, int]) -> Fraction | None:
        """Return the most that the rows promise when just these items are done; None when they allow no such line.

        Answers to questions are done so often at least: what is asked after a card is left to the policy.
        """
        rows, model = self.frame.rows, cp_model.CpModel()
        variables = [model.new_int_var(low, high, "") for low, high in rows.bounds]
        for names, factors, least in rows.rows:
            assert names or least <= 0
            model.add(sum(variables[name] * factor for name, factor in zip(names, factors, strict=True)) >= least)
        for key in self.frame.marks:
            count, wanted = self.frame.counts[key], counts.get(key, 0)
            done = count.constant + sum(variables[name] * factor for name, factor in count.terms.items())
            model.add(done >= wanted if self.frame.items[key].uses else done == wanted)
        goal = rows.objective
        model.maximize(sum(variables[name] * factor for name, factor in goal.terms.items()))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) != cp_model.OPTIMAL:
            return None
        return self.merit.value(goal.constant + round(solver.objective_value))


def played(seed: int) -> Request:
    """Return a request of a seed: a seat at a turn of its own in a game, with all that it can do."""
    rng = random.Random(f"promise {seed}")
    while True:
        start = GAME.setup(players=rng.choice((1, 2, 3, 4)), seed=rng.randrange(10**6))
        record = rules.playout(start, policy=rng.choice(("random", "greedy")), seed=rng.randrange(10**6))
        there = [position for position in record.positions() if _turn(position)]
        if there:
            return ask(rng.choice(there), rng.choice(OBJECTIVES))


def _turn(position: Position) -> bool:
    number = position.actor
    if number is None or number >= len(position.seats) or position.step != "action" or position.pending:
        return False
    return len(position.seats[number].workers) >= 5


def random_line(walker: Walker, rng: random.Random) -> list[tuple[tuple[Move, ...], Counter[Key], Belief]]:
    """Play at random, as long as every move is legal whatever is drawn; return the line after each of its turns."""
    belief, line, counts = walker.start(), tuple[Move, ...](), Counter[Key]()
    found = []
    while len(line) < LONG:
        asked = [position for position in belief if own_question(walker.request, position)]
        legal = list((asked or list(belief))[0].legal_moves())
        rng.shuffle(legal)
        for move in legal[:30]:
            after = None if isinstance(move, Pass) else walker.play(belief, move)
            if after is not None and len(after) <= LARGE:
                break
        else:
            break
        counts[done(walker, belief, move)] += 1
        belief, line = after, (*line, move)
        if not all(own_question(walker.request, position) for position in belief):
            found.append((line, counts.copy(), belief))
    return found


def done(walker: Walker, belief: Belief, move: Move) -> Key:
    """Name the item that a move of a line is."""
    answers = isinstance(move, ANSWERS)
    fitting = [position for position in belief if own_question(walker.request, position) == answers]
    return key_of((fitting or list(belief))[0], move)


def promised(request: Request, line: tuple[Move, ...]) -> tuple[Fraction | None, Fraction]:
    """Return what the rows promise for a line, and what it brings."""
    walker, counts = Walker(request), Counter[Key]()
    belief = walker.start()
    for move in line:
        counts[done(walker, belief, move)] += 1
        after = walker.play(belief, move)
        assert after is not None, f"{move.key} is not legal"
        belief = after
    return Promise(request).of(counts), walker.value(belief)
