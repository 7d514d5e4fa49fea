"""What gains, goods, workers and townsfolk are worth to a quick player, in hundredths of a point.

A `Merits` is what one seat can expect in one position. It rests on nothing that the seat may not know. The policy that
uses it stands in ``greedy.py``. The weights were fitted by playing: changed by chance, and kept where the mean score of
seeded games of two players rose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from .scoring import ORDER_POINTS, counts
from .values import ATTRIBUTES, COVERED, INDEX, LEFT, RIGHT, ROUNDS, Position, Seat

if TYPE_CHECKING:
    from .game import Game


class Weights(msgspec.Struct, frozen=True):
    """Hold the numbers of the judgement: hundredths of a point, or shares where a name says so."""

    #: Workers: kept, gained or paid, and the share that they count for in the last round.
    L: int = 80
    S: int = 145
    M: int = 87
    F: int = 95
    C: int = 67
    X: int = 151
    last: float = 0.8
    #: The share that a worker costs while more than three are unused, for those do not stay.
    many: float = 0.89
    #: What each space that asks for a worker adds to that worker, and for an ordered action; how many spaces are usual.
    need: float = 6
    need_order: float = 1.49
    need_usual: float = 3.5
    #: What each worker of a kind takes off another of that kind on a tavern card.
    alike: int = 11
    #: Goods: each, the first one more, and how many leave nothing of that.
    silver: int = 35
    silver_scarce: int = 72
    silver_enough: float = 6
    provision: int = 35
    provision_scarce: int = 92
    provision_enough: float = 3.64
    #: Attributes: how many steps a round brings, and the share of what a step leads to.
    attribute_rate: float = 2.17
    attribute_share: float = 0.39
    #: Attributes: what a step opens, in each round that is left and at all.
    open_faith: int = 10
    open_strength: int = 12
    open_influence: int = 22
    attribute: int = 20
    #: What is added where the next wall, jar or outpost waits for an attribute, and how many times that if ordered.
    blocked: int = 20
    blocked_order: float = 1.46
    #: Actions: how often each is done in a round, the share of what one more leads to, how far orders count.
    rate: float = 0.96
    share: float = 0.65
    order: float = 1.03
    #: The rounds that the present one stands for in both.
    now: float = 0.18
    #: Actions: what each one is worth beside all this before the last round.
    commission: int = 32
    fortify: int = 30
    garrison: int = 43
    absolve: int = 24
    attack: int = 24
    convert: int = 46
    develop: int = 0
    #: What a wall card brings on average.
    wall: int = 102
    #: Outsiders: how often in a round what they score is done, and how many of a kind are attacked.
    converted_rate: float = 0.38
    kind_rate: float = 0.15
    #: A suspicion card, one that makes a seat the most suspicious, the share in the last round, the tax on it.
    suspicion: int = 42
    suspicion_most: int = 51
    suspicion_last: float = 0.6
    tax: float = 1.17
    #: Debts taken, settled and returned.
    debt: int = 364
    settle: int = 608
    destroy: int = 290
    #: Gains that ask: Pray, a townsfolk card and a workshop for nothing.
    pray: int = 74
    recruit: int = 127
    workshop: int = 360
    #: The share of an action that Pray frees, and what each of its workers costs.
    again: float = 0.81
    again_worker: int = 131
    #: What a workshop saves in a round; how many times that on an ordered action, and as the second one.
    saved: int = 160
    saved_order: float = 1.28
    saved_second: float = 1.0
    #: How often in a round a townsfolk card pays.
    trigger: float = 0.5
    #: Paladins: a point of boost, what it opens, an ability, and the one kept on top in hundredths.
    boost: int = 24
    opened: int = 60
    able: int = 70
    top: int = 40
    #: Passing: each worker that is lost, and in the last round.
    passing: int = 63
    ending: int = 200


WEIGHTS: Final = Weights()
DEAREST: Final = 40  #: of more silver or provisions than this, each is worth what the last one is
ENOUGH: Final = 3  #: workers that stay for the next round


class Prices(dict[str, int]):
    """Hold what groups of workers cost, and choose the cheapest."""

    def __init__(self, each: dict[str, float]) -> None:
        super().__init__()
        self.each = each
        #: By identity of the list, which is kept beside what was chosen: hashing it would cost as much as choosing.
        self.chosen: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def __missing__(self, group: str) -> int:
        """Add up the price of a group."""
        price = self[group] = int(sum([self.each[letter] for letter in group]))
        return price

    def cheapest(self, groups: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cheapest group of each size, the first of several."""
        kept = self.chosen.get(id(groups))
        if kept is not None and kept[0] is groups:
            return kept[1]
        if len(self.chosen) > 2_000:
            self.chosen.clear()
        sizes: dict[int, str] = {}
        for group in groups:
            before = sizes.get(len(group))
            if before is None or self[group] < self[before]:
                sizes[len(group)] = group
        found = tuple(sizes.values())
        self.chosen[id(groups)] = (groups, found)
        return found


def ahead(points: Sequence[float], left: int, rate: float, share: float) -> tuple[int, ...]:
    """Return what one more is worth at each number so far: its own points, and a share of those it leads to.

    ``rate`` is how many more come in each round that is left: what lies farther ahead counts less.

    >>> ahead((0, 0, 0, 5), 6, 1.0, 0.5)[:3], ahead((0, 0, 0, 5), 0, 1.0, 0.5)[2]
    ((125, 250, 500), 500)
    """
    found = []
    for done in range(len(points) - 1):
        value, weight = 0.0, 1.0
        for far in range(len(points) - 1 - done):
            sure = min(1.0, (left + WEIGHTS.now) * rate / far) if far else 1.0
            value += 100 * (points[done + far + 1] - points[done + far]) * weight * sure
            weight *= share
        found.append(int(value))
    return tuple(found)


class Scale:
    """Hold what depends on the edition and the round alone.

    ``steps`` is what one more of an attribute is worth at each level, ``times`` what an action is worth by how often it
    was done, by its name and the place of the order that asks for it (-1: none does); ``silver`` and ``provisions``
    are what so many are worth together.
    """

    def __init__(self, game: Game, left: int) -> None:
        cards, weights = game.catalogue, WEIGHTS
        later = left > 0
        self.left = left
        self.workers = {letter: int(getattr(weights, letter) * (1 if later else weights.last)) for letter in "LSMFCX"}
        urgent = 1.0 if later else weights.last
        self.silver = _stock(weights.silver, weights.silver_scarce * urgent, weights.silver_enough)
        self.provisions = _stock(weights.provision, weights.provision_scarce * urgent, weights.provision_enough)
        self.steps = {}
        for name in ATTRIBUTES:
            worths = ahead(game.levels, left, weights.attribute_rate, weights.attribute_share)
            opening = int(later * (getattr(weights, f"open_{name}") * left + weights.attribute))
            self.steps[name] = (*[worth + opening for worth in worths], *[0] * game.cap)
        self.times = {}
        for name in (*RIGHT, "develop"):
            points = cards.actions[name].points or (0,) * 8
            asked = [card.at_least for card in cards.orders.values() if card.action == name]
            bonus = int(later * getattr(weights, name))
            for place in range(-1, len(ORDER_POINTS)):
                order = weights.order * ORDER_POINTS[place] if place >= 0 else 0
                scored = [each + order * (number >= min(asked, default=99)) for number, each in enumerate(points)]
                worths = ahead(scored, left, weights.rate, weights.share)
                self.times[name, place] = (*[worth + bonus for worth in worths], *[0] * 40)


def _stock(usual: float, scarce: float, enough: float) -> tuple[int, ...]:
    """Return what so many goods are worth together: the first ones more than those beyond ``enough``."""
    worths = [0]
    for number in range(DEAREST):
        worths.append(worths[-1] + int(usual + scarce * max(0.0, 1 - number / enough)))
    return tuple(worths)


def scale_of(position: Position) -> Scale:
    """Return the scale of an edition in the present round."""
    memory = position.game.memory
    key = ("scale", position.round)
    found: Scale | None = memory.get(key)
    if found is None:
        found = memory[key] = Scale(position.game, ROUNDS - position.round)
    return found


def _needs(position: Position, seat: Seat) -> tuple[dict[str, int], Prices, Prices]:
    """Return what workers are worth to a seat, and their prices while few or many are unused.

    A worker is worth more the more spaces ask for it, and those of ordered actions count more.
    """
    memory = position.game.memory
    key = ("needs", position.round == ROUNDS, seat.workshops, position.orders)
    found: tuple[dict[str, int], Prices, Prices] | None = memory.get(key)
    if found is None:
        cards, weights = position.game.catalogue, WEIGHTS
        ordered = {cards.orders[card].action for card in position.orders if card in cards.orders}
        asked = dict.fromkeys("SMFC", 0.0)
        for name in RIGHT:
            covered = seat.workshops[INDEX[name] - LEFT]
            for place, space in enumerate(cards.actions[name].spaces):
                if space in asked and not covered >> place & 1:
                    asked[space] += 1 + weights.need_order * (name in ordered)
        each = {
            letter: worth + (weights.need * (asked[letter] - weights.need_usual) if letter in asked else 0)
            for letter, worth in scale_of(position).workers.items()
        }
        many = {letter: worth * weights.many for letter, worth in each.items()}
        found = memory[key] = ({letter: int(worth) for letter, worth in each.items()}, Prices(each), Prices(many))
    return found


def prices_of(position: Position, seat: Seat) -> Prices:
    """Return what the workers of a seat cost it now."""
    _, few, many = _needs(position, seat)
    return many if len(seat.workers) > ENOUGH else few


class Merits(dict[str, int]):
    """Hold what one seat can expect in one position; as a dictionary it values gains, by their words."""

    def __init__(self, position: Position, number: int) -> None:
        super().__init__()
        self.position, self.seat = position, position.seats[number]
        seat, weights = self.seat, WEIGHTS
        self.cards = position.game.catalogue
        self.scale = scale = scale_of(position)
        self.left = scale.left
        self.workers, few, many = _needs(position, seat)
        self.prices = many if len(seat.workers) > ENOUGH else few
        self.ability, self.amount = position.game.abilities.get(seat.paladin, ("", 0))
        self.update(self.workers)
        self["silver"], self["provision"] = self.silver(1), self.provisions(1)
        held = [len(other.suspicion) for place, other in enumerate(position.seats) if place != number]
        if position.opponent is not None:
            held.append(len(position.opponent.suspicion))
        most = weights.suspicion_most if len(seat.suspicion) >= max(held, default=0) else 0
        self.suspicion = int((weights.suspicion + most) * (1.0 if self.left else weights.suspicion_last))
        self["X"] += int(weights.tax * self["silver"]) - self.suspicion  # a Criminal brings a suspicion card
        self.scored: dict[str, int] = {}
        for card in seat.converted:
            scoring = self.cards.outsiders[card].scoring
            self.scored[scoring] = self.scored.get(scoring, 0) + 1
        for name in ATTRIBUTES:
            self[name] = scale.steps[name][getattr(seat, name)] + 25 * self.scored.get(name, 0)
        orders = self.cards.orders
        self.places: dict[str, int] = {orders[card].action: place for place, card in enumerate(position.orders)}
        if self.left:
            self._blocked()
        self.actions: dict[str, int] = {}
        self.known: dict[str, tuple[int, int, int]] = {}
        self.done = counts(seat)

    def _blocked(self) -> None:
        """Raise what an attribute is worth where the next wall, jar or outpost waits for it."""
        seat, actions, weights = self.seat, self.cards.actions, WEIGHTS
        for name, done in (("fortify", len(seat.walls)), ("absolve", len(seat.jars))):
            needs = actions[name].needs
            if done < len(needs) and seat.influence < needs[done]:
                self["influence"] += int(weights.blocked * (weights.blocked_order if name in self.places else 1.0))
        if seat.strength < self.position.game.strength_flags[0]:
            self["strength"] += int(weights.blocked * (weights.blocked_order if "garrison" in self.places else 1.0))

    # --- gains and goods ------------------------------------------------------------------------------------------

    def __missing__(self, gain: str) -> int:
        """Value one gain that is not valued yet; of a choice the best side that does something."""
        seat, weights = self.seat, WEIGHTS
        value = 0.0
        if "/" in gain:
            value = max([self[side] for side in gain.split("/")])
        elif "+" in gain:
            value = sum([self[part] for part in gain.split("+")])
        elif gain.startswith("tax"):
            value = self.silver(int(gain[3:]))
        elif gain == "pardon":
            value = self.suspicion if seat.suspicion else 0
        elif gain == "settle":
            value = weights.settle if seat.unpaid else 0
        elif gain == "destroy":
            value = weights.destroy if seat.unpaid else 0
        elif gain == "debt":
            value = -weights.debt
        elif gain == "pray":
            value = weights.pray if any(seat.placed) else 0
        elif gain == "recruit":
            value = weights.recruit * self.left / 6 + 40
        elif gain == "workshop":
            value = weights.workshop * self.left / 6
        self[gain] = found = int(value)
        return found

    def all(self, gains: Sequence[str]) -> int:
        """Value several gains."""
        if len(gains) == 1:
            return self[gains[0]]
        return sum([self[gain] for gain in gains])

    def silver(self, number: int) -> int:
        """Value so much more silver, or less."""
        return _more(self.scale.silver, self.seat.silver, number) if number else 0

    def provisions(self, number: int) -> int:
        """Value so many more provisions, or fewer."""
        return _more(self.scale.provisions, self.seat.provisions, number) if number else 0

    def able(self, ability: str) -> int:
        """Return the amount of an ability of the seat's paladin, 0 where it has another one."""
        return self.amount if self.ability == ability else 0

    def scoring(self, what: str) -> int:
        """Count the seat's converted outsiders that score a thing."""
        return self.scored.get(what, 0)

    # --- actions ----------------------------------------------------------------------------------------------------

    def times(self, name: str, done: int) -> int:
        """Value one more time of an action: points, orders, what outsiders count, what townsfolk pay."""
        value = self.scale.times[name, self.places.get(name, -1)][done] + 50 * self.scored.get(name, 0)
        rows = self.cards.townsfolk
        for card in self.seat.townsfolk:
            if rows[card].trigger == name:
                value += self.all(rows[card].ongoing)
        return value

    def action(self, name: str) -> int:
        """Value a right-hand action, or Develop, whatever it is aimed at, less the goods that it costs."""
        found = self.actions.get(name)
        if found is None:
            row = self.cards.actions[name]
            done = self.done[name]
            place = min(done, 6)
            found = self.times(name, done)
            if name == "develop":
                worker = self.position.game.workshops[min(done, len(self.position.game.workshops) - 1)]
                found += self[worker] + self.silver(-max(0, row.silver[min(done, 7)] - self.able("develop_less")))
            elif not self.able(name + "_free"):
                if row.provisions:
                    found += self.provisions(-row.provisions[place])
                elif row.silver:
                    found += self.silver(-row.silver[place])
            if name == "fortify":
                found += self["strength"] + WEIGHTS.wall
            elif name == "absolve":
                found += self["faith"] + self["pardon"]
            elif name in ("commission", "garrison"):
                found += self["influence" if name == "commission" else "faith"]
            self.actions[name] = found
        return found

    def freed(self, name: str) -> int:
        """Value that an action can be done again."""
        weights = WEIGHTS
        if name not in RIGHT:
            return 40
        workers = 3 - COVERED[self.seat.workshops[INDEX[name] - LEFT]]
        if len(self.seat.workers) < workers:
            return 0
        aimed = self["strength"] + 100 if name == "convert" else self["influence"] + 60 if name == "attack" else 60
        return int(weights.again * (self.action(name) + aimed - weights.again_worker * workers))

    def workshop(self, name: str, space: int) -> int:
        """Value the workers that a workshop saves."""
        weights = WEIGHTS
        value = weights.saved * self.left * (0.9 if self.cards.actions[name].spaces[space - 1] == "*" else 1.0)
        if name in self.places:
            value *= weights.saved_order
        if self.seat.workshops[INDEX[name] - LEFT]:
            value *= weights.saved_second
        return int(value)

    # --- cards ------------------------------------------------------------------------------------------------------

    def townsfolk(self, card: str) -> tuple[int, int, int]:
        """Value dismissing a townsfolk card of the row, keeping it, and (as a loss) the silver that either takes.

        A card that is kept pays at once, and in the rounds that are left.
        """
        found = self.known.get(card)
        if found is None:
            row, game = self.cards.townsfolk[card], self.position.game
            often = WEIGHTS.trigger * self.left * (1.4 if row.trigger in RIGHT else 1.0)
            kept = self.all(row.recruit) + int(often * self.all(row.ongoing)) + 50 * self.scored.get("recruit", 0)
            cost = 0 if self.able("recruit_free") else game.places[self.position.townsfolk.index(card)].silver
            found = self.known[card] = (self.all(row.dismiss), kept, self.silver(-cost))
        return found

    def outsider(self, scoring: str) -> int:
        """Value what a converted outsider is likely to score at the end."""
        seat, left = self.seat, self.left
        more = WEIGHTS.converted_rate * left
        if scoring in ATTRIBUTES:
            return int(25 * min(12.0, getattr(seat, scoring) + 2.5 * more))
        if scoring in ("saracen", "viking", "byzantine"):
            attacked = sum([self.cards.outsiders[card].kind == scoring for card in seat.attacked])
            return int(100 * (attacked + WEIGHTS.kind_rate * left))
        if scoring == "orders":
            return 100 + 60 * min(3, left)
        if scoring == "mercenaries":
            return 200 + 100 * self.scored.get("mercenaries", 0)
        if scoring == "paid":
            return int(100 * seat.paid + 20 * left)
        if scoring == "unpaid":
            return 100 * seat.unpaid
        if scoring == "suspicion":
            return 100 * len(seat.suspicion) + 10 * left
        done = len(seat.townsfolk) if scoring == "recruit" else self.done[scoring]
        return int(50 * min(8.0, done + more))

    def paladin(self, card: str) -> int:
        """Value using a paladin: its workers, its ability, and its boosts, above all where they open something."""
        row = self.cards.paladins.get(card)
        if row is None:
            return 0
        seat, game, weights = self.seat, self.position.game, WEIGHTS
        value = float(sum([self.workers[letter] for letter in row.workers]))
        value += weights.boost * (row.faith + row.strength + row.influence)
        value += weights.able * (1.3 if row.ability.split("_")[0] in RIGHT else 1.0)
        opened = sum([seat.faith < flag <= seat.faith + row.faith for flag in game.faith_flags])
        opened += sum([seat.strength < flag <= seat.strength + row.strength for flag in game.strength_flags])
        value += weights.opened * opened
        for name, done in (("fortify", len(seat.walls)), ("absolve", len(seat.jars))):
            needs = self.cards.actions[name].needs
            if done < len(needs) and seat.influence < needs[done] <= seat.influence + row.influence:
                value += 1.5 * weights.opened
        return int(value)


def _more(worths: tuple[int, ...], there: int, number: int) -> int:
    now, then = min(there, DEAREST), max(0, there + number)
    return worths[min(then, DEAREST)] - worths[now]
