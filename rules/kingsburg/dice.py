"""Step a of a productive season: bonus dice, the roll, effects that change dice, and the new turn order.

Sources: rulebook pages 3 (step a), 8 (neutral dice) and 10 (Statue, Chapel, governors).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from rules.findings import Finding
from rules.wording import joined

from .moves import Change, Decline, Keep, Move, Neutral, Outcome, Roll, RollBonus, Use
from .steps import (
    CHANCES,
    DECISIONS,
    Chance,
    Decision,
    automatic,
    called,
    finding,
    governor_of,
    replace,
    with_points,
    with_seat,
    with_used,
)
from .values import AUTUMN, GOVERNORS, NEUTRAL, SUMMER, Placement, Position, Seat

FACES = (1, 2, 3, 4, 5, 6)


@cache
def rolls(number: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """List the sorted results of ``number`` dice with their probabilities.

    >>> [(dice, str(chance)) for dice, chance in rolls(2)[:2]]
    [((1, 1), '1/36'), ((1, 2), '1/18')]
    """
    return tuple(
        (dice, Fraction(factorial(number) // prod(factorial(dice.count(f)) for f in set(dice)), 6**number))
        for dice in combinations_with_replacement(FACES, number)
    )


# --- the start of a season ---------------------------------------------------------------------------------------


@automatic("season")
def start_season(position: Position) -> Position:
    """Begin a productive season (rule season order: neutral dice come before anything else, page 8)."""
    step = "neutral" if len(position.seats) == 2 else "season_gains"
    return replace(position, phase=position.phase + 1, step=step, queue=())


@cache
def neutral_outcomes(number: int) -> tuple[tuple[Outcome, Fraction], ...]:
    """List what the neutral dice may show."""
    return tuple((Neutral(dice), chance) for dice, chance in rolls(number))


def place_neutral(position: Position, outcome: Neutral) -> Position:
    """Put the neutral dice on their advisors (rules two-neutral, two-equal)."""
    dice, groups = outcome.dice, position.placements
    if not groups:
        return replace(position, placements=(Placement(sum(dice), NEUTRAL, dice),))
    if sum(dice) != groups[0].rank:
        added: tuple[Placement, ...] = (Placement(sum(dice), NEUTRAL, dice),)
    else:  # the total is taken: each single value, and a double only once
        added = tuple(Placement(face, NEUTRAL, (face,)) for face in sorted(set(dice)))
    return replace(position, placements=groups + added, step="season_gains")


CHANCES["neutral"] = Chance(lambda position: neutral_outcomes(2 if position.placements else 3), place_neutral, Neutral)


@automatic("season_gains")
def season_gains(position: Position) -> Position:
    """Give what comes at the start of a productive season, before the roll, in turn order.

    Rules guild-gold, farms-die, governor-fairy, governor-miner.
    """
    sheet = position.sheet
    fairy = governor_of(position, "fairy") if position.phase == SUMMER else -1
    miner = governor_of(position, "miner") if position.phase == AUTUMN else -1
    for number in position.order:
        seat = position.seats[number]
        gold, dice = seat.gold, seat.bonus_dice
        for cell in sheet.by_effect.get("guild", ()):
            gold += cell.building.amount * (seat.built[cell.row] > cell.column)
        for cell in sheet.by_effect.get("farms", ()):
            dice += cell.building.amount * (seat.built[cell.row] > cell.column)
        if number == miner:
            gold += position.catalogue.governors[seat.governor].gold
        if number == fairy:
            dice += position.catalogue.governors[seat.governor].count
        if gold != seat.gold or dice != seat.bonus_dice:
            position = with_seat(position, number, replace(seat, gold=gold, bonus_dice=dice))
    priest = governor_of(position, "priest")
    if priest >= 0 and position.game.options.priest == "bonus_die" and "year:priest" not in position.seats[priest].used:
        return replace(position, step="blessing", queue=(priest,))
    return replace(position, step="offer_bonus")


def bless(position: Position, move: Use | Decline) -> Position:
    """Ask the Priest's blessing: a bonus die for who has none, a point for who has one (rule governor-priest)."""
    position = replace(position, step="offer_bonus", queue=())
    if isinstance(move, Decline):
        return position
    owner = governor_of(position, "priest")
    card = position.catalogue.governors[position.seats[owner].governor]
    for number in position.order:
        seat = position.seats[number]
        if seat.bonus_dice:
            seat = with_points(seat, GOVERNORS, card.points)
        else:
            seat = replace(seat, bonus_dice=card.count)
        if number == owner:
            seat = replace(seat, used=with_used(seat, "year:priest"))
        position = with_seat(position, number, seat)
    return position


def check_blessing(position: Position, move: Use | Decline) -> list[Finding]:
    """Refuse any other effect."""
    if isinstance(move, Decline) or move.effect == "priest":
        return []
    return [
        finding(
            "governor-optional", f"{called(position, move.effect)} cannot be used now.", "Use the Priest, or decline."
        )
    ]


DECISIONS["blessing"] = Decision(
    "Ask the Priest's blessing this season?",
    (Use, Decline),
    lambda position: (Use("priest"), Decline()),
    check_blessing,
    bless,
)


@automatic("offer_bonus")
def offer_bonus(position: Position) -> Position:
    """Ask every seat with bonus dice on offer how many it rolls (rule bonus-optional)."""
    asked = tuple(number for number in position.order if position.seats[number].bonus_dice)
    return replace(position, step="bonus" if asked else "roll", queue=asked or position.order)


@cache
def bonus_choices(number: int) -> tuple[Move, ...]:
    """List how many bonus dice may be rolled, most first."""
    return tuple(RollBonus(count) for count in range(number, -1, -1))


def check_bonus(position: Position, move: RollBonus) -> list[Finding]:
    """Refuse more dice than are on offer."""
    offered = position.seats[position.queue[0]].bonus_dice
    if 0 <= move.number <= offered:
        return []
    text = f"You have {offered} bonus {'die' if offered == 1 else 'dice'} this season, not {move.number}."
    return [finding("bonus-optional", text, f"Roll 0 to {offered}.", offered=offered, asked=move.number)]


def choose_bonus(position: Position, move: RollBonus) -> Position:
    """Put the other bonus dice back."""
    number, rest = position.queue[0], position.queue[1:]
    seat = replace(position.seats[number], bonus_dice=move.number)
    if not rest:
        return with_seat(position, number, seat, step="roll", queue=position.order)
    return with_seat(position, number, seat, queue=rest)


DECISIONS["bonus"] = Decision(
    "How many of your bonus dice do you roll?",
    (RollBonus,),
    lambda position: bonus_choices(position.seats[position.queue[0]].bonus_dice),
    check_bonus,
    choose_bonus,
)


# --- rolls -------------------------------------------------------------------------------------------------------


@cache
def roll_outcomes(seat: int, dice: int, bonus: int) -> tuple[tuple[Outcome, Fraction], ...]:
    """List what a seat may roll with so many player dice and bonus dice."""
    return tuple(
        (Roll(seat, faces, white), chance * white_chance)
        for faces, chance in rolls(dice)
        for white, white_chance in rolls(bonus)
    )


def missing_dice(position: Position) -> tuple[tuple[Outcome, Fraction], ...]:
    """List the outcomes for the dice that do not lie before the seat in line: those are being rolled."""
    number = position.queue[0]
    seat = position.seats[number]
    return roll_outcomes(number, 3 - len(seat.dice), seat.bonus_dice - len(seat.bonus))


@cache
def faces(dice: int) -> tuple[tuple[int, ...], ...]:
    """List what so many dice may show, each sorted."""
    return tuple(shown for shown, _ in rolls(dice))


def can_roll(position: Position, outcome: Roll) -> bool:
    """Say whether an outcome is one of :func:`missing_dice`, without going through their list."""
    number = position.queue[0]
    seat = position.seats[number]
    return (
        outcome.seat == number
        and outcome.dice in faces(3 - len(seat.dice))
        and outcome.bonus in faces(seat.bonus_dice - len(seat.bonus))
    )


def with_roll(seat: Seat, outcome: Roll) -> Seat:
    """Add rolled faces to the dice that lay before the seat."""
    return replace(seat, dice=tuple(sorted(seat.dice + outcome.dice)), bonus=tuple(sorted(seat.bonus + outcome.bonus)))


def roll(position: Position, outcome: Roll) -> Position:
    """Roll one seat's dice (rule roll-all); when all lie, effects that change them follow."""
    seat = with_roll(position.seats[outcome.seat], outcome)
    rest = position.queue[1:]
    if rest:
        return with_seat(position, outcome.seat, seat, queue=rest)
    return with_seat(position, outcome.seat, seat, queue=position.order, step="changes")


def reroll(position: Position, outcome: Roll) -> Position:
    """Roll the dice that an effect took up; then the same seat may go on."""
    seat = with_roll(position.seats[outcome.seat], outcome)
    return with_seat(position, outcome.seat, seat, step="changes")


CHANCES["roll"] = Chance(missing_dice, roll, Roll, can_roll)
CHANCES["reroll"] = Chance(missing_dice, reroll, Roll, can_roll)


# --- effects that change dice ------------------------------------------------------------------------------------


def changes(position: Position, number: int) -> tuple[Change, ...]:
    """List the dice effects that a seat may use now, each at most once a season (rule change-once)."""
    seat = position.seats[number]
    found: list[Change] = []
    sheet = position.sheet
    everything = seat.dice + seat.bonus
    total = sum(everything)
    if "statue" not in seat.used and len(set(everything)) == 1 and sheet.has(seat.built, "statue"):
        found.append(Change("statue", everything[0]))  # rule statue-reroll
        if seat.bonus:
            found.append(Change("statue", everything[0], white=True))
    if "chapel" not in seat.used:
        for cell in sheet.by_effect.get("chapel", ()):  # rule chapel-reroll
            if seat.built[cell.row] > cell.column and total <= cell.building.amount:
                found.append(Change("chapel"))
    if seat.governor:
        found += governor_changes(position, number, total)
    return tuple(found)


def governor_changes(position: Position, number: int, total: int) -> list[Change]:
    """List the dice effects of a seat's governor card (rules governor-prince, governor-philosopher,
    governor-trickster, governor-priest)."""
    seat = position.seats[number]
    card = position.catalogue.governors[seat.governor]
    effect = card.effect
    if effect in seat.used or "year:" + effect in seat.used:
        return []
    if (effect in ("prince", "philosopher")) and total <= card.at_most:
        return [Change(effect)]
    if effect == "trickster":
        return [
            Change("trickster", card.at_most, white, to)
            for white, dice in ((False, seat.dice), (True, seat.bonus))
            if card.at_most in dice
            for to in (card.at_most - 1, card.at_most + 1)
        ]
    if effect == "priest" and position.game.options.priest == "six":
        return [Change("priest")]
    return []


@automatic("changes")
def ask_changes(position: Position) -> Position:
    """Ask the next seat, in the old turn order, that has an effect to use (rule change-order)."""
    queue = position.queue
    while queue and not changes(position, queue[0]):
        queue = queue[1:]
    return replace(position, queue=queue, step="change" if queue else "new_order")


def check_change(position: Position, move: Change | Keep) -> list[Finding]:
    """Say why an effect cannot be used: not owned, used already, its condition is not met, or its die is not named."""
    if isinstance(move, Keep):
        return []
    number = position.queue[0]
    if move in changes(position, number):
        return []
    seat = position.seats[number]
    effect = move.effect
    name = called(position, effect)
    governor = position.catalogue.governors.get(seat.governor)
    if not position.sheet.has(seat.built, effect) and not (governor and governor.effect == effect):
        text = f"You do not own an effect called {name} that changes dice."
        return [finding("change-owned", text, "Keep your dice.")]
    if effect in seat.used or "year:" + effect in seat.used:
        once = "year" if "year:" + effect in seat.used else "season"
        return [finding("change-once", f"You used the {name} this {once} already.", "Keep your dice.")]
    if effect == "statue":
        return [_no_statue(seat, move, name)]
    if effect == "trickster" and governor:
        return [_no_trick(seat, move, governor.at_most, name)]
    if effect == "chapel":
        most = max(
            cell.building.amount
            for cell in position.sheet.by_effect["chapel"]
            if seat.built[cell.row] > cell.column
        )
        return [_not_for_all(seat, "chapel-reroll", f"The {name} rerolls all your dice", most, name)]
    if governor and effect in ("prince", "philosopher"):
        does = f"The {name} {'sets' if effect == 'prince' else 'rerolls'} all your dice"
        return [_not_for_all(seat, f"governor-{effect}", does, governor.at_most, name)]
    if governor and effect == "priest" and position.game.options.priest == "six":
        return [finding("governor-priest", f"No die is chosen for the {name}.", "Leave the die out.")]
    rule = f"governor-{effect}" if governor and governor.effect == effect else "change-owned"
    return [finding(rule, f"The {name} changes no dice.", "Keep your dice.")]


def _not_for_all(seat: Seat, rule: str, does: str, most: int, name: str) -> Finding:
    """Refuse an effect on all dice: their total is too high, or a die was named for it."""
    total = sum(seat.dice) + sum(seat.bonus)
    if total > most:
        text = f"{does} when they total {most} or less; yours total {total}."
        return finding(rule, text, "Keep your dice.", most=most, total=total)
    return finding(rule, f"No die is chosen for the {name}.", "Leave the die out.")


def _faces(dice: tuple[int, ...]) -> str:
    """List the different faces of dice."""
    return joined([str(face) for face in sorted(set(dice))])


def _no_statue(seat: Seat, move: Change, name: str) -> Finding:
    """Say what keeps the Statue from rerolling, or what is missing (rule statue-reroll)."""
    everything = seat.dice + seat.bonus
    face = everything[0]
    if len(set(everything)) > 1:
        text = f"The {name} rerolls one die when all your dice show one number; yours show {_faces(everything)}."
        return finding("statue-reroll", text, "Keep your dice.")
    if not move.die:
        text = f"The {name} rerolls one die, and the die is missing."
        return finding("statue-reroll", text, f"Name a die that shows {face}.", face=face)
    if move.die != face:
        text = f"None of your dice shows {move.die}: all show {face}."
        return finding("statue-reroll", text, f"Name a die that shows {face}.", face=face, named=move.die)
    if move.white and not seat.bonus:
        return finding("statue-reroll", "You have no bonus die.", f"Name a die that shows {face}.", face=face)
    return finding("statue-reroll", f"The {name} rerolls the die; no face is chosen for it.", "Leave the face out.")


def _no_trick(seat: Seat, move: Change, face: int, name: str) -> Finding:
    """Say what keeps the Trickster from turning a die, or what is missing (rule governor-trickster)."""
    rule, turned = "governor-trickster", f"{face - 1} or {face + 1}"
    everything, pile = seat.dice + seat.bonus, seat.bonus if move.white else seat.dice
    if face not in everything:
        text = f"The {name} turns a die that shows {face}; yours show {_faces(everything)}."
        return finding(rule, text, "Keep your dice.", face=face)
    if not move.die:
        text = f"The {name} turns one die, and the die and its new face are missing."
        return finding(rule, text, f"Name the {face} and its new face, {turned}.", face=face)
    if move.die != face:
        text = f"The {name} turns a die that shows {face}, not one that shows {move.die}."
        return finding(rule, text, f"Name the {face} and its new face, {turned}.", face=face, named=move.die)
    if face not in pile:
        text = f"None of your {'bonus dice' if move.white else 'own dice'} shows {face}."
        change = "Name your own die." if move.white else "Name the bonus die."
        return finding(rule, text, change, face=face)
    if not move.to:
        return finding(rule, "The new face of the die is missing.", f"Turn it to {turned}.", face=face)
    text = f"The {name} turns a {face} to {turned}, not to {move.to}."
    return finding(rule, text, f"Turn it to {turned}.", face=face, named=move.to)


def change(position: Position, move: Change | Keep) -> Position:
    """Use the effect, or leave the dice as they lie."""
    number = position.queue[0]
    if isinstance(move, Keep):
        return replace(position, queue=position.queue[1:], step="changes")
    seat = position.seats[number]
    used = with_used(seat, move.effect)
    if "philosopher" in seat.used:  # any later change forfeits the Philosopher's point
        used = tuple(sorted({*used, "philosopher:spoilt"}))
    seat = replace(seat, used=used)
    if move.effect == "statue":
        dice, bonus = list(seat.dice), list(seat.bonus)
        (bonus if move.white else dice).remove(move.die)
        seat = replace(seat, dice=tuple(dice), bonus=tuple(bonus))
        return with_seat(position, number, seat, step="reroll")
    if move.effect in ("chapel", "philosopher"):
        return with_seat(position, number, replace(seat, dice=(), bonus=()), step="reroll")
    if move.effect == "prince":
        return with_seat(position, number, replace(seat, dice=(3, 4, 6)), step="changes")
    if move.effect == "trickster":
        dice, bonus = list(seat.dice), list(seat.bonus)
        pile = bonus if move.white else dice
        pile[pile.index(move.die)] = move.to
        seat = replace(seat, dice=tuple(sorted(dice)), bonus=tuple(sorted(bonus)))
        return with_seat(position, number, seat, step="changes")
    return sixes(with_seat(position, number, seat, step="changes"), number)


def sixes(position: Position, owner: int) -> Position:
    """Settle the Priest's other version (option "priest" = "six"): a 6 for all, a point for who has one."""
    card = position.catalogue.governors[position.seats[owner].governor]
    for number in position.order:
        seat = position.seats[number]
        if 6 in seat.dice + seat.bonus:
            seat = with_points(seat, GOVERNORS, card.points)
        else:
            seat = replace(seat, dice=(*seat.dice[1:], 6))
        if number == owner:
            seat = replace(seat, used=tuple(sorted({*seat.used, "year:priest"} - {"priest"})))
        position = with_seat(position, number, seat)
    return position


DECISIONS["change"] = Decision(
    "Change your dice, or keep them.",
    (Change, Keep),
    lambda position: (*changes(position, position.queue[0]), Keep()),
    check_change,
    change,
)


# --- the new order -----------------------------------------------------------------------------------------------


@automatic("new_order")
def new_order(position: Position) -> Position:
    """Settle effects of the final totals, then order the seats by rising total (rules order-rising, order-tie).

    Sorting is stable, so seats with equal totals keep their relative places.
    """
    totals = [sum(seat.dice) + sum(seat.bonus) for seat in position.seats]
    heiress = governor_of(position, "heiress")  # rule governor-heiress
    if heiress >= 0:
        seat = position.seats[heiress]
        card = position.catalogue.governors[seat.governor]
        if totals[heiress] >= card.at_least:
            position = with_seat(position, heiress, replace(seat, gold=seat.gold + card.gold))
    philosopher = governor_of(position, "philosopher")  # rule governor-philosopher
    if philosopher >= 0:
        seat = position.seats[philosopher]
        card = position.catalogue.governors[seat.governor]
        kept = "philosopher" in seat.used and "philosopher:spoilt" not in seat.used
        if kept and totals[philosopher] <= card.at_most:
            position = with_seat(position, philosopher, with_points(seat, GOVERNORS, card.points))
    order = tuple(sorted(position.order, key=totals.__getitem__))
    return replace(position, order=order, queue=order, step="influence")
