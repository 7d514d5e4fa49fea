"""On which house values a game of Paladins rests: values of ours where no source states the printed ones."""

from __future__ import annotations

from typing import Final

from rules.paladins.values import Position
from widgets.views import paladins_words_names as words

#: What a field of a table is, where all its rows are alike.
FIELDS: Final = {
    ("actions", "needs"): "the influence that jars ask for",
    ("jars", "reward"): "what the spaces for jars give",
    ("workshops", "worker"): "the workers below the workshops",
    ("schemes", "copies"): "how often each scheme card is there",
    ("opponent", "workers"): "the workers of the opponent's left-hand actions",
}
SOLO: Final = frozenset({"schemes", "opponent"})


def house_note(position: Position) -> str:
    """Say on which house values the result rests; empty where an owner has stated them all.

    >>> import rules
    >>> house_note(rules.load("paladins").setup(players=4, seed=1))[:66]
    '° This game rests on house values, which no source prints: one Squ'
    """
    found: dict[str, None] = {}
    for value in position.game.house_values():
        table, key, field = value.split(".", 2)
        if table in SOLO and position.opponent is None:
            continue
        if table == "taxes":
            if key == f"players_{len(position.seats)}":
                found[f"the tax supply for {words.count(len(position.seats), 'player')}"] = None
            continue
        row = getattr(position.catalogue, table)[key]
        card = words.name(row)
        found[FIELDS.get((table, field)) or (f"one {card}" if card else f"{table} {key}, {field}")] = None
    if not found:
        return ""
    return f"{words.RING} This game rests on house values, which no source prints: {words.joined(list(found))}."
