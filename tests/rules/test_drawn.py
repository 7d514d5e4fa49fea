"""Owners' catalogues drawn from the schema: each is refused with a path, or a whole game can be played with it."""

from __future__ import annotations

import random
import re
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import inspect

import rules
from rules.cards import cards
from rules.paladins.catalogue import GAIN

from .drawn import drawable, drawn, fields, matching, overlay

FEW, MANY = 8, 400
POLICIES = ("random", "greedy")


def check(game: str, seed: int) -> bool:
    """Play a game with a drawn catalogue; say whether it changes anything."""
    rng = random.Random(f"{game} {seed}")
    laid = overlay(game, rng)
    edition: Any = rules.load(game, catalogue=laid)
    start = edition.setup(rng.choice(edition.players), seed, rng.choice(((), edition.modules)))
    path = list(rules.playout(start, rng.choice(POLICIES), seed).positions())
    for position in (path[0], *rng.sample(path, min(4, len(path))), path[-1]):
        assert position.problems() == (), laid
        assert rules.parse(position.to_text()) == position, laid
        for move in position.legal_moves():
            assert position.why_not(move) == (), laid
            assert position.move(move.key) == move, laid
    return bool(laid)


@pytest.mark.parametrize("game", rules.games())
def test_a_drawn_catalogue_plays(game: str) -> None:
    assert sum(check(game, seed) for seed in range(FEW)) > FEW // 2


@pytest.mark.slow
@pytest.mark.parametrize("game", rules.games())
def test_many_drawn_catalogues_play(game: str) -> None:
    assert sum(check(game, seed) for seed in range(FEW, MANY)) > MANY // 2


def test_every_word_of_a_gain_is_drawn() -> None:
    rng = random.Random(1)
    words = {word for _ in range(250) for word in re.split("[+/]", matching(GAIN, rng))}
    assert {"L", "X", "workshop", "recruit", "pray", "settle", "destroy", "debt", "pardon", "tax9"} <= words
    assert len(words) == 6 + 9 + 12


def test_a_new_field_is_drawn_by_its_type() -> None:
    class New(msgspec.Struct):
        number: Annotated[int, msgspec.Meta(ge=2, le=4)]
        word: Literal["a", "b"]
        letters: tuple[Annotated[str, msgspec.Meta(pattern="^[xy]{2}z?$")], ...]

    rng = random.Random(1)
    kind = inspect.type_info(New)
    rows = [drawn(kind, rng) for _ in range(60)]
    assert drawable(kind)
    assert {row["number"] for row in rows} == {2, 3, 4} and {row["word"] for row in rows} == {"a", "b"}
    found = {text for row in rows for text in row["letters"]}
    assert {"xx", "xyz"} <= found and all(re.fullmatch("[xy]{2}z?", text) for text in found)


@pytest.mark.parametrize("game", rules.games())
def test_no_field_is_forgotten(game: str) -> None:
    """Every field that is no name has a type that can be drawn."""
    edition: Any = rules.load(game)
    rng = random.Random(1)
    tables = {card.table: card for card in cards(edition) if card.key}
    assert any(fields(edition, card) for card in tables.values())
    for card in tables.values():
        for _, kind in fields(edition, card):
            drawn(kind, rng)
