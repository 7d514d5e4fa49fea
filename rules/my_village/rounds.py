"""The course of a round: the hand and the roll before it, whose turn is next, and its end.

Source: rulebook pages 4 (preparation, action phase) and 12 (end of the game).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from .outcomes import Roll
from .steps import CHANCES, Chance, automatic, replace
from .values import Position

FACES = (1, 2, 3, 4, 5, 6)


@automatic("prepare")
def prepare_round(position: Position) -> Position:
    """Turn the hand palm up and lay one story point on it; its holder begins (rules prepare-hand, round-turns)."""
    return replace(
        position,
        hand_back=False,
        hand_stories=position.hand_stories + 1,
        start=position.hand,
        turn=0,
        step="roll_white",
    )


@cache
def rolls(colour: str, number: int) -> tuple[tuple[Roll, Fraction], ...]:
    """List the sorted results of so many dice of one colour with their probabilities.

    >>> [(roll.key, str(chance)) for roll, chance in rolls("black", 2)[:2]]
    [('roll black 1 1', '1/36'), ('roll black 1 2', '1/18')]
    """
    return tuple(
        (
            Roll(colour, dice),
            Fraction(factorial(number) // prod(factorial(dice.count(f)) for f in set(dice)), 6**number),
        )
        for dice in combinations_with_replacement(FACES, number)
    )


def possible(outcome: Roll, colour: str, number: int) -> bool:
    """Say whether so many dice of a colour can show these faces."""
    faces = outcome.faces
    if outcome.colour != colour or len(faces) != number:
        return False
    return all(face in FACES for face in faces) and list(faces) == sorted(faces)


def white_dice(position: Position) -> int:
    """Count the white dice of a round (rule setup-dice)."""
    return position.game.table(len(position.seats)).white


def black_dice(position: Position) -> int:
    """Count the black dice of a round (rule setup-dice)."""
    return position.game.table(len(position.seats)).black


def roll_white(position: Position, outcome: Roll) -> Position:
    """Lay the white dice into the pool."""
    step = "roll_black" if black_dice(position) else "dice"
    return replace(position, white=outcome.faces, step=step)


def roll_black(position: Position, outcome: Roll) -> Position:
    """Lay the black dice into the pool."""
    return replace(position, black=outcome.faces, step="dice")


CHANCES["roll_white"] = Chance(
    lambda position: rolls("white", white_dice(position)),
    roll_white,
    Roll,
    lambda position, outcome: possible(outcome, "white", white_dice(position)),
)
CHANCES["roll_black"] = Chance(
    lambda position: rolls("black", black_dice(position)),
    roll_black,
    Roll,
    lambda position, outcome: possible(outcome, "black", black_dice(position)),
)


def turns(players: int) -> int:
    """Count the turns of a round: one each, with two players two each (rules round-turns, round-two-players).

    >>> [turns(players) for players in (2, 3, 4)]
    [4, 3, 4]
    """
    return 4 if players == 2 else players


@automatic("next")
def next_turn(position: Position) -> Position:
    """Go on to the next turn; after the last one end the round, perhaps the game (rules round-end, game-end-round)."""
    turn = position.turn + 1
    players = len(position.seats)
    if turn < turns(players):
        return replace(position, value=0, used=(), drawn="", turn=turn, step="dice")
    ended = position.coffins >= position.game.table(players).coffins
    return replace(
        position,
        value=0,
        used=(),
        drawn="",
        white=(),
        black=(),
        round=position.round + (not ended),
        step="over" if ended else "prepare",
    )
