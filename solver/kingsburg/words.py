"""Say a move of Kingsburg in words: the words are those of the board, so that plan and board speak alike."""

from __future__ import annotations

from rules.kingsburg.moves import Move
from rules.kingsburg.phrases import phrase
from rules.kingsburg.values import Position
from rules.wording import capital


def describe(position: Position, move: Move) -> str:
    """Say what a seat does with a move, as a sentence begins.

    >>> import rules
    >>> from rules.kingsburg.moves import Build
    >>> describe(rules.load("kingsburg").setup(players=3, seed=1), Build("statue"))
    'Build the Statue'
    """
    return capital(phrase(position, move))
