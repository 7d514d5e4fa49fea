"""The rows of a round without order: which items are done, out of which workers, for which totals.

Every row is what must hold whatever the order is, so the best sum under these rows is a bound for every line. What a
hidden card may bring pays for nothing here, as in a line: only what every unseen card brings counts for certain.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from rules.paladins.catalogue import TAXES
from rules.paladins.rewards import able
from rules.paladins.right import SLOTS, needed
from rules.paladins.steps import replace
from rules.paladins.values import (
    ABSOLVE,
    ACTIONS,
    ATTRIBUTES,
    COMMISSION,
    CONVERT,
    DEVELOP,
    FORTIFY,
    GARRISON,
    INDEX,
    LEFT,
    PRAY,
    RIGHT,
    Position,
    Seat,
)
from rules.paladins.workers import LETTERS

from .chances import unseen_suspicions, unseen_walls
from .items import Item, Key, choices_in, list_items, side_items
from .linear import Rows, Sum, total

LADDER = 6  #: so many uses of one action in a round are told apart
TRIGGERS = (*RIGHT, "develop", "settle")


class Frame:
    """Hold the rows of one round for one seat, and the sums that objective and order ask for.

    ``words`` are gains that wait to be settled at the start, ``draws`` suspicion cards that are drawn before the first
    move of the rest (a tavern's Criminals).
    """

    def __init__(self, position: Position, seat: Seat, words: Iterable[str] = (), draws: int = 0) -> None:
        self.position, self.seat, self.game = position, seat, position.game
        self.walls, self.suspicions = unseen_walls(position), unseen_suspicions(position)
        self.rows = Rows()
        self.items: dict[Key, Item] = {}
        self.counts: dict[Key, Sum] = {}
        self.marks: dict[Key, list[Sum]] = {}  #: flags of an item: done at least once, twice, ...
        self.words: dict[str, Sum] = {}
        self.ladders: dict[int, list[Sum]] = {}
        self.placed: list[Sum] = []
        self.draws: list[Sum] = []
        self.bought: dict[Key, Sum] = {}  #: silver that attacks pay for lacking strength
        self.start = tuple(words)
        self.start_draws = draws
        self._items()
        self._uses()
        self._workshops()
        self._kept()
        self._debts()
        self._draws()
        self._inquisitions()
        self._questions()
        self._levels()
        self._frees()
        self._workers()
        self._money()
        self._needs()

    def shrink(self) -> None:
        """Shorten the ladders to the steps that can still be reached."""

        def open_(ladder: list[Sum]) -> list[Sum]:
            return [flag for flag in ladder if self.rows.high(flag)]

        self.ladders = {index: open_(ladder) for index, ladder in self.ladders.items()}
        self.placed, self.draws = open_(self.placed), open_(self.draws)

    # --- helpers ----------------------------------------------------------------------------------------

    def word(self, name: str) -> Sum:
        """Return how often a word is gained, with what waits at the start."""
        return self.words.setdefault(name, Sum(self.start.count(name)))

    def bring(self, gains: Iterable[str], by: Sum) -> None:
        """Add gains, ``by`` times."""
        for gain in gains:
            self.word(gain).add(by)

    def of(self, *verbs: str) -> list[Key]:
        """List the items of these verbs."""
        return [key for key in self.items if key[0] in verbs]

    def flag(self, key: Key) -> Sum:
        """Return 1 if an item is done at all."""
        return self.marks[key][0]

    # --- what is done -----------------------------------------------------------------------------------

    def _items(self) -> None:
        """Make a variable for each item, and take each card once."""
        found = list_items(self.position, self.seat)
        gains = [word for item in found for word in (*item.gains, *self.start)]
        gains += [word for card in self.seat.townsfolk for word in self._ongoing(card)]
        gains += [word for card in self.position.townsfolk if card for word in self._ongoing(card)]
        for choice in choices_in(gains):
            found += side_items(choice)
        prays = sum(item.limit * sum("pray" in word for word in item.gains) for item in found)
        prays += sum("pray" in word for word in self.start)
        prays += LADDER * sum("pray" in word for card in self.position.townsfolk for word in self._ongoing(card))
        self.most = min(LADDER, 2 + 2 * prays)  # a free Pray may free the action Pray, too
        for place, name in enumerate(ACTIONS):
            found.append(Item(key=("free", name), limit=self.most - 1, action=place))
        cards: dict[str, list[Sum]] = {}
        for item in found:
            if item.limit < 1:
                continue
            item_ = item if item.limit <= self.most else _limited(item, self.most)
            self.items[item.key] = item_
            name = " ".join(item.key)
            if item.key[0] == "free":
                count = self.rows.whole(name, 0, item_.limit)
            else:
                marks = self.marks[item.key] = [self.rows.flag(f"{name} {time}") for time in range(1, item_.limit + 1)]
                for before, after in itertools.pairwise(marks):
                    self.rows.most(after, before)
                count = total(marks)
            self.counts[item.key] = count
            self.bring(item.gains, count)
            if item.card:
                cards.setdefault(item.card, []).append(count)
        for card, sums in cards.items():
            limits = [self.items[key].limit for key in self.items if self.items[key].card == card]
            if len(sums) > 1:
                self.rows.most(total(sums), max(limits))

    def _ongoing(self, card: str) -> tuple[str, ...]:
        row = self.position.catalogue.townsfolk.get(card)
        return row.ongoing if row is not None else ()

    def _uses(self) -> None:
        """Count the uses of each action, as a number and as a ladder; the right-hand actions have seven slots."""
        seat, rows = self.seat, self.rows
        self.uses = [
            total(self.counts[key] for key, item in self.items.items() if item.action == index and key[0] != "free")
            for index in range(len(ACTIONS))
        ]
        self.done = {
            COMMISSION: seat.monks,
            FORTIFY: len(seat.walls),
            GARRISON: seat.outposts,
            ABSOLVE: len(seat.jars),
            CONVERT: len(seat.converted),
        }
        for index in range(LEFT, len(ACTIONS)):
            most = self.most if index not in self.done else min(self.most, SLOTS - self.done[index])
            rows.most(self.uses[index], most)
            ladder = self.ladders[index] = rows.ladder(ACTIONS[index], self.uses[index], most)
            rows.filled(ladder, self.uses[index])

    def _workshops(self) -> None:
        """Give the workers below the workshops, the leftmost first (rule develop-worker)."""
        placed = total(self.counts[key] for key in self.of("develop", "build"))
        left = 8 - self.seat.developed
        self.rows.most(placed, left)
        self.placed = self.rows.ladder("workshop", placed, left)
        self.rows.filled(self.placed, placed)
        for place, flag in enumerate(self.placed):
            self.word(self.game.workshops[self.seat.developed + place]).add(flag)
        self.covering = {
            (name, space): total(
                self.counts[key] for key in self.of("develop", "build") if key[1:] == (name, str(space))
            )
            for name in RIGHT
            for space in (1, 2)
        }
        for sum_ in self.covering.values():
            if len(sum_.terms) > 1:
                self.rows.most(sum_, 1)

    def _kept(self) -> None:
        """Let townsfolk that are kept in this round pay, at most as often as their action is done."""
        self.kept = {
            card: total(self.counts[key] for key in self.of("recruit", "hire") if key[1] == card)
            for card in self.position.townsfolk
            if card
        }
        self.pays: dict[str, Sum] = {}
        for card, kept in self.kept.items():
            trigger = self.position.catalogue.townsfolk[card].trigger
            if trigger in TRIGGERS and kept.terms:
                pays = self.pays[card] = self.rows.whole(f"pays {card}", 0, LADDER)
                self.rows.most(pays, kept * LADDER)
                if trigger != "settle":
                    uses = self.uses[INDEX[trigger]]
                    if trigger == "develop" and self.game.options.free_workshop_develops:
                        uses = total(self.placed)
                    self.rows.most(pays, uses)
                self.bring(self._ongoing(card), pays)

    def _questions(self) -> None:
        """Answer no more questions than are asked."""
        asked: dict[str, list[Sum]] = {}
        for key, item in self.items.items():
            if item.uses:
                asked.setdefault(item.uses, []).append(self.counts[key])
        for name, sums in asked.items():
            source = self.word(name)
            self.rows.most(total(sums), source + self.word("welcome") if name == "recruit" else source)

    # --- suspicion, debts, inquisition ------------------------------------------------------------------

    def _draws(self) -> None:
        """Count suspicion cards and walls that are drawn, and what they bring for certain."""
        number = self.word("X") + self.start_draws
        self.draws_number = number
        high = max(0, min(self.rows.high(number), 10))
        self.draws = self.rows.ladder("draws", number, high)
        self.rows.filled(self.draws, number)
        self.taxes = Sum()
        for step, flag in enumerate(self.draws, start=1):
            self.taxes.add(flag, self.suspicions.least(step))
        self.bring([word for word in self.walls.certain if word != "silver"], self.uses[FORTIFY])
        self.wall_silver = self.uses[FORTIFY] * self.walls.certain.count("silver")
        self.certain_tax = Sum()
        for word, count in list(self.words.items()):
            if word in TAXES:
                self.certain_tax.add(count, TAXES[word])

    def _debts(self) -> None:
        """Settle and destroy no more debts than there are (rules debt-settle, debt-destroy)."""
        rows, seat = self.rows, self.seat
        self.paid = rows.whole("settled", 0, 12)
        self.destroyed = rows.whole("destroyed", 0, 12)
        self.judged = rows.whole("debts of inquisitions", 0, 2)
        rows.most(self.paid, self.word("settle"))
        rows.most(self.destroyed, self.word("destroy"))
        self.unpaid = self.word("debt") + seat.unpaid + self.judged - self.paid - self.destroyed
        rows.nonnegative(self.unpaid)
        for card in seat.townsfolk:
            row = self.position.catalogue.townsfolk.get(card)
            if row is not None and row.trigger == "settle":
                self.bring(row.ongoing, self.paid)
        for card, pays in self.pays.items():
            if self.position.catalogue.townsfolk[card].trigger == "settle":
                rows.most(pays, self.paid)

    def _inquisitions(self) -> None:
        """Count the inquisitions that are sure to come: the certain taxes use up the supply (rule inquisition-when)."""
        rows, position = self.rows, self.position
        supply, full = position.tax, self.game.full_tax(len(position.seats))
        sure = self.certain_tax + self.taxes
        self.sure: list[Sum] = []
        for number in range(2):
            limit = supply + number * full
            if rows.high(sure) >= limit:
                flag = rows.flag(f"inquisition {number + 1}")
                rows.most(flag * limit, sure)
                self.sure.append(flag)
        rows.most(self.judged, total(self.sure))
        for card in self.seat.townsfolk:
            row = position.catalogue.townsfolk.get(card)
            if row is not None and row.trigger in ("inquisition", "suspected", "innocent"):
                for flag in self.sure:
                    self.bring([word for word in row.ongoing if word not in TAXES], flag)
        for card, kept in self.kept.items():
            row = position.catalogue.townsfolk[card]
            if row.trigger in ("inquisition", "suspected", "innocent") and self.sure and kept.terms:
                pays = rows.whole(f"pays {card}", 0, len(self.sure))
                rows.most(pays, kept * len(self.sure))
                rows.most(pays, total(self.sure))
                self.bring(row.ongoing, pays)

    # --- what is needed and paid ------------------------------------------------------------------------

    def _levels(self) -> None:
        """Add up the attributes; ``levels`` are with what the paladin lends."""
        paladin = position_paladin(self.position, self.seat)
        self.raised = {name: self.word(name) for name in ATTRIBUTES}
        self.lent = {name: int(getattr(paladin, name, 0)) if paladin is not None else 0 for name in ATTRIBUTES}
        self.levels = {name: self.raised[name] + (getattr(self.seat, name) + self.lent[name]) for name in ATTRIBUTES}

    def _frees(self) -> None:
        """Do an action once, and once more each time it is freed (rules action-once, pray-clear)."""
        frees = [self.counts["free", name] for name in ACTIONS]
        free_prays = self.word("pray")
        self.rows.most(total(frees), self.uses[PRAY] + free_prays)
        pray = free_prays if self.game.options.pray_clears_pray else Sum()
        self.rows.most(frees[PRAY], pray)
        for index, free in enumerate(frees):
            # A workshop may push the last worker off an action that has no third space.
            pushed = Sum()
            if index >= LEFT and len(self.game.actions[index].spaces) < 3:
                pushed = total(self.covering[ACTIONS[index], space] for space in (1, 2))
            self.rows.most(self.uses[index], free + pushed + int(not self.seat.placed[index]))

    def _workers(self) -> None:
        """Fill spaces: a space takes its letter or a Criminal, a free space anybody, a workshop saves one."""
        rows = self.rows
        wanted = {letter: Sum() for letter in (*LETTERS, "*")}
        for key, item in self.items.items():
            if item.action < LEFT:
                for letter in item.spaces:
                    wanted[letter].add(self.counts[key])
        for index in range(LEFT, len(ACTIONS)):
            for letter, sum_ in self._spaces(index).items():
                wanted[letter].add(sum_)
        hand = {letter: self.word(letter) + self.seat.workers.count(letter) for letter in LETTERS}
        jokers = []
        for letter in LETTERS:
            if letter != "X" and wanted[letter].terms:
                joker = rows.whole(f"criminals as {letter}", 0, 12)
                rows.most(wanted[letter], hand[letter] + joker)
                jokers.append(joker)
        rows.most(total(jokers) + wanted["X"], hand["X"])
        self.left = total(hand.values()) - total(wanted.values())
        rows.nonnegative(self.left)

    def _spaces(self, index: int) -> dict[str, Sum]:
        """Count the spaces that the uses of a right-hand action fill, letter by letter."""
        rows, name, uses = self.rows, ACTIONS[index], self.uses[index]
        spaces, mask = self.game.actions[index].spaces, self.seat.workshops[index - LEFT]
        open_ = [bit for bit in (1, 2) if not mask & bit]
        most = len(self.ladders[index])
        filled: dict[str, Sum] = {}
        for place, letter in enumerate(spaces):
            bit = (1, 2, 4)[place]
            if mask & bit:
                continue
            here = Sum().add(uses)
            if bit in open_ and self.covering[name, bit].terms:
                # Uses after the workshop is placed leave this space empty.
                saved = rows.whole(f"{name} saves {bit}", 0, most)
                rows.most(saved, uses)
                rows.most(saved, self.covering[name, bit] * most)
                here.add(saved, -1)
            filled.setdefault(letter, Sum()).add(here)
        return filled

    def _money(self) -> None:
        """Pay with what one has and surely gains; costs by number of uses rise along the ladders."""
        seat, actions, rows = self.seat, self.game.actions, self.rows
        silver, provisions = Sum(), Sum()
        for key, item in self.items.items():
            if item.silver and item.action != DEVELOP:
                silver.add(self.counts[key], item.silver)
            if item.provisions:
                provisions.add(self.counts[key], item.provisions)
        less = able(self.position, seat, "develop_less")
        cheapest = min(actions[DEVELOP].silver[min(seat.developed, 7) :], default=0)
        silver.add(self.uses[DEVELOP], max(0, cheapest - less))
        for index, field, ability in (
            (COMMISSION, "provisions", "commission_free"),
            (FORTIFY, "provisions", "fortify_free"),
            (GARRISON, "provisions", "garrison_free"),
            (ABSOLVE, "silver", "absolve_free"),
            (CONVERT, "silver", "convert_free"),
        ):
            if not able(self.position, seat, ability):
                costs = getattr(actions[index], field)
                for step, flag in enumerate(self.ladders[index]):
                    (silver if field == "silver" else provisions).add(flag, costs[self.done[index] + step])
        for key in self.of("attack"):
            wanted = self.items[key].level
            missing = rows.whole("pays for " + key[1], 0, (wanted + 1) // 2)
            rows.least(missing * 2 + self.levels["strength"], self.counts[key] * wanted)
            silver.add(missing)
            self.bought[key] = missing
        self.silver = self.word("silver") + self.certain_tax + self.taxes + self.wall_silver + seat.silver - silver
        self.provisions = self.word("provision") + seat.provisions - provisions
        rows.nonnegative(self.silver)
        rows.nonnegative(self.provisions)

    def _needs(self) -> None:
        """Ask for faith, strength and influence; nothing raises an attribute for its own need."""
        for key, item in self.items.items():
            if item.attribute in ATTRIBUTES:
                own = item.gains.count(item.attribute)
                for mark, level in zip(self.marks[key], item.rises or (item.level,), strict=False):
                    if level + own > self.levels[item.attribute].constant:
                        self.rows.least(self.levels[item.attribute], mark * (level + own))
        influence = self.levels["influence"]
        for index in (FORTIFY, ABSOLVE):
            for step, flag in enumerate(self.ladders[index]):
                need = needed(self.position, index, self.done[index] + step)
                if need > influence.constant:
                    self.rows.least(influence, flag * need)
        if not self.game.options.attack_below_first:
            first = self.game.strength_flags[0]
            for key in self.of("attack"):
                self.rows.least(self.levels["strength"], self.counts[key] * first)


def position_paladin(position: Position, seat: Seat) -> object | None:
    """Return the paladin in use."""
    return position.catalogue.paladins.get(seat.paladin)


def _limited(item: Item, limit: int) -> Item:
    """Return an item that is done at most as often as an action can be."""
    return replace(item, limit=limit)
