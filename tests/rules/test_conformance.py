"""One suite for all games: what must hold in every game, with any number of players and any modules.

What a game has to keep of its own (pieces, stocks, secrets) stands in ``tests/rules/<game>/invariants.py``.
Violations are collected, so that one run shows all there is to see, up to a cap.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any, get_args

import msgspec
import pytest

import rules

SEEDS = 200
SHARE = 50  #: of them in the normal run; `make test-slow` plays the others
SAMPLED = 3  #: positions of each game that go through the dear checks; `make test-slow` takes them all
CAP = 12  #: violations shown


def settings() -> list[Any]:
    """List every game with every number of players and every set of modules."""
    found = []
    for name in rules.games():
        game = rules.load(name)
        for players in game.players:
            for size in range(len(game.modules) + 1):
                for modules in combinations(game.modules, size):
                    kind = "+".join(modules) or "base"
                    found.append(pytest.param(name, players, modules, id=f"{name}-{players}-{kind}"))
    return found


class Violations:
    """Collect violations as (seed, step, check, detail) and show the first few."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int, str, str]] = []
        self.number = 0

    def add(self, seed: int, step: int, check: str, detail: object) -> None:
        """Note one violation."""
        self.number += 1
        if len(self.found) < CAP:
            self.found.append((seed, step, check, str(detail)[:300]))

    def report(self) -> None:
        """Fail when there are any."""
        lines = [f"seed {seed}, step {step}: {check}: {detail}" for seed, step, check, detail in self.found]
        assert not self.number, f"{self.number} violations, the first {len(lines)}:\n" + "\n".join(lines)


class Watcher:
    """Be the random policy, and remember what it saw."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def __call__(self, position: Any, random: Random) -> Any:
        """Choose any legal move."""
        self.seen.append(position)
        return random.choice(position.legal_moves())


SUMS: dict[int, tuple[Any, bool]] = {}


def sums_to_one(outcomes: tuple[tuple[Any, Fraction], ...]) -> bool:
    """Say whether chances are positive, add up to exactly 1, and belong to different outcomes (tables are shared)."""
    kept = SUMS.get(id(outcomes))
    if kept is None or kept[0] is not outcomes:
        good = sum(chance for _, chance in outcomes) == 1 and all(chance > 0 for _, chance in outcomes)
        good = good and len({outcome.key for outcome, _ in outcomes}) == len(outcomes)
        kept = SUMS[id(outcomes)] = (outcomes, good)
    return kept[1]


def perturbed(move: Any, random: Random, words: list[str]) -> Iterator[Any]:
    """Change a move a little, field by field: plausible moves that are often illegal."""
    for field in msgspec.structs.fields(type(move)):
        value = getattr(move, field.name)
        others: list[Any] = []
        if isinstance(value, bool):
            others = [not value]
        elif isinstance(value, int):
            others = [value - 1, value + 1, 0]
        elif isinstance(value, str):
            others = [random.choice(words), "nothing of the kind"]
        elif isinstance(value, tuple):
            one: Any = random.choice(words) if str in get_args(field.type) else random.randint(1, 6)
            others = [value[1:], value[:-1], tuple(sorted((*value, one))), tuple(reversed(value))]
            if value:
                others.append(tuple(sorted((*value[1:], one))))
        for other in others:
            if other != value:
                yield msgspec.structs.replace(move, **{field.name: other})


def whole_game(game: Any, players: int, modules: tuple[str, ...], seed: int) -> tuple[rules.Record, list[Any]]:
    """Play a game, and give its record and the positions at which somebody decided."""
    watcher = Watcher()
    start = game.setup(players, seed, modules)
    return rules.playout(start, watcher, seed), watcher.seen  # type: ignore[arg-type]


def check_game(game: Any, players: int, modules: tuple[str, ...], seed: int, wrong: Violations, dear: bool) -> None:
    """Play one game and check every position of it, the dear checks on a sample."""
    own = import_module(f"tests.rules.{game.name}.invariants")
    record, decided = whole_game(game, players, modules, seed)
    positions = list(record.positions())
    random = Random(seed)
    sample = range(len(positions)) if dear else random.sample(range(len(positions)), SAMPLED)
    words = sorted({getattr(step, name) for step in record.steps for name in step.__struct_fields__
                    if isinstance(getattr(step, name), str)})  # fmt: skip
    if decided != [position for position in positions if position.actor is not None]:
        wrong.add(seed, 0, "replay", "the replay of the record comes to other positions than the game did")
    if not positions[-1].over:
        wrong.add(seed, len(positions), "end", "the record does not end the game")
    last = own.moment(positions[0])
    for index, position in enumerate(positions):
        for check, detail in own.defects(position):
            wrong.add(seed, index, check, detail)
        if own.moment(position) < last:
            wrong.add(seed, index, "phases go forward", f"{last} -> {own.moment(position)}")
        last = own.moment(position)
        if len(position.seats) != players:
            wrong.add(seed, index, "seats", len(position.seats))
        kinds = (position.actor is not None) + bool(position.chance()) + position.over
        if kinds != 1:
            wrong.add(seed, index, "decision, chance or over", f"{kinds} of them in {position.step}")
        if not position.over and position.actor is None and not sums_to_one(position.chance()):
            wrong.add(seed, index, "chances", position.step)
    for index in (*sample, len(positions) - 1):
        for check, detail in dear_checks(own, positions[index], random, words):
            wrong.add(seed, index, check, detail)
    cut = random.randrange(len(positions))
    if seed % 4 == 0 and record.undo(len(positions) - 1 - cut).end != positions[cut]:
        wrong.add(seed, cut, "undo", "undoing does not come back to the earlier position")


def dear_checks(own: Any, position: Any, random: Random, words: list[str]) -> Iterator[tuple[str, object]]:
    """Check legality, texts, views and scores of one position."""
    yield from legality(position, random, words)
    yield from (("problems", problem) for problem in position.problems())
    text, code = position.to_text(), position.to_code()
    if rules.parse(text) != position or rules.parse(code) != position:
        yield "text and code", text
    if any(sign in code for sign in " \n\t"):
        yield "one-line code", code[:80]
    for score in position.scores():
        if score.total != sum(score.sources.values()):
            yield "score is the sum of its sources", score
    ranks = sorted(score.rank for score in position.scores())
    if ranks[0] != 1 or any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        yield "ranks", ranks
    for viewer in range(len(position.seats)):
        yield from secrecy(own, position, viewer)


def legality(position: Any, random: Random, words: list[str]) -> Iterator[tuple[str, object]]:
    """A move is legal exactly when no rule speaks against it; keys are canonical and read back."""
    legal = position.legal_moves()
    if len(set(legal)) != len(legal) or len({move.key for move in legal}) != len(legal):
        yield "legal moves differ", [move.key for move in legal]
    if bool(legal) != (position.actor is not None):
        yield "a decision has moves, nothing else has", position.step
    for move in random.sample(legal, min(len(legal), 12)):
        if position.why_not(move):
            yield "a legal move has no finding", (move.key, position.why_not(move))
        if position.move(move.key) != move:
            yield "a key reads back", move.key
        choices = position.choices(move.parts)
        if choices.complete != move:
            yield "the parts of a move spell it", (move, choices.complete)
    known = set(legal)
    for move in random.sample(legal, min(len(legal), 4)):
        for other in perturbed(move, random, words):
            found = position.why_not(other)
            if (other in known) == bool(found):
                yield "legality is having no findings", (other, [str(finding) for finding in found])
            if not all(finding.rule and finding.text and finding.page and finding.section for finding in found):
                yield "a finding says rule, place and reason", (other, found)


def secrecy(own: Any, position: Any, viewer: int) -> Iterator[tuple[str, object]]:
    """A view does not depend on what its seat may not know; it is a position; it is enough to decide on."""
    view = position.view(viewer)
    for what, twin in own.twins(position, viewer):
        if twin == position:
            yield "twin", f"the twin for {what} is no twin"
        if twin.view(viewer) != view:
            yield "nothing secret in a view", f"seat {viewer} can tell the {what} of others"
    if view.view(viewer) != view:
        yield "a view of a view", viewer
    if view.problems():
        yield "a view is a position", (viewer, view.problems())
    if position.actor == viewer and view.legal_moves() != position.legal_moves():
        yield "a view shows what one may do", viewer
    if view.scores() != position.scores():
        yield "scores are open", viewer


@pytest.mark.parametrize(("name", "players", "modules"), settings())
def test_every_game_keeps_the_rules(name: str, players: int, modules: tuple[str, ...]) -> None:
    """Games for every number of players and every set of modules; dear checks on some positions of each."""
    wrong = Violations()
    game = rules.load(name)
    for seed in range(SHARE):
        check_game(game, players, modules, seed, wrong, dear=False)
    wrong.report()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "modules"), settings())
def test_every_other_game_keeps_the_rules(name: str, players: int, modules: tuple[str, ...]) -> None:
    """The rest of 200 games."""
    wrong = Violations()
    game = rules.load(name)
    for seed in range(SHARE, SEEDS):
        check_game(game, players, modules, seed, wrong, dear=False)
    wrong.report()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "modules"), settings())
def test_every_position_keeps_the_rules(name: str, players: int, modules: tuple[str, ...]) -> None:
    """The same with the dear checks on every position of 20 games (six minutes; an hour with all 200)."""
    wrong = Violations()
    game = rules.load(name)
    for seed in range(SEEDS, SEEDS + 20):
        check_game(game, players, modules, seed, wrong, dear=True)
    wrong.report()


@pytest.mark.parametrize(("name", "players", "modules"), settings())
def test_same_seed_same_game(name: str, players: int, modules: tuple[str, ...]) -> None:
    """A game repeats with its seed, for every policy, and a record survives its text."""
    game = rules.load(name)
    for policy in ("random", "greedy"):
        start = game.setup(players, 11, modules)
        record = rules.playout(start, policy, 5)
        assert record == rules.playout(rules.load(name).setup(players, 11, modules), policy, 5)
        assert record.steps != rules.playout(start, policy, 6).steps
        assert rules.parse_record(record.to_text()) == record
    assert len({game.setup(players, seed, modules) for seed in range(30)}) > 1


@pytest.mark.parametrize("name", rules.games())
def test_a_violation_is_seen(name: str) -> None:
    """The suite can fail: positions made wrong by hand are all found."""
    game = rules.load(name)
    own = import_module(f"tests.rules.{name}.invariants")
    record, _ = whole_game(game, max(game.players), game.modules, 1)
    positions = list(record.positions())
    random = Random(3)
    broken = [position for position in positions if any(own.defects(spoilt(position, random)))]
    assert len(broken) > len(positions) * 0.9


def spoilt(position: Any, random: Random) -> Any:
    """Take more of something from a seat than it has."""
    number = random.randrange(len(position.seats))
    seat = position.seats[number]
    fields = [name for name in seat.__struct_fields__ if type(getattr(seat, name)) is int and getattr(seat, name) >= 0]
    worse = msgspec.structs.replace(seat, **{random.choice(fields): -7})
    return own_seat(position, number, worse)


def own_seat(position: Any, number: int, seat: Any) -> Any:
    """Replace one seat."""
    seats = list(position.seats)
    seats[number] = seat
    return msgspec.structs.replace(position, seats=tuple(seats))
