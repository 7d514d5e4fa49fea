"""A tiny real game for tests of the solver's machinery: an orchard, two seats, one shared basket.

A seat in turn picks one or two apples from the basket, shakes a tree (chance: 0, 1 or 3 apples), plants for two
apples and three points, sells an apple for one point, or rests. The game ends after a number of rounds.
"""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec

from rules.findings import Finding, IllegalMove, refuse
from rules.score import Score, rank_scores

VERBS = ("pick 1", "pick 2", "shake", "plant", "sell", "rest")
SHAKEN = ((0, Fraction(1, 2)), (1, Fraction(1, 3)), (3, Fraction(1, 6)))


class Act(msgspec.Struct, frozen=True):
    key: str


class Fall(msgspec.Struct, frozen=True):
    apples: int

    @property
    def key(self) -> str:
        return f"fall {self.apples}"


class Orchard:
    name = "toy_orchard"

    def setup(self, rounds: int = 3, basket: int = 5) -> Position:
        return Position(game=self, rounds=rounds, basket=basket)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Orchard)

    def __hash__(self) -> int:
        return 1


class Position(msgspec.Struct, frozen=True):
    game: Orchard
    rounds: int
    basket: int
    round: int = 1
    seat: int = 0
    shaking: bool = False
    apples: tuple[int, int] = (0, 0)
    trees: tuple[int, int] = (0, 0)
    sold: tuple[int, int] = (0, 0)

    @property
    def actor(self) -> int | None:
        return None if self.shaking or self.over else self.seat

    @property
    def over(self) -> bool:
        return self.round > self.rounds

    def legal_moves(self) -> tuple[Act, ...]:
        if self.actor is None:
            return ()
        return tuple(move for move in map(Act, VERBS) if not self.why_not(move))

    def why_not(self, move: Act) -> tuple[Finding, ...]:
        have = self.apples[self.seat]
        if self.actor is None or not isinstance(move, Act) or move.key not in VERBS:
            return (Finding("turn", "This is no move of the game here."),)
        if move.key.startswith("pick") and (need := int(move.key[5:])) > self.basket:
            return (Finding("basket", f"The basket holds {self.basket} apples, {need} are needed."),)
        if move.key == "plant" and have < 2:
            return (Finding("plant", f"Planting costs 2 apples, there are {have}."),)
        if move.key == "sell" and have < 1:
            return (Finding("sell", "There is no apple to sell."),)
        return ()

    def play(self, move: Act | Fall) -> Position:
        if isinstance(move, Fall):
            return self._with(apples=move.apples)._next(shaking=False)
        if findings := self.why_not(move):
            raise IllegalMove(findings)
        if move.key == "shake":
            return msgspec.structs.replace(self, shaking=True)
        if move.key.startswith("pick"):
            number = int(move.key[5:])
            return msgspec.structs.replace(self._with(apples=number), basket=self.basket - number)._next()
        if move.key == "plant":
            return self._with(apples=-2, trees=3)._next()
        if move.key == "sell":
            return self._with(apples=-1, sold=1)._next()
        return self._next()

    def _with(self, **changes: int) -> Position:
        new = {}
        for name, change in changes.items():
            numbers = list(getattr(self, name))
            numbers[self.seat] += change
            new[name] = tuple(numbers)
        return msgspec.structs.replace(self, **new)

    def _next(self, **changes: bool) -> Position:
        return msgspec.structs.replace(self, seat=1 - self.seat, round=self.round + self.seat, **changes)

    def chance(self) -> tuple[tuple[Fall, Fraction], ...]:
        return tuple((Fall(apples), chance) for apples, chance in SHAKEN) if self.shaking else ()

    def scores(self) -> tuple[Score, ...]:
        totals = [trees + sold for trees, sold in zip(self.trees, self.sold, strict=True)]
        ranks = rank_scores([(total,) for total in totals])
        return tuple(
            Score(seat, totals[seat], {"trees": self.trees[seat], "market": self.sold[seat]}, ranks[seat])
            for seat in (0, 1)
        )

    def view(self, seat: int) -> Position:
        return self

    def move(self, key: str) -> Act:
        if findings := self.why_not(Act(key)):
            raise IllegalMove(findings)
        return Act(key)

    def to_text(self) -> str:
        return json.dumps([getattr(self, name) for name in self.__struct_fields__[1:]])


def parse(text: str) -> Position:
    """Read what `to_text` printed."""
    try:
        fields = json.loads(text)
        return Position(Orchard(), *(tuple(field) if isinstance(field, list) else field for field in fields))
    except (ValueError, TypeError) as error:
        raise refuse("position", f"is no orchard: {error}") from error
