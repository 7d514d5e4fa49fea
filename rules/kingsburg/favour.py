"""The events between the seasons: the start of a year, phases 1 (King's favour), 3 (King's reward), 5 (envoy).

Sources: rulebook pages 3, 6 and 7.
"""

from __future__ import annotations

from functools import cache

from rules.findings import Finding
from rules.wording import joined

from .moves import Build, ChooseGovernor, Move, Pass, Take
from .steps import (
    DECISIONS,
    Decision,
    automatic,
    called,
    finding,
    goods_count,
    governor_of,
    replace,
    with_points,
    with_seat,
)
from .values import GOVERNORS, KING, NEUTRAL, Position

# --- module 2: choosing a governor (rules module2-deal, governor-choose) -----------------------------------------


def governor_moves(position: Position) -> tuple[Move, ...]:
    """List the dealt cards."""
    return tuple(ChooseGovernor(card) for card in position.seats[position.queue[0]].hand)


def check_governor(position: Position, move: ChooseGovernor) -> list[Finding]:
    """Refuse a card that was not dealt to the seat."""
    hand = position.seats[position.queue[0]].hand
    if move.card in hand:
        return []
    names = joined([called(position, card) for card in hand], "or")
    if move.card in position.catalogue.governors:
        text = f"The {called(position, move.card)} was not dealt to you."
    else:
        text = f"There is no governor card {called(position, move.card)}."
    return [finding("governor-choose", text, f"Choose {names}.")]


def choose_governor(position: Position, move: ChooseGovernor) -> Position:
    """Keep the card face down; the other two go back to the box unseen by others."""
    number = position.queue[0]
    seat = replace(position.seats[number], governor=move.card, hand=())
    position = with_seat(position, number, seat, queue=position.queue[1:])
    return position if position.queue else replace(position, step="reveal_governors")


DECISIONS["governor"] = Decision(
    "Choose one of your three governor cards.", (ChooseGovernor,), governor_moves, check_governor, choose_governor
)


@automatic("reveal_governors")
def reveal_governors(position: Position) -> Position:
    """Reveal the cards together and settle effects of the start of the game (rule governor-heir)."""
    heir = governor_of(position, "heir")
    position = replace(position, step="year", queue=())
    if heir < 0:
        return position
    card = position.catalogue.governors[position.seats[heir].governor]
    seat = with_points(position.seats[heir], GOVERNORS, card.points)
    return with_seat(position, heir, seat, owed=((heir, card.goods),))


# --- taking goods of one's choice, wherever they are owed (rule gift-choice) -------------------------------------


@cache
def takes(number: int) -> tuple[Take, ...]:
    """List every way to take ``number`` goods, gold first."""
    return tuple(
        Take(gold, wood, number - gold - wood)
        for gold in range(number, -1, -1)
        for wood in range(number - gold, -1, -1)
    )


def check_take(move: Take, number: int) -> list[Finding]:
    """Refuse to take more or fewer goods than are given."""
    taken = move.gold + move.wood + move.stone
    if taken == number and min(move.gold, move.wood, move.stone) >= 0:
        return []
    return [
        finding(
            "gift-choice",
            f"You take {goods_count(taken)} where {number} {'is' if number == 1 else 'are'} given.",
            f"Take {number} in all.",
            taken=taken,
            given=number,
        )
    ]


def owed_moves(position: Position) -> tuple[Move, ...]:
    """List the ways to take the goods owed to the first seat in line."""
    return takes(position.owed[0][1])


def check_owed(position: Position, move: Take) -> list[Finding]:
    """Check the number of goods."""
    return check_take(move, position.owed[0][1])


def take_owed(position: Position, move: Take) -> Position:
    """Give the goods; the interrupted step goes on."""
    number = position.owed[0][0]
    seat = position.seats[number]
    seat = replace(seat, gold=seat.gold + move.gold, wood=seat.wood + move.wood, stone=seat.stone + move.stone)
    return with_seat(position, number, seat, owed=position.owed[1:])


OWED = Decision("Take goods of your choice.", (Take,), owed_moves, check_owed, take_owed)


# --- phase 1 -----------------------------------------------------------------------------------------------------


@automatic("year")
def start_year(position: Position) -> Position:
    """Begin a year (rule year-phases): effects of its start, then the King's favour."""
    position = replace(position, phase=1, step="favour", queue=())
    scribe = governor_of(position, "scribe")
    if scribe >= 0:  # rule governor-scribe
        seat = position.seats[scribe]
        markers = seat.markers + position.catalogue.governors[seat.governor].markers
        position = with_seat(position, scribe, replace(seat, markers=markers))
    sorcerer = governor_of(position, "sorcerer")
    due = sorcerer >= 0 and position.year == position.catalogue.governors[position.seats[sorcerer].governor].year
    if due and sorcerer_moves_left(position, sorcerer):
        return replace(position, step="sorcerer", queue=(sorcerer,))
    return position


def sorcerer_moves_left(position: Position, number: int) -> tuple[Move, ...]:
    """List buildings of column I that the Sorcerer may still build for nothing (rule governor-sorcerer)."""
    seat = position.seats[number]
    done = sum(name.startswith("game:sorcerer") for name in seat.used)
    if done >= position.catalogue.governors[seat.governor].count:
        return ()
    return tuple(Build(cell.id) for cell in position.sheet.next_cells(seat.built) if cell.column == 0)


def sorcerer_moves(position: Position) -> tuple[Move, ...]:
    """List the free buildings, and to stop."""
    return (*sorcerer_moves_left(position, position.queue[0]), Pass())


def check_sorcerer(position: Position, move: Build | Pass) -> list[Finding]:
    """Refuse a building that is not a free one of column I."""
    if isinstance(move, Pass) or move in sorcerer_moves_left(position, position.queue[0]):
        return []
    cell, seat = position.sheet.by_id.get(move.building), position.seats[position.queue[0]]
    name = called(position, move.building)
    if cell is None:
        text = f"There is no building {name} on the sheet in use."
    elif seat.built[cell.row] > cell.column:
        text = f"You own the {name} already."
    else:
        text = f"The Sorcerer builds only in column I, and the {name} stands in another."
    return [finding("governor-sorcerer", text, "Choose a building of column I, or pass.")]


def sorcerer_build(position: Position, move: Build | Pass) -> Position:
    """Build without cost and without points."""
    number = position.queue[0]
    if isinstance(move, Pass):
        return replace(position, step="favour", queue=())
    seat = position.seats[number]
    cell = position.sheet.by_id[move.building]
    built = (*seat.built[: cell.row], seat.built[cell.row] + 1, *seat.built[cell.row + 1 :])
    used = tuple(sorted((*seat.used, f"game:sorcerer:{move.building}")))
    position = with_seat(position, number, replace(seat, built=built, used=used))
    return position if sorcerer_moves_left(position, number) else replace(position, step="favour", queue=())


DECISIONS["sorcerer"] = Decision(
    "Build a building of column I for nothing, or pass.", (Build, Pass), sorcerer_moves, check_sorcerer, sorcerer_build
)


def fewest(position: Position) -> list[int]:
    """Return the seats with the fewest buildings and, among those, the fewest goods, in turn order."""
    buildings = [seat.buildings for seat in position.seats]
    low = min(buildings)
    tied = [number for number in position.order if buildings[number] == low]
    goods = min(position.seats[number].goods for number in tied)
    return [number for number in tied if position.seats[number].goods == goods]


@automatic("favour")
def favour(position: Position) -> Position:
    """Give the King's favour (rules favour-fewest, favour-tie-goods, favour-share)."""
    tied = fewest(position)
    position = replace(position, step="season", queue=())
    if len(tied) == 1:
        seat = position.seats[tied[0]]
        return with_seat(position, tied[0], replace(seat, bonus_dice=seat.bonus_dice + 1))
    heir = governor_of(position, "heir") if position.year == 1 else -1
    return replace(position, owed=tuple((number, 1) for number in tied if number != heir))


# --- phases 3 and 5 ----------------------------------------------------------------------------------------------


@automatic("reward")
def reward(position: Position) -> Position:
    """Give 1 point to every seat with the most buildings (rule reward-most)."""
    most = max(seat.buildings for seat in position.seats)
    pays = most > 0 or position.game.options.reward_without_buildings
    winners = [number for number in position.order if pays and position.seats[number].buildings == most]
    position = replace(position, step="season", queue=())
    for number in winners:
        position = with_seat(position, number, with_points(position.seats[number], KING, 1))
    owed = []
    chamberlain, damsel = governor_of(position, "chamberlain"), governor_of(position, "damsel")
    for number in position.order:
        if (number == chamberlain and number in winners) or (  # rule governor-chamberlain
            number == damsel and position.seats[number].buildings < most  # rule governor-damsel
        ):
            owed.append((number, position.catalogue.governors[position.seats[number].governor].goods))
    return replace(position, owed=tuple(owed))


@automatic("envoy")
def envoy(position: Position) -> Position:
    """Take the unused envoy back (rule envoy-return) and award it anew (rule envoy-fewest)."""
    tied = fewest(position)
    holder = tied[0] if len(tied) == 1 else NEUTRAL
    return replace(position, step="season", queue=(), envoy=holder)
