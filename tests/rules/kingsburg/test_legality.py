"""A move is legal exactly when no rule speaks against it: over whole universes of moves, at positions of every step.

The universes are written from what the verbs can say at all, not from what the rules core offers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

import rules
from rules.kingsburg import moves
from rules.kingsburg.values import Position

from .table import load

EFFECTS = ("statue", "chapel", "prince", "philosopher", "trickster", "priest", "duke", "inn", "market", "farms",
           "sawmill", "quarry", "goldsmith", "mint", "heiress", "", "magic")  # fmt: skip
STEPS = ("governor", "season", "sorcerer", "blessing", "bonus", "change", "influence", "duke", "gifts", "works",
         "build", "second", "town_hall", "recruit", "army", "losses")  # fmt: skip
EACH = 12  #: positions of every step
PLACES = 3_000  #: placements tried at each position of step b


@cache
def found() -> dict[str, list[Position]]:
    """Collect positions of every step from games of all kinds."""
    kept: dict[str, list[Position]] = {step: [] for step in STEPS}
    for seed in range(60):
        game = load(priest="six" if seed % 3 == 0 else "bonus_die", smuggler_may_decline=seed % 2 == 0)
        modules = game.modules if seed % 4 else ()
        policy = "greedy" if seed % 5 == 0 else "random"
        for position in rules.playout(game.setup(2 + seed % 4, seed, modules), policy, seed).positions():
            if position.actor is not None:
                step = "season" if position.owed else position.step  # type: ignore[attr-defined]
                if len(kept[step]) < 40 * EACH:
                    kept[step].append(position)  # type: ignore[arg-type]
    return kept


def goods(most: int) -> Iterator[tuple[int, int, int]]:
    """List amounts of goods, also too many and negative ones."""
    yield from product(range(-1, most + 1), repeat=3)


def universe(position: Position) -> Iterator[moves.Move]:
    """List everything that can be said, but for placements."""
    yield from (moves.Pass(), moves.Keep(), moves.Decline())
    yield from (moves.Take(*amount) for amount in goods(4))
    yield from (moves.Lose(*amount) for amount in goods(5))
    yield from (moves.Recruit(*amount, markers) for amount in goods(4) for markers in (-1, 0, 1, 2))
    yield from (moves.Exchange(good) for good in ("gold", "wood", "stone", "silver", ""))
    yield from (moves.Pay(what) for what in ("gold", "wood", "stone", "marker", "soldiers", "markers", ""))
    yield from (moves.RollBonus(number) for number in range(-2, 7))
    yield from (moves.Army(value) for value in range(-2, 7))
    yield from (moves.Use(effect) for effect in EFFECTS)
    yield from (moves.Build(name) for name in (*position.catalogue.buildings, "castle", ""))
    yield from (moves.ChooseGovernor(card) for card in (*position.catalogue.governors, "emperor", "", "?"))
    for effect, die, white, to in product(EFFECTS, range(-1, 8), (False, True), range(8)):
        yield moves.Change(effect, die, white, to)


def placements(random: Random, number: int) -> Iterator[moves.Place]:
    """Draw placements of every shape, most of them near an exact total."""
    own = [dice for size in range(4) for dice in combinations_with_replacement(range(1, 7), size)]
    white = [dice for size in range(3) for dice in combinations_with_replacement(range(1, 7), size)]
    for _ in range(number):
        dice, bonus = random.choice(own), random.choice(white) if random.random() < 0.3 else ()
        marker, market = random.random() < 0.3, random.choice((-2, -1, 0, 0, 0, 0, 1, 2))
        rank = sum(dice) + sum(bonus) + 2 * marker + market + random.choice((-1, 0, 0, 0, 0, 1))
        yield moves.Place(rank, dice, bonus, marker, market, random.random() < 0.2, random.random() < 0.15)


@pytest.mark.parametrize("step", STEPS)
def test_legality_is_having_no_findings(step: str) -> None:
    """At every position the two lists agree, and what is legal is said once."""
    random = Random(step)
    positions = found()[step]
    assert positions, f"no game came to step {step}"
    for position in random.sample(positions, min(EACH, len(positions))):
        legal = position.legal_moves()
        assert len(set(legal)) == len(legal)
        said = {move for move in universe(position) if not position.why_not(move)}
        said |= {move for move in placements(random, PLACES) if not position.why_not(move)}
        assert said <= set(legal), [move.key for move in said - set(legal)]
        known = {move for move in legal if not isinstance(move, moves.Place) and small(move)}
        assert known <= said, [move.key for move in known - said]
        assert all(position.why_not(move) == () for move in legal)


def small(move: moves.Move) -> bool:
    """Say whether a move lies within the universe (it ends at a few goods)."""
    amounts = [getattr(move, name, 0) for name in ("gold", "wood", "stone")]
    return max(amounts) <= 4 and getattr(move, "markers", 0) <= 2 and getattr(move, "number", 0) <= 6


@pytest.mark.parametrize("step", STEPS)
def test_click_by_click(step: str) -> None:
    """Tokens that are offered never lead into a dead end, and every legal move can be clicked together."""
    random = Random(step)
    for position in random.sample(found()[step], min(4, len(found()[step]))):
        legal = position.legal_moves()
        for move in random.sample(legal, min(len(legal), 6)):
            parts = list(move.parts)
            random.shuffle(parts)
            for count in range(len(parts)):
                offered = position.choices(tuple(parts[:count]))
                assert parts[count] in offered.tokens
                assert move in offered.moves
            assert position.choices(tuple(parts)).complete == move
        partial: tuple[str, ...] = ()
        while tokens := position.choices(partial).tokens:
            partial = (*partial, random.choice(tokens))
            assert position.choices(partial).moves, partial
        assert position.choices(partial).complete in legal
        assert position.choices(("nonsense",)).moves == ()
