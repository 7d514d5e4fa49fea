"""The winter battle in the season model: one flag per way to build and number of soldiers.

What a battle brings is asked of ``battle.py``. Where goods count, too, their loss is added: how often a card wins
depends on the soldiers, what it then takes on the goods that are kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kingsburg.catalogue import EnemyCard
from rules.kingsburg.values import Seat

from .battle import End, Winter
from .model_gifts import KINDS, Held
from .model_rows import Rows, Sum
from .model_tail import count, split
from .tail import Option, Tail


def too_hard(tail: Tail) -> str | None:
    """Say in a sentence why the winter cannot be written as rows of reasonable number; None where it can."""
    winter = tail.winter
    if winter is None:
        return None
    if winter.effect == "minstrel":
        return "The Minstrel compares the points of all seats after each end, so this was solved by exact search."
    if min(tail.weights.goods) < 0:
        return "A good has a negative worth, so this was solved by exact search."
    takes = [card for card in winter.cards if _takes(card)]
    if any(card.lose_goods and (card.lose_gold or card.lose_wood or card.lose_stone) for card in takes):
        return "An enemy card takes chosen and fixed goods together, so this was solved by exact search."
    if winter.final and takes and "cathedral" in winter.camp.sheet.by_effect:
        return "An enemy card of the last year takes goods that the Cathedral counts; solved by exact search."
    return None


def _takes(card: EnemyCard) -> int:
    return card.lose_goods + card.lose_gold + card.lose_wood + card.lose_stone


def enough(winter: Winter, seat: Seat) -> int:
    """Return how many soldiers win every battle as the strongest: more change nothing."""
    soldiers = 0
    for marker in winter.markers(seat):
        for index, die, total in winter.ends(seat, 0, marker):
            soldiers = max(soldiers, winter.cards[index].strength + 1 - total, winter.rivals(index, die) - total)
    return soldiers


def end_of(tail: Tail, seat: Seat, soldiers: int, marker: int | None) -> End:
    """Value the winter of a seat with so many soldiers; where goods do not count, ``marker`` None takes the best."""
    winter = tail.winter
    assert winter is not None
    return End(winter.table(seat, soldiers), (), ()) if marker is None else winter.end(seat, soldiers, marker)


def add_winter(rows: Rows, tail: Tail, chosen: Sequence[tuple[Option, int]], held: Held, name: str = "") -> None:
    """Add the winter's value for the soldiers and goods that are held after recruiting.

    Ways to build that bring the same for every number of soldiers share their flags.
    """
    winter = tail.winter
    assert winter is not None
    least = max(0, rows.least(held.soldiers))
    most = max(least, rows.most(held.soldiers))
    goods_count = any(tail.keeps_kinds(option.seat) for option, _ in chosen)
    tables: dict[tuple[tuple[End, ...], ...], Sum] = {}
    for option, flag in chosen:
        top = max(least, min(most, enough(winter, option.seat)))
        markers: list[int | None] = list(winter.markers(option.seat)) if goods_count else [None]
        table = tuple(
            tuple(end_of(tail, option.seat, soldiers, marker) for soldiers in range(least, top + 1))
            for marker in markers
        )
        tables.setdefault(table, Sum()).plus(flag)
    soldiers = held.soldiers.copy()
    slack = Sum()
    levels = Levels()
    for number, (table, there) in enumerate(tables.items()):
        one = there.copy()
        for row in table:
            for index, end in enumerate(row):
                flag = rows.flag(f"table {number} soldiers {least + index}{name}")
                one.plus(flag, -1)
                soldiers.plus(flag, -(least + index))
                if index == len(row) - 1:
                    slack.plus(flag, most)
                levels.note(end, flag)
                count(rows, Sum().plus(flag), end.number)
        rows.keep(one, 0, 0, "battle-strength")
    # What is more than enough changes nothing.
    more = rows.variable(f"soldiers more than enough{name}", 0, most)
    rows.keep(soldiers.plus(more, -1), 0, 0, "battle-strength")
    rows.keep(slack.plus(more, -1), 0, None, "battle-strength")
    if goods_count:
        add_losses(rows, tail, held, levels, name)
        add_cathedral(rows, tail, held, levels, name)


# --- goods that the battle takes ---------------------------------------------------------------------------------


class Levels:
    """Gather the flags of the winter by what they mean for goods."""

    def __init__(self) -> None:
        self.lost: dict[tuple[int, int], Sum] = {}
        self.stands: dict[tuple[tuple[int, int], ...], Sum] = {}

    def note(self, end: End, flag: int) -> None:
        """Note a flag under the number of lost faces of every card, and under the Cathedral's ends."""
        for card, faces in enumerate(end.lost):
            if faces:
                self.lost.setdefault((card, faces), Sum()).plus(flag)
        if end.stands:
            self.stands.setdefault(end.stands, Sum()).plus(flag)


def at_most(rows: Rows, total: Sum, number: int, name: str) -> Sum:
    """Return the smaller of a sum and a number, as a sum of flags."""
    steps = [rows.flag(f"{name} {step}") for step in range(1, number + 1)]
    rest = rows.variable(f"{name} rest", 0, max(0, rows.most(total)))
    whole = total.copy().plus(rest, -1)
    for step, flag in enumerate(steps):
        whole.plus(flag, -1)
        if step:
            rows.keep(Sum().plus(flag).plus(steps[step - 1], -1), None, 0, "loss-goods")
    rows.keep(whole, 0, 0, "loss-goods")
    rows.keep(Sum().plus(rest).plus(steps[-1], -max(0, rows.most(total))), None, 0, "loss-goods")
    found = Sum()
    for flag in steps:
        found.plus(flag)
    return found


def loss(rows: Rows, tail: Tail, card: EnemyCard, held: Held, name: str) -> Sum:
    """Return what a card takes, in units of one end: of chosen goods those that are worth least (loss-choice)."""
    share = tail.weights.chances
    worths = [split(number)[0] // share for number in tail.weights.goods]
    total = Sum()
    for kind, fixed in enumerate((card.lose_gold, card.lose_wood, card.lose_stone)):
        if fixed and worths[kind]:
            total.add(at_most(rows, held.goods[kind], fixed, f"{card.strength} takes {kind}{name}"), worths[kind])
    if card.lose_goods:
        together = Sum()
        rising = sorted(KINDS, key=lambda kind: (worths[kind], kind))
        for place, kind in enumerate(rising):
            together.add(held.goods[kind])
            following = worths[rising[place + 1]] if place < 2 else 0
            if worths[kind] != following:
                taken = at_most(rows, together, card.lose_goods, f"{card.strength} takes of {place}{name}")
                total.add(taken, worths[kind] - following)
    return total


def add_losses(rows: Rows, tail: Tail, held: Held, levels: Levels, name: str) -> None:
    """Count the goods that are lost: for each card its lost faces times what it takes."""
    winter = tail.winter
    assert winter is not None
    for index, card in enumerate(winter.cards):
        faces = {number: there for (card_, number), there in levels.lost.items() if card_ == index}
        if not faces or not _takes(card):
            continue
        taken = loss(rows, tail, card, held, name)
        most = max(0, rows.most(taken))
        for number, there in faces.items():
            cost = rows.variable(f"card {index} takes {number} times{name}", 0, number * most)
            # At this number of lost faces the cost is that many times what is taken; else nothing pushes it up.
            row = Sum(number * most).plus(cost).add(taken, -number).add(there, -number * most)
            rows.keep(row, 0, None, "loss-goods")
            rows.gain.plus(cost, -1)


def add_cathedral(rows: Rows, tail: Tail, held: Held, levels: Levels, name: str) -> None:
    """Count the Cathedral's points: whole parts of the goods at the end (rule cathedral-points)."""
    winter = tail.winter
    assert winter is not None
    if not levels.stands:
        return
    share = winter.cathedral
    per_end = split(tail.weights.per_end)[0]
    goods = Sum()
    for kind in KINDS:
        goods.add(held.goods[kind])
    points: dict[int, int] = {}
    for extra in sorted({extra for stands in levels.stands for extra, _ in stands}):
        total = goods.copy().add(Sum(extra))
        points[extra] = rows.variable(f"cathedral with {extra}{name}", 0, max(0, rows.most(total) // share))
        rows.keep(total.plus(points[extra], -share), 0, None, "cathedral-points")
    for stands, there in levels.stands.items():
        total = Sum()
        for extra, ends in stands:
            total.plus(points[extra], ends)
        won = rows.variable(f"cathedral {stands}{name}", 0, rows.most(total))
        rows.keep(Sum().plus(won).add(total, -1), None, 0, "cathedral-points")
        rows.keep(Sum().plus(won).add(there, -rows.most(total)), None, 0, "cathedral-points")
        rows.gain.plus(won, per_end)


__all__ = [
    "End",
    "Levels",
    "add_cathedral",
    "add_losses",
    "add_winter",
    "at_most",
    "end_of",
    "enough",
    "loss",
    "too_hard",
]
