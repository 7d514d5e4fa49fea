"""Pictures of games with an owner's catalogue: whatever the rules floor accepts is drawn, and drawn well-formed."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import rules
import widgets
from tests.rules.mutants import fields, overlays, played
from widgets.picture import Picture

LONGEST = "Ä" * 40 + "w" * 40  #: as long as a name can be, without a space to break the line at


def drawn(position: Any, width: int) -> Picture:
    """Draw a position as a board does, and read what was drawn."""
    board = widgets.Board(position, seat=0, width=width)
    ElementTree.fromstring(board.picture.to_svg())
    assert board.picture.title.strip()
    return board.picture


@pytest.mark.parametrize("game", rules.games())
@pytest.mark.parametrize("seed", range(2))
def test_a_mutated_catalogue_is_refused_or_drawn(game: str, seed: int) -> None:
    random = Random(seed)
    seen = 0
    for number, overlay in enumerate(overlays(game, 40, 100 + seed)):
        path = played(game, overlay, number)
        if path is not None:
            seen += 1
            for position in (path[0], random.choice(path), path[-1]):
                drawn(position, random.choice((720, 1400)))
    assert seen >= 6


@pytest.mark.parametrize("game", rules.games())
def test_the_longest_names_are_drawn(game: str) -> None:
    """Every card with a name of 80 letters, at every number of players."""
    overlay: dict[str, dict[str, Any]] = {}
    for (table, field), rows in fields(game).items():
        if field == "name":
            overlay[table] = {key: {"name": LONGEST} for key, _ in rows}
    edition = rules.load(game, catalogue=overlay)
    for players in edition.players:
        path = list(rules.playout(edition.setup(players, 4, edition.modules), "greedy", 4).positions())
        for width in (720, 1400):
            drawn(path[len(path) // 2], width)
