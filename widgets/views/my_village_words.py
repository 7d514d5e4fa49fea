"""My Village in words: whose turn it is and what is asked, and the whole table as text."""

from __future__ import annotations

from typing import Final

from rules.my_village.steps import asked
from rules.my_village.values import KINDS, LETTERS, PROFESSIONS, SYMBOLS, UNKNOWN, Position
from widgets.telling import ended
from widgets.views.my_village_house import stack_ring, total_ring
from widgets.views.my_village_words_cards import (
    church_words,
    field_words,
    hall_words,
    kind_line,
    meeting_words,
    monk_line,
    price_line,
    stack_words,
    travel_words,
)
from widgets.views.my_village_words_names import (
    RING,
    count,
    customer_words,
    name,
    ours,
    seat_name,
    values_words,
)
from widgets.views.my_village_words_seat import seat_lines

QUESTIONS: Final = {
    "dice": "take two dice and make a banner value of them",
    "white": "activate another white banner, or end your turn",
    "dies": "choose the villager who dies",
    "laborer": "your last villager has died: choose the place of the day laborer",
    "plague": "keep the plague away with your church, or let it come",
    "tile": "lay the 2/12 tile beside a white banner",
    "mark": "choose what the town hall marks",
    "free": "take a customer for nothing",
    "buy": "take customers at the bailiff's price, or none",
    "buy/two": "take 1 or 2 customers at the bailiff's price, or none",
    "journey": "keep this travel card, or take the next one of its stack",
    "bonus/headman": "the monk lets your headman walk",
    "bonus/school": "the monk lets you use your school",
    "bonus/bailiff": "the monk lets you take 1 or 2 customers",
}
CHANCE: Final = {
    "roll_white": "The white dice are rolled.",
    "roll_black": "The black dice are rolled.",
    "rat": "The die of the rat is rolled.",
    "extra": "A seventh customer is turned up.",
    "refill": "A customer is turned up.",
}


def status(position: Position) -> str:
    """Say in one sentence whose turn it is and what is asked."""
    if position.over:
        return ended(position, seat_name, lambda total: f"{total} fame", total_ring)
    what = position.question
    actor = position.actor
    if actor is None:
        if what.startswith("monk/"):
            return "A monk is turned up."
        if what.startswith("travel/"):
            return f"A travel card {what[-1].upper()} is turned up."
        return CHANCE.get(what, "Chance decides.")
    if what == "banner":
        return f"{seat_name(actor)}: use the value {position.value} for a banner, or let the headman walk."
    question = asked(position)
    said = QUESTIONS.get(what) or (question.question[:1].lower() + question.question[1:-1] if question else "decide")
    return f"{seat_name(actor)}: {said}."


# --- what everybody shares ------------------------------------------------------------------------------------------


def pool_line(position: Position) -> str:
    """Say the dice of the pool."""
    white = " ".join(map(str, position.white)) or "none"
    black = " ".join(map(str, position.black)) or "none"
    value = f" Banner value of this turn: {position.value}." if position.value else ""
    return f"Dice in the pool: white {white}; black {black}.{value}"


def road_line(position: Position) -> str:
    """Say how far the rat is, and how near the end."""
    table = position.game.table(len(position.seats))
    ring = RING if ours(table) else ""
    return (
        f"Rat: {count(position.rat, 'field')} to the plague{ring}. "
        f"Coffins: {position.coffins} of {table.coffins} full, {count(position.graves, 'nameless grave')} among them."
    )


def chronicle_line(position: Position) -> str:
    """Say which spaces of the chronicle are free, and what they give."""
    parts = []
    for index, profession in enumerate(PROFESSIONS):
        free = position.game.chronicle[index][position.chronicle[index] :]
        ring = RING if ours(position.catalogue.professions[profession]) else ""
        said = " and ".join(map(str, free)) if free else "full"
        parts.append(f"{profession} {said}{ring if free else ''}")
    return f"Chronicle, story points of free spaces: {'; '.join(parts)}."


def hand_line(position: Position) -> str:
    """Say where the starting player's hand is."""
    row = position.catalogue.places["hand"]
    back = ", taken in this round" if position.hand_back else ""
    return (
        f"Starting player's hand, banner {values_words(row.values)}: {seat_name(position.hand)} holds it"
        f"{back}; {count(position.hand_stories, 'story', 'stories')} on it."
    )


def offer_lines(position: Position) -> list[tuple[str, list[str]]]:
    """List what is on offer, row by row."""
    rows = position.catalogue
    monks = [
        f"{symbol}: {monk_line(rows, card)}; {len(below)} below" if card else f"{symbol}: none left"
        for symbol, card, below in zip(SYMBOLS, position.monks, position.monk_decks, strict=True)
    ]
    stacks = []
    for letter, stack in zip(LETTERS, position.travel_decks, strict=True):
        fames = sorted(position.game.travel_fame[card] for card in stack)
        fame = f"fame{stack_ring(rows, letter, stack)} {' '.join(map(str, fames))}"
        said = f"; {count(len(stack), 'card')}, {fame}" if fames else "; none left"
        stacks.append(stack_words(rows, letter) + said)
    return [
        ("Churches", [church_words(rows, card) for card in position.churches]),
        ("Monks", monks),
        ("Town halls", [hall_words(rows, card) for card in position.halls]),
        ("Meeting places", [f"{meeting_words(rows)}; {position.meetings} left"] if position.meetings else []),
        ("Fields", [f"{field_words(rows)}; {position.fields} left"] if position.fields else []),
        ("Travel", stacks),
        ("Craft buildings", [kind_line(position, index) for index in range(len(KINDS))]),
        ("Open customers", [customer_words(rows, card) for card in position.customers if card]),
    ]


# --- the whole table ------------------------------------------------------------------------------------------------


def text(position: Position) -> str:
    """Say the whole table in lines, for terminals and screen readers."""
    bailiff = position.catalogue.places["bailiff"]
    out = [f"{position.game.title}, round {position.round}. {status(position)}", pool_line(position)]
    out += [hand_line(position), road_line(position), chronicle_line(position)]
    out.append(f"Market bailiff, banner {values_words(bailiff.values)}: {price_line(position.catalogue)}.")
    if position.drawn:
        out.append(f"Travel card that was turned up: {drawn_words(position)}.")
    for title, lines in offer_lines(position):
        out.append(f"{title}:")
        out += [f"  {line}" for line in lines] or ["  none"]
    for number in range(len(position.seats)):
        block = seat_lines(position, number)
        out.append(block[0])
        out += [f"  {line}" for line in block[1:]]
    said = "\n".join(out)
    return f"{said}\n{RING} marks a house value: no source states the printed one." if RING in said else said


def drawn_words(position: Position) -> str:
    """Say the travel card that the acting seat has looked at, if it may be seen."""
    return "face down" if position.drawn == UNKNOWN else travel_words(position.catalogue, position.drawn)


__all__ = ["name", "status", "text", "values_words"]
