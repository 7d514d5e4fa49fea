"""Kingsburg in words: names, what is asked, what things give and do, and the whole board as text."""

from __future__ import annotations

from typing import Final

from rules.kingsburg.catalogue import Advisor, Building, BuildingEffect, EnemyCard, Gift
from rules.kingsburg.engine import decision
from rules.kingsburg.naming import dice_words, goods_words
from rules.kingsburg.values import NEUTRAL, NO_MARKER, UNKNOWN, UNKNOWN_MARKER, Placement, Position, Seat
from rules.wording import both, count
from widgets.telling import ended
from widgets.theme import SEAT_COLOURS
from widgets.views.kingsburg_house import total_ring

YEARS: Final = ("I", "II", "III", "IV", "V")
COLUMNS: Final = ("I", "II", "III", "IV")
PHASES: Final = ("Favour", "Spring", "Reward", "Summer", "Envoy", "Autumn", "Recruit", "Winter")
CHANCE: Final = {
    "neutral": "The neutral dice are rolled.",
    "roll": "The dice are rolled.",
    "reroll": "Dice are rolled again.",
    "peek": "The top enemy card is looked at.",
    "king": "The king's die is rolled: reinforcements for everybody.",
    "academy": "The Military Academy's die is rolled.",
    "reveal": "The enemy is revealed.",
}


def seat_name(seat: int) -> str:
    """Return what a seat is called.

    >>> seat_name(0), seat_name(-1)
    ('Blue', 'neutral')
    """
    return SEAT_COLOURS[seat].capitalize() if seat >= 0 else "neutral"


def status(position: Position) -> str:
    """Say in one sentence whose turn it is and what is asked."""
    if position.over:
        return ended(position, seat_name, lambda total: count(total, "point"), total_ring)
    actor, asked = position.actor, decision(position)
    if actor is None or asked is None:
        return CHANCE.get(position.step, "Chance decides.")
    if position.owed:
        return f"{seat_name(actor)}: take {count(position.owed[0][1], 'good')} of your choice."
    return f"{seat_name(actor)}: {asked.question[:1].lower()}{asked.question[1:]}"


def gift_words(gift: Gift) -> str:
    """Say what a gift is."""
    words = goods_words(gift.gold, gift.wood, gift.stone)
    if gift.any:
        words.append(f"{count(gift.any, 'good')} of your choice")
    if gift.soldiers:
        words.append(count(gift.soldiers, "soldier"))
    if gift.markers:
        words.append(count(gift.markers, "+2 marker"))
    if gift.points:
        words.append(count(gift.points, "point"))
    return " and ".join(words)


def reward_words(advisor: Advisor) -> str:
    """Say what an advisor gives."""
    if advisor.exchange:
        return "pay 1 good for one each of the two other kinds"
    words = " or ".join(gift_words(gift) for gift in advisor.choose) or gift_words(advisor.gift)
    if advisor.pays_points:
        words = f"pay {count(advisor.pays_points, 'point')} for {words}"
    return f"{words}, and look at the enemy" if advisor.peek else words


def placed_words(placement: Placement) -> str:
    """Say with what an advisor was influenced.

    >>> placed_words(Placement(rank=8, seat=0, dice=(3, 5)))
    '3 + 5'
    """
    return dice_words(placement.dice, placement.bonus, marker=placement.marker, market=placement.market)


def effect(building: Building) -> str:
    """Say shortly what a building does, besides points and plain strength; empty when it does nothing else."""
    amount = building.amount
    words: dict[BuildingEffect, str] = {
        "none": "",
        "statue": "All dice equal: reroll one",
        "chapel": f"Dice total {amount} or less: reroll all",
        "cathedral": f"At the end: 1 point per {amount} goods",
        "inn": f"After summer: {count(amount, '+2 marker')}",
        "market": f"Rank may differ by {amount}",
        "farms": f"{count(amount, 'bonus die', 'bonus dice')} each season",
        "guild": f"{amount} gold before each season",
        "barracks": "A soldier costs 1 good",
        "stable": f"Advisors' soldiers: {amount} more",
        "stone_wall": "A draw is a victory",
        "fortress": f"Victory: {count(amount, 'point')} more",
        "crane": f"Columns III and IV: {amount} gold less",
        "town_hall": f"Pay a good or +2: {count(amount, 'point')}",
        "embassy": f"{count(amount, 'point')} each season",
        "workshop": f"Pay {building.pay_number} {building.pay}: {gift_words(building.gain).replace(' and ', ', ')}",
        "mint": f"Advisors' gold: {amount} more",
        "recruiting": f"A +2 marker buys {count(amount, 'soldier')}",
        "improvised": f"+{amount} against strength {building.pay_number} or less",
        "academy": "Half the king's die: soldiers",
    }
    versus = ", ".join(f"{value:+d} against {kind.capitalize()}" for kind, value in building.versus.items())
    return "; ".join(part for part in (words[building.effect], versus) if part)


def cost_words(building: Building) -> str:
    """Say what a building costs on its sheet."""
    return ", ".join(goods_words(building.gold, building.wood, building.stone)) or "nothing"


def building_label(building: Building, letter: str, column: int, owners: list[int]) -> str:
    """Say all about one building of the sheet."""
    words = [f"{both(building.name)}, row {letter} column {COLUMNS[column]}", f"costs {cost_words(building)}"]
    words.append(count(building.points, "point"))
    if building.strength:
        words.append(f"strength {building.strength:+d}")
    if does := effect(building):
        words.append(does)
    words.append("built by " + ", ".join(map(seat_name, owners)) if owners else "built by nobody")
    if building.house:
        words.append("house values: " + ", ".join(building.house))
    return "; ".join(words)


def enemy_words(card: EnemyCard) -> tuple[str, str]:
    """Say what a defeat by this enemy costs and what a victory brings."""
    lose = goods_words(card.lose_gold, card.lose_wood, card.lose_stone)
    if card.lose_goods:
        lose.append(count(card.lose_goods, "good"))
    if card.lose_building:
        lose.append("1 building")
    if card.lose_points:
        lose.append(count(card.lose_points, "point"))
    win = goods_words(card.win_gold, card.win_wood, card.win_stone)
    if card.win_goods:
        win.append(count(card.win_goods, "good"))
    if card.win_points:
        win.append(count(card.win_points, "point"))
    return ", ".join(lose) or "nothing", ", ".join(win) or "nothing"


def enemy_range(position: Position) -> tuple[int, int]:
    """Return the least and the greatest strength printed on the back of the year's enemy cards."""
    cards = position.game.catalogue.enemies.values()
    found = [card.strength for card in cards if card.year == position.year] or [0]
    return min(found), max(found)


def possible_enemies(position: Position) -> str:
    """List the kinds that may come this year, each with its strengths, as printed on the year's cards."""
    kinds: dict[str, list[int]] = {}
    for card in position.game.catalogue.enemies.values():
        if card.year == position.year:
            kinds.setdefault(card.name.en, []).append(card.strength)
    return ", ".join(f"{name} {' or '.join(map(str, sorted(found)))}" for name, found in kinds.items())


def enemy_line(position: Position) -> str:
    """Say what is known of the enemy."""
    if position.enemy and position.enemy != UNKNOWN:
        card = position.game.catalogue.enemies[position.enemy]
        lose, win = enemy_words(card)
        return f"{both(card.name)} of strength {card.strength}; a defeat costs {lose}; a victory brings {win}"
    low, high = enemy_range(position)
    seen = ", ".join(map(seat_name, position.peeked))
    return f"face down, strength {low} to {high}" + (f"; seen by {seen}" if seen else "")


def modifiers(position: Position, number: int) -> int:
    """Add up the strength printed on a seat's buildings, which counts against any enemy."""
    return sum(cell.building.strength for cell in position.sheet.owned(position.seats[number].built))


def seat_line(position: Position, number: int) -> str:
    """Say all that lies before a seat."""
    seat: Seat = position.seats[number]
    points = count(seat.total, "point") + total_ring(position, number)
    words = [points, f"{seat.gold} gold, {seat.wood} wood, {seat.stone} stone"]
    added = modifiers(position, number)
    words.append(count(seat.soldiers, "soldier") + (f" and strength {added:+d} of buildings" if added else ""))
    words.append(count(seat.markers, "+2 marker"))
    if seat.dice or seat.bonus:
        words.append("dice " + " ".join([*map(str, seat.dice), *(f"bonus {die}" for die in seat.bonus)]))
    elif seat.bonus_dice:
        words.append(count(seat.bonus_dice, "bonus die", "bonus dice") + " this season")
    if position.envoy == number:
        words.append("the envoy")
    owned = [cell.building.name.en for cell in position.sheet.owned(seat.built)]
    words.append("buildings: " + (", ".join(owned) or "none"))
    governors = position.game.catalogue.governors
    if seat.governor == UNKNOWN or UNKNOWN in seat.hand:
        words.append("governor cards face down")
    elif seat.governor:
        words.append(f"governor {both(governors[seat.governor].name)}")
    elif seat.hand:
        words.append("governor cards " + ", ".join(both(governors[card].name) for card in seat.hand))
    if seat.army:
        words.append("army markers " + " ".join("?" if value == UNKNOWN_MARKER else str(value) for value in seat.army))
    if seat.chosen != NO_MARKER:
        chosen = "face down" if seat.chosen == UNKNOWN_MARKER else str(seat.chosen)
        words.append(f"chosen army marker {chosen}")
    return f"{seat_name(number)}: " + "; ".join(words)


def advisor_lines(position: Position) -> list[str]:
    """Say of each influenced advisor by whom and with what."""
    return [
        f"  {placement.rank} {position.game.advisors[placement.rank - 1].name.en}: "
        f"{seat_name(placement.seat)} with {placed_words(placement)}"
        + (" (envoy)" if placement.envoy else "")
        + (" (own governor card)" if placement.private else "")
        for placement in sorted(position.placements, key=lambda each: each.rank)
        if placement.seat != NEUTRAL or placement.dice
    ]


def text(position: Position) -> str:
    """Say the whole board in lines, for terminals and screen readers."""
    season = PHASES[position.phase - 1] if position.phase else "Set-up"
    out = [
        f"Kingsburg, year {YEARS[position.year - 1]}, {season}. {status(position)}",
        "Turn order: " + ", ".join(seat_name(number) for number in position.order),
        f"Enemy: {enemy_line(position)}",
    ]
    if position.reinforcement:
        out.append(f"The king sends {count(position.reinforcement, 'soldier')} to everybody")
    out.append("Advisors:")
    out += advisor_lines(position) or ["  nobody is influenced"]
    out.append("Seats:")
    out += [f"  {seat_line(position, number)}" for number in position.order]
    return "\n".join(out)
