"""The greedy policy's judgement: what each legal move is worth at a glance, in hundredths of a point.

No move is played to judge it. Placements are judged by the plan for all dice of the season that they begin;
what others may take away meanwhile counts less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .appraisal import ENVOY, PEEK, Outlook, Stock, outlook, stock_of
from .build import cost
from .catalogue import Advisor, Gift
from .dice import FACES
from .gifts import advisor_of
from .influence import DUCHESS, MARKER, highest, market_bend, reachable
from .moves import Army, Build, Change, Exchange, Lose, Move, Pass, Pay, Recruit, RollBonus, Take, Use
from .values import Position, Seat
from .winter import price, soldiers_per_marker

if TYPE_CHECKING:
    from .game import Game

#: How much of a later placement is counted, in percent, when nobody or somebody else can take the advisor.
SAFE, CONTESTED = 97, 70
PRIVATE = 32  #: what the number of an advisor on a governor card is raised by
NOTHING: Stock = (0, 0, 0, 0, 0, 0, 0)


def add(stock: Stock, gift: Stock) -> Stock:
    """Add a gift to a stock."""
    a, b, c, d, e, f, g = stock
    h, i, j, k, m, n, p = gift
    return (a + h, b + i, c + j, d + k, e + m, f + n, g + p)


# --- gifts -------------------------------------------------------------------------------------------------------


def gift_stocks(advisor: Advisor, stable: int, mint: int) -> tuple[Stock, ...]:
    """Return what an advisor may bring, one stock per choice. The Alchemist's trade counts as one good more."""
    if advisor.exchange:
        return ((0, 0, 0, 1, 0, 0, 0),)
    return tuple(as_stock(gift, stable, mint, advisor.pays_points) for gift in advisor.choose or (advisor.gift,))


def as_stock(gift: Gift, stable: int, mint: int, price: int) -> Stock:
    """Return a gift as a stock, with what Stable and Mint add and without what it costs in points."""
    gold = gift.gold + mint * (gift.gold > 0)
    soldiers = gift.soldiers + stable * (gift.soldiers > 0)
    return (gold, gift.wood, gift.stone, gift.any, soldiers, gift.markers, gift.points - price)


@lru_cache(maxsize=256)
def all_gifts(game: Game, stable: int, mint: int) -> tuple[tuple[Stock, ...], ...]:
    """Return every advisor's gifts by rank (nothing at rank 0)."""
    return ((NOTHING,), *(gift_stocks(advisor, stable, mint) for advisor in game.advisors))


def helpers(position: Position, seat: Seat, effect: str) -> int:
    """Return what the seat's buildings of one effect add in all."""
    return sum(
        cell.building.amount for cell in position.sheet.by_effect.get(effect, ()) if seat.built[cell.row] > cell.column
    )


def with_coming(position: Position, number: int, skip: int = -1) -> Stock:
    """Return a seat's stock with the gifts of its groups that have not paid yet (the first choice of each)."""
    seat = position.seats[number]
    stock = stock_of(seat)
    for index in range(position.paid, len(position.placements)):
        group = position.placements[index]
        if group.seat == number and index != skip:
            gifts = gift_stocks(
                advisor_of(position, group), helpers(position, seat, "stable"), helpers(position, seat, "mint")
            )
            stock = add(stock, gifts[0])
    return stock


# --- placements --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def plans(dice: tuple[int, ...], bonus: tuple[int, ...], marker: bool, market: int) -> tuple[tuple[int, int], ...]:
    """List the sets of advisors that dice can influence together, as (bits of their ranks, +2 markers used)."""
    found: dict[int, int] = {0: 0}
    if not dice:
        return ((0, 0),)
    for rank, places in reachable(dice, bonus, marker, market):
        bit = 1 << rank
        for place in places:
            rest = plans(
                without(dice, place.dice),
                without(bonus, place.bonus),
                marker and not place.marker,
                0 if place.market else market,
            )
            for mask, used in rest:
                if mask and mask & -mask <= bit:  # each set once, the lowest rank first
                    continue
                used += place.marker
                if found.get(mask | bit, 9) > used:
                    found[mask | bit] = used
    return tuple(found.items())


def without(dice: tuple[int, ...], placed: tuple[int, ...]) -> tuple[int, ...]:
    """Take placed dice away."""
    rest = list(dice)
    for face in placed:
        rest.remove(face)
    return tuple(rest)


@lru_cache(maxsize=20_000)
def reach(dice: tuple[int, ...], bonus: tuple[int, ...], marker: bool, market: int) -> int:
    """Return the ranks that dice reach, as bits."""
    return sum(1 << rank for rank, _ in reachable(dice, bonus, marker, market)) if dice else 0


class Season:
    """Value the sets of advisors that one seat may influence in the rest of a season."""

    def __init__(self, position: Position, number: int) -> None:
        seat = position.seats[number]
        self.ahead = outlook(position, number)
        self.gifts = all_gifts(position.game, helpers(position, seat, "stable"), helpers(position, seat, "mint"))
        self.base = with_coming(position, number)
        self.advisors = position.game.advisors
        self.looks = 0 if position.enemy and number in position.peeked else PEEK
        self.taken = sum({1 << group.rank for group in position.placements if not group.private})
        self.contested = 0
        for other in set(position.queue) - {number}:
            rival = position.seats[other]
            if rival.dice:
                may_mark = rival.markers > 0 and MARKER not in rival.used
                self.contested |= reach(rival.dice, rival.bonus, may_mark, market_bend(position, rival))
        card = position.catalogue.governors.get(seat.governor)
        self.private = {advisor.rank: as_stock(advisor.gift, 0, 0, 0) for advisor in card.advisors} if card else {}
        self.values: dict[int, int] = {}
        self.stocks: dict[int, tuple[list[Stock], int]] = {}

    def value(self, mask: int, private: int = 0) -> int:
        """Return what the gifts of a set of advisors are worth together (and one on the seat's own card)."""
        key = mask | private << PRIVATE
        found = self.values.get(key)
        if found is None:
            stocks, extra = self.after(key, mask, private)
            found = self.values[key] = max([self.ahead.value(stock, True) for stock in stocks]) + extra
        return found

    def after(self, key: int, mask: int, private: int) -> tuple[list[Stock], int]:
        """Return the stocks that a set may leave, one per choice, and what looking at the enemy is worth beside them.

        Remembered: a set of three advisors is one of two and another.
        """
        found = self.stocks.get(key)
        if found is None:
            if mask:
                bit = mask & -mask
                rank = bit.bit_length() - 1
                before, extra = self.after(key ^ bit, mask ^ bit, private)
                stocks = [add(stock, gift) for gift in self.gifts[rank] for stock in before]
                found = (stocks, extra + self.looks * self.advisors[rank - 1].peek)
            else:
                found = ([add(self.base, self.private[private])] if private else [self.base], 0)
            self.stocks[key] = found
        return found

    def best(self, bit: int, private: int, rest: tuple[tuple[int, int], ...]) -> int:
        """Return the value of a first advisor with the best of the sets that may follow it."""
        first = best = self.value(bit, private)
        blocked, marker, contested = self.taken | bit, self.ahead.marker, self.contested
        for mask, used in rest:
            if mask & blocked:
                continue
            more = self.value(bit | mask, private) - used * marker - first
            if more > 0:
                worth = first + more * (CONTESTED if mask & contested else SAFE) // 100
                if worth > best:
                    best = worth
        return best


def judge_placements(position: Position, moves: Sequence[Any]) -> list[int]:
    """Judge each placement by the best plan for the season that begins with it."""
    number = position.queue[0]
    seat = position.seats[number]
    season = Season(position, number)
    bend = market_bend(position, seat)
    spare = seat.markers > 0 and MARKER not in seat.used
    many = len(seat.dice) + len(seat.bonus) > 5
    judged = []
    for move in moves:
        if isinstance(move, Pass):
            judged.append(season.value(0))
            continue
        rest = plans(
            without(seat.dice, move.dice),
            without(seat.bonus, move.bonus),
            spare and not move.marker and not many,
            0 if move.market or many else bend,
        )
        bit, private = (0, move.rank) if move.private else (1 << move.rank, 0)
        helped = season.ahead.marker * move.marker + ENVOY * move.envoy
        judged.append(season.best(bit, private, rest) - helped)
    return judged


# --- changes of dice ---------------------------------------------------------------------------------------------

#: Rolls that stand for all rolls of three dice: their totals are spread as the totals of three dice are.
TYPICAL = ((1, 2, 4), (1, 3, 5), (2, 2, 6), (2, 4, 4), (1, 4, 6), (3, 4, 5), (2, 5, 6), (3, 5, 6))


def judge_changes(position: Position, moves: Sequence[Any]) -> list[int]:
    """Judge changes of dice by the best plan for the dice they leave; rerolls by what is typical for a roll."""
    number = position.queue[0]
    seat = position.seats[number]
    season = Season(position, number)
    season.contested = 0

    def worth(dice: tuple[int, ...], bonus: tuple[int, ...]) -> int:
        return season.best(0, 0, plans(tuple(sorted(dice)), tuple(sorted(bonus)), False, 0))

    judged = []
    for move in moves:
        dice, bonus = seat.dice, seat.bonus
        if isinstance(move, Change) and move.effect in ("chapel", "philosopher"):
            typical = [worth(roll[: len(dice)], roll[: len(bonus)]) for roll in TYPICAL]
            judged.append(sum(typical) // len(typical))
            continue
        if isinstance(move, Change) and move.effect in ("statue", "trickster"):
            pile = list(bonus if move.white else dice)
            pile.remove(move.die)
            faces = (move.to,) if move.to else FACES
            left = [((*dice,), (*pile, face)) if move.white else ((*pile, face), (*bonus,)) for face in faces]
            judged.append(sum(worth(*both) for both in left) // len(left))
            continue
        if isinstance(move, Change):
            dice = (3, 4, 6) if move.effect == "prince" else (*dice[1:], 6)
        judged.append(worth(dice, bonus))
    return judged


# --- choices of goods --------------------------------------------------------------------------------------------


def taken_stock(move: Move) -> Stock:
    """Return what a choice of goods adds."""
    if isinstance(move, Take):
        return (move.gold, move.wood, move.stone, 0, 0, 0, 0)
    if isinstance(move, Exchange):
        gold, wood, stone = (-1 if move.good == good else 1 for good in ("gold", "wood", "stone"))
        return (gold, wood, stone, 0, 0, 0, 0)
    if isinstance(move, Lose):
        return (-move.gold, -move.wood, -move.stone, 0, 0, 0, 0)
    return NOTHING


def judge_goods(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge goods taken, exchanged or lost by the stock they leave."""
    number = position.owed[0][0] if position.owed else position.queue[0]
    ahead = outlook(position, number)
    paying = position.paid if position.step == "gifts" and not position.owed else -1
    stock = with_coming(position, number, paying)
    now = position.phase < 7
    pays = advisor_of(position, position.placements[paying]).pays_points if paying >= 0 else 0
    return [
        ahead.value(add(stock, taken_stock(move)), now) - (100 * pays if isinstance(move, Take) else 0)
        for move in moves
    ]


def judge_workshops(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge a workshop by the stock it leaves and the points it brings."""
    number = position.queue[0]
    ahead = outlook(position, number)
    stock = stock_of(position.seats[number])
    judged = []
    for move in moves:
        after = stock
        if isinstance(move, Use):
            row = position.sheet.by_id[move.effect].building
            paid = [-row.pay_number if row.pay == good else 0 for good in ("gold", "wood", "stone")]
            after = add(stock, (*paid, 0, 0, 0, 0))  # type: ignore[arg-type]
            gain = row.gain
            after = add(after, (gain.gold, gain.wood, gain.stone, 0, gain.soldiers, gain.markers, gain.points))
        judged.append(ahead.value(after, True))
    return judged


def judge_buildings(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge a building by its benefit and the outlook with it."""
    number = position.queue[0]
    seat = position.seats[number]
    ahead = outlook(position, number)
    stock = stock_of(seat)
    judged = []
    for move in moves:
        if not isinstance(move, Build):
            judged.append(ahead.value(stock, False))
            continue
        cell = position.sheet.by_id[move.building]
        gold, wood, stone = cost(position, seat, cell) if position.step != "sorcerer" else (0, 0, 0)
        built = (*seat.built[: cell.row], seat.built[cell.row] + 1, *seat.built[cell.row + 1 :])
        seats = list(position.seats)
        seats[number] = Seat(built=built, governor=seat.governor)
        after = Position(
            position.game, position.modules, position.year, position.phase, "", (), tuple(seats),
            enemy=position.enemy, peeked=position.peeked,
        )  # fmt: skip
        left = add(stock, (-gold, -wood, -stone, 0, 0, 0, 0))
        worth = ahead.worths[cell.row][cell.column] + outlook(after, number).value(left, False)
        if position.step == "second":
            worth -= ENVOY if ahead.seasons else 0
        judged.append(worth)
    return judged


def judge_town_hall(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge a payment to the Town Hall."""
    number = position.queue[0]
    ahead = outlook(position, number)
    stock = stock_of(position.seats[number])
    points = max((cell.building.amount for cell in position.sheet.by_effect.get("town_hall", ())), default=0)
    judged = []
    for move in moves:
        after = stock
        if isinstance(move, Pay):
            paid = [-1 if move.what == what else 0 for what in ("gold", "wood", "stone", "marker")]
            after = add(stock, (paid[0], paid[1], paid[2], 0, 0, paid[3], points))
        judged.append(ahead.value(after, False))
    return judged


def judge_recruits(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge soldiers by the battle to come and the goods that are left for next year."""
    number = position.queue[0]
    seat = position.seats[number]
    ahead = outlook(position, number)
    each, by_marker = price(position, seat), soldiers_per_marker(position, seat)
    next_year = peace(position, number)
    judged = []
    for move in moves:
        assert isinstance(move, Recruit)
        paid = move.gold + move.wood + move.stone
        soldiers = seat.soldiers + paid // each + by_marker * move.markers
        left = (
            seat.gold - move.gold,
            seat.wood - move.wood,
            seat.stone - move.stone,
            0,
            0,
            seat.markers - move.markers,
            0,
        )
        judged.append(ahead.winter[min(soldiers, len(ahead.winter) - 1)] + next_year.value(left, False))
    return judged


def peace(position: Position, number: int) -> Outlook:
    """Return a seat's outlook once this year's battle is over."""
    after = Position(position.game, position.modules, position.year, 8, "", (), position.seats)
    return outlook(after, number)


# --- the rest ----------------------------------------------------------------------------------------------------


def judge_army(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge an army marker by the battle to come; what is kept is worth points at the end of the game."""
    number = position.queue[0]
    seat = position.seats[number]
    battle = outlook(position, number).battle
    keep = 60 if position.year < 5 else 100
    return [
        battle[min(seat.soldiers + move.value, len(battle) - 1)] - keep * move.value
        for move in moves
        if isinstance(move, Army)
    ]


def judge_offers(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge the Duke's move and the Priest's blessing."""
    number = position.queue[0]
    worth = 1
    if position.step == "duke":
        ahead = outlook(position, number)
        group = highest(position, number)
        gifts = all_gifts(position.game, 0, 0)
        rank = group.rank if group is not None else 0
        base = stock_of(position.seats[number])
        old, new = (max(ahead.value(add(base, gift), True) for gift in gifts[where]) for where in (rank, DUCHESS))
        worth = new - old
    elif position.step == "blessing":
        worth = 1  # a die or a point in any case, and it comes back next year
    return [worth if isinstance(move, Use) else 0 for move in moves]


def judge_bonus(position: Position, moves: Sequence[Move]) -> list[int]:
    """Judge bonus dice: the more the better."""
    return [move.number if isinstance(move, RollBonus) else 0 for move in moves]


Judge = Callable[[Position, Sequence[Any]], list[int]]

JUDGES: dict[str, Judge] = {
    "influence": judge_placements,
    "gifts": judge_goods,
    "losses": judge_goods,
    "works": judge_workshops,
    "build": judge_buildings,
    "second": judge_buildings,
    "sorcerer": judge_buildings,
    "town_hall": judge_town_hall,
    "recruit": judge_recruits,
    "army": judge_army,
    "change": judge_changes,
    "duke": judge_offers,
    "blessing": judge_offers,
    "bonus": judge_bonus,
}


def weigh(position: Position, moves: Sequence[Any]) -> list[int]:
    """Value legal moves for the seat that decides, in hundredths of a point from any zero.

    Only what that seat may know is used. Moves that are all alike to this judgement (governor cards) get 0.
    """
    judge = judge_goods if position.owed else JUDGES.get(position.step)
    return judge(position, moves) if judge is not None else [0] * len(moves)
