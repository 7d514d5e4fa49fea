"""The fields of Paladins that concern everybody: round and step, cards of the rows, orders, favours, taverns, piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.paladins.problems import GAIN, STEPS, WAITING
from rules.paladins.rewards import ASKING
from rules.paladins.values import MONK, OUTPOST, ROUNDS
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
    read_names,
    read_number,
    read_seats,
    seat_options,
    seat_words,
    seats_of,
    select,
    table_of,
    tables_of,
    text_in,
)
from widgets.scene import Control, Refusal
from widgets.views.paladins_form_arrange import arrange, game_of
from widgets.views.paladins_form_board import piece_on
from widgets.views.paladins_form_cards import choice, padded, read_workers, titles
from widgets.views.paladins_words_names import space_name

STEP_WORDS: Final = {
    "welcome_end": "first townsfolk cards are chosen",
    "townsfolk_card": "a townsfolk card is to be turned up",
    "outsider_card": "an outsider is to be turned up",
    "order": "an order is to be turned up",
    "favour_card": "a favour is to be turned up",
    "tavern_card": "a tavern card is to be turned up",
    "paladins": "paladins are to be drawn",
    "paladin": "paladins are chosen",
    "tavern": "tavern cards are chosen",
    "taverns_end": "after the tavern cards",
    "action": "turns are taken",
    "next": "after a turn",
    "answered": "after the opponent's turn",
    "scheme": "the opponent turns up a scheme card",
    "over": "the game is over",
}
ROWS: Final = {"townsfolk": ("Townsfolk", 5), "outsiders": ("Outsider", 6)}
PILES: Final = {
    "townsfolk_out": ("Discarded townsfolk", "townsfolk", "townsfolk card"),
    "outsiders_out": ("Discarded outsiders", "outsiders", "outsider"),
    "taverns_out": ("Discarded tavern cards", "taverns", "tavern card"),
}
FOLLOWS: Final = frozenset({"round", "step", "queue"})
"""Fields after which cards are dealt or taken away."""


def table_controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return what concerns everybody."""
    game = game_of(document)
    number = len(seats_of(document))
    seats = seat_options(document, 4)
    step = text_in(document.get("step"))
    steps = sorted(possible_steps(document), key=list(STEP_WORDS).index)
    made = [
        select("players", "Players", str(number), {str(each): str(each) for each in game.players}),
        select("round", "Round", str(document.get("round", "")), {str(n + 1): str(n + 1) for n in range(ROUNDS)}),
        select("step", "Step", step, {each: STEP_WORDS[each] for each in steps}),
        select("start", "Starting player", str(document.get("start", "")), seats),
        field("queue", "Still to act", seat_words(document.get("queue", [])), "next first", "top"),
        amount("tax", "Tax supply", document.get("tax"), 0, game.full_tax(max(1, min(4, number))), "top"),
    ]
    if isinstance(document.get("opponent"), dict):
        level = text_in(table_of(document, "options").get("difficulty")) or "standard"
        made.append(select("difficulty", "Difficulty", level, {each: each for each in game.catalogue.difficulties}))
    made += space_control(document, focus)
    made += row_controls(document)
    made.append(field("pending", "Still to settle", pending_words(document), "blue pardon, blue settle/silver+silver"))
    made += cards("fired", "Townsfolk used in this inquisition", document, "fired", titles(game, "townsfolk"))
    for name, (label, table, _) in PILES.items():
        made += cards(name, label, document, name, titles(game, table))
    out = padded(document, "suspicion_out", len(game.suspicion_values), 0)
    for at, tax in enumerate(game.suspicion_values):
        made.append(amount(f"suspicion_out.{at}", f"Discarded suspicion cards with tax {tax}", out[at], 0, 24))
    return tuple(made)


def possible_steps(document: Document) -> frozenset[str]:
    """Return the steps that round and players allow."""
    if list_of(document, "pending"):
        steps, solo = WAITING, frozenset({"answered"})
    else:
        steps, solo = STEPS, frozenset({"scheme"})
    round_ = number_in(document.get("round"))
    away = {"order": round_ > 3, "favour_card": round_ < 3, "over": round_ != ROUNDS}
    steps -= frozenset(step for step, gone in away.items() if gone)
    return steps if isinstance(document.get("opponent"), dict) else steps - solo


def row_controls(document: Document) -> list[Control]:
    """Return the cards that lie open."""
    game = game_of(document)
    made = []
    for name, (label, size) in ROWS.items():
        known = titles(game, name)
        row = padded(document, name, size, "")
        made += [choice(f"{name}.{at}", f"{label} {at + 1}", row[at], known) for at in range(size)]
    orders, favours = titles(game, "orders"), titles(game, "favours")
    for at, card in enumerate(list_of(document, "orders")):
        made.append(choice(f"orders.{at}", f"Order {at + 1}", card, orders))
    hired = padded(document, "hired", len(list_of(document, "favours")), "")
    for at, card in enumerate(list_of(document, "favours")):
        made.append(choice(f"favours.{at}", f"Favour {at + 1}", card, favours))
        made.append(field(f"hired.{at}", f"Worker on favour {at + 1}", str(hired[at]), "S"))
    taverns = titles(game, "taverns")
    guests = padded(document, "guests", len(list_of(document, "taverns")), -1)
    who = {"-1": "nobody"} | seat_options(document, 4)
    for at, card in enumerate(list_of(document, "taverns")):
        made.append(choice(f"taverns.{at}", f"Tavern card {at + 1}", card, taverns))
        made.append(select(f"guests.{at}", f"Tavern card {at + 1} taken by", str(guests[at]), who, "side"))
    return made


def space_control(document: Document, focus: Mapping[str, str]) -> list[Control]:
    """Return what stands on the space in focus."""
    space = focus.get("space", "")
    game = game_of(document)
    if space not in game.catalogue.spaces:
        return []
    sides = seat_options(document, 4)
    if isinstance(document.get("opponent"), dict):
        sides["1"] = "the opponent"
    options = {"": "nothing"} | {
        f"{side} {piece}": f"{piece} of {name}" for side, name in sides.items() for piece in (MONK, OUTPOST)
    }
    here = piece_on(document, space)
    value = "" if here is None else f"{here[0]} {here[1]}"
    return [select("piece", f"On {space_name(game, space)}", value, options)]


def pending_words(document: Document) -> str:
    """Print what is still to be settled: who and which gain, in their order."""
    return ", ".join(f"{seat_words([row.get('seat')])} {row.get('gain', '')}" for row in tables_of(document, "pending"))


def change_table(document: Document, name: str, value: str) -> None:
    """Change what concerns everybody."""
    game = game_of(document)
    part, _, at = name.partition(".")
    simple: dict[str, Callable[[], None]] = {
        "round": lambda: put(document, "round", read_number(value, "the round")),
        "step": lambda: put(document, "step", value),
        "start": lambda: put(document, "start", read_number(value, "the starting player")),
        "tax": lambda: put(document, "tax", read_number(value, "the tax supply")),
        "queue": lambda: put(document, "queue", read_seats(value, 4), []),
        "pending": lambda: put(document, "pending", read_pending(value), []),
        "difficulty": lambda: change_difficulty(document, value),
    }
    if name in simple:
        simple[name]()
        if name in FOLLOWS:
            arrange(document)
    elif part.removesuffix("+") in PILES:
        _, table, what = PILES[part.removesuffix("+")]
        change_cards(document, part, value, titles(game, table), what)
    elif part.removesuffix("+") == "fired":
        change_cards(document, part, value, game.catalogue.townsfolk, "townsfolk card")
    elif at.isdigit() and len(at) < 3:
        change_entry(document, part, int(at), value)
    else:
        raise no_field(name)


def change_entry(document: Document, name: str, at: int, value: str) -> None:
    """Change one entry of a row."""
    game = game_of(document)
    sizes = {"townsfolk": 5, "outsiders": 6, "suspicion_out": len(game.suspicion_values)}
    sizes |= {each: len(list_of(document, each)) for each in ("orders", "favours", "taverns")}
    sizes |= {"hired": sizes["favours"], "guests": sizes["taverns"]}
    if at >= sizes.get(name, 0):
        raise no_field(f"{name}.{at}")
    row = padded(document, name, sizes[name], {"guests": -1, "suspicion_out": 0}.get(name, ""))
    if name == "hired":
        row[at] = read_workers(value)
    elif name == "guests":
        row[at] = read_number(value, "a seat")
    elif name == "suspicion_out":
        row[at] = read_number(value, "suspicion cards")
    else:
        row[at] = (read_names(value, titles(game, name), "card of this kind") or [""])[0]
    put(document, name, row, [0] * len(row) if name == "suspicion_out" else [])


def change_difficulty(document: Document, value: str) -> None:
    """Choose the difficulty of the solo opponent."""
    options = dict(table_of(document, "options"))
    put(options, "difficulty", value, "standard")
    put(document, "options", options, {})


def read_pending(text: str) -> list[Document]:
    """Read what is still to be settled, as "blue pardon, red keep"."""
    rows = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        who, _, gain = part.partition(" ")
        gain = "".join(each.upper() if len(each) == 1 else each for each in split_gain(gain.strip()))
        if gain not in ASKING and not GAIN.fullmatch(gain):
            raise Refusal(f"{part[:40]!r} is not understood: write a seat and a gain, such as 'blue pardon'.")
        rows.append({"seat": read_seats(who, 4)[0], "gain": gain})
    return rows


def split_gain(gain: str) -> list[str]:
    """Split a gain at its signs, which stay.

    >>> split_gain("settle/s+x")
    ['settle', '/', 's', '+', 'x']
    """
    found = [""]
    for letter in gain:
        if letter in "/+":
            found += [letter, ""]
        else:
            found[-1] += letter
    return found
