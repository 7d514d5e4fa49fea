"""Say a move of My Village in words: the words are those of the board, so that plan and board speak alike."""

from __future__ import annotations

from rules.my_village.moves import Move
from rules.my_village.phrases import phrase
from rules.my_village.values import Position
from rules.wording import capital


def describe(position: Position, move: Move) -> str:
    """Say what a seat does with a move, as a sentence begins."""
    return capital(phrase(position, move))
