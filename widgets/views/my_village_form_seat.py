"""The fields of My Village for what lies in the village of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.my_village.game import Game
from rules.my_village.values import AREAS, GOODS, HEADMAN, KINDS, LETTERS, PROFESSIONS
from widgets.form_fields import (
    Document,
    amount,
    cards,
    change_cards,
    field,
    focus_control,
    list_of,
    no_field,
    number_in,
    put,
    read_names,
    read_number,
    seat_of,
    seat_options,
    seats_of,
    select,
    table_of,
    text_in,
    texts_of,
    typed,
)
from widgets.scene import Control
from widgets.views.my_village_form_arrange import game_of
from widgets.views.my_village_words_names import capital, craft_name, name

NUMBERS: Final = {
    "coins": ("Coins", 999),
    "tree": ("Stories on the tree", 999),
    "safe": ("Stories in the main house", 999),
    "time": ("Cloud of the time marker, from 0", 29),
    "laborers": ("Day laborers", 99),
    "wards": ("Spaces used on the Salvation church", 2),
    "jokers": ("Joker goods on the Guild hall", 9),
    "sets": ("Markers on the meeting place", 9),
    "fields": ("Fields", 8),
}
#: Lists of cards: label, table of the catalogue, what one of them is called.
LISTS: Final = {
    "monks": ("Monks", "monks", "monk"),
    "travel": ("Travel cards, in order", "travel", "travel card"),
    "customers": ("Customers waiting", "customers", "customer"),
    "served": ("Customers served", "customers", "customer"),
}
#: Lists of names: label, the names, what one of them is called.
NAMES: Final = {
    "missing": ("Villagers that are not there", PROFESSIONS, "profession"),
    "school": ("Descendants in the school", ("left", "right"), "place of the school"),
    "missions": ("Letters used by the Mission church", LETTERS, "letter"),
    "marks": ("Marked on the town hall", (*AREAS, *PROFESSIONS), "space of a town hall"),
}
WAYS: Final = {"house": "at the main house", "coin": "on the coin field", "stories": "on the field of stories"}


def titles(game: Game, table: str) -> dict[str, str]:
    """Name the cards of a table by their ids."""
    return {key: name(row) for key, row in getattr(game.catalogue, table).items()}


def seat_controls(document: Document, focus: Mapping[str, str]) -> tuple[Control, ...]:
    """Return what lies in the village of the seat in focus."""
    seats = seats_of(document)
    if not seats:
        return ()
    game = game_of(document)
    number = seat_of(document, focus)
    seat = seats[number]
    made = [focus_control("seat", "Seat", str(number), seat_options(document, 4))]
    boards = {key: "/".join(map(str, row.values)) for key, row in game.catalogue.boards.items()}
    made.append(select("seat.board", "Game banner of the board", text_in(seat.get("board")), boards, "side"))
    made += [amount(f"seat.{part}", label, seat.get(part), 0, most) for part, (label, most) in NUMBERS.items()]
    headman = text_in(seat.get("headman")) or "house"
    made.append(select("seat.headman", "Headman", headman, {each: WAYS[each] for each in HEADMAN}, "side"))
    for part, label in (("crossed", "Time has passed the bridge in this turn"), ("meeting", "Meeting place")):
        made.append(Control(f"form:seat.{part}", "toggle", label, "side", "on" if seat.get(part) else ""))
    for part, label in (("church", "Church"), ("hall", "Town hall")):
        table = "churches" if part == "church" else "halls"
        made.append(select(f"seat.{part}", label, text_in(seat.get(part)), {"": "none"} | titles(game, table), "side"))
    for part, (label, names, _) in NAMES.items():
        made.append(field(f"seat.{part}", label, typed(list_of(seat, part)), " ".join(names[:2])))
    made.append(field("seat.tile", "The 2/12 tile lies beside", text_in(seat.get("tile")), "game"))
    made.append(field("seat.plows", "Fields with a plow", typed(list_of(seat, "plows")), "1 2"))
    own = set(texts_of(seat, "crafts"))
    for index, kind in enumerate(KINDS):
        options = {"": "none"} | {card: craft_name(game.catalogue, card) for card in game.crafts[index]}
        here = next((card for card in game.crafts[index] if card in own), "")
        label = capital(name(game.catalogue.craft_kinds[kind]))  # type: ignore[index]
        made.append(select(f"seat.craft.{kind}", label, here, options, "side"))
        goods = table_of(seat, "goods").get(GOODS[index])
        made.append(amount(f"seat.goods.{GOODS[index]}", f"{label}: goods", goods, 0, 9))
    for part, (label, table, _) in LISTS.items():
        made += cards(f"seat.{part}", label, seat, part, titles(game, table))
    return tuple(made)


def change_seat(document: Document, seat: Document, part: str, value: str) -> None:
    """Change what lies in a village."""
    game = game_of(document)
    kind, _, rest = part.partition(".")
    if part in NUMBERS:
        put(seat, part, read_number(value, NUMBERS[part][0].lower()), 0)
        if part == "fields":
            put(seat, "plows", [each for each in list_of(seat, "plows") if number_in(each) <= seat.get(part, 0)], [])
    elif part in ("board", "church", "hall"):
        put(seat, part, value, "")
    elif part == "tile":
        put(seat, part, value.strip().lower(), "")
    elif part == "headman":
        put(seat, part, value, "house")
    elif part in ("crossed", "meeting"):
        put(seat, part, bool(value), False)
        if part == "meeting":
            put(seat, "tile", (text_in(seat.get("tile")) or "game") if value else "", "")
            put(seat, "sets", number_in(seat.get("sets")) if value else 0, 0)
    elif part in NAMES:
        _, names, what = NAMES[part]
        put(seat, part, read_names(value, names, what), [])
    elif part == "plows":
        put(seat, part, [read_number(word, "a field") for word in value.replace(",", " ").split()], [])
    elif kind == "craft" and rest in KINDS:
        others = [card for card in texts_of(seat, "crafts") if card not in game.crafts[KINDS.index(rest)]]
        put(seat, "crafts", [*others, value] if value else others, [])
    elif kind == "goods" and rest in GOODS:
        goods = table_of(seat, "goods")
        put(goods, rest, read_number(value, "the goods"), 0)
        put(seat, "goods", goods, {})
    elif part.removesuffix("+") in LISTS:
        _, table, what = LISTS[part.removesuffix("+")]
        change_cards(seat, part, value, getattr(game.catalogue, table), what)
    else:
        raise no_field(part)
