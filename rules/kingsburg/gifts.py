"""Step c of a productive season: the advisors give their gifts, in rising rank.

Sources: rulebook pages 5 (gifts), 6 (envoy), 10 (Stable), 11 (Politician).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.findings import Finding

from .catalogue import Advisor, Gift
from .favour import check_take, takes
from .moves import GOODS, Decline, Enemy, Exchange, Move, Outcome, Take
from .naming import goods
from .steps import CHANCES, DECISIONS, Chance, Decision, automatic, called, finding, replace, with_points, with_seat
from .values import ADVISORS, GOVERNORS, NEUTRAL, Placement, Position, Seat


@automatic("gifts_start")
def start_gifts(position: Position) -> Position:
    """Bring the groups into the order in which they pay: by rank, then turn order (rule gifts-rising)."""
    place = {number: index for index, number in enumerate(position.order)}
    place[NEUTRAL] = -1
    groups = sorted(position.placements, key=lambda group: (group.rank, place[group.seat], group.private))
    return replace(position, placements=tuple(groups), paid=0, step="pay")


def advisor_of(position: Position, group: Placement) -> Advisor:
    """Return the advisor a group lies on, on the board or on its owner's governor card."""
    advisor = position.game.advisors[group.rank - 1]
    if not group.private:
        return advisor
    card = position.catalogue.governors[position.seats[group.seat].governor]
    gift = next(private.gift for private in card.advisors if private.rank == group.rank)
    return Advisor(group.rank, card.name, card.source, gift, house=card.house)


def asks(position: Position, group: Placement) -> bool:
    """Say whether a group's gift needs a decision of its owner."""
    advisor = advisor_of(position, group)
    if advisor.exchange:
        return position.seats[group.seat].goods > 0
    return bool(advisor.choose) or advisor.gift.any > 0


@automatic("pay")
def pay(position: Position) -> Position:
    """Pay groups until a choice or a look at the enemy card comes, or all are paid."""
    while position.paid < len(position.placements):
        group = position.placements[position.paid]
        if group.seat == NEUTRAL:
            position = replace(position, paid=position.paid + 1)
            continue
        if asks(position, group):
            return replace(position, step="gifts", queue=(group.seat,))
        advisor = advisor_of(position, group)
        if not advisor.exchange:
            position = give(position, group, advisor.gift, Take())
        if advisor.peek and not position.enemy:
            return replace(position, step="peek", queue=(group.seat,))
        position = after_gift(position, group, advisor)
    return replace(position, step="gifts_end", queue=())


def give(position: Position, group: Placement, gift: Gift, chosen: Take) -> Position:
    """Give one gift with the goods chosen for it, once for each group (rule envoy-twice); the Stable and the Mint
    add theirs each time."""
    number = group.seat
    seat = position.seats[number]
    gold = gift.gold + chosen.gold
    soldiers = gift.soldiers
    sheet = position.sheet
    if soldiers:
        for cell in sheet.by_effect.get("stable", ()):  # rule stable-soldier
            soldiers += cell.building.amount * (seat.built[cell.row] > cell.column)
    if gold:
        for cell in sheet.by_effect.get("mint", ()):  # rule mint-gold
            gold += cell.building.amount * (seat.built[cell.row] > cell.column)
    points = seat.points
    if gift.points:
        source = GOVERNORS if group.private else ADVISORS
        points = (*points[:source], points[source] + gift.points, *points[source + 1 :])
    seat = replace(
        seat,
        gold=seat.gold + gold,
        wood=seat.wood + gift.wood + chosen.wood,
        stone=seat.stone + gift.stone + chosen.stone,
        soldiers=seat.soldiers + soldiers,
        markers=seat.markers + gift.markers,
        points=points,
    )
    return with_seat(position, number, seat)


def after_gift(position: Position, group: Placement, advisor: Advisor) -> Position:
    """Count the group as paid; who looks at the enemy card has seen it."""
    peeked = position.peeked
    if advisor.peek and group.seat not in peeked:  # rule peek-secret
        peeked = tuple(sorted((*peeked, group.seat)))
    return replace(position, paid=position.paid + 1, peeked=peeked)


# --- choices -----------------------------------------------------------------------------------------------------


def current(position: Position) -> Placement:
    """Return the group whose gift is being decided."""
    return position.placements[position.paid]


def exchanges(seat: Seat) -> tuple[Move, ...]:
    """List the Alchemist's trades that the seat can pay (rule alchemist)."""
    return (*(Exchange(good) for good in GOODS if getattr(seat, good)), Decline())


@lru_cache(maxsize=256)
def chosen_gifts(advisor: Advisor, may_decline: bool) -> tuple[Move, ...]:
    """List the ways to take an advisor's gift."""
    moves: tuple[Move, ...] = takes(advisor.gift.any)
    if advisor.choose:
        moves = tuple(Take(gift.gold, gift.wood, gift.stone) for gift in advisor.choose)
    return (*moves, Decline()) if advisor.pays_points and may_decline else moves


def gift_moves(position: Position) -> tuple[Move, ...]:
    """List the ways to take the gift."""
    group = current(position)
    advisor = advisor_of(position, group)
    if advisor.exchange:
        return exchanges(position.seats[group.seat])
    return chosen_gifts(advisor, position.game.options.smuggler_may_decline)


def check_gift(position: Position, move: Take | Exchange | Decline) -> list[Finding]:
    """Refuse what the advisor does not offer."""
    group = current(position)
    advisor = advisor_of(position, group)
    name = advisor.name.en
    if isinstance(move, Decline):
        if advisor.exchange or (advisor.pays_points and position.game.options.smuggler_may_decline):
            return []
        rule = "smuggler" if advisor.pays_points else "gift-choice"
        return [finding(rule, f"The {name}'s gift cannot be declined.", "Take it.")]
    if isinstance(move, Exchange):
        if not advisor.exchange:
            return [finding("alchemist", f"The {name} exchanges nothing; the Alchemist does.", "Take the gift.")]
        if move.good not in GOODS:
            text = f"The Alchemist does not take {called(position, move.good)}."
            return [finding("alchemist", text, "Pay gold, wood or stone.")]
        if getattr(position.seats[group.seat], move.good) < 1:
            return [
                finding("alchemist", f"You have no {move.good} to pay the Alchemist.", "Pay another good, or decline.")
            ]
        return []
    if advisor.exchange:
        return [finding("alchemist", "The Alchemist gives goods only for a good.", "Exchange one, or decline.")]
    if advisor.choose:
        offers = [Take(gift.gold, gift.wood, gift.stone) for gift in advisor.choose]
        if move in offers:
            return []
        listed = ", or ".join(goods(offer.gold, offer.wood, offer.stone) for offer in offers)
        taken = goods(move.gold, move.wood, move.stone)
        text = f"The {name} does not give {taken}." if taken != "nothing" else f"The {name} gives more than nothing."
        return [finding("gift-choice", text, f"Take {listed}.")]
    return check_take(move, advisor.gift.any)


def take_gift(position: Position, move: Take | Exchange | Decline) -> Position:
    """Give what was chosen; then the next group is paid."""
    group = current(position)
    advisor = advisor_of(position, group)
    position = replace(position, step="pay", queue=())
    if isinstance(move, Exchange):
        seat = position.seats[group.seat]
        changed = {good: getattr(seat, good) + (-1 if good == move.good else 1) for good in GOODS}
        position = with_seat(position, group.seat, replace(seat, **changed))
    elif isinstance(move, Take):
        if advisor.choose:
            position = give(position, group, Gift(), move)
        else:
            position = give(position, group, advisor.gift, move)
        if advisor.pays_points:  # rule smuggler: also at 0 points or below
            seat = with_points(position.seats[group.seat], ADVISORS, -advisor.pays_points)
            position = with_seat(position, group.seat, seat)
    if advisor.peek and not position.enemy:
        return replace(position, step="peek", queue=(group.seat,))
    return after_gift(position, group, advisor)


DECISIONS["gifts"] = Decision(
    "Choose what the advisor gives you.", (Take, Exchange, Decline), gift_moves, check_gift, take_gift
)


# --- a look at the enemy -----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def drawn(deck: tuple[str, ...]) -> tuple[tuple[Outcome, Fraction], ...]:
    """List the cards that may lie on top of the deck."""
    return tuple((Enemy(card), Fraction(1, len(deck))) for card in deck)


def deck(position: Position) -> tuple[tuple[Outcome, Fraction], ...]:
    """List this year's cards: the year's five, of which one lies on the deck, unseen by anybody."""
    return drawn(position.game.deck[position.year - 1])


def peek(position: Position, outcome: Enemy) -> Position:
    """Draw the card and show it to the seat alone."""
    group = current(position)
    position = replace(position, enemy=outcome.card, step="pay", queue=())
    return after_gift(position, group, advisor_of(position, group))


CHANCES["peek"] = Chance(deck, peek, Enemy)


@automatic("gifts_end")
def end_gifts(position: Position) -> Position:
    """Take dice back; bonus dice and used +2 markers go to the supply (rule dice-return)."""
    seats = tuple(replace(seat, dice=(), bonus=(), bonus_dice=0) for seat in position.seats)
    step = "ask_works" if "buildings" in position.modules else "start_build"
    return replace(position, seats=seats, placements=(), paid=0, step=step, queue=position.order)
