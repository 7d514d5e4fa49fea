"""The plan over the rounds to come: its rows one by one, its figures, and that it is what it says it is."""

from __future__ import annotations

import random
import threading
import time
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
import solver
from rules.paladins.greedy import weigh
from rules.paladins.values import ABSOLVE, ATTACK, COMMISSION, CONVERT, FORTIFY, GARRISON, Position
from solver import rooms
from solver.control import Control, NoAnswer
from solver.paladins import forecast_solve
from solver.paladins.forecast_figures import problems, shipped_forecast
from solver.paladins.forecast_rows import Outlook
from solver.paladins.forecast_solve import solve_forecast
from solver.paladins.forecast_stage import Sight, Stage, stage_of
from solver.paladins.linear import Sum, total
from solver.paladins.model import compiled, weighted
from solver.paladins.rounds import PARAMETERS
from solver.replay import replay
from solver.request import Request
from solver.run import ask

from .lay import quiet

ROOM = rooms.load("paladins")
NOBODY = dict.fromkeys(("L", "S", "M", "F", "C", "X", "any"), 0)
NOTHING = {**NOBODY, "boost": 0, "pays": 0, "outsider": 0, "debts": 0}


def request(position: Position, **figures: float | Fraction) -> Request:
    """Ask for the rest of the game; figures that are not named are 0."""
    return ask(position, horizon="game", forecast={**NOTHING, **figures})[0]


def stage(asked: Request) -> Stage:
    """Return what passing at once leaves."""
    sight = Sight(asked)
    return stage_of(sight, (), sight.start())


def outlook(position: Position, **figures: float | Fraction) -> Outlook:
    """Lay out the rows that follow when the seat passes at once."""
    asked = request(position, **figures)
    return Outlook(asked, [stage(asked)])


def most(rows: Outlook, what: Sum | None = None) -> Fraction | None:
    """Return the most that a sum can be under the rows (by default the gain); None where nothing satisfies them."""
    from solver.cpsat import maximise

    model, variables = compiled(rows.rows)
    objective = weighted(variables, what if what is not None else rows.rows.objective)
    solved = maximise(model, objective, variables, rows.request, Control(20), parameters=PARAMETERS)
    assert solved.status in ("optimal", "infeasible")
    if solved.value is None:
        return None
    return solved.value if what is not None else rows.value(int(solved.value))


def uses(rows: Outlook, index: int) -> Sum:
    """Return how often a right-hand action is done in later rounds."""
    return rows.since[index][-1]


def only(rows: Outlook, *kept: int | str) -> Outlook:
    """Let nothing be done in later rounds but these actions and ways."""
    rows.rows.most(total(sums[-1] for index, sums in rows.since.items() if index not in kept), 0)
    rows.rows.most(total(sums[-1] for name, sums in rows.ways.items() if name not in kept), 0)
    return rows


def played(seed: int, round_: int, players: int = 2, step: str = "action") -> Position:
    """Play a greedy game up to a round."""
    position: Any = rules.load("paladins").setup(players=players, seed=seed)
    chance = random.Random(seed)
    while not (
        position.round == round_ and position.step == step and not position.pending and position.actor is not None
    ):
        outcomes = position.chance()
        if outcomes:
            moves = [chance.choices([outcome for outcome, _ in outcomes], [float(p) for _, p in outcomes])[0]]
            weights = [0]
        else:
            moves = position.legal_moves()
            weights = weigh(position, moves)
        position = position.play(moves[max(range(len(moves)), key=lambda place: weights[place])])
    found: Position = position
    return found


# ------------------------------------------------------------------------------------------------ the rows


def test_nothing_comes_of_nothing() -> None:
    """Without workers and goods nothing is done in later rounds, and nothing is gained."""
    rows = outlook(quiet(round=5))
    assert most(rows) == 0
    assert all(most(rows, uses(rows, index)) == 0 for index in rows.since)


@pytest.mark.parametrize(("workers", "often"), [({"S": 1, "M": 1, "C": 1}, 1), ({"any": 2}, 0), ({"any": 3}, 1)])
def test_a_piece_takes_its_workers(workers: dict[str, int], often: int) -> None:
    """A monk takes a Scout, a Cleric and anybody; two workers are too few."""
    rows = outlook(quiet(round=6, provisions=3), **workers)
    assert most(rows, uses(rows, COMMISSION)) == often


@pytest.mark.parametrize(("kind", "often"), [("C", 0), ("S", 0), ("any", 1)])
def test_a_piece_takes_its_kinds(kind: str, often: int) -> None:
    """Three Clerics send no monk, since none of them is a Scout; three of one's choice do."""
    rows = only(outlook(quiet(round=6, provisions=3), **{kind: 3}), COMMISSION)
    assert most(rows, uses(rows, COMMISSION)) == often


@pytest.mark.parametrize(("provisions", "often"), [(0, 0), (1, 1), (2, 2)])
def test_pieces_cost_provisions(provisions: int, often: int) -> None:
    """A monk costs a provision; where nothing but monks is done, the stock says how many."""
    rows = only(outlook(quiet(round=5, provisions=provisions, faith=2), S=1, C=1, L=1), COMMISSION)
    assert most(rows, uses(rows, COMMISSION)) == often


@pytest.mark.parametrize(("influence", "boost", "often"), [(0, 0, 1), (2, 0, 2), (0, 1, 2), (0, 3, 3), (2, 1, 3)])
def test_walls_need_influence(influence: int, boost: int, often: int) -> None:
    """The second wall asks for 1 influence, the third for 3: one's own, or lent by a paladin."""
    rows = only(outlook(quiet(round=4, influence=influence, provisions=9), any=9, boost=boost), FORTIFY)
    assert most(rows, uses(rows, FORTIFY)) == often


@pytest.mark.parametrize(("faith", "boost", "near", "far"), [(0, 0, 1, 0), (7, 0, 1, 0), (8, 0, 1, 1), (5, 3, 1, 1)])
def test_monks_need_faith_by_their_area(faith: int, boost: int, near: int, far: int) -> None:
    """The first area is open to everybody; a board that is full up to the fifth asks for 8 faith."""
    position = quiet(round=6, faith=faith, provisions=9)
    board = tuple((2,) * len(area) if place < 4 else area for place, area in enumerate(position.board))
    for one, often in ((position, near), (msgspec.structs.replace(position, board=board), far)):
        rows = only(outlook(one, any=6, boost=boost), COMMISSION)
        assert most(rows, uses(rows, COMMISSION)) == often


@pytest.mark.parametrize(("strength", "silver", "often"), [(0, 0, 0), (0, 1, 1), (2, 0, 1)])
def test_attacks_need_strength_or_silver(strength: int, silver: int, often: int) -> None:
    """Silver makes up for strength: 1 for 2 points."""
    rows = only(outlook(quiet(round=6, strength=strength, silver=silver), S=1, F=1, L=1), ATTACK)
    assert most(rows, uses(rows, ATTACK)) == often


def test_a_second_time_takes_a_pray() -> None:
    """An action is done a second time in a round only where Pray frees it, for a Cleric and 2 silver."""
    for silver, often in ((0, 1), (1, 1), (2, 2)):
        rows = only(outlook(quiet(round=6, influence=1, provisions=9, silver=silver), any=7), FORTIFY, "pray")
        assert most(rows, uses(rows, FORTIFY)) == often


def test_a_workshop_saves_a_worker() -> None:
    """With both spaces of Garrison covered one Fighter places an outpost."""
    bare = outlook(quiet(round=6, strength=5, provisions=1), F=1)
    covered = outlook(quiet(round=6, strength=5, provisions=1, workshops={"garrison": 3}), F=1)
    assert most(bare, uses(bare, GARRISON)) == 0
    assert most(covered, uses(covered, GARRISON)) == 1


def test_workshops_cost_silver() -> None:
    """A workshop costs 4 silver."""
    for silver, often in ((3, 0), (4, 1), (7, 1), (8, 2)):
        rows = only(outlook(quiet(round=5, silver=silver), any=2), "develop")
        assert most(rows, rows.ways["develop"][-1]) == often


def test_debts_are_settled_by_gains_only() -> None:
    """Unpaid debts cost 3 points each at the end, unless a gain settles them; Criminals bring more."""
    rows = outlook(quiet(round=6, unpaid=2))
    assert most(rows, rows.settled) == 0
    risky = only(outlook(quiet(round=6), X=1, debts=1))
    assert most(risky) == -3


def test_orders_and_levels_score() -> None:
    """The fifth jar fulfils an order of 4 points, scores 1 and raises faith from 1 to 2; it costs goods of 1 point."""
    position = quiet(round=6, jars="recruit labourer pray faith", faith=1, silver=3, influence=9)
    position = msgspec.structs.replace(position, orders=("absolve",))
    assert most(only(outlook(position, C=1, M=1, L=1), ABSOLVE)) == 4 + 1 + 1 - 1


def test_conversions_count_as_forecast() -> None:
    """What an outsider that is converted later counts is a figure."""
    for points in (0, 5):
        rows = only(outlook(quiet(round=6), F=1, C=1, L=1, outsider=points), CONVERT)
        assert most(rows, uses(rows, CONVERT)) == 1
        assert most(rows) == points


def test_doing_nothing_satisfies_the_rows() -> None:
    """The plan that is there at once does nothing later; it satisfies every row."""
    for seed, round_ in ((1, 2), (2, 4), (3, 6)):
        asked = ask(played(seed, round_), horizon="game")[0]
        rows = Outlook(asked, [stage(asked)])
        values = rows.idle(0)
        for number, (low, high) in zip(values, rows.rows.bounds, strict=True):
            assert low <= number <= high
        for names, factors, least in rows.rows.rows:
            assert sum(factor * values[name] for name, factor in zip(names, factors, strict=True)) >= least


@pytest.mark.parametrize("letter", ["L", "S", "M", "F", "C", "any"])
def test_more_workers_never_bring_less(letter: str) -> None:
    """A forecast with more workers is worth at least as much."""
    position = played(4, 5)
    asked = ask(position, horizon="game")[0]
    begun = stage(asked)
    values = []
    for more in (Fraction(0), Fraction(1, 2), Fraction(3)):
        figures = dict(asked.forecast)
        figures[letter] += more
        richer = msgspec.structs.replace(asked, forecast=tuple(figures.items()))
        value = most(Outlook(richer, [begun]))
        assert value is not None
        values.append(value)
    assert values == sorted(values) and values[0] < values[-1]


# ------------------------------------------------------------------------------------------------ figures


def test_figures_come_from_the_catalogue() -> None:
    """Two workers of a paladin and four of a tavern; an owner's taverns change them."""
    figures = shipped_forecast(rules.load("paladins").setup(players=3, seed=1))  # type: ignore[arg-type]
    assert sum(figures[name] for name in NOBODY) == 6
    assert figures["any"] > 0
    laid = {"taverns": {key: {"workers": "XXXX"} for key in rules.load("paladins").catalogue.taverns}}  # type: ignore[attr-defined]
    other = shipped_forecast(rules.load("paladins", catalogue=laid).setup(players=3, seed=1))  # type: ignore[arg-type]
    assert other["X"] > 3 > figures["X"]


@pytest.mark.parametrize("workers", ["", "L", "LLLLLLLL", "LSM"])
def test_figures_of_any_catalogue_pass_their_own_check(workers: str) -> None:
    """What is worked out is rounded to what a forecast counts in, whatever the cards bring; nothing is below 0."""
    game: Any = rules.load("paladins")
    for table in ("paladins", "taverns"):
        for number in (1, 5, 100):
            rows = getattr(game.catalogue, table)
            some = {key: msgspec.structs.replace(rows[key], workers=workers) for key in list(rows)[:number]}
            changed = msgspec.structs.replace(game.catalogue, **{table: {**rows, **some}})
            position = type(game)(changed, game.options, {}).setup(players=3, seed=1)
            assert problems(shipped_forecast(position)) == []


def test_figures_that_make_no_sense_are_refused() -> None:
    """A number below 0 or finer than hundredths, and an unknown name, are named with the path to them."""
    position = played(1, 3)
    with pytest.raises(rules.BadInput) as refused:
        ask(position, horizon="game", forecast={"L": -1, "S": Fraction(1, 3)})
    assert {problem.path for problem in refused.value.problems} == {"forecast.L", "forecast.S"}
    with pytest.raises(rules.BadInput, match=r"forecast\.knights"):
        ask(position, horizon="game", forecast={"knights": 1})
    with pytest.raises(rules.BadInput, match="search"):
        ask(position, horizon="game", method="search")


# ------------------------------------------------------------------------------------------------ plans


def test_a_plan_is_replayed_and_says_that_it_is_a_forecast() -> None:
    """Value without the forecast's part is what the rules core sees; the same question gets the same answer."""
    position = quiet("commission", "garrison", "hunt", "trade", round=6, workers="LSSFC", provisions=2, strength=2)
    plan = solver.solve(position, horizon="game")
    # No search of this horizon proves anything; the bound is the room's first one, and is not met.
    assert plan.status == "best so far" and plan.bound is not None and plan.bound > plan.value
    assert plan.beyond and sum(plan.sources.values()) == plan.value - plan.beyond
    text = plan.explain()
    assert "forecast" in text and "Round 7: about" in text
    assert plan.keys == solver.solve(position, horizon="game").keys
    poorer = solver.solve(position, horizon="game", forecast=NOBODY)
    assert poorer.value < plan.value


@pytest.mark.parametrize(("step", "verb"), [("paladin", "paladin"), ("tavern", "tavern")])
def test_a_plan_begins_with_paladin_or_tavern(step: str, verb: str) -> None:
    """The choices before the first action are part of the plan."""
    plan = solver.solve(played(5, 5, step=step), horizon="game", seconds=12)
    assert plan.keys[0].startswith(verb)
    assert "Rounds 6 to 7: about" in plan.explain()


def test_later_rounds_are_planned_also_where_the_round_planner_found_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its part of the time may end before its first line: the beams have lines, and the rows choose among them."""

    def nothing(*_: object) -> None:
        raise NoAnswer

    monkeypatch.setattr(forecast_solve, "solve_plan", nothing)
    position = quiet("commission", "garrison", "hunt", "trade", round=6, workers="LSSFC", provisions=2, strength=2)
    plan = solver.solve(position, horizon="game")
    assert plan.beyond > 0 and "Round 7: about" in plan.explain()


def test_the_last_round_is_planned_without_a_forecast() -> None:
    """In round 7 the rest of the game is the rest of the round."""
    position = quiet("commission", round=7, workers="SSC", provisions=1)
    one, other = (solver.solve(position, horizon=horizon) for horizon in ("round", "game"))
    assert one.keys == other.keys and one.value == other.value and one.status == other.status == "optimal"
    assert not other.beyond and "forecast" not in other.explain()
    assert not ROOM.forecast(position)


def test_the_first_answer_comes_soon_and_a_stop_is_obeyed() -> None:
    """There is an answer long before the end, and a stop ends the solve within a second; both are replayed."""
    asked = ask(played(3, 2), horizon="game")[0]
    control = Control(30)
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(solve_forecast(asked, control)))
    thread.start()
    start = time.monotonic()
    while control.best is None and time.monotonic() - start < 10:
        time.sleep(0.01)
    first = control.best
    assert first is not None and not found
    replay(asked, first, ROOM)
    control.stop()
    start = time.monotonic()
    while thread.is_alive() and time.monotonic() - start < 5:
        control.press()
        thread.join(0.02)
    assert found and time.monotonic() - start < 1.5
    assert found[0].value >= first.value
    replay(asked, found[0], ROOM)


def test_own_worths_count_at_the_end_of_the_game() -> None:
    """A table of worths is asked for the end of the game, as far as the forecast foresees it."""
    plan = solver.solve(played(2, 6), horizon="game", objective={"points": 0, "workshops": 1}, seconds=12)
    assert plan.value >= 1
    assert plan.value - plan.beyond == plan.holdings.get("workshops", 0)
