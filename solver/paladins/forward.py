"""Go forward through every state of numbers that a round can reach, layer by layer of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rules.paladins.rewards import able
from rules.paladins.right import SLOTS, needed, uncovered
from rules.paladins.values import ACTIONS, ATTRIBUTES, DEVELOP, FORTIFY, INDEX, LEFT, PRAY
from rules.paladins.workers import LETTERS

from .fates import FIRST, Fates, choice
from .following import asked_of, credit, fated, kept, walled
from .items import Item, Key
from .packed import Gain, Layout, Numbers, Unfit, Words, compiled_gain, groups_of
from .paying import Part, joined, jokers, keep, pay
from .prospect import COSTS, OCCASIONS
from .unsure import by_chance, cheaper, comes, judged_for_sure, owed_for_sure, plain_walls, room_for

if TYPE_CHECKING:
    from .frame import Frame

BEGIN = 255  #: how a state came about that no item has led to
ANSWERED = ("free", "build", "hire", "send", "choose")
POPCOUNT = np.array([bin(number).count("1") for number in range(4096)], dtype=np.int64)


class Forward:
    """Expand states of one frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.seat, self.game = frame, frame.seat, frame.game
        position = frame.position
        self.cards = position.catalogue.townsfolk
        self.row = list(position.townsfolk)
        self.outsiders = list(position.outsiders)
        self.favours = list(position.favours)
        if max(len(self.row), len(self.outsiders), len(self.favours)) > 6:
            raise Unfit
        if any(len(self.game.actions[index].spaces) != 3 for index in range(LEFT, 12)) or frame.walls.strange:
            raise Unfit
        spaces = [*(row.spaces for row in self.game.actions), *(item.spaces for item in frame.items.values())]
        if any("L" in letters for letters in spaces):
            raise Unfit  # a Labourer is paid first where any worker will do, as it fits nowhere else
        kinds = groups_of(frame)
        self.groups = {name: place for place, name in enumerate(kinds)}
        self.layout = Layout(list(kinds.values()))
        self.items: list[Item] = [item for key, item in frame.items.items() if key[0] not in ANSWERED]
        self.gains = [compiled_gain(self.layout, item.gains) for item in self.items]
        self.answers: list[tuple[Key, ...]] = [()]
        self.numbers: dict[tuple[Key, ...], int] = {(): 0}
        self.known: dict[tuple[str, ...], Gain] = {}
        most = 14
        self.top_tax = max((tax for tax, _ in frame.suspicions.counts), default=0)
        self.supply = position.tax  #: taxes that bring an inquisition
        #: Suspicion cards of whoever is judged, at least; and so many that the seat is in any case (see ``Judgement``).
        self.rivals = self.others = 1
        self.full = frame.game.full_tax(len(position.seats))
        #: Ranks of what it brings to settle without a debt: by a known debt, draws and taxes (see ``Judgement``).
        self.spares = np.ones((2, most + 1, self.supply + self.full + 1), dtype=np.int64)
        self.least = np.array([0] + [frame.suspicions.least(n) for n in range(1, most + 1)], dtype=np.int64).cumsum()
        collectors = [c for c in self.seat.townsfolk if self.trigger(c) == "settle"]
        self.collected = compiled_gain(self.layout, [w for c in collectors for w in self.cards[c].ongoing])
        self.ongoing: dict[str, list[tuple[int, Gain]]] = {}
        for place, card in enumerate(self.row):
            if card:
                gain = compiled_gain(self.layout, self.cards[card].ongoing)
                self.ongoing.setdefault(self.trigger(card), []).append((place, gain))
                if self.trigger(card) not in OCCASIONS and (gain.asks or gain.settles or gain.destroys):
                    raise Unfit
        if self.collected.asks or self.collected.settles or self.collected.destroys:
            raise Unfit
        self.walls = compiled_gain(self.layout, frame.walls.certain)
        self.before = len(self.seat.walls)
        judges = [c for c in (*self.seat.townsfolk, *self.row) if self.trigger(c) in OCCASIONS]
        self.judges = bool(judges)  #: whether townsfolk may pay in an inquisition, and how many cards they may discard
        self.discards = sum(self.cards[card].ongoing.count("pardon") for card in judges)
        self.plain, self.strongest = plain_walls(self, bool(collectors)), max(frame.walls.strength, default=0)
        self.fates: Fates | None = None  #: what tells the fates of states, where they are followed
        self.jokers = False  #: whether all workers in hand are Criminals
        self.lapses = False  #: whether a free recruit may be left out, as it must be where no card is left
        self.strange = False  #: whether an answer rests on chance in a way that is not counted
        self.workshops = [compiled_gain(self.layout, [letter]) for letter in self.game.workshops]
        less = able(position, self.seat, "develop_less")
        self.develops = np.array([max(0, c - less) for c in (*self.game.actions[DEVELOP].silver, 99)], dtype=np.int64)
        self.costs = self._costs()
        self.room = room_for(self)  #: that one more move may need in the fields that grow
        if self.supply + self.full + self.room["tax"] >= 1 << self.layout.fields["tax"][2]:
            raise Unfit
        self.needs = {
            index: np.array([needed(position, index, step) for step in range(SLOTS)] + [99], dtype=np.int64)
            for index in (FORTIFY, INDEX["absolve"])
        }

    def trigger(self, card: str) -> str:
        """Name what makes a townsfolk card pay."""
        row = self.cards.get(card)
        return row.trigger if row is not None else ""

    def _costs(self) -> dict[int, tuple[str, Numbers]]:
        found = {}
        for index, (field, ability) in COSTS.items():
            row = getattr(self.game.actions[index], field)
            free = able(self.frame.position, self.seat, ability)
            found[index] = (field, np.array([0 if free else row[min(s, SLOTS - 1)] for s in range(8)], dtype=np.int64))
        return found

    def judged(self, draws: Numbers, tax: Numbers, known: Numbers | int = 0) -> Numbers:
        """Say whether an inquisition may have brought the seat a debt by now, beside one that is ``known``."""
        most = tax + draws * self.top_tax
        first = (len(self.seat.suspicion) + draws >= self.rivals) & (most >= self.supply) & (np.asarray(known) == 0)
        return np.asarray(first | (most >= self.supply + self.full), dtype=np.int64)

    def start(self) -> tuple[Words, Numbers]:
        """Return the states in which the rest of the round begins, one for each answer to what is asked, and how."""
        seat, layout = self.seat, self.layout
        delta = [0] * layout.words
        for letter in LETTERS:
            layout.put(delta, letter, seat.workers.count(letter))
        for name in ("silver", "provisions", *ATTRIBUTES, "unpaid", "paid"):
            layout.put(delta, name, getattr(seat, name))
        held = {name: getattr(seat, name, seat.workers.count(name)) for name in self.room}
        if any(held[name] >= 1 << layout.fields[name][2] for name in self.room if name not in ("pardon", "tax")):
            raise Unfit
        layout.put(delta, "placed", sum(1 << index for index, group in enumerate(seat.placed) if group))
        layout.put(delta, "shops", sum(mask << 2 * place for place, mask in enumerate(seat.workshops)))
        for place, number in enumerate(
            (seat.monks, len(seat.walls), seat.outposts, len(seat.jars), 0, len(seat.converted))
        ):
            layout.put(delta, f"done {place}", number)
        layout.put(delta, "taken", sum(1 << place for place, card in enumerate(self.row) if not card))
        used = zip(self.favours, self.frame.position.hired, strict=True)
        layout.put(delta, "favours", sum(1 << place for place, (_, guest) in enumerate(used) if guest))
        words = np.array([delta], dtype=np.int64)
        for _ in range(self.frame.start_draws):
            self._draw(words, 1)
        gain = compiled_gain(layout, self.frame.start)
        none = np.zeros(1, dtype=np.int64)
        if self.fates is not None:
            layout.raise_(words, "fate", FIRST)
        parts = list(self._ask((self.gained(words, gain), none, none + BEGIN), asked_of(self, gain), ()))
        found = judged_for_sure(self, np.concatenate([part[0] for part in parts]), None)
        return found, np.concatenate([part[2] for part in parts])

    def hands(self, words: Words) -> Numbers:
        """Count the workers in hand."""
        return np.asarray(sum(self.layout.get(words, letter) for letter in LETTERS), dtype=np.int64)

    def placed(self, words: Words) -> Numbers:
        """Count the workshops placed."""
        return POPCOUNT[self.layout.get(words, "shops")] + self.layout.get(words, "tokens")

    # --- one layer --------------------------------------------------------------------------------------

    def expand(self, words: Words) -> Iterator[Part]:
        """Do every move that is open in each of some states."""
        here = np.arange(len(words), dtype=np.int64)
        self.paid: dict[str, Part] = {}
        self.source = (words, here, np.zeros(len(words), dtype=np.int64))
        self.right: dict[int, Part] = {}
        for number, (item, gain) in enumerate(zip(self.items, self.gains, strict=True)):
            if item.key[0] == "develop" and any(other.key[0] == "develop" for other in self.items[:number]):
                continue
            part = self._right(item.action) if item.action >= LEFT else self._left(item)
            part = self._able(item, part)
            if len(part[0]):
                for new, whence, how in self._do(number, item, gain, part):
                    if comes(self, new).any():
                        new = judged_for_sure(self, new, words.take(whence, axis=0))
                    yield new, whence, how

    def _left(self, item: Item) -> Part:
        if item.spaces not in self.paid:
            self.paid[item.spaces] = self._paid(self.source, item.spaces)
        part = self.paid[item.spaces]
        if item.action >= 0:
            part = keep(part, self.layout.bit(part[0], "placed", item.action) == 0)
        return part

    def _paid(self, part: Part, spaces: str) -> Part:
        return (jokers if self.jokers else pay)(self.layout, part, spaces)

    def _right(self, index: int) -> Part:
        if index in self.right:
            return self.right[index]
        layout = self.layout
        words = self.source[0]
        shops = (layout.get(words, "shops") >> 2 * (index - LEFT)) & 3
        free = layout.bit(words, "placed", index) == 0
        tokens = layout.get(words, "tokens")
        done = layout.get(words, f"done {index - LEFT}")
        if index != INDEX["attack"]:
            free &= done < SLOTS
        if index in self.needs:
            lent = self.frame.lent["influence"]
            free &= layout.get(words, "influence") + lent >= self.needs[index][done]
        if index in self.costs:
            field, costs = self.costs[index]
            free &= layout.get(words, field) >= costs[done]
        parts = []
        for mask in range(4):
            for cover in range(4):
                if cover & mask:
                    continue
                more = cover.bit_count()
                where = free & (shops == mask) & (tokens >= more)
                if not where.any():
                    continue
                part = keep(self.source, where)
                if cover:
                    layout.raise_(part[0], "shops", cover << 2 * (index - LEFT))
                    layout.raise_(part[0], "tokens", -more)
                part = self._paid(part, uncovered(self.game.actions[index].spaces, mask | cover))
                parts.append((part[0], part[1], part[2] + (cover << 10)))
        part = joined(parts, self.source)
        if index in self.costs:
            field, costs = self.costs[index]
            layout.raise_(part[0], field, -costs[layout.get(part[0], f"done {index - LEFT}")])
        layout.raise_(part[0], f"done {index - LEFT}", 1)
        self.right[index] = part
        return part

    def _able(self, item: Item, part: Part) -> Part:
        """Keep the states in which an item can be done."""
        layout, words = self.layout, part[0]
        verb = item.key[0]
        ok = np.ones(len(words), dtype=bool)
        if verb == "develop":
            number = self.placed(words)
            ok = (number < 8) & (layout.get(words, "silver") >= self.develops[number])
        elif verb in ("recruit", "dismiss"):
            ok = layout.bit(words, "taken", self.row.index(item.card)) == 0
        elif verb in ("attack", "convert"):
            place = self.outsiders.index(item.key[1])
            ok = (layout.bit(words, "attacked", place) | layout.bit(words, "converted", place)) == 0
        elif verb == "favour":
            ok = layout.bit(words, "favours", self.favours.index(item.key[1])) == 0
        elif verb in ("commission", "garrison", "absolve"):
            name = item.card if verb != "absolve" else "jar " + " ".join(item.key[1:])
            used = layout.get(words, f"group {self.groups[name]}")
            ok = used < item.limit
            if item.rises:  # of so many spaces the farthest asks for so much, whichever of them came first
                rises = np.array([*item.rises, 99], dtype=np.int64)
                level = layout.get(words, item.attribute) + self.frame.lent[item.attribute]
                own = used - self._others(words, verb)  # monks and outposts share the board, but not what they ask for
                ok &= level >= rises[np.clip(own, 0, len(item.rises))]
        elif verb == "pray":
            ok = layout.get(words, "placed") != 0
        if verb == "convert":
            ok &= layout.get(words, "faith") + self.frame.lent["faith"] >= item.level
        if verb == "attack":
            strength = layout.get(words, "strength") + self.frame.lent["strength"]
            ok &= layout.get(words, "silver") >= (np.maximum(0, item.level - strength) + 1) // 2
            if not self.game.options.attack_below_first:
                ok &= strength >= self.game.strength_flags[0]
        if item.silver and verb != "develop":
            ok &= layout.get(words, "silver") >= item.silver
        if item.provisions:
            ok &= layout.get(words, "provisions") >= item.provisions
        return keep(part, ok)

    def _others(self, words: Words, verb: str) -> Numbers:
        """Count the outposts of this line where a monk asks for a space, and the monks where an outpost does."""
        if verb == "commission":
            return self.layout.get(words, "done 2") - self.seat.outposts
        return self.layout.get(words, "done 0") - self.seat.monks

    def _do(self, number: int, item: Item, gain: Gain, part: Part) -> Iterator[Part]:
        """Do an item, with everything that follows."""
        layout = self.layout
        words, whence, paid = part
        words = words.copy()
        verb = item.key[0]
        delta = [0] * layout.words
        if item.action >= 0:
            layout.put(delta, "placed", 1 << item.action)
        if item.silver and verb != "develop":
            layout.put(delta, "silver", -item.silver)
        if item.provisions:
            layout.put(delta, "provisions", -item.provisions)
        if verb in ("recruit", "dismiss"):
            layout.put(delta, "taken", 1 << self.row.index(item.card))
        if verb == "attack":
            layout.put(delta, "attacked", 1 << self.outsiders.index(item.key[1]))
            strength = layout.get(words, "strength") + self.frame.lent["strength"]
            lacks = np.maximum(0, item.level - strength)
            layout.raise_(words, "silver", -((lacks + 1) // 2))
            cheaper(self, words, lacks)
        elif verb == "convert":
            layout.put(delta, "converted", 1 << self.outsiders.index(item.key[1]))
        elif verb == "favour":
            layout.put(delta, "favours", 1 << self.favours.index(item.key[1]))
        elif verb in ("commission", "garrison"):
            layout.put(delta, f"group {self.groups[item.card]}", 1)
        elif verb == "absolve":
            layout.put(delta, f"group {self.groups['jar ' + ' '.join(item.key[1:])]}", 1)
        if verb == "develop":
            layout.raise_(words, "silver", -self.develops[self.placed(words)])
        words += np.array(delta, dtype=np.int64)
        asks = asked_of(self, gain, verb)
        if verb == "develop":
            asks = ("workshop!", *asks)
        if verb == "pray":
            asks = ("pray!", *asks)
        self._pays(words, verb)
        if verb == "recruit":
            layout.raise_(words, "kept", 1 << self.row.index(item.card))
            asks = (*kept(self, item.card), *asks)
        if verb == "fortify":
            words = self.gained(words, self.walls)
            credit(self, words, np.ones(len(words), dtype=bool), self.walls)
        words = self.gained(words, gain)
        if verb == "fortify" and self.fates is not None:
            walled(self, words)
            asks = ("!lost", *asks) if asks else asks  # the wall is answered by goods that are not known before
        how = number + (paid << 8)
        yield from self._ask((words, whence, how), asks, ())

    def _pays(self, words: Words, trigger: str) -> None:
        """Let townsfolk kept earlier in the line pay for an action, in place."""
        for place, gain in self.ongoing.get(trigger, ()):
            here = self.layout.bit(words, "kept", place)
            if here.any():
                words += here[:, None] * np.array(gain.delta, dtype=np.int64)
                for _ in range(gain.draws):
                    self._draw(words, here)

    def _draw(self, words: Words, times: Numbers | int) -> None:
        layout = self.layout
        before = layout.get(words, "draws")
        after = np.minimum(before + times, len(self.least) - 1)
        layout.raise_(words, "silver", self.least[after] - self.least[before])
        layout.raise_(words, "draws", after - before)

    def gained(self, words: Words, gain: Gain) -> Words:
        """Settle gains without a question."""
        layout = self.layout
        words = words + np.array(gain.delta, dtype=np.int64)
        for _ in range(gain.draws):
            self._draw(words, 1)
        for kind in ("settle",) * gain.settles + ("destroy",) * gain.destroys:
            some = (layout.get(words, "unpaid") > 0).astype(np.int64)
            layout.raise_(words, "unpaid", -some)
            owed = owed_for_sure(self, words, some)
            some = some + owed
            if kind == "destroy" and self.frame.walls.settle:
                walls = layout.get(words, "done 1") > self.before
                spoilt = some * walls * (1 - layout.get(words, "spoiled"))
                layout.raise_(words, "spoiled", spoilt)  # a wall may have settled this debt, which scores
            # Without a debt it may settle one that an inquisition has brought by chance, as likely as it is by now.
            draws, known = layout.get(words, "draws"), layout.get(words, "judged")
            judged = self.judged(draws, layout.get(words, "tax"), known) & ((some == 0) | (owed > 0))
            tax = np.minimum(layout.get(words, "tax"), self.supply + self.full)
            spare = self.spares[known, draws, tax] * judged
            layout.raise_(words, "spare", np.maximum(0, spare - layout.get(words, "spare")))
            if kind == "settle":
                layout.raise_(words, "paid", some)
                words += some[:, None] * np.array(self.collected.delta, dtype=np.int64)
                credit(self, words, some > 0, self.collected)
                for _ in range(self.collected.draws):
                    self._draw(words, some)
                for place, other in self.ongoing.get("settle", ()):
                    pays = some * layout.bit(words, "kept", place)
                    words += pays[:, None] * np.array(other.delta, dtype=np.int64)
                    credit(self, words, pays > 0, other)
                    for _ in range(other.draws):
                        self._draw(words, pays)
        return words

    def _answered(self, done: tuple[Key, ...]) -> int:
        if done not in self.numbers:
            self.numbers[done] = len(self.answers)
            self.answers.append(done)
        return self.numbers[done]

    def compiled(self, words: tuple[str, ...]) -> Gain:
        """Add words of gains up, remembered."""
        if words not in self.known:
            self.known[words] = compiled_gain(self.layout, words)
        return self.known[words]

    def _ask(self, part: Part, asks: tuple[str, ...], done: tuple[Key, ...]) -> Iterator[Part]:
        """Answer what is asked in every way."""
        words, whence, how = part
        if not len(words):
            return
        if not asks:
            yield words, whence, how + (self._answered(done) << 20)
            return
        layout = self.layout
        asked, rest = asks[0], asks[1:]
        if asked[0] in "!?":
            yield from self._ask(fated(self, part, asked), rest, done)
        elif asked in ("pray", "pray!"):
            placed = layout.get(words, "placed")
            if asked == "pray!" or not self.game.options.pray_clears_pray:
                placed = placed & ~(1 << PRAY)
            for index in range(len(ACTIONS)):
                where = (placed >> index & 1) == 1
                if where.any():
                    some = keep(part, where)
                    layout.raise_(some[0], "placed", -(1 << index))
                    yield from self._ask(some, rest, (*done, ("free", ACTIONS[index])))
            yield from self._ask(keep(part, placed == 0), rest, done)
        elif asked == "recruit":
            left = ~layout.get(words, "taken") & ((1 << len(self.row)) - 1)
            for place, card in enumerate(self.row):
                where = (left >> place & 1) == 1
                if not card or not where.any():
                    continue
                ways = [("hire", self.cards[card].recruit)]
                if self.game.options.free_recruit_dismisses:
                    ways.append(("send", self.cards[card].dismiss))
                for verb, gains in ways:
                    some = keep(part, where)
                    layout.raise_(some[0], "taken", 1 << place)
                    if verb == "hire":
                        layout.raise_(some[0], "kept", 1 << place)
                    gain = self.compiled(tuple(gains))
                    next_ = (self.gained(some[0], gain), some[1], some[2])
                    more = asked_of(self, gain) if verb == "send" else (*kept(self, card), *asked_of(self, gain))
                    yield from self._ask(next_, (*more, *rest), (*done, (verb, card)))
            yield from self._ask(part if self.lapses else keep(part, left == 0), rest, done)
        elif asked in ("workshop", "workshop!"):
            number = self.placed(words)
            for step in range(8):
                where = number == step
                if where.any():
                    some = keep(part, where)
                    layout.raise_(some[0], "tokens", 1)
                    more = asked_of(self, self.workshops[step])
                    if asked == "workshop" and self.game.options.free_workshop_develops:
                        self._pays(some[0], "develop")
                        more = asked_of(self, self.workshops[step], "develop")
                    gained = self.gained(some[0], self.workshops[step])
                    key: tuple[Key, ...] = (("build",),) if asked == "workshop" else ()
                    yield from self._ask((gained, some[1], some[2]), (*more, *rest), (*done, *key))
            yield from self._ask(keep(part, number >= 8), rest, done)
        else:
            sides = asked.split("/")
            for side in sides:
                gain = self.compiled(tuple(side.split("+")))
                next_ = (by_chance(self, words, self.gained(words, gain), side, sides), whence, how)
                more = asked_of(self, gain)
                if self.fates is not None and (chosen := choice(asked, side)):
                    more = (f"!{chosen}", *gain.asks)
                yield from self._ask(next_, (*more, *rest), (*done, ("choose", asked, side)))
