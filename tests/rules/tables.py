"""What the tests of every game lay and play with: editions, tables of rules, typed keys, damaged documents."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

import rules
from rules.findings import Finding, IllegalMove


@cache
def table_of_rules(game: str) -> dict[str, dict[str, Any]]:
    """Read the table of rules of a game, independently of the code that uses it."""
    text = files(f"rules.{game}").joinpath("rules.toml").read_text(encoding="utf-8")
    table: dict[str, dict[str, Any]] = tomllib.loads(text)["rules"]
    return table


@cache
def load(game: str, **options: Any) -> Any:
    """Load a game once for each set of options."""
    return rules.load(game, options=options or None)


def play(position: Any, *keys: str) -> Any:
    """Play typed moves and outcomes one after the other."""
    for key in keys:
        step = position.outcome(key) if position.actor is None else position.move(key)
        position = position.play(step)
    return position


def keys(position: Any, start: str = "") -> set[str]:
    """List the keys of the legal moves that begin with ``start``."""
    return {move.key for move in position.legal_moves() if move.key.startswith(start)}


def refused(position: Any, key: str) -> dict[str, Finding]:
    """Check that a typed move is refused everywhere, and return the findings by rule."""
    move = position.flow.read(key)
    found = position.why_not(move)
    assert found, f"{key} is not refused"
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMove):
        position.play(move)
    return {one.rule: one for one in found}


def set_at(whole: dict[str, Any], path: str, value: object) -> None:
    """Set (or, with None, delete) one place of a document, such as ``seats[0].coins``; ``more`` lengthens a list."""
    spot: Any = whole
    steps: list[str | int] = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]
    for step in steps[:-1]:
        spot = spot[step] if isinstance(step, int) else spot.setdefault(step, {})
    if value is None:
        del spot[steps[-1]]
    elif steps[-1] == "more":
        spot.append(value)
    else:
        spot[steps[-1]] = value


def clear(problem: rules.Problem) -> None:
    """Check that a problem is a sentence for a person: no traceback, no Python names, a full stop."""
    assert problem.text.endswith((".", "?")), problem
    assert len(problem.text) < 700, problem
    for word in ("Traceback", "msgspec", "NoneType", "Struct", "KeyError", "<class", "object at 0x", "`"):
        assert word not in str(problem), problem
