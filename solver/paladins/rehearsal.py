"""Rehearse a choice: play its items in every order with numbers only, faster than the rules core by far.

What counts here is what decides whether a line is legal: workers, silver, provisions, attributes, occupied actions,
workshops, questions. Hidden cards bring what every one of them brings. An order that is found goes to the rules core,
which has the last word; a choice without an order is cut, with what it lacked wherever an item could not be done.
"""

from __future__ import annotations

import msgspec

from rules.paladins.rewards import able
from rules.paladins.right import SLOTS, uncovered
from rules.paladins.values import ACTIONS, ATTRIBUTES, INDEX, LEFT, RIGHT
from rules.paladins.workers import LETTERS, added, payments, removed

from .frame import Frame
from .items import Item, Key
from .prospect import COSTS, OCCASIONS

STATES = 2_500  #: states that are rehearsed before nothing is said
Act = tuple[Key, str]  #: an item with the workers that it takes, or the action that is freed


class State(msgspec.Struct, frozen=True):
    """Hold what decides whether the rest of a choice can be done; ``asked`` are questions to be answered next."""

    done: int
    hand: str
    silver: int
    provisions: int
    levels: tuple[int, int, int]
    placed: int
    unpaid: int
    draws: int
    asked: tuple[str, ...] = ()


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
        self.catalogue = frame.position.catalogue.townsfolk
        position, seat = frame.position, frame.seat
        self.free_of_cost = {index for index, (_, ability) in COSTS.items() if able(position, seat, ability)}
        self.less = able(position, seat, "develop_less")
        self.collectors = [
            word for card in seat.townsfolk if self._trigger(card) == "settle" for word in self.catalogue[card].ongoing
        ]
        judged = [*seat.townsfolk, *frame.kept]
        # An inquisition that is sure to come may pay or bring a debt to settle; no number here knows when.
        pays = (*OCCASIONS, "settle")
        self.doubtful = bool(frame.sure) and any(self._trigger(card) in pays for card in judged)

    def _trigger(self, card: str) -> str:
        row = self.catalogue.get(card)
        return row.trigger if row is not None else ""

    def look(self, choice: tuple[Key, ...]) -> Rehearsed:
        """Look for an order of a choice, in which a Pray frees whatever is wanted again."""
        self.choice = choice
        self.items = [self.frame.items[key] for key in choice]
        self.lacks: set[str] = set()
        self.reached = 0
        full = (1 << len(choice)) - 1
        seat = self.seat
        start = State(
            done=0,
            hand=seat.workers,
            silver=seat.silver + sum(self.frame.suspicions.least(n) for n in range(1, self.frame.start_draws + 1)),
            provisions=seat.provisions,
            levels=(
                seat.faith + self.frame.lent["faith"],
                seat.strength + self.frame.lent["strength"],
                seat.influence + self.frame.lent["influence"],
            ),
            placed=sum(1 << index for index, group in enumerate(seat.placed) if group),
            unpaid=seat.unpaid,
            draws=self.frame.start_draws,
        )
        start = self._gain(start, self.frame.start, ())
        came: dict[State, tuple[State, Act] | None] = {start: None}
        stack = [start]
        farthest = start
        while stack:
            state = stack.pop()
            if state.done.bit_count() > farthest.done.bit_count():
                farthest = state
            if state.done == full:
                return Rehearsed(_traced(state, came), frozenset(), choice, True)
            if len(came) > STATES:
                return Rehearsed(None, frozenset(), (), False, _traced(farthest, came))
            for act, after in reversed(self._next(state)):
                if after not in came:
                    came[after] = (state, act)
                    stack.append(after)
        reached = tuple(key for place, key in enumerate(choice) if self.reached >> place & 1)
        sure = not (self.doubtful and self._taxed())
        return Rehearsed(None, frozenset(self.lacks), reached, sure, _traced(farthest, came))

    def _taxed(self) -> bool:
        """Say whether the choice can empty the tax supply for certain."""
        words = [word for item in self.items for word in item.gains]
        for item in self.items:
            if item.key[0] in ("recruit", "hire"):
                words += list(self.catalogue[item.card].ongoing) * 3
        words += self.collectors * len(self.items)
        parts = [part for word in words for side in word.split("/") for part in side.split("+")]
        draws = parts.count("X") + self.frame.start_draws
        tax = sum(self.frame.suspicions.least(step) for step in range(1, draws + 1))
        tax += sum(int(part[3:]) for part in parts if part.startswith("tax"))
        return tax >= self.frame.position.tax

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
        bare = msgspec.structs.replace(state, asked=rest)
        if word == "pray":
            found: list[tuple[Act, State]] = []
            for name in self._targets(state):
                found.append(((("free", name), name), self._freed(bare, name)))
            return found or [((("free", ""), ""), bare)]
        answers = []
        for place, item in enumerate(self.items):
            if item.uses == word and not state.done >> place & 1:
                self.reached |= 1 << place
                after = msgspec.structs.replace(bare, done=bare.done | 1 << place)
                answers.append(((self.choice[place], ""), self._gain(self._built(after, item), item.gains, rest)))
        return answers or [((("answer", word), ""), bare)]

    def _targets(self, state: State) -> list[str]:
        """List the occupied actions that the rest of the choice needs again."""
        wanted = {item.action for place, item in enumerate(self.items) if not state.done >> place & 1}
        return [ACTIONS[index] for index in sorted(wanted) if index >= 0 and state.placed >> index & 1]

    def _freed(self, state: State, name: str) -> State:
        return msgspec.structs.replace(state, placed=state.placed & ~(1 << INDEX[name]))

    def _do(self, state: State, place: int, item: Item) -> list[tuple[str, State]]:
        """Do one item in a state, in every way to pay for it; note what it lacks."""
        verb, index = item.key[0], item.action
        if index >= 0 and state.placed >> index & 1:
            self.lacks.add("free")
            return []
        spaces = uncovered(item.spaces, self._mask(state, index)) if index >= LEFT else item.spaces
        groups = payments(state.hand, spaces)
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
            next_ = msgspec.structs.replace(
                state,
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

    def _mask(self, state: State, index: int) -> int:
        mask = self.seat.workshops[index - LEFT]
        for item in self._done(state):
            if item.key[0] in ("develop", "build") and item.key[1] == RIGHT[index - LEFT]:
                mask |= int(item.key[2])
        return mask

    def _built(self, state: State, item: Item) -> State:
        """Gain the worker below a workshop that is placed."""
        if item.key[0] not in ("develop", "build"):
            return state
        number = min(7, self.seat.developed + self._workshops(state) - 1)
        return msgspec.structs.replace(state, hand=added(state.hand, self.game.workshops[number]))

    def _ongoing(self, state: State, verb: str) -> list[str]:
        """List what townsfolk kept earlier in this order pay for an action."""
        words: list[str] = []
        for item in self._done(state):
            if item.key[0] in ("recruit", "hire") and self._trigger(item.card) == verb:
                words += self.catalogue[item.card].ongoing
        return words

    def _gain(self, state: State, gains: tuple[str, ...], asked: tuple[str, ...]) -> State:
        """Settle gains; those that ask are put before what is asked already."""
        hand, silver, provisions = state.hand, state.silver, state.provisions
        levels, unpaid, draws = list(state.levels), state.unpaid, state.draws
        questions: list[str] = []
        waiting = list(gains)
        while waiting:
            word = waiting.pop(0)
            if word in LETTERS:
                hand = added(hand, word)
                if word == "X":
                    draws += 1
                    silver += self.frame.suspicions.least(draws)
            elif word == "silver":
                silver += 1
            elif word == "provision":
                provisions += 1
            elif word in ATTRIBUTES:
                levels[ATTRIBUTES.index(word)] += 1
            elif word.startswith("tax"):
                silver += int(word[3:])
            elif word == "debt":
                unpaid += 1
            elif word == "settle" and unpaid:
                unpaid -= 1
                waiting = [*self.collectors, *self._ongoing(state, "settle"), *waiting]
            elif word in ("pray", "recruit", "workshop") or "/" in word:
                questions.append(word)
            elif "+" in word:
                waiting = [*word.split("+"), *waiting]
        return msgspec.structs.replace(
            state,
            hand=hand,
            silver=silver,
            provisions=provisions,
            levels=(levels[0], levels[1], levels[2]),
            unpaid=unpaid,
            draws=draws,
            asked=(*questions, *asked),
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
