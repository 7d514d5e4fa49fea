"""What a tried move changes: the best line before it, the best line after it, and what it loses, in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from rules.protocol import Position

from .amounts import name_of, points
from .judge import Judge, Loss, Memory, counted
from .language import say
from .local import talk_of


class Tried(msgspec.Struct, frozen=True):
    """Hold what a move changes. ``before`` and ``after`` are the values of the best lines without and with it."""

    move: str
    loss: Loss
    before: Fraction | None
    after: Fraction | None
    end: str
    goods: bool = False

    def words(self) -> str:
        """Say it in sentences, and what is counted."""
        return " ".join(filter(None, (self.short(), counted(self.goods))))

    def short(self) -> str:
        """Say it in sentences."""
        first = say("{move}: it {loss}.", move=self.move[:1].upper() + self.move[1:], loss=self.loss.words())
        if self.before is None or self.after is None:
            return first
        return f"{first} " + say(
            "The best line before it {before} up to {end}; the best one with it {after}.",
            before=worth(self.before),
            after=worth(self.after),
            end=self.end,
        )


def worth(value: Fraction) -> str:
    """Say what a line is worth, as the end of a sentence about it.

    >>> from tutor.amounts import speaking
    >>> with speaking("en"): worth(Fraction(3)), worth(Fraction(-1)), worth(Fraction(0))
    ('brings 3 points', 'costs 1 point', 'brings nothing')
    """
    if not value:
        return say("brings nothing")
    return say("brings {what}", what=points(value)) if value > 0 else say("costs {what}", what=points(value))


def try_move(position: Position, move: Any, seconds: float, memory: Memory) -> Tried:
    """Value a move of the seat that decides, from what that seat may know.

    Raises:
        rules.RulesError: the solver takes no question here.
    """
    game = position.game.name
    judge = Judge(position, seconds=seconds, memory=memory)
    loss = judge.loss(move)
    best = judge.best()
    own = best if best is not None and best.moves and best.moves[0].key == move.key else judge.after(move)
    return Tried(
        talk_of(game).phrase(position, move),
        loss,
        None if best is None else best.value,
        None if own is None else own.value,
        name_of(game, f"horizon:{judge.request.horizon}").removeprefix("horizon:"),
        bool(judge.request.worths),
    )
