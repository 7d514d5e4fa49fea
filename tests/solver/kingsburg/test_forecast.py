"""The plan for the rest of the game under a forecast: replayed, stopped, refused, and led by its figures."""

from __future__ import annotations

import random
import sys
import time
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rules
import solver
from rules.kingsburg.moves import Build, Recruit
from rules.kingsburg.steps import replace
from solver import cpsat
from solver.control import Control
from solver.kingsburg.forecast_frame import DEFAULTS, Frame
from solver.kingsburg.forecast_model import Model
from solver.kingsburg.forecast_play import Play
from solver.kingsburg.forecast_search import Beam, Exhaustive, Stopped
from solver.kingsburg.forecast_values import Act, Refused, Schedule
from solver.request import Request

sys.path.insert(0, str(Path(__file__).resolve().parent))

from forecast_table import ask, table

MODULES = ((), ("buildings",), ("army",), ("governors",), ("buildings", "army"), ("buildings", "governors", "army"))


@cache
def game(seed: int, players: int = 3, modules: tuple[str, ...] = ()) -> tuple[Any, ...]:
    record = rules.playout(rules.load("kingsburg").setup(players, seed, modules=modules), "greedy", seed)
    return tuple(record.positions())


def at(seed: int, year: int, phase: int, step: str = "influence", modules: tuple[str, ...] = ()) -> Any:
    return next(
        p
        for p in game(seed, 3, modules)
        if (p.year, p.phase, p.step) == (year, phase, step) and p.actor is not None and not p.owed
    )


# --- the oracle --------------------------------------------------------------------------------------------------


def small_request(seed: int) -> Request:
    """Make a seeded position with two or three seasons left, a random forecast and, at times, worths."""
    rng = random.Random(seed)
    modules = MODULES[seed % len(MODULES)]
    steps = ("influence", "gifts", "works", "build", "second", "town_hall")
    positions = [p for p in game(seed // 12, 2 + seed // 6 % 2, modules) if p.step in steps and not p.owed]
    position = rng.choice([p for p in positions if p.phase == (4 if seed % 8 else 2)])
    army = (0, 1, 3) if "army" in modules else ()
    seats = tuple(replace(seat, army=army) for seat in position.seats)
    position = replace(position, year=5, enemy="", peeked=(), seats=seats)
    figures = {
        name: Fraction(rng.randint(0, 5), rng.choice((1, 2, 4))) if rng.random() < 0.7 else value
        for name, value in DEFAULTS.items()
    }
    worths = rng.choice(((), (), (("gold", Fraction(1, 2)), ("stone", Fraction(1, 4)), ("markers", Fraction(1, 3)))))
    seat = position.actor
    return Request(
        position=position.view(seat), seat=seat, horizon="game", forecast=tuple(figures.items()), worths=worths
    )


LOOKS = 600  #: of the exhaustive search, each after some dozens of acts


class Patience(Control):
    """Stop after so many looks, so that a loaded machine searches no less than an idle one."""

    def __init__(self, looks: int) -> None:
        super().__init__(10_000)
        self.left = looks

    @property
    def stopped(self) -> bool:
        self.left -= 1
        return self.left < 0


def agree(seed: int) -> bool:
    """Hold the exhaustive search and the model together; False where the search was too slow to say."""
    request = small_request(seed)
    play = Play(Frame(request))
    try:
        value, schedule = Exhaustive(play, Patience(LOOKS)).best()
    except Stopped:
        return False
    assert play.play(schedule).value == value
    model = Model(play)
    unit = Fraction(1, play.frame.denominator)
    solved = cpsat.maximise(model.model, model.objective, model.variables, request, Control(600), unit=unit)
    assert solved.status == "optimal" and solved.values is not None
    assert solved.value == Fraction(value, play.frame.denominator)
    assert play.play(model.read(solved.values)).value == value
    return True


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_search_and_model_agree(first: int) -> None:
    assert sum(agree(seed) for seed in range(first, first + 10)) >= 8


@pytest.mark.slow
def test_search_and_model_agree_on_a_thousand_positions() -> None:
    assert sum(agree(seed) for seed in range(1000)) >= 900


# --- plans -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("year,phase,modules", [(2, 4, ()), (3, 6, ("buildings", "army")), (4, 2, ("governors",))])
def test_a_plan_is_replayed_and_says_that_it_is_a_forecast(year: int, phase: int, modules: tuple[str, ...]) -> None:
    position = at(3, year, phase, modules=modules)
    plan = solver.solve(position, horizon="game", seconds=60, effort=0.5)  # so much work, however busy the machine
    assert plan.status in ("optimal", "best so far")
    assert plan.bound is not None and plan.bound >= plan.value
    assert plan.value == plan.beyond + sum(plan.sources.values())
    text = plan.explain()
    assert "This is a forecast: income of later seasons is an average, not a promise." in text
    assert f"Year {year}, {['spring', 'summer', 'autumn'][phase // 2 - 1]}, now:" in text
    assert "Year 5, winter:" in text and "Left at the end:" in text
    for move in plan.moves:  # one line of play: every move is legal where it is due
        while position.actor != plan.seat:
            outcomes = position.chance()
            position = position.play(outcomes[0][0] if outcomes else solver.kingsburg.rival(None, position))
        position = position.play(move)


def test_both_methods_give_the_same_value() -> None:
    position = at(2, 5, 4)
    search = solver.solve(position, horizon="game", method="search", seconds=30)
    model = solver.solve(position, horizon="game", method="cp-sat", seconds=30)
    assert search.status == model.status == "optimal"
    assert search.value == model.value
    assert (search.method, model.method) == ("search", "cp-sat")


def test_recruiting_is_planned_too() -> None:
    position = at(2, 3, 7, "recruit")
    plan = solver.solve(position, horizon="game", seconds=3)
    assert len(plan.moves) == 1 and isinstance(plan.moves[0], Recruit)
    assert plan.outline[0].startswith("Year 3, winter:")


def test_the_first_answer_comes_at_once() -> None:
    position = at(1, 1, 2)
    solver.solve(position, horizon="game", seconds=1)  # loads what is loaded only once
    request, room = solver.run.ask(position, horizon="game", seconds=2)
    control = Control(2)
    times: list[float] = []
    offer = control.offer
    control.offer = lambda answer: times.append(control.seconds) or offer(answer)  # type: ignore
    solver.run.run(request, room, control)
    assert times and times[0] < 1.5  # about 0.1 s alone; the limit leaves room for a busy machine


def test_a_stop_is_heard() -> None:
    position = at(1, 1, 4)
    begun = time.monotonic()
    plan = solver.solve(position, horizon="game", seconds=0.5)
    assert time.monotonic() - begun < 5
    assert plan.moves


def test_without_time_the_plan_is_a_line_of_legal_moves() -> None:
    plan = solver.solve(at(1, 2, 4), horizon="game", seconds=0)
    assert plan.status == "best so far"
    assert plan.bound is not None and plan.value <= plan.bound, "also without time there is a bound that holds"
    assert plan.moves and plan.moves[0] in plan.position.legal_moves()


def test_more_of_what_a_row_needs_leads_the_plan_there() -> None:
    # With nothing but stone and gold to come, the religious row is built; with nothing but wood, it is not.
    position = table(5, 2, gold=2, wood=2)

    def planned(**figures: int) -> set[str]:
        request = ask(position, figures)
        play = Play(Frame(request))
        _, schedule = Exhaustive(play).best()
        return {c.id for c in schedule.option.cells} | {c.id for act in schedule.acts for c in act.cells}

    assert {"statue", "chapel"} <= planned(gold=3, stone=1)
    assert "chapel" not in planned(wood=3)


def test_the_die_of_the_farms_decides_whether_they_are_built() -> None:
    position = table(4, 4, buildings=("market",), gold=2, wood=3, stone=1)

    def first(die: int) -> set[str]:
        plan = Beam(Play(Frame(ask(position, {"die": die, "gold": 1}))), 40).best()
        assert plan is not None
        return {cell.id for cell in plan.option.cells}

    assert "farms" in first(4)
    assert "farms" not in first(0)


def test_worths_of_what_is_left_count() -> None:
    position = at(2, 5, 4)
    plain = solver.solve(position, horizon="game", seconds=20)
    rich = solver.solve(position, horizon="game", objective={"points": 1, "gold": 5}, seconds=20)
    assert plain.status == rich.status == "optimal"
    assert plain.value != rich.value
    # Whoever gets 5 points for a gold builds no more than who gets none.
    assert sum(isinstance(m, Build) for m in rich.moves) <= sum(isinstance(m, Build) for m in plain.moves)


# --- refusals ----------------------------------------------------------------------------------------------------


def test_a_schedule_that_breaks_a_rule_is_refused() -> None:
    play = Play(Frame(ask(table(5, 4, gold=2))))
    frame = play.frame
    statue = frame.sheet.by_id["statue"]
    nothing = next(option for option in frame.options if not option.cells)
    fine = Schedule(frame.starts[0], nothing, (Act(), Act(cells=(statue,))))
    assert play.play(fine).end.gold == 0
    for act in (Act(cells=(frame.sheet.by_id["chapel"],)), Act(hall="gold"), Act(marker=True), Act(paid=(4, 0, 0))):
        with pytest.raises(Refused):
            play.play(Schedule(frame.starts[0], nothing, (Act(), act)))


def test_steps_without_a_plan_are_refused_with_what_to_do() -> None:
    for position in (p for p in game(1) if p.actor is not None and p.year < 5):
        startable = position.step in ("influence", "gifts", "works", "build", "second", "town_hall", "recruit")
        if startable and not position.owed:
            continue
        with pytest.raises(rules.BadInput, match=r"take them first|Go on to the next season"):
            solver.solve(position, horizon="game")


@pytest.mark.parametrize(
    "figure,words", [({"gold": -1}, "below 0"), ({"any": 30}, "up to 20"), ({"iron": 1}, "not known")]
)
def test_a_forecast_that_makes_no_sense_is_refused(figure: dict[str, int], words: str) -> None:
    with pytest.raises(rules.BadInput, match=words):
        solver.solve(at(1, 3, 4), horizon="game", forecast=figure)
