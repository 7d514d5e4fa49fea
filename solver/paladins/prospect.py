"""A quick look at orders: what of a choice can be reached at all, without saying which workers pay for what.

The state is which items are done. What they have brought and what they take is counted in the most favourable way
(workshops save workers of earlier uses, too; workers are shared out as if all were known in advance), so a choice that
cannot be done here cannot be done by the rules. Then a smallest part of it that cannot be done makes the cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rules.paladins.catalogue import TAXES
from rules.paladins.rewards import able
from rules.paladins.right import SLOTS, needed
from rules.paladins.values import ABSOLVE, ATTRIBUTES, COMMISSION, CONVERT, FORTIFY, GARRISON, LEFT, PRAY, RIGHT
from rules.paladins.workers import LETTERS

from .frame import Frame
from .items import Item, Key
from .line import Halted

if TYPE_CHECKING:
    from solver.control import Control

STATES = 6_000  #: sets of done items that are looked at before nothing is said
COSTS = {
    COMMISSION: ("provisions", "commission_free"),
    FORTIFY: ("provisions", "fortify_free"),
    GARRISON: ("provisions", "garrison_free"),
    ABSOLVE: ("silver", "absolve_free"),
    CONVERT: ("silver", "convert_free"),
}
OCCASIONS = ("inquisition", "suspected", "innocent")


class Totals(msgspec.Struct, frozen=True):
    """Hold what a set of done items has brought and taken, each at its best."""

    hand: dict[str, int]
    wanted: dict[str, int]
    silver: int
    provisions: int
    levels: dict[str, int]
    words: dict[str, int]
    uses: dict[int, int]
    income: tuple[int, int]  #: silver and provisions with nothing paid


class Verdict(msgspec.Struct, frozen=True):
    """Hold what a look has found: an order, or what was lacking wherever an item could not be done.

    ``reached`` are the items that can be done in some order of some of them; ``sure`` is False when the look gave up.
    """

    order: tuple[Key, ...] | None
    lacks: frozenset[str]
    reached: tuple[Key, ...]
    sure: bool


class Prospect:
    """Look at choices of one frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.seat, self.position, self.game = frame, frame.seat, frame.position, frame.game
        self.control: Control | None = None  #: what may stop a look, which raises ``Halted`` then
        self.catalogue = frame.position.catalogue.townsfolk
        seat = self.seat
        self.free = {index for index, (_, ability) in COSTS.items() if able(self.position, seat, ability)}
        self.less = able(self.position, seat, "develop_less")
        self.settled = [card for card in seat.townsfolk if self._trigger(card) == "settle"]
        self.judged = [card for card in seat.townsfolk if self._trigger(card) in OCCASIONS]

    def _trigger(self, card: str) -> str:
        row = self.catalogue.get(card)
        return row.trigger if row is not None else ""

    # --- totals -----------------------------------------------------------------------------------------

    def totals(self, done: tuple[Key, ...]) -> Totals:
        """Add up what done items bring and take."""
        frame, seat, game = self.frame, self.seat, self.game
        words: dict[str, int] = {}
        uses: dict[int, int] = {}
        kept: list[str] = []
        covers: dict[int, int] = {}
        placed = walls = 0
        silver, provisions = seat.silver, seat.provisions
        wanted: dict[str, int] = {}
        attacks: list[int] = []
        for word in frame.start:
            words[word] = words.get(word, 0) + 1
        items = [frame.items[key] for key in done]
        for item in items:
            verb = item.key[0]
            for word in item.gains:
                words[word] = words.get(word, 0) + 1
            if item.action >= 0:
                uses[item.action] = uses.get(item.action, 0) + 1
            if verb in ("develop", "build"):
                place = LEFT + RIGHT.index(item.key[1])
                covers[place] = covers.get(place, 0) | int(item.key[2])
                placed += 1
                if verb == "develop":
                    silver -= max(0, game.actions[0].silver[min(seat.developed, 7)] - self.less)
            elif verb in ("recruit", "hire"):
                kept.append(item.card)
                silver -= item.silver
            elif verb == "fortify":
                walls += 1
            elif verb == "attack":
                attacks.append(item.level)
            else:
                silver -= item.silver
                provisions -= item.provisions
            if item.uses:
                words["use " + item.uses] = words.get("use " + item.uses, 0) + 1
            if item.rises:
                words["at " + " ".join(item.key)] = words.get("at " + " ".join(item.key), 0) + 1
        for place in range(placed):
            letter = game.workshops[min(7, seat.developed + place)]
            words[letter] = words.get(letter, 0) + 1
        for word in frame.walls.certain * walls:
            words[word] = words.get(word, 0) + 1
        self._pays(words, uses, kept, placed)
        for item in items:
            if item.action < LEFT:
                for letter in item.spaces:
                    wanted[letter] = wanted.get(letter, 0) + 1
        for index, number in uses.items():
            if index >= LEFT:
                mask = seat.workshops[index - LEFT] | covers.get(index, 0)
                for place, letter in enumerate(game.actions[index].spaces):
                    if not mask >> place & 1:
                        wanted[letter] = wanted.get(letter, 0) + number
                if index in COSTS and index not in self.free:
                    field = COSTS[index][0]
                    cost = sum(getattr(game.actions[index], field)[frame.done[index] :][:number])
                    if field == "silver":
                        silver -= cost
                    else:
                        provisions -= cost
        levels = {name: getattr(seat, name) + frame.lent[name] + words.get(name, 0) for name in ATTRIBUTES}
        silver -= sum((max(0, flag - levels["strength"]) + 1) // 2 for flag in attacks)
        draws = words.get("X", 0) + frame.start_draws
        words["least tax"] = sum(frame.suspicions.least(step) for step in range(1, draws + 1))
        gained = words.get("silver", 0) + words["least tax"]
        gained += sum(TAXES[word] * number for word, number in words.items() if word in TAXES)
        silver += gained
        hand = {letter: seat.workers.count(letter) + words.get(letter, 0) for letter in LETTERS}
        income = (seat.silver + gained, seat.provisions + words.get("provision", 0))
        return Totals(hand, wanted, silver, provisions + words.get("provision", 0), levels, words, uses, income)

    def _pays(self, words: dict[str, int], uses: dict[int, int], kept: list[str], placed: int) -> None:
        """Add what townsfolk pay who are kept now, and for debts and inquisitions."""
        frame = self.frame
        gained: list[str] = []
        tax = sum(TAXES[word] * number for word, number in words.items() if word in TAXES)
        judged = bool(frame.sure) and (tax > 0 or bool(words.get("X")))
        for card in kept:
            row = self.catalogue[card]
            if row.trigger in RIGHT:
                times = uses.get(LEFT + RIGHT.index(row.trigger), 0)
            elif row.trigger == "develop":
                times = placed
            elif row.trigger == "settle":
                times = words.get("settle", 0)
            else:
                times = 2 * judged
            gained += list(row.ongoing) * times
        for card in self.settled:
            gained += list(self.catalogue[card].ongoing) * words.get("settle", 0)
        if judged:
            for card in self.judged:
                gained += list(self.catalogue[card].ongoing) * 2
        for word in gained:
            words[word] = words.get(word, 0) + 1

    # --- what may come next -----------------------------------------------------------------------------

    def lack(self, item: Item, before: Totals, after: Totals) -> str:
        """Name one thing that an item lacks after some set of done items; empty where nothing does."""
        if item.uses and before.words.get(item.uses, 0) < after.words.get("use " + item.uses, 0):
            return item.uses
        if item.action >= 0:
            frees = before.words.get("pray", 0) + before.uses.get(PRAY, 0)
            more = sum(max(0, number - int(not self.seat.placed[index])) for index, number in after.uses.items())
            if more > frees and not (item.action >= LEFT and len(self.game.actions[item.action].spaces) < 3):
                return "free"
        if not fills(before.hand, after.wanted):
            return "workers"
        if item.attribute in ATTRIBUTES:
            level = item.level
            if item.rises:
                level = item.rises[min(before.words.get("at " + " ".join(item.key), 0), len(item.rises) - 1)]
            if before.levels[item.attribute] < level:
                return item.attribute
        verb = item.key[0]
        if verb in ("fortify", "absolve"):
            index = FORTIFY if verb == "fortify" else ABSOLVE
            number = min(SLOTS - 1, self.frame.done[index] + after.uses[index] - 1)
            if before.levels["influence"] < needed(self.position, index, number):
                return "influence"
        cost = after.silver - item_silver(item, before, after)
        if cost < 0:
            return "silver"
        if after.provisions - (after.words.get("provision", 0) - before.words.get("provision", 0)) < 0:
            return "provisions"
        if verb == "pray" and not before.uses and not any(self.seat.placed):
            return "action"
        return ""

    # --- a look at all orders ---------------------------------------------------------------------------

    def look(self, choice: tuple[Key, ...]) -> Verdict:
        """Look for an order in which every item of a choice (with repetitions) can be done."""
        size = len(choice)
        items = [self.frame.items[key] for key in choice]
        full = (1 << size) - 1
        known: dict[int, Totals] = {}

        def at(mask: int) -> Totals:
            found = known.get(mask)
            if found is None:
                done = tuple(key for place, key in enumerate(choice) if mask >> place & 1)
                found = known[mask] = self.totals(done)
            return found

        lacks: set[str] = set()
        reached = 0
        came: dict[int, int] = {0: -1}
        stack = [0]
        while stack:
            if self.control is not None and self.control.stopped:
                raise Halted
            mask = stack.pop()
            if mask == full:
                return Verdict(_traced(choice, came), frozenset(), choice, True)
            if len(came) > STATES:
                return Verdict(None, frozenset(), (), False)
            before = at(mask)
            tried: set[Key] = set()
            for place in range(size):
                if mask >> place & 1 or choice[place] in tried:
                    continue
                tried.add(choice[place])
                next_ = mask | 1 << place
                lack = self.lack(items[place], before, at(next_))
                if lack:
                    lacks.add(lack)
                    if lack == "silver" and items[place].key[0] == "attack":
                        lacks.add("strength")
                else:
                    reached |= 1 << place
                    if next_ not in came:
                        came[next_] = place
                        stack.append(next_)
        return Verdict(
            None, frozenset(lacks), tuple(key for place, key in enumerate(choice) if reached >> place & 1), True
        )

    def open_to(self, reached: tuple[Key, ...], suppliers: frozenset[Key]) -> frozenset[Key]:
        """List the suppliers that could be the first one to come, when these items can be reached.

        Everything else that can follow is added, with all that it brings and nothing paid, until nothing more follows.
        """
        frame = self.frame
        done = list(reached)
        have = set(reached)
        found: set[Key] = set()
        waiting = [key for key in frame.marks if key not in have and frame.marks[key]]
        waiting += [key for key in have if key in suppliers]
        grown = True
        while grown:
            grown = False
            base = self.totals(tuple(done))
            rest: list[Key] = []
            for key in waiting:
                if not self._possible(frame.items[key], base, done):
                    rest.append(key)
                elif key in suppliers:
                    found.add(key)
                else:
                    done.append(key)
                    grown = True
            waiting = rest
        return frozenset(found)

    def _possible(self, item: Item, base: Totals, done: list[Key]) -> bool:
        """Say whether an item could follow with everything that others bring and nothing paid."""
        if item.uses and not base.words.get(item.uses):
            return False
        if item.action >= 0:
            if self.seat.placed[item.action] and not (base.words.get("pray") or base.uses.get(PRAY)):
                return item.action >= LEFT and len(self.game.actions[item.action].spaces) < 3
            spaces = item.spaces
            if item.action >= LEFT:
                mask = self.seat.workshops[item.action - LEFT]
                for key in done:
                    if key[0] in ("develop", "build") and key[1] == RIGHT[item.action - LEFT]:
                        mask |= int(key[2])
                spaces = "".join(letter for place, letter in enumerate(spaces) if not mask >> place & 1)
        else:
            spaces = item.spaces
        if spaces and not fills(base.hand, {letter: spaces.count(letter) for letter in spaces}):
            return False
        if item.attribute in ATTRIBUTES and base.levels[item.attribute] < item.level:
            return False
        verb = item.key[0]
        if verb in ("fortify", "absolve"):
            index = FORTIFY if verb == "fortify" else ABSOLVE
            if base.levels["influence"] < needed(self.position, index, self.frame.done[index]):
                return False
        silver, provisions = item.silver, item.provisions
        if item.action in COSTS and item.action not in self.free:
            field = COSTS[item.action][0]
            cost = getattr(self.game.actions[item.action], field)[min(SLOTS - 1, self.frame.done[item.action])]
            silver, provisions = (cost, 0) if field == "silver" else (0, cost)
        if verb == "develop":
            silver = max(0, min(self.game.actions[0].silver) - self.less)
        return base.income[0] >= silver and base.income[1] >= provisions


def _traced(choice: tuple[Key, ...], came: dict[int, int]) -> tuple[Key, ...]:
    """Read an order back from where each set of done items came from."""
    order: list[Key] = []
    mask = (1 << len(choice)) - 1
    while mask:
        place = came[mask]
        order.append(choice[place])
        mask ^= 1 << place
    return tuple(reversed(order))


def item_silver(item: Item, before: Totals, after: Totals) -> int:
    """Return the silver that an item brings with itself, and so cannot pay for it."""
    own = sum(after.words.get(word, 0) - before.words.get(word, 0) for word in ("silver", "least tax"))
    for word, number in after.words.items():
        if word in TAXES:
            own += TAXES[word] * (number - before.words.get(word, 0))
    return max(0, own)


def fills(hand: dict[str, int], wanted: dict[str, int]) -> bool:
    """Say whether workers fill spaces, Criminals standing for any."""
    jokers = hand["X"] - wanted.get("X", 0)
    if jokers < 0 or sum(hand.values()) < sum(wanted.values()):
        return False
    for letter, number in wanted.items():
        if letter not in ("X", "*"):
            short = number - hand[letter]
            if short > 0:
                jokers -= short
    return jokers >= 0
