"""Mining: the same seed gives the same puzzles whatever runs it, and everything that is not clear is rejected."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import rules
from rules import BadInput
from tutor import puzzle_assess, puzzle_mine
from tutor.puzzle import FOLDER, Kind, Proof, Puzzle, games, profile, read, shipped, write
from tutor.puzzle_assess import assess
from tutor.puzzle_mine import Mined, look, mine

GAME = games()[0]
"""The first game is the one that is mined fast; the same code mines the others."""

COUNT, SEED = 3, 5


@pytest.fixture(scope="module")
def here() -> Mined:
    return mine(GAME, COUNT, SEED)


def test_one_of_each_level_is_mined(here: Mined) -> None:
    assert [puzzle.level for puzzle in here.puzzles] == [1, 2, 3]
    assert read(write(here.puzzles, GAME)) == here.puzzles
    assert here.rejections and all(rejection.reason for rejection in here.rejections)
    assert sum(here.reasons().values()) == len(here.rejections)


def test_processes_mine_the_same(here: Mined) -> None:
    assert mine(GAME, COUNT, SEED, jobs=2) == here


def test_any_executor_mines_the_same(here: Mined) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert mine(GAME, COUNT, SEED, executor=pool) == here


def test_a_dask_scheduler_mines_the_same(here: Mined) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        assert mine(GAME, COUNT, SEED, scheduler=cluster.scheduler_address) == here


@pytest.mark.slow
def test_the_noted_command_mines_the_shipped_file_anew() -> None:
    """The seed that stands in the file gives the same puzzles again, whatever versions prove them now."""
    noted = json.loads((FOLDER / f"{GAME}.json").read_text(encoding="utf-8"))["mined"]
    found = mine(GAME, 60, int(noted.rpartition(" ")[2]), jobs=2)

    def bare(puzzles: tuple[Puzzle, ...]) -> list[Puzzle]:
        return [msgspec.structs.replace(puzzle, proof=Proof("", "")) for puzzle in puzzles]

    assert bare(found.puzzles) == bare(shipped(GAME))


def test_another_seed_mines_others(here: Mined) -> None:
    assert {puzzle.id for puzzle in mine(GAME, COUNT, SEED + 1).puzzles}.isdisjoint(p.id for p in here.puzzles)


def test_an_interrupt_keeps_what_was_found(here: Mined, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: str, seed: int, number: int) -> Any:
        if number == here.playouts - 1:
            raise KeyboardInterrupt
        return look(game, seed, number)

    monkeypatch.setattr(puzzle_mine, "look", interrupted)
    found = mine(GAME, COUNT, SEED)
    assert found.stopped and found.playouts == here.playouts - 1
    assert 0 < len(found.puzzles) < COUNT and set(found.puzzles) < set(here.puzzles)
    monkeypatch.setattr(puzzle_mine, "look", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        mine(GAME, COUNT, SEED)


def test_a_scheduler_that_does_not_answer_is_said() -> None:
    with pytest.raises(BadInput, match="scheduler"):
        mine(GAME, 1, 0, scheduler="nonsense://nowhere")


@pytest.mark.parametrize(
    ("name", "arguments"), [("count", (GAME, 0, 0)), ("jobs", (GAME, 1, 0, 0)), ("game", ("chess", 1, 0))]
)
def test_numbers_that_make_no_sense_are_refused(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(BadInput, match=name):
        mine(*arguments)


# --- what is rejected ---------------------------------------------------------------------------------------------


def tried(kind: Kind, number: int = 40) -> list[Puzzle | str]:
    """Look at positions of one game."""
    record = rules.playout(rules.load(GAME).setup(3, 1), "greedy", 1)
    positions = [position for position in record.positions() if position.actor is not None]
    found = []
    for position in positions:
        if len(found) < number and (said := assess(GAME, position, kind, None)):
            found.append(said)
    return found


@pytest.fixture(scope="module")
def kind() -> Kind:
    return profile(GAME).kind[0]


def reasons(found: list[Puzzle | str]) -> set[str]:
    return {said.partition(":")[0] for said in found if isinstance(said, str)}


def test_most_positions_are_rejected_and_the_reason_is_said(kind: Kind) -> None:
    found = tried(kind)
    assert {"margin too small", "most first moves are best"} <= reasons(found)
    assert any(isinstance(said, Puzzle) for said in found)


def test_what_is_kept_is_clear(kind: Kind) -> None:
    for said in tried(kind):
        if isinstance(said, Puzzle):
            legal = said.start().legal_moves()
            assert Fraction(said.margin) >= 1 and 2 * len(said.best) <= len(legal) and len(legal) >= 4
            assert said.level in (1, 2, 3) and said.features and said.proof.checked


def test_a_large_margin_rejects_all(kind: Kind) -> None:
    found = tried(msgspec.structs.replace(kind, margin="1000"), 5)
    assert reasons(found) <= {"margin too small", "nothing to win", "most first moves are best"}
    assert all(isinstance(said, str) for said in found)


def test_what_is_not_proved_is_rejected(kind: Kind) -> None:
    assert reasons(tried(msgspec.structs.replace(kind, seconds=0.0), 3)) == {"unproved"}


def test_what_one_method_alone_finds_is_rejected(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second method that finds another value, or none in its time, rejects the position."""
    real = puzzle_assess.solve

    def lying(position: Any, **options: Any) -> Any:
        plan = real(position, **options)
        return msgspec.structs.replace(plan, value=plan.value + 1) if options["method"] == "cp-sat" else plan

    monkeypatch.setattr(puzzle_assess, "solve", lying)
    found = tried(kind)
    assert "not checked" in reasons(found) and all(isinstance(said, str) for said in found)
    assert any("cp-sat finds" in said for said in found if isinstance(said, str))


def test_the_greedy_move_is_no_puzzle_above_level_one(kind: Kind) -> None:
    found = tried(msgspec.structs.replace(kind, levels=(0, 1)))
    assert "the greedy move is the best" in reasons(found)
    assert not any(isinstance(said, Puzzle) and said.level == 1 for said in found)


def test_one_playout_does_not_tell_one_turn_twice() -> None:
    for number in range(6):
        found = look(GAME, 1, number)
        places = [(puzzle.seat, puzzle.start().to_text().split("\n")[0]) for puzzle in found.puzzles]
        assert len(found.puzzles) <= 2 and len({puzzle.id for puzzle in found.puzzles}) == len(places)
