"""What the rest of a choice asks for: can it be paid at all, and which workers are better kept for it?"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rules.paladins.catalogue import TAXES
from rules.paladins.right import SLOTS, uncovered
from rules.paladins.values import LEFT
from rules.paladins.workers import LETTERS, added

from .prospect import COSTS, OCCASIONS, fills

if TYPE_CHECKING:
    from .items import Item
    from .rehearsal import Rehearsal, State

MOST_DRAWS = 40  #: suspicion cards that are told apart
PLAIN = LETTERS[:-1]  #: all workers but Criminals


class Rest(NamedTuple):
    """Hold what the items that are left can bring at most and must take at least."""

    brought: dict[str, int]
    taken: dict[str, int]
    silver: int
    provisions: int
    criminals: int


class Remainder:
    """Know what the items that are left of a rehearsed choice bring at most and take at least."""

    def __init__(self, whole: Rehearsal) -> None:
        self.whole = whole
        self.rests: dict[int, Rest] = {}
        self.kept = [item.card for item in whole.items if item.key[0] in ("recruit", "hire")]
        self.words = [self._potential(item) for item in whole.items]
        judges = [w for card in self.kept if whole.trigger(card) in OCCASIONS for w in whole.catalogue[card].ongoing]
        parts = [part for word in [*whole.judges, *judges] for part in word.split("+")]
        self.trials = [*parts, *self._settled() * (1 + parts.count("settle"))] * len(whole.limits)

    def _potential(self, item: Item) -> list[str]:
        """List every word that an item may bring in this choice, whatever the order is."""
        verb = item.key[0]
        words = list(item.gains)
        if verb == "fortify":
            words += self.whole.frame.walls.certain
        for card in self.kept:
            if self.whole.trigger(card) == verb:
                words += self.whole.catalogue[card].ongoing
        parts = [part for word in words for part in word.split("+")]
        return parts + self._settled() * parts.count("settle")

    def _settled(self) -> list[str]:
        """List what a settled debt may bring in this choice."""
        kept = [
            word
            for card in self.kept
            if self.whole.trigger(card) == "settle"
            for word in self.whole.catalogue[card].ongoing
        ]
        return self.whole.collectors + kept

    def at(self, done: int) -> Rest:
        """Add up what the items that are left bring at most and take at least."""
        found = self.rests.get(done)
        if found is not None:
            return found
        seat, game = self.whole.seat, self.whole.game
        brought, taken = dict.fromkeys(LETTERS, 0), dict.fromkeys((*LETTERS, "*"), 0)
        silver = provisions = criminals = 0
        placed = sum(item.key[0] in ("develop", "build") for p, item in enumerate(self.whole.items) if done >> p & 1)
        strength = self.whole.begun.levels[1] + sum(words.count("strength") for words in [*self.words, self.trials])
        everything = (1 << len(self.whole.items)) - 1
        uses: dict[int, int] = {}
        for place, item in enumerate(self.whole.items):
            if done >> place & 1 and item.action >= 0:
                uses[item.action] = uses.get(item.action, 0) + 1
        for place, item in enumerate(self.whole.items):
            if done >> place & 1:
                continue
            verb, index = item.key[0], item.action
            spaces = uncovered(item.spaces, self.whole.mask(everything, index)) if index >= LEFT else item.spaces
            for letter in spaces:
                taken[letter] += 1
            for word in self.words[place]:
                if word in brought:
                    brought[word] += 1
                    criminals += word == "X"
                elif word == "silver":
                    silver += 1
                elif word == "provision":
                    provisions += 1
                elif word in TAXES:
                    silver += TAXES[word]
            if verb in ("develop", "build"):
                brought[game.workshops[min(7, seat.developed + placed)]] += 1
                placed += 1
            if index in COSTS and index not in self.whole.free_of_cost:
                field = COSTS[index][0]
                cost = getattr(game.actions[index], field)[
                    min(SLOTS - 1, self.whole.frame.done[index] + uses.get(index, 0))
                ]
                uses[index] = uses.get(index, 0) + 1
                if field == "silver":
                    silver -= cost
                else:
                    provisions -= cost
            elif verb == "develop":
                silver -= max(0, min(game.actions[0].silver[min(7, seat.developed) :]) - self.whole.less)
            elif verb == "attack":
                silver -= (max(0, item.level - strength) + 1) // 2
            else:
                silver -= item.silver
                provisions -= item.provisions
        for word in self.trials:
            if word in brought:
                brought[word] += 1
                criminals += word == "X"
            silver += word == "silver"
            provisions += word == "provision"
            silver += TAXES.get(word, 0)
        found = self.rests[done] = Rest(brought, taken, silver, provisions, criminals)
        return found

    def short(self, state: State) -> frozenset[str]:
        """Name what the rest is short of from a state, whatever it brings; empty where nothing is seen."""
        rest, cumulated = self.at(state.done), self.whole.cumulated
        if state.provisions + rest.provisions < 0:
            return frozenset({"provisions"})
        drawn = min(MOST_DRAWS, state.draws + rest.criminals)
        if state.silver + rest.silver + cumulated[drawn] - cumulated[min(state.draws, drawn)] < 0:
            return frozenset({"silver", "strength"})
        hand = {letter: state.hand.count(letter) + rest.brought[letter] for letter in LETTERS}
        return frozenset() if fills(hand, rest.taken) else frozenset({"workers"})


@lru_cache(maxsize=16_384)
def lean(hand: str, spaces: str, wanted: tuple[int, ...]) -> tuple[str, ...]:
    """List the groups that fill spaces and leave the best rest, when others ask for so many of each letter but X.

    >>> lean("LLSX", "L*", (0, 1, 0, 0, 0)), lean("LSX", "L*", (0, 1, 0, 0, 0)), lean("SX", "LM", (0,) * 5)
    (('LL',), ('LS', 'LX'), ())
    """
    rest, taken = hand, ""
    for space in spaces.replace("*", ""):
        letter = space if space in rest else "X"
        if letter not in rest:
            return ()
        rest, taken = rest.replace(letter, "", 1), taken + letter
    groups = {(taken, rest)}
    for _ in range(spaces.count("*")):
        longer: set[tuple[str, str]] = set()
        for taken, rest in groups:
            loose = [letter for letter, number in zip(PLAIN, wanted, strict=True) if rest.count(letter) > number]
            for letter in loose[:1] or set(rest):
                longer.add((taken + letter, rest.replace(letter, "", 1)))
        groups = longer
    return tuple(sorted({added(taken, "") if len(taken) < 2 else added("", taken) for taken, _ in groups}))
