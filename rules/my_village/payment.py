"""What a banner costs, and the ways in which a village can pay it.

Goods come from their own building, a plow also from a field, and any good may be a joker of the Guild hall (rules
banner-cost, hall-joker, plow-stays). Coins that are due in any case are not named in a payment; where there is a
choice between ways to pay, those of the chosen way are.

Source: rulebook pages 4 and 5 (costs), 9 (fields, journeys) and 11 (Guild hall).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from rules.findings import Finding
from rules.wording import count, joined

from .catalogue import Cost
from .naming import paid_words
from .steps import finding, replace
from .values import GOODS, PLOW, Seat

Pay = tuple[str, ...]
Goods = tuple[str, ...]
NOTHING = Cost()


class Bill:
    """Hold what a banner asks for: one of ``ways``, and ``more`` on top of it (the grey banner of a journey)."""

    def __init__(self, ways: tuple[Cost, ...], more: Cost = NOTHING) -> None:
        self.free = not ways and more == NOTHING
        self.choice = len(ways) > 1
        self.ways = tuple((way.coins, way.goods + more.goods) for way in (ways or (NOTHING,)))
        self.more = more.coins

    def payments(self, seat: Seat) -> tuple[Pay, ...]:
        """List every way in which a seat can pay."""
        if self.free:
            return ((),)
        return _payments(self.ways, self.choice, self.more, seat.coins, seat.goods, seat.jokers, seat.fields)

    def due(self, pay: Pay) -> int:
        """Return the coins that are paid besides those that a payment names."""
        return self.more + (0 if self.choice else self.ways[0][0])

    def lacks(self, seat: Seat) -> list[tuple[int, str]]:
        """Say what a seat lacks for each way that lacks no more than another one does, the shortest first.

        Each is the number of coins and goods with their names; jokers stand in for goods.
        """
        found = [self._lack(seat, *way) for way in self.ways]
        least = [lack for lack in found if not any(other < lack for other in found)]
        return sorted({(lack.total(), joined([_lacked(*one) for one in lack.items()])) for lack in least})

    def _lack(self, seat: Seat, price: int, goods: Goods) -> Counter[str]:
        own = Counter(dict(zip(GOODS, seat.goods, strict=True)))
        own[GOODS[PLOW]] += sum(seat.fields)
        short = Counter(sorted(goods)) - own
        left = max(0, short.total() - seat.jokers)
        if left != short.total():  # jokers help out, wherever they are put
            short = +Counter({joined(sorted(short), "or"): left})
        return +Counter({"coin": price + self.more - seat.coins}) + short

    def text(self) -> str:
        """Say in words what is asked for."""
        sides = []
        for coins, goods in self.ways:
            parts = [count(coins + self.more, "coin")] if coins + self.more else []
            parts += [count(number, good) for good, number in Counter(goods).items()]
            sides.append(joined(parts) or "nothing")
        return ", or ".join(sides)


def _lacked(name: str, number: int) -> str:
    """Say what is lacking of one good, or of several of which any will do.

    >>> _lacked("wagon", 2), _lacked("beer or horse", 2)
    ('2 wagons', '2 of beer or horse')
    """
    return f"{number} of {name}" if " " in name else count(number, name)


@lru_cache(maxsize=16_384)
def _payments(
    ways: tuple[tuple[int, tuple[str, ...]], ...],
    choice: bool,
    more: int,
    coins: int,
    goods: tuple[int, ...],
    jokers: int,
    fields: tuple[bool, ...],
) -> tuple[Pay, ...]:
    """List payments, sorted, each once."""
    found: dict[Pay, None] = {}
    for price, wanted in ways:
        if price + more > coins:
            continue
        need = Counter(wanted)
        named = ("coin",) * price if choice else ()
        for paid in _goods(tuple(sorted(need.items())), goods, jokers, fields):
            found[tuple(sorted((*named, *paid)))] = None
    return tuple(found)


def _goods(
    need: tuple[tuple[str, int], ...], goods: tuple[int, ...], jokers: int, fields: tuple[bool, ...]
) -> Iterator[Pay]:
    """Go through all ways to bring the goods together: own ones first, then jokers."""
    if not need:
        yield ()
        return
    (good, number), rest = need[0], need[1:]
    kind = GOODS.index(good)
    plows = [f"field{index + 1}" for index, there in enumerate(fields) if there] if kind == PLOW else []
    for own in range(min(number, goods[kind]), -1, -1):
        for lent in range(min(number - own, len(plows)), -1, -1):
            wild = number - own - lent
            if wild > jokers:
                continue
            for chosen in combinations(plows, lent):
                for other in _goods(rest, goods, jokers - wild, fields):
                    yield (*(good,) * own, *chosen, *("joker",) * wild, *other)


def cannot_pay(seat: Seat, bill: Bill, pay: Pay, rule: str = "banner-cost") -> list[Finding]:
    """Refuse a payment that is not one of those a seat can make; say what is due and what is there."""
    payments = bill.payments(seat)
    if pay in payments:
        return []
    asked = bill.text()
    if not payments:
        lacks = bill.lacks(seat)
        change = ", or ".join(text for _, text in lacks)
        text = f"This costs {asked}; you have {holdings(seat)}."
        return [finding(rule, text, f"You lack {change}.", coins=seat.coins, missing=lacks[0][0])]
    if payments == ((),):
        text = f"This costs {asked}, and you name {paid_words(pay)}."
        return [finding(rule, text, "Name no payment: there is nothing to choose.")]
    ways = ", or ".join(paid_words(way) for way in payments[:4] if way)
    text = _mispaid(seat, pay, asked) if ways else f"This costs {asked}, and no payment is named for it."
    return [finding(rule, text, f"Pay with {ways}." if ways else "Leave the payment out.")]


def _mispaid(seat: Seat, pay: Pay, asked: str) -> str:
    """Say what is wrong with a payment: a name that is none, what is not there, what is missing, or another price."""
    if not pay:
        return f"What you pay is missing: this costs {asked}."
    there = Counter({"coin": seat.coins, "joker": seat.jokers, **dict(zip(GOODS, seat.goods, strict=True))})
    # Not joined by |, which drops what there is none of: that has a name all the same.
    there.update({f"field{number}": int(plow) for number, plow in enumerate(seat.fields, start=1)})
    for name, number in Counter(pay).items():
        if name not in there:
            return f"'{name}' is nothing to pay with."
        if number > there[name]:
            if name.startswith("field"):
                return f"There is no plow to take from field {name.removeprefix('field')}."
            return f"You have {count(there[name], name)}, not {number}."
    return f"This costs {asked}, and you name {paid_words(pay)}."


def holdings(seat: Seat) -> str:
    """Say what a seat can pay with."""
    parts = [count(seat.coins, "coin")]
    parts += [count(number, good) for good, number in zip(GOODS, seat.goods, strict=True) if number]
    plows = sum(seat.fields)
    parts += [count(plows, "plow on fields", "plows on fields")] if plows else []
    parts += [count(seat.jokers, "joker")] if seat.jokers else []
    return joined(parts)


def spend(seat: Seat, bill: Bill, pay: Pay) -> Seat:
    """Return coins and goods to the supply."""
    coins = seat.coins - bill.due(pay)
    if not pay:
        return seat if coins == seat.coins else replace(seat, coins=coins)
    goods, fields, jokers = list(seat.goods), list(seat.fields), seat.jokers
    for name in pay:
        if name == "coin":
            coins -= 1
        elif name == "joker":
            jokers -= 1
        elif name in GOODS:
            goods[GOODS.index(name)] -= 1
        else:
            fields[int(name.removeprefix("field")) - 1] = False
    return replace(seat, coins=coins, goods=tuple(goods), fields=tuple(fields), jokers=jokers)
