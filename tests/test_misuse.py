"""Whatever is given to a public function: a sentence comes back that says what is wrong, or an answer."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.findings import Finding, Problem
from solver import JobFailed, NoAnswer, SearchTooLarge
from tests.doors import rules_doors, solver_doors, tutor_doors, widget_doors
from tests.misuse import Door, said, wrong
from tutor.language import set_language
from widgets.scene import Refusal

#: What the house raises where all arguments are of the right kind, and yet there is no answer.
OURS = (JobFailed, NoAnswer, SearchTooLarge, TimeoutError, Refusal)


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in a folder that goes away: some of what is given is the name of a file."""
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path / "progress"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    yield
    set_language(None)


def faults(door: Door, folder: Path) -> Iterator[str]:
    """Give each argument every wrong value, and tell of whatever comes back that is no refusal in a sentence."""
    for argument in door.good:
        for name, value in wrong(folder):
            if argument in door.calls and callable(value):
                continue
            try:
                door.call(**{**door.good, argument: value})
            except (rules.RulesError, *OURS) as error:
                if fault := said(error):
                    yield f"{door.name}({argument}={name}) {fault}: {error!r:.300}"
            except Exception as error:  # noqa: BLE001 - that any comes is the fault
                yield f"{door.name}({argument}={name}) raises {type(error).__name__}: {error!s:.300}"


@pytest.mark.parametrize("floor", ["rules", "solver", "widgets", "tutor"])
def test_every_door_answers_or_refuses_in_a_sentence(
    floor: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    doors = {
        "rules": rules_doors,
        "solver": solver_doors,
        "widgets": lambda: widget_doors(folder),
        "tutor": lambda: tutor_doors(folder),
    }
    found = []
    count = 0
    for door in doors[floor]():
        count += 1
        found += faults(door, folder)
    assert not found, "\n".join(found)
    assert count >= 10


def test_a_refusal_keeps_what_it_found_from_process_to_process() -> None:
    problems = (Problem("seed", "is x."), Problem("", "y."))
    findings = (Finding("a-rule", "Not so."),)
    for error in (rules.BadInput(problems), rules.UnknownName(problems), rules.WrongKind(problems)):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), again.problems, str(again)) == (type(error), problems, str(error))
    again = pickle.loads(pickle.dumps(rules.IllegalMove(findings)))
    assert (again.findings, str(again)) == (findings, str(rules.IllegalMove(findings)))


def test_what_is_of_the_wrong_kind_is_refused_as_input_and_as_a_type() -> None:
    """Whoever catches either of the two sees it."""
    assert issubclass(rules.WrongKind, rules.BadInput) and issubclass(rules.WrongKind, TypeError)
    with pytest.raises(rules.BadInput, match=r"^position: is 3; give a position of the rules core"):
        rules.playout(3)  # type: ignore[arg-type]
