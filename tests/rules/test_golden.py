"""Golden games: whole games kept as text, replayed step by step and compared line by line.

`make golden` remakes the files; then read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from rules.playouts import POLICIES

FOLDER = Path(__file__).parent.parent / "golden"
MARK = "> "  #: begins a line with a move or outcome
SEEDS = {"2p": 29, "3p": 60, "4p": 6, "5p": 22, "4p_all": 22}  #: games that meet many rules; any seed would do


def stories() -> list[Any]:
    """List a golden game for every number of players, and one with all modules, for every game."""
    found = []
    for name in rules.games():
        game = rules.load(name)
        for players in game.players:
            found.append(pytest.param(name, players, (), f"{players}p", id=f"{name}_{players}p"))
        found.append(pytest.param(name, 4, game.modules, "4p_all", id=f"{name}_4p_all"))
    return found


def lively(position: Any, random: Random) -> Any:
    """Play well most of the time, and anything else now and then, so that many rules are met."""
    return POLICIES["greedy" if random.random() < 0.7 else "random"](position, random)


def told(start: Any, steps: Iterator[Any]) -> Iterator[str]:
    """Tell a game: every step, and the whole position at the start of every year and at the end."""
    position, year = start, 0
    for step in steps:
        if getattr(position, "year", year) != year:
            year = position.year
            yield from ("", *(f"  {line}".rstrip() for line in position.to_text().splitlines()), "")
        yield f"{MARK}{step.key}"
        position = position.play(step)
    yield from ("", *(f"  {line}".rstrip() for line in position.to_text().splitlines()), "")
    for score in position.scores():
        sources = ", ".join(f"{source} {points}" for source, points in score.sources.items() if points)
        yield f"seat {score.seat}: place {score.rank}, {score.total} points ({sources})"


def typed(start: Any, keys: list[str]) -> Iterator[Any]:
    """Read the steps of a file one after the other, as a person would type them."""
    position = start
    for key in keys:
        step = position.outcome(key) if position.actor is None else position.move(key)
        position = position.play(step)
        yield step


@pytest.mark.golden
@pytest.mark.parametrize(("name", "players", "modules", "kind"), stories())
def test_golden_game(name: str, players: int, modules: tuple[str, ...], kind: str, remake_golden: bool) -> None:
    """The kept steps are all legal and lead through the same positions to the same scores."""
    file = FOLDER / f"{name}_{kind}.txt"
    seed = SEEDS.get(kind, 7)
    start = rules.load(name).setup(players, seed, modules)
    title = f"{name}, {players} players, modules: {', '.join(modules) or 'none'}"
    if remake_golden:
        steps = rules.playout(start, lively, seed).steps  # type: ignore[arg-type]
        FOLDER.mkdir(exist_ok=True)
        file.write_text("\n".join([title, *told(start, iter(steps))]) + "\n", encoding="utf-8")
    kept = file.read_text(encoding="utf-8").splitlines()
    keys = [line.removeprefix(MARK) for line in kept if line.startswith(MARK)]
    assert len(keys) > 100
    assert [title, *told(start, typed(start, keys))] == kept


@pytest.mark.golden
@pytest.mark.parametrize("name", rules.games())
def test_golden_games_meet_the_verbs(name: str) -> None:
    """Together the games use nearly every kind of move and outcome, or they would guard little."""
    lines = "\n".join(file.read_text(encoding="utf-8") for file in FOLDER.glob(f"{name}_*.txt")).splitlines()
    verbs = {line.removeprefix(MARK).split()[0] for line in lines if line.startswith(MARK)}
    assert len(verbs) >= 15, sorted(verbs)
