"""House values are marked, complete and in balance (`bench/balance.py` measures the balance on many more games)."""

from __future__ import annotations

import re
import statistics
from collections import defaultdict
from functools import cache
from random import Random

import msgspec
import pytest

import rules
from rules.kingsburg.catalogue import Building, Governor
from rules.kingsburg.values import Position
from rules.playouts import draw, greedy_policy, random_policy

from .table import load

CARDS: dict[str, Governor] = load().catalogue.governors
BUILDINGS: dict[str, Building] = load().catalogue.buildings
MODULE1 = [key for key, row in BUILDINGS.items() if row.module]
GAMES = 24

#: What sources state of the cards and buildings; every other value of theirs must be listed in `house`. A card or
#: building that is not here is a house card.
STATED = {
    "prince": {"name.en", "name.de", "effect", "at_most"},
    "sorcerer": {"name.en", "name.de", "effect", "count", "year"},
    "tax_collector": {"name.de", "effect", "column", "goods"},
    "fairy": {"name.en", "name.de", "effect", "count"},
    "philosopher": {"name.en", "name.de", "at_most", "points"},
    "preacher": {"name.en", "name.de", "effect", "points"},
    "politician": {"name.en", "name.de", "effect"},
    "priest": {"name.en", "name.de", "effect", "points"},
    "minstrel": {"name.en", "name.de", "effect", "points"},
    "architect": {"name.de"},
    "carpenter": {"name.de", "effect"},
    "miner": {"name.de", "effect"},
    "sculptor": {"name.en", "name.de", "effect"},
    "heiress": {"name.de"},
    "damsel": {"name.en", "name.de"},
    "duke": {"name.en", "effect", "at_most"},
    "general": {"name.en"},
    "trickster": {"name.en", "effect", "at_most"},
    "heir": {"effect", "goods", "points"},
    "sawmill": {"name.en", "name.de", "row", "effect", "pay"},
    "quarry": {"name.en", "name.de", "row", "effect", "pay"},
    "goldsmith": {"name.en", "name.de", "row", "effect", "pay"},
    "mint": {"name.en", "name.de"},
    "recruiting_office": {"name.de", "row", "effect"},
    "improvised_defenses": {"name.en", "name.de", "effect", "pay_number"},
    "military_academy": {"name.en", "name.de", "row", "effect", "amount"},
}
TEXTS = {"text", "source", "house", "module", "name"}


def fields_set(row: Governor | Building) -> set[str]:
    """List the fields of a row that differ from an empty one, names in both languages apart."""
    found = {"name.en", "name.de"}
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        usual = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        if field.name not in TEXTS and (field.required or value != usual):
            found.add(field.name)
    return found


@pytest.mark.parametrize("key", [*CARDS, *MODULE1])
def test_every_value_that_no_source_states_is_a_house_value(key: str) -> None:
    row = CARDS.get(key) or BUILDINGS[key]
    if row.source == "house":
        assert key not in STATED
    unmarked = fields_set(row) - STATED.get(key, set()) - set(row.house)
    assert not unmarked, f"{key}: {sorted(unmarked)} are stated by no source and not listed in `house`"
    assert not STATED.get(key, set()) & set(row.house), f"{key}: `house` lists what a source states"


def test_values_of_the_other_cards_come_from_sources() -> None:
    """Rows B to F, advisors and enemies hold no house number; only a translated name may be ours."""
    for table in (BUILDINGS, load().catalogue.advisors, load().catalogue.enemies):
        for key, row in table.items():
            if key not in MODULE1:
                assert row.source in ("rulebook", "public"), key
                assert set(row.house) <= {"name.de", "name.en"}, key


@pytest.mark.parametrize("key", CARDS)
def test_texts_state_the_same_numbers_in_both_languages(key: str) -> None:
    text = CARDS[key].text
    english, german = (sorted(re.findall(r"-?\d+", words)) for words in (text.en, text.de))
    assert english == german


@pytest.mark.parametrize("key", CARDS)
def test_house_numbers_stand_in_the_text(key: str) -> None:
    """A number that was tuned must have been tuned in the text too."""
    card = CARDS[key]
    for name in set(card.house) & {"at_least", "goods", "gold", "wood", "stone", "soldiers", "markers", "points"}:
        number = getattr(card, name)
        if number:
            assert re.search(rf"(?<!\d){number}(?!\d)", card.text.en), f"{name} = {number} is not in the text"


# --- balance ------------------------------------------------------------------------------------------------------


def end(players: int, seed: int, module: str) -> Position:
    """Play a greedy game to its end; governor cards are kept at random."""
    random = Random(seed)
    position: Position = load().setup(players, seed, (module,))
    while not position.over:
        if outcomes := position.chance():
            position = position.play(draw(outcomes, random))
        else:
            policy = random_policy if position.step == "governor" else greedy_policy
            position = position.play(policy(position, random))
    return position


@cache
def ends(module: str) -> tuple[Position, ...]:
    """Play the games of the checks below, once."""
    return tuple(end(players, seed, module) for players in (3, 4, 5) for seed in range(GAMES))


def test_no_governor_stands_out() -> None:
    """With so few games a mean is off by about 1.3 points, so that the limit is twice that of the bench."""
    gains: dict[str, list[float]] = defaultdict(list)
    for position in ends("governors"):
        totals = [seat.total for seat in position.seats]
        for seat in position.seats:
            gains[seat.governor].append(seat.total - statistics.mean(totals))
    assert set(gains) == set(CARDS)
    far = {card: statistics.mean(values) for card, values in gains.items() if abs(statistics.mean(values)) > 8}
    assert not far


def test_every_building_of_module_1_is_built_by_some_and_not_by_all() -> None:
    seats = [(position, seat) for position in ends("buildings") for seat in position.seats]
    for key in MODULE1:
        cell = load().long_sheet.by_id[key]
        owners = sum(seat.built[cell.row] > cell.column for _, seat in seats)
        assert 0 < owners < len(seats), f"{key}: built by {owners} of {len(seats)} seats"


def test_greedy_plays_like_somebody_who_knows_the_game() -> None:
    """A person scores 35 to 50 points; random play scores about 10."""
    points = [seat.total for players in (2, 3, 4, 5) for seat in play_plain(players).seats]
    assert statistics.mean(points) > 33
    built = [seat.buildings for players in (2, 3, 4, 5) for seat in play_plain(players).seats]
    assert min(built) >= 5


@cache
def play_plain(players: int) -> Position:
    """Play one greedy game without modules."""
    record = rules.playout(load().setup(players, 3), "greedy", 3)
    position: Position = record.end  # type: ignore[assignment]
    return position
