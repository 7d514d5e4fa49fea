"""Every argument of every public function: what is no sensible value is refused with a sentence, and nothing else."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
import toy_orchard

import rules
import solver
from rules.findings import BadInput
from rules.printable import shown
from solver import numbers, rooms, wire
from solver.request import make_request

NAN, INF, HUGE = float("nan"), float("inf"), 10**400
#: What is no number that any argument takes.
WRONG: tuple[Any, ...] = (
    NAN,
    INF,
    -INF,
    HUGE,
    -HUGE,
    10**5000,
    Fraction(HUGE),
    1e308,
    -1e308,
    True,
    "1",
    b"1",
    [1],
    1j,
)
MINE = toy_orchard.Orchard().setup()


def positions() -> dict[str, Any]:
    """Return a decision of each game that is here."""
    found: dict[str, Any] = {"toy": MINE}
    for name in rules.games():
        game = rules.load(name)
        found[name] = solver.advance(game.setup(players=2, seed=7), seed=7)
    return found


POSITIONS = positions()


def asked(function: str, **arguments: Any) -> str:
    """Call a public function of the floor and return what it refuses."""
    given = {"position": MINE, **({"move": "pick 1"} if function == "regret" else {}), **arguments}
    if function == "why_not":
        given.setdefault("points", 1)
    with pytest.raises(BadInput) as caught:
        getattr(solver, function)(**given)
    return str(caught.value)


def sentence(text: str, path: str) -> None:
    """Hold a refusal to its form: the path, what is wrong, what would be right; short, and on one line."""
    assert re.fullmatch(rf"{re.escape(path)}: .+[.]", text), text
    assert len(text) < 400, text
    assert "; give" in text or "there are" in text, text


ASKING = ("solve", "start", "why_not", "rank_moves", "optimal_moves", "regret")


@pytest.mark.parametrize("function", ASKING)
@pytest.mark.parametrize("value", [*WRONG, -1, None], ids=shown)
def test_seconds(function: str, value: Any) -> None:
    sentence(asked(function, seconds=value), "seconds")


@pytest.mark.parametrize("function", ["solve", "start"])
@pytest.mark.parametrize(("name", "least"), [("workers", 1), ("seed", 0), ("effort", 1), ("memory", 128)])
def test_whole_numbers_and_limits(function: str, name: str, least: int) -> None:
    if (function, name) == ("solve", "memory"):
        return
    nothing = () if name == "effort" else (None, 1.5)
    for value in (*WRONG, least - 1, *nothing):
        sentence(asked(function, **{name: value}), name)


@pytest.mark.parametrize("function", ASKING)
@pytest.mark.parametrize("name", ["horizon", "rivals"])
def test_names(function: str, name: str) -> None:
    for value in (*WRONG, "x" * 10_000, {}):
        sentence(asked(function, **{name: value}), name)


@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize("value", [*WRONG, None, numbers.LARGEST + 1], ids=shown)
def test_worths_and_forecasts(game: str, value: Any) -> None:
    position = POSITIONS[game]
    room = rooms.find(position)
    for name in ("points", *room.holdings(position, position.actor)):
        with pytest.raises(BadInput) as caught:
            make_request(position, room, objective={name: value})
        sentence(str(caught.value), f"objective.{name}")
    for name in room.forecast(position):
        with pytest.raises(BadInput) as caught:
            make_request(position, room, forecast={name: value})
        sentence(str(caught.value), f"forecast.{name}")


@pytest.mark.parametrize("value", [*WRONG[:-4], b"1", [1], 1j, "x" * 9_000], ids=shown)
def test_tables(value: Any) -> None:
    sentence(asked("solve", objective=value), "objective")
    if not isinstance(value, str):
        sentence(asked("solve", forecast=value), "forecast") if rooms.find(MINE).forecast(MINE) else None
    said = asked("solve", objective={value: 1} if not isinstance(value, list) else {(1,): 1})
    assert said.startswith("objective.") and "is not known here; there are points" in said and len(said) < 400


def test_worths_that_do_not_add_up_in_reasonable_parts_are_refused() -> None:
    """A model counts in whole parts of a point: those of 0.1 + 0.2 are too many."""
    said = asked("solve", objective={"apples": 0.1 + 0.2})
    assert said == "objective: needs parts smaller than 1/10000 to add up exactly; give fewer decimals."
    assert asked("solve", objective={"apples": Fraction(1, 9973), "points": Fraction(1, 9967)}) == said


@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize(
    "worth", [numbers.LARGEST, Fraction(1, numbers.FINEST), Fraction(numbers.LARGEST * 9973 - 1, 9973)]
)
def test_the_largest_and_finest_worths_that_are_taken_make_a_plan(game: str, worth: Fraction) -> None:
    position = POSITIONS[game]
    name = next(iter(rooms.find(position).holdings(position, position.actor)))
    for method in ("auto", "cp-sat"):
        plan = solver.solve(position, objective={name: worth, "points": numbers.LARGEST}, method=method, seconds=2)
        assert plan.status in ("optimal", "best so far") and dict(plan.worths)[name] == worth


@pytest.mark.parametrize("value", WRONG, ids=shown)
def test_goals(value: Any) -> None:
    sentence(asked("why_not", points=value), "points")


@pytest.mark.parametrize("function", ["why_not", "regret"])
@pytest.mark.parametrize("value", [*(each for each in WRONG if each != "1"), {}], ids=shown)
def test_moves(function: str, value: Any) -> None:
    sentence(asked(function, move=value), "move")


def test_what_a_job_is_asked() -> None:
    job = solver.start(MINE, seconds=5)
    for value in (*WRONG, -1):
        if value != 1e308:
            with pytest.raises(BadInput, match=r"^timeout: is .+; give a number of seconds from 0 to"):
                job.result(value)
    with pytest.raises(BadInput, match=r"^function: is 5; give a function"):
        job.on_change(5)  # type: ignore[arg-type]
    assert job.result(20).value == solver.solve(MINE).value


def test_what_is_warmed() -> None:
    for game in (5, None, 1.5, HUGE, ["toy"]):
        with pytest.raises(BadInput, match=r"^game: is .+; give the name of a game"):
            solver.warm(game)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"^models: is 1; give True or False"):
        solver.warm("", 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["nowhere", "numbers", "a.b", "../x", "x" * 900, "a\0b", ""], ids=shown)
def test_what_is_no_game_has_no_solver(name: str) -> None:
    with pytest.raises(BadInput, match=r"^game: .* has no solver") as caught:
        rooms.load(name)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", [5, None, "a position", HUGE], ids=shown)
def test_what_is_no_position(value: Any) -> None:
    for function in (*ASKING, "advance"):
        with pytest.raises(TypeError, match="give a position of the rules core"):
            getattr(solver, function)(**{"position": value} | ({"move": "x"} if function == "regret" else {}))


# --- what a job and its process say to each other ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["1/0", "1e9", "1e999999999", "0x1", "", "nan", "9" * 3000, "1/" + "9" * 3000], ids=shown
)
def test_a_message_holds_exact_numbers_and_nothing_else(text: str) -> None:
    line = f'{{"type":"news","job":1,"seconds":1.0,"bound":"{text}","lines":[]}}'.encode()
    with pytest.raises(ValueError, match="is no exact number; write it as 7 or 7/2"):
        wire.read_from_worker(line)
    assert wire.job_of(line) == 1


def test_a_question_that_cannot_be_read_is_answered() -> None:
    from io import BytesIO

    from solver.worker import Worker

    sink = BytesIO()
    lines = b'{"type":"solve","job":7,"table":{"gold":"1/0"}}\nnothing\n{"type":"stop","job":3}\n'

    class Source(BytesIO):
        def __iter__(self) -> Any:
            yield from lines.splitlines(keepends=True)
            raise EOFError  # before the worker would end the process

    worker = Worker(Source(), sink)
    with pytest.raises(EOFError):
        worker.listen()
    (told,) = [wire.read_from_worker(line) for line in sink.getvalue().splitlines()]
    assert isinstance(told, wire.Failed)
    assert (told.job, told.end) == (7, False) and told.text.startswith("The question could not be read: ")
    assert worker._stopped == {3}
