"""What people give in place of what is asked for, and the doors of all four floors with what they take.

A door is a public function, a method of a value that one returns, or a property that can be set.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import rules
import solver

HUGE = 10**5000  #: more digits than Python prints


class Text(str):
    """Be a text that is more than one."""


class Hostile:
    """Be a value that refuses to be shown, compared, counted or asked for anything."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __len__ = __eq__ = __hash__ = __bool__ = __iter__ = __fspath__ = __repr__  # type: ignore[assignment]


@dataclass(frozen=True)
class Door:
    """Hold a public callable with good arguments; ``calls`` are arguments that may be any function."""

    name: str
    call: Callable[..., Any]
    good: Mapping[str, Any]
    calls: tuple[str, ...] = ()


@cache
def positions() -> dict[str, Any]:
    """Return the first decision of each game from which a plan can begin."""
    found = {}
    for name in rules.games():
        found[name] = solver.advance(rules.load(name).setup(players=2, seed=7), seed=7)
    return found


def wrong(folder: Path) -> Iterator[tuple[str, Any]]:
    """Make one after the other what is of the wrong kind nearly everywhere, each with a name."""
    noise = folder / "noise.toml"
    if not noise.exists():
        noise.write_bytes(random.Random(1).randbytes(2_000))
    first, second, *_ = positions().values()
    plain: dict[str, Any] = {
        "None": None, "True": True, "3": 3, "-1": -1, "0": 0, "huge": HUGE, "-huge": -HUGE, "3.5": 3.5,
        "nan": float("nan"), "inf": float("inf"), "complex": 1j, "empty": "", "blank": " ", "x": "x",
        "zero byte": "a\0b", "surrogate": "\ud800", "control": "\x1b[31m", "lines": "a\nb", "long": "x" * 50_000,
        "text": Text("x"), "bytes": b"x", "list": [], "tuple": (), "dict": {}, "set": set(), "[None]": [None],
        "[[]]": [[]], "['x']": ["x"], "{None: 1}": {None: 1}, "{'x': {}}": {"x": {}}, "object": object(),
        "class": int, "function": len, "hostile": Hostile(), "first": first, "second": second,
        "record": rules.Record(first), "game": first.game,
        "move": second.legal_moves()[0], "finding": rules.Problem("a", "b"), "kind": type(first),
        "nothing": folder / "nothing.toml", "folder": folder, "noise": noise, "no path": Path("a\0b"),
        "range": range(3), "exception": ValueError("x"),
    }  # fmt: skip
    yield from plain.items()
    yield "generator", (one for one in ("x", None))


def said(error: BaseException) -> str:
    """Return what is wrong with a refusal as a sentence for a person; nothing where it is one."""
    text = str(error)
    if not text.strip() or len(text) > 5000:
        return "says nothing, or far too much"
    if not all(line.isprintable() for line in text.split("\n")):
        return "holds what cannot be printed"
    if not text.rstrip().endswith((".", ")")):
        return "is no sentence"
    return ""
