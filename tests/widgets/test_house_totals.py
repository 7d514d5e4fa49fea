"""A total that house values count in is marked wherever it stands; one of printed values alone is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rules
from widgets import views
from widgets.talk import house_sources

OURS: dict[str, dict[str, Any]] = {
    "walls": {"house": ["points"]},
    "orders": {"house": ["at_least"]},
    "outsiders": {"house": ["scoring"]},
}
"""Paladins as an owner may enter it who cannot read what the cards count at the end."""


def declared(game: str) -> Any:
    """Return Paladins with what its cards count at the end declared house values; Kingsburg as it is."""
    if game != "paladins":
        return rules.load(game)
    shipped = rules.load(game).catalogue
    cards = {table: dict.fromkeys(getattr(shipped, table), row) for table, row in OURS.items()}
    return rules.load(game, catalogue=cards)


@cache
def played(game: str) -> tuple[Any, ...]:
    """Return positions of greedy games with house values and without, with their ends."""
    found: list[Any] = []
    for box in (rules.load(game), declared(game)):
        for seed in range(3):
            start = box.setup(players=2 + seed % 2, seed=seed, modules=tuple(box.modules) if seed else ())
            positions = list(rules.playout(start, "greedy", seed=seed).positions())
            found += [*positions[:: len(positions) // 4], positions[-1]]
    return tuple(found)


def wanted(position: Any, number: int) -> set[str]:
    """Return the sources that rest on house values by what the rules say of this seat's cards."""
    seat, rows = position.seats[number], position.catalogue
    if position.game.name == "kingsburg":
        built = [cell for row, count in zip(position.sheet.rows, seat.built, strict=True) for cell in row[:count]]
        governor = rows.governors.get(seat.governor)
        named = {"name.en", "name.de"}
        paid = position.scores()[number].sources["governors"]
        return {
            *(["buildings"] if any("points" in cell.building.house for cell in built) else []),
            *(["governors"] if governor is not None and set(governor.house) - named and paid else []),
        }
    return {
        *(["walls"] if any(rows.walls[card].house for card in seat.walls) else []),
        *(["orders"] if any(rows.orders[card].house for card in position.orders) else []),
        *(["outsiders"] if any("scoring" in rows.outsiders[card].house for card in seat.converted) else []),
    }


def seats(game: str) -> Iterator[tuple[Any, int]]:
    for position in played(game):
        for number in range(len(position.seats)):
            yield position, number


@pytest.mark.parametrize("game", ["kingsburg", "paladins"])
def test_the_words_know_what_rests_on_house_values(game: str) -> None:
    kinds = set()
    for position, number in seats(game):
        found = set(house_sources(position, number))
        assert found == wanted(position, number)
        assert found <= set(position.scores()[number].sources)
        kinds.add(bool(found))
    assert kinds == {True, False}, "there are totals of both kinds"


@pytest.mark.parametrize("game", ["kingsburg", "paladins"])
def test_every_total_is_marked_as_it_rests(game: str) -> None:
    """In the wreath behind the name of a seat, in its label, and in the board in words."""
    view: Any = views.find(game)
    for position in played(game):
        for viewer in (0, 1):
            seen = position.view(viewer)
            picture = view.draw(seen, viewer)
            said = view.text(seen)
            for score in seen.scores()[: len(seen.seats)]:
                ring = "°" if wanted(seen, score.seat) else ""
                points = f"{score.total} {'point' if score.total == 1 else 'points'}{ring}"
                label = picture.place(f"seat:{score.seat}").label
                assert re.search(rf"(?<![\d-]){re.escape(points)}(?!°)", label), label
                assert points in said
                figure = f"{score.total}{ring}".replace("-", "−")
                assert f">{figure}</text>" in picture.body + picture.over
            if seen.over:
                best = [score for score in seen.scores() if score.rank == 1]
                ours = any(wanted(seen, score.seat) for score in best if score.seat < len(seen.seats))
                assert f"won with {best[0].total} points{'°' if ours else ''}." in said


def test_the_opponent_of_a_solo_game_is_marked_as_its_walls_are() -> None:
    for box, ring in ((rules.load("paladins"), ""), (declared("paladins"), "°")):
        end = rules.playout(box.setup(players=1, seed=4), "greedy", seed=4).end
        assert bool(house_sources(end, 1)) == bool(ring)
        total = end.scores()[1].total
        assert f"{total} points{ring} if the game ended now" in views.find("paladins").text(end.view(0))
