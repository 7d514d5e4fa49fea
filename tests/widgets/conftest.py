"""Positions to draw: seeded games of every size, played at random to many depths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import comm
import pytest

import rules
from tutor.language import set_language

ALL = ("buildings", "governors", "army")


@cache
def _game(players: int, seed: int, modules: tuple[str, ...]) -> tuple[Any, ...]:
    position: Any = rules.load("kingsburg").setup(players=players, seed=seed, modules=modules)
    random = Random(seed)
    positions = [position]
    while not position.over:
        if outcomes := position.chance():
            faces, weights = zip(*outcomes, strict=True)
            position = position.play(random.choices(faces, [float(weight) for weight in weights])[0])
        else:
            moves = position.legal_moves()
            active = [move for move in moves if type(move).__name__ in ("Place", "Build")]
            position = position.play(random.choice(active or moves))
        positions.append(position)
    return tuple(positions)


@pytest.fixture(scope="session")
def game() -> Callable[..., tuple[Any, ...]]:
    """Give a function that returns all positions of one seeded game: ``game(players, seed, modules)``."""
    return _game


@pytest.fixture(scope="session")
def positions() -> list[Any]:
    """Give about two hundred positions of games of every size and every set of modules."""
    found: list[Any] = []
    for players, modules in ((2, ()), (3, ()), (3, ("army",)), (4, ("governors",)), (5, ALL), (2, ALL)):
        whole = _game(players, 7 * players, modules)
        found += [*whole[:: max(1, len(whole) // 35)], whole[-1]]
    return found


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Collect what widgets would send to the front end."""
    messages: list[dict[str, Any]] = []

    def publish(self: object, kind: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        assert not buffers, "only JSON may be sent: some front ends drop binary parts"
        messages.append(data or {})

    monkeypatch.setattr(comm.DummyComm, "publish_msg", publish)
    return messages


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Speak a language while a test runs."""
    set_language(request.param)
    yield request.param
    set_language(None)
