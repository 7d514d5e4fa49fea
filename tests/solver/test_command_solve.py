"""`magister solve` on the toy game: what it prints, its exit codes, its progress, and Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest
import toy_orchard

import solver
from rules import reading
from tutor import command
from tutor.command_solve import exit_code, plan_json

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# The command in a process of its own, with the toy game in the place of the shipped ones.
ALONE = f"""
import sys
sys.path[:0] = [{str(HERE)!r}, {str(ROOT)!r}]
import toy_orchard
from rules import reading
from solver import rooms
rooms.register("toy_orchard", "toy_orchard_room")
reading.position_of = toy_orchard.parse
from tutor import command_solve
from tutor.command import main
command_solve.LINE_EVERY = 1.0
main()
"""


def text(rounds: int = 3, basket: int = 5) -> str:
    """Give a position of the toy game as text."""
    return toy_orchard.Orchard().setup(rounds, basket).to_text()


def solve(monkeypatch: pytest.MonkeyPatch, *words: str, given: str = "") -> int:
    """Run `magister solve` in this process and return its exit code."""
    monkeypatch.setattr(reading, "position_of", toy_orchard.parse)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((given or text()).encode()), encoding="utf-8"))
    with pytest.raises(SystemExit) as end:
        command.main(["solve", *words])
    assert isinstance(end.value.code, int)
    return end.value.code


def test_an_optimal_plan_ends_with_0(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plan = solver.solve(toy_orchard.Orchard().setup(3, 5), horizon="game")
    assert solve(monkeypatch, "--horizon", "game") == 0
    out, err = capsys.readouterr()
    assert out == plan.explain() + "\n\nTo play it, type:\n" + "".join(f"  {key}\n" for key in plan.keys)
    assert err == ""


def test_json_holds_the_plan_with_exact_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve(monkeypatch, "--horizon", "game", "--json", "--worth", "apples=1/3", "--worth", "points=1") == 0
    told = json.loads(capsys.readouterr().out)
    plan = solver.solve(toy_orchard.Orchard().setup(3, 5), "game", {"apples": Fraction("1/3"), "points": 1})
    assert told["value"] == told["bound"] == str(plan.value)
    assert told["gap"] == "0"
    assert told["worths"] == {"apples": "1/3", "points": "1"}
    assert told["status"] == "optimal"
    assert told["moves"] == list(plan.keys)
    assert [step["move"] for step in told["steps"]] == [step.key for step in plan.steps]
    assert {name: Fraction(value) for name, value in told["sources"].items()} == plan.sources


def test_a_plan_without_a_proof_ends_with_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--horizon", "hard", "--objective", "worth", "--seconds", "0.5")
    assert solve(monkeypatch, *words, given=text(4, 6)) == 3
    assert "Best so far" in capsys.readouterr().out


def test_no_plan_ends_with_1() -> None:
    import msgspec

    plan = solver.solve(toy_orchard.Orchard().setup(3, 5), horizon="game")
    none = msgspec.structs.replace(plan, status="infeasible", moves=(), steps=())
    assert (exit_code(plan), exit_code(none)) == (0, 1)
    assert json.loads(plan_json(none))["status"] == "infeasible"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--horizon", "week"], "horizon: is 'week'; there are 'round', 'game', "),
        (["--horizon", "game", "--seconds", "-1"], "seconds: is -1.0; give a number from 0 to 86400."),
        (["--horizon", "game", "--objective", "fame"], "objective: is 'fame'; there are 'points', 'worth'."),
        (["--horizon", "game", "--worth", "pears=1"], "objective.pears: is not known here; there are points, apples."),
        (["--worth", "apples=many"], "--worth apples: 'many' is no number; write 2, 0.5 or 1/2."),
        (["--worth", "apples=1/0"], "--worth apples: '1/0' is no number; write 2, 0.5 or 1/2."),
        (["--worth", "apples"], "--worth: 'apples' is not understood; write name=value."),
        (["--horizon", "game", "--forecast", "rain=1"], "forecast: is given, but this game makes no forecast."),
    ],
)
def test_wrong_requests_end_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert solve(monkeypatch, *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert "Traceback" not in err


def test_a_model_that_is_wrong_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plan that the rules do not confirm is never printed."""
    assert solve(monkeypatch, "--horizon", "wrong") == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert "A fault of ours, please report it: ReplayMismatch" in err


# ------------------------------------------------------------------------------------------------ a process alone


@pytest.mark.parametrize("pauses", [(), (0.0,), (0.0, 0.0, 0.0), (0.03, 0.1), (0.2,)])
def test_an_interrupt_takes_the_best_plan_so_far(tmp_path: Path, pauses: tuple[float, ...]) -> None:
    """Ctrl-C, also again and again, ends a long solve within two seconds, with a plan, and exit code 3."""
    path = tmp_path / "orchard.json"
    path.write_text(text(4, 6))
    words = ["solve", str(path), "--horizon", "hard", "--objective", "worth", "--seconds", "60"]
    process = subprocess.Popen(
        [sys.executable, "-c", ALONE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        progress = re.compile(r"\d+ s: value \S+, bound \S+, gap ")
        lines = iter(process.stderr.readline, "")
        assert any(progress.match(line) for line in lines), "the solver never had a plan"
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        for pause in pauses:
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        spent = time.monotonic() - begun
    finally:
        process.kill()
    assert process.returncode == 3, err
    assert "Best so far" in out and "To play it, type:" in out
    assert "Traceback" not in err
    assert spent < 2


def test_a_terminal_sees_value_bound_and_gap(tmp_path: Path) -> None:
    """Where standard error is a terminal the line is drawn over; standard output holds nothing but the plan."""
    path = tmp_path / "orchard.json"
    path.write_text(text(4, 6))
    words = ["solve", str(path), "--horizon", "hard", "--objective", "worth", "--seconds", "4"]
    ours, theirs = pty.openpty()
    seen: list[bytes] = []

    def read() -> None:
        try:
            while data := os.read(ours, 4096):
                seen.append(data)
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
        timeout=60,
        check=False,
    )
    os.close(theirs)
    reader.join(5)
    os.close(ours)
    assert done.returncode == 3
    assert done.stdout.startswith(b"The plan covers")
    assert re.search(rb"value \S+, bound \S+, gap \S+ \(Ctrl-C takes it\)", b"".join(seen))


def test_quiet_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "orchard.json"
    path.write_text(text(4, 6))
    words = ["solve", str(path), "--horizon", "loop", "--seconds", "0.3", "--quiet"]
    done = subprocess.run([sys.executable, "-c", ALONE, *words], capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    assert done.stdout
