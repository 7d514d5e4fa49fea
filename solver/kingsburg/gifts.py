"""What a set of advisors gives: every mix of goods, soldiers, markers and points that their gifts can make.

Goods of one's choice stay open until they are spent, so an advisor that gives two goods of any kind makes one
state and not six. Only the Alchemist (who is paid in goods held by then) and the Mint (which adds to gifts taken
as gold) force a choice earlier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.kingsburg.catalogue import Advisor
from rules.kingsburg.gifts import advisor_of
from rules.kingsburg.values import Placement, Position

from .stock import Stock

if TYPE_CHECKING:
    from solver.control import Control

LOOK = 32  #: outcomes between two looks at the clock
#: What was chosen at one group: the alternative's number, "exchange" and the good, "mint" and what is taken, …
Choice = tuple[str, int, int, int]
Chain = tuple[Choice, ...]
PLAIN: Choice = ("", 0, 0, 0)


class State(NamedTuple):
    """Hold one outcome of the gifts: the stock, the points won, and the choices that led there."""

    stock: Stock
    points: int
    chain: Chain


class Gifts:
    """Unfold gifts for one seat with its Stable and Mint; results are kept by the groups that give."""

    def __init__(self, position: Position, seat: int, control: Control | None = None) -> None:
        self.control = control
        own = position.seats[seat]
        sheet = position.sheet
        self.position = position
        self.seat = seat
        self.stable = sum(c.building.amount for c in sheet.by_effect.get("stable", ()) if own.built[c.row] > c.column)
        self.mint = sum(c.building.amount for c in sheet.by_effect.get("mint", ()) if own.built[c.row] > c.column)
        self.may_decline = position.game.options.smuggler_may_decline
        self._advisors: dict[tuple[int, bool], Advisor] = {}
        self._known: dict[tuple[tuple[int, bool], ...], tuple[State, ...]] = {}
        self._most: dict[tuple[int, bool], tuple[int, int, int, int]] = {}
        self.start = Stock(own.gold, own.wood, own.stone, 0, own.soldiers, own.markers)

    def advisor(self, rank: int, private: bool) -> Advisor:
        """Return an advisor of the board, or of the seat's own governor card."""
        key = (rank, private)
        if key not in self._advisors:
            self._advisors[key] = advisor_of(self.position, Placement(rank, self.seat, private=private))
        return self._advisors[key]

    def states(self, groups: tuple[tuple[int, bool], ...]) -> tuple[State, ...]:
        """List the outcomes of the gifts of ``groups``, (rank, private) in the order in which they pay."""
        known = self._known.get(groups)
        if known is None:
            if groups:
                known = self.add(self.states(groups[:-1]), groups[-1])
            else:
                known = (State(self.start, 0, ()),)
            self._known[groups] = known
        return known

    def add(self, states: tuple[State, ...], group: tuple[int, bool]) -> tuple[State, ...]:
        """Unfold one more group; of states with the same stock the one with most points is kept."""
        advisor = self.advisor(*group)
        best: dict[Stock, State] = {}
        for number, state in enumerate(states):
            if self.control is not None and number % LOOK == LOOK - 1:
                self.control.look()
            for stock, points, choice in self._give(state.stock, advisor):
                total = state.points + points
                kept = best.get(stock)
                if kept is None or total > kept.points:
                    best[stock] = State(stock, total, (*state.chain, choice))
        return tuple(best.values())

    def most(self, group: tuple[int, bool]) -> tuple[int, int, int, int]:
        """Return the most goods, soldiers, markers and points that a group can bring, each by itself."""
        known = self._most.get(group)
        if known is None:
            if self.advisor(*group).exchange:
                known = (1, 0, 0, 0)
            else:
                ways = self.add((State(Stock(0, 0, 0, 0, 0, 0), 0, ()),), group)
                known = (
                    max(sum(way.stock[:4]) for way in ways),
                    max(way.stock.soldiers for way in ways),
                    max(way.stock.markers for way in ways),
                    max(way.points for way in ways),
                )
            self._most[group] = known
        return known

    def costs(self, group: tuple[int, bool]) -> bool:
        """Say whether a group takes points that cannot be declined: a seat may be better off without it."""
        advisor = self.advisor(*group)
        declined = advisor.pays_points > 0 and self.may_decline
        return advisor.gift.points - advisor.pays_points < 0 and not declined

    def _give(self, stock: Stock, advisor: Advisor) -> list[tuple[Stock, int, Choice]]:
        if advisor.exchange:
            return self._exchange(stock)
        gift = advisor.gift
        soldiers = gift.soldiers + (self.stable if gift.soldiers else 0)
        points = gift.points - advisor.pays_points
        found: list[tuple[Stock, int, Choice]] = []
        if advisor.choose:
            for number, other in enumerate(advisor.choose):
                extra = self.mint if other.gold else 0
                taken = _plus(stock, other.gold + extra, other.wood, other.stone)
                found.append((taken, points, ("choose", number, 0, 0)))
        elif gift.any and self.mint and not gift.gold:
            for gold in range(gift.any + 1):
                for wood in range(gift.any - gold + 1):
                    stone = gift.any - gold - wood
                    taken = _plus(stock, gold + (self.mint if gold else 0), wood, stone)
                    found.append((_more(taken, 0, soldiers, gift.markers), points, ("take", gold, wood, stone)))
        else:
            gold = gift.gold + (self.mint if gift.gold else 0)
            base = _plus(stock, gold, gift.wood, gift.stone)
            found.append((_more(base, gift.any, soldiers, gift.markers), points, ("open", gift.any, 0, 0)))
        if advisor.pays_points and self.may_decline:
            found.append((stock, 0, ("decline", 0, 0, 0)))
        return found

    def _exchange(self, stock: Stock) -> list[tuple[Stock, int, Choice]]:
        if not stock.gold + stock.wood + stock.stone + stock.open_:
            return [(stock, 0, PLAIN)]
        found: list[tuple[Stock, int, Choice]] = [(stock, 0, ("decline", 0, 0, 0))]
        for kind in range(3):
            goods = [stock.gold, stock.wood, stock.stone]
            open_ = stock.open_
            if goods[kind]:
                goods[kind] -= 1
            elif open_:
                open_ -= 1
            else:
                continue
            goods = [have + (other != kind) for other, have in enumerate(goods)]
            after = Stock(goods[0], goods[1], goods[2], open_, stock.soldiers, stock.markers)
            found.append((after, 0, ("exchange", kind, 0, 0)))
        return found

    def settled(self, states: tuple[State, ...]) -> tuple[State, ...]:
        """Turn open goods into every mix of kinds: what is chosen before a card is seen cannot wait for it."""
        best: dict[Stock, State] = {}
        for state in states:
            stock = state.stock
            for gold in range(stock.open_ + 1):
                for wood in range(stock.open_ - gold + 1):
                    fixed = _plus(stock, gold, wood, stock.open_ - gold - wood)._replace(open_=0)
                    kept = best.get(fixed)
                    if kept is None or state.points > kept.points:
                        mark: Choice = ("settle", gold, wood, stock.open_ - gold - wood)
                        best[fixed] = State(fixed, state.points, (*state.chain, mark))
        return tuple(best.values())


def _plus(stock: Stock, gold: int, wood: int, stone: int) -> Stock:
    return Stock(stock.gold + gold, stock.wood + wood, stock.stone + stone, stock.open_, stock.soldiers, stock.markers)


def _more(stock: Stock, open_: int, soldiers: int, markers: int) -> Stock:
    return Stock(
        stock.gold, stock.wood, stock.stone, stock.open_ + open_, stock.soldiers + soldiers, stock.markers + markers
    )
