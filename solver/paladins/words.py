"""Say a move of Paladins in words: the words are those of the board, so that plan and board speak alike."""

from __future__ import annotations

from rules.paladins.moves import Move
from rules.paladins.phrases import phrase
from rules.paladins.values import Position
from rules.wording import capital


def describe(position: Position, move: Move) -> str:
    """Say what a seat does with a move, as a sentence begins.

    >>> import rules
    >>> from rules.paladins.moves import Hunt
    >>> describe(rules.load("paladins").setup(players=2, seed=1), Hunt("SS"))
    'Hunt with 2 Scouts'
    """
    return capital(phrase(position, move))
