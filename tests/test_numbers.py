"""Numbers as tables, arrays and exact arithmetic hold them: public functions take them as they take Python's own."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest

import rules
import tutor
import widgets
from rules.printable import shown
from rules.quantities import any_number, truth_value, whole_number
from tests.doors import rules_doors, solver_doors, tutor_doors, widget_doors
from tests.misuse import Door, positions
from tutor.language import set_language


class Count:
    """Be a whole number of a library that nobody knows."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


#: What is asked for as a number, where the doors leave it out.
LEFT_OUT: dict[str, int | float] = {"players": 2, "width": 900, "effort": 1.0, "seat": 0, "timeout": 20}


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep nothing, and leave the language as it was."""
    monkeypatch.setenv("MAGISTER_DATA", str(tmp_path / "progress"))
    yield
    set_language(None)


def outcome(door: Door, argument: str, value: object) -> str:
    """Return what a door answers: the kind of the answer, or the refusal."""
    try:
        return type(door.call(**{**door.good, argument: value})).__name__
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the same for the same number
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("floor", ["rules", "solver", "widgets", "tutor"])
def test_numbers_of_other_libraries_are_taken_as_the_numbers_that_they_are(floor: str, tmp_path: Path) -> None:
    doors = {
        "rules": rules_doors,
        "solver": solver_doors,
        "widgets": lambda: widget_doors(tmp_path),
        "tutor": lambda: tutor_doors(tmp_path),
    }
    seen, found = 0, []
    for door in doors[floor]():
        for argument, given in door.good.items():
            value = LEFT_OUT.get(argument) if given is None else given
            if isinstance(value, bool):
                others: tuple[object, ...] = (numpy.bool_(value),)
            elif isinstance(value, int):
                others = (Count(value),)
            elif isinstance(value, float):
                others = (numpy.float32(value), Decimal(str(value)))
            else:
                continue
            right = outcome(door, argument, value)
            for other in others:
                seen += 1
                if (said := outcome(door, argument, other)) != right:
                    found.append(f"{door.name}({argument}={other!r}): {said!r:.200}, but {right!r:.200} for {value!r}")
    assert not found, "\n".join(found)
    assert seen > 5


def test_a_game_of_a_table_is_the_game_of_its_numbers() -> None:
    """Nothing of the other library stays in the position, the record or the line that is to be copied."""
    for name in rules.games():
        game = rules.load(name)
        position = game.setup(players=numpy.int64(3), seed=numpy.int32(7))
        assert position == game.setup(players=3, seed=7) and position.to_text() == game.setup(3, 7).to_text()
        assert position.view(numpy.int8(1)) == position.view(1)
        assert rules.playout(position, seed=numpy.int64(2)) == rules.playout(position, seed=2)
        assert rules.Record(position).undo(numpy.int64(0)).steps == ()
    own = rules.load("kingsburg", catalogue={"buildings": {"mint": {"gold": numpy.int64(4)}}})
    assert own.catalogue.buildings["mint"].gold == 4
    panel = widgets.play("kingsburg", seats={numpy.int64(1): "greedy"}, seed=numpy.int64(5), players=numpy.int64(2))
    assert panel.rebuild == widgets.play("kingsburg", seats={1: "greedy"}, seed=5, players=2).rebuild
    coached = tutor.play("kingsburg", seed=numpy.int64(5), limit=numpy.float64(0.1), players=numpy.int64(2))
    assert coached.limit == Fraction(1, 10) and type(coached.seed) is int


def test_a_number_that_is_refused_is_shown_as_the_number_that_it_is() -> None:
    game = rules.load("kingsburg")
    with pytest.raises(rules.BadInput, match=r"^players: is 7; Kingsburg is played by 2, 3, 4 or 5\.$"):
        game.setup(players=numpy.int64(7), seed=1)
    with pytest.raises(rules.BadInput, match=r"^seat: is 9; the seats of this game are 0 to 1\.$"):
        game.setup(2, 1).view(numpy.int64(9))
    with pytest.raises(rules.BadInput, match=r"^rung: is 0\.5; give a whole number from 1 to 5\.$"):
        tutor.hint(positions()["kingsburg"], rung=numpy.float64(0.5))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, numpy.True_, 3.0, "3", numpy.array([1, 2]), numpy.timedelta64(3), None, int])
def test_what_stands_for_no_whole_number(value: Any) -> None:
    assert whole_number(value) is None


def test_what_stands_for_a_number() -> None:
    """A number is taken as a person means it; what has no end, or takes for ever to write out, is none."""
    for value in (0.1, numpy.float64(0.1), numpy.float32(0.1), numpy.float16(0.1), Decimal("0.1"), Fraction(1, 10)):
        assert any_number(value) == Fraction(1, 10)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for odd in (numpy.nan, Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999999"), Decimal("1e-999999999"), 1j,
                    numpy.inf, "0.1", True, numpy.False_, None, float, numpy.array([0.5, 1])):  # fmt: skip
            assert any_number(odd) is None, odd
    assert truth_value(numpy.bool_(True)) is True and truth_value(1) is None
    assert (shown(numpy.int64(3)), shown(Fraction(1, 2)), shown(Decimal("0.5"))) == ("3", "1/2", "0.5")
