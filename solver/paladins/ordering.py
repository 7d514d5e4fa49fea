"""Find an order for chosen items that the rules core accepts, or say what every order lacks.

The rows of a round choose what is done; here the rules core plays it, in every belief that hidden cards leave open.
The search goes through the orders depth first, things that draw no card first, and remembers where it has been.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.paladins import moves
from rules.paladins.left import develop_cost
from rules.paladins.moves import Move, Pass
from rules.paladins.rewards import level
from rules.paladins.right import needed, piece_cost, silver_cost, spaces_of
from rules.paladins.values import (
    ABSOLVE,
    ATTRIBUTES,
    COMMISSION,
    CONVERT,
    FORTIFY,
    GARRISON,
    LEFT,
    Position,
)
from rules.paladins.workers import payments

from .items import Item, Key, key_of
from .line import Belief, Walker, answer, own_question

if TYPE_CHECKING:
    from solver.control import Control

NODES = 300  #: beliefs that one search looks at before it gives up
ASKED = {"recruit": "hire", "workshop": "build"}
LETTERS = "LSMFC"


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what a search has found.

    ``moves`` and ``value`` are the best line that does all items, None without one; ``partial`` and ``partial_value``
    the best line of some of them. ``finished`` says that every order was looked at, or one reached the claim; ``lacks``
    names what was missing wherever an item could not be done.
    """

    moves: tuple[Move, ...] | None
    value: Fraction
    partial: tuple[Move, ...]
    partial_value: Fraction
    finished: bool
    lacks: frozenset[str]


class Ordering:
    """Search orders for one choice of items."""

    def __init__(
        self,
        walker: Walker,
        items: dict[Key, Item],
        counts: dict[Key, int],
        claim: Fraction,
        control: Control,
        most: int = NODES,
    ) -> None:
        self.most = most
        self.walker, self.request, self.items, self.claim, self.control = walker, walker.request, items, claim, control
        self.start_counts = {key: number for key, number in counts.items() if number}
        self.seen: set[tuple[frozenset[tuple[Key, int]], frozenset[Position]]] = set()
        self.nodes = 0
        self.best: tuple[Move, ...] | None = None
        self.best_value = Fraction(-(10**9))
        self.partial: tuple[Move, ...] = ()
        self.partial_value = Fraction(-(10**9))
        self.lacks: set[str] = set()
        self.open = False

    def search(self, belief: Belief, line: tuple[Move, ...]) -> Found:
        """Search from a belief that ``line`` has led to."""
        self._go(belief, Counter(self.start_counts), line)
        return Found(
            moves=self.best,
            value=self.best_value,
            partial=self.partial,
            partial_value=self.partial_value,
            finished=not self.open,
            lacks=frozenset(self.lacks),
        )

    def over(self) -> bool:
        """Say whether to stop: nothing better can be found for this choice, or the search has given up."""
        return self.open or (self.best is not None and self.best_value >= self.claim)

    def _go(self, belief: Belief, remaining: Counter[Key], line: tuple[Move, ...]) -> None:
        if self.over():
            return
        self.nodes += 1
        if self.nodes > self.most or self.control.stopped:
            self.open = True
            return
        left = frozenset((key, number) for key, number in remaining.items() if number and key[0] != "free")
        state = (left, frozenset(belief))
        if state in self.seen:
            return
        self.seen.add(state)
        if not left:
            self._end(belief, line)
            return
        blocked = True
        for move, key in self._next(belief, remaining):
            after = self.walker.play(belief, move)
            if after is None:
                self._why(belief, key)
                continue
            blocked = False
            rest = remaining.copy()
            for used in self._uses(move, key):
                if rest[used]:
                    rest[used] -= 1
            self._go(after, rest, (*line, move))
            if self.over():
                return
        if blocked:
            self._partial(belief, line)

    def _end(self, belief: Belief, line: tuple[Move, ...]) -> None:
        value = self.walker.value(belief)
        if value > self.best_value:
            self.best, self.best_value = line, value

    def _partial(self, belief: Belief, line: tuple[Move, ...]) -> None:
        """Keep the line as far as it goes."""
        value = self.walker.value(belief)
        if value > self.partial_value:
            self.partial, self.partial_value = line, value

    def _uses(self, move: Move, key: Key | None) -> tuple[Key, ...]:
        """List the items that a move uses up."""
        if isinstance(move, moves.Pray):
            return (("pray",), ("free", move.action))
        return (key,) if key is not None else ()

    # --- what may come next -----------------------------------------------------------------------------

    def _next(self, belief: Belief, remaining: Counter[Key]) -> list[tuple[Move, Key | None]]:
        """List the next moves: answers where every position asks the same, else the chosen actions."""
        first = next(iter(belief))
        if own_question(self.request, first) and all(
            own_question(self.request, other) and other.question == first.question for other in belief
        ):
            return self._answers(first, remaining)
        turn = next((position for position in belief if not own_question(self.request, position)), None)
        if turn is None:
            return [(answer(self.request, first), None)]
        position = turn
        found: list[tuple[tuple[int, ...], Move, Key]] = []
        legal: set[Key] = set()
        wanted = self._wanted(position, remaining)
        for move in position.legal_moves():
            if isinstance(move, Pass):
                continue
            key = key_of(position, move)
            if not remaining[key]:
                continue
            legal.add(key)
            if isinstance(move, moves.Pray) and not remaining["free", move.action]:
                continue
            found.append(((self._late(key), *self._price(position, move, wanted)), move, key))
        if ("pray",) in legal and not any(key == ("pray",) for _, _, key in found):
            found += [((9,), move, ("pray",)) for move in position.legal_moves() if isinstance(move, moves.Pray)]
        for key, number in remaining.items():
            if number and key not in legal and key[0] != "free":
                self._why({position: Fraction(1)}, key)
        found.sort(key=lambda entry: entry[0])
        return [(move, key) for _, move, key in _distinct(position, found)]

    def _answers(self, position: Position, remaining: Counter[Key]) -> list[tuple[Move, Key | None]]:
        """List answers that were chosen; without one, the policy's."""
        legal = position.legal_moves()
        if isinstance(legal[0], moves.Activate):
            return [(move, None) for move in legal]
        chosen: list[tuple[Move, Key | None]] = [
            (move, key) for move in legal if remaining[key := key_of(position, move)]
        ]
        return chosen or [(answer(self.request, position), None)]

    def _late(self, key: Key) -> int:
        """Put off what draws a hidden card, and do first what pays for the rest."""
        gains = self.items[key].gains
        if "X" in gains or key[0] == "fortify":
            return 3
        if any("tax" in word for word in gains):
            return 2
        if key[0] in ("hunt", "trade", "develop", "recruit", "favour"):
            return 0
        return 1

    def _wanted(self, position: Position, remaining: Counter[Key]) -> dict[str, int]:
        """Count the letters that the chosen actions still ask for by name."""
        seat = position.seats[self.request.seat]
        wanted = dict.fromkeys(LETTERS, 0)
        for key, number in remaining.items():
            item = self.items[key]
            if number and key[0] != "free":
                spaces = spaces_of(position, seat, item.action) if item.action >= LEFT else item.spaces
                for letter in spaces:
                    if letter in wanted:
                        wanted[letter] += number
        return wanted

    def _price(self, position: Position, move: Move, wanted: dict[str, int]) -> tuple[int, ...]:
        """Prefer to pay with workers that nothing else asks for, Criminals last."""
        hand = position.seats[self.request.seat].workers
        group: str = getattr(move, "workers", "")
        price = 0
        for letter in set(group):
            number = group.count(letter)
            if letter == "X":
                price += 30 * number
            else:
                short = number - max(0, hand.count(letter) - wanted[letter])
                price += 10 * max(0, short) - min(5, max(0, -short))
        return (price,)

    # --- why something cannot be done --------------------------------------------------------------------

    def _why(self, belief: Belief, key: Key | None) -> None:
        """Note what an item lacks in some position of a belief: one thing that would have to be supplied."""
        if key is None:
            self.lacks.add("*")
            return
        for position in belief:
            lack = self._lack(position, self.items[key])
            if lack:
                self.lacks |= lack
                return
        self.lacks.add("*")

    def _lack(self, position: Position, item: Item) -> set[str]:
        """Say what an item lacks in one position; empty where nothing is seen to be missing."""
        seat = position.seats[self.request.seat]
        verb = item.key[0]
        if item.uses:
            return set() if position.pending and position.question == item.uses else {item.uses}
        if item.action >= 0 and seat.placed[item.action]:
            return {"free"}
        spaces = spaces_of(position, seat, item.action) if item.action >= LEFT else item.spaces
        if not payments(seat.workers, spaces):
            return {"workers"}
        if item.attribute in ATTRIBUTES and (item.rises or level(position, seat, item.attribute) < item.level):
            return {item.attribute}  # of several spaces the nearest may be taken: what is missing is at least this
        silver, provisions = item.silver, item.provisions
        if verb == "develop":
            silver = develop_cost(position, seat)
        elif verb in ("commission", "garrison", "fortify"):
            index = {"commission": COMMISSION, "garrison": GARRISON, "fortify": FORTIFY}[verb]
            provisions = piece_cost(position, seat, index)
        elif verb in ("absolve", "convert"):
            silver = silver_cost(position, seat, ABSOLVE if verb == "absolve" else CONVERT)
        elif verb == "attack":
            missing = item.level - level(position, seat, "strength")
            if seat.silver < (missing + 1) // 2:
                return {"silver", "strength"}
            first = position.game.strength_flags[0]
            if not position.game.options.attack_below_first and level(position, seat, "strength") < first:
                return {"strength"}
        if verb in ("fortify", "absolve"):
            index, done = (FORTIFY, len(seat.walls)) if verb == "fortify" else (ABSOLVE, len(seat.jars))
            if level(position, seat, "influence") < needed(position, index, done):
                return {"influence"}
        if seat.silver < silver:
            return {"silver"}
        if seat.provisions < provisions:
            return {"provisions"}
        if verb == "pray" and not any(seat.placed):
            return {"*"}
        return set()


def _distinct(
    position: Position, found: list[tuple[tuple[int, ...], Move, Key]]
) -> list[tuple[tuple[int, ...], Move, Key]]:
    """Keep one of several moves that differ only in which equal space, jar or debt they name."""
    kept: dict[tuple[object, ...], tuple[tuple[int, ...], Move, Key]] = {}
    for entry in found:
        move, key = entry[1], entry[2]
        target = move.action if isinstance(move, moves.Pray) else ""
        kept.setdefault((key, getattr(move, "workers", ""), target), entry)
    return list(kept.values())
