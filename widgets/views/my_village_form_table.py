"""The fields of My Village for what concerns everybody."""

from __future__ import annotations

from typing import Final

from rules.my_village.problems import STEPS
from rules.my_village.values import PROFESSIONS, SYMBOLS
from rules.my_village.waiting import BEHIND
from widgets.form_fields import (
    Document,
    amount,
    cards,
    change_cards,
    field,
    list_of,
    no_field,
    number_in,
    put,
    read_number,
    seat_options,
    seats_of,
    select,
    table_of,
    tables_of,
    text_in,
    typed,
)
from widgets.scene import Control, Refusal
from widgets.views.my_village_form_arrange import arrange, game_of
from widgets.views.my_village_words_names import name, seat_name

STEP_WORDS: Final = {
    "roll_white": "the white dice are to be rolled",
    "roll_black": "the black dice are to be rolled",
    "dice": "two dice are taken",
    "banner": "a banner is activated",
    "white": "further white banners",
    "rat": "the rat is to be rolled, or a villager dies",
    "rat_return": "the plague is settled",
    "death": "a black banner is being settled",
    "again": "a white banner is being settled",
    "over": "the game is over",
}
NUMBERS: Final = {
    "round": ("Round", 1, 99),
    "turn": ("Turns done in this round", 0, 3),
    "value": ("Banner value", 0, 12),
    "hand_stories": ("Stories on the hand", 0, 999),
    "rat": ("Fields from the rat to the plague", 0, 40),
    "graves": ("Nameless graves filled", 0, 99),
}


def read_faces(text: str) -> list[int]:
    """Read faces of dice.

    >>> read_faces("3 1, 6")
    [1, 3, 6]

    Raises:
        Refusal: one is none.
    """
    found = text.replace(",", " ").split()
    if not all(word in ("1", "2", "3", "4", "5", "6") for word in found):
        raise Refusal(f"{text[:40]!r} are no dice: write faces from 1 to 6, such as 1 3 5.")
    return sorted(map(int, found))


# --- controls ---------------------------------------------------------------------------------------------------------


def table_controls(document: Document) -> tuple[Control, ...]:
    """Return what concerns everybody."""
    game = game_of(document)
    seats = seats_of(document)
    who = seat_options(document, 4)
    steps = tuple(BEHIND) if list_of(document, "pending") else STEPS
    made = [
        select("players", "Players", str(len(seats)), {str(n): str(n) for n in (2, 3, 4)}),
        select("step", "Step", text_in(document.get("step")), {step: STEP_WORDS[step] for step in steps}),
        select("start", "Starting player", str(number_in(document.get("start"))), who),
        select("hand", "The hand lies with", str(number_in(document.get("hand"))), who),
        Control(
            "form:hand_back",
            "toggle",
            "The hand was taken in this round",
            "top",
            "on" if document.get("hand_back") else "",
        ),
    ]
    made += [
        amount(part, label, document.get(part), least, most, "top") for part, (label, least, most) in NUMBERS.items()
    ]
    made += [
        field("white", "White dice in the pool", typed(list_of(document, "white")), "1 3 5", "top"),
        field("black", "Black dice in the pool", typed(list_of(document, "black")), "2 6", "top"),
    ]
    filled, rows = table_of(document, "chronicle"), game.catalogue
    customers = {card: name(row) for card, row in rows.customers.items()}
    made += [
        amount(f"chronicle.{each}", f"Chronicle: {several(each)}", filled.get(each), 0, 2, "top")
        for each in PROFESSIONS
    ]
    monks = [*list_of(document, "monks"), "", "", ""][:3]
    for symbol, card, stack in zip(SYMBOLS, monks, game.monks, strict=True):
        options = {"": "none left"} | {each: f"{name(rows.monks[each])} {each.rpartition('_')[2]}" for each in stack}
        made.append(select(f"monk.{symbol}", f"Open monk, {symbol}", str(card), options))
    made += cards("customers", "Open customers", document, "customers", customers, "top")
    made.append(
        field("used", "White banners used in this turn", typed(list_of(document, "used")), "game stable", "top")
    )
    waiting = " ".join(
        f"{seat_name(number_in(row.get('seat'))).lower()}:{row.get('question')}"
        for row in tables_of(document, "pending")
        if number_in(row.get("seat"), -1) in range(4)
    )
    made.append(field("pending", "Still to be settled, the first first", waiting, "red:dies", "top"))
    return tuple(made)


def change_table(document: Document, part: str, value: str) -> None:
    """Change what concerns everybody."""
    rows = game_of(document).catalogue
    kind, _, rest = part.partition(".")
    if part in ("step", "turn"):
        document[part] = value if part == "step" else read_number(value, "the turn")
        if part == "step" and value not in BEHIND:
            document.pop("pending", None)
        arrange(document)
    elif part in NUMBERS:
        usual = None if part in ("round", "rat") else 0
        put(document, part, read_number(value, NUMBERS[part][0].lower()), usual)
    elif part in ("start", "hand"):
        document[part] = read_number(value, "the seat")
        if not document.get("hand_back"):  # palm up it lies with the starting player
            document["start"] = document["hand"] = document[part]
    elif part == "hand_back":
        put(document, part, bool(value), False)
        start = number_in(document.get("start"))
        document["hand"] = start
        if value:  # the second of the round is the first who can have taken it
            document["hand"] = (start + 1) % max(1, len(seats_of(document)))
            document["turn"] = max(2, number_in(document.get("turn")))
            arrange(document)
        put(document, "hand_stories", 0 if value else max(1, number_in(document.get("hand_stories"))), 0)
    elif part in ("white", "black"):
        put(document, part, read_faces(value), [])
    elif kind == "chronicle" and rest in PROFESSIONS:
        filled = table_of(document, "chronicle")
        put(filled, rest, read_number(value, "the chronicle"), 0)
        put(document, "chronicle", filled, {})
    elif kind == "monk" and rest in SYMBOLS:
        monks = [*list_of(document, "monks"), "", "", ""][:3]
        monks[SYMBOLS.index(rest)] = value
        document["monks"] = monks
    elif part.removesuffix("+") == "customers":
        change_cards(document, part, value, rows.customers, "customer")
    elif part == "used":
        put(document, part, value.lower().replace(",", " ").split(), [])
    elif part == "pending":
        put(document, part, read_pending(value), [])
    else:
        raise no_field(part)


def read_pending(text: str) -> list[Document]:
    """Read questions that are still to be settled.

    >>> read_pending("red:dies")
    [{'seat': 1, 'question': 'dies'}]

    Raises:
        Refusal: the seat is none.
    """
    found = []
    for word in text.lower().replace(",", " ").split():
        who, _, question = word.partition(":")
        seats = [number for number in range(4) if seat_name(number).lower() == who or str(number) == who]
        if not seats or not question:
            raise Refusal(f"{word[:30]!r} is not understood: write seat and question, such as red:dies.")
        found.append({"seat": seats[0], "question": question})
    return found


def several(profession: str) -> str:
    """Return the plural of a profession.

    >>> several("abbot"), several("councilman")
    ('abbots', 'councilmen')
    """
    return f"{profession.removesuffix('man')}men" if profession.endswith("man") else f"{profession}s"
