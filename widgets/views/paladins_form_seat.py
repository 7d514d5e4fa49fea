"""The fields of Paladins for what lies before a seat, and before the solo opponent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.paladins.game import Game
from rules.paladins.opponent import FIELDS
from rules.paladins.values import ACTIONS, ATTRIBUTES, RIGHT
from widgets.form_fields import (
    Document,
    amount,
    cards,
    change_cards,
    field,
    focus_control,
    list_of,
    no_field,
    put,
    read_names,
    read_number,
    seat_of,
    seat_options,
    seats_of,
    select,
    table_of,
    text_in,
    typed,
)
from widgets.scene import Control, Refusal
from widgets.views.paladins_form_arrange import game_of
from widgets.views.paladins_form_cards import choice, read_numbers, read_workers, titles
from widgets.views.paladins_words_names import action_name

NUMBERS: Final = {
    "silver": ("Silver", 999),
    "provisions": ("Provisions", 999),
    "faith": ("Faith", 12),
    "strength": ("Strength", 12),
    "influence": ("Influence", 12),
    "monks": ("Monks sent", 7),
    "outposts": ("Outposts placed", 7),
    "unpaid": ("Unpaid debts", 99),
    "paid": ("Paid debts", 99),
}
#: Lists of cards: label, table of the catalogue, what one of them is called.
LISTS: Final = {
    "townsfolk": ("Townsfolk kept", "townsfolk", "townsfolk card"),
    "walls": ("Walls", "walls", "wall card"),
    "jars": ("Jars on", "jars", "space for a jar"),
    "attacked": ("Outsiders attacked", "outsiders", "outsider"),
    "converted": ("Outsiders converted", "outsiders", "outsider"),
    "used": ("Paladins of earlier rounds", "paladins", "paladin"),
    "hand": ("Paladins in hand", "paladins", "paladin"),
    "under": ("Paladins below the deck", "paladins", "paladin"),
}
COVERED: Final = {"0": "none", "1": "the first", "2": "the second", "3": "both"}
OPPONENT_NUMBERS: Final = {
    "workers": ("Workers", 99),
    "jars": ("Jars turned over", 7),
    **{name: NUMBERS[name] for name in (*ATTRIBUTES, "monks", "outposts", "unpaid", "paid")},
}
OPPONENT_LISTS: Final = {name: LISTS[name] for name in ("walls", "attacked", "converted")} | {
    "schemes_out": ("Scheme cards face up", "schemes", "scheme card")
}
STACK: Final = ("influence", "faith", "strength")


def owner_control(document: Document, value: str) -> Control:
    """Return the choice of the seat, or the opponent, whose fields are shown."""
    options = seat_options(document, 4)
    if isinstance(document.get("opponent"), dict):
        options["opponent"] = "the opponent"
    return focus_control("seat", "Seat", value, options)


def seat_controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return what lies before the seat in focus."""
    seats = seats_of(document)
    if not seats:
        return ()
    game = game_of(document)
    number = seat_of(document, focus)
    seat = seats[number]
    made = [owner_control(document, str(number))]
    made += [amount(f"seat.{name}", label, seat.get(name), 0, most) for name, (label, most) in NUMBERS.items()]
    made.append(field("seat.workers", "Unused workers", text_in(seat.get("workers")), "LLSX"))
    taxes = " ".join(map(str, game.suspicion_values))
    shown = typed(list_of(seat, "suspicion"))
    made.append(field("seat.suspicion", "Suspicion cards by tax, oldest first", shown, taxes))
    placed, shops = table_of(seat, "placed"), table_of(seat, "workshops")
    for index, action in enumerate(ACTIONS):
        label = f"Workers on {action_name(game, action)}"
        made.append(field(f"seat.placed.{action}", label, text_in(placed.get(action)), game.actions[index].spaces))
    for action in RIGHT:
        label = f"Workshops on {action_name(game, action)}"
        made.append(select(f"seat.workshops.{action}", label, str(shops.get(action, 0)), COVERED, "side"))
    paladins = titles(game, "paladins")
    made.append(choice("seat.paladin", "Paladin in use", seat.get("paladin", ""), paladins))
    made.append(choice("seat.top", "Paladin on top of the deck", seat.get("top", ""), paladins))
    for name, (label, table, _) in LISTS.items():
        made += cards(f"seat.{name}", label, seat, name, titles(game, table))
    return tuple(made)


def change_seat(document: Document, seat: Document, name: str, value: str) -> None:
    """Change what lies before a seat."""
    game = game_of(document)
    part, _, action = name.partition(".")
    if name in NUMBERS:
        put(seat, name, read_number(value, NUMBERS[name][0].lower()), 0)
    elif name == "workers":
        put(seat, name, read_workers(value), "")
    elif name in ("paladin", "top"):
        put(seat, name, (read_names(value, game.catalogue.paladins, "paladin") or [""])[0], "")
    elif part in ("placed", "workshops"):
        change_action(seat, part, action, value)
    else:
        change_either(game, seat, name, value, LISTS)


def change_action(seat: Document, part: str, action: str, value: str) -> None:
    """Change the workers, or the workshops, on one action of a seat."""
    if action not in (ACTIONS if part == "placed" else RIGHT):
        raise no_field(f"{part}.{action}")
    table = dict(table_of(seat, part))
    if part == "placed":
        put(table, action, read_workers(value), "")
    else:
        put(table, action, read_number(value, "workshops"), 0)
    put(seat, part, table, {})


def change_either(
    game: Game, owner: Document, name: str, value: str, lists: Mapping[str, tuple[str, str, str]]
) -> None:
    """Change what seats and the opponent both have: suspicion cards and lists of cards."""
    if name == "suspicion":
        put(owner, name, read_numbers(value, game.suspicion_values, "taxes of suspicion cards"), [])
        return
    listed = name.removesuffix("+")
    if listed not in lists:
        raise no_field(name)
    _, table, what = lists[listed]
    change_cards(owner, name, value, titles(game, table), what)


# --- the solo opponent ----------------------------------------------------------------------------------------------


def opponent_controls(document: Document) -> tuple[Control, ...]:
    """Return what lies before the solo opponent."""
    game = game_of(document)
    owner = table_of(document, "opponent")
    fields = {str(at): str(at) for at in range(1, FIELDS + 1)}
    made = [owner_control(document, "opponent")]
    made.append(select("opponent.marker", "Marker on field", str(owner.get("marker", 1)), fields, "side"))
    made += [
        amount(f"opponent.{name}", label, owner.get(name), 0, most) for name, (label, most) in OPPONENT_NUMBERS.items()
    ]
    stack = typed(owner["stack"]) if isinstance(owner.get("stack"), list) else " ".join(STACK)
    made.append(field("opponent.stack", "Markers in the order in which they came", stack, " ".join(STACK)))
    resting = "on" if owner.get("resting") is True else ""
    made.append(Control("form:opponent.resting", "toggle", "Has passed", "side", resting))
    taxes = " ".join(map(str, game.suspicion_values))
    shown = typed(list_of(owner, "suspicion"))
    made.append(field("opponent.suspicion", "Suspicion cards by tax, oldest first", shown, taxes))
    placed, shops = table_of(owner, "placed"), table_of(owner, "workshops")
    for action in ACTIONS:
        label = f"Workers on {action_name(game, action)}"
        made.append(amount(f"opponent.placed.{action}", label, placed.get(action), 0, 3))
    for action in RIGHT:
        label = f"Workshops on {action_name(game, action)}"
        made.append(amount(f"opponent.workshops.{action}", label, shops.get(action), 0, 2))
    for name, (label, table, _) in OPPONENT_LISTS.items():
        made += cards(f"opponent.{name}", label, owner, name, titles(game, table))
    return tuple(made)


def change_opponent(document: Document, owner: Document, name: str, value: str) -> None:
    """Change what lies before the solo opponent."""
    part, _, action = name.partition(".")
    if name in OPPONENT_NUMBERS:
        put(owner, name, read_number(value, OPPONENT_NUMBERS[name][0].lower()), 0)
    elif name == "marker":
        put(owner, name, read_number(value, "the marker"), 1)
    elif name == "resting":
        put(owner, name, value == "on", False)
    elif name == "stack":
        found = value.lower().replace(",", " ").split()
        if sorted(found) != sorted(ATTRIBUTES):
            raise Refusal(f"{value[:40]!r} must name {', '.join(ATTRIBUTES)} once each, the one on top last.")
        put(owner, name, found, list(STACK))
    elif part in ("placed", "workshops") and action in (ACTIONS if part == "placed" else RIGHT):
        table = dict(table_of(owner, part))
        put(table, action, read_number(value, part), 0)
        put(owner, part, table, {})
    else:
        change_either(game_of(document), owner, name, value, OPPONENT_LISTS)
