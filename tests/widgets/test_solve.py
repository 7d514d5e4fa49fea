"""The solve panel, without a browser: start, news, stop, continue, the line on the board, and what is refused."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
import solver
import widgets
from solver import process, turns
from solver.plan import Plan
from tests.widgets.table_talk import control, done, places, press, refused, section, send, tap
from widgets import bars
from widgets.solve_panel import Solve

GAME = rules.load("kingsburg")
WAIT = 60.0


@pytest.fixture(scope="module")
def position() -> Any:
    """Give a spring position in which a plan has several moves."""
    record = rules.playout(GAME.setup(3, seed=2), "greedy", 2)
    return next(p for p in record.positions() if p.year == 2 and p.phase == 2 and p.step == "influence")


@pytest.fixture(scope="module")
def plan(position: Any) -> Plan:
    """Give the proved plan for that position."""
    return solver.solve(position, seconds=WAIT)


@pytest.fixture
def panel(position: Any) -> Iterator[Solve]:
    """Open a panel, and close it (and its job) after the test."""
    with widgets.solve(position, seconds=30) as opened:
        yield opened


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


class Slow:
    """Stand for a job that runs until it is stopped: what a test of the panel needs, and nothing of a solver."""

    def __init__(self, best: Plan | None = None, bound: Fraction | None = None) -> None:
        self.state, self.best, self.bound = "running", best, bound
        self.log: tuple[str, ...] = tuple(f"line {number}" for number in range(200))
        self.text, self.seconds, self.stops = "", 1.5, 0
        self.note, self.ahead = "", 0

    @property
    def ended(self) -> bool:
        return self.state in ("done", "failed")

    def stop(self) -> None:
        self.stops += 1
        self.state = "stopping"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Let the panel start a job whose course the test decides."""
    job = Slow()
    monkeypatch.setattr(solver, "start", lambda position, **options: job)
    return job


# --- a real solve -------------------------------------------------------------------------------------------------


def test_start_to_proof(panel: Solve, plan: Plan) -> None:
    assert "Press Start" in panel.status
    assert panel.plan is None and panel.value == ""
    done(press(panel, "start"))
    assert panel.poll > 0 or not panel.running
    until(lambda: not panel.running)
    send(panel, "tick")
    found = panel.plan
    assert found is not None
    assert found.value == plan.value and found.status == "optimal"
    assert "no other plan brings more" in panel.status
    assert panel.value == found.to_text()
    assert panel.poll == 0
    assert section(panel, "proof")["text"] == found.proof()
    assert all(line in section(panel, "assumed")["text"] for line in found.conditions())
    assert control(panel, "continue") is None, "what is proved needs no going on"
    rows = dict(section(panel, "numbers")["rows"])
    assert rows["Gap"] == "0 points"
    assert not panel.errors


def test_the_line_is_the_plan_by_the_rules(panel: Solve) -> None:
    found = panel.wait(WAIT)
    line = panel.line
    assert [frame.move for frame in line if frame.kind == "move"] == list(range(1, len(found.moves) + 1))
    assert line[0].position == found.position
    steps = section(panel, "steps")["items"]
    assert len(steps) == len(line) - 1
    seat = found.seat
    won = line[-1].position.scores()[seat].total - line[0].position.scores()[seat].total
    assert won == found.value, "without chance, the last board shows what the plan promised"


def test_stepping_shows_the_board_after_each_step(panel: Solve) -> None:
    found = panel.wait(WAIT)
    hinted = places(panel, "hint")
    assert f"advisor:{found.moves[0].rank}" in hinted
    assert ">1</text>" in panel.svg.replace('"', "'")
    titles = [panel.picture.text]
    for number in range(1, len(panel.line)):
        done(press(panel, "next"))
        assert panel.step == number
        assert panel.status.startswith(f"Step {number} of {len(panel.line) - 1}.")
        titles.append(panel.picture.text)
    assert len(set(titles)) > len(found.moves) // 2
    done(press(panel, "next"))
    assert panel.step == len(panel.line) - 1, "there is nothing behind the last step"
    done(press(panel, "go", "2"))
    assert panel.step == 2
    done(press(panel, "first"))
    assert panel.step == 0
    done(press(panel, "last"))
    assert panel.picture.text == panel.view.draw(panel.line[-1].position, found.seat).text


def test_gains_are_drawn_and_charted(panel: Solve) -> None:
    found = panel.wait(WAIT)
    gains = section(panel, "gains")
    for name, value in found.sources.items():
        if value:
            assert f"{name}: {bars.figure(value)} point" in gains["text"]
            assert name in gains["svg"]
    shown, _ = panel.chart()._repr_mimebundle_()
    assert set(shown) == {"application/vnd.vegalite.v5+json", "text/plain"}  # no page that loads scripts
    chart = panel.chart().to_dict()
    rows = chart["datasets"][chart["data"]["name"]]
    drawn = {row["source"]: row["points"] for row in rows}
    assert drawn == {name: float(value) for name, value in found.sources.items()}


def test_a_season_with_chance_says_so() -> None:
    record = rules.playout(GAME.setup(3, seed=2), "greedy", 2)
    position = next(p for p in record.positions() if p.phase == 6 and p.step == "influence" and p.year == 2)
    with widgets.solve(position, horizon="year", seconds=60) as panel:
        panel.wait(WAIT)
        chance = [frame for frame in panel.line if frame.kind == "chance"]
        assert chance and "By chance" in chance[0].text and "probability" in chance[0].text


def test_stop_right_after_start(position: Any) -> None:
    with widgets.solve(position, seconds=600) as panel:
        done(press(panel, "start"))
        begun = time.monotonic()
        press(panel, "stop")
        until(lambda: not panel.running)
        assert time.monotonic() - begun < 3.0
        send(panel, "tick")
        assert panel.plan is not None


# --- a job whose course the test decides --------------------------------------------------------------------------


def part_of(plan: Plan, value: Fraction, bound: Fraction) -> Plan:
    """Return a plan as it would be on the way: worth less, and not proved."""
    return msgspec.structs.replace(plan, value=value, bound=bound, status="best so far")


def test_live_value_bound_and_gap(panel: Solve, plan: Plan, slow: Slow) -> None:
    done(press(panel, "start"))
    assert "no plan yet" in panel.status
    slow.bound = Fraction(9)
    done(send(panel, "tick"))
    assert "not more than 9 points" in panel.status
    slow.best = part_of(plan, Fraction(4), Fraction(9))
    done(send(panel, "tick"))
    assert panel.status == "Searching: best so far 4 points, at most 5 points more."
    assert dict(section(panel, "numbers")["rows"])["Gap"] == "5 points"
    assert section(panel, "clock")["value"] == 1.5 and section(panel, "clock")["maximum"] == 30
    log = section(panel, "log")
    assert log["folded"] and log["text"].splitlines()[-1] == "line 199"
    assert places(panel, "hint"), "the best plan so far is on the board"


def test_a_flood_of_news_is_thinned(panel: Solve, slow: Slow, sent: list[dict[str, Any]]) -> None:
    done(press(panel, "start"))
    send(panel, "tick")
    begun = time.monotonic()
    sent.clear()
    while time.monotonic() - begun < 0.5:
        slow.seconds += 0.001
        panel.refresh(step=False)
    assert 1 <= len(sent) <= 12


def test_stop_is_acted_on_whatever_the_version(panel: Solve, plan: Plan, slow: Slow) -> None:
    done(press(panel, "start"))
    old = {"id": "stop", "version": 0, "type": "control", "payload": {"key": "stop", "value": ""}}
    assert panel.receive(old).outcome == "done"
    assert slow.stops == 1
    assert control(panel, "stop")["label"] == "Stopping…" and control(panel, "stop")["enabled"] is False
    assert "Stopping" in panel.status
    slow.best, slow.state = part_of(plan, Fraction(4), Fraction(9)), "done"
    done(send(panel, "tick"))
    assert "Best so far" in panel.status and "at most 5 points more" in panel.status
    assert control(panel, "continue") is not None


def test_stop_from_a_second_thread_while_the_first_is_busy(panel: Solve, slow: Slow) -> None:
    """A front end with subshells runs handlers in another thread while a cell runs; the main thread is the cell."""
    done(press(panel, "start"))
    replies: list[Any] = []
    thread = threading.Thread(target=lambda: replies.append(press(panel, "stop")))
    thread.start()
    thread.join(5)
    assert not thread.is_alive() and slow.stops == 1


def test_going_on_keeps_what_was_found(panel: Solve, plan: Plan, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    done(press(panel, "start"))
    slow.best, slow.state = part_of(plan, plan.value, plan.value + 3), "done"
    send(panel, "tick")
    second = Slow(part_of(plan, plan.value - 1, plan.value), plan.value)
    monkeypatch.setattr(solver, "start", lambda position, **options: second)
    done(press(panel, "continue"))
    send(panel, "tick")
    assert panel.plan is not None
    assert panel.plan.value == plan.value, "the better of the two runs"
    assert panel.plan.status == "optimal", "the bound of the second run meets the value of the first"
    done(press(panel, "stop"))
    second.state = "done"
    send(panel, "tick")
    assert "no other plan brings more" in panel.status


def test_a_failure_is_said_and_start_tries_again(panel: Solve, slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    done(press(panel, "start"))
    slow.state, slow.text = "failed", "The solver's process has ended."
    send(panel, "tick")
    assert "process has ended" in panel.status and "position is kept" in panel.status
    assert control(panel, "start").get("enabled", True)
    monkeypatch.setattr(solver, "start", lambda position, **options: Slow())
    done(press(panel, "start"))
    assert "Searching" in panel.status


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have no worker process from before, and no turn that is taken."""
    pool = process.Pool()
    monkeypatch.setattr(process, "POOL", pool)
    monkeypatch.setattr(turns, "TURNS", turns.Turns())
    yield
    pool.close()


@pytest.mark.parametrize("program", ["", "/bin/false"])
def test_without_worker_processes_the_panel_solves_by_itself(
    panel: Solve, plan: Plan, fresh: None, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    send(panel, "hello", width=900)  # which warms a process up, where there is one
    assert not panel.errors
    done(press(panel, "start"))
    until(lambda: not panel.running)
    send(panel, "tick")
    assert panel.plan is not None and panel.plan.value == plan.value
    assert "No worker process could be started here" in section(panel, "note")["text"]
    assert not panel.errors


def test_a_solve_without_worker_processes_can_be_stopped(
    position: Any, fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with widgets.solve(position, "game", seconds=3600) as panel:
        done(press(panel, "start"))
        assert control(panel, "stop") is not None
        panel.stop()
        assert panel.wait(WAIT).bound is None or panel.plan is not None
        assert panel.job is not None and panel.job.seconds < 60


def test_a_solve_beyond_the_cores_waits_and_says_so(
    position: Any, fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(turns.VARIABLE, "1")
    taken = turns.Turn(lambda: None)
    taken.ask()
    with widgets.solve(position, seconds=30) as first, widgets.solve(position, seconds=30) as second:
        for panel in (first, second):
            done(press(panel, "start"))
            assert panel.status.startswith("Waiting for a core that is free")
            assert panel.poll > 0, "it looks whether its turn has come"
        assert second.status.endswith("Before it: 1.")
        done(press(first, "stop"))
        until(lambda: not first.running)
        send(second, "tick")
        assert "Before it" not in second.status
        taken.give_back()
        until(lambda: not second.running)
        send(second, "tick")
        assert second.plan is not None and second.plan.status == "optimal"


def test_closing_stops_the_job(position: Any, slow: Slow) -> None:
    panel = widgets.solve(position)
    panel.start()
    panel.close()
    assert slow.stops == 1


# --- questions and refusals ---------------------------------------------------------------------------------------


def test_another_question_forgets_the_old_plan(panel: Solve) -> None:
    panel.wait(WAIT)
    done(press(panel, "objective", "worth"))
    assert panel.plan is None and panel.request.objective == "worth"
    done(press(panel, "seconds", "3"))
    assert panel.request.seconds == 3
    assert "whole seconds" in refused(press(panel, "seconds", "soon"))
    text = refused(press(panel, "horizon", "year"))
    assert panel.request.horizon == "season" and text, "a question that does not fit leaves the old one"


def test_while_it_runs_the_question_stays(panel: Solve, slow: Slow) -> None:
    done(press(panel, "start"))
    assert "stop it first" in refused(press(panel, "objective", "worth"))
    assert "at work already" in refused(press(panel, "start"))


def test_nothing_to_stop_or_to_step_through(panel: Solve) -> None:
    assert "not at work" in refused(press(panel, "stop"))
    assert "no plan to step" in refused(press(panel, "next"))
    with pytest.raises(ValueError, match="no plan yet"):
        panel.chart()


def test_a_place_is_read(panel: Solve) -> None:
    assert "Squire" in done(tap(panel, "advisor:2"))


def test_arguments_that_do_not_fit(position: Any) -> None:
    with pytest.raises(rules.BadInput, match="horizon"):
        widgets.solve(position, horizon="week")
    with pytest.raises(TypeError, match="the solver needs"):
        widgets.solve(7)
    with pytest.raises(TypeError, match="does not know the argument 'second'"):
        widgets.solve(position, second=3)
    over = list(rules.playout(GAME.setup(2, seed=1), "random", 1).positions())[-1]
    with pytest.raises(rules.BadInput, match="over"):
        widgets.solve(over)


def test_the_mime_bundle_holds_text_and_picture(panel: Solve) -> None:
    data, _ = panel._repr_mimebundle_()
    assert str(data["image/svg+xml"]).startswith("<svg") and "Kingsburg" in str(data["text/plain"])


# --- bars ---------------------------------------------------------------------------------------------------------


def test_bars_stay_inside_and_names_are_escaped() -> None:
    rows = [("<b>gold</b>", Fraction(7, 2)), ("losses", Fraction(-3)), ("nothing", Fraction(0))]
    picture = bars.bars(rows, "Gains", room=300)
    assert "<b>" not in picture.body and "&lt;b&gt;" in picture.body

    boxes = re.findall(r'<rect class="ml-bar[^"]*" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', picture.body)
    assert len(boxes) == 2
    assert all(float(x) >= 0 and float(x) + float(w) <= 300 for x, w in boxes)
    assert "losses: a loss of 3 points" in picture.text


def test_no_gain_at_all_is_said() -> None:
    assert "Nothing is gained" in bars.bars([], "Gains").body
