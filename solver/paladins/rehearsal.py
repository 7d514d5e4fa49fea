"""Rehearse a choice: play its items in every order with numbers only, faster than the rules core by far.

What counts here is what decides whether a line is legal: workers, silver, provisions, attributes, occupied actions,
workshops, questions. Hidden cards bring what every one of them brings. An order that is found goes to the rules core,
which has the last word; a choice without an order is cut, with what it lacked wherever an item could not be done.

Three things keep the states few, and none of them hides an order. A space is filled by its own letter where
that is in hand, and a free space by a worker that nothing else asks for: a Criminal kept does what the other could. Of
two states with the same items done, the one with less of everything is dropped. And a state is given up when all that
the rest may still bring cannot pay for the rest; what it is short of then counts as lacking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rules.paladins.catalogue import TAXES
from rules.paladins.rewards import able
from rules.paladins.right import SLOTS, uncovered
from rules.paladins.values import ACTIONS, ATTRIBUTES, INDEX, LEFT, RIGHT
from rules.paladins.workers import LETTERS, added, removed

from .frame import Frame
from .items import Item, Key
from .line import Halted
from .prospect import COSTS, OCCASIONS
from .remainder import MOST_DRAWS, PLAIN, Remainder, lean

if TYPE_CHECKING:
    from solver.control import Control

STATES = 4_000  #: states that are rehearsed before nothing is said
Act = tuple[Key, str]  #: an item with the workers that it takes, or the action that is freed


class State(NamedTuple):
    """Hold what decides whether the rest of a choice can be done; ``asked`` are questions to be answered next."""

    done: int
    placed: int
    unpaid: int
    draws: int
    judged: int  #: inquisitions that are sure to have come
    taxed: int
    asked: tuple[str, ...]
    hand: str
    silver: int
    provisions: int
    levels: tuple[int, int, int]


class Rehearsed(msgspec.Struct, frozen=True):
    """Hold an order, or what was lacking and which items were reached. ``sure`` is False when nothing is proved."""

    order: tuple[Act, ...] | None
    lacks: frozenset[str]
    reached: tuple[Key, ...]
    sure: bool
    longest: tuple[Act, ...] = ()  #: without an order of all: one of as many items as possible


class Rehearsal:
    """Rehearse choices of one frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.seat, self.game = frame, frame.seat, frame.game
        self.control: Control | None = None  #: what may stop a look, which raises ``Halted`` then
        self.catalogue = frame.position.catalogue.townsfolk
        position, seat = frame.position, frame.seat
        self.free_of_cost = {index for index, (_, ability) in COSTS.items() if able(position, seat, ability)}
        self.less = able(position, seat, "develop_less")
        self.collectors = [
            word for card in seat.townsfolk if self.trigger(card) == "settle" for word in self.catalogue[card].ongoing
        ]
        self.judges = [
            word for card in seat.townsfolk if self.trigger(card) in OCCASIONS for word in self.catalogue[card].ongoing
        ]
        full = self.game.full_tax(len(position.seats))
        self.limits = [position.tax + number * full for number in range(len(frame.sure))]
        self.cumulated = [0]
        for draw in range(1, MOST_DRAWS + 1):
            self.cumulated.append(self.cumulated[-1] + frame.suspicions.least(draw))

    def trigger(self, card: str) -> str:
        row = self.catalogue.get(card)
        return row.trigger if row is not None else ""

    def look(self, choice: tuple[Key, ...], most: int = STATES) -> Rehearsed:
        """Look for an order of a choice, in which a Pray frees whatever is wanted again."""
        self.choice = choice
        self.items = [self.frame.items[key] for key in choice]
        self.lacks: set[str] = set()
        self.reached = 0
        full = (1 << len(choice)) - 1
        start = self.begun = self._start()
        remainder = Remainder(self)
        came: dict[State, tuple[State, Act] | None] = {start: None}
        fronts: dict[tuple[object, ...], list[State]] = {}
        stack = [start]
        farthest = start
        while stack:
            if self.control is not None and self.control.stopped:
                raise Halted
            state = stack.pop()
            if state.done.bit_count() > farthest.done.bit_count():
                farthest = state
            if state.done == full:
                return Rehearsed(_traced(state, came), frozenset(), choice, True)
            if len(came) > most:
                return Rehearsed(None, frozenset(), (), False, _traced(farthest, came))
            for act, after in reversed(self._next(state)):
                if after in came:
                    continue
                if short := remainder.short(after):
                    self.lacks |= short
                    continue
                front = fronts.setdefault(after[:7], [])
                if any(_covers(other, after) for other in front):
                    continue
                front.append(after)
                came[after] = (state, act)
                stack.append(after)
        reached = tuple(key for place, key in enumerate(choice) if self.reached >> place & 1)
        return Rehearsed(None, frozenset(self.lacks), reached, True, _traced(farthest, came))

    def _start(self) -> State:
        """Return where every order begins."""
        seat, frame = self.seat, self.frame
        start = State(
            done=0,
            placed=sum(1 << index for index, group in enumerate(seat.placed) if group),
            unpaid=seat.unpaid,
            draws=frame.start_draws,
            judged=0,
            taxed=self.cumulated[frame.start_draws],
            asked=(),
            hand=seat.workers,
            silver=seat.silver + self.cumulated[frame.start_draws],
            provisions=seat.provisions,
            levels=(
                seat.faith + frame.lent["faith"],
                seat.strength + frame.lent["strength"],
                seat.influence + frame.lent["influence"],
            ),
        )
        return self._gain(start, frame.start, ())

    # --- one step ---------------------------------------------------------------------------------------

    def _next(self, state: State) -> list[tuple[Act, State]]:
        """List what may come next: answers to the question that is asked, else the items left."""
        if state.asked:
            return self._answers(state)
        found: list[tuple[int, Act, State]] = []
        tried: set[Key] = set()
        for place, item in enumerate(self.items):
            key = self.choice[place]
            if state.done >> place & 1 or key in tried:
                continue
            tried.add(key)
            if item.uses:
                self.lacks.add(item.uses)
                continue
            for workers, after in self._do(state, place, item):
                self.reached |= 1 << place
                found.append((2 * workers.count("X") - len(item.gains), (key, workers), after))
        found.sort(key=lambda entry: entry[0])
        return [(act, after) for _, act, after in found]

    def _answers(self, state: State) -> list[tuple[Act, State]]:
        """Answer the first question: by what was chosen; what was not chosen changes nothing that is looked at."""
        word, rest = state.asked[0], state.asked[1:]
        bare = state._replace(asked=rest)
        if word == "pray":
            found: list[tuple[Act, State]] = []
            for name in self._targets(state):
                found.append(((("free", name), name), self._freed(bare, name)))
            return found or [((("free", ""), ""), bare)]
        answers = []
        for place, item in enumerate(self.items):
            if item.uses == word and not state.done >> place & 1:
                self.reached |= 1 << place
                after = bare._replace(done=bare.done | 1 << place)
                answers.append(((self.choice[place], ""), self._gain(self._built(after, item), item.gains, rest)))
        return answers or [((("answer", word), ""), bare)]

    def _targets(self, state: State) -> list[str]:
        """List the occupied actions that the rest of the choice needs again."""
        wanted = {item.action for place, item in enumerate(self.items) if not state.done >> place & 1}
        return [ACTIONS[index] for index in sorted(wanted) if index >= 0 and state.placed >> index & 1]

    def _freed(self, state: State, name: str) -> State:
        return state._replace(placed=state.placed & ~(1 << INDEX[name]))

    def _do(self, state: State, place: int, item: Item) -> list[tuple[str, State]]:
        """Do one item in a state, in every way to pay for it; note what it lacks."""
        verb, index = item.key[0], item.action
        if index >= 0 and state.placed >> index & 1:
            self.lacks.add("free")
            return []
        spaces = uncovered(item.spaces, self.mask(state.done, index)) if index >= LEFT else item.spaces
        groups = lean(state.hand, spaces, self._wanted(state, place)) if spaces else ("",)
        if not groups:
            self.lacks.add("workers")
            return []
        if item.attribute in ATTRIBUTES and state.levels[ATTRIBUTES.index(item.attribute)] < self._level(state, item):
            self.lacks.add(item.attribute)
            return []
        silver, provisions = item.silver, item.provisions
        uses = sum(1 for other in self._done(state) if other.action == index) if index >= 0 else 0
        if verb in ("fortify", "absolve"):
            needs = self.game.actions[index].needs
            if state.levels[2] < needs[min(SLOTS - 1, self.frame.done[index] + uses)]:
                self.lacks.add("influence")
                return []
        if index in COSTS and index not in self.free_of_cost:
            field = COSTS[index][0]
            cost = getattr(self.game.actions[index], field)[min(SLOTS - 1, self.frame.done[index] + uses)]
            silver, provisions = (cost, 0) if field == "silver" else (0, cost)
        elif verb == "develop":
            cost = self.game.actions[0].silver[min(7, self.seat.developed + self._workshops(state))]
            silver = max(0, cost - self.less)
        elif verb == "attack":
            silver = (max(0, item.level - state.levels[1]) + 1) // 2
        if state.silver < silver:
            self.lacks |= {"silver", "strength"} if verb == "attack" else {"silver"}
            return []
        if state.provisions < provisions:
            self.lacks.add("provisions")
            return []
        if verb == "pray" and not state.placed:
            self.lacks.add("action")
            return []
        after = []
        for group in groups:
            next_ = state._replace(
                done=state.done | 1 << place,
                hand=removed(state.hand, group),
                silver=state.silver - silver,
                provisions=state.provisions - provisions,
                placed=state.placed | (1 << index if index >= 0 else 0),
            )
            if verb == "pray":
                targets = [name for name in self._targets(next_) if name != "pray"]
                after += [(f"{group} {name}", self._freed(next_, name)) for name in targets]
                if not targets:
                    after.append((f"{group} ", next_))
                continue
            next_ = self._built(next_, item)
            gains = [*item.gains, *self._ongoing(state, verb)]
            if verb == "fortify":
                gains = [*self.frame.walls.certain, *gains]
            after.append((group, self._gain(next_, tuple(gains), ())))
        return after

    def _level(self, state: State, item: Item) -> int:
        """Return what an item needs now: the first space of its kind is the nearest one."""
        if not item.rises:
            return item.level
        times = sum(other is item for other in self._done(state))
        return item.rises[min(times, len(item.rises) - 1)]

    def _done(self, state: State) -> list[Item]:
        return [item for place, item in enumerate(self.items) if state.done >> place & 1]

    def _workshops(self, state: State) -> int:
        return sum(item.key[0] in ("develop", "build") for item in self._done(state))

    def _wanted(self, state: State, here: int) -> tuple[int, ...]:
        """Count what the rest of the choice asks for by name."""
        wanted = dict.fromkeys((*LETTERS, "*"), 0)
        for place, item in enumerate(self.items):
            if place != here and not state.done >> place & 1:
                index = item.action
                for letter in uncovered(item.spaces, self.mask(state.done, index)) if index >= LEFT else item.spaces:
                    wanted[letter] += 1
        return tuple(wanted[letter] for letter in PLAIN)

    def mask(self, done: int, index: int) -> int:
        mask = self.seat.workshops[index - LEFT]
        for place, item in enumerate(self.items):
            if done >> place & 1 and item.key[0] in ("develop", "build") and item.key[1] == RIGHT[index - LEFT]:
                mask |= int(item.key[2])
        return mask

    def _built(self, state: State, item: Item) -> State:
        """Gain the worker below a workshop that is placed."""
        if item.key[0] not in ("develop", "build"):
            return state
        number = min(7, self.seat.developed + self._workshops(state) - 1)
        return state._replace(hand=added(state.hand, self.game.workshops[number]))

    def _ongoing(self, state: State, *occasions: str) -> list[str]:
        """List what townsfolk kept earlier in this order pay for an action, or in an inquisition."""
        words: list[str] = []
        for item in self._done(state):
            if item.key[0] in ("recruit", "hire") and self.trigger(item.card) in occasions:
                words += self.catalogue[item.card].ongoing
        return words

    def _gain(self, state: State, gains: tuple[str, ...], asked: tuple[str, ...]) -> State:
        """Settle gains; those that ask are put before what is asked already."""
        hand, silver, provisions = state.hand, state.silver, state.provisions
        levels, unpaid, draws = list(state.levels), state.unpaid, state.draws
        judged, taxed = state.judged, state.taxed
        questions: list[str] = []
        waiting = list(gains)
        while waiting:
            word = waiting.pop(0)
            tax = 0
            if word in LETTERS:
                hand = added(hand, word)
                if word == "X":
                    draws += 1
                    tax = self.frame.suspicions.least(draws)
            elif word == "silver":
                silver += 1
            elif word == "provision":
                provisions += 1
            elif word in ATTRIBUTES:
                levels[ATTRIBUTES.index(word)] += 1
            elif word in TAXES:
                tax = TAXES[word]
            elif word == "debt":
                unpaid += 1
            elif word == "settle" and unpaid:
                unpaid -= 1
                waiting = [*self.collectors, *self._ongoing(state, "settle"), *waiting]
            elif word in ("pray", "recruit", "workshop") or "/" in word:
                questions.append(word)
            elif "+" in word:
                waiting = [*word.split("+"), *waiting]
            silver, taxed = silver + tax, taxed + tax
            if judged < len(self.limits) and taxed >= self.limits[judged]:
                # The supply is empty whatever was drawn. All that an inquisition may bring is counted, a debt too.
                judged, unpaid = judged + 1, unpaid + 1
                waiting += [*self.judges, *self._ongoing(state, *OCCASIONS)]
        return state._replace(
            hand=hand,
            silver=silver,
            provisions=provisions,
            levels=(levels[0], levels[1], levels[2]),
            unpaid=unpaid,
            draws=draws,
            judged=judged,
            taxed=taxed,
            asked=(*questions, *asked),
        )


def _covers(one: State, other: State) -> bool:
    """Say whether one state has all that another has."""
    return (
        one.silver >= other.silver
        and one.provisions >= other.provisions
        and all(a >= b for a, b in zip(one.levels, other.levels, strict=True))
        and all(one.hand.count(letter) >= other.hand.count(letter) for letter in set(other.hand))
    )


def _traced(state: State, came: dict[State, tuple[State, Act] | None]) -> tuple[Act, ...]:
    """Read an order back from the states it went through."""
    order: list[Act] = []
    step = came[state]
    while step is not None:
        state, act = step
        order.append(act)
        step = came[state]
    return tuple(reversed(order))
