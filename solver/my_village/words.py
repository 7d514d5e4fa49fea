"""Say a move of My Village in words: the words are those of the board, so that plan and board speak alike."""

from __future__ import annotations

from rules.my_village.moves import Move
from rules.my_village.phrases import phrase
from rules.my_village.values import Position
from rules.wording import capital


def describe(position: Position, move: Move) -> str:
    """Say what a seat does with a move, as a sentence begins; that somebody will die for it, too."""
    said = capital(phrase(position, move))
    seat = position.actor
    if seat is None or position.why_not(move):  # of what is not legal, no more can be told
        return said
    before, then = position.seats[seat], position.play(move).seats[seat]
    if before.crossed or then.time >= before.time:  # the marker goes round and round; one villager dies in a turn
        return said
    return f"{said}, over the bridge, for which a villager dies"
