"""Phases 7 and 8: soldiers are recruited, reinforcements come, and the enemy attacks; then the year ends.

Sources: rulebook pages 7 (recruiting, winter), 8 (penalties, end), 9 and 10 (King's-army markers, effects).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

import msgspec

from rules.findings import Finding
from rules.wording import joined

from .catalogue import Cell, EnemyCard, Governor
from .gifts import deck
from .moves import GOODS, Academy, Army, Enemy, King, Lose, Move, Outcome, Recruit
from .steps import (
    CHANCES,
    DECISIONS,
    Chance,
    Decision,
    automatic,
    finding,
    goods_count,
    governor_of,
    replace,
    with_points,
    with_seat,
)
from .values import (
    ARMY,
    BATTLES,
    BUILDINGS,
    EFFECTS,
    GOVERNORS,
    NO_MARKER,
    UNKNOWN_MARKER,
    Position,
    Seat,
)

# --- phase 7 -----------------------------------------------------------------------------------------------------


@automatic("start_recruit")
def start_recruit(position: Position) -> Position:
    """Give the General's soldier (rule governor-general), then ask every seat in turn order."""
    general = governor_of(position, "general")
    if general >= 0:
        seat = position.seats[general]
        soldiers = seat.soldiers + position.catalogue.governors[seat.governor].soldiers
        position = with_seat(position, general, replace(seat, soldiers=soldiers))
    return replace(position, step="recruit", queue=position.order)


def price(position: Position, seat: Seat) -> int:
    """Return how many goods one soldier costs a seat (rules recruit-cost, barracks-cost)."""
    return 1 if position.sheet.has(seat.built, "barracks") else 2


def soldiers_per_marker(position: Position, seat: Seat) -> int:
    """Return how many soldiers one +2 marker buys: 0 without the recruiting building (rule recruiting-markers)."""
    offices = position.sheet.by_effect.get("recruiting", ())
    return max((cell.building.amount for cell in offices if seat.built[cell.row] > cell.column), default=0)


@lru_cache(maxsize=1_024)
def payments(gold: int, wood: int, stone: int, markers: int, per_soldier: int) -> tuple[Move, ...]:
    """List every payment that buys a whole number of soldiers, cheapest first in each kind."""
    return tuple(
        Recruit(g, w, s, m)
        for m in range(markers + 1)
        for g in range(gold + 1)
        for w in range(wood + 1)
        for s in range(stone + 1)
        if (g + w + s) % per_soldier == 0
    )


def recruit_moves(position: Position) -> tuple[Move, ...]:
    """List the payments."""
    seat = position.seats[position.queue[0]]
    markers = seat.markers if soldiers_per_marker(position, seat) else 0
    return payments(seat.gold, seat.wood, seat.stone, markers, price(position, seat))


def check_recruit(position: Position, move: Recruit) -> list[Finding]:
    """Refuse goods that are not there, and payments that buy half a soldier."""
    seat = position.seats[position.queue[0]]
    found = []
    paid = (move.gold, move.wood, move.stone)
    for good, number in zip(GOODS, paid, strict=True):
        held = getattr(seat, good)
        if not 0 <= number <= held:
            found.append(finding("recruit-have", f"You have {held} {good}, not {number}.", paid=number, held=held))
    if move.markers:
        if not soldiers_per_marker(position, seat):
            rows = position.catalogue.buildings.values()
            offices = [f"the {row.name.en}" for row in rows if row.effect == "recruiting"]
            text = f"Only {joined(offices, 'or')} makes soldiers of +2 markers, and you do not own it."
            found.append(finding("recruiting-markers", text, "Pay goods."))
        elif not 0 <= move.markers <= seat.markers:
            text = f"You have {seat.markers} +2 {'marker' if seat.markers == 1 else 'markers'}, not {move.markers}."
            found.append(finding("recruit-have", text, paid=move.markers, held=seat.markers))
    each = price(position, seat)
    if sum(paid) % each:
        text = f"A soldier costs you {each} goods, and {goods_count(sum(paid))} would not buy a whole number."
        found.append(finding("recruit-cost", text, "Pay one good more or less.", goods=sum(paid), price=each))
    return found


def recruit(position: Position, move: Recruit) -> Position:
    """Pay and take the soldiers."""
    number, rest = position.queue[0], position.queue[1:]
    seat = position.seats[number]
    soldiers = (move.gold + move.wood + move.stone) // price(position, seat)
    soldiers += move.markers * soldiers_per_marker(position, seat)
    if soldiers:
        seat = replace(
            seat,
            gold=seat.gold - move.gold,
            wood=seat.wood - move.wood,
            stone=seat.stone - move.stone,
            markers=seat.markers - move.markers,
            soldiers=seat.soldiers + soldiers,
        )
        position = with_seat(position, number, seat)
    return replace(position, queue=rest) if rest else replace(position, queue=(), step="start_winter", phase=8)


DECISIONS["recruit"] = Decision("Recruit soldiers, or none.", (Recruit,), recruit_moves, check_recruit, recruit)


# --- reinforcements ----------------------------------------------------------------------------------------------


@automatic("start_winter")
def start_winter(position: Position) -> Position:
    """Roll the King's die (rule king-die), or choose army markers with module 3."""
    if "army" in position.modules:
        return replace(position, step="army", queue=position.order)
    return replace(position, step="king")


KING_DIE: tuple[tuple[Outcome, Fraction], ...] = tuple((King(face), Fraction(1, 6)) for face in range(1, 7))


def academy_soldiers(position: Position, seat: Seat, die: int) -> int:
    """Return the Military Academy's soldiers for a die: a part of it, rounded up (rule academy-soldiers)."""
    return sum(
        -(-die // cell.building.amount)
        for cell in position.sheet.by_effect.get("academy", ())
        if seat.built[cell.row] > cell.column
    )


def king(position: Position, outcome: King) -> Position:
    """Give every seat as many soldiers as the die shows."""
    seats = tuple(
        replace(seat, soldiers=seat.soldiers + outcome.value + academy_soldiers(position, seat, outcome.value))
        for seat in position.seats
    )
    return replace(position, seats=seats, reinforcement=outcome.value, step="enemy_comes")


CHANCES["king"] = Chance(lambda position: KING_DIE, king, King)


def army_moves(position: Position) -> tuple[Move, ...]:
    """List the different markers that the seat still has."""
    return tuple(Army(value) for value in sorted(set(position.seats[position.queue[0]].army)))


def check_army(position: Position, move: Army) -> list[Finding]:
    """Refuse a marker that the seat does not have (rule module3-held)."""
    army = position.seats[position.queue[0]].army
    if move.value in army:
        return []
    held = joined([str(value) for value in sorted(set(army))], "or")
    return [
        finding("module3-held", f"You have no marker {move.value} left.", f"Choose {held}.", value=move.value)
    ]


def choose_army(position: Position, move: Army) -> Position:
    """Choose a marker face down; when all have chosen they are revealed (rule module3-choose)."""
    number, rest = position.queue[0], position.queue[1:]
    seat = position.seats[number]
    army = list(seat.army)
    army.remove(move.value)
    position = with_seat(position, number, replace(seat, army=tuple(army), chosen=move.value), queue=rest)
    return position if rest else replace(position, step="reveal_army")


DECISIONS["army"] = Decision("Choose a King's-army marker in secret.", (Army,), army_moves, check_army, choose_army)


@automatic("reveal_army")
def reveal_army(position: Position) -> Position:
    """Give each seat its own reinforcement; the markers leave the game."""
    seats = tuple(
        replace(seat, soldiers=seat.soldiers + max(0, seat.chosen), chosen=NO_MARKER) for seat in position.seats
    )
    owners = tuple(number for number in position.order if position.sheet.has(seats[number].built, "academy"))
    return replace(position, seats=seats, step="academy" if owners else "enemy_comes", queue=owners)


@cache
def academy_die(seat: int) -> tuple[tuple[Outcome, Fraction], ...]:
    """List what the Academy's own die may show."""
    return tuple((Academy(seat, face), Fraction(1, 6)) for face in range(1, 7))


def academy(position: Position, outcome: Academy) -> Position:
    """Give the Academy's soldiers by its own die, since no King's die is rolled with module 3."""
    seat = position.seats[outcome.seat]
    soldiers = seat.soldiers + academy_soldiers(position, seat, outcome.value)
    rest = position.queue[1:]
    step = "academy" if rest else "enemy_comes"
    return with_seat(position, outcome.seat, replace(seat, soldiers=soldiers), queue=rest, step=step)


CHANCES["academy"] = Chance(lambda position: academy_die(position.queue[0]), academy, Academy)


# --- the battle --------------------------------------------------------------------------------------------------


@automatic("enemy_comes")
def enemy_comes(position: Position) -> Position:
    """Reveal the top enemy card: chance decides unless a seat has looked at it already."""
    return replace(position, step="battle" if position.enemy else "reveal")


CHANCES["reveal"] = Chance(deck, lambda position, outcome: replace(position, enemy=outcome.card, step="battle"), Enemy)


class Battle(msgspec.Struct, frozen=True):
    """Hold one seat's battle: its strength and what came of it (1 victory, 0 held, -1 defeat)."""

    strength: int
    result: int
    strongest: bool = False


def strength(position: Position, seat: Seat, card: EnemyCard) -> int:
    """Add soldiers and modifiers (rules battle-strength, kind-strength, farms-weak, improvised-strength)."""
    governor = position.catalogue.governors.get(seat.governor)
    return seat.soldiers + modifiers(position.sheet.owned(seat.built), governor, card)


def modifiers(cells: tuple[Cell, ...], governor: Governor | None, card: EnemyCard) -> int:
    """Add what buildings and a governor bring against an enemy."""
    total = 0
    for cell in cells:
        row = cell.building
        total += row.versus.get(card.kind, row.strength)
        if row.effect == "improvised" and card.strength <= row.pay_number:
            total += row.amount
    if governor is not None and governor.effect == "damsel":  # rule governor-damsel
        total += governor.strength
    return total


def battles(position: Position) -> tuple[Battle, ...]:
    """Compare every seat with the revealed enemy (rules battle-win, battle-equal, battle-lose, stone-wall)."""
    card = position.catalogue.enemies[position.enemy]
    rows = []
    for seat in position.seats:
        total = strength(position, seat, card)
        result = (total > card.strength) - (total < card.strength)
        if result == 0 and position.sheet.has(seat.built, "stone_wall"):
            result = 1
        rows.append((total, result))
    best = max((total for total, result in rows if result > 0), default=None)
    return tuple(Battle(total, result, result > 0 and total == best) for total, result in rows)


def destroyed(position: Position, seat: Seat) -> tuple[int, ...]:
    """Return the rows' counts after the enemy destroys a building: rightmost column, topmost row (loss-building)."""
    right = max(seat.built)
    row = seat.built.index(right)
    return (*seat.built[:row], right - 1, *seat.built[row + 1 :])


def suffer(position: Position, seat: Seat, card: EnemyCard) -> tuple[Seat, int]:
    """Take the penalty but for chosen goods (rules loss-goods, loss-building, loss-points); return the seat and how
    many goods it must choose to lose."""
    gold = max(0, seat.gold - card.lose_gold)
    wood = max(0, seat.wood - card.lose_wood)
    stone = max(0, seat.stone - card.lose_stone)
    owing = 0
    if card.lose_goods >= gold + wood + stone:  # rule loss-choice: all that is left
        if card.lose_goods:
            gold = wood = stone = 0
    else:
        owing = card.lose_goods
    points = list(seat.points)
    points[BATTLES] -= card.lose_points
    built = seat.built
    governor = position.catalogue.governors.get(seat.governor)
    safe = governor is not None and governor.effect == "constable"  # rule governor-constable
    if card.lose_building and any(built) and not safe:
        built = destroyed(position, seat)
        lost = next(cell for cell in position.sheet.owned(seat.built) if built[cell.row] <= cell.column)
        points[BUILDINGS] -= lost.building.points
    seat = replace(seat, gold=gold, wood=wood, stone=stone, built=built, points=tuple(points))
    return seat, owing


@automatic("battle")
def battle(position: Position) -> Position:
    """Settle every seat's battle alone, in turn order; goods that owners choose are asked for afterwards."""
    card = position.catalogue.enemies[position.enemy]
    results = battles(position)
    seats = list(position.seats)
    choosing, owed = [], []
    quartermaster = governor_of(position, "quartermaster")
    for number in position.order:
        seat, result = seats[number], results[number]
        if result.result < 0:
            seats[number], owing = suffer(position, seat, card)
            if owing:
                choosing.append(number)
        elif result.result > 0:
            points = list(seat.points)
            points[BATTLES] += card.win_points + result.strongest  # rule battle-strongest
            for cell in position.sheet.by_effect.get("fortress", ()):  # rule fortress-point
                points[EFFECTS] += cell.building.amount * (seat.built[cell.row] > cell.column)
            seats[number] = replace(
                seat,
                gold=seat.gold + card.win_gold,
                wood=seat.wood + card.win_wood,
                stone=seat.stone + card.win_stone,
                points=tuple(points),
            )
            goods = card.win_goods
            if number == quartermaster:  # rule governor-quartermaster
                goods += position.catalogue.governors[seat.governor].goods
            if goods:
                owed.append((number, goods))
    step = "losses" if choosing else "year_end"
    return replace(position, seats=tuple(seats), owed=tuple(owed), step=step, queue=tuple(choosing))


@cache
def losses(gold: int, wood: int, stone: int, number: int) -> tuple[Move, ...]:
    """List the ways to lose ``number`` of the goods held."""
    return tuple(
        Lose(g, w, number - g - w)
        for g in range(min(gold, number) + 1)
        for w in range(min(wood, number - g) + 1)
        if number - g - w <= stone
    )


def loss_moves(position: Position) -> tuple[Move, ...]:
    """List the ways to lose what the enemy card asks."""
    seat = position.seats[position.queue[0]]
    return losses(seat.gold, seat.wood, seat.stone, position.catalogue.enemies[position.enemy].lose_goods)


def check_loss(position: Position, move: Lose) -> list[Finding]:
    """Refuse to lose more, fewer or other goods than the card asks and the seat has (rule loss-choice)."""
    seat = position.seats[position.queue[0]]
    number = position.catalogue.enemies[position.enemy].lose_goods
    lost = (move.gold, move.wood, move.stone)
    found = []
    if sum(lost) != number:
        text = f"The enemy takes {goods_count(number)}, not {sum(lost)}."
        found.append(finding("loss-choice", text, f"Choose {number}.", asked=number, chosen=sum(lost)))
    for good, count in zip(GOODS, lost, strict=True):
        held = getattr(seat, good)
        if not 0 <= count <= held:
            text = f"You have {held} {good}, not {count}."
            found.append(finding("loss-choice", text, "Choose among what you have.", held=held, chosen=count))
    return found


def lose(position: Position, move: Lose) -> Position:
    """Put the chosen goods back."""
    number, rest = position.queue[0], position.queue[1:]
    seat = position.seats[number]
    seat = replace(seat, gold=seat.gold - move.gold, wood=seat.wood - move.wood, stone=seat.stone - move.stone)
    return with_seat(position, number, seat, queue=rest, step="losses" if rest else "year_end")


DECISIONS["losses"] = Decision("Choose which goods you lose.", (Lose,), loss_moves, check_loss, lose)


# --- the end of a year and of the game ---------------------------------------------------------------------------


@automatic("year_end")
def end_year(position: Position) -> Position:
    """Return all soldiers (rule soldiers-return), give the year's goods, and begin the next year or end the game."""
    seats = []
    for seat in position.seats:
        card = position.catalogue.governors.get(seat.governor)
        wood = card.wood if card is not None and card.effect == "carpenter" else 0  # rule governor-carpenter
        # rules governor-miner, governor-sculptor
        stone = card.stone if card is not None and card.effect in ("miner", "sculptor") else 0
        used = tuple(name for name in seat.used if not name.startswith("year:")) if seat.used else ()
        seats.append(replace(seat, soldiers=0, wood=seat.wood + wood, stone=seat.stone + stone, used=used))
    if position.year == 5:
        seats = [final_points(position, seat) for seat in seats]
    position = minstrel(replace(position, seats=tuple(seats), queue=()))
    if position.year == 5:
        return replace(position, step="over")
    return replace(position, year=position.year + 1, phase=1, step="year", enemy="", peeked=(), reinforcement=0)


def final_points(position: Position, seat: Seat) -> Seat:
    """Score the end of the game (rules cathedral-points, module3-points, governor-chronicler)."""
    points = list(seat.points)
    for cell in position.sheet.by_effect.get("cathedral", ()):
        if seat.built[cell.row] > cell.column:
            points[EFFECTS] += seat.goods // max(1, cell.building.amount)
    points[ARMY] += sum(value for value in seat.army if value != UNKNOWN_MARKER)
    card = position.catalogue.governors.get(seat.governor)
    if card is not None and card.effect == "chronicler":
        rows = zip(position.sheet.rows, seat.built, strict=True)
        points[GOVERNORS] += card.points * sum(len(row) == count for row, count in rows)
    return replace(seat, points=tuple(points))


def minstrel(position: Position) -> Position:
    """Score the Minstrel, the last effect of every year (rule governor-minstrel)."""
    owner = governor_of(position, "minstrel")
    if owner < 0:
        return position
    totals = [seat.total for seat in position.seats]
    card = position.catalogue.governors[position.seats[owner].governor]
    better = sum(total > totals[owner] for total in totals)
    if totals[owner] == min(totals):
        points = card.points
    else:
        points = card.count if 2 * better >= len(totals) else 0
    return with_seat(position, owner, with_points(position.seats[owner], GOVERNORS, points))
